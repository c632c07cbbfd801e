"""The values of the columns that tell something of a unit or a side, each with what it may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from massbattle_core.armies.cells import whole_number
from massbattle_core.armies.columns import DOCTRINE_WORDS, MODE_WORDS, MORALE_WORDS, TARGET_WORDS, YES_NO, folded
from massbattle_core.mass_combat.model import DOCTRINES, LARGEST_MAP, MOST_CREATURES, TARGETS
from massbattle_core.mass_combat.tables import CHARISMA_MODIFIERS, MORALE_FACTORS, MORALE_LIMIT
from massbattle_core.phrases import phrase

__all__ = ["LONGEST_NAME", "LONGEST_NOTES", "SIDE_VALUES", "UNIT_VALUES", "ValueReader", "factors_cell", "yes_or_no"]

LONGEST_NAME = 80
LONGEST_NOTES = 2000
_LONGEST_FACTORS = 200
_LATEST_ROUND = 200


class ValueReader(NamedTuple):
    """Reads the text of a cell, None if it cannot; ``remedy`` says what to write."""

    read: Callable[[str], Any]
    remedy: str


def yes_or_no(text: str) -> bool | None:
    """What a cell of yes or no says in English or French; None for any other word."""
    return YES_NO.get(text.casefold())


def factors_cell(factors: Mapping[str, int]) -> str:
    """The cell for the ticked factors of morale: ``pay+1 enemy-1``."""
    return " ".join(f"{name}{value:+d}" for name, value in factors.items())


def _word(allowed: tuple[str, ...], french: Mapping[str, str], remedy: str) -> ValueReader:
    def read(text: str) -> str | None:
        word = folded(text)
        found = french.get(word, word.replace(" ", "_"))
        return found if found in allowed else None

    return ValueReader(read, remedy)


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


def _number(low: int, high: int) -> ValueReader:
    def read(text: str) -> int | None:
        value = whole_number(text)
        return value if value is not None and low <= value <= high else None

    return ValueReader(read, phrase("write a whole number from {low} to {high}", low=_minus(low), high=_minus(high)))


def _morale(text: str) -> int | None:
    value = MORALE_WORDS.get(folded(text), whole_number(text))
    return value if value is not None and abs(value) <= MORALE_LIMIT else None


def _factors(text: str) -> dict[str, int] | None:
    together = "".join(text.casefold().split())
    if len(together) > _LONGEST_FACTORS:
        return None
    parts = re.findall(r"([a-z]+)[:=]?([+\-−])1?", together)
    found = {name: 1 if sign == "+" else -1 for name, sign in parts if name in MORALE_FACTORS}
    return found if found and len(found) == len(re.findall(r"[a-z]+", together)) else None


def _unit_id(text: str) -> str | None:
    return text if re.fullmatch(r"u[1-9][0-9]{0,3}", text) else None


_DOCTRINE = _word(
    DOCTRINES,
    DOCTRINE_WORDS,
    phrase("write advance, hold, guard, defend, skirmish, flank, screen, withdraw"),
)
_TARGETS = _word(TARGETS, TARGET_WORDS, phrase("write nearest, weakest, strongest, best_chance"))
_NOTES = ValueReader(lambda text: text[:LONGEST_NOTES], "")

UNIT_VALUES: dict[str, ValueReader] = {
    "morale": ValueReader(_morale, phrase("write a whole number from −10 to 10, or a word of the morale table")),
    "col": _number(0, LARGEST_MAP[0] - 1),
    "row": _number(0, LARGEST_MAP[1] - 1),
    "charisma": _number(CHARISMA_MODIFIERS[0], 30),
    "doctrine": _DOCTRINE,
    "targets": _TARGETS,
    "mode": _word(("walk", "fly", "swim"), MODE_WORDS, phrase("write walk, fly, swim")),
    "arrival": _number(1, _LATEST_ROUND),
    "losses": _number(0, MOST_CREATURES),
    "secret": ValueReader(yes_or_no, phrase("write yes or no")),
    "factors": ValueReader(
        _factors, phrase("write pay+1 enemy-1 and the like, of {factors}", factors=", ".join(MORALE_FACTORS))
    ),
    "notes": _NOTES,
    "id": ValueReader(_unit_id, phrase("write u1, u2, … or leave it empty")),
}
"""Columns whose value holds for a whole unit; Charisma above 10 is a score (a modifier is −5…10)."""

SIDE_VALUES: dict[str, ValueReader] = {
    "side_name": ValueReader(lambda text: text[:LONGEST_NAME], ""),
    "side_doctrine": _DOCTRINE,
    "side_targets": _TARGETS,
    "side_morale": _number(-MORALE_LIMIT, MORALE_LIMIT),
    "side_charisma": _number(-10, 10),
}
"""Columns whose value holds for a whole side."""
