"""Scenarios of one-roll full attacks, worked out by hand from the rules; every die is named and none may be left."""

from __future__ import annotations

from fractions import Fraction

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack import (
    AttackProfile,
    Circumstances,
    Movement,
    NaturalProfile,
    Outcome,
    Plan,
    Rules,
    Target,
    Weapon,
    allocate,
    critical_count,
    damage_of_graze,
    fights_in_pairs,
    full_attack_odds,
    graze_damage,
    max_hits,
    mobile_penalty,
    natural_attack_bonus,
    natural_max_hits,
    outcome_of_roll,
    outcome_of_total,
    resolve_full_attack,
    rolls_once,
)

MISS, GRAZE, ONE, TWO, THREE = (
    Outcome("miss"),
    Outcome("graze"),
    Outcome("hit", 1),
    Outcome("hit", 2),
    Outcome("hit", 3),
)


def roll(profile, targets, faces, plan=None, circumstances=None, **switches):
    """The full attack as it falls with exactly these dice."""
    dice = ScriptedDice(faces)
    more = {} if plan is None else {"plan": plan}
    if circumstances is not None:
        more["circumstances"] = circumstances
    result = resolve_full_attack(profile, targets, dice, Rules(**switches), **more)
    assert dice.left == [], f"dice left {dice.left}"
    return result


def fighter(bab, bonus, damage="1d10+4", **facts):
    weapon = {key: facts.pop(key) for key in ("threat_from", "multiplier", "extra_dice") if key in facts}
    return AttackProfile(bab, Weapon.of(bonus, damage, **weapon), **facts)


# ---------------------------------------------------------------- from the roll to hits


@pytest.mark.parametrize(
    ("total", "bab", "outcome"),
    [
        (15, 8, MISS),
        (16, 8, GRAZE),
        (20, 8, GRAZE),
        (21, 8, ONE),
        (25, 8, ONE),
        (26, 8, TWO),
        (31, 8, TWO),
        (31, 11, THREE),
        (30, 11, TWO),
        (99, 5, ONE),
    ],
)
def test_R4_02_R4_03_R4_05_R4_08_bounds(total, bab, outcome):
    assert outcome_of_total(total, 21, max_hits(bab)) == outcome


def test_R4_06_R4_07_most_hits():
    babs = (0, 5, 6, 10, 11, 15, 16, 20, 21, 25, 26, 30)
    assert [max_hits(b) for b in babs] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [max_hits(b, Rules(second_hit_bab="text")) for b in (4, 5, 9, 10, 14, 15)] == [1, 2, 2, 3, 3, 4]


def test_R4_03_R4_10_graze_damage():
    assert [graze_damage(*p) for p in ((1, 4), (2, 3), (1, -3), (3, 0), (1, 0))] == [2, 2, 0, 1, 0]
    sword = Weapon.of(0, "1d10+4", extra_dice="2d6")
    assert [damage_of_graze(sword, dr, Rules()) for dr in (0, 1, 5)] == [2, 1, 0]
    assert damage_of_graze(sword, 1, Rules(dr_on_graze="no")) == 2
    assert damage_of_graze(sword, 0, Rules(graze_extra_dice="included")) == 3


def test_R4_09_natural_1_and_20():
    off = Rules(natural_1_20="off")
    assert outcome_of_roll(1, 40, 10, 3, Rules()) == MISS
    assert outcome_of_roll(20, 0, 40, 3, Rules()) == ONE
    assert outcome_of_roll(20, 10, 20, 3, Rules()) == THREE
    assert outcome_of_roll(20, 10, 33, 3, Rules()) == ONE
    assert outcome_of_roll(1, 40, 10, 9, off).hits == 7
    assert outcome_of_roll(20, 0, 40, 3, off) == MISS
    assert roll(fighter(6, 40), [Target(10)], [1]).damage == (0,)


def test_R4_09_R4_15_a_natural_20_threatens_even_where_the_total_misses():
    # d20 20 + 0 against 40: one hit; the confirmation 20 is critical, 19 is not
    assert roll(fighter(6, 0), [Target(40)], [20, 20, 3, 4]).damage == (15,)
    assert roll(fighter(6, 0), [Target(40)], [20, 19, 3]).damage == (7,)


def test_R4_10_damage_reduction_for_each_hit():
    assert roll(fighter(6, 10), [Target(20, damage_reduction=6)], [15, 3, 8]).damage == (7,)
    assert roll(fighter(6, 10), [Target(20, damage_reduction=8)], [15, 3, 8]).damage == (4,)


