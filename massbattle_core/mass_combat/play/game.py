"""The game: set up, verify, carry out, what is legal, how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from massbattle_core.errors import IllegalActionError
from massbattle_core.game import Outcome, Step
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat import reasons
from massbattle_core.mass_combat.actions import Action, Attack, Befall, Dash, Defend, Disengage, EndTurn, Guard, Move
from massbattle_core.mass_combat.doctrine import finish_turn
from massbattle_core.mass_combat.packing import Prepared
from massbattle_core.mass_combat.play.log import step_of
from massbattle_core.mass_combat.play.states import BattleState, index_of, pack
from massbattle_core.mass_combat.play.table_dice import AnyDice, with_dice
from massbattle_core.mass_combat.state import FIELD, cell, position_of
from massbattle_core.phrases import phrase

__all__ = [
    "apply",
    "befall",
    "legal_actions",
    "lose_members",
    "outcome",
    "play_turn",
    "reason_against",
    "setup",
    "verify",
]

MOST_GAINED = 1_000
"""BR that an event gives a unit at most."""


def setup(prepared: Prepared, dice: AnyDice) -> Step[BattleState]:
    """The battle at its first turn; the order of units of equal initiative is rolled for.

    Source: R0.20, R0.60
    """

    def work(record: Any) -> None:
        kernel.begin_battle(record, prepared.map.record)
        if not record["need_die"]:
            _next_turn(record, prepared)

    return _step(prepared, prepared.state.copy()[0], work, dice)


def verify(state: BattleState, action: Action) -> None:
    """Raise :class:`IllegalActionError` with the reason and the rule if the action is not allowed now.

    Source: R0.23, R0.26
    """
    _raise(reason_against(state, action))


def reason_against(state: BattleState, action: Action) -> int:
    """The integer reason why an action is not allowed now, 0 if it is."""
    return _verify(state, pack(state), action)


def apply(state: BattleState, action: Action, dice: AnyDice) -> Step[BattleState]:
    """Carry an action out; ends the turn of a unit that fell, passes by units that lost theirs.

    Raises :class:`IllegalActionError` if it is not allowed, :class:`NeedDie` when typed dice are missing.

    Source: R0.23, R0.26
    """
    record = pack(state)
    _raise(_verify(state, record, action))
    index = index_of(state.prepared)
    u = index[action.unit]
    ground = state.prepared.map.record

    def work(record: Any) -> None:
        match action:
            case Move(to=to):
                kernel.enter(record, ground, u, cell(to, state.prepared.map.columns))
            case Attack(target=target):
                kernel.act_attack(record, ground, u, index[target])
            case Dash():
                kernel.act_dash(record, u)
            case Defend():
                kernel.act_defend(record, u)
            case Guard():
                kernel.act_guard(record, u)
            case Disengage():
                kernel.act_disengage(record, u)
            case EndTurn():
                pass
        kernel.check_alliances(record)
        if isinstance(action, EndTurn) or record["status"][u] != FIELD or record["over"]:
            kernel.end_turn(record, u)
            if not record["need_die"]:
                _next_turn(record, state.prepared)

    return _step(state.prepared, record, work, dice)


def play_turn(state: BattleState, dice: AnyDice) -> Step[BattleState]:
    """Play what is left of this turn by the unit's doctrine, and go on to the next.

    Raises :class:`IllegalActionError` if it is nobody's turn, :class:`NeedDie` when typed dice are missing.

    Source: R0.23
    """
    if state.mover is None:
        _raise(reasons.NOT_ITS_TURN)
    prepared = state.prepared

    def work(record: Any) -> None:
        finish_turn(record, prepared.map.record, prepared.map.ways)
        if not record["need_die"]:
            _next_turn(record, prepared)

    return _step(prepared, pack(state), work, dice)


def lose_members(
    state: BattleState,
    prepared: Prepared,
    unit_id: str,
    loss: int,
    dice: AnyDice,
    *,
    wiped_out: bool = False,
) -> Step[BattleState]:
    """The battle after a unit lost members that made ``loss`` of its BR, and tested its morale if that is due.

    ``prepared`` is the battle with the survivors' speed, range and morale. The turn goes on, unless it was the turn
    of a unit that is gone now.

    Raises :class:`IllegalActionError` for an unknown or eliminated unit, :class:`NeedDie` when typed dice are missing.

    Source: R0.42, R0.44, R0.46, R0.52, RB.4
    """
    if state.unit(unit_id).status == "eliminated":
        raise IllegalActionError(phrase("the unit has been eliminated already"), "R0.44")

    def lose(record: Any, u: int) -> None:
        kernel.lose_members(record, prepared.map.record, u, loss, wiped_out)

    return _from_outside(replace(state, prepared=prepared), unit_id, lose, dice)


def befall(state: BattleState, event: Befall, dice: AnyDice) -> Step[BattleState]:
    """The battle after what a critical event did to a unit; the friends of one that is gone test their morale.

    Raises :class:`IllegalActionError` for a unit that is not on the board or a gain of nothing, :class:`NeedDie` when
    typed dice are missing.

    Source: R0.43, R0.44, R0.55
    """
    if state.unit(event.unit).status != "field":
        raise IllegalActionError(phrase("the unit is not on the board"), "R0.55")
    if event.what == "gain" and not 1 <= event.amount <= MOST_GAINED:
        raise IllegalActionError(phrase("a unit gains 1 to {most} points of battle rating", most=MOST_GAINED), "R0.55")
    ground = state.prepared.map.record

    def happen(record: Any, u: int) -> None:
        if event.what == "gain":
            kernel.lose_br(record, ground, u, u, -event.amount, False)
        elif event.what == "eliminate":
            kernel.eliminate(record, ground, u, kernel.FELL_TO_KILLS)
        else:
            record["lost_turns"][u] = record["lost_turns"][u] + 1 if record["stack_lost_turns"] else 1
            kernel.emit(record, kernel.LOG_LOSES_TURN, u, u, 0, 0, 0)

    return _from_outside(state, event.unit, happen, dice)


def _from_outside(
    state: BattleState, unit_id: str, happen: Callable[[Any, int], None], dice: AnyDice
) -> Step[BattleState]:
    """The battle after something that no unit did; the turn goes on, unless it was that of a unit that is gone."""
    prepared = state.prepared
    u = index_of(prepared)[unit_id]

    def work(record: Any) -> None:
        happen(record, u)
        kernel.check_alliances(record)
        mover = int(record["mover"])
        if mover >= 0 and (record["over"] or record["status"][mover] != FIELD):
            kernel.end_turn(record, mover)
            if not record["need_die"]:
                _next_turn(record, prepared)

    return _step(prepared, pack(state), work, dice)


def legal_actions(state: BattleState) -> tuple[Action, ...]:
    """Every action that the unit whose turn it is may take now.

    Source: R0.26
    """
    if state.mover is None:
        return ()
    mover = state.mover
    columns = state.prepared.map.columns
    record = pack(state)
    here = cell(state.unit(mover).position, columns)
    around = {int(there) for there in state.prepared.map.record["neighbour"][here * 6 : here * 6 + 6]}
    candidates: list[Action] = [Move(mover, position_of(there, columns)) for there in sorted(around)]
    candidates += [Attack(mover, unit.id) for unit in state.units]
    candidates += [kind(mover) for kind in (Dash, Defend, Disengage, Guard, EndTurn)]
    return tuple(action for action in candidates if _verify(state, record, action) == reasons.ALLOWED)


def outcome(state: BattleState) -> Outcome | None:
    """How the battle ended; None while it goes on.

    Source: R0.59
    """
    if not state.over:
        return None
    sides = {built.unit.id: built.unit.side for built in state.prepared.units}
    left = {sides[unit.id] for unit in state.units if unit.status != "eliminated"}
    if len(left) < 2:
        return Outcome(state.winner, "one_alliance_left")
    early = state.round < int(state.prepared.state["round_limit"][0])
    return Outcome(state.winner, "objective" if state.winner or early else "round_limit")


def _verify(state: BattleState, record: Any, action: Action) -> int:
    index = index_of(state.prepared)
    ground = state.prepared.map.record
    if action.unit not in index or state.mover != action.unit:
        return reasons.NOT_ITS_TURN
    u = index[action.unit]
    match action:
        case Move(to=to):
            columns, rows = state.prepared.map.columns, state.prepared.map.rows
            if not (0 <= to[0] < columns and 0 <= to[1] < rows):
                return reasons.CLOSED_GROUND
            return int(kernel.verify_enter(record, ground, u, cell(to, columns)))
        case Attack(target=target):
            return int(kernel.verify_attack(record, ground, u, index.get(target, -1)))
        case Disengage():
            return int(kernel.verify_disengage(record, ground, u))
        case EndTurn():
            return reasons.STOPS_ON_FRIEND if state.passing else reasons.ALLOWED
        case _:
            return int(kernel.verify_plain_action(record, u))


def _raise(reason: int) -> None:
    if reason != reasons.ALLOWED:
        raise IllegalActionError(*reasons.WORDS[reason])


def _next_turn(record: Any, prepared: Prepared) -> None:
    """Go on to the next unit that may do something, or to the end of the battle."""
    while True:
        u = kernel.next_turn(record, prepared.map.record)
        if u < 0 or record["need_die"] or (record["mover"] == u and record["status"][u] == FIELD):
            return
        kernel.end_turn(record, u)


def _step(prepared: Prepared, record: Any, work: Any, dice: AnyDice) -> Step[BattleState]:
    record["logging"], record["log_lines"] = 1, 0
    after = with_dice(record, work, prepared, dice)
    return step_of(prepared, after)
