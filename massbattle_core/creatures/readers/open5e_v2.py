"""Open5e API v2: ``{"ability_scores": {"charisma": 8}, "size": {"key": "small"}, "actions": […]…}``, and its fixtures.

In fixtures a creature is ``{"model": "api_v2.creature", "pk": …, "fields": {…}}``; its actions and their attacks
are objects of their own, found in the same file or missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from massbattle_core.creatures.attack_text import feet, read_attacks
from massbattle_core.creatures.model import MODES, MOST_FEET, CreatureAttack
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, mapping, text_of, values

FORMAT = "Open5e v2"
_USED_IN_TURN = {"", "ACTION", "BONUS_ACTION"}


def matches(data: Mapping[str, Any]) -> bool:
    """Whether an object is a creature of this format."""
    if "fields" in data:
        return text_of(data.get("model")).lower().endswith(".creature")
    return "name" in data and ("ability_scores" in data or "challenge_rating_decimal" in data)


def read(data: Mapping[str, Any], place: str) -> Draft:
    """Read one creature."""
    if "fields" in data:
        data = _of_fixture(data)
    document = mapping(data.get("document"))
    title = text_of(document.get("display_name") or document.get("name") or data.get("document"))
    draft = Draft(FORMAT, place, text_of(data.get("name")), " ".join(filter(None, (FORMAT, title))))
    draft.take_challenge_rating(
        data.get("challenge_rating"),
        data.get("challenge_rating_decimal"),
        data.get("challenge_rating_text"),
        data.get("cr"),
    )
    draft.take_size(data.get("size"))
    draft.take_speeds(data.get("speed"))
    draft.take_charisma(mapping(data.get("ability_scores")).get("charisma"))
    draft.take_armor_class(data.get("armor_class"))
    draft.take_hit_points(data.get("hit_points"))
    for action in values(data.get("actions")):
        _take_action(draft, mapping(action))
    for trait in values(data.get("traits")):
        draft.take_spells(mapping(trait).get("desc"))
    return draft


def with_actions(objects: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The objects of a fixture file, each creature with those of its actions and attacks that are in the file."""
    attacks = _by_parent(objects, ".creatureactionattack")
    actions = {
        parent: [{**fields, "attacks": attacks.get(pk, [])} for pk, fields in found]
        for parent, found in _fields_by_parent(objects, ".creatureaction").items()
    }
    if not actions:
        return objects
    return [
        {**item, "fields": {**mapping(item.get("fields")), "actions": actions[text_of(item.get("pk"))]}}
        if text_of(item.get("pk")) in actions and matches(item)
        else item
        for item in objects
    ]


def _fields_by_parent(objects: list[Mapping[str, Any]], model: str) -> dict[str, list[tuple[str, Mapping[str, Any]]]]:
    found: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for item in objects:
        if text_of(item.get("model")).lower().endswith(model):
            fields = mapping(item.get("fields"))
            found.setdefault(text_of(fields.get("parent")), []).append((text_of(item.get("pk")), fields))
    return found


def _by_parent(objects: list[Mapping[str, Any]], model: str) -> dict[str, list[Mapping[str, Any]]]:
    return {parent: [fields for _, fields in found] for parent, found in _fields_by_parent(objects, model).items()}


def _of_fixture(data: Mapping[str, Any]) -> dict[str, Any]:
    fields = mapping(data["fields"])
    speed = {mode: fields[mode] for mode in MODES if fields.get(mode) is not None}
    scores = {"charisma": fields.get("ability_score_charisma")}
    return {**fields, "speed": {**speed, "unit": fields.get("unit")}, "ability_scores": scores}


def _take_action(draft: Draft, action: Mapping[str, Any]) -> None:
    if text_of(action.get("action_type")).upper() not in _USED_IN_TURN:
        return
    limits = action.get("usage_limits") or action.get("uses_type")
    at_will = not limits
    name, text = text_of(action.get("name")), text_of(action.get("desc"))
    structured = [mapping(attack) for attack in values(action.get("attacks"))]
    worded = read_attacks(name, text, at_will=at_will)
    if not structured or any(attack.greatest_range_ft for attack in worded):
        draft.take_action(name, text, at_will=at_will)
    else:
        model = worded[0] if worded else None
        draft.take_attacks(_attack(name, attack, model, at_will) for attack in structured)


def _attack(name: str, data: Mapping[str, Any], worded: CreatureAttack | None, at_will: bool) -> CreatureAttack:
    unit = text_of(data.get("distance_unit"))
    reach, near, far = (_feet(data.get(key), unit) for key in ("reach", "range", "long_range"))
    attack = worded or CreatureAttack(
        name or text_of(data.get("name")) or "Attack",
        bonus=integer(data.get("to_hit_mod"), -100, 100),
        damage="+".join(filter(None, (_damage(data, "damage"), _damage(data, "extra_damage")))),
        at_will=at_will,
    )
    return replace(
        attack,
        reach_ft=reach or attack.reach_ft,
        range_ft=near,
        long_range_ft=far,
        ranged=attack.ranged or bool(near or far),
    )


def _feet(value: object, unit: str) -> int | None:
    number = integer(value, 1, MOST_FEET)
    return feet(str(number), unit) if number else None


def _damage(data: Mapping[str, Any], kind: str) -> str:
    count, die = (
        integer(data.get(f"{kind}_die_count"), 1, 999),
        re.match(r"[dD]\d{1,4}", text_of(data.get(f"{kind}_die_type"))),
    )
    bonus = integer(data.get(f"{kind}_bonus"), -999, 999)
    return f"{count}{die[0].lower()}{f'{bonus:+d}' if bonus else ''}" if count and die else ""
