"""S3: names and shapes of the vectors, in terms of ``massbattle_core.results_table``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from massbattle_core.dice import ScriptedDice
from massbattle_core.distribution import Distribution
from massbattle_core.results_table.model import Army, Rules, Soldier
from massbattle_core.results_table.odds.laws import losses_odds, row_odds
from massbattle_core.results_table.odds.struck import Receivers, Struck
from massbattle_core.results_table.rules import aftermath, blows, encounter, factors, results
from massbattle_core.results_table.tables import BREAKS, COLUMNS, DIE, WOUNDS
from tests.rulebook.shapes import bare, frac

Inputs = Mapping[str, Any]


def _soldier_fc(inputs: Inputs, rules: Rules) -> Inputs:
    soldier = Soldier("", inputs["strength"], "sword" if inputs["sword"] else "none")
    return {"fc": factors.soldier_factors(soldier, rules)}


def _modified_defence_factors(inputs: Inputs, rules: Rules) -> Inputs:
    steps = factors.factor_steps(
        defending=inputs.get("side", "defender") == "defender",
        organised=inputs["organised"],
        immobile=inputs["immobile"],
        in_town=inputs["in_town"],
        besieging=inputs.get("besieging", False),
        prestige=inputs.get("prestige"),
        rules=rules,
    )
    total = Fraction(str(inputs["factors"]))
    for step in steps:
        total *= step.multiplier
    return {"factors": str(Decimal(total.numerator) / total.denominator)}


def _wall_cap(inputs: Inputs, rules: Rules) -> Inputs:
    return {
        f"engaged_{side}": factors.wall_cap(inputs[side], inputs.get("walled", True))
        for side in ("attackers", "defenders")
    }


def _column(inputs: Inputs, rules: Rules) -> int:
    if "column" in inputs:
        return COLUMNS.index(inputs["column"])
    attack, defence = (Fraction(str(inputs[f"{side}_factors"])) for side in ("attack", "defence"))
    return results.column_index(attack, defence, rules.above_3 == "from_4")


def _crt_column(inputs: Inputs, rules: Rules) -> Inputs:
    return {"column": results.column_name(_column(inputs, rules))}


def _crt(inputs: Inputs, rules: Rules) -> Inputs:
    columns = [COLUMNS.index(name) for name in inputs.get("columns", COLUMNS)]
    rows = inputs.get("rows", range(1, DIE + 1))
    return {
        "cells": [[results.result_at(column, row, rules) for column in columns] for row in rows],
        "mirror_asymmetries": [list(pair) for pair in results.mirror_asymmetries(rules)],
    }


def _crt_roll(inputs: Inputs, rules: Rules) -> Inputs:
    column = _column(inputs, rules)
    dice = ScriptedDice([inputs["die"]] if "die" in inputs else inputs.get("dice", []))
    return {"column": results.column_name(column), "cell": results.resolve_result(column, dice, rules)}


def _side_factors(inputs: Inputs) -> tuple[Fraction, Fraction]:
    return Fraction(str(inputs.get("attack_factors", 0))), Fraction(str(inputs.get("defence_factors", 0)))


def _hits_exchanged(inputs: Inputs, rules: Rules) -> Inputs:
    given = results.blows_exchanged(
        inputs["result"], inputs["attackers"], inputs["defenders"], rules, _side_factors(inputs)
    )
    return dict(zip(("attacker_deals", "defender_deals"), given, strict=True))


def _expected_hits(inputs: Inputs, rules: Rules) -> Inputs:
    attack, defence = results.blows_odds(
        _column(inputs, rules), inputs["attackers"], inputs["defenders"], rules, _side_factors(inputs)
    )
    return {"e_attacker_deals": frac(attack.mean), "e_defender_deals": frac(defence.mean)}


def _states(rows: Distribution) -> dict[str, str]:
    return {wound: bare(p) for wound, p in blows.wound_odds(rows).items()}


def _modifier(inputs: Inputs) -> int:
    giver = Soldier("", inputs["giver_strength"], inputs["giver_weapon"])
    return blows.blow_modifier(giver, Soldier("", 0, shield=inputs["receiver_shield"]))


def _first_hit_law(inputs: Inputs, rules: Rules) -> Inputs:
    rows = blows.blow_odds(_modifier(inputs))
    return {
        "die_modifier": _modifier(inputs),
        "state": _states(rows),
        "p_break_each_item": frac(sum(p * blows.breakage_odds(row, 1)[1] for row, p in rows.items())),
    }


def _blow(inputs: Inputs, rules: Rules) -> Inputs:
    row = blows.table_row(inputs["die"], _modifier(inputs), inputs.get("already_struck", 0))
    return {"row": row, "state": WOUNDS[row], "break_percent": BREAKS[row]}


def _struck(hits: int, soldiers: int, modifier: int, rules: Rules, givers: int = 1) -> Struck:
    return Struck(
        hits,
        ((modifier, givers),),
        (Receivers(0, False, soldiers),),
        living=rules.receiver_pool == "living",
        raw=rules.n_is == "raw",
    )


def _two_hits_law(inputs: Inputs, rules: Rules) -> Inputs:
    return _states(row_odds(_struck(2, 1, inputs["base_modifier"], rules), shield=False))


def _mean_dead(struck: Struck) -> Fraction:
    if struck.living:
        return losses_odds(struck, aftermath.DEAD_ROW).mean
    return struck.count * row_odds(struck, shield=False).at_least(aftermath.DEAD_ROW)


def _expected_dead(inputs: Inputs, rules: Rules) -> Inputs:
    return {"e_dead": frac(_mean_dead(_struck(inputs["hits"], inputs["soldiers"], inputs["die_modifier"], rules)))}


def _battle_expected_dead(inputs: Inputs, rules: Rules) -> Inputs:
    attackers, defenders = inputs["attackers"], inputs["defenders"]
    attack, defence = results.blows_odds(_column(inputs, rules), attackers, defenders, rules, _side_factors(inputs))

    def mean(law: Distribution, soldiers: int) -> Fraction:
        return sum((p * _mean_dead(_struck(hits, soldiers, 0, rules)) for hits, p in law.items()), Fraction(0))

    return {"e_attackers_dead": frac(mean(defence, attackers)), "e_defenders_dead": frac(mean(attack, defenders))}


def _breakage_law(inputs: Inputs, rules: Rules) -> Inputs:
    items = inputs["items_of_receiver"]
    law = blows.breakage_odds(inputs["table_row"], items)
    return {"law_number_broken": {str(number): bare(law[number]) for number in range(items + 1)}}


def _defender_side(inputs: Inputs, rules: Rules) -> Inputs:
    first, second = (encounter.SideNumbers(**inputs[side]) for side in "AB")
    sure = encounter.defender_by_rule(first, second)
    tie = "gm" if rules.defender_tie == "gm" else "coin flip 1/2"
    return {"defender": {"first": "A", "second": "B", None: tie}[sure]}


def _sides(inputs: Inputs, rules: Rules) -> Inputs:
    armies = [
        Army(army["name"], (Soldier("", 0),), army.get("side", army["name"]), army.get("kind", "army"))
        for army in inputs["armies"]
    ]
    relations = encounter.Relations(
        frozenset(map(frozenset, inputs.get("enemies", ()))), frozenset(map(frozenset, inputs.get("friends", ())))
    )
    fought = frozenset(map(frozenset, inputs.get("fought", ())))
    detected = frozenset(map(tuple, inputs["detected"]))
    pending = encounter.pending_combats(armies, relations, detected, fought, rules)
    return {"combats": [[list(sides.first), list(sides.second)] for sides in pending]}


def _beaten(inputs: Inputs, rules: Rules) -> dict[str, bool]:
    return {
        own: aftermath.is_beaten(
            inputs[f"losses_{own}"],
            inputs[f"losses_{other}"],
            inputs[f"losses_{own}"],
            inputs[f"strength_{own}"],
            rules.equal_losses == "both",
        )
        for own, other in ("AB", "BA")
    }


def _beaten_sides(inputs: Inputs, rules: Rules) -> Inputs:
    return {f"{side}_beaten": beaten for side, beaten in _beaten(inputs, rules).items()}


def _movement_flags(inputs: Inputs, rules: Rules) -> Inputs:
    """Side A attacks, one army a side; a beaten one retreats unless ``can_retreat_X`` is false."""
    beaten = _beaten(inputs, rules)
    retreats = {side: beaten[side] and inputs.get(f"can_retreat_{side}", True) for side in "AB"}
    flags = {}
    for own, other in ("AB", "BA"):
        loser = aftermath.is_loser(beaten[own], inputs[f"losses_{own}"], inputs[f"losses_{other}"], rules)
        may = aftermath.movement(
            loser=loser,
            immobile=inputs.get(f"immobile_{own}", False),
            enemy_retreated=retreats[other],
            massacred_enemy=inputs.get("result") == {"A": "MA", "B": "MD"}[own],
        )
        flags[own] = {
            "beaten": beaten[own],
            "retreats": retreats[own],
            "may_move_now": may.now,
            "may_move_later": may.later,
        }
    return flags


_TRANSLATIONS: dict[str, Callable[[Inputs, Rules], Inputs]] = {
    "battle_expected_dead": _battle_expected_dead,
    "beaten_sides": _beaten_sides,
    "blow": _blow,
    "breakage_law": _breakage_law,
    "crt": _crt,
    "crt_column": _crt_column,
    "crt_roll": _crt_roll,
    "defender_side": _defender_side,
    "expected_dead": _expected_dead,
    "expected_hits": _expected_hits,
    "first_hit_law": _first_hit_law,
    "hits_exchanged": _hits_exchanged,
    "modified_defence_factors": _modified_defence_factors,
    "movement_flags": _movement_flags,
    "sides": _sides,
    "soldier_fc": _soldier_fc,
    "two_hits_law": _two_hits_law,
    "wall_cap": _wall_cap,
}


def _run(translate: Callable[[Inputs, Rules], Inputs], inputs: Inputs, switches: Inputs) -> Inputs:
    return translate(inputs, Rules.from_switches(switches))


FUNCTIONS = {name: partial(_run, translate) for name, translate in _TRANSLATIONS.items()}
