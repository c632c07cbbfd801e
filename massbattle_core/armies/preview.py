"""An army list as it was read: units, creatures, and what is wrong line by line, to be mended before it is taken.

A list is read in two steps: each line by itself (``lines``), then the lines of each unit together (here).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from massbattle_core.armies.columns import COLUMN_NAMES
from massbattle_core.armies.lines import Entry, read_entries
from massbattle_core.armies.names import CreatureNames
from massbattle_core.armies.placing import army_edit, creature_keys
from massbattle_core.armies.table import ArmyLine, LineProblem, Table, read_table
from massbattle_core.creatures import Catalogue, Creature
from massbattle_core.document import Several
from massbattle_core.errors import BattleFileError, InvalidBattleError, Problem
from massbattle_core.mass_combat.building import base_morale
from massbattle_core.mass_combat.model import MOST_UNITS, Arrival, Commander, Group, MassBattle, SideId, Unit
from massbattle_core.mass_combat.tables import CHARISMA_MODIFIERS
from massbattle_core.phrases import phrase

__all__ = ["ArmyPreview", "read_army_csv"]

_MOST_GROUPS = 40
_CHECK = phrase("check it")
_LINE_REMEDY = phrase("mend the line or take it out")


@dataclass(frozen=True, slots=True)
class ArmyPreview:
    """What a list says, ready to be mended and taken.

    ``columns`` are those of the list, ``lines`` its cells as they stand there; ``units`` have ids that no two
    share; ``creatures`` are all that the units need, by key; ``sides`` holds what the list says of a side.
    A line that has an error is left out of ``units``.
    """

    columns: tuple[str, ...]
    lines: tuple[ArmyLine, ...]
    units: tuple[Unit, ...]
    creatures: Mapping[str, Creature]
    sides: Mapping[SideId, Mapping[str, Any]]
    problems: tuple[LineProblem, ...]
    _heading_problems: tuple[LineProblem, ...] = field(repr=False)
    _names: CreatureNames = field(repr=False, compare=False)

    @property
    def errors(self) -> tuple[LineProblem, ...]:
        """The problems that keep the list from being taken."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    def with_line(self, number: int, cells: Mapping[str, str]) -> ArmyPreview:
        """The preview with some cells of the line of that number written anew; others stay.

        Raises :class:`InvalidBattleError` if there is no such line.
        """
        self._check(number)
        lines = tuple(
            replace(line, cells={**line.cells, **cells}) if line.number == number else line for line in self.lines
        )
        columns = (*self.columns, *(column for column in cells if column not in self.columns))
        return _read(Table(columns, lines, self._heading_problems), self._names)

    def without_line(self, number: int) -> ArmyPreview:
        """The preview without the line of that number.

        Raises :class:`InvalidBattleError` if there is no such line.
        """
        self._check(number)
        lines = tuple(line for line in self.lines if line.number != number)
        return _read(Table(self.columns, lines, self._heading_problems), self._names)

    def with_creatures(self, creatures: Mapping[str, Creature], catalogue: Catalogue) -> ArmyPreview:
        """The same lines, mended cells included, read with the creatures that there are now."""
        return _read(Table(self.columns, self.lines, self._heading_problems), CreatureNames(creatures, catalogue))

    def of_side(self, side: SideId) -> ArmyPreview:
        """The list for one side of a battle: of a list with one army that army, of two the one of that side."""
        armies = {unit.side for unit in self.units}
        wanted = side if len(armies) > 1 else next(iter(armies), side)
        units = tuple(replace(unit, side=side) for unit in self.units if unit.side == wanted)
        creatures = {key: self.creatures[key] for key in creature_keys(units)}
        return replace(self, units=units, creatures=creatures, sides={side: self.sides.get(wanted, {})})

    def to_edit(self, battle: MassBattle, *, replacing: Collection[SideId] = ()) -> Several:
        """The edit that takes these armies into a battle, instead of the units of the sides in ``replacing``.

        Raises :class:`InvalidBattleError` with every error of the list, :class:`IllegalActionError` if the
        battle would hold too many units.
        """
        if self.errors:
            raise InvalidBattleError([Problem(p.place, p.message, p.remedy) for p in self.errors])
        missing = {key: creature for key, creature in self.creatures.items() if key not in self._names.own}
        return army_edit(battle, self.units, creatures=missing, sides=self.sides, replacing=replacing)

    def _check(self, number: int) -> None:
        if all(line.number != number for line in self.lines):
            raise InvalidBattleError(
                [
                    Problem(
                        phrase("line {number}", number=number),
                        phrase("the list has no such line"),
                        phrase("choose one of its lines"),
                    )
                ]
            )


