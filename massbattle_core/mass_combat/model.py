"""What a mass battle is made of while it is prepared: units, sides, the battlefield and its objectives.

Everything is a frozen dataclass of plain values, so that it can be written to a file as it stands.
Positions are ``(column, row)`` from 0; hexes are addressed in files as ``"column,row"``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Annotated, Literal

from pydantic import Field

from massbattle_core.mass_combat.backdrop import Backdrop
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.situation import Fight
from massbattle_core.mass_combat.tables import ROUNDS_DEFAULT

__all__ = [
    "DOCTRINES",
    "LARGEST_MAP",
    "MOST_CREATURES",
    "MOST_HEXES",
    "MOST_UNITS",
    "TARGETS",
    "Arrival",
    "Backdrop",
    "Battlefield",
    "Commander",
    "Doctrine",
    "Group",
    "Hex",
    "MassBattle",
    "Objective",
    "Side",
    "SideId",
    "SimulationSettings",
    "Target",
    "Terrain",
    "Unit",
    "hex_key",
    "hex_name",
    "parse_hex_key",
    "unit_number",
]

MOST_UNITS = 64
LARGEST_MAP = (60, 40)
MOST_HEXES = LARGEST_MAP[0] * LARGEST_MAP[1]
MOST_CREATURES = 100_000

SideId = Literal["a", "b"]
Terrain = Literal["open", "difficult", "water", "impassable", "wall"]
Doctrine = Literal["advance", "hold", "guard", "defend", "skirmish", "flank", "screen", "withdraw"]
Target = Literal["nearest", "weakest", "strongest", "best_chance"]
DOCTRINES: tuple[Doctrine, ...] = ("advance", "hold", "guard", "defend", "skirmish", "flank", "screen", "withdraw")
TARGETS: tuple[Target, ...] = ("nearest", "weakest", "strongest", "best_chance")

Position = tuple[
    Annotated[int, Field(strict=True, ge=0, lt=LARGEST_MAP[0])],
    Annotated[int, Field(strict=True, ge=0, lt=LARGEST_MAP[1])],
]
UnitId = Annotated[str, Field(pattern=r"^u[1-9][0-9]{0,3}$")]
Name = Annotated[str, Field(max_length=80)]
Rating = Annotated[int, Field(strict=True, ge=-10, le=10)]
Modifier = Annotated[int, Field(strict=True, ge=-5, le=10)]


@dataclass(frozen=True, slots=True)
class Group:
    """Creatures of one kind within a unit; each rides a ``mount`` (a creature id) if there is one.

    ``riderless`` are mounts whose riders have fallen: they go on with the unit, and are not asked to shoot (R0.12).
    """

    creature: str
    count: Annotated[int, Field(strict=True, ge=1, le=MOST_CREATURES)]
    mount: str | None = None
    riderless: bool = False


@dataclass(frozen=True, slots=True)
class Commander:
    """The one who leads a unit: one of its creatures, a named hero, or an attached character.

    ``creature`` is the creature whose challenge rating counts (R0.8); None for an attached character, who
    lends only the Charisma modifier ``charisma`` (−5…+10). A commander takes no space.
    """

    charisma: Modifier = 0
    creature: str | None = None
    name: Name = ""
    mount: str | None = None


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements: the unit enters at the start of this round at its position, or as near as it can."""

    round: Annotated[int, Field(strict=True, ge=1, le=200)]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a mass battle, as prepared.

    ``morale`` is the base rating −10…+10 (R0.14); ``factors`` holds the ticked factors of R0.15, each −1 or
    +1, from which the page sets it. ``position`` is None while the unit is not placed.
    ``losses`` is BR lost before the battle (R0.56). ``doctrine`` and ``targets`` of None follow the side's.
    """

    id: UnitId
    side: SideId
    name: Name
    groups: Annotated[tuple[Group, ...], Field(max_length=40)] = ()
    commander: Commander | None = None
    morale: Rating = 0
    factors: Mapping[str, Literal[-1, 1]] = dataclass_field(default_factory=dict)
    position: Position | None = None
    doctrine: Doctrine | None = None
    targets: Target | None = None
    mode: Literal["walk", "fly", "swim"] | None = None
    arrival: Arrival | None = None
    losses: Annotated[int, Field(strict=True, ge=0, le=MOST_CREATURES)] = 0
    secret: bool = False
    notes: Annotated[str, Field(max_length=2000)] = ""

    @property
    def has_creatures(self) -> bool:
        """Whether anybody is in it: groups, or one creature that is alone and so leads itself."""
        return bool(self.groups) or (self.commander is not None and self.commander.creature is not None)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two alliances: its name, what its units do unless they say otherwise, and its mood.

    ``morale_shift`` and ``charisma_shift`` are added to the base morale and to the Charisma modifier of every
    unit of the side: the two sliders of a whole army.
    """

    name: Name
    doctrine: Doctrine = "advance"
    targets: Target = "nearest"
    morale_shift: Annotated[int, Field(strict=True, ge=-10, le=10)] = 0
    charisma_shift: Annotated[int, Field(strict=True, ge=-10, le=10)] = 0


