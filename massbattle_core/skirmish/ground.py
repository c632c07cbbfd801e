"""Geometry of a packed fight: distances, who stands where, what a step costs, what can be reached.

A square is numbered ``y * width + x``; a fighter's space is given by its top left square.
"""

from __future__ import annotations

from typing import Final

from massbattle_core._jit import njit
from massbattle_core.skirmish.record import NOBODY, NONE, Record, code
from massbattle_core.skirmish.rules.attack import cover_counts
from massbattle_core.skirmish.rules.checks import sees
from massbattle_core.skirmish.rules.movement import distance_ft, may_pass, square_cost
from massbattle_core.skirmish.tables import COVER_ARMOR_CLASS, HALF_FEET_A_SQUARE, SQUARE_FT

__all__ = [
    "FAR",
    "between_ft",
    "can_stop",
    "cover_between",
    "entering_cost",
    "explore",
    "find_path",
    "occupy",
    "search",
    "seen_by",
]

FAR: Final = 1 << 40
_SQUARE: Final = code(HALF_FEET_A_SQUARE)


@njit
def between_ft(fight: Record, i: int, j: int) -> int:
    """Feet between two fighters."""
    return distance_ft(fight.x[i], fight.y[i], fight.squares[i], fight.x[j], fight.y[j], fight.squares[j])


@njit
def seen_by(fight: Record, observer: int, i: int) -> bool:
    """Whether a fighter is seen by an observer."""
    return sees(fight.hit_points[observer], fight.passive[observer], fight.hidden[i])


@njit
def cover_between(fight: Record, attacker: int, target: int) -> int:
    """The cover of a target: the least of its squares, none against an attacker from near."""
    least = NONE + len(COVER_ARMOR_CLASS) - 1
    for dy in range(fight.squares[target]):
        for dx in range(fight.squares[target]):
            square = (fight.y[target] + dy) * fight.width + fight.x[target] + dx
            least = min(least, fight.cover_of[square])
    return cover_counts(between_ft(fight, attacker, target), least)


@njit
def occupy(fight: Record) -> None:
    """Note who stands on which square: the dead leave theirs, of two in one space the first counts."""
    for square in range(fight.width * fight.height):
        fight.occupant[square] = NOBODY
    for i in range(fight.count):
        if fight.dead[i] == 0:
            for dy in range(fight.squares[i]):
                for dx in range(fight.squares[i]):
                    square = (fight.y[i] + dy) * fight.width + fight.x[i] + dx
                    if fight.occupant[square] == NOBODY:
                        fight.occupant[square] = i


@njit
def entering_cost(fight: Record, i: int, x: int, y: int) -> int:
    """Half-feet that a step of fighter ``i`` onto a square costs; 0 if it cannot be entered.

    Source: R1.9, R1.10
    """
    size = fight.squares[i]
    if x < 0 or y < 0 or x + size > fight.width or y + size > fight.height:
        return 0
    difficult = NONE
    for dy in range(size):
        for dx in range(size):
            square = (y + dy) * fight.width + x + dx
            difficult += fight.difficult[square]
            other = fight.occupant[square]
            if other != NOBODY and other != i:
                if not may_pass(
                    fight.size_class[i], fight.size_class[other], fight.side[i] != fight.side[other], fight.pass_enemy
                ):
                    return 0
                difficult += 1
    return square_cost(_SQUARE, difficult, fight.prone[i], fight.prone_effects)


@njit
def can_stop(fight: Record, i: int, square: int) -> bool:
    """Whether fighter ``i`` may end its move on a square: nobody else is in its space.

    Source: R1.9
    """
    for dy in range(fight.squares[i]):
        for dx in range(fight.squares[i]):
            other = fight.occupant[square + dy * fight.width + dx]
            if other != NOBODY and other != i:
                return False
    return True


@njit
def explore(fight: Record, i: int, movement: int) -> None:
    """Find the cheapest way to every square within a movement (half-feet); fills the record's working space.

    ``squares_reached[:reached]`` are the squares, ``cost`` what they cost (``FAR`` elsewhere), ``previous`` the
    square before.

    Source: R1.6, R1.9
    """
    search(fight, i, NOBODY, NONE, movement, NONE)


