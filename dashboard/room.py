"""The room of one battle: who is in it; edits in, changes out.

A room is plain Python and serves every session of its battle in this process. It has one lock, and calls nobody
back while it holds it.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from dashboard.company import Company
from dashboard.guests import Guests
from dashboard.history import Entry, Json
from dashboard.ledger import Ledger, Make
from dashboard.models.room import (
    Author,
    CurveRequest,
    MidwayState,
    Replaying,
    ReplayRequest,
    RoomView,
    Whereabouts,
)
from dashboard.odds_service import OddsService
from dashboard.previews import Previews
from dashboard.recent_edits import HISTORY, RecentEdits
from dashboard.replays import find_midway, find_replay
from dashboard.room_odds import RoomOdds
from dashboard.store import Store
from massbattle_core.document import (
    BattleDocument,
    Change,
    Edit,
    apply_edit,
    change_to,
    edit_to_json,
)
from massbattle_core.errors import IllegalActionError, MassBattleError, Problem
from massbattle_core.mass_combat.validation import problems
from massbattle_core.phrases import phrase

__all__ = ["PastRoom", "Room"]

log = logging.getLogger(__name__)


class Room:
    """The room of one battle; see :class:`dashboard.models.Room` for what sessions use of it."""

    def __init__(self, battle_id: str, store: Store, odds_service: OddsService, revision: int | None = None) -> None:
        self.id = battle_id
        self._store = store
        self._odds_service = odds_service
        self._lock = threading.RLock()
        self._ledger = Ledger(battle_id, store, revision, self._remember)
        newest = self._ledger.revision
        recent = store.entries(battle_id, max(0, newest - HISTORY), newest) if revision is None else []
        self._recent = RecentEdits(recent)
        self._guests = Guests(recent)
        self._previews = Previews()
        self._company = Company()
        self._shown = self._ledger.document
        self._problems = self._find_problems()
        self._numbers = itertools.count()
        self._subscribers: dict[int, tuple[Callable[[], None], Author]] = {}
        self._idle_since = time.monotonic()
        self._odds = RoomOdds(odds_service, self._lock, self._notify)

    # ---------------------------------------------------------------- looking

    def view(self, author: Author) -> RoomView:
        """The room as this author sees it now."""
        with self._lock:
            odds, recent = self._odds, self._recent
            return RoomView(
                document=self._ledger.document,
                shown=self._shown,
                revision=self._ledger.revision,
                problems=self._problems,
                odds=odds.odds,
                odds_stale=odds.stale,
                odds_problem=odds.problem,
                curves=dict(odds.curves),
                doctrines=odds.doctrines,
                can_undo=recent.can_undo(author.id, self._ledger.document),
                can_redo=recent.can_redo(author.id, self._ledger.document),
                saved=self._ledger.saved,
                peers=self._company.people,
                present=self._company.present(self._previews),
                last=recent.last,
                overtaken=recent.overtaken(author.id),
            )

    def subscribe(self, callback: Callable[[], None], author: Author) -> Callable[[], None]:
        """Call ``callback`` on every change, on any thread, until the function that is returned is called.

        A callback that fails is logged and not called again.
        """
        with self._lock:
            number = next(self._numbers)
            self._subscribers[number] = (callback, author)
            self._count_people()
            self._request_odds()
        self._notify(but=number)
        return lambda: self._unsubscribe(number)

    def guest_name(self, author_id: str) -> str:
        """What somebody is called here who has given no name."""
        with self._lock:
            return self._guests.name_of(author_id)

    def be_at(self, window: object, author: Author, where: Whereabouts) -> None:
        """Tell the others where a window of somebody is; of several the newest counts."""
        with self._lock:
            moved = self._company.move(window, author, where)
        if moved:
            self._notify()

    def settle(self, author: Author) -> None:
        """Let it be that this author's edit was overtaken."""
        with self._lock:
            settled = self._recent.settle(author.id)
        if settled:
            self._notify()

    def watch_curve(self, watcher: object, request: CurveRequest | None) -> None:
        """Say which curve a watcher looks at; the room computes those that are looked at."""
        with self._lock:
            self._odds.watch_curve(watcher, request)
            self._request_odds()

    def watch_doctrines(self, watcher: object, wanted: bool) -> None:
        """Say whether a watcher looks at the range of doctrines, which is computed while anybody does."""
        with self._lock:
            self._odds.watch_doctrines(watcher, wanted)
            self._request_odds()

    def find_replay(self, wanted: ReplayRequest, deliver: Callable[[Replaying | str], None]) -> None:
        """Find a simulated battle of what is shown; ``deliver`` gets it, or why there is none, on any thread."""
        shown = self._shown
        self._odds_service.do_soon(lambda: deliver(find_replay(shown, wanted)))

    def find_midway(self, rounds: int, deliver: Callable[[MidwayState | str], None]) -> None:
        """Compute the state of what is shown after so many rounds; delivered likewise."""
        shown = self._shown
        self._odds_service.do_soon(lambda: deliver(find_midway(shown, rounds)))

    def do_soon(self, task: Callable[[], None]) -> None:
        """Run something short that somebody waits for, on another thread."""
        self._odds_service.do_soon(task)

    def history(self, before: int, count: int) -> list[Entry]:
        """So many entries before a revision, the newest first."""
        return self._store.entries(self.id, max(0, before - 1 - count), before - 1)[::-1]

    def at(self, revision: int) -> PastRoom:
        """The battle as it was at a revision, to look at. Raises :class:`StoreError` if it cannot be read."""
        return PastRoom(self.id, self._store, self._odds_service, revision)

    @property
    def revision(self) -> int:
        """The newest revision that this process knows."""
        return self._ledger.revision

    @property
    def subscribers(self) -> int:
        """How many sessions follow the room."""
        return len(self._subscribers)

    @property
    def idle_seconds(self) -> float:
        """For how long nobody has been here."""
        with self._lock:
            return 0.0 if self._subscribers else time.monotonic() - self._idle_since

    def touch(self) -> None:
        """Begin to count anew for how long nobody has been here."""
        with self._lock:
            self._idle_since = time.monotonic()

    # ---------------------------------------------------------------- changing

    def submit(self, edit: Edit, author: Author) -> int:
        """Carry out an edit and keep it; it ends the author's preview. Returns the revision that is now durable.

        Raises :class:`IllegalActionError` or :class:`InvalidBattleError` with the reason if it is refused,
        :class:`StoreError` if it could not be kept; nothing has changed then.
        """
        return self._commit(author, lambda now: (edit_to_json(edit), apply_edit(now, edit)))

    def replace(self, document: BattleDocument, author: Author, source: str) -> int:
        """Put another battle in the place of this one, as one edit; ``source`` tells where it came from."""

        edit = {"edit": "Replace", "source": source}
        return self._commit(author, lambda now: (edit, change_to(now, document)))

    def restore(self, revision: int, author: Author) -> int:
        """Make the battle what it was at a revision, as one edit; everything in between stays in the history."""
        _check_role(author)
        document, _ = self._store.load(self.id, revision)
        edit = {"edit": "Restore", "revision": revision}
        return self._commit(author, lambda now: (edit, change_to(now, document)))

    def rewind(self, revision: int, author: Author) -> int:
        """Take the fight back to what it was at a revision, as one edit; what is prepared, and who plays, stays."""
        _check_role(author)
        then = self._store.load(self.id, revision)[0].mass_combat.fight
        if then is None:
            raise IllegalActionError(phrase("the battle was not being fought then"))
        edit: Json = {"edit": "Rewind", "revision": revision}
        if then.situation is not None and then.situation.mover is not None:
            edit |= {"round": then.situation.round, "unit": then.situation.mover}

        def taken_back(now: BattleDocument) -> tuple[Json, Change]:
            fight = now.mass_combat.fight
            if fight is None:
                raise IllegalActionError(phrase("this battle is not being fought: start the fight first"))
            battle = replace(now.mass_combat, fight=replace(then, by_doctrine=fight.by_doctrine))
            return edit, change_to(now, replace(now, mass_combat=battle))

        return self._commit(author, taken_back)

    def branch(self, revision: int, name: str, author: Author) -> str:
        """Make another battle that begins as this one was at a revision; returns its id."""
        _check_role(author)
        document, _ = self._store.load(self.id, revision)
        return self._store.create(replace(document, name=name), f"branch:{self.id}:{revision}")

    def begin(self, document: BattleDocument, author: Author) -> str:
        """Make another battle, which has nothing to do with this one; returns its id."""
        _check_role(author)
        return self._store.create(document, "new")

    def undo(self, author: Author) -> int:
        """Take back this author's last edit, unless something that it touched has changed since."""
        return self._commit(author, lambda now: self._recent.take_back("Undo", author.id, now))

    def redo(self, author: Author) -> int:
        """Make again what this author last took back, unless something that it touched has changed since."""
        return self._commit(author, lambda now: self._recent.take_back("Redo", author.id, now))

    def preview(self, author: Author, edit: Edit | None) -> None:
        """Show everyone what an edit would do, or stop showing it; nothing is kept.

        Raises as :meth:`submit` does; nothing of this author is previewed then.
        """
        _check_role(author)
        with self._lock:
            if edit is not None:
                self._previews.put(author.id, edit)
            elif not self._previews.drop(author.id):
                return
            refused = self._update()
        self._notify()
        if author.id in refused:
            raise refused[author.id]

    def catch_up(self) -> None:
        """Take over what another process has written to the store."""
        with self._lock:
            self._ledger.follow()
            self._update()
        self._notify()

    @property
    def is_saved(self) -> bool:
        """Whether the last edit could be kept."""
        return self._ledger.saved

    def store_is_back(self) -> None:
        """Take note that edits can be kept again."""
        with self._lock:
            self._ledger.saved = True
        self._notify()

    # ---------------------------------------------------------------- within

    def _commit(self, author: Author, make: Make) -> int:
        """Make a change against the newest revision and keep it; again if another process was quicker."""
        _check_role(author)
        try:
            with self._lock:
                self._previews.drop(author.id)
                try:
                    return self._ledger.append(author, make)
                finally:
                    self._update()
        finally:
            self._notify()

    def _remember(self, entry: Entry) -> None:
        self._guests.record(entry)
        self._recent.record(entry, [person.id for person in self._company.people])

    def _update(self) -> dict[str, MassBattleError]:
        """Work out what is shown and ask for its odds; drops previews that do not fit, and tells whose and why."""
        shown, refused = self._previews.apply(self._ledger.document)
        if shown != self._shown:
            self._shown = shown
            self._problems = self._find_problems()
        elif not self._previews:
            self._shown = self._ledger.document
        self._request_odds()
        return refused

    def _find_problems(self) -> tuple[Problem, ...]:
        return tuple(problems(self._shown.mass_combat, self._shown.creatures))

    def _request_odds(self) -> None:
        if self._subscribers:
            self._odds.request(self._shown)

    def _count_people(self) -> None:
        self._company.count(author for _, author in self._subscribers.values())

    def _unsubscribe(self, number: int) -> None:
        with self._lock:
            if number not in self._subscribers:
                return
            _, author = self._subscribers.pop(number)
            self._count_people()
            if not self._company.has(author.id):
                self._previews.drop(author.id)
                self._recent.settle(author.id)
            if self._subscribers:
                self._update()
            else:
                self._idle_since = time.monotonic()
                self._odds.release()
        self._notify()

    def _notify(self, but: int | None = None) -> None:
        with self._lock:
            subscribers = list(self._subscribers.items())
        for number, (callback, author) in subscribers:
            if number == but:
                continue
            try:
                callback()
            except Exception:  # one broken session must not silence the others
                log.exception("a session of %s was dropped from battle %s", author.name or author.id, self.id)
                self._unsubscribe(number)


class PastRoom(Room):
    """A battle as it was at one revision: it can be looked at, its odds are computed, nothing changes it."""

    def preview(self, author: Author, edit: Edit | None) -> None:
        """Refuse to show what an edit would do; there is nothing else that could be taken back."""
        if edit is not None:
            raise self._past()

    def catch_up(self) -> None:
        """Stay as it was."""

    def _commit(self, author: Author, make: Make) -> int:
        raise self._past()

    def _past(self) -> IllegalActionError:
        return IllegalActionError(
            phrase(
                "this is how the battle was at revision {revision}: go back to now, or restore it, to change it",
                revision=self.revision,
            )
        )


def _check_role(author: Author) -> None:
    if author.role not in ("owner", "editor"):
        raise IllegalActionError(phrase("you are here to look on and cannot change this battle"))
