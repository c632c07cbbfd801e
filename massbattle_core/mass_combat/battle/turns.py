"""The order, turns, reinforcements, rounds and the end of a battle."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat.battle.attack import end_guard, lose_members
from massbattle_core.mass_combat.battle.codes import (
    D20,
    END_OBJECTIVE,
    END_ROUND_LIMIT,
    GOAL_PROTECT,
    GOAL_REACH,
    GUARD_ENDS_WITH_TURN,
    LOG_ARRIVES,
    LOG_OVER,
    LOG_ROUND_ENDS,
    LOG_TURN,
    LOG_TURN_LOST,
    NOBODY,
    SIDE_A,
    SIDE_B,
    TIE,
)
from massbattle_core.mass_combat.battle.ground import enemy_adjacent, spaces_between
from massbattle_core.mass_combat.battle.log import draw, emit, set_place
from massbattle_core.mass_combat.battle.movement import settle
from massbattle_core.mass_combat.state import CLOSED, ELIMINATED, EMPTY, FIELD, HEXES, WAITING


@njit
def begin_battle(st: Any, mp: Any) -> None:
    """Put every unit where it starts and settle the order: highest initiative first, ties by roll-off.

    Tied units roll a d20 each, highest first; those still tied roll again, five times at most. A battle that is
    taken up in its middle stands as it did there.

    Ruling: the random order of a tied set is drawn as a roll-off, as at a table.
    Source: R0.20, R0.60
    """
    if st.resumed != 0:
        _take_up(st)
        return
    st.round = 1
    st.turn = -1
    st.mover = -1
    st.over = 0
    st.winner = NOBODY
    st.guards = 0
    st.alive[0] = 0
    st.alive[1] = 0
    for g in range(st.objectives):
        st.goal_held[g] = 0
    for u in range(st.units):
        st.hex[u] = st.start_hex[u]
        st.br[u] = st.starting_br[u]
        st.defend[u] = 0
        st.guard[u] = 0
        st.lost_turns[u] = 0
        st.fell_to[u] = 0
        st.turns_lost[u] = 0
        st.tie[u] = 0
        st.order[u] = st.initiative_order[u]
        st.alive[st.side[u]] += 1
        if st.arrival[u] > 0:
            st.status[u] = WAITING
        else:
            st.status[u] = FIELD
            st.occupant[st.start_hex[u]] = u
    set_place(st, 0, 0)
    first = 0
    while first < st.units:
        after = first + 1
        while after < st.units and st.initiative[st.order[after]] == st.initiative[st.order[first]]:
            after += 1
        if after - first > 1:
            _roll_off(st, first, after)
        first = after
    for u in range(st.units):
        lose_members(st, mp, u, st.killed_br[u], st.wiped_out[u])
    check_alliances(st)


@njit
def _take_up(st: Any) -> None:
    """Put the battle where the ``from_`` fields of its record say that it is."""
    st.round = st.from_round
    st.turn = st.from_turn
    st.mover = st.from_mover
    st.left = st.from_left
    st.acted = st.from_acted
    st.disengaged = st.from_disengaged
    st.contact = st.from_contact
    st.passing = st.from_passing
    st.over = st.from_over
    st.winner = st.from_winner
    st.guards = st.from_guards
    st.alive[0] = 0
    st.alive[1] = 0
    for g in range(st.objectives):
        st.goal_held[g] = st.from_goal_held[g]
    for u in range(st.units):
        st.hex[u] = st.from_hex[u]
        st.br[u] = st.from_br[u]
        st.status[u] = st.from_status[u]
        st.defend[u] = st.from_defend[u]
        st.guard[u] = st.from_guard[u]
        st.lost_turns[u] = st.from_lost_turns[u]
        st.fell_to[u] = st.from_fell_to[u]
        st.turns_lost[u] = st.from_turns_lost[u]
        st.order[u] = st.from_order[u]
        if st.status[u] != ELIMINATED:
            st.alive[st.side[u]] += 1
        if st.status[u] == FIELD and not (st.mover == u and st.passing != 0):
            st.occupant[st.hex[u]] = u
    if st.mover >= 0:
        set_place(st, st.round, st.number[st.mover])


@njit
def _roll_off(st: Any, first: int, after: int) -> None:
    """Put the tied units of a part of the order in the order of their rolls.

    ``tie`` is a number whose digits, one a roll, are the faces; the digit of the roll at hand is still 0, so that
    those tied are those with the same digits before it.
    """
    for occurrence in range(5):
        again = False
        for i in range(first, after):
            u = st.order[i]
            tied = False
            for j in range(first, after):
                v = st.order[j]
                if u != v and st.tie[u] // (D20 + 1) == st.tie[v] // (D20 + 1):
                    tied = True
            if tied:
                again = True
                st.tie[u] += draw(st, u, u, TIE, occurrence)
        if not again:
            break
        for i in range(first, after):
            st.tie[st.order[i]] *= D20 + 1
    for i in range(first + 1, after):
        u = st.order[i]
        j = i
        while j > first and st.tie[st.order[j - 1]] < st.tie[u]:
            st.order[j] = st.order[j - 1]
            j -= 1
        st.order[j] = u


@njit
def next_turn(st: Any, mp: Any) -> int:
    """Begin the turn of the next unit and return it; −1 once the battle is over.

    Passes by eliminated units and reinforcements that have not come; ends rounds. A unit that loses its turn
    is returned with ``mover`` −1: it may do nothing.

    Source: R0.18, R0.20, R0.23, R0.43
    """
    while st.over == 0:
        st.turn = st.turn + 1
        if st.turn >= st.units:
            end_round(st, mp)
            continue
        u = st.order[st.turn]
        if st.status[u] == FIELD or (st.status[u] == WAITING and st.arrival[u] <= st.round):
            begin_turn(st, mp, u)
            return u
    return -1


@njit
def begin_turn(st: Any, mp: Any, u: int) -> None:
    """Begin a unit's turn: its movement is its speed, its action is unspent; a reinforcement enters the map.

    Source: R0.21, R0.23, R0.43
    """
    set_place(st, st.round, st.number[u])
    st.mover = u
    st.left = st.speed[u]
    st.acted = 0
    st.disengaged = 0
    st.passing = 0
    st.contact = 0
    emit(st, LOG_TURN, u, st.round, 0, 0, 0)
    if st.guard_lasting == GUARD_ENDS_WITH_TURN:
        end_guard(st, u)
    if st.status[u] == WAITING:
        _arrive(st, mp, u)
    elif st.lost_turns[u] > 0:
        st.lost_turns[u] -= 1
        st.turns_lost[u] += 1
        emit(st, LOG_TURN_LOST, u, 0, 0, 0, 0)
        _end_defence(st, u)
        st.mover = -1
    elif enemy_adjacent(st, mp, u, st.hex[u]):
        st.contact = 1


@njit
def _arrive(st: Any, mp: Any, u: int) -> None:
    """A reinforcement enters at its hex, or at the nearest free one, and pays for it as for any space.

    Where there is no free space at all it waits for another round.

    Ruling: reinforcements are not in the source; entering is entering a space, so guards strike and contact stops.
    Source: R0.11, R0.24
    """
    best = -1
    nearest = 0
    for there in range(mp.hexes):
        if st.occupant[there] == EMPTY and mp.cost[st.movement_class[u] * HEXES + there] < CLOSED:
            spaces = spaces_between(mp, st.start_hex[u], there)
            if best < 0 or spaces < nearest:
                best = there
                nearest = spaces
    if best < 0:
        st.mover = -1
        return
    st.status[u] = FIELD
    st.hex[u] = best
    st.occupant[best] = u
    st.left = st.left - mp.cost[st.movement_class[u] * HEXES + best]
    emit(st, LOG_ARRIVES, u, best, 0, st.left, 0)
    settle(st, mp, u)


@njit
def end_turn(st: Any, u: int) -> None:
    """End a unit's turn: the debt of movement is forgotten, a Defend of an earlier turn ends.

    The battle is over as soon as one side has no unit left.

    Source: R0.24, R0.28, R0.59
    """
    if st.mover == u:
        _end_defence(st, u)
    st.mover = -1
    check_alliances(st)


@njit
def _end_defence(st: Any, u: int) -> None:
    if st.defend[u] > 0:
        st.defend[u] -= 1


@njit
def check_alliances(st: Any) -> None:
    """The battle is over when a side has no unit left.

    Source: R0.59
    """
    if st.over == 0 and (st.alive[0] == 0 or st.alive[1] == 0):
        winner = NOBODY
        if st.alive[0] > 0:
            winner = SIDE_A
        elif st.alive[1] > 0:
            winner = SIDE_B
        _end_battle(st, winner)


@njit
def _end_battle(st: Any, winner: int) -> None:
    st.over = 1
    st.winner = winner
    emit(st, LOG_OVER, winner, st.round, 0, 0, 0)


@njit
def end_round(st: Any, mp: Any) -> None:
    """End a round: objectives are looked at, the round limit ends the battle, else the next round begins.

    A battle that reaches the limit is undecided, unless objectives decide it then.

    Ruling: objectives are not in the source. Hexes are held by a side that has a unit on one of them while no
    enemy is on any; sides that reach their objectives at the same time share the field. At the round limit,
    keeping a unit alive is an objective reached.
    Source: R0.18, R0.59
    """
    emit(st, LOG_ROUND_ENDS, st.round, 0, 0, 0, 0)
    last = st.round >= st.round_limit
    reached_a = False
    reached_b = False
    for g in range(st.objectives):
        if _reached(st, mp, g, last):
            if st.goal_side[g] == SIDE_A:
                reached_a = True
            else:
                reached_b = True
    judged = st.end_condition == END_OBJECTIVE or (st.end_condition == END_ROUND_LIMIT and last)
    if judged and (reached_a or reached_b):
        winner = NOBODY
        if not reached_b:
            winner = SIDE_A
        elif not reached_a:
            winner = SIDE_B
        _end_battle(st, winner)
    elif last:
        _end_battle(st, NOBODY)
    else:
        st.round = st.round + 1
        st.turn = -1


@njit
def _reached(st: Any, mp: Any, g: int, last: bool) -> bool:
    """Whether an objective is reached at the end of this round; counts for how many rounds its hexes are held."""
    if st.goal_kind[g] == GOAL_PROTECT:
        return bool(last and st.status[st.goal_unit[g]] != ELIMINATED)
    friends = 0
    enemies = 0
    for u in range(st.units):
        if st.status[u] == FIELD and (mp.goal[st.hex[u]] >> g) & 1 != 0:
            if st.side[u] == st.goal_side[g]:
                friends += 1
            else:
                enemies += 1
    if friends > 0 and (enemies == 0 or st.goal_kind[g] == GOAL_REACH):
        st.goal_held[g] += 1
    else:
        st.goal_held[g] = 0
    return bool(st.goal_held[g] >= st.goal_rounds[g])


@njit
def clear_board(st: Any) -> None:
    """Take every unit off the board of the record, so that the next battle finds it empty."""
    for u in range(st.units):
        if st.status[u] == FIELD and st.occupant[st.hex[u]] == u:
            st.occupant[st.hex[u]] = EMPTY
