"""A shared server as a process, and a client made by hand that says whatever it likes to it."""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from email.message import Message
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from dashboard.store import Shelf, Store
from massbattle_core.battlefile import dumps
from massbattle_core.document import BattleDocument
from tests.ui.conftest import Server


class SharedServer(Server):
    """``massbattle serve FILE --share``; ``links`` are those that it prints, by whom they are for."""

    def __init__(self, folder: Path, document: BattleDocument, *options: str) -> None:
        self._file = folder / "shared.json"
        self._file.write_text(dumps(document), encoding="utf-8")
        super().__init__(folder, str(self._file), "--share", *options)

    def start(self) -> None:
        super().start()
        assert self._process.stdout
        self.links: dict[str, str] = {}
        for line in self._process.stdout:
            if found := re.match(r"  (\w+) +(http\S+)$", line):
                self.links[found[1]] = found[2]
            if "Share button" in line:
                break
        self.local = f"http://127.0.0.1:{self._port}/"

    @property
    def log(self) -> str:
        return self._log.read_text()

    def document(self, battle: str) -> str:
        """The text of a battle as the store has it."""
        return self.kept()[battle]

    def kept(self) -> dict[str, str]:
        """The text of every battle that is kept, by id."""
        store = Store(self._store)
        try:
            return {battle.id: dumps(store.load(battle.id)[0]) for shelf in Shelf for battle in store.battles(shelf)}
        finally:
            store.close()

    def rights(self) -> set[tuple[object, ...]]:
        """Every link, with its battle, its role and whether it is open; and every password."""
        with closing(sqlite3.connect(self._store.removeprefix("sqlite:///"))) as database:
            rows = [row for table in ("links", "locks") for row in database.execute(f"SELECT * FROM {table}")]
        return set(rows)


@dataclass(frozen=True)
class Answer:
    """What the server answered to a request."""

    status: int
    headers: Message
    text: str


_NUMBERS = itertools.count(1)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any) -> None:
        return None


class HandMade:
    """A client with a cookie jar of its own, which keeps to no rule of a browser."""

    def __init__(self, server: SharedServer) -> None:
        self.server = server
        self.cookie = ""
        self.battle = ""
        self._opener = urllib.request.build_opener(_NoRedirect())

    def ask(self, path: str, form: dict[str, str] | str | None = None, **headers: str) -> Answer:
        """The answer to a request, whatever its status."""
        data = None if form is None else (form if isinstance(form, str) else urllib.parse.urlencode(form)).encode()
        request = urllib.request.Request(self.server.local + path, data, headers)
        if self.cookie:
            request.add_header("Cookie", f"massbattle_pass={self.cookie}")
        try:
            found = self._opener.open(request, timeout=60)
        except urllib.error.HTTPError as refused:
            found = refused
        with found as answer:
            return Answer(answer.status, answer.headers, answer.read().decode())

    def join(self, token: str, name: str = "Mallory", **more: str) -> Answer:
        """Show a link's token at the door; keeps the cookie if that lets in."""
        answer = self.ask("join", {"token": token, "name": name, **more})
        if answer.status == 303:
            self.cookie = SimpleCookie(answer.headers["Set-Cookie"])["massbattle_pass"].value
            self.battle = answer.headers["Location"].partition("id=")[2]
        return answer

    def page(self) -> str:
        """The source of the battle's page."""
        answer = self.ask(f"battle?id={self.battle}")
        assert answer.status == 200
        return answer.text

    def token(self) -> str:
        """The token of a new session, from the page."""
        found = re.search(r'"token":"([^"]+)"', self.page())
        assert found
        return found[1]

    @asynccontextmanager
    async def socket(self, token: str, origin: str = "", cookie: str | None = None) -> AsyncIterator[Socket]:
        """A websocket to the session of a token."""
        host = urlsplit(self.server.local).netloc
        headers = {"Origin": origin or f"http://{host}", "Cookie": f"massbattle_pass={cookie or self.cookie}"}
        if cookie == "":
            del headers["Cookie"]
        request = HTTPRequest(f"ws://{host}/battle/ws?id={self.battle}", headers=headers)
        connection = await websocket_connect(request, subprotocols=["bokeh", token], max_message_size=50_000_000)
        socket = Socket(connection)
        try:
            for _part in range(3):  # the server's word that the session is there
                await socket.read()
            yield socket
        finally:
            connection.close()
            while not socket.closed:
                await socket.read()  # until the server has closed its side as well


class Socket:
    """Messages of Bokeh's protocol, written by hand: header, metadata and content, a frame each."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self._connection = connection
        connection.protocol.stream.set_nodelay(True)  # small frames are not held back for an answer
        self.closed = False
        """Whether the server has closed its side."""

    async def read(self) -> str | bytes:
        """The next frame that the server sent, nothing once it has hung up."""
        frame = await self._connection.read_message()
        self.closed = frame is None
        return frame or ""

    def texts(self, kind: str, content: dict[str, Any]) -> list[str]:
        """A message with a number of its own, as it is sent."""
        return [json.dumps(part) for part in ({"msgid": str(next(_NUMBERS)), "msgtype": kind}, {}, content)]

    async def frame(self, part: str | bytes) -> None:
        """Send one frame, whatever it holds."""
        await self._connection.write_message(part, binary=isinstance(part, bytes))

    async def say(self, *texts: str) -> None:
        """Send the texts of a message."""
        for text in texts:
            await self._connection.write_message(text)

    async def send(self, kind: str, content: dict[str, Any]) -> list[str]:
        """Send a message, and return its texts."""
        texts = self.texts(kind, content)
        await self.say(*texts)
        return texts

    async def patch(self, *events: dict[str, Any]) -> list[str]:
        """Send what follows as one patch of the document."""
        return await self.send("PATCH-DOC", {"events": events, "references": []})

    @staticmethod
    def change(model: str, attribute: str, value: object) -> dict[str, Any]:
        """A property of a model set to a value."""
        return {"kind": "ModelChanged", "model": {"id": model}, "attr": attribute, "new": value}

    @staticmethod
    def event(name: str, **values: object) -> dict[str, Any]:
        """Something that happens in a browser."""
        data = {"type": "event", "name": name, "values": {"type": "map", "entries": list(values.items())}}
        return {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": data}

    @classmethod
    def telling(cls, model: str, told: dict[str, Any]) -> dict[str, Any]:
        """What a component of the page sends when something is clicked."""
        return cls.event("data_event", model={"id": model}, data={"type": "map", "entries": list(told.items())})

    async def settle(self) -> None:
        """Wait until everything that was sent before has been dealt with."""
        await self.send("SERVER-INFO-REQ", {})
        await self._read_until("SERVER-INFO-REPLY")

    async def pull(self) -> dict[str, Any]:
        """The whole document; everything that was sent before has been dealt with."""
        await self.send("PULL-DOC-REQ", {})
        await self._read_until("PULL-DOC-REPLY")
        return dict(json.loads(await self.read()))

    async def _read_until(self, kind: str) -> None:
        while True:
            frame = await self.read()
            assert not self.closed, "the server hung up"
            if isinstance(frame, str) and f'"msgtype": "{kind}"' in frame[:200]:
                await self.read()  # what it says of itself
                return


def models(document: object) -> Iterator[dict[str, Any]]:
    """Every model in a document as its JSON: ``id``, ``name`` of the class, ``attributes``."""
    if isinstance(document, dict):
        if document.get("type") == "object" and "id" in document:
            yield {"attributes": {}, **document}
        for part in document.values():
            yield from models(part)
    elif isinstance(document, list):
        for part in document:
            yield from models(part)
