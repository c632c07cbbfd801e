"""Foundry's system dnd5e, 1.x to 5.x: an actor of type ``npc``, its facts in ``system`` (once: ``data``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from massbattle_core.creatures.readers import foundry_items
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, mapping, text_of, values
from massbattle_core.phrases import phrase

FORMAT = "Foundry dnd5e"


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    system = _system(data)
    return data.get("type") == "npc" and any(key in system for key in ("abilities", "attributes", "details"))


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one actor."""
    system = _system(data)
    attributes, details = mapping(system.get("attributes")), mapping(system.get("details"))
    draft = Draft(FORMAT, place, text_of(data.get("name")), " ".join(filter(None, (FORMAT, _book(system)))))
    draft.take_challenge_rating(details.get("cr"))
    draft.take_size(mapping(system.get("traits")).get("size"))
    movement = attributes.get("movement", mapping(attributes.get("speed")).get("value"))
    draft.take_speeds(movement)
    abilities = {name: integer(mapping(score).get("value"), 0, 100) for name, score in _pairs(system.get("abilities"))}
    draft.take_charisma(abilities.get("cha"))
    modifiers = {name: ((10 if score is None else score) - 10) // 2 for name, score in abilities.items()}
    items = [mapping(item) for item in values(data.get("items"))]
    _take_armor_class(draft, attributes.get("ac"), items, modifiers)
    hit_points = mapping(attributes.get("hp"))
    draft.take_hit_points(hit_points.get("max") if hit_points.get("max") is not None else hit_points.get("value"))
    wielder = foundry_items.Wielder(modifiers, 2 + max(0, (int(draft.challenge_rating or 0) - 1) // 4))
    for item in items:
        foundry_items.take_item(draft, item, wielder)
    return draft


def _system(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return mapping(data.get("system")) or mapping(data.get("data"))


def _pairs(value: object) -> list[tuple[str, Any]]:
    return list(mapping(value).items())[:20]


def _book(system: Mapping[str, Any]) -> str:
    for source in (system.get("source"), mapping(system.get("details")).get("source")):
        book = source.get("book") or source.get("custom") if isinstance(source, dict) else source
        if text_of(book):
            return text_of(book)
    return ""


# ---------------------------------------------------------------- armour class

_WITHOUT_ARMOR = {
    "mage": (13, ()),
    "draconic": (13, ()),
    "unarmoredMonk": (10, ("wis",)),
    "unarmoredBarb": (10, ("con",)),
    "unarmoredBard": (10, ("cha",)),
}


def _take_armor_class(draft: Draft, data: object, items: list[Mapping[str, Any]], modifiers: Mapping[str, int]) -> None:
    if not isinstance(data, dict):
        draft.take_armor_class(data)
        return
    calculation = text_of(data.get("calc"))
    flat = integer(data.get("flat"))
    if flat is not None and calculation in {"", "flat", "natural"}:
        draft.take_armor_class(flat)
    elif not calculation and data.get("value") is not None:
        draft.take_armor_class(data.get("value"))
    elif calculation == "custom":
        numbers = re.fullmatch(r"\s*(\d{1,3})\s*", text_of(data.get("formula")))
        draft.take_armor_class(numbers[1] if numbers else None)
    else:
        draft.take_armor_class(_worn_armor_class(calculation, items, modifiers))
        draft.guess("attributes/ac", phrase("its armour class is computed from what it wears"))


def _worn_armor_class(calculation: str, items: list[Mapping[str, Any]], modifiers: Mapping[str, int]) -> int:
    dexterity = modifiers.get("dex", 0)
    base, abilities = _WITHOUT_ARMOR.get(calculation, (10, ()))
    best = base + dexterity + sum(modifiers.get(ability, 0) for ability in abilities)
    worn, shields = [], [0]
    for item in items:
        system = foundry_items.system_of(item)
        armor = mapping(system.get("armor"))
        kind = text_of(mapping(system.get("type")).get("value")) or text_of(armor.get("type"))
        value = integer(armor.get("value"), 0, 100)
        if text_of(item.get("type")) != "equipment" or not system.get("equipped") or not value:
            continue
        value += integer(armor.get("magicalBonus"), 0, 100) or 0
        if kind == "shield":
            shields.append(value)
        elif kind in {"light", "medium", "heavy", "natural"}:
            usual = {"medium": 2, "heavy": 0}.get(kind, 100)
            limit = integer(armor.get("dex"), 0, 100)
            most = 0 if kind == "heavy" else usual if limit is None else limit
            worn.append(value + (0 if most == 0 else min(dexterity, most)))
    return (max(worn) if worn else best) + max(shields)
