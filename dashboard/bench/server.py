"""The server: does it answer while it simulates, and how soon after a move of a slider are there odds?"""

from __future__ import annotations

import asyncio
import http.client
import queue
import statistics
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

from dashboard.bench import Measure
from dashboard.bench.mass_combat import medium_battle
from dashboard.models.room import Author, OddsState
from dashboard.models.session import BattleSession
from dashboard.odds_service import OddsService
from dashboard.rooms import Rooms
from dashboard.store import Store
from massbattle_core import battlefile
from massbattle_core.mass_combat.edits import SetMorale
from massbattle_core.mass_combat.simulate import run

__all__ = ["measure"]

_DEMO = Path(__file__).parent.parent / "battles" / "demo-ford.json"
_BATTLES = 4_000
_REQUESTS = 120


def measure() -> list[Measure]:
    """Latency of a request that does nothing, beside a simulation in the handler and in a worker; slider to odds."""
    prepared = medium_battle()
    pool = ThreadPoolExecutor(1)

    async def in_handler() -> None:
        run(prepared, 0, _BATTLES)

    async def in_worker() -> None:
        await asyncio.get_running_loop().run_in_executor(pool, run, prepared, 0, _BATTLES)

    handler, worker = _p95(in_handler), _p95(in_worker)
    pool.shutdown()
    first, done = _slider()
    return [
        Measure("request beside a simulation in its handler, 95th percentile", handler * 1e3, "ms"),
        Measure("request beside a simulation in a worker thread, 95th percentile", worker * 1e3, "ms"),
        Measure("responsiveness: in a worker against in the handler", handler / worker, "times", 5),
        Measure("slider moves to first odds, median of new positions", first * 1e3, "ms"),
        Measure("slider stops to 20,000 battles or the time budget, median", done * 1e3, "ms"),
    ]


class _Nothing(RequestHandler):
    def get(self) -> None:
        self.finish("ok")


def _p95(simulate: Callable[[], Awaitable[None]]) -> float:
    """95th percentile in seconds of requests to a server that simulates one battle run after another."""
    with _server(simulate) as port:
        times = []
        for _ in range(_REQUESTS):
            connection = http.client.HTTPConnection("127.0.0.1", port)
            start = time.perf_counter()
            connection.request("GET", "/")
            connection.getresponse().read()
            times.append(time.perf_counter() - start)
            connection.close()
    return statistics.quantiles(times, n=20)[-1]


@contextmanager
def _server(simulate: Callable[[], Awaitable[None]]) -> Iterator[int]:
    """A server on a free port of this machine whose event loop also runs ``simulate`` again and again."""
    loop = asyncio.new_event_loop()
    ports: queue.SimpleQueue[int] = queue.SimpleQueue()
    stopping = threading.Event()

    async def serve() -> None:
        sockets = bind_sockets(0, "127.0.0.1")
        server = HTTPServer(Application([("/", _Nothing)]))
        server.add_sockets(sockets)
        ports.put(sockets[0].getsockname()[1])
        while not stopping.is_set():
            await simulate()
            await asyncio.sleep(0.005)
        server.stop()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    try:
        yield ports.get()
    finally:
        stopping.set()
        thread.join()
        loop.close()


def _slider() -> tuple[float, float]:
    """Seconds from a move of the morale slider to the first odds, and from its last move to the finest."""
    with tempfile.TemporaryDirectory() as folder:
        return _slider_on(Store(f"sqlite:///{folder}/bench.db"))


def _slider_on(store: Store) -> tuple[float, float]:
    service = OddsService()
    rooms = Rooms(store, service)
    first, done = [], []
    try:
        room = rooms.get_room(store.create(battlefile.load(_DEMO)))
        session = BattleSession(room, Author("bench", "bench", "#000000", "owner"))
        _seconds_until(session, lambda odds: odds.done)
        for morale in range(-10, 11, 2):
            start = time.perf_counter()
            session.preview(SetMorale("u1", morale))
            first.append(_seconds_until(session, lambda odds: not session.odds_stale) - start)
            done.append(_seconds_until(session, lambda odds: odds.done and not session.odds_stale) - start)
        session.close()
    finally:
        rooms.close()
        service.close()
        store.close()
    return statistics.median(first), statistics.median(done)


def _seconds_until(session: BattleSession, condition: Callable[[OddsState], bool]) -> float:
    """The time at which the session's odds meet a condition; waits for it."""
    reached = threading.Event()

    def look(*_: object) -> None:
        if session.odds is not None and condition(session.odds):
            reached.set()

    watcher = session.param.watch(look, ["odds", "odds_stale"])
    look()
    if not reached.wait(60):
        raise TimeoutError("no odds within a minute")
    session.param.unwatch(watcher)
    return time.perf_counter()
