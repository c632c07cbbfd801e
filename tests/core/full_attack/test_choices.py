"""What the attacker may choose: targets, criticals, weapons and moves (R4.12–R4.23, R4.30–R4.33)."""

from dataclasses import replace

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.distribution import Distribution
from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack import (
    AttackProfile,
    Attempt,
    Circumstances,
    Movement,
    NaturalProfile,
    Outcome,
    Plan,
    Rules,
    Target,
    Weapon,
    allocate,
    armour_class_of,
    critical_count,
    fights_in_pairs,
    full_attack_odds,
    land_strikes,
    mobile_penalty,
    natural_attack_bonus,
    natural_groups,
    natural_max_hits,
    natural_outcome,
    off_hand_hits,
    resolve_full_attack,
    roll_full_attack,
    threatens,
    tracking_card,
    two_weapon_bonus,
    two_weapon_criticals,
    weapons_applied,
)

FIGHTER = AttackProfile(16, Weapon.of(20, "4", name="sword"))
TRIO = [Target(25, name="knight"), Target(15, name="squire"), Target(18, name="page")]
CLAW, TAIL = Weapon.of(20, "6", name="claw"), Weapon.of(15, "8", name="tail")
DRAKE = NaturalProfile((CLAW, replace(CLAW, attack_bonus=19)), (TAIL,))
MOBILE = Rules(mobile_melee="on")


def names(result):
    return [dealt.strike.weapon.name for dealt in result.strikes]


# ---------------------------------------------------------------- several targets


def test_R4_12_the_highest_armour_class_sets_the_hits():
    assert armour_class_of([15, 18, 22]) == 22
    result = resolve_full_attack(FIGHTER, TRIO, ScriptedDice([11]), plan=Plan((1,)))
    assert result.attack_rolls[0].armour_class == 25
    assert result.attack_rolls[0].outcome == Outcome("hit", 2)


def test_R4_12_one_hit_at_most_means_one_target():
    recruit = AttackProfile(1, Weapon.of(3, "1"))
    with pytest.raises(IllegalActionError) as error:
        resolve_full_attack(recruit, TRIO, ScriptedDice([11]))
    assert error.value.rule == "R4.12"
    two_blades = replace(recruit, off_hand=Weapon.of(3, "1"))
    assert resolve_full_attack(two_blades, TRIO, ScriptedDice([2])).damage == (0, 0, 0)


def test_R4_13_hits_are_shared_after_the_roll():
    attempt = Attempt(FIGHTER, TRIO)
    dice = ScriptedDice([15])
    roll = roll_full_attack(attempt, dice)
    order = allocate(roll.outcome.hits, [0, 2, 1], TRIO)
    result = land_strikes(replace(attempt, plan=Plan(order)), roll, dice)
    assert result.damage == (0, 8, 4)


@pytest.mark.parametrize("share", [[1, 1, 0], [3, 0], [4, -1, 0]])
def test_R4_13_the_shares_are_all_the_hits(share):
    with pytest.raises(IllegalActionError, match="add up to 3"):
        allocate(3, share, TRIO)


def test_R4_13_a_graze_falls_on_the_attackers_choice_or_on_the_highest_armour_class():
    graze = ScriptedDice([4])
    assert resolve_full_attack(FIGHTER, TRIO, graze, plan=Plan((1,), graze=2)).damage == (0, 0, 2)
    assert resolve_full_attack(FIGHTER, TRIO, ScriptedDice([4]), plan=Plan((1,))).damage == (0, 2, 0)
    highest = Rules(graze_target="highest_ac")
    assert resolve_full_attack(FIGHTER, TRIO, ScriptedDice([4]), highest, plan=Plan((1,))).damage == (2, 0, 0)


def test_R4_14_sharing_hits_does_not_get_around_a_sanctuary():
    targets = [replace(TRIO[0], forbidden=True), *TRIO[1:]]
    for call in (
        lambda: allocate(3, [1, 1, 1], targets),
        lambda: resolve_full_attack(FIGHTER, targets, ScriptedDice([15])),
        lambda: resolve_full_attack(FIGHTER, targets[:1], ScriptedDice([15])),
    ):
        with pytest.raises(IllegalActionError) as error:
            call()
        assert error.value.rule == "R4.14"
    assert resolve_full_attack(FIGHTER, targets, ScriptedDice([15]), plan=Plan((1,))).damage == (0, 12, 0)


