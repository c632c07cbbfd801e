"""Spells and terrain against many members at once (R0.47)."""

from __future__ import annotations

import random

import pytest

from massbattle_core.bridges import AreaEffect, area_effect_odds, area_kills, resolve_area_effect
from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.sources import citations
from tests.core.skirmish.builders import law_of


def test_R0_47_who_fails_takes_all_who_saves_takes_half():
    assert area_kills(20, 7, 3, 15, half_on_save=True) == 7
    assert area_kills(30, 7, 3, 15, half_on_save=True) == 10
    assert area_kills(30, 7, 3, 15, half_on_save=False) == 7
    assert area_kills(14, 7, 3, 15, half_on_save=True) == 0


def test_R0_47_one_roll_of_damage_a_save_each():
    dice = ScriptedDice([4, 4, 12, 13, 1])
    assert resolve_area_effect(AreaEffect("2d6+3", 14), 3, 1, 11, dice) == 2
    assert dice.left == []


@pytest.mark.parametrize("seed", range(20))
def test_R0_47_the_exact_law_is_the_resolvers(seed):
    rng = random.Random(seed)
    effect = AreaEffect(f"{rng.randint(1, 2)}d4+{rng.randint(0, 4)}", rng.randint(8, 18), rng.random() < 0.5)
    members, bonus, hit_points = rng.randint(0, 2), rng.randint(-1, 6), rng.randint(1, 9)
    law = law_of(lambda dice: resolve_area_effect(effect, members, bonus, hit_points, dice))
    assert law == dict(area_effect_odds(effect, members, bonus, hit_points))


def test_R0_47_is_the_game_masters_too_and_bad_numbers_are_named():
    assert any(c.judgement and c.rule == "R0.47" and c.module.endswith("bridges.effects") for c in citations())
    with pytest.raises(InvalidBattleError) as caught:
        area_effect_odds(AreaEffect("8d6", 15), -1, 0, 0)
    assert [problem.place for problem in caught.value.problems] == ["members", "hit_points"]
    with pytest.raises(InvalidBattleError):
        area_effect_odds(AreaEffect("fire", 15), 1, 0, 1)
