"""Bridges: where two rulebooks meet. The only module that may know more than one of them.

Time and space convert between a character's round, a mass round and a strategic turn, and between feet, squares
and spaces; a crowd that attacks single characters is resolved by the mob table.

Judgement: RB.3, RB.5, RB.9 (the game master applies R0.50 and R0.52 to characters in a unit, and keeps S1 and S4
apart: one attack is resolved by one of them)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

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
from massbattle_core.skirmish.tables import ROUND_SECONDS, SQUARE_FT

__all__ = [
    "ATTACKERS_FOR_ONE_HIT",
    "LENGTHS_FT",
    "SECONDS",
    "BridgeRules",
    "MobResult",
    "attackers_for_one_hit",
    "convert_length",
    "convert_time",
    "mass_clock",
    "mob_damage_odds",
    "mob_hits",
    "mob_hits_odds",
    "mob_needed",
    "resolve_mob",
]

TimeUnit = Literal["second", "skirmish_round", "mass_round", "strategic_turn"]
LengthUnit = Literal["foot", "square", "space"]

SECONDS: Final[Mapping[TimeUnit, int]] = {  # RB.1
    "second": 1,
    "skirmish_round": ROUND_SECONDS,
    "mass_round": 60,
    "strategic_turn": 3 * 60 * 60,
}
LENGTHS_FT: Final[Mapping[LengthUnit, int]] = {"foot": 1, "square": SQUARE_FT, "space": 100}  # RB.2

ATTACKERS_FOR_ONE_HIT: Final[tuple[tuple[int, int], ...]] = (  # RB.6 [DMG]: the d20 needed, at most; attackers
    (5, 1),
    (12, 2),
    (14, 3),
    (16, 4),
    (18, 5),
    (19, 10),
    (20, 20),
)


# ---------------------------------------------------------------- time and space


@dataclass(frozen=True, slots=True)
class BridgeRules:
    """The house rules of the bridges.

    ``clock_after_zoom``: whether a fight of single characters takes time on the clock of the mass battle (RB.7).

    Raises :class:`InvalidBattleError` for an unknown value.
    """

    clock_after_zoom: Literal["no", "yes"] = "no"

    def __post_init__(self) -> None:
        if self.clock_after_zoom not in ("no", "yes"):
            problem = Problem("rules/clock_after_zoom", f"{self.clock_after_zoom!r} is no reading", "one of no, yes")
            raise InvalidBattleError([problem])


def convert_time(amount: int | Fraction, unit: TimeUnit, to: TimeUnit) -> Fraction:
    """An amount of time in another unit, exactly.

    Source: RB.1
    """
    return Fraction(amount) * SECONDS[unit] / SECONDS[to]


def convert_length(amount: int | Fraction, unit: LengthUnit, to: LengthUnit) -> Fraction:
    """A length in another unit, exactly; a space of mass combat is 100 ft, or 20 squares.

    Source: RB.2
    """
    return Fraction(amount) * LENGTHS_FT[unit] / LENGTHS_FT[to]


def mass_clock(mass_round: int, skirmish_rounds: int, rules: BridgeRules | None = None) -> int:
    """The round of the frozen mass battle when it is resumed after a fight of so many character rounds.

    Source: RB.7
    """
    if (rules or BridgeRules()).clock_after_zoom == "no":
        return mass_round
    return mass_round - int(-convert_time(skirmish_rounds, "skirmish_round", "mass_round") // 1)


# ---------------------------------------------------------------- mobs


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
