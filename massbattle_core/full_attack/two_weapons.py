"""Fighting with two weapons (R4.17–R4.19)."""

from __future__ import annotations

from massbattle_core.full_attack.model import TwoWeaponFeat
from massbattle_core.full_attack.tables import OFF_HAND_HITS

__all__ = ["off_hand_hits", "two_weapon_bonus"]


def two_weapon_bonus(main_bonus: int, off_hand_bonus: int) -> int:
    """The bonus of the one roll with two weapons: the lower of the two attack bonuses.

    Source: R4.17
    Ruling: the rulebook's words name the base attack bonus, which is the same for both weapons; the bonus
    with each weapon is meant.
    """
    return min(main_bonus, off_hand_bonus)


def off_hand_hits(hits: int, feat: TwoWeaponFeat) -> int:
    """How often the off hand hits when the main hand hits ``hits`` times.

    Source: R4.17, R4.18, R4.19
    """
    return min(hits, OFF_HAND_HITS[feat])
