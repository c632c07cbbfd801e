"""The printed tables and numbers of the army results table (R3), and nothing else.

Percentages are whole numbers; multipliers are exact fractions. ``PRESTIGE`` is not in the source.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

__all__ = [
    "ABOVE_TABLE",
    "BEATEN_PERCENT",
    "BELOW_TABLE",
    "BREAKS",
    "COLUMNS",
    "DAYS_ABSENT",
    "DEFENCE_IN_TOWN",
    "DEFENCE_OUTSIDE",
    "DIE",
    "DISORGANISED",
    "MASSACRE_CAP",
    "MASSACRE_RETURN",
    "MAX_SOLDIERS",
    "MAX_STRENGTH",
    "MISPRINT",
    "PRESTIGE",
    "RATIOS",
    "RESULTS_TABLE",
    "RETURN_BLOWS",
    "SHIELD_MODIFIER",
    "STRENGTH_BANDS",
    "STRONG_ABOVE",
    "STRONG_MODIFIER",
    "SWORD_FACTORS",
    "WALL_LIMIT",
    "WEAPONS",
    "WEAPON_MODIFIERS",
    "WOUNDS",
    "Weapon",
    "Wound",
]

Weapon = Literal["none", "staff", "sword", "mace"]
Wound = Literal["R", "Bl0", "Bl1", "Bl5", "Bl10", "M"]

DIE: Final = 6
"""Every die of this rulebook has six sides, except the d100 of breakage."""

# Factors of a soldier (R3.8): the least strength of each band and its factors.
STRENGTH_BANDS: Final = ((0, 1), (50, 2), (100, 3), (151, 4), (201, 5))
SWORD_FACTORS: Final = 3

# Factors of an army (R3.10–R3.13).
DEFENCE_OUTSIDE: Final = Fraction(3, 2)
DEFENCE_IN_TOWN: Final = Fraction(2)
DISORGANISED: Final = Fraction(1, 2)
WALL_LIMIT: Final = 40

# Not in the source: another copy of its text has it; used only with the house rule ``prestige``.
# Multiplier of an army recognised by a county, by the county's prestige 0…5.
PRESTIGE: Final = tuple(Fraction(100 + percent, 100) for percent in (-20, 0, 20, 40, 70, 100))

# Columns of the results table (R3.15): attack to defence.
RATIOS: Final = ((1, 3), (2, 5), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (5, 2), (3, 1))
COLUMNS: Final = tuple(f"{attack}:{defence}" for attack, defence in RATIOS)
BELOW_TABLE: Final = -1
ABOVE_TABLE: Final = len(RATIOS)

# The results table (R3.18): a row a face of the die, a column a ratio. A attacker, D defender, E exchange, with
# the percentage of blows; MA and MD, massacre by the attacker and by the defender.
RESULTS_TABLE: Final = tuple(
    tuple(row.split())
    for row in (
        "MD  D60 D60 D50 D20 E20 E30 E40 A30",
        "MD  D60 D50 D30 E20 E30 E20 A30 A50",
        "D60 D50 D30 E20 E30 E20 A30 A50 A60",
        "D50 D30 E20 E30 E20 A20 A50 A60 MA",
        "D30 E40 E30 E20 A20 A50 A60 A60 MA",
        "E50 E50 E50 E50 E50 E50 E50 E50 E50",
    )
)
MISPRINT: Final = (4, "3:2", "A30")
"""The one cell that breaks the mirror symmetry of faces 1–5: face, column, what symmetry would put there."""

# Blows (R3.19–R3.23), in percent.
RETURN_BLOWS: Final = 25
MASSACRE_RETURN: Final = 10
MASSACRE_CAP: Final = 30

# Wounds (R3.25, R3.28, R3.35): a row a modified die, 0 or less … 6 or more.
WOUNDS: Final[tuple[Wound, ...]] = ("R", "Bl0", "Bl1", "Bl5", "Bl10", "M", "M")
BREAKS: Final = (0, 10, 20, 40, 60, 80, 100)
DAYS_ABSENT: Final[dict[Wound, int]] = {"R": 0, "Bl0": 0, "Bl1": 1, "Bl5": 5, "Bl10": 10, "M": 45}

# Modifiers of a blow (R3.26).
WEAPONS: Final[tuple[Weapon, ...]] = ("none", "staff", "sword", "mace")
WEAPON_MODIFIERS: Final = (-3, -2, 0, 1)
STRONG_ABOVE: Final = 100
STRONG_MODIFIER: Final = 1
SHIELD_MODIFIER: Final = -1

# Beaten (R3.30), in percent of the army's strength.
BEATEN_PERCENT: Final = 40

# Bounds of what is accepted as input.
MAX_SOLDIERS: Final = 100_000
MAX_STRENGTH: Final = 100_000
