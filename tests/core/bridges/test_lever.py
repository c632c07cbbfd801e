"""The heroes' lever: a law of kills carried into the odds of the battle (R0.46, R0.48, RB.4)."""

from __future__ import annotations

from dataclasses import replace
from math import isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.bridges import heroes_lever, kills_law, lever_odds, zoom_in
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.kills import Part, after_kills
from massbattle_core.mass_combat.model import Commander, Group
from massbattle_core.mass_combat.simulate import odds_of, prepare, run
from massbattle_core.skirmish import Combatant, fight_odds, parse_attack
from massbattle_core.skirmish import Group as Fighters
from tests.core.mass_combat.battles import CREATURES, ORCS, battle, unit

HERO = Fighters("hero", "A", Combatant("hero", 18, 60, (parse_attack("+8:2d6+5x2"),), character=True), 2)
BATTLE = battle()
UNPLACED = replace(ORCS, id="u3", position=None)
NUMBER = 600


def simulated(kills=None):
    prepared = prepare(BATTLE, CREATURES, kills)
    return odds_of(prepared, run(prepared, 0, NUMBER))


def test_R0_46_no_kills_are_the_same_odds():
    lever = lever_odds(BATTLE, CREATURES, "u2", [(Part(), 1)], battles=NUMBER)
    assert lever.rows[0].odds == lever.before == simulated()
    assert (lever.win, lever.undecided, lever.loss) == (lever.before.win, lever.before.undecided, lever.before.loss)
    assert (lever.gain, lever.simulated) == (0, 1)


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(st.integers(0, 60), st.integers(1, 9), min_size=1, max_size=5))
def test_R0_46_the_mixture_of_laws_is_a_law(weights):
    lever = lever_odds(BATTLE, CREATURES, "u2", [(Part({0: n}), w) for n, w in weights.items()], battles=40)
    assert isclose(sum(row.p for row in lever.rows), 1)
    assert isclose(lever.win.p + lever.undecided.p + lever.loss.p, 1)
    for share in (lever.win, lever.undecided, lever.loss):
        assert 0 <= share.low <= share.p + 1e-12
        assert share.p - 1e-12 <= share.high <= 1
    expected = sum(row.p * row.odds.win.p for row in lever.rows)
    assert isclose(lever.win.p, expected, abs_tol=1e-12)


def test_R0_46_only_different_battle_ratings_are_simulated():
    lever = lever_odds(BATTLE, CREATURES, "u2", [(Part({0: n}), 1) for n in range(12)], battles=50)
    assert [row.outcome.composition_br for row in lever.rows] == [12] + [11] * 5 + [10] * 5 + [9]
    assert lever.simulated == 4
    assert lever.rows[1].odds is lever.rows[5].odds


def test_R0_42_kills_to_half_strength_test_before_the_first_turn():
    kills = after_kills(BATTLE.units["u2"], Part({0: 30}), CREATURES, BATTLE.sides["b"], BATTLE.rules)
    assert kills.dc15_due
    prepared = prepare(BATTLE, CREATURES, {"u2": kills})
    falls = 0
    for number in range(NUMBER):
        start = next(iter(play.follow(prepared, number)))
        assert [event.kind for event in start.events][:2] == ["loss", "morale_test"]
        falls += start.state.over
    assert abs(falls / NUMBER - 12 / 20) < 4 * (0.24 / NUMBER) ** 0.5, "morale +2 fails DC 15 with 12 of 20 faces"
    odds = odds_of(prepared, run(prepared, 0, NUMBER))
    assert odds.units[1].starting_br == 12
    assert odds.units[1].broken >= falls / NUMBER


def test_R0_52_a_unit_killed_to_the_last_member_is_gone():
    lever = lever_odds(BATTLE, CREATURES, "u2", [(Part({0: 60}), 1)], battles=50)
    assert lever.win.p == 1
    fallen = lever.rows[0].odds.units[1]
    assert (fallen.survival, fallen.routed, fallen.broken) == (0, 0, 0)


def test_RB_4_the_law_of_kills_is_that_of_the_skirmish():
    zoom = zoom_in(ORCS, Part({0: 12}), CREATURES, [HERO])
    law = kills_law(zoom, 5, 400, seed=7)
    odds = fight_odds(zoom.encounter, 400, 7)
    assert {killed.soldiers.get(0, 0): count / 400 for killed, count in law} == {
        n: p for n, p in enumerate(odds.groups[1].fallen[5]) if p
    }
    assert kills_law(zoom, 0, 50) == [(Part(), 50)]


def test_RB_4_losses_of_several_groups_stay_together():
    led = unit([Group("orc", 60)], commander=Commander(2, "captain"))
    zoom = zoom_in(led, Part({0: 4}, commander=True), CREATURES, [HERO])
    law = kills_law(zoom, 3, 300, seed=1)
    odds = fight_odds(zoom.encounter, 300, 1)
    orcs, captain = odds.groups[1].fallen[3], odds.groups[2].fallen[3]
    assert len(law) > 3
    assert sum(count for killed, count in law if killed.commander) / 300 == pytest.approx(captain[1])
    for n, p in enumerate(orcs):
        assert sum(count for killed, count in law if killed.soldiers.get(0, 0) == n) / 300 == pytest.approx(p)


def test_R0_48_the_heroes_lever():
    lever = heroes_lever(BATTLE, CREATURES, "u2", Part({0: 20}), [HERO], rounds=10, fights=300, battles=NUMBER)
    assert lever.before == simulated()
    assert lever.gain > 0.1
    assert lever.win.low < lever.win.p < lever.win.high
    assert [row.killed.count for row in lever.rows] == sorted(row.killed.count for row in lever.rows)
    assert lever.mean_killed == pytest.approx(sum(row.p * row.killed.count for row in lever.rows))
    exact = lever_odds(BATTLE, CREATURES, "u2", [(row.killed, row.p) for row in lever.rows], battles=NUMBER)
    assert exact.win.p == pytest.approx(lever.win.p)
    assert exact.win.high - exact.win.low < lever.win.high - lever.win.low, "fights add to the interval"


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda: lever_odds(BATTLE, CREATURES, "u9", [(Part(), 1)]), "unit_id"),
        (lambda: heroes_lever(BATTLE, CREATURES, "u9", Part({0: 1}), [HERO]), "unit_id"),
        (lambda: lever_odds(battle(ORCS, UNPLACED), CREATURES, "u3", [(Part(), 1)]), "unit_id"),
        (lambda: lever_odds(BATTLE, CREATURES, "u2", []), "law"),
        (lambda: lever_odds(BATTLE, CREATURES, "u2", [(Part(), -1)]), "law"),
        (lambda: lever_odds(BATTLE, CREATURES, "u2", [(Part(), float("nan"))]), "law"),
        (lambda: lever_odds(BATTLE, CREATURES, "u2", [(Part(), 1)], battles=0), "battles"),
        (lambda: heroes_lever(BATTLE, CREATURES, "u2", Part({0: 1}), [HERO], rounds=-1), "rounds"),
        (lambda: heroes_lever(BATTLE, CREATURES, "u2", Part({0: 1}), [replace(HERO, count=0)]), "groups/0/count"),
    ],
)
def test_R0_48_bad_input_is_named(call, place):
    with pytest.raises(InvalidBattleError) as caught:
        call()
    assert caught.value.problems[0].place == place
