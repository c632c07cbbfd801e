"""Nothing that a page has sent is lost when it closes: what its socket was not heard to say, a request says again.

A socket that breaks may take messages with it that nobody has read: those in the browser, on the way, or behind one
that a busy server is still working off. The page keeps what is not acknowledged (``last_words.js``) and sends it once
more when it goes away. Each message has a number, and a session takes no number twice, whichever way it comes first.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from weakref import WeakKeyDictionary

from bokeh.protocol import Protocol
from bokeh.protocol.exceptions import MessageError, ProtocolError, ValidationError
from bokeh.protocol.message import Message
from bokeh.server.protocol_handler import ProtocolHandler
from bokeh.server.session import ServerSession
from bokeh.util.token import check_token_signature, get_session_id
from tornado.web import HTTPError

from dashboard.sharing.door import Door, DoorHandler
from dashboard.sharing.wire import GuardedSocket, RefusedError, screen

__all__ = ["SCRIPT", "LastWordsHandler", "OnceSocket"]

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""What a page needs of this; it must run before Bokeh opens its socket."""

_REMEMBERED = 5_000
"""Numbers that a session remembers: far more than a page can have waiting."""

_LONGEST_NUMBER = 64
"""Characters of a number; Bokeh's have half as many."""

_taken: WeakKeyDictionary[ServerSession, dict[str, None]] = WeakKeyDictionary()


def _is_new(session: ServerSession, message: Message[Any]) -> bool:
    """Whether a session has not taken this message yet; it has now."""
    numbers = _taken.setdefault(session, {})
    number = str(message.header["msgid"])[:_LONGEST_NUMBER]
    if number in numbers:
        return False
    numbers[number] = None
    if len(numbers) > _REMEMBERED:
        del numbers[next(iter(numbers))]
    return True


class OnceSocket(GuardedSocket):
    """The socket of a page, which takes no message that has come another way."""

    async def _handle(self, message: Message[Any]) -> Any:
        connection = self.connection
        if connection and message.msgtype == "PATCH-DOC" and not _is_new(connection.session, message):
            return connection.ok(message)
        return await super()._handle(message)


class _NoSocket:
    """Stands for the connection of a page that is gone, where Bokeh handles a message."""

    def __init__(self, session: ServerSession) -> None:
        self.session, self.protocol = session, Protocol()

    def ok(self, message: Message[Any]) -> None:
        """Nobody is there to hear that it was done."""

    def error(self, message: Message[Any], text: str) -> None:
        """Nor that it was not; Bokeh has logged it."""


class LastWordsHandler(DoorHandler):
    """Hears what a page says again as it goes away; ``find_session`` finds its session by its id, while there is one.

    It asks for what a socket does: an origin that is ours, a token of ours, and the cookie of whoever opened the page.
    """

    def initialize(  # type: ignore[override]  # called by Tornado with what the route of this handler names
        self, door: Door, find_session: Callable[[str], ServerSession | None], secret: str
    ) -> None:
        """Remember where sessions are, and what signs their tokens."""
        super().initialize(door)
        self._find_session, self._secret = find_session, secret

    async def post(self) -> None:
        """Take the messages that have not arrived, in their order."""
        self.check_origin()
        try:
            told = json.loads(self.request.body)
            token = str(told["token"])
            messages = [Protocol().assemble(*map(str, texts)) for texts in told["messages"]]
        except (ValueError, TypeError, KeyError, MessageError, ProtocolError, ValidationError) as error:
            raise HTTPError(400, "these are no messages of a page") from error
        session = self._session(token)
        connection, handler = _NoSocket(session), ProtocolHandler()
        for message in messages:
            try:
                screen(message, session.document)
            except RefusedError as error:
                raise HTTPError(400, "these are no messages of a page") from error
            if message.msgtype == "PATCH-DOC" and _is_new(session, message):
                await handler.handle(message, connection)
        self.set_status(204)

    def _session(self, token: str) -> ServerSession:
        door = self.door
        session = None
        if check_token_signature(token, secret_key=self._secret.encode(), signed=door.shared):
            session = self._find_session(get_session_id(token))
        if session is None:
            raise HTTPError(403, "this page has no session here")
        request = cast(Any, session.document.session_context).request
        if door.shared and door.passport(self).author != request.passport.author:
            raise HTTPError(403, "this is the session of somebody else")
        return session
