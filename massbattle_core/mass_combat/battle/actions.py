"""The five actions: whether one may be taken, and what it does."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.mass_combat import reasons
from massbattle_core.mass_combat.battle.attack import attack, end_guard, tested
from massbattle_core.mass_combat.battle.codes import (
    DISENGAGE,
    GUARD_LASTS,
    LOG_DASH,
    LOG_DEFEND,
    LOG_DISENGAGE,
    LOG_GUARD,
    LOG_STRIKES,
)
from massbattle_core.mass_combat.battle.ground import enemy_adjacent, sees, spaces_between
from massbattle_core.mass_combat.battle.log import emit
from massbattle_core.mass_combat.rules import disengaged_feet
from massbattle_core.mass_combat.state import FIELD
from massbattle_core.mass_combat.tables import DISENGAGE_DC


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
    if st.guard_lasting != GUARD_LASTS:
        end_guard(st, u)


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
