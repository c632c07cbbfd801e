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
from massbattle_core.file_faults import json_fault, line_and_column
from massbattle_core.phrases import Phrase, phrase

__all__ = ["finite", "is_one", "mapping", "parse_json", "parse_xml", "sequence", "short", "whole"]

_MOST_BYTES_OF_VALUES = 60_000_000
_BYTES = {"{": 300, "[": 100, ":": 150, ",": 40}  # of memory that objects, lists, keys and values take
_MOST_TAGS = 100_000
_MOST_ATTRIBUTES = 400_000


def parse_json(text: str) -> object:
    """The value of a JSON text; raises :class:`MapFileError` if it is no JSON or holds too much."""
    if sum(size * text.count(sign) for sign, size in _BYTES.items()) > _MOST_BYTES_OF_VALUES:
        raise MapFileError(phrase("it holds too many values"), "", phrase("export a smaller part of the map"))
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_repeats)
    except RecursionError:
        raise MapFileError(phrase("brackets are nested too deeply"), "", phrase("export the map again")) from None
    except json.JSONDecodeError as error:
        place = line_and_column(error.lineno, error.colno)
        raise MapFileError(
            phrase("this is no JSON: {error}", error=json_fault(error)),
            place,
            phrase("mend the text there, or export it again"),
        ) from None
    except MapFileError:
        raise
    except ValueError:  # the only other one is an integer of thousands of digits
        raise MapFileError(phrase("a number has too many digits"), "", phrase("write an ordinary number")) from None


def _no_constant(name: str) -> None:
    raise MapFileError(phrase("{name} is no number", name=name), "", phrase("write an ordinary number"))


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise MapFileError(
            phrase("the key {key} stands twice in one object", key=short(key)),
            short(key),
            phrase("remove or rename one"),
        )
    return found


def parse_xml(data: bytes) -> Element:
    """The root of an XML file; raises :class:`MapFileError` if it is not well formed, defines entities or is huge."""
    if data.count(b"<") > _MOST_TAGS or data.count(b"=") > _MOST_ATTRIBUTES:
        raise MapFileError(phrase("it holds too many elements"), "", phrase("export a smaller part of the map"))
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        place = line_and_column(line, column + 1)
        raise MapFileError(phrase("this is no well-formed XML"), place, phrase("save the map again")) from None
    except DefusedXmlException:
        raise MapFileError(
            phrase("it defines a document type or entities"), "", phrase("remove <!DOCTYPE …>")
        ) from None
    except (LookupError, ValueError):
        raise MapFileError(phrase("its encoding is unknown"), phrase("line 1"), phrase("save it as UTF-8")) from None
    return root


# ---------------------------------------------------------------- values


def short(value: object) -> str:
    """A value of a file as messages show it."""
    if isinstance(value, list | dict):
        return phrase("a list") if isinstance(value, list) else phrase("an object")
    if isinstance(value, str):
        text = value if len(value) <= 50 else f"{value[:50]}…"
        return phrase("{text!r}", text=text)
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def found_there(value: object) -> Phrase:
    """That a value is missing, or what stands in its place."""
    return phrase("it is missing") if value is None else phrase("it is {value}", value=short(value))


def whole(value: object, place: str, *, least: int = 0, most: int = 10**9) -> int:
    """A whole number within bounds, as JSON or text; raises :class:`MapFileError`."""
    found = None
    if isinstance(value, str):
        found = int(value) if re.fullmatch(r"\s*-?\d{1,15}\s*", value) else None
    elif isinstance(value, int | float) and not isinstance(value, bool):
        found = int(value) if value == value // 1 else None
    if found is None or not least <= found <= most:
        raise MapFileError(
            found_there(value),
            place,
            phrase("write a whole number, {least} or more", least=least) if least >= 0 else phrase("correct it"),
        )
    return found


def finite(value: object, place: str) -> float:
    """A number of ordinary size; raises :class:`MapFileError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise MapFileError(found_there(value), place, phrase("write an ordinary number"))
    return float(value)


def mapping(value: object, place: str) -> Mapping[str, Any]:
    """An object of JSON; nothing counts as an empty one; raises :class:`MapFileError`."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise MapFileError(found_there(value), place, phrase("an object is expected there"))
    return value


def sequence(value: object, place: str) -> list[Any]:
    """A list of JSON; nothing counts as an empty one; raises :class:`MapFileError`."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise MapFileError(found_there(value), place, phrase("a list is expected there"))
    return value


def is_one(value: object) -> bool:
    """Whether a flag is set, as JSON (``true``) or XML (``"1"``) writes it."""
    return value is True or value in (1, "1", "true")
