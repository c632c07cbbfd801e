"""The words of the page, in the reader's language: one :class:`Words` a browser session.

Messages are English in the source and marked by a call of ``_`` (or ``plural``, or ``N_`` where a table holds
them); ``scripts/messages.py`` gathers them into the catalogues under ``locale/``.
"""

from __future__ import annotations

import gettext
import math
from collections.abc import Sequence
from pathlib import Path

__all__ = ["DOMAIN", "LANGUAGES", "LOCALE", "N_", "Words", "shares_in_percent"]

DOMAIN = "massbattle"
LOCALE = Path(__file__).parent / "locale"
LANGUAGES = {"en": "English", "fr": "Français"}

_MINUS = "−"
_THIN = "\N{NARROW NO-BREAK SPACE}"


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "translate this later"
    """Mark a message of a table for translation; whoever shows it calls ``_``."""
    return message


class Words:
    """Messages and numbers as one language writes them; an unknown language is English."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = gettext.translation(DOMAIN, LOCALE, [self.language], fallback=True)

    def __call__(self, message: str) -> str:
        """The message in this language; the empty message is empty."""
        return self._catalogue.gettext(message) if message else ""

    def plural(self, one: str, many: str, count: int) -> str:
        """The form of a message that fits a count, which stands for ``{count}``."""
        return self._catalogue.ngettext(one, many, count).format(count=self.number(count))

    def name(self, english: str, french: str) -> str:
        """Which of two names this language uses."""
        return french if self.language == "fr" and french else english

    # ---------------------------------------------------------------- numbers

    def number(self, value: float, digits: int = 0) -> str:
        """A number with its thousands apart and a true minus."""
        text = f"{abs(value):,.{digits}f}"
        if self.language == "fr":
            text = text.replace(",", _THIN).replace(".", ",")
        return f"{_MINUS}{text}" if value < 0 and float(f"{value:.{digits}f}") else text

    def signed(self, value: int) -> str:
        """A modifier, its sign always shown: ``+2``, ``−1``, ``0``."""
        return f"+{value}" if value > 0 else self.number(value)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of 0…1 as a percentage; what is neither 0 nor 1 is never shown as if it were."""
        smallest = 10.0**-digits
        percentage = share * 100
        if 0 < percentage < smallest / 2:
            return f"<{_THIN}{self.number(smallest, digits)}{_THIN}%"
        if 100 - smallest / 2 < percentage < 100:
            return f">{_THIN}{self.number(100 - smallest, digits)}{_THIN}%"
        return f"{self.number(percentage, digits)}{_THIN}%"

    def feet(self, feet: int) -> str:
        """A length as the language's rulebooks write it: 100 ft, 30 m."""
        if self.language == "fr":
            metres = feet * 3 / 10
            return f"{self.number(metres, 0 if metres.is_integer() else 1)}{_THIN}m"
        return f"{self.number(feet)}{_THIN}ft"


def shares_in_percent(shares: Sequence[float], digits: int) -> list[float]:
    """Shares that total 1 as percentages rounded to ``digits`` that total exactly 100 (largest remainders)."""
    scale = 10**digits
    exact = [share * 100 * scale for share in shares]
    rounded = [math.floor(value) for value in exact]
    missing = round(100 * scale - sum(rounded))
    by_remainder = sorted(range(len(exact)), key=lambda i: rounded[i] - exact[i])
    for index in by_remainder[: max(missing, 0)]:
        rounded[index] += 1
    return [value / scale for value in rounded]
