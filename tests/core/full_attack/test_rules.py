"""The one roll, its outcome and its damage (R4.1–R4.11) and the special cases (R4.24–R4.29)."""

from fractions import Fraction

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.full_attack import (
    AttackProfile,
    Circumstances,
    DamageDice,
    Outcome,
    Rules,
    Target,
    Weapon,
    attack_hits,
    damage_of_graze,
    damage_of_hit,
    dice_of_hit,
    full_attack_odds,
    graze_damage,
    max_hits,
    outcome_of_roll,
    outcome_of_total,
    reroll_mode,
    reroll_modifier,
    resolve_full_attack,
    resolve_usual_attacks,
    tracking_card,
    true_strike,
    usual_attacks,
)

FIGHTER = AttackProfile(8, Weapon.of(12, "1d10+4", name="sword"))
OFF = Rules(natural_1_20="off")


def test_R4_1_other_attacks_are_rolled_one_by_one():
    dice = ScriptedDice([15, 6, 13])
    result = resolve_usual_attacks(FIGHTER, [Target(21)], dice)
    assert [(roll.bonus, roll.outcome.hits) for roll in result.attack_rolls] == [(12, 1), (7, 0)]
    assert result.damage == (10,)
    assert dice.left == []


def test_R4_1_usual_attacks_confirm_with_the_bonus_of_their_own_roll():
    result = resolve_usual_attacks(FIGHTER, [Target(21)], ScriptedDice([2, 20, 13, 4, 6]))
    first, second = result.attack_rolls
    assert (first.outcome.kind, second.confirmation, second.criticals) == ("miss", 13, 0)
    assert result.damage == (8,)


def test_R4_1_usual_attacks_of_two_hands_haste_and_spells():
    profile = AttackProfile(
        6, Weapon.of(10, "1d8"), Weapon.of(8, "1d6"), "improved", extra_attacks=1, trailing=(Weapon.of(5, "1d4"),)
    )
    attacks = usual_attacks(profile, Circumstances(("keep_better",), None, true_strike=True))
    assert [attack.bonus for attack in attacks] == [30, 10, 5, 8, 3, 5]
    assert [attack.confirmation_bonus for attack in attacks][:2] == [10, 10]
    assert [attack.mode for attack in attacks] == ["adv"] + ["flat"] * 5


def test_R4_2_one_die_decides_and_six_below_misses():
    dice = ScriptedDice([3])
    result = resolve_full_attack(FIGHTER, [Target(21)], dice)
    assert [roll.label for roll in result.rolls] == ["attack"]
    assert result.attack_rolls[0].outcome == Outcome("miss")
    assert result.damage == (0,)


@pytest.mark.parametrize(("dice", "flat", "damage"), [(1, 4, 2), (2, 1, 1), (1, 0, 0), (1, -3, 0), (0, 7, 3)])
def test_R4_3_a_graze_deals_half_the_least_damage_rounded_down(dice, flat, damage):
    assert graze_damage(dice, flat) == damage


def test_R4_3_extra_dice_count_for_a_graze_by_house_rule_only():
    rogue = Weapon.of(12, "1d6+2", extra_dice="3d6")
    assert damage_of_graze(rogue, 0, Rules()) == 1
    assert damage_of_graze(rogue, 0, Rules(graze_extra_dice="included")) == 3


def test_R4_4_a_graze_triggers_nothing_that_needs_a_hit():
    profile = AttackProfile(8, Weapon.of(12, "1d6+2", threat_from=5, extra_dice="3d6"))
    dice = ScriptedDice([8])
    result = resolve_full_attack(profile, [Target(21)], dice)
    assert not result.attack_rolls[0].effects_trigger
    assert result.attack_rolls[0].confirmation is None
    assert result.damage == (1,)
    assert resolve_full_attack(profile, [Target(15)], ScriptedDice([4, 1, 1, 1, 1])).attack_rolls[0].effects_trigger


@pytest.mark.parametrize(("total", "hits"), [(20, 0), (21, 1), (25, 1), (26, 2), (31, 3), (36, 4), (90, 4)])
def test_R4_5_each_five_points_above_the_armour_class_is_a_hit(total, hits):
    assert outcome_of_total(total, 21, 4).hits == hits


