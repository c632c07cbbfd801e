"""Battles kept safe: an append-only log of edits, and snapshots, in any database that SQLAlchemy speaks.

By default it is SQLite in the user's data folder. An edit that has been appended is durable: the call returns
only when the database says that it is on the disk. Recovery takes the newest snapshot and applies the patches
that follow; it never runs a rule.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa

from dashboard import sqlite_file
from dashboard.history import Entry, entry_digest, text_digest
from dashboard.store_schema import (
    SCHEMA_VERSION,
    RevisionConflictError,
    StoreError,
    UnfitDatabaseError,
    prepare,
    verify,
)
from dashboard.store_schema import battles as _battles
from dashboard.store_schema import edits as _edits
from dashboard.store_schema import facts as _facts
from dashboard.store_schema import snapshots as _snapshots
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument, apply_patch, apply_patches
from massbattle_core.errors import BattleFileError, InvalidBattleError, Problem
from massbattle_core.phrases import phrase

__all__ = [
    "SCHEMA_VERSION",
    "BattleInfo",
    "RevisionConflictError",
    "Shelf",
    "Store",
    "StoreError",
    "default_url",
    "parse_url",
    "store_trouble",
    "utc_now",
]

SNAPSHOT_EVERY = 50


class Shelf(StrEnum):
    """Where a battle is listed; what is in the bin can be put back until it is destroyed."""

    TABLE = "table"
    ARCHIVE = "archive"
    BIN = "bin"


@dataclass(frozen=True, slots=True)
class BattleInfo:
    """One battle of the list: its newest name and revision; times are UTC in ISO 8601."""

    id: str
    name: str
    revision: int
    source: str
    archived: bool
    created: str
    changed: str
    opened: str
    deleted: str


def default_url() -> str:
    """The address of the store in the user's data folder."""
    path = Path(platformdirs.user_data_dir("massbattle")) / "battles.db"
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


def parse_url(url: str | None) -> sa.URL:
    """The address of a store, by default that in the user's data folder. Raises :class:`StoreError`."""
    try:
        return sa.make_url(url or default_url())
    except sa.exc.ArgumentError as error:
        raise StoreError(f"{url!r} is no address of a database; write for example sqlite:///battles.db") from error


