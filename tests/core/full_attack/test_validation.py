"""House rules, notations and numbers that cannot be."""

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.full_attack import (
    AttackProfile,
    Attempt,
    Circumstances,
    DamageDice,
    Movement,
    NaturalProfile,
    Plan,
    Rules,
    Target,
    Weapon,
    base_attack_bonus_of,
    full_attack_odds,
    graze_damage,
    mobile_penalty,
    natural_max_hits,
    parse_damage,
    resolve_full_attack,
    usual_odds,
    validate,
)
from massbattle_core.full_attack.tables import SWITCHES

FIGHTER = AttackProfile(8, Weapon.of(12, "1d10+4"))


def test_every_switch_has_its_default_first_and_takes_all_its_values():
    assert Rules() == Rules.of({name: values[0] for name, values in SWITCHES.items()})
    for name, values in SWITCHES.items():
        for value in values:
            assert getattr(Rules.of({name: value}), name) == value


def test_unknown_switches_and_values_are_named_all_at_once():
    with pytest.raises(InvalidBattleError) as error:
        Rules.of({"dr_on_graze": "maybe", "twf_graze": "off"})
    assert [problem.place for problem in error.value.problems] == ["rules/dr_on_graze", "rules/twf_graze"]
    with pytest.raises(InvalidBattleError, match="no such house rule"):
        Rules.of({"flanking": "on"})


@pytest.mark.parametrize(
    ("text", "dice", "flat"),
    [
        ("1d10+4", ((1, 10),), 4),
        ("2d6 + 1d4 − 1", ((2, 6), (1, 4)), -1),
        ("-3", (), -3),
        ("7", (), 7),
    ],
)
def test_damage_is_written_as_dice_and_bonus(text, dice, flat):
    assert parse_damage(text) == (tuple(DamageDice(*pool) for pool in dice), flat)


@pytest.mark.parametrize("text", ["", "d6", "1d", "1d6-1d4", "six", "1d6+", "1e3", "-1d6"])
def test_other_damage_is_refused(text):
    with pytest.raises(InvalidBattleError, match="no damage"):
        parse_damage(text)


def test_extra_dice_have_no_flat_bonus():
    with pytest.raises(InvalidBattleError, match="flat bonus"):
        Weapon.of(5, "1d6", extra_dice="1d6+1")
    assert str(Weapon.of(5, "1d6", extra_dice="3d6").extra_dice[0]) == "3d6"


def test_a_list_of_attacks_stands_for_its_base_attack_bonus():
    assert base_attack_bonus_of([16, 11, 6, 1]) == 16
    for attacks in ([], [8, 4]):
        with pytest.raises(InvalidBattleError, match="list of attacks"):
            base_attack_bonus_of(attacks)


def test_all_problems_of_a_full_attack_come_at_once():
    profile = AttackProfile(
        -1, Weapon(True, (DamageDice(0, 0),), threat_from=1, multiplier=9), feat="best", extra_attacks=99
    )
    circumstances = Circumstances(("keep_any",), None, False, Movement(before=-5, acrobatics=1000))
    problems = validate(profile, [Target(10, -1, 0)], circumstances, Plan((3,), 1, (-1,)))
    assert [problem.place for problem in problems] == [
        "profile/weapons/0/attack_bonus",
        "profile/weapons/0/threat_from",
        "profile/weapons/0/multiplier",
        "profile/weapons/0/dice",
        "profile/extra_attacks",
        "profile/base_attack_bonus",
        "profile/feat",
        "targets/0/damage_reduction",
        "targets/0/hit_points",
        "circumstances/rerolls",
        "circumstances/movement/before",
        "circumstances/movement/acrobatics",
        "plan",
        "plan",
        "plan/criticals",
    ]
    assert all(problem.remedy for problem in problems)


@pytest.mark.parametrize(
    ("profile", "targets", "plan"),
    [
        (FIGHTER, [], Plan()),
        (FIGHTER, [Target(20)] * 21, Plan()),
        (FIGHTER, [Target(float("nan"))], Plan()),
        (FIGHTER, [Target(20)], Plan(())),
        (FIGHTER, [Target(20)], Plan((0.0,))),
        (NaturalProfile(()), [Target(20)], Plan()),
        (NaturalProfile((FIGHTER.main,) * 17), [Target(20)], Plan()),
        (NaturalProfile((FIGHTER.main,), unused=-1), [Target(20)], Plan()),
        (AttackProfile(8, Weapon.of(12, "30d10")), [Target(20)], Plan()),
        (AttackProfile(8, Weapon.of(12, "30d2", extra_dice="11d2")), [Target(20)], Plan()),
        (AttackProfile(8, FIGHTER.main, trailing=(FIGHTER.main,) * 6, extra_attacks=5), [Target(20)], Plan()),
    ],
)
def test_absurd_attacks_are_refused_by_odds_resolver_and_attempt(profile, targets, plan):
    for call in (
        lambda: full_attack_odds(profile, targets, plan=plan),
        lambda: usual_odds(profile, targets, plan=plan),
        lambda: resolve_full_attack(profile, targets, ScriptedDice([]), plan=plan),
        lambda: Attempt(profile, targets, plan=plan),
    ):
        with pytest.raises(InvalidBattleError):
            call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: graze_damage(-1, 0),
        lambda: graze_damage(1, 1.5),
        lambda: natural_max_hits(-1, 2),
        lambda: natural_max_hits(1, True),
        lambda: mobile_penalty(-5),
    ],
)
def test_rule_functions_refuse_numbers_that_cannot_be(call):
    with pytest.raises(InvalidBattleError):
        call()


def test_R4_21_an_attempt_of_one_roll_refuses_attacks_that_are_rolled_one_by_one():
    with pytest.raises(IllegalActionError, match=r"R4\.21"):
        Attempt(NaturalProfile((FIGHTER.main,)), [Target(20)])


def test_illegal_natural_groups_are_refused_before_the_roll():
    claws = NaturalProfile((FIGHTER.main,) * 3)
    dice = ScriptedDice([])
    with pytest.raises(IllegalActionError, match=r"R4\.23"):
        resolve_full_attack(claws, [Target(20)], dice, plan=Plan(natural=((0, 1, 2),)))
    assert dice.log == []
