"""What massbattle has to say, in English, kept so that it can be said in another language as well.

A :class:`Phrase` is an English text and at the same time the pattern and the facts that it was made of: whoever
shows it to a reader of another language looks up the pattern and puts the facts in. Exceptions, logs, JSON and the
command line take it as the text that it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

__all__ = ["Feet", "Phrase", "all_of", "either", "listed", "phrase", "plural", "under"]


class Phrase(str):
    """An English text with its ``template``, its ``facts`` and, if a count decides its form, the ``many`` form.

    A template without facts is the text itself, braces and all; with facts it is a format string. Facts may be
    phrases themselves.
    """

    __slots__ = ("facts", "many", "template")

    template: str
    many: str
    facts: Mapping[str, object]

    def __new__(cls, template: str, facts: Mapping[str, object], many: str = "") -> Phrase:
        """The phrase; ``facts["count"]`` decides between the template, for one, and ``many``."""
        pattern = many if many and facts["count"] != 1 else template
        self = super().__new__(cls, pattern.format(**facts) if facts else pattern)
        self.template, self.facts, self.many = template, dict(facts), many
        return self

    def __reduce__(self) -> tuple[Callable[..., Phrase], tuple[str, Mapping[str, object], str]]:
        return Phrase, (self.template, self.facts, self.many)


class Feet(float):
    """A length in feet, which some languages give in metres."""

    def __str__(self) -> str:
        return f"{float(self):g} ft"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def phrase(template: str, /, **facts: object) -> Phrase:
    """The phrase of a template and the facts that stand in it: ``phrase("{unit} has no commander", unit=name)``."""
    return Phrase(template, facts)


def plural(one: str, many: str, /, count: int, **facts: object) -> Phrase:
    """The form of a phrase that fits a count, which stands for ``{count}``."""
    return Phrase(one, {"count": count, **facts}, many)


def either(words: Sequence[str]) -> str:
    """Words of which one is to be chosen: ``a, b or c``."""
    *others, last = words
    return phrase("{first} or {last}", first=", ".join(others), last=last) if others else last


def listed(words: Iterable[str]) -> str:
    """Words with commas between them: ``a, b, c``. Nothing is the empty text."""
    found = list(words)
    return reduce(lambda first, next: phrase("{first}, {next}", first=first, next=next), found) if found else ""


def all_of(texts: Iterable[str]) -> str:
    """Texts one after the other: ``a; b; c``. Nothing is the empty text."""
    found = list(texts)
    return reduce(lambda first, next: phrase("{first}; {next}", first=first, next=next), found) if found else ""


def under(place: str, part: str) -> str:
    """A place within a place: ``place/part``."""
    if isinstance(place, Phrase) or isinstance(part, Phrase):
        return phrase("{place}/{part}", place=place, part=part) if place and part else place or part
    return f"{place}/{part}".strip("/")
