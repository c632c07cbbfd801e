"""What simulated fighters do on their turn.

Each group has one of three doctrines:

``close``
    Go for the nearest enemy that can be struck this turn; strike with the first melee attack listed. If nobody
    can be reached, shoot at the nearest in range, and if nobody can be shot, dash towards the nearest. Movement
    that is left is used to close in.
``shoot``
    Shoot with the first ranged attack listed at the nearest enemy that can be brought into range this turn, and
    stay there; strike in melee only if nothing can be shot; dash towards the nearest if that fails too.
``finish``
    Finish the weakest: as ``close``, but at the enemy with the fewest hit points of those that can be attacked
    this turn, those who lie at 0 hit points and are not dead before all others.

Everybody stands up first if it can, moves between attacks when a target falls (R1.8), uses an attack that is a
bonus action, and takes every opportunity attack with the first attack that reaches. Nobody disengages, dodges,
helps, hides, readies, tends the fallen or surrenders. "Nearest" is by distance, then hit points, then the
order of the list; all attacks of one action use one form.
"""

from __future__ import annotations

from typing import Final

from massbattle_core._jit import njit
from massbattle_core.skirmish.ground import between_ft, find_path, search, seen_by
from massbattle_core.skirmish.kernel import AS_ACTION, ATTACK, DASH, STAND_UP, attack, is_over, note, walk
from massbattle_core.skirmish.model import DOCTRINES
from massbattle_core.skirmish.record import NOBODY, NONE, Record, code
from massbattle_core.skirmish.rules.movement import stand_up_cost, turn_movement

__all__ = ["choose", "take_turn"]

_SHOOT: Final = DOCTRINES.index("shoot")
_FINISH: Final = DOCTRINES.index("finish")
_REACH_IT: Final = code(1)
_NO_KEY: Final = 1 << 60


@njit
def take_turn(fight: Record, key: int, i: int) -> None:
    """The turn of fighter ``i``, or what is left of it.

    Source: R1.5, R1.7, R1.8, R1.22
    """
    cost = stand_up_cost(2 * fight.speed[i])
    if fight.prone[i] and 0 < cost <= fight.movement[i]:
        note(fight, STAND_UP, i, NONE, NONE)
        fight.movement[i] -= cost
        fight.prone[i] = 0
    attacks = NONE
    for bonus in range(2):
        only = NOBODY
        for form in range(fight.forms[i]):
            if fight.is_bonus[i, form] == bonus and fight.attacks_left[i, form] > 0:
                only = form
        ready = fight.bonus_action[i] if bonus else fight.action[i]
        while (ready or only != NOBODY) and choose(fight, i, bonus, only):
            target, form = fight.target, fight.form
            if fight.steps > 0:
                walk(fight, key, i)
                if fight.hit_points[i] == 0:
                    return
            if only == NOBODY:
                only = form
                fight.attacks_left[i, form] = fight.times[i, form]
                if bonus:
                    fight.bonus_action[i] = 0
                else:
                    fight.action[i] = 0
            fight.attacks_left[i, form] -= 1
            note(fight, ATTACK, i, target, form)
            attack(fight, key, i, target, form, attacks, AS_ACTION)
            attacks += 1
            if is_over(fight):
                return
            if fight.attacks_left[i, form] == 0:
                break
    nearest = _nearest(fight, i)
    if nearest == NOBODY or fight.forms[i] == 0 or (attacks > 0 and fight.doctrine[i] == _SHOOT):
        return
    wanted = fight.form_reach[i, 0]
    if wanted == 0 or fight.doctrine[i] == _SHOOT:
        wanted = max(fight.form_range[i, 0], wanted)
    if between_ft(fight, i, nearest) <= wanted:
        return
    if attacks == 0 and fight.action[i] and fight.speed[i] > 0:
        note(fight, DASH, i, NONE, NONE)
        fight.action[i] = 0
        fight.movement[i] += turn_movement(2 * fight.speed[i], NONE)
    spot = search(fight, i, nearest, wanted, fight.movement[i], NONE)
    if spot not in (NOBODY, fight.y[i] * fight.width + fight.x[i]):
        find_path(fight, i, spot)
        walk(fight, key, i)


@njit
def choose(fight: Record, i: int, bonus: int, only: int) -> bool:
    """Choose ``target`` and ``form``, and the ``path[:steps]`` to go first; False if nobody can be attacked.

    ``bonus``: with the bonus action's forms; ``only``: with this form, or any if ``NOBODY``.
    """
    for attempt in range(2):
        ranged = (fight.doctrine[i] == _SHOOT) == (attempt == 0)
        best = _NO_KEY
        for j in range(fight.count):
            if fight.side[i] == fight.side[j] or fight.dead[j] or not seen_by(fight, i, j):
                continue
            distance = between_ft(fight, i, j)
            preference = (distance * 16384 + fight.hit_points[j]) * 128 + j
            if fight.doctrine[i] == _FINISH:
                preference = (fight.hit_points[j] * 16384 + distance) * 128 + j
            elif fight.hit_points[j] == 0:
                continue
            for form in range(fight.forms[i]):
                limit = fight.form_range[i, form] if ranged else fight.form_reach[i, form]
                if preference >= best or limit == 0 or fight.is_bonus[i, form] != bonus:
                    continue
                if only != NOBODY and only != form:
                    continue
                if distance <= limit:
                    fight.steps = 0
                elif 2 * (distance - limit) <= fight.movement[i]:
                    spot = search(fight, i, j, limit, fight.movement[i], _REACH_IT)
                    if spot == NOBODY:
                        continue
                    find_path(fight, i, spot)
                else:
                    continue
                best = preference
                fight.target = j
                fight.form = form
        if best < _NO_KEY:
            return True
    return False


@njit
def _nearest(fight: Record, i: int) -> int:
    """The nearest enemy that stands and is seen."""
    best = _NO_KEY
    nearest = NOBODY
    for j in range(fight.count):
        if fight.side[i] != fight.side[j] and fight.hit_points[j] > 0 and seen_by(fight, i, j):
            preference = (between_ft(fight, i, j) * 16384 + fight.hit_points[j]) * 128 + j
            if preference < best:
                best = preference
                nearest = j
    return nearest
