"""A campaign of several turns, simulated with keyed dice: who wins, how long it takes, and who is left.

A side plays a :class:`Plan` (always the same), a :class:`~massbattle_core.strategic.equilibrium.Strategy` (the same
mixture every turn), or a :class:`~massbattle_core.strategic.equilibrium.Payoff` (the equilibrium of each turn for it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isclose
from typing import Literal, TypeVar

from massbattle_core.dice import Dice, KeyedDice
from massbattle_core.distribution import Distribution
from massbattle_core.errors import Problem
from massbattle_core.strategic.armies import may_fight, rested
from massbattle_core.strategic.closing import armies_after, end_of_battle
from massbattle_core.strategic.equilibrium import Equilibrium, Payoff, Strategy, plan_game
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army, Plan, Side
from massbattle_core.strategic.orders import obeyed
from massbattle_core.strategic.resolution import contenders, difficulties, resolve_turn
from massbattle_core.strategic.tables import ORDERS, Tables
from massbattle_core.strategic.validation import require, validate_army, validate_plan, validate_whole

__all__ = ["CampaignLaw", "Policy", "simulate_campaign"]

Policy = Plan | Strategy | Payoff
"""How a side chooses its plans; see the module docstring."""

CampaignWinner = Literal["A", "B", "draw", "undecided"]
"""Who wins a campaign: nobody if both armies are beaten in one turn; undecided if it goes on beyond the limit."""

Choice = TypeVar("Choice")

_FINE = 1 << 32
"""Faces of the die that draws from a mixed strategy."""
_MOST_BATTLES = 1_000_000
_MOST_SEED = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class CampaignLaw:
    """What simulated campaigns came to: shares of the winners, laws of the turns fought and of the soldiers left."""

    battles: int
    winner: Mapping[CampaignWinner, Fraction]
    turns: Distribution
    headcount_a: Distribution
    headcount_b: Distribution


def simulate_campaign(
    a: Army,
    b: Army,
    policy_a: Policy,
    policy_b: Policy,
    battles: int = 1000,
    seed: int = 0,
    rules: Rules | None = None,
    tables: Tables | None = None,
    turn_limit: int = 20,
) -> CampaignLaw:
    """Simulate campaigns without characters; battle n of a seed always falls the same.

    ``turn_limit``: turns fought after which a campaign is left undecided. Armies that must rest do so together.

    Raises :class:`InvalidBattleError` with everything that is wrong with armies, plans and numbers.

    Source: R2.1, R2.2, R2.22, R2.24, R2.34, R2.37
    Ruling: where only the game master may take fatigue away, a campaign that needs it is left undecided.
    """
    rules, tables = rules or Rules(), tables or Tables()
    require(
        [
            *validate_army(a, tables, "a"),
            *validate_army(b, tables, "b"),
            *_policy_problems(policy_a, rules, tables, "policy_a"),
            *_policy_problems(policy_b, rules, tables, "policy_b"),
            *validate_whole("battles", battles, 1, _MOST_BATTLES),
            *validate_whole("seed", seed, 0, _MOST_SEED),
            *validate_whole("turn_limit", turn_limit, 1, _MOST_BATTLES),
        ]
    )
    equilibria = _Equilibria(rules, tables)
    winners: Counter[CampaignWinner] = Counter()
    turns: Counter[int] = Counter()
    left_a: Counter[int] = Counter()
    left_b: Counter[int] = Counter()
    for battle in range(battles):
        end = _one_campaign(a, b, policy_a, policy_b, KeyedDice(seed, battle), equilibria, turn_limit)
        winners[end.winner] += 1
        turns[end.turns] += 1
        left_a[end.a.headcount] += 1
        left_b[end.b.headcount] += 1
    shares: dict[CampaignWinner, Fraction] = {
        winner: Fraction(winners[winner], battles) for winner in ("A", "B", "draw", "undecided")
    }
    return CampaignLaw(battles, shares, Distribution(turns), Distribution(left_a), Distribution(left_b))


@dataclass(frozen=True, slots=True)
class _End:
    winner: CampaignWinner
    turns: int
    a: Army
    b: Army


class _Equilibria:
    """Equilibria found so far, by the armies and by the payoffs, which many armies share."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self.rules = rules
        self.tables = tables
        self._by_armies: dict[tuple[Army, Army, Payoff], Equilibrium] = {}
        self._by_payoffs: dict[tuple[bytes, ...], Equilibrium] = {}

    def of(self, a: Army, b: Army, payoff: Payoff) -> Equilibrium:
        key = (a, b, payoff)
        if key not in self._by_armies:
            game = plan_game(a, b, payoff, self.rules, self.tables)
            words = " ".join((*game.orders_a, "against", *game.orders_b)).encode()
            payoffs = (words, *(matrix.tobytes() for matrix in game.payoffs.values()))
            if payoffs not in self._by_payoffs:
                self._by_payoffs[payoffs] = game.solve()
            self._by_armies[key] = self._by_payoffs[payoffs]
        return self._by_armies[key]


