"""Threats, single and double criticals, criticals with two weapons (R4.15, R4.16, R4.20)."""

from __future__ import annotations

from massbattle_core.full_attack.house_rules import Rules
from massbattle_core.full_attack.model import Outcome

__all__ = ["critical_count", "threatens", "two_weapon_criticals"]


def threatens(natural: int, threat_from: int, outcome: Outcome) -> bool:
    """Whether the attack die threatens a critical: it lies in the threat range and the roll hit.

    Source: R4.15, R4.9
    Ruling: the lone primary weapon of a near miss (R4.23) did not reach the armour class and threatens nothing.
    """
    return outcome.kind == "hit" and natural >= threat_from


def critical_count(confirmed: bool, natural: int, threat_from: int, hits: int, targets: int, rules: Rules) -> int:
    """How many hits are critical after a threat, from the face ``natural`` of the confirming d20.

    Source: R4.15, R4.16
    Ruling: "several targets" are those declared: the roll against the highest armour class reaches them all.
    """
    if not confirmed:
        return 0
    several = hits > 1 and (rules.double_crit_needs == "several_hits" or targets > 1)
    return 2 if several and natural >= threat_from else 1


def two_weapon_criticals(natural: int, threat_main: int, threat_off: int, confirmed: bool) -> tuple[bool, bool]:
    """Whether the main weapon and the off-hand weapon each land a critical, from the attack die.

    Source: R4.20
    Ruling: this takes the place of the double critical (R4.16) for somebody who fights with two weapons.
    """
    return confirmed and natural >= threat_main, confirmed and natural >= threat_off
