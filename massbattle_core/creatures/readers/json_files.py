"""JSON files of creatures: decoding, bounds, and the search for creatures of any known shape.

Known shapes are tried on every object of the file, from the outside in; what lies inside a creature is its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from massbattle_core.creatures.readers import (
    five_e_bits,
    five_e_tools,
    foundry,
    improved_initiative,
    open5e_v1,
    open5e_v2,
    own,
    tetra_cube,
)
from massbattle_core.creatures.readers.draft import Draft, ImportedCreature
from massbattle_core.errors import CreatureFileError
from massbattle_core.file_faults import in_file, json_fault, line_and_column
from massbattle_core.phrases import phrase, under

__all__ = ["read_json"]

_DEEPEST = 12
_MOST_BYTES_OF_VALUES = 150_000_000


class Reader(Protocol):
    """The shape of a module that reads one format."""

    FORMAT: str

    def matches(self, data: Mapping[str, Any]) -> bool:
        """Whether an object is a creature of this format."""
        ...

    def read(self, data: Mapping[str, Any], place: str) -> Draft | ImportedCreature:
        """Read one creature."""
        ...


_READERS: tuple[Reader, ...] = (
    own, foundry, improved_initiative, tetra_cube, open5e_v2, five_e_bits, open5e_v1, five_e_tools,
)  # fmt: skip


def read_json(text: str, filename: str) -> Iterator[ImportedCreature]:
    """The creatures of a JSON text, or of one with an object on each line.

    Raises :class:`CreatureFileError` if it is no JSON or holds too much.
    """
    for place, reader, data in _found(_parsed(text, filename), "", 0):
        draft = reader.read(data, place)
        if isinstance(draft, ImportedCreature):
            yield draft
        elif not draft.is_empty:
            yield draft.finish()


# ---------------------------------------------------------------- parsing


def _parsed(text: str, filename: str) -> object:
    # an empty list, object or text takes about this many bytes in memory
    if 240 * text.count("{") + 100 * text.count("[") + 60 * text.count(",") > _MOST_BYTES_OF_VALUES:
        raise CreatureFileError(phrase("it holds too many values"), filename, phrase("split the file"))
    try:
        return _loads(text)
    except RecursionError:
        raise CreatureFileError(
            phrase("its values are nested too deeply"), filename, phrase("export the file again")
        ) from None
    except json.JSONDecodeError as error:
        lines = _lines(text)
        if lines is not None:
            return lines
        place = in_file(filename, line_and_column(error.lineno, error.colno))
        raise CreatureFileError(
            phrase("this is no JSON: {error}", error=json_fault(error)), place, phrase("export the file again")
        ) from None
    except ValueError:  # the only other one is a number of thousands of digits
        raise CreatureFileError(
            phrase("a number has too many digits"), filename, phrase("correct the number")
        ) from None


def _loads(text: str) -> Any:
    return json.loads(text, parse_constant=lambda _: None)


def _lines(text: str) -> dict[str, Any] | None:
    """The objects of a file with one JSON object a line; in such files a later line replaces one of the same id."""
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            item = _loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(item, dict):
            return None
        key: str = phrase("line {number}", number=number)
        if isinstance(item.get("_id"), str):
            key = f"id {item['_id']}"
        if item.get("$$deleted") is True:
            found.pop(key, None)
        else:
            found[key] = item
    return found or None


# ---------------------------------------------------------------- the search


def _found(data: object, place: str, depth: int) -> Iterator[tuple[str, Reader, Mapping[str, Any]]]:
    if depth > _DEEPEST:
        return
    if isinstance(data, str):
        if data[:1] in "{[" and '"Abilities"' in data:
            try:
                inner = _loads(data)
            except (ValueError, RecursionError):
                return
            yield from _found(inner, place, depth + 1)
    elif isinstance(data, dict):
        reader = next((reader for reader in _READERS if reader.matches(data)), None)
        if reader:
            yield place, reader, data
        else:
            for key, value in data.items():
                yield from _found(value, under(place, key if len(key) <= 80 else key[:80]), depth + 1)
    elif isinstance(data, list):
        objects: list[Mapping[str, Any]] = [item for item in data if isinstance(item, dict)]
        if len(objects) == len(data):
            data = open5e_v2.with_actions(five_e_tools.with_originals(objects))
        for number, item in enumerate(data):
            yield from _found(item, under(place, str(number)), depth + 1)
