"""The store: recovery from any prefix, refusal of what it must not touch, two stores on one database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard import store as store_module
from dashboard.history import Entry
from dashboard.store import RevisionConflictError, Shelf, Store, StoreError, utc_now
from massbattle_core.document import BattleDocument, Rename, apply_edit, apply_patch, edit_to_json
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.edits import (
    AddUnit,
    MoveUnit,
    PaintHexes,
    RemoveUnit,
    SetCharisma,
    SetFactors,
    SetGroups,
    SetMorale,
    SetSide,
    SwapSides,
)
from massbattle_core.mass_combat.model import Group, Hex, Unit
from tests.dashboard.fakes import demo

DEMO = demo()
UNITS = st.sampled_from(sorted(DEMO.mass_combat.units))
HEXES = st.tuples(st.integers(0, 31), st.integers(0, 21))
EDITS = st.one_of(
    st.builds(SetMorale, UNITS, st.integers(-10, 10)),
    st.builds(SetCharisma, UNITS, st.integers(-5, 10)),
    st.builds(SetFactors, UNITS, st.just({"allies": 1}) | st.just({})),
    st.builds(MoveUnit, UNITS, HEXES | st.none()),
    st.builds(RemoveUnit, UNITS),
    st.builds(AddUnit, st.builds(Unit, UNITS, st.sampled_from("ab"), st.text(max_size=5), position=HEXES | st.none())),
    st.builds(SetGroups, UNITS, st.lists(st.builds(Group, st.just("guard"), st.integers(1, 9)), max_size=3).map(tuple)),
    st.builds(SetSide, st.sampled_from("ab"), st.fixed_dictionaries({"morale_shift": st.integers(-3, 3)})),
    st.builds(PaintHexes, st.just({"3,4": Hex("water")}) | st.just({"3,4": Hex()})),
    st.just(SwapSides()),
    st.builds(Rename, st.text(st.characters(categories=("L", "P")), min_size=1, max_size=9)),
)


def entry_of(revision: int, edit: Any, document: BattleDocument) -> tuple[Entry, BattleDocument]:
    change = apply_edit(document, edit)
    return Entry(revision, edit_to_json(edit), change.patch, change.inverse, "ana", "Ana", utc_now()), change.document


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('store') / 'battles.db'}")
    yield store
    store.close()


@given(st.lists(EDITS, max_size=6), st.data())
@settings(max_examples=30, deadline=None)
def test_any_revision_is_recovered_from_any_snapshot_before_it(
    shared_store: Store, edits: list[Any], data: st.DataObject
) -> None:
    store = shared_store
    documents = [DEMO]
    battle = store.create(DEMO)
    for edit in edits:
        try:
            entry, document = entry_of(len(documents), edit, documents[-1])
        except MassBattleError:
            continue
        assert apply_patch(documents[-1], entry.patch) == document
        assert apply_patch(document, entry.inverse) == documents[-1]
        store.append(battle, entry, document)
        documents.append(document)
    newest = len(documents) - 1
    snapshot = data.draw(st.integers(0, newest))
    if snapshot:
        with store._writer.begin() as connection:
            store_module._write_snapshot(connection, battle, snapshot, documents[snapshot])
    wanted = data.draw(st.integers(0, newest))
    assert store.load(battle, wanted) == (documents[wanted], wanted)
    assert store.load(battle) == (documents[-1], newest)


def test_recovery_never_runs_a_rule(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = store.create(DEMO)
    entry, document = entry_of(1, SetMorale("u1", 4), DEMO)
    store.append(battle, entry, document)

    def no_rule(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(SetMorale, "apply", no_rule)
    assert store.load(battle) == (document, 1)


def test_snapshots_are_taken_now_and_then(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "SNAPSHOT_EVERY", 2)
    battle, document = store.create(DEMO), DEMO
    for revision in range(1, 6):
        entry, document = entry_of(revision, SetMorale("u1", revision), document)
        store.append(battle, entry, document)
    query = sa.select(store_module._snapshots.c.revision)
    assert [row["revision"] for row in store._read(query)] == [0, 2, 4]
    assert store.load(battle) == (document, 5)
    assert store.load(battle, 3)[0].mass_combat.units["u1"].morale == 3


def test_a_revision_is_written_once(url: str, store: Store) -> None:
    other = Store(url)
    battle = store.create(DEMO)
    entry, document = entry_of(1, SetMorale("u1", 4), DEMO)
    store.append(battle, entry, document)
    with pytest.raises(RevisionConflictError):
        other.append(battle, *entry_of(1, SetMorale("u1", 5), DEMO))
    with pytest.raises(RevisionConflictError):
        other.append(battle, *entry_of(3, SetMorale("u1", 5), DEMO))
    assert other.load(battle) == (document, 1)
    other.close()


def test_the_list_of_battles(store: Store) -> None:
    first, second = store.create(DEMO, "file one"), store.create(DEMO, "file two")
    assert [info.id for info in store.battles()] == [second, first]
    store.mark_opened(first)
    assert [info.id for info in store.battles()] == [first, second]
    store.append(first, *entry_of(1, Rename("Helm's Dike"), DEMO))
    assert [(info.name, info.revision) for info in store.battles()] == [("Helm's Dike", 1), (DEMO.name, 0)]
    assert store.find("file two") == second
    store.put_on(second, Shelf.ARCHIVE)
    assert [info.id for info in store.battles()] == [first]
    assert [info.id for info in store.battles(Shelf.ARCHIVE)] == [second]
    assert store.find("file two") is None
    store.put_on(second, Shelf.TABLE)
    assert store.find("file two") == second
    for call in (store.load, store.mark_opened, lambda battle: store.put_on(battle, Shelf.BIN)):
        with pytest.raises(StoreError, match="no battle 'nobody'"):
            call("nobody")


def test_in_sqlite_an_edit_is_flushed_before_it_is_acknowledged(tmp_path: Path) -> None:
    with closing(Store(f"sqlite:///{tmp_path / 'here.db'}")) as store, store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5000


def refused(path: Path) -> str:
    """Why a database is refused, after making sure that not a byte of it was changed."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "battles.db"
    Store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE massbattle SET value = '99'")
    connection.close()
    assert "version 99" in refused(path)
    assert "update massbattle" in refused(path)


