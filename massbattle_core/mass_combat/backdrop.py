"""A picture under the hexes: what it is, where it lies, and the checks that keep it harmless."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from massbattle_core.errors import PictureError
from massbattle_core.phrases import phrase

__all__ = ["LARGEST_PICTURE", "MOST_PIXELS", "Backdrop", "Picture", "picture_of"]

LARGEST_PICTURE = 4_000_000
"""Bytes of the largest picture, before base64."""

MOST_PIXELS = 40_000_000
"""Pixels of the largest picture: every browser that looks at the battle unpacks it."""

_OTHER, _SMALLER = phrase("choose a PNG, JPEG or WebP picture"), phrase("make it smaller")
_JPEG_SIZES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True, slots=True)
class Picture:
    """What the first bytes of a picture say: its kind, and its size in pixels."""

    kind: Literal["png", "jpeg", "webp"]
    width: int
    height: int


@lru_cache(maxsize=8)
def picture_of(data: str) -> Picture:
    """The kind and size of a picture in base64.

    Raises :class:`PictureError` if it is no PNG, JPEG or WebP, or too large.
    """
    if len(data) > (LARGEST_PICTURE + 2) // 3 * 4:
        raise PictureError(
            phrase("the picture is larger than {megabytes} MB", megabytes=LARGEST_PICTURE // 1_000_000), remedy=_SMALLER
        )
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise PictureError(
            phrase("the picture is not written in base64"), remedy=phrase("choose the file of the picture again")
        ) from None
    if len(content) > LARGEST_PICTURE:
        raise PictureError(
            phrase("the picture is larger than {megabytes} MB", megabytes=LARGEST_PICTURE // 1_000_000), remedy=_SMALLER
        )
    picture = _png(content) or _jpeg(content) or _webp(content)
    if picture is None:
        raise PictureError(phrase("this is no picture that a page can show"), remedy=_OTHER)
    if not 0 < picture.width * picture.height <= MOST_PIXELS:
        raise PictureError(
            phrase(
                "the picture has {width} × {height} pixels; at most {millions} million can be shown",
                width=picture.width,
                height=picture.height,
                millions=MOST_PIXELS // 1_000_000,
            ),
            remedy=_SMALLER,
        )
    return picture


def _checked(data: str) -> str:
    picture_of(data)
    return data


Coordinate = Annotated[float, Field(ge=-500, le=500, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A picture under the hexes.

    ``data`` is the PNG, JPEG or WebP file in base64. ``x`` and ``y`` say how many widths of a hex its upper left
    corner lies to the right of, and below, the corner of the map; ``scale`` is how many widths of a hex the
    picture is wide; ``opacity`` goes from 0 (not seen) to 1.
    """

    data: Annotated[str, AfterValidator(_checked)]
    x: Coordinate = 0.0
    y: Coordinate = 0.0
    scale: Annotated[float, Field(ge=0.1, le=500, allow_inf_nan=False)] = 30.0
    opacity: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 1.0

    @property
    def address(self) -> str:
        """The ``data:`` address under which a page shows the picture."""
        return f"data:image/{picture_of(self.data).kind};base64,{self.data}"

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top edge of the picture where :func:`hexgrid.center` measures."""
        picture = picture_of(self.data)
        hex_width = sqrt(3)
        left = hex_width * (self.x - 0.5)
        top = 1 - hex_width * self.y
        width = hex_width * self.scale
        return left, top - width * picture.height / picture.width, left + width, top


# ---------------------------------------------------------------- the first bytes of a picture


def _png(content: bytes) -> Picture | None:
    if not content.startswith(b"\x89PNG\r\n\x1a\n") or content[12:16] != b"IHDR" or len(content) < 33:
        return None
    return Picture("png", int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big"))


def _jpeg(content: bytes) -> Picture | None:
    if not content.startswith(b"\xff\xd8\xff"):
        return None
    place = 2
    while place + 9 <= len(content) and content[place] == 0xFF:
        marker = content[place + 1]
        if marker in _JPEG_SIZES:
            height, width = content[place + 5 : place + 7], content[place + 7 : place + 9]
            return Picture("jpeg", int.from_bytes(width, "big"), int.from_bytes(height, "big"))
        if marker == 0xFF:  # a fill byte
            place += 1
        else:
            place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    return None


def _webp(content: bytes) -> Picture | None:
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP" or len(content) < 30:
        return None
    kind = content[12:16]
    if kind == b"VP8 " and content[23:26] == b"\x9d\x01\x2a":
        width, height = (int.from_bytes(content[at : at + 2], "little") & 0x3FFF for at in (26, 28))
    elif kind == b"VP8L" and content[20] == 0x2F:
        bits = int.from_bytes(content[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
    else:
        return None
    return Picture("webp", width, height)
