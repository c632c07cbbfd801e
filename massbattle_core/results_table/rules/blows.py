"""One blow: modifiers, wound, breakage, staffs (R3.24–R3.29).

Functions marked ``in_kernels`` work on plain numbers: weapons are indices into ``tables.WEAPONS``, wounds are rows
0…6 of the table of wounds. Which giver and which receiver is drawn in ``loop.strike``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from massbattle_core.distribution import Distribution
from massbattle_core.results_table._compiled import in_kernels, roll_die
from massbattle_core.results_table.model import Soldier
from massbattle_core.results_table.tables import (
    BREAKS,
    DIE,
    SHIELD_MODIFIER,
    STRONG_ABOVE,
    STRONG_MODIFIER,
    WEAPON_MODIFIERS,
    WEAPONS,
    WOUNDS,
)

__all__ = [
    "STAFF",
    "blow_modifier",
    "blow_odds",
    "breakage_odds",
    "breaks",
    "giver_modifier",
    "is_strong",
    "receiver_modifier",
    "staff_is_spent",
    "suffer",
    "table_row",
    "wound_odds",
]

STAFF = WEAPONS.index("staff")


@in_kernels
def is_strong(strength: int) -> bool:
    """Whether strength adds to a blow: above 100, so that 100 itself does not.

    Source: R3.26
    """
    return strength > STRONG_ABOVE


@in_kernels
def giver_modifier(weapon: int, strong: bool) -> int:
    """What the giver's weapon and strength add to the die.

    Source: R3.26
    """
    return WEAPON_MODIFIERS[weapon] + (STRONG_MODIFIER if strong else 0)


@in_kernels
def receiver_modifier(shield: bool) -> int:
    """What the receiver's shield adds to the die.

    Source: R3.26
    """
    return SHIELD_MODIFIER if shield else 0


def blow_modifier(giver: Soldier, receiver: Soldier) -> int:
    """What giver and receiver together add to the die of a blow.

    Source: R3.26
    """
    giving = giver_modifier(WEAPONS.index(giver.weapon), is_strong(giver.strength))
    return giving + receiver_modifier(receiver.shield)


@in_kernels
def table_row(die: int, modifier: int, earlier: int) -> int:
    """Row 0…6 of the table of wounds; ``earlier`` is the highest roll already suffered (0 if none).

    Source: R3.25, R3.27
    """
    return min(max(die + modifier + earlier, 0), len(BREAKS) - 1)


@in_kernels
def suffer(worst: int, earlier: int, die: int, modifier: int, raw: bool) -> tuple[int, int, int]:
    """One more blow on a soldier: its row, then the soldier's worst row and highest roll from now on.

    Source: R3.27
    Ruling: the roll that is remembered is the modified row (0…6), for the same table reads it; ``raw`` remembers the
    face of the die. A wound never heals within a combat: the worst row stays.
    """
    row = table_row(die, modifier, earlier)
    return row, max(worst, row), max(earlier, die if raw else row)


@in_kernels
def breaks(row: int, source: Any) -> bool:
    """Whether one item breaks by a blow of this row; a sure thing rolls no die.

    Source: R3.28
    """
    percent = BREAKS[row]
    if percent in (0, 100):
        return percent == 100
    return roll_die(source, 100, "breakage") <= percent


@in_kernels
def staff_is_spent(weapon: int, gave_blow: bool) -> bool:
    """Whether a staff breaks at the end because its owner struck with it.

    Source: R3.29
    """
    return weapon == STAFF and gave_blow


def blow_odds(modifier: int, earlier: int = 0) -> Distribution:
    """The exact law of the row of one blow.

    Source: R3.25
    """
    return Distribution.die(DIE).map(lambda die: table_row(die, modifier, earlier))


def wound_odds(rows: Distribution) -> dict[str, Fraction]:
    """The law of the wound from the law of the row; wounds that cannot happen are left out.

    Source: R3.25
    """
    law: dict[str, Fraction] = {}
    for row, p in rows.items():
        law[WOUNDS[row]] = law.get(WOUNDS[row], Fraction(0)) + p
    return law


def breakage_odds(row: int, items: int) -> Distribution:
    """The exact law of how many of some whole items break by one blow of a row.

    Source: R3.28
    """
    return Distribution.binomial(items, Fraction(BREAKS[row], 100))
