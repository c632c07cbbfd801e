"""The turn of a unit by its doctrine."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat.battle import (
    act_attack,
    act_dash,
    act_defend,
    act_disengage,
    act_guard,
    end_turn,
    enemy_adjacent,
    enter,
    spaces_between,
)
from massbattle_core.mass_combat.doctrine.codes import (
    ADVANCE,
    DEFEND,
    FLANK,
    GUARD,
    HOLD,
    NONE,
    SCREEN,
    SKIRMISH,
    WITHDRAW,
    WORST,
)
from massbattle_core.mass_combat.doctrine.targets import (
    goal_to_take,
    nearest_enemy,
    target_in_reach,
    target_to_seek,
    way,
)
from massbattle_core.mass_combat.doctrine.walking import free_to_move, may_step, straightness, walk_away, walk_to
from massbattle_core.mass_combat.state import EMPTY, FAR, FIELD
from massbattle_core.mass_combat.tables import FEET_PER_HEX

_SAFE_SPACES = 3


@njit
def take_turn(st: Any, mp: Any, ways: Any, u: int) -> None:
    """Play the whole turn of the unit whose turn it is by its doctrine."""
    doctrine = st.doctrine[u]
    if doctrine == DEFEND:
        act_defend(st, u)
    elif doctrine == WITHDRAW:
        _withdraw(st, mp, u)
    elif doctrine == SKIRMISH and st.range[u] > 0:
        _skirmish(st, mp, ways, u)
    elif doctrine == SCREEN:
        _screen(st, mp, ways, u)
    elif doctrine == HOLD:
        target = target_in_reach(st, mp, u)
        if target >= 0:
            act_attack(st, mp, u, target)
        else:
            act_defend(st, u)
    elif doctrine == GUARD:
        _guard(st, mp, ways, u)
    else:
        _advance(st, mp, ways, u)


@njit
def finish_turn(st: Any, mp: Any, ways: Any) -> None:
    """Play to its end, by the unit's doctrine, a turn that people have begun.

    A unit in a friend's space goes on to where it may stop; one that has acted walks on only if its action was for
    that. Every step is one that ``battle.verify_enter`` allows.
    """
    u = st.mover
    while st.passing != 0 and st.status[u] == FIELD and _leave_friend(st, mp, u):
        pass
    if st.status[u] == FIELD and st.over == 0:
        if st.acted == 0:
            if st.contact != 0 and not free_to_move(st, mp, u) and not enemy_adjacent(st, mp, u, st.hex[u]):
                act_guard(st, u)
            else:
                take_turn(st, mp, ways, u)
        elif st.disengaged != 0:
            walk_away(st, mp, u)
        elif st.range[u] == 0 and (st.doctrine[u] == ADVANCE or st.doctrine[u] == FLANK):
            _walk_on(st, mp, ways, u)
    end_turn(st, u)


@njit
def _leave_friend(st: Any, mp: Any, u: int) -> bool:
    """Step out of a friend's space, through another friend only where there is no free one; whether that was done."""
    best = NONE
    for k in range(6):
        there = mp.neighbour[st.hex[u] * 6 + k]
        if there != st.hex[u] and may_step(st, mp, u, there) and (best == NONE or st.occupant[there] == EMPTY):
            best = there
    if best == NONE:
        return False
    enter(st, mp, u, best)
    return True


@njit
def _guard(st: Any, mp: Any, ways: Any, u: int) -> None:
    target = target_in_reach(st, mp, u)
    if target < 0:
        sought = _enemy_of_a_friend(st, mp, ways, u)
        if sought >= 0:
            walk_to(st, mp, ways, u, st.hex[sought], 1)
            if st.status[u] != FIELD:
                return
            target = target_in_reach(st, mp, u)
    if target >= 0:
        act_attack(st, mp, u, target)
    else:
        act_guard(st, u)


