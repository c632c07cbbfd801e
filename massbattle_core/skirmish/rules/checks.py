"""Checks and saving throws: the rolls of Help, Search, Hide, First aid and improvised actions (R1.11, R1.15–R1.19).

Judgement: R1.11, R1.16 (the game master says what an improvised action or a search needs and what it finds)
"""

from __future__ import annotations

from fractions import Fraction

from massbattle_core._jit import njit
from massbattle_core.dice import Dice, Mode, d20_law
from massbattle_core.distribution import Distribution
from massbattle_core.skirmish.rules.d20 import roll_d20

__all__ = ["check_odds", "check_probability", "resolve_check", "sees"]


def resolve_check(bonus: int, dice: Dice, label: str, mode: Mode = "flat") -> int:
    """The total of an ability check or saving throw: d20 and bonus.

    Source: R1.11, R1.16, R1.19
    """
    return roll_d20(mode, dice, label) + bonus


def check_odds(bonus: int, mode: Mode = "flat") -> Distribution:
    """The exact law of :func:`resolve_check`.

    Source: R1.11, R1.16, R1.19
    """
    return d20_law(mode) + bonus


def check_probability(bonus: int, difficulty: int, mode: Mode = "flat") -> Fraction:
    """The exact chance that a check reaches its difficulty.

    Source: R1.11, R1.16, R1.31
    """
    return check_odds(bonus, mode).at_least(difficulty)


@njit
def sees(observer_hit_points: int, passive: int, hidden: int) -> bool:
    """Whether an observer sees somebody: not if it is unconscious, nor if ``hidden`` (0: not hidden) beats it.

    Source: R1.19
    """
    return observer_hit_points > 0 and passive >= hidden
