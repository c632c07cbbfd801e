"""Attacks: modes, cover, hits, criticals and damage (R1.12–R1.14)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.dice import ScriptedDice
from massbattle_core.skirmish import Field, Rules, parse_attack
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.play import apply, why_not
from massbattle_core.skirmish.rules import attack
from tests.core.skirmish.builders import begun, law_of, sheet

BOW = parse_attack("+5:1d6@0/80")
MODES = ("flat", "adv", "dis")


def _shot(state, *dice: int, **modifiers):
    scripted = ScriptedDice(dice)
    step = apply(state, do.Attack("b", **modifiers), scripted)
    assert scripted.left == []
    return step.events[0].facts


def test_R1_12_an_attack_hits_from_the_armour_class_on():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)))
    assert _shot(state, 9)["result"] == "miss"
    hit = _shot(state, 10, 4)
    assert (hit["result"], hit["damage"]) == ("hit", 7)


def test_R1_12_the_target_must_be_in_range():
    pike = parse_attack("+5:1d10@10")
    state = begun(("A", sheet("a", attacks=(pike, BOW)), (0, 0)), ("B", sheet("b"), (3, 0)), ("B", sheet("c"), (17, 0)))
    assert "15 ft away" in why_not(state, do.Attack("b", 0))
    assert why_not(state, do.Attack("b", 1)) is None
    assert "85 ft away" in why_not(state, do.Attack("c", 1))
    assert why_not(state, do.Attack("a", 1)) is not None
    assert why_not(state, do.Attack("nobody", 1)) is not None
    assert why_not(state, do.Attack("b", 2)) is not None


def test_R1_12_the_game_master_states_advantage_and_bonuses():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)))
    assert _shot(state, 3, 12, 1, advantages=1)["natural"] == 12
    assert _shot(state, 3, 12, disadvantages=2)["natural"] == 3
    assert _shot(state, 3, advantages=3, disadvantages=1)["mode"] == "flat"
    assert _shot(state, 8, 1, bonus=2)["result"] == "hit"


def test_R1_12_some_spells_need_no_roll():
    missile = parse_attack("+0:1d4+1@0/120!")
    state = begun(("A", sheet("a", attacks=(missile,)), (0, 0)), ("B", sheet("b", armor_class=30), (20, 0)))
    assert _shot(state, 3) == {
        **{"attacker": "a", "target": "b", "attack": "attack", "mode": "flat"},
        **{"natural": 0, "result": "hit", "damage": 4},
    }


@pytest.mark.parametrize(
    ("cover", "rule", "natural", "result", "mode"),
    [
        ("half", "phb", 11, "miss", "flat"),
        ("half", "phb", 12, "hit", "flat"),
        ("three_quarters", "phb", 14, "miss", "flat"),
        ("three_quarters", "phb", 15, "hit", "flat"),
        ("none", "phb", 10, "hit", "flat"),
        ("half", "advantage_only", 10, "hit", "dis"),
    ],
)
def test_R1_12_cover_makes_it_harder(cover, rule, natural, result, mode):
    squares = {f"{cover}_cover": frozenset({(6, 0)})} if cover != "none" else {}
    state = begun(
        ("A", sheet("a", attacks=(BOW,)), (0, 0)),
        ("B", sheet("b"), (6, 0)),
        field=Field(**squares),
        rules=Rules(cover=rule),
    )
    dice = [natural] * (2 if mode == "dis" else 1) + ([1] if result == "hit" else [])
    by_the_squares = _shot(state, *dice)
    assert (by_the_squares["result"], by_the_squares["mode"]) == (result, mode)
    assert _shot(state, 10, 1, cover="none")["result"] == "hit"


def test_R1_12_a_covered_square_covers_nobody_from_the_next_square_nor_a_creature_half_outside_it():
    field = Field(half_cover=frozenset({(1, 0), (6, 0)}))
    near = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)), field=field)
    assert _shot(near, 10, 1)["result"] == "hit"
    large = begun(("A", sheet("a", attacks=(BOW,)), (0, 0)), ("B", sheet("b", size="large"), (6, 0)), field=field)
    assert _shot(large, 10, 1)["result"] == "hit"


def test_R1_13_a_natural_20_is_a_critical_hit_and_a_natural_1_a_miss():
    hard = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b", armor_class=40), (1, 0)))
    assert _shot(hard, 20, 2, 3) | {"mode": ""} == _shot(hard, 1, 20, 2, 3, advantages=1) | {"mode": ""}
    assert _shot(hard, 20, 2, 3)["result"] == "critical"
    easy = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b", armor_class=2), (1, 0)))
    assert _shot(easy, 1)["result"] == "miss"
    assert _shot(easy, 20, 1, disadvantages=1)["result"] == "miss"


@pytest.mark.parametrize(
    ("rule", "dice", "damage"),
    [("double_dice", [2, 5], 10), ("double_total", [2], 10), ("max_plus_dice", [2], 13), ("none", [2], 5)],
)
def test_R1_14_what_a_critical_does_is_a_house_rule(rule, dice, damage):
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)), rules=Rules(critical=rule))
    assert _shot(state, 20, *dice)["damage"] == damage


def test_R1_14_damage_is_never_negative():
    state = begun(("A", sheet("a", attacks=(parse_attack("+9:1d4-3"),)), (0, 0)), ("B", sheet("b"), (1, 0)))
    step = apply(state, do.Attack("b"), ScriptedDice([15, 1]))
    assert (step.events[0].facts["damage"], step.state.fighter("b").hit_points) == (0, 20)


@pytest.mark.parametrize("seed", range(60))
def test_R1_14_the_exact_law_is_the_resolvers(seed):
    rng = random.Random(seed)
    mode = MODES[seed % 3]
    case = (rng.randint(-2, 12), rng.randint(8, 24), mode)
    dice = ((rng.randint(1, 2), rng.choice([2, 3])),) if rng.random() < 0.9 else ()
    flat = rng.randint(-2, 5)
    rules = Rules(critical=rng.choice(["double_dice", "double_total", "max_plus_dice", "none"]))
    options = {"critical_hits": rng.random() < 0.2, "automatic": rng.random() < 0.1}
    law = law_of(lambda rolls: attack.resolve_attack(*case, dice, flat, rolls, rules, **options).damage)
    exact = attack.attack_odds(*case, dice, flat, rules, **options)
    assert law == dict(exact)
    if not options["critical_hits"] and not options["automatic"]:
        assert exact.mean == attack.expected_damage(*case, dice, flat, rules)


@given(st.integers(-5, 20), st.integers(1, 40), st.sampled_from(MODES))
def test_R1_13_chances_lie_between_a_twentieth_squared_and_its_complement(bonus, armor_class, mode):
    odds = attack.attack_probability(bonus, armor_class, mode)
    least = {"flat": Fraction(1, 20), "adv": Fraction(39, 400), "dis": Fraction(1, 400)}[mode]
    assert odds["critical"] == least
    assert least <= odds["hit"] <= 1 - (Fraction(1, 400) if mode == "adv" else Fraction(1, 20))


@given(st.integers(-5, 20), st.integers(1, 40))
def test_R1_12_advantage_never_hurts(bonus, armor_class):
    dis, flat, adv = (attack.attack_probability(bonus, armor_class, mode)["hit"] for mode in ("dis", "flat", "adv"))
    assert dis <= flat <= adv
