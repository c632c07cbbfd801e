"""Files that a browser sends through the page's own connection."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

from dashboard.i18n import N_, Words
from massbattle_core.errors import Problem

__all__ = ["LARGEST_UPLOAD", "received_file"]

LARGEST_UPLOAD = 10_000_000
"""Bytes of a file that the page sends: a battle with its picture. The connection drops far larger messages without a
word.
"""


def received_file(
    message: Mapping[str, Any],
    _: Words,
    *,
    largest: int = LARGEST_UPLOAD,
    too_large: str = N_("a battle file is smaller, even with a picture: check it"),
) -> tuple[str, bytes | Problem]:
    """The name of a file that was sent and what is in it, or why it could not be read.

    ``too_large`` is the remedy for a file of more than ``largest`` bytes.
    """
    name = re.sub(r"[\x00-\x1f]", "", str(message.get("name", "")))[:120] or _("file")
    content = str(message.get("content", ""))
    if message.get("too_large") or len(content) > (largest + 2) // 3 * 4:
        larger = _("the file is larger than {size} MB").format(size=largest // 1_000_000)
        return name, Problem(name, larger, _(too_large))
    try:
        return name, base64.b64decode(content, validate=True)
    except ValueError:  # binascii.Error, or letters that no browser writes
        return name, Problem(name, _("the file could not be read"), _("try again"))
