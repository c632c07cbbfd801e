"""Fight Club 5e and Game Master 5e: ``<compendium><monster><name>Goblin</name><size>S</size>…``."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element

from massbattle_core.creatures.attack_text import read_attacks
from massbattle_core.creatures.readers.draft import Draft
from massbattle_core.creatures.readers.values import integer, text_of

FORMAT = "Fight Club"


def read(monster: Element, place: str) -> Draft:
    """Read one ``monster`` element."""
    draft = Draft(FORMAT, place, _text(monster, "name"), FORMAT)
    draft.take_challenge_rating(_text(monster, "cr"))
    draft.take_size(_text(monster, "size"))
    draft.take_speeds(_text(monster, "speed") or None)
    abilities = _text(monster, "abilities").split(",")
    draft.take_charisma(_text(monster, "cha") or (abilities[5] if len(abilities) > 5 else None))
    draft.take_armor_class(_text(monster, "ac"))
    draft.take_hit_points(_text(monster, "hp"))
    for action in (*monster.iterfind("action"), *monster.iterfind("bonus")):
        _take_action(draft, action)
    for trait in monster.iterfind("trait"):
        draft.take_spells(_text(trait, "text"))
    return draft


def _text(element: Element, tag: str) -> str:
    """The texts of all children with this tag."""
    return " ".join("".join(child.itertext()) for child in element.iterfind(tag)).strip()


def _take_action(draft: Draft, action: Element) -> None:
    name, text = _text(action, "name"), _text(action, "text")
    at_will = not _text(action, "recharge")
    worded = read_attacks(name, text, at_will=at_will)
    parts = _text(action, "attack").split("|") if len(action.findall("attack")) == 1 else []
    if len(worded) == 1 and len(parts) == 3:
        [attack] = worded
        bonus = attack.bonus if attack.bonus is not None else integer(parts[1].strip() or None, -100, 100)
        draft.take_attacks([replace(attack, bonus=bonus, damage=attack.damage or text_of(parts[2])[:40])])
    else:
        draft.take_action(name, text, at_will=at_will)
