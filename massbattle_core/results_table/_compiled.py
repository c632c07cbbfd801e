"""What lets one source run twice: as plain Python with dice in the hand, and compiled with keyed dice.

A rule marked :func:`in_kernels` stays a plain function; compiled kernels compile that same source. A loop that
rolls takes a *source* of dice: a :class:`~massbattle_core.dice.Dice` when it runs as plain Python, an array
(key, place of the next die) when it is compiled. Both give the same faces for the same seed and battle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from massbattle_core._jit import overload_of
from massbattle_core.dice import KeyedDice, battle_key, die_at

__all__ = ["draw", "in_kernels", "keyed_source", "roll_die"]

F = TypeVar("F", bound=Callable[..., Any])


def in_kernels(function: F) -> F:
    """Let compiled kernels call a plain function, by compiling its own source."""
    overload_of(function)(lambda *arguments: function)
    return function


def keyed_source(seed: int, battle: int) -> Any:
    """The dice of one simulated battle."""
    return KeyedDice(int(seed), int(battle))


@overload_of(keyed_source)
def _keyed_source(seed: Any, battle: Any) -> Any:
    def compiled(seed: Any, battle: Any) -> Any:
        source = np.zeros(2, np.uint64)
        source[0] = battle_key(seed, battle)
        return source

    return compiled


def roll_die(source: Any, sides: int, label: str) -> int:
    """Roll one die of a source of dice."""
    return int(source.roll(int(sides), label))


@overload_of(roll_die)
def _roll_die(source: Any, sides: Any, label: Any) -> Any:
    def compiled(source: Any, sides: Any, label: Any) -> Any:
        place = source[1]
        source[1] = place + np.uint64(1)
        return die_at(source[0], place, sides)

    return compiled


@in_kernels
def draw(source: Any, count: int, label: str) -> int:
    """Draw an index 0…count − 1; with one candidate no die is rolled."""
    if count == 1:
        return 0
    return roll_die(source, count, label) - 1
