"""Losses by series, for sides whose dead may be struck again.

Receivers are drawn from all engaged soldiers, so the ways to deal B blows to m soldiers are B! times a coefficient of
a product of m exponential series, one a soldier. A soldier's series is (ways not to be lost) + z (ways to be lost);
the law of the number lost is read off the powers of z, found by interpolation in whole numbers. With givers who
strike once each and differ in their modifiers, the series have one variable a modifier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import comb, factorial, perm, prod
from operator import mul

from massbattle_core.results_table.odds.struck import Index, Receivers, State, Struck, caps_of, classes_of
from massbattle_core.results_table.rules.blows import receiver_modifier, suffer
from massbattle_core.results_table.tables import BREAKS, DIE

__all__ = ["fate", "series_losses"]

_Splits = tuple[tuple[tuple[int, int, int, int], ...], ...]


@lru_cache(maxsize=64)
def _indices(caps: Index, blows: int) -> tuple[Index, ...]:
    """Every index up to the caps and of total at most ``blows``, by total."""
    every = product(*(range(cap + 1) for cap in caps))
    return tuple(sorted((index for index in every if sum(index) <= blows), key=sum))


@lru_cache(maxsize=16)
def _splits(caps: Index, blows: int) -> _Splits:
    """For each index n, its parts j ≤ n: places of j and of n − j, the ways to choose |j| of |n| blows, |j|."""
    indices = _indices(caps, blows)
    places = {index: place for place, index in enumerate(indices)}
    return tuple(
        tuple(
            (places[part], places[tuple(map(int.__sub__, index, part))], comb(sum(index), sum(part)), sum(part))
            for part in product(*(range(n + 1) for n in index))
        )
        for index in indices
    )


@lru_cache(maxsize=32)
def _ways(struck: Struck, shield: bool, item: bool = False) -> list[Counter[State]]:
    """For each index, the ways of its blows (orders, givers, faces) to bring one soldier to each state.

    With ``item`` a way weighs as many hundredths a blow as an item survives it.
    """
    caps = caps_of(struck)
    indices = _indices(caps, struck.blows)
    places = {index: place for place, index in enumerate(indices)}
    ways: list[Counter[State]] = [Counter() for _ in indices]
    ways[0][0, 0] = 1
    for place, index in enumerate(indices):
        for kind, givers in enumerate(classes_of(struck)):
            if index[kind]:
                before = ways[places[(*index[:kind], index[kind] - 1, *index[kind + 1 :])]]
                for (modifier, weight), face in product(givers, range(1, DIE + 1)):
                    for (worst, earlier), number in before.items():
                        total = modifier + receiver_modifier(shield)
                        row, *after = suffer(worst, earlier, face, total, struck.raw)
                        kept = 100 - BREAKS[row] if item else 1
                        ways[place][after[0], after[1]] += number * weight * kept
    return ways


def _power_weights(exponent: int, splits: _Splits) -> list[list[tuple[int, int, int]]]:
    """Weights of the recurrence by which ``_power`` raises a series: (place of j, place of n − j, weight)."""
    return [
        [(part, rest, ways * ((exponent + 1) * blows - split[-1][3])) for part, rest, ways, blows in split[1:]]
        for split in splits
    ]


def _power(series: Sequence[int], weights: Sequence[Sequence[tuple[int, int, int]]], splits: _Splits) -> list[int]:
    """Power of an exponential series with constant term 1, by the differential equation that it fulfils."""
    result = [1]
    for terms, split in zip(weights[1:], splits[1:], strict=True):
        total = 0
        for part, rest, weight in terms:
            total += weight * series[part] * result[rest]
        result.append(total // split[-1][3])
    return result


def _multiply(a: Sequence[int], b: Sequence[int], splits: _Splits) -> list[int]:
    return [sum(ways * a[part] * b[rest] for part, rest, ways, _ in split) for split in splits]


def _evaluations(struck: Struck, receivers: Sequence[Receivers], least_row: int) -> list[list[int]]:
    """The series of some receivers, lost ones weighted z, at z = 0, 1, 2… as many as its degree in z asks for."""
    splits = _splits(caps_of(struck), struck.blows)
    count = sum(alike.count for alike in receivers)
    evaluations = [[1] + [0] * (len(splits) - 1) for _ in range(min(struck.blows, count) + 1)]
    for alike in receivers:
        ways = _ways(struck, alike.shield)
        lost = [sum(number for (worst, _), number in states.items() if worst >= least_row) for states in ways]
        kept = [sum(states.values()) - number for states, number in zip(ways, lost, strict=True)]
        weights = _power_weights(alike.count, splits)
        for z, before in enumerate(evaluations):
            soldier = [out + z * down for out, down in zip(kept, lost, strict=True)]
            power = _power(soldier, weights, splits)
            evaluations[z] = power if alike is receivers[0] else _multiply(before, power, splits)
    return evaluations


def _interpolate(values: Sequence[int]) -> list[int]:
    """Coefficients of the polynomial of whole numbers with these values at 0, 1, 2…"""
    differences = list(values)
    newton = []
    for order in range(len(values)):
        newton.append(differences[0] // factorial(order))
        differences = [after - before for before, after in pairwise(differences)]
    coefficients: list[int] = []
    for order in range(len(newton) - 1, -1, -1):
        raised = [0, *coefficients]
        lowered = [order * coefficient for coefficient in coefficients] + [0]
        coefficients = [up - down for up, down in zip(raised, lowered, strict=True)]
        coefficients[0] += newton[order]
    return coefficients


def series_losses(struck: Struck, army: int, least_row: int) -> dict[tuple[int, int], Fraction]:
    """The joint law of the losses of one army and of the rest of its side."""
    own = [alike for alike in struck.receivers if alike.army == army]
    rest = [alike for alike in struck.receivers if alike.army != army]
    caps = caps_of(struck)
    weights = _blow_weights(struck)
    ends = [
        (weight, split)
        for index, split in zip(_indices(caps, struck.blows), _splits(caps, struck.blows), strict=True)
        if (weight := weights.get(index))
    ]
    rest_series = _evaluations(struck, rest, least_row)
    grid = []
    for series in _evaluations(struck, own, least_row):
        # Σ weight · ways · own · other, with everything but ``other`` gathered once
        gathered = [0] * len(series)
        for weight, split in ends:
            for part, place, ways, _ in split:
                gathered[place] += weight * ways * series[part]
        grid.append(_interpolate([sum(map(mul, gathered, other)) for other in rest_series]))
    columns = [_interpolate(values) for values in zip(*grid, strict=True)]
    total = sum(map(sum, columns))
    return {
        (mine, others): Fraction(number, total)
        for others, column in enumerate(columns)
        for mine, number in enumerate(column)
        if number
    }


def _blow_weights(struck: Struck) -> dict[Index, int]:
    """How often the classes of all blows are these, for each index of that total, per order of the blows."""
    if not struck.in_turn:
        return {(struck.blows,): 1}
    return {
        index: prod(perm(count, used) for (_, count), used in zip(struck.givers, index, strict=True))
        for index in _indices(caps_of(struck), struck.blows)
        if sum(index) == struck.blows
    }


def fate(struck: Struck, shield: bool, item: bool) -> dict[State, Fraction]:
    """The law of the state of one soldier; with ``item``, times the chance that an item is still whole."""
    unit = DIE * (100 if item else 1)
    ways = _ways(struck, shield, item)
    one_of = Fraction(1, struck.count)
    law: dict[State, Fraction] = {}
    for index, states in zip(_indices(caps_of(struck), struck.blows), ways, strict=True):
        taken = sum(index)
        p = comb(struck.blows, taken) * one_of**taken * (1 - one_of) ** (struck.blows - taken)
        if struck.in_turn:
            givers = prod(perm(count, used) for (_, count), used in zip(struck.givers, index, strict=True))
            p *= Fraction(givers, perm(struck.giver_count, taken) * unit**taken)
        else:
            p /= (struck.giver_count * unit) ** taken
        for state, number in states.items():
            law[state] = law.get(state, Fraction(0)) + p * number
    return law
