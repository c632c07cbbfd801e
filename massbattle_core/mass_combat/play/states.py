"""A battle in progress as plain values, and as a record for the kernel."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat.packing import Prepared
from massbattle_core.mass_combat.situation import Situation, UnitState
from massbattle_core.mass_combat.situation_record import read_situation, write_situation
from massbattle_core.phrases import phrase

__all__ = ["BattleState", "index_of", "pack", "situation_of", "state_in", "unpack"]


@dataclass(frozen=True, slots=True)
class BattleState(Situation):
    """A battle in progress: its situation, and the battle packed for the kernel."""

    prepared: Prepared = field(repr=False, compare=False, kw_only=True)

    def unit(self, unit_id: str) -> UnitState:
        """The state of a unit; raises :class:`IllegalActionError` if there is none of that id."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise IllegalActionError(phrase("there is no unit {unit_id!r} in this battle", unit_id=unit_id))


def state_in(prepared: Prepared, situation: Situation) -> BattleState:
    """The battle of a situation."""
    return BattleState(**_facts(situation), prepared=prepared)


def situation_of(state: BattleState) -> Situation:
    """The situation alone, as a document keeps it."""
    return Situation(**_facts(state))


def _facts(situation: Situation) -> dict[str, Any]:
    return {fact.name: getattr(situation, fact.name) for fact in fields(Situation)}


def pack(state: BattleState) -> Any:
    """The state as a record for the kernel."""
    record = state.prepared.state.copy()[0]
    write_situation(record, state.prepared.units, state.prepared.map.columns, state)
    return record


def unpack(prepared: Prepared, record: Any) -> BattleState:
    """The state in a record of the kernel."""
    return state_in(prepared, read_situation(record, prepared.units, prepared.map.columns))


def index_of(prepared: Prepared) -> dict[str, int]:
    """The index in the record of each unit id."""
    return {built.unit.id: index for index, built in enumerate(prepared.units)}
