"""Text that every program takes as text."""

from __future__ import annotations

import re

__all__ = ["printable"]

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def printable(text: str) -> str:
    """The text without the characters that no XML file may hold."""
    return _UNPRINTABLE.sub("", text)
