"""Edits of one unit: its morale, commander, creatures and other fields; its place; whether it is there at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat.building import base_morale
from massbattle_core.mass_combat.edits.named_fields import with_fields
from massbattle_core.mass_combat.model import MOST_UNITS, Commander, Group, MassBattle, Unit, hex_name
from massbattle_core.mass_combat.tables import MORALE_FACTORS
from massbattle_core.phrases import phrase

__all__ = [
    "AddUnit",
    "MoveUnit",
    "RemoveUnit",
    "SetCharisma",
    "SetCommander",
    "SetFactors",
    "SetGroups",
    "SetMorale",
    "SetUnit",
    "unit_in",
    "with_new_unit",
]


def unit_in(battle: MassBattle, unit_id: str) -> Unit:
    """The unit of a battle; raises :class:`IllegalActionError` if it is not there any more."""
    if unit_id not in battle.units:
        raise IllegalActionError(phrase("there is no unit {unit_id!r} in this battle any more", unit_id=unit_id))
    return battle.units[unit_id]


def with_new_unit(battle: MassBattle, unit: Unit) -> MassBattle:
    """The battle with one unit more; raises :class:`IllegalActionError` if its id is taken or there are too many."""
    if unit.id in battle.units:
        raise IllegalActionError(phrase("there is a unit {unit} already", unit=unit.id))
    if len(battle.units) >= MOST_UNITS:
        raise IllegalActionError(phrase("a battle has at most {most} units", most=MOST_UNITS))
    return _with(battle, unit)


@dataclass(frozen=True, slots=True)
class SetMorale:
    """Set the base morale of a unit, −10…+10 (R0.14). Ticked factors that no longer give it are cleared."""

    unit: str
    value: int

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that base morale."""
        unit = unit_in(battle, self.unit)
        factors = unit.factors if _by_factors(unit.factors) == self.value else {}
        return _with(battle, replace(unit, morale=self.value, factors=factors))


@dataclass(frozen=True, slots=True)
class SetFactors:
    """Tick the factors of R0.15, each −1 (harms) or +1 (helps); the base morale follows from the ladder."""

    unit: str
    factors: Mapping[str, Literal[-1, 1]]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these factors and the base morale they give."""
        unknown = [name for name in self.factors if name not in MORALE_FACTORS]
        if unknown:
            raise IllegalActionError(
                phrase(
                    "unknown morale factor {name!r}; use {factors}", name=unknown[0], factors=", ".join(MORALE_FACTORS)
                ),
                "R0.15",
            )
        return _with(
            battle, replace(unit_in(battle, self.unit), factors=dict(self.factors), morale=_by_factors(self.factors))
        )


@dataclass(frozen=True, slots=True)
class SetCharisma:
    """Set the Charisma modifier of a unit's commander, −5…+10 (R0.8, R0.16)."""

    unit: str
    value: int

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that Charisma."""
        unit = unit_in(battle, self.unit)
        return _with(battle, replace(unit, commander=replace(unit.commander or Commander(), charisma=self.value)))


@dataclass(frozen=True, slots=True)
class SetCommander:
    """Give a unit another commander, or none."""

    unit: str
    commander: Commander | None

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that commander."""
        return _with(battle, replace(unit_in(battle, self.unit), commander=self.commander))


@dataclass(frozen=True, slots=True)
class SetGroups:
    """Say anew what a unit is made of."""

    unit: str
    groups: tuple[Group, ...]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these groups."""
        return _with(battle, replace(unit_in(battle, self.unit), groups=tuple(self.groups)))


@dataclass(frozen=True, slots=True)
class SetUnit:
    """Set other fields of a unit by name: ``name``, ``side``, ``doctrine``, ``targets``, ``mode``, ``arrival``, …"""

    unit: str
    values: Mapping[str, Any]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these fields set."""
        allowed = ("name", "side", "doctrine", "targets", "mode", "arrival", "losses", "secret", "notes")
        return _with(battle, with_fields(unit_in(battle, self.unit), self.values, allowed))


@dataclass(frozen=True, slots=True)
class MoveUnit:
    """Place a unit on a hex, or take it off the board (None)."""

    unit: str
    position: tuple[int, int] | None

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with the unit there.

        Raises :class:`IllegalActionError` if the hex is off the map or another unit stands on it.

        Source: R0.11
        """
        unit = unit_in(battle, self.unit)
        if self.position is not None:
            position = (self.position[0], self.position[1])
            if not battle.field.contains(position):
                raise IllegalActionError(phrase("{hex} is off the map", hex=hex_name(position)), "R0.24")
            other = battle.unit_at(position)
            if other and other.id != unit.id and not unit.arrival:
                raise IllegalActionError(
                    phrase("{other} already stands on {hex}", other=other.name, hex=hex_name(position)), "R0.11"
                )
            return _with(battle, replace(unit, position=position))
        return _with(battle, replace(unit, position=None))


@dataclass(frozen=True, slots=True)
class AddUnit:
    """Add a unit; its id must be free (``battle.free_id()``)."""

    unit: Unit

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with the unit."""
        grown = with_new_unit(battle, replace(self.unit, position=None))
        return MoveUnit(self.unit.id, self.unit.position).apply(grown)


@dataclass(frozen=True, slots=True)
class RemoveUnit:
    """Take a unit out of the battle."""

    unit: str

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle without the unit and without the objectives that need it."""
        unit_in(battle, self.unit)
        return replace(
            battle,
            units={key: unit for key, unit in battle.units.items() if key != self.unit},
            objectives={key: goal for key, goal in battle.objectives.items() if goal.unit != self.unit},
        )


def _with(battle: MassBattle, unit: Unit) -> MassBattle:
    return replace(battle, units={**battle.units, unit.id: unit})


def _by_factors(factors: Mapping[str, int]) -> int:
    return base_morale(
        harmful=sum(value < 0 for value in factors.values()), helpful=sum(value > 0 for value in factors.values())
    )
