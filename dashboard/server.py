"""The server: one process, the rooms of its store, one page for each browser session."""

from __future__ import annotations

import errno
import logging
import os
import re
import secrets
import signal
import socket
import threading
import zlib
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import panel as pn
from bokeh.events import ConnectionLost
from bokeh.models import CustomJS
from panel.io.server import Server, get_server
from tornado.iostream import StreamClosedError
from tornado.web import RequestHandler
from tornado.websocket import WebSocketClosedError

from dashboard.battles_page import build_battles_page
from dashboard.i18n import LANGUAGES, Words
from dashboard.models import Author, BattleSession
from dashboard.models.battle_list import BattleList
from dashboard.rooms import Rooms
from dashboard.store import StoreError

__all__ = ["BattleServer"]

COOKIE = "massbattle_author"
PORTS_TO_TRY = 100
COLOURS = ("#1f5fa8", "#c4491d", "#2f855a", "#805ad5", "#b7791f", "#b83280", "#2c7a7b", "#4a5568")
_RELOAD = Path(__file__).with_name("reload.js").read_text()

BuildPage = Callable[[BattleSession], pn.viewable.Viewable]


class BattleServer:
    """Serves the battles of ``rooms``, first of all the one with the id ``battle``.

    ``build_page`` makes the page of a session. A port that is 0 or taken is replaced by the next free one. A
    session whose browser has gone is kept for ``session_seconds``.
    """

    def __init__(
        self,
        rooms: Rooms,
        battle: str,
        build_page: BuildPage,
        *,
        port: int = 5006,
        address: str = "127.0.0.1",
        language: str = "en",
        session_seconds: float = 15.0,
    ) -> None:
        self.rooms = rooms
        self.battle = battle
        self.language = language
        self.instance = secrets.token_hex(8)
        self._build_page = build_page
        self._session_seconds = session_seconds
        self._server = self._listen(port, address)
        self.port = self._server.port
        self.url = f"http://{'127.0.0.1' if address in ('', '0.0.0.0', '::') else address}:{self.port}/"

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until :meth:`stop`; ``ready`` is called once pages are served.

        In the main thread, SIGTERM and SIGINT stop it as well.
        """
        loop = self._server.io_loop
        logging.getLogger("asyncio").addFilter(_lost_browser)
        logging.getLogger("bokeh.server.views.ws").setLevel(logging.ERROR)
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: self.stop())
        self._server.start()
        loop.add_callback(ready)
        loop.start()
        self._server.stop(wait=False)

    def stop(self) -> None:
        """Stop serving; may be called from any thread."""
        loop = self._server.io_loop
        loop.asyncio_loop.call_soon_threadsafe(loop.stop)

    @property
    def sessions(self) -> int:
        """How many browser sessions there are."""
        return len(self._server.get_sessions("/battle"))

    def _listen(self, port: int, address: str) -> Server:
        for candidate in range(port, port + PORTS_TO_TRY) if port else (0,):
            try:
                return self._server_at(_free_port(candidate, address), address)
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise
        raise OSError(errno.EADDRINUSE, f"no port from {port} to {port + PORTS_TO_TRY - 1} is free")

    def _server_at(self, port: int, address: str) -> Server:
        return get_server(
            {"/battle": self.page, "/battles": self.battles},
            port=port,
            address=address,
            websocket_origin=sorted(f"{host}:{port}" for host in {"127.0.0.1", "localhost", address} if host),
            title="massbattle",
            use_index=False,
            extra_patterns=[("/", _Home, {"server": self}), ("/alive", _Alive, {"server": self})],
            check_unused_sessions_milliseconds=round(min(1.0, self._session_seconds / 2) * 1000),
            unused_session_lifetime_milliseconds=round(self._session_seconds * 1000),
        )

    @property
    def first_battle(self) -> str:
        """The battle to show to somebody who asks for none: the one served, or the last opened, or ``""``."""
        kept = [battle.id for battle in self.rooms.store.battles()]
        return self.battle if self.battle in kept or not kept else kept[0]

    # ---------------------------------------------------------------- the pages of one session

    def battles(self) -> pn.viewable.Viewable:
        """The page of all battles of a new browser session."""
        words = Words(self._language())
        self._come_back(pn.state.curdoc)
        return build_battles_page(BattleList(self.rooms, _author(), translate=words), words)

    def _come_back(self, document: Any) -> None:
        """Have a page whose server was lost wait for it, and load itself anew."""
        document.js_on_event(ConnectionLost, CustomJS(code=_RELOAD))

    def _language(self) -> str:
        language = _arguments().get("lang", self.language)
        return language if language in LANGUAGES else self.language

    def page(self) -> pn.viewable.Viewable:
        """The page of a new browser session, for the address it asks for."""
        arguments, language = _arguments(), self._language()
        battle = arguments.get("id", self.battle)
        words = Words(language)
        try:
            room = self.rooms.get_room(battle)
            self.rooms.store.mark_opened(battle)
        except StoreError as error:
            return pn.pane.HTML(f"<p>{escape(str(error))}</p><a href='battles'>{escape(words('All battles'))}</a>")
        document = pn.state.curdoc
        session = BattleSession(room, _author(), language=language, schedule=_NextTick(document), translate=words)
        document.on_session_destroyed(session.session_destroyed)
        self._come_back(document)
        if "unit" in arguments:
            session.select(arguments["unit"])
        return self._build_page(session)


def _free_port(port: int, address: str) -> int:
    """The port itself, or any free one for 0. Raises :class:`OSError` if it is taken.

    It is needed before the server is made, which must know whom it may answer.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        if os.name == "posix":  # as the server does: a port whose last connections linger is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((address, port))
        return int(probe.getsockname()[1])


