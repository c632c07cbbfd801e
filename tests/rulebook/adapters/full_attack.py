"""Translation of the vectors of S4 (one-roll full attacks)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from massbattle_core.full_attack import (
    AttackProfile,
    DamageDice,
    Outcome,
    Rules,
    Target,
    Weapon,
    allocate,
    armour_class_of,
    compare_with_usual,
    damage_of_graze,
    full_attack_odds,
    graze_damage,
    max_hits,
    mobile_penalty,
    natural_max_hits,
    natural_outcome,
    off_hand_hits,
    outcome_of_total,
    parse_damage,
    reroll_modifier,
    true_strike,
    two_weapon_criticals,
    weapons_applied,
)
from massbattle_core.full_attack.tables import TRUE_STRIKE_BONUS
from tests.rulebook.shapes import frac

Inputs = Mapping[str, Any]


def _rules(switches: Inputs) -> Rules:
    return Rules.of({name.removeprefix("s4."): value for name, value in switches.items()})


def _feet(metres: Any) -> int:
    return int(Fraction(str(metres)) * 10 / 3)


def _weapon(inputs: Inputs, damage: str = "0") -> Weapon:
    dice, flat = parse_damage(str(inputs.get("dice", damage)))
    extra, _ = parse_damage(str(inputs.get("extra_dice", 0)))
    return Weapon(
        inputs["attack_bonus"],
        dice,
        flat + inputs.get("flat", 0),
        threat_from=inputs.get("threat_from", 20),
        multiplier=inputs.get("crit_multiplier", 2),
        extra_dice=extra,
    )


def _profile(inputs: Inputs) -> AttackProfile:
    return AttackProfile(inputs["bab"], _weapon(inputs), extra_attacks=inputs.get("extra_attacks", 0))


def _targets(inputs: Inputs) -> list[Target]:
    armour_classes = inputs["acs"] if "acs" in inputs else [inputs["ac"]] * inputs.get("targets", 1)
    return [Target(ac, inputs.get("dr", 0)) for ac in armour_classes]


def _outcome_name(outcome: Outcome) -> str:
    if outcome.kind == "hit":
        return f"{outcome.hits} hit" if outcome.hits == 1 else f"{outcome.hits} hits"
    return outcome.kind


def _max_hits(inputs: Inputs, switches: Inputs) -> Inputs:
    return {"max_hits": [max_hits(bab, _rules(switches)) for bab in inputs["bab"]]}


def _max_hits_with_extra(inputs: Inputs, switches: Inputs) -> Inputs:
    return {"max_hits": max_hits(inputs["bab"], _rules(switches), inputs["extra_attacks"])}


def _full_attack(inputs: Inputs, switches: Inputs) -> Inputs:
    outcome = outcome_of_total(inputs["attack_total"], inputs["ac"], max_hits(inputs["bab"], _rules(switches)))
    dice, flat = parse_damage(inputs["dice"])
    graze = graze_damage(sum(pool.count for pool in dice), flat + inputs["flat"])
    return {"result": outcome.kind, "hits": outcome.hits, "graze_damage": graze if outcome.kind == "graze" else 0}


def _full_attack_law(inputs: Inputs, switches: Inputs) -> Inputs:
    odds = full_attack_odds(_profile(inputs), _targets(inputs), _rules(switches))
    return {_outcome_name(outcome): frac(p) for outcome, p in odds.outcomes.items()}


def _graze_damage(inputs: Inputs, switches: Inputs) -> Inputs:
    dice, extra = (DamageDice(inputs.get(key, 0), 6) for key in ("dice_count", "extra_dice_count"))
    weapon = Weapon(0, (dice,), inputs["flat"], extra_dice=(extra,))
    return {"damage": damage_of_graze(weapon, inputs.get("dr", 0), _rules(switches))}


def _expected_damage(inputs: Inputs, switches: Inputs) -> Inputs:
    odds = full_attack_odds(_profile(inputs), _targets(inputs), _rules(switches), criticals=False)
    return {"e": frac(odds.mean_damage)}


def _compare(inputs: Inputs, switches: Inputs) -> Inputs:
    comparison = compare_with_usual(_profile(inputs), _targets(inputs), _rules(switches), criticals=False)
    return {"single_roll": frac(comparison.one_roll.mean_damage), "iterative": frac(comparison.usual.mean_damage)}


def _multi_target(inputs: Inputs, switches: Inputs) -> Inputs:
    ac_used = armour_class_of(inputs["acs"])
    outcome = outcome_of_total(inputs["attack_total"], ac_used, inputs["max_hits"])
    return {"ac_used": ac_used, "result": outcome.kind, "hits_to_allocate": outcome.hits}


def _allocate(inputs: Inputs, switches: Inputs) -> Inputs:
    outcome = outcome_of_total(inputs["attack_total"], armour_class_of(inputs["acs"]), inputs["max_hits"])
    forbidden = inputs.get("forbidden", [False] * len(inputs["acs"]))
    targets = [Target(ac, forbidden=flag) for ac, flag in zip(inputs["acs"], forbidden, strict=True)]
    order = allocate(outcome.hits, inputs["choice"], targets)
    return {"hits_per_target": [order.count(number) for number in range(len(targets))]}


def _critical_count_law(inputs: Inputs, switches: Inputs) -> Inputs:
    law = full_attack_odds(_profile(inputs), _targets(inputs), _rules(switches)).criticals
    return {str(count): frac(law[count]) for count in range(3)}


def _two_weapons(inputs: Inputs, switches: Inputs) -> Inputs:
    outcome = outcome_of_total(inputs["attack_total"], inputs["ac"], max_hits(inputs["bab"], _rules(switches)))
    off_hand = off_hand_hits(outcome.hits, inputs["feat"])
    return {
        "result": outcome.kind,
        "main_hits": outcome.hits,
        "off_hits": off_hand,
        "total_hits": outcome.hits + off_hand,
    }


def _two_weapon_criticals(inputs: Inputs, switches: Inputs) -> Inputs:
    main, off_hand = two_weapon_criticals(
        inputs["natural"], inputs["threat_main"], inputs["threat_off"], inputs["confirmed"]
    )
    return {"main_crit": main, "off_crit": off_hand}


def _natural_max_hits(inputs: Inputs, switches: Inputs) -> Inputs:
    return {"max_hits": natural_max_hits(inputs["primary"], inputs["secondary"])}


def _natural_attack(inputs: Inputs, switches: Inputs) -> Inputs:
    primary, secondary = inputs["primary"], inputs["secondary"]
    reached = outcome_of_total(inputs["attack_total"], inputs["ac"], natural_max_hits(primary, secondary))
    outcome = natural_outcome(reached, primary)
    return {
        "result": outcome.kind.replace("_", " "),
        "hits": outcome.hits,
        "max_attacks_applied": weapons_applied(outcome, primary, secondary),
    }


def _reroll_effect(inputs: Inputs, switches: Inputs) -> Inputs:
    effect = inputs["effect"]
    if effect == "reroll_all":
        return {"action": "reroll"}
    return {"new_total": inputs["attack_total"] + reroll_modifier((effect,))}


def _true_strike(inputs: Inputs, switches: Inputs) -> Inputs:
    total, ac, maximum = inputs["total_without"], inputs["ac"], inputs["max_hits"]
    without = outcome_of_total(total, ac, maximum)
    outcome = true_strike(without, outcome_of_total(total + TRUE_STRIKE_BONUS, ac, maximum))
    return {"hits_without": without.hits, "hits_with": outcome.hits, "result": outcome.kind}


def _mobile_melee(inputs: Inputs, switches: Inputs) -> Inputs:
    penalty = mobile_penalty(
        _feet(inputs["metres_moved"]),
        inputs["acrobatics_total"],
        spring_attack=inputs["spring_attack"],
        rules=_rules(switches),
    )
    outcome = outcome_of_total(inputs["attack_total"], inputs["ac"], inputs["max_hits"], penalty)
    return {"penalty_on_extra_hits": penalty, "result": outcome.kind, "hits": outcome.hits}


FUNCTIONS = {
    "allocate": _allocate,
    "compare_with_iteratives": _compare,
    "critical_count_law": _critical_count_law,
    "expected_damage_no_crit": _expected_damage,
    "full_attack": _full_attack,
    "full_attack_law": _full_attack_law,
    "graze_damage": _graze_damage,
    "max_hits": _max_hits,
    "max_hits_with_extra": _max_hits_with_extra,
    "mobile_melee": _mobile_melee,
    "multi_target": _multi_target,
    "natural_attack": _natural_attack,
    "natural_max_hits": _natural_max_hits,
    "reroll_effect": _reroll_effect,
    "true_strike": _true_strike,
    "two_weapon_criticals": _two_weapon_criticals,
    "two_weapons": _two_weapons,
}
