"""The blows that one side takes, and what their exact laws cost.

Costs are counted in the steps of the innermost loop; the limits are about a second of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod

from massbattle_core.results_table.rules.aftermath import DEAD_ROW
from massbattle_core.results_table.tables import DIE

__all__ = [
    "Index",
    "Receivers",
    "State",
    "Struck",
    "caps_of",
    "classes_of",
    "has_fate",
    "is_affordable",
    "takes_series",
]

_SERIES_LIMIT = 1_500_000
_WALK_LIMIT = 1_500
_FATE_LIMIT = 5_000

State = tuple[int, int]
"""What became of a soldier: worst row, highest roll suffered."""

Index = tuple[int, ...]
"""Numbers of blows by class of givers."""


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


def _has_series(struck: Struck) -> bool:
    return not struck.living and not (struck.in_turn and struck.blows > struck.giver_count)


def _series_cost(struck: Struck) -> int:
    caps = caps_of(struck)
    splits = min(prod(comb(cap + 2, 2) for cap in caps), comb(struck.blows + 2 * len(caps), struck.blows))
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


def has_fate(struck: Struck) -> bool:
    """Whether the law of one soldier is known exactly at an affordable cost."""
    return _has_series(struck) and prod(cap + 1 for cap in caps_of(struck)) <= _FATE_LIMIT


def takes_series(struck: Struck) -> bool:
    """Whether series are the way to the exact laws, rather than a walk blow by blow."""
    return _has_series(struck) and (_series_cost(struck) <= _SERIES_LIMIT or _walk_cost(struck) > _WALK_LIMIT)


def caps_of(struck: Struck) -> Index:
    """How many blows of each class there can be; one class if the giver of each blow is drawn anew."""
    if struck.in_turn:
        return tuple(min(count, struck.blows) for _, count in struck.givers)
    return (struck.blows,)


def classes_of(struck: Struck) -> list[list[tuple[int, int]]]:
    """Modifiers and weights of the givers in each class."""
    if struck.in_turn:
        return [[(modifier, 1)] for modifier, _ in struck.givers]
    return [list(struck.givers)]
