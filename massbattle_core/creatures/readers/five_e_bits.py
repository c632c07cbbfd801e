"""5e-bits (5e-database and its API): ``{"index": "goblin", "challenge_rating": 0.25, "armor_class": […]…}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.model import slug
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, mapping, text_of, values

FORMAT = "5e-bits"
_WORN = {"armor", "natural", "dex"}


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    return "index" in data and "challenge_rating" in data and ("speed" in data or "hit_points" in data)


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one creature."""
    draft = Draft(
        FORMAT,
        place,
        text_of(data.get("name")),
        "5e-bits",
        slug(index) if isinstance(index := data["index"], str) else "",
    )
    draft.take_challenge_rating(data.get("challenge_rating"))
    draft.take_size(data.get("size"))
    draft.take_speeds(data.get("speed"))
    draft.take_charisma(data.get("charisma"))
    draft.take_armor_class(_armor_class(data.get("armor_class")))
    draft.take_hit_points(data.get("hit_points"))
    for action in values(data.get("actions")):
        action = mapping(action)
        usage = text_of(mapping(action.get("usage")).get("type"))
        draft.take_action(action.get("name"), action.get("desc"), at_will=usage in {"", "at will"})
    for ability in values(data.get("special_abilities")):
        draft.take_spells(mapping(ability).get("desc"))
    return draft


def _armor_class(value: object) -> int | None:
    """The best armour that is worn or natural; armour of a spell or of a condition does not count."""
    if not isinstance(value, list):
        return integer(value)
    entries = [mapping(entry) for entry in value]
    worn = [entry for entry in entries if text_of(entry.get("type", "armor")) in _WORN] or entries
    return max((ac for entry in worn if (ac := integer(entry.get("value"))) is not None), default=None)
