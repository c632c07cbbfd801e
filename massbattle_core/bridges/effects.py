"""Spells and terrain against many members of a unit at once: so many of them save, the rest take the damage.

Judgement: R0.47 (the game master says how many members an effect reaches, and how many attack what stands in their way)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from massbattle_core.dice import Dice
from massbattle_core.distribution import Distribution
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.skirmish.house_rules import Rules
from massbattle_core.skirmish.notation import parse_damage
from massbattle_core.skirmish.rules.attack import HIT, damage_odds, resolve_damage

__all__ = ["AreaEffect", "area_effect_odds", "area_kills", "resolve_area_effect", "save_fails"]

_D20 = 20


@dataclass(frozen=True, slots=True)
class AreaEffect:
    """Damage (``8d6``, ``2d6+3``), rolled once for all, against which each member saves: then half of it, or none."""

    damage: str
    difficulty: int
    half_on_save: bool = True


def save_fails(die: int, save_bonus: int, difficulty: int) -> bool:
    """Whether a save of d20 + bonus fails; no face fails or succeeds by itself.

    Source: R0.47
    """
    return die + save_bonus < difficulty


def area_kills(damage: int, failed: int, saved: int, hit_points: int, *, half_on_save: bool) -> int:
    """How many of those who failed and of those who saved the damage kills.

    Source: R0.46, R0.47
    """
    killed = failed if damage >= hit_points else 0
    return killed + (saved if half_on_save and damage // 2 >= hit_points else 0)


def resolve_area_effect(effect: AreaEffect, members: int, save_bonus: int, hit_points: int, dice: Dice) -> int:
    """How many of so many members of one kind an effect kills.

    Raises :class:`InvalidBattleError` for damage that cannot be read or numbers that cannot be.

    Source: R0.45, R0.47
    """
    _check(members, hit_points)
    pools, flat = parse_damage(effect.damage)
    damage = resolve_damage(pools, flat, HIT, dice, Rules())
    failed = sum(save_fails(dice.roll(_D20, "save"), save_bonus, effect.difficulty) for _ in range(members))
    return area_kills(damage, failed, members - failed, hit_points, half_on_save=effect.half_on_save)


def area_effect_odds(effect: AreaEffect, members: int, save_bonus: int, hit_points: int) -> Distribution:
    """The exact law of :func:`resolve_area_effect`.

    Raises as that does.

    Source: R0.47
    """
    _check(members, hit_points)
    pools, flat = parse_damage(effect.damage)
    fails = sum(save_fails(face, save_bonus, effect.difficulty) for face in range(1, _D20 + 1))
    failures = Distribution.binomial(members, Fraction(fails, _D20))
    laws: dict[tuple[int, int], Fraction] = {}
    for damage, p in damage_odds(pools, flat, HIT).items():
        each = (
            area_kills(damage, 1, 0, hit_points, half_on_save=effect.half_on_save),
            area_kills(damage, 0, 1, hit_points, half_on_save=effect.half_on_save),
        )
        laws[each] = laws.get(each, Fraction(0)) + p
    return Distribution.mixture(
        (p, _killed(failures, members, failing, saving)) for (failing, saving), p in laws.items()
    )


def _killed(failures: Distribution, members: int, failing: int, saving: int) -> Distribution:
    return failures.map(lambda failed: failing * failed + saving * (members - failed))


def _check(members: int, hit_points: int) -> None:
    problems = [
        Problem(name, f"{value!r} {name.replace('_', ' ')}", f"a whole number from {least}")
        for name, value, least in (("members", members, 0), ("hit_points", hit_points, 1))
        if isinstance(value, bool) or not isinstance(value, int) or value < least
    ]
    if problems:
        raise InvalidBattleError(problems)
