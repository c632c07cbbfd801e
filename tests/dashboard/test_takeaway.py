"""The sheets: what they tell, and that no name in them does anything."""

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from dashboard.takeaway import battle_markdown, battle_sheet_html, foundry_journal, map_svg
from dashboard.takeaway.facts import morale_chance, sheet_of
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument, apply_edit
from massbattle_core.mass_combat.edits import SetHouseRule, SetObjective
from massbattle_core.mass_combat.model import Arrival, Battlefield, Group, Hex, MassBattle, Objective, Side, Unit
from tests.core.armies.documents import FORD, documents

DEMO = battlefile.load(FORD)
HOSTILE = '<script>alert("x")</script> & "q" \'s\' | *b* [[/r 1d20]] @UUID[Actor.x]{y} &Reference[z] ]]> \x01 `c` <!--'


def hostile() -> BattleDocument:
    """A battle in which everything that people name is named to do harm."""
    unit = Unit("u1", "a", HOSTILE[:80], (Group("orc", 3),), None, position=(0, 0), notes=f"# {HOSTILE}\n1. {HOSTILE}")
    ground = Battlefield(3, 2, {"1,0": Hex(label=HOSTILE[:40], elevation=-1, cover=True, closed=True)})
    orc = replace(DEMO.creatures["orc"], name=HOSTILE, french_name=HOSTILE)
    sides = {"a": Side(HOSTILE[:80]), "b": Side("")}
    return BattleDocument(HOSTILE[:119], {"orc": orc}, MassBattle(sides, {"u1": unit}, ground), HOSTILE)


