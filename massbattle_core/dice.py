"""Dice: keyed dice for simulation, scripted and real dice for play, exact laws of a d20.

Keyed dice are stateless: a die is a pure function of a battle's key and of its *place* in that battle, so
results do not depend on threads, chunks or the order of computation, and two battles that differ in one
number share all their other dice. Rulebooks whose procedures roll in a fixed order take a :class:`Dice`
object; the kernel of mass combat addresses its dice by place.

Every roll may be recorded as a :class:`Roll` ``(number, label, sides, value)``.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, Protocol

import numpy as np

from massbattle_core._jit import DISABLED, njit, overload_of
from massbattle_core.distribution import Distribution
from massbattle_core.errors import DiceError
from massbattle_core.phrases import phrase

__all__ = [
    "Dice",
    "KeyedDice",
    "Mode",
    "Roll",
    "ScriptedDice",
    "SystemDice",
    "battle_key",
    "d20_law",
    "die_at",
    "keep",
    "mix64",
]

Mode = Literal["flat", "adv", "dis"]
"""How a d20 is rolled: one die, the higher of two, the lower of two."""

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_MIX_A = 0xBF58476D1CE4E5B9
_MIX_B = 0x94D049BB133111EB
_U27, _U30, _U31, _U32 = (np.uint64(n) for n in (27, 30, 31, 32))
_UGOLDEN, _UA, _UB = np.uint64(_GOLDEN), np.uint64(_MIX_A), np.uint64(_MIX_B)
_INT: Callable[[Any], int] = int if DISABLED else np.int64  # type: ignore[assignment]


# ---------------------------------------------------------------- keyed dice


def mix64(z: int) -> int:
    """The finaliser of splitmix64: a bijection of the 64-bit integers."""
    z &= _MASK
    z = ((z ^ (z >> 30)) * _MIX_A) & _MASK
    z = ((z ^ (z >> 27)) * _MIX_B) & _MASK
    return z ^ (z >> 31)


@overload_of(mix64)
def _mix64(z: Any) -> Any:
    def compiled(z: Any) -> Any:
        z = np.uint64(z)
        z = (z ^ (z >> _U30)) * _UA
        z = (z ^ (z >> _U27)) * _UB
        return z ^ (z >> _U31)

    return compiled


def battle_key(seed: int, battle: int) -> int:
    """The 64-bit key of battle number ``battle`` of the run ``seed``."""
    return mix64((mix64((seed + _GOLDEN) & _MASK) + battle * _MIX_A) & _MASK)


@overload_of(battle_key)
def _battle_key(seed: Any, battle: Any) -> Any:
    def compiled(seed: Any, battle: Any) -> Any:
        first: Any = np.uint64(seed) + _UGOLDEN
        second: Any = mix64(first) + np.uint64(battle) * _UA
        return mix64(second)

    return compiled


def die_at(key: int, place: int, sides: int) -> int:
    """The face, 1…sides, of the die at a place of the battle with this key (bias below sides / 2**32)."""
    z = mix64((key + place * _GOLDEN) & _MASK)
    return (((z >> 32) * sides) >> 32) + 1


@overload_of(die_at)
def _die_at(key: Any, place: Any, sides: Any) -> Any:
    def compiled(key: Any, place: Any, sides: Any) -> Any:
        z: Any = mix64(key + np.uint64(place) * _UGOLDEN)
        return _INT(((z >> _U32) * np.uint64(sides)) >> _U32) + 1

    return compiled


# ---------------------------------------------------------------- dice in a fixed order


@dataclass(frozen=True)
class Roll:
    """One die as it fell: its number in the log (from 0), what it was for, its sides and its face.

    ``place`` is its address in the battle where dice have one.
    """

    number: int
    label: str
    sides: int
    value: int
    place: int | None = None


class Dice(Protocol):
    """A source of dice that keeps a log."""

    log: list[Roll]

    def roll(self, sides: int, label: str) -> int:
        """Roll one die; ``label`` says what for."""
        ...


class _LoggedDice(ABC):
    def __init__(self) -> None:
        self.log: list[Roll] = []

    def roll(self, sides: int, label: str) -> int:
        """Roll one die of ``sides`` faces and log it under ``label``."""
        value = self._face(sides, label)
        self.log.append(Roll(len(self.log), label, sides, value))
        return value

    @abstractmethod
    def _face(self, sides: int, label: str) -> int:
        """The face of the next die."""


class SystemDice(_LoggedDice):
    """Real chance: the entropy of the operating system (live play)."""

    def _face(self, sides: int, label: str) -> int:
        return secrets.randbelow(sides) + 1


class KeyedDice(_LoggedDice):
    """The dice of battle ``battle`` of the run ``seed``, drawn one after the other."""

    def __init__(self, seed: int, battle: int = 0) -> None:
        super().__init__()
        self._key = battle_key(seed, battle)

    def _face(self, sides: int, label: str) -> int:
        return die_at(self._key, len(self.log), sides)


class ScriptedDice(_LoggedDice):
    """The given faces in order: typed dice, replays and scenarios.

    Raises :class:`DiceError` when the list runs out or a face does not exist on the die.
    """

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__()
        self.values = list(values)

    @property
    def left(self) -> list[int]:
        """The faces that nobody has rolled yet."""
        return self.values[len(self.log) :]

    def _face(self, sides: int, label: str) -> int:
        number = len(self.log)
        if number >= len(self.values):
            raise DiceError(
                phrase(
                    "no die left for roll {number}: d{sides} for {label}", number=number + 1, sides=sides, label=label
                )
            )
        value = self.values[number]
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= sides:
            raise DiceError(
                phrase(
                    "{value!r} is no face of a d{sides} (roll {number}, {label})",
                    value=value,
                    sides=sides,
                    number=number + 1,
                    label=label,
                )
            )
        return value


# ---------------------------------------------------------------- the d20


@njit
def keep(first: int, second: int, mode: int) -> int:
    """The die that counts of two: the higher if ``mode`` > 0, the lower if < 0, the first if 0.

    Source: R0.38
    """
    if mode > 0:
        return max(first, second)
    if mode < 0:
        return min(first, second)
    return first


@lru_cache(maxsize=3)
def d20_law(mode: Mode = "flat") -> Distribution:
    """The exact law of a d20 rolled flat, with advantage (higher of two) or disadvantage (lower of two).

    Source: R0.38
    """
    sign = {"flat": 0, "adv": 1, "dis": -1}[mode]
    faces = range(1, 21)
    weights: dict[int, Fraction] = {}
    for first in faces:
        for second in faces:
            value = keep(first, second, sign)
            weights[value] = weights.get(value, Fraction(0)) + Fraction(1, 400)
    return Distribution(weights)
