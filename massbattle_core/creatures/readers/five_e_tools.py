"""5etools: ``{"monster": [{"name": "Goblin", "size": ["S"], "cr": "1/4", "cha": 8, "action": […]…}]}``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, mapping, text_of, values
from massbattle_core.phrases import phrase

FORMAT = "5etools"


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    return (
        "name" in data
        and ("cha" in data or "_copy" in data)
        and any(key in data for key in ("cr", "hp", "ac", "_copy"))
    )


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one creature."""
    source = " ".join(filter(None, (FORMAT, text_of(data.get("source")))))
    draft = Draft(FORMAT, place, text_of(data.get("name")), source)
    draft.take_challenge_rating(data.get("cr"))
    draft.take_size(data.get("size"))
    draft.take_speeds(data.get("speed"))
    draft.take_charisma(data.get("cha"))
    armor_class = data.get("ac")
    draft.take_armor_class(_number(armor_class[0] if isinstance(armor_class, list) and armor_class else armor_class))
    draft.take_hit_points(_number(data.get("hp")))
    for key in ("action", "bonus"):
        for action in values(data.get(key)):
            draft.take_action(mapping(action).get("name"), " ".join(_texts(mapping(action).get("entries"))))
    for spells in values(data.get("spellcasting")):
        at_will = [
            *values(mapping(spells).get("will")),
            *values(mapping(mapping(mapping(spells).get("spells")).get("0")).get("spells")),
        ]
        header = " ".join(_texts(mapping(spells).get("headerEntries")))
        draft.take_spells(f"{header} at will: {', '.join(_texts(at_will))}")
    if "_copy" in data:
        original = text_of(mapping(data["_copy"]).get("name"))
        draft.guess(
            "_copy",
            phrase("it is a copy of {creature}", creature=original)
            if original
            else phrase("it is a copy of another creature"),
        )
    return draft


def with_originals(creatures: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The creatures of one file, each copy (``_copy``) with what it takes from its original in the same file."""
    originals = {text_of(creature.get("name")).lower(): creature for creature in creatures if "_copy" not in creature}
    completed: list[Mapping[str, Any]] = []
    for creature in creatures:
        original = originals.get(text_of(mapping(creature.get("_copy")).get("name")).lower(), {})
        completed.append({**original, **creature} if "_copy" in creature else creature)
    return completed


def _number(value: object) -> int | None:
    if isinstance(value, dict):
        value = next((value[key] for key in ("ac", "average", "special", "formula") if key in value), None)
    return integer(value)


def _texts(entries: object, depth: int = 0) -> Iterator[str]:
    """The texts of nested entries."""
    if depth > 6:
        return
    if isinstance(entries, list):
        for entry in entries:
            yield from _texts(entry, depth + 1)
    elif isinstance(entries, dict):
        for key in ("name", "entry", "entries", "items"):
            yield from _texts(entries.get(key), depth + 1)
    elif isinstance(entries, str):
        yield entries
