"""Crowds that attack single characters: by the mob table, or everybody with dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from massbattle_core.dice import Dice
from massbattle_core.distribution import Distribution
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.skirmish.house_rules import Rules
from massbattle_core.skirmish.model import AttackForm
from massbattle_core.skirmish.rules.attack import (
    HIT,
    MISS,
    attack_odds,
    attack_probability,
    damage_odds,
    resolve_attack,
    resolve_damage,
)

__all__ = [
    "ATTACKERS_FOR_ONE_HIT",
    "MobResult",
    "attackers_for_one_hit",
    "mob_damage_odds",
    "mob_hits",
    "mob_hits_odds",
    "mob_needed",
    "resolve_mob",
]

ATTACKERS_FOR_ONE_HIT: Final[tuple[tuple[int, int], ...]] = (  # RB.6 [DMG]: the d20 needed, at most; attackers
    (5, 1),
    (12, 2),
    (14, 3),
    (16, 4),
    (18, 5),
    (19, 10),
    (20, 20),
)


@dataclass(frozen=True, slots=True)
class MobResult:
    """How many attacks of a crowd hit, and the damage they do together."""

    hits: int
    damage: int


def mob_needed(attack_bonus: int, armor_class: int) -> int:
    """The d20 that an attacker of the crowd needs, unclamped.

    Source: RB.6
    """
    return armor_class - attack_bonus


def attackers_for_one_hit(needed: int) -> int:
    """How many attackers make one hit, by the d20 they need (taken as 1 below 1, as 20 above 20).

    Source: RB.6
    """
    clamped = min(max(needed, 1), 20)
    return next(attackers for at_most, attackers in ATTACKERS_FOR_ONE_HIT if clamped <= at_most)


def mob_hits(attackers: int, attack_bonus: int, armor_class: int) -> int:
    """How many of a crowd hit, by the table: no attack roll, no critical hit.

    Raises :class:`InvalidBattleError` for a negative number.

    Source: RB.6
    """
    if attackers < 0:
        raise InvalidBattleError([Problem("attackers", f"{attackers} attackers", "0 or more")])
    return attackers // attackers_for_one_hit(mob_needed(attack_bonus, armor_class))


def mob_hits_odds(attackers: int, attack_bonus: int, armor_class: int, rules: Rules | None = None) -> Distribution:
    """The exact law of the number of hits: certain by the table, binomial with dice.

    Source: RB.6
    """
    if (rules or Rules()).mob_mode == "table":
        return Distribution.certain(mob_hits(attackers, attack_bonus, armor_class))
    return Distribution.binomial(attackers, attack_probability(attack_bonus, armor_class)["hit"])


def resolve_mob(attackers: Sequence[AttackForm], armor_class: int, dice: Dice, rules: Rules | None = None) -> MobResult:
    """A crowd, one form an attacker, strikes one target.

    By the table the attackers of each bonus are counted apart, the strongest of them are the ones that hit, and
    all attacks of theirs hit; damage is rolled. With dice everybody rolls, critical hits included.

    Source: RB.6
    """
    rules = rules or Rules()
    hits = damage = 0
    if rules.mob_mode == "table":
        for form in _strikers(attackers, armor_class):
            for _ in range(form.times):
                hits += 1
                damage += resolve_damage(form.dice, form.flat, HIT, dice, rules)
        return MobResult(hits, damage)
    for form in attackers:
        for _ in range(form.times):
            result = resolve_attack(form.bonus, armor_class, "flat", form.dice, form.flat, dice, rules)
            hits += result.grade != MISS
            damage += result.damage
    return MobResult(hits, damage)


def mob_damage_odds(attackers: Sequence[AttackForm], armor_class: int, rules: Rules | None = None) -> Distribution:
    """The exact law of the damage of :func:`resolve_mob`.

    Source: RB.6
    """
    rules = rules or Rules()
    if rules.mob_mode == "table":
        strikers = _strikers(attackers, armor_class)
        return _sum(damage_odds(f.dice, f.flat, HIT, rules) for f in strikers for _ in range(f.times))
    return _sum(
        attack_odds(f.bonus, armor_class, "flat", f.dice, f.flat, rules) for f in attackers for _ in range(f.times)
    )


def _strikers(attackers: Sequence[AttackForm], armor_class: int) -> list[AttackForm]:
    """Who hits by the table: of each attack bonus so many, those that do most damage."""
    strikers: list[AttackForm] = []
    for bonus in sorted({form.bonus for form in attackers}, reverse=True):
        same = sorted((form for form in attackers if form.bonus == bonus), key=_strength, reverse=True)
        strikers += same[: mob_hits(len(same), bonus, armor_class)]
    return strikers


def _strength(form: AttackForm) -> Fraction:
    return form.times * damage_odds(form.dice, form.flat, HIT).mean


def _sum(laws: Iterable[Distribution]) -> Distribution:
    total = Distribution.certain(0)
    for law in laws:
        total = total + law
    return total
