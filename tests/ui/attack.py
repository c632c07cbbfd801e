"""Everything that a hand-made client can say to a page: each action, property, event and message that there is."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from json import dumps
from pathlib import Path
from typing import Any

import panel_material_ui  # noqa: F401 - its widgets bring events and models of their own
from bokeh.events import _CONCRETE_EVENT_CLASSES, DocumentEvent
from bokeh.model import Model

from tests.ui.sharing import Socket, models

__all__ = ["action_words", "documents", "facts", "frames", "happenings", "kind", "nonsense", "patches", "tellings"]

_DASHBOARD = Path(__file__).parents[2] / "dashboard"
_SOURCES = [_DASHBOARD / "page.py", *sorted((_DASHBOARD / "views").glob("*.py"))]
_PLAUSIBLE: dict[str, tuple[str, str]] = {
    "unit": ("u1", "u6"),
    "side": ("b", "both"),
    "see": ("odds", "composition"),
    "role": ("viewer", "owner"),
    "tool": ("water", "erase"),
    "demo": ("demo-ford", "demo-gate"),
    "creature": ("orc", "hobgoblin"),
    "key": ("Enter", "ArrowLeft"),
    "content": ("e30=", "IyMgT3Jjcw=="),
    "name": ("x.json", "army.csv"),
    "language": ("fr", "en"),
    "part": ("rules", "kept"),
    "zoom": ("in", "all"),
    "factor": ("pay", "food"),
    "rule": ("end_condition", "morale_clamp"),
    "tab": ("units", "rounds"),
    "shelf": ("bin", "table"),
    "edge": ("left", "top"),
}
_HOSTILE = (None, {}, [], 1e308, "9" * 400, "<script>alert(1)</script>", -1, True, "\x00\ud7ff", ["u1"], "٣")


# ---------------------------------------------------------------- the words of the page's own components


@cache
def _nodes() -> list[ast.AST]:
    return [node for path in _SOURCES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


@cache
def action_words() -> set[str]:
    """Every word that something on a page might listen to: what its markup says, and the keys of its handlers."""
    found = set()
    for node in _nodes():
        if isinstance(node, ast.keyword) and node.arg == "data_do" and isinstance(node.value, ast.Constant):
            found.add(node.value.value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if _is_handler(value) and isinstance(key, ast.Constant):
                    found.add(str(key.value))
    return found | {"key"}


def _is_handler(value: ast.expr) -> bool:
    """Whether this is a function of a message, or may be one: a method, a function by name, what a function makes."""
    if isinstance(value, ast.Lambda):
        return [argument.arg.strip("_") for argument in value.args.args] == ["message"]
    if isinstance(value, ast.Attribute):
        return isinstance(value.value, ast.Name) and value.value.id == "self"
    called = value.func if isinstance(value, ast.Call) else value
    return isinstance(called, ast.Name) and called.id not in ("N_", "_", "tag", "str", "int", "float", "dict", "list")


@cache
def facts() -> set[str]:
    """The names of every fact that a handler looks for in a message."""
    found = set(_PLAUSIBLE)
    for node in _nodes():
        if isinstance(node, ast.Call):
            looks_up = isinstance(node.func, ast.Attribute) and node.func.attr == "get"
            names = node.args[:1] if looks_up else node.args[1:2]
            about = node.func.value if looks_up and isinstance(node.func, ast.Attribute) else (node.args or [None])[0]
        elif isinstance(node, ast.Subscript):
            names, about = [node.slice], node.value
        else:
            continue
        if isinstance(about, ast.Name) and about.id == "message":
            found |= {name.value for name in names if isinstance(name, ast.Constant) and isinstance(name.value, str)}
    return found


def tellings(document: dict[str, Any], every: int = 1) -> Iterator[dict[str, Any]]:
    """Each word told to each component of a page, or ``every`` second, third, … of all that."""
    told = list(_told())
    components = [model["id"] for model in models(document) if "data" in model["attributes"]]
    for number, component in enumerate(components):
        for one in told[number % every :: every]:
            yield Socket.telling(component, one)


def _told() -> Iterator[dict[str, Any]]:
    """Each word with facts that fit, with others that fit, and with such as no page would send."""
    names = sorted(facts())
    for word in sorted(action_words()):
        for which in (0, 1):
            told = {name: _PLAUSIBLE[name][which] if name in _PLAUSIBLE else ("7", "0")[which] for name in names}
            yield told | {"do": word}
    yield from nonsense()


def nonsense() -> Iterator[dict[str, Any]]:
    """Each word with facts that no page would send."""
    names, values = sorted(facts()), cycle(_HOSTILE)
    for word in sorted(action_words()):
        yield {name: next(values) for name in names} | {"do": word}


# ---------------------------------------------------------------- properties of models


def kind(model: dict[str, Any]) -> str:
    """The class of a model, without the number that Panel gives a component's own."""
    return str(model["name"]).rstrip("0123456789")


