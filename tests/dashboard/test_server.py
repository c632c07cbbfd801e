"""The server: addresses, sessions that come and go, a restart under an open page."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import panel as pn
import pytest
from bokeh.client import pull_session
from playwright.sync_api import sync_playwright

from dashboard.rooms import Rooms
from dashboard.server import COOKIE, BattleServer, _NextTick
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import ANA, demo, wait_for
from tests.dashboard.small_server import small_page
from tests.ports import PORTS

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Running:
    """A server whose loop runs in a thread of this process; ``alive`` holds what its sessions must not leave."""

    def __init__(self, rooms: Rooms, port: int = 0) -> None:
        self.rooms = rooms
        self.battle = rooms.store.create(demo())
        self.alive: list[weakref.ref[Any]] = []
        self._port = port
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._ready.wait(20)

    def _run(self) -> None:
        asyncio.set_event_loop(asyncio.new_event_loop())
        self.server = BattleServer(self.rooms, self.battle, self._page, port=self._port, session_seconds=0.2)
        self.server.run(self._ready.set)

    def _page(self, session: Any) -> Any:
        self.alive += [weakref.ref(session), weakref.ref(pn.state.curdoc)]
        return small_page(session)

    def open(self, **arguments: str) -> Any:
        return pull_session(url=f"{self.server.url}battle", arguments=arguments)

    def close(self) -> None:
        self.server.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture
def running(rooms: Rooms) -> Iterator[Running]:
    running = Running(rooms)
    yield running
    running.close()


def test_home_leads_to_the_battle_and_makes_the_browser_known(running: Running) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: Any) -> None:
            return None

    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.build_opener(Stay).open(f"{running.server.url}?unit=u3&theme=dark")
    with caught.value as answer:
        assert answer.code == 302
        assert answer.headers["Location"] == f"battle?id={running.battle}&unit=u3&theme=dark"
        assert COOKIE in answer.headers["Set-Cookie"]
    with urllib.request.urlopen(f"{running.server.url}battle?id={running.battle}") as answer:
        assert b"<html" in answer.read()
    with urllib.request.urlopen(f"{running.server.url}alive") as answer:
        assert answer.read().decode() == running.server.door.instance


def test_the_address_chooses_battle_unit_and_language(running: Running) -> None:
    other = running.rooms.store.create(demo())
    client = running.open(id=other, unit="u3", lang="fr")
    session = wait_for(lambda: running.alive and running.alive[0]())
    assert (session.selected, session.language) == ("u3", "fr")
    assert running.rooms.get_room(other).subscribers == 1
    assert running.rooms.store.battles()[0].id == other
    client.close()


def test_an_unknown_battle_says_so(running: Running) -> None:
    client = running.open(id="<script>")
    texts = [model.text for model in client.document.models if hasattr(model, "text")]
    assert any("no battle" in text for text in texts)
    assert not any("<script>" in text for text in texts)
    client.close()


def test_an_edit_of_one_session_reaches_the_others(running: Running) -> None:
    client = running.open()
    _, document = (reference() for reference in running.alive)
    running.rooms.get_room(running.battle).submit(SetMorale("u1", 4), ANA)
    wait_for(lambda: any("morale 4" in str(getattr(model, "text", "")) for model in document.models))
    client.close()


def test_sessions_that_are_gone_leave_nothing(running: Running) -> None:
    room = running.rooms.get_room(running.battle)
    for _ in range(20):
        running.open().close()
    wait_for(lambda: running.server.sessions == 0 and room.subscribers == 0)
    assert len(running.alive) == 40

    def none_left() -> bool:
        gc.collect()
        return all(reference() is None for reference in running.alive)

    wait_for(none_left, 20)


def test_a_document_that_is_gone_has_no_next_tick() -> None:
    class Gone:
        session_context: object = None

        def add_next_tick_callback(self, _: object) -> None:
            raise AttributeError

    document = Gone()
    _NextTick(document)(print)
    document.session_context = "still there"
    with pytest.raises(AttributeError):
        _NextTick(document)(print)


def test_a_port_that_is_taken_gives_way_to_the_next(rooms: Rooms) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        running = Running(rooms, port)
        assert port < running.server.port < port + 100
        running.open().close()
        running.close()


@contextmanager
def process(port: int, url: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own, killed at the end whatever happens; gives its address too."""
    started = subprocess.Popen(
        [sys.executable, "-m", "tests.dashboard.small_server", str(port), url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with started:
        assert started.stdout is not None
        try:
            yield started, started.stdout.readline().strip()
        finally:
            started.kill()


def ends_quietly(server: subprocess.Popen[str], number: int) -> None:
    server.send_signal(number)
    _, said = server.communicate(timeout=30)
    assert (server.returncode, said) == (0, "")


def test_an_interrupt_ends_the_server_quietly(url: str) -> None:
    with process(0, url) as (server, address):
        with urllib.request.urlopen(address) as answer:
            assert answer.status == 200
        ends_quietly(server, signal.SIGINT)


@pytest.mark.slow
@pytest.mark.ui
def test_the_page_comes_back_by_itself_after_kill_9(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page()
        with process(next(PORTS), url) as (server, address):
            page.goto(f"{address}?unit=u3&lang=fr")
            other = browser.new_context().new_page()
            other.goto(address)
            other.get_by_text("morale 0", exact=True).wait_for()
            page.get_by_role("button", name="more").click()
            for one in (page, other):
                one.get_by_text("morale 1", exact=True).wait_for()
            server.send_signal(signal.SIGKILL)
        page.evaluate("window.before = true")
        port = int(address.rstrip("/").rsplit(":", 1)[1])
        with process(port, url) as (server, _):
            page.wait_for_function("!window.before", timeout=30_000)
            page.get_by_text("morale 1", exact=True).wait_for()
            assert "unit=u3&lang=fr" in page.url
            page.get_by_role("button", name="more").click()
            page.get_by_text("morale 2", exact=True).wait_for()
            ends_quietly(server, signal.SIGTERM)
        browser.close()


REMEMBER_SOCKETS = """
const Plain = window.WebSocket
window.sockets = []
window.WebSocket = class extends Plain {
  constructor(...given) { super(...given); window.sockets.push(this) }
}
"""


@pytest.mark.slow
@pytest.mark.ui
def test_a_browser_that_was_cut_off_comes_back_to_what_others_have_done(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        sleeper, other = browser.new_page(), browser.new_context().new_page()
        sleeper.add_init_script(REMEMBER_SOCKETS)
        with process(0, url) as (_, address):
            for page in (sleeper, other):
                page.goto(address)
                page.get_by_text("morale 0", exact=True).wait_for()
            sleeper.evaluate("window.before = true; window.sockets.at(-1).close()")  # the lid of a laptop is closed
            other.get_by_role("button", name="more").click()
            sleeper.get_by_text("morale 1", exact=True).wait_for()  # by itself
            assert sleeper.evaluate("!window.before")
            sleeper.get_by_role("button", name="more").click()
            other.get_by_text("morale 2", exact=True).wait_for()
        browser.close()
