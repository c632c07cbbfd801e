"""The pieces of the page without a browser: words, numbers, colours, escaping."""

from __future__ import annotations

import re
import runpy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.i18n import LANGUAGES, Words, shares_in_percent
from dashboard.markup import join, svg, tag
from dashboard.models.creature_search import Query
from dashboard.models.room import OddsState
from dashboard.theme import DARK, LIGHT, contrast
from dashboard.views import why as why_module
from dashboard.views.armies import Army
from dashboard.views.charts import decided_rounds, side_curve
from dashboard.views.creature_finder import Finder, finder_markup
from dashboard.views.hex_ground import contours
from dashboard.views.icons import ICONS, KINDS
from dashboard.views.kept import kept_markup
from dashboard.views.odds_words import breaking_markup, median_rounds, win_digits, win_markup
from dashboard.views.orders import DOCTRINE_WORDS
from dashboard.views.roster import roster_markup, unit_line
from dashboard.views.unit_groups import groups_markup
from dashboard.views.unit_tools import split_markup, tools_menu, unit_problems
from dashboard.views.unit_words import charisma_heads, factor_chips, figures_markup, morale_chance
from massbattle_core.armies.library import Library, keep_army, keep_unit
from massbattle_core.errors import Problem
from massbattle_core.mass_combat import building
from massbattle_core.mass_combat.model import DOCTRINES, Battlefield, Hex, Side
from massbattle_core.mass_combat.odds import BattleOdds, UnitOdds, share
from massbattle_core.mass_combat.tables import MORALE_FACTORS, MORALE_NAMES
from tests.ui.battles import NASTY, skirmish_at_the_bridge

ROOT = Path(__file__).parents[2]
WORDS = {language: Words(language) for language in LANGUAGES}
EN, FR = WORDS["en"], WORDS["fr"]


@pytest.fixture(scope="module")
def messages() -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(ROOT / "scripts" / "messages.py")))


def odds_of(wins: int, losses: int, battles: int) -> BattleOdds:
    draws = battles - wins - losses
    units = (UnitOdds("u1", NASTY, "a", 0.5, 3.0, 9, routed=0.25), UnitOdds("u3", "Orcs", "b", 0.1, 1.0, 8, broken=0.4))
    rounds = {1: 0.25, 2: 0.25, 3: 0.5 - draws / battles, 30: draws / battles}
    return BattleOdds(
        "simulated", battles, 1, share(wins, battles), share(draws, battles), share(losses, battles), rounds, {}, units
    )


def state_of(odds: BattleOdds) -> OddsState:
    return OddsState(odds, "key", 20_000, False, 1.0)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_compiled(messages: SimpleNamespace, language: str) -> None:
    assert messages.missing(language, messages.gathered()) == []
    assert messages.is_compiled(language)


def test_translations_keep_the_placeholders(messages: SimpleNamespace) -> None:
    def facts(texts: str | tuple[str, ...]) -> set[str]:
        forms = (texts,) if isinstance(texts, str) else texts
        return {name for text in forms for name in re.findall(r"{(\w+)[}:!]", text)}

    for message in messages.read("fr"):
        if message.id:
            assert facts(message.string) == facts(message.id), message.id


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert EN.number(16_400) == "16,400"
    assert FR.number(16_400) == "16\N{NARROW NO-BREAK SPACE}400"
    assert (EN.signed(2), EN.signed(0), EN.signed(-1)) == ("+2", "0", "−1")
    assert EN.number(-0.01, 1) == "0.0"
    assert FR.percent(0.583, 1) == "58,3\N{NARROW NO-BREAK SPACE}%"
    assert (EN.feet(100), FR.feet(100), FR.feet(5)) == (
        "100\N{NARROW NO-BREAK SPACE}ft",
        "30\N{NARROW NO-BREAK SPACE}m",
        "1,5\N{NARROW NO-BREAK SPACE}m",
    )
    assert FR.plural("{count} unit", "{count} units", 1) == "1 unité"
    assert FR.plural("{count} unit", "{count} units", 2_000_000).endswith("unités")
    assert Words("de").language == "en"