def test_R4_14_a_graze_on_a_forbidden_target_is_lost():
    targets = [replace(TRIO[0], forbidden=True), *TRIO[1:]]
    rules = Rules(graze_target="highest_ac")
    assert resolve_full_attack(FIGHTER, targets, ScriptedDice([4]), rules, plan=Plan((1,))).damage == (0, 0, 0)


def test_R4_14_holds_for_natural_attacks_rolled_as_usual():
    bite = NaturalProfile((CLAW,))
    with pytest.raises(IllegalActionError, match="knight"):
        full_attack_odds(bite, [Target(10, forbidden=True, name="knight")])


# ---------------------------------------------------------------- criticals


def test_R4_15_one_hit_of_the_attackers_choice_is_critical():
    keen = AttackProfile(11, Weapon.of(20, "4", threat_from=15))
    plan = Plan((0, 1), criticals=(1,))
    result = resolve_full_attack(keen, [Target(25), Target(10)], ScriptedDice([15, 5]), plan=plan)
    assert result.attack_rolls[0].criticals == 1
    assert result.damage == (4, 8 + 4)


def test_R4_15_a_threat_needs_a_hit():
    assert threatens(19, 19, Outcome("hit", 1))
    assert not threatens(18, 19, Outcome("hit", 1))
    assert not threatens(19, 19, Outcome("graze"))
    assert not threatens(20, 20, Outcome("one_primary"))


def test_R4_15_criticals_may_be_left_out():
    keen = AttackProfile(1, Weapon.of(20, "4", threat_from=15))
    dice = ScriptedDice([15])
    assert resolve_full_attack(keen, [Target(25)], dice, criticals=False).damage == (4,)
    assert full_attack_odds(keen, [Target(25)], criticals=False).criticals == Distribution.certain(0)


def test_R4_16_a_confirmation_in_the_threat_range_makes_two_criticals():
    assert critical_count(True, 19, 19, 2, 1, Rules()) == 2
    assert critical_count(True, 18, 19, 2, 1, Rules()) == 1
    assert critical_count(True, 20, 19, 1, 1, Rules()) == 1
    assert critical_count(False, 20, 19, 2, 1, Rules()) == 0
    result = resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([20, 20]))
    assert [dealt.damage for dealt in result.strikes] == [8, 8, 4, 4]


def test_R4_16_several_targets_by_the_letter():
    letter = Rules(double_crit_needs="several_targets")
    assert resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([20, 20]), letter).damage == (8 + 3 * 4,)
    assert resolve_full_attack(FIGHTER, TRIO, ScriptedDice([20, 20]), letter).damage == (2 * 8 + 2 * 4, 0, 0)


# ---------------------------------------------------------------- two weapons


RAPIER_AND_PICK = AttackProfile(
    11,
    Weapon.of(20, "5", threat_from=18, name="rapier"),
    Weapon.of(18, "3", multiplier=4, name="pick"),
    "greater",
)


def test_R4_17_the_lower_bonus_rolls_and_the_off_hand_hits_once():
    assert two_weapon_bonus(20, 18) == 18
    plain = replace(RAPIER_AND_PICK, feat="none")
    result = resolve_full_attack(plain, [Target(20)], ScriptedDice([12]))
    assert (result.attack_rolls[0].total, names(result)) == (30, ["rapier", "rapier", "rapier", "pick"])


def test_R4_17_the_main_weapon_grazes_alone_unless_ruled_otherwise():
    assert names(resolve_full_attack(RAPIER_AND_PICK, [Target(25)], ScriptedDice([2]))) == ["rapier"]
    both = resolve_full_attack(RAPIER_AND_PICK, [Target(25)], ScriptedDice([2]), Rules(twf_graze="both"))
    assert (names(both), both.damage) == (["rapier", "pick"], (2 + 1,))