def read_army_csv(text: str | bytes, creatures: Mapping[str, Creature], catalogue: Catalogue) -> ArmyPreview:
    """Read an army list: cells separated by commas, semicolons or tabs, headed in English or French.

    ``creatures`` are those of the battle, by id; the catalogue's are taken where the battle has none of the
    name. Raises :class:`BattleFileError` if the text is no list at all; what is wrong with single lines is told
    by ``problems``.
    """
    return _read(read_table(text), CreatureNames(creatures, catalogue))


def _read(table: Table, names: CreatureNames) -> ArmyPreview:
    entries, sides, problems = read_entries(table, names)
    gatherer = _Gatherer()
    for entry in entries:
        gatherer.add(entry)
    units = gatherer.units()
    if not table.lines:
        raise BattleFileError(
            phrase("the list names no creatures"), "", phrase("write a line for each group of creatures")
        )
    known = {named.key: named.creature for entry in entries for named in (entry.creature, entry.mount) if named}
    needed = {key: known[key] for key in creature_keys(units)}
    found = sorted((*table.problems, *problems, *gatherer.problems), key=lambda problem: problem.line)
    return ArmyPreview(table.columns, table.lines, units, needed, sides, tuple(found), table.problems, names)


# ---------------------------------------------------------------- lines of one unit together


@dataclass(slots=True)
class _Draft:
    """A unit while its lines are gathered; ``facts`` are the values of unit-wide columns with their lines."""

    side: SideId
    name: str
    line: int
    groups: list[Group] = field(default_factory=list)
    commander: Commander | None = None
    leads: int = 0
    facts: dict[str, tuple[Any, int]] = field(default_factory=dict)


