"""A library: creatures, units and whole armies that people keep for other battles, as plain JSON.

::

    {"format": "massbattle-library", "version": 1,
     "creatures": {id: creature},
     "units": {key: {"unit": {…}, "creatures": {id: creature}}},
     "armies": {key: {"side": {…}, "units": [{…}], "creatures": {id: creature}}}}

A unit and an army hold the creatures they need, so that each is whole. Creatures, units and sides are written
as in a battle file.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from typing import Annotated, Any, cast

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from massbattle_core.armies.placing import army_edit, creature_keys, without_clashes
from massbattle_core.creatures import Creature, catalogue
from massbattle_core.creatures.model import slug
from massbattle_core.document import BattleDocument, CreatureField, Several
from massbattle_core.errors import BattleFileError, IllegalActionError, Problem
from massbattle_core.mass_combat.model import MOST_UNITS, MassBattle, Side, SideId, Unit
from massbattle_core.phrases import phrase
from massbattle_core.value_faults import value_faults

__all__ = [
    "FORMAT",
    "LARGEST_FILE",
    "LONGEST_KEY",
    "VERSION",
    "KeptArmy",
    "KeptUnit",
    "Library",
    "creatures_by_key",
    "dumps",
    "free_key",
    "keep_army",
    "keep_unit",
    "library_from_json",
    "library_to_json",
    "loads",
    "same_facts",
]

FORMAT = "massbattle-library"
VERSION = 1
LARGEST_FILE = 20_000_000

Json = dict[str, Any]
LONGEST_KEY = 120
Key = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)]
Creatures = Annotated[Mapping[str, CreatureField], Field(max_length=500)]


@dataclass(frozen=True, slots=True)
class KeptUnit:
    """A unit with the creatures it needs."""

    unit: Unit
    creatures: Creatures = field(default_factory=dict)

    def to_edit(self, document: BattleDocument, side: SideId) -> Several:
        """The edit that adds the unit to a side of a battle.

        Raises :class:`IllegalActionError` if the battle has as many units as it can hold.
        """
        return KeptArmy(Side(""), (self.unit,), self.creatures).to_edit(document, side)


@dataclass(frozen=True, slots=True)
class KeptArmy:
    """An army: its side's name, orders and mood, its units and the creatures they need."""

    side: Side
    units: Annotated[tuple[Unit, ...], Field(max_length=MOST_UNITS)]
    creatures: Creatures = field(default_factory=dict)

    def to_edit(self, document: BattleDocument, side: SideId, *, replacing: Collection[SideId] = ()) -> Several:
        """The edit that adds the army to a side of a battle, instead of the units of the sides in ``replacing``.

        Name, orders and mood of the side become the army's if its own units are replaced.
        Raises :class:`IllegalActionError` if the battle would hold too many units.
        """
        mine = (replace(unit, side=side) for unit in self.units)
        units, creatures = without_clashes(mine, self.creatures, document.creatures)
        facts = {side: asdict(self.side)} if side in replacing else {}
        return army_edit(document.mass_combat, units, creatures=creatures, sides=facts, replacing=replacing)


@dataclass(frozen=True, slots=True)
class Library:
    """What somebody keeps: creatures of their own by id, units and armies by keys that they choose."""

    creatures: Mapping[str, CreatureField] = field(default_factory=dict)
    units: Mapping[Key, KeptUnit] = field(default_factory=dict)
    armies: Mapping[Key, KeptArmy] = field(default_factory=dict)


def creatures_by_key(
    creatures: Iterable[Creature], library: Library, taken: Collection[str] = ()
) -> dict[str, Creature]:
    """Creatures by the keys under which a library keeps them.

    One that is kept already with the same facts and name has its key there; any other gets a free one, which no
    creature of the SRD, of the library or in ``taken`` has.
    """
    found: dict[str, Creature] = {}
    used = {*(creature.id for creature in catalogue()), *library.creatures, *taken}
    for creature in creatures:
        known = [key for key, other in {**library.creatures, **found}.items() if same_facts(other, creature)]
        key = known[0] if known else free_key(slug(creature.name), used)
        found[key] = replace(creature, id=key)
        used.add(key)
    return found


def same_facts(one: Creature, other: Creature) -> bool:
    """Whether two creatures have the same names and facts, whatever they are called in files."""
    first, second = (replace(creature, id="", source="", problems=()) for creature in (one, other))
    return first == second


def free_key(stem: str, taken: Collection[str], separator: str = "-") -> str:
    """The stem, or the stem with the first number that makes a key which is not taken."""
    stem = (stem or "creature")[: LONGEST_KEY - 5]
    if stem not in taken:
        return stem
    return next(key for number in count(2) if (key := f"{stem}{separator}{number}") not in taken)


