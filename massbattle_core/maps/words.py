"""The words that say what a space is, English and French: terrain, elevation, yes and no, names of columns.

Ruling: natural ground is read as what it means to a battle. Woods are difficult and give cover; a marsh, a ford,
mud or rubble is difficult; a chasm, a cliff, lava or a mountain is impassable; a road, a bridge or a gate is open,
and the last two keep their name on the map; a hill is one step high. A word that names terrain replaces what lies
below it, its elevation excepted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from massbattle_core.mass_combat.model import Hex, Terrain

__all__ = [
    "ELEVATIONS",
    "LONGEST_LABEL",
    "TERRAINS",
    "Meaning",
    "covered",
    "elevation_of",
    "heading_of",
    "meaning_in_name",
    "meaning_of",
    "plain_label",
    "property_of",
    "refined",
    "truth_of",
]

Meaning = Mapping[str, Any]
"""What a word says of a space: values of the fields of :class:`Hex` that it sets."""

TERRAINS: tuple[Terrain, ...] = ("open", "difficult", "water", "impassable", "wall")
ELEVATIONS = range(-20, 21)
LONGEST_LABEL = 40

_MEANINGS: tuple[tuple[str, Meaning], ...] = (
    (
        "open plain plains grass grassland meadow field fields ground floor road path clear "
        "ouvert plat plaine herbe prairie pre champ champs sol route chemin degage",
        {"terrain": "open"},
    ),
    (
        "difficult rough marsh swamp bog mud rubble ruins undergrowth bushes snow ford dunes "
        "difficile accidente marais marecage tourbiere boue decombres eboulis ruines broussailles neige gue",
        {"terrain": "difficult"},
    ),
    ("forest forests wood woods jungle trees foret forets bois arbres", {"terrain": "difficult", "cover": True}),
    ("water river lake sea ocean stream eau riviere fleuve lac mer ruisseau", {"terrain": "water"}),
    (
        "impassable chasm cliff cliffs abyss pit lava mountain mountains "
        "infranchissable gouffre falaise falaises abime fosse lave montagne montagnes",
        {"terrain": "impassable"},
    ),
    (
        "wall walls rampart ramparts building buildings "
        "mur murs muraille murailles rempart remparts batiment batiments",
        {"terrain": "wall"},
    ),
    ("bridge bridges pont ponts", {"terrain": "open", "label": "bridge"}),
    ("gate gates door doors porte portes", {"terrain": "open", "label": "gate"}),
    ("cover abri abris couvert", {"cover": True}),
    ("hill hills colline collines", {"elevation": 1}),
)
_WORDS = {word: meaning for words, meaning in _MEANINGS for word in words.split()}

_PROPERTIES = {
    "terrain": "terrain",
    "elevation": "elevation height altitude hauteur",
    "cover": "cover abri couvert",
    "label": "label etiquette libelle",
    "closed": "closed ferme",
}
_HEADINGS = {
    "col": "col column columns x q colonne",
    "row": "row rows y ligne rangee",
    "terrain": "ground type sol",
    "elevation": "niveau",
    "label": "name nom",
    "closed": "interdit",
}
_PROPERTY_OF = {word: field for field, words in _PROPERTIES.items() for word in words.split()}
_HEADING_OF = _PROPERTY_OF | {word: field for field, words in _HEADINGS.items() for word in words.split()}

_YES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai"})
_NO = frozenset({"no", "n", "false", "0", "non", "faux", "-"})
_HEIGHT = re.compile(r"\b(?:elevation|height|altitude|hauteur)\s*([+-]?\d{1,3})\b")


def meaning_of(word: str) -> Meaning | None:
    """What one word of terrain says; None if it is unknown, nothing if it is empty."""
    plain = _plain(word).removeprefix("terrain ")
    return _WORDS.get(plain) if plain else {}


def meaning_in_name(name: str) -> Meaning:
    """What the name of a layer says: its first known word, or a height such as ``elevation 2``."""
    plain = _plain(name)
    height = _HEIGHT.search(plain)
    if height:
        return {"elevation": int(height[1])} if int(height[1]) in ELEVATIONS else {}
    return next((_WORDS[word] for word in re.findall("[a-z]+", plain) if word in _WORDS), {})


def heading_of(name: str) -> str | None:
    """What the heading of a column names: ``col``, ``row`` or a field of a hex."""
    return _HEADING_OF.get(_plain(name))


def property_of(name: str) -> str | None:
    """The field of a hex that the name of a property means."""
    return _PROPERTY_OF.get(_plain(name))


def elevation_of(value: object) -> int | None:
    """A whole number of steps, −20…+20, or None."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and re.fullmatch(r"\s*[+−-]?\d{1,3}(?:[.,]0+)?\s*", value):
        value = int(re.split("[.,]", value.replace("−", "-").strip())[0])
    if isinstance(value, bool) or not isinstance(value, int) or value not in ELEVATIONS:
        return None
    return value


def truth_of(value: object) -> bool | None:
    """Yes or no, in either language; nothing written means no; None if it is neither."""
    if isinstance(value, bool):
        return value
    if value is None:
        return False
    word = _plain(str(value)[:10])
    if word in _YES:
        return True
    return False if not word or word in _NO else None


def plain_label(value: object) -> str:
    """A text as a label: not too long, without control characters."""
    text = str(value)[:200].encode("utf-8", "ignore").decode()
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:LONGEST_LABEL]


def refined(general: Meaning, special: Meaning) -> Meaning:
    """What two sayings make together: terrain that the special one names replaces all but the elevation."""
    if "terrain" in special:
        general = {key: value for key, value in general.items() if key == "elevation"}
    return {**general, **special}


def covered(below: Hex, meaning: Meaning) -> Hex:
    """What a space is when something lies on it that says this."""
    return replace(Hex(elevation=below.elevation) if "terrain" in meaning else below, **meaning)


def _plain(text: str) -> str:
    """A word without accents, capitals and punctuation."""
    decomposed = unicodedata.normalize("NFKD", text[:80].casefold())
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(letters.replace("_", " ").split())
