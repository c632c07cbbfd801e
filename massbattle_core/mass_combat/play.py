"""Playing a mass battle one action at a time, with real, typed, scripted or keyed dice.

The functions of ``battle`` do the work, on the same records as in simulation; here they are given names, states
made of plain values, reasons in words and a log. :func:`follow` plays a simulated battle over, turn by turn.

An action that needs dice is tried with the dice known so far and tried again with each die that is added, so
that a die typed at the table is asked for exactly when it matters.

Judgement: R0.18, R0.41
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from massbattle_core.dice import Dice, Roll, battle_key
from massbattle_core.errors import IllegalActionError, NeedDie
from massbattle_core.game import Event, Outcome, Step
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat import reasons
from massbattle_core.mass_combat.doctrine import take_turn
from massbattle_core.mass_combat.simulate import Prepared
from massbattle_core.mass_combat.state import (
    ELIMINATED,
    FIELD,
    LOG_LINES,
    LOG_WIDTH,
    SCRIPT,
    WAITING,
    cell,
    position_of,
)
from massbattle_core.mass_combat.tables import LIGHT_LOSS

__all__ = [
    "Action",
    "Attack",
    "BattleState",
    "Dash",
    "Defend",
    "Disengage",
    "EndTurn",
    "Guard",
    "KeyedBattle",
    "Move",
    "TypedDice",
    "UnitState",
    "apply",
    "follow",
    "legal_actions",
    "lose_members",
    "outcome",
    "setup",
    "verify",
]


# ---------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Move:
    """Enter the adjacent space ``to`` (column, row)."""

    unit: str
    to: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack another unit, adjacent or within range."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Dash:
    """Add the unit's speed to its movement of this turn."""

    unit: str


@dataclass(frozen=True, slots=True)
class Defend:
    """Be attacked with disadvantage until the end of the next turn."""

    unit: str


@dataclass(frozen=True, slots=True)
class Disengage:
    """Test morale to move away from enemies."""

    unit: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Strike the next enemy that comes near."""

    unit: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Do no more this turn."""

    unit: str


Action = Move | Attack | Dash | Defend | Disengage | Guard | EndTurn


# ---------------------------------------------------------------- state


@dataclass(frozen=True, slots=True)
class UnitState:
    """A unit in the middle of a battle: ``status`` is waiting, field or eliminated; ``defend`` counts turns."""

    id: str
    position: tuple[int, int]
    br: int
    status: str
    defend: int = 0
    guard: bool = False
    lost_turns: int = 0
    fell_to: str = ""
    turns_lost: int = 0


