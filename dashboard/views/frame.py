"""A Bokeh figure with a role and a label; for the board also the keyboard, the wheel and touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.viewable import Child

from dashboard.views.ticks import on_next_tick

__all__ = ["Frame"]


class Frame(JSComponent):
    """Wraps a figure so that everybody can tell what it is, and reach it."""

    child = Child(doc="The figure.")
    label = param.String("", doc="What a screen reader says of it.")
    board = param.Boolean(False, doc="It is a board: keys are told to the server, it can be zoomed and moved.")
    whole = param.List([], doc="Left, right, bottom, top of the whole board.")
    near = param.List([], doc="The part of the board that a small screen begins with.")

    _esm = Path(__file__).parent / "board.js"
    _stylesheets = [  # noqa: RUF012 - Panel's own way to say it
        ".frame { width: 100%; border-radius: 6px } .frame:focus { outline: none } "
        ".frame:focus-visible { outline: 2px solid var(--mb-accent); outline-offset: 2px }"
    ]

    def __init__(self, on_key: Callable[[str], None] | None = None, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._on_key = on_key
        self.on_msg(self._heard)

    def zoom(self, how: str) -> None:
        """Zoom ``in``, ``out`` or show ``all``."""
        self._send_msg({"zoom": how})

    def _heard(self, event: Any) -> None:
        data = getattr(event, "data", event)
        on_key = self._on_key
        if on_key and isinstance(data, dict) and data.get("do") == "key":
            on_next_tick(lambda: on_key(str(data.get("key"))))
