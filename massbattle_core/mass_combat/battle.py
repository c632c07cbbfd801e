"""The battle itself: what happens to the state when a unit moves, acts, is struck or flees.

These functions work on the records of ``state`` and are the only place where a battle changes. Simulation calls
them compiled, play calls them one action at a time with real or typed dice, and the tests run them as plain
Python. ``verify_*`` return an integer reason, 0 for yes; the words for the reasons are in ``reasons``.

Dice are drawn by place: round, owner of the turn, roller, cause, purpose. :func:`draw` looks into the script of
the record first (typed dice, replays), then asks for a real die if play wants one, else draws the keyed die.
"""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.dice import die_at, keep
from massbattle_core.mass_combat import reasons
from massbattle_core.mass_combat.rules import (
    casualties_due,
    disengaged_feet,
    enters,
    loss_of_margin,
    morale_passes,
    roll_mode,
    routs,
)
from massbattle_core.mass_combat.state import CLOSED, ELIMINATED, EMPTY, FIELD, HEXES, LOG_LINES, LOG_WIDTH, WAITING
from massbattle_core.mass_combat.tables import (
    CASUALTIES_DC,
    DISENGAGE_DC,
    FEET_PER_HEX,
    FRIENDLY_CASUALTIES_DC,
    FRIENDLY_CASUALTIES_HEXES,
    ROUT_DC,
)

# Purposes of a die: the last part of its place.
ATTACK, ATTACK_AGAIN, DEFENCE, ROUT, CASUALTIES, FRIENDS, DISENGAGE, TIE = range(8)

# Kinds of lines in the log; the columns that follow are named at each call of emit.
(
    LOG_ROLL,
    LOG_ATTACK,
    LOG_LOSS,
    LOG_TEST,
    LOG_ELIMINATED,
    LOG_LOSES_TURN,
    LOG_ENTERS,
    LOG_GUARD_STRIKES,
    LOG_DASH,
    LOG_DEFEND,
    LOG_GUARD,
    LOG_DISENGAGE,
    LOG_TURN_LOST,
    LOG_ARRIVES,
    LOG_TURN,
    LOG_ROUND_ENDS,
    LOG_OVER,
    LOG_STRIKES,
) = range(18)

# Why a unit fell.
FELL_TO_ROUT, FELL_TO_CASUALTIES, FELL_TO_KILLS = 1, 2, 3

# Who won: a side, or nobody.
SIDE_A, SIDE_B, NOBODY = 0, 1, 2

# Values of switches that are not plain yes or no.
GUARD_ENDS_WITH_OTHER_ACTION, GUARD_LASTS, GUARD_ENDS_WITH_TURN = 0, 1, 2
END_ALLIANCE, END_OBJECTIVE, END_ROUND_LIMIT = 0, 1, 2
GOAL_HOLD, GOAL_REACH, GOAL_PROTECT = 0, 1, 2

_NUMBERS = 1 << 14
_PURPOSES = 1 << 4
_OCCURRENCES = 1 << 4
D20 = 20


# ---------------------------------------------------------------- dice and log


