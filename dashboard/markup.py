"""The only place where the page's HTML is made: everything that is not made here is escaped here.

``tag("b", unit.name)`` is safe whatever the name holds, in its text and in its attributes.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from markupsafe import Markup

__all__ = ["Child", "Markup", "join", "svg", "tag"]

Child: TypeAlias = str | int | Iterable["Child"] | None

_EMPTY = frozenset({"br", "hr", "img", "input", "meta"})


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """An HTML element.

    Children are text, which is escaped, or markup made here; ``None`` is left out and iterables are joined.
    ``class_`` and ``for_`` lose their underscore, other underscores become hyphens (``data_do`` is
    ``data-do``); an attribute that is ``None`` or ``False`` is left out, ``True`` stands without a value.
    """
    parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        spelled = key.rstrip("_").replace("_", "-")
        parts.append(f" {spelled}" if value is True else f' {spelled}="{escape(str(value))}"')
    parts.append(">")
    if name not in _EMPTY:
        _gather(children, parts)
        parts.append(f"</{name}>")
    return Markup("".join(parts))


def join(*children: Child) -> Markup:
    """Children one after the other, text escaped."""
    parts: list[str] = []
    _gather(children, parts)
    return Markup("".join(parts))


def _gather(children: Iterable[Child], parts: list[str]) -> None:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            parts.append(child)
        elif isinstance(child, str):
            parts.append(escape(child))
        elif isinstance(child, int):
            parts.append(str(child))
        else:
            _gather(child, parts)


def svg(path: str, label: str = "", size: int = 16) -> Markup:
    """A drawing of 16 by 16 units in the colour of the text around it; silent to screen readers unless labelled."""
    drawing = tag("path", d=path, fill="currentColor")
    return tag(
        "svg",
        drawing,
        viewBox="0 0 16 16",
        width=size,
        height=size,
        role="img" if label else None,
        aria_label=label or None,
        aria_hidden=None if label else "true",
    )