def test_R4_02_R4_09_law():
    odds = full_attack_odds(fighter(6, 10), [Target(25)])
    assert dict(odds.outcomes) == {
        MISS: Fraction(9, 20),
        GRAZE: Fraction(1, 4),
        ONE: Fraction(1, 4),
        TWO: Fraction(1, 20),
    }
    odds = full_attack_odds(fighter(6, 10), [Target(40)])
    assert dict(odds.outcomes) == {MISS: Fraction(19, 20), ONE: Fraction(1, 20)}


# ---------------------------------------------------------------- several targets

CROWD = (Target(14, name="low"), Target(18, name="middle"), Target(22, name="high"))


def test_R4_12_R4_13_the_highest_armour_class_counts_and_any_target_is_hit():
    assert roll(fighter(6, 10), CROWD, [13, 5], Plan((0,))).damage == (9, 0, 0)
    assert roll(fighter(11, 10, threat_from=20), CROWD, [17, 5, 6], Plan((0, 1))).damage == (9, 10, 0)
    assert roll(fighter(6, 10), CROWD, [6]).damage == (0, 0, 0)


def test_R4_12_R4_13_a_graze_falls_on_one_declared_target():
    assert roll(fighter(6, 10), CROWD, [8], Plan((0,), graze=1)).damage == (0, 2, 0)
    assert roll(fighter(6, 10), CROWD, [8], Plan((0,), graze=1), graze_target="highest_ac").damage == (0, 0, 2)


def test_R4_12_R4_14_one_hit_at_most_or_a_sanctuary():
    with pytest.raises(IllegalActionError):
        roll(fighter(5, 10), CROWD, [13, 5])
    holy = (Target(14), Target(18, forbidden=True))
    with pytest.raises(IllegalActionError):
        roll(fighter(6, 10), holy, [20, 5, 5, 5], Plan((1,)))
    with pytest.raises(IllegalActionError):
        allocate(2, (1, 1), holy)
    with pytest.raises(IllegalActionError):
        allocate(2, (1, 0), CROWD[:2])
    assert allocate(2, (2, 0), CROWD[:2])[:2] == (0, 0)
    # haste lifts the maximum of 1 to 2, so that two targets may be declared
    assert roll(fighter(5, 10, extra_attacks=1), CROWD[:2], [18, 5, 6], Plan((0, 1))).damage == (9, 10)


# ---------------------------------------------------------------- criticals


@pytest.mark.parametrize(
    ("faces", "damage"),
    [([19, 19, 3, 7], 18), ([19, 18, 3], 7), ([19, 1, 3], 7), ([19, 20, 3, 7], 18), ([18], 2)],
)
def test_R4_15_threat_and_confirmation(faces, damage):
    assert roll(fighter(6, 5, threat_from=19), [Target(24)], faces).damage == (damage,)


def test_R4_15_a_die_in_the_range_that_does_not_hit_threatens_nothing():
    assert roll(fighter(6, 5, threat_from=15), [Target(24)], [18]).damage == (2,)


@pytest.mark.parametrize(
    ("faces", "damage"),
    [([19, 19, 1, 2, 3, 4], 26), ([19, 12, 1, 2, 3], 18), ([19, 9, 1, 2], 11), ([19, 10, 1, 2, 3], 18)],
)
def test_R4_16_double_critical(faces, damage):
    assert roll(fighter(6, 10, threat_from=19), [Target(20)], faces).damage == (damage,)


def test_R4_16_needs_several_hits_and_a_confirmation_that_succeeds():
    assert roll(fighter(5, 10, threat_from=19), [Target(20)], [19, 20, 3, 7]).damage == (18,)
    assert roll(fighter(6, 10, threat_from=13), [Target(25)], [20, 14, 1, 2]).damage == (11,)
    assert critical_count(True, 20, 19, 2, 1, Rules(double_crit_needs="several_targets")) == 1
    assert critical_count(True, 20, 19, 2, 2, Rules(double_crit_needs="several_targets")) == 2
    assert critical_count(True, 18, 19, 3, 1, Rules()) == 1


def test_R4_15_R4_16_law_of_criticals():
    odds = full_attack_odds(fighter(6, 10, threat_from=19), [Target(25)])
    assert [odds.criticals.get(n, 0) for n in (0, 1, 2)] == [Fraction(97, 100), Fraction(1, 40), Fraction(1, 200)]


