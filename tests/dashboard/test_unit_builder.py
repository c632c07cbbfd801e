"""The unit card's actions on a room, without a browser: soldiers, mounts, commanders, units made of units."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from dashboard.i18n import Words
from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.bestiary import Bestiary
from dashboard.room import Room
from dashboard.views.armies import Army, made_of
from dashboard.views.bestiary import BestiaryView
from dashboard.views.edit_words import tell
from dashboard.views.unit_builder import UnitBuilder
from massbattle_core.mass_combat.model import Commander, Group, Unit
from tests.dashboard.fakes import ANA

STRANGE: list[Mapping[str, Any]] = [
    {},
    {"value": None, "group": None, "creature": None, "source": None, "line": None, "unit": None, "kind": None},
    {"value": "9" * 400, "group": "-1", "creature": "goblin\0", "source": "1e9", "attack": "²", "kind": "print()"},
    {"value": "٣", "group": "٣", "creature": ["x"], "filter": {"a": 1}, "side": 7, "part": "nowhere", "entry": "x"},
    {"value": {"x": 1}, "group": "99", "source": "99", "line": "99", "column": "unit", "field": "name", "name": "\n"},
]


class Card:
    """A builder of one unit, and what its actions make of the battle."""

    def __init__(self, session: BattleSession, bestiary: Bestiary) -> None:
        self.session, self.bestiary, self.drawn = session, bestiary, 0
        self.builder = UnitBuilder(bestiary, Words("en"), self._show, bestiary.keep_unit)
        session.param.watch(lambda event: self.builder.aim(event.new), "selected")

    def _show(self) -> None:
        self.drawn += 1

    def do(self, word: str, **message: object) -> None:
        self.builder.actions[word](message)

    @property
    def unit(self) -> Unit:
        return self.session.document.mass_combat.units[self.session.selected]

    @property
    def units(self) -> list[Unit]:
        return self.session.document.mass_combat.ordered_units()

    @property
    def markup(self) -> str:
        line = Army().line(self.session.shown, None, self.session.selected)
        return self.builder.markup(line)


@pytest.fixture
def card(room: Room, tmp_path: Path) -> Card:
    session = BattleSession(room, ANA)
    session.select("u1")
    return Card(session, Bestiary(session, LibraryFile(tmp_path / "library.json")))


def test_a_mount_goes_to_the_group_it_was_looked_for(card: Card) -> None:
    before = card.unit.groups
    card.do("find-mount", group=0)
    assert "A mount for" in card.markup
    card.do("ride", creature="wolf")
    assert card.unit.groups == (Group(before[0].creature, before[0].count, "wolf"), *before[1:])
    assert "wolf" in card.session.document.creatures
    assert "A mount for" not in card.markup  # the next search is for soldiers again
    card.do("unpair", group=0)
    assert card.unit.groups == before


def test_any_creature_a_hero_or_a_character_leads(card: Card) -> None:
    card.do("commander-name", value="Snik")
    card.do("find-commander")
    card.do("lead", creature="hobgoblin")
    assert card.unit.commander == Commander(-1, "hobgoblin", "Snik")
    card.do("lead-mounted", creature="worg")
    assert card.unit.commander == Commander(-1, "hobgoblin", "Snik", "worg")
    card.do("lead-on-foot")
    assert card.unit.commander == Commander(-1, "hobgoblin", "Snik")
    card.do("lead-character")
    assert card.unit.commander == Commander(-1, None, "Snik")
    card.do("lead-nobody")
    assert card.unit.commander is None
    assert "It has no commander." in card.markup
    assert 'data-do="lead"' in card.markup


def test_a_dragon_comes_alone_and_may_fight_so(card: Card) -> None:
    army, session = Army(), card.session
    army.add_unit(session, "b", Words("en"))
    card.do("add", creature="adult-red-dragon")
    assert (card.unit.groups, card.unit.commander) == ((), Commander(5, "adult-red-dragon"))
    built = army.line(session.document, None, card.unit.id).built
    assert built is not None
    assert (built.battle_rating.value, built.space.value, built.speed) == (38, 0, 800)
    assert [problem.place for problem in session.problems] == [f"mass_combat/units/{card.unit.id}/position"]
    assert "alone · Adult Red Dragon" in made_of(army.line(session.document, None, card.unit.id), Words("en"))
    card.do("add", creature="adult-red-dragon")
    assert card.unit.groups == (Group("adult-red-dragon", 1),)  # a second one, which the first leads


def test_a_number_beyond_all_is_refused_with_a_word(card: Card) -> None:
    before = card.unit
    card.do("count", group=0, value="99999999999")
    assert card.unit == before
    assert [problem.message for problem in card.session.refusal] == [
        "the number must be 100000 or less (found 9999999)"
    ]


def test_a_unit_over_the_limit_of_space_is_split_by_one_button(card: Card) -> None:
    card.do("count", group=0, value="700")
    assert "over 400 space." in card.markup
    count, revision = len(card.units), card.session.revision
    total = sum(group.count for group in card.unit.groups)
    card.do("split-even")
    assert (len(card.units), card.session.revision) == (count + 1, revision + 1)
    new = card.unit  # it is selected
    old = card.session.document.mass_combat.units["u1"]
    assert new.id != old.id
    assert sum(group.count for group in (*new.groups, *old.groups)) == total
    for unit in (old, new):
        card.session.select(unit.id)
        assert "over 400 space." not in card.markup
    card.do("merge", unit="u1")
    assert len(card.units) == count
    assert sum(group.count for group in card.unit.groups) == total
    assert card.unit.commander == old.commander


def test_how_many_leave_can_be_said(card: Card) -> None:
    before = card.unit.groups
    card.do("split")
    card.do("split-count", group=0, value="5")
    for number in range(1, len(before)):
        card.do("split-count", group=number, value="0")
    assert 'value="5"' in card.markup
    card.do("split-now")
    assert card.unit.groups == (Group(before[0].creature, 5),)
    card.session.select("u1")
    card.do("split")
    card.do("split-cancel")
    assert "Split into two units" not in card.markup


def test_copies_stand_beside_or_opposite(card: Card) -> None:
    unit = card.unit
    card.do("duplicate")
    assert (card.unit.name, card.unit.side, card.unit.groups) == (f"{unit.name} 2", unit.side, unit.groups)
    card.session.select(unit.id)
    card.do("mirror")
    assert (card.unit.name, card.unit.side) == (unit.name, "b")
    card.do("remove-unit")
    assert card.session.selected == ""


def test_a_unit_is_kept_from_the_card(card: Card) -> None:
    name = card.unit.name
    card.do("keep-unit")
    assert set(card.bestiary.library.units) == {name}
    assert card.bestiary.said == f"{name} is kept."


def test_filters_of_the_search(card: Card) -> None:
    card.do("search", value="dragon")
    card.do("filter", filter="max_cr", value="2")
    card.do("filter", filter="mode", value="swim")
    assert "black-dragon-wyrmling" in card.markup
    assert "adult-black-dragon" not in card.markup
    card.do("clear-filters")
    assert "adult-black-dragon" in card.markup


@pytest.mark.parametrize("message", STRANGE, ids=range(len(STRANGE)))
def test_whatever_a_browser_sends_is_taken_or_dropped(card: Card, message: Mapping[str, Any]) -> None:
    drawer = BestiaryView(card.bestiary, Words("fr"))
    for part in ("creatures", "import", "kept", "take"):
        drawer.open(part)
    drawer._imports.add("armies.csv", b"side,unit,creature,count\na,Guards,guard,20\n")
    actions: dict[str, Callable[[Mapping[str, Any]], object]] = {**drawer._live._actions}
    for act in actions.values():
        act(message)
    for act in card.builder.actions.values():
        act(message)
        if "u1" in card.session.document.mass_combat.units:
            card.session.select("u1")
    assert len(card.units) >= 12


def test_the_history_tells_what_was_done_to_the_unit_not_what_was_copied_for_it(card: Card) -> None:
    Army().add_unit(card.session, "b", Words("en"))
    card.do("add", creature="wolf")
    card.do("unit-name", value="")
    told = [words for _entry, words in tell(card.session.history(count=2), card.session.document, Words("en"))]
    assert told == ["unit renamed “Unnamed unit”", "Unnamed unit: other creatures; Unnamed unit: another commander"]
