"""The game of order and difficulty: both generals choose in secret, what one gains the other loses.

Payoff of a turn, as A sees it (:class:`Payoff`)::

    win · (P(A wins the turn) − P(B wins it)) + losses · E(steps of size lost by B − steps lost by A)

:data:`WINNING` counts the turn alone, :data:`LOSSES` the steps alone, :data:`BOTH` makes a turn won worth a step.
The payoff looks one turn ahead: it does not see what flight costs in morale.

Where the house reveals the orders before the difficulties are chosen, the game has two stages: for each pair of orders
a game of difficulties, and before it the game of orders whose payoffs are the values of those games.
Plans that pay the same whatever the enemy does count as one, listed under the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

from massbattle_core.strategic.closing import loss_steps
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army, Plan
from massbattle_core.strategic.odds import RankedFaces, winner_counts
from massbattle_core.strategic.orders import legal_orders
from massbattle_core.strategic.resolution import Contender, contenders, die_sides, difficulties
from massbattle_core.strategic.tables import Order, Tables
from massbattle_core.strategic.validation import require, validate_army

__all__ = [
    "BOTH",
    "LOSSES",
    "WINNING",
    "Equilibrium",
    "Payoff",
    "PlanGame",
    "Strategy",
    "plan_game",
    "solve_matrix_game",
]

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]
Choice = TypeVar("Choice")

_SLACK = 1e-7
"""Below this a probability or a gap of the linear program is taken for 0 before the solution is polished."""


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a general plays for: the weight of winning the turn and of a step of size lost or inflicted."""

    win: int = 1
    losses: int = 0