def test_R4_15_extra_dice_are_not_multiplied():
    # [PF] 1d10+4 and 1d6 of fire: critical 2d10+8+1d6
    profile = fighter(5, 10, extra_dice="1d6", threat_from=19)
    assert roll(profile, [Target(20)], [19, 15, 1, 2, 6]).damage == (17,)


# ---------------------------------------------------------------- two weapons


def pair_of(bab, feat="none"):
    return AttackProfile(bab, Weapon.of(17, "1d8+3"), off_hand=Weapon.of(15, "1d6+1"), feat=feat)


@pytest.mark.parametrize(
    ("die", "bab", "feat", "hits"),
    [
        (5, 11, "none", 2),
        (9, 11, "greater", 2),
        (10, 11, "none", 3),
        (10, 11, "improved", 4),
        (15, 11, "none", 4),
        (15, 11, "improved", 5),
        (15, 11, "greater", 6),
        (15, 6, "greater", 4),
        (15, 5, "greater", 2),
    ],
)
def test_R4_17_R4_18_R4_19_hits_of_both_hands(die, bab, feat, hits):
    assert len(roll(pair_of(bab, feat), [Target(20)], [die] + [1] * hits).strikes) == hits


def test_R4_17_the_lower_bonus_grazes_with_the_main_weapon():
    assert roll(pair_of(11), [Target(20)], [4]).damage == (2,)
    assert roll(pair_of(11), [Target(20)], [4], twf_graze="both").damage == (3,)


def test_R4_24_R4_17_haste_adds_no_hit_to_the_off_hand():
    hasted = AttackProfile(6, Weapon.of(17, "1d8+3"), Weapon.of(15, "1d6+1"), "none", extra_attacks=1)
    assert len(roll(hasted, [Target(20)], [15, 1, 1, 1, 1]).strikes) == 4


@pytest.mark.parametrize(
    ("faces", "damage"),
    [([18, 10, 3, 3, 2], 8), ([20, 10, 3, 3, 2, 2, 2, 2], 14), ([17, 3, 2], 5), ([18, 1, 3, 2], 5)],
)
def test_R4_20_rapier_and_pick(faces, damage):
    duelist = AttackProfile(
        5, Weapon.of(15, "1d6", threat_from=18), off_hand=Weapon.of(15, "1d4", threat_from=20, multiplier=4)
    )
    assert roll(duelist, [Target(20)], faces).damage == (damage,)


# ---------------------------------------------------------------- natural attacks


CLAW, TAIL = Weapon.of(10, "1d6+2", name="claw"), Weapon.of(5, "1d8", name="tail")
BEAST = NaturalProfile((CLAW, CLAW), (TAIL,))


@pytest.mark.parametrize(
    ("faces", "damage"), [([4], 0), ([5, 3], 5), ([9, 3], 5), ([10, 3, 4], 11), ([14, 3, 4], 11), ([15, 3, 4, 5], 16)]
)
def test_R4_21_R4_23_claws_and_tail(faces, damage):
    assert roll(BEAST, [Target(20)], faces).damage == (damage,)


def test_R4_21_R4_23_two_hits_at_most_and_the_tail_by_choice():
    assert len(roll(BEAST, [Target(-20)], [19, 1, 1, 1]).strikes) == 3
    assert roll(BEAST, [Target(20)], [10, 8], Plan(natural=((2,),))).damage == (8,)
    assert roll(BEAST, [Target(20, damage_reduction=4)], [10, 3, 4]).damage == (3,)


def test_R4_21_R4_22_numbers():
    assert [natural_max_hits(*p) for p in ((2, 1), (5, 0), (4, 2), (1, 3), (3, 0))] == [2, 3, 4, 4, 2]
    mixed = NaturalProfile((Weapon.of(12, "1d6"), Weapon.of(9, "1d6")), (Weapon.of(3, "1d4"),))
    assert natural_attack_bonus(mixed) == 9
    five = NaturalProfile((CLAW,) * 5)
    assert len(roll(five, [Target(10)], [15, 1, 1, 1, 1, 1]).strikes) == 5
    assert len(roll(five, [Target(10)], [9, 1, 1, 1, 1]).strikes) == 4


