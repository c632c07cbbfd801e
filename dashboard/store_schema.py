"""The tables of the store, and how a database of an earlier version becomes one of today.

A table or column that is added here raises :data:`SCHEMA_VERSION`; a database written before has it added when it
is opened to be written to, in one transaction, so that it is whole before and after.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.schema import CreateColumn

from massbattle_core.errors import MassBattleError

__all__ = [
    "SCHEMA_VERSION",
    "RevisionConflictError",
    "StoreError",
    "UnfitDatabaseError",
    "battles",
    "edits",
    "facts",
    "prepare",
    "snapshots",
    "verify",
]

SCHEMA_VERSION = 2

tables = sa.MetaData()
facts = sa.Table(
    "massbattle",
    tables,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(200), nullable=False),
)
battles = sa.Table(
    "battles",
    tables,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("source", sa.String(100), nullable=False, index=True),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("created", sa.String(40), nullable=False),
    sa.Column("changed", sa.String(40), nullable=False),
    sa.Column("opened", sa.String(40), nullable=False),
    sa.Column("deleted", sa.String(40), nullable=False, server_default=""),
)
edits = sa.Table(
    "edits",
    tables,
    sa.Column("battle", sa.ForeignKey("battles.id"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("edit", sa.JSON, nullable=False),
    sa.Column("patch", sa.JSON, nullable=False),
    sa.Column("inverse", sa.JSON, nullable=False),
    sa.Column("author", sa.String(80), nullable=False),
    sa.Column("author_name", sa.String(80), nullable=False),
    sa.Column("time", sa.String(40), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, server_default=""),
)
snapshots = sa.Table(
    "snapshots",
    tables,
    sa.Column("battle", sa.ForeignKey("battles.id"), primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("document", sa.Text().with_variant(LONGTEXT, "mysql", "mariadb"), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, server_default=""),
)


class StoreError(MassBattleError):
    """The store cannot be opened, read or written; nothing was changed."""


class UnfitDatabaseError(StoreError):
    """Why a database cannot be used, as the end of a sentence that begins with its address."""


class RevisionConflictError(StoreError):
    """Somebody else has written this revision of the battle first."""


def verify(connection: sa.Connection) -> int:
    """The version of the battles that a database holds, 0 if it is empty; writes nothing.

    Raises :class:`UnfitDatabaseError` for what this program must not write to.
    """
    present = set(sa.inspect(connection).get_table_names())
    if not present:
        return 0
    if facts.name not in present:
        raise UnfitDatabaseError("holds something else than battles; choose another address")
    found = connection.execute(sa.select(facts.c.value).where(facts.c.key == "schema")).scalar()
    if found is None or not found.isdecimal():
        raise UnfitDatabaseError("is damaged: its version is missing; restore it from a copy")
    version = int(found)
    if version > SCHEMA_VERSION:
        raise UnfitDatabaseError(
            f"has version {version}; this program reads versions up to {SCHEMA_VERSION}: update massbattle"
        )
    required = tables.tables if version == SCHEMA_VERSION else (facts.name, battles.name, edits.name, snapshots.name)
    if missing := sorted(set(required) - present):
        raise UnfitDatabaseError(f"is damaged: {', '.join(missing)} missing; restore it from a copy")
    return version


def prepare(connection: sa.Connection) -> None:
    """Make the tables of an empty database, and add to an earlier one what it lacks.

    Raises as :func:`verify` does, before anything is written.
    """
    version = verify(connection)
    if version == SCHEMA_VERSION:
        return
    inspector = sa.inspect(connection)
    for table in tables.sorted_tables if version else ():
        if inspector.has_table(table.name):
            present = {column["name"] for column in inspector.get_columns(table.name)}
            for column in table.columns:
                if column.name not in present:
                    added = CreateColumn(column).compile(dialect=connection.dialect)
                    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {added}")
    tables.create_all(connection)
    if version:
        connection.execute(facts.update().where(facts.c.key == "schema").values(value=str(SCHEMA_VERSION)))
    else:
        connection.execute(facts.insert().values(key="schema", value=str(SCHEMA_VERSION)))
