"""The tiles of a layer of a Tiled map: lists, text, or base64 that may be compressed, unpacked within bounds."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from massbattle_core.errors import MapFileError
from massbattle_core.maps.parsing import sequence, short
from massbattle_core.phrases import phrase

__all__ = ["tile_id", "tiles_of"]

_FORMAT_REMEDY = phrase("in Tiled, set Map ▸ Map Properties ▸ Tile Layer Format to CSV and save again")
_GZIP_OR_ZLIB = 47
_GLOBAL_ID = 0x0FFF_FFFF  # the four highest bits say how a tile is flipped and turned


def tiles_of(layer: Mapping[str, Any], count: int, place: str) -> Sequence[object]:
    """The tiles of a layer, row by row, as the file writes them; :func:`tile_id` reads one.

    Raises :class:`MapFileError` if they are not as many as the map has, or cannot be unpacked.
    """
    if "chunks" in layer:
        raise MapFileError(
            phrase("the map is endless"), place, phrase("in Tiled, switch off Map ▸ Map Properties ▸ Infinite")
        )
    data, encoding = layer.get("data"), layer.get("encoding") or "csv"
    if encoding == "base64" and isinstance(data, str):
        packed = _unpacked(data, layer.get("compression") or "", 4 * count, place)
        _check_count(len(packed) // 4, count, place)
        return cast(list[int], np.frombuffer(packed, "<u4", count).tolist())
    if encoding != "csv":
        raise MapFileError(
            phrase("its tiles are written as {encoding}", encoding=short(encoding)), place, _FORMAT_REMEDY
        )
    if isinstance(data, str):
        _check_count(data.count(",") + 1, count, place)
        return data.split(",")
    tiles = sequence(data, place)
    _check_count(len(tiles), count, place)
    return tiles


def _check_count(found: int, count: int, place: str) -> None:
    if found != count:
        raise MapFileError(
            phrase("it has {found} tiles; the map has {count}", found=found, count=count),
            place,
            phrase("save the map again in Tiled"),
        )


def tile_id(value: object, place: str) -> int:
    """The number of a tile without its flips and turns; 0 for none; raises :class:`MapFileError`."""
    if isinstance(value, str) and len(value) < 40 and value.strip().isdecimal():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**32:
        raise MapFileError(
            phrase("{value} is no number of a tile", value=short(value)), place, phrase("save the map again in Tiled")
        )
    return value & _GLOBAL_ID


def _unpacked(data: str, compression: object, expected: int, place: str) -> bytes:
    try:
        packed = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        raise MapFileError(phrase("its tiles are no valid base64"), place, _FORMAT_REMEDY) from None
    if not compression:
        return packed
    if compression in ("zlib", "gzip"):
        return _inflated(packed, expected, place)
    raise MapFileError(
        phrase("tiles compressed by {compression} cannot be unpacked", compression=short(compression)),
        place,
        _FORMAT_REMEDY,
    )


def _inflated(packed: bytes, expected: int, place: str) -> bytes:
    """What compressed tiles unpack to, never more than the map can hold."""
    unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
    try:
        found = unpacker.decompress(packed, expected + 1)
    except zlib.error:
        raise MapFileError(
            phrase("its compressed tiles are damaged"), place, phrase("save the map again in Tiled")
        ) from None
    if len(found) > expected:
        raise MapFileError(
            phrase("its compressed tiles unpack to more than the {count} of the map", count=expected // 4),
            place,
            phrase("save the map again in Tiled; do not trust a file that others made so"),
        )
    if not unpacker.eof:
        raise MapFileError(phrase("its compressed tiles are cut off"), place, phrase("save the map again in Tiled"))
    return found