def keep_unit(document: BattleDocument, unit_id: str) -> KeptUnit:
    """A unit of a battle as it is kept: without its place, with its creatures.

    Raises :class:`IllegalActionError` if the battle has no such unit.
    """
    if unit_id not in document.mass_combat.units:
        raise IllegalActionError(phrase("there is no unit {unit_id!r} in this battle any more", unit_id=unit_id))
    unit = replace(document.mass_combat.units[unit_id], position=None, arrival=None)
    return KeptUnit(unit, _creatures(document, [unit]))


def keep_army(document: BattleDocument, side: SideId) -> KeptArmy:
    """An army of a battle as it is kept: with its places on the map and its creatures."""
    battle: MassBattle = document.mass_combat
    units = battle.side_units(side)
    return KeptArmy(battle.sides[side], tuple(units), _creatures(document, units))


def _creatures(document: BattleDocument, units: list[Unit]) -> dict[str, Creature]:
    return {key: replace(document.creatures[key], id=key) for key in creature_keys(units)}


# ---------------------------------------------------------------- plain JSON

_LIBRARY: TypeAdapter[Library] = TypeAdapter(Library)


def library_to_json(library: Library) -> Json:
    """The library as plain JSON; values that are the usual ones are left out."""
    data = cast(Json, _LIBRARY.dump_python(library, mode="json", exclude_defaults=True))
    return {"format": FORMAT, "version": VERSION, "creatures": {}, "units": {}, "armies": {}, **data}


def library_from_json(data: object) -> Library:
    """The library in plain JSON.

    Raises :class:`BattleFileError` that names the place of the first thing that does not fit.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BattleFileError(
            phrase("this is no library"), "format", phrase('a library begins with "format": "{format}"', format=FORMAT)
        )
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BattleFileError(
            phrase("{version!r:.40} is no number of a version", version=version),
            "version",
            phrase("write {version}", version=VERSION),
        )
    if version > VERSION:
        message = phrase(
            "the library has version {version}; this program reads versions up to {newest}",
            version=min(version, 10**9),
            newest=VERSION,
        )
        raise BattleFileError(message, "version", phrase("update massbattle"))
    contents = {key: value for key, value in data.items() if key not in ("format", "version")}
    try:
        library = _LIBRARY.validate_python(contents, extra="forbid")
    except ValidationError as error:
        first = value_faults(error)[0]
        raise BattleFileError(first.message, first.place, phrase("correct it")) from error
    for problem in _wrong(library):
        raise BattleFileError(problem.message, problem.place, problem.remedy)
    return library


def dumps(library: Library) -> str:
    """The text of the file of a library."""
    return json.dumps(library_to_json(library), ensure_ascii=False, indent=1) + "\n"


def loads(text: bytes | str) -> Library:
    """The library in the text of a file.

    Raises :class:`BattleFileError` that names the place in the file and the remedy.
    """
    if len(text) > LARGEST_FILE:
        raise BattleFileError(
            phrase("the file is larger than {megabytes} MB", megabytes=LARGEST_FILE // 1_000_000),
            "",
            phrase("split it"),
        )
    try:
        data = text.encode() if isinstance(text, str) else text
        return library_from_json(from_json(data.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False))
    except UnicodeEncodeError as error:
        raise BattleFileError(
            phrase("the text is not UTF-8"),
            phrase("character {number}", number=error.start),
            phrase("save it as UTF-8"),
        ) from error
    except ValueError as error:
        if isinstance(error, BattleFileError):
            raise
        raise BattleFileError(
            phrase("not JSON: {error}", error=str(error)), "", phrase("mend the text there")
        ) from error


def _wrong(library: Library) -> Iterator[Problem]:
    """What no library may have: units without their creatures, two units of one id, creatures under another's id."""
    yield from _wrong_creatures("creatures", library.creatures, [])
    for key, kept in library.units.items():
        yield from _wrong_creatures(f"units/{key}/creatures", kept.creatures, [kept.unit])
    for key, army in library.armies.items():
        yield from _wrong_creatures(f"armies/{key}/creatures", army.creatures, army.units)
        if len({unit.id for unit in army.units}) < len(army.units):
            yield Problem(f"armies/{key}/units", phrase("two units have the same id"), phrase("give each its own"))


def _wrong_creatures(place: str, creatures: Mapping[str, Creature], units: Collection[Unit]) -> Iterator[Problem]:
    for key, creature in creatures.items():
        if creature.id != key:
            yield Problem(
                f"{place}/{key}",
                phrase("the id {id!r:.60} differs from the key", id=creature.id),
                phrase("make them equal"),
            )
    for key in creature_keys(units):
        if key not in creatures:
            yield Problem(place, phrase("the creature {key!r:.60} is missing", key=key), phrase("describe it there"))
