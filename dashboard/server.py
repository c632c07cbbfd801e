"""The server: one process, the rooms of its store, one page for each browser session."""

from __future__ import annotations

import errno
import logging
import os
import secrets
import signal
import socket
import threading
import zlib
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, cast
from weakref import WeakKeyDictionary

import panel as pn
from bokeh.events import ConnectionLost
from bokeh.models import CustomJS
from bokeh.server.session import ServerSession
from panel.io.server import Server, get_server
from tornado.ioloop import PeriodicCallback
from tornado.iostream import StreamClosedError
from tornado.platform.asyncio import BaseAsyncIOLoop
from tornado.websocket import WebSocketClosedError

from dashboard.battles_page import build_battles_page
from dashboard.i18n import LANGUAGES, Words
from dashboard.last_words import LastWordsHandler, OnceSocket
from dashboard.models import Author, BattleSession
from dashboard.models.battle_list import BattleList
from dashboard.models.pace import Pace
from dashboard.models.room import Role
from dashboard.rooms import Rooms
from dashboard.sharing.access import HOST, Access, Link
from dashboard.sharing.desk import SharingDesk, link_address
from dashboard.sharing.door import AliveHandler, Door, DoorKeeper, HomeHandler, JoinHandler, NameHandler
from dashboard.sharing.headers import SecureHeaders
from dashboard.sharing.key import derived_key, load_key
from dashboard.sharing.network import base_url, names_of_this_machine, parse_origin
from dashboard.sharing.passport import COOKIE, Passport
from dashboard.sharing.wire import guard_sockets
from dashboard.store import StoreError

__all__ = ["LARGEST_MESSAGE", "MOST_SESSIONS", "BattleServer"]

PORTS_TO_TRY = 100
LARGEST_MESSAGE = 10_000_000
"""Bytes of one message of a browser: the largest file that the page sends, and the words around it."""
LARGEST_FORM = 64_000
MOST_SESSIONS = 200
PING_SECONDS = 20
"""How often a browser is asked whether it is there; one that has not answered by the next time is taken as gone."""
COLOURS = ("#1f5fa8", "#c4491d", "#2f855a", "#805ad5", "#b7791f", "#b83280", "#2c7a7b", "#4a5568")
_PAGES = ("/battle", "/battles")
_RELOAD = Path(__file__).with_name("reload.js").read_text()

BuildPage = Callable[[BattleSession], pn.viewable.Viewable]


