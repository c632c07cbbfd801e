"""People who have given no name: each is a numbered guest of a battle, in the order of their arrival."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from massbattle_core.phrases import phrase

if TYPE_CHECKING:
    from dashboard.history import Entry

__all__ = ["Guests", "guest_number", "person"]

_GUEST = re.compile(r"Guest (\d{1,6})", re.ASCII)


def guest_number(name: str) -> int | None:
    """The number in the name of a guest; None if it is the name that somebody gave."""
    found = _GUEST.fullmatch(name)
    return int(found[1]) if found else None


def person(name: str) -> str:
    """The name of somebody as it is told in any language; edits of old may have none."""
    number = guest_number(name)
    if number is not None:
        return phrase("Guest {number}", number=number)
    return name or phrase("Somebody")


class Guests:
    """The numbers of the guests of one battle; the room holds its lock around every call.

    Who has changed the battle keeps the number that is kept with the edit, whatever server they come back to.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._numbers: dict[str, int] = {}
        for entry in entries:
            self.record(entry)

    def record(self, entry: Entry) -> None:
        """Take note of a guest who has changed the battle."""
        number = guest_number(entry.author_name)
        if number is not None:
            self._numbers[entry.author] = number

    def name_of(self, author_id: str) -> str:
        """The name of a guest, with the next number if they were never here."""
        number = self._numbers.setdefault(author_id, max(self._numbers.values(), default=0) + 1)
        return f"Guest {number}"
