"""Attacks, losses, the tests they call for, and elimination."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.dice import keep
from massbattle_core.mass_combat.battle.codes import (
    ATTACK,
    ATTACK_AGAIN,
    CASUALTIES,
    DEFENCE,
    FELL_TO_CASUALTIES,
    FELL_TO_KILLS,
    FELL_TO_ROUT,
    FRIENDS,
    LOG_ATTACK,
    LOG_ELIMINATED,
    LOG_LOSES_TURN,
    LOG_LOSS,
    LOG_TEST,
    ROUT,
)
from massbattle_core.mass_combat.battle.ground import spaces_between
from massbattle_core.mass_combat.battle.log import draw, emit
from massbattle_core.mass_combat.rules import casualties_due, loss_of_margin, morale_passes, roll_mode, routs
from massbattle_core.mass_combat.state import ELIMINATED, EMPTY, FIELD
from massbattle_core.mass_combat.tables import CASUALTIES_DC, FRIENDLY_CASUALTIES_DC, FRIENDLY_CASUALTIES_HEXES, ROUT_DC


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
    st.roll_mode = mode
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
def end_guard(st: Any, u: int) -> None:
    """A unit guards no more; ``guards`` counts those that do, so that a move where nobody does looks at none."""
    if st.guard[u] != 0:
        st.guard[u] = 0
        st.guards = st.guards - 1


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
    end_guard(st, d)
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
