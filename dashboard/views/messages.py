"""Values in what a browser sends: anything may come, so nothing here raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from massbattle_core.mass_combat.model import SideId

__all__ = ["Message", "number_in", "side_in", "text_in"]

Message: TypeAlias = Mapping[str, Any]

_LARGEST = 9_999_999
"""More than any number that a battle allows, so that the rules refuse it and say why."""


def text_in(message: Message, name: str, longest: int = 1_000) -> str:
    """A text, cut where it is too long; empty if there is none."""
    return str(message.get(name, ""))[:longest]


def number_in(message: Message, name: str) -> int:
    """A number, 9,999,999 if it has more digits; −1, which is no number of anything, for whatever else comes."""
    text = str(message.get(name, "")).strip()
    if not (text.isascii() and text.isdecimal()):
        return -1
    return int(text) if len(text) <= len(str(_LARGEST)) else _LARGEST


def side_in(message: Message) -> SideId:
    """The side that is meant; a unless it is b."""
    return "b" if message.get("side") == "b" else "a"
