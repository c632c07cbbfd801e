"""What the project knows of a creature, and the same as plain JSON.

A :class:`Creature` holds facts only: no text of any book. Lengths are feet.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args

from massbattle_core.errors import CreatureFileError, Problem
from massbattle_core.phrases import Phrase, phrase

__all__ = [
    "LONG_RANGE_FT",
    "MODES",
    "MOST_FEET",
    "SIZES",
    "Creature",
    "CreatureAttack",
    "MovementMode",
    "Size",
    "challenge_text",
    "creature_from_json",
    "slug",
]

Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
SIZES: tuple[Size, ...] = get_args(Size)

MovementMode = Literal["walk", "fly", "swim", "burrow", "climb"]
MODES: tuple[MovementMode, ...] = get_args(MovementMode)

MOST_FEET = 100_000
"""Longer ranges and higher speeds are errors of a file."""

LONG_RANGE_FT = 100
"""The range from which a creature counts as one that shoots: one space of the battlefield. Source: R0.12"""

T = TypeVar("T", int, str, bool)


def slug(name: str) -> str:
    """The id made of a name: lower case, no accents, words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def challenge_text(challenge_rating: Fraction) -> str:
    """A challenge rating as it is written: ``"1/4"``, ``"3"``."""
    return str(challenge_rating)


@dataclass(frozen=True, slots=True)
class CreatureAttack:
    """One attack that rolls to hit.

    ``range_ft`` is the normal range, ``long_range_ft`` the longer one that some weapons have; ``damage``
    is the sum of the dice of one hit, such as ``"1d6+2"``; an attack that recharges or is limited to so
    many a day is not ``at_will``.
    """

    name: str
    bonus: int | None = None
    reach_ft: int | None = None
    range_ft: int | None = None
    long_range_ft: int | None = None
    damage: str = ""
    ranged: bool = False
    at_will: bool = True
    spell: bool = False

    @property
    def greatest_range_ft(self) -> int | None:
        """The range at which a shot is still possible, in feet; None for an attack in melee only."""
        if not self.ranged:
            return None
        return max((feet for feet in (self.range_ft, self.long_range_ft) if feet), default=None)

    def to_json(self) -> dict[str, Any]:
        """The attack as plain JSON; what has its usual value is left out."""
        found: dict[str, Any] = {"name": self.name}
        for key in ("bonus", "reach_ft", "range_ft", "long_range_ft"):
            if (value := getattr(self, key)) is not None:
                found[key] = value
        if self.damage:
            found["damage"] = self.damage
        flags = (("ranged", self.ranged, False), ("at_will", self.at_will, True), ("spell", self.spell, False))
        return found | {key: value for key, value, usual in flags if value is not usual}


@dataclass(frozen=True, slots=True)
class Creature:
    """The facts of one kind of creature.

    ``speeds`` maps the modes that the creature has to feet (only positive ones); it must not be changed.
    ``charisma`` is the score; ``armor_class`` and ``hit_points`` are None where nobody knows them;
    ``multiattack`` is the number of attacks of one action; ``problems`` are the doubts that a reader of it
    should know, all of them warnings.
    """

    id: str
    name: str
    challenge_rating: Fraction
    size: Size
    speeds: Mapping[str, int] = field(hash=False)
    charisma: int
    french_name: str = ""
    armor_class: int | None = None
    hit_points: int | None = None
    attacks: tuple[CreatureAttack, ...] = ()
    multiattack: int | None = None
    source: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def charisma_modifier(self) -> int:
        """Half of what the score exceeds 10 by, rounded down."""
        return (self.charisma - 10) // 2

    @property
    def ranged_ft(self) -> int | None:
        """The greatest range of an attack at will, in feet, long ranges included; None if it cannot shoot.

        Source: R0.12
        """
        ranges = (attack.greatest_range_ft for attack in self.attacks if attack.at_will)
        return max((feet for feet in ranges if feet is not None), default=None)

    @property
    def ranged_on(self) -> Literal["normal", "long", "spell"] | None:
        """Which range reaches 100 ft: that of a weapon, its long one, or that of a spell; None if none does.

        Source: R0.12
        """
        far = [a for a in self.attacks if a.at_will and (a.greatest_range_ft or 0) >= LONG_RANGE_FT]
        weapons = [attack for attack in far if not attack.spell]
        if any((attack.range_ft or 0) >= LONG_RANGE_FT for attack in weapons):
            return "normal"
        if weapons:
            return "long"
        return "spell" if far else None

    def to_json(self) -> dict[str, Any]:
        """The creature as plain JSON, which :func:`creature_from_json` reads back."""
        return {
            "id": self.id,
            "name": self.name,
            "french_name": self.french_name,
            "cr": challenge_text(self.challenge_rating),
            "size": self.size,
            "speeds": dict(self.speeds),
            "charisma": self.charisma,
            "ac": self.armor_class,
            "hp": self.hit_points,
            "attacks": [attack.to_json() for attack in self.attacks],
            "multiattack": self.multiattack,
            "source": self.source,
            "problems": [
                {"place": p.place, "message": p.message, "remedy": p.remedy, "rule": p.rule, "severity": p.severity}
                for p in self.problems
            ],
        }


# ---------------------------------------------------------------- from JSON


