"""The items of a Foundry actor that attack: weapons, features and spells, in the shapes of dnd5e 1.x to 5.x.

Up to 3.x the kind of attack stands in ``actionType``; from 4.0 on in ``activities``, with ``type.value`` of the
weapon as the usual kind. Feet unless ``units`` says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from massbattle_core.creatures.attack_text import feet, is_limited, read_attacks
from massbattle_core.creatures.model import CreatureAttack
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, mapping, text_of, values

_LONGEST_REACH_FT = 30
_OUT_OF_TURN = {"legendary", "lair", "mythic", "reaction", "reactiondamage", "reactionmanual"}


class Wielder(NamedTuple):
    """Who attacks: the modifiers of the abilities (by ``str``, ``dex``…) and the proficiency bonus."""

    modifiers: Mapping[str, int]
    proficiency: int


class _Attack(NamedTuple):
    """How an item attacks: ``ranged``, ``thrown`` and the activity (or the item itself) that says so."""

    ranged: bool
    thrown: bool
    data: Mapping[str, Any]


def system_of(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts of an item, whatever the version."""
    return mapping(item.get("system")) or mapping(item.get("data"))


def take_item(draft: Draft, item: Mapping[str, Any], wielder: Wielder) -> None:
    """Take the attacks of one item (or the number of attacks, from the feature Multiattack)."""
    system = system_of(item)
    name = text_of(item.get("name"))
    description = text_of(mapping(system.get("description")).get("value"))
    kind = text_of(item.get("type"))
    if kind not in {"weapon", "feat", "spell", "equipment", "consumable"}:
        return
    if text_of(mapping(system.get("activation")).get("type")) in _OUT_OF_TURN:
        return
    at_will = not is_limited(name) and not _is_limited(system) and (kind != "spell" or _is_at_will_spell(system))
    if kind == "feat" and "multiattack" in name.lower():
        draft.take_action(name, description)
        return
    worded = read_attacks(name, description, at_will=at_will) if kind != "spell" else ()
    found = [
        _creature_attack(
            CreatureAttack(name or "Attack", at_will=at_will, spell=kind == "spell"), system, attack, worded, wielder
        )
        for attack in _attacks(system, kind)
    ]
    known = {attack.greatest_range_ft for attack in found}
    draft.take_attacks(found)
    draft.take_attacks(attack for attack in worded if not found or attack.greatest_range_ft not in {None, *known})


# ---------------------------------------------------------------- how it attacks


def _attacks(system: Mapping[str, Any], kind: str) -> list[_Attack]:
    weapon = text_of(mapping(system.get("type")).get("value")) or text_of(system.get("weaponType"))
    usually_ranged = weapon.endswith("R") or weapon == "siege"
    if kind == "weapon" and "activities" in system and not weapon.endswith(("R", "M")):
        reach, near = (integer(mapping(system.get("range")).get(key), 1) for key in ("reach", "value"))
        usually_ranged = near is not None and near > (reach or _LONGEST_REACH_FT)
    thrown = _has_property(system, "thr")
    found = []
    for activity in values(system.get("activities")):
        activity = mapping(activity)
        if activity.get("type") != "attack":
            continue
        if text_of(mapping(activity.get("activation")).get("type")) in _OUT_OF_TURN:
            continue
        word = text_of(mapping(mapping(activity.get("attack")).get("type")).get("value"))
        found.append(_Attack(word == "ranged" or (not word and usually_ranged), thrown, activity))
    action = text_of(system.get("actionType"))
    if not found and action in {"rwak", "rsak", "mwak", "msak"}:
        found.append(_Attack(action.startswith("r"), thrown, {}))
    if not found and kind == "weapon" and not action and "activities" not in system:
        found.append(_Attack(usually_ranged, thrown, {}))
    return found


def _has_property(system: Mapping[str, Any], name: str) -> bool:
    properties = system.get("properties")
    return bool(properties.get(name)) if isinstance(properties, dict) else name in values(properties)


def _is_limited(system: Mapping[str, Any]) -> bool:
    recharge = mapping(system.get("recharge")).get("value")
    if integer(recharge, 1, 6) is not None:
        return True
    uses = [mapping(system.get("uses"))]
    uses += [mapping(mapping(activity).get("uses")) for activity in values(system.get("activities"))]
    return any(text_of(use.get("max")).strip() not in {"", "0"} for use in uses)