@dataclass(frozen=True, slots=True)
class Hex:
    """What is special about one space: terrain, elevation in steps, cover, a ban on flyers, a label."""

    terrain: Terrain = "open"
    elevation: Annotated[int, Field(strict=True, ge=-20, le=20)] = 0
    cover: bool = False
    closed: bool = False
    label: Annotated[str, Field(max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class Battlefield:
    """The map: its size in hexes of 100 ft, rows shifted alternately, and the spaces that are not plain.

    ``backdrop`` is a picture under the hexes; it means nothing to the battle.
    """

    columns: Annotated[int, Field(strict=True, ge=1, le=LARGEST_MAP[0])] = 30
    rows: Annotated[int, Field(strict=True, ge=1, le=LARGEST_MAP[1])] = 20
    hexes: Mapping[str, Hex] = dataclass_field(default_factory=dict)
    zones: Mapping[SideId, Annotated[tuple[Position, ...], Field(max_length=MOST_HEXES)]] = dataclass_field(
        default_factory=dict
    )
    backdrop: Backdrop | None = None

    def hex(self, position: tuple[int, int]) -> Hex:
        """The space at a position."""
        return self.hexes.get(hex_key(position), PLAIN)

    def contains(self, position: tuple[int, int]) -> bool:
        """Whether a position lies on the map."""
        return 0 <= position[0] < self.columns and 0 <= position[1] < self.rows


PLAIN = Hex()


@dataclass(frozen=True, slots=True)
class Objective:
    """How a side may win before the other is gone.

    ``hold``: one of its units stands on one of the hexes, and no enemy does, at the end of ``rounds`` rounds
    in a row; ``reach``: the same with a single round; ``protect``: the unit is alive when the round limit is
    reached.
    """

    side: SideId
    kind: Literal["hold", "reach", "protect"]
    hexes: tuple[Position, ...] = ()
    rounds: Annotated[int, Field(strict=True, ge=1, le=200)] = 1
    unit: UnitId | None = None


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """What the odds are computed with: the seed of the dice and the round at which a battle is undecided."""

    seed: Annotated[int, Field(strict=True, ge=0, lt=2**53)] = 1
    round_limit: Annotated[int, Field(strict=True, ge=1, le=200)] = ROUNDS_DEFAULT


@dataclass(frozen=True, slots=True)
class MassBattle:
    """A mass battle as prepared, and the fight once it is fought; units are ordered by the number in their id."""

    sides: Mapping[SideId, Side] = dataclass_field(default_factory=lambda: {"a": Side("Side A"), "b": Side("Side B")})
    units: Annotated[Mapping[UnitId, Unit], Field(max_length=MOST_UNITS)] = dataclass_field(default_factory=dict)
    field: Battlefield = Battlefield()
    objectives: Annotated[Mapping[str, Objective], Field(max_length=20)] = dataclass_field(default_factory=dict)
    rules: HouseRules = HouseRules()
    simulation: SimulationSettings = SimulationSettings()
    fight: Fight | None = None

    def side_units(self, side: str) -> list[Unit]:
        """The units of a side in the order of their numbers."""
        return [unit for unit in self.ordered_units() if unit.side == side]

    def ordered_units(self) -> list[Unit]:
        """All units in the order of their numbers."""
        return sorted(self.units.values(), key=lambda unit: unit_number(unit.id))

    def unit_at(self, position: tuple[int, int]) -> Unit | None:
        """The unit that stands on a hex, if any; reinforcements stand nowhere yet."""
        return next((unit for unit in self.units.values() if unit.position == position and not unit.arrival), None)

    def free_id(self) -> str:
        """The id for a new unit: numbers are never used twice while a higher one exists."""
        return f"u{max((unit_number(unit_id) for unit_id in self.units), default=0) + 1}"


def hex_key(position: tuple[int, int]) -> str:
    """The address of a hex in files, ``"column,row"``."""
    return f"{position[0]},{position[1]}"


def parse_hex_key(key: str) -> tuple[int, int] | None:
    """The position addressed by a key of a file, or None if it addresses none."""
    match = re.fullmatch(r"(0|[1-9][0-9]?),(0|[1-9][0-9]?)", key)
    return (int(match[1]), int(match[2])) if match else None


def hex_name(position: tuple[int, int]) -> str:
    """The name of a hex on the board: a letter for its row and a number for its column (``F7``, ``AB12``)."""
    column, row = position
    letters = chr(ord("A") + row) if row < 26 else "A" + chr(ord("A") + row - 26)
    return f"{letters}{column + 1}"


def unit_number(unit_id: str) -> int:
    """The stable number in a unit's id (``u12`` -> 12): units are ordered by it and their dice addressed by it."""
    return int(unit_id[1:])