def _other_value(now: object) -> object:
    """Another value of the same kind."""
    if isinstance(now, bool):
        return not now
    if isinstance(now, int | float):
        return now + 1
    return "b" if isinstance(now, str) else [] if isinstance(now, list) else 7


def _property_names(model: dict[str, Any]) -> list[str]:
    known = Model.model_class_reverse_map.get(str(model["name"]))
    return sorted({*model["attributes"], *(known.properties() if known else ())})


def patches(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A patch of every property of every model, with a value of its kind and one that is none; those of columns."""
    for model in models(document):
        for name in _property_names(model):
            yield Socket.change(model["id"], name, _other_value(model["attributes"].get(name)))
            yield Socket.change(model["id"], name, {"type": "map", "entries": [["x", [0.5]], [7, None]]})
        if "ColumnDataSource" in str(model["name"]):
            about = {"model": {"id": model["id"]}}
            data = {"type": "map", "entries": [["x", [1, 2]], ["morale", [9, 9]]]}
            yield {"kind": "ColumnDataChanged", "attr": "data", "data": data, "cols": None, **about}
            yield {"kind": "ColumnsStreamed", "attr": "data", "data": data, "rollover": None, **about}
            cells = {"type": "map", "entries": [["x", [[0, 5]]]]}
            yield {"kind": "ColumnsPatched", "attr": "data", "patches": cells, **about}


def documents(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Changes of the document itself: its title, roots taken away, others put in, messages of any type."""
    script = {"type": "object", "name": "CustomJS", "id": "evil-1", "attributes": {"code": "alert(1)"}}
    figure = {"type": "object", "name": "Button", "id": "evil-2", "attributes": {"label": "pwned"}}
    yield {"kind": "TitleChanged", "title": "pwned"}
    for model in (script, figure, {"type": "object", "name": "NoSuchModel", "id": "evil-3"}):
        yield {"kind": "RootAdded", "model": model}
    for kind_ in ("bokeh_event", "panel", "anything", None):
        yield {"kind": "MessageSent", "msg_type": kind_, "msg_data": {"type": "map", "entries": [["do", "undo"]]}}
    for kind_ in ("ModelChanged", "NoSuchKind", None):
        yield {"kind": kind_}
    first = next(models(document))
    yield Socket.change(first["id"], "no_such_property", 1)
    yield Socket.change("p-no-such-model", "value", 1)
    yield Socket.change(first["id"], "name", script)
    for root in document["doc"]["roots"]:
        yield {"kind": "RootRemoved", "model": {"id": root["id"]}}


# ---------------------------------------------------------------- events of the browser


_VALUES: dict[str, object] = {"sx": 9, "sy": 9, "x": 1.7, "y": -1.5, "data": "x", "node": "msg", "value": 3, "index": 0}


def happenings(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every event that Bokeh and Panel know, at every model, and those of the document; some with nonsense."""
    for name, event in sorted(_CONCRETE_EVENT_CLASSES.items()):
        arguments = [name for name in inspect.signature(event).parameters if name not in ("model", "args", "kwargs")]
        told = {argument: _VALUES.get(argument, 1) for argument in arguments}
        if issubclass(event, DocumentEvent):
            yield Socket.event(name)
            continue
        for model in models(document):
            yield Socket.event(name, model={"id": model["id"]}, **told)
        yield Socket.event(name, model=None, **told)
        yield Socket.event(name, **{**told, "no_such_argument": 1})
    yield Socket.event("no_such_event")


# ---------------------------------------------------------------- messages of the protocol


def frames(document: dict[str, Any]) -> Iterator[tuple[str | bytes, ...]]:
    """Messages as their frames, each series as one connection would get it: other types, malformed, out of order."""

    def message(kind_: str, content: object, **header: object) -> tuple[str, ...]:
        return (dumps({"msgid": "1", "msgtype": kind_, **header}), "{}", dumps(content))

    empty = {"roots": [], "title": "pwned", "version": "3.9.2", "defs": []}
    yield message("PUSH-DOC", {"doc": empty})
    yield message("PUSH-DOC", document)
    yield message("PUSH-DOC", {})
    for kind_ in ("ACK", "OK", "ERROR", "PULL-DOC-REPLY", "SERVER-INFO-REQ", "SERVER-INFO-REPLY", "NO-SUCH", ""):
        yield message(kind_, {})
    yield message("PATCH-DOC", {})
    yield message("PATCH-DOC", {"events": {}, "references": 7})
    yield message("PATCH-DOC", [1, 2])
    yield message("PATCH-DOC", {"events": []}, num_buffers=2)
    yield ("",)
    yield ("{",) * 3
    yield ("null",) * 3
    yield ("[]", "[]", "[]")
    yield ("{}", "{}", "{}")
    yield (b"\x00\xff\x00",)
    yield (*message("PATCH-DOC", {"events": []})[:2], b"\x00")
    yield ("[" * 100_000,) * 3
    yield (*message("PATCH-DOC", {"events": []}, num_buffers=1), '{"id": "x"}', "text where bytes belong")
    yield message("PATCH-DOC", {"events": []}, num_buffers="many")