def test_R4_21_few_natural_attacks_or_some_left_out():
    few = NaturalProfile((CLAW, CLAW))
    assert not rolls_once(few, Rules())
    assert not rolls_once(NaturalProfile((CLAW, CLAW), (TAIL,), unused=1), Rules())
    assert rolls_once(NaturalProfile((CLAW, CLAW), (TAIL,), unused=1), Rules(natural_condition="only"))
    assert fights_in_pairs(BEAST)
    assert not fights_in_pairs(few)
    assert roll(few, [Target(20)], [15, 3, 4], natural_few="single_roll").damage == (11,)
    assert roll(few, [Target(20)], [10, 3], natural_few="single_roll").damage == (5,)
    # two usual rolls: 10 hits, 9 misses
    assert roll(few, [Target(20)], [9, 2]).damage == (0,)


# ---------------------------------------------------------------- special cases


def test_R4_24_R4_25_extra_attacks():
    assert len(roll(fighter(6, 10), [Target(10)], [10, 1, 1]).strikes) == 2
    assert len(roll(fighter(6, 10, extra_attacks=1), [Target(10)], [10, 1, 1, 1]).strikes) == 3
    assert len(roll(fighter(5, 10, extra_attacks=1), [Target(10)], [5, 1, 1]).strikes) == 2
    biting = fighter(6, 10, trailing=(TAIL, TAIL))
    assert len(roll(biting, [Target(10)], [19, 1, 1, 1, 1]).strikes) == 4
    assert max_hits(6, extra_attacks=3) == 5


def test_R4_26_R4_27_rerolls():
    better, worse = Circumstances(rerolls=("keep_better",)), Circumstances(rerolls=("keep_worse",))
    assert roll(fighter(5, 10), [Target(20)], [8, 1], circumstances=better).damage == (5,)
    assert roll(fighter(5, 10), [Target(20)], [11], circumstances=worse).damage == (2,)
    assert roll(
        fighter(5, 10), [Target(20)], [3, 14, 1], circumstances=Circumstances(reroll_all="keep_better")
    ).damage == (5,)
    assert roll(fighter(5, 10), [Target(20)], [3, 14], circumstances=Circumstances(reroll_all="keep_worse")).damage == (
        0,
    )


@pytest.mark.parametrize(
    ("die", "bonus", "maximum", "outcome"),
    [
        (12, 0, 2, ONE),
        (16, 0, 2, ONE),
        (19, 2, 2, TWO),
        (19, 2, 3, TWO),
        (19, 2, 1, ONE),
        (5, -5, 2, GRAZE),
        (1, 30, 3, MISS),
        (19, 30, 3, THREE),
    ],
)
def test_R4_28_true_strike_adds_one_hit_at_most(die, bonus, maximum, outcome):
    assert outcome_of_roll(die, bonus, 21, maximum, Rules(), with_true_strike=True) == outcome


# ---------------------------------------------------------------- mobile melee


@pytest.mark.parametrize(
    ("feet", "acrobatics", "spring", "mode", "penalty", "hits"),
    [
        (20, None, False, "total", 15, 2),
        (20, 17, False, "total", 12, 2),
        (20, 30, False, "total", 9, 3),
        (20, 60, False, "total", 6, 3),
        (20, 17, False, "per_square", 6, 3),
        (20, None, True, "total", 12, 2),
        (20, 17, True, "total", 9, 3),
        (5, None, False, "total", 0, 4),
        (0, None, False, "total", 0, 4),
        (20, 4, False, "total", 15, 2),
        (20, -3, False, "total", 15, 2),
    ],
)
def test_R4_31_R4_32_R4_33_penalty(feet, acrobatics, spring, mode, penalty, hits):
    rules = Rules(mobile_melee="on", mobile_reduction=mode)
    assert mobile_penalty(feet, acrobatics, spring_attack=spring, rules=rules) == penalty
    assert outcome_of_total(40, 20, 4, penalty).hits == hits


def test_R4_31_the_first_hit_is_sure():
    assert outcome_of_total(20, 20, 4, 15) == ONE
    assert outcome_of_total(19, 20, 4, 15) == GRAZE
    assert outcome_of_total(34, 20, 4, 15) == ONE


def test_R4_30_R4_31_R4_32_dice_of_a_moving_attack():
    mobile = {"mobile_melee": "on"}
    still, agile = Circumstances(movement=Movement(before=20)), Circumstances(movement=Movement(after=20, acrobatics=7))
    quick = fighter(16, 20)
    assert len(roll(quick, [Target(15)], [15, 1, 1], circumstances=still, **mobile).strikes) == 2
    # total 35, 20 over: Acrobatics 10 + 7 = 17 lowers 15 to 12
    result = roll(quick, [Target(15)], [15, 10, 1, 1], circumstances=agile, **mobile)
    assert (result.attack_rolls[0].penalty, len(result.strikes)) == (12, 2)
    # the first hit misses: no check is needed
    assert roll(quick, [Target(40)], [15], circumstances=agile, **mobile).damage == (2,)


