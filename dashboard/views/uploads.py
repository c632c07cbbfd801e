"""Files that a browser sends: their bytes, or why there are none."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from dashboard.i18n import Words
from massbattle_core.errors import Problem

__all__ = ["file_name", "read_upload"]


def file_name(message: Mapping[str, Any], _: Words) -> str:
    """The name of the file in a message, fit to be shown."""
    return re.sub(r"[\x00-\x1f]", "", str(message.get("name", "")))[:120] or _("file")


def read_upload(message: Mapping[str, Any], largest: int, smaller: str, _: Words) -> bytes | Problem:
    """The bytes of the file in a message of an ``<input type=file data-largest=…>``, or what was wrong with it.

    ``smaller`` is the remedy for a file of more than ``largest`` bytes.
    """
    name = file_name(message, _)
    content = str(message.get("content", ""))
    if message.get("too_large") or len(content) > (largest + 2) // 3 * 4:
        size = _.number(largest / 1_000_000, 0 if largest >= 1_000_000 else 1)
        return Problem(name, _("the file is larger than {size} MB").format(size=size), smaller)
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        return Problem(name, _("the file could not be read"), _("try again"))
