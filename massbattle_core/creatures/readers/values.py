"""Numbers, challenge ratings, sizes and speeds, as the files of other tools write them.

Every function answers None (or leaves the value out) for what it cannot read; none raises.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from massbattle_core.creatures.attack_text import feet, plain_text
from massbattle_core.creatures.model import MODES, SIZES, MovementMode, Size
from massbattle_core.phrases import Feet, Phrase, listed, phrase

__all__ = ["Read", "challenge_rating", "integer", "mapping", "size", "speeds", "text_of", "values"]

_LARGEST = 1_000_000


class Read(NamedTuple):
    """A value, and why it is only a guess (empty if it stands in the file as it is)."""

    value: Any
    doubt: str = ""


def text_of(value: object) -> str:
    """Text as it is, numbers as text, anything else empty."""
    if isinstance(value, str):
        return value.replace("\x00", "").strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9 else ""


def mapping(value: object) -> Mapping[str, Any]:
    """The JSON object, or an empty one."""
    return value if isinstance(value, dict) else {}


def values(value: object) -> list[Any]:
    """The JSON list, the values of an object, or an empty list."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def integer(value: object, low: int = -_LARGEST, high: int = _LARGEST) -> int | None:
    """A whole number from a number or from the start of a text ("15 (chain mail)"), within the limits."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        match = re.match(r"\s*([+-]?\d{1,9})(?:\.\d{1,9})?(?![\d/d])", value.translate({0x2212: "-"}), re.ASCII)
        value = int(match[1]) if match else None
    if isinstance(value, float):
        value = int(value) if math.isfinite(value) else None
    return value if isinstance(value, int) and low <= value <= high else None


# ---------------------------------------------------------------- challenge rating

_FRACTIONS = {"⅛": "1/8", "¼": "1/4", "½": "1/2"}
_KNOWN_FRACTIONS = (Fraction(1, 8), Fraction(1, 4), Fraction(1, 2))


def challenge_rating(value: object) -> Fraction | None:
    """A challenge rating: 0.25, "1/4", "0.250", "¼", "1/4 (50 XP)", "CR 5", {"cr": "1/4"}; None if it is none."""
    if isinstance(value, dict):
        return challenge_rating(value.get("cr", value.get("value")))
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _rating(float(value)) if abs(value) < _LARGEST else None
    if not isinstance(value, str):
        return None
    for sign, text in _FRACTIONS.items():
        value = value.replace(sign, text)
    words = r"(?:challenge rating|challenge|cr|fp|dangerosité|puissance)?\s*:?\s*"
    match = re.match(rf"\s*{words}(\d{{1,3}})\s*[/⁄]\s*([1-9]\d?)(?!\d)", value, re.IGNORECASE | re.ASCII)
    if match:
        return _rating(int(match[1]) / int(match[2]))
    match = re.match(rf"\s*{words}(\d{{0,3}}(?:[.,]\d{{1,9}})?)(?![\w/])", value, re.IGNORECASE | re.ASCII)
    return _rating(float(match[1].replace(",", "."))) if match and match[1] else None


def _rating(value: float) -> Fraction | None:
    if not 0 <= value <= 100:
        return None
    if value.is_integer():
        return Fraction(int(value))
    return next((known for known in _KNOWN_FRACTIONS if abs(value - known) < 0.011), None)


# ---------------------------------------------------------------- size

_WORDS_OF_SIZE: dict[Size, tuple[str, ...]] = {
    "tiny": ("tiny", "t", "tp", "minuscule", "très petite"),
    "small": ("small", "s", "sm", "p", "petit", "petite"),
    "medium": ("medium", "m", "med", "moyen", "moyenne"),
    "large": ("large", "l", "lg", "grand", "grande"),
    "huge": ("huge", "h", "tg", "énorme", "très grande"),
    "gargantuan": ("gargantuan", "g", "grg", "gig", "gigantesque", "colossal"),
}
_SIZES = {word: size for size, words in _WORDS_OF_SIZE.items() for word in words}


def size(value: object) -> Read | None:
    """A size: word, letter, Foundry's key, object with ``key``, list, or text that starts with it.

    Of several sizes the largest counts, as a guess.
    """
    if isinstance(value, dict):
        return size(value.get("key") or value.get("name") or value.get("value"))
    parts = [str(part) for part in value if isinstance(part, str)] if isinstance(value, list) else [text_of(value)]
    found = set()
    for part in parts:
        head = part[:200].split(",")[0].split("(")[0].lower()
        if (word := head.strip()) in _SIZES:
            found.add(_SIZES[word])
            continue
        long_words = [word for word in re.findall(r"\w+", head) if len(word) > 3 and word in _SIZES]
        if "swarm" in head or "nuée" in head:
            long_words = long_words[:1]
        found |= {_SIZES[word] for word in long_words}
    if not found:
        return None
    largest = max(found, key=SIZES.index)
    return Read(largest, _several(found) if len(found) > 1 else "")


_SIZE_NAMES: dict[Size, Phrase] = {
    "tiny": phrase("tiny"),
    "small": phrase("small"),
    "medium": phrase("medium"),
    "large": phrase("large"),
    "huge": phrase("huge"),
    "gargantuan": phrase("gargantuan"),
}


def _several(found: set[Size]) -> str:
    names = listed(_SIZE_NAMES[size] for size in sorted(found))
    return phrase("of several sizes ({sizes}) the largest counts", sizes=names)


# ---------------------------------------------------------------- speeds

_MODE_WORDS: dict[str, MovementMode] = {
    "walk": "walk",
    "fly": "fly",
    "swim": "swim",
    "burrow": "burrow",
    "climb": "climb",
    "land": "walk",
    "walking": "walk",
    "speed": "walk",
    "marche": "walk",
    "flying": "fly",
    "flight": "fly",
    "vol": "fly",
    "swimming": "swim",
    "nage": "swim",
    "burrowing": "burrow",
    "creusement": "burrow",
    "fouissement": "burrow",
    "climbing": "climb",
    "escalade": "climb",
}
_SPEED = re.compile(
    r"(?:\b(?P<mode>"
    + "|".join(sorted(_MODE_WORDS, key=len, reverse=True))
    + r")\b\s*(?:speed\b)?\s*(?:of\b)?\s*:?\s*)?"
    r"(?P<number>\d{1,6}(?:[.,]\d{1,3})?)\s*-?(?P<unit>feet|foot|ft|metres|meters|mètres|metre|meter|mètre|miles?|mi|m)?\b",
    re.IGNORECASE,
)


_CONDITION = re.compile(r"\([^()]*+\)?")


_MODES: dict[str, Phrase] = {
    "walk": phrase("walking speed"),
    "fly": phrase("flying speed"),
    "swim": phrase("swimming speed"),
    "burrow": phrase("burrowing speed"),
    "climb": phrase("climbing speed"),
}


class Speeds(NamedTuple):
    """Positive speeds in feet, what was guessed and whether anything at all was read."""

    feet: dict[str, int]
    doubts: tuple[str, ...] = ()
    read: bool = True


def speeds(value: object, unit: str = "") -> Speeds:
    """Speeds from text, a list of texts, a number or an object of modes; ``unit`` holds where none is written."""
    doubts: list[str] = []
    if isinstance(value, list):
        value = ", ".join(text_of(part) for part in value[:20])
    if isinstance(value, str):
        found = _speeds_of_text(value, unit, doubts)
    elif isinstance(value, dict):
        found = _speeds_of_object(value, unit, doubts)
    else:
        number = _speed(value, unit)
        found = {} if number is None else {"walk": number}
    positive: dict[str, int] = {mode: found[mode] for mode in MODES if found.get(mode, 0) > 0}
    return Speeds(positive, tuple(doubts), bool(found))


def _speeds_of_text(text: str, unit: str, doubts: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    plain = plain_text(text)
    for match in _SPEED.finditer(_CONDITION.sub(" ", plain)):
        mode = _MODE_WORDS[match["mode"].lower()] if match["mode"] else "walk"
        found.setdefault(mode, feet(match["number"], match["unit"] or unit))
    for condition in _CONDITION.findall(plain):
        if re.search(r"\d", condition):
            doubts.append(
                phrase("a speed that has a condition is left out: {condition}", condition=condition.strip("() ")[:100])
            )
    return found


def _speed(value: object, unit: str) -> int | None:
    if isinstance(value, dict):
        return _speed(value.get("number", value.get("value")), unit)
    if isinstance(value, str):
        match = _SPEED.search(value[:200])
        return feet(match["number"], match["unit"] or unit) if match else None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _LARGEST:
        return feet(f"{value:.3f}", unit)
    return None


def _speeds_of_object(data: Mapping[str, Any], unit: str, doubts: list[str]) -> dict[str, int]:
    unit = text_of(data.get("unit") or data.get("units")) or unit
    found: dict[str, int] = {}
    for key, value in list(data.items())[:50]:
        mode = _MODE_WORDS.get(str(key).lower())
        if mode is None:
            if str(key).lower() == "choose":
                doubts.append(phrase("a speed to choose is left out"))
            continue
        if value is True and mode != "walk":
            value = data.get("walk")
            doubts.append(phrase("{mode}: as fast as walking", mode=_MODES[mode]))
        condition = text_of(mapping(value).get("condition"))
        number = _speed(value, unit)
        if number is not None:
            found[mode] = number
            if condition and "hover" not in condition.lower():
                doubts.append(
                    phrase(
                        "{mode} {length} has a condition: {condition}",
                        mode=_MODES[mode],
                        length=Feet(number),
                        condition=condition.strip("() ")[:100],
                    )
                )
    return found