def _is_at_will_spell(system: Mapping[str, Any]) -> bool:
    mode = text_of(system.get("method")) or text_of(mapping(system.get("preparation")).get("mode"))
    return integer(system.get("level")) == 0 or mode in {"atwill", "innate"}


# ---------------------------------------------------------------- ranges, bonus, damage


def _creature_attack(
    blank: CreatureAttack,
    system: Mapping[str, Any],
    attack: _Attack,
    worded: tuple[CreatureAttack, ...],
    wielder: Wielder,
) -> CreatureAttack:
    own, activity = mapping(system.get("range")), mapping(attack.data.get("range"))
    data = activity if activity.get("override") is True or integer(own.get("value")) is None else own
    unit = text_of(data.get("units")) or text_of(own.get("units"))
    near, far = (_feet(data.get(key), unit) for key in ("value", "long"))
    shoots = attack.ranged or (near is not None and (attack.thrown or far is not None))
    reach = _feet(own.get("reach"), unit) or (None if attack.ranged else 5 if shoots else near)
    modifier = _modifier(system, attack, wielder.modifiers, blank.spell)
    bonus = integer(system.get("attackBonus") or mapping(attack.data.get("attack")).get("bonus"), -100, 100) or 0
    like = next((other for other in worded if other.ranged == shoots), worded[0] if worded else None)
    if like and like.ranged and near is None:
        return like
    return replace(
        like or blank,
        bonus=like.bonus if like and like.bonus is not None else modifier + wielder.proficiency + bonus,
        reach_ft=None if attack.ranged else reach,
        range_ft=near if shoots else None,
        long_range_ft=far if shoots else None,
        damage=like.damage if like and like.damage else _damage(system, attack.data, 0 if blank.spell else modifier),
        ranged=shoots,
    )


def _feet(value: object, unit: str) -> int | None:
    if unit in {"self", "touch", "any", "spec", "special"}:
        return None
    match = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*", text_of(value))
    return feet(match[1], unit) or None if match else None


def _modifier(system: Mapping[str, Any], attack: _Attack, modifiers: Mapping[str, int], is_spell: bool) -> int:
    chosen = text_of(mapping(attack.data.get("attack")).get("ability")) or text_of(system.get("ability"))
    if chosen in modifiers:
        return modifiers[chosen]
    strength, dexterity = modifiers.get("str", 0), modifiers.get("dex", 0)
    if is_spell:
        return max(modifiers.get(ability, 0) for ability in ("int", "wis", "cha"))
    if _has_property(system, "fin"):
        return max(strength, dexterity)
    return dexterity if attack.ranged and not attack.thrown else strength


def _damage(system: Mapping[str, Any], activity: Mapping[str, Any], modifier: int) -> str:
    damage, more = mapping(system.get("damage")), mapping(activity.get("damage"))
    parts: list[str] = [text_of(part[0]) for part in values(damage.get("parts")) if isinstance(part, list) and part]
    base = mapping(damage.get("base"))
    if base and more.get("includeBase") is not False:
        parts.append(_die(base, " + @mod"))
    parts += [_die(mapping(part), "") for part in values(more.get("parts")) if isinstance(part, dict)]
    plain = (re.sub(r"\s+", "", part.replace("@mod", str(modifier))).lower() for part in parts)
    dice = [part for part in plain if re.fullmatch(r"\d{1,3}d\d{1,4}(?:[+-]+\d{1,4})*|\d{1,4}", part)]
    return re.sub(r"[+-]0(?!\d)", "", "+".join(dice).replace("+-", "-"))


def _die(data: Mapping[str, Any], usual: str) -> str:
    custom = mapping(data.get("custom"))
    if custom.get("enabled") is True and text_of(custom.get("formula")):
        return text_of(custom.get("formula"))
    number, sides = integer(data.get("number"), 1, 999), integer(data.get("denomination"), 1, 9999)
    bonus = text_of(data.get("bonus"))
    return f"{number}d{sides}{f' + {bonus}' if bonus else ''}{usual}" if number and sides else ""
