"""Constants of the rulebook, each with its source, and the limits of what can be simulated.

Lengths are feet; 5 ft = 1.5 m = one square. Movement is counted in half-feet, so that half of any speed is
whole.

Source: R1.1, R1.6, R1.10, R1.28, R1.31
"""

from __future__ import annotations

from typing import Final, Literal

__all__ = [
    "ABILITIES",
    "AUTOMATIC_TIES",
    "COVERS",
    "COVER_ARMOR_CLASS",
    "DEATH_SAVE_DIFFICULTY",
    "DEATH_SAVE_LIMIT",
    "FIRST_AID_DIFFICULTY",
    "HALF_FEET_A_SQUARE",
    "MAX_DICE_GROUPS",
    "MAX_FIGHTERS",
    "MAX_FORMS",
    "MAX_GROUPS",
    "MAX_ROUNDS",
    "MAX_SIDE",
    "MAX_TIMES",
    "MAX_TRACE",
    "NEAR_FT",
    "PASSIVE_BASE",
    "RECOVERY_DIE",
    "ROUND_SECONDS",
    "SIDES",
    "SIZES",
    "SPACE_SQUARES",
    "SQUARE_FT",
    "Ability",
    "Cover",
    "Side",
    "Size",
]

Side = Literal["A", "B"]
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
Cover = Literal["none", "half", "three_quarters"]
Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]

SIDES: Final[tuple[Side, ...]] = ("A", "B")
SIZES: Final[tuple[Size, ...]] = ("tiny", "small", "medium", "large", "huge", "gargantuan")
COVERS: Final[tuple[Cover, ...]] = ("none", "half", "three_quarters")
ABILITIES: Final[tuple[Ability, ...]] = (
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
)

ROUND_SECONDS: Final = 6  # R1.1
SQUARE_FT: Final = 5  # R1.6: 9 m are 6 squares
NEAR_FT: Final = 5  # R1.10, R1.15, R1.27: "within 1.5 m"
HALF_FEET_A_SQUARE: Final = 2 * SQUARE_FT
SPACE_SQUARES: Final[dict[Size, int]] = {  # [PHB]; a tiny creature is given a whole square
    "tiny": 1,
    "small": 1,
    "medium": 1,
    "large": 2,
    "huge": 3,
    "gargantuan": 4,
}
PASSIVE_BASE: Final = 10  # R1.4 [PHB]
COVER_ARMOR_CLASS: Final[tuple[int, ...]] = (0, 2, 5)  # R1.12 [PHB], by the index in COVERS
DEATH_SAVE_DIFFICULTY: Final = 10  # R1.28
DEATH_SAVE_LIMIT: Final = 3  # R1.28
FIRST_AID_DIFFICULTY: Final = 10  # R1.31
RECOVERY_DIE: Final = 4  # R1.32, hours

AUTOMATIC_TIES: Final = "dex_then_random"  # R1.3: what a run without a game master does

# What one record of the simulation can hold.
MAX_FIGHTERS: Final = 64
MAX_GROUPS: Final = 16
MAX_FORMS: Final = 4
MAX_DICE_GROUPS: Final = 3
MAX_TIMES: Final = 8
MAX_SIDE: Final = 64
MAX_ROUNDS: Final = 100
MAX_TRACE: Final = 1 << 15
