from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.dice import KeyedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.results_table.combat import muster, resolve_combat
from massbattle_core.results_table.model import Combat, Rules, Soldier
from massbattle_core.results_table.odds.combat import blows_by_result, combat_odds
from massbattle_core.results_table.odds.laws import is_affordable, item_breaks, losses_odds, row_odds
from massbattle_core.results_table.odds.series import series_losses
from massbattle_core.results_table.odds.simulation import (
    ATTACK_BLOWS,
    BEATEN,
    LOSSES,
    simulate_battles,
    simulate_combat,
)
from massbattle_core.results_table.odds.soldier import soldier_odds
from massbattle_core.results_table.odds.struck import Receivers, Struck
from massbattle_core.results_table.odds.walk import walk_losses
from massbattle_core.results_table.tables import WOUNDS
from tests.core.results_table.armies import army, random_army, random_combat
from tests.core.results_table.oracle import both_after, side_after

RULES = Rules()


def random_rules(rng: random.Random) -> Rules:
    return Rules(
        giver_draw=rng.choice(("with_replacement", "without_replacement")),
        receiver_pool=rng.choice(("all", "living")),
        n_is=rng.choice(("modified", "raw")),
        equal_losses=rng.choice(("nobody", "both")),
        bl0_is_loss=rng.choice(("yes", "no")),
        weaker_by=rng.choice(("soldiers", "factors")),
        cap_rounding=rng.choice(("floor", "ceil")),
        massacre_riposte=rng.choice(("ten_percent", "none")),
        breaks_for=rng.choice(("receiver", "giver", "both")),
    )


def lost(states, least):
    return sum(state[0] >= least for state in states)


def split(armies, states):
    """States of a side by army."""
    left = iter(states)
    return {one.name: [next(left) for _ in one.soldiers] for one in armies}


def soldiers_of(armies):
    return [soldier for one in armies for soldier in one.soldiers]


def reduced(armies, law, least):
    """From the law of states of a side to that of the losses of its armies."""
    after = defaultdict(Fraction)
    for states, p in law.items():
        after[tuple(lost(own, least) for own in split(armies, states).values())] += p
    return after


def brute_force(combat, rules):
    """Laws of both sides' losses and the chances of the beaten, from every die."""
    sides = combat.attackers, combat.defenders
    attackers, defenders = map(soldiers_of, sides)
    least = 1 if rules.bl0_is_loss == "yes" else 2
    losses = (defaultdict(Fraction), defaultdict(Fraction))
    beaten = {one.name: Fraction(0) for one in combat.armies}
    for result, (p, attack_blows, defence_blows) in blows_by_result(muster(combat, rules), rules)[1].items():
        if rules.break_timing == "at_once":
            states = both_after(attackers, defenders, (attack_blows, defence_blows), result, rules)
            joint = defaultdict(Fraction)
            for both, q in states.items():
                key = tuple(
                    tuple(lost(own, least) for own in split(side, one).values())
                    for side, one in zip(sides, both, strict=True)
                )
                joint[key] += q
        else:
            once = rules.giver_draw == "without_replacement"
            struck = side_after(defenders, attackers, defence_blows, once or result == "MD", rules)
            strikes = side_after(attackers, defenders, attack_blows, once or result == "MA", rules)
            first, second = reduced(sides[0], struck, least), reduced(sides[1], strikes, least)
            joint = {(a, d): q * r for a, q in first.items() for d, r in second.items()}
        for both, q in joint.items():
            totals = [sum(side) for side in both]
            for number in (0, 1):
                losses[number][totals[number]] += p * q
                own, other = totals[number], totals[1 - number]
                most = own > other or (own == other and rules.equal_losses == "both")
                for one, gone in zip(sides[number], both[number], strict=True):
                    beaten[one.name] += p * q if most and gone and gone * 10 >= one.strength * 4 else 0
    return losses, beaten


@pytest.mark.parametrize("case", range(30))
def test_R3_24_to_R3_30_exact_odds_are_those_of_every_die(case):
    rng = random.Random(case)
    combat, rules = random_combat(rng, 2), random_rules(rng)
    odds = combat_odds(combat, rules, method="exact")
    losses, beaten = brute_force(combat, rules)
    assert dict(odds.attack_losses) == dict(losses[0])
    assert dict(odds.defence_losses) == dict(losses[1])
    assert odds.beaten == beaten


@pytest.mark.parametrize("case", range(10))
def test_R3_25_the_fate_of_one_soldier_is_that_of_every_die(case):
    rng = random.Random(600 + case)
    combat = random_combat(rng, 2)
    rules = Rules(
        giver_draw=rng.choice(("with_replacement", "without_replacement")), n_is=rng.choice(("modified", "raw"))
    )
    attackers, defenders = soldiers_of(combat.attackers), soldiers_of(combat.defenders)
    once = rules.giver_draw == "without_replacement"
    wounds = defaultdict(Fraction)
    for result, (p, _, blows) in blows_by_result(muster(combat, rules), rules)[1].items():
        for states, q in side_after(defenders, attackers, blows, once or result == "MD", rules).items():
            wounds[WOUNDS[states[0][0]]] += p * q
    fate = soldier_odds(combat, combat.attackers[0].name, attackers[0].name, rules)
    assert fate.method == "exact"
    assert fate.wounds == wounds


