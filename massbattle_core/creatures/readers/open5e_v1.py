"""Open5e API v1, and its fixtures: ``{"slug": "goblin", "cr": 0.25, "challenge_rating": "1/4", "charisma": 8…}``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import mapping, text_of, values

FORMAT = "Open5e v1"


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    if "fields" in data:
        return text_of(data.get("model")).lower() == "api.monster"
    return "name" in data and "charisma" in data and ("challenge_rating" in data or "cr" in data)


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one creature."""
    if "fields" in data:
        data = {"slug": data.get("pk"), **_without_json_texts(mapping(data["fields"]))}
    title = text_of(data.get("document__title") or data.get("document"))
    draft = Draft(FORMAT, place, text_of(data.get("name")), " ".join(filter(None, (FORMAT, title))))
    draft.take_challenge_rating(data.get("challenge_rating"), data.get("cr"))
    draft.take_size(data.get("size"))
    draft.take_speeds(data.get("speed"))
    draft.take_charisma(data.get("charisma"))
    draft.take_armor_class(data.get("armor_class"))
    draft.take_hit_points(data.get("hit_points"))
    for key in ("actions", "bonus_actions"):
        for action in values(data.get(key)):
            draft.take_action(mapping(action).get("name"), mapping(action).get("desc"))
    for ability in values(data.get("special_abilities")):
        draft.take_spells(mapping(ability).get("desc"))
    return draft


def _without_json_texts(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a fixture, whose lists are JSON texts under ``…_json``."""
    found = dict(fields)
    for key in ("speed", "actions", "bonus_actions", "special_abilities"):
        text = fields.get(f"{key}_json")
        if isinstance(text, str):
            try:
                found[key] = json.loads(text)
            except (ValueError, RecursionError):
                continue
    return found
