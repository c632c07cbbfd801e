"""Where odds are computed: one pool of threads for the whole server, the most urgent work first.

A room asks for the odds of the battle it shows. The latest request wins: what nobody waits for any more stops
after the chunk of battles at hand. Two rooms that show the same battle share one computation, and what has been
computed is remembered for a while, so that an undo shows its odds at once.

The odds are refined step by step; curves, then the range of doctrines follow when the odds they belong to are
done. Battle *i* of a seed is always the same battle, so neither the threads nor the chunks nor a pause change a
number.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from dashboard.doctrine_work import DoctrineWork
from dashboard.models.room import CurveRequest
from dashboard.odds_work import Curve, Engine, Headline, Listener, Work
from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, MassBattleError
from massbattle_core.mass_combat import simulate
from massbattle_core.mass_combat.advice import DoctrineGrid
from massbattle_core.mass_combat.model import MassBattle
from massbattle_core.mass_combat.odds import BattleOdds
from massbattle_core.phrases import phrase

__all__ = ["OddsService"]

log = logging.getLogger(__name__)

REMEMBERED = 64
"""How many computations are kept that nobody waits for any more."""

_LOOK_UP = -1
"""The urgency of finding out what a request needs; odds, then curves come after it."""


@dataclass(eq=False)
class _Request:
    """What a listener wants, and the works it has joined for it."""

    ticket: int
    battle: MassBattle
    creatures: Mapping[str, Creature]
    curves: Sequence[CurveRequest]
    doctrines: bool
    headline: Work | None = None
    curve_works: list[Work] = field(default_factory=list)


class OddsService:
    """The odds of every room of a server.

    ``threads`` work at a time; a computation is refined for at most ``budget`` seconds. ``exact`` gives the odds
    of a prepared battle that needs no simulation, else None. Nothing is computed before ``warm_up`` has run, in
    a thread of its own.
    """

    def __init__(
        self,
        *,
        threads: int = 2,
        budget: float = 2.0,
        engine: Engine = simulate,
        exact: Callable[[Any], BattleOdds | None] = lambda prepared: None,
        warm_up: Callable[[], None] = lambda: None,
    ) -> None:
        self._engine = engine
        self._exact = exact
        self._budget = budget
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="odds")
        self._lock = threading.Lock()
        self._queue: list[tuple[int, int, int, Callable[[], None]]] = []
        self._numbers = itertools.count(1)
        self._requests: dict[Listener, _Request] = {}
        self._works: OrderedDict[Hashable, Work] = OrderedDict()
        self._closed = False
        self._warm_up = warm_up
        self._warm = threading.Event()
        threading.Thread(target=self._get_warm, name="odds warm-up", daemon=True).start()

    def request(
        self,
        listener: Listener,
        battle: MassBattle,
        creatures: Mapping[str, Creature],
        curves: Sequence[CurveRequest] = (),
        doctrines: bool = False,
    ) -> int:
        """Ask for the odds of a battle, for curves and for the range of doctrines.

        What this listener asked for before is forgotten.

        Returns at once, with the ticket that the answers will carry.
        """
        with self._lock:
            request = _Request(next(self._numbers), battle, creatures, curves, doctrines)
            before = self._requests.get(listener)
            if before:  # until it is known whether the new request needs them too
                request.headline, request.curve_works = before.headline, before.curve_works
            self._requests[listener] = request
            self._put(_LOOK_UP, 0, partial(self._look_up, listener, request))
            return request.ticket

    def do_soon(self, task: Callable[[], None]) -> None:
        """Run something short that somebody waits for on a thread of the pool, before everything else."""
        with self._lock:
            self._put(_LOOK_UP, 0, task)

    def release(self, listener: Listener) -> None:
        """Forget a listener; what nobody else waits for stops."""
        with self._lock:
            request = self._requests.pop(listener, None)
            if request:
                self._leave(listener, _works_of(request))

    def close(self) -> None:
        """Stop after the chunks at hand."""
        with self._lock:
            self._closed = True
            self._requests.clear()
            self._queue.clear()
            for work in self._works.values():
                work.listeners.clear()
                work.pause()
        self._warm.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    # ---------------------------------------------------------------- with the lock held

    def _put(self, urgency: int, step: int, task: Callable[[], None]) -> None:
        if not self._closed:
            heapq.heappush(self._queue, (urgency, step, next(self._numbers), task))
            self._pool.submit(self._do_most_urgent)

    def _join(self, listener: Listener, ticket: int, fresh: Work) -> Work:
        """Wait for a work: the one with its key that is remembered or under way, else this fresh one."""
        work = self._works.setdefault(fresh.key, fresh)
        self._works.move_to_end(work.key)
        work.listeners[listener] = ticket
        if not work.done and not work.running:
            self._begin_step(work)
        unwanted = [key for key, old in self._works.items() if not old.listeners]
        for key in unwanted[: max(0, len(self._works) - REMEMBERED)]:
            del self._works[key]
        return work

    def _leave(self, listener: Listener, works: Iterable[Work]) -> None:
        for work in works:
            work.listeners.pop(listener, None)
            if not work.listeners:
                work.pause()

    def _begin_step(self, work: Work) -> None:
        step, ranges = work.begin_step()
        for first, last in ranges:
            self._put(work.urgency, step, partial(self._run_chunk, work, work.round, first, last))

    def _begin_curves(self, listener: Listener, ticket: int) -> None:
        request = self._requests[listener]
        if request.ticket == ticket and (request.curves or request.doctrines):
            self._put(Curve.urgency, 0, partial(self._look_up_curves, listener, request))

    # ---------------------------------------------------------------- on a thread of the pool

    def _get_warm(self) -> None:
        try:
            self._warm_up()
        finally:
            self._warm.set()

    def _do_most_urgent(self) -> None:
        self._warm.wait()
        with self._lock:
            if not self._queue:
                return
            *_, task = heapq.heappop(self._queue)
        try:
            task()
        except Exception:  # nobody waits for what a thread of the pool returns
            log.exception("the odds could not be delivered")

    def _look_up(self, listener: Listener, request: _Request) -> None:
        """Find out which odds a request needs, and join the work on them."""
        if self._requests.get(listener) is not request:
            return
        try:
            headline = self._headline(request)
        except Exception as error:  # whatever it is, the page must say it
            with self._lock:
                if self._requests.get(listener) is not request:
                    return
                self._leave(listener, _works_of(request))
                request.headline, request.curve_works = None, []
            listener.odds_failed(request.ticket, _told(error))
            return
        with self._lock:
            if self._requests.get(listener) is not request:
                return
            before, headline = request.headline, self._join(listener, request.ticket, headline)
            request.headline = headline
            if before is not None and before is not headline:
                self._leave(listener, [before, *request.curve_works])
                request.curve_works = []
            state = headline.state
            if headline.done:
                self._begin_curves(listener, request.ticket)
        if state is not None:
            headline.deliver(listener, request.ticket, state)

    def _look_up_curves(self, listener: Listener, request: _Request) -> None:
        """Find out which curves a request needs, and join the work on them."""
        if self._requests.get(listener) is not request:
            return
        try:
            curves = [self._curve(request, *curve) for curve in request.curves]
            if request.doctrines:
                curves.append(DoctrineWork(DoctrineGrid.of(request.battle, request.creatures)))
        except Exception as error:  # as above
            listener.curve_failed(request.ticket, _told(error))
            return
        with self._lock:
            if self._requests.get(listener) is not request:
                return
            before, curves = request.curve_works, [self._join(listener, request.ticket, work) for work in curves]
            request.curve_works = curves
            self._leave(listener, [work for work in before if work not in curves])
            states = [(work, work.state) for work in curves if work.state is not None]
        for work, state in states:
            work.deliver(listener, request.ticket, state)

    def _run_chunk(self, work: Work, of_round: int, first: int, last: int) -> None:
        with self._lock:
            if work.round != of_round:
                return
            work.begin_chunk()
            skipped = work.has_spent(self._budget)
        try:
            result = None if skipped else work.run(first, last, lambda: work.round != of_round)
        except Exception as error:  # as above
            self._give_up(work, of_round, _told(error))
            return
        with self._lock:
            if work.round != of_round or not work.end_chunk(first, last, result):
                return
            work.end_step(self._budget)
            if not work.done:
                self._begin_step(work)
            waiting, state = list(work.listeners.items()), work.state
            for listener, ticket in waiting if work.done and work.urgency == Headline.urgency else ():
                self._begin_curves(listener, ticket)
        for listener, ticket in waiting:
            work.deliver(listener, ticket, state)

    def _give_up(self, work: Work, of_round: int, problem: str) -> None:
        with self._lock:
            if work.round != of_round:
                return
            waiting = list(work.listeners.items())
            work.listeners.clear()
            work.pause()
            self._works.pop(work.key, None)
        for listener, ticket in waiting:
            work.fail(listener, ticket, problem)

    # ---------------------------------------------------------------- what a request needs

    def _headline(self, request: _Request) -> Work:
        prepared = self._engine.prepare(request.battle, request.creatures)
        with self._lock:
            if prepared.key in self._works:
                return self._works[prepared.key]
        work = Headline(self._engine, prepared)
        exact = self._exact(prepared)
        if exact is not None:
            work.finish(exact)
        return work

    def _curve(self, request: _Request, unit_id: str, frozen: bool) -> Work:
        """The curve of a unit. Its own morale makes no difference, unless initiative is held as it is today."""
        battle = request.battle
        if not frozen:
            level = replace(battle.units[unit_id], morale=0)
            battle = replace(battle, units={**battle.units, unit_id: level})
        prepared = self._engine.prepare(battle, request.creatures)
        work = Curve(self._engine, prepared.key, battle, request.creatures, unit_id, frozen)
        with self._lock:
            return self._works.get(work.key, work)


def _works_of(request: _Request) -> list[Work]:
    return [*([request.headline] if request.headline else []), *request.curve_works]


def _told(error: Exception) -> str:
    """What the page says of an error; one that is not about the battle goes to the log as well."""
    if isinstance(error, InvalidBattleError):
        return error.problems[0].text
    if isinstance(error, MassBattleError):
        return error.text
    log.error("the odds could not be computed", exc_info=error)
    cause = f"{type(error).__name__}: {error}"
    return phrase("the odds could not be computed ({error}); the log of the server says more", error=cause)
