"""The odds of what a room shows: asked for while anybody is there, taken over as they come."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from dashboard.models.room import CurveRequest, CurveState, DoctrineState, OddsState
from dashboard.odds_service import OddsService
from massbattle_core.document import BattleDocument

__all__ = ["RoomOdds"]

_State = TypeVar("_State", OddsState, CurveState, DoctrineState)


class RoomOdds:
    """The newest answers of the odds service to one room, and who looks at which of them.

    The room holds ``lock`` around its calls; the service calls on any thread, and ``notify`` follows without the lock.
    """

    def __init__(self, service: OddsService, lock: threading.RLock, notify: Callable[[], None]) -> None:
        self._service, self._lock, self._notify = service, lock, notify
        self.curve_watchers: dict[object, CurveRequest] = {}
        self.doctrine_watchers: set[object] = set()
        self.odds: OddsState | None = None
        self.stale = False
        self.problem = ""
        self.curves: dict[CurveRequest, CurveState] = {}
        self.doctrines: DoctrineState | None = None
        self._requested: tuple[object, ...] = ()
        self._ticket = 0

    def watch_curve(self, watcher: object, request: CurveRequest | None) -> None:
        """Say which curve a watcher looks at, if any."""
        if request is None:
            self.curve_watchers.pop(watcher, None)
        else:
            self.curve_watchers[watcher] = request

    def watch_doctrines(self, watcher: object, wanted: bool) -> None:
        """Say whether a watcher looks at the range of doctrines."""
        (self.doctrine_watchers.add if wanted else self.doctrine_watchers.discard)(watcher)

    def request(self, shown: BattleDocument) -> None:
        """Ask for the odds of what is shown, with all that somebody looks at, unless that is asked for already."""
        battle, creatures = shown.mass_combat, shown.creatures
        curves = tuple(sorted({curve for curve in self.curve_watchers.values() if curve[0] in battle.units}))
        wanted = (battle, creatures, curves, bool(self.doctrine_watchers))
        if wanted == self._requested:
            return
        self.stale = self.stale or wanted[:2] != self._requested[:2]
        self._requested = wanted
        self.curves = {request: curve for request, curve in self.curves.items() if request in curves}
        self._ticket = self._service.request(self, *wanted)

    def release(self) -> None:
        """Ask for nothing any more."""
        self._requested, self._ticket = (), 0
        self._service.release(self)

    # ---------------------------------------------------------------- told by the service

    def odds_arrived(self, ticket: int, odds: OddsState) -> None:
        """Take over odds, unless they answer an earlier question; the finer ones of the same battle stay."""
        with self._lock:
            if ticket != self._ticket:
                return
            if _is_news(odds, self.odds):
                self.odds = odds
            self.stale, self.problem = False, ""
        self._notify()

    def odds_failed(self, ticket: int, problem: str) -> None:
        """Take note that there are no odds."""
        with self._lock:
            if ticket != self._ticket:
                return
            self.odds, self.stale, self.problem = None, False, problem
            self.curves.clear()
        self._notify()

    def curve_arrived(self, ticket: int, curve: CurveState) -> None:
        """Take over a curve, likewise."""
        with self._lock:
            request = (curve.unit_id, curve.frozen_initiative)
            if ticket != self._ticket or not _is_news(curve, self.curves.get(request)):
                return
            self.curves[request] = curve
        self._notify()

    def curve_failed(self, ticket: int, problem: str) -> None:
        """Take note that there is no curve."""
        with self._lock:
            if ticket != self._ticket:
                return
            self.problem = problem
        self._notify()

    def doctrines_arrived(self, ticket: int, doctrines: DoctrineState) -> None:
        """Take over the range of doctrines, likewise."""
        with self._lock:
            if ticket != self._ticket or not _is_news(doctrines, self.doctrines):
                return
            self.doctrines = doctrines
        self._notify()


def _is_news(new: _State, old: _State | None) -> bool:
    """Whether a state goes beyond the one that is shown: threads may deliver the steps of a work out of order."""
    return old is None or new.key != old.key or (new.done, new.battles) >= (old.done, old.battles)
