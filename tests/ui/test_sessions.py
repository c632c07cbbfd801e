"""Pages that are closed leave nothing behind in the server."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import panel as pn
import pytest
from bokeh.client import pull_session
from bokeh.document import Document

from dashboard.library_file import LibraryFile
from dashboard.models.session import BattleSession
from dashboard.odds_service import OddsService
from dashboard.page import build_page
from dashboard.rooms import Rooms
from dashboard.server import BattleServer
from dashboard.store import Store
from dashboard.views.live import LiveMarkup
from tests.ui.battles import skirmish_at_the_bridge
from tests.ui.conftest import until


@pytest.fixture
def served(tmp_path: Path) -> Iterator[BattleServer]:
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")
    cold = threading.Event()
    service = OddsService(warm_up=cold.wait)  # no odds: the page alone is looked at
    rooms = Rooms(store, service)
    page = partial(build_page, library=LibraryFile(tmp_path / "library.json"))
    ready = threading.Event()
    made: list[BattleServer] = []

    def serve() -> None:  # a server belongs to the thread, and the loop, that makes it
        made.append(BattleServer(rooms, store.create(skirmish_at_the_bridge()), page, port=0, session_seconds=0.5))
        made[0].run(ready.set)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    assert ready.wait(60)
    yield made[0]
    made[0].stop()
    thread.join(30)
    cold.set()
    rooms.close()
    service.close()
    store.close()


def left_over() -> Counter[str]:
    gc.collect()
    gc.collect()
    found = Counter(
        type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, (BattleSession, LiveMarkup, Document))
    )
    found["watchers of busy"] = len(pn.state.param.watchers.get("busy", {}).get("value", []))
    return found


@pytest.mark.slow
def test_twenty_pages_opened_and_closed_leave_nothing_behind(served: BattleServer) -> None:
    def pull(pages: int) -> None:
        for _ in range(pages):
            pull_session(url=f"{served.url}battle").close()

    def open_and_close(pages: int) -> Counter[str]:
        client = threading.Thread(target=pull, args=(pages,))  # the loop of a browser may run in this thread
        client.start()
        client.join()
        until(lambda: served.sessions == 0, "the end of the sessions")
        return left_over()

    before = open_and_close(3)
    until(lambda: (open_and_close(0) - before).total() == 0, "what is left of the first pages to go")
    open_and_close(20)
    until(lambda: (open_and_close(0) - before).total() == 0, "what is left of twenty pages to go", seconds=30)
    assert before["BattleSession"] == 0
