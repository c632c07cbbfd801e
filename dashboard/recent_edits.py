"""The edits that a room keeps at hand: what each author can take back, and whose edit somebody else has overtaken."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from dashboard.history import Entry, Json, TakingBack, by_author, check_unchanged_since, last_before
from dashboard.models.room import Overtaken
from massbattle_core.document import BattleDocument, Change, apply_patch
from massbattle_core.errors import IllegalActionError

__all__ = ["HISTORY", "RecentEdits"]

HISTORY = 500
"""How many entries a room keeps at hand; what is older cannot be undone any more."""


class RecentEdits:
    """The last entries of one battle; the room holds its lock around every call."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = deque(entries, maxlen=HISTORY)
        self.last: Entry | None = None
        self._taking_back = by_author(self.entries)
        self._overtaken: dict[str, Overtaken] = {}

    def record(self, entry: Entry, present: Iterable[str]) -> None:
        """Take note of a new entry; those of the authors who are ``present`` may be told that it overtakes theirs."""
        self.last = entry
        self._overtaken.pop(entry.author, None)
        mine = last_before(entry, self.entries)
        if mine is not None and mine.author in present:
            self._overtaken[mine.author] = Overtaken(mine, entry)
        self.entries.append(entry)
        self._taking_back.setdefault(entry.author, TakingBack()).record(entry)

    def can_undo(self, author_id: str) -> bool:
        """Whether an author has anything to take back."""
        return bool(self._of(author_id).undo)

    def can_redo(self, author_id: str) -> bool:
        """Whether an author has taken anything back that can be made again."""
        return bool(self._of(author_id).redo)

    def overtaken(self, author_id: str) -> Overtaken | None:
        """What has overtaken an author's edit, if anything."""
        return self._overtaken.get(author_id)

    def settle(self, author_id: str) -> bool:
        """Let it be that an author's edit was overtaken; False if none was."""
        return self._overtaken.pop(author_id, None) is not None

    def take_back(self, kind: str, author_id: str, document: BattleDocument) -> tuple[Json, Change]:
        """What undoes ("Undo") or makes again ("Redo") an author's last edit of a document.

        Raises :class:`IllegalActionError` where there is none, or where what it touched has changed since.
        """
        own = self._of(author_id)
        revisions = own.undo if kind == "Undo" else own.redo
        kept = {entry.revision: entry for entry in self.entries}
        if not revisions or revisions[-1] not in kept:
            raise IllegalActionError(f"there is nothing to {kind.lower()}")
        entry = kept[revisions[-1]]
        later = [one for one in self.entries if one.revision > entry.revision]
        check_unchanged_since(document, entry, later)
        after = apply_patch(document, entry.inverse)
        edit = {"edit": kind, "revision": entry.revision}
        return edit, Change(after, tuple(map(dict, entry.inverse)), tuple(map(dict, entry.patch)))

    def _of(self, author_id: str) -> TakingBack:
        return self._taking_back.get(author_id, TakingBack())