class _Gatherer:
    """Gathers the lines of each unit, and what contradicts itself between them."""

    def __init__(self) -> None:
        self.problems: list[LineProblem] = []
        self._drafts: dict[object, _Draft] = {}
        self._positions: dict[tuple[int, int], str] = {}

    def add(self, entry: Entry) -> None:
        """Add a line to its unit."""
        draft = self._drafts.get(entry.unit_key)
        if draft is None:
            if len(self._drafts) >= MOST_UNITS:
                self._refuse(
                    entry,
                    "unit",
                    phrase("a battle has at most {most} units", most=MOST_UNITS),
                    phrase("leave some out"),
                )
                return
            draft = self._drafts[entry.unit_key] = _Draft(entry.side, entry.unit, entry.line)
        elif draft.side != entry.side:
            self._refuse(
                entry,
                "side",
                phrase("{unit} is of the other side in line {first}", unit=draft.name, first=draft.line),
                phrase("write one side"),
            )
            return
        for column, value in entry.facts.items():
            first, line = draft.facts.setdefault(column, (value, entry.line))
            if first != value:
                self._warn(
                    entry.line,
                    column,
                    phrase("line {line} says otherwise of {unit}: the first counts", line=line, unit=draft.name),
                )
        if entry.leads:
            self._lead(draft, entry)
        if entry.creature and entry.soldiers:
            if len(draft.groups) >= _MOST_GROUPS:
                self._refuse(
                    entry,
                    "group",
                    phrase("a unit has at most {most} groups", most=_MOST_GROUPS),
                    phrase("put kinds together"),
                )
                return
            mount = entry.mount.key if entry.mount else None
            draft.groups.append(Group(entry.creature.key, entry.soldiers, mount))

    def units(self) -> tuple[Unit, ...]:
        """The units, their ids those of the list or the next free ones."""
        taken = {draft.facts["id"][0] for draft in self._drafts.values() if "id" in draft.facts}
        free = (f"u{number}" for number in range(1, 10_000) if f"u{number}" not in taken)
        return tuple(self._unit(draft, free_id=next(free)) for draft in self._drafts.values())

    def _unit(self, draft: _Draft, free_id: str) -> Unit:
        facts = {column: value for column, (value, _) in draft.facts.items()}
        factors = facts.get("factors", {})
        ladder = base_morale(sum(v < 0 for v in factors.values()), sum(v > 0 for v in factors.values()))
        arrival = Arrival(facts["arrival"]) if "arrival" in facts else None
        return Unit(
            id=facts.get("id", free_id),
            side=draft.side,
            name=draft.name,
            groups=tuple(draft.groups),
            commander=self._commander(draft),
            morale=facts.get("morale", ladder),
            factors=factors,
            position=self._position(draft, reinforcement=arrival is not None),
            arrival=arrival,
            **{key: facts[key] for key in ("doctrine", "targets", "mode", "losses", "secret", "notes") if key in facts},
        )

    def _lead(self, draft: _Draft, entry: Entry) -> None:
        if draft.commander:
            message = phrase("{unit} has a commander in line {leads}", unit=draft.name, leads=draft.leads)
            self._refuse(entry, "is_commander", message, phrase("leave one of them"))
            return
        draft.leads = entry.line
        own = entry.creature.creature.charisma_modifier if entry.creature else 0
        draft.commander = Commander(
            charisma=min(own, CHARISMA_MODIFIERS[1]),
            creature=entry.creature.key if entry.creature else None,
            name=entry.commander_name,
            mount=entry.mount.key if entry.mount else None,
        )

    def _commander(self, draft: _Draft) -> Commander | None:
        charisma, line = draft.facts.get("charisma", (None, draft.line))
        if draft.commander and charisma is not None:
            return replace(draft.commander, charisma=charisma)
        if draft.commander:
            return draft.commander
        if charisma is not None:
            self._warn(
                line,
                "charisma",
                phrase("{unit} names no commander: a character of this Charisma leads it", unit=draft.name),
            )
            return Commander(charisma)
        self._warn(
            draft.line,
            "is_commander",
            phrase("{unit} has no commander", unit=draft.name),
            phrase("mark a line with yes, or choose later"),
        )
        return None

    def _position(self, draft: _Draft, *, reinforcement: bool) -> tuple[int, int] | None:
        column, row = draft.facts.get("col"), draft.facts.get("row")
        if not column or not row:
            if given := column or row:
                what = "row" if column else "col"
                self._warn(
                    given[1],
                    what,
                    phrase("{unit} has no {column}: it is not placed", unit=draft.name, column=COLUMN_NAMES[what]),
                    phrase("write both"),
                )
            return None
        position = column[0], row[0]
        other = self._positions.get(position)
        if other is not None and not reinforcement:
            self._warn(
                column[1],
                "col",
                phrase("{other} stands there already: {unit} is not placed", other=other, unit=draft.name),
                phrase("choose another hex"),
            )
            return None
        if not reinforcement:
            self._positions[position] = draft.name
        return position

    def _warn(self, line: int, column: str, message: str, remedy: str = _CHECK) -> None:
        self.problems.append(LineProblem(line, column, message, remedy, "warning"))

    def _refuse(self, entry: Entry, column: str, message: str, remedy: str) -> None:
        self.problems.append(LineProblem(entry.line, column, message, remedy))