def test_almost_certain_is_never_shown_as_certain() -> None:
    assert EN.percent(0.001) == "<\N{NARROW NO-BREAK SPACE}1\N{NARROW NO-BREAK SPACE}%"
    assert EN.percent(0.999) == ">\N{NARROW NO-BREAK SPACE}99\N{NARROW NO-BREAK SPACE}%"
    assert EN.percent(1.0) == "100\N{NARROW NO-BREAK SPACE}%"
    assert EN.percent(0.0) == "0\N{NARROW NO-BREAK SPACE}%"


@given(st.lists(st.integers(0, 10_000), min_size=2, max_size=4).filter(any), st.integers(0, 2))
def test_shares_total_a_hundred_as_shown(counts: list[int], digits: int) -> None:
    shown = shares_in_percent([count / sum(counts) for count in counts], digits)
    assert sum(round(value * 10**digits) for value in shown) == 100 * 10**digits
    for value, count in zip(shown, counts, strict=True):
        assert abs(value - 100 * count / sum(counts)) <= 10.0**-digits


# ---------------------------------------------------------------- completeness


def test_every_term_of_the_rules_has_words() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path(building.__file__).parent.glob("*.py"))
    keys = set(re.findall(r'Term\(\s*"(\w+)"', source)) | {"br_groups", "br_none"}
    assert keys <= set(why_module._TERMS)


def test_every_word_of_the_rules_is_known() -> None:
    assert set(why_module.FACTORS) == set(MORALE_FACTORS)
    assert set(why_module.MORALE_WORDS) == set(MORALE_NAMES.values())
    assert set(DOCTRINE_WORDS) == set(DOCTRINES)
    assert set(KINDS) <= set(ICONS)


# ---------------------------------------------------------------- colours


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_has_contrast(colours: object) -> None:
    pairs = [
        ("ink", "card"), ("ink", "page"), ("ink", "track"), ("ink", "accent_soft"),
        ("muted", "card"), ("muted", "page"), ("muted", "accent_soft"),
        ("on_side", "side_a"), ("on_side", "side_b"), ("text_a", "card"), ("text_b", "card"),
        ("on_accent", "accent"), ("on_good", "good"), ("on_bad", "bad"),
        ("on_bar", "bar"), ("bar_muted", "bar"), ("label", "ground"), ("axis", "card"),
    ]  # fmt: skip
    weak = [pair for pair in pairs if contrast(*(getattr(colours, name) for name in pair)) < 4.5]
    assert weak == []


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


# ---------------------------------------------------------------- escaping


@given(st.text())
def test_markup_escapes_text_and_attributes(text: str) -> None:
    made = tag("b", text, title=text, data_unit=text)
    inside = made.removeprefix("<b").removesuffix("</b>")
    assert "<" not in inside
    assert inside.count(">") == 1
    assert inside.count('"') == 4


def test_markup_is_made_of_markup() -> None:
    assert (
        tag("p", "a", None, [tag("b", 1), "<"], hidden=True, id=None, class_="x")
        == '<p hidden class="x">a<b>1</b>&lt;</p>'
    )
    assert join("&", tag("br")) == "&amp;<br>"
    assert 'aria-hidden="true"' in svg(ICONS["add"])
    assert 'role="img"' in svg(ICONS["add"], "more")


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_nasty_names_are_escaped_in_every_piece(words: Words) -> None:
    document = skirmish_at_the_bridge()
    battle = document.mass_combat
    unit = battle.units["u1"]
    assert unit.commander
    nasty = replace(unit, name=NASTY, commander=replace(unit.commander, name=NASTY), notes=NASTY)
    creatures = {**document.creatures, "guard": replace(document.creatures["guard"], name=NASTY, french_name=NASTY)}
    document = replace(document, creatures=creatures, mass_combat=replace(battle, units={**battle.units, "u1": nasty}))
    line = Army().line(document, state_of(odds_of(1, 1, 2)), "u1")
    pieces = [
        roster_markup("a", NASTY, [line], [unit_line(line, True, words)], False, False, words),
        groups_markup(
            line,
            battle.rules,
            tools_menu(nasty, [nasty], words),
            finder_markup(line, Finder(Query(NASTY), "mount"), [creatures["guard"]], ["guard"], words),
            words,
        ),
        unit_problems([Problem("mass_combat/units/u1/groups", NASTY, NASTY)], line, words) or "",
        split_markup(line, (1, 1), words),
        kept_markup(
            Library(units={NASTY: keep_unit(document, "u1")}, armies={NASTY: keep_army(document, "a")}),
            replace(battle, sides={"a": Side(NASTY), "b": Side(NASTY)}),
            nasty,
            words,
        ),
        figures_markup(line, replace(battle.sides["a"], name=NASTY), words),
        *charisma_heads(line, words),
        factor_chips(nasty, words),
        win_markup(
            state_of(odds_of(1, 1, 2)),
            False,
            (),
            replace(battle, sides={"a": replace(battle.sides["a"], name=NASTY), "b": battle.sides["b"]}),
            words,
        ),
        win_markup(None, False, (NASTY,), battle, words),
        breaking_markup(state_of(odds_of(1, 1, 2)), False, words),
    ]
    assert sum("&lt;img" in piece for piece in pieces) >= 6
    for piece in pieces:
        assert "<img" not in piece