@njit
def _enemy_of_a_friend(st: Any, mp: Any, ways: Any, u: int) -> int:
    """The nearest enemy in contact with a friend whom a unit can reach this turn, −1 if there is none."""
    best = NONE
    least = WORST
    stride = 2 * ((st.left + FEET_PER_HEX // 2) // FEET_PER_HEX)
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u] and enemy_adjacent(st, mp, v, st.hex[v]):
            length = way(st, mp, ways, u, st.hex[u], st.hex[v]) - 2
            if length <= stride and length * 64 + v < least:
                least = length * 64 + v
                best = v
    return best


@njit
def _advance(st: Any, mp: Any, ways: Any, u: int) -> None:
    goal = goal_to_take(st, mp, ways, u)
    target = target_in_reach(st, mp, u)
    if target < 0 or (st.doctrine[u] == FLANK and goal != st.hex[u] and not enemy_adjacent(st, mp, u, st.hex[u])):
        if goal == st.hex[u]:
            act_guard(st, u)
            return
        sought = target_to_seek(st, mp, ways, u)
        if sought < 0 and goal < 0:
            act_guard(st, u)
            return
        here = st.hex[u]
        if goal >= 0 and (sought < 0 or way(st, mp, ways, u, here, goal) <= way(st, mp, ways, u, here, st.hex[sought])):
            _march(st, mp, ways, u, goal, 0)
        else:
            _approach(st, mp, ways, u, sought)
        if st.status[u] != FIELD or st.acted != 0:
            return
        target = target_in_reach(st, mp, u)
        if target < 0:
            act_guard(st, u)
            return
    act_attack(st, mp, u, target)
    if st.range[u] == 0 and goal != st.hex[u]:
        _walk_on(st, mp, ways, u)


@njit
def _walk_on(st: Any, mp: Any, ways: Any, u: int) -> None:
    """Spend what is left of the movement on the way to the next enemy."""
    if st.left > 0 and free_to_move(st, mp, u):
        sought = target_to_seek(st, mp, ways, u)
        if sought >= 0:
            walk_to(st, mp, ways, u, st.hex[sought], 1)


@njit
def _approach(st: Any, mp: Any, ways: Any, u: int, sought: int) -> None:
    """Close with an enemy."""
    goal = st.hex[sought]
    spaces = max(st.range[u], 1)
    if st.doctrine[u] == FLANK and _too_early(st, mp, u, sought):
        spaces = (st.speed[sought] + FEET_PER_HEX // 2) // FEET_PER_HEX + 2
    elif st.doctrine[u] == FLANK:
        spaces = 1
        beside = _place_beside(st, mp, ways, u, sought)
        if beside >= 0:
            goal = beside
            spaces = 0
    _march(st, mp, ways, u, goal, spaces)


@njit
def _too_early(st: Any, mp: Any, u: int, sought: int) -> bool:
    """Whether a flanker would be at an enemy before its advancing friends, none of whom is in contact yet."""
    here = spaces_between(mp, st.hex[u], st.hex[sought])
    behind = False
    for f in range(st.units):
        if f != u and st.status[f] == FIELD and st.side[f] == st.side[u]:
            if enemy_adjacent(st, mp, f, st.hex[f]):
                return False
            if st.doctrine[f] == ADVANCE and spaces_between(mp, st.hex[f], st.hex[sought]) > here:
                behind = True
    return behind


@njit
def _march(st: Any, mp: Any, ways: Any, u: int, goal: int, spaces: int) -> None:
    """Go to within so many spaces of a hex; dash if that is far and the dash ends out of every enemy's reach."""
    length = way(st, mp, ways, u, st.hex[u], goal)
    if length >= FAR:
        length = 2 * spaces_between(mp, st.hex[u], goal)
    stride = (st.left + FEET_PER_HEX // 2) // FEET_PER_HEX
    if length - 2 * spaces > 2 * stride and _out_of_reach(st, mp, u, 2 * stride):
        act_dash(st, u)
    walk_to(st, mp, ways, u, goal, spaces)


@njit
def _out_of_reach(st: Any, mp: Any, u: int, spaces: int) -> bool:
    """Whether no enemy could come next to a unit that has gone so many spaces towards it."""
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u]:
            strides = (st.speed[v] + FEET_PER_HEX // 2) // FEET_PER_HEX
            if spaces_between(mp, st.hex[u], st.hex[v]) - spaces <= strides + 1:
                return False
    return True


@njit
def _place_beside(st: Any, mp: Any, ways: Any, u: int, sought: int) -> int:
    """The free hex next to an enemy from which to strike it: higher ground first, then the shortest way."""
    target = st.hex[sought]
    best = NONE
    least = WORST
    for k in range(6):
        there = mp.neighbour[target * 6 + k]
        if there != target and (st.occupant[there] == EMPTY or there == st.hex[u]):
            length = way(st, mp, ways, u, st.hex[u], there)
            if length < FAR:
                value = length * 4096 + there
                if mp.elevation[there] <= mp.elevation[target]:
                    value += 6 * 4096
                if value < least:
                    least = value
                    best = there
    return best


@njit
def _skirmish(st: Any, mp: Any, ways: Any, u: int) -> None:
    if _caught(st, mp, u):
        if act_disengage(st, u):
            walk_away(st, mp, u)
        return
    target = target_in_reach(st, mp, u)
    if target < 0:
        sought = target_to_seek(st, mp, ways, u)
        if sought < 0:
            act_guard(st, u)
            return
        walk_to(st, mp, ways, u, st.hex[sought], st.range[u])
        if st.status[u] != FIELD:
            return
        target = target_in_reach(st, mp, u)
    if target < 0:
        act_defend(st, u)
        return
    act_attack(st, mp, u, target)
    if free_to_move(st, mp, u) and nearest_enemy(st, mp, u, st.hex[u]) <= _SAFE_SPACES:
        walk_away(st, mp, u)


@njit
def _caught(st: Any, mp: Any, u: int) -> bool:
    """Whether an enemy that is not weaker stands next to a unit."""
    for k in range(6):
        v = st.occupant[mp.neighbour[st.hex[u] * 6 + k]]
        if v >= 0 and st.side[v] != st.side[u] and st.br[v] >= st.br[u]:
            return True
    return False


@njit
def _screen(st: Any, mp: Any, ways: Any, u: int) -> None:
    target = target_in_reach(st, mp, u)
    if target >= 0:
        act_attack(st, mp, u, target)
        return
    ward = _ward(st, mp, u)
    if ward < 0:
        _advance(st, mp, ways, u)
        return
    place = _place_before(st, mp, u, ward)
    if place >= 0 and place != st.hex[u]:
        walk_to(st, mp, ways, u, place, 0)
        if st.status[u] != FIELD:
            return
        target = target_in_reach(st, mp, u)
        if target >= 0:
            act_attack(st, mp, u, target)
            return
    act_guard(st, u)


@njit
def _ward(st: Any, mp: Any, u: int) -> int:
    """The friend to protect: the nearest that shoots and does not screen itself, else the weakest; −1 if alone."""
    best = NONE
    least = WORST
    for f in range(st.units):
        if f != u and st.status[f] == FIELD and st.side[f] == st.side[u] and st.doctrine[f] != SCREEN:
            value = spaces_between(mp, st.hex[u], st.hex[f]) * 64 + f
            if st.range[f] == 0:
                value += (st.br[f] + 100_000) << 20
            if value < least:
                least = value
                best = f
    return best


@njit
def _place_before(st: Any, mp: Any, u: int, ward: int) -> int:
    """The hex next to a friend on the side of the enemy nearest to it: free, or the unit's own; −1 if none."""
    threat = NONE
    nearest = FAR
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u]:
            spaces = spaces_between(mp, st.hex[ward], st.hex[v])
            if spaces < nearest:
                nearest = spaces
                threat = v
    if threat < 0:
        return NONE
    best = NONE
    least = WORST
    for k in range(6):
        there = mp.neighbour[st.hex[ward] * 6 + k]
        if there != st.hex[ward] and (st.occupant[there] == EMPTY or there == st.hex[u]):
            value = straightness(mp, there, st.hex[threat]) * 4096 + there
            if value < least:
                least = value
                best = there
    return best


@njit
def _withdraw(st: Any, mp: Any, u: int) -> None:
    if enemy_adjacent(st, mp, u, st.hex[u]):
        if act_disengage(st, u):
            walk_away(st, mp, u)
        return
    here = st.hex[u]
    walk_away(st, mp, u)
    if st.status[u] != FIELD:
        return
    if st.hex[u] == here:
        act_defend(st, u)
    elif free_to_move(st, mp, u):
        act_dash(st, u)
        walk_away(st, mp, u)
