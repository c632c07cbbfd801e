"""Exact laws: one attack, several attacks, the duel; against enumeration, dyce, icepool and simulation."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import isclose, sqrt

import dyce
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.bench.icepool_duel import icepool_duel
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.attack_laws import attack_law, elimination_within
from massbattle_core.mass_combat.duel import Duellist, duel_odds
from massbattle_core.mass_combat.exact import exact_odds
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.simulate import run
from tests.core.mass_combat.boards import scenario, unit
from tests.rulebook.scenario import prepare_scenario

FACES = range(1, 21)
CROSSING, EVERY = HouseRules(), HouseRules(casualties_test="every_loss_at_or_below_half")
READINGS = [CROSSING, EVERY]
MODES = ("flat", "adv", "dis")
DUELLISTS = st.builds(Duellist, st.integers(1, 30), st.integers(-10, 10), st.sampled_from(MODES))


# ---------------------------------------------------------------- an oracle that shares nothing with the product


@cache
def losses(difference, mode):
    """Chances of losing 0, 2 and 5 BR, every face of every die counted."""
    counts = {0: 0, 2: 0, 5: 0}
    for first, second, other in product(FACES, repeat=3):
        die = {"flat": first, "adv": max(first, second), "dis": min(first, second)}[mode]
        margin = die + difference - other
        counts[0 if margin <= 0 else 2 if margin <= 10 else 5] += 1
    return {loss: Fraction(count, 8000) for loss, count in counts.items()}


def passes(morale, dc):
    return Fraction(sum(die + morale >= dc for die in FACES), 20)


def struck(br, start, morale, difference, mode, rules):
    """What one attack leaves of a unit: pairs (its BR, the chance), the rest being the chance that it is gone."""
    for loss, chance in losses(difference, mode).items():
        after = br - loss
        if loss == 5:
            chance *= passes(morale, 10)
        entered = 2 * br > start or br == start
        if loss and 2 * after <= start and (entered or rules is EVERY):
            chance *= passes(morale, 15)
        yield after, chance


def plain_duel(a, b, first, rounds, rules):
    """(win, undecided, loss) of A, by following every pair of BRs."""
    start = (a.br, b.br)
    law = {tuple(x.br if x.br_now is None else x.br_now for x in (a, b)): Fraction(1)}
    gone = [Fraction(0), Fraction(0)]
    for _ in range(rounds):
        for striker in (0, 1) if first == "a" else (1, 0):
            attacker, target = (a, b) if striker == 0 else (b, a)
            after = {}
            for brs, p in law.items():
                other = 1 - striker
                left = Fraction(0)
                gap = brs[striker] - brs[other]
                for br, chance in struck(brs[other], start[other], target.morale, gap, attacker.mode, rules):
                    pair = (brs[0], br) if striker == 0 else (br, brs[1])
                    after[pair] = after.get(pair, Fraction(0)) + p * chance
                    left += chance
                gone[other] += p * (1 - left)
            law = after
    return gone[1], sum(law.values()), gone[0]


# ---------------------------------------------------------------- one attack


@pytest.mark.parametrize("mode", MODES)
def test_R0_33_R0_38_attack_law_against_enumeration(mode):
    for difference in (-40, -19, -11, -1, 0, 1, 7, 18, 30, 40):
        law, plain = attack_law(difference, mode), losses(difference, mode)
        assert sum(law.values()) == 1
        assert (law["tie"] + law["target"], law["minor"], law["major"]) == (plain[0], plain[2], plain[5])


@pytest.mark.parametrize("mode", MODES)
def test_R0_33_R0_38_attack_law_against_dyce(mode):
    die = dyce.H(20)
    kept = dict.fromkeys(FACES, 0)
    for (low, high), count in (2 @ dyce.P(20)).rolls_with_counts():
        kept[low if mode == "dis" else high] += count
    attacker = die if mode == "flat" else dyce.H(kept)
    for difference in (-12, -3, 0, 5, 25):
        margins = attacker - die + difference
        counts = dict.fromkeys(("tie", "target", "minor", "major"), 0)
        for margin, count in margins.items():
            name = "tie" if margin == 0 else "target" if margin < 0 else "minor" if margin <= 10 else "major"
            counts[name] += count
        total = sum(counts.values())
        assert attack_law(difference, mode) == {name: Fraction(count, total) for name, count in counts.items()}


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize(
    ("attacker", "start", "morale", "mode"), [(12, 9, 1, "flat"), (3, 8, -4, "adv"), (20, 1, 5, "dis")]
)
def test_R0_37_R0_42_elimination_within_against_enumeration(attacker, start, morale, mode, rules):
    law = {start: Fraction(1)}
    for attacks in range(4):
        mean = sum(br * p for br, p in law.items())
        assert elimination_within(attacker, start, morale, mode, attacks, rules) == (1 - sum(law.values()), mean)
        after = {}
        for br, p in law.items():
            for left, chance in struck(br, start, morale, attacker - br, mode, rules):
                after[left] = after.get(left, Fraction(0)) + p * chance
        law = after


# ---------------------------------------------------------------- the duel


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize("first", ["a", "b"])
def test_duel_against_the_oracle_in_every_mode_and_from_the_middle(first, rules):
    cases = [
        (Duellist(7, 2), Duellist(9, -1)),
        (Duellist(4, 0, "adv"), Duellist(6, 3, "dis")),
        (Duellist(0, 4), Duellist(-1, -6, "adv")),
        (Duellist(12, 1, "dis", 6), Duellist(10, 0, "flat", 7)),
    ]
    for a, b in cases:
        exact = plain_duel(a, b, first, 3, rules)
        odds = duel_odds(a, b, first=first, rounds=3, rules=rules)
        for got, expected in zip((odds.win, odds.undecided, odds.loss), exact, strict=True):
            assert isclose(got, float(expected), abs_tol=1e-12)


def test_duel_where_either_may_begin_is_the_mean():
    a, b = Duellist(8, 1), Duellist(10, -2)
    both = [plain_duel(a, b, first, 2, CROSSING) for first in "ab"]
    odds = duel_odds(a, b, rounds=2)
    means = [float(x + y) / 2 for x, y in zip(*both, strict=True)]
    assert [odds.win, odds.undecided, odds.loss] == pytest.approx(means, abs=1e-12)


@pytest.mark.parametrize(("a", "b"), [((12, 2), (9, -1)), ((5, 0), (5, 0)), ((20, -4), (3, 8))])
def test_duel_against_icepool(a, b):
    law = icepool_duel(*a, *b, 3)
    gone = -10_000
    win = sum(count for (_, left_b), count in law.items() if left_b == gone) / law.denominator()
    loss = sum(count for (left_a, _), count in law.items() if left_a == gone) / law.denominator()
    odds = duel_odds(Duellist(*a), Duellist(*b), first="a", rounds=3)
    assert (odds.win, odds.loss) == pytest.approx((win, loss), abs=1e-12)
    for br in range(-20, 25):
        left = sum(count for (left_a, _), count in law.items() if left_a == br) / law.denominator()
        assert odds.left_a.get(br, 0.0) == pytest.approx(left, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(DUELLISTS, DUELLISTS, st.sampled_from(["a", "b", None]), st.integers(1, 40), st.sampled_from(READINGS))
def test_laws_of_a_duel_sum_to_one(a, b, first, rounds, rules):
    odds = duel_odds(a, b, first=first, rounds=rounds, rules=rules)
    assert odds.win + odds.undecided + odds.loss == pytest.approx(1, abs=1e-9)
    assert sum(odds.rounds.values()) == pytest.approx(1, abs=1e-9)
    assert set(odds.rounds) <= set(range(1, rounds + 1))
    assert sum(odds.left_a.values()) == pytest.approx(1 - odds.loss, abs=1e-9)
    assert sum(odds.left_b.values()) == pytest.approx(1 - odds.win, abs=1e-9)
    assert sum(odds.routed) + sum(odds.broken) == pytest.approx(odds.win + odds.loss, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(DUELLISTS, DUELLISTS, st.sampled_from(["a", "b", None]), st.integers(1, 30), st.sampled_from(READINGS))
def test_swapping_the_duellists_mirrors_the_duel(a, b, first, rounds, rules):
    odds = duel_odds(a, b, first=first, rounds=rounds, rules=rules)
    other = duel_odds(b, a, first={"a": "b", "b": "a"}.get(first), rounds=rounds, rules=rules)
    assert (odds.win, odds.loss) == pytest.approx((other.loss, other.win), abs=1e-12)
    assert odds.undecided == pytest.approx(other.undecided, abs=1e-12)
    assert odds.left_a == pytest.approx(other.left_b, abs=1e-12)
    assert odds.rounds == pytest.approx(other.rounds, abs=1e-12)
    assert odds.routed == pytest.approx(other.routed[::-1], abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(DUELLISTS, DUELLISTS, st.sampled_from(["a", "b"]), st.integers(1, 4), st.sampled_from(READINGS))
def test_more_strength_or_morale_never_hurts_at_the_same_initiative(a, b, first, more, rules):
    odds = duel_odds(a, b, first=first, rules=rules)
    for better in (replace(a, br=a.br + more), replace(a, morale=a.morale + more)):
        improved = duel_odds(better, b, first=first, rules=rules)
        assert improved.win >= odds.win - 1e-12
        assert improved.loss <= odds.loss + 1e-12


def test_ratings_that_no_battle_has_are_all_named():
    with pytest.raises(InvalidBattleError) as refusal:
        duel_odds(Duellist(10**9, 0), Duellist(3, float("nan")), rounds=0)
    assert [problem.place for problem in refusal.value.problems] == ["a/br", "b/morale", "rounds"]
    assert all(problem.remedy for problem in refusal.value.problems)


def test_a_battle_is_a_duel_if_two_enemies_in_contact_strike_and_nothing_else_counts():
    a, b = unit(1, "a", (4, 4)), unit(2, "b", (5, 4))
    goal = {"side": "a", "kind": "reach", "hexes": [[9, 1]]}
    others = [
        scenario(a, unit(2, "b", (6, 4))),
        scenario(a, unit(2, "b", (5, 4), doctrine="defend")),
        scenario(a, unit(2, "b", (5, 4), arrives_round=2)),
        scenario(a, unit(2, "a", (5, 4))),
        scenario(a, b, unit(3, "b", (15, 8))),
        scenario(a, b, objectives={"hill": goal}),
    ]
    assert exact_odds(prepare_scenario(scenario(a, b))).method == "exact"
    assert [exact_odds(prepare_scenario(other)) for other in others] == [None] * len(others)


# ---------------------------------------------------------------- against simulation

BATTLES = 4_000


def duel_cases():
    """Two dozen duels of all modes, both readings of R0.42, any order of turns."""
    numbers = random.Random(11)
    for number in range(24):
        ground = [numbers.choice([{}, {"elevation": 1}, {"cover": True}]) for _ in "ab"]
        yield {
            "br": [numbers.randint(1, 24), numbers.randint(1, 24)],
            "morale": [numbers.randint(-6, 8), numbers.randint(-6, 8)],
            "initiative": [12, 12 + number % 3 - 1],
            "ground": ground,
            "rules": READINGS[number % 2],
            "rounds": numbers.choice([3, 30]),
        }


def modes_on(ground):
    """How A and B roll: with advantage from higher ground, with disadvantage against cover."""
    for mine, other in (ground, ground[::-1]):
        advantage = mine.get("elevation", 0) > other.get("elevation", 0)
        yield "flat" if advantage == ("cover" in other) else "adv" if advantage else "dis"


@pytest.mark.parametrize("case", list(duel_cases()), ids=lambda case: "{br}-{morale}".format(**case))
def test_simulated_duels_are_within_four_standard_errors_of_exact_ones(case):
    board = [
        unit(n + 1, side, (4 + n, 4), br=case["br"][n], morale=case["morale"][n], initiative=case["initiative"][n])
        for n, side in enumerate("ab")
    ]
    hexes = {"4,4": case["ground"][0], "5,4": case["ground"][1]}
    switches = {"casualties_test": case["rules"].casualties_test}
    prepared = prepare_scenario(scenario(*board, hexes=hexes, switches=switches, round_limit=case["rounds"]))
    facts = zip(case["br"], case["morale"], modes_on(case["ground"]), strict=True)
    fighters = [Duellist(*fact) for fact in facts]
    lead = case["initiative"][0] - case["initiative"][1]
    first = "a" if lead > 0 else "b" if lead < 0 else None
    odds = duel_odds(*fighters, first=first, rounds=case["rounds"], rules=case["rules"])
    found = exact_odds(prepared)
    assert (found.win.p, found.undecided.p, found.loss.p) == (odds.win, odds.undecided, odds.loss)
    tally = run(prepared, 0, BATTLES)
    exact = [odds.win, odds.loss, odds.undecided, *odds.rounds.values(), *odds.routed, *odds.broken]
    rounds = [tally["rounds"][number] for number in odds.rounds]
    counted = [*tally["outcome"], *rounds, *tally["routed"][:2], *tally["broken"][:2]]
    for p, count in zip(exact, counted, strict=True):
        assert abs(count / BATTLES - p) <= 4 * sqrt(p * (1 - p) / BATTLES) + 1e-9, (p, count)
