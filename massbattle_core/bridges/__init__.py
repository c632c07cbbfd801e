"""Bridges: where two rulebooks meet. The only package that may know more than one of them.

================  ==========================================================================================
``conversions``   a character's round, a mass round, a strategic turn; feet, squares, spaces (RB.1, RB.2, RB.7)
``mobs``          crowds that attack single characters (RB.6)
``zoom``          part of a unit in a fight of single characters, and back with its dead (RB.4, RB.5)
``lever``         what such a fight changes in the odds of the mass battle
``effects``       spells and terrain against many members of a unit at once
``campaign``      morale and scenes that come from the strategic phase (RB.8)
================  ==========================================================================================

What needs no other rulebook is in ``mass_combat``: kills (``kills``), characters' turns (``characters``, RB.3).

Judgement: RB.9 (S1 and S4 are kept apart: one attack is resolved by one of them)
"""

from massbattle_core.bridges.campaign import (
    UNIT_MORALE,
    Scene,
    morale_law,
    scene_of,
    unit_morale,
    with_army_morale,
)
from massbattle_core.bridges.conversions import (
    LENGTHS_FT,
    SECONDS,
    BridgeRules,
    convert_length,
    convert_time,
    mass_clock,
)
from massbattle_core.bridges.effects import AreaEffect, area_effect_odds, area_kills, resolve_area_effect, save_fails
from massbattle_core.bridges.lever import KillsRow, LeverOdds, NumberKilled, heroes_lever, kills_law, lever_odds
from massbattle_core.bridges.mobs import (
    ATTACKERS_FOR_ONE_HIT,
    MobResult,
    attackers_for_one_hit,
    mob_damage_odds,
    mob_hits,
    mob_hits_odds,
    mob_needed,
    resolve_mob,
)
from massbattle_core.bridges.zoom import Zoom, attack_forms, combatant_of, mob_forms, zoom_in

__all__ = [
    "ATTACKERS_FOR_ONE_HIT",
    "LENGTHS_FT",
    "SECONDS",
    "UNIT_MORALE",
    "AreaEffect",
    "BridgeRules",
    "KillsRow",
    "LeverOdds",
    "MobResult",
    "NumberKilled",
    "Scene",
    "Zoom",
    "area_effect_odds",
    "area_kills",
    "attack_forms",
    "attackers_for_one_hit",
    "combatant_of",
    "convert_length",
    "convert_time",
    "heroes_lever",
    "kills_law",
    "lever_odds",
    "mass_clock",
    "mob_damage_odds",
    "mob_forms",
    "mob_hits",
    "mob_hits_odds",
    "mob_needed",
    "morale_law",
    "resolve_area_effect",
    "resolve_mob",
    "save_fails",
    "scene_of",
    "unit_morale",
    "with_army_morale",
    "zoom_in",
]
