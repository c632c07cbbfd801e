"""Browsers without a screen: connections that open a page of the dashboard and read whatever it sends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from bokeh.util.token import generate_jwt_token, generate_session_id
from tornado.websocket import WebSocketClientConnection, websocket_connect

__all__ = ["Browsers"]

_LARGEST_MESSAGE = 100_000_000


class Browsers:
    """Connections to the pages of the server at an address, such as ``http://127.0.0.1:5006/``."""

    def __init__(self, address: str) -> None:
        self._address = address.replace("http", "ws", 1)
        self._loop = asyncio.new_event_loop()
        self._open: list[WebSocketClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._thread = threading.Thread(target=self._loop.run_forever, name="browsers", daemon=True)
        self._thread.start()

    def open(self, count: int) -> None:
        """Open the page in so many more browsers; returns when all pages are built."""
        for _ in range(count):
            self._do(self._connect())

    def close(self) -> None:
        """Close every page, as somebody who closes the window does."""
        self._do(self._disconnect())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    async def _connect(self) -> None:
        token = generate_jwt_token(generate_session_id())
        connection = await websocket_connect(
            f"{self._address}battle/ws", subprotocols=["bokeh", token], max_message_size=_LARGEST_MESSAGE
        )
        await connection.read_message()  # the first fragment of what is sent once the page is built
        self._open.append(connection)
        self._readers.append(asyncio.ensure_future(_read(connection)))

    async def _disconnect(self) -> None:
        for connection in self._open:
            connection.close()
        await asyncio.gather(*self._readers)


async def _read(connection: WebSocketClientConnection) -> None:
    while await connection.read_message() is not None:
        pass
