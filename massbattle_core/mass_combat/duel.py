"""The exact duel: two units in contact that strike at each other every turn, with no one else near.

One pass over the losses of both sides, round by round. The chances of one attack are counted over all faces
with the rule functions that play and simulation use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from massbattle_core._jit import njit
from massbattle_core.dice import Mode
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.attack_laws import SATURATED, attack_law, morale_success
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.rules import casualties_due
from massbattle_core.mass_combat.tables import CASUALTIES_DC, HEAVY_LOSS, LIGHT_LOSS, ROUNDS_DEFAULT, ROUT_DC
from massbattle_core.phrases import phrase

__all__ = [
    "DuelOdds",
    "Duellist",
    "duel_odds",
]


@dataclass(frozen=True, slots=True)
class Duellist:
    """One of the two: starting BR, morale rating, how it rolls, and its BR now (the starting BR if None)."""

    br: int
    morale: int
    mode: Mode = "flat"
    br_now: int | None = None


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """The exact odds of a duel seen from A.

    ``rounds``: the law of the round in which it ends, undecided duels at the limit; ``left_a``, ``left_b``: the
    law of the BR of a survivor (its total mass is its chance to survive); ``routed``, ``broken``: by side, the
    chance to fall to DC 10 and to DC 15.
    """

    win: float
    undecided: float
    loss: float
    rounds: Mapping[int, float]
    left_a: Mapping[int, float]
    left_b: Mapping[int, float]
    routed: tuple[float, float]
    broken: tuple[float, float]


def duel_odds(
    a: Duellist,
    b: Duellist,
    *,
    first: Literal["a", "b"] | None = None,
    rounds: int = ROUNDS_DEFAULT,
    rules: HouseRules | None = None,
) -> DuelOdds:
    """The exact odds of two units in contact; with no ``first`` either may begin, with equal chances.

    Raises :class:`InvalidBattleError` for ratings or limits that no battle has.

    Source: R0.20, R0.33, R0.37, R0.42
    """
    _check(a, b, rounds)
    if first is None:
        return _mean(
            duel_odds(a, b, first="a", rounds=rounds, rules=rules),
            duel_odds(a, b, first="b", rounds=rounds, rules=rules),
        )
    every = (rules or HouseRules()).casualties_test == "every_loss_at_or_below_half"
    now_a, now_b = (x.br if x.br_now is None else x.br_now for x in (a, b))
    size = HEAVY_LOSS * rounds + 1
    wins, losses = np.zeros(rounds + 1), np.zeros(rounds + 1)
    left, causes = np.zeros((2, size)), np.zeros((2, 2))
    undecided = _chain(
        now_a - now_b,
        _chances(a.mode),
        _chances(b.mode),
        _survivals(b, now_b, size, every),
        _survivals(a, now_a, size, every),
        1 if first == "b" else 0,
        rounds,
        wins,
        losses,
        left,
        causes,
    )
    law = wins + losses
    law[rounds] += undecided
    return DuelOdds(
        win=float(wins.sum()),
        undecided=float(undecided),
        loss=float(losses.sum()),
        rounds={r: float(p) for r, p in enumerate(law) if p > 0},
        left_a={now_a - lost: float(p) for lost, p in enumerate(left[0]) if p > 0},
        left_b={now_b - lost: float(p) for lost, p in enumerate(left[1]) if p > 0},
        routed=(float(causes[0, 0]), float(causes[1, 0])),
        broken=(float(causes[0, 1]), float(causes[1, 1])),
    )


def _check(a: Duellist, b: Duellist, rounds: int) -> None:
    wrong = [
        Problem(
            f"{name}/{what}",
            phrase("{value} is out of range", value=value),
            phrase("use {low} to {high}", low=low, high=high),
        )
        for name, unit in (("a", a), ("b", b))
        for what, value, low, high in (("br", unit.br, -20_000, 20_000), ("morale", unit.morale, -20, 20))
        if not low <= value <= high
    ]
    if not 1 <= rounds <= 200:
        wrong.append(Problem("rounds", phrase("{rounds} is out of range", rounds=rounds), phrase("use 1 to 200")))
    if wrong:
        raise InvalidBattleError(wrong)


def _mean(x: DuelOdds, y: DuelOdds) -> DuelOdds:
    def laws(p: Mapping[int, float], q: Mapping[int, float]) -> dict[int, float]:
        return {key: (p.get(key, 0.0) + q.get(key, 0.0)) / 2 for key in sorted({*p, *q})}

    def pairs(p: tuple[float, float], q: tuple[float, float]) -> tuple[float, float]:
        return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2

    return DuelOdds(
        win=(x.win + y.win) / 2,
        undecided=(x.undecided + y.undecided) / 2,
        loss=(x.loss + y.loss) / 2,
        rounds=laws(x.rounds, y.rounds),
        left_a=laws(x.left_a, y.left_a),
        left_b=laws(x.left_b, y.left_b),
        routed=pairs(x.routed, y.routed),
        broken=pairs(x.broken, y.broken),
    )


@lru_cache(maxsize=8)
def _chances(mode: Mode) -> npt.NDArray[np.float64]:
    """Chances of a minor and a major success by the difference of BR, −32…32."""
    table = np.zeros((2 * SATURATED + 1, 2))
    for row, difference in enumerate(range(-SATURATED, SATURATED + 1)):
        law = attack_law(difference, mode)
        table[row] = float(law["minor"]), float(law["major"])
    return table


def _survivals(unit: Duellist, now: int, size: int, every: bool) -> npt.NDArray[np.float64]:
    """By the BR lost so far: chance to stand a light loss; to pass DC 10; to stand the rest of a heavy loss."""
    passes_rout = float(morale_success(unit.morale, ROUT_DC))
    passes_half = float(morale_success(unit.morale, CASUALTIES_DC))
    table = np.ones((size, 3))
    for lost in range(size):
        before = now - lost
        light_due = casualties_due(unit.br, before, before - LIGHT_LOSS, every)
        heavy_due = casualties_due(unit.br, before, before - HEAVY_LOSS, every)
        table[lost] = (passes_half if light_due else 1.0, passes_rout, passes_half if heavy_due else 1.0)
    return table


@njit
def _chain(
    difference: int,
    chances_a: Any,
    chances_b: Any,
    survive_b: Any,
    survive_a: Any,
    first: int,
    rounds: int,
    wins: Any,
    losses: Any,
    left: Any,
    causes: Any,
) -> float:
    """Fill the laws of a duel; returns the chance that it is undecided after so many rounds.

    ``p[i, j]`` is the chance that both stand and A has lost i, B has lost j. Chances below 1e-18 are not
    followed further but counted as undecided: all of them together stay below 1e-12.
    """
    size = 5 * rounds + 1
    p = np.zeros((size, size))
    q = np.zeros((size, size))
    p[0, 0] = 1.0
    reached_a = 0
    reached_b = 0
    undecided = 0.0
    for r in range(1, rounds + 1):
        for half in range(2):
            striker = half if first == 0 else 1 - half
            next_a = 0
            next_b = 0
            for i in range(reached_a + 1):
                for j in range(reached_b + 1):
                    mass = p[i, j]
                    if mass == 0.0:
                        continue
                    p[i, j] = 0.0
                    if mass < 1e-18:
                        undecided += mass
                        left[0, i] += mass
                        left[1, j] += mass
                        continue
                    gap = difference - i + j
                    if striker == 1:
                        gap = -gap
                    row = min(max(gap, -32), 32) + 32
                    if striker == 0:
                        light = mass * chances_a[row, 0]
                        heavy = mass * chances_a[row, 1]
                        stands = survive_b[j]
                    else:
                        light = mass * chances_b[row, 0]
                        heavy = mass * chances_b[row, 1]
                        stands = survive_a[i]
                    q[i, j] += mass - light - heavy
                    next_a = max(next_a, i + 5 * striker)
                    next_b = max(next_b, j + 5 - 5 * striker)
                    after_light = light * stands[0]
                    after_heavy = heavy * stands[1] * stands[2]
                    routed = heavy * (1.0 - stands[1])
                    broken = light * (1.0 - stands[0]) + heavy * stands[1] * (1.0 - stands[2])
                    if striker == 0:
                        if after_light > 0.0:
                            q[i, j + 2] += after_light
                        if after_heavy > 0.0:
                            q[i, j + 5] += after_heavy
                        wins[r] += routed + broken
                        left[0, i] += routed + broken
                        causes[1, 0] += routed
                        causes[1, 1] += broken
                    else:
                        if after_light > 0.0:
                            q[i + 2, j] += after_light
                        if after_heavy > 0.0:
                            q[i + 5, j] += after_heavy
                        losses[r] += routed + broken
                        left[1, j] += routed + broken
                        causes[0, 0] += routed
                        causes[0, 1] += broken
            reached_a = min(next_a, size - 1)
            reached_b = min(next_b, size - 1)
            p, q = q, p
    for i in range(reached_a + 1):
        for j in range(reached_b + 1):
            undecided += p[i, j]
            left[0, i] += p[i, j]
            left[1, j] += p[i, j]
    return undecided
