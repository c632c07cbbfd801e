"""The edits of a mass battle: what people change while they prepare it.

Each edit is a frozen dataclass of plain values with ``apply(battle) -> battle``, pure; it raises
:class:`IllegalActionError` with the reason when the battle does not allow it. Ranges of numbers are those of
the model and are checked for the whole document by ``document.apply_edit``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from massbattle_core.errors import IllegalActionError, InvalidBattleError, Problem
from massbattle_core.mass_combat.building import base_morale
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import (
    LARGEST_MAP,
    MOST_UNITS,
    PLAIN,
    Backdrop,
    Battlefield,
    Commander,
    Group,
    Hex,
    MassBattle,
    Objective,
    Side,
    SideId,
    SimulationSettings,
    Unit,
    hex_name,
    parse_hex_key,
)
from massbattle_core.mass_combat.tables import MORALE_FACTORS
from massbattle_core.mass_combat.unit_edits import DuplicateUnit, MergeUnits, MirrorUnit, SplitUnit
from massbattle_core.mass_combat.unit_edits import unit_in as _unit
from massbattle_core.phrases import phrase

__all__ = [
    "AddUnit",
    "DuplicateUnit",
    "MassCombatEdit",
    "MergeUnits",
    "MirrorUnit",
    "MoveUnit",
    "PaintHexes",
    "RemoveUnit",
    "ResizeField",
    "SetBackdrop",
    "SetCharisma",
    "SetCommander",
    "SetFactors",
    "SetField",
    "SetGroups",
    "SetHouseRule",
    "SetMorale",
    "SetObjective",
    "SetSide",
    "SetSimulation",
    "SetUnit",
    "SetZone",
    "SplitUnit",
    "SwapSides",
    "fits_a_fight",
]


@dataclass(frozen=True, slots=True)
class SetMorale:
    """Set the base morale of a unit, −10…+10 (R0.14). Ticked factors that no longer give it are cleared."""

    unit: str
    value: int

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that base morale."""
        unit = _unit(battle, self.unit)
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
            battle, replace(_unit(battle, self.unit), factors=dict(self.factors), morale=_by_factors(self.factors))
        )


@dataclass(frozen=True, slots=True)
class SetCharisma:
    """Set the Charisma modifier of a unit's commander, −5…+10 (R0.8, R0.16)."""

    unit: str
    value: int

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that Charisma."""
        unit = _unit(battle, self.unit)
        return _with(battle, replace(unit, commander=replace(unit.commander or Commander(), charisma=self.value)))


@dataclass(frozen=True, slots=True)
class SetCommander:
    """Give a unit another commander, or none."""

    unit: str
    commander: Commander | None

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that commander."""
        return _with(battle, replace(_unit(battle, self.unit), commander=self.commander))


@dataclass(frozen=True, slots=True)
class SetGroups:
    """Say anew what a unit is made of."""

    unit: str
    groups: tuple[Group, ...]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these groups."""
        return _with(battle, replace(_unit(battle, self.unit), groups=tuple(self.groups)))


@dataclass(frozen=True, slots=True)
class SetUnit:
    """Set other fields of a unit by name: ``name``, ``side``, ``doctrine``, ``targets``, ``mode``, ``arrival``, …"""

    unit: str
    values: Mapping[str, Any]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with these fields set."""
        allowed = ("name", "side", "doctrine", "targets", "mode", "arrival", "losses", "secret", "notes")
        return _with(battle, _set(_unit(battle, self.unit), self.values, allowed))


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
        unit = _unit(battle, self.unit)
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
        if self.unit.id in battle.units:
            raise IllegalActionError(phrase("there is a unit {unit} already", unit=self.unit.id))
        if len(battle.units) >= MOST_UNITS:
            raise IllegalActionError(phrase("a battle has at most {most} units", most=MOST_UNITS))
        placed = replace(self.unit, position=None)
        grown = replace(battle, units={**battle.units, placed.id: placed})
        return MoveUnit(placed.id, self.unit.position).apply(grown)


@dataclass(frozen=True, slots=True)
class RemoveUnit:
    """Take a unit out of the battle."""

    unit: str

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle without the unit and without the objectives that need it."""
        _unit(battle, self.unit)
        return replace(
            battle,
            units={key: unit for key, unit in battle.units.items() if key != self.unit},
            objectives={key: goal for key, goal in battle.objectives.items() if goal.unit != self.unit},
        )


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
        return replace(battle, sides={**battle.sides, self.side: _set(battle.sides[self.side], self.values, allowed)})


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
        return replace(battle, simulation=_set(battle.simulation, self.values, allowed))


@dataclass(frozen=True, slots=True)
class PaintHexes:
    """Say anew what some hexes are, by their keys ``"column,row"``."""

    hexes: Mapping[str, Hex]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle on the changed ground."""
        painted = {**battle.field.hexes, **self.hexes}
        kept = {key: value for key, value in painted.items() if value != PLAIN}
        return replace(battle, field=replace(battle.field, hexes=kept))