def test_R4_6_the_second_hit_comes_at_six_by_the_table_and_at_five_by_the_text():
    assert [max_hits(bab) for bab in (4, 5, 6, 10, 11)] == [1, 1, 2, 2, 3]
    assert [max_hits(bab, Rules(second_hit_bab="text")) for bab in (4, 5, 6, 10, 11)] == [1, 2, 2, 3, 3]


def test_R4_7_hits_by_base_attack_bonus():
    rows = [(0, 5, 1), (6, 10, 2), (11, 15, 3), (16, 20, 4), (21, 25, 5), (26, 30, 6)]
    for low, high, hits in rows:
        assert {max_hits(bab) for bab in range(low, high + 1)} == {hits}


@pytest.mark.parametrize("bab", [-1, 41, True, 3.0, "6"])
def test_R4_7_a_base_attack_bonus_is_a_sensible_whole_number(bab):
    with pytest.raises(InvalidBattleError, match="base attack bonus"):
        max_hits(bab)


def test_R4_8_worked_example():
    faces = {face: resolve_full_attack(FIGHTER, [Target(21)], ScriptedDice([face, 1, 1, 1])) for face in range(4, 20)}
    kinds = [faces[face].attack_rolls[0].outcome for face in (4, 8, 9, 13, 14, 19)]
    assert kinds == [
        Outcome("graze"),
        Outcome("graze"),
        Outcome("hit", 1),
        Outcome("hit", 1),
        Outcome("hit", 2),
        Outcome("hit", 2),
    ]
    assert [faces[face].damage for face in (4, 9, 14)] == [(2,), (5,), (10,)]


def test_R4_9_natural_1_misses_and_natural_20_hits_by_the_standard():
    assert outcome_of_roll(1, 40, 20, 4, Rules()) == Outcome("miss")
    assert outcome_of_roll(20, 0, 40, 4, Rules()) == Outcome("hit", 1)
    assert outcome_of_roll(20, 20, 20, 4, Rules()) == Outcome("hit", 4)
    assert outcome_of_roll(1, 40, 20, 4, OFF) == Outcome("hit", 4)
    assert outcome_of_roll(20, 0, 40, 4, OFF) == Outcome("miss")


def test_R4_9_natural_20_threatens_although_the_total_falls_short():
    dice = ScriptedDice([20, 20, 6, 7])
    result = resolve_full_attack(AttackProfile(8, Weapon.of(2, "1d10+4")), [Target(40)], dice)
    assert result.attack_rolls[0].criticals == 1
    assert result.damage == (13 + 8,)


def test_R4_10_damage_reduction_lowers_each_hit():
    result = resolve_full_attack(FIGHTER, [Target(21, damage_reduction=8)], ScriptedDice([14, 10, 2]))
    assert [dealt.damage for dealt in result.strikes] == [6, 0]
    assert result.damage == (6,)


def test_R4_10_damage_reduction_lowers_a_graze_unless_ruled_otherwise():
    target = Target(21, damage_reduction=1)
    assert resolve_full_attack(FIGHTER, [target], ScriptedDice([4])).damage == (1,)
    assert resolve_full_attack(FIGHTER, [target], ScriptedDice([4]), Rules(dr_on_graze="no")).damage == (2,)


def test_R4_10_a_critical_multiplies_the_weapon_but_not_the_extra_dice():
    weapon = Weapon.of(12, "1d8+3", multiplier=3, extra_dice="2d6")
    assert dice_of_hit(weapon, critical=True) == (DamageDice(3, 8), DamageDice(2, 6))
    assert damage_of_hit(weapon, 20, 5, critical=True) == 20 + 9 - 5


def test_R4_11_numbers_worth_noting():
    profile = AttackProfile(8, Weapon.of(12, "1d10+4", name="sword"), Weapon.of(10, "1d6+2", name="dagger"))
    card = tracking_card(profile, Target(21, damage_reduction=1))
    assert (card.miss_up_to, card.hit_from, card.extra_hits_from) == (15, 21, (26, 31, 36))
    assert card.grazes == (("sword", 1), ("dagger", 0))