@dataclass(frozen=True, slots=True)
class BattleState:
    """A battle in progress: whose turn it is, what the unit has done in it, and every unit.

    ``order`` holds unit ids, first to act first; ``left`` is feet of movement; ``mover`` is None once the battle
    is over; ``winner`` is ``"a"``, ``"b"`` or None, and ``over`` tells whether that is final.
    """

    prepared: Prepared = field(repr=False, compare=False)
    units: tuple[UnitState, ...]
    order: tuple[str, ...]
    round: int = 1
    turn: int = -1
    mover: str | None = None
    left: int = 0
    acted: bool = False
    disengaged: bool = False
    contact: bool = False
    passing: bool = False
    held: tuple[int, ...] = ()
    over: bool = False
    winner: str | None = None

    def unit(self, unit_id: str) -> UnitState:
        """The state of a unit; raises :class:`IllegalActionError` if there is none of that id."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise IllegalActionError(f"there is no unit {unit_id!r} in this battle")


_STATUS = {WAITING: "waiting", FIELD: "field", ELIMINATED: "eliminated"}
_FELL = {0: "", kernel.FELL_TO_ROUT: "rout", kernel.FELL_TO_CASUALTIES: "casualties", kernel.FELL_TO_KILLS: "kills"}
_SIDES = {kernel.SIDE_A: "a", kernel.SIDE_B: "b", kernel.NOBODY: None}
_PURPOSES = {
    kernel.ATTACK: "attack",
    kernel.ATTACK_AGAIN: "attack, second die",
    kernel.DEFENCE: "defence",
    kernel.ROUT: "morale DC 10",
    kernel.CASUALTIES: "morale DC 15 at half strength",
    kernel.FRIENDS: "morale DC 10 for a fallen friend",
    kernel.DISENGAGE: "morale DC 10 to disengage",
    kernel.TIE: "order among equals",
}


def pack(state: BattleState) -> Any:
    """The state as a record for the kernel."""
    prepared = state.prepared
    record = prepared.state.copy()[0]
    columns = prepared.map.columns
    index = _index(prepared)
    for u, unit in enumerate(state.units):
        record["hex"][u] = cell(unit.position, columns)
        record["br"][u] = unit.br
        record["status"][u] = next(code for code, word in _STATUS.items() if word == unit.status)
        record["defend"][u] = unit.defend
        record["guard"][u] = unit.guard
        record["lost_turns"][u] = unit.lost_turns
        record["turns_lost"][u] = unit.turns_lost
        record["fell_to"][u] = next(code for code, word in _FELL.items() if word == unit.fell_to)
        if unit.status == "field" and not (state.passing and unit.id == state.mover):
            record["occupant"][record["hex"][u]] = u
        if unit.status != "eliminated":
            record["alive"][record["side"][u]] += 1
    record["order"][: len(state.order)] = [index[unit_id] for unit_id in state.order]
    mover = index[state.mover] if state.mover else -1
    values = {
        "guards": sum(unit.guard for unit in state.units),
        "round": state.round,
        "turn": state.turn,
        "mover": mover,
        "left": state.left,
        "acted": state.acted,
        "disengaged": state.disengaged,
        "contact": state.contact,
        "passing": state.passing,
        "over": state.over,
        "winner": next(code for code, side in _SIDES.items() if side == state.winner),
    }
    for name, value in values.items():
        record[name] = value
    record["goal_held"][: len(state.held)] = state.held
    if mover >= 0:
        kernel.set_place(record, state.round, int(record["number"][mover]))
    return record


def unpack(prepared: Prepared, record: Any) -> BattleState:
    """The state in a record of the kernel."""
    columns = prepared.map.columns
    ids = [built.unit.id for built in prepared.units]
    mover = int(record["mover"])
    return BattleState(
        prepared=prepared,
        units=tuple(
            UnitState(
                id=unit_id,
                position=position_of(int(record["hex"][u]), columns),
                br=int(record["br"][u]),
                status=_STATUS[int(record["status"][u])],
                defend=int(record["defend"][u]),
                guard=bool(record["guard"][u]),
                lost_turns=int(record["lost_turns"][u]),
                fell_to=_FELL[int(record["fell_to"][u])],
                turns_lost=int(record["turns_lost"][u]),
            )
            for u, unit_id in enumerate(ids)
        ),
        order=tuple(ids[int(u)] for u in record["order"][: len(ids)]),
        round=int(record["round"]),
        turn=int(record["turn"]),
        mover=ids[mover] if mover >= 0 else None,
        left=int(record["left"]),
        acted=bool(record["acted"]),
        disengaged=bool(record["disengaged"]),
        contact=bool(record["contact"]),
        passing=bool(record["passing"]),
        held=tuple(int(n) for n in record["goal_held"][: int(record["objectives"])]),
        over=bool(record["over"]),
        winner=_SIDES[int(record["winner"])],
    )


def _index(prepared: Prepared) -> dict[str, int]:
    return {built.unit.id: index for index, built in enumerate(prepared.units)}


# ---------------------------------------------------------------- dice


@dataclass(frozen=True, slots=True)
class KeyedBattle:
    """The dice of simulated battle number ``battle`` of the run ``seed``."""

    seed: int
    battle: int


class TypedDice:
    """Dice that people roll and type: ``known`` maps places to faces; a missing one raises :class:`NeedDie`."""

    def __init__(self, known: dict[int, int]) -> None:
        self.known = dict(known)

    def at(self, place: int, sides: int, label: str) -> int:
        """The face typed for a place."""
        if place not in self.known:
            raise NeedDie(place, sides, label)
        return self.known[place]


class PlacedDice(Protocol):
    """Dice that are addressed by place."""

    def at(self, place: int, sides: int, label: str) -> int:
        """The face of the die at a place."""
        ...


def _roll(dice: Dice | PlacedDice, place: int, label: str) -> int:
    if isinstance(dice, TypedDice):
        return dice.at(place, kernel.D20, label)
    roll = getattr(dice, "roll", None)
    if roll is not None:
        return int(roll(kernel.D20, label))
    return int(dice.at(place, kernel.D20, label))  # type: ignore[union-attr]


def _with_dice(record: Any, work: Any, prepared: Prepared, dice: Dice | PlacedDice | KeyedBattle) -> Any:
    """Do ``work(record)`` with these dice and return the record afterwards."""
    if isinstance(dice, KeyedBattle):
        record["key"] = battle_key(dice.seed, dice.battle)
        work(record)
        return record
    known: list[tuple[int, int]] = []
    while True:
        attempt = np.array(record)[()] if record.shape else record.copy()
        attempt["typed_dice"], attempt["need_die"] = 1, 0
        attempt["script_length"] = len(known)
        for i, (place, face) in enumerate(known[:SCRIPT]):
            attempt["script_place"][i], attempt["script_value"][i] = place, face
        work(attempt)
        if not attempt["need_die"]:
            attempt["typed_dice"], attempt["script_length"] = 0, 0
            return attempt
        place = int(attempt["need_place"])
        known.append((place, _roll(dice, place, label_of(prepared, place))))


def label_of(prepared: Prepared, place: int) -> str:
    """What the die at a place is for, in words."""
    names = {int(built.unit.id[1:]): built.unit.name for built in prepared.units}
    _, _, roller, cause, purpose, _ = kernel.place_parts(place)
    if purpose in (kernel.ATTACK, kernel.ATTACK_AGAIN):
        return f"{names[roller]} on {names[cause]}: {_PURPOSES[purpose]}"
    return f"{names[roller]}: {_PURPOSES[purpose]}"


# ---------------------------------------------------------------- the game


def setup(prepared: Prepared, dice: Dice | PlacedDice | KeyedBattle) -> Step[BattleState]:
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


def apply(state: BattleState, action: Action, dice: Dice | PlacedDice | KeyedBattle) -> Step[BattleState]:
    """Carry an action out; ends the turn of a unit that fell, passes by units that lost theirs.

    Raises :class:`IllegalActionError` if it is not allowed, :class:`NeedDie` when typed dice are missing.

    Source: R0.23, R0.26
    """
    record = pack(state)
    _raise(_verify(state, record, action))
    index = _index(state.prepared)
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


def lose_members(
    state: BattleState,
    prepared: Prepared,
    unit_id: str,
    loss: int,
    dice: Dice | PlacedDice | KeyedBattle,
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
        raise IllegalActionError("the unit has been eliminated already", "R0.44")
    record = pack(replace(state, prepared=prepared))
    u = _index(prepared)[unit_id]

    def work(record: Any) -> None:
        kernel.lose_members(record, prepared.map.record, u, loss, wiped_out)
        kernel.check_alliances(record)
        mover = int(record["mover"])
        if mover >= 0 and (record["over"] or record["status"][mover] != FIELD):
            kernel.end_turn(record, mover)
            if not record["need_die"]:
                _next_turn(record, prepared)

    return _step(prepared, record, work, dice)


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
    index = _index(state.prepared)
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


def _step(prepared: Prepared, record: Any, work: Any, dice: Dice | PlacedDice | KeyedBattle) -> Step[BattleState]:
    record["logging"], record["log_lines"] = 1, 0
    after = _with_dice(record, work, prepared, dice)
    return Step(unpack(prepared, after), tuple(events(prepared, after)), tuple(_rolls(prepared, after)))


# ---------------------------------------------------------------- log


def events(prepared: Prepared, record: Any) -> Iterator[Event]:
    """What the log of a record tells, with unit ids and positions."""
    ids = [built.unit.id for built in prepared.units]
    columns = prepared.map.columns
    for line in _lines(record):
        kind, a, b, c, d, e = line
        if kind == kernel.LOG_ROLL:
            continue
        name, rule, facts = _describe(kind, a, b, c, d, e, ids, columns)
        yield Event(name, rule, facts)


def _describe(
    kind: int, a: int, b: int, c: int, d: int, e: int, ids: Sequence[str], columns: int
) -> tuple[str, str, dict[str, Any]]:
    if kind == kernel.LOG_ATTACK:
        facts = {
            "unit": ids[a],
            "target": ids[b],
            "mode": {1: "adv", -1: "dis", 0: "flat"}[c],
            "attacker_total": d,
            "target_total": e,
            "margin": d - e,
        }
        return "attack", "R0.33", facts
    if kind == kernel.LOG_LOSS:
        rule = "R0.46" if a == b else "R0.36" if c == LIGHT_LOSS else "R0.37"
        return "loss", rule, {"unit": ids[a], "cause": ids[b], "loss": c, "br": d}
    if kind == kernel.LOG_TEST:
        rule = {kernel.ROUT: "R0.37", kernel.CASUALTIES: "R0.42", kernel.FRIENDS: "R0.43", kernel.DISENGAGE: "R0.29"}[e]
        return "morale_test", rule, {"unit": ids[a], "dc": b, "total": c, "passed": bool(d)}
    if kind == kernel.LOG_ELIMINATED:
        return "eliminated", "R0.44", {"unit": ids[a], "fell_to": _FELL[b]}
    if kind == kernel.LOG_LOSES_TURN:
        return "loses_next_turn", "R0.43", {"unit": ids[a], "friend": ids[b]}
    if kind == kernel.LOG_ENTERS:
        facts = {
            "unit": ids[a],
            "to": position_of(b, columns),
            "from": position_of(c, columns),
            "left": d,
            "passing": bool(e),
        }
        return "enters", "R0.24", facts
    if kind == kernel.LOG_GUARD_STRIKES:
        return "guard_strikes", "R0.30", {"unit": ids[a], "target": ids[b]}
    if kind == kernel.LOG_STRIKES:
        return "strikes", "R0.31" if c == 1 else "R0.32", {"unit": ids[a], "target": ids[b], "spaces": c}
    if kind == kernel.LOG_DISENGAGE:
        return "disengage", "R0.29", {"unit": ids[a], "passed": bool(b), "left": c}
    if kind == kernel.LOG_ARRIVES:
        return "arrives", "R0.11", {"unit": ids[a], "at": position_of(b, columns), "left": d}
    if kind == kernel.LOG_TURN:
        return "turn", "R0.23", {"unit": ids[a], "round": b}
    if kind == kernel.LOG_ROUND_ENDS:
        return "round_ends", "R0.18", {"round": a}
    if kind == kernel.LOG_OVER:
        return "over", "R0.59", {"winner": _SIDES[a], "round": b}
    name, rule = {
        kernel.LOG_DASH: ("dash", "R0.27"),
        kernel.LOG_DEFEND: ("defend", "R0.28"),
        kernel.LOG_GUARD: ("guard", "R0.30"),
        kernel.LOG_TURN_LOST: ("turn_lost", "R0.43"),
    }[kind]
    return name, rule, {"unit": ids[a]}


def _lines(record: Any) -> Iterator[tuple[int, ...]]:
    count = min(int(record["log_lines"]), LOG_LINES)
    for line in record["log"][: count * LOG_WIDTH].reshape(count, LOG_WIDTH):
        yield tuple(int(number) for number in line)


def _rolls(prepared: Prepared, record: Any) -> Iterator[Roll]:
    rolls = [(line[1], line[2]) for line in _lines(record) if line[0] == kernel.LOG_ROLL]
    for number, (place, face) in enumerate(rolls):
        yield Roll(number, label_of(prepared, place), kernel.D20, face)


# ---------------------------------------------------------------- following a simulated battle


def follow(prepared: Prepared, battle: int) -> Iterator[Step[BattleState]]:
    """Play simulated battle number ``battle`` over: the state at its start, then after each turn.

    The last state is the one that the simulation counted.
    """
    dice = KeyedBattle(prepared.seed, battle)
    record = prepared.state.copy()[0]
    record["key"] = battle_key(dice.seed, dice.battle)
    record["logging"] = 1
    ground, ways = prepared.map.record, prepared.map.ways
    kernel.begin_battle(record, ground)
    yield _look(prepared, record)
    while True:
        record["log_lines"] = 0
        u = kernel.next_turn(record, ground)
        if u < 0:
            if record["log_lines"]:
                yield _look(prepared, record)
            return
        if record["mover"] == u:
            if record["status"][u] != ELIMINATED:
                take_turn(record, ground, ways, u)
            kernel.end_turn(record, u)
        yield _look(prepared, record)


def _look(prepared: Prepared, record: Any) -> Step[BattleState]:
    return Step(unpack(prepared, record), tuple(events(prepared, record)), tuple(_rolls(prepared, record)))
