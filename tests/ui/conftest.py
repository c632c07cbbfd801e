"""A real server in a process of its own and a real browser; whatever goes wrong in either fails the test."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from dashboard.store import Store
from massbattle_core.document import BattleDocument
from tests.ports import PORTS
from tests.ui.battles import skirmish_at_the_bridge

ROOT = Path(__file__).parents[2]
BROWSER_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 120_000
"""Milliseconds that anything may take on a busy machine; nothing waits longer than it must."""


class Server:
    """``massbattle serve`` as a process; it can be killed and started again on the same port and store."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._options = options
        self._store = f"sqlite:///{folder / 'battles.db'}"
        self._log = folder / "server.log"
        self._port = next(PORTS)
        self._read = 0
        self._started = False
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start it and wait until it tells its address."""
        arguments = ["serve", "--port", str(self._port), "--store", self._store, "--budget", "600", "--no-browser"]
        arguments += self._options
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from dashboard.cli import main; main()", *arguments],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server did not start: {line}{self._log.read_text()}"
        self.url = found.group()
        before, self._port = self._port, urlsplit(self.url).port or 0
        first = not self._started
        self._started = True
        assert first or before == self._port, f"somebody else took port {before}: the page cannot find its server"

    def kill(self) -> None:
        """End it at once, as a power failure would."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._end()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Keep it from doing anything, as a long computation would."""
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def stop(self) -> None:
        """End it properly."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait(30)
        assert self._process.stdout
        self._process.stdout.close()

    def new_battle(self, document: BattleDocument) -> str:
        """Keep another battle in the store and return its id."""
        store = Store(self._store)
        try:
            return store.create(document)
        finally:
            store.close()

    def complaints(self) -> list[str]:
        """Errors that the server has written since this was last asked; that a browser went away is none."""
        text = self._log.read_text()
        new, self._read = text[self._read :], len(text)
        records = re.split(r"^(?=(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)[ :])", new, flags=re.MULTILINE)
        wrong = (record for record in records if re.search(r"Traceback|ERROR|Error:", record))
        return [record for record in wrong if "WebSocketClosedError" not in record]


class Watched:
    """A page and everything wrong that its browser told of it."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.allowed: re.Pattern[str] | None = None
        host = urlsplit(server.url).netloc
        page.set_default_timeout(PATIENCE)
        page.on(
            "console",
            lambda message: self._note("console", message.text) if message.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: self._note("page", str(error)))
        page.on("dialog", lambda dialog: self._note("dialog", dialog.message))
        page.on("request", lambda request: self._foreign(request.url, host))

    def _note(self, kind: str, text: str) -> None:
        if not (self.allowed and self.allowed.search(text)):
            self.wrong.append(f"{kind}: {text}")

    def _foreign(self, url: str, host: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != host:
            self.wrong.append(f"request to another host: {url}")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


def launch(playwright: Playwright) -> Browser:
    """A browser of its own: the system's, or else playwright's."""
    system = Path("/usr/bin/chromium")
    return playwright.chromium.launch(executable_path=system if system.exists() else None, args=BROWSER_OPTIONS)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = launch(playwright)
    yield found
    found.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """A server that must not complain while a test uses it."""
    yield shared_server
    assert not (told := shared_server.complaints()), "\n".join(told)


Opener = Callable[..., Watched]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Opener]:
    """Opens a new battle in a browser, or in several; at the end nothing must have gone wrong in any of them."""
    battle = server.new_battle(skirmish_at_the_bridge())
    contexts: list[BrowserContext] = []
    pages: list[Watched] = []

    def opener(query: str = "", *, width: int = 1440, height: int = 900, phone: bool = False) -> Watched:
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, accept_downloads=True
        )
        contexts.append(context)
        watched = Watched(context.new_page(), server)
        pages.append(watched)
        context.request.get(
            server.url, max_redirects=0, timeout=PATIENCE
        )  # the front door gives a cookie: whose edits are whose
        watched.page.goto(f"{server.url}battle?id={battle}&{query}", timeout=PATIENCE)
        watched.page.wait_for_selector(".top .battle")
        return watched

    yield opener
    wrong = [text for watched in pages for text in watched.wrong]
    for context in contexts:
        context.close()
    assert wrong == []


def until(condition: Callable[[], Any], what: str, seconds: float = PATIENCE / 1000) -> Any:
    """What a condition that no selector tells comes to once it is true."""
    pause = threading.Event()
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"never came: {what}"
        pause.wait(0.05)
    return found