def creature_from_json(data: object, place: str = "") -> Creature:
    """Read the JSON of one creature, found at ``place`` of a file.

    Raises :class:`CreatureFileError` that names the place of the first value that does not fit.
    """
    reader = _Reader(data, place)
    name = reader.word("name")
    return Creature(
        id=reader.optional("id", str) or slug(name) or "creature",
        name=name,
        french_name=reader.optional("french_name", str) or "",
        challenge_rating=reader.challenge_rating(),
        size=reader.size(),
        speeds=reader.speeds(),
        charisma=reader.number("charisma", 0, 100) or 0,
        armor_class=reader.number("ac", 0, 1000, needed=False),
        hit_points=reader.number("hp", 0, 1_000_000, needed=False),
        attacks=tuple(_attack_from_json(value, at) for value, at in reader.items("attacks")),
        multiattack=reader.number("multiattack", 0, 100, needed=False),
        source=reader.optional("source", str) or "",
        problems=tuple(_problem_from_json(value, at) for value, at in reader.items("problems")),
    )


def _attack_from_json(data: object, place: str) -> CreatureAttack:
    reader = _Reader(data, place)
    at_will = reader.optional("at_will", bool)
    return CreatureAttack(
        name=reader.word("name"),
        bonus=reader.number("bonus", -999, 999, needed=False),
        reach_ft=reader.number("reach_ft", 0, MOST_FEET, needed=False),
        range_ft=reader.number("range_ft", 0, MOST_FEET, needed=False),
        long_range_ft=reader.number("long_range_ft", 0, MOST_FEET, needed=False),
        damage=reader.optional("damage", str) or "",
        ranged=reader.optional("ranged", bool) or False,
        at_will=True if at_will is None else at_will,
        spell=reader.optional("spell", bool) or False,
    )


def _problem_from_json(data: object, place: str) -> Problem:
    reader = _Reader(data, place)
    return Problem(
        place=reader.optional("place", str) or "",
        message=reader.word("message"),
        remedy=reader.optional("remedy", str) or "",
        rule=reader.optional("rule", str) or "",
        severity=reader.optional("severity", str) or "warning",
    )


_KINDS: dict[type, Phrase] = {
    int: phrase("write a whole number"),
    str: phrase("write a text"),
    bool: phrase("write true or false"),
}


class _Reader:
    """Takes typed values out of one JSON object; every error names the place."""

    def __init__(self, data: object, place: str) -> None:
        if not isinstance(data, dict):
            raise CreatureFileError(
                phrase("this is no JSON object"), place, phrase("write {…} with name, cr, size, speeds, charisma")
            )
        self.data = data
        self.place = place

    def at(self, key: str) -> str:
        return f"{self.place}/{key}" if self.place else key

    def optional(self, key: str, kind: type[T]) -> T | None:
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise CreatureFileError(phrase("{value!r:.60} does not fit", value=value), self.at(key), _KINDS[kind])
        return value

    def word(self, key: str) -> str:
        value = self.optional(key, str)
        if not value or not value.strip():
            raise CreatureFileError(phrase("the text is missing"), self.at(key), phrase("write it as text"))
        return value

    def number(self, key: str, low: int, high: int, *, needed: bool = True) -> int | None:
        value = self.optional(key, int)
        if value is None and not needed:
            return None
        if value is None or not low <= value <= high:
            shown = f"{value:.3g}" if value is not None and abs(value) < 1e300 else "∞"
            raise CreatureFileError(
                phrase("the number is missing") if value is None else phrase("{number} is out of range", number=shown),
                self.at(key),
                phrase("write a whole number from {low} to {high}", low=low, high=high),
            )
        return value

    def challenge_rating(self) -> Fraction:
        text = self.word("cr")
        remedy = phrase('write "0", "1/8", "1/4", "1/2" or "1" to "30"')
        match = re.fullmatch(r"(\d{1,3})(?:/([1-9]\d?))?", text, re.ASCII)
        if not match or Fraction(int(match[1]), int(match[2] or 1)) > 1000:
            raise CreatureFileError(phrase("{text!r:.60} is no challenge rating", text=text), self.at("cr"), remedy)
        return Fraction(int(match[1]), int(match[2] or 1))

    def size(self) -> Size:
        text = self.word("size")
        if text not in SIZES:
            raise CreatureFileError(
                phrase("{text!r:.60} is no size", text=text),
                self.at("size"),
                phrase("write one of {sizes}", sizes=", ".join(SIZES)),
            )
        return text

    def speeds(self) -> dict[str, int]:
        data = self.data.get("speeds")
        if not isinstance(data, dict):
            raise CreatureFileError(
                phrase("the speeds are missing"), self.at("speeds"), phrase('write {"walk": 30} in feet')
            )
        inner = _Reader(data, self.at("speeds"))
        for key in data:
            if key not in MODES:
                raise CreatureFileError(
                    phrase("{key!r:.60} is no way of moving", key=key),
                    self.at("speeds"),
                    phrase("write one of {modes}", modes=", ".join(MODES)),
                )
        speeds = {mode: inner.number(mode, 0, MOST_FEET, needed=False) for mode in MODES}
        return {mode: feet for mode, feet in speeds.items() if feet}

    def items(self, key: str) -> list[tuple[object, str]]:
        value = self.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise CreatureFileError(phrase("this is no list"), self.at(key), phrase("write […]"))
        return [(item, f"{self.at(key)}/{number}") for number, item in enumerate(value)]
