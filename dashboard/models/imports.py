"""Files that were dropped on the page and are not taken yet: creatures, army lists, libraries, read and previewed.

Nothing here changes the battle or the library until it is accepted.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import param

from dashboard.models.bestiary import Bestiary
from massbattle_core import battlefile
from massbattle_core.armies import ArmyPreview, placement_problems, read_army_csv
from massbattle_core.armies import library as libraries
from massbattle_core.armies.library import Library
from massbattle_core.creatures import Creature
from massbattle_core.creatures.readers import ImportedCreature, read_creatures
from massbattle_core.document import BattleDocument
from massbattle_core.errors import BattleFileError, CreatureFileError, MassBattleError, Problem
from massbattle_core.mass_combat.model import SideId

__all__ = ["ArmyList", "CreatureFile", "Imports", "Reading", "Refused", "Source", "WholeLibrary"]

MOST_SOURCES = 40
"""Files that wait to be accepted."""

AT_ONCE = 200_000
"""Bytes that are read while the browser waits: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class CreatureFile:
    """The creatures of one file; those in ``left_out`` are not taken."""

    name: str
    found: tuple[ImportedCreature, ...]
    left_out: frozenset[int] = frozenset()

    @property
    def wanted(self) -> tuple[Creature, ...]:
        """The creatures that will be taken."""
        return tuple(one.creature for number, one in enumerate(self.found) if number not in self.left_out)


@dataclass(frozen=True, slots=True)
class ArmyList:
    """An army list; the units of the sides in ``replacing`` give way to its units."""

    name: str
    preview: ArmyPreview
    replacing: frozenset[SideId] = frozenset()

    @property
    def sides(self) -> tuple[SideId, ...]:
        """The sides that the list has units for."""
        sides: tuple[SideId, SideId] = ("a", "b")
        return tuple(side for side in sides if any(unit.side == side for unit in self.preview.units))


