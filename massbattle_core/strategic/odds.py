"""Exact odds of a turn: who wins, what it costs, and how both armies come out of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from massbattle_core.distribution import Distribution
from massbattle_core.strategic.closing import armies_after, loss_steps
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army, Plan, Winner
from massbattle_core.strategic.orders import legal_orders, obeyed
from massbattle_core.strategic.resolution import (
    Contender,
    Standing,
    art_of_war_total,
    contenders,
    die_sides,
    difficulties,
    standing,
)
from massbattle_core.strategic.tables import Tables
from massbattle_core.strategic.validation import require, validate_army, validate_plan

__all__ = ["WINNERS", "RankedFaces", "TurnLaw", "legal_plans", "turn_law", "turn_laws", "winner_counts", "winner_odds"]

WINNERS: tuple[Winner, ...] = ("A", "B", "status_quo")


@dataclass(frozen=True, slots=True)
class RankedFaces:
    """The standings that the faces of the die lead to, in order, and how many faces lead to each or to a lower one."""

    standings: tuple[Standing, ...]
    faces: tuple[int, ...]
    up_to: tuple[int, ...]

    @classmethod
    def of(cls, contender: Contender, rules: Rules) -> RankedFaces:
        """Try every face of the die."""
        faces: dict[Standing, int] = {}
        for roll in range(1, die_sides(rules) + 1):
            total = art_of_war_total(roll, contender.modifier, rules)
            worth = standing(total, contender.difficulty, contender.routed, rules)
            faces[worth] = faces.get(worth, 0) + 1
        ranked = tuple(sorted(faces))
        counts = tuple(faces[worth] for worth in ranked)
        return cls(ranked, counts, tuple(accumulate(counts, initial=0)))

    def below(self, worth: Standing) -> int:
        """How many faces lead to a lower standing."""
        return self.up_to[bisect_left(self.standings, worth)]

    def not_above(self, worth: Standing) -> int:
        """How many faces lead to this standing or a lower one."""
        return self.up_to[bisect_right(self.standings, worth)]


def winner_counts(a: RankedFaces, b: RankedFaces) -> dict[Winner, int]:
    """In how many of the equally likely pairs of faces A wins the turn, B wins it, or neither does.

    Since the higher standing wins, each face of A need only be ranked among those of B.

    Source: R2.24, R2.26
    """
    pairs = list(zip(a.standings, a.faces, strict=True))
    won = sum(count * b.below(worth) for worth, count in pairs)
    not_lost = sum(count * b.not_above(worth) for worth, count in pairs)
    return {"A": won, "B": a.up_to[-1] * b.up_to[-1] - not_lost, "status_quo": not_lost - won}


def winner_odds(a: Contender, b: Contender, rules: Rules) -> dict[Winner, Fraction]:
    """The exact probabilities that A wins the turn, that B does, and of a status quo.

    Source: R2.22, R2.24, R2.25, R2.26
    """
    counts = winner_counts(RankedFaces.of(a, rules), RankedFaces.of(b, rules))
    pairs = die_sides(rules) ** 2
    return {winner: Fraction(counts[winner], pairs) for winner in WINNERS}


@dataclass(frozen=True, slots=True)
class TurnLaw:
    """The exact law of a turn.

    ``winner``: probability of each result; ``steps``: (A, B) steps of size lost with each result; ``after``: both
    armies with each result once the turn is closed, morale and fatigue included.
    """

    winner: Mapping[Winner, Fraction]
    steps: Mapping[Winner, tuple[int, int]]
    after: Mapping[Winner, tuple[Army, Army]]

    @property
    def losses_a(self) -> Distribution:
        """The law of the steps that A loses."""
        return self._losses(0)

    @property
    def losses_b(self) -> Distribution:
        """The law of the steps that B loses."""
        return self._losses(1)

    @property
    def routed_a(self) -> Fraction:
        """The probability that A is routed when the turn is closed."""
        return sum((self.winner[winner] for winner in WINNERS if self.after[winner][0].routed), Fraction(0))

    @property
    def routed_b(self) -> Fraction:
        """The probability that B is routed when the turn is closed."""
        return sum((self.winner[winner] for winner in WINNERS if self.after[winner][1].routed), Fraction(0))

    def _losses(self, side: int) -> Distribution:
        weights: dict[int, Fraction] = {}
        for winner in WINNERS:
            lost = self.steps[winner][side]
            weights[lost] = weights.get(lost, Fraction(0)) + self.winner[winner]
        return Distribution(weights)


def turn_law(
    a: Army, b: Army, plan_a: Plan, plan_b: Plan, rules: Rules | None = None, tables: Tables | None = None
) -> TurnLaw:
    """The exact law of a turn in which both generals have written these plans; a routed army flees whatever its plan.

    Raises :class:`InvalidBattleError` with everything that is wrong with the armies and the plans.

    Source: R2.7, R2.22, R2.24, R2.25, R2.26, R2.34
    """
    rules, tables = rules or Rules(), tables or Tables()
    allowed = difficulties(rules, tables)
    require(
        [
            *validate_army(a, tables, "a"),
            *validate_army(b, tables, "b"),
            *validate_plan(plan_a, allowed, "plan_a"),
            *validate_plan(plan_b, allowed, "plan_b"),
        ]
    )
    carried_a = Plan(obeyed(a, plan_a.order), plan_a.difficulty)
    carried_b = Plan(obeyed(b, plan_b.order), plan_b.difficulty)
    return _turn_law(a, b, carried_a, carried_b, rules, tables)


def _turn_law(a: Army, b: Army, plan_a: Plan, plan_b: Plan, rules: Rules, tables: Tables) -> TurnLaw:
    contender_a, contender_b = contenders(a, b, plan_a, plan_b, rules, tables)
    orders = (plan_a.order, plan_b.order)
    return TurnLaw(
        winner_odds(contender_a, contender_b, rules),
        {winner: loss_steps(winner, *orders, rules, tables) for winner in WINNERS},
        {winner: armies_after(a, b, plan_a, plan_b, winner, rules, tables) for winner in WINNERS},
    )


def legal_plans(army: Army, rules: Rules, tables: Tables) -> tuple[Plan, ...]:
    """Every plan that a general may write, by order and then by difficulty.

    Source: R2.7, R2.8, R2.21
    """
    return tuple(Plan(order, difficulty) for order in legal_orders(army) for difficulty in difficulties(rules, tables))


def turn_laws(
    a: Army, b: Army, rules: Rules | None = None, tables: Tables | None = None
) -> Iterator[tuple[Plan, Plan, TurnLaw]]:
    """The exact law of a turn for every pair of plans, in the order of :func:`legal_plans`.

    Raises :class:`InvalidBattleError` for armies that cannot be.

    Source: R2.21, R2.24
    """
    rules, tables = rules or Rules(), tables or Tables()
    require([*validate_army(a, tables, "a"), *validate_army(b, tables, "b")])
    for plan_a in legal_plans(a, rules, tables):
        for plan_b in legal_plans(b, rules, tables):
            yield plan_a, plan_b, _turn_law(a, b, plan_a, plan_b, rules, tables)
