"""Exact laws on the integers.

Instances are immutable. Probabilities are :class:`fractions.Fraction`; they sum to exactly 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

__all__ = ["Distribution"]


class Distribution(Mapping[int, Fraction]):
    """A law on finitely many integers: ``law[value]`` is the probability of ``value``.

    Values of probability 0 are dropped. Raises ``ValueError`` if the weights are negative or all zero;
    weights that do not sum to 1 are normalised, so counts of faces can be passed as they are.
    """

    def __init__(self, weights: Mapping[int, Fraction | int]) -> None:
        total = sum(map(Fraction, weights.values()), Fraction(0))
        if total <= 0 or any(weight < 0 for weight in weights.values()):
            raise ValueError("a law needs weights that are not negative and not all zero")
        self._p = {int(value): Fraction(weight) / total for value, weight in sorted(weights.items()) if weight}

    @classmethod
    def certain(cls, value: int) -> Distribution:
        """The law of a value that is sure."""
        return cls({value: 1})

    @classmethod
    def die(cls, sides: int) -> Distribution:
        """The law of one fair die."""
        return cls(dict.fromkeys(range(1, sides + 1), 1))

    @classmethod
    def dice(cls, count: int, sides: int) -> Distribution:
        """The law of the sum of ``count`` fair dice (0 if there are none)."""
        law = cls.certain(0)
        one = cls.die(sides)
        for _ in range(count):
            law = law + one
        return law

    @classmethod
    def bernoulli(cls, p: Fraction) -> Distribution:
        """1 with probability ``p``, else 0."""
        return cls({0: 1 - Fraction(p), 1: Fraction(p)})

    @classmethod
    def binomial(cls, n: int, p: Fraction) -> Distribution:
        """The number of successes in ``n`` independent tries."""
        weights = {0: Fraction(1)}
        for _ in range(n):
            grown: dict[int, Fraction] = {}
            for value, weight in weights.items():
                grown[value] = grown.get(value, Fraction(0)) + weight * (1 - p)
                grown[value + 1] = grown.get(value + 1, Fraction(0)) + weight * p
            weights = grown
        return cls(weights)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
        """The law that is ``law`` with probability ``weight``, for the pairs (weight, law)."""
        weights: dict[int, Fraction] = {}
        for weight, law in parts:
            for value, p in law.items():
                weights[value] = weights.get(value, Fraction(0)) + weight * p
        return cls(weights)

    def __getitem__(self, value: int) -> Fraction:
        return self._p.get(value, Fraction(0))

    def __iter__(self) -> Iterator[int]:
        return iter(self._p)

    def __len__(self) -> int:
        return len(self._p)

    def __contains__(self, value: object) -> bool:
        return value in self._p

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._p == other._p

    def __hash__(self) -> int:
        return hash(tuple(self._p.items()))

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{value}: {p}' for value, p in self._p.items())}}})"

    def __add__(self, other: Distribution | int) -> Distribution:
        """The law of the sum with an independent variable or a constant."""
        if isinstance(other, int):
            return self.map(lambda value: value + other)
        weights: dict[int, Fraction] = {}
        for a, p in self.items():
            for b, q in other.items():
                weights[a + b] = weights.get(a + b, Fraction(0)) + p * q
        return Distribution(weights)

    def map(self, function: Callable[[int], int]) -> Distribution:
        """The law of ``function(value)``."""
        weights: dict[int, Fraction] = {}
        for value, p in self.items():
            image = function(value)
            weights[image] = weights.get(image, Fraction(0)) + p
        return Distribution(weights)

    @cached_property
    def mean(self) -> Fraction:
        """The expected value."""
        return sum((value * p for value, p in self.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """The variance."""
        return sum((value * value * p for value, p in self.items()), Fraction(0)) - self.mean**2

    def at_least(self, value: int) -> Fraction:
        """The probability of ``value`` or more."""
        return sum((p for v, p in self.items() if v >= value), Fraction(0))

    def quantile(self, p: Fraction | float) -> int:
        """The smallest value that is not exceeded with probability at least ``p`` (median: 1/2)."""
        reached = Fraction(0)
        for value, weight in self.items():
            reached += weight
            if reached >= p:
                return value
        return max(self)
