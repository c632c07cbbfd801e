"""The two computations of the odds service: the odds of a battle, and a curve of one of its units.

Either is refined step by step and may be paused between its chunks. Nothing here locks; the service does.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from dashboard.models.room import CurveState, DoctrineState, OddsState
from massbattle_core.creatures.model import Creature
from massbattle_core.mass_combat.model import MassBattle
from massbattle_core.mass_combat.odds import BattleOdds

__all__ = ["Curve", "Engine", "Headline", "Listener", "Work"]

CHUNK = 500
CURVE_STEPS = (200, 2_000)


class Engine(Protocol):
    """What computes: the module ``massbattle_core.mass_combat.simulate``."""

    @property
    def STEPS(self) -> tuple[int, ...]:  # noqa: N802 - a constant of the module
        """Battles after which a running estimate is worth showing."""

    def prepare(self, battle: MassBattle, creatures: Mapping[str, Creature]) -> Any:
        """A battle packed for :meth:`run`, with its ``key``."""

    def run(self, prepared: Any, first: int, last: int) -> Any:
        """The tally of a range of battles."""

    def odds_of(self, prepared: Any, tally: Any) -> BattleOdds:
        """The odds that a tally amounts to."""

    def morale_curve(
        self,
        battle: MassBattle,
        creatures: Mapping[str, Creature],
        unit_id: str,
        battles: int,
        *,
        freeze_initiative: bool,
        cancelled: Callable[[], bool],
    ) -> Any:
        """The chance to win against the base morale of a unit."""


class Listener(Protocol):
    """Who asks for odds. Called on a thread of the pool; ``ticket`` is that of the request it answers."""

    def odds_arrived(self, ticket: int, odds: OddsState) -> None:
        """Better odds are there."""

    def odds_failed(self, ticket: int, problem: str) -> None:
        """There are no odds, and why."""

    def curve_arrived(self, ticket: int, curve: CurveState) -> None:
        """A better curve is there."""

    def curve_failed(self, ticket: int, problem: str) -> None:
        """There is no curve, or no range of doctrines, and why."""

    def doctrines_arrived(self, ticket: int, doctrines: DoctrineState) -> None:
        """A better range of doctrines is there."""


class Work(ABC):
    """A computation, the battles it has come through so far, and who waits for it (with the ticket of each).

    ``state`` is what the last step that ended amounts to. A pause raises ``round``: a chunk that is still under
    way from an earlier round is dropped when it ends.
    """

    urgency: int
    steps: tuple[int, ...]
    chunk: int

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.listeners: dict[Listener, int] = {}
        self.battles = 0
        self.total: Any = None
        self.state: Any = None
        self.done = False
        self.round = 0
        self.running = False
        self._outstanding = 0
        self._results: dict[int, tuple[int, Any]] = {}
        self._seconds = 0.0
        self._since: float | None = None
        self._first_step_seconds = 0.0

    @abstractmethod
    def run(self, first: int, last: int, cancelled: Callable[[], bool]) -> Any:
        """Compute the battles first…last−1."""

    @abstractmethod
    def join(self, total: Any, result: Any) -> Any:
        """The total with the next result."""

    @abstractmethod
    def publish(self, milliseconds: float) -> Any:
        """What the total amounts to."""

    @abstractmethod
    def deliver(self, listener: Listener, ticket: int, state: Any) -> None:
        """Hand a state to a listener."""

    @abstractmethod
    def fail(self, listener: Listener, ticket: int, problem: str) -> None:
        """Tell a listener that there is nothing to come."""

    @property
    def seconds(self) -> float:
        """How long it has been computed, pauses left out."""
        return self._seconds + (time.perf_counter() - self._since if self._since else 0.0)

    def has_spent(self, budget: float) -> bool:
        """Whether refining has taken so many seconds; the first step, which may wait for the compiler, is free."""
        return self.battles > 0 and self.seconds - self._first_step_seconds > budget

    def begin_step(self) -> tuple[int, list[tuple[int, int]]]:
        """Begin the next step: its number and the ranges of battles to run."""
        step = next(number for number, battles in enumerate(self.steps) if battles > self.battles)
        end = self.steps[step]
        ranges = [(first, min(first + self.chunk, end)) for first in range(self.battles, end, self.chunk)]
        self.running = True
        self._outstanding = len(ranges)
        return step, ranges

    def begin_chunk(self) -> None:
        """Note that work is done from now on."""
        self._since = self._since or time.perf_counter()

    def end_chunk(self, first: int, last: int, result: Any) -> bool:
        """Take the result of a chunk, None if it was left out; whether the step has come to its end."""
        if result is not None:
            self._results[first] = (last, result)
        self._outstanding -= 1
        return self._outstanding == 0

    def end_step(self, budget: float) -> None:
        """Add up the chunks of a step; it was the last one if the budget of seconds is spent."""
        while self.battles in self._results:
            self.battles, result = self._results.pop(self.battles)
            self.total = result if self.total is None else self.join(self.total, result)
        self.pause()
        if self.state is None:
            self._first_step_seconds = self.seconds
        self.done = self.battles >= self.steps[-1] or self.has_spent(budget)
        self.state = self.publish(self.seconds * 1000)

    def pause(self) -> None:
        """Stop after the chunks at hand, which count for nothing; what earlier steps came to is kept."""
        self._seconds, self._since = self.seconds, None
        self._results.clear()
        self.round += 1
        self.running = False


class Headline(Work):
    """The odds of a battle."""

    urgency = 0
    chunk = CHUNK

    def __init__(self, engine: Engine, prepared: Any) -> None:
        super().__init__(prepared.key)
        self.steps = engine.STEPS
        self._engine = engine
        self._prepared = prepared

    def finish(self, exact: BattleOdds) -> None:
        """Take odds that need no simulation."""
        self.state = OddsState(exact, self._prepared.key, 0, True, 0.0)
        self.done = True

    def run(self, first: int, last: int, cancelled: Callable[[], bool]) -> Any:
        """The tally of these battles."""
        return self._engine.run(self._prepared, first, last)

    def join(self, total: Any, result: Any) -> Any:
        """The tally of both."""
        return total + result

    def publish(self, milliseconds: float) -> OddsState:
        """The odds so far."""
        odds = self._engine.odds_of(self._prepared, self.total)
        return OddsState(odds, self._prepared.key, self.steps[-1], self.done, milliseconds)

    def deliver(self, listener: Listener, ticket: int, state: Any) -> None:
        """Hand on the odds."""
        listener.odds_arrived(ticket, state)

    def fail(self, listener: Listener, ticket: int, problem: str) -> None:
        """Say that there are no odds."""
        listener.odds_failed(ticket, problem)


class Curve(Work):
    """The chance that side A wins against the base morale of one unit; each step computes it anew, finer.

    ``key`` is that of everything that the curve depends on.
    """

    urgency = 1
    steps = CURVE_STEPS
    chunk = CURVE_STEPS[-1]

    def __init__(
        self,
        engine: Engine,
        key: str,
        battle: MassBattle,
        creatures: Mapping[str, Creature],
        unit_id: str,
        frozen: bool,
    ) -> None:
        super().__init__((key, unit_id, frozen))
        self._engine = engine
        self._battle_key = key
        self._battle = battle
        self._creatures = creatures
        self._unit_id = unit_id
        self._frozen = frozen

    def run(self, first: int, last: int, cancelled: Callable[[], bool]) -> Any:
        """The curve made of the first ``last`` battles."""
        return self._engine.morale_curve(
            self._battle,
            self._creatures,
            self._unit_id,
            last,
            freeze_initiative=self._frozen,
            cancelled=cancelled,
        )

    def join(self, total: Any, result: Any) -> Any:
        """The finer curve."""
        return result

    def publish(self, milliseconds: float) -> CurveState:
        """The curve so far."""
        today = self._battle.units[self._unit_id].morale
        return CurveState(self._unit_id, self.total, today, self._battle_key, self._frozen, self.battles, self.done)

    def deliver(self, listener: Listener, ticket: int, state: Any) -> None:
        """Hand on the curve."""
        listener.curve_arrived(ticket, state)

    def fail(self, listener: Listener, ticket: int, problem: str) -> None:
        """Say that there is no curve."""
        listener.curve_failed(ticket, problem)
