"""Exact laws of what blows do to a side, in whole numbers and fractions.

A soldier who takes some blows goes through a chain whose state is (worst row, highest roll suffered). Two ways lead
from there to the losses of a side:

*Series.* Receivers are drawn from all engaged soldiers, so the ways to deal B blows to m soldiers are B! times a
coefficient of a product of m exponential series, one a soldier. A soldier's series is (ways not to be lost) + z (ways
to be lost); the law of the number lost is read off the powers of z, found by interpolation in whole numbers. With
givers who strike once each and differ in their modifiers, the series have one variable a modifier.

*Walk.* If the dead are not drawn again, or if givers start anew, blow follows blow through the numbers of soldiers in
each state. This is exact for every rule, but affordable for a few blows only.

``is_affordable`` says whether either way is cheap enough; ``odds`` simulates otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import comb, factorial, perm, prod
from operator import mul

from massbattle_core.distribution import Distribution
from massbattle_core.results_table.rules.aftermath import DEAD_ROW
from massbattle_core.results_table.rules.blows import receiver_modifier, suffer
from massbattle_core.results_table.tables import BREAKS, DIE

__all__ = ["Receivers", "Struck", "army_losses_odds", "is_affordable", "item_breaks", "losses_odds", "row_odds"]

_SERIES_LIMIT = 1_500_000
_WALK_LIMIT = 5_000

_State = tuple[int, int]
_Index = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Receivers:
    """Some engaged soldiers alike: the number of their army, shield or none, how many."""

    army: int
    shield: bool
    count: int


@dataclass(frozen=True, slots=True)
class Struck:
    """The blows that one side takes.

    ``givers`` are pairs (modifier, number of givers). ``each_once``: givers are drawn without replacement. ``living``:
    the dead are not drawn again. ``raw``: the face of the die is what a soldier suffered, not the modified row.
    """

    blows: int
    givers: tuple[tuple[int, int], ...]
    receivers: tuple[Receivers, ...]
    each_once: bool = False
    living: bool = False
    raw: bool = False

    @property
    def count(self) -> int:
        """How many soldiers may be struck."""
        return sum(alike.count for alike in self.receivers)

    @property
    def giver_count(self) -> int:
        """How many soldiers strike."""
        return sum(count for _, count in self.givers)

    @property
    def in_turn(self) -> bool:
        """Whether it matters that givers are drawn without replacement."""
        return self.each_once and len(self.givers) > 1

    @property
    def falls(self) -> bool:
        """Whether any blow falls."""
        return self.blows > 0 and self.giver_count > 0 and self.count > 0


# ---------------------------------------------------------------- what it costs


def _has_series(struck: Struck) -> bool:
    return not struck.living and not (struck.in_turn and struck.blows > struck.giver_count)


def _series_cost(struck: Struck) -> int:
    splits = prod((cap + 1) * (cap + 2) // 2 for cap in _caps(struck))
    return splits * (min(struck.blows, struck.count) + 1) * len(struck.receivers)


def _walk_cost(struck: Struck) -> int:
    states = (DIE * DIE if struck.raw else DEAD_ROW) * len(struck.receivers)
    turns = comb(struck.blows + len(struck.givers) - 1, struck.blows) if struck.in_turn else 1
    return comb(min(struck.blows, struck.count) + states, states) * turns


def is_affordable(struck: Struck) -> bool:
    """Whether the exact laws of these blows take about a second or less."""
    if not struck.falls:
        return True
    return (_has_series(struck) and _series_cost(struck) <= _SERIES_LIMIT) or _walk_cost(struck) <= _WALK_LIMIT


def _takes_series(struck: Struck) -> bool:
    return _has_series(struck) and (_series_cost(struck) <= _SERIES_LIMIT or _walk_cost(struck) > _WALK_LIMIT)


# ---------------------------------------------------------------- series


def _caps(struck: Struck) -> _Index:
    """How many blows of each class there can be; one class if the giver of each blow is drawn anew."""
    if struck.in_turn:
        return tuple(min(count, struck.blows) for _, count in struck.givers)
    return (struck.blows,)


def _classes(struck: Struck) -> list[list[tuple[int, int]]]:
    """Modifiers and weights of the givers in each class."""
    if struck.in_turn:
        return [[(modifier, 1)] for modifier, _ in struck.givers]
    return [list(struck.givers)]


@lru_cache(maxsize=64)
def _indices(caps: _Index, blows: int) -> tuple[_Index, ...]:
    """Every index up to the caps and of total at most ``blows``, by total."""
    every = product(*(range(cap + 1) for cap in caps))
    return tuple(sorted((index for index in every if sum(index) <= blows), key=sum))


@lru_cache(maxsize=16)
def _splits(caps: _Index, blows: int) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
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


def _ways(struck: Struck, shield: bool, item: bool = False) -> list[Counter[_State]]:
    """For each index, the ways of its blows (orders, givers, faces) to bring one soldier to each state.

    With ``item`` a way weighs as many hundredths a blow as an item survives it.
    """
    caps = _caps(struck)
    indices = _indices(caps, struck.blows)
    places = {index: place for place, index in enumerate(indices)}
    ways: list[Counter[_State]] = [Counter() for _ in indices]
    ways[0][0, 0] = 1
    for place, index in enumerate(indices):
        for kind, givers in enumerate(_classes(struck)):
            if index[kind]:
                before = ways[places[(*index[:kind], index[kind] - 1, *index[kind + 1 :])]]
                for (modifier, weight), face in product(givers, range(1, DIE + 1)):
                    for (worst, earlier), number in before.items():
                        total = modifier + receiver_modifier(shield)
                        row, *after = suffer(worst, earlier, face, total, struck.raw)
                        kept = 100 - BREAKS[row] if item else 1
                        ways[place][after[0], after[1]] += number * weight * kept
    return ways


def _power(series: Sequence[int], exponent: int, splits: Sequence[Sequence[tuple[int, int, int, int]]]) -> list[int]:
    """Power of an exponential series with constant term 1, by the differential equation that it fulfils."""
    result = [1]
    for place in range(1, len(splits)):
        size = splits[place][-1][3]
        total = 0
        for part, rest, ways, blows in splits[place][1:]:
            total += ways * ((exponent + 1) * blows - size) * series[part] * result[rest]
        result.append(total // size)
    return result


def _multiply(a: Sequence[int], b: Sequence[int], splits: Sequence[Sequence[tuple[int, int, int, int]]]) -> list[int]:
    return [sum(ways * a[part] * b[rest] for part, rest, ways, _ in split) for split in splits]


def _evaluations(struck: Struck, receivers: Sequence[Receivers], least_row: int) -> list[list[int]]:
    """The series of some receivers, lost ones weighted z, at z = 0, 1, 2… as many as its degree in z asks for."""
    splits = _splits(_caps(struck), struck.blows)
    count = sum(alike.count for alike in receivers)
    evaluations = [[1] + [0] * (len(splits) - 1) for _ in range(min(struck.blows, count) + 1)]
    for alike in receivers:
        ways = _ways(struck, alike.shield)
        lost = [sum(number for (worst, _), number in states.items() if worst >= least_row) for states in ways]
        kept = [sum(states.values()) - number for states, number in zip(ways, lost, strict=True)]
        for z, before in enumerate(evaluations):
            soldier = [out + z * down for out, down in zip(kept, lost, strict=True)]
            power = _power(soldier, alike.count, splits)
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


def _series_losses(struck: Struck, army: int, least_row: int) -> dict[tuple[int, int], Fraction]:
    own = [alike for alike in struck.receivers if alike.army == army]
    rest = [alike for alike in struck.receivers if alike.army != army]
    caps = _caps(struck)
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


def _blow_weights(struck: Struck) -> dict[_Index, int]:
    """How often the classes of all blows are these, for each index of that total, per order of the blows."""
    if not struck.in_turn:
        return {(struck.blows,): 1}
    return {
        index: prod(perm(count, used) for (_, count), used in zip(struck.givers, index, strict=True))
        for index in _indices(_caps(struck), struck.blows)
        if sum(index) == struck.blows
    }


# ---------------------------------------------------------------- walk

_Soldiers = tuple[tuple[tuple[int, int, int], int], ...]
"""Numbers of soldiers by (place among the receivers, worst row, highest roll)."""


@lru_cache(maxsize=32)
def _walk(struck: Struck) -> dict[_Soldiers, Fraction]:
    """The law of the numbers of soldiers in each state after all blows."""
    start: _Soldiers = tuple(((place, 0, 0), alike.count) for place, alike in enumerate(struck.receivers))
    everyone = tuple(count for _, count in struck.givers)
    law = {(everyone, start): Fraction(1)}
    for _ in range(struck.blows):
        after: dict[tuple[_Index, _Soldiers], Fraction] = {}
        for (turns, soldiers), p in law.items():
            for key, q in _step(struck, turns if any(turns) else everyone, soldiers):
                after[key] = after.get(key, Fraction(0)) + p * q
        law = after
    ends: dict[_Soldiers, Fraction] = {}
    for (_, soldiers), p in law.items():
        ends[soldiers] = ends.get(soldiers, Fraction(0)) + p
    return ends


def _step(struck: Struck, turns: _Index, soldiers: _Soldiers) -> Iterator[tuple[tuple[_Index, _Soldiers], Fraction]]:
    numbers = dict(soldiers)
    targets = {state: n for state, n in numbers.items() if not (struck.living and state[1] >= DEAD_ROW)}
    alive = sum(targets.values())
    if not alive:
        yield (turns, soldiers), Fraction(1)
        return
    for kind, ready in enumerate(turns):
        left = (*turns[:kind], ready - 1, *turns[kind + 1 :]) if struck.each_once else turns
        for (place, worst, earlier), count in targets.items():
            modifier = struck.givers[kind][0] + receiver_modifier(struck.receivers[place].shield)
            p = Fraction(ready * count, sum(turns) * alive * DIE)
            for face in range(1, DIE + 1):
                _, *state = suffer(worst, earlier, face, modifier, struck.raw)
                moved = Counter(numbers)
                moved[place, worst, earlier] -= 1
                moved[place, state[0], state[1]] += 1
                if p:
                    yield (left, tuple(sorted((key, n) for key, n in moved.items() if n))), p


def _walk_losses(struck: Struck, army: int, least_row: int) -> dict[tuple[int, int], Fraction]:
    law: dict[tuple[int, int], Fraction] = {}
    for soldiers, p in _walk(struck).items():
        lost = [0, 0]
        for (place, worst, _), count in soldiers:
            lost[struck.receivers[place].army != army] += count if worst >= least_row else 0
        key = (lost[0], lost[1])
        law[key] = law.get(key, Fraction(0)) + p
    return law


# ---------------------------------------------------------------- the laws


@lru_cache(maxsize=256)
def army_losses_odds(struck: Struck, army: int, least_row: int) -> dict[tuple[int, int], Fraction]:
    """The joint law of the losses of one army and of the rest of its side.

    ``army`` is the number that ``receivers`` give; a loss is a soldier whose worst row is ``least_row`` or more.
    Source: R3.24, R3.25, R3.27
    """
    if not struck.falls:
        return {(0, 0): Fraction(1)}
    losses = _series_losses if _takes_series(struck) else _walk_losses
    return losses(struck, army, least_row)


def losses_odds(struck: Struck, least_row: int) -> Distribution:
    """The law of the losses of a side, soldiers whose worst row is ``least_row`` or more.

    Source: R3.24, R3.25, R3.27
    """
    armies = Counter(alike.army for alike in struck.receivers)
    first = min(armies, default=0)
    law: dict[int, Fraction] = {}
    for (own, rest), p in army_losses_odds(struck, first, least_row).items():
        law[own + rest] = law.get(own + rest, Fraction(0)) + p
    return Distribution(law)


def _fate(struck: Struck, shield: bool, item: bool) -> dict[_State, Fraction]:
    """The law of the state of one soldier; with ``item``, times the chance that an item is still whole."""
    unit = DIE * (100 if item else 1)
    ways = _ways(struck, shield, item)
    one_of = Fraction(1, struck.count)
    law: dict[_State, Fraction] = {}
    for index, states in zip(_indices(_caps(struck), struck.blows), ways, strict=True):
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


def row_odds(struck: Struck, shield: bool) -> Distribution:
    """The law of the worst row of one soldier of a side whose dead may be struck again: how many blows, then which.

    Source: R3.24, R3.25, R3.27
    """
    law: dict[int, Fraction] = {0: Fraction(0 if struck.falls else 1)}
    if struck.falls:
        for (worst, _), p in _fate(struck, shield, item=False).items():
            law[worst] = law.get(worst, Fraction(0)) + p
    return Distribution(law)


def item_breaks(struck: Struck, shield: bool) -> Fraction:
    """The chance that the blows which one soldier takes break a given item of his.

    Source: R3.28
    """
    if not struck.falls:
        return Fraction(0)
    return 1 - sum(_fate(struck, shield, item=True).values(), Fraction(0))
