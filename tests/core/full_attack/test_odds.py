"""Exact odds against every fall of the dice of the resolver, against a second computation, and their laws."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.distribution import Distribution
from massbattle_core.errors import NeedDie
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
    compare_with_usual,
    full_attack_odds,
    max_hits,
    resolve_full_attack,
    resolve_usual_attacks,
    usual_odds,
)
from massbattle_core.full_attack.damage_laws import convolve, dice_weights
from massbattle_core.full_attack.tables import SWITCHES


class AskingDice(ScriptedDice):
    """Scripted dice that say which die they lack."""

    def _face(self, sides, label):
        if len(self.log) >= len(self.values):
            raise NeedDie(len(self.log), sides, label)
        return super()._face(sides, label)


def every_fall(resolve):
    """Each possible result of a procedure with its exact probability, by trying every face of every die."""
    waiting = [((), Fraction(1))]
    while waiting:
        faces, p = waiting.pop()
        try:
            result = resolve(AskingDice(faces))
        except NeedDie as need:
            waiting += [((*faces, face), p / need.sides) for face in range(1, need.sides + 1)]
        else:
            yield result, p


def enumerated(resolve, targets):
    """The odds of a procedure by enumeration, in the shape of FullAttackOdds."""
    outcomes, hits, criticals, drop_all = Counter(), Counter(), Counter(), Fraction(0)
    damage = [Counter() for _ in targets]
    for result, p in every_fall(resolve):
        rolls = result.attack_rolls
        outcomes[rolls[0].outcome if len(rolls) == 1 else sum(roll.outcome.hits for roll in rolls)] += p
        criticals[sum(roll.criticals for roll in rolls)] += p
        hits[sum(roll.outcome.hits for roll in rolls)] += p
        drop_all += p * all(result.dropped)
        for law, suffered in zip(damage, result.damage, strict=True):
            law[suffered] += p
    return outcomes, Distribution(hits), Distribution(criticals), tuple(map(Distribution, damage)), drop_all


def random_weapon(random, *, dice, threats=(18, 19, 20, 20)):
    """A weapon with so few dice that every fall can be tried."""
    damage = random.choice(["1d2+3", "1d2"] if dice else ["5", "3", "8"])
    return Weapon.of(
        random.randint(4, 14),
        damage,
        threat_from=random.choice(threats),
        multiplier=2 if dice else random.choice([2, 3, 4]),
        name=f"weapon of {damage}",
    )


def random_case(number):
    random = Random(number)
    shape = ("one weapon", "two weapons", "natural", "trailing", "mobile", "reroll")[number % 6]
    dice = shape in ("one weapon", "two weapons", "natural") and number % 4 != 3
    rules = Rules.of({name: random.choice(values) for name, values in SWITCHES.items()})
    circumstances = Circumstances(true_strike=random.random() < 0.2)
    targets = [
        Target(random.randint(12, 24), random.choice([0, 0, 1, 4]), random.randint(1, 12))
        for _ in range(random.choice([1, 1, 2]))
    ]
    plan = Plan(tuple(random.randrange(len(targets)) for _ in range(3)), None, (random.randrange(3),))
    bab = random.randint(6, 9 if dice else 20)
    threats = (20,) if shape in ("mobile", "reroll") else (18, 19, 20, 20)
    profile = AttackProfile(
        bab, random_weapon(random, dice=dice, threats=threats), extra_attacks=random.choice([0, 0, 1]) * (not dice)
    )
    if shape == "two weapons":
        feat = random.choice(["none", "improved"] if dice else ["none", "improved", "greater"])
        profile = replace(profile, off_hand=random_weapon(random, dice=False), feat=feat)
    elif shape == "natural":
        count = random.choice([1, 2, 3, 4, 4])
        threats = (18, 19, 20) if count > 2 else (20,)
        rules = replace(rules, natural_few="single_roll") if count > 2 else rules
        weapons = [random_weapon(random, dice=dice and place == 0, threats=threats) for place in range(count)]
        cut = random.randint(0, len(weapons))
        profile = NaturalProfile(tuple(weapons[:cut]), tuple(weapons[cut:]), random.choice([0, 0, 1]))
        if len(weapons) < 3:
            profile = replace(profile, extra_attacks=0)
            targets = targets[:1]
            plan = Plan()
    elif shape == "trailing":
        profile = replace(profile, trailing=(random_weapon(random, dice=False), random_weapon(random, dice=False)))
    elif shape == "mobile":
        rules = replace(rules, mobile_melee="on")
        feet = random.choice([5, 10, 15, 20])
        movement = Movement(0, feet, acrobatics=random.choice([None, 5, 10]), spring_attack=random.random() < 0.5)
        circumstances = replace(circumstances, movement=movement)
    elif shape == "reroll":
        circumstances = replace(
            circumstances,
            rerolls=("keep_worse",) * random.randint(0, 1),
            reroll_all=random.choice(["keep_better", "keep_worse"]),
        )
    return profile, targets, rules, circumstances, plan


@pytest.mark.parametrize("number", range(60))
def test_R4_2_the_odds_are_the_resolver_over_every_fall_of_the_dice(number):
    profile, targets, rules, circumstances, plan = random_case(number)
    outcomes, hits, criticals, damage, drop_all = enumerated(
        lambda dice: resolve_full_attack(profile, targets, dice, rules, circumstances, plan), targets
    )
    odds = full_attack_odds(profile, targets, rules, circumstances, plan)
    assert odds.damage == damage
    assert odds.drop == tuple(law.at_least(target.hit_points) for law, target in zip(damage, targets, strict=True))
    assert odds.drop_all == drop_all
    assert sum(odds.outcomes.values()) == 1
    if all(isinstance(outcome, Outcome) for outcome in outcomes):
        assert odds.outcomes == outcomes
    if not (isinstance(profile, AttackProfile) and profile.off_hand):
        assert odds.hits == hits
        assert odds.criticals == criticals


@pytest.mark.parametrize("number", [0, 3, 6, 9])
def test_R4_1_usual_odds_are_the_usual_resolver_over_every_fall_of_the_dice(number):
    random = Random(number)
    profile = AttackProfile(random.randint(6, 9), random_weapon(random, dice=False, threats=(19, 20)))
    targets = [Target(18, 1, 4), Target(15, 0, 5)]
    _, hits, criticals, damage, drop_all = enumerated(
        lambda dice: resolve_usual_attacks(profile, targets, dice, plan=Plan((0, 1))), targets
    )
    odds = usual_odds(profile, targets, plan=Plan((0, 1)))
    assert (odds.hits, odds.criticals, odds.damage, odds.drop_all) == (hits, criticals, damage, drop_all)
    assert odds.outcomes[Outcome("miss")] == hits[0]


def second_computation(bab, bonus, dice, sides, flat, threat, multiplier, ac, dr):
    """Law of the damage of one weapon by the words of the rules, written down once more and by brute force."""
    most = 1 if bab < 6 else 2 if bab < 11 else 3 if bab < 16 else 4
    law = Counter()

    def add(weight, normal, critical):
        pools = [(dice, 1)] * normal + [(dice * multiplier, multiplier)] * critical
        total = Counter({0: Fraction(1)})
        for count, times in pools:
            one = Counter()
            for faces in product(range(1, sides + 1), repeat=count):
                one[max(0, sum(faces) + flat * times - dr)] += Fraction(1, sides**count)
            total_next = Counter()
            for (a, p), (b, q) in product(total.items(), one.items()):
                total_next[a + b] += p * q
            total = total_next
        for damage, p in total.items():
            law[damage] += weight * p

    for die in range(1, 21):
        total = die + bonus
        if die == 1 or (total <= ac - 6 and die != 20):
            law[0] += Fraction(1, 20)
        elif total < ac and die != 20:
            law[max(0, max(0, (dice + flat) // 2) - dr)] += Fraction(1, 20)
        else:
            hits = max(1, min(most, 1 + (total - ac) // 5))
            for confirmation in range(1, 21):
                critical = 0
                if die >= threat and (confirmation == 20 or (confirmation > 1 and confirmation + bonus >= ac)):
                    critical = 2 if hits > 1 and confirmation >= threat else 1
                add(Fraction(1, 400), hits - critical, critical)
    return Distribution(law)


@pytest.mark.parametrize("number", range(12))
def test_R4_10_the_law_of_damage_agrees_with_a_second_computation(number):
    random = Random(1000 + number)
    bab, bonus, ac, dr = random.randint(1, 17), random.randint(2, 14), random.randint(12, 22), random.randint(0, 3)
    dice, sides, flat = random.randint(1, 2), random.randint(2, 3), random.randint(-1, 4)
    threat, multiplier = random.randint(17, 20), random.randint(2, 3)
    profile = AttackProfile(
        bab, Weapon.of(bonus, f"{dice}d{sides}{flat:+d}", threat_from=threat, multiplier=multiplier)
    )
    (law,) = full_attack_odds(profile, [Target(ac, dr)]).damage
    assert law == second_computation(bab, bonus, dice, sides, flat, threat, multiplier, ac, dr)


BIG = [
    (AttackProfile(16, Weapon.of(21, "2d6+9", threat_from=17, extra_dice="3d6"), extra_attacks=1), Circumstances()),
    (
        AttackProfile(11, Weapon.of(15, "1d8+6", threat_from=19), Weapon.of(15, "1d6+3"), "greater"),
        Circumstances(("keep_better",), "keep_better"),
    ),
    (NaturalProfile((Weapon.of(17, "1d8+8"),) * 3, (Weapon.of(12, "2d6+4"),) * 2, extra_attacks=1), Circumstances()),
    (NaturalProfile((Weapon.of(17, "1d8+8"),), (Weapon.of(12, "2d6+4"),)), Circumstances(true_strike=True)),
]


@pytest.mark.parametrize("number", range(len(BIG)))
def test_R4_5_simulated_means_and_drops_lie_within_four_standard_errors(number):
    profile, circumstances = BIG[number]
    target, battles = Target(24, 5, 30), 1000
    odds = full_attack_odds(profile, [target], Rules(), circumstances)
    results = [
        resolve_full_attack(profile, [target], KeyedDice(7, battle), circumstances=circumstances)
        for battle in range(battles)
    ]
    (law,), (drop,) = odds.damage, odds.drop
    mean = sum(result.damage[0] for result in results) / battles
    assert abs(mean - float(law.mean)) < 4 * (float(law.variance) / battles) ** 0.5
    dropped = sum(result.dropped[0] for result in results) / battles
    assert abs(dropped - float(drop)) <= 4 * (float(drop * (1 - drop)) / battles) ** 0.5


def test_R4_1_comparison_with_ordinary_iterative_attacks():
    profile = AttackProfile(8, Weapon.of(12, "1d10+4"))
    plain = compare_with_usual(profile, [Target(21)], criticals=False)
    assert plain.one_roll.mean_damage == Fraction(381, 40)
    assert plain.usual.mean_damage == Fraction(361, 40)
    full = compare_with_usual(profile, [Target(21, hit_points=20)])
    assert full.one_roll.mean_damage == Fraction(381, 40) + Fraction(19, 2) * (Fraction(11, 400) + 2 * Fraction(1, 400))
    assert 0 < full.usual.drop[0] < full.one_roll.drop[0] < 1


def test_R4_1_the_ordinary_full_attack_stands_still():
    profile = AttackProfile(8, Weapon.of(12, "1d10+4"))
    moving = Circumstances(movement=Movement(before=20))
    comparison = compare_with_usual(profile, [Target(15)], Rules(mobile_melee="on"), moving)
    assert comparison.usual == compare_with_usual(profile, [Target(15)]).usual
    assert comparison.one_roll.hits[2] < compare_with_usual(profile, [Target(15)]).one_roll.hits[2]


def test_R4_13_the_chance_to_drop_all_targets_knows_that_one_roll_hits_both():
    profile = AttackProfile(6, Weapon.of(10, "5"))
    targets = [Target(15, hit_points=5), Target(10, hit_points=5)]
    odds = full_attack_odds(profile, targets, plan=Plan((0, 1)))
    assert odds.drop_all == odds.hits[2] == odds.drop[1]
    assert odds.drop_all > odds.drop[0] * odds.drop[1]
    assert full_attack_odds(profile, [targets[0], Target(10)]).drop_all is None


@given(st.lists(st.integers(0, 50), min_size=1, max_size=9), st.lists(st.integers(0, 50), min_size=1, max_size=9))
def test_convolution_is_the_product_of_polynomials(first, second):
    first, second = [*first, 1], [*second, 1]
    expected = [0] * (len(first) + len(second) - 1)
    for (a, x), (b, y) in product(enumerate(first), enumerate(second)):
        expected[a + b] += x * y
    assert list(convolve(tuple(first), tuple(second))) == expected


@given(st.integers(0, 7), st.integers(1, 9))
def test_dice_sums_count_every_fall(count, sides):
    weights = dice_weights(count, sides)
    assert sum(weights) == sides**count
    assert Distribution(dict(enumerate(weights))) == Distribution.dice(count, sides)


weapons = st.builds(
    Weapon.of,
    st.integers(-5, 40),
    st.sampled_from(["1d4", "1d10+4", "2d6-1", "7"]),
    threat_from=st.integers(15, 20),
    multiplier=st.integers(2, 4),
    extra_dice=st.sampled_from(["", "1d6"]),
)
rulings = st.builds(
    Rules.of,
    st.fixed_dictionaries(
        {name: st.sampled_from(values) for name, values in SWITCHES.items() if name != "mobile_melee"}
    ),
)
attackers = st.one_of(
    st.builds(AttackProfile, st.integers(0, 30), weapons),
    st.builds(AttackProfile, st.integers(6, 30), weapons, weapons, st.sampled_from(["none", "improved", "greater"])),
    st.builds(NaturalProfile, st.lists(weapons, min_size=1, max_size=3).map(tuple), st.just(())),
)


@settings(deadline=None, max_examples=40)
@given(attackers, st.integers(5, 45), st.integers(0, 12), rulings)
def test_laws_sum_to_one_and_agree_with_each_other(profile, armour_class, reduction, rules):
    target = Target(armour_class, reduction, 15)
    odds = full_attack_odds(profile, [target], rules)
    (law,) = odds.damage
    assert sum(odds.outcomes.values()) == sum(odds.hits.values()) == sum(law.values()) == 1
    assert min(law) >= 0
    assert all(count <= max(odds.hits) for count in odds.criticals)
    assert odds.drop[0] == law.at_least(15)
    if isinstance(profile, AttackProfile):
        most = max_hits(profile.base_attack_bonus, rules)
        assert max(odds.hits) <= most * (2 if profile.off_hand else 1)


@settings(deadline=None, max_examples=25)
@given(attackers, st.integers(5, 45), st.integers(0, 12), rulings)
def test_a_better_armour_never_means_more_damage(profile, armour_class, reduction, rules):
    assume(rules.dr_on_graze == "yes" or reduction == 0)  # else a graze may hurt where a hit does not
    weak, strong = (
        full_attack_odds(profile, [Target(ac, reduction)], rules) for ac in (armour_class, armour_class + 1)
    )
    assert weak.mean_damage >= strong.mean_damage


@settings(deadline=None, max_examples=25)
@given(attackers, st.integers(5, 45), st.integers(0, 12), rulings)
def test_criticals_and_less_reduction_never_mean_less_damage(profile, armour_class, reduction, rules):
    target, bare = Target(armour_class, reduction), Target(armour_class, 0)
    mean = full_attack_odds(profile, [target], rules).mean_damage
    assert full_attack_odds(profile, [target], rules, criticals=False).mean_damage <= mean
    assert mean <= full_attack_odds(profile, [bare], rules).mean_damage


@settings(deadline=None, max_examples=20)
@given(attackers, st.integers(5, 30), st.integers(5, 30), rulings)
def test_swapping_two_targets_mirrors_the_odds(profile, first, second, rules):
    if isinstance(profile, AttackProfile) and max_hits(profile.base_attack_bonus, rules) == 1:
        profile = replace(profile, extra_attacks=1)
    targets = [Target(first, 0, 6), Target(second, 2, 6)]
    if isinstance(profile, NaturalProfile):
        profile = replace(profile, primary=(*profile.primary, *profile.primary, *profile.primary))
    odds = full_attack_odds(profile, targets, rules, plan=Plan((0, 1), 0))
    mirrored = full_attack_odds(profile, targets[::-1], rules, plan=Plan((1, 0), 1))
    if rules.graze_target == "attacker_choice" or first != second:
        assert (odds.damage, odds.drop_all) == (mirrored.damage[::-1], mirrored.drop_all)
