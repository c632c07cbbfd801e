"""The range of doctrines: the odds of every pair of them, after everything more urgent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dashboard.models.room import DoctrineState
from dashboard.odds_work import Listener, Work
from massbattle_core.mass_combat.advice import DoctrineGrid

__all__ = ["DoctrineWork"]

STEPS = (100, 500, 2_000)
"""Battles a pair after which the range is worth showing."""


class DoctrineWork(Work):
    """The chance that side A wins over the pairs of doctrines of both sides."""

    urgency = 2
    steps = STEPS
    chunk = 50

    def __init__(self, grid: DoctrineGrid) -> None:
        super().__init__(("doctrines", grid.key))
        self._grid = grid

    def run(self, first: int, last: int, cancelled: Callable[[], bool]) -> Any:
        """How these battles end for each pair."""
        return self._grid.run(first, last, cancelled)

    def join(self, total: Any, result: Any) -> Any:
        """The counts of both."""
        return total + result

    def publish(self, milliseconds: float) -> DoctrineState:
        """The range so far."""
        return DoctrineState(self._grid.range_of(self.total), self._grid.key, self.done)

    def deliver(self, listener: Listener, ticket: int, state: Any) -> None:
        """Hand on the range."""
        listener.doctrines_arrived(ticket, state)

    def fail(self, listener: Listener, ticket: int, problem: str) -> None:
        """Say that there is no range."""
        listener.curve_failed(ticket, problem)