def test_other_peoples_databases_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    assert "something else" in refused(path)
    (tmp_path / "letter.txt").write_text("Dear aunt, " * 200)
    assert "not a database" in refused(tmp_path / "letter.txt")


def test_a_damaged_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "battles.db"
    store = Store(f"sqlite:///{path}")
    for _ in range(5):
        store.create(DEMO)
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    refused(path)
    path.write_bytes(whole)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE snapshots")
    connection.close()
    assert "snapshots missing" in refused(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM massbattle")
    connection.close()
    assert "version is missing" in refused(path)


@pytest.mark.parametrize(
    "damage",
    [
        'UPDATE edits SET patch = \'[{"op": "remove", "path": "/nowhere"}]\' WHERE revision = 1',
        "DELETE FROM edits WHERE revision = 1",
        "UPDATE snapshots SET document = '{'",
    ],
)
def test_damage_within_a_battle_is_told(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "battles.db"
    store = Store(f"sqlite:///{path}")
    battle, document = store.create(DEMO), DEMO
    for revision in (1, 2):
        entry, document = entry_of(revision, SetMorale("u1", revision), document)
        store.append(battle, entry, document)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    with pytest.raises(StoreError, match=rf"battle {battle}"):
        store.load(battle)
    store.close()


@pytest.mark.parametrize("url", ["no address", "sqlite://", "sqlite:////proc/nowhere/x.db", "nosuch://host/x"])
def test_a_store_that_cannot_be_opened_says_so(url: str) -> None:
    with pytest.raises(StoreError):
        Store(url)


def test_a_password_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        Store("nosuch://gm:sesame@host/x")
    assert "sesame" not in str(caught.value)


def test_what_is_kept_is_readable(store: Store) -> None:
    battle = store.create(DEMO)
    store.append(battle, *entry_of(1, SetMorale("u1", 4), DEMO))
    (entry,) = store.entries(battle)
    assert entry.edit == {"edit": "SetMorale", "unit": "u1", "value": 4}
    assert json.dumps(entry.patch) == '[{"op": "add", "path": "/mass_combat/units/u1/morale", "value": 4}]'
