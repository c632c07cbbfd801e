from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.results_table.combat import combat_factors, muster
from massbattle_core.results_table.model import Combat, Rules, Soldier
from massbattle_core.results_table.rules.factors import factor_steps, pick_highest, soldier_factors, wall_cap
from tests.core.results_table.armies import army

RULES = Rules()


@pytest.mark.parametrize(
    ("strength", "factors"),
    [(0, 1), (49, 1), (50, 2), (99, 2), (100, 3), (150, 3), (151, 4), (200, 4), (201, 5), (202, 5), (255, 5)],
)
def test_R3_8_strength_bands(strength, factors):
    assert soldier_factors(Soldier("", strength), RULES) == factors
    assert soldier_factors(Soldier("", strength, "sword"), RULES) == factors + 3


@pytest.mark.parametrize("weapon", ["none", "staff", "mace"])
def test_R3_8_other_weapons_and_shields_bring_nothing(weapon):
    assert soldier_factors(Soldier("", 100, weapon, shield=True), RULES) == 3


def test_R3_8_band_of_201_is_a_house_rule():
    lower = Rules(band_201="four_at_201")
    assert [soldier_factors(Soldier("", strength), lower) for strength in (200, 201, 202)] == [4, 4, 5]


def test_R3_9_a_side_sums_its_armies_each_with_its_own_multiplier():
    moving = army("moving", (2, 100, "sword", False))
    disorganised = army("mob", (3, 60, "none", False), organised=False)
    combat = Combat((moving, disorganised), (army("d", (1, 0, "none", False)),))
    assert muster(combat, RULES).attackers.total == 12 + Fraction(6, 2)
    moving_factors, mob_factors = combat_factors(combat, RULES)[0]
    assert (moving_factors.base, moving_factors.total, moving_factors.steps) == (12, 12, ())
    assert (mob_factors.base, mob_factors.total, mob_factors.steps[0].rule) == (6, 3, "R3.12")


def multiplier(rules=RULES, **changes):
    flags = {
        "defending": True,
        "organised": True,
        "immobile": True,
        "in_town": False,
        "besieging": False,
        "prestige": None,
    }
    product = Fraction(1)
    for step in factor_steps(**(flags | changes), rules=rules):
        product *= step.multiplier
    return product


def test_R3_10_defence_outside_a_town():
    assert multiplier() == Fraction(3, 2)
    assert multiplier(besieging=True) == 1
    assert multiplier(immobile=False) == 1
    assert multiplier(defending=False) == 1


def test_R3_11_defence_in_a_town():
    assert multiplier(in_town=True) == 2
    assert multiplier(in_town=True, immobile=False) == 1
    assert multiplier(in_town=True, defending=False) == 1


def test_R3_12_disorganised_armies():
    assert multiplier(organised=False) == Fraction(1, 2)
    assert multiplier(organised=False, immobile=False) == Fraction(1, 2)
    assert multiplier(organised=False, in_town=True) == 1
    assert multiplier(organised=False, defending=False) == Fraction(1, 2)
    defender_only = Rules(disorganised_applies_to="defender")
    assert multiplier(defender_only, organised=False, defending=False) == 1
    assert multiplier(defender_only, organised=False) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("prestige", "times"), [(0, "4/5"), (1, "1"), (2, "6/5"), (3, "7/5"), (4, "17/10"), (5, "2"), (None, "1")]
)
def test_prestige_is_a_house_rule_that_multiplies(prestige, times):
    assert multiplier(Rules(prestige="on"), prestige=prestige) == Fraction(3, 2) * Fraction(times)
    assert multiplier(prestige=prestige) == Fraction(3, 2)


def test_R3_13_walls_let_forty_fight():
    assert [wall_cap(number, True) for number in (12, 40, 41, 400)] == [12, 40, 40, 40]
    assert wall_cap(400, False) == 400


def walled(rules, engaged=None):
    attackers = army("a", (30, 0, "none", False), (30, 250, "sword", False))
    defenders = army("d", (45, 60, "none", False), immobile=True, in_town=True)
    return muster(Combat((attackers,), (defenders,), walled=True, engaged=engaged), rules)


def test_R3_13_the_highest_factors_fight_first():
    mustered = walled(RULES)
    assert mustered.attackers.total == 30 * 8 + 10
    assert mustered.attackers.engaged == mustered.defenders.engaged == 40
    assert mustered.attackers.number == 0


def test_R3_13_numbers_of_the_whole_army_and_the_pick_of_the_gm():
    assert walled(Rules(wall_numbers="whole_army")).attackers.number == 60
    assert walled(Rules(wall_pick="random")).attackers.pick == 40
    weakest = frozenset(("a", str(number)) for number in range(1, 41)) | {("d", str(n)) for n in range(1, 41)}
    assert walled(Rules(wall_pick="gm"), weakest).attackers.total == 30 + 10 * 8


@given(st.lists(st.fractions(0, 20), max_size=60), st.integers(0, 60))
def test_R3_13_no_one_left_out_is_better_than_one_who_fights(factors, count):
    picked = pick_highest(factors, min(count, len(factors)))
    left = [value for index, value in enumerate(factors) if index not in picked]
    assert len(set(picked)) == min(count, len(factors))
    assert picked == sorted(picked)
    assert not picked or not left or min(factors[index] for index in picked) >= max(left)
