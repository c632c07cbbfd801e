"""The addresses of the pages, relative to one another."""

from __future__ import annotations

from urllib.parse import urlencode

__all__ = ["battle_address", "battles_address"]


def battle_address(battle_id: str, language: str, dark: bool) -> str:
    """The page of a battle."""
    return f"battle?{urlencode({'id': battle_id, 'lang': language, 'theme': _theme(dark)})}"


def battles_address(language: str, dark: bool) -> str:
    """The page of all battles."""
    return f"battles?{urlencode({'lang': language, 'theme': _theme(dark)})}"


def _theme(dark: bool) -> str:
    return "dark" if dark else "light"