# ---------------------------------------------------------------- odds


def test_digits_follow_the_interval() -> None:
    assert win_digits(odds_of(200, 190, 400)) == 0
    assert win_digits(odds_of(10_000, 9_000, 20_000)) == 1
    assert win_digits(odds_of(1_000_000, 900_000, 2_000_000)) == 2
    assert win_digits(replace(odds_of(1, 1, 2), method="exact")) == 1


def test_none_of_n_is_told_as_an_upper_bound() -> None:
    document = skirmish_at_the_bridge()
    shown = win_markup(state_of(odds_of(20_000, 0, 20_000)), False, (), document.mass_combat, EN)
    assert "Horde wins under 0.02" in shown
    assert "wins 0" not in shown


def test_stale_odds_are_dimmed_and_have_no_interval() -> None:
    battle = skirmish_at_the_bridge().mass_combat
    fresh, stale = (win_markup(state_of(odds_of(12_000, 8_000, 20_000)), old, (), battle, EN) for old in (False, True))
    assert "± 0.7" in fresh
    assert "win stale" not in fresh
    assert "±" not in stale
    assert "win stale" in stale


def test_the_law_of_rounds_leaves_the_undecided_out() -> None:
    odds = odds_of(10_000, 9_000, 20_000)
    assert decided_rounds(odds) == pytest.approx([0.25, 0.25, 0.45])
    assert median_rounds(odds) == 2


def test_the_curve_is_that_of_the_units_own_side() -> None:
    points = [SimpleNamespace(morale=0, win=share(600, 1000), undecided=0.1)]
    (own,) = side_curve(points, "a")
    (enemy,) = side_curve(points, "b")
    assert own.p == 0.6
    assert enemy.p == pytest.approx(0.3)
    assert enemy.low < enemy.p < enemy.high


def test_morale_chances_are_exact() -> None:
    assert (morale_chance(2, 10) * 20, morale_chance(2, 15) * 20) == (13, 8)
    assert morale_chance(9, 10) == 1
    assert morale_chance(-10, 11) == 0


# ---------------------------------------------------------------- the board


def test_contours_run_between_heights() -> None:
    hill = Battlefield(5, 5, {"2,2": Hex(elevation=1)})
    assert len(contours(hill)["x0"]) == 6
    ridge = Battlefield(5, 5, {"2,2": Hex(elevation=1), "3,2": Hex(elevation=2)})
    assert len(contours(ridge)["x0"]) == 11
    assert contours(Battlefield(5, 5))["x0"] == []


def test_there_is_one_place_where_markup_is_made() -> None:
    """Nothing but markup.py makes markup of text, and nothing shows text by other means."""
    forbidden = re.compile(r"\bMarkup\(|pn\.pane\.(HTML|Markdown|Str|Alert)|pmui\.Typography|\|\s*safe|format_html")
    found = [
        path.name
        for folder in (ROOT / "dashboard" / "views", ROOT / "dashboard")
        for path in folder.glob("*.py")
        if path.name not in ("markup.py", "server.py") and forbidden.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