class Page(HTMLParser):
    """Which elements a page opens and which text it shows; raises if they do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_nothing_of_the_page_is_imported() -> None:
    code = "import sys, dashboard.takeaway; print({'panel', 'bokeh', 'param', 'sqlalchemy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_the_sheet_tells_every_unit_with_its_numbers() -> None:
    page = Page(battle_sheet_html(DEMO))
    for unit in DEMO.mass_combat.units.values():
        assert page.text.count(unit.name) >= 3
    for text in (
        "The Ford at Dornmere",
        "120 × Guard (CR 1/8)",
        "50 × Goblin on Wolf (CR 1/4)",
        "needs 8+ · 65",
        "300\u202fft · 3 hexes",
    ):
        assert text in page.text
    assert "Commander: Sir Aldric, Knight on Warhorse (Charisma +2)" in page.text
    assert "System Reference Document 5.1" in page.text
    assert "Creative Commons Attribution 4.0" in page.text
    assert page.text.count("BR lost") == 12


def test_R0_42_the_box_at_half_strength_is_marked() -> None:
    html = battle_sheet_html(DEMO)
    cards = dict(re.findall(r"<h3>(\d+) · [^<]+</h3>.*?(<div class=\"boxes\">.*?</div>)", html))
    assert cards["1"].count("<span") == 23
    boxes = re.findall(r'class="([^"]+)"', cards["1"].removeprefix('<div class="boxes">'))
    assert boxes.index("box half") + 1 == 12


def test_a_unit_of_many_points_or_none_gets_a_line_to_write_on() -> None:
    def of(count: int) -> str:
        unit = replace(DEMO.mass_combat.units["u8"], groups=(Group("ogre", count),), commander=None)
        return battle_sheet_html(replace(DEMO, mass_combat=replace(DEMO.mass_combat, units={"u8": unit})))

    assert of(120).count('class="box"') == 119
    assert "Half strength at BR 60" in of(121)
    worn = replace(DEMO.mass_combat.units["u8"], losses=100)
    assert "BR left" in battle_sheet_html(replace(DEMO, mass_combat=replace(DEMO.mass_combat, units={"u8": worn})))


def test_R0_20_the_turn_order_puts_equal_initiatives_together() -> None:
    rows = sheet_of(DEMO).turn_order().rows
    assert rows[:2] == (("16", "2 Knights of the Lily"), ("14", "1 Pikes of Dorn, 6 House guard"))


@pytest.mark.parametrize("rating", range(-12, 13))
def test_R0_13_morale_chances(rating: int) -> None:
    for dc in (10, 15):
        assert morale_chance(rating, dc) * 20 == min(max(21 + rating - dc, 0), 20)
    told = {row[0]: row[2:4] for row in sheet_of(DEMO).morale_tests().rows}
    assert told["+10"] == ("always", "needs 5+ · 80\u202f%")
    assert told["−10"] == ("needs 20+ · 5\u202f%", "never")


def test_french_names_lengths_and_own_messages() -> None:
    own = {"Order of battle": "Ordre de bataille"}
    text = Page(battle_sheet_html(DEMO, "fr", lambda message: own.get(message, message))).text
    assert "Ordre de bataille" in text
    french = Page(battle_sheet_html(DEMO, "fr")).text
    assert "Géant des collines" in french
    assert "90\u202fm" in french


def test_objectives_reinforcements_and_unfinished_units_are_told() -> None:
    document = apply_edit(DEMO, SetObjective("x", Objective("a", "hold", ((13, 4),), 3))).document
    document = apply_edit(document, SetObjective("y", Objective("b", "protect", unit="u7"))).document
    battle = document.mass_combat
    late = replace(battle.units["u2"], arrival=Arrival(4), position=(10, 5), commander=None)
    dragon = replace(document.creatures["ogre"], challenge_rating=24)
    document = replace(
        document,
        creatures={**document.creatures, "ogre": dragon},
        mass_combat=replace(battle, units={**battle.units, "u2": late}),
    )
    document = apply_edit(document, SetHouseRule("br_over_20", "reject")).document
    for text in (Page(battle_sheet_html(document)).text, battle_markdown(document)):
        assert "Dornmere holds E14 for 3 rounds" in text
        assert "Grukk’s Horde keeps Wolf riders alive" in text
        assert "F11, from round 4" in text
        assert "no commander" in text
        assert "CR 24 is above 20" in text
    assert foundry_journal(document)["pages"]
    counters = ElementTree.fromstring(map_svg(document)).findall(".//{*}g/{*}title")
    assert sorted(title.text or "" for title in counters)[:2] == ["Border archers", "Goblin slings"]
    assert len(counters) == 11


def test_an_empty_battle_has_its_sheets_too() -> None:
    empty = BattleDocument()
    assert "Side A against Side B" in Page(battle_sheet_html(empty)).text
    assert battle_markdown(empty).startswith("# New battle\n")
    ElementTree.fromstring(map_svg(empty))
    assert foundry_journal(empty)["name"] == "New battle"


def test_no_name_becomes_markup() -> None:
    document = hostile()
    plain = Page(battle_sheet_html(document))
    assert set(plain.names) <= set(Page(battle_sheet_html(DEMO)).names)
    assert 'alert("x")' in plain.text
    drawing = ElementTree.fromstring(map_svg(document))
    assert {element.tag.split("}")[1] for element in drawing.iter()} <= {
        "svg",
        "title",
        "path",
        "g",
        "text",
        "rect",
        "ellipse",
    }
    markdown = battle_markdown(document)
    assert "<" not in markdown
    assert not re.search(r"(?<!\\)[*`\[]", markdown)
    assert re.search(r"^\\# &lt;script", markdown, re.MULTILINE)
    assert re.search(r"^1\\\. ", markdown, re.MULTILINE)
    rows = [line for line in markdown.splitlines() if line.startswith("| 1 |")]
    assert len(re.findall(r"(?<!\\)\|", rows[0])) == 10


def test_a_journal_entry_holds_only_what_foundry_knows() -> None:
    for document in (DEMO, hostile()):
        journal = foundry_journal(document)
        assert set(journal) == {"name", "pages"}
        assert journal["name"].strip()
        assert len(journal["pages"]) == 6
        for number, page in enumerate(journal["pages"], 1):
            assert set(page) == {"name", "type", "title", "text", "sort"}
            assert page["name"].strip()
            assert (page["type"], page["text"]["format"], page["sort"]) == ("text", 1, number * 100_000)
            content = Page(page["text"]["content"])
            assert set(content.names) <= {"p", "h2", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"}
            rolls = re.findall(r"\[\[[^]]*\]\]", content.text)
            assert all(re.fullmatch(r"\[\[/r 1d20[+-]\d+\]\]", roll) for roll in rolls)
            assert not re.search(r"[@&]\w+\[", content.text)
    [_, army, *_] = foundry_journal(DEMO)["pages"]
    assert "Attack [[/r 1d20+23]] · Morale [[/r 1d20+2]]" in army["text"]["content"]


@settings(max_examples=25, deadline=None)
@given(documents())
def test_every_battle_has_well_formed_sheets(document: BattleDocument) -> None:
    page = Page(battle_sheet_html(document))
    assert page.text.count("BR lost") + page.text.count("BR left") == len(document.mass_combat.units)
    ElementTree.fromstring(map_svg(document, "fr"))
    assert battle_markdown(document).count("\n### ") == 2 + len(document.mass_combat.units)
    assert foundry_journal(document)["pages"]
