"""Creatures: the facts of the SRD 5.1 in English and French, and readers of other tools' files.

================  ==============================================================
``model``         :class:`Creature`, :class:`CreatureAttack` and their JSON
``catalogue``     the creatures that ship with the project, and the search in them
``attack_text``   attacks, as the text of a stat block words them
``readers``       one reader a foreign format
================  ==============================================================

A creature counts as one that shoots by its greatest range at will, long ranges included (R0.12). Some
cast a cantrip that reaches as far: the Archmage and the Mage are marked by hand (Fire Bolt, 120 ft, SRD 5.1).

Judgement: R0.12 (the GM decides whether a spell at will counts as shooting)
"""

from massbattle_core.creatures.catalogue import Catalogue, catalogue
from massbattle_core.creatures.model import (
    LONG_RANGE_FT,
    MODES,
    SIZES,
    Creature,
    CreatureAttack,
    MovementMode,
    Size,
    challenge_text,
    creature_from_json,
)

__all__ = [
    "LONG_RANGE_FT",
    "MODES",
    "SIZES",
    "Catalogue",
    "Creature",
    "CreatureAttack",
    "MovementMode",
    "Size",
    "catalogue",
    "challenge_text",
    "creature_from_json",
]
