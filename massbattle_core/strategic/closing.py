"""The closing phase: melee score, losses, morale, and the end of the battle."""

from __future__ import annotations

from dataclasses import replace

from massbattle_core.game import Outcome
from massbattle_core.strategic.armies import morale_moved
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army, Plan, Winner
from massbattle_core.strategic.orders import after_reveal, morale_after_flee
from massbattle_core.strategic.resolution import scaled
from massbattle_core.strategic.tables import LOSS_STEPS, ORDERS, Order, Tables

__all__ = [
    "apply_steps",
    "armies_after",
    "close_turn",
    "end_of_battle",
    "loss_steps",
    "melee_score_after",
    "morale_steps_of_losses",
    "soldiers_a_step",
    "steps_by_orders",
]


def melee_score_after(
    score: int, order_a: Order, order_b: Order, winner: Winner, beaten_by: int, rules: Rules, tables: Tables
) -> int:
    """The melee score of the next turn; ``beaten_by`` is what the winner had beyond his own difficulty.

    Source: R2.33
    """
    if winner == "status_quo":
        return score
    change = sum(tables.melee_order[ORDERS.index(order)] for order in (order_a, order_b))
    if beaten_by >= scaled(tables.melee_margin, rules):
        change += tables.melee_margin_bonus
    least, most = tables.melee_limits
    return min(max(score + change, least), most)


def steps_by_orders(winner_order: Order, loser_order: Order, rules: Rules) -> tuple[int, int]:
    """The steps of size that (winner, loser) lose by the author's matrix.

    Source: R2.34
    Ruling: the author labels the winners in columns but lays them out in rows; the layout is followed, unless the house
    transposes the matrix. In either case the first number of a cell is the winner's.
    """
    if rules.loss_matrix_transposed == "yes":
        return LOSS_STEPS[loser_order][ORDERS.index(winner_order)]
    return LOSS_STEPS[winner_order][ORDERS.index(loser_order)]


def loss_steps(winner: Winner, order_a: Order, order_b: Order, rules: Rules, tables: Tables) -> tuple[int, int]:
    """The steps of size that (A, B) lose this turn; none at status quo.

    Source: R2.15, R2.26, R2.34
    Ruling: the house says where effective orders act. If on the roll alone, losses do not depend on the orders: the
    game master's plain number of steps for winner and loser.
    """
    if winner == "status_quo":
        return 0, 0
    own, other = (order_a, order_b) if winner == "A" else (order_b, order_a)
    to_winner, to_loser = (
        tables.plain_losses if rules.effectiveness == "roll_bonus" else steps_by_orders(own, other, rules)
    )
    return (to_winner, to_loser) if winner == "A" else (to_loser, to_winner)


def soldiers_a_step(starting_headcount: int, tables: Tables) -> int:
    """How many soldiers one step of size costs: a share of the starting headcount, rounded up.

    Source: R2.35
    """
    return -(-starting_headcount * tables.loss_step_percent // 100)


def morale_steps_of_losses(starting: int, before: int, after: int, tables: Tables) -> int:
    """How many steps of morale losses cost that bring the headcount from ``before`` to ``after``.

    Source: R2.36
    Ruling: losses pass a share of the starting headcount when they are more than it, not when they equal it.
    """

    def passed(headcount: int) -> int:
        return sum(100 * (starting - headcount) > percent * starting for percent in tables.morale_percents)

    return passed(after) - passed(before)


def apply_steps(army: Army, steps: int, rules: Rules, tables: Tables, fled: bool = False) -> Army:
    """The army after losing some steps of size, then the morale of flight, then that of heavy losses.

    Source: R2.16, R2.35, R2.36
    """
    headcount = max(0, army.headcount - steps * soldiers_a_step(army.starting_headcount, tables))
    morale = morale_after_flee(army.morale) if fled else army.morale
    if rules.loss_morale == "on":
        lost = morale_steps_of_losses(army.starting_headcount, army.headcount, headcount, tables)
        morale = morale_moved(morale, -lost)
    return replace(army, headcount=headcount, morale=morale, loss_steps=army.loss_steps + steps)


def close_turn(
    a: Army,
    b: Army,
    order_a: Order,
    order_b: Order,
    winner: Winner,
    rules: Rules,
    tables: Tables,
    heroic_steps: tuple[int, int] = (0, 0),
) -> tuple[Army, Army]:
    """Both armies after a turn that they fought; ``heroic_steps`` are added to the losses of (A, B).

    Source: R2.2, R2.16, R2.31, R2.34, R2.35, R2.36
    Ruling: a status quo changes no size, so that heroic actions cannot add losses to it or spare any; an army that
    flees loses its morale in every case.
    """
    steps = loss_steps(winner, order_a, order_b, rules, tables)
    if winner != "status_quo":
        steps = (max(0, steps[0] + heroic_steps[0]), max(0, steps[1] + heroic_steps[1]))
    now = rules.flee_morale_when == "closing"
    closed_a = apply_steps(a, steps[0], rules, tables, now and order_a == "flee")
    closed_b = apply_steps(b, steps[1], rules, tables, now and order_b == "flee")
    return _fought(closed_a), _fought(closed_b)


def armies_after(
    a: Army, b: Army, plan_a: Plan, plan_b: Plan, winner: Winner, rules: Rules, tables: Tables
) -> tuple[Army, Army]:
    """Both armies after a whole turn without characters, from the reveal to the closing.

    Source: R2.16, R2.31, R2.34
    """
    seen_a = replace(after_reveal(a, plan_a.order, rules), next_roll=0)
    seen_b = replace(after_reveal(b, plan_b.order, rules), next_roll=0)
    return close_turn(seen_a, seen_b, plan_a.order, plan_b.order, winner, rules, tables)


def _fought(army: Army) -> Army:
    return replace(army, consecutive_turns=army.consecutive_turns + 1, rest_turns=0)


def end_of_battle(a: Army, b: Army) -> Outcome | None:
    """How the battle has ended once a turn is closed, or None.

    Source: R2.37
    Ruling: the end is looked at in closing, so that an army routed before the battle still flees for a turn; the game
    master may let the rest of the battle be played, or end it at any time.
    """
    beaten_a, beaten_b = a.headcount == 0 or a.routed, b.headcount == 0 or b.routed
    if not beaten_a and not beaten_b:
        return None
    destroyed = a.headcount == 0 or b.headcount == 0
    winner = None if beaten_a and beaten_b else ("B" if beaten_a else "A")
    return Outcome(winner, "destroyed" if destroyed else "rout")