def test_R4_18_improved_hits_a_second_time():
    assert [off_hand_hits(hits, "improved") for hits in (0, 1, 2, 3)] == [0, 1, 2, 2]


def test_R4_19_greater_hits_a_third_time():
    assert [off_hand_hits(hits, "greater") for hits in (0, 1, 2, 3, 4)] == [0, 1, 2, 3, 3]
    assert full_attack_odds(RAPIER_AND_PICK, [Target(10)]).hits[6] > 0


def test_R4_20_each_weapon_whose_range_holds_the_die_lands_one_critical():
    assert two_weapon_criticals(18, 18, 20, True) == (True, False)
    assert two_weapon_criticals(20, 18, 20, True) == (True, True)
    assert two_weapon_criticals(20, 18, 20, False) == (False, False)
    only_rapier = resolve_full_attack(RAPIER_AND_PICK, [Target(36)], ScriptedDice([18, 19]))
    assert only_rapier.damage == (10 + 3,)
    both = resolve_full_attack(RAPIER_AND_PICK, [Target(38)], ScriptedDice([20, 20]))
    assert both.damage == (10 + 12,)


def test_R4_20_only_the_off_hand_may_threaten():
    profile = AttackProfile(1, Weapon.of(20, "5"), Weapon.of(20, "3", threat_from=18))
    assert resolve_full_attack(profile, [Target(20)], ScriptedDice([18, 20])).damage == (5 + 6,)


# ---------------------------------------------------------------- natural attacks


def test_R4_21_most_hits_of_natural_attacks():
    assert [natural_max_hits(*weapons) for weapons in ((2, 1), (3, 2), (5, 1), (0, 3))] == [2, 4, 4, 3]


def test_R4_21_all_natural_attacks_or_only_natural_attacks():
    partial = NaturalProfile((CLAW,), (TAIL,), unused=1)
    assert fights_in_pairs(DRAKE)
    assert not fights_in_pairs(partial)
    assert fights_in_pairs(partial, Rules(natural_condition="only"))
    assert not fights_in_pairs(replace(partial, unused=0), Rules(natural_condition="only"))


def test_R4_21_fewer_than_three_are_rolled_as_usual_or_once():
    pair = NaturalProfile((CLAW,), (TAIL,))
    usual = resolve_full_attack(pair, [Target(20)], ScriptedDice([5, 4]))
    assert [roll.bonus for roll in usual.attack_rolls] == [20, 15]
    assert usual.damage == (6,)
    once = Rules(natural_few="single_roll")
    assert names(resolve_full_attack(pair, [Target(20)], ScriptedDice([5]), once)) == ["tail", "claw"]
    graze = resolve_full_attack(pair, [Target(25)], ScriptedDice([2]), once)
    assert (graze.attack_rolls[0].outcome.kind, graze.damage) == ("graze", (4,))


def test_R4_22_the_lowest_primary_weapon_rolls():
    assert natural_attack_bonus(DRAKE) == 19
    assert natural_attack_bonus(NaturalProfile((), (TAIL, CLAW))) == 15


def test_R4_23_a_hit_is_two_primary_weapons_or_one_secondary():
    assert names(resolve_full_attack(DRAKE, [Target(20)], ScriptedDice([4]))) == ["claw", "claw"]
    assert names(resolve_full_attack(DRAKE, [Target(20)], ScriptedDice([9]))) == ["claw", "claw", "tail"]
    tail_first = Plan(natural=((2,),))
    assert names(resolve_full_attack(DRAKE, [Target(20)], ScriptedDice([4]), plan=tail_first)) == ["tail"]


def test_R4_23_a_near_miss_is_a_hit_with_one_primary_weapon():
    result = resolve_full_attack(DRAKE, [Target(25, damage_reduction=1)], ScriptedDice([2]))
    assert (result.attack_rolls[0].outcome, result.damage) == (Outcome("one_primary"), (5,))
    assert result.attack_rolls[0].effects_trigger
    assert natural_outcome(Outcome("graze"), 0) == Outcome("graze")
    assert resolve_full_attack(NaturalProfile((), (TAIL,) * 3), [Target(20)], ScriptedDice([2])).damage == (4,)
    assert tracking_card(DRAKE, Target(25)).grazes == ()


