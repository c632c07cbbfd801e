"""Improved Initiative: ``{"Name": "Goblin", "Challenge": "1/4", "Type": "Small humanoid", "HP": {"Value": 7}…}``.

Exports hold such objects under keys ``Creatures.<id>``; exports of the whole browser storage hold them as JSON text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.attack_text import is_limited
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import mapping, text_of, values

FORMAT = "Improved Initiative"


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    return "Name" in data and "Abilities" in data and any(key in data for key in ("Challenge", "HP", "AC"))


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one creature."""
    source = " ".join(filter(None, (FORMAT, text_of(data.get("Source")))))
    draft = Draft(FORMAT, place, text_of(data.get("Name")), source)
    draft.take_challenge_rating(data.get("Challenge"))
    draft.take_size(data.get("Type"))
    draft.take_speeds(data.get("Speed"))
    draft.take_charisma(mapping(data.get("Abilities")).get("Cha"))
    draft.take_armor_class(_value(data.get("AC")))
    draft.take_hit_points(_value(data.get("HP")))
    for key in ("Actions", "BonusActions"):
        for action in values(data.get(key)):
            action = mapping(action)
            draft.take_action(
                action.get("Name"), action.get("Content"), at_will=not is_limited(text_of(action.get("Usage")))
            )
    for trait in values(data.get("Traits")):
        draft.take_spells(mapping(trait).get("Content"))
    return draft


def _value(data: object) -> object:
    return data.get("Value") if isinstance(data, dict) else data
