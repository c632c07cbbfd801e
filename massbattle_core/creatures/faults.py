"""Everything that is wrong with the JSON of one creature, for a form that tells all of it at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.model import creature_from_json
from massbattle_core.errors import CreatureFileError, Problem

__all__ = ["creature_faults"]

_MOST = 200
_SOUND: Mapping[str, Any] = {"name": "x", "cr": "0", "size": "medium", "speeds": {}, "charisma": 10}
"""What stands in for a needed value while the others are looked at."""


def creature_faults(data: Mapping[str, Any]) -> list[Problem]:
    """Every value of a creature that :func:`creature_from_json` would refuse, with its place and remedy."""
    rest = copy.deepcopy(dict(data))
    found: list[Problem] = []
    while len(found) < _MOST:
        try:
            creature_from_json(rest)
        except CreatureFileError as error:
            found.append(Problem(error.place, error.message, error.remedy))
            if not _mended(rest, error.place):
                return found
        else:
            return found
    return found


def _mended(data: dict[str, Any], place: str) -> bool:
    """Put a sound value in a place, so that the next fault shows; False if that is not possible."""
    *way, last = place.split("/")
    inner: Any = data
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    if isinstance(inner, list):
        inner[int(last)] = {"name": "x", "message": "x"}
    elif last in inner and inner is not data and last != "name":
        del inner[last]
    elif last in _SOUND:
        inner[last] = copy.deepcopy(_SOUND[last])
    elif inner.pop(last, None) is None:
        return False
    return True
