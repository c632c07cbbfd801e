"""The blows that one side takes, and what their exact laws cost.

Costs are counted in the steps of the innermost loop; the limits are about a second of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod

__all__ = [
    "Index",
    "Receivers",
    "State",
    "Struck",
    "caps_of",
    "classes_of",
    "has_fate",
    "has_series",
]

_SERIES_LIMIT = 1_500_000
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


def _is_independent(struck: Struck) -> bool:
    """Whether the soldiers whom blows fall on, and those who give them, are drawn without regard to earlier blows."""
    return not struck.living and not (struck.in_turn and struck.blows > struck.giver_count)


def has_series(struck: Struck) -> bool:
    """Whether the losses are known by series at an affordable cost."""
    caps = caps_of(struck)
    splits = min(prod(comb(cap + 2, 2) for cap in caps), comb(struck.blows + 2 * len(caps), struck.blows))
    cost = splits * (min(struck.blows, struck.count) + 1) * len(struck.receivers)
    return _is_independent(struck) and cost <= _SERIES_LIMIT


def has_fate(struck: Struck) -> bool:
    """Whether the law of one soldier is known exactly at an affordable cost."""
    return _is_independent(struck) and prod(cap + 1 for cap in caps_of(struck)) <= _FATE_LIMIT


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
