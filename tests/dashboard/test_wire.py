"""What the server takes from a browser over its websocket, and what it drops or refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bokeh.document import Document
from bokeh.models import Slider
from bokeh.plotting import figure
from bokeh.protocol.message import Message
from bokeh.protocol.messages.ack import ack
from bokeh.protocol.messages.ok import ok
from bokeh.protocol.messages.patch_doc import patch_doc
from bokeh.protocol.messages.push_doc import push_doc

from dashboard.page_shell import page_shell
from dashboard.sharing.wire import RefusedError, screen

SLIDER, BOARD = Slider(start=0, end=9, value=3), figure()


@pytest.fixture(scope="module")
def document() -> Document:
    found = Document()
    for root in (SLIDER, BOARD, page_shell("Test", "bar", [], language="en", dark=False).get_root()):
        found.add_root(root)
    return found


def heard(document: Document, *events: Any) -> list[Any]:
    """Which of these changes anything hears of."""
    message: Message[Any] = patch_doc({"msgid": "1", "msgtype": "PATCH-DOC"}, {}, {"events": list(events)})
    screen(message, document)
    return list(message.content["events"])


def change(model: Any, name: str, value: object) -> dict[str, Any]:
    return {"kind": "ModelChanged", "model": {"id": model.id}, "attr": name, "new": value}


def event(name: str, **values: object) -> dict[str, Any]:
    told = {
        "type": "event",
        "name": name,
        "values": {"type": "map", "entries": [list(item) for item in values.items()]},
    }
    return {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": told}


def test_sliders_and_what_happens_on_the_board_are_heard(document: Document) -> None:
    moved = change(SLIDER, "value", 5)
    tapped = event("tap", model={"id": BOARD.id}, x=1.5, y=-2, sx=3, sy=4)
    clicked = event("data_event", model={"id": BOARD.id}, data={"type": "map", "entries": [["do", "undo"]]})
    assert heard(document, moved, tapped, clicked) == [moved, tapped, clicked]


def test_nothing_hears_of_what_no_part_of_the_page_asks_for(document: Document, tmp_path: Path) -> None:
    """The page reads the file that is given to it as its logo, and sends it to the browser."""
    secret = tmp_path / "secret.key"
    secret.write_text("the key of all links")
    (page,) = document.select({"name": "Page"}) or [document.roots[2]]
    moved = change(SLIDER, "value", 5)
    for name in ("logo", "favicon", "title", "stylesheets", "end", "axis_line_color", "inner_width"):
        for value in (str(secret), {"type": "map", "entries": [["default", str(secret)]]}, 7):
            assert heard(document, change(page, name, value), moved) == [moved]
    assert heard(document, event("button_click", model={"id": SLIDER.id}), event("dom_event", node="msg")) == []


@pytest.mark.parametrize(
    "wrong",
    [
        change(SLIDER, "value", "many"),
        change(BOARD, "value", 5),
        {**change(SLIDER, "value", 5), "model": {"id": "p-no-such-model"}},
        {"kind": "ModelChanged"},
        {"kind": "RootAdded", "model": {"type": "object", "name": "CustomJS", "id": "x"}},
        {"kind": "RootRemoved", "model": {"id": SLIDER.id}},
        {"kind": "TitleChanged", "title": "x"},
        {"kind": "ColumnDataChanged", "model": {"id": BOARD.id}, "attr": "data", "data": {}},
        event("tap", model={"id": BOARD.id}, x="here", y=0, sx=1, sy=1),
        event("tap", model={"id": BOARD.id}, x={"type": "number", "value": "nan"}, y=0, sx=1, sy=1),
        event("tap", model={"id": SLIDER.id}, x=1, y=0, sx=1, sy=1),
        event("tap", model=None, x=1, y=0, sx=1, sy=1),
        event("data_event", model={"id": BOARD.id}, data={"type": "object", "name": "CustomJS", "id": "x"}),
        "no change",
        None,
    ],
    ids=str,
)
def test_what_no_page_sends_is_refused_with_all_that_came_along(document: Document, wrong: Any) -> None:
    with pytest.raises(RefusedError):
        heard(document, change(SLIDER, "value", 5), wrong)


@pytest.mark.parametrize("kind", [push_doc, ack, ok])
def test_other_messages_are_refused(document: Document, kind: type[Message[Any]]) -> None:
    with pytest.raises(RefusedError):
        screen(kind({"msgid": "1", "msgtype": kind.msgtype}, {}, {"doc": {"roots": []}}), document)


@pytest.mark.parametrize("content", [{}, [], {"events": {}}, None], ids=str)
def test_a_patch_of_no_changes_is_refused(document: Document, content: Any) -> None:
    with pytest.raises(RefusedError):
        screen(patch_doc({"msgid": "1", "msgtype": "PATCH-DOC"}, {}, content), document)