@pytest.mark.parametrize("groups", [((0, 2),), ((0,), (0, 1)), ((0, 1, 2),), ((3,),), ((-1,),), ((),)])
def test_R4_23_each_weapon_once_and_no_other_groups(groups):
    with pytest.raises(IllegalActionError) as error:
        natural_groups(DRAKE, groups)
    assert error.value.rule == "R4.23"


def test_R4_23_best_number_of_weapons():
    applied = [weapons_applied(Outcome("hit", hits), 3, 2) for hits in range(1, 5)]
    assert applied == [2, 3, 4, 5]
    assert weapons_applied(Outcome("one_primary"), 3, 2) == 1
    assert weapons_applied(Outcome("miss"), 3, 2) == 0


def test_R4_24_haste_lets_a_natural_weapon_strike_again():
    hasted = replace(DRAKE, extra_attacks=1)
    assert names(resolve_full_attack(hasted, [Target(20)], ScriptedDice([15]))) == ["claw", "claw", "tail", "tail"]


# ---------------------------------------------------------------- mobile melee


def move(**parts):
    return Circumstances(movement=Movement(**parts))


def test_R4_30_the_variant_is_off_by_default():
    with pytest.raises(IllegalActionError) as error:
        resolve_full_attack(FIGHTER, [Target(20)], ScriptedDice([10]), circumstances=move(before=10))
    assert error.value.rule == "R4.30"


@pytest.mark.parametrize(
    ("profile", "circumstances", "rule"),
    [
        (FIGHTER, move(before=35), "R4.30"),
        (FIGHTER, move(before=5, after=5), "R4.33"),
        (FIGHTER, move(between=5), "R4.33"),
        (AttackProfile(6, Weapon.of(20, "1", ranged=True)), move(before=5), "R4.30"),
        (NaturalProfile((CLAW,)), move(before=5), "R4.30"),
    ],
)
def test_R4_30_before_or_after_up_to_the_base_speed_in_melee(profile, circumstances, rule):
    with pytest.raises(IllegalActionError) as error:
        full_attack_odds(profile, [Target(20)], MOBILE, circumstances)
    assert error.value.rule == rule


def test_R4_31_the_penalty_counts_against_extra_hits_only():
    assert [mobile_penalty(feet) for feet in (0, 5, 9, 10, 15, 30)] == [0, 0, 0, 5, 10, 25]
    result = resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([16]), MOBILE, move(before=15))
    assert (result.attack_rolls[0].penalty, result.attack_rolls[0].outcome) == (10, Outcome("hit", 1))


def test_R4_32_acrobatics_lowers_the_penalty_down_to_two_a_square():
    assert [mobile_penalty(20, check) for check in (None, 4, 15, 22, 80, -7)] == [15, 15, 12, 11, 6, 15]
    per_square = Rules(mobile_reduction="per_square")
    assert [mobile_penalty(20, check, rules=per_square) for check in (None, 5, 15, 80)] == [15, 12, 6, 6]


def test_R4_32_the_check_is_rolled_only_if_extra_hits_are_at_stake():
    jump = move(before=15, acrobatics=10)
    at_stake = resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([16, 20]), MOBILE, jump)
    assert [roll.label for roll in at_stake.rolls] == ["attack", "Acrobatics"]
    assert (at_stake.attack_rolls[0].penalty, at_stake.attack_rolls[0].outcome.hits) == (4, 2)
    assert len(resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([6]), MOBILE, jump).rolls) == 1
    assert len(resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([2]), MOBILE, jump).rolls) == 1


def test_R4_33_spring_attack_splits_the_move_and_costs_four():
    assert mobile_penalty(20, spring_attack=True) == 12
    dance = move(before=5, between=5, after=5, spring_attack=True)
    result = resolve_full_attack(FIGHTER, [Target(25)], ScriptedDice([19]), MOBILE, dance)
    assert (result.attack_rolls[0].penalty, result.attack_rolls[0].outcome.hits) == (8, 2)
