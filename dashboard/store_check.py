"""Whether everything that a store keeps of its battles is whole, read without writing a byte.

Each battle is rebuilt from its first snapshot and its log. Every entry must be as it was written, every patch
must fit, each later snapshot must say the same as the log, and the list the same as both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from dashboard import sqlite_file
from dashboard.history import Entry, Json, entry_digest, text_digest
from dashboard.store import parse_url, store_trouble
from dashboard.store_schema import battles, edits, snapshots, verify
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument, document_from_json, document_to_json, patch_json
from massbattle_core.errors import BattleFileError, InvalidBattleError, Problem

__all__ = ["Checked", "check_store"]

_REMEDY = "put a copy back with massbattle restore, or save the newest whole state with massbattle check --rescue"


@dataclass(frozen=True, slots=True)
class Checked:
    """One battle after the check: what is wrong with it, and its newest state that is whole (None if none is)."""

    id: str
    name: str
    revision: int
    problems: tuple[Problem, ...]
    whole: BattleDocument | None
    whole_revision: int


def check_store(url: str | None = None) -> Iterator[Checked]:
    """Check every battle of a store, one after the other; nothing is written.

    Raises :class:`StoreError` if the store as a whole cannot be read.
    """
    address = parse_url(url)
    with store_trouble(address, "cannot be checked; put a copy back with massbattle restore"):
        if address.get_backend_name() == "sqlite":
            path = sqlite_file.database_path(address)
            if not path.exists():
                raise FileNotFoundError(f"{path} is not there")
            sqlite_file.verify_file(path, verify)
            engine = sqlite_file.reading_engine(path)
        else:
            engine = sa.create_engine(address)
        with engine.connect() as connection:
            verify(connection)
            read = _reader(connection)
            for row in read(battles, True):
                yield _Check(row, read).result()


_Read = Callable[[sa.Table, Any], Iterator[Json]]


def _reader(connection: sa.Connection) -> _Read:
    """Reads rows of a table; a column that a database of an earlier version lacks is empty."""
    inspector = sa.inspect(connection)
    present = {
        table.name: {column["name"] for column in inspector.get_columns(table.name)}
        for table in (battles, edits, snapshots)
    }

    def read(table: sa.Table, condition: Any) -> Iterator[Json]:
        columns = [column for column in table.columns if column.name in present[table.name]]
        absent = {column.name: "" for column in table.columns if column.name not in present[table.name]}
        query = sa.select(*columns).where(condition if condition is not True else sa.true())
        order = table.c.revision if table is not battles else table.c.id
        for row in connection.execution_options(yield_per=500).execute(query.order_by(order)).mappings():
            yield {**row, **absent}

    return read


class _Check:
    """The check of one battle."""

    def __init__(self, battle: Json, read: _Read) -> None:
        self._battle = battle
        self._id = battle["id"]
        self._problems: list[Problem] = []
        self._documents = {
            row["revision"]: self._document(row) for row in read(snapshots, snapshots.c.battle == self._id)
        }
        self._state: Json | None = None
        self._at = -1
        self._whole: list[tuple[int, Json]] = [(at, state) for at, state in self._documents.items() if state]
        self._replay(read(edits, edits.c.battle == self._id))

    def result(self) -> Checked:
        """What was found."""
        whole, revision = self._newest_whole()
        return Checked(self._id, self._battle["name"], self._battle["revision"], tuple(self._problems), whole, revision)

    def _document(self, row: Json) -> Json | None:
        place = self._place(row["revision"], "snapshot")
        if row["digest"] and row["digest"] != text_digest(row["document"]):
            self._tell(place, "is not as it was written")
            return None
        try:
            return document_to_json(battlefile.loads(row["document"]))
        except BattleFileError as error:
            self._tell(place, str(error))
            return None

    def _replay(self, rows: Iterator[Json]) -> None:
        """Go through the log from the first snapshot that can be read."""
        first = min((at for at, document in self._documents.items() if document is not None), default=None)
        if first != 0:
            self._tell(self._place(0, "snapshot"), "there is no state to begin with")
        expected = 1
        if first is not None:
            self._take(first)
        for row in rows:
            entry = Entry(**{name: row[name] for name in Entry.__slots__})
            if entry.revision != expected:
                self._tell(self._place(expected), f"missing up to revision {entry.revision - 1}")
                self._stop()
            expected = entry.revision + 1
            if row["digest"] and row["digest"] != entry_digest(self._id, entry):
                self._tell(self._place(entry.revision), "is not as it was written")
            self._step(entry)
        newest = self._battle["revision"]
        if expected - 1 < newest:
            self._tell(self._place(expected), f"missing up to revision {newest}")
        elif expected - 1 > newest:
            self._tell(self._place(newest), f"the list stops here, the log goes on to revision {expected - 1}")

    def _step(self, entry: Entry) -> None:
        if self._state is not None and entry.revision == self._at + 1:
            try:
                self._state = patch_json(self._state, entry.patch)
                self._at = entry.revision
            except InvalidBattleError as error:
                self._tell(self._place(entry.revision), str(error))
                self._stop()
        if self._documents.get(entry.revision) is not None:
            if self._state is None:
                self._take(entry.revision)
            elif self._state != self._documents[entry.revision]:
                self._tell(self._place(entry.revision, "snapshot"), "differs from what the log leads to")

    def _take(self, revision: int) -> None:
        """Go on from a snapshot."""
        found = self._documents[revision]
        self._state = document_to_json(document_from_json(found)) if found is not None else None
        self._at = revision

    def _stop(self) -> None:
        """The log leads no further for now; what it has led to is whole."""
        if self._state is not None:
            self._whole.append((self._at, self._state))
        self._state = None

    def _newest_whole(self) -> tuple[BattleDocument | None, int]:
        self._stop()
        for revision, state in sorted(self._whole, key=lambda found: found[0], reverse=True):
            try:
                return document_from_json(state), revision
            except InvalidBattleError as error:
                self._tell(self._place(revision), str(error))
        return None, -1

    def _place(self, revision: int, what: str = "") -> str:
        return f"battle {self._battle['name']!r} ({self._id}), {what + ' of ' if what else ''}revision {revision}"

    def _tell(self, place: str, message: str) -> None:
        self._problems.append(Problem(place, message, _REMEDY))
