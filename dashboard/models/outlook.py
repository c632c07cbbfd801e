"""What a session looks at: the battle as it is now, or as it was; and what is to be computed for it there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dashboard.models.redaction import Redaction
from dashboard.models.room import Author, CurveRequest, Room, RoomView

__all__ = ["Outlook", "Sight"]


@dataclass(frozen=True, slots=True)
class Sight:
    """What is seen at one moment: ``past`` is the revision that is looked at, None for the battle as it is now."""

    view: RoomView
    newest: int
    past: int | None


def _nothing() -> None:
    """There is nothing to leave."""


class Outlook:
    """The room that one session looks at; the session stays in that of its battle, which is ``now``.

    A viewer's outlook holds nothing that the game master keeps secret.
    """

    def __init__(self, room: Room, author: Author) -> None:
        self.now = self.room = room
        self._author = author
        self._redact = Redaction() if author.role == "viewer" else None
        self._changed: Callable[[], None] = _nothing
        self._leave: Callable[[], None] = _nothing
        self._leave_past: Callable[[], None] = _nothing
        self._wants_doctrines = False

    def follow(self, changed: Callable[[], None]) -> None:
        """Hear of every change, on any thread, until :meth:`leave`."""
        self._changed = changed
        self._leave = self.now.subscribe(changed, self._author)

    def sight(self) -> Sight:
        """What is to be seen; who is here, and what came last, are always those of now."""
        now = self.now.view(self._author)
        if self._redact:
            now = self._redact(now)
        if self.room is self.now:
            return Sight(now, now.revision, None)
        past = replace(
            self.room.view(self._author),
            saved=now.saved,
            peers=now.peers,
            present=now.present,
            last=now.last,
            overtaken=now.overtaken,
        )
        return Sight(past, now.revision, past.revision)

    def look_at(self, revision: int | None, curve: CurveRequest | None) -> None:
        """Turn to the battle as it was at a revision, or as it is now (None), and to a curve there."""
        room = self.now if revision is None else self.now.at(revision)
        self._want_nothing()
        self._leave_past()
        self.room, self._leave_past = room, _nothing
        if room is not self.now:
            self._leave_past = room.subscribe(self._changed, self._author)
        self.want_curve(curve)
        self.room.watch_doctrines(self, self._wants_doctrines)

    def want_curve(self, request: CurveRequest | None) -> None:
        """Have a curve computed, or none."""
        self.room.watch_curve(self, request)

    def want_doctrines(self, wanted: bool) -> None:
        """Have the range of doctrines computed, or no longer."""
        self._wants_doctrines = wanted
        self.room.watch_doctrines(self, wanted)

    def leave(self) -> None:
        """Look at nothing any more."""
        self._leave_past()
        self._want_nothing()
        self._leave()

    def _want_nothing(self) -> None:
        self.room.watch_curve(self, None)
        self.room.watch_doctrines(self, False)
