"""Vectors of system 1 and of the mob table, translated to the functions of the skirmish rulebook."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from massbattle_core import bridges
from massbattle_core.skirmish import Rules
from massbattle_core.skirmish.notation import parse_damage
from massbattle_core.skirmish.rules import attack, dying, movement, order
from tests.rulebook.shapes import bare, frac

Inputs = dict[str, Any]


def _rules(switches: Inputs) -> Rules:
    return Rules.of({name: value for name, value in switches.items() if name.startswith("s1.")})


def _initiative_duel(inputs: Inputs, switches: Inputs) -> Inputs:
    odds = order.initiative_duel_odds(inputs["dex_a"], inputs["dex_b"])
    return {name: frac(p) for name, p in odds.items()}


def _is_surprised(inputs: Inputs, switches: Inputs) -> Inputs:
    rules = _rules(switches)
    totals = inputs["stealth_totals_of_threats"]
    tie, needs = rules.code("stealth_tie"), rules.code("surprise_needs")
    unnoticed = sum(not order.notices(inputs["passive_perception"], total, tie) for total in totals)
    return {"surprised": order.surprised(len(totals), unnoticed, needs)}


def _metres(length: Fraction) -> str:
    return str(float(length))


def _movement_left(inputs: Inputs, switches: Inputs) -> Inputs:
    left = movement.movement_left(
        Fraction(str(inputs["speed_m"])),
        dash=inputs.get("dash", False),
        stand_up=inputs.get("stand_up", False),
        through_difficult=Fraction(str(inputs.get("metres_through_difficult", 0))),
    )
    return {"left_m": _metres(left)}


def _attack_probability(inputs: Inputs, switches: Inputs) -> Inputs:
    odds = attack.attack_probability(inputs["bonus"], inputs["ac"], inputs.get("mode", "flat"))
    return {"p_hit": frac(odds["hit"]), "p_crit": frac(odds["critical"])}


def _expected_damage(inputs: Inputs, switches: Inputs) -> Inputs:
    dice, flat = parse_damage(inputs["dice"])
    flat += inputs.get("flat", 0)
    mode = inputs.get("mode", "flat")
    return {"e": frac(attack.expected_damage(inputs["bonus"], inputs["ac"], mode, dice, flat, _rules(switches)))}


def _drop_to_zero(inputs: Inputs, switches: Inputs) -> Inputs:
    _, left_over, state = dying.drop_to_zero(inputs["hp"], inputs["max_hp"], inputs["damage"])
    return {"remaining_damage": left_over, "state": ("up", "unconscious", "dead")[state]}


def _damage_at_zero(inputs: Inputs, switches: Inputs) -> Inputs:
    failed = dying.damage_at_zero(inputs["damage"], inputs["max_hp"], int(inputs.get("critical", False)))
    return {"result": "dead" if failed == 3 else failed}


def _death_save_fate(inputs: Inputs, switches: Inputs) -> Inputs:
    fate = dying.death_save_fate(inputs["successes"], inputs["failures"])
    return {"p_stable": frac(fate["stable"]), "p_dead": frac(fate["dead"]), "p_back_at_1hp": frac(fate["back"])}


def _stabilise_probability(inputs: Inputs, switches: Inputs) -> Inputs:
    return {"p": frac(dying.stabilise_probability(inputs["medicine_bonus"]))}


def _stable_recovery_hours(inputs: Inputs, switches: Inputs) -> Inputs:
    law = dying.recovery_odds()
    return {"law": {str(hours): bare(p) for hours, p in law.items()}, "mean": frac(law.mean)}


def _mob_table(inputs: Inputs, switches: Inputs) -> Inputs:
    return {"attackers_for_one_hit": [bridges.attackers_for_one_hit(needed) for needed in inputs["needed"]]}


def _mob_hits(inputs: Inputs, switches: Inputs) -> Inputs:
    attackers, bonus, armor_class = inputs["attackers"], inputs["attack_bonus"], inputs["ac"]
    needed = bridges.mob_needed(bonus, armor_class)
    exact = bridges.mob_hits_odds(attackers, bonus, armor_class, Rules(mob_mode="exact_dice"))
    return {
        "needed": needed,
        "attackers_for_one_hit": bridges.attackers_for_one_hit(needed),
        "mob_hits": bridges.mob_hits(attackers, bonus, armor_class),
        "exact_expected_hits": frac(exact.mean),
    }


FUNCTIONS = {
    "attack_probability": _attack_probability,
    "damage_at_zero": _damage_at_zero,
    "death_save_fate": _death_save_fate,
    "drop_to_zero": _drop_to_zero,
    "expected_damage": _expected_damage,
    "initiative_duel": _initiative_duel,
    "is_surprised": _is_surprised,
    "mob_hits": _mob_hits,
    "mob_table": _mob_table,
    "movement_left_m": _movement_left,
    "stabilise_probability": _stabilise_probability,
    "stable_recovery_hours": _stable_recovery_hours,
}
