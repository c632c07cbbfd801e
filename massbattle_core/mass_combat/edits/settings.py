"""Edits of how a battle is read and its odds are computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from massbattle_core.mass_combat.edits.named_fields import with_fields
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import MassBattle, SimulationSettings

__all__ = ["SetHouseRule", "SetSimulation"]


@dataclass(frozen=True, slots=True)
class SetHouseRule:
    """Choose a reading of a rule by the name of its switch."""

    name: str
    value: str

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle under that reading."""
        chosen = {f.name: getattr(battle.rules, f.name) for f in fields(HouseRules)}
        return replace(battle, rules=HouseRules.of({**chosen, self.name.removeprefix("s0."): self.value}))


@dataclass(frozen=True, slots=True)
class SetSimulation:
    """Set the seed or the round limit of the odds."""

    values: Mapping[str, int]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these settings."""
        allowed = tuple(f.name for f in fields(SimulationSettings))
        return replace(battle, simulation=with_fields(battle.simulation, self.values, allowed))
