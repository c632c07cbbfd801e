"""Each line of an army list by itself: side, unit, creature, count, mount, commander, and the facts it adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from massbattle_core.armies.cells import Counted, cell_text, count_and_words, hex_of_name, is_formula
from massbattle_core.armies.columns import SIDE_COLUMNS, SIDE_WORDS, folded
from massbattle_core.armies.names import CreatureNames, NamedCreature
from massbattle_core.armies.table import ArmyLine, LineProblem, Table
from massbattle_core.armies.values import LONGEST_NAME, LONGEST_NOTES, SIDE_VALUES, UNIT_VALUES, ValueReader, yes_or_no
from massbattle_core.mass_combat.model import MOST_CREATURES, SideId
from massbattle_core.mass_combat.tables import CHARISMA_MODIFIERS
from massbattle_core.phrases import phrase

__all__ = ["Entry", "SideFacts", "read_entries", "unit_key"]

SideFacts = dict[SideId, dict[str, Any]]

_SIDES: tuple[SideId, SideId] = ("a", "b")


@dataclass(frozen=True, slots=True)
class Entry:
    """What one line says; ``soldiers`` is 0 for a commander alone, ``facts`` are values of unit-wide columns."""

    line: int
    side: SideId
    unit: str
    unit_key: object
    creature: NamedCreature | None = None
    soldiers: int = 0
    mount: NamedCreature | None = None
    leads: bool = False
    commander_name: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def unit_key(side: str, name: str) -> tuple[str, str]:
    """Lines with the same key belong to one unit, unless the list has ids."""
    return side, name.casefold()


def read_entries(table: Table, names: CreatureNames) -> tuple[list[Entry], SideFacts, list[LineProblem]]:
    """The lines that can be read, what they say of the sides, and everything that is wrong or doubtful."""
    reader = _LinesReader(table, names)
    entries = [entry for line in table.lines if (entry := reader.read(line))]
    return entries, reader.sides, reader.problems


_CHECK = phrase("check it")


class _LinesReader:
    def __init__(self, table: Table, names: CreatureNames) -> None:
        self.problems: list[LineProblem] = []
        self.sides: SideFacts = {}
        self._columns = table.columns
        self._names = names
        self._side_of: dict[int, SideId | None] = {}
        self._above: tuple[SideId, str, object] | None = None
        self._keys: dict[tuple[str, str], object] = {}
        self._line = 0
        self._failed = False
        self._assign_sides(table)

    # ------------------------------------------------------------ problems

    def _error(self, column: str, message: str, remedy: str) -> None:
        self._failed = True
        self.problems.append(LineProblem(self._line, column, message, remedy))

    def _warn(self, column: str, message: str, remedy: str = _CHECK) -> None:
        self.problems.append(LineProblem(self._line, column, message, remedy, "warning"))

    # ------------------------------------------------------------ sides

    def _assign_sides(self, table: Table) -> None:
        """Letters mean themselves; of names, the first two are sides A and B. An empty cell repeats the one above."""
        words: dict[int, tuple[str, str]] = {}
        above = ("", "")
        for line in table.lines:
            cell = line.cells.get("side", "")
            text = "" if is_formula(cell) else cell_text(cell)
            above = (folded(text) or text, text) if text else above
            words[line.number] = above
        letters = {SIDE_WORDS[word] for word, _ in words.values() if word in SIDE_WORDS}
        free = [side for side in _SIDES if side not in letters]
        by_name: dict[str, SideId | None] = {}
        for number, (word, text) in words.items():
            if not word:
                self._side_of[number] = "a"
            elif word in SIDE_WORDS:
                self._side_of[number] = "a" if SIDE_WORDS[word] == "a" else "b"
            else:
                if word not in by_name:
                    side = by_name[word] = free.pop(0) if free else None
                    if side:
                        self.sides[side] = {"name": text[:LONGEST_NAME]}
                self._side_of[number] = by_name[word]
        nameless = next((number for number, (word, _) in words.items() if not word), None)
        if nameless is not None:
            self._line = nameless
            self._warn("side", phrase("no side is named: it counts as side A"), phrase("write a or b"))

    # ------------------------------------------------------------ one line

    def read(self, line: ArmyLine) -> Entry | None:
        """What a line says; None if it cannot be read."""
        self._line, self._failed = line.number, False
        for column, cell in line.cells.items():
            if is_formula(cell):
                self._error(column, phrase("{cell!r:.40} is a formula", cell=cell.strip()), phrase("write its value"))
        cells = {column: text for column, cell in line.cells.items() if (text := cell_text(cell))}
        side = self._side_of[line.number]
        if side is None and not self._failed:
            self._error(
                "side",
                phrase("{side!r:.60} is a third side", side=cells["side"])
                if "side" in cells
                else phrase("this is a third side"),
                phrase("a battle has two: write a or b"),
            )
        if self._failed or side is None:
            return None
        facts = self._facts(cells)
        if "charisma" in facts:
            facts["charisma"] = self._charisma(facts["charisma"])
        creature, count = self._creature(cells)
        flag, commander_name = self._command(cells)
        leads = flag if flag is not None else bool(commander_name)
        soldiers = self._soldiers(creature, count, leads=leads)
        mount = self._mount(cells, count, has_rider=bool(creature) or leads)
        self._side_facts(side, cells)
        unit, key = self._unit(side, cells, creature, facts.get("id"), leads=leads)
        if self._failed or key is None:
            return None
        if not creature and not leads:
            self._warn(
                "creature",
                phrase("{unit} has no creature in this line", unit=unit)
                if unit
                else phrase("the unit has no creature in this line"),
                phrase("name one, or add it later"),
            )
        return Entry(line.number, side, unit, key, creature, soldiers, mount, leads, commander_name, facts)

    def _facts(self, cells: Mapping[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        hex_by_name = hex_of_name(cells.get("col", ""))
        if hex_by_name and "row" not in cells:
            cells = {**cells, "col": str(hex_by_name[0]), "row": str(hex_by_name[1])}
        for column, reader in UNIT_VALUES.items():
            if column in cells and (value := self._value(column, cells[column], reader)) is not None:
                facts[column] = value
        if len(cells.get("notes", "")) > LONGEST_NOTES:
            self._warn(
                "notes", phrase("only the first {most} characters are kept", most=LONGEST_NOTES), phrase("shorten them")
            )
        return facts

    def _value(self, column: str, text: str, reader: ValueReader) -> Any:
        value = reader.read(text)
        if value is None:
            self._error(column, phrase("{text!r:.60} does not fit", text=text), reader.remedy)
        return value

    def _charisma(self, value: int) -> int:
        if value <= CHARISMA_MODIFIERS[1]:
            return value
        modifier = (value - 10) // 2
        self._warn(
            "charisma",
            phrase("{value} is read as a score: its modifier is {modifier:+d}", value=value, modifier=modifier),
            phrase("write the modifier"),
        )
        return modifier

    def _side_facts(self, side: SideId, cells: Mapping[str, str]) -> None:
        for column, name in SIDE_COLUMNS.items():
            if column not in cells:
                continue
            value = self._value(column, cells[column], SIDE_VALUES[column])
            if value is not None and self.sides.setdefault(side, {}).setdefault(name, value) != value:
                self._warn(column, phrase("a line above says otherwise: the first counts"))

    # ------------------------------------------------------------ creatures

    def _creature(self, cells: Mapping[str, str]) -> tuple[NamedCreature | None, int | None]:
        """The creature of a line and how many there are, wherever the number stands."""
        counted = self._count(cells.get("count", ""), needed="creature" in cells)
        named, inside = self._named("creature", cells.get("creature", counted.words))
        if inside is not None and counted.number not in (None, inside):
            self._warn(
                "count",
                phrase(
                    "{inside} stands beside the name and {number} here: {number} counts",
                    inside=inside,
                    number=counted.number,
                ),
            )
        count = counted.number if counted.number is not None else inside
        if count is not None and not 1 <= count <= MOST_CREATURES:
            self._error(
                "count",
                phrase("{count} creatures", count=count),
                phrase("write a whole number from 1 to {most}", most=MOST_CREATURES),
            )
        return named, count

    def _count(self, text: str, *, needed: bool) -> Counted:
        """What the cell of the count says; it may also name the creature, unless another cell does."""
        counted = count_and_words(text)
        if counted is None or (needed and text and counted.number is None):
            self._error(
                "count",
                phrase("{text!r:.60} is no whole number", text=text),
                phrase("write how many there are, such as 20"),
            )
            return Counted(None, "")
        if counted.doubtful:
            self._warn("count", phrase("{text!r:.60} is read as {number}", text=text, number=counted.number))
        return counted

    def _named(self, column: str, text: str) -> tuple[NamedCreature | None, int | None]:
        """The creature that a cell names, and the number beside the name if there is one."""
        if not text:
            return None, None
        found, inside = self._names.exact(text), None
        if not found:
            counted = count_and_words(text)
            if counted and counted.number is not None and counted.words:
                text, inside = counted.words, counted.number
            found = self._names.find(text)
        if not found:
            remedy = phrase("write a name of the catalogue, or add the creature to the battle first")
            self._error(column, phrase("no creature is called {text!r:.60}", text=text), remedy)
        elif found.guessed:
            self._warn(
                column,
                phrase(
                    "no creature is called {text!r:.60}: {creature} is the nearest",
                    text=text,
                    creature=found.creature.name,
                ),
            )
        return found, inside

    def _mount(self, cells: Mapping[str, str], count: int | None, *, has_rider: bool) -> NamedCreature | None:
        if "mount" not in cells:
            return None
        mount, number = self._named("mount", cells["mount"])
        if not has_rider:
            self._error("mount", phrase("a mount without a rider"), phrase("name the creature that rides it"))
        if number is not None and number != (count or 1):
            self._warn(
                "mount",
                phrase("{number} mounts for {riders} riders: each rider has one", number=number, riders=count or 1),
            )
        return mount

    def _soldiers(self, creature: NamedCreature | None, count: int | None, *, leads: bool) -> int:
        if creature is None:
            if count is not None and not leads and not self._failed:
                self._error(
                    "creature", phrase("{count} creatures of no name", count=count), phrase("name the creature")
                )
            return 0
        if leads:
            if count is not None and count > 1:
                self._warn(
                    "count",
                    phrase("one of the {count} leads: {others} and the commander", count=count, others=count - 1),
                )
            return (count or 1) - 1
        if count is None and not self._failed:
            self._warn("count", phrase("no count: it is one"), phrase("write how many there are"))
        return count if count is not None else 1

    # ------------------------------------------------------------ commander and unit

    def _command(self, cells: Mapping[str, str]) -> tuple[bool | None, str]:
        """Whether the line is marked as the commander's, and the name; a name may stand in place of the mark."""
        text = cells.get("is_commander", "")
        flag = yes_or_no(text) if text else None
        name = self._short("commander_name", cells.get("commander_name", ""))
        if text and flag is None:
            return True, name or self._short("is_commander", text)
        if flag is False and name:
            self._warn("commander_name", phrase("{name} is left out: the line is marked as no commander's", name=name))
        return flag, name

    def _short(self, column: str, name: str) -> str:
        if len(name) > LONGEST_NAME:
            self._warn(
                column, phrase("only the first {most} characters are kept", most=LONGEST_NAME), phrase("shorten it")
            )
        return name[:LONGEST_NAME]

    def _unit(
        self,
        side: SideId,
        cells: Mapping[str, str],
        creature: NamedCreature | None,
        unit_id: str | None,
        *,
        leads: bool,
    ) -> tuple[str, object]:
        """The name and the key of the unit that a line belongs to; None as key if it belongs to none."""
        name = self._short("unit", cells.get("unit", ""))
        as_above = self._above if self._above and self._above[0] == side else None
        key: object
        if unit_id:
            key = unit_id
            if name:
                self._keys.setdefault(unit_key(side, name), unit_id)
        elif name:
            key = self._keys.get(unit_key(side, name), unit_key(side, name))
        elif as_above and ("unit" in self._columns or leads):
            _, name, key = as_above
        elif creature:
            name = creature.creature.name[:LONGEST_NAME]
            key = unit_key(side, name)
            if "unit" in self._columns:
                self._warn("unit", phrase("no unit is named: it is called {name}", name=name), phrase("name the unit"))
        else:
            if not self._failed:
                self._error(
                    "unit", phrase("no unit and no creature is named"), phrase("name them, or take the line out")
                )
            return "", None
        self._above = (side, name, key)
        return name, key