@dataclass(frozen=True, slots=True)
class ResizeField:
    """Change the size of the map; what lies outside is cut off, units outside leave the board."""

    columns: int
    rows: int

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle on the smaller or larger map.

        Raises :class:`InvalidBattleError` if no map has that size.
        """
        wanted = {"columns": self.columns, "rows": self.rows}
        wrong = [
            Problem(
                f"mass_combat/field/{name}",
                phrase("a map cannot have {number} columns", number=wanted[name])
                if name == "columns"
                else phrase("a map cannot have {number} rows", number=wanted[name]),
                phrase("write 1 to {most}", most=most),
            )
            for name, most in zip(wanted, LARGEST_MAP, strict=True)
            if not 1 <= wanted[name] <= most
        ]
        if wrong:
            raise InvalidBattleError(wrong)
        size = Battlefield(self.columns, self.rows)
        resized = replace(
            battle.field,
            columns=self.columns,
            rows=self.rows,
            hexes={
                key: value
                for key, value in battle.field.hexes.items()
                if (place := parse_hex_key(key)) and size.contains(place)
            },
            zones=_zones_within(size, battle.field.zones),
        )
        return _on_ground(battle, resized)


@dataclass(frozen=True, slots=True)
class SetField:
    """Replace the whole ground, as by an imported map.

    Deployment zones and the picture stay where the new ground has none of its own; of zones and objectives
    what still lies on the map is kept; units outside leave the board.
    """

    field: Battlefield

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle on the new ground."""
        ground = replace(
            self.field,
            hexes={key: value for key, value in self.field.hexes.items() if value != PLAIN},
            zones=self.field.zones or _zones_within(self.field, battle.field.zones),
            backdrop=self.field.backdrop or battle.field.backdrop,
        )
        return _on_ground(battle, ground)


@dataclass(frozen=True, slots=True)
class SetBackdrop:
    """Lay another picture under the hexes, move or scale it, or take it away (None)."""

    backdrop: Backdrop | None

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that picture."""
        return replace(battle, field=replace(battle.field, backdrop=self.backdrop))


@dataclass(frozen=True, slots=True)
class SetZone:
    """Say anew where a side may place its units before the battle; these hexes leave the other side's zone."""

    side: SideId
    hexes: tuple[tuple[int, int], ...]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that zone.

        Raises :class:`IllegalActionError` if a hex is off the map.
        """
        places = tuple(dict.fromkeys((column, row) for column, row in self.hexes))
        outside = next((place for place in places if not battle.field.contains(place)), None)
        if outside:
            raise IllegalActionError(phrase("{hex} is off the map", hex=hex_name(outside)), "R0.24")
        zones: dict[SideId, tuple[tuple[int, int], ...]] = {
            side: places if side == self.side else tuple(place for place in zone if place not in places)
            for side, zone in {self.side: (), **battle.field.zones}.items()
        }
        kept = {side: zone for side, zone in zones.items() if zone}
        return replace(battle, field=replace(battle.field, zones=kept))


@dataclass(frozen=True, slots=True)
class SetObjective:
    """Add or change an objective by its key, or remove it (None)."""

    key: str
    objective: Objective | None = field(default=None)

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that objective."""
        others = {key: goal for key, goal in battle.objectives.items() if key != self.key}
        return replace(battle, objectives={**others, self.key: self.objective} if self.objective else others)


MassCombatEdit = (
    SetMorale
    | SetFactors
    | SetCharisma
    | SetCommander
    | SetGroups
    | SetUnit
    | MoveUnit
    | AddUnit
    | RemoveUnit
    | DuplicateUnit
    | MirrorUnit
    | SplitUnit
    | MergeUnits
    | SetSide
    | SwapSides
    | SetHouseRule
    | SetSimulation
    | PaintHexes
    | ResizeField
    | SetField
    | SetBackdrop
    | SetZone
    | SetObjective
)


_FOUGHT_WITH = {"name", "doctrine", "targets", "secret", "notes"}


def fits_a_fight(edit: MassCombatEdit) -> bool:
    """Whether an edit may be made while the battle is fought: it changes nothing that the fight has begun with."""
    if isinstance(edit, SetUnit):
        return set(edit.values) <= _FOUGHT_WITH
    return isinstance(edit, SetMorale | SetFactors | SetCharisma | SetSide | SetSimulation | SetBackdrop)


def _with(battle: MassBattle, unit: Unit) -> MassBattle:
    return replace(battle, units={**battle.units, unit.id: unit})


def _on_ground(battle: MassBattle, ground: Battlefield) -> MassBattle:
    """The battle on another ground: units outside leave the board, objectives lose the hexes outside."""
    units = {
        key: replace(unit, position=None) if unit.position and not ground.contains(unit.position) else unit
        for key, unit in battle.units.items()
    }
    objectives = {
        key: replace(goal, hexes=tuple(place for place in goal.hexes if ground.contains(place)))
        for key, goal in battle.objectives.items()
    }
    kept = {key: goal for key, goal in objectives.items() if goal.hexes or goal.kind == "protect"}
    return replace(battle, units=units, field=ground, objectives=kept)


def _zones_within(
    ground: Battlefield, zones: Mapping[SideId, tuple[tuple[int, int], ...]]
) -> dict[SideId, tuple[tuple[int, int], ...]]:
    return {side: tuple(place for place in zone if ground.contains(place)) for side, zone in zones.items()}


def _by_factors(factors: Mapping[str, int]) -> int:
    return base_morale(
        harmful=sum(value < 0 for value in factors.values()), helpful=sum(value > 0 for value in factors.values())
    )


def _set(thing: Any, values: Mapping[str, Any], allowed: tuple[str, ...]) -> Any:
    unknown = [name for name in values if name not in allowed]
    if unknown:
        raise InvalidBattleError(
            [
                Problem(
                    name,
                    phrase("{name!r} cannot be set", name=name),
                    phrase("choose one of {names}", names=", ".join(allowed)),
                )
                for name in unknown
            ]
        )
    return replace(thing, **values)
