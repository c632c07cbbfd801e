"""The log of the kernel with names, places and rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from massbattle_core.dice import Roll
from massbattle_core.game import Event, Step
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.packing import Prepared
from massbattle_core.mass_combat.play.states import BattleState, unpack
from massbattle_core.mass_combat.play.table_dice import label_of
from massbattle_core.mass_combat.situation_record import FELL, SIDES
from massbattle_core.mass_combat.state import LOG_LINES, LOG_WIDTH, position_of
from massbattle_core.mass_combat.tables import LIGHT_LOSS

__all__ = ["events_in", "log_lines", "step_of"]


def step_of(prepared: Prepared, record: Any) -> Step[BattleState]:
    """The state in a record, with the events and the rolls of its log."""
    return Step(unpack(prepared, record), tuple(events_in(prepared, record)), tuple(_rolls(prepared, record)))


def events_in(prepared: Prepared, record: Any) -> Iterator[Event]:
    """What the log of a record tells, with unit ids and positions."""
    ids = [built.unit.id for built in prepared.units]
    columns = prepared.map.columns
    for line in log_lines(record):
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
        rule = "R0.55" if c < 0 else "R0.46" if a == b else "R0.36" if c == LIGHT_LOSS else "R0.37"
        return "loss", rule, {"unit": ids[a], "cause": ids[b], "loss": c, "br": d}
    if kind == kernel.LOG_TEST:
        rule = {kernel.ROUT: "R0.37", kernel.CASUALTIES: "R0.42", kernel.FRIENDS: "R0.43", kernel.DISENGAGE: "R0.29"}[e]
        return "morale_test", rule, {"unit": ids[a], "dc": b, "total": c, "passed": bool(d)}
    if kind == kernel.LOG_ELIMINATED:
        return "eliminated", "R0.44", {"unit": ids[a], "fell_to": FELL[b]}
    if kind == kernel.LOG_LOSES_TURN:
        return "loses_next_turn", "R0.55" if a == b else "R0.43", {"unit": ids[a], "friend": ids[b]}
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
        return "over", "R0.59", {"winner": SIDES[a], "round": b}
    name, rule = {
        kernel.LOG_DASH: ("dash", "R0.27"),
        kernel.LOG_DEFEND: ("defend", "R0.28"),
        kernel.LOG_GUARD: ("guard", "R0.30"),
        kernel.LOG_TURN_LOST: ("turn_lost", "R0.43"),
    }[kind]
    return name, rule, {"unit": ids[a]}


def log_lines(record: Any) -> Iterator[tuple[int, ...]]:
    """The lines of a record's log: a kind and five numbers each."""
    count = min(int(record["log_lines"]), LOG_LINES)
    for line in record["log"][: count * LOG_WIDTH].reshape(count, LOG_WIDTH):
        yield tuple(int(number) for number in line)


def _rolls(prepared: Prepared, record: Any) -> Iterator[Roll]:
    rolls = [(line[1], line[2]) for line in log_lines(record) if line[0] == kernel.LOG_ROLL]
    for number, (place, face) in enumerate(rolls):
        yield Roll(number, label_of(prepared, place), kernel.D20, face, place)
