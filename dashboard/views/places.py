"""Which part of the document a field on the page is about: the JSON pointers of ``data-place``."""

from __future__ import annotations

__all__ = ["battle_place", "unit_place"]


def battle_place(*tokens: str | int) -> str:
    """The pointer to a part of the mass battle."""
    escaped = (str(token).replace("~", "~0").replace("/", "~1") for token in tokens)
    return "/".join(("/mass_combat", *escaped))


def unit_place(unit_id: str, *tokens: str | int) -> str:
    """The pointer to a part of a unit."""
    return battle_place("units", unit_id, *tokens)