@njit
def emit(st: Any, kind: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Write one line of six numbers into the log of the record, if it keeps one."""
    if st.logging != 0 and st.log_lines < LOG_LINES:
        at = st.log_lines * LOG_WIDTH
        st.log[at] = kind
        st.log[at + 1] = a
        st.log[at + 2] = b
        st.log[at + 3] = c
        st.log[at + 4] = d
        st.log[at + 5] = e
        st.log_lines = st.log_lines + 1


@njit
def draw(st: Any, roller: int, cause: int, purpose: int, occurrence: int) -> int:
    """The face, 1…20, of the die at a place of this battle; ``roller`` and ``cause`` are indices of units.

    Returns 1 and raises the flag ``need_die`` where play wants a real die that nobody has rolled yet.
    """
    place = (
        ((st.place_prefix * _NUMBERS + st.number[roller]) * _NUMBERS + st.number[cause]) * _PURPOSES + purpose
    ) * _OCCURRENCES + occurrence
    for i in range(st.script_length):
        if st.script_place[i] == place:
            emit(st, LOG_ROLL, place, st.script_value[i], 0, 0, 0)
            return int(st.script_value[i])
    if st.typed_dice != 0:
        if st.need_die == 0:
            st.need_die = 1
            st.need_place = place
        return 1
    face = die_at(st.key, place, D20)
    emit(st, LOG_ROLL, place, face, 0, 0, 0)
    return face


def place_parts(place: int) -> tuple[int, int, int, int, int, int]:
    """The parts of a place: round, number of the turn's owner, of the roller, of the cause, purpose, occurrence."""
    place, occurrence = divmod(place, _OCCURRENCES)
    place, purpose = divmod(place, _PURPOSES)
    place, cause = divmod(place, _NUMBERS)
    place, roller = divmod(place, _NUMBERS)
    round_number, owner = divmod(place, _NUMBERS)
    return round_number, owner, roller, cause, purpose, occurrence


@njit
def set_place(st: Any, round_number: int, owner_number: int) -> None:
    """Address the dice that follow to a round and to the unit whose turn it is (0, 0: before the battle)."""
    st.place_prefix = round_number * _NUMBERS + owner_number


# ---------------------------------------------------------------- the map


@njit
def spaces_between(mp: Any, a: int, b: int) -> int:
    """The number of spaces from one hex to another.

    Source: R0.24
    """
    dq = mp.q[a] - mp.q[b]
    dr = mp.r[a] - mp.r[b]
    return max(abs(dq), abs(dr), abs(dq + dr))


@njit
def enemy_adjacent(st: Any, mp: Any, u: int, here: int) -> bool:
    """Whether an enemy of a unit stands next to a hex.

    Source: R0.25
    """
    for k in range(6):
        v = st.occupant[mp.neighbour[here * 6 + k]]
        if v >= 0 and st.side[v] != st.side[u]:
            return True
    return False


@njit
def sees(mp: Any, a: int, b: int) -> bool:
    """Whether no wall stands on the straight line between the centres of two hexes.

    Ruling: a line that runs exactly along an edge passes on the side of the greater axial coordinates.
    Source: R0.32
    """
    steps = spaces_between(mp, a, b)
    dq = mp.q[b] - mp.q[a]
    dr = mp.r[b] - mp.r[a]
    for i in range(1, steps):
        q = mp.q[a] + 1e-6 + dq * i / steps
        r = mp.r[a] + 1e-6 + dr * i / steps
        nearest_q = int(q + 1000.5) - 1000
        nearest_r = int(r + 1000.5) - 1000
        nearest_s = int(1000.5 - q - r) - 1000
        off_q = abs(nearest_q - q)
        off_r = abs(nearest_r - r)
        off_s = abs(nearest_s + q + r)
        if off_q > off_r and off_q > off_s:
            nearest_q = -nearest_r - nearest_s
        elif off_r > off_s:
            nearest_r = -nearest_q - nearest_s
        column = nearest_q + (nearest_r - (nearest_r & 1)) // 2
        if mp.wall[(nearest_r + 1) * mp.width + column + 1] != 0:
            return False
    return True


# ---------------------------------------------------------------- attack


@njit
def mode_of_attack(st: Any, mp: Any, a: int, d: int) -> int:
    """How unit ``a`` would roll against unit ``d`` as they stand: 1 with advantage, −1 with disadvantage, 0 flat.

    Advantage: higher ground; another enemy of the target next to it. Disadvantage: cover; two friends of the
    target (or, by a house rule, of the attacker) next to it; it defends.

    Source: R0.28, R0.38, R0.39, R0.40
    """
    target_hex = st.hex[d]
    advantages = 0
    if mp.elevation[st.hex[a]] > mp.elevation[target_hex]:
        advantages += 1
    flankers = 0
    friends = 0
    for k in range(6):
        v = st.occupant[mp.neighbour[target_hex * 6 + k]]
        if v >= 0:
            if st.side[v] != st.side[d]:
                if v != a:
                    flankers += 1
            else:
                friends += 1
    if flankers > 0:
        advantages += 1
    if st.friends_of_attacker != 0:
        friends = flankers
    disadvantages = 0
    if mp.cover[target_hex] != 0:
        disadvantages += 1
    if friends >= 2:
        disadvantages += 1
    if st.defend[d] != 0:
        disadvantages += 1
    return roll_mode(advantages, disadvantages, st.net_count)


@njit
def attack(st: Any, mp: Any, a: int, d: int) -> None:
    """Unit ``a`` attacks unit ``d``: opposed roll, loss, and the tests that the loss calls for.

    Source: R0.31, R0.33, R0.36, R0.37
    """
    mode = mode_of_attack(st, mp, a, d)
    die = draw(st, a, d, ATTACK, 0)
    if mode != 0:
        die = keep(die, draw(st, a, d, ATTACK_AGAIN, 0), mode)
    other = draw(st, d, a, DEFENCE, 0)
    margin = die + st.br[a] - other - st.br[d]
    emit(st, LOG_ATTACK, a, d, mode, die + st.br[a], other + st.br[d])
    loss = loss_of_margin(margin)
    if loss == 0:
        return
    lose_br(st, mp, d, a, loss, routs(margin))


@njit
def lose_br(st: Any, mp: Any, d: int, cause: int, loss: int, heavy: bool) -> None:
    """Unit ``d`` loses BR: after a heavy loss it tests DC 10, then, if still there and due, DC 15.

    Source: R0.36, R0.37, R0.42
    """
    before = st.br[d]
    st.br[d] = before - loss
    emit(st, LOG_LOSS, d, cause, loss, st.br[d], 0)
    if heavy and not tested(st, d, cause, ROUT, ROUT_DC):
        eliminate(st, mp, d, FELL_TO_ROUT)
    elif casualties_due(st.starting_br[d], before, st.br[d], st.every_loss) and not tested(
        st, d, cause, CASUALTIES, CASUALTIES_DC
    ):
        eliminate(st, mp, d, FELL_TO_CASUALTIES)


@njit
def lose_members(st: Any, mp: Any, u: int, loss: int, wiped_out: int) -> None:
    """Members of unit ``u`` are dead or disabled: it loses what they added to its BR, and is gone with the last.

    Source: R0.42, R0.44, R0.46, R0.52, RB.4
    """
    if wiped_out != 0:
        st.br[u] -= loss
        emit(st, LOG_LOSS, u, u, loss, st.br[u], 0)
        eliminate(st, mp, u, FELL_TO_KILLS)
    elif loss > 0:
        lose_br(st, mp, u, u, loss, False)


@njit
def tested(st: Any, u: int, cause: int, purpose: int, dc: int) -> bool:
    """A unit tests its morale; whether it passes.

    Source: R0.13
    """
    die = draw(st, u, cause, purpose, 0)
    passed = morale_passes(die, st.morale[u], dc)
    emit(st, LOG_TEST, u, dc, die + st.morale[u], 1 if passed else 0, purpose)
    return passed


@njit
def eliminate(st: Any, mp: Any, d: int, why: int) -> None:
    """Take a unit off the map for good; its friends within five spaces test their morale in initiative order.

    A friend that fails loses its next turn; several failures lose one turn, or, by a house rule, one each.

    Source: R0.43, R0.44
    """
    here = st.hex[d]
    st.status[d] = ELIMINATED
    st.fell_to[d] = why
    if st.guard[d] != 0:
        st.guard[d] = 0
        st.guards = st.guards - 1
    if st.occupant[here] == d:
        st.occupant[here] = EMPTY
    st.alive[st.side[d]] -= 1
    emit(st, LOG_ELIMINATED, d, why, 0, 0, 0)
    for i in range(st.units):
        f = st.order[i]
        if (
            st.status[f] == FIELD
            and st.side[f] == st.side[d]
            and spaces_between(mp, here, st.hex[f]) <= FRIENDLY_CASUALTIES_HEXES
            and not tested(st, f, d, FRIENDS, FRIENDLY_CASUALTIES_DC)
        ):
            st.lost_turns[f] = st.lost_turns[f] + 1 if st.stack_lost_turns != 0 else 1
            emit(st, LOG_LOSES_TURN, f, d, 0, 0, 0)


# ---------------------------------------------------------------- movement


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
                st.guard[g] = 0
                st.guards = st.guards - 1
                emit(st, LOG_GUARD_STRIKES, g, u, 0, 0, 0)
                attack(st, mp, g, u)
                if st.status[u] != FIELD:
                    return True
    if enemy_adjacent(st, mp, u, there):
        st.contact = 1
        return bool(st.disengaged == 0)
    return False


# ---------------------------------------------------------------- actions


@njit
def _verify_action(st: Any, u: int) -> int:
    if st.mover != u or st.status[u] != FIELD:
        return reasons.NOT_ITS_TURN
    if st.passing != 0:
        return reasons.STOPS_ON_FRIEND
    if st.acted != 0:
        return reasons.HAS_ACTED
    return reasons.ALLOWED


@njit
def verify_attack(st: Any, mp: Any, u: int, d: int) -> int:
    """Whether the unit whose turn it is may attack another: 0, or the reason why not.

    Source: R0.23, R0.26, R0.31, R0.32
    """
    reason = _verify_action(st, u)
    if reason != reasons.ALLOWED:
        return reason
    if d < 0 or d >= st.units or st.status[d] != FIELD:
        return reasons.NO_TARGET
    if st.side[d] == st.side[u]:
        return reasons.FRIENDLY_TARGET
    spaces = spaces_between(mp, st.hex[u], st.hex[d])
    if spaces == 1:
        return reasons.ALLOWED
    if st.range[u] == 0:
        return reasons.CANNOT_SHOOT
    if spaces > st.range[u]:
        return reasons.OUT_OF_RANGE
    if st.no_shooting_engaged != 0 and enemy_adjacent(st, mp, u, st.hex[u]):
        return reasons.ENGAGED
    if st.walls_block != 0 and not sees(mp, st.hex[u], st.hex[d]):
        return reasons.OUT_OF_SIGHT
    return reasons.ALLOWED


@njit
def verify_plain_action(st: Any, u: int) -> int:
    """Whether the unit whose turn it is may Dash, Defend or Guard: 0, or the reason why not.

    Source: R0.23, R0.26
    """
    return _verify_action(st, u)


@njit
def verify_disengage(st: Any, mp: Any, u: int) -> int:
    """Whether the unit whose turn it is may Disengage: 0, or the reason why not.

    Source: R0.26, R0.29
    """
    reason = _verify_action(st, u)
    if reason != reasons.ALLOWED:
        return reason
    if st.free_disengage == 0 and not enemy_adjacent(st, mp, u, st.hex[u]):
        return reasons.NOT_ENGAGED
    return reasons.ALLOWED


@njit
def _act(st: Any, u: int) -> None:
    """Spend the action of the turn; an action other than Guard ends a guard set before.

    Source: R0.23, R0.30
    """
    st.acted = 1
    if st.guard[u] != 0 and st.guard_lasting != GUARD_LASTS:
        st.guard[u] = 0
        st.guards = st.guards - 1


@njit
def act_attack(st: Any, mp: Any, u: int, d: int) -> None:
    """The action Attack.

    Source: R0.26, R0.31, R0.32
    """
    _act(st, u)
    emit(st, LOG_STRIKES, u, d, spaces_between(mp, st.hex[u], st.hex[d]), 0, 0)
    attack(st, mp, u, d)


@njit
def act_dash(st: Any, u: int) -> None:
    """The action Dash: the unit's speed is added to this turn's movement.

    Source: R0.27
    """
    _act(st, u)
    st.left = st.left + st.speed[u]
    emit(st, LOG_DASH, u, st.left, 0, 0, 0)


@njit
def act_defend(st: Any, u: int) -> None:
    """The action Defend: disadvantage for all who attack the unit until the end of its next turn.

    Source: R0.28
    """
    _act(st, u)
    st.defend[u] = 2
    emit(st, LOG_DEFEND, u, 0, 0, 0, 0)


@njit
def act_guard(st: Any, u: int) -> None:
    """The action Guard: the unit will strike the next enemy that enters a space next to it.

    Source: R0.30
    """
    st.acted = 1
    if st.guard[u] == 0:
        st.guard[u] = 1
        st.guards = st.guards + 1
    emit(st, LOG_GUARD, u, 0, 0, 0, 0)


@njit
def act_disengage(st: Any, u: int) -> bool:
    """The action Disengage: a morale test DC 10; passed, the unit may move half its speed past enemies.

    Failed, it does not move at all this turn.

    Source: R0.29
    """
    _act(st, u)
    passed = tested(st, u, u, DISENGAGE, DISENGAGE_DC)
    if passed:
        st.disengaged = 1
        st.left = disengaged_feet(st.speed[u], st.left)
    else:
        st.left = min(st.left, 0)
    emit(st, LOG_DISENGAGE, u, 1 if passed else 0, st.left, 0, 0)
    return passed


# ---------------------------------------------------------------- turns and rounds


@njit
def begin_battle(st: Any, mp: Any) -> None:
    """Put every unit where it starts and settle the order: highest initiative first, ties by roll-off.

    Tied units roll a d20 each, highest first; those still tied roll again, five times at most.

    Ruling: the random order of a tied set is drawn as a roll-off, as at a table.
    Source: R0.20, R0.60
    """
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
def _roll_off(st: Any, first: int, after: int) -> None:
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
    if st.guard[u] != 0 and st.guard_lasting == GUARD_ENDS_WITH_TURN:
        st.guard[u] = 0
        st.guards = st.guards - 1
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
        if st.goal_kind[g] == GOAL_PROTECT:
            met = last and st.status[st.goal_unit[g]] != ELIMINATED
        else:
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
            met = st.goal_held[g] >= st.goal_rounds[g]
        if met:
            if st.goal_side[g] == 0:
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
def clear_board(st: Any) -> None:
    """Take every unit off the board of the record, so that the next battle finds it empty."""
    for u in range(st.units):
        if st.status[u] == FIELD and st.occupant[st.hex[u]] == u:
            st.occupant[st.hex[u]] = EMPTY
