"""The creatures that ship with the project: facts of the SRD 5.1, found by English or French name.

The data file is written by ``scripts/build_creatures.py``; 5e-bits' data and the SRD 5.1 are CC-BY-4.0.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib import resources

from rapidfuzz.distance import OSA

from massbattle_core.creatures.model import LONG_RANGE_FT, Creature, MovementMode, Size, creature_from_json

__all__ = ["Catalogue", "catalogue"]

_SMALL_WORDS = frozenset(
    {"a", "au", "aux", "d", "de", "des", "du", "en", "et", "form", "forme", "l", "la", "le", "les", "of", "the"}
)
_SYNONYMS = {"ancien": "venerable"}
_TOO_DIFFERENT = 70.0


class Catalogue:
    """Creatures to look up and search; instances do not change."""

    def __init__(self, creatures: Iterable[Creature], attribution: str = "") -> None:
        self.creatures = tuple(sorted(creatures, key=lambda creature: creature.id))
        self.attribution = attribution
        self._by_name: dict[str, Creature] = {}
        for names in (
            [c.id for c in self.creatures],
            [c.name for c in self.creatures],
            [c.french_name for c in self.creatures],
        ):
            for name, creature in zip(names, self.creatures, strict=True):
                self._by_name.setdefault(" ".join(_words(name)), creature)
        self._words = [tuple(_words(name) for name in (c.name, c.french_name) if name) for c in self.creatures]

    def __iter__(self) -> Iterator[Creature]:
        return iter(self.creatures)

    def __len__(self) -> int:
        return len(self.creatures)

    def get(self, id_or_name: str) -> Creature | None:
        """The creature with this id, English or French name, whatever its accents and case; None if there is none."""
        return self._by_name.get(" ".join(_words(id_or_name)))

    def search(
        self,
        text: str = "",
        *,
        size: Size | None = None,
        min_cr: Fraction | int | None = None,
        max_cr: Fraction | int | None = None,
        mode: MovementMode | None = None,
        ranged: bool | None = None,
        limit: int = 20,
    ) -> list[Creature]:
        """The creatures that fit, best first; accents, case, plurals and small typing errors do not matter.

        ``text`` is a name or part of one in English or French, or empty for all in the order of their names;
        ``mode`` asks for a way of moving, ``ranged`` for creatures that do or do not shoot 100 ft far (R0.12).
        """
        wanted = _words(text)
        found: list[tuple[float, str, Creature]] = []
        for creature, names in zip(self.creatures, self._words, strict=True):
            fits = (
                (size is None or creature.size == size)
                and (min_cr is None or creature.challenge_rating >= min_cr)
                and (max_cr is None or creature.challenge_rating <= max_cr)
                and (mode is None or mode in creature.speeds)
                and (ranged is None or ranged == ((creature.ranged_ft or 0) >= LONG_RANGE_FT))
            )
            if not fits:
                continue
            score = max(_likeness(wanted, name) for name in names) if wanted else 100.0
            if score >= _TOO_DIFFERENT:
                found.append((-score, creature.name, creature))
        return [creature for _, _, creature in sorted(found, key=lambda item: item[:2])[:limit]]


def _words(name: str) -> tuple[str, ...]:
    """The words of a name without accents, case, plurals and small words."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("œ", "oe")).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain[:200])
    long_words = (_singular(word) for word in words if word not in _SMALL_WORDS)
    return tuple(_SYNONYMS.get(word, word) for word in long_words) or tuple(words)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("wolves"):
        return f"{word[:-3]}f"
    if len(word) > 4 and word.endswith(("aux", "ies")):
        return {"aux": f"{word[:-3]}al", "ies": f"{word[:-3]}y"}[word[-3:]] if not word.endswith("eaux") else word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] in "sx" and not word.endswith("ss") else word


def _likeness(wanted: tuple[str, ...], name: tuple[str, ...]) -> float:
    """How well a name answers, 0 to 100: each wanted word against its best word, less for words not asked for."""
    whole = OSA.normalized_similarity("".join(wanted), "".join(name)) * 100
    worst, total = 100.0, 0.0
    for word in wanted:
        best = max(_word_likeness(word, other) for other in name)
        worst, total = min(worst, best), total + best
    extra = max(0, len(name) - len(wanted))
    by_word = total / len(wanted) - 3 * extra - (0 if name[: len(wanted)] == wanted else 1)
    return max(whole, by_word if worst >= _TOO_DIFFERENT else 0.0)


def _word_likeness(word: str, other: str) -> float:
    if word == other:
        return 100.0
    if len(word) >= 2 and other.startswith(word):
        return 86 + 10 * len(word) / len(other)
    if len(word) >= 4 and word in other:
        return 84.0
    return OSA.normalized_similarity(word, other) * 96 if min(len(word), len(other)) > 3 else 0.0


@cache
def catalogue() -> Catalogue:
    """The creatures of the SRD 5.1, read once."""
    text = resources.files("massbattle_core.creatures").joinpath("data/srd51.json").read_text(encoding="utf-8")
    data = json.loads(text)
    creatures = (creature_from_json(item, f"creatures/{n}") for n, item in enumerate(data["creatures"]))
    return Catalogue(creatures, data["attribution"])
