"""What is wrong with a full attack before anything is rolled: every problem at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.full_attack.house_rules import integer_problems
from massbattle_core.full_attack.model import (
    ALL_ON_THE_FIRST,
    PLAIN,
    AttackProfile,
    Circumstances,
    Movement,
    Plan,
    Profile,
    Target,
    Weapon,
)
from massbattle_core.full_attack.tables import OFF_HAND_HITS, REROLL_MODIFIER

__all__ = ["check", "validate", "weapon_problems"]


def _word_problems(place: str, word: object, words: Sequence[str]) -> Iterator[Problem]:
    if word not in words:
        yield Problem(place, f"{word!r} is unknown here", f"one of {', '.join(words)}")


def weapon_problems(place: str, weapon: Weapon) -> Iterator[Problem]:
    """Everything that is wrong with the numbers of a weapon; ``place`` is where it stands."""
    yield from integer_problems(f"{place}/attack_bonus", "attack_bonus", weapon.attack_bonus)
    yield from integer_problems(f"{place}/flat", "flat", weapon.flat)
    yield from integer_problems(f"{place}/threat_from", "threat_from", weapon.threat_from)
    yield from integer_problems(f"{place}/multiplier", "multiplier", weapon.multiplier)
    pools = weapon.dice + weapon.extra_dice
    broken = [
        problem
        for pool in pools
        for problem in (
            *integer_problems(f"{place}/dice", "dice_count", pool.count),
            *integer_problems(f"{place}/dice", "dice_sides", pool.sides),
        )
    ]
    yield from broken
    if not broken:
        yield from integer_problems(f"{place}/dice", "dice_count", sum(pool.count for pool in pools))
        yield from integer_problems(f"{place}/dice", "dice_maximum", sum(pool.count * pool.sides for pool in pools))


def _profile_problems(profile: Profile) -> Iterator[Problem]:
    for number, weapon in enumerate(profile.weapons):
        yield from weapon_problems(f"profile/weapons/{number}", weapon)
    extra = list(integer_problems("profile/extra_attacks", "extra_attacks", profile.extra_attacks))
    yield from extra
    if isinstance(profile, AttackProfile):
        yield from integer_problems("profile/base_attack_bonus", "base_attack_bonus", profile.base_attack_bonus)
        yield from _word_problems("profile/feat", profile.feat, tuple(OFF_HAND_HITS))
        if not extra:
            attacks = profile.extra_attacks + len(profile.trailing)
            yield from integer_problems("profile/trailing", "extra_attacks", attacks)
    else:
        yield from integer_problems("profile/weapons", "natural_weapons", len(profile.weapons))
        yield from integer_problems("profile/unused", "natural_weapons", profile.unused)
        if not profile.weapons:
            yield Problem("profile/weapons", "no natural weapon strikes", "name at least one")


def _target_problems(place: str, target: Target) -> Iterator[Problem]:
    yield from integer_problems(f"{place}/armour_class", "armour_class", target.armour_class)
    yield from integer_problems(f"{place}/damage_reduction", "damage_reduction", target.damage_reduction)
    if target.hit_points is not None:
        yield from integer_problems(f"{place}/hit_points", "hit_points", target.hit_points)


def _movement_problems(movement: Movement) -> Iterator[Problem]:
    for part in ("before", "after", "between", "speed"):
        yield from integer_problems(f"circumstances/movement/{part}", "feet", getattr(movement, part))
    if movement.acrobatics is not None:
        yield from integer_problems("circumstances/movement/acrobatics", "acrobatics", movement.acrobatics)


def _plan_problems(plan: Plan, targets: int) -> Iterator[Problem]:
    remedy = f"number the declared targets from 0 to {targets - 1}"
    if not plan.order:
        yield Problem("plan/order", "nobody is struck", remedy)
    for number in (*plan.order, *(() if plan.graze is None else (plan.graze,))):
        if isinstance(number, bool) or not isinstance(number, int) or number not in range(targets):
            yield Problem("plan", f"{number!r} is no declared target", remedy)
    for number in plan.criticals:
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            yield Problem("plan/criticals", f"{number!r} is no hit", "number the hits from 0")


def validate(
    profile: Profile,
    targets: Sequence[Target],
    circumstances: Circumstances = PLAIN,
    plan: Plan = ALL_ON_THE_FIRST,
) -> tuple[Problem, ...]:
    """Everything that is wrong with the numbers and words of a full attack; empty if it can be rolled."""
    problems = list(_profile_problems(profile))
    problems += integer_problems("targets", "targets", len(targets))
    for number, target in enumerate(targets):
        problems += _target_problems(f"targets/{number}", target)
    for reroll in (*circumstances.rerolls, *((circumstances.reroll_all,) if circumstances.reroll_all else ())):
        problems += _word_problems("circumstances/rerolls", reroll, tuple(REROLL_MODIFIER))
    if circumstances.movement:
        problems += _movement_problems(circumstances.movement)
    return (*problems, *_plan_problems(plan, len(targets)))


def check(profile: Profile, targets: Sequence[Target], circumstances: Circumstances, plan: Plan) -> None:
    """Raise :class:`InvalidBattleError` with everything that :func:`validate` finds."""
    if problems := validate(profile, targets, circumstances, plan):
        raise InvalidBattleError(problems)
