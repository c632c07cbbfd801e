"""Exact odds of a full attack: every face of every d20 enumerated, damage dice by convolution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import prod

from massbattle_core.dice import Mode, d20_law
from massbattle_core.distribution import Distribution
from massbattle_core.full_attack.attempt import Attempt, Strike, Volley, rolls_once
from massbattle_core.full_attack.damage_laws import Weights, convolve, mixture, strikes_weights
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules
from massbattle_core.full_attack.model import ALL_ON_THE_FIRST, PLAIN, Circumstances, Outcome, Plan, Profile, Target
from massbattle_core.full_attack.rules import reroll_mode
from massbattle_core.full_attack.usual import UsualAttack, usual_attacks, usual_volley, verify_usual
from massbattle_core.full_attack.validation import check

__all__ = ["Comparison", "FullAttackOdds", "compare_with_usual", "full_attack_odds", "usual_odds"]

_SIDES = 20
_FACES = range(1, _SIDES + 1)

Volleys = Mapping[Volley, int]
"""In how many falls of the attack dice each volley comes about."""


@dataclass(frozen=True)
class FullAttackOdds:
    """Exact odds of a full attack.

    ``outcomes``: what the one roll comes to (rolled as usual: miss, or the number of attacks that hit).
    ``hits``, ``criticals``: laws of their numbers, both hands together.
    ``damage``: law of the damage to each target. ``drop``: chance that it reaches the target's hit points
    (None without them); ``drop_all``: chance that it does so for every target.
    """

    outcomes: Mapping[Outcome, Fraction]
    hits: Distribution
    criticals: Distribution
    damage: tuple[Distribution, ...]
    drop: tuple[Fraction | None, ...]
    drop_all: Fraction | None

    @property
    def mean_damage(self) -> Fraction:
        """Mean damage to all targets together."""
        return sum((law.mean for law in self.damage), Fraction(0))


@dataclass(frozen=True)
class Comparison:
    """The odds of the same full attack by one roll and by the rolls of the ordinary game."""

    one_roll: FullAttackOdds
    usual: FullAttackOdds


def full_attack_odds(
    profile: Profile,
    targets: Sequence[Target],
    rules: Rules = BY_THE_BOOK,
    circumstances: Circumstances = PLAIN,
    plan: Plan = ALL_ON_THE_FIRST,
    *,
    criticals: bool = True,
) -> FullAttackOdds:
    """The exact twin of :func:`massbattle_core.full_attack.resolve_full_attack`.

    ``criticals=False`` leaves threats unconfirmed.

    Raises: :class:`InvalidBattleError` for numbers that cannot be, :class:`IllegalActionError` for what the
    rules do not allow.
    Source: R4.1, R4.2, R4.5, R4.10, R4.15
    """
    check(profile, targets, circumstances, plan)
    if not rolls_once(profile, rules):
        return usual_odds(profile, targets, circumstances, plan, criticals=criticals)
    volleys = _volleys(Attempt(profile, targets, rules, circumstances, plan), criticals)
    ways = sum(volleys.values())
    outcomes: dict[Outcome, Fraction] = {}
    for volley, weight in volleys.items():
        outcomes[volley.outcome] = outcomes.get(volley.outcome, Fraction(0)) + Fraction(weight, ways)
    odds = _odds([volleys], targets, rules, dict(sorted(outcomes.items(), key=lambda item: item[0].rank)))
    return replace(odds, drop_all=_drop_all(volleys, targets, rules)) if len(targets) > 1 else odds


def usual_odds(
    profile: Profile,
    targets: Sequence[Target],
    circumstances: Circumstances = PLAIN,
    plan: Plan = ALL_ON_THE_FIRST,
    *,
    criticals: bool = True,
) -> FullAttackOdds:
    """The exact twin of :func:`massbattle_core.full_attack.resolve_usual_attacks`.

    Raises: as :func:`full_attack_odds`.
    Source: R4.1
    """
    check(profile, targets, circumstances, plan)
    verify_usual(targets, plan, circumstances)
    stages = [
        _usual_volleys(attack, plan.target_of(number), targets, criticals)
        for number, attack in enumerate(usual_attacks(profile, circumstances))
    ]
    hits = _law(stages, lambda volley: volley.hits)
    outcomes = {Outcome("hit", count) if count else Outcome("miss"): p for count, p in hits.items()}
    return _odds(stages, targets, BY_THE_BOOK, outcomes)


def compare_with_usual(
    profile: Profile,
    targets: Sequence[Target],
    rules: Rules = BY_THE_BOOK,
    circumstances: Circumstances = PLAIN,
    plan: Plan = ALL_ON_THE_FIRST,
    *,
    criticals: bool = True,
) -> Comparison:
    """One roll beside ordinary iterative attacks: the same profile, targets, spells and plan.

    The ordinary full attack stands still: a move of mobile melee is left out of it.

    Raises: as :func:`full_attack_odds`.
    Source: R4.1
    """
    one_roll = full_attack_odds(profile, targets, rules, circumstances, plan, criticals=criticals)
    still = replace(circumstances, movement=None)
    return Comparison(one_roll, usual_odds(profile, targets, still, plan, criticals=criticals))


@cache
def _attack_die(mode: Mode) -> dict[int, int]:
    """In how many of the 400 falls of two d20 each face counts."""
    return {face: int(p * _SIDES**2) for face, p in d20_law(mode).items()}


def _volleys(attempt: Attempt, criticals: bool) -> Volleys:
    volleys: Counter[Volley] = Counter()
    for natural, falls in _attack_die(reroll_mode(attempt.circumstances.reroll_all)).items():
        penalties = Counter({attempt.penalty(None): _SIDES})
        if attempt.needs_acrobatics(natural):
            penalties = Counter(map(attempt.penalty, _FACES))
        for penalty, checks in penalties.items():
            outcome = attempt.outcome(natural, penalty)
            confirmed = Counter({0: _SIDES})
            if criticals and attempt.able(natural, outcome):
                confirmed = Counter(attempt.criticals(natural, outcome, face) for face in _FACES)
            for count, confirmations in confirmed.items():
                volleys[attempt.volley(natural, outcome, count)] += falls * checks * confirmations
    return volleys


def _usual_volleys(attack: UsualAttack, number: int, targets: Sequence[Target], criticals: bool) -> Volleys:
    target = targets[number]
    confirmations = sum(attack.confirms(face, target) for face in _FACES)
    volleys: Counter[Volley] = Counter()
    for natural, falls in _attack_die(attack.mode).items():
        hit = attack.hits(natural, target)
        confirmed = confirmations if criticals and attack.threatens(natural, target) else 0
        for critical, ways in ((True, confirmed), (False, _SIDES - confirmed)):
            if ways:
                volleys[usual_volley(attack, number, hit=hit, critical=critical)] += falls * ways
    return volleys


def _strikes_on(volley: Volley, number: int) -> tuple[Strike, ...]:
    """The strikes on one target, criticals last so that equal beginnings share their laws."""
    return tuple(
        sorted((strike for strike in volley.strikes if strike.target == number), key=lambda strike: strike.critical)
    )


def _law(stages: Sequence[Volleys], count: Callable[[Volley], int]) -> Distribution:
    """The law of a number that the stages, independent of each other, add up."""
    law = Distribution.certain(0)
    for volleys in stages:
        weights: Counter[int] = Counter()
        for volley, weight in volleys.items():
            weights[count(volley)] += weight
        law = law + Distribution(weights)
    return law


def _damage_law(stages: Sequence[Volleys], number: int, target: Target, rules: Rules) -> Distribution:
    damage: Weights = (1,)
    for volleys in stages:
        parts: Counter[tuple[Strike, ...]] = Counter()
        for volley, weight in volleys.items():
            parts[_strikes_on(volley, number)] += weight
        laws = [(strikes_weights(strikes, target.damage_reduction, rules), weight) for strikes, weight in parts.items()]
        damage = convolve(damage, mixture(laws))
    return Distribution(dict(enumerate(damage)))


def _odds(
    stages: Sequence[Volleys], targets: Sequence[Target], rules: Rules, outcomes: Mapping[Outcome, Fraction]
) -> FullAttackOdds:
    damage = tuple(_damage_law(stages, number, target, rules) for number, target in enumerate(targets))
    drop = tuple(
        None if target.hit_points is None else law.at_least(target.hit_points)
        for target, law in zip(targets, damage, strict=True)
    )
    known = [p for p in drop if p is not None]
    return FullAttackOdds(
        outcomes=outcomes,
        hits=_law(stages, lambda volley: volley.hits),
        criticals=_law(stages, lambda volley: volley.criticals),
        damage=damage,
        drop=drop,
        drop_all=prod(known, start=Fraction(1)) if len(known) == len(drop) else None,
    )


def _drop_all(volleys: Volleys, targets: Sequence[Target], rules: Rules) -> Fraction | None:
    """The chance that one roll drops every target: given the volley, their damages are independent."""
    if any(target.hit_points is None for target in targets):
        return None
    ways = sum(volleys.values())
    chance = Fraction(0)
    for volley, weight in volleys.items():
        p = Fraction(weight, ways)
        for number, target in enumerate(targets):
            law = strikes_weights(_strikes_on(volley, number), target.damage_reduction, rules)
            p *= Fraction(sum(law[target.hit_points :]), sum(law))
        chance += p
    return chance