@dataclass(frozen=True, slots=True)
class WholeLibrary:
    """The library of somebody else, or one's own from another machine."""

    name: str
    library: Library


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that could not be read."""

    name: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Reading:
    """A file that is being read."""

    name: str


Source = CreatureFile | ArmyList | WholeLibrary | Refused | Reading


class Imports(param.Parameterized):
    """What one session has dropped and not taken yet, by the number it came under."""

    sources = param.Dict({}, doc="Source by number, in the order in which they came.")

    def __init__(self, bestiary: Bestiary, translate: Callable[[str], str] = str) -> None:
        super().__init__()
        self._bestiary = bestiary
        self._ = translate
        self._last = 0

    # ---------------------------------------------------------------- coming in

    def add(self, name: str, data: bytes) -> int:
        """Read a file, whose kind is recognised by its content; returns the number of its source.

        A large file is read on a thread of its own and stands as :class:`Reading` meanwhile.
        """
        if len(self.sources) >= MOST_SOURCES:
            remedy = self._("take or put away those that wait")
            return self.refuse(Refused(name, Problem("", self._("too many files at once"), remedy)))
        number = self._put(Reading(name))
        if len(data) <= AT_ONCE:
            self._arrive(number, self._try_to_read(name, data))
        else:
            session = self._bestiary.session
            session.work(lambda: self._try_to_read(name, data), lambda source: self._arrive(number, source))
        return number

    def refuse(self, refused: Refused) -> int:
        """Show a file that could not be read."""
        return self._put(refused)

    def _put(self, source: Source) -> int:
        self._last += 1
        kept = dict(self.sources)
        if len(kept) > MOST_SOURCES:  # beyond that only refusals come, and the newest is enough
            del kept[next(number for number, other in kept.items() if isinstance(other, Refused))]
        self.sources = {**kept, self._last: source}
        return self._last

    def _arrive(self, number: int, source: Source) -> None:
        if number in self.sources:  # nobody has put it away meanwhile
            self._set(number, source)

    def _try_to_read(self, name: str, data: bytes) -> Source:
        try:
            return self._read(name, data)
        except (BattleFileError, CreatureFileError) as error:
            return Refused(name, Problem("" if error.place == name else error.place, error.message, error.remedy))

    def _read(self, name: str, data: bytes) -> Source:
        start = _start(data)
        if start == "{":
            kind = _format(data)
            if kind == libraries.FORMAT:
                return WholeLibrary(name, libraries.loads(data))
            if kind == battlefile.FORMAT:
                remedy = self._("open it from the menu: Open a battle file")
                return Refused(name, Problem("", self._("this is a whole battle"), remedy))
        if start in ("{", "[", "<"):
            return CreatureFile(name, read_creatures(data, name))
        preview = read_army_csv(data, self._document.creatures, self._bestiary.catalogue())
        source = ArmyList(name, preview)
        return replace(source, replacing=frozenset(source.sides))

    # ---------------------------------------------------------------- mending

    def toggle_creature(self, number: int, creature: int) -> None:
        """Leave a creature of a file out, or take it after all."""
        source = self.sources.get(number)
        if isinstance(source, CreatureFile) and 0 <= creature < len(source.found):
            self._set(number, replace(source, left_out=source.left_out ^ {creature}))

    def toggle_all(self, number: int) -> None:
        """Leave all creatures of a file out, or take all."""
        source = self.sources.get(number)
        if isinstance(source, CreatureFile):
            every = frozenset() if source.left_out else frozenset(range(len(source.found)))
            self._set(number, replace(source, left_out=every))

    def mend_creature(self, number: int, creature: int, mended: Creature) -> None:
        """Put a creature that somebody has looked through in the place of the one that was read."""
        source = self.sources.get(number)
        if isinstance(source, CreatureFile) and 0 <= creature < len(source.found):
            found = list(source.found)
            found[creature] = ImportedCreature(mended, found[creature].format, found[creature].read)
            self._set(number, replace(source, found=tuple(found), left_out=source.left_out - {creature}))

    def toggle_replacing(self, number: int, side: SideId) -> None:
        """Replace the units of a side by those of a list, or add to them."""
        source = self.sources.get(number)
        if isinstance(source, ArmyList):
            self._set(number, replace(source, replacing=source.replacing ^ {side}))

    def write_cell(self, number: int, line: int, cells: Mapping[str, str]) -> None:
        """Write some cells of a line anew."""
        self._mend(number, lambda preview: preview.with_line(line, cells))

    def drop_line(self, number: int, line: int) -> None:
        """Take a line out of a list."""
        self._mend(number, lambda preview: preview.without_line(line))

    def _mend(self, number: int, mend: Callable[[ArmyPreview], ArmyPreview]) -> None:
        source = self.sources.get(number)
        if not isinstance(source, ArmyList):
            return
        try:
            mended = replace(source, preview=mend(source.preview))
        except BattleFileError:  # its last line is gone
            self.put_away(number)
        except MassBattleError as error:
            self._bestiary.said = self._(error.text)
        else:
            new = frozenset(mended.sides) - frozenset(source.sides)
            self._set(number, replace(mended, replacing=source.replacing | new))

    def put_away(self, number: int) -> None:
        """Forget a file."""
        self.sources = {key: source for key, source in self.sources.items() if key != number}

    # ---------------------------------------------------------------- taking

    def placement(self, source: ArmyList) -> list[Problem]:
        """Which units of a list would come without a place, and why."""
        return placement_problems(self._document.mass_combat, source.preview.units, source.replacing)

    def accept_creatures(self, number: int, *, in_battle: bool) -> bool:
        """Keep the wanted creatures of a file, and copy them into the battle if asked."""
        source = self.sources.get(number)
        if not isinstance(source, CreatureFile) or not source.wanted:
            return False
        if not self._bestiary.keep_creatures(source.wanted, in_battle=in_battle):
            return False
        self.put_away(number)
        self._read_lists_again()
        return True

    def accept_army(self, number: int) -> bool:
        """Take a list into the battle as one edit; refused with every error while it has any."""
        source = self.sources.get(number)
        if not isinstance(source, ArmyList):
            return False
        session = self._bestiary.session
        preview = source.preview.with_creatures(self._document.creatures, self._bestiary.catalogue())
        try:
            edit = preview.to_edit(self._document.mass_combat, replacing=source.replacing)
        except MassBattleError as error:
            self._set(number, replace(source, preview=preview))
            self._bestiary.said = self._(error.text)
            return False
        if not session.submit(edit):
            self._bestiary.said = session.status
            return False
        units = [unit for unit in session.document.mass_combat.ordered_units() if unit.side in source.sides]
        if units and not session.selected:
            session.select(units[0].id)
        self.put_away(number)
        self._bestiary.said = self._("The armies of {file} are in the battle.").format(file=source.name)
        return True

    def accept_library(self, number: int) -> bool:
        """Take over everything of a library."""
        source = self.sources.get(number)
        if not isinstance(source, WholeLibrary) or not self._bestiary.take_library(source.library):
            return False
        self.put_away(number)
        self._read_lists_again()
        return True

    # ---------------------------------------------------------------- within

    @property
    def _document(self) -> BattleDocument:
        return self._bestiary.session.document

    def _set(self, number: int, source: Source) -> None:
        self.sources = {**self.sources, number: source}

    def _read_lists_again(self) -> None:
        """Lists may name the creatures that have just been taken."""
        catalogue = self._bestiary.catalogue()
        self.sources = {
            number: replace(source, preview=source.preview.with_creatures(self._document.creatures, catalogue))
            if isinstance(source, ArmyList)
            else source
            for number, source in self.sources.items()
        }


def _start(data: bytes) -> str:
    """The first character of a text that is no space, in UTF-8 or UTF-16."""
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    return data[:2000].decode(encoding, errors="ignore").lstrip()[:1]


def _format(data: bytes) -> object:
    """What a JSON object calls its format, if it is one at all."""
    try:
        contents = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return contents.get("format") if isinstance(contents, dict) else None
