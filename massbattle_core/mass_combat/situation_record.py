"""A situation as a record for the kernel, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.building import BuiltUnit
from massbattle_core.mass_combat.situation import FellTo, Situation, Status, UnitState
from massbattle_core.mass_combat.state import (
    ELIMINATED,
    FIELD,
    RESUMED,
    RESUMED_SCALARS,
    WAITING,
    cell,
    position_of,
)

__all__ = ["FELL", "SIDES", "read_situation", "take_up", "write_situation"]

_STATUS: dict[int, Status] = {WAITING: "waiting", FIELD: "field", ELIMINATED: "eliminated"}
FELL: dict[int, FellTo] = {
    0: "",
    kernel.FELL_TO_ROUT: "rout",
    kernel.FELL_TO_CASUALTIES: "casualties",
    kernel.FELL_TO_KILLS: "kills",
}
SIDES = {kernel.SIDE_A: "a", kernel.SIDE_B: "b", kernel.NOBODY: None}


def _code(words: dict[int, Any], word: object) -> int:
    return next(code for code, known in words.items() if known == word)


def write_situation(record: Any, units: Sequence[BuiltUnit], columns: int, situation: Situation) -> None:
    """Put a battle that is packed, and of which nothing has happened yet, into this situation."""
    index = {built.unit.id: u for u, built in enumerate(units)}
    for unit in situation.units:
        u = index[unit.id]
        record["hex"][u] = cell(unit.position, columns)
        record["br"][u] = unit.br
        record["status"][u] = _code(_STATUS, unit.status)
        record["defend"][u] = unit.defend
        record["guard"][u] = unit.guard
        record["lost_turns"][u] = unit.lost_turns
        record["turns_lost"][u] = unit.turns_lost
        record["fell_to"][u] = _code(FELL, unit.fell_to)
        if unit.status == "field" and not (situation.passing and unit.id == situation.mover):
            record["occupant"][record["hex"][u]] = u
        if unit.status != "eliminated":
            record["alive"][record["side"][u]] += 1
    record["order"][: len(situation.order)] = [index[unit_id] for unit_id in situation.order]
    mover = index[situation.mover] if situation.mover else -1
    values = {
        "guards": sum(unit.guard for unit in situation.units),
        "round": situation.round,
        "turn": situation.turn,
        "mover": mover,
        "left": situation.left,
        "acted": situation.acted,
        "disengaged": situation.disengaged,
        "contact": situation.contact,
        "passing": situation.passing,
        "over": situation.over,
        "winner": _code(SIDES, situation.winner),
    }
    for name, value in values.items():
        record[name] = value
    record["goal_held"][: len(situation.held)] = situation.held
    if mover >= 0:
        kernel.set_place(record, situation.round, int(record["number"][mover]))


def take_up(record: Any, units: Sequence[BuiltUnit], columns: int, situation: Situation) -> None:
    """Let every battle of a packed record begin in this situation."""
    scratch = record.copy()
    write_situation(scratch, units, columns, situation)
    for name in (*RESUMED, *RESUMED_SCALARS, "goal_held"):
        record[f"from_{name}"] = scratch[name]
    record["resumed"] = 1


def read_situation(record: Any, units: Sequence[BuiltUnit], columns: int) -> Situation:
    """The situation in a record."""
    ids = [built.unit.id for built in units]
    mover = int(record["mover"])
    return Situation(
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
        winner=SIDES[int(record["winner"])],  # type: ignore[arg-type]
    )
