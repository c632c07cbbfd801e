"""Attacks, as the text of a stat block words them.

Understands the two wordings of the books ("Ranged Weapon Attack: +4 to hit, range 80/320 ft." and "Ranged
Attack Roll: +4, range 80/320 ft."), their French translations in metres, 5etools' tags, and the slips that
other tools' files have ("ranged 150/600", a range under "reach").
"""

from __future__ import annotations

import html
import re

from massbattle_core.creatures.model import MOST_FEET, CreatureAttack

__all__ = ["AT_WILL_SPELLS", "at_will_spell", "feet", "is_limited", "plain_text", "read_attacks", "read_multiattack"]

AT_WILL_SPELLS = {"fire bolt": ("Fire Bolt", 120), "trait de feu": ("Fire Bolt", 120)}
"""Cantrips that reach a space of 100 ft with a roll to hit, and their range in feet (SRD 5.1, Spells)."""

_LONGEST_TEXT = 2_500
_FEET_A_METRE = 10 / 3


# ---------------------------------------------------------------- plain text

_ATTACK_TAGS = {"m": "Melee", "r": "Ranged", "w": "Weapon", "s": "Spell", "p": "Power", "a": "", "g": "", "mw": "Melee"}
_TAG = re.compile(r"\{@(\w++)([^{}]*+)\}")
_MARKUP = re.compile(r"<[^<>]*+>|\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|\[\[/?(?:r|roll|attack|damage)?\s*|\]\]")
_CHARACTERS = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‑": "-", "’": "'", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "⁄": "/", "∕": "/"}
)


def _tag_text(match: re.Match[str]) -> str:
    tag, content = match[1].lower(), match[2].strip()
    first = content.split("|")[0]
    if tag in {"atk", "atkr"}:
        parts = [part.strip().lower() for part in content.split(",")]
        reach = [word for letter, word in (("m", "Melee"), ("r", "Ranged")) if any(letter in part for part in parts)]
        kind = "Spell " if any("s" in part for part in parts) else "Weapon "
        return f"{' or '.join(reach)} {kind if tag == 'atk' else ''}Attack{' Roll' if tag == 'atkr' else ''}:"
    if tag == "hit":
        return first if first.startswith(("+", "-")) else f"+{first}"
    if tag in {"h", "hom"}:
        return "Hit: "
    if tag == "recharge":
        return f"(Recharge {first or 6}-6)" if first != "6" else "(Recharge 6)"
    return first


def plain_text(text: str) -> str:
    """The text without 5etools tags, HTML and Markdown, its dashes and spaces made plain."""
    text = text[:_LONGEST_TEXT]
    for _ in range(4):
        text, count = _TAG.subn(_tag_text, text)
        if not count:
            break
    text = html.unescape(text).translate(_CHARACTERS)
    return re.sub(r"\s+", " ", _MARKUP.sub(" ", text)).strip()


# ---------------------------------------------------------------- lengths

_NUMBER = r"\d{1,6}(?:[.,]\d{1,3})?"
_UNIT = r"(?:feet|foot|ft|pieds|pied|metres|meters|mètres|metre|meter|mètre|miles?|mi|m)\b\.?|'"


def feet(number: str, unit: str | None) -> int:
    """A length as whole feet, at most :data:`MOST_FEET`: 5 ft = 1.5 m; without a unit it is feet.

    ``number`` may use a decimal comma ("1,5") or a thousands one ("1,000").
    """
    if re.fullmatch(r"\d{1,3},\d{3}", number):
        number = number.replace(",", "")
    value = float(number.replace(",", "."))
    word = (unit or "").lower().strip(". ")
    factor = 5280 if word.startswith("mi") else _FEET_A_METRE if word.startswith("m") else 1
    return min(MOST_FEET, round(value * factor))


# ---------------------------------------------------------------- attacks

_KIND = re.compile(
    r"\b(?P<kind>melee\s*(?:or|and|/|,)\s*ranged|ranged\s*(?:or|and|/|,)\s*melee|melee|ranged)"
    r"\s+(?:(?:weapon|spell|power|weapon or spell)\s+)?attack(?:\s+roll)?\s*:"
    r"|\b(?P<french>jet d'attaque|attaque)\b(?P<words>[^:.]{1,60}):",
    re.IGNORECASE,
)
_TO_HIT = re.compile(r"[+-]\s?\d{1,3}\s*(?:to hit|au toucher|pour toucher)", re.IGNORECASE)
_BONUS = re.compile(r"[+-]\s?\d{1,3}(?!\d|d\d)")
_HIT = re.compile(r"\b(?:hit or miss|hit|touché|touche|en cas de succès)\s*:", re.IGNORECASE)
_REACH = re.compile(rf"\b(?:reach|allonge)\s*(?:of|de|:)?\s*(?P<near>{_NUMBER})\s*(?P<unit>{_UNIT})?", re.IGNORECASE)
_RANGE = re.compile(
    rf"\b(?P<word>ranged?|portée|reach|allonge)\s*(?:of|de|:)?\s*(?P<near>{_NUMBER})\s*(?P<unit>{_UNIT})?"
    rf"(?:\s*(?:/|-|to|à)\s*(?P<far>{_NUMBER})\s*(?P<far_unit>{_UNIT})?)?",
    re.IGNORECASE,
)
_DICE = r"\d{1,3}d\d{1,4}(?:\s*[+-]\s*\d{1,4})?"
_DAMAGE = re.compile(
    rf"\s*(?:\d{{1,5}}\s*\(\s*(?P<dice>{_DICE})[^()]{{0,20}}\)|(?P<bare>{_DICE})|(?P<flat>\d{{1,5}}))"
    r"\s+(?:[^\W\d_][\w'-]*,?\s+){0,6}?(?:damage|dégâts)(?:\s+(?!plus\b|and\b|et\b)[^\W\d_]+){0,2}",
    re.IGNORECASE,
)
_MORE_DAMAGE = re.compile(r",?\s*(?:plus|and|et)\s+", re.IGNORECASE)
_LIMIT = re.compile(
    r"recharge|\b(?:\d|one|once)\s*/\s*(?:day|rest|turn|short|long|jour|repos)|/\s*(?:day|jour|rest)\b|per day|par jour"
    r"|costs? \d|coûte \d|legendary action",
    re.IGNORECASE,
)
_LIMIT_NOTE = re.compile(r"\s*[(\[][^()\[\]]{0,60}[)\]]")


