"""massbattle's own maps as JSON, which keeps everything.

::

    {"format": "massbattle-map", "version": 1, "columns": 30, "rows": 20, "hexes": {"3,4": {"terrain": "water"}}, …}

with the keys of a battlefield of the battle file; deployment zones and picture may be there too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from massbattle_core.document import BattleDocument, document_from_json, document_to_json
from massbattle_core.errors import InvalidBattleError, MapFileError, Problem
from massbattle_core.maps.imported import Crop, ImportedMap, Window, counted, file_error, warning, window_of
from massbattle_core.maps.parsing import mapping, whole
from massbattle_core.mass_combat.model import PLAIN, Battlefield, MassBattle, hex_key
from massbattle_core.phrases import phrase

__all__ = ["MAP_FORMAT", "MAP_VERSION", "dumps_map", "read_json_map"]

MAP_FORMAT = "massbattle-map"
MAP_VERSION = 1

_MOST_KEYS = 20


def dumps_map(field: Battlefield) -> str:
    """The map as JSON; :func:`read_map` reads back an equal battlefield."""
    written = document_to_json(BattleDocument(mass_combat=MassBattle(field=field)))["mass_combat"]["field"]
    size = {"columns": field.columns, "rows": field.rows}
    data = {"format": MAP_FORMAT, "version": MAP_VERSION, **size, **written}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_json_map(data: Mapping[str, Any], crop: Crop | None) -> ImportedMap:
    """The map in massbattle's own JSON; raises :class:`MapFileError`."""
    version = whole(data.get("version"), "version", least=1)
    if version > MAP_VERSION:
        raise MapFileError(
            phrase(
                "the map has version {version}; this program reads versions up to {newest}",
                version=version,
                newest=MAP_VERSION,
            ),
            "version",
            phrase("update massbattle, or save the map again with the program that made it"),
        )
    size = whole(data.get("columns"), "columns", least=1), whole(data.get("rows"), "rows", least=1)
    window = window_of(size, crop)
    contents = {key: data[key] for key in data if key not in ("format", "version", "columns", "rows")}
    problems: list[Problem] = []
    if crop is not None:
        if any([contents.pop("zones", None), contents.pop("backdrop", None)]):
            problems.append(warning("", phrase("deployment zones and picture of the whole map are left out")))
        hexes = mapping(contents.get("hexes"), "hexes")
        contents["hexes"] = {new: hexes[key] for key in hexes if (new := _moved_key(key, window))}
    _check_amounts(contents, window.columns * window.rows)
    field = {**contents, "columns": window.columns, "rows": window.rows}
    try:
        document = document_from_json({"mass_combat": {"field": field}})
    except InvalidBattleError as error:
        raise file_error(
            [replace(p, place=p.place.removeprefix("mass_combat/field/")) for p in error.problems]
        ) from error
    ground = document.mass_combat.field
    kept = {key: space for key, space in ground.hexes.items() if space != PLAIN}
    return counted(replace(ground, hexes=kept), problems, "massbattle map", {})


def _moved_key(key: str, window: Window) -> str | None:
    """The key of a hex in the part that is read, None outside; what is no key stays as it is."""
    match = re.fullmatch(r"(\d{1,9}),(\d{1,9})", key)
    if match is None:
        return key
    position = int(match[1]), int(match[2])
    return hex_key(window.within(position)) if window.contains(position) else None


def _check_amounts(contents: Mapping[str, Any], most_hexes: int) -> None:
    """Refuse what holds far too much before every entry of it is checked."""
    amounts = [("", contents, _MOST_KEYS), ("hexes", contents.get("hexes"), most_hexes)]
    amounts += [(key, contents.get(key), _MOST_KEYS) for key in ("zones", "backdrop")]
    if isinstance(contents.get("hexes"), dict) and len(contents["hexes"]) <= most_hexes:
        amounts += [(f"hexes/{key[:20]}", space, _MOST_KEYS) for key, space in contents["hexes"].items()]
    for place, part, most in amounts:
        if isinstance(part, dict) and len(part) > most:
            raise MapFileError(
                phrase("it holds {count} entries; at most {most} belong there", count=len(part), most=most),
                place,
                phrase("remove the others"),
            )
