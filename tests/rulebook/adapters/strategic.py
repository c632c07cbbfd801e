"""Translations of the vectors of S2 (shapes only)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from massbattle_core.dice import ScriptedDice
from massbattle_core.strategic import ORDERS, Rules, Tables, muster
from massbattle_core.strategic.armies import fatigue_penalty, strategic_bonus
from massbattle_core.strategic.characters import (
    damage_dice,
    damage_odds,
    deed_size,
    resolve_damage,
    resolve_deed,
    resolve_event,
)
from massbattle_core.strategic.closing import close_turn, steps_by_orders
from massbattle_core.strategic.odds import winner_odds
from massbattle_core.strategic.orders import effectiveness_bonus, is_effective, legal_orders, morale_after_flee
from massbattle_core.strategic.resolution import Contender, art_of_war_total, standing, turn_winner
from massbattle_core.strategic.tables import MORALE_LADDER
from tests.rulebook.shapes import bare, frac

Json = Mapping[str, Any]


def _fatigue_penalty(inputs: Json, switches: Json) -> Json:
    return {"penalty": fatigue_penalty(inputs["consecutive_turn"], inputs.get("army_can_tire", True))}


def _legal_orders(inputs: Json, switches: Json) -> Json:
    morale = "rout" if inputs.get("routed") else inputs.get("morale", "average")
    return {"orders": list(legal_orders(muster(100, morale=morale)))}


def _order_effective_matrix(inputs: Json, switches: Json) -> Json:
    rows, columns = inputs.get("rows", ORDERS), inputs.get("cols", ORDERS)
    return {"matrix": {row: {column: is_effective(row, column) for column in columns} for row in rows}}


def _strategic_bonus(inputs: Json, switches: Json) -> Json:
    tables, levels = Tables(), inputs["levels"]
    army = muster(
        max(1, tables.size[levels["size"]].least),
        training=levels["training"],
        equipment=levels["equipment"],
        terrain=levels["terrain"],
        morale=MORALE_LADDER[levels["morale"] + 1],
    )
    return {"bonus": strategic_bonus(army, army.headcount, Rules.of(switches), tables)}


def _art_of_war(inputs: Json, switches: Json) -> Json:
    rules, dice = Rules.of(switches), inputs["dice"]
    order, enemy_order = inputs.get("order", "hold"), inputs.get("enemy_order", "hold")
    modifier = inputs["skill"] + inputs["bonus"] + inputs.get("fatigue", 0)
    modifier += effectiveness_bonus(order, enemy_order, rules, Tables())
    return {"total": art_of_war_total(dice[0], modifier, rules)}


def _turn_winner(inputs: Json, switches: Json) -> Json:
    rules = Rules.of(switches)
    a, b = (
        standing(side["total"], side["difficulty"], side.get("routed", False), rules)
        for side in (inputs["A"], inputs["B"])
    )
    return {"winner": turn_winner(a, b)}


def _turn_law(inputs: Json, switches: Json) -> Json:
    a, b = (
        Contender(inputs[f"mod_{side}"], inputs[f"difficulty_{side}"], inputs.get(f"routed_{side}", False))
        for side in "AB"
    )
    return {winner: frac(p) for winner, p in winner_odds(a, b, Rules.of(switches)).items()}


def _difficulty_game(inputs: Json, switches: Json) -> Json:
    rules, announced = Rules.of(switches), inputs["difficulties"]
    return {
        "p_A_wins": [
            [
                bare(winner_odds(Contender(inputs["mod_A"], own), Contender(inputs["mod_B"], other), rules)["A"])
                for other in announced
            ]
            for own in announced
        ]
    }


def _morale_after_flee(inputs: Json, switches: Json) -> Json:
    return {"morale": morale_after_flee(inputs["morale"])}


def _melee_damage_dice(inputs: Json, switches: Json) -> Json:
    archers = inputs.get("enemy_has_archers", False)
    count = damage_dice(inputs["order"], inputs["army_state"], inputs["line"], archers, Rules.of(switches), Tables())
    if "dice" in inputs:
        return {"damage": resolve_damage(count, ScriptedDice(inputs["dice"]))}
    return {"d6": count.dice - count.subtracted + count.volley, "mean": frac(damage_odds(count).mean)}


def _event(inputs: Json, switches: Json) -> Json:
    events = resolve_event(inputs["line"], inputs["melee_score"], ScriptedDice(inputs["dice"]), Tables())
    return {
        "events": [
            {"event": event.row.kind, "total": event.total, "damage": event.damage, "enemies": event.enemies}
            for event in events
        ]
    }


def _heroic(inputs: Json, switches: Json) -> Json:
    tables, steps = Tables(), inputs.get("steps", 0)
    deed = next(deed for deed in tables.deeds if deed.name == inputs["action"])
    success = resolve_deed(inputs.get("modifier", 0), steps, ScriptedDice(inputs["dice"]), tables)
    return {"success": success, "changes": deed.changes, "amount": deed_size(deed, steps) if success else 0}


def _loss_steps_matrix(inputs: Json, switches: Json) -> Json:
    rules = Rules.of(switches)
    rows, columns = inputs.get("rows", ORDERS), inputs.get("cols", ORDERS)
    matrix = {
        winner: ["/".join(map(str, steps_by_orders(winner, loser, rules))) for loser in columns] for winner in rows
    }
    return {"steps_winner/loser": matrix}


def _apply_steps(inputs: Json, switches: Json) -> Json:
    rules, tables = Rules.of(switches), Tables()
    armies = [
        muster(
            inputs[side]["headcount"],
            starting_headcount=inputs[side].get("starting_headcount"),
            morale=inputs[side].get("morale", "average"),
        )
        for side in "AB"
    ]
    after = close_turn(*armies, inputs["A"]["order"], inputs["B"]["order"], inputs["winner"], rules, tables)
    return {side: {"headcount": army.headcount, "morale": army.morale} for side, army in zip("AB", after, strict=True)}


FUNCTIONS = {
    "fatigue_penalty": _fatigue_penalty,
    "legal_orders": _legal_orders,
    "order_effective_matrix": _order_effective_matrix,
    "strategic_bonus_default_table": _strategic_bonus,
    "art_of_war": _art_of_war,
    "turn_winner": _turn_winner,
    "turn_law": _turn_law,
    "difficulty_game": _difficulty_game,
    "morale_after_flee": _morale_after_flee,
    "melee_damage_dice": _melee_damage_dice,
    "event": _event,
    "heroic": _heroic,
    "loss_steps_matrix": _loss_steps_matrix,
    "apply_steps": _apply_steps,
}
