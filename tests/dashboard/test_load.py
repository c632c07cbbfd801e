"""Many sessions for a long time: no edit is lost, all see the same, nothing stays behind. ``slow``.

``MASSBATTLE_LOAD_SECONDS=600`` makes it ten minutes instead of two.
"""

from __future__ import annotations

import gc
import os
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

import panel as pn
import pytest

from dashboard.bench.browsers import Browsers
from dashboard.history import text_digest
from dashboard.models import Author, BattleSession
from dashboard.page import build_page
from dashboard.rooms import Rooms
from dashboard.store_check import check_store
from massbattle_core import battlefile
from massbattle_core.mass_combat.edits import SetCharisma, SetMorale
from tests.dashboard.fakes import FakeEngine, wait_for
from tests.dashboard.small_server import small_page
from tests.dashboard.test_server import Running

SECONDS = float(os.environ.get("MASSBATTLE_LOAD_SECONDS", "120"))
pytestmark = [pytest.mark.slow, pytest.mark.timeout(SECONDS + 480)]

SESSIONS = 20


class Served(Running):
    """A server of pages of some kind; knows its sessions, and what must be gone after them."""

    def __init__(self, rooms: Rooms, build: Callable[[BattleSession], Any]) -> None:
        self.sessions: list[BattleSession] = []
        self._build = build
        super().__init__(rooms)

    def _page(self, session: Any) -> Any:
        self.sessions.append(session)
        self.alive += [weakref.ref(session), weakref.ref(pn.state.curdoc)]
        return self._build(session)

    def nothing_left(self) -> bool:
        """Whether sessions, documents and watchers of closed pages are gone."""
        self.sessions = []
        gc.collect()
        return not any(reference() for reference in self.alive)


def watchers() -> int:
    """How many watchers there are on what all pages of the process share."""
    return sum(len(found) for by_kind in pn.state.param.watchers.values() for found in by_kind.values())


def test_twenty_sessions_edit_one_battle_for_two_minutes(rooms: Rooms, engine: FakeEngine, url: str) -> None:
    served = Served(rooms, small_page)
    before = watchers()
    room = rooms.get_room(served.battle)
    browsers = Browsers(served.server.url)
    browsers.open(SESSIONS)
    sessions = list(served.sessions)
    assert len(sessions) == SESSIONS
    units = sorted(room.view(Author("nobody")).document.mass_combat.units)
    end = time.monotonic() + SECONDS
    kept = [0] * SESSIONS
    failed: list[BaseException] = []

    def edit(number: int, author: Author) -> None:
        """Edit as somebody does who moves one slider without a pause."""
        kind, unit = (SetMorale if number < len(units) else SetCharisma), units[number % len(units)]
        try:
            step = 0
            while time.monotonic() < end:
                step += 1
                room.preview(author, kind(unit, step % 10))
                room.submit(kind(unit, number % 10 if step % 2 else -(step % 5) - 1), author)
                kept[number] += 1
                pause.wait(0.2)
        except BaseException as error:
            failed.append(error)
            raise

    pause = threading.Event()
    authors = [Author(f"author-{number}", f"Author {number}") for number in range(SESSIONS)]
    threads = [threading.Thread(target=edit, args=(number, author)) for number, author in enumerate(authors)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []

    wait_for(lambda: all(session.revision == room.revision for session in sessions))
    document, revision = rooms.store.load(room.id)
    assert revision == room.revision
    digests = {text_digest(battlefile.dumps(one)) for one in (document, *(session.document for session in sessions))}
    assert len(digests) == 1
    written = Counter(entry.author for entry in rooms.store.entries(room.id))
    for number, author in enumerate(authors):
        assert kept[number] > 0
        assert written[author.id] in (kept[number] - 1, kept[number])  # the first may change nothing
    assert check_of(url) == ()
    simulated = sum(first == 0 for _, first, _ in engine.ran)
    assert simulated <= 2 * sum(kept) + 1  # one for each preview and edit, however many look on

    sessions.clear()
    browsers.close()
    wait_for(lambda: served.server.sessions == 0 and room.subscribers == 0)
    wait_for(served.nothing_left)
    assert watchers() == before
    served.close()


def check_of(url: str) -> tuple[object, ...]:
    (checked,) = check_store(url)
    return checked.problems


def test_fifty_pages_opened_and_closed_leave_nothing(rooms: Rooms) -> None:
    served = Served(rooms, build_page)
    before = watchers()
    for _ in range(10):
        browsers = Browsers(served.server.url)
        browsers.open(5)
        browsers.close()
    wait_for(lambda: served.server.sessions == 0)
    wait_for(served.nothing_left)
    assert len(served.alive) == 100
    assert watchers() == before
    assert rooms.get_room(served.battle).subscribers == 0
    served.close()
