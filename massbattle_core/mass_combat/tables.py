"""The constants of mass combat, each with its rule."""

from __future__ import annotations

from fractions import Fraction

__all__ = [
    "BATTLE_RATING",
    "CASUALTIES_DC",
    "CHARISMA_MODIFIERS",
    "DISENGAGE_DC",
    "FEET_PER_HEX",
    "FRIENDLY_CASUALTIES_DC",
    "FRIENDLY_CASUALTIES_HEXES",
    "GREATEST_BR",
    "GROUP_SIZE",
    "HEAVY_LOSS",
    "HEAVY_MARGIN",
    "INITIATIVE_BASE",
    "LIGHT_LOSS",
    "MORALE_FACTORS",
    "MORALE_LADDER",
    "MORALE_LIMIT",
    "MORALE_NAMES",
    "RANGED_FEET",
    "ROUNDS_DEFAULT",
    "ROUT_DC",
    "SPACE_LIMIT",
    "SPACE_OF_SIZE",
    "SPEED_FACTOR",
]

GROUP_SIZE: dict[Fraction, int] = {Fraction(1, 8): 20, Fraction(1, 4): 10, Fraction(1, 2): 5, Fraction(1): 2}
"""Creatures that together give +1 BR, by challenge rating (R0.3, R0.4)."""

BATTLE_RATING: dict[int, int] = dict(
    zip(range(2, 21), (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 18, 22, 26, 30, 34, 38, 42, 46, 50), strict=True)
)
"""BR of one creature, by challenge rating 2…20 (R0.3)."""

GREATEST_BR = 50
"""BR of one creature never exceeds this, unless a house rule extrapolates (R0.3)."""

BR_PER_CR_OVER_20 = 4
"""Step of the house rule that extrapolates the table of R0.3."""

SPACE_LIMIT = 400
"""Greatest total space of a unit (R0.6)."""

SPACE_OF_SIZE: dict[str, int] = {"tiny": 1, "small": 1, "medium": 1, "large": 4, "huge": 9, "gargantuan": 16}
"""Space that one creature takes (R0.7)."""

FEET_PER_HEX = 100
"""Width of a space: 30 m (R0.11, R0.24)."""

RANGED_FEET = 100
"""A unit shoots only if all its members reach this far at will: 30 m (R0.12)."""

SPEED_FACTOR = 10
"""A unit moves ten times the lowest speed of its members: a round is a minute (R0.18, R0.21)."""

MORALE_LIMIT = 10
"""Morale ratings lie in −10…+10 (R0.13)."""

MORALE_NAMES: dict[int, str] = {
    -10: "openly rebellious",
    -8: "mutinous",
    -4: "disgruntled",
    -2: "shaky",
    0: "typical",
    2: "motivated",
    4: "stalwart",
    8: "fanatic",
    10: "unbreakable",
}
"""What a base rating looks like (R0.14)."""

MORALE_LADDER: tuple[int, ...] = tuple(MORALE_NAMES)
"""The nine rows on which each factor moves the base rating by one (R0.15)."""

MORALE_FACTORS: tuple[str, ...] = (
    "treatment",
    "allies",
    "pay",
    "stakes",
    "leadership",
    "enemy",
    "equipment",
)
"""The seven factors that harm or help morale (R0.15)."""

CHARISMA_MODIFIERS = (-5, 10)
"""Lowest and highest Charisma modifier (scores 1…30)."""

INITIATIVE_BASE = 10
"""Initiative is this plus morale plus Charisma (R0.19)."""

LIGHT_LOSS = 2
"""BR lost to an attack won by a margin of 1…10 (R0.36)."""

HEAVY_LOSS = 5
"""BR lost to an attack won by a greater margin (R0.37)."""

HEAVY_MARGIN = 11
"""The least margin of a heavy loss (R0.37)."""

ROUT_DC = 10
"""Morale test of a unit that took a heavy loss (R0.37)."""

CASUALTIES_DC = 15
"""Morale test of a unit brought to half its starting BR (R0.42)."""

FRIENDLY_CASUALTIES_DC = 10
"""Morale test of the friends of an eliminated unit (R0.43)."""

FRIENDLY_CASUALTIES_HEXES = 5
"""How near those friends are: 150 m (R0.43)."""

DISENGAGE_DC = 10
"""Morale test to disengage (R0.29)."""

ROUNDS_DEFAULT = 30
"""Rounds after which a simulated battle counts as undecided (R0.59 sets none)."""