class BattleServer:
    """Serves the battles of ``rooms``, first of all the one with the id ``battle``.

    ``build_page`` makes the page of a session. A port that is 0 or taken is replaced by the next free one. A
    session whose browser has gone is kept for ``session_seconds``. A ``shared`` server lets in only those with a
    link; ``origins`` are further addresses at which browsers reach it (a proxy's).

    Raises :class:`OSError` if no port is free, :class:`StoreError` if its secret cannot be kept, ``ValueError`` for an
    origin that is none.
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
        shared: bool = False,
        origins: Sequence[str] = (),
    ) -> None:
        self.rooms = rooms
        self.battle = battle
        self._build_page = build_page
        self._session_seconds = session_seconds
        self._origins = origins
        self._guests: WeakKeyDictionary[BattleSession, Passport] = WeakKeyDictionary()
        key = load_key(rooms.store.folder)
        self._session_secret = derived_key(key, "sessions")
        self.door = Door(
            Access(rooms.store, key),
            derived_key(key, "cookies"),
            lambda: self.first_battle,
            language,
            secrets.token_hex(8),
            shared,
        )
        self._server = self._listen(port, address)
        self.port = self._server.port or port
        self.url = f"http://{'127.0.0.1' if address in ('', '0.0.0.0', '::') else address}:{self.port}/"
        alone = address in ("127.0.0.1", "localhost", "::1") and not origins
        self.public_url = (self.url if alone else base_url(origins, self.port)) if shared else ""
        self._show_out_later = PeriodicCallback(self.show_out, 1000)

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
        if self.door.shared:
            self._show_out_later.start()
        loop.add_callback(ready)
        loop.start()
        self._show_out_later.stop()
        for session in list(self._guests):
            session.close()
        self._server.stop(wait=False)

    def stop(self) -> None:
        """Stop serving; may be called from any thread."""
        loop = cast(BaseAsyncIOLoop, self._server.io_loop)
        loop.asyncio_loop.call_soon_threadsafe(loop.stop)

    def links(self) -> dict[str, str]:
        """The secret links to print: ``host`` for whoever runs the server, and one for each role in its battle."""
        access = self.door.access
        named = [("host", access.links(HOST)["owner"]), *access.links(self.first_battle).items()]
        return {name: link_address(self.public_url, link.token) for name, link in named}

    def show_out(self) -> None:
        """End the sessions of those whose link is closed or whose role has changed; call it on the server's loop."""
        for session, passport in list(self._guests.items()):
            if session.closed:
                del self._guests[session]
            elif self.door.role(passport, session.battle_id) != session.author.role:
                del self._guests[session]
                session.dismiss()

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
        door = self.door
        door.origins = self._allowed_origins(port, address)
        handlers = {"/": HomeHandler, "/join": JoinHandler, "/name": NameHandler, "/alive": AliveHandler}
        proxied = any(origin.startswith("https://") for origin in self._origins)
        guard_sockets(OnceSocket)
        signed: dict[str, Any] = {"sign_sessions": True, "secret_key": self._session_secret} if door.shared else {}
        last_words = {"door": door, "find_session": self._find_session, "secret": self._session_secret}
        return get_server(
            dict(zip(_PAGES, (self.page, self.battles), strict=True)),
            port=port,
            address=address,
            websocket_origin=sorted(door.origins),
            title="massbattle",
            use_index=False,
            auth_provider=DoorKeeper(door),
            extra_patterns=[
                *((path, handler, {"door": door}) for path, handler in handlers.items()),
                ("/last-words", LastWordsHandler, last_words),
            ],
            transforms=[SecureHeaders],
            exclude_cookies=[COOKIE],  # a page must not tell its scripts what the browser keeps from them
            exclude_headers=["Cookie"],
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_ping_interval=PING_SECONDS,
            keep_alive_milliseconds=0,  # Bokeh's own pings, which nobody waits for the answer of
            http_server_kwargs={"xheaders": proxied, "max_body_size": LARGEST_FORM},
            check_unused_sessions_milliseconds=round(min(1.0, self._session_seconds / 2) * 1000),
            unused_session_lifetime_milliseconds=round(self._session_seconds * 1000),
            **signed,
        )

    def _allowed_origins(self, port: int, address: str) -> set[str]:
        """The hosts, with their ports, that a browser may say it comes from."""
        here = names_of_this_machine() if self.door.shared else ["127.0.0.1", "localhost"]
        named = {parse_origin(origin, port)[0] for origin in self._origins}
        return {f"{host}:{port}" for host in (*here, address) if host and ":" not in host} | named

    def _find_session(self, session_id: str) -> ServerSession | None:
        sessions = (session for path in _PAGES for session in self._server.get_sessions(path))
        return next((session for session in sessions if session.id == session_id), None)

    @property
    def first_battle(self) -> str:
        """The battle to show to somebody who asks for none: the one served, or the last opened, or ``""``."""
        kept = [battle.id for battle in self.rooms.store.battles()]
        return self.battle if self.battle in kept or not kept else kept[0]

    # ---------------------------------------------------------------- the pages of one session

    def battles(self) -> pn.viewable.Viewable:
        """The page of all battles of a new browser session; on a shared server only for whoever runs it."""
        _ = Words(self._language())
        passport: Passport = _document().session_context.request.passport
        if not self.door.is_host(passport):
            return _instead(_("This page is for whoever runs the server."), _)
        self._come_back(_document())
        return build_battles_page(BattleList(self.rooms, _author(passport, "owner"), translate=_), _)

    def _come_back(self, document: Any) -> None:
        """Have a page whose server was lost wait for it, and load itself anew."""
        document.js_on_event(ConnectionLost, CustomJS(code=_RELOAD))

    def _language(self) -> str:
        language = _arguments().get("lang", self.door.language)
        return language if language in LANGUAGES else self.door.language

    def page(self) -> pn.viewable.Viewable:
        """The page of a new browser session, for the address it asks for."""
        arguments, language, document = _arguments(), self._language(), _document()
        battle = arguments.get("id", self.battle)
        _ = Words(language)
        passport: Passport = document.session_context.request.passport
        role = self.door.role(passport, battle)
        if role is None or self.sessions > MOST_SESSIONS:
            return _instead(_("This link opens nothing.") if role is None else _("The server is full."), _)
        try:
            room = self.rooms.get_room(battle)
            self.rooms.store.mark_opened(battle)
        except StoreError as error:
            return _instead(_(error.text), _)
        session = BattleSession(
            room,
            _author(passport, role, room.view(Author(passport.author)).peers, room.guest_name),
            language=language,
            schedule=_NextTick(document),
            translate=_,
            pace=Pace() if self.door.shared else None,
        )
        session.sharing = self._desk_of(session, passport)
        document.on_session_destroyed(session.session_destroyed)
        document.on_event(ConnectionLost, lambda _event: session.step_away())
        self._come_back(document)
        if "unit" in arguments:
            session.select(arguments["unit"])
        return self._build_page(session)

    def _desk_of(self, session: BattleSession, passport: Passport) -> SharingDesk:
        """What a session may do about links; the session is shown out when its own is closed."""
        self._guests[session] = passport

        def links_changed(link: Link | None) -> None:
            if link is not None:
                self._guests[session] = self._guests[session].with_link(link.id)
            self.show_out()

        host = self.door.is_host(passport)
        return SharingDesk(
            self.door.access, session.battle_id, session.author.role, self.public_url, host, links_changed
        )


def _document() -> Any:
    """The document of the session that is being made."""
    return pn.state.curdoc


def _instead(message: str, _: Words) -> pn.viewable.Viewable:
    """What is shown where there is no battle to show."""
    return pn.pane.HTML(f"<p>{escape(message)}</p><a href='battles'>{escape(_('All battles'))}</a>")


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


def _author(
    passport: Passport, role: Role, present: Iterable[Author] = (), guest_name: Callable[[str], str] = lambda _id: ""
) -> Author:
    """Who sits at this browser, with a colour that nobody else who is present has, as long as there are enough.

    ``guest_name`` gives the name of somebody who has given none.
    """
    start = zlib.crc32(passport.author.encode()) % len(COLOURS)
    wanted = [*COLOURS[start:], *COLOURS[:start]]
    taken = {one.colour for one in present if one.id != passport.author}
    colour = next((colour for colour in wanted if colour not in taken), wanted[0])
    return Author(passport.author, passport.name or guest_name(passport.author), colour, role)
