"""Doctrines: what a unit does in a simulated battle, where nobody plays it.

The rulebook has none; these are ours, kept simple so that a game master can foresee them. A unit looks at the
board as it is, never ahead.

==========  ===================================================================================================
advance     close with the target and strike; shooters stop as soon as it is in range; dash while far from every
            enemy, otherwise walk and Guard; where objectives count, take and keep the nearest free hex of one that
            is no farther than the target
hold        stay; strike what is adjacent or in range, otherwise Defend
guard       strike what is adjacent or in range; help a friend in contact if its enemy is in reach; otherwise Guard
defend      stay and Defend, whatever happens
skirmish    shooters keep away: shoot, then step back from enemies nearer than three spaces; caught by a stronger
            enemy they disengage, a weaker one they fight
flank       like advance, but never stop to shoot: go for enemies whom a friend engages, and for high ground
            beside them; wait out of reach until a friend who advances is there or one is in contact
screen      stay beside a friend who shoots (or the weakest), on the side of the enemy nearest to it, and guard
withdraw    keep away from every enemy, disengaging and dashing; Defend where there is nowhere to go
==========  ===================================================================================================

Targets: the nearest enemy, the weakest or strongest by BR, or the one with the best chance (own BR less its BR,
advantage counted as 4). Adjacent enemies are struck by best chance unless weakest or strongest is asked for. A unit
that no loss can break any more is struck last of all.

Every step and action below is one that ``battle.verify_*`` allows.
"""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat.battle import (
    END_ALLIANCE,
    GOAL_PROTECT,
    act_attack,
    act_dash,
    act_defend,
    act_disengage,
    act_guard,
    cost_of,
    enemy_adjacent,
    enter,
    mode_of_attack,
    sees,
    spaces_between,
    way_out,
)
from massbattle_core.mass_combat.rules import at_half, enters, morale_passes
from massbattle_core.mass_combat.state import CLOSED, EMPTY, FAR, FIELD
from massbattle_core.mass_combat.tables import CASUALTIES_DC, FEET_PER_HEX, ROUT_DC

ADVANCE, HOLD, GUARD, DEFEND, SKIRMISH, FLANK, SCREEN, WITHDRAW = range(8)
NEAREST, WEAKEST, STRONGEST, BEST_CHANCE = range(4)

_ADVANTAGE_IN_BR = 4
_SAFE_SPACES = 3
_NONE = -1
_WORST = 1 << 60
_LAST = 1 << 55


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


# ---------------------------------------------------------------- targets


@njit
def way(st: Any, mp: Any, ways: Any, u: int, here: int, target: int) -> int:
    """Length of the shortest way of a unit from a hex to another, in units of 50 ft, other units not considered."""
    table = mp.way_table[st.movement_class[u]]
    if table < 0:
        return 2 * spaces_between(mp, here, target)
    return int(ways[table, target, here])


@njit
def unbreakable(st: Any, v: int) -> bool:
    """Whether a unit passes every morale test that a loss may still call for, whatever the die."""
    if not morale_passes(1, st.morale[v], ROUT_DC):
        return False
    spent = st.every_loss == 0 and at_half(st.starting_br[v], st.br[v]) and st.br[v] < st.starting_br[v]
    return bool(spent or morale_passes(1, st.morale[v], CASUALTIES_DC))


@njit
def _preference(st: Any, mp: Any, u: int, v: int) -> int:
    """How little a unit wants this target, by its rule of targets: less is better."""
    rule = st.targets[u]
    if rule == WEAKEST:
        return st.br[v]
    if rule == STRONGEST:
        return -st.br[v]
    return st.br[v] - _ADVANTAGE_IN_BR * mode_of_attack(st, mp, u, v)


@njit
def target_in_reach(st: Any, mp: Any, u: int) -> int:
    """The enemy that a unit would attack from where it stands, −1 if there is none."""
    here = st.hex[u]
    best = _NONE
    least = _WORST
    for k in range(6):
        v = st.occupant[mp.neighbour[here * 6 + k]]
        if v >= 0 and st.side[v] != st.side[u]:
            value = _preference(st, mp, u, v) * 64 + v
            if unbreakable(st, v):
                value += _LAST
            if value < least:
                least = value
                best = v
    reach = st.range[u]
    if reach == 0 or (best != _NONE and (least < _LAST // 2 or st.no_shooting_engaged != 0)):
        return best
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u]:
            spaces = spaces_between(mp, here, st.hex[v])
            if spaces <= reach and (st.walls_block == 0 or spaces == 1 or sees(mp, here, st.hex[v])):
                value = _preference(st, mp, u, v) * 64 + v
                if st.targets[u] == NEAREST:
                    value += spaces << 32
                if unbreakable(st, v):
                    value += _LAST
                if value < least:
                    least = value
                    best = v
    return best


@njit
def target_to_seek(st: Any, mp: Any, ways: Any, u: int) -> int:
    """The enemy that a unit makes for, −1 if none is on the board."""
    best = _NONE
    least = _WORST
    here = st.hex[u]
    rule = st.targets[u]
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u]:
            value = way(st, mp, ways, u, here, st.hex[v])
            if value >= FAR:
                value += spaces_between(mp, here, st.hex[v])
            if st.doctrine[u] == FLANK and enemy_adjacent(st, mp, v, st.hex[v]):
                value = max(value - 8, 0)
            if rule != NEAREST:
                value += (_preference(st, mp, u, v) + 100_000) << 20
            value = value * 64 + v
            if unbreakable(st, v):
                value += _LAST
            if value < least:
                least = value
                best = v
    return best


