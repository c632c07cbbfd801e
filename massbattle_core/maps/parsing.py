"""JSON and XML of map files, parsed with bounded time and memory, and the values in them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from massbattle_core.errors import MapFileError

__all__ = ["finite", "is_one", "mapping", "parse_json", "parse_xml", "sequence", "short", "whole"]

_MOST_BYTES_OF_VALUES = 60_000_000
_BYTES = {"{": 300, "[": 100, ":": 150, ",": 40}  # of memory that objects, lists, keys and values take
_MOST_TAGS = 100_000
_MOST_ATTRIBUTES = 400_000


def parse_json(text: str) -> object:
    """The value of a JSON text; raises :class:`MapFileError` if it is no JSON or holds too much."""
    if sum(size * text.count(sign) for sign, size in _BYTES.items()) > _MOST_BYTES_OF_VALUES:
        raise MapFileError("it holds too many values", "", "export a smaller part of the map")
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_repeats)
    except RecursionError:
        raise MapFileError("brackets are nested too deeply", "", "export the map again") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise MapFileError(f"this is no JSON: {error.msg}", place, "mend the text there, or export it again") from None
    except MapFileError:
        raise
    except ValueError:  # the only other one is an integer of thousands of digits
        raise MapFileError("a number has too many digits", "", "write an ordinary number") from None


def _no_constant(name: str) -> None:
    raise MapFileError(f"{name} is no number", "", "write an ordinary number")


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise MapFileError(f"the key {short(key)} stands twice in one object", short(key), "remove or rename one")
    return found


def parse_xml(data: bytes) -> Element:
    """The root of an XML file; raises :class:`MapFileError` if it is not well formed, defines entities or is huge."""
    if data.count(b"<") > _MOST_TAGS or data.count(b"=") > _MOST_ATTRIBUTES:
        raise MapFileError("it holds too many elements", "", "export a smaller part of the map")
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        place = f"line {line}, column {column + 1}"
        raise MapFileError("this is no well-formed XML", place, "save the map again") from None
    except DefusedXmlException:
        raise MapFileError("it defines a document type or entities", "", "remove <!DOCTYPE …>") from None
    except (LookupError, ValueError):
        raise MapFileError("its encoding is unknown", "line 1", "save it as UTF-8") from None
    return root


# ---------------------------------------------------------------- values


def short(value: object) -> str:
    """A value of a file as messages show it."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value[:50] if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:59] + "…"


def whole(value: object, place: str, *, least: int = 0, most: int = 10**9) -> int:
    """A whole number within bounds, as JSON or text; raises :class:`MapFileError`."""
    found = None
    if isinstance(value, str):
        found = int(value) if re.fullmatch(r"\s*-?\d{1,15}\s*", value) else None
    elif isinstance(value, int | float) and not isinstance(value, bool):
        found = int(value) if value == value // 1 else None
    if found is None or not least <= found <= most:
        given = "is missing" if value is None else f"is {short(value)}"
        raise MapFileError(
            f"it {given}", place, f"write a whole number, {least} or more" if least >= 0 else "correct it"
        )
    return found


def finite(value: object, place: str) -> float:
    """A number of ordinary size; raises :class:`MapFileError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        given = "is missing" if value is None else f"is {short(value)}"
        raise MapFileError(f"it {given}", place, "write an ordinary number")
    return float(value)


def mapping(value: object, place: str) -> Mapping[str, Any]:
    """An object of JSON; nothing counts as an empty one; raises :class:`MapFileError`."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise MapFileError(f"it is {short(value)}", place, "an object is expected there")
    return value


def sequence(value: object, place: str) -> list[Any]:
    """A list of JSON; nothing counts as an empty one; raises :class:`MapFileError`."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise MapFileError(f"it is {short(value)}", place, "a list is expected there")
    return value


def is_one(value: object) -> bool:
    """Whether a flag is set, as JSON (``true``) or XML (``"1"``) writes it."""
    return value is True or value in (1, "1", "true")
