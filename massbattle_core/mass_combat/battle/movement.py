"""Entering spaces: costs, passing friends, contact, guards."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat import reasons
from massbattle_core.mass_combat.battle.attack import attack, end_guard
from massbattle_core.mass_combat.battle.codes import LOG_ENTERS, LOG_GUARD_STRIKES
from massbattle_core.mass_combat.battle.ground import enemy_adjacent, spaces_between
from massbattle_core.mass_combat.battle.log import emit
from massbattle_core.mass_combat.rules import enters
from massbattle_core.mass_combat.state import CLOSED, EMPTY, FIELD, HEXES
from massbattle_core.mass_combat.tables import FEET_PER_HEX


@njit
def cost_of(st: Any, mp: Any, u: int, there: int) -> int:
    """Feet of movement that entering a hex costs a unit; a friend's space costs as difficult ground.

    Source: R0.22, R0.24
    """
    cost = mp.cost[st.movement_class[u] * HEXES + there]
    if st.occupant[there] >= 0:
        return max(cost, 2 * FEET_PER_HEX)
    return cost


@njit
def way_out(st: Any, mp: Any, u: int, here: int, left: int) -> bool:
    """Whether a unit in a friend's space with so many feet left can go on to a space where it may stop.

    Source: R0.24, R0.25
    """
    for k in range(6):
        there = mp.neighbour[here * 6 + k]
        v = st.occupant[there]
        if v == EMPTY and there != here:
            cost = mp.cost[st.movement_class[u] * HEXES + there]
            if cost < CLOSED and enters(left, cost):
                return True
    for k in range(6):
        there = mp.neighbour[here * 6 + k]
        v = st.occupant[there]
        if v >= 0 and v != u and st.side[v] == st.side[u]:
            cost = cost_of(st, mp, u, there)
            if (
                cost < CLOSED
                and enters(left, cost)
                and (st.disengaged != 0 or not enemy_adjacent(st, mp, u, there))
                and way_out(st, mp, u, there, left - cost)
            ):
                return True
    return False


@njit
def verify_enter(st: Any, mp: Any, u: int, there: int) -> int:
    """Whether the unit whose turn it is may enter an adjacent hex: 0, or the reason why not.

    Source: R0.24, R0.25
    """
    if st.mover != u or st.status[u] != FIELD:
        return reasons.NOT_ITS_TURN
    here = st.hex[u]
    if there == here or spaces_between(mp, here, there) != 1:
        return reasons.NOT_ADJACENT
    if st.disengaged == 0 and st.passing == 0:
        if enemy_adjacent(st, mp, u, here):
            return reasons.IN_CONTACT
        if st.no_breakthrough != 0 and st.contact != 0:
            return reasons.NO_BREAKTHROUGH
    v = st.occupant[there]
    if v >= 0 and st.side[v] != st.side[u]:
        return reasons.ENEMY_THERE
    cost = cost_of(st, mp, u, there)
    if v < EMPTY or cost >= CLOSED:
        return reasons.CLOSED_GROUND
    if not enters(st.left, cost):
        return reasons.TOO_FAR
    if v >= 0:
        if st.friends_closed != 0:
            return reasons.FRIEND_THERE
        if st.disengaged == 0 and enemy_adjacent(st, mp, u, there):
            return reasons.STOPS_ON_FRIEND
        if not way_out(st, mp, u, there, st.left - cost):
            return reasons.STOPS_ON_FRIEND
    return reasons.ALLOWED


@njit
def enter(st: Any, mp: Any, u: int, there: int) -> bool:
    """The unit whose turn it is enters an adjacent hex; guards next to it strike, contact stops it.

    Moving from one space next to a guard to another sets it off too; several guards strike in initiative order.
    Returns whether the unit was stopped: by contact, unless it disengaged, or because it fell.

    Source: R0.24, R0.25, R0.30
    """
    here = st.hex[u]
    st.left = st.left - cost_of(st, mp, u, there)
    if st.occupant[here] == u:
        st.occupant[here] = EMPTY
    if st.occupant[there] == EMPTY:
        st.occupant[there] = u
        st.passing = 0
    else:
        st.passing = 1
    st.hex[u] = there
    emit(st, LOG_ENTERS, u, there, here, st.left, st.passing)
    return settle(st, mp, u)


@njit
def settle(st: Any, mp: Any, u: int) -> bool:
    """What follows from a unit's being in a new space: guards strike, contact is noted; whether it is stopped.

    Source: R0.25, R0.30
    """
    there = st.hex[u]
    if st.guards > 0:
        for i in range(st.units):
            g = st.order[i]
            if (
                st.guard[g] != 0
                and st.side[g] != st.side[u]
                and st.status[g] == FIELD
                and spaces_between(mp, there, st.hex[g]) == 1
            ):
                end_guard(st, g)
                emit(st, LOG_GUARD_STRIKES, g, u, 0, 0, 0)
                attack(st, mp, g, u)
                if st.status[u] != FIELD:
                    return True
    if enemy_adjacent(st, mp, u, there):
        st.contact = 1
        return bool(st.disengaged == 0)
    return False