@njit
def goal_to_take(st: Any, mp: Any, ways: Any, u: int) -> int:
    """The hex of an objective of the unit's side that it may take or keep: its own, or the nearest free one.

    −1 if there is none, or if objectives do not count.
    """
    if st.objectives == 0 or st.end_condition == END_ALLIANCE:
        return _NONE
    wanted = 0
    for g in range(st.objectives):
        if st.goal_side[g] == st.side[u] and st.goal_kind[g] != GOAL_PROTECT:
            wanted |= 1 << g
    here = st.hex[u]
    if mp.goal[here] & wanted != 0:
        return here
    best = _NONE
    least = FAR
    for there in range(mp.hexes):
        if mp.goal[there] & wanted != 0 and st.occupant[there] == EMPTY:
            length = way(st, mp, ways, u, here, there)
            if length < least:
                least = length
                best = there
    return best


@njit
def nearest_enemy(st: Any, mp: Any, u: int, here: int) -> int:
    """Spaces from a hex to the nearest enemy of a unit."""
    nearest = FAR
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u]:
            nearest = min(nearest, spaces_between(mp, here, st.hex[v]))
    return nearest


# ---------------------------------------------------------------- walking


@njit
def _may_step(st: Any, mp: Any, u: int, there: int) -> bool:
    """Whether a unit out of contact may enter an adjacent hex; a friend's space only to pass through."""
    v = st.occupant[there]
    if v < EMPTY or (v >= 0 and st.side[v] != st.side[u]):
        return False
    cost = cost_of(st, mp, u, there)
    if cost >= CLOSED or not enters(st.left, cost):
        return False
    if v == EMPTY:
        return True
    return (
        st.friends_closed == 0
        and (st.disengaged != 0 or not enemy_adjacent(st, mp, u, there))
        and way_out(st, mp, u, there, st.left - cost)
    )


@njit
def _straightness(mp: Any, here: int, target: int) -> int:
    """Square of the distance of two centres: of two equally long ways the straighter one looks right."""
    dq = mp.q[here] - mp.q[target]
    dr = mp.r[here] - mp.r[target]
    return dq * dq + dq * dr + dr * dr


@njit
def walk_to(st: Any, mp: Any, ways: Any, u: int, target: int, spaces: int) -> None:
    """Walk towards a hex until it is within so many spaces (and in sight), stopped, or out of movement.

    Where no way leads to it, as near as the straight line goes.
    """
    before = _NONE
    while True:
        here = st.hex[u]
        length = way(st, mp, ways, u, here, target)
        cut_off = length >= FAR
        if cut_off:
            length = 2 * spaces_between(mp, here, target)
        if st.passing == 0 and (
            spaces_between(mp, here, target) <= spaces
            and (spaces <= 1 or st.walls_block == 0 or sees(mp, here, target))
        ):
            return
        best = _NONE
        least = _WORST
        for k in range(6):
            there = mp.neighbour[here * 6 + k]
            if there in (here, before):
                continue
            ahead = 2 * spaces_between(mp, there, target) if cut_off else way(st, mp, ways, u, there, target)
            nearer = ahead < length or (ahead == length and not cut_off)
            if (nearer or st.passing != 0) and _may_step(st, mp, u, there):
                total = ahead + cost_of(st, mp, u, there) // 50
                value = (total << 40) + (_straightness(mp, there, target) << 20) + there
                if value < least:
                    least = value
                    best = there
        if best == _NONE:
            return
        before = here
        if enter(st, mp, u, best):
            return


@njit
def walk_away(st: Any, mp: Any, u: int) -> None:
    """Walk away from the nearest enemy while that takes the unit farther from it."""
    while True:
        here = st.hex[u]
        farthest = nearest_enemy(st, mp, u, here)
        best = _NONE
        for k in range(6):
            there = mp.neighbour[here * 6 + k]
            if there != here and st.occupant[there] == EMPTY and _may_step(st, mp, u, there):
                spaces = nearest_enemy(st, mp, u, there)
                if spaces > farthest:
                    farthest = spaces
                    best = there
        if best == _NONE or enter(st, mp, u, best):
            return


# ---------------------------------------------------------------- the doctrines


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
    best = _NONE
    least = _WORST
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
    if st.left > 0 and st.range[u] == 0 and goal != st.hex[u] and _free_to_move(st, mp, u):
        sought = target_to_seek(st, mp, ways, u)
        if sought >= 0:
            walk_to(st, mp, ways, u, st.hex[sought], 1)


@njit
def _free_to_move(st: Any, mp: Any, u: int) -> bool:
    """Whether contact does not keep a unit from moving on."""
    return not enemy_adjacent(st, mp, u, st.hex[u]) and (st.no_breakthrough == 0 or st.contact == 0)


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
    best = _NONE
    least = _WORST
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
    if _free_to_move(st, mp, u) and nearest_enemy(st, mp, u, st.hex[u]) <= _SAFE_SPACES:
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
    best = _NONE
    least = _WORST
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
    threat = _NONE
    nearest = FAR
    for v in range(st.units):
        if st.status[v] == FIELD and st.side[v] != st.side[u]:
            spaces = spaces_between(mp, st.hex[ward], st.hex[v])
            if spaces < nearest:
                nearest = spaces
                threat = v
    if threat < 0:
        return _NONE
    best = _NONE
    least = _WORST
    for k in range(6):
        there = mp.neighbour[st.hex[ward] * 6 + k]
        if there != st.hex[ward] and (st.occupant[there] == EMPTY or there == st.hex[u]):
            value = _straightness(mp, there, st.hex[threat]) * 4096 + there
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
    elif _free_to_move(st, mp, u):
        act_dash(st, u)
        walk_away(st, mp, u)
