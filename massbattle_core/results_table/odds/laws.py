"""Exact laws of what blows do to a side and to one soldier."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from massbattle_core.distribution import Distribution
from massbattle_core.results_table.odds.series import fate, series_losses
from massbattle_core.results_table.odds.struck import Struck, has_series
from massbattle_core.results_table.odds.walk import has_walk, walk_losses

__all__ = ["army_losses_odds", "is_affordable", "item_breaks", "losses_odds", "row_odds"]


def is_affordable(struck: Struck) -> bool:
    """Whether the exact laws of these blows take about a second or less."""
    return not struck.falls or has_series(struck) or has_walk(struck)


@lru_cache(maxsize=256)
def army_losses_odds(struck: Struck, army: int, least_row: int) -> Mapping[tuple[int, int], Fraction]:
    """The joint law of the losses of one army and of the rest of its side.

    Only for blows that are ``is_affordable``. ``army`` is the number that ``receivers`` give; a loss is a soldier whose
    worst row is ``least_row`` or more.
    Source: R3.24, R3.25, R3.27
    """
    if not struck.falls:
        return {(0, 0): Fraction(1)}
    losses = series_losses if has_series(struck) else walk_losses
    return losses(struck, army, least_row)


def losses_odds(struck: Struck, least_row: int) -> Distribution:
    """The law of the losses of a side, soldiers whose worst row is ``least_row`` or more.

    Source: R3.24, R3.25, R3.27
    """
    first = min((alike.army for alike in struck.receivers), default=0)
    law: dict[int, Fraction] = {}
    for (own, rest), p in army_losses_odds(struck, first, least_row).items():
        law[own + rest] = law.get(own + rest, Fraction(0)) + p
    return Distribution(law)


def row_odds(struck: Struck, shield: bool) -> Distribution:
    """The law of the worst row of one soldier of a side whose dead may be struck again: how many blows, then which.

    Source: R3.24, R3.25, R3.27
    """
    law: dict[int, Fraction] = {0: Fraction(0 if struck.falls else 1)}
    if struck.falls:
        for (worst, _), p in fate(struck, shield, item=False).items():
            law[worst] = law.get(worst, Fraction(0)) + p
    return Distribution(law)


def item_breaks(struck: Struck, shield: bool) -> Fraction:
    """The chance that the blows which one soldier takes break a given item of his.

    Source: R3.28
    """
    if not struck.falls:
        return Fraction(0)
    return 1 - sum(fate(struck, shield, item=True).values(), Fraction(0))
