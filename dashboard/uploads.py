"""Files that a browser sends through the page's own connection."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from dashboard.i18n import Words
from massbattle_core.errors import Problem

__all__ = ["LARGEST_UPLOAD", "received_file"]

LARGEST_UPLOAD = 5_000_000
"""Bytes of a file that the page sends: the connection drops larger messages without a word."""


def received_file(message: Mapping[str, Any], _: Words, remedy: str = "") -> tuple[str, bytes | Problem]:
    """The name of a file that was sent and what is in it, or why it could not be read.

    ``remedy`` says what to do with a file that is too large, instead of what to do with a battle file.
    """
    name = re.sub(r"[\x00-\x1f]", "", str(message.get("name", "")))[:120] or _("file")
    if message.get("too_large"):
        larger = _("the file is larger than {size} MB").format(size=LARGEST_UPLOAD // 1_000_000)
        return name, Problem(name, larger, remedy or _("a battle file is far smaller: check it"))
    try:
        return name, base64.b64decode(str(message.get("content", "")), validate=True)
    except binascii.Error:
        return name, Problem(name, _("the file could not be read"), _("try again"))
