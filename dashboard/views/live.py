"""Markup that stays in place: the browser changes only what differs from what it shows."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

from dashboard.theme import styles
from dashboard.views.ticks import on_next_tick

__all__ = ["LiveMarkup"]


Message = Mapping[str, Any]


class LiveMarkup(JSComponent):
    """A piece of the page made of :mod:`dashboard.markup`; actions are elements with ``data-do``.

    ``actions`` maps the word of a ``data-do`` to a function of the element's ``data-`` values; fields add their
    ``value``. Words that nobody listens to, and whatever is no text and no number, are dropped: a browser may send
    anything. With ``only``, these of the actions are listened to and no others.
    """

    markup = param.String("", doc="The markup to show; made by dashboard.markup only.")
    page = param.Dict({}, doc="Language and theme of the whole document, where this piece sets them.")

    _esm = Path(__file__).parent / "live.js"
    _stylesheets = [styles("page")]  # noqa: RUF012 - Panel's own way to say it

    def __init__(
        self,
        actions: Mapping[str, Callable[[Message], object]] | None = None,
        only: Collection[str] | None = None,
        **parameters: Any,
    ) -> None:
        self._actions = {do: action for do, action in (actions or {}).items() if only is None or do in only}
        super().__init__(**parameters)
        self.on_msg(self._heard)

    def download(self, name: str, text: str, kind: str = "application/json") -> None:
        """Let the browser save a text as a file; ``kind`` is its media type."""
        self._send_msg({"download": {"name": name, "text": text, "type": kind}})

    def download_picture(self, name: str, drawing: str, width: int) -> None:
        """Let the browser save an SVG drawing as a PNG picture so many pixels wide."""
        self._send_msg({"download": {"name": name, "text": drawing, "width": width}})

    def print(self, html: str) -> None:
        """Let the browser print a whole page of HTML."""
        self._send_msg({"print": html})

    def join(self, token: str) -> None:
        """Let the browser show another link at the door, so that its cookie tells of it."""
        self._send_msg({"join": token})

    def download_zip(self, name: str, data: bytes) -> None:
        """Let the browser save a zip file."""
        self._send_msg(
            {"download": {"name": name, "base64": base64.b64encode(data).decode(), "type": "application/zip"}}
        )

    def go(self, address: str) -> None:
        """Let the browser open another page of the dashboard."""
        self._send_msg({"go": address})

    def _heard(self, event: Any) -> None:
        data = getattr(event, "data", event)
        if isinstance(data, Mapping) and (action := self._actions.get(str(data.get("do")))):
            told = {fact: value for fact, value in data.items() if isinstance(value, str | int | float)}
            on_next_tick(lambda: action(told))