def test_R4_30_R4_33_where_one_may_move():
    mobile = {"mobile_melee": "on"}
    around = Movement(before=5, after=5)
    attack = ([Target(20)], [19, 1, 1, 1, 1, 1])
    for circumstances, switches in (
        (Circumstances(movement=Movement(before=10)), {}),
        (Circumstances(movement=Movement(before=35)), mobile),
        (Circumstances(movement=around), mobile),
        (Circumstances(movement=Movement(between=5)), mobile),
    ):
        with pytest.raises(IllegalActionError):
            roll(fighter(6, 10), *attack, circumstances=circumstances, **switches)


def test_R4_33_spring_attack_moves_on_both_sides():
    spring = Circumstances(movement=Movement(before=5, after=5, spring_attack=True))
    # total 29, 9 over, one square beyond the first: 4 off leaves 5 over: two hits
    assert len(roll(fighter(6, 10), [Target(20)], [19, 1, 1], circumstances=spring, mobile_melee="on").strikes) == 2
    # total 28: 4 over: one hit
    assert len(roll(fighter(6, 10), [Target(20)], [18, 1], circumstances=spring, mobile_melee="on").strikes) == 1


# ---------------------------------------------------------------- harder interactions


def test_R4_09_R4_17_a_natural_20_hits_once_with_each_hand():
    far = AttackProfile(11, Weapon.of(2, "1d8+3"), off_hand=Weapon.of(0, "1d6+1"), feat="greater")
    assert roll(far, [Target(40)], [20, 19, 5, 5]).damage == (14,)


def test_R4_20_only_the_off_hand_is_keen():
    keen = AttackProfile(5, Weapon.of(15, "1d8"), off_hand=Weapon.of(15, "1d4", threat_from=15))
    assert roll(keen, [Target(20)], [16, 10, 3, 2, 2]).damage == (7,)


def test_R4_20_two_hits_a_hand_give_one_critical_a_weapon():
    duelist = AttackProfile(
        6,
        Weapon.of(15, "1d6", threat_from=18),
        off_hand=Weapon.of(15, "1d4", threat_from=18),
        feat="improved",
    )
    # 2 + 2 hits, one critical each: (2 + 1) d6 and (2 + 1) d4
    assert len(roll(duelist, [Target(20)], [18, 19, *[1] * 6]).strikes) == 4


def test_R4_09_R4_23_natural_weapons_at_1_and_20():
    assert roll(BEAST, [Target(40)], [20, 19, 3, 4]).damage == (11,)
    assert roll(BEAST, [Target(12)], [1]).damage == (0,)
    assert roll(BEAST, [Target(12)], [1, 3], natural_1_20="off").damage == (5,)


def test_R4_24_haste_for_natural_weapons():
    hasted = NaturalProfile((CLAW, CLAW, CLAW, CLAW), (), extra_attacks=1)
    # maximum 2 + 1; 10 over: three hits
    assert roll(hasted, [Target(10)], [9, 1, 1, 1, 1]).attack_rolls[0].outcome.hits == 2
    result = full_attack_odds(hasted, [Target(10)])
    assert result.outcomes[THREE] == Fraction(11, 20)


@pytest.mark.parametrize(
    ("die", "penalty", "outcome"), [(15, 15, TWO), (19, 0, TWO), (5, 15, ONE), (1, 0, MISS), (16, 15, TWO)]
)
def test_R4_28_R4_31_true_strike_after_a_move(die, penalty, outcome):
    # bonus 6 against 21: die 15 is 21, one hit without; with +20 and −15 there are 26 for extra hits: two
    # die 19: 25: one without, two with; die 5: 11 misses, one with; die 16: 22
    rules = Rules(mobile_melee="on")
    assert outcome_of_roll(die, 6, 21, 4, rules, penalty=penalty, with_true_strike=True) == outcome


def test_R4_09_R4_31_a_natural_20_below_the_armour_class_after_a_move():
    assert outcome_of_roll(20, 0, 40, 4, Rules(mobile_melee="on"), penalty=15) == ONE
    assert outcome_of_roll(20, 20, 20, 4, Rules(mobile_melee="on"), penalty=15) == TWO


