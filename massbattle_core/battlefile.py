"""The battle file: a document as versioned, readable JSON.

::

    {"format": "massbattle", "version": 1, "name": …, "creatures": {…}, "mass_combat": {…}}

Unknown versions are refused with a clear message; a file is read whole or not at all. ``schema()`` gives the
JSON Schema of the newest version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from massbattle_core.document import BattleDocument, document_from_json, document_schema, document_to_json
from massbattle_core.errors import BattleFileError, InvalidBattleError, first_of
from massbattle_core.file_faults import file_fault, json_fault, line_and_column
from massbattle_core.mass_combat.validation import problems
from massbattle_core.phrases import phrase

__all__ = ["FORMAT", "LARGEST_FILE", "VERSION", "dumps", "load", "loads", "loads_playable", "schema"]

FORMAT = "massbattle"
VERSION = 1
LARGEST_FILE = 20_000_000


def dumps(document: BattleDocument) -> str:
    """The text of the battle file of a document; equal documents give equal texts."""
    return json.dumps(file_data(document), ensure_ascii=False, indent=1) + "\n"


def file_data(document: BattleDocument) -> dict[str, Any]:
    """The contents of the battle file of a document as plain JSON."""
    return {"format": FORMAT, "version": VERSION, **document_to_json(document)}


def loads(data: bytes | str) -> BattleDocument:
    """The document in a battle file.

    Raises :class:`BattleFileError` naming the place in the file and the remedy.
    """
    contents = _parse(data)
    if contents.get("format") != FORMAT:
        raise BattleFileError(
            phrase("this is no battle file"),
            "format",
            phrase('a battle file is a JSON object that begins with "format": "{format}"', format=FORMAT),
        )
    version = contents.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BattleFileError(
            phrase("the version {version!r} is no number of a version", version=version),
            "version",
            phrase("write {version}", version=VERSION),
        )
    if version > VERSION:
        raise BattleFileError(
            phrase(
                "the file has version {version}; this program reads versions up to {newest}",
                version=version,
                newest=VERSION,
            ),
            "version",
            phrase("update massbattle, or save the battle again with the program that made it"),
        )
    try:
        return document_from_json({key: contents[key] for key in contents if key not in ("format", "version")})
    except InvalidBattleError as error:
        raise _as_file_error(error) from error


def loads_playable(data: bytes | str) -> BattleDocument:
    """The document in a battle file, which must be complete enough to be fought.

    Raises :class:`BattleFileError` as :func:`loads` does, and for a unit without a commander, an empty side and
    the like.
    """
    document = loads(data)
    wrong = [p for p in problems(document.mass_combat, document.creatures) if p.severity == "error"]
    if wrong:
        raise _as_file_error(InvalidBattleError(wrong))
    return document


def load(path: Path | str, *, playable: bool = False) -> BattleDocument:
    """The document in the battle file at a path.

    Raises :class:`BattleFileError` whose place begins with the path.
    """
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
        return loads_playable(data) if playable else loads(data)
    except OSError as error:
        raise BattleFileError(
            phrase("cannot be read: {error}", error=file_fault(error)),
            str(path),
            phrase("check the name and the rights"),
        ) from error
    except BattleFileError as error:
        place = phrase("{place}: {message}", place=str(path), message=error.place) if error.place else str(path)
        raise BattleFileError(error.message, place, error.remedy) from error


def schema() -> dict[str, Any]:
    """The JSON Schema of the battle file."""
    described = document_schema()
    described["title"] = "massbattle battle file"
    described["properties"] = {
        "format": {"const": FORMAT},
        "version": {"type": "integer", "minimum": 1, "maximum": VERSION},
        **described["properties"],
    }
    described["required"] = ["format", "version"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}


def _parse(data: bytes | str) -> Mapping[str, Any]:
    if len(data) > LARGEST_FILE:
        raise BattleFileError(
            phrase("the file is larger than {megabytes} MB", megabytes=LARGEST_FILE // 1_000_000),
            "",
            phrase("a battle file is far smaller: check it"),
        )
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        contents = json.loads(text, object_pairs_hook=_no_repeats)
    except UnicodeDecodeError as error:
        raise BattleFileError(
            phrase("the file is not UTF-8 text"), phrase("byte {byte}", byte=error.start), phrase("save it as UTF-8")
        ) from error
    except json.JSONDecodeError as error:
        raise BattleFileError(
            phrase("not JSON: {error}", error=json_fault(error)),
            line_and_column(error.lineno, error.colno),
            phrase("mend the text there"),
        ) from error
    except RecursionError as error:
        raise BattleFileError(
            phrase("brackets are nested too deeply"), "", phrase("a battle file nests less than ten levels")
        ) from error
    except ValueError as error:  # an integer of thousands of digits
        if isinstance(error, BattleFileError):
            raise
        raise BattleFileError(
            phrase("a number is too long to be read"), "", phrase("write an ordinary number")
        ) from error
    if not isinstance(contents, dict):
        raise BattleFileError(phrase("this is no battle file"), "", phrase("a battle file is a JSON object"))
    return cast(Mapping[str, Any], contents)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BattleFileError(
                phrase("the key {key!r} stands twice in one object", key=key),
                key,
                phrase("remove or rename one of them"),
            )
        found[key] = value
    return found


def _as_file_error(error: InvalidBattleError) -> BattleFileError:
    first, message = error.problems[0], first_of(error.problems)
    return BattleFileError(message, first.place, first.remedy or phrase("correct it and open the file again"))
