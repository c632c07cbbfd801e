"""The order phase: the seven phases of a turn, the five orders, what they are good against, and the cost of fleeing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army
from massbattle_core.strategic.tables import EFFECTIVENESS, MORALE_LADDER, ORDERS, Morale, Order, Tables

__all__ = [
    "PHASES",
    "Phase",
    "after_reveal",
    "effectiveness_bonus",
    "is_effective",
    "legal_orders",
    "morale_after_flee",
    "next_phase",
    "obeyed",
    "order_meaning",
]

Phase = Literal["order", "resolution", "movement", "individual", "heroic", "placement", "closing"]

PHASES: tuple[Phase, ...] = ("order", "resolution", "movement", "individual", "heroic", "placement", "closing")

_MEANINGS: Mapping[Order, str] = {
    "charge": "Enter the melee faster, careless of defence",
    "assault": "Advance and engage plainly",
    "hold": "Stay put, ready to receive a charge",
    "withdraw": "Pull back from the melee",
    "flee": "Run, to lose no more",
}


def next_phase(phase: Phase) -> Phase:
    """The phase that follows; after the closing of a turn comes the order phase of the next.

    Source: R2.4
    """
    return PHASES[(PHASES.index(phase) + 1) % len(PHASES)]


def order_meaning(order: Order) -> str:
    """What an army does that has this order.

    Source: R2.8, R2.10, R2.11, R2.12, R2.13, R2.14
    """
    return _MEANINGS[order]


def legal_orders(army: Army) -> tuple[Order, ...]:
    """The orders that its general may give: all five, or flight alone if the army is routed.

    Source: R2.5, R2.7, R2.8
    """
    return ("flee",) if army.routed else ORDERS


def obeyed(army: Army, order: Order) -> Order:
    """The order as the army carries it out: a routed army flees whatever its general says.

    Source: R2.7, R2.25
    """
    return "flee" if army.routed else order


def is_effective(order: Order, enemy_order: Order) -> bool:
    """Whether an order is effective against the order of the enemy.

    Source: R2.10, R2.11, R2.12, R2.13, R2.14, R2.15
    """
    return (order, enemy_order) in EFFECTIVENESS


def effectiveness_bonus(order: Order, enemy_order: Order, rules: Rules, tables: Tables) -> int:
    """What an effective order adds to the art of war, if the house lets it act there; both sides may have it.

    Source: R2.15
    Ruling: the source gives no number; very effective orders get the same one, which the game master may edit.
    """
    return tables.effective_bonus if rules.effectiveness != "losses_only" and is_effective(order, enemy_order) else 0


def morale_after_flee(morale: Morale) -> Morale:
    """The morale of an army that has fled: very low, or rout if it was very low already.

    Source: R2.16
    """
    return "rout" if MORALE_LADDER.index(morale) <= MORALE_LADDER.index("very_low") else "very_low"


def after_reveal(army: Army, order: Order, rules: Rules) -> Army:
    """The army once its order is known: flight costs morale now if the house says so.

    Source: R2.9, R2.16
    """
    if rules.flee_morale_when == "at_reveal" and order == "flee":
        return replace(army, morale=morale_after_flee(army.morale))
    return army
