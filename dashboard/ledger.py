"""A battle as it is committed: the newest revision that is known, and its way into the store.

Several processes may write to one store: whoever comes second makes the change again on what has come before.
"""

from __future__ import annotations

from collections.abc import Callable

from dashboard.history import Entry, Json
from dashboard.models.room import Author
from dashboard.store import RevisionConflictError, Store, StoreError, utc_now
from massbattle_core.document import BattleDocument, Change, apply_patch
from massbattle_core.phrases import phrase

__all__ = ["Ledger", "Make"]

Make = Callable[[BattleDocument], tuple[Json, Change]]
"""Makes a change of the newest document, and tells which edit it is; asked again if that was not the newest."""

TRIES = 50
"""After the first an edit waits in line; where a database lets others in all the same, it tries again."""


class Ledger:
    """The committed document of one battle; ``taken`` hears of every entry, whoever made it. Not locked."""

    def __init__(self, battle_id: str, store: Store, revision: int | None, taken: Callable[[Entry], None]) -> None:
        self.document, self.revision = store.load(battle_id, revision)
        self.saved = True
        self._battle_id = battle_id
        self._store = store
        self._taken = taken

    def append(self, author: Author, make: Make) -> int:
        """Make a change against the newest revision and keep it; again if another process was quicker.

        Returns the revision that is now durable. Raises :class:`StoreError` if it could not be kept.
        """
        for attempt in range(TRIES):
            try:
                return self._append_once(author, make, in_line=attempt > 0)
            except RevisionConflictError:
                self.follow()
            except StoreError:
                self.saved = False
                raise
        raise StoreError(phrase("too many others change this battle at the moment; try again"))

    def follow(self) -> None:
        """Take over what other processes have written."""
        for entry in self._store.entries(self._battle_id, self.revision):
            self._take(entry, apply_patch(self.document, entry.patch))

    def _append_once(self, author: Author, make: Make, *, in_line: bool) -> int:
        """Make the change, then keep it; ``in_line`` is slower, but nobody comes first in between."""
        if not in_line:
            entry, document = self._entry(author, *make(self.document))
            if entry.patch:
                self._store.append(self._battle_id, entry, document)
        else:
            with self._store.turn() as append:
                self.follow()
                entry, document = self._entry(author, *make(self.document))
                if entry.patch:
                    append(self._battle_id, entry, document)
        if entry.patch:
            self.saved = True
            self._take(entry, document)
        return self.revision

    def _entry(self, author: Author, edit: Json, change: Change) -> tuple[Entry, BattleDocument]:
        now = utc_now()
        entry = Entry(self.revision + 1, edit, change.patch, change.inverse, author.id, author.name, now)
        return entry, change.document

    def _take(self, entry: Entry, document: BattleDocument) -> None:
        self.document, self.revision = document, entry.revision
        self._taken(entry)