def _one_campaign(
    a: Army, b: Army, policy_a: Policy, policy_b: Policy, dice: Dice, equilibria: _Equilibria, turn_limit: int
) -> _End:
    rules, tables = equilibria.rules, equilibria.tables
    for turn in range(1, turn_limit + 1):
        while not (may_fight(a, rules) and may_fight(b, rules)):
            if rules.rest_resets == "gm":
                return _End("undecided", turn - 1, a, b)
            a, b = rested(a, rules), rested(b, rules)
        plan_a, plan_b = _plans(a, b, policy_a, policy_b, dice, equilibria)
        result = resolve_turn(*contenders(a, b, plan_a, plan_b, rules, tables), dice, rules)
        a, b = armies_after(a, b, plan_a, plan_b, result.winner, rules, tables)
        outcome = end_of_battle(a, b)
        if outcome is not None:
            winner: CampaignWinner = "draw" if outcome.winner is None else ("A" if outcome.winner == "A" else "B")
            return _End(winner, turn, a, b)
    return _End("undecided", turn_limit, a, b)


def _plans(
    a: Army, b: Army, policy_a: Policy, policy_b: Policy, dice: Dice, equilibria: _Equilibria
) -> tuple[Plan, Plan]:
    """The plans of both generals: orders first, then the difficulties."""
    own = _strategy(a, b, "A", policy_a, equilibria)
    enemy = _strategy(a, b, "B", policy_b, equilibria)
    order_a, order_b = _drawn(own.orders, dice, "order of A"), _drawn(enemy.orders, dice, "order of B")
    seen_a, seen_b = obeyed(a, order_a), obeyed(b, order_b)
    difficulty_a = _drawn(own.difficulties[order_a, seen_b], dice, "difficulty of A")
    difficulty_b = _drawn(enemy.difficulties[order_b, seen_a], dice, "difficulty of B")
    return Plan(seen_a, difficulty_a), Plan(seen_b, difficulty_b)


def _strategy(a: Army, b: Army, side: Side, policy: Policy, equilibria: _Equilibria) -> Strategy:
    match policy:
        case Plan():
            return Strategy.pure(policy, ORDERS)
        case Strategy():
            return policy
    equilibrium = equilibria.of(a, b, policy)
    return equilibrium.a if side == "A" else equilibrium.b


def _drawn(chances: Mapping[Choice, float], dice: Dice, label: str) -> Choice:
    """One of the choices with these chances; no die is rolled where there is no choice."""
    choices = list(chances)
    if len(choices) == 1:
        return choices[0]
    place = (dice.roll(_FINE, label) - 1) / _FINE * sum(chances.values())
    for choice in choices[:-1]:
        place -= chances[choice]
        if place < 0:
            return choice
    return choices[-1]


def _policy_problems(policy: object, rules: Rules, tables: Tables, at: str) -> Iterator[Problem]:
    if isinstance(policy, Plan):
        yield from validate_plan(policy, difficulties(rules, tables), at)
    elif isinstance(policy, Strategy):
        yield from _strategy_problems(policy, difficulties(rules, tables), at)
    elif not isinstance(policy, Payoff):
        yield Problem(at, f"{policy!r} is no policy", "give a plan, a mixed strategy or a payoff")


def _strategy_problems(strategy: Strategy, announced: Sequence[int], at: str) -> Iterator[Problem]:
    yield from _chance_problems(strategy.orders, ORDERS, f"{at}/orders")
    for order in strategy.orders:
        for enemy in ORDERS:
            chances = strategy.difficulties.get((order, enemy), {})
            yield from _chance_problems(chances, announced, f"{at}/difficulties/{order}/{enemy}")


def _chance_problems(chances: Mapping[Choice, float], known: Sequence[Choice], at: str) -> Iterator[Problem]:
    unknown = [choice for choice in chances if choice not in known]
    if unknown:
        yield Problem(at, f"{unknown} cannot be chosen", f"choose among {list(known)}")
    if not all(0 <= p <= 1 for p in chances.values()) or not isclose(sum(chances.values()), 1.0, abs_tol=1e-6):
        yield Problem(at, "the chances are not numbers from 0 to 1 that sum to 1", "mend the chances")
