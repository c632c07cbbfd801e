"""Reads a map of any known format, recognised by its content."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import replace
from itertools import islice
from math import isfinite

from massbattle_core.errors import InvalidBattleError, MapFileError, MapTooLarge, Problem, ScaleNeeded
from massbattle_core.file_faults import in_file
from massbattle_core.maps.imported import Crop, ImportedMap, warning
from massbattle_core.maps.own import MAP_FORMAT, read_json_map
from massbattle_core.maps.parsing import parse_json, parse_xml
from massbattle_core.maps.table import is_table, read_table
from massbattle_core.maps.tiled import read_tiled
from massbattle_core.maps.tiled_xml import tiled_json_of
from massbattle_core.maps.universal_vtt import UNIVERSAL_VTT, read_universal_vtt
from massbattle_core.phrases import Feet, phrase

__all__ = ["MOST_BYTES", "read_map"]

MOST_BYTES = 64_000_000
"""Larger files are refused."""

_MOST_BYTES_OF_MAP = 8_000_000  # without the pictures that Universal VTT files carry
_MOST_PICTURES = 100
_PICTURE = re.compile(rb'"image"\s*:\s*"')
_KNOWN = phrase(
    "massbattle's own CSV and JSON, hexagonal Tiled maps (.tmx, .tmj) and Universal VTT (.uvtt, .dd2vtt, .df2vtt)"
)


def read_map(
    data: bytes, filename: str = "", *, feet_per_square: float | None = None, crop: Crop | None = None
) -> ImportedMap:
    """Read the map in a file; ``filename`` only serves the messages.

    ``feet_per_square`` is the scale of a map of squares (Universal VTT), which its file does not say: 5 on most.
    ``crop`` is the column and row, from 0, of the upper left hex from which a part of a larger map is read, no
    more than a battle's 60 columns and 40 rows. What the file lacks or hexes cannot keep becomes a warning.

    Raises :class:`ScaleNeeded` for a map of squares without ``feet_per_square``, :class:`MapTooLarge` for a large map
    without ``crop``, :class:`MapFileError` if the file cannot be read, :class:`InvalidBattleError` if
    ``feet_per_square`` or ``crop`` make no sense.
    """
    _check(feet_per_square, crop)
    try:
        found = _read(data, feet_per_square, crop)
    except ScaleNeeded as error:
        raise ScaleNeeded(error.message, in_file(filename, error.place), error.remedy, error.squares) from None
    except MapTooLarge as error:
        raise MapTooLarge(error.message, in_file(filename, error.place), error.remedy, error.size) from None
    except MapFileError as error:
        raise MapFileError(error.message, in_file(filename, error.place), error.remedy) from error.__cause__
    if feet_per_square is None or found.format == UNIVERSAL_VTT:
        return found
    unused = warning(
        "feet_per_square",
        phrase("the scale is not used: the map is made of hexes already, each of {length}", length=Feet(100)),
    )
    return replace(found, problems=(*found.problems, unused))


def _check(feet_per_square: float | None, crop: Crop | None) -> None:
    wrong = []
    if feet_per_square is not None and not (isfinite(feet_per_square) and 0 < feet_per_square <= 10_000):
        wrong.append(
            Problem(
                "feet_per_square",
                phrase("{length} is no side of a square", length=Feet(feet_per_square)),
                phrase("write 5, 10, …"),
            )
        )
    if crop is not None and min(crop) < 0:
        wrong.append(
            Problem(
                "crop", phrase("{crop} is no place on a map", crop=crop), phrase("columns and rows are counted from 0")
            )
        )
    if wrong:
        raise InvalidBattleError(wrong)


def _read(data: bytes, feet_per_square: float | None, crop: Crop | None) -> ImportedMap:
    if len(data) > MOST_BYTES:
        raise MapFileError(
            phrase("the file is larger than {megabytes} MB", megabytes=MOST_BYTES // 1_000_000),
            "",
            phrase("export a smaller picture"),
        )
    data = _without_picture(data)
    if len(data) > _MOST_BYTES_OF_MAP:
        raise MapFileError(
            phrase("it holds more than {megabytes} MB besides its picture", megabytes=_MOST_BYTES_OF_MAP // 1_000_000),
            "",
            phrase("a map of 60×40 hexes is far smaller: export a part of it"),
        )
    start = data[:64].strip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")[:1]
    if not start:
        raise MapFileError(phrase("the file is empty"), "", phrase("choose a map: {known}", known=_KNOWN))
    if start == b"<":
        return read_tiled(tiled_json_of(parse_xml(data)), crop)
    text = _text(data)
    if start in (b"{", b"["):
        return _from_json(parse_json(text), feet_per_square, crop)
    if is_table(text):
        return read_table(text, crop)
    raise MapFileError(phrase("this is no map of a known format"), "", phrase("choose a map: {known}", known=_KNOWN))


def _from_json(data: object, feet_per_square: float | None, crop: Crop | None) -> ImportedMap:
    facts = data if isinstance(data, dict) else {}
    if facts.get("format") == MAP_FORMAT:
        return read_json_map(facts, crop)
    if facts.get("type") == "map" or ("layers" in facts and "tilewidth" in facts):
        return read_tiled(facts, crop)
    if isinstance(facts.get("resolution"), dict):
        return read_universal_vtt(facts, feet_per_square, crop)
    if facts.get("type") == "tileset":
        raise MapFileError(phrase("this is a tileset, not a map"), "type", phrase("choose the map that uses it (.tmj)"))
    if facts.get("format") == "massbattle":
        raise MapFileError(
            phrase("this is a whole battle, not a map"), "format", phrase("export its map, and read that")
        )
    raise MapFileError(
        phrase("this JSON is no map of a known format"), "", phrase("choose a map: {known}", known=_KNOWN)
    )


def _without_picture(data: bytes) -> bytes:
    """The file without what is between the quotes after ``"image":``, if it is large; its first letters stay."""
    if len(data) <= _MOST_BYTES_OF_MAP:
        return data
    kept, end = [], 0
    for match in islice(_PICTURE.finditer(data), _MOST_PICTURES):
        close = data.find(b'"', match.end())
        if close < 0:
            raise MapFileError(
                phrase("the file is cut off in its picture"),
                phrase("byte {byte}", byte=match.end()),
                phrase("export or copy it again"),
            )
        if match.start() >= end and close - match.end() > 1_000:
            kept.append(data[end : match.end() + 8])
            end = close
    return b"".join([*kept, data[end:]]) if kept else data


def _text(data: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or UTF-32."""
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else json.detect_encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MapFileError(
            phrase("its text is not UTF-8"),
            phrase("line {line}, byte {byte}", line=line, byte=error.start),
            phrase("save it as UTF-8"),
        ) from None
