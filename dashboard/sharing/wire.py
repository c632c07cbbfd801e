"""What the server takes from a browser over its websocket; everything else is dropped before anything hears of it.

A page of ours tells what happened at a model, and which of a few properties the browser has changed. It makes no
models, takes none away and replaces no document. Widgets must not be trusted with more: the page of Panel Material UI
reads any file of the server whose name is given to its ``logo``, and sends it to the browser.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Mapping
from typing import Any

from bokeh.core.serialization import DeserializationError, Deserializer
from bokeh.document import Document
from bokeh.events import Event, ModelEvent, PointEvent
from bokeh.model import Model
from bokeh.protocol.exceptions import ProtocolError
from bokeh.protocol.message import Message
from bokeh.server.urls import per_app_patterns
from panel.io.server import WSHandler

__all__ = ["GuardedSocket", "RefusedError", "guard_sockets", "screen"]

log = logging.getLogger(__name__)

_MESSAGES = ("PATCH-DOC", "PULL-DOC-REQ", "SERVER-INFO-REQ")
_EVENTS = frozenset(
    (
        *("client_reconnected", "connection_lost", "document_ready", "data_event"),
        *("doubletap", "pan", "panend", "panstart", "press", "pressup", "tap"),
    )
)
"""What the page's own components and figures listen to."""
_CHANGES = {
    "value": r"",
    "value_throttled": r"",
    "dark_theme": r"",
    "hash": r"(#.*)?",
    "href": r"https?://.*",
    "pathname": r"/.*",
    "search": r"(\?.*)?",
}
"""The properties that a browser changes, of sliders, the page and its address, and how their text reads.

It also tells of the fonts and colours that it draws figures with, of its language and the like: nobody listens.
"""
_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError)
"""What Bokeh raises for JSON that is none, or none of the shape that it takes for granted."""


class RefusedError(ProtocolError):
    """What a browser sent is nothing that a page of ours sends."""


class GuardedSocket(WSHandler):
    """The websocket of one page: what no page of ours sends is refused, and told once in the log."""

    _told = False

    def open(self, *arguments: Any, **more: Any) -> Any:
        """Small messages leave at once: Bokeh's come in three parts, of which the network would hold the last back."""
        self.set_nodelay(True)
        return super().open(*arguments, **more)

    async def _receive(self, fragment: str | bytes) -> Message[Any] | None:
        try:
            return await super()._receive(fragment)
        except _UNREADABLE:
            self._protocol_error("it cannot be read")
            return None

    async def _handle(self, message: Message[Any]) -> Any:
        connection = self.connection
        if connection is None or connection.session.destroyed:
            return None
        try:
            screen(message, connection.session.document)
        except RefusedError as refused:
            if not self._told:
                self._told = True
                log.warning("refused what a browser sent: %s", refused)
            return connection.error(message, str(refused))
        if message.msgtype == "PATCH-DOC" and not message.content["events"]:
            return connection.ok(message)
        return await super()._handle(message)

    def _protocol_error(self, message: str) -> None:
        log.warning("refused what a browser sent: it keeps to no protocol")
        self.close(1002, "no message of a page")


def guard_sockets(socket: type[GuardedSocket]) -> None:
    """Let every server that is made from now on listen with this socket; Bokeh knows no other way to say so."""
    logging.getLogger("bokeh.protocol").setLevel(logging.CRITICAL)  # it tells of what is refused here anyway
    patterns: list[Any] = per_app_patterns
    for number, (path, handler, *more) in enumerate(patterns):
        if issubclass(handler, WSHandler):
            patterns[number] = (path, socket, *more)


def screen(message: Message[Any], document: Document) -> None:
    """Drop from a message what nobody listens to. Raises :class:`RefusedError` if no page of ours sends such a one."""
    if message.msgtype not in _MESSAGES:
        raise RefusedError("no page sends messages of this type")
    if message.msgtype != "PATCH-DOC":
        return
    changes = message.content.get("events") if isinstance(message.content, Mapping) else None
    if not isinstance(changes, list):
        raise RefusedError("a patch is a list of changes")
    kept = []
    for change in changes:
        try:
            if _is_heard(change):
                _check(Deserializer(list(document.models)).decode(change, message.buffers))
                kept.append(change)
        except (DeserializationError, *_UNREADABLE) as error:
            raise RefusedError("the change cannot be read") from error
    message.content["events"] = kept


def _makes_models(part: object) -> bool:
    """Whether something that is to be decoded holds the description of a new model."""
    if isinstance(part, Mapping):
        return part.get("type") == "object" or any(map(_makes_models, part.values()))
    return isinstance(part, list) and any(map(_makes_models, part))


def _is_heard(change: Mapping[str, Any]) -> bool:
    """Whether anybody listens to a change; told before it is decoded, which may make models."""
    match change["kind"]:
        case "ModelChanged":
            return change["attr"] in _CHANGES and not isinstance(change["new"], Mapping | list)
        case "MessageSent":
            heard = change["msg_type"] == "bokeh_event" and change["msg_data"]["name"] in _EVENTS
            if heard and _makes_models(change["msg_data"]):
                raise RefusedError("no page makes models")
            return heard
    raise RefusedError("no page makes changes of this kind")


def _check(change: Mapping[str, Any]) -> None:
    if change["kind"] == "ModelChanged":
        model, name, value = change["model"], change["attr"], change["new"]
        if not isinstance(model, Model) or name not in model.properties(_with_props=True):
            raise RefusedError("there is no such property")
        if isinstance(value, str) and not re.fullmatch(_CHANGES[name], value):
            raise RefusedError("the text is not of this property")
        model.lookup(name).property.prepare_value(model, name, value)
        return
    event = change["msg_data"]
    if not isinstance(event, Event) or (isinstance(event, ModelEvent) and not isinstance(event.model, Model)):
        raise RefusedError("it happened nowhere")
    if isinstance(event, PointEvent) and not all(map(_is_place, (event.sx, event.sy, event.x, event.y))):
        raise RefusedError("it happened at no place")


def _is_place(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and math.isfinite(value))
