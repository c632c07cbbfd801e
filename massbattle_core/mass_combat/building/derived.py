"""A number with its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Derived", "Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """One reason of a number: a stable key that the page puts into words, its facts, its share, its rule."""

    key: str
    amount: int
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Derived:
    """A number and the terms it is made of."""

    value: int
    terms: tuple[Term, ...] = ()
