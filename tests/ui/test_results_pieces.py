"""House rules, orders, replays and results without a browser: their words, complete and harmless."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dashboard.i18n import Words
from dashboard.models.room import DoctrineState, MidwayState, OddsState, Replaying, ReplayRequest
from dashboard.replays import find_midway, find_replay
from dashboard.views.doctrine_range import range_line
from dashboard.views.house_rules import rules_count, rules_markup
from dashboard.views.log_words import sentences
from dashboard.views.loss_charts import bars_of
from dashboard.views.orders import DOCTRINE_WORDS, TARGET_WORDS, chosen_order, side_orders, unit_orders
from dashboard.views.replay_words import asked_for, ending
from dashboard.views.result_words import losses_head, mean_of, midway_markup, units_markup
from dashboard.views.rule_words import CHAPTERS, RULES, changed_rules
from massbattle_core.document import BattleDocument
from massbattle_core.game import Event
from massbattle_core.mass_combat.advice import DoctrineGrid
from massbattle_core.mass_combat.edits import SetHouseRule
from massbattle_core.mass_combat.house_rules import HouseRules, choices
from massbattle_core.mass_combat.model import DOCTRINES, TARGETS, Side
from massbattle_core.mass_combat.simulate import odds_of, prepare, run
from massbattle_core.sources import RULES as SOURCES
from tests.ui.battles import NASTY, skirmish_at_the_bridge

EN, FR = Words("en"), Words("fr")


@pytest.fixture(scope="module")
def document() -> BattleDocument:
    document = skirmish_at_the_bridge()
    battle = document.mass_combat
    nasty = replace(battle.units["u1"], name=NASTY)
    sides = {**battle.sides, "b": Side(NASTY)}
    return replace(document, mass_combat=replace(battle, units={**battle.units, "u1": nasty}, sides=sides))


@pytest.fixture(scope="module")
def odds(document: BattleDocument) -> OddsState:
    prepared = prepare(document.mass_combat, document.creatures)
    return OddsState(odds_of(prepared, run(prepared, 0, 200)), prepared.key, 200, True, 1.0)


def harmless(markup: str) -> bool:
    return "<img" not in markup and "<b>Bold" not in markup


# ---------------------------------------------------------------- house rules and orders


def test_every_house_rule_and_value_has_its_words_and_a_place() -> None:
    assert {name: set(words.values) for name, words in RULES.items()} == {
        name: set(values) for name, values in choices().items()
    }
    assert sorted(name for _, names in CHAPTERS for name in names) == sorted(RULES)
    assert {words.rule for words in RULES.values()} <= set(SOURCES)
    for words in RULES.values():
        assert words.sentence.endswith(".")
        assert words.sentence.count(". ") == 0


@pytest.mark.parametrize("language", [EN, FR])
def test_a_changed_rule_is_told_of(document: BattleDocument, language: Words) -> None:
    battle = document.mass_combat
    assert rules_count(battle.rules, language) == ""
    changed = SetHouseRule("adv_cancel", "net_count").apply(battle)
    changed = SetHouseRule("end_condition", "objective").apply(changed)
    assert changed_rules(changed.rules) == ("adv_cancel", "end_condition")
    assert "2" in rules_count(changed.rules, language)
    markup = rules_markup(changed, language)
    assert markup.count('class="rule changed"') == 2
    assert markup.count('aria-pressed="true"') == len(RULES)
    assert changed_rules(HouseRules()) == ()


def test_orders_are_complete_and_unknown_ones_follow_the_army() -> None:
    assert set(DOCTRINE_WORDS) == set(DOCTRINES)
    assert set(TARGET_WORDS) == set(TARGETS)
    assert chosen_order("doctrine", {"order": "guard"}) == {"doctrine": "guard"}
    assert chosen_order("doctrine", {"order": "nearest"}) == {"doctrine": None}
    assert chosen_order("targets", {}) == {"targets": None}
    unit = skirmish_at_the_bridge().mass_combat.units["u1"]
    assert "like the army" in unit_orders(unit, Side("A"), EN)
    assert "like the army" not in side_orders("a", Side("A"), EN)


def test_the_range_belongs_to_the_odds_it_stands_beside(document: BattleDocument, odds: OddsState) -> None:
    grid = DoctrineGrid.of(document.mass_combat, document.creatures)
    state = DoctrineState(grid.range_of(grid.run(0, 20)), grid.key, True)
    assert state.key == odds.key
    line = range_line(state, odds.key, document.mass_combat, EN)
    assert f"over {len(grid.pairs)} pairs" in line
    assert line.count('class="now') == 1
    assert harmless(line)
    assert "computing" in range_line(state, "other", document.mass_combat, EN)


# ---------------------------------------------------------------- replays


@pytest.mark.parametrize(("winner", "outcomes"), [("a", {"a"}), ("b", {"b"}), ("somebody", {"a", "b"})])
def test_a_replay_ends_as_it_was_asked_for(document: BattleDocument, winner, outcomes) -> None:
    found = find_replay(document, ReplayRequest(winner))
    assert isinstance(found, Replaying)
    assert found.replay.end.winner in outcomes
    assert str(found.replay.end.round) in ending(found, EN)
    assert f"battle {found.replay.battle} of seed 1" == asked_for(found, EN)
    following = find_replay(document, ReplayRequest(winner, first=found.replay.battle + 1))
    assert isinstance(following, Replaying)
    assert following.replay.battle > found.replay.battle


def test_a_search_begins_anew_and_tells_of_what_there_is_not(document: BattleDocument) -> None:
    first = find_replay(document, ReplayRequest("a"))
    anew = find_replay(document, ReplayRequest("a", first=19_999))
    assert isinstance(first, Replaying)
    assert isinstance(anew, Replaying)
    assert anew.replay.battle in (first.replay.battle, 19_999)
    assert find_replay(document, ReplayRequest("nobody", rounds=1)) == "no simulated battle ended so"
    empty = replace(document, mass_combat=replace(document.mass_combat, units={}))
    assert "no unit" in str(find_replay(empty, ReplayRequest()))


@pytest.mark.parametrize("language", [EN, FR])
def test_every_turn_has_its_sentences(document: BattleDocument, language: Words) -> None:
    names = {unit.id: unit.name for unit in document.mass_combat.units.values()}
    sides = {side: facts.name for side, facts in document.mass_combat.sides.items()}
    for battle in range(12):
        found = find_replay(document, ReplayRequest(first=battle))
        assert isinstance(found, Replaying)
        told = [sentences(step.events, names, sides, language) for step in found.replay.steps]
        assert told[0] == []
        assert all(told[1:])
        assert all("{" not in line.text and line.text.strip() for lines in told for line in lines)
        assert told[-1][-1].weight == "end"
        losses = sum(event.kind == "loss" for step in found.replay.steps for event in step.events)
        attacks = [line for lines in told for line in lines if line.rule == "R0.33"]
        assert sum(line.weight == "hit" for line in attacks) == losses
        assert len(attacks) == sum(event.kind == "attack" for step in found.replay.steps for event in step.events)


def test_an_attack_in_words(document: BattleDocument) -> None:
    facts = {"unit": "u3", "target": "u1", "mode": "dis", "attacker_total": 14, "target_total": 37, "margin": -23}
    strikes = {"unit": "u3", "target": "u1", "spaces": 1}
    events = (
        Event("turn", "R0.23", {"unit": "u3"}),
        Event("strikes", "R0.31", strikes),
        Event("attack", "R0.33", facts),
    )
    names = {"u1": "Pikes of Dorn", "u3": "Wolf riders"}
    told = sentences(events, names, {}, EN)
    assert [line.text for line in told] == [
        "Wolf riders attack Pikes of Dorn with disadvantage: 14 against 37, no effect"
    ]


# ---------------------------------------------------------------- results


def test_units_in_numbers(document: BattleDocument, odds: OddsState) -> None:
    table = units_markup(odds, False, document.mass_combat, "u1", EN)
    assert table.count("<tr") == 1 + 2 + len(odds.odds.units)
    assert table.count('class="on"') == 1
    assert harmless(table)


def test_what_is_left_sums_up(odds: OddsState) -> None:
    for side, law in odds.odds.remaining.items():
        start = sum(unit.starting_br for unit in odds.odds.units if unit.side == side)
        bars = bars_of(law, start, at_least=False)
        assert sum(chance for *_, chance in bars) + law.get(0, 0.0) == pytest.approx(1.0)
        steps = bars_of(law, start, at_least=True)
        assert steps[0][2] == pytest.approx(1.0 - law.get(0, 0.0))
        assert [chance for *_, chance in steps] == sorted((chance for *_, chance in steps), reverse=True)
        assert mean_of(law) == pytest.approx(sum(br * p for br, p in law.items()))
        assert harmless(losses_head(odds.odds, "b", NASTY, start, True, EN))
    assert bars_of({0: 1.0}, 0, at_least=True) == [(1, 1, 0)]
    wide = bars_of({7: 0.5, 300: 0.5}, 300, at_least=False)
    assert len(wide) <= 40
    assert sum(chance for *_, chance in wide) == pytest.approx(1.0)


def test_the_state_after_some_rounds(document: BattleDocument, odds: OddsState) -> None:
    state = find_midway(document, 2)
    assert isinstance(state, MidwayState)
    assert (state.key, state.midway.rounds) == (odds.key, 2)
    markup = midway_markup(state, True, 2, document.mass_combat, EN)
    assert "State after 2 rounds" in markup
    assert harmless(markup)
    assert isinstance(find_midway(document, 500), MidwayState)
