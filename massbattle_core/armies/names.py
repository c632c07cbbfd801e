"""Which creature a cell means: exactly, or as a guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from massbattle_core.creatures import Catalogue, Creature
from massbattle_core.creatures.model import slug

__all__ = ["CreatureNames", "NamedCreature"]

_MOST_GUESSES = 100


@dataclass(frozen=True, slots=True)
class NamedCreature:
    """A creature by its key in the battle, and whether the name only resembles its own."""

    key: str
    creature: Creature
    guessed: bool = False


class CreatureNames:
    """Looks creatures up by id, English or French name: first those of the battle, then the catalogue's."""

    def __init__(self, own: Mapping[str, Creature], catalogue: Catalogue) -> None:
        self.own = own
        self._catalogue = catalogue
        self._own = Catalogue(replace(creature, id=key) for key, creature in own.items())
        self._own_names: dict[str, str] = {}
        for key, creature in sorted(own.items()):
            for name in (creature.name, creature.french_name):
                self._own_names.setdefault(name.casefold(), key)
        self._found: dict[str, NamedCreature | None] = {}
        self._guesses = 0

    @cached_property
    def _all(self) -> Catalogue:
        return Catalogue({creature.id: creature for creature in (*self._catalogue, *self._own)}.values())

    def find(self, text: str) -> NamedCreature | None:
        """The creature of this name, else the one whose name is nearest as a guess, else None."""
        if text not in self._found:
            self._found[text] = self.exact(text) or self._guess(text)
        return self._found[text]

    def exact(self, text: str) -> NamedCreature | None:
        """The creature of exactly this id or name, whatever its accents, case and plural; None if there is none."""
        key = text if text in self.own else self._own_names.get(text.casefold())
        if key is not None:
            return NamedCreature(key, self.own[key])
        if not slug(text):
            return None
        creature = self._own.get(text) or self._catalogue.get(text)
        return self._named(creature) if creature else None

    def shortest(self, key: str) -> str:
        """The name by which a creature of the battle is found again: its own if nothing else has it, else its key."""
        name = self.own[key].name
        found = self.exact(name) if name == name.strip() else None
        return name if found and found.key == key else key

    def _named(self, creature: Creature, *, guessed: bool = False) -> NamedCreature:
        return NamedCreature(creature.id, self.own.get(creature.id, creature), guessed)

    def _guess(self, text: str) -> NamedCreature | None:
        if not slug(text) or self._guesses >= _MOST_GUESSES:
            return None
        self._guesses += 1
        near = self._all.search(text, limit=1)
        if near:
            return self._named(near[0], guessed=True)
        words = [word for word in text.split()[:6] if len(word) > 2]
        part = next((found for word in words if (found := self.exact(word))), None)
        return replace(part, guessed=True) if part else None
