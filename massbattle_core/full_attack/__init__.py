"""S4: a whole full attack with one roll of the d20, instead of one roll an attack.

====================  ======================================================================
``tables``            the numbers, each with its rule; bounds of what is accepted
``house_rules``       :class:`Rules`, the switches of the table
``model``             weapons, profiles, targets, circumstances, the attacker's plan
``rules``             from the roll to its outcome, damage of a hit, special cases (R4.2–R4.10, R4.24–R4.29)
``targets``           several targets (R4.12–R4.14)
``criticals``         threats and criticals (R4.15, R4.16, R4.20)
``two_weapons``       two weapons (R4.17–R4.19)
``natural``           natural attacks (R4.21–R4.23)
``mobile``            the variant of mobile melee (R4.30–R4.33)
``hits``              which weapon lands with which hit, which hits are critical
``attempt``           one full attack step by step, without dice
``usual``             the same full attack with the rolls of the ordinary game (R4.1)
``resolve``           rolls it: :func:`resolve_full_attack`, :func:`resolve_usual_attacks`
``odds``              its exact twin: :func:`full_attack_odds`, :func:`usual_odds`, :func:`compare_with_usual`
``damage_laws``       exact sums of damage dice
``tracking``          what is worth noting beforehand (R4.11)
``validation``        :func:`validate`: everything that is wrong with the numbers, at once
====================  ======================================================================

Play: ``resolve_full_attack(profile, targets, dice)``; where people choose after the roll, make an
:class:`Attempt`, call :func:`roll_full_attack`, put the choice into the attempt's plan, call
:func:`land_strikes`. Odds: ``full_attack_odds(profile, targets)``.
Instances are immutable; distances are feet; odds are exact fractions.
"""

from massbattle_core.full_attack.attempt import Attempt, Strike, Volley, rolls_once
from massbattle_core.full_attack.criticals import critical_count, threatens, two_weapon_criticals
from massbattle_core.full_attack.hits import Hit
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules
from massbattle_core.full_attack.mobile import mobile_penalty, verify_movement
from massbattle_core.full_attack.model import (
    ALL_ON_THE_FIRST,
    PLAIN,
    AttackProfile,
    Circumstances,
    DamageDice,
    Kind,
    Movement,
    NaturalProfile,
    Outcome,
    Plan,
    Profile,
    Reroll,
    Target,
    TwoWeaponFeat,
    Weapon,
    base_attack_bonus_of,
    parse_damage,
)
from massbattle_core.full_attack.natural import (
    fights_in_pairs,
    natural_attack_bonus,
    natural_groups,
    natural_max_hits,
    natural_outcome,
    weapons_applied,
)
from massbattle_core.full_attack.odds import (
    Comparison,
    FullAttackOdds,
    compare_with_usual,
    full_attack_odds,
    usual_odds,
)
from massbattle_core.full_attack.resolve import (
    AttackRoll,
    DealtStrike,
    FullAttackResult,
    land_strikes,
    resolve_full_attack,
    resolve_usual_attacks,
    roll_full_attack,
)
from massbattle_core.full_attack.rules import (
    attack_hits,
    damage_of_graze,
    damage_of_hit,
    dice_of_hit,
    effects_trigger,
    graze_damage,
    max_hits,
    outcome_of_roll,
    outcome_of_total,
    reroll_mode,
    reroll_modifier,
    true_strike,
)
from massbattle_core.full_attack.targets import allocate, armour_class_of, graze_target, verify_plan, verify_targets
from massbattle_core.full_attack.tracking import TrackingCard, tracking_card
from massbattle_core.full_attack.two_weapons import off_hand_hits, two_weapon_bonus
from massbattle_core.full_attack.usual import UsualAttack, usual_attacks
from massbattle_core.full_attack.validation import validate, weapon_problems

__all__ = [
    "ALL_ON_THE_FIRST",
    "BY_THE_BOOK",
    "PLAIN",
    "AttackProfile",
    "AttackRoll",
    "Attempt",
    "Circumstances",
    "Comparison",
    "DamageDice",
    "DealtStrike",
    "FullAttackOdds",
    "FullAttackResult",
    "Hit",
    "Kind",
    "Movement",
    "NaturalProfile",
    "Outcome",
    "Plan",
    "Profile",
    "Reroll",
    "Rules",
    "Strike",
    "Target",
    "TrackingCard",
    "TwoWeaponFeat",
    "UsualAttack",
    "Volley",
    "Weapon",
    "allocate",
    "armour_class_of",
    "attack_hits",
    "base_attack_bonus_of",
    "compare_with_usual",
    "critical_count",
    "damage_of_graze",
    "damage_of_hit",
    "dice_of_hit",
    "effects_trigger",
    "fights_in_pairs",
    "full_attack_odds",
    "graze_damage",
    "graze_target",
    "land_strikes",
    "max_hits",
    "mobile_penalty",
    "natural_attack_bonus",
    "natural_groups",
    "natural_max_hits",
    "natural_outcome",
    "off_hand_hits",
    "outcome_of_roll",
    "outcome_of_total",
    "parse_damage",
    "reroll_mode",
    "reroll_modifier",
    "resolve_full_attack",
    "resolve_usual_attacks",
    "roll_full_attack",
    "rolls_once",
    "threatens",
    "tracking_card",
    "true_strike",
    "two_weapon_bonus",
    "two_weapon_criticals",
    "usual_attacks",
    "usual_odds",
    "validate",
    "verify_movement",
    "verify_plan",
    "verify_targets",
    "weapon_problems",
    "weapons_applied",
]
