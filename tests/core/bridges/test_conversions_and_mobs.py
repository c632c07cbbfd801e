"""Bridges between rulebooks: time, space, pausing, crowds (RB.1–RB.7)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core import bridges
from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.skirmish import Rules, parse_attack
from massbattle_core.sources import citations
from tests.core.skirmish.builders import law_of


def test_RB_1_a_mass_round_is_ten_character_rounds_and_a_strategic_turn_180_mass_rounds():
    assert bridges.convert_time(1, "mass_round", "skirmish_round") == 10
    assert bridges.convert_time(1, "strategic_turn", "mass_round") == 180
    assert bridges.convert_time(5, "skirmish_round", "mass_round") == Fraction(1, 2)


def test_RB_2_a_space_is_twenty_squares():
    assert bridges.convert_length(1, "space", "square") == 20
    assert bridges.convert_length(Fraction(1, 2), "space", "foot") == 50


def test_RB_9_is_the_game_masters():
    judged = {citation.rule for citation in citations() if citation.judgement and citation.module.endswith("bridges")}
    assert judged == {"RB.9"}


@pytest.mark.parametrize(("played", "clock"), [(0, 4), (1, 5), (10, 5), (11, 6)])
def test_RB_7_a_fight_takes_time_only_by_house_rule(played, clock):
    assert bridges.mass_clock(4, played) == 4
    assert bridges.mass_clock(4, played, bridges.BridgeRules("yes")) == clock
    with pytest.raises(InvalidBattleError):
        bridges.BridgeRules("maybe")  # type: ignore[arg-type]


def test_RB_6_eight_attackers_of_plus_5_against_19_hit_twice():
    assert bridges.mob_needed(5, 19) == 14
    assert bridges.attackers_for_one_hit(14) == 3
    assert bridges.mob_hits(8, 5, 19) == 2
    with pytest.raises(InvalidBattleError):
        bridges.mob_hits(-1, 5, 19)


def test_RB_6_the_strongest_of_each_bonus_hit_and_all_their_attacks():
    weak, strong, other = parse_attack("+5:1d4"), parse_attack("+5:1d4+4x2"), parse_attack("+9:1d4+10")
    dice = ScriptedDice([1, 2, 3])
    result = bridges.resolve_mob([weak, weak, strong, weak, other, other], 19, dice)
    assert dice.left == []  # +9 needs 10: one of two hits; +5 needs 14: one of four, with both its attacks
    assert result == bridges.MobResult(3, 1 + 10 + 2 + 4 + 3 + 4)


@pytest.mark.parametrize("seed", range(50))
def test_RB_6_the_exact_law_is_the_resolvers(seed):
    rng = random.Random(seed)
    rules = Rules(mob_mode=rng.choice(["table", "exact_dice"]), critical=rng.choice(["none", "double_total"]))
    forms = [parse_attack(f"+{rng.choice([4, 6])}:1d2+{rng.randint(0, 2)}") for _ in range(rng.randint(0, 2))]
    armor_class = rng.randint(8, 20)
    law = law_of(lambda dice: bridges.resolve_mob(forms, armor_class, dice, rules).damage)
    assert law == dict(bridges.mob_damage_odds(forms, armor_class, rules))


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(-2, 15), st.integers(5, 25))
def test_RB_6_table_and_dice_agree_roughly(attackers, bonus, armor_class):
    table = bridges.mob_hits_odds(attackers, bonus, armor_class)
    dice = bridges.mob_hits_odds(attackers, bonus, armor_class, Rules(mob_mode="exact_dice"))
    assert sum(dice.values()) == 1
    assert max(dice) <= attackers
    assert abs(table.mean - dice.mean) <= 1 + attackers * Fraction(3, 10)
