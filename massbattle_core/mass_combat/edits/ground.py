"""Edits of the ground: hexes, size, picture, deployment zones, and the objectives that lie on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from massbattle_core.errors import IllegalActionError, InvalidBattleError, Problem
from massbattle_core.mass_combat.model import (
    LARGEST_MAP,
    PLAIN,
    Backdrop,
    Battlefield,
    Hex,
    MassBattle,
    Objective,
    SideId,
    hex_name,
    parse_hex_key,
)
from massbattle_core.phrases import phrase

__all__ = ["PaintHexes", "ResizeField", "SetBackdrop", "SetField", "SetObjective", "SetZone"]


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
    objective: Objective | None = None

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with that objective."""
        others = {key: goal for key, goal in battle.objectives.items() if key != self.key}
        return replace(battle, objectives={**others, self.key: self.objective} if self.objective else others)


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
