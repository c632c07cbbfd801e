"""Base morale, morale rating and initiative."""

from __future__ import annotations

from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.tables import INITIATIVE_BASE, MORALE_LADDER, MORALE_LIMIT, MORALE_NAMES

__all__ = ["base_morale", "initiative", "limited", "morale_name", "morale_rating"]


def base_morale(harmful: int, helpful: int) -> int:
    """The base rating by the ladder: from 0, one row down a harmful factor and one up a helpful one.

    Source: R0.14, R0.15
    """
    row = MORALE_LADDER.index(0) + helpful - harmful
    return MORALE_LADDER[min(max(row, 0), len(MORALE_LADDER) - 1)]


def morale_name(rating: int) -> str:
    """The word for a rating: the row of the table at or nearest to it towards 0.

    Source: R0.14
    """
    rows = [row for row in MORALE_LADDER if abs(row) <= abs(rating) and row * rating >= 0]
    return MORALE_NAMES[max(rows, key=abs)]


def morale_rating(base: int, charisma: int, rules: HouseRules) -> int:
    """The morale rating: base plus the commander's Charisma modifier, kept within the limit.

    Source: R0.13, R0.16
    """
    if rules.morale_clamp == "after_cha":
        return limited(base + charisma)
    if rules.morale_clamp == "base_only":
        return limited(base) + charisma
    return base + charisma


def initiative(base: int, charisma: int, rules: HouseRules) -> int:
    """The fixed initiative: 10 + morale rating + Charisma modifier, which the text thus counts twice.

    Source: R0.19
    """
    if rules.initiative_cha == "once":
        return INITIATIVE_BASE + base + charisma
    return INITIATIVE_BASE + morale_rating(base, charisma, rules) + charisma


def limited(rating: int) -> int:
    """A rating kept within the limit of −10…+10.

    Source: R0.13
    """
    return min(max(rating, -MORALE_LIMIT), MORALE_LIMIT)