def standard_error(p, battles):
    return sqrt(max(float(p * (1 - p)), 1 / battles) / battles)


@pytest.mark.parametrize("case", range(12))
def test_R3_24_to_R3_30_simulated_odds_agree_with_exact_ones(case):
    rng = random.Random(100 + case)
    combat, rules = random_combat(rng, 3), random_rules(rng)
    exact = combat_odds(combat, rules, method="exact")
    battles = 20_000
    simulated = combat_odds(combat, rules, method="simulated", battles=battles, seed=case)
    for name in ("attack_losses", "defence_losses", "attack_dead", "defence_dead", "attack_blows", "defence_blows"):
        law, shares = getattr(exact, name), getattr(simulated, name)
        for value in set(law) | set(shares):
            assert abs(law[value] - shares[value]) <= 4 * standard_error(law[value], battles), (name, value)
    for laws in ("beaten", "results"):
        for name, p in getattr(exact, laws).items():
            share = getattr(simulated, laws).get(name, Fraction(0))
            assert abs(p - share) <= 4 * standard_error(p, battles), name


@pytest.mark.parametrize("case", range(6))
def test_R3_28_items_that_break_at_once_are_simulated_right(case):
    rng = random.Random(200 + case)
    combat = Combat((random_army(rng, "a", 2),), (random_army(rng, "d", 2),))
    rules = replace(random_rules(rng), break_timing="at_once")
    battles = 20_000
    simulated = combat_odds(combat, rules, battles=battles, seed=case)
    assert simulated.method == "simulated"
    losses, beaten = brute_force(combat, rules)
    for law, shares in zip(losses, (simulated.attack_losses, simulated.defence_losses), strict=True):
        for value, p in law.items():
            assert abs(p - shares[value]) <= 4 * standard_error(p, battles)
    for name, p in beaten.items():
        assert abs(p - simulated.beaten[name]) <= 4 * standard_error(p, battles)


def test_R3_13_a_random_pick_at_walls_is_simulated():
    attackers = army("a", (30, 0, "none", False), (30, 250, "sword", False))
    defenders = army("d", (45, 201, "none", False), immobile=True, in_town=True)
    combat, rules = Combat((attackers,), (defenders,), walled=True), Rules(wall_pick="random")
    odds = combat_odds(combat, rules, battles=2000)
    assert odds.method == "simulated"
    assert set(odds.columns) <= {"auto MD", "1:3", "2:5", "1:2"}
    assert len(odds.columns) > 1
    assert max(odds.attack_losses) <= 40
    dice = KeyedDice(0, 5)
    report = resolve_combat(combat, dice, rules)
    assert [roll.label for roll in dice.log].count("engaged") == 80
    assert report.losses["a"] == simulate_combat(combat, rules, 6, 0).armies[5, 0, LOSSES]


@pytest.mark.parametrize("case", range(20))
def test_R3_24_a_battle_of_a_seed_is_the_combat_with_its_keyed_dice(case):
    rng = random.Random(300 + case)
    combat = random_combat(rng, 9)
    rules = replace(random_rules(rng), break_timing=rng.choice(("end", "at_once")))
    counts = simulate_combat(combat, rules, 8, case)
    for battle in range(8):
        report = resolve_combat(combat, KeyedDice(case, battle), rules)
        assert counts.armies[battle, :, LOSSES].tolist() == list(report.losses.values())
        lost = counts.fought[battle, ATTACK_BLOWS] - len(report.attack_blows)
        assert lost == 0 or (lost > 0 and rules.receiver_pool == "living")
        names = [one.name for one in combat.armies]
        beaten = [name for name, flag in zip(names, counts.armies[battle, :, BEATEN], strict=True) if flag]
        assert tuple(beaten) == report.beaten
    plain = simulate_combat(combat, rules, 8, case, simulate_battles)
    assert (plain.armies == counts.armies).all()
    assert (plain.attackers == counts.attackers).all()
    assert (plain.defenders == counts.defenders).all()


def random_struck(rng: random.Random) -> Struck:
    modifiers = sorted(rng.sample(range(-3, 3), rng.randint(1, 2)))
    givers = tuple((modifier, rng.randint(1, 3)) for modifier in modifiers)
    receivers = tuple(
        Receivers(number, shield, rng.randint(1, 3)) for number, shield in ((0, False), (0, True), (1, False))
    )
    each_once = rng.random() < 0.5
    most = sum(count for _, count in givers) if each_once else 5
    return Struck(rng.randint(0, min(most, 3)), givers, receivers, each_once=each_once, raw=rng.random() < 0.5)


