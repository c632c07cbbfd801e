"""The resolution and movement phases: difficulty, art of war roll, and the winner of the turn.

Modifiers and difficulties are given on the scale of 0 to 20; a percentile house multiplies them by 5 and rolls a
d100. Totals are on the scale of the die.
"""

from __future__ import annotations

from dataclasses import dataclass

from massbattle_core.dice import Dice
from massbattle_core.strategic.armies import fatigue_penalty, strategic_bonus
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army, Plan, Side, Winner
from massbattle_core.strategic.orders import after_reveal, effectiveness_bonus
from massbattle_core.strategic.tables import DIFFICULTIES, Order, Tables

__all__ = [
    "Contender",
    "Standing",
    "TurnResult",
    "art_of_war_modifier",
    "art_of_war_total",
    "beaten_by",
    "contenders",
    "die_sides",
    "difficulties",
    "resolve_turn",
    "scaled",
    "standing",
    "succeeds",
    "turn_winner",
]

Standing = tuple[int, ...]
"""What an army's turn is worth; see :func:`standing`."""


@dataclass(frozen=True, slots=True)
class Contender:
    """All that the winner of a turn depends on, but the die: modifier, difficulty, and whether the army is routed."""

    modifier: int
    difficulty: int
    routed: bool = False


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Who won a turn, both totals, and by how much the winner beat his own difficulty (0 at status quo)."""

    winner: Winner
    total_a: int
    total_b: int
    beaten_by: int


def die_sides(rules: Rules) -> int:
    """The die of the art of war: a d20, or a d100 on the percentile scale.

    Source: R2.18, R2.22
    """
    return 100 if rules.scale == "percent" else 20


def scaled(number: int, rules: Rules) -> int:
    """A modifier, margin or difficulty on the scale of the die.

    Source: R2.18
    """
    return number * 5 if rules.scale == "percent" else number


def difficulties(rules: Rules, tables: Tables) -> tuple[int, ...]:
    """The strategic difficulties that a general may announce: multiples of 5.

    Source: R2.21
    Ruling: 5 to 50 unless the house edits the list; a difficulty of 0 would make success free.
    """
    return tables.difficulties if rules.difficulty_range == "editable" else DIFFICULTIES


def art_of_war_modifier(army: Army, enemy: Army, order: Order, enemy_order: Order, rules: Rules, tables: Tables) -> int:
    """What a general adds to his die: skill, strategic bonus, fatigue, effective order and the fruits of heroism.

    Source: R2.2, R2.15, R2.17, R2.22, R2.31
    """
    return (
        army.general.art_of_war
        + strategic_bonus(army, enemy.headcount, rules, tables)
        + fatigue_penalty(army.consecutive_turns + 1, army.can_tire)
        + effectiveness_bonus(order, enemy_order, rules, tables)
        + army.next_roll
    )


def art_of_war_total(roll: int, modifier: int, rules: Rules) -> int:
    """The total of an art of war roll.

    Source: R2.18, R2.22
    Ruling: a skill test, so that the highest face of the die is no success by itself.
    """
    return roll + scaled(modifier, rules)


def succeeds(total: int, difficulty: int, rules: Rules) -> bool:
    """Whether a total reaches the announced difficulty.

    Source: R2.20
    """
    return total >= scaled(difficulty, rules)


def standing(total: int, difficulty: int, routed: bool, rules: Rules) -> Standing:
    """What an army's turn is worth: the higher standing wins the turn, equal ones are a status quo.

    A failure is worth nothing, a success its difficulty and then its total. A routed army fails whatever it rolls.

    Source: R2.20, R2.24, R2.25, R2.26
    """
    return (difficulty, total) if succeeds(total, difficulty, rules) and not routed else ()


def turn_winner(standing_a: Standing, standing_b: Standing) -> Winner:
    """The winner of the turn by the standings of both armies.

    Source: R2.24, R2.26
    """
    if standing_a == standing_b:
        return "status_quo"
    return "A" if standing_a > standing_b else "B"


def beaten_by(winner: Winner, totals: dict[Side, int], own: dict[Side, int], rules: Rules) -> int:
    """By how much the winner's total beats his own difficulty (``own``, by side), 0 at status quo.

    Source: R2.33
    """
    return 0 if winner == "status_quo" else totals[winner] - scaled(own[winner], rules)


def contenders(
    a: Army, b: Army, plan_a: Plan, plan_b: Plan, rules: Rules, tables: Tables
) -> tuple[Contender, Contender]:
    """Both armies as they roll against each other with these plans.

    Source: R2.9, R2.16, R2.22, R2.25
    Ruling: where flight costs morale at the reveal, a rout counts this turn; the lower morale also lowers the roll if
    the orders are revealed before it.
    """
    seen_a, seen_b = after_reveal(a, plan_a.order, rules), after_reveal(b, plan_b.order, rules)
    rolling_a, rolling_b = (seen_a, seen_b) if rules.reveal == "orders_first_then_difficulty" else (a, b)
    return (
        Contender(
            art_of_war_modifier(rolling_a, rolling_b, plan_a.order, plan_b.order, rules, tables),
            plan_a.difficulty,
            seen_a.routed,
        ),
        Contender(
            art_of_war_modifier(rolling_b, rolling_a, plan_b.order, plan_a.order, rules, tables),
            plan_b.difficulty,
            seen_b.routed,
        ),
    )


def resolve_turn(a: Contender, b: Contender, dice: Dice, rules: Rules) -> TurnResult:
    """Roll the art of war of both generals, A's die first, and name the winner of the turn.

    Source: R2.22, R2.24, R2.26
    """
    sides = die_sides(rules)
    total_a = art_of_war_total(dice.roll(sides, "art of war of A"), a.modifier, rules)
    total_b = art_of_war_total(dice.roll(sides, "art of war of B"), b.modifier, rules)
    winner = turn_winner(
        standing(total_a, a.difficulty, a.routed, rules), standing(total_b, b.difficulty, b.routed, rules)
    )
    margin = beaten_by(winner, {"A": total_a, "B": total_b}, {"A": a.difficulty, "B": b.difficulty}, rules)
    return TurnResult(winner, total_a, total_b, margin)
