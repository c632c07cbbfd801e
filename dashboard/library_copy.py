"""The library in a backup: its text stands in a table of its own beside the battles."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from dashboard.history import text_digest
from massbattle_core.armies import library
from massbattle_core.errors import BattleFileError

__all__ = ["drop_library", "keep_library", "read_library"]


def keep_library(copy: sqlite3.Connection, text: str | None) -> None:
    """Put the text of a library into a copy of the battles, or take out what stands there (None)."""
    drop_library(copy)
    if text is not None:
        copy.execute("CREATE TABLE library (text TEXT NOT NULL, digest TEXT NOT NULL)")
        copy.execute("INSERT INTO library VALUES (?, ?)", (text, text_digest(text)))


def drop_library(copy: sqlite3.Connection) -> None:
    """Take the text out again: a store keeps its library in a file."""
    copy.execute("DROP TABLE IF EXISTS library")


def read_library(copy: Path) -> str | None:
    """The text of the library in a backup, None for one that holds none.

    Raises :class:`BattleFileError` if it is damaged, or of a version that this program does not read.
    """
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            row = connection.execute("SELECT text, digest FROM library").fetchone()
        except sqlite3.OperationalError:  # there is no such table: an older program has written it
            return None
    if row is None or text_digest(str(row[0])) != row[1]:
        raise BattleFileError("the library is not as it was written", str(copy), "choose another copy")
    library.loads(str(row[0]))
    return str(row[0])
