"""Edits of the two sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat.edits.named_fields import with_fields
from massbattle_core.mass_combat.model import MassBattle, Side, SideId
from massbattle_core.phrases import phrase

__all__ = ["SetSide", "SwapSides"]


@dataclass(frozen=True, slots=True)
class SetSide:
    """Set fields of a side by name: ``name``, ``doctrine``, ``targets``, ``morale_shift``, ``charisma_shift``."""

    side: SideId
    values: Mapping[str, Any]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these fields set."""
        if self.side not in battle.sides:
            raise IllegalActionError(phrase("there is no side {side!r}", side=self.side))
        allowed = tuple(f.name for f in fields(Side))
        return replace(
            battle, sides={**battle.sides, self.side: with_fields(battle.sides[self.side], self.values, allowed)}
        )


@dataclass(frozen=True, slots=True)
class SwapSides:
    """Exchange the two sides: what was side A is now side B, units, names and objectives alike."""

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle seen from the other side."""
        other: dict[SideId, SideId] = {"a": "b", "b": "a"}
        zones: dict[SideId, Any] = {other[side]: zone for side, zone in battle.field.zones.items()}
        return replace(
            battle,
            sides={"a": battle.sides["b"], "b": battle.sides["a"]},
            units={key: replace(unit, side=other[unit.side]) for key, unit in battle.units.items()},
            objectives={key: replace(goal, side=other[goal.side]) for key, goal in battle.objectives.items()},
            field=replace(battle.field, zones=zones),
        )