def utc_now() -> str:
    """The time now, UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Store:
    """The battles at a database URL; safe to use from several threads and, on one database, several processes.

    ``Store(url)`` opens it and creates what is missing. Raises :class:`StoreError` for a database that cannot
    be reached, is damaged, holds something else or was written by a newer program; such a one is left as it is.
    """

    def __init__(self, url: str | None = None) -> None:
        self._url = parse_url(url)
        with self._trouble("cannot be opened; check the address and the rights"):
            if self._url.get_backend_name() == "sqlite":
                self._engine = sqlite_file.writing_engine(self._url, verify)
            else:
                self._engine = sa.create_engine(self._url, pool_pre_ping=True)
            # SQLite must take its write lock when a transaction begins, or two writers can deadlock
            self._writer = self._engine.execution_options(massbattle_writes=True)
            with self._writer.begin() as connection:
                prepare(connection)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    # ---------------------------------------------------------------- the list of battles

    def create(self, document: BattleDocument, source: str = "") -> str:
        """Keep a new battle; returns its id, which nobody can guess. ``source`` says where it came from."""
        battle_id = secrets.token_urlsafe(9)
        now = utc_now()
        with self._trouble(phrase("the battle was not kept")), self._writer.begin() as connection:
            connection.execute(
                _battles.insert().values(
                    id=battle_id,
                    name=document.name,
                    revision=0,
                    source=source,
                    archived=False,
                    created=now,
                    changed=now,
                    opened=now,
                    deleted="",
                )
            )
            _write_snapshot(connection, battle_id, 0, document)
        return battle_id

    def battles(self, shelf: Shelf = Shelf.TABLE) -> list[BattleInfo]:
        """The battles of a shelf, the last opened first."""
        wanted = sa.select(*(_battles.c[name] for name in BattleInfo.__slots__)).where(*_ON_SHELF[shelf])
        rows = self._read(wanted.order_by(_battles.c.opened.desc(), _battles.c.id))
        return [BattleInfo(**row) for row in rows]

    def find(self, source: str) -> str | None:
        """The id of the last opened battle that came from this source, if it is neither archived nor deleted."""
        wanted = sa.select(_battles.c.id).where(_battles.c.source == source, *_ON_SHELF[Shelf.TABLE])
        rows = self._read(wanted.order_by(_battles.c.opened.desc()).limit(1))
        return rows[0]["id"] if rows else None

    def put_on(self, battle_id: str, shelf: Shelf) -> None:
        """Archive or delete a battle, or put it back; nothing of it is lost."""
        self._update(battle_id, archived=shelf is Shelf.ARCHIVE, deleted=utc_now() if shelf is Shelf.BIN else "")

    def destroy(self, battle_id: str) -> None:
        """Take a battle that is in the bin out of the database for good, with its history."""
        with self._trouble(phrase("the battle was not destroyed")), self._writer.begin() as connection:
            binned = sa.select(_battles.c.id).where(_battles.c.id == battle_id, *_ON_SHELF[Shelf.BIN])
            if connection.execute(binned).scalar() is None:
                raise StoreError(phrase("there is no battle {battle!r} in the bin", battle=battle_id))
            for column in (_edits.c.battle, _snapshots.c.battle, _battles.c.id):
                connection.execute(sa.delete(column.table).where(column == battle_id))

    def mark_opened(self, battle_id: str) -> None:
        """Note that somebody has opened a battle."""
        self._update(battle_id, opened=utc_now())

    # ---------------------------------------------------------------- one battle

    def load(self, battle_id: str, revision: int | None = None) -> tuple[BattleDocument, int]:
        """A battle and its revision: the newest, or an earlier one.

        Raises :class:`StoreError` if there is none, if it has no such revision, or if what is kept is damaged.
        """
        wanted = sa.select(_snapshots.c.revision, _snapshots.c.document).where(_snapshots.c.battle == battle_id)
        if revision is not None:
            wanted = wanted.where(_snapshots.c.revision <= revision)
        rows = self._read(wanted.order_by(_snapshots.c.revision.desc()).limit(1))
        if not rows:
            raise StoreError(phrase("there is no battle {battle!r} here", battle=battle_id))
        try:
            document = battlefile.loads(rows[0]["document"])
        except BattleFileError as error:
            raise StoreError(
                phrase("the snapshot of battle {battle} is damaged: {error}", battle=battle_id, error=error.text)
            ) from error
        entries = self.entries(battle_id, rows[0]["revision"], revision)
        at = entries[-1].revision if entries else rows[0]["revision"]
        if revision not in (None, at):
            raise StoreError(phrase("battle {battle} has no revision {revision}", battle=battle_id, revision=revision))
        if not entries:
            return document, at
        try:
            return apply_patches(document, [entry.patch for entry in entries]), at
        except InvalidBattleError:
            raise _first_damage(battle_id, document, entries) from None

    def entries(self, battle_id: str, after: int = 0, last: int | None = None) -> list[Entry]:
        """The entries of a battle after a revision, in order, up to the last wanted.

        Raises :class:`StoreError` if one is missing.
        """
        wanted = sa.select(*(_edits.c[name] for name in Entry.__slots__)).where(
            _edits.c.battle == battle_id, _edits.c.revision > after
        )
        if last is not None:
            wanted = wanted.where(_edits.c.revision <= last)
        found = [Entry(**row) for row in self._read(wanted.order_by(_edits.c.revision))]
        for revision, entry in enumerate(found, start=after + 1):
            if entry.revision != revision:
                raise StoreError(
                    phrase("revision {revision} of battle {battle} is missing", battle=battle_id, revision=revision)
                )
        return found

    def append(self, battle_id: str, entry: Entry, document: BattleDocument) -> None:
        """Keep an entry, which leads to this document. It is durable when the call returns.

        Raises :class:`RevisionConflictError` if the revision exists already, :class:`StoreError` if it was not kept.
        """
        with self.turn() as append:
            append(battle_id, entry, document)

    @contextmanager
    def turn(self) -> Iterator[Callable[[str, Entry, BattleDocument], None]]:
        """Wait in line and hold the database: others read, nobody else writes (where it is SQLite).

        It gives what appends an entry, as :meth:`append` does; that is durable at the end.
        """
        with self._trouble(phrase("the edit was not kept")), self._writer.begin() as connection:
            yield partial(_append, connection)

    def revisions(self, battle_ids: Collection[str]) -> dict[str, int]:
        """The newest revision of each of these battles."""
        wanted = sa.select(_battles.c.id, _battles.c.revision).where(_battles.c.id.in_(battle_ids))
        return {row["id"]: row["revision"] for row in self._read(wanted)}

    def try_to_write(self) -> None:
        """Write something that changes nothing. Raises :class:`StoreError` while edits cannot be kept."""
        version = _facts.update().where(_facts.c.key == "schema").values(value=str(SCHEMA_VERSION))
        with self._trouble(phrase("nothing can be kept")), self._writer.begin() as connection:
            connection.execute(version)

    # ---------------------------------------------------------------- the database

    def _read(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
        with self._trouble(phrase("cannot be read")), self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    @contextmanager
    def transaction(self, trouble: str, *, writes: bool = True) -> Iterator[sa.Connection]:
        """A transaction for tables that others keep beside the battles; ``trouble`` says what failed if it does."""
        with self._trouble(trouble), (self._writer if writes else self._engine).begin() as connection:
            yield connection

    @property
    def folder(self) -> Path | None:
        """Where its file lies; None for a database that is not in a file."""
        return Path(str(self._url.database)).parent if self._url.get_backend_name() == "sqlite" else None

    def _update(self, battle_id: str, **values: Any) -> None:
        with self._trouble(phrase("the change was not kept")), self._writer.begin() as connection:
            done = connection.execute(_battles.update().where(_battles.c.id == battle_id).values(**values))
            if not done.rowcount:
                raise StoreError(phrase("there is no battle {battle!r} here", battle=battle_id))

    def _trouble(self, message: str) -> Any:
        return store_trouble(self._url, message)


_ON_SHELF = {
    Shelf.TABLE: (_battles.c.archived == sa.false(), _battles.c.deleted == ""),
    Shelf.ARCHIVE: (_battles.c.archived == sa.true(), _battles.c.deleted == ""),
    Shelf.BIN: (_battles.c.deleted != "",),
}

_REMEDIES = {
    "database is locked": phrase("another program holds the database; try again in a moment"),
    "database or disk is full": phrase("the disk is full; make room and try again"),
    "attempt to write a readonly database": phrase("the database is read-only; give yourself the right to write to it"),
}


@contextmanager
def store_trouble(url: sa.URL, message: str) -> Iterator[None]:
    """Turn what a database may say into a :class:`StoreError` that names the store and, where known, the remedy."""
    store = phrase("the store {address}", address=url.render_as_string())
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error, OSError, ImportError) as error:
        said = str(getattr(error, "orig", None) or error)
        raise StoreError(Problem(store, message, _REMEDIES.get(said, said)).text) from error
    except UnfitDatabaseError as error:
        raise StoreError(f"{store} {error}") from error


def _first_damage(battle_id: str, document: BattleDocument, entries: list[Entry]) -> StoreError:
    """Which of these entries does not lead from a document to another."""
    for entry in entries:
        try:
            document = apply_patch(document, entry.patch)
        except InvalidBattleError as error:
            return StoreError(
                phrase(
                    "revision {revision} of battle {battle} is damaged: {error}",
                    revision=entry.revision,
                    battle=battle_id,
                    error=error.text,
                )
            )
    return StoreError(
        phrase(
            "battle {battle} is damaged after revision {revision}", battle=battle_id, revision=entries[0].revision - 1
        )
    )


def _append(connection: sa.Connection, battle_id: str, entry: Entry, document: BattleDocument) -> None:
    newest = _battles.update().where(_battles.c.id == battle_id, _battles.c.revision == entry.revision - 1)
    done = connection.execute(newest.values(name=document.name, revision=entry.revision, changed=entry.time))
    if not done.rowcount:
        if connection.execute(sa.select(_battles.c.id).where(_battles.c.id == battle_id)).scalar() is None:
            raise StoreError(
                phrase("there is no battle {battle!r} here any more: it has been deleted for good", battle=battle_id)
            )
        raise RevisionConflictError(
            phrase("battle {battle} has moved past revision {revision}", battle=battle_id, revision=entry.revision - 1)
        )
    values = {name: getattr(entry, name) for name in Entry.__slots__}
    connection.execute(_edits.insert().values(battle=battle_id, digest=entry_digest(battle_id, entry), **values))
    if entry.revision % SNAPSHOT_EVERY == 0:
        _write_snapshot(connection, battle_id, entry.revision, document)


def _write_snapshot(connection: sa.Connection, battle_id: str, revision: int, document: BattleDocument) -> None:
    text = battlefile.dumps(document)
    connection.execute(
        _snapshots.insert().values(battle=battle_id, revision=revision, document=text, digest=text_digest(text))
    )
