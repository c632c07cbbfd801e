"""Building the selected unit: its creatures, mounts and commander, and making units of units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dashboard.i18n import Words
from dashboard.markup import Markup, join, tag
from dashboard.models.bestiary import Bestiary
from dashboard.models.creature_search import Query
from dashboard.views.armies import Line
from dashboard.views.creature_finder import Finder, finder_markup
from dashboard.views.creature_words import set_filter
from dashboard.views.messages import Message, number_in, text_in
from dashboard.views.unit_groups import groups_markup
from dashboard.views.unit_tools import problems_of, split_markup, tools_menu, unit_problems
from massbattle_core.creatures import Creature
from massbattle_core.document import Edit, Several
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.edits import (
    DuplicateUnit,
    MergeUnits,
    MirrorUnit,
    MoveUnit,
    RemoveUnit,
    SetCommander,
    SetGroups,
    SetUnit,
    SplitUnit,
    even_split,
)
from massbattle_core.mass_combat.model import Commander, Group, Unit
from massbattle_core.mass_combat.tables import CHARISMA_MODIFIERS

__all__ = ["UnitBuilder"]

_FOUND = 8
"""Creatures that a search shows."""
_USUAL_COUNTS = ((3, 20), (10, 5))
"""Creatures below a challenge rating come so many at a time; those above come alone and lead themselves."""


class UnitBuilder:
    """What the card of a unit lets people do with its creatures.

    ``show`` draws the card anew, ``keep`` keeps a unit in the library and shows it there.
    """

    def __init__(self, bestiary: Bestiary, words: Words, show: Callable[[], None], keep: Callable[[str], None]) -> None:
        self._bestiary, self._, self._show, self._keep = bestiary, words, show, keep
        self._session = bestiary.session
        self._unit_id = self._session.selected
        self._finder = Finder()
        self._split: tuple[int, ...] | None = None
        self._asked: object = None
        self._found: list[Creature] = []
        bestiary.param.watch(lambda _event: show(), "library")

    @property
    def actions(self) -> dict[str, Callable[[Message], object]]:
        """What the card's markup asks for."""
        return {
            "unit-name": lambda message: self._set(name=text_in(message, "value", 80)),
            "count": self._set_count,
            "remove-group": lambda message: self._change_group(message, None),
            "unpair": lambda message: self._change_group(message, {"mount": None}),
            "search": lambda message: self._ask(replace(self._finder.query, text=text_in(message, "value", 80))),
            "filter": lambda message: self._ask(set_filter(self._finder.query, message)),
            "clear-filters": lambda _message: self._ask(Query(self._finder.query.text)),
            "show-filters": lambda _message: self._find(filters_shown=not self._finder.filters_shown),
            "find-soldiers": lambda _message: self._find(purpose="soldiers"),
            "find-mount": lambda message: self._find(purpose="mount", group=number_in(message, "group")),
            "find-commander": lambda _message: self._find(purpose="commander"),
            "find-commander-mount": lambda _message: self._find(purpose="commander_mount"),
            "add": self._add_group,
            "ride": self._add_mount,
            "lead": self._lead,
            "lead-mounted": self._lead_mounted,
            "lead-character": lambda _message: self._command(creature=None, mount=None),
            "lead-on-foot": lambda _message: self._command(mount=None),
            "lead-nobody": lambda _message: self._submit(SetCommander(self._unit_id, None)),
            "commander-name": lambda message: self._command(name=text_in(message, "value", 80)),
            "keep-unit": lambda _message: self._keep(self._unit_id),
            "duplicate": lambda _message: self._make(DuplicateUnit(self._unit_id, self._free_id())),
            "mirror": lambda _message: self._make(MirrorUnit(self._unit_id, self._free_id())),
            "merge": lambda message: self._submit(MergeUnits(self._unit_id, text_in(message, "unit"))),
            "split": lambda _message: self._begin_split(),
            "split-even": lambda _message: self._split_evenly(),
            "split-count": self._count_split,
            "split-now": lambda _message: self._split_now(),
            "split-cancel": lambda _message: self._end_split(),
            "lift": lambda _message: self._submit(MoveUnit(self._unit_id, None)),
            "remove-unit": lambda _message: self._submit(RemoveUnit(self._unit_id)),
        }

    def aim(self, unit_id: str) -> None:
        """Build another unit."""
        self._unit_id, self._split = unit_id, None
        self._finder = Finder(Query(self._finder.query.text), filters_shown=self._finder.filters_shown)

    def markup(self, line: Line) -> Markup:
        """The unit's creatures, what is wrong with it, and what can be done."""
        session, _ = self._session, self._
        shown = session.shown
        others = [unit for unit in shown.mass_combat.side_units(line.unit.side) if unit.id != line.unit.id]
        below = join(
            unit_problems(problems_of(session.problems, line.unit), line, _),
            split_markup(line, self._split, _)
            if self._split and len(self._split) == len(line.unit.groups)
            else tag(
                "div",
                finder_markup(line, self._finder, self._search(), tuple(self._bestiary.library.creatures), _),
                class_="chips",
                style="margin-top:8px",
            ),
        )
        return groups_markup(line, shown.mass_combat.rules, tools_menu(line.unit, others, _), below, _)

    def _search(self) -> list[Creature]:
        """The creatures to choose from, looked for anew only when something has changed: a slider draws this often."""
        asked = (self._finder.query, self._bestiary.library, self._session.document.creatures)
        if asked != self._asked:
            self._asked, self._found = asked, self._bestiary.search(self._finder.query, _FOUND)
        return self._found

    # ---------------------------------------------------------------- edits

    def _unit(self) -> Unit | None:
        return self._session.document.mass_combat.units.get(self._unit_id)

    def _submit(self, edit: Edit | None) -> bool:
        return edit is not None and self._session.submit(edit)

    def _set(self, **values: Any) -> None:
        self._submit(SetUnit(self._unit_id, values))

    def _free_id(self) -> str:
        return self._session.document.mass_combat.free_id()

    def _make(self, edit: DuplicateUnit | MirrorUnit | SplitUnit) -> None:
        """Make a unit of this one and select it."""
        if self._submit(edit):
            self._session.select(edit.new_id)

    # ---------------------------------------------------------------- its creatures

    def _ask(self, query: Query) -> None:
        self._find(query=query)

    def _find(self, **what: Any) -> None:
        self._finder = replace(self._finder, **what)
        self._show()

    def _found_one(self) -> None:
        """What was looked for is found: the next search is for soldiers again."""
        self._finder = replace(self._finder, purpose="soldiers")

    def _group(self, message: Message) -> tuple[Unit, int] | None:
        unit, number = self._unit(), number_in(message, "group")
        return (unit, number) if unit and 0 <= number < len(unit.groups) else None

    def _change_group(self, message: Message, values: Mapping[str, Any] | None) -> None:
        """Set fields of a group, or remove it (None)."""
        if found := self._group(message):
            unit, number = found
            groups = list(unit.groups)
            groups[number : number + 1] = [] if values is None else [replace(groups[number], **values)]
            self._submit(SetGroups(unit.id, tuple(groups)))

    def _set_count(self, message: Message) -> None:
        count = number_in(message, "value")
        if count < 0:
            self._show()
        else:
            self._change_group(message, {"count": count} if count else None)

    def _add_group(self, message: Message) -> None:
        unit, kind = self._unit(), self._bestiary.get(text_in(message, "creature"))
        if unit is None or kind is None:
            return
        there = any(group.creature == kind.id and not group.mount for group in unit.groups)
        usual = next((count for below, count in _USUAL_COUNTS if kind.challenge_rating < below), 1)
        edits: list[Edit] = []
        if not there and (usual > 1 or unit.commander is not None):
            edits.append(SetGroups(unit.id, (*unit.groups, Group(kind.id, usual))))
        if unit.commander is None:
            edits.append(SetCommander(unit.id, Commander(_charisma(kind.charisma_modifier), kind.id)))
        if edits:
            self._submit(self._bestiary.with_creature(kind.id, Several(tuple(edits))))

    def _add_mount(self, message: Message) -> None:
        unit, creature = self._unit(), text_in(message, "creature")
        if unit is None or not unit.groups:
            return
        wanted = self._finder.group if self._finder.purpose == "mount" else len(unit.groups) - 1
        number = min(wanted, len(unit.groups) - 1)
        groups = [replace(g, mount=creature) if n == number else g for n, g in enumerate(unit.groups)]
        self._found_one()
        self._submit(self._bestiary.with_creature(creature, SetGroups(unit.id, tuple(groups))))

    # ---------------------------------------------------------------- its commander

    def _command(self, **values: Any) -> None:
        unit = self._unit()
        if unit is not None:
            self._submit(SetCommander(unit.id, replace(unit.commander or Commander(), **values)))

    def _lead(self, message: Message) -> None:
        unit, kind = self._unit(), self._bestiary.get(text_in(message, "creature"))
        if unit is None or kind is None:
            return
        old = unit.commander or Commander()
        new = replace(old, charisma=_charisma(kind.charisma_modifier), creature=kind.id)
        self._found_one()
        self._submit(self._bestiary.with_creature(kind.id, SetCommander(unit.id, new)))

    def _lead_mounted(self, message: Message) -> None:
        unit, mount = self._unit(), text_in(message, "creature")
        if unit is None or unit.commander is None:
            return
        self._found_one()
        edit = SetCommander(unit.id, replace(unit.commander, mount=mount))
        self._submit(self._bestiary.with_creature(mount, edit))

    # ---------------------------------------------------------------- two units of one

    def _even(self) -> tuple[int, ...] | None:
        unit, document = self._unit(), self._session.document
        if unit is None:
            return None
        try:
            return even_split(unit, document.creatures, document.mass_combat.rules)
        except InvalidBattleError:
            return tuple(group.count // 2 for group in unit.groups)

    def _begin_split(self) -> None:
        self._split = self._even()
        self._show()

    def _end_split(self) -> None:
        self._split = None
        self._show()

    def _count_split(self, message: Message) -> None:
        found, wanted = self._group(message), number_in(message, "value")
        if found and self._split and wanted >= 0:
            unit, number = found
            leave = min(wanted, unit.groups[number].count)
            self._split = (*self._split[:number], leave, *self._split[number + 1 :])
        self._show()

    def _split_evenly(self) -> None:
        if moved := self._even():
            self._make(SplitUnit(self._unit_id, self._free_id(), moved))

    def _split_now(self) -> None:
        moved, self._split = self._split, None
        if moved:
            self._make(SplitUnit(self._unit_id, self._free_id(), moved))


def _charisma(modifier: int) -> int:
    return max(CHARISMA_MODIFIERS[0], min(modifier, CHARISMA_MODIFIERS[1]))
