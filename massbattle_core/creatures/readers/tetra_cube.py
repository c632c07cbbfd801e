"""tetra-cube's statblock generator: ``{"name": "Goblin", "cr": "1/4", "chaPoints": 8, "armorName": "plate"…}``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.model import Size
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, mapping, text_of, values

FORMAT = "tetra-cube"
_HIT_DIE: dict[Size, int] = {"tiny": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "gargantuan": 20}
_ARMOR = {
    "padded armor": (11, 99), "leather armor": (11, 99), "studded leather": (12, 99), "hide armor": (12, 2),
    "chain shirt": (13, 2), "scale mail": (14, 2), "breastplate": (14, 2), "half plate": (15, 2), "ring mail": (14, 0),
    "chain mail": (16, 0), "splint": (17, 0), "plate": (18, 0), "mage armor": (13, 99), "none": (10, 99),
}  # fmt: skip
"""Armour class and greatest Dexterity modifier that counts with it (SRD 5.1, Armor)."""
_SPEEDS = {"walk": "speed", "fly": "flySpeed", "swim": "swimSpeed", "burrow": "burrowSpeed", "climb": "climbSpeed"}
_BRACKET = re.compile(
    r"\[(?:(str|dex|con|int|wis|cha) )?(?:(atk)|(\d{0,3})d(\d{1,4}))\s*([+-]\s?\d{1,3})?\]", re.IGNORECASE
)


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    return "name" in data and "chaPoints" in data


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one creature."""
    draft = Draft(FORMAT, place, text_of(data.get("name")), FORMAT)
    draft.take_challenge_rating(data.get("customCr") if data.get("cr") == "*" else data.get("cr"))
    draft.take_size(data.get("size"))
    if data.get("customSpeed") is True:
        draft.take_speeds(data.get("speedDesc"))
    else:
        draft.take_speeds({mode: data.get(key) for mode, key in _SPEEDS.items()})
    draft.take_charisma(data.get("chaPoints"))
    draft.take_armor_class(_armor_class(data))
    draft.take_hit_points(_hit_points(data, draft.size or "medium"))
    for key in ("actions", "bonusActions"):
        for action in values(data.get(key)):
            draft.take_action(mapping(action).get("name"), _filled(text_of(mapping(action).get("desc")), data, draft))
    for ability in values(data.get("abilities")):
        draft.take_spells(mapping(ability).get("desc"))
    return draft


def _modifier(data: Mapping[str, Any], ability: str) -> int:
    return ((integer(data.get(f"{ability}Points"), 0, 100) or 10) - 10) // 2


def _armor_class(data: Mapping[str, Any]) -> int | None:
    name = text_of(data.get("armorName")).lower() or "none"
    dexterity, shield = _modifier(data, "dex"), integer(data.get("shieldBonus")) or 0
    if name == "other":
        return integer(data.get("otherArmorDesc"))
    if name == "natural armor":
        return 10 + dexterity + shield + (integer(data.get("natArmorBonus")) or 0)
    if name not in _ARMOR:
        return integer(data.get("otherArmorDesc"))
    base, most = _ARMOR[name]
    return base + min(dexterity, most if most else min(dexterity, 0)) + shield if most else base + shield


def _hit_points(data: Mapping[str, Any], size: Size) -> int | None:
    if data.get("customHP") is True:
        return integer(data.get("hpText"))
    dice = integer(data.get("hitDice"), 1, 10_000)
    if dice is None:
        return None
    return max(1, dice * (_HIT_DIE[size] + 1) // 2 + dice * _modifier(data, "con"))


def _filled(text: str, data: Mapping[str, Any], draft: Draft) -> str:
    """The text with ``[DEX ATK]`` and ``[DEX 1D6]`` replaced by their numbers."""
    rating = draft.challenge_rating or 0
    proficiency = 2 + max(0, (int(rating) - 1) // 4)
    if data.get("cr") == "*":
        proficiency = integer(data.get("customProf"), 0, 100) or proficiency

    def number(match: re.Match[str]) -> str:
        modifier = _modifier(data, match[1].lower()) if match[1] else 0
        modifier += int((match[5] or "0").replace(" ", ""))
        if match[2]:
            return f"{modifier + proficiency:+d}"
        dice, die = int(match[3] or 1), int(match[4])
        bonus = f" {'+' if modifier > 0 else '-'} {abs(modifier)}" if modifier else ""
        return f"{max(0, dice * (die + 1) // 2 + modifier)} ({dice}d{die}{bonus})"

    return _BRACKET.sub(number, text[:4_000])
