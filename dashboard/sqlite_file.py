"""SQLite as a store: durable commits, a look that writes nothing, copies while it is in use, a copy put back."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from dashboard.store_schema import StoreError, UnfitDatabaseError

__all__ = ["BUSY_SECONDS", "copy_to", "database_path", "put_back", "reading_engine", "verify_file", "writing_engine"]

BUSY_SECONDS = 5
"""How long a writer waits for another process that holds the database."""

Verify = Callable[[sa.Connection], int]
Finish = Callable[[sqlite3.Connection], object]
"""What is yet to be done to a copy before it takes its name or its place."""


def database_path(url: sa.URL) -> Path:
    """Where the database of a SQLite address is. Raises :class:`StoreError` for one in memory."""
    if url.database in (None, "", ":memory:"):
        raise StoreError("a database in memory keeps nothing; write for example sqlite:///battles.db")
    return Path(str(url.database))


def writing_engine(url: sa.URL, verify: Verify) -> sa.Engine:
    """An engine whose commits are on the disk when they return, and whose writers wait in line.

    A file that is there already is verified first, without writing to it; a folder that is missing is made.
    """
    path = database_path(url)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        verify_file(path, verify)
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


def reading_engine(path: Path) -> sa.Engine:
    """An engine that cannot write to the database."""
    return sa.create_engine("sqlite://", creator=lambda: _open_to_read(path), poolclass=sa.NullPool)


def verify_file(path: Path, verify: Verify) -> int:
    """The version of the battles in a file, 0 if it is empty; writes nothing.

    Raises :class:`sqlite3.DatabaseError` if the file is damaged, and what ``verify`` raises.
    """
    with reading_engine(path).connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise sqlite3.DatabaseError(f"damaged: {found}")
        return verify(connection)


def copy_to(database: Path, copy: Path, finish: Finish = lambda _copy: None) -> None:
    """Write a copy of a database as it is at one moment, whole or not at all; others may write to it meanwhile."""
    partial = copy.with_name(f".{copy.name}.{os.getpid()}.part")
    copy.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(_open_to_read(database)) as source, closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            finish(target)
            target.commit()
            target.execute("PRAGMA journal_mode = DELETE").close()  # one file, with nothing left beside it
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.replace(copy)
    finally:
        partial.unlink(missing_ok=True)


def put_back(copy: Path, database: Path, finish: Finish = lambda _copy: None) -> Path | None:
    """Put a copy in the place of a database, whole or not at all; returns where what was there is kept.

    Raises :class:`UnfitDatabaseError` if somebody has the database open.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    if not database.exists():
        copy_to(copy, database, finish)
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    kept = database.with_name(f"{database.stem}-before-restore-{stamp}{database.suffix}")
    with _alone(database) as target:
        copy_to(database, kept)
        with closing(_open_to_read(copy)) as source:
            source.backup(target)
        finish(target)
        target.commit()
    return kept


@contextmanager
def _alone(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a database that nobody else has open."""
    with closing(sqlite3.connect(database, timeout=1)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE").close()  # which SQLite does for the only user alone
        except sqlite3.OperationalError as error:
            raise UnfitDatabaseError("is in use; stop the server that has it open first") from error
        yield connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