@pytest.mark.parametrize("case", range(25))
def test_R3_27_series_and_walk_give_the_same_law(case):
    struck = random_struck(random.Random(400 + case))
    for least_row in (1, 2, 5):
        assert series_losses(struck, 0, least_row) == walk_losses(struck, 0, least_row)


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_R3_25_the_mean_of_losses_is_the_sum_over_soldiers(seed):
    struck = random_struck(random.Random(seed))
    for least_row in (1, 5):
        law = losses_odds(struck, least_row)
        assert sum(law.values()) == 1
        assert max(law) <= min(struck.blows, struck.count)
        each = sum(
            (alike.count * row_odds(struck, alike.shield).at_least(least_row) for alike in struck.receivers),
            Fraction(0),
        )
        assert law.mean == each


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_R3_28_more_blows_break_more(seed):
    struck = random_struck(random.Random(seed))
    more = replace(struck, blows=struck.blows + 1, each_once=False)
    assert 0 <= item_breaks(replace(struck, each_once=False), False) <= item_breaks(more, False) <= 1


@pytest.mark.parametrize(("few", "times"), [(1, 1), (2, 1), (2, 2), (1, 3), (2, 3)])
def test_R3_18_swapping_the_sides_mirrors_the_odds_at_a_printed_ratio(few, times):
    one, two = army("x", (few, 120, "sword", True)), army("y", (few * times, 120, "sword", True))
    symmetric = Rules(crt_asymmetry="symmetric")
    there, back = combat_odds(Combat((one,), (two,)), symmetric), combat_odds(Combat((two,), (one,)), symmetric)
    assert there.attack_losses == back.defence_losses
    assert there.defence_dead == back.attack_dead
    assert there.beaten == back.beaten


def test_unknown_methods_are_refused():
    combat = Combat((army("a", (1, 0, "none", False)),), (army("d", (1, 0, "none", False)),))
    with pytest.raises(InvalidBattleError, match="'guess' is unknown"):
        combat_odds(combat, RULES, method="guess")


def test_R3_35_a_side_of_the_lightly_wounded_neither_gives_nor_takes_a_blow():
    tired = replace(army("d", (3, 50, "none", False)), soldiers=tuple(Soldier(n, 50, fit=False) for n in "123"))
    combat = Combat((army("a", (2, 50, "none", False)),), (tired,))
    odds = combat_odds(combat, RULES)
    assert odds.results == {"MA": 1}
    assert dict(odds.defence_losses) == dict(odds.attack_losses) == {0: 1}
    assert resolve_combat(combat, KeyedDice(1), RULES).attack_blows == ()


def test_odds_say_when_nothing_exact_is_affordable():
    big = army("a", (400, 120, "sword", False), (100, 0, "mace", False))
    combat = Combat((big,), (army("d", (400, 0, "none", False)),))
    with pytest.raises(InvalidBattleError, match="no exact law is affordable"):
        combat_odds(combat, RULES, method="exact")
    assert is_affordable(Struck(60, ((0, 5),), (Receivers(0, False, 500),)))
    assert not is_affordable(Struck(300, ((0, 5),), (Receivers(0, False, 500),)))


@pytest.mark.parametrize(("battles", "seed"), [(0, 0), (True, 0), (10, -1), (10**9, 0), (1.5, 0)])
def test_absurd_numbers_of_battles_are_refused(battles, seed):
    combat = Combat((army("a", (1, 0, "none", False)),), (army("d", (1, 0, "none", False)),))
    with pytest.raises(InvalidBattleError, match="out of bounds"):
        combat_odds(combat, RULES, method="simulated", battles=battles, seed=seed)


def test_a_simulated_soldier_agrees_with_the_exact_one():
    combat = Combat((army("a", (3, 120, "staff", True)),), (army("d", (4, 60, "mace", False)),))
    exact = soldier_odds(combat, "a", "2", RULES)
    assert exact.method == "exact"
    battles = 20_000
    simulated = soldier_odds(combat, "a", "2", Rules(breaks_for="both"), battles=battles)
    assert simulated.method == "simulated"
    for wound, p in exact.wounds.items():
        assert abs(p - simulated.wounds.get(wound, 0)) <= 4 * standard_error(p, battles)
    counts = simulate_combat(combat, RULES, battles, 1).attackers[1]
    assert abs(exact.weapon_breaks - Fraction(int(counts[7]), battles)) <= 4 * standard_error(
        exact.weapon_breaks, battles
    )
    assert abs(exact.shield_breaks - Fraction(int(counts[8]), battles)) <= 4 * standard_error(
        exact.shield_breaks, battles
    )


def test_a_soldier_who_does_not_fight_has_no_odds():
    combat = Combat((army("a", (1, 0, "none", False)),), (army("d", (1, 0, "none", False)),))
    with pytest.raises(InvalidBattleError, match="does not fight here"):
        soldier_odds(combat, "a", "9", RULES)
