"""Whom a unit strikes and whom it makes for, and which hexes it wants to hold."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat.battle import (
    END_ALLIANCE,
    GOAL_PROTECT,
    enemy_adjacent,
    mode_of_attack,
    sees,
    spaces_between,
)
from massbattle_core.mass_combat.doctrine.codes import FLANK, NEAREST, NONE, STRONGEST, WEAKEST, WORST
from massbattle_core.mass_combat.rules import at_half, morale_passes
from massbattle_core.mass_combat.state import EMPTY, FAR, FIELD
from massbattle_core.mass_combat.tables import CASUALTIES_DC, ROUT_DC

_ADVANTAGE_IN_BR = 4
_LAST = 1 << 55


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
    best = NONE
    least = WORST
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
    if reach == 0 or (best != NONE and (least < _LAST // 2 or st.no_shooting_engaged != 0)):
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
    best = NONE
    least = WORST
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
        return NONE
    wanted = 0
    for g in range(st.objectives):
        if st.goal_side[g] == st.side[u] and st.goal_kind[g] != GOAL_PROTECT:
            wanted |= 1 << g
    here = st.hex[u]
    if mp.goal[here] & wanted != 0:
        return here
    best = NONE
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
