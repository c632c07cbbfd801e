"""The columns of an army list: their names, the headings that stand for them, the words in their cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from massbattle_core.mass_combat.tables import MORALE_NAMES
from massbattle_core.phrases import Phrase, phrase

__all__ = [
    "COLUMNS",
    "COLUMN_NAMES",
    "CONTRACT",
    "DOCTRINE_WORDS",
    "MODE_WORDS",
    "MORALE_WORDS",
    "SIDE_COLUMNS",
    "SIDE_WORDS",
    "TARGET_WORDS",
    "UNIT_COLUMNS",
    "YES_NO",
    "column_of",
    "folded",
]

CONTRACT = ("side", "unit", "group", "creature", "count", "mount", "is_commander", "morale", "col", "row")
"""The columns that every list written here has; lists from elsewhere may lack some and order them as they like."""

UNIT_COLUMNS = ("doctrine", "targets", "mode", "arrival", "losses", "secret", "factors", "notes", "id")
"""Further columns that tell something of a unit, on any of its lines."""

SIDE_COLUMNS = {
    "side_name": "name",
    "side_doctrine": "doctrine",
    "side_targets": "targets",
    "side_morale": "morale_shift",
    "side_charisma": "charisma_shift",
}
"""Further columns that tell something of a side, and the fields of the side that they set."""

COLUMNS = (*CONTRACT, "charisma", "commander_name", *UNIT_COLUMNS, *SIDE_COLUMNS)
"""Every column, in the order in which they are written."""

COLUMN_NAMES: Mapping[str, Phrase] = {
    "side": phrase("side"),
    "unit": phrase("unit"),
    "group": phrase("group"),
    "creature": phrase("creature"),
    "count": phrase("count"),
    "mount": phrase("mount"),
    "is_commander": phrase("is_commander"),
    "morale": phrase("morale"),
    "col": phrase("col"),
    "row": phrase("row"),
    "charisma": phrase("charisma"),
    "commander_name": phrase("commander_name"),
    "doctrine": phrase("doctrine"),
    "targets": phrase("targets"),
    "mode": phrase("mode"),
    "arrival": phrase("arrival"),
    "losses": phrase("losses"),
    "secret": phrase("secret"),
    "factors": phrase("factors"),
    "notes": phrase("notes"),
    "id": phrase("id"),
    "side_name": phrase("side_name"),
    "side_doctrine": phrase("side_doctrine"),
    "side_targets": phrase("side_targets"),
    "side_morale": phrase("side_morale"),
    "side_charisma": phrase("side_charisma"),
}
"""The columns as messages name them."""

_HEADINGS: dict[str, tuple[str, ...]] = {
    "side": ("camp", "army", "armee", "alliance", "faction", "team", "equipe", "force"),
    "unit": ("unite", "units", "unites", "unit name", "nom de l unite", "nom unite", "regiment", "name", "nom"),
    "group": ("groupe", "groups", "groupes"),
    "creature": ("creatures", "monster", "monsters", "monstre", "monstres", "troop", "troops", "troupe", "troupes"),
    "count": ("nombre", "number", "quantity", "quantite", "qty", "nb", "effectif", "effectifs", "how many"),
    "mount": ("monture", "mounts", "montures", "rides", "steed"),
    "is_commander": ("commander", "commandant", "est commandant", "leader", "chef", "commande"),
    "morale": ("moral", "morale rating", "base morale"),
    "col": ("column", "colonne", "x", "hex", "position", "hexagone", "case"),
    "row": ("ligne", "rangee", "y"),
    "charisma": ("charisme", "cha", "charisma modifier"),
    "commander_name": ("name of the commander", "nom du commandant", "nom commandant", "hero", "heros"),
    "doctrine": ("orders", "ordres"),
    "targets": ("target", "cible", "cibles"),
    "mode": ("movement", "deplacement"),
    "arrival": ("arrives", "reinforcement", "renfort", "arrivee"),
    "losses": ("pertes",),
    "secret": ("hidden", "cache"),
    "factors": ("morale factors", "facteurs"),
    "notes": ("note", "remarks", "remarques", "comment", "comments", "commentaire"),
    "side_name": ("name of the side", "nom du camp"),
}

YES_NO = {
    **dict.fromkeys(("yes", "y", "true", "x", "1", "oui", "o", "vrai", "v", "ja", "✓", "✔"), True),
    **dict.fromkeys(("no", "n", "false", "0", "non", "faux", "f", "nein", "-", "–", "—"), False),
}
"""What a cell of yes or no may hold, in folded words."""

SIDE_WORDS = {
    f"{before}{letter}".strip(): letter for letter in ("a", "b") for before in ("", "side ", "camp ", "army ", "armee ")
}
"""The words for the first and the second side; any other word is a name of a side."""

DOCTRINE_WORDS: Mapping[str, str] = {
    "avancer": "advance",
    "avance": "advance",
    "tenir": "hold",
    "tenir position": "hold",
    "garder": "guard",
    "garde": "guard",
    "defendre": "defend",
    "harceler": "skirmish",
    "harcelement": "skirmish",
    "flanc": "flank",
    "flanquer": "flank",
    "contourner": "flank",
    "couvrir": "screen",
    "ecran": "screen",
    "retrait": "withdraw",
    "reculer": "withdraw",
}
"""French words for doctrines; the English ones are their names."""

TARGET_WORDS: Mapping[str, str] = {
    "plus proche": "nearest",
    "plus faible": "weakest",
    "plus fort": "strongest",
    "plus forte": "strongest",
    "meilleure chance": "best_chance",
}
"""French words for targets."""

MODE_WORDS: Mapping[str, str] = {"marche": "walk", "vol": "fly", "nage": "swim"}
"""French words for ways of moving."""

MORALE_WORDS: Mapping[str, int] = {
    **{name: rating for rating, name in MORALE_NAMES.items()},
    "ouvertement rebelle": -10,
    "mutine": -8,
    "mecontent": -4,
    "precaire": -2,
    "typique": 0,
    "motive": 2,
    "vigoureux": 4,
    "fanatique": 8,
    "incassable": 10,
}
"""Words for the rows of the morale table (R0.14)."""


def folded(text: str) -> str:
    """Words without accents, case and signs between them, for comparing."""
    plain = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "oe"))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", letters.casefold()).strip()


_BY_HEADING = {
    **{folded(column): column for column in COLUMNS},
    **{word: column for column, words in _HEADINGS.items() for word in words},
}


def column_of(heading: str) -> str | None:
    """The column that a heading in English or French stands for; None if it is none."""
    return _BY_HEADING.get(folded(heading[:100]))
