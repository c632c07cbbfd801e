"""Many battles: the same for any threads and chunks, for either side, in part and in whole, and in replays."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from massbattle_core.battlefile import load
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.edits import SetMorale, SwapSides
from massbattle_core.mass_combat.odds import odds_to_json, share
from massbattle_core.mass_combat.simulate import BINS, Tally, morale_curve, odds_of, prepare, run, run_parallel
from tests.core.mass_combat.armies import BESTIARY, DEMO, battle_of, company
from tests.core.mass_combat.boards import scenario, unit
from tests.property.random_battles import random_scenario
from tests.rulebook.scenario import prepare_scenario


def random_battle(number):
    return prepare_scenario(random_scenario(number))


def same(one, other):
    return bool((one.data == other.data).all())


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("chunk", [1, 7, 500])
def test_threads_and_chunks_do_not_change_anything(threads, chunk):
    with ThreadPoolExecutor(threads) as executor:
        for number in (3, 8):
            prepared = random_battle(number)
            assert same(run_parallel(prepared, 1_100, executor, chunk=chunk), run(prepared, 0, 1_100))


def test_a_first_estimate_is_a_part_of_the_refined_one():
    for number in range(5):
        prepared = random_battle(number)
        first, rest, whole = run(prepared, 0, 400), run(prepared, 400, 2_000), run(prepared, 0, 2_000)
        assert same(first + rest, whole)
        assert same(first, run(prepared, 0, 400))
        assert (first.battles, whole.battles) == (400, 2_000)


def test_a_run_that_is_cancelled_keeps_the_battles_fought_so_far():
    prepared = random_battle(3)
    with ThreadPoolExecutor(1) as executor:
        answers = iter([False, False, False, True])
        part = run_parallel(prepared, 10_000, executor, chunk=50, cancelled=lambda: next(answers))
        assert same(part, run(prepared, 0, 150))
        assert run_parallel(prepared, 100, executor, cancelled=lambda: True).battles == 0


def test_another_seed_gives_other_battles():
    battle = battle_of(company(1, "a", (4, 4)), company(2, "b", (6, 4)))
    other = replace(battle, simulation=replace(battle.simulation, seed=2))
    tallies = [run(prepare(one, BESTIARY), 0, 400) for one in (battle, battle, other)]
    assert same(tallies[0], tallies[1])
    assert not same(tallies[0], tallies[2])


# ---------------------------------------------------------------- sides


def swapped(facts):
    """The scenario with its sides exchanged."""
    other = {"a": "b", "b": "a"}
    facts = deepcopy(facts)
    for thing in (*facts["units"], *facts["objectives"].values()):
        thing["side"] = other[thing["side"]]
    return facts


def test_relabelling_the_sides_exchanges_the_win_counts_exactly():
    decided = np.zeros(3, int)
    for number in range(40):
        facts = random_scenario(number)
        one, other = (run(prepare_scenario(case), 0, 100) for case in (facts, swapped(facts)))
        a, b, nobody = (int(count) for count in one["outcome"])
        assert [int(count) for count in other["outcome"]] == [b, a, nobody], number
        for name in ("rounds", "survived", "br_left", "routed", "broken", "turns_lost"):
            assert (one[name] == other[name]).all(), (number, name)
        left, other_left = one["remaining"].reshape(2, BINS), other["remaining"].reshape(2, BINS)
        assert (left == other_left[::-1]).all()
        decided += (a, b, nobody)
    assert (decided > 200).all()


def test_swapping_the_sides_of_a_document_exchanges_its_odds():
    demo = load(DEMO)
    battles = demo.mass_combat, SwapSides().apply(demo.mass_combat)
    both = [prepare(battle, demo.creatures) for battle in battles]
    one, other = (odds_of(prepared, run(prepared, 0, 200)) for prepared in both)
    assert (one.win, one.undecided, one.loss) == (other.loss, other.undecided, other.win)
    assert one.remaining == {"a": other.remaining["b"], "b": other.remaining["a"]}


# ---------------------------------------------------------------- replays


@pytest.mark.parametrize("number", range(0, 40, 2))
def test_in_replays_start_less_losses_is_what_remains(number):
    prepared = random_battle(number)
    starting = {built.unit.id: built.battle_rating.value for built in prepared.units}
    for battle in (0, number):
        steps = list(play.follow(prepared, battle))
        lost = dict.fromkeys(starting, 0)
        for step in steps:
            for event in step.events:
                if event.kind == "loss":
                    lost[event.facts["unit"]] += event.facts["loss"]
                    assert starting[event.facts["unit"]] - lost[event.facts["unit"]] == event.facts["br"]
        final = steps[-1].state
        assert {one.id: one.br for one in final.units} == {name: br - lost[name] for name, br in starting.items()}
        tally = run(prepared, battle, battle + 1)
        assert tally["br_left"].sum() == sum(one.br for one in final.units if one.status != "eliminated")
        assert tally["rounds"][final.round] == 1
        assert ["ab".index(final.winner) if final.winner else 2] == list(np.nonzero(tally["outcome"])[0])


def test_a_unit_that_has_nothing_to_do_with_it_leaves_the_dice_of_the_others_alone():
    duel = unit(1, "a", (2, 4)), unit(4, "b", (3, 4))
    idle = unit(3, "b", (30, 4), doctrine="defend", speed_ft=0, initiative=1)
    small, large = (prepare_scenario(scenario(*units, columns=40)) for units in (duel, (*duel, idle)))
    for battle in range(20):
        attacks = [
            [event.facts for step in play.follow(prepared, battle) for event in step.events if event.kind == "attack"]
            for prepared in (small, large)
        ]
        assert attacks[1][: len(attacks[0])] == attacks[0]


# ---------------------------------------------------------------- odds


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5])
def test_every_law_of_the_odds_sums_to_one(number):
    prepared = random_battle(number)
    odds = odds_of(prepared, run(prepared, 0, 300))
    assert odds.win.p + odds.undecided.p + odds.loss.p == pytest.approx(1)
    assert sum(odds.rounds.values()) == pytest.approx(1)
    assert [sum(law.values()) for law in odds.remaining.values()] == pytest.approx([1, 1])
    assert (odds.method, odds.battles, odds.seed) == ("simulated", 300, prepared.seed)
    for one in odds.units:
        assert one.survival + one.routed + one.broken == pytest.approx(1)


def test_odds_as_json():
    prepared = random_battle(1)
    data = json.loads(json.dumps(odds_to_json(odds_of(prepared, run(prepared, 0, 50)))))
    assert (data["format"], data["method"], data["battles"]) == (1, "simulated", 50)
    assert set(data["win"]) == {"p", "low", "high"}
    assert {"id", "name", "side", "survival", "mean_br"} <= set(data["units"][0])
    assert all(int(rounds) >= 1 for rounds in data["rounds"])


def test_no_odds_without_battles():
    with pytest.raises(ValueError, match="no battle"):
        odds_of(random_battle(1), Tally.empty())


@pytest.mark.parametrize(("count", "battles"), [(0, 5_000), (5_000, 5_000), (1, 10), (250, 500), (0, 1)])
def test_an_interval_holds_its_share_and_stays_between_0_and_1(count, battles):
    found = share(count, battles)
    assert 0 <= found.low <= found.p == count / battles <= found.high <= 1
    assert found.half_width == (found.high - found.low) / 2
    assert found.high > 0
    assert found.low < 1


def test_intervals_cover_the_truth_about_nineteen_times_in_twenty():
    for p in (0.05, 0.3, 0.5):
        covered = 0.0
        for count in range(201):
            interval = share(count, 200)
            covered += (interval.low <= p <= interval.high) * comb(200, count) * p**count * (1 - p) ** (200 - count)
        assert 0.93 < covered < 0.97


# ---------------------------------------------------------------- curves

FIELD = battle_of(company(1, "a", (4, 4), morale=3), company(2, "b", (6, 4)), company(3, "b", (6, 6)))


def test_a_curve_throws_the_same_dice_at_every_point():
    points = morale_curve(FIELD, BESTIARY, "u1", 300)
    assert [point.morale for point in points] == list(range(-10, 11))
    for point in points[::4]:
        prepared = prepare(SetMorale("u1", point.morale).apply(FIELD), BESTIARY)
        outcome = run(prepared, 0, 300)["outcome"]
        assert (point.win, point.undecided) == (share(int(outcome[0]), 300), int(outcome[2]) / 300)


def test_a_curve_may_keep_the_order_of_today():
    free, frozen = (morale_curve(FIELD, BESTIARY, "u1", 300, freeze_initiative=frozen) for frozen in (False, True))
    today = 3 + 10
    assert frozen[today] == free[today]
    assert frozen != free
    assert frozen[0].win.p < frozen[-1].win.p


def test_a_curve_that_is_cancelled_has_the_points_so_far():
    answers = iter([False, False, True])
    assert len(morale_curve(FIELD, BESTIARY, "u1", 20, cancelled=lambda: next(answers))) == 2


def test_battles_that_cannot_be_fought_are_refused_with_every_problem():
    battle = battle_of(company(1, "a", (4, 4), commander=None, groups=()))
    with pytest.raises(InvalidBattleError) as refusal:
        prepare(battle, BESTIARY)
    places = ["mass_combat/sides/b", "mass_combat/units/u1/groups", "mass_combat/units/u1/commander"]
    assert [problem.place for problem in refusal.value.problems] == places
