"""Where in the history of a battle its fight stood at a turn of its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dashboard.history import Entry
from massbattle_core.mass_combat.situation import Fight

__all__ = ["newest_entry", "revision_of"]

_FIGHT_LOG = "/mass_combat/fight/entries"
_JUMPS = {"Undo", "Redo", "Restore", "Rewind", "Replace"}
"""Entries that play nothing, but lead to a fight as it was."""


def revision_of(number: int, now: Fight, history: Callable[[int | None], list[Entry]]) -> int | None:
    """The first revision at which the log's entry of this number was the newest of the fight.

    ``history`` gives the entries before a revision, the newest first. Where one edit played several turns, none of
    them that turn last, it is the revision before that edit; None if that edit began the fight.
    """
    numbers: set[int] | None = set(map(int, now.entries))
    before = None
    while entries := history(before):
        for entry in entries:
            began = _begins(entry.edit)
            earlier = None if began else _numbers_before(entry, numbers)
            newest, newest_before = newest_entry(numbers), newest_entry(earlier)
            if newest == number != newest_before:
                return entry.revision
            if began:
                return None
            if newest_before < number < newest and entry.edit.get("edit") not in _JUMPS:
                return entry.revision - 1
            numbers = earlier
        before = entries[-1].revision
    return None


def newest_entry(numbers: Iterable[str | int] | None) -> int:
    """The highest number of a log's entries, 0 where there is none."""
    return max(map(int, numbers or ()), default=0)


def _begins(edit: Mapping[str, Any]) -> bool:
    """Whether an edit, as it is kept, began the fight."""
    return edit.get("edit") == "StartFight" or any(map(_begins, edit.get("edits", ())))


def _numbers_before(entry: Entry, after: set[int] | None) -> set[int] | None:
    """The numbers of the fight's log before an entry of the history, from those after it; None without a fight."""
    numbers = None if after is None else set(after)
    for operation in entry.inverse:
        path = str(operation["path"])
        if _FIGHT_LOG.startswith(f"{path}/") or path == _FIGHT_LOG:
            numbers = _numbers_in(operation.get("value"), path)
        elif path.startswith(f"{_FIGHT_LOG}/") and path.count("/") == _FIGHT_LOG.count("/") + 1 and numbers is not None:
            change = numbers.discard if operation["op"] == "remove" else numbers.add
            change(int(path.rsplit("/", 1)[1]))
    return numbers


def _numbers_in(value: Any, path: str) -> set[int] | None:
    """The numbers of the log in the part of a document that stands at a path; None if it has no fight."""
    keys = _FIGHT_LOG.removeprefix(path).split("/")[1:]
    for key in keys:
        if not value:
            return None
        value = value.get(key, {} if key == keys[-1] else None)
    return set(map(int, value or ()))