WINNING = Payoff(1, 0)
LOSSES = Payoff(0, 1)
BOTH = Payoff(1, 1)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A mixed strategy: chances of the orders and, by (own order, enemy's order), chances of the difficulties.

    Where orders and difficulties are secret together, the difficulties are the same whatever the enemy's order.
    """

    orders: Mapping[Order, float]
    difficulties: Mapping[tuple[Order, Order], Mapping[int, float]]

    def chance(self, plan: Plan, enemy_order: Order) -> float:
        """The chance of a plan when the enemy has given this order."""
        if plan.order not in self.orders:
            return 0.0
        return self.orders[plan.order] * self.difficulties[plan.order, enemy_order].get(plan.difficulty, 0.0)

    @classmethod
    def pure(cls, plan: Plan, enemy_orders: Iterable[Order]) -> Strategy:
        """Always this plan."""
        return cls({plan.order: 1.0}, {(plan.order, enemy): {plan.difficulty: 1.0} for enemy in enemy_orders})

    @classmethod
    def of_plans(cls, chances: Mapping[Plan, float], enemy_orders: Sequence[Order]) -> Strategy:
        """Plans chosen with these chances, in secret."""
        orders: dict[Order, float] = {}
        for plan, p in chances.items():
            if p > 0:
                orders[plan.order] = orders.get(plan.order, 0.0) + p
        by_order = {
            order: {plan.difficulty: p / whole for plan, p in chances.items() if plan.order == order and p > 0}
            for order, whole in orders.items()
        }
        return cls(orders, {(order, enemy): by_order[order] for order in orders for enemy in enemy_orders})


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Strategies from which neither general gains by departing, and what the turn is then worth to A.

    ``gain`` is the most that any departure would gain: what is left of the rounding of floating-point numbers.
    """

    value: float
    a: Strategy
    b: Strategy
    gain: float


# ---------------------------------------------------------------- matrix games


def solve_matrix_game(payoffs: Matrix) -> tuple[float, Vector, Vector]:
    """Value and optimal mixed strategies of a zero-sum game; rows choose the payoff to be high, columns to be low.

    The linear program gives a vertex; its equations are solved once more without the tolerance of the program.
    """
    rows, first_rows = _distinct(payoffs)
    columns, first_columns = _distinct(rows.T)
    core = np.ascontiguousarray(columns.T)
    shift = 1.0 - core.min()
    m, n = core.shape
    program = linprog(np.ones(m), A_ub=-(core + shift).T, b_ub=-np.ones(n), method="highs-ds")
    p = np.clip(program.x, 0.0, None)
    q = np.clip(-program.ineqlin.marginals, 0.0, None)
    p, q = p / p.sum(), q / q.sum()
    p, q = _polished(core, p, q)
    row_chances, column_chances = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
    row_chances[first_rows], column_chances[first_columns] = p, q
    return float(p @ core @ q), row_chances, column_chances


def _distinct(rows: Matrix) -> tuple[Matrix, npt.NDArray[np.intp]]:
    """The rows without repetitions and the place of the first of each, in their order."""
    first = np.sort(np.unique(rows, axis=0, return_index=True)[1])
    return rows[first], first


def _polished(payoffs: Matrix, p: Vector, q: Vector) -> tuple[Vector, Vector]:
    """The strategies solved from the equations of their supports, kept where that leaves less to gain."""
    row_gains, column_gains = payoffs @ q, p @ payoffs
    best_rows = row_gains >= row_gains.max() - _SLACK
    best_columns = column_gains <= column_gains.min() + _SLACK
    finer_p = _indifferent(payoffs.T, p > _SLACK, best_columns)
    finer_q = _indifferent(payoffs, q > _SLACK, best_rows)
    return min(((x, y) for x in (p, finer_p) for y in (q, finer_q)), key=lambda pair: _gain(payoffs, *pair))


def _indifferent(payoffs: Matrix, support: npt.NDArray[np.bool_], best: npt.NDArray[np.bool_]) -> Vector:
    """Chances on a support that make the best answers pay the same."""
    size = int(support.sum())
    equations = np.zeros((int(best.sum()) + 1, size + 1))
    equations[:-1, :size] = payoffs[np.ix_(best, support)]
    equations[:-1, size] = -1.0
    equations[-1, :size] = 1.0
    right = np.zeros(len(equations))
    right[-1] = 1.0
    chances = np.zeros(len(support))
    chances[support] = np.clip(np.linalg.lstsq(equations, right, rcond=None)[0][:size], 0.0, None)
    total = chances.sum()
    return chances / total if total > 0 else chances + 1 / len(chances)


def _gain(payoffs: Matrix, p: Vector, q: Vector) -> float:
    """The most that a departure from (p, q) gains to either player."""
    value = float(p @ payoffs @ q)
    return max(float((payoffs @ q).max()) - value, value - float((p @ payoffs).min()))


# ---------------------------------------------------------------- the game of plans


@dataclass(frozen=True, slots=True)
class PlanGame:
    """The payoffs of every pair of plans: for (order of A, order of B) a matrix by difficulty of A and of B."""

    orders_a: tuple[Order, ...]
    orders_b: tuple[Order, ...]
    difficulties: tuple[int, ...]
    payoffs: Mapping[tuple[Order, Order], Matrix]
    orders_first: bool

    def solve(self) -> Equilibrium:
        """The equilibrium in mixed strategies and the value of the game to A.

        Source: R2.5, R2.9, R2.21
        """
        return self._orders_then_difficulties() if self.orders_first else self._all_together()

    @property
    def orders_matter(self) -> bool:
        """Whether the payoffs depend on the orders at all."""
        first = self.payoffs[self.orders_a[0], self.orders_b[0]]
        return any(not np.array_equal(first, matrix) for matrix in self.payoffs.values())

    def expected(self, a: Strategy, b: Strategy) -> float:
        """What the turn is worth to A when both play these strategies."""
        return sum(
            a.orders[x] * b.orders[y] * float(self._mix(a, x, y) @ self.payoffs[x, y] @ self._mix(b, y, x))
            for x in a.orders
            for y in b.orders
        )

    def best_of_a(self, b: Strategy) -> float:
        """The most that A can make of the turn against a strategy of B."""
        answers = {
            (x, y): b.orders[y] * (self.payoffs[x, y] @ self._mix(b, y, x)) for x in self.orders_a for y in b.orders
        }
        if self.orders_first:
            return max(sum(float(answers[x, y].max()) for y in b.orders) for x in self.orders_a)
        return max(float(np.max(sum(answers[x, y] for y in b.orders))) for x in self.orders_a)

    def best_of_b(self, a: Strategy) -> float:
        """The least that B can leave to A against a strategy of A."""
        answers = {
            (x, y): a.orders[x] * (self._mix(a, x, y) @ self.payoffs[x, y]) for x in a.orders for y in self.orders_b
        }
        if self.orders_first:
            return min(sum(float(answers[x, y].min()) for x in a.orders) for y in self.orders_b)
        return min(float(np.min(sum(answers[x, y] for x in a.orders))) for y in self.orders_b)

    def regret_of_a(self, a: Strategy, b: Strategy) -> float:
        """What A would have gained by the best answer to B's strategy instead of ``a``."""
        return self.best_of_a(b) - self.expected(a, b)

    def regret_of_b(self, a: Strategy, b: Strategy) -> float:
        """What B would have gained by the best answer to A's strategy instead of ``b``."""
        return self.expected(a, b) - self.best_of_b(a)

    def _mix(self, strategy: Strategy, own: Order, enemy: Order) -> Vector:
        chances = strategy.difficulties[own, enemy]
        return np.array([chances.get(difficulty, 0.0) for difficulty in self.difficulties])

    def _equilibrium(self, value: float, a: Strategy, b: Strategy) -> Equilibrium:
        return Equilibrium(value, a, b, max(self.regret_of_a(a, b), self.regret_of_b(a, b)))

    def _all_together(self) -> Equilibrium:
        whole = np.block([[self.payoffs[x, y] for y in self.orders_b] for x in self.orders_a])
        value, p, q = solve_matrix_game(whole)
        plans_a = [Plan(order, difficulty) for order in self.orders_a for difficulty in self.difficulties]
        plans_b = [Plan(order, difficulty) for order in self.orders_b for difficulty in self.difficulties]
        a = Strategy.of_plans(dict(zip(plans_a, p.tolist(), strict=True)), self.orders_b)
        b = Strategy.of_plans(dict(zip(plans_b, q.tolist(), strict=True)), self.orders_a)
        return self._equilibrium(value, a, b)

    def _orders_then_difficulties(self) -> Equilibrium:
        solved = {pair: solve_matrix_game(matrix) for pair, matrix in self.payoffs.items()}
        values = np.array([[solved[x, y][0] for y in self.orders_b] for x in self.orders_a])
        value, p, q = solve_matrix_game(values)
        a = Strategy(
            _likely(self.orders_a, p), {(x, y): _likely(self.difficulties, solved[x, y][1]) for x, y in solved}
        )
        b = Strategy(
            _likely(self.orders_b, q), {(y, x): _likely(self.difficulties, solved[x, y][2]) for x, y in solved}
        )
        return self._equilibrium(value, a, b)


def _likely(choices: Sequence[Choice], chances: Vector) -> dict[Choice, float]:
    return {choice: p for choice, p in zip(choices, chances.tolist(), strict=True) if p > 0}


def plan_game(
    a: Army, b: Army, payoff: Payoff = WINNING, rules: Rules | None = None, tables: Tables | None = None
) -> PlanGame:
    """The game of order and difficulty between two armies for this payoff.

    Raises :class:`InvalidBattleError` for armies that cannot be.

    Source: R2.5, R2.7, R2.21, R2.24, R2.34
    """
    rules, tables = rules or Rules(), tables or Tables()
    require([*validate_army(a, tables, "a"), *validate_army(b, tables, "b")])
    announced = difficulties(rules, tables)
    orders_a, orders_b = legal_orders(a), legal_orders(b)
    payoffs = {}
    for x in orders_a:
        for y in orders_b:
            meeting = contenders(a, b, Plan(x, 0), Plan(y, 0), rules, tables)
            won, lost = _winning_chances(*meeting, announced, rules)
            worth_won, worth_lost = (
                sign * payoff.win + payoff.losses * (steps_b - steps_a)
                for sign, steps_a, steps_b in (
                    (1, *loss_steps("A", x, y, rules, tables)),
                    (-1, *loss_steps("B", x, y, rules, tables)),
                )
            )
            payoffs[x, y] = won * worth_won + lost * worth_lost
    return PlanGame(orders_a, orders_b, announced, payoffs, rules.reveal == "orders_first_then_difficulty")


@lru_cache(maxsize=4096)
def _winning_chances(a: Contender, b: Contender, announced: tuple[int, ...], rules: Rules) -> tuple[Matrix, Matrix]:
    """The chances that A wins and that B wins, by the difficulties of A (rows) and of B (columns)."""
    ranked_a = [RankedFaces.of(Contender(a.modifier, difficulty, a.routed), rules) for difficulty in announced]
    ranked_b = [RankedFaces.of(Contender(b.modifier, difficulty, b.routed), rules) for difficulty in announced]
    counts = [[winner_counts(row, column) for column in ranked_b] for row in ranked_a]
    won = np.array([[count["A"] for count in row] for row in counts], dtype=np.float64)
    lost = np.array([[count["B"] for count in row] for row in counts], dtype=np.float64)
    pairs = float(die_sides(rules) ** 2)
    return won / pairs, lost / pairs
