"""The words of the page, in the reader's language: one :class:`Words` a browser session.

Messages are English in the source and marked by a call of ``_`` (or ``plural``, or ``N_`` where a table holds
them); ``scripts/messages.py`` gathers them into the catalogues under ``locale/``. What the core says comes as
:class:`~massbattle_core.phrases.Phrase` and is shown by a call of the same ``_``.
"""

from __future__ import annotations

import gettext
import math
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from massbattle_core.phrases import Feet, Phrase, phrase

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
        """The message in this language, a phrase with its facts; the empty message is empty."""
        if isinstance(message, Phrase):
            return self._said(message)
        return self._catalogue.gettext(message) if message else ""

    def labelled(self, label: str, text: str = "") -> str:
        """A label or a place, a colon as the language sets it, and what is said of it."""
        return self(phrase("{place}: {message}", place=label, message=text))

    def _said(self, said: Phrase) -> str:
        count = said.facts.get("count")
        if said.many and isinstance(count, int):
            template = self._catalogue.ngettext(said.template, said.many, count)
        else:
            template = self._catalogue.gettext(said.template)
        return _Facts(self).format(template, **said.facts) if said.facts else template

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

    def feet(self, feet: float) -> str:
        """A length as the language's rulebooks write it: 100 ft, 30 m."""
        if self.language == "fr":
            metres = feet * 3 / 10
            return f"{self.number(metres, 0 if metres.is_integer() else 1)}{_THIN}m"
        return f"{self.number(feet)}{_THIN}ft"


_HUGE = 1e15
"""Numbers beyond are written as they are: nobody reads them, and no float holds all of them."""


class _Facts(string.Formatter):
    """Puts facts into a message as one language writes them: phrases, lengths, numbers; texts as they are."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        fact = kwargs[str(key)]
        if isinstance(fact, Phrase):
            return self._words(fact)
        return self._words.feet(fact) if isinstance(fact, Feet) else fact

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _HUGE:
            return str(super().format_field(value, format_spec))
        if format_spec == "+d":
            return self._words.signed(int(value))
        digits = 0 if float(value).is_integer() or format_spec == ".0f" else 1
        return self._words.number(value, digits)


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