def _lost_browser(record: logging.LogRecord) -> bool:
    """Whether a record of asyncio tells of anything but a browser that left while messages were on their way."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, WebSocketClosedError | StreamClosedError)


class _NextTick:
    """Runs a function on the next tick of one document, its changes sent to the browser as one.

    A document that has been destroyed has no next tick: its session is told a moment later.
    """

    def __init__(self, document: Any) -> None:
        self._document = document

    def __call__(self, function: Callable[[], None]) -> None:
        def run() -> None:
            with pn.io.hold(self._document):
                function()

        try:
            self._document.add_next_tick_callback(run)
        except (AttributeError, RuntimeError):  # what Bokeh raises once the parts of a document are gone
            if self._document.session_context is not None:
                raise


def _arguments() -> dict[str, str]:
    """What the address of this session says."""
    return {name: values[-1].decode(errors="replace") for name, values in (pn.state.session_args or {}).items()}


def _author() -> Author:
    """Who sits at this browser: known by a cookie, so that undo still works after a reload."""
    author_id = pn.state.cookies.get(COOKIE, "")
    if not re.fullmatch(r"[\w-]{8,40}", author_id, re.ASCII):
        author_id = secrets.token_urlsafe(9)
    return Author(author_id, colour=COLOURS[zlib.crc32(author_id.encode()) % len(COLOURS)])


class _Home(RequestHandler):
    """Sends a browser on to the battle, with a name to be known by."""

    def initialize(self, server: BattleServer) -> None:
        """Remember the server."""
        self.server = server

    def get(self) -> None:
        """Redirect, keeping what else the address says."""
        if not self.get_cookie(COOKIE):
            year = 365
            self.set_cookie(COOKIE, secrets.token_urlsafe(9), expires_days=year, httponly=True, samesite="Lax")
        query = self.request.query
        self.redirect(f"battle?id={self.server.first_battle}{'&' if query else ''}{query}")


class _Alive(RequestHandler):
    """Tells which run of the server this is."""

    def initialize(self, server: BattleServer) -> None:
        """Remember the server."""
        self.server = server

    def get(self) -> None:
        """The name of this run."""
        self.set_header("Cache-Control", "no-store")
        self.finish(self.server.instance)
