"""Full attacks with natural weapons (R4.21–R4.23): how many hits, with which bonus, with which weapons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules, ensure
from massbattle_core.full_attack.model import NaturalProfile, Outcome, Weapon
from massbattle_core.full_attack.tables import NATURAL_ATTACKS_NEEDED

__all__ = [
    "fights_in_pairs",
    "natural_attack_bonus",
    "natural_groups",
    "natural_max_hits",
    "natural_outcome",
    "weapons_applied",
]


def natural_max_hits(primary: int, secondary: int) -> int:
    """Most hits with natural weapons: the secondary ones and half the primary ones, rounded up.

    Raises: :class:`InvalidBattleError` for numbers of weapons that cannot be.
    Source: R4.21
    """
    ensure(natural_weapons=primary)
    ensure(natural_weapons=secondary)
    return secondary + (primary + 1) // 2


def fights_in_pairs(profile: NaturalProfile, rules: Rules = BY_THE_BOOK) -> bool:
    """Whether a creature rolls once for its natural weapons and strikes with pairs of the primary ones.

    Source: R4.21
    """
    used, unused = len(profile.weapons), profile.unused
    if rules.natural_condition == "all":
        return used >= NATURAL_ATTACKS_NEEDED and unused == 0
    return used + unused >= NATURAL_ATTACKS_NEEDED


def natural_attack_bonus(profile: NaturalProfile) -> int:
    """The bonus of the one roll: the lowest of the primary weapons.

    Source: R4.22
    Ruling: without primary weapons, the lowest of the secondary ones.
    """
    return min(weapon.attack_bonus for weapon in profile.primary or profile.secondary)


def natural_outcome(outcome: Outcome, primary: int) -> Outcome:
    """The outcome for natural weapons: instead of a graze, one primary weapon hits.

    Source: R4.23
    Ruling: a creature without primary weapons grazes, since nothing takes the place of its graze.
    """
    return Outcome("one_primary") if outcome.kind == "graze" and primary else outcome


def weapons_applied(outcome: Outcome, primary: int, secondary: int) -> int:
    """Most natural weapons that an outcome lets strike.

    Source: R4.23
    """
    if outcome.kind != "hit":
        return int(outcome.kind == "one_primary")
    pairs = [min(2, primary - first) for first in range(0, primary, 2)]
    return sum(sorted(pairs + [1] * secondary, reverse=True)[: outcome.hits])


def _strongest_first(weapons: Sequence[Weapon], numbers: Sequence[int]) -> list[int]:
    return sorted(numbers, key=lambda number: -weapons[number].mean_damage)


@lru_cache(maxsize=64)
def natural_groups(
    profile: NaturalProfile, chosen: tuple[tuple[int, ...], ...] = (), *, pairs: bool = True
) -> tuple[tuple[int, ...], ...]:
    """Which weapons each hit lands with, by their numbers in ``profile.weapons``, as many hits as can be.

    ``chosen`` are the attacker's own groups, first; the rest follows strongest first by mean damage, which is
    the best order. ``pairs`` is False where each hit is one weapon (fewer than three natural attacks).

    Raises: :class:`IllegalActionError` for a group that the rules do not allow.
    Source: R4.23, R4.24
    Ruling: an extra attack (haste) lets one weapon strike a second time, the strongest ones first.
    """
    weapons = profile.weapons
    primary = range(len(profile.primary))
    used = [number for group in chosen for number in group]
    if len(set(used)) < len(used):
        raise IllegalActionError("each natural weapon strikes once", "R4.23")
    for group in chosen:
        whole = len(group) == 1 or (pairs and len(group) == 2 and all(number in primary for number in group))
        if not whole or not all(number in range(len(weapons)) for number in group):
            raise IllegalActionError("a hit is two primary weapons or one weapon of the creature", "R4.23")
    left = [number for number in range(len(weapons)) if number not in used]
    size = 2 if pairs else 1
    left_primary = _strongest_first(weapons, [number for number in left if number in primary])
    groups = [tuple(left_primary[first : first + size]) for first in range(0, len(left_primary), size)]
    groups += [(number,) for number in left if number not in primary]
    groups.sort(key=lambda group: -sum(weapons[number].mean_damage for number in group))
    extra = _strongest_first(weapons, range(len(weapons)))[: profile.extra_attacks]
    return (*chosen, *groups, *((number,) for number in extra))