def test_R4_15_the_confirmation_is_an_attack_roll():
    assert [attack_hits(face, 12, 21) for face in (1, 8, 9, 20)] == [False, False, True, True]
    assert attack_hits(20, 0, 40)
    assert not attack_hits(1, 40, 20)


def test_R4_15_natural_1_and_20_confirm_as_usual_where_the_one_roll_ignores_them():
    sure = AttackProfile(1, Weapon.of(34, "4", threat_from=19))
    assert resolve_full_attack(sure, [Target(25)], ScriptedDice([19, 1]), OFF).damage == (4,)
    assert full_attack_odds(sure, [Target(25)], OFF).criticals[1] == Fraction(2 * 19, 400)
    helped = Circumstances(true_strike=True)
    weak = AttackProfile(1, Weapon.of(5, "4", threat_from=19))
    assert resolve_full_attack(weak, [Target(40)], ScriptedDice([20, 20]), OFF, helped).damage == (8,)


def test_R4_24_each_extra_attack_raises_the_maximum():
    hasted = AttackProfile(16, Weapon.of(30, "1"), extra_attacks=2)
    assert max_hits(16, extra_attacks=2) == 6
    assert resolve_full_attack(hasted, [Target(10)], ScriptedDice([15])).damage == (6,)


def test_R4_25_secondary_natural_attacks_follow_the_weapon():
    profile = AttackProfile(6, Weapon.of(20, "10", name="sword"), trailing=(Weapon.of(9, "1", name="tail"),))
    result = resolve_full_attack(profile, [Target(10)], ScriptedDice([15]))
    assert [dealt.strike.weapon.name for dealt in result.strikes] == ["sword", "sword", "tail"]


def test_R4_26_single_rerolls_become_a_modifier():
    assert reroll_modifier(("keep_better", "keep_better", "keep_worse")) == 2
    result = resolve_full_attack(FIGHTER, [Target(21)], ScriptedDice([9]), circumstances=Circumstances(("keep_worse",)))
    assert (result.attack_rolls[0].total, result.attack_rolls[0].outcome.kind) == (19, "graze")


def test_R4_27_rerolling_all_attack_rolls_rerolls_the_one_die():
    assert [reroll_mode(word) for word in (None, "keep_better", "keep_worse")] == ["flat", "adv", "dis"]
    for word, natural in (("keep_better", 14), ("keep_worse", 3)):
        dice = ScriptedDice([3, 14, 5, 5][: 2 if word == "keep_worse" else 4])
        result = resolve_full_attack(FIGHTER, [Target(21)], dice, circumstances=Circumstances((), word))
        assert result.attack_rolls[0].natural == natural
        assert dice.left == []


def test_R4_28_true_strike_adds_one_hit_at_most():
    assert true_strike(Outcome("graze"), Outcome("hit", 4)) == Outcome("hit", 1)
    assert true_strike(Outcome("hit", 2), Outcome("hit", 6)) == Outcome("hit", 3)
    assert true_strike(Outcome("hit", 2), Outcome("hit", 2)) == Outcome("hit", 2)
    assert outcome_of_roll(2, 0, 40, 4, Rules(), with_true_strike=True) == Outcome("miss")
    assert outcome_of_roll(15, 0, 40, 4, Rules(), with_true_strike=True) == Outcome("graze")
    assert outcome_of_roll(20, 0, 40, 4, Rules(), with_true_strike=True) == Outcome("hit", 1)


def test_R4_28_true_strike_does_not_help_the_confirmation():
    dice = ScriptedDice([20, 8, 3, 4])
    result = resolve_full_attack(FIGHTER, [Target(21)], dice, circumstances=Circumstances(true_strike=True))
    assert result.attack_rolls[0].criticals == 0


def test_R4_29_other_effects_are_the_gms_and_reach_the_roll_through_the_bonus():
    blessed = AttackProfile(8, Weapon.of(12 + 1, "1d10+4"))
    assert resolve_full_attack(blessed, [Target(21)], ScriptedDice([8, 1])).attack_rolls[0].outcome == Outcome("hit", 1)
