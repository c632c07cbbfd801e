"""Creatures to search: what is asked for, and one's own creatures beside those of the SRD."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from massbattle_core.creatures import Catalogue, Creature, MovementMode, Size, catalogue

__all__ = ["Query", "WithOwn", "srd", "with_own"]


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of the catalogue: a name or part of one, and filters."""

    text: str = ""
    size: Size | None = None
    min_cr: Fraction | None = None
    max_cr: Fraction | None = None
    mode: MovementMode | None = None
    ranged: bool | None = None

    @property
    def filters(self) -> dict[str, Any]:
        """The filters as :meth:`Catalogue.search` wants them."""
        return {name: getattr(self, name) for name in ("size", "min_cr", "max_cr", "mode", "ranged")}

    @property
    def filtered(self) -> bool:
        """Whether any filter is set."""
        return any(value is not None for value in self.filters.values())


@dataclass(frozen=True)
class WithOwn:
    """One's own creatures and the SRD's, each to search, and all by id; an own one goes before the SRD's."""

    own: Catalogue
    srd: Catalogue
    known: Mapping[str, Creature]


@lru_cache(maxsize=1)
def srd() -> Mapping[str, Creature]:
    """The creatures of the SRD 5.1 by id."""
    return {creature.id: creature for creature in catalogue()}


def with_own(creatures: Mapping[str, Creature]) -> WithOwn:
    """These creatures and the SRD's; made once for a library, which changes only by being read anew."""
    return _with_own(_Same(creatures))


class _Same:
    """A mapping as a key of a cache, compared by identity."""

    def __init__(self, creatures: Mapping[str, Creature]) -> None:
        self.creatures = creatures

    def __hash__(self) -> int:
        return id(self.creatures)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.creatures is self.creatures


@lru_cache(maxsize=8)
def _with_own(same: _Same) -> WithOwn:
    return WithOwn(Catalogue(same.creatures.values()), catalogue(), {**srd(), **same.creatures})
