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
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa

from dashboard.history import Entry
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument, apply_patch
from massbattle_core.errors import BattleFileError, InvalidBattleError, MassBattleError

__all__ = ["SCHEMA_VERSION", "BattleInfo", "RevisionConflictError", "Store", "StoreError", "default_url", "utc_now"]

SCHEMA_VERSION = 1
SNAPSHOT_EVERY = 50
BUSY_SECONDS = 5

_tables = sa.MetaData()
_facts = sa.Table(
    "massbattle",
    _tables,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(200), nullable=False),
)
_battles = sa.Table(
    "battles",
    _tables,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("source", sa.String(100), nullable=False, index=True),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("created", sa.String(40), nullable=False),
    sa.Column("changed", sa.String(40), nullable=False),
    sa.Column("opened", sa.String(40), nullable=False),
)
_edits = sa.Table(
    "edits",
    _tables,
    sa.Column("battle", sa.ForeignKey("battles.id"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("edit", sa.JSON, nullable=False),
    sa.Column("patch", sa.JSON, nullable=False),
    sa.Column("inverse", sa.JSON, nullable=False),
    sa.Column("author", sa.String(80), nullable=False),
    sa.Column("author_name", sa.String(80), nullable=False),
    sa.Column("time", sa.String(40), nullable=False),
)
_snapshots = sa.Table(
    "snapshots",
    _tables,
    sa.Column("battle", sa.ForeignKey("battles.id"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("document", sa.Text, nullable=False),
)


class StoreError(MassBattleError):
    """The store cannot be opened, read or written; nothing was changed."""


class RevisionConflictError(StoreError):
    """Somebody else has written this revision of the battle first."""


@dataclass(frozen=True, slots=True)
class BattleInfo:
    """One battle of the list: its newest name and revision; times are UTC in ISO 8601."""

    id: str
    name: str
    revision: int
    archived: bool
    created: str
    changed: str
    opened: str


def default_url() -> str:
    """The address of the store in the user's data folder."""
    path = Path(platformdirs.user_data_dir("massbattle")) / "battles.db"
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


def utc_now() -> str:
    """The time now, UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Store:
    """The battles at a database URL; safe to use from several threads and, on one database, several processes.

    ``Store(url)`` opens it and creates what is missing. Raises :class:`StoreError` for a database that cannot
    be reached, is damaged, holds something else or was written by a newer program; such a one is left as it is.
    """

    def __init__(self, url: str | None = None) -> None:
        try:
            self._url = sa.make_url(url or default_url())
        except sa.exc.ArgumentError as error:
            raise StoreError(f"{url!r} is no address of a database; write for example sqlite:///battles.db") from error
        with self._trouble("cannot be opened; check the address and the rights"):
            if self._url.get_backend_name() == "sqlite":
                self._engine = _sqlite_engine(self._url, self._check)
            else:
                self._engine = sa.create_engine(self._url, pool_pre_ping=True)
            # SQLite must take its write lock when a transaction begins, or two writers can deadlock
            self._writer = self._engine.execution_options(massbattle_writes=True)
            with self._writer.begin() as connection:
                if not self._check(connection):
                    _tables.create_all(connection)
                    connection.execute(_facts.insert().values(key="schema", value=str(SCHEMA_VERSION)))

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    # ---------------------------------------------------------------- the list of battles

    def create(self, document: BattleDocument, source: str = "") -> str:
        """Keep a new battle; returns its id, which nobody can guess. ``source`` says where it came from."""
        battle_id = secrets.token_urlsafe(9)
        now = utc_now()
        with self._trouble("the battle was not kept"), self._writer.begin() as connection:
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
                )
            )
            _write_snapshot(connection, battle_id, 0, document)
        return battle_id

    def battles(self, *, archived: bool = False) -> list[BattleInfo]:
        """The battles that are archived, or those that are not, the last opened first."""
        wanted = sa.select(*(_battles.c[name] for name in BattleInfo.__slots__))
        rows = self._read(
            wanted.where(_battles.c.archived == archived).order_by(_battles.c.opened.desc(), _battles.c.id)
        )
        return [BattleInfo(**row) for row in rows]

    def find(self, source: str) -> str | None:
        """The id of the last opened battle that came from this source and is not archived."""
        wanted = sa.select(_battles.c.id).where(_battles.c.source == source, _battles.c.archived == sa.false())
        rows = self._read(wanted.order_by(_battles.c.opened.desc()).limit(1))
        return rows[0]["id"] if rows else None

    def archive(self, battle_id: str, archived: bool = True) -> None:
        """Take a battle off the list, or put it back; nothing of it is lost."""
        self._update(battle_id, archived=archived)

    def mark_opened(self, battle_id: str) -> None:
        """Note that somebody has opened a battle."""
        self._update(battle_id, opened=utc_now())

    # ---------------------------------------------------------------- one battle

    def load(self, battle_id: str, revision: int | None = None) -> tuple[BattleDocument, int]:
        """A battle and its revision: the newest, or an earlier one.

        Raises :class:`StoreError` if there is none, or if what is kept of it is damaged.
        """
        wanted = sa.select(_snapshots.c.revision, _snapshots.c.document).where(_snapshots.c.battle == battle_id)
        if revision is not None:
            wanted = wanted.where(_snapshots.c.revision <= revision)
        rows = self._read(wanted.order_by(_snapshots.c.revision.desc()).limit(1))
        if not rows:
            raise StoreError(f"there is no battle {battle_id!r} here")
        try:
            document = battlefile.loads(rows[0]["document"])
        except BattleFileError as error:
            raise StoreError(f"the snapshot of battle {battle_id} is damaged: {error}") from error
        at = rows[0]["revision"]
        for entry in self.entries(battle_id, at, revision):
            try:
                document = apply_patch(document, entry.patch)
            except InvalidBattleError as error:
                raise StoreError(f"revision {entry.revision} of battle {battle_id} is damaged: {error}") from error
            at = entry.revision
        return document, at

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
                raise StoreError(f"revision {revision} of battle {battle_id} is missing")
        return found

    def append(self, battle_id: str, entry: Entry, document: BattleDocument) -> None:
        """Keep an entry, which leads to this document. It is durable when the call returns.

        Raises :class:`RevisionConflictError` if the revision exists already, :class:`StoreError` if it was not kept.
        """
        advance = _battles.update().where(_battles.c.id == battle_id, _battles.c.revision == entry.revision - 1)
        values = {name: getattr(entry, name) for name in Entry.__slots__}
        with self._trouble("the edit was not kept"), self._writer.begin() as connection:
            done = connection.execute(advance.values(name=document.name, revision=entry.revision, changed=entry.time))
            if not done.rowcount:
                raise RevisionConflictError(f"battle {battle_id} has moved past revision {entry.revision - 1}")
            connection.execute(_edits.insert().values(battle=battle_id, **values))
            if entry.revision % SNAPSHOT_EVERY == 0:
                _write_snapshot(connection, battle_id, entry.revision, document)

    def revisions(self, battle_ids: Collection[str]) -> dict[str, int]:
        """The newest revision of each of these battles."""
        wanted = sa.select(_battles.c.id, _battles.c.revision).where(_battles.c.id.in_(battle_ids))
        return {row["id"]: row["revision"] for row in self._read(wanted)}

    # ---------------------------------------------------------------- the database

    def _read(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
        with self._trouble("cannot be read"), self._engine.connect() as connection:
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
        with self._trouble("the change was not kept"), self._writer.begin() as connection:
            done = connection.execute(_battles.update().where(_battles.c.id == battle_id).values(**values))
            if not done.rowcount:
                raise StoreError(f"there is no battle {battle_id!r} here")

    def _check(self, connection: sa.Connection) -> bool:
        """Whether the database holds battles (False if it is empty); writes nothing.

        Raises :class:`StoreError` for what this program must not write to.
        """
        present = set(sa.inspect(connection).get_table_names())
        if not present:
            return False
        if _facts.name not in present:
            raise self._error("holds something else than battles; choose another address")
        version = connection.execute(sa.select(_facts.c.value).where(_facts.c.key == "schema")).scalar()
        if version is None or not version.isdecimal():
            raise self._error("is damaged: its version is missing; restore it from a copy")
        if int(version) > SCHEMA_VERSION:
            raise self._error(
                f"has version {version}; this program reads versions up to {SCHEMA_VERSION}: update massbattle"
            )
        missing = sorted(set(_tables.tables) - present)
        if missing:
            raise self._error(f"is damaged: {', '.join(missing)} missing; restore it from a copy")
        return True

    def _error(self, message: str) -> StoreError:
        return StoreError(f"the store {self._url.render_as_string()} {message}")

    @contextmanager
    def _trouble(self, message: str) -> Iterator[None]:
        """Turn what a database may say into a :class:`StoreError` that names the store."""
        try:
            yield
        except (sa.exc.SQLAlchemyError, sqlite3.Error, OSError, ImportError) as error:
            said = str(getattr(error, "orig", None) or error)
            raise StoreError(f"the store {self._url.render_as_string()}: {message} ({said})") from error


def _write_snapshot(connection: sa.Connection, battle_id: str, revision: int, document: BattleDocument) -> None:
    text = battlefile.dumps(document)
    connection.execute(_snapshots.insert().values(battle=battle_id, revision=revision, document=text))


def _sqlite_engine(url: sa.URL, check: Callable[[sa.Connection], bool]) -> sa.Engine:
    """An engine for SQLite whose commits are on the disk when they return, and whose writers wait in line.

    A file that is there already is checked first, without writing to it.
    """
    if url.database in (None, "", ":memory:"):
        raise StoreError("a database in memory keeps nothing; write for example sqlite:///battles.db")
    path = Path(str(url.database))
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        _check_file(path, check)
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver guesses
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("massbattle_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", begin)
    return engine


def _check_file(path: Path, check: Callable[[sa.Connection], bool]) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=sa.NullPool)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise sqlite3.DatabaseError(f"damaged: {found}")
        check(connection)