def test_R4_12_R4_14_a_forbidden_target_still_sets_the_armour_class():
    holy = (Target(14), Target(22, forbidden=True))
    assert roll(fighter(6, 10), holy, [13, 5], Plan((0,))).damage == (9, 0)
    assert roll(fighter(6, 10), holy, [8], Plan((0,))).damage == (2, 0)
    assert roll(fighter(6, 10), holy, [8], Plan((0,)), graze_target="highest_ac").damage == (0, 0)


def test_R4_15_R4_16_the_attacker_chooses_which_hits_are_critical():
    crowd = (Target(10), Target(20))
    plan = Plan((0, 1), criticals=(1,))
    # one hit on each; confirmed outside the range: the second is critical
    assert roll(fighter(6, 10, threat_from=19), crowd, [19, 12, 1, 2, 3], plan).damage == (5, 13)


def test_R4_10_a_graze_of_two_weapons_loses_to_reduction_each():
    assert roll(pair_of(11), [Target(20, damage_reduction=1)], [4], twf_graze="both").damage == (1,)


def test_R4_03_a_hit_never_heals():
    weak = fighter(0, 10, "1d4-3")
    assert roll(weak, [Target(15)], [10, 1]).damage == (0,)


def test_R4_10_R4_15_a_triple_critical_meets_reduction_once():
    assert roll(fighter(5, 10, multiplier=3), [Target(20, damage_reduction=5)], [20, 10, 1, 2, 3]).damage == (13,)


def test_R4_15_R4_25_a_trailing_tail_is_critical_only_in_its_own_range():
    biting = AttackProfile(5, Weapon.of(10, "1d10+4", threat_from=19), trailing=(TAIL,))
    # die 19, 29 against 20: two hits, main and tail; confirmation 19 is in the range, but only the main one can be
    assert roll(biting, [Target(20)], [19, 19, 1, 2, 8]).damage == (3 + 8 + 8,)


def test_R4_15_R4_28_true_strike_does_not_help_the_confirmation():
    struck = Circumstances(true_strike=True)
    # 19 + 0 against 25: a graze; with the spell one hit and a threat; 19 confirms nothing, 20 does
    assert roll(fighter(6, 0, threat_from=19), [Target(24)], [19, 19, 3], circumstances=struck).damage == (7,)
    assert roll(fighter(6, 0, threat_from=19), [Target(24)], [19, 20, 3, 4], circumstances=struck).damage == (15,)


def test_R4_06_the_text_gives_the_second_hit_at_5():
    assert len(roll(fighter(5, 10), [Target(20)], [15, 1, 1], second_hit_bab="text").strikes) == 2
    assert len(roll(fighter(5, 10), [Target(20)], [15, 1]).strikes) == 1


def test_R4_13_R4_16_the_criticals_are_the_hits_chosen():
    crowd = (Target(5, name="a"), Target(5, name="b"), Target(19, name="c"))
    plan = Plan((0, 1, 2), criticals=(0, 2))
    # 29 against 19: three hits; confirmed by 19: the first and the third are critical
    assert roll(fighter(11, 10, threat_from=19), crowd, [19, 19, 1, 2, 3, 4, 5], plan).damage == (11, 7, 17)


def test_R4_26_R4_27_two_rerolls_add_up_and_a_helped_near_miss_hits():
    both = Circumstances(rerolls=("keep_better", "keep_worse"))
    assert roll(fighter(5, 10), [Target(20)], [10, 1], circumstances=both).damage == (5,)
    assert roll(fighter(5, 10), [Target(20)], [9], circumstances=both).damage == (2,)


def test_R4_17_R4_25_R4_24_all_together():
    # BAB 6, haste, a bite at the end, improved two weapons: 4 main-hand hits at most, 2 of the off hand
    busy = AttackProfile(6, Weapon.of(20, "1d8"), Weapon.of(20, "1d6"), "improved", extra_attacks=1, trailing=(TAIL,))
    assert len(roll(busy, [Target(10)], [19, *[1] * 6]).strikes) == 6


def test_R4_32_no_acrobatics_where_nothing_is_at_stake():
    agile = Circumstances(movement=Movement(after=20, acrobatics=7))
    mobile = {"mobile_melee": "on", "circumstances": agile}
    assert roll(fighter(5, 20), [Target(15)], [15, 1], **mobile).damage == (5,)
    assert roll(fighter(16, 20), [Target(31)], [15, 1], **mobile).damage == (5,)
    assert roll(fighter(16, 0), [Target(40)], [20, 19, 1], **mobile).damage == (5,)
