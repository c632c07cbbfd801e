"""massbattle's own JSON of a creature, as :meth:`Creature.to_json` and ``massbattle creatures … --json`` write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.model import creature_from_json
from massbattle_core.creatures.readers.draft import ImportedCreature

FORMAT = "massbattle"


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    return "name" in data and "speeds" in data and "cr" in data


def read(data: Mapping[str, Any], place: str) -> ImportedCreature:
    """Read one creature; raises CreatureFileError where a value does not fit."""
    return ImportedCreature(creature_from_json(data, place), FORMAT, tuple(key for key in data if key != "problems"))
