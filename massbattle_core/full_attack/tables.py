"""The numbers of one-roll full attacks, each with its rule, and the bounds of what is accepted."""

from __future__ import annotations

from collections.abc import Mapping

GRAZE_MARGIN = 5
"""Missing the armour class by at most this much grazes (R4.3)."""

EXTRA_HIT_MARGIN = 5
"""Each full step above the armour class is one more hit (R4.5)."""

SECOND_HIT_BAB: Mapping[str, int] = {"table": 6, "text": 5}
"""Base attack bonus of the second hit: by the rulebook's table, by its text (R4.6)."""

BAB_STEP = 5
"""Base attack bonus between two further hits (R4.7)."""

TRACKED_MARGINS = (5, 10, 15)
"""Margins above the armour class worth noting beforehand (R4.11)."""

OFF_HAND_HITS: Mapping[str, int] = {"none": 1, "improved": 2, "greater": 3}
"""Most hits of the off hand by feat (R4.17, R4.18, R4.19)."""

NATURAL_ATTACKS_NEEDED = 3
"""Natural attacks from which a creature strikes with pairs of them (R4.21)."""

REROLL_MODIFIER: Mapping[str, int] = {"keep_better": 2, "keep_worse": -2}
"""What an effect that rerolls one attack roll is worth (R4.26)."""

TRUE_STRIKE_BONUS = 20
"""Bonus of true strike, from the game that the rulebook presupposes (R4.28)."""

TRUE_STRIKE_HITS = 1
"""Most hits that one casting of true strike adds (R4.28)."""

SQUARE_FEET = 5
"""The step that counts in mobile melee, 1.5 m (R4.31)."""

MOVE_PENALTY = 5
"""Penalty to extra hits for a square beyond the first (R4.31)."""

SPRING_ATTACK_PENALTY = 4
"""The same with Spring Attack (R4.33)."""

LEAST_MOVE_PENALTY = 2
"""What Acrobatics cannot go below for a square (R4.32)."""

ACROBATICS_STEP = 5
"""Result of the Acrobatics check that is worth one point (R4.32)."""

ITERATIVE_STEP = 5
"""What each further ordinary attack loses, from the game that the rulebook presupposes (R4.1)."""

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "graze_extra_dice": ("excluded", "included"),
    "second_hit_bab": ("table", "text"),
    "natural_1_20": ("standard", "off"),
    "dr_on_graze": ("yes", "no"),
    "graze_target": ("attacker_choice", "highest_ac"),
    "double_crit_needs": ("several_hits", "several_targets"),
    "twf_graze": ("main", "both"),
    "natural_condition": ("all", "only"),
    "natural_few": ("usual", "single_roll"),
    "mobile_melee": ("off", "on"),
    "mobile_reduction": ("total", "per_square"),
}
"""House rules and their values, the default first."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "attack_bonus": (-100, 200),
    "base_attack_bonus": (0, 40),
    "armour_class": (-100, 300),
    "damage_reduction": (0, 1_000),
    "hit_points": (1, 100_000),
    "dice_count": (0, 40),
    "dice_sides": (1, 100),
    "dice_maximum": (0, 200),
    "flat": (-1_000, 1_000),
    "threat_from": (2, 20),
    "multiplier": (2, 6),
    "extra_attacks": (0, 10),
    "natural_weapons": (0, 16),
    "targets": (1, 20),
    "feet": (0, 1_000),
    "acrobatics": (-100, 200),
}
"""Least and greatest number accepted by kind. [INVENTED]: far beyond any table, to keep exact laws affordable."""
