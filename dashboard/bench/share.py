"""A shared battle: edits a second, how soon everybody sees them, and what a session costs, for 1, 5 and 20 browsers."""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import panel as pn

from dashboard.bench import Measure
from dashboard.bench.browsers import Browsers
from dashboard.history import Entry
from dashboard.library_file import LibraryFile
from dashboard.models.room import Author
from dashboard.models.session import BattleSession
from dashboard.odds_service import OddsService
from dashboard.page import build_page
from dashboard.room import Room
from dashboard.rooms import Rooms
from dashboard.server import BattleServer
from dashboard.store import Store, utc_now
from massbattle_core import battlefile
from massbattle_core.document import apply_edit, edit_to_json
from massbattle_core.mass_combat.edits import SetMorale

__all__ = ["measure"]

_DEMO = Path(__file__).parent.parent / "battles" / "demo-ford.json"
_SESSIONS = (1, 5, 20)
_SECONDS = 3.0
_PATIENCE = 60.0
_LONG = 20_000
"""Edits of a long battle."""


def measure() -> list[Measure]:
    """All of it, on a store of its own with real pages and real odds; the seconds that a long battle takes to open."""
    measures = [Measure(f"opening a battle of {_LONG:,} edits", _opening() * 1e3, "ms")]
    for sessions in _SESSIONS:
        measures += _shared_by(sessions)
    return measures


def _opening() -> float:
    """Seconds from the store to a room, the median of five."""
    with _rooms() as rooms:
        document = battlefile.load(_DEMO)
        battle = rooms.store.create(document)
        cycle = []  # 0, 1, … 10, 0, …: the changes come round
        for morale in (*range(11), *range(11)):
            edit = SetMorale("u1", morale)
            change = apply_edit(document, edit)
            document = change.document
            cycle.append((edit_to_json(edit), change))
        with rooms.store.turn() as append:
            for revision in range(1, _LONG + 1):
                edit_json, change = cycle[revision - 1 if revision <= 11 else 11 + (revision - 1) % 11]
                entry = Entry(revision, edit_json, change.patch, change.inverse, "bench", "bench", utc_now())
                append(battle, entry, change.document)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            Room(battle, rooms.store, rooms.odds_service)
            times.append(time.perf_counter() - start)
    return statistics.median(times)


def _shared_by(count: int) -> list[Measure]:
    """Edits by turns of ``count`` authors while as many browsers look on."""
    with _rooms() as rooms, _serving(rooms) as (server, sessions):
        browsers = Browsers(server.url)
        browsers.open(1)  # what is loaded once belongs to no session
        before = _resident_bytes()
        browsers.open(count)
        memory = (_resident_bytes() - before) / count
        room = rooms.get_room(server.battle)
        arrivals = _Arrivals(sessions)
        authors = [Author(f"author-{number}", f"author {number}") for number in range(count)]
        start, made = time.perf_counter(), 0
        while time.perf_counter() - start < _SECONDS:
            arrivals.expect(room.revision + 1)
            room.submit(SetMorale("u1", made % 11 - 5), authors[made % count])
            made += 1
        rate = made / (time.perf_counter() - start)
        for step in range(10):  # and one by one, as people do
            arrivals.expect(room.revision + 1)
            room.submit(SetMorale("u2", step % 11 - 5), authors[step % count])
            arrivals.wait()
        browsers.close()
    delays = statistics.quantiles(arrivals.alone, n=20)
    who = f"{count} sessions" if count > 1 else "1 session"
    return [
        Measure(f"{who}: edits, all of them durable", rate, "per s"),
        Measure(f"{who}: an edit reaches a session, median", statistics.median(arrivals.alone) * 1e3, "ms"),
        Measure(f"{who}: an edit reaches a session, 95th percentile", delays[-1] * 1e3, "ms"),
        Measure(f"{who}: memory of a session", memory / 1e6, "MB"),
    ]


class _Arrivals:
    """When an edit was made, and how long after it each session showed it."""

    def __init__(self, sessions: list[BattleSession]) -> None:
        self.alone: list[float] = []
        self._lock = threading.Lock()
        self._expected, self._start, self._waiting = 0, 0.0, 0
        self._sessions = len(sessions)
        self._all_there = threading.Event()
        for session in sessions:
            session.param.watch(self._arrived, "revision")

    def expect(self, revision: int) -> None:
        """The edit that leads to this revision is made now."""
        with self._lock:
            self._expected, self._start, self._waiting = revision, time.perf_counter(), self._sessions
            self._delays: list[float] = []
            self._all_there.clear()

    def wait(self) -> None:
        """Wait until every session shows it, and take its time."""
        if not self._all_there.wait(_PATIENCE):
            raise TimeoutError("an edit did not reach every session within a minute")
        self.alone += self._delays

    def _arrived(self, event: object) -> None:
        with self._lock:
            if getattr(event, "new", None) == self._expected:
                self._delays.append(time.perf_counter() - self._start)
                self._waiting -= 1
                if not self._waiting:
                    self._all_there.set()


@contextmanager
def _rooms() -> Iterator[Rooms]:
    with tempfile.TemporaryDirectory() as folder:
        store, service = Store(f"sqlite:///{folder}/bench.db"), OddsService()
        rooms = Rooms(store, service)
        try:
            yield rooms
        finally:
            rooms.close()
            service.close()
            store.close()


@contextmanager
def _serving(rooms: Rooms) -> Iterator[tuple[BattleServer, list[BattleSession]]]:
    """A server in a thread of this process, and the sessions of those who have opened its page."""
    sessions: list[BattleSession] = []
    servers: list[BattleServer] = []
    ready = threading.Event()

    folder = rooms.store.folder
    if folder is None:
        raise ValueError("sharing is measured with a store in a file")

    def page(session: BattleSession) -> pn.viewable.Viewable:
        whole = build_page(session, LibraryFile(folder / "library.json"))
        sessions.append(session)  # only if its page could be built
        return whole

    def serve() -> None:
        asyncio.set_event_loop(asyncio.new_event_loop())
        servers.append(BattleServer(rooms, rooms.store.create(battlefile.load(_DEMO)), page, port=0))
        servers[0].run(ready.set)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    if not ready.wait(_PATIENCE):
        raise TimeoutError("the server did not start within a minute")
    try:
        yield servers[0], sessions
    finally:
        servers[0].stop()
        thread.join()


def _resident_bytes() -> int:
    """What this process holds in memory; where the system does not say, the most it ever held."""
    gc.collect()
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
