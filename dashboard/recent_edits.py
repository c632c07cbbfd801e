"""The edits that a room keeps at hand: what each author can take back, and whose edit somebody else has overtaken."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable

from dashboard.history import (
    THE_FIGHT,
    Entry,
    Json,
    TakingBack,
    by_timeline,
    check_unchanged_since,
    last_before,
    timeline,
)
from dashboard.models.room import Overtaken
from massbattle_core.document import BattleDocument, Change, apply_patch
from massbattle_core.errors import IllegalActionError
from massbattle_core.phrases import phrase

__all__ = ["HISTORY", "RecentEdits"]

_LONGEST_TOLD = 4_000
"""Characters of an edit that is kept once more where it is taken back."""

HISTORY = 500
"""How many entries a room keeps at hand; what is older cannot be undone any more."""


class RecentEdits:
    """The last entries of one battle; the room holds its lock around every call."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = deque(entries, maxlen=HISTORY)
        self.last: Entry | None = None
        self._taking_back = by_timeline(self.entries)
        self._overtaken: dict[str, Overtaken] = {}

    def record(self, entry: Entry, present: Iterable[str]) -> None:
        """Take note of a new entry; those of the authors who are ``present`` may be told that it overtakes theirs."""
        self.last = entry
        self._overtaken.pop(entry.author, None)
        mine = last_before(entry, self.entries) if timeline(entry) != THE_FIGHT else None
        if mine is not None and mine.author in present:
            self._overtaken[mine.author] = Overtaken(mine, entry)
        self.entries.append(entry)
        self._taking_back.setdefault(timeline(entry), TakingBack()).record(entry)

    def can_undo(self, author_id: str, document: BattleDocument) -> bool:
        """Whether there is anything that an author may take back."""
        return bool(self._revisions("Undo", author_id, document))

    def can_redo(self, author_id: str, document: BattleDocument) -> bool:
        """Whether anything was taken back that an author may make again."""
        return bool(self._revisions("Redo", author_id, document))

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
        revisions = self._revisions(kind, author_id, document)
        kept = {entry.revision: entry for entry in self.entries}
        if not revisions or revisions[-1] not in kept:
            raise IllegalActionError(
                phrase("there is nothing to undo") if kind == "Undo" else phrase("there is nothing to redo")
            )
        entry = kept[revisions[-1]]
        later = [one for one in self.entries if one.revision > entry.revision]
        check_unchanged_since(document, entry, later)
        after = apply_patch(document, entry.inverse)
        edit = {"edit": kind, "revision": entry.revision} | _what(entry)
        return edit, Change(after, tuple(map(dict, entry.inverse)), tuple(map(dict, entry.patch)))

    def _revisions(self, kind: str, author_id: str, document: BattleDocument) -> list[int]:
        """The revisions that an author may take back: their own, or those of the fight, which everybody shares."""
        revisions: dict[str, list[int]] = {
            of: getattr(self._taking_back.get(of, TakingBack()), kind.lower()) for of in (author_id, THE_FIGHT)
        }
        last = self.entries[-1] if self.entries else None
        if last is None or timeline(last) == THE_FIGHT:
            shared = True
        else:
            shared = document.mass_combat.fight is not None and last.author != author_id
        return revisions[THE_FIGHT if shared and revisions[THE_FIGHT] else author_id]


def _what(entry: Entry) -> Json:
    """The edit that is taken back, to tell of it; nothing where it is too long to be kept twice."""
    edit = entry.edit.get("of", {}) if entry.edit["edit"] in ("Undo", "Redo") else entry.edit
    return {"of": edit} if edit and len(json.dumps(edit)) <= _LONGEST_TOLD else {}
