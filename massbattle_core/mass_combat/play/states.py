"""A battle in progress as plain values, and as a record for the kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.simulate import Prepared
from massbattle_core.mass_combat.state import ELIMINATED, FIELD, WAITING, cell, position_of
from massbattle_core.phrases import phrase

__all__ = ["FELL", "SIDES", "BattleState", "UnitState", "index_of", "pack", "unpack"]


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
        raise IllegalActionError(phrase("there is no unit {unit_id!r} in this battle", unit_id=unit_id))


_STATUS = {WAITING: "waiting", FIELD: "field", ELIMINATED: "eliminated"}
FELL = {0: "", kernel.FELL_TO_ROUT: "rout", kernel.FELL_TO_CASUALTIES: "casualties", kernel.FELL_TO_KILLS: "kills"}
SIDES = {kernel.SIDE_A: "a", kernel.SIDE_B: "b", kernel.NOBODY: None}


def pack(state: BattleState) -> Any:
    """The state as a record for the kernel."""
    prepared = state.prepared
    record = prepared.state.copy()[0]
    columns = prepared.map.columns
    index = index_of(prepared)
    for u, unit in enumerate(state.units):
        record["hex"][u] = cell(unit.position, columns)
        record["br"][u] = unit.br
        record["status"][u] = next(code for code, word in _STATUS.items() if word == unit.status)
        record["defend"][u] = unit.defend
        record["guard"][u] = unit.guard
        record["lost_turns"][u] = unit.lost_turns
        record["turns_lost"][u] = unit.turns_lost
        record["fell_to"][u] = next(code for code, word in FELL.items() if word == unit.fell_to)
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
        "winner": next(code for code, side in SIDES.items() if side == state.winner),
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
                fell_to=FELL[int(record["fell_to"][u])],
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
        winner=SIDES[int(record["winner"])],
    )


def index_of(prepared: Prepared) -> dict[str, int]:
    """The index in the record of each unit id."""
    return {built.unit.id: index for index, built in enumerate(prepared.units)}