@njit
def search(fight: Record, i: int, j: int, limit: int, movement: int, reach_it: int) -> int:
    """The square within a movement (half-feet) from which fighter ``i`` is within a limit (feet) of fighter ``j``.

    Of several the cheapest; if there is none, the one that comes nearest to the limit, or ``NOBODY`` if
    ``reach_it``. With ``j`` ``NOBODY`` every square is searched. Goes through the squares in the order of their
    cost and of what is at least still to go (A*), so mostly along a straight line.
    """
    aimed = bool(j != NOBODY)
    start = fight.y[i] * fight.width + fight.x[i]
    if aimed and reach_it and not _room_near(fight, i, j, limit):
        return NOBODY
    for square in range(fight.width * fight.height):
        fight.cost[square] = FAR
        fight.closed[square] = 0
    fight.cost[start] = 0
    fight.to_go[start] = 2 * max(between_ft(fight, i, j) - limit, 0) if aimed else 0
    fight.squares_reached[0] = start
    fight.reached = 1
    level = fight.to_go[start]
    best: int = NOBODY
    least = FAR
    # a square of this level or a later one comes no nearer than its level less the movement
    while least > max(level - movement, 0) or not aimed:
        if level == FAR or (reach_it and level > movement):
            break
        following = FAR
        again = False
        number = 0
        while number < fight.reached:
            square = fight.squares_reached[number]
            number += 1
            if fight.closed[square]:
                continue
            total = fight.cost[square] + fight.to_go[square]
            if total > level:
                following = min(following, total)
                continue
            fight.closed[square] = 1
            again = True
            if fight.to_go[square] < least and can_stop(fight, i, square):
                least = fight.to_go[square]
                best = square
                if aimed and least == 0:
                    return best
            y = square // fight.width
            x = square - y * fight.width
            for step_y in range(max(y - 1, 0), min(y + 2, fight.height)):
                for step_x in range(max(x - 1, 0), min(x + 2, fight.width)):
                    there = step_y * fight.width + step_x
                    if fight.cost[there] <= fight.cost[square] + HALF_FEET_A_SQUARE:
                        continue
                    step = entering_cost(fight, i, step_x, step_y)
                    cost = fight.cost[square] + step
                    if step == 0 or cost > movement or cost >= fight.cost[there]:
                        continue
                    if fight.cost[there] == FAR:
                        fight.squares_reached[fight.reached] = there
                        fight.reached += 1
                        if aimed:
                            away = distance_ft(
                                step_x, step_y, fight.squares[i], fight.x[j], fight.y[j], fight.squares[j]
                            )
                            fight.to_go[there] = 2 * max(away - limit, 0)
                        else:
                            fight.to_go[there] = 0
                    fight.cost[there] = cost
                    fight.previous[there] = square
        if not again:
            level = following
    return NOBODY if reach_it and least > 0 else best


@njit
def _room_near(fight: Record, i: int, j: int, limit: int) -> bool:
    """Whether fighter ``i`` finds a free square within a limit (feet) of fighter ``j`` at all."""
    squares = limit // SQUARE_FT
    size = fight.squares[i]
    lowest = min(fight.y[j] + fight.squares[j] + squares, fight.height - size + 1)
    rightmost = min(fight.x[j] + fight.squares[j] + squares, fight.width - size + 1)
    for y in range(max(fight.y[j] - squares - size + 1, 0), lowest):
        for x in range(max(fight.x[j] - squares - size + 1, 0), rightmost):
            if can_stop(fight, i, y * fight.width + x):
                return True
    return False


@njit
def find_path(fight: Record, i: int, square: int) -> None:
    """Write the way to a square that was searched into ``path[:steps]``, without the square of departure."""
    start = fight.y[i] * fight.width + fight.x[i]
    fight.steps = 0
    here = square
    while here != start:
        fight.steps += 1
        here = fight.previous[here]
    here = square
    for step in range(fight.steps - 1, -1, -1):
        fight.path[step] = here
        here = fight.previous[here]