def is_limited(text: str) -> bool:
    """Whether the name of an action (or its usage) says that it recharges or is limited to so many a day."""
    return bool(_LIMIT.search(text))


def read_attacks(name: str, text: str, *, at_will: bool = True) -> tuple[CreatureAttack, ...]:
    """The attacks that the text of one action words; none if it has no roll to hit."""
    name, text = plain_text(name), plain_text(text)
    at_will = at_will and not is_limited(name)
    clean = _LIMIT_NOTE.sub(lambda m: "" if is_limited(m[0]) else m[0], name).strip(" .:") or "Attack"
    heads = [match for match in _KIND.finditer(text) if _is_attack(match, text)]
    if heads:
        ends = [head.start() for head in heads[1:]] + [len(text)]
        parts = [(_kinds(head), text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]
    elif _TO_HIT.search(text[:300]):
        parts = [(set(), text)]
    else:
        return ()
    found = (_read_attack(clean, kinds, part, at_will) for kinds, part in parts)
    return tuple(dict.fromkeys(attack for attack in found if attack is not None))


def _is_attack(match: re.Match[str], text: str) -> bool:
    return match["french"] is None or bool(_kinds(match) and _BONUS.search(text, match.end(), match.end() + 40))


def _kinds(match: re.Match[str]) -> set[str]:
    words = (match["kind"] or match["words"]).lower()
    melee = re.search(r"melee|corps|contact|mêlée", words)
    return ({"melee"} if melee else set()) | ({"ranged"} if re.search(r"ranged|distance", words) else set())


def _read_attack(name: str, kinds: set[str], text: str, at_will: bool) -> CreatureAttack | None:
    hit = _HIT.search(text)
    head = text[: hit.start()] if hit else text[:300]
    bonus = _BONUS.search(head)
    reach = _REACH.search(head)
    shot = None
    for match in _RANGE.finditer(head):
        if match["word"].lower() not in {"reach", "allonge"} or (kinds == {"ranged"} and shot is None):
            shot = match
    if not kinds and reach is None and shot is None:
        return None
    unit = shot and (shot["far_unit"] or shot["unit"])
    return CreatureAttack(
        name=name,
        bonus=int(bonus[0].replace(" ", "")) if bonus else None,
        reach_ft=feet(reach["near"], reach["unit"]) if reach and kinds != {"ranged"} else None,
        range_ft=feet(shot["near"], shot["unit"] or unit) if shot else None,
        long_range_ft=feet(shot["far"], unit) if shot and shot["far"] else None,
        damage=_damage(text[hit.end() :] if hit else text[len(head) :]),
        ranged="ranged" in kinds or shot is not None,
        at_will=at_will,
    )


def _damage(text: str) -> str:
    total = ""
    position = 0
    while match := _DAMAGE.match(text, position):
        part = re.sub(r"\s+", "", match["dice"] or match["bare"] or match["flat"]).lower()
        total = f"{total}+{part}" if total else part
        more = _MORE_DAMAGE.match(text, match.end())
        if not more:
            break
        position = more.end()
    return total


# ---------------------------------------------------------------- several attacks, spells

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
}  # fmt: skip
_COUNT = r"(?P<count>" + "|".join(_WORDS) + r"|\d{1,2})"
_MAKES = re.compile(
    r"\b(?:makes?|make|effectue|fait|porte|réalise)\s+(?:up to\s+|jusqu'à\s+)?(?:either\s+)?", re.IGNORECASE
)
_SOME_ATTACKS = re.compile(
    rf"{_COUNT}\s+(?:(?!with\b|and\b|avec\b)[\w'-]+\s+){{0,5}}?att(?:acks?|aques?)\b", re.IGNORECASE
)


def read_multiattack(text: str) -> int | None:
    """How many attacks one action makes, as the text of "Multiattack" words it; None if it does not say."""
    text = plain_text(text)
    makes = _MAKES.search(text)
    while makes:
        total, position = 0, makes.end()
        while match := _SOME_ATTACKS.match(text, position):
            word = match["count"].lower()
            total += _WORDS.get(word) or int(word)
            joint = re.compile(r"(?:,\s*and|,|\s+and|\s+et)\s+").match(text, match.end())
            position = joint.end() if joint else len(text)
        if total:
            return total
        makes = _MAKES.search(text, makes.end())
    return None


def at_will_spell(text: str) -> CreatureAttack | None:
    """The cantrip of a spell list that reaches 100 ft with a roll to hit, if the text names one as at will.

    Source: R0.12
    """
    plain = plain_text(text).lower()
    lists = re.findall(r"(?:at will|à volonté)\)?\s*[:.]?\s*([^:]{0,400})", plain)
    bonus = re.search(r"([+-]\d{1,2}) to hit with spell attacks", plain)
    for words in lists:
        for spell, (name, range_ft) in AT_WILL_SPELLS.items():
            if re.search(rf"\b{spell}\b", words):
                return CreatureAttack(
                    name, bonus=int(bonus[1]) if bonus else None, range_ft=range_ft, ranged=True, spell=True
                )
    return None
