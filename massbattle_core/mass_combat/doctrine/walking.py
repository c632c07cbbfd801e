"""How a unit walks: towards a hex, and away from enemies."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat.battle import cost_of, enemy_adjacent, enter, sees, spaces_between, way_out
from massbattle_core.mass_combat.doctrine.codes import NONE, WORST
from massbattle_core.mass_combat.doctrine.targets import nearest_enemy, way
from massbattle_core.mass_combat.rules import enters
from massbattle_core.mass_combat.state import CLOSED, EMPTY, FAR


@njit
def may_step(st: Any, mp: Any, u: int, there: int) -> bool:
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
def straightness(mp: Any, here: int, target: int) -> int:
    """Square of the distance of two centres: of two equally long ways the straighter one looks right."""
    dq = mp.q[here] - mp.q[target]
    dr = mp.r[here] - mp.r[target]
    return dq * dq + dq * dr + dr * dr


@njit
def walk_to(st: Any, mp: Any, ways: Any, u: int, target: int, spaces: int) -> None:
    """Walk towards a hex until it is within so many spaces (and in sight), stopped, or out of movement.

    Where no way leads to it, as near as the straight line goes.
    """
    before = NONE
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
        best = NONE
        least = WORST
        for k in range(6):
            there = mp.neighbour[here * 6 + k]
            if there in (here, before):
                continue
            ahead = 2 * spaces_between(mp, there, target) if cut_off else way(st, mp, ways, u, there, target)
            nearer = ahead < length or (ahead == length and not cut_off)
            if (nearer or st.passing != 0) and may_step(st, mp, u, there):
                total = ahead + cost_of(st, mp, u, there) // 50
                value = (total << 40) + (straightness(mp, there, target) << 20) + there
                if value < least:
                    least = value
                    best = there
        if best == NONE:
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
        best = NONE
        for k in range(6):
            there = mp.neighbour[here * 6 + k]
            if there != here and st.occupant[there] == EMPTY and may_step(st, mp, u, there):
                spaces = nearest_enemy(st, mp, u, there)
                if spaces > farthest:
                    farthest = spaces
                    best = there
        if best == NONE or enter(st, mp, u, best):
            return


@njit
def free_to_move(st: Any, mp: Any, u: int) -> bool:
    """Whether contact does not keep a unit from moving on."""
    return not enemy_adjacent(st, mp, u, st.hex[u]) and (st.no_breakthrough == 0 or st.contact == 0)
