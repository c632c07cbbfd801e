"""``massbattle backup | restore | check``: copies are whole, damage is told, what is not ours stays as it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from dashboard.cli import app
from dashboard.library_file import LibraryFile, library_path
from dashboard.store import Store
from massbattle_core import battlefile
from massbattle_core.armies.library import Library, keep_unit
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import demo
from tests.dashboard.test_store import entry_of


def massbattle(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def keep(store: Store, battle: str, revisions: range, document: BattleDocument) -> BattleDocument:
    """Write edits of a unit's morale, each to the number of its revision (mod 10)."""
    for revision in revisions:
        entry, document = entry_of(revision, SetMorale("u1", revision % 10), document)
        store.append(battle, entry, document)
    return document


@pytest.fixture
def kept(url: str, store: Store) -> tuple[str, BattleDocument]:
    """A battle of five edits; its id and the document."""
    battle = store.create(demo())
    return battle, keep(store, battle, range(1, 6), demo())


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    with connection:
        yield connection
    connection.close()


def test_a_backup_of_a_store_in_use_is_put_back_with_its_history(
    tmp_path: Path, url: str, store: Store, kept: tuple[str, BattleDocument]
) -> None:
    battle, document = kept
    copy = tmp_path / "copies" / "friday.db"
    result = massbattle("backup", copy, "--store", url)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [path.name for path in copy.parent.iterdir()] == ["friday.db"]
    keep(store, battle, range(6, 8), document)
    refused = massbattle("restore", copy, "--store", url)
    assert refused.exit_code == 2
    assert "stop the server" in refused.stderr
    store.close()
    assert massbattle("restore", copy, "--store", url).exit_code == 0
    again = Store(url)
    assert again.load(battle) == (document, 5)
    assert [entry.author_name for entry in again.entries(battle)] == ["Ana"] * 5
    again.close()
    (before,) = tmp_path.glob("battles-before-restore-*.db")
    earlier = Store(f"sqlite:///{before}")
    assert earlier.load(battle)[1] == 7
    earlier.close()


# ---------------------------------------------------------------- the library


@pytest.fixture
def library(url: str, kept: tuple[str, BattleDocument]) -> LibraryFile:
    """The library of the store, with one unit."""
    library = LibraryFile(library_path(url))
    library.change(lambda now: replace(now, units={"guards": keep_unit(kept[1], "u1")}))
    return library


def test_a_backup_holds_the_library_too(tmp_path: Path, url: str, store: Store, library: LibraryFile) -> None:
    before, copy = library.read(), tmp_path / "friday.db"
    assert len(before.units) == 1
    result = massbattle("backup", copy, "--store", url)
    assert (result.exit_code, str(library.path) in result.stdout) == (0, True)
    assert "library: " in massbattle("check", "--store", f"sqlite:///{copy}").stdout
    library.change(lambda _now: Library())
    store.close()
    assert massbattle("restore", copy, "--store", url).exit_code == 0
    assert library.read() == before
    (kept,) = tmp_path.glob("library-before-restore-*.json")
    assert LibraryFile(kept).read() == Library()
    with opened(tmp_path / "battles.db") as database:  # the store itself keeps none
        assert not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'library'").fetchall()
    assert "1 units" in massbattle("check", "--store", url).stdout


def test_a_damaged_library_is_put_back_from_a_backup(
    tmp_path: Path, url: str, store: Store, library: LibraryFile
) -> None:
    before, copy = library.read(), tmp_path / "friday.db"
    assert massbattle("backup", copy, "--store", url).exit_code == 0
    library.path.write_text("{")
    for command in (("backup", tmp_path / "later.db"), ("check",)):
        refused = massbattle(*command, "--store", url)
        assert (refused.exit_code, str(library.path) in refused.stderr) == (2, True)
    assert (library.path.read_text(), (tmp_path / "later.db").exists()) == ("{", False)
    store.close()
    assert massbattle("restore", copy, "--store", url).exit_code == 0
    assert library.read() == before


@pytest.mark.parametrize("damage", ["UPDATE library SET text = replace(text, '1', '2')", "DELETE FROM library"])
def test_a_damaged_library_in_a_backup_is_refused_and_nothing_is_touched(
    tmp_path: Path, url: str, store: Store, library: LibraryFile, damage: str
) -> None:
    copy = tmp_path / "friday.db"
    assert massbattle("backup", copy, "--store", url).exit_code == 0
    store.close()
    with opened(copy) as connection:
        connection.execute(damage)
    before = (tmp_path / "battles.db").read_bytes(), library.path.read_bytes()
    for command in (("restore", copy, "--store", url), ("check", "--store", f"sqlite:///{copy}")):
        refused = massbattle(*command)
        assert (refused.exit_code, "choose another copy" in refused.stderr) == (2, True)
    assert ((tmp_path / "battles.db").read_bytes(), library.path.read_bytes()) == before


def test_a_backup_of_before_the_library_leaves_it_as_it_is(
    tmp_path: Path, url: str, store: Store, library: LibraryFile
) -> None:
    copy, before = tmp_path / "old.db", library.path.read_bytes()
    assert massbattle("backup", copy, "--store", url).exit_code == 0
    with opened(copy) as connection:
        connection.execute("DROP TABLE library")
    store.close()
    result = massbattle("restore", copy, "--store", url)
    assert (result.exit_code, "holds no library" in result.stdout) == (0, True)
    assert library.path.read_bytes() == before


def test_a_backup_is_put_in_an_empty_place(tmp_path: Path, url: str, kept: tuple[str, BattleDocument]) -> None:
    copy = tmp_path / "copy.db"
    assert massbattle("backup", copy, "--store", url).exit_code == 0
    elsewhere = f"sqlite:///{tmp_path / 'new' / 'battles.db'}"
    assert massbattle("restore", copy, "--store", elsewhere).exit_code == 0
    store = Store(elsewhere)
    assert store.load(kept[0]) == (kept[1], 5)
    store.close()


def test_a_backup_replaces_nothing_unasked(tmp_path: Path, url: str, kept: tuple[str, BattleDocument]) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt")
    refused = massbattle("backup", letter, "--store", url)
    assert (refused.exit_code, letter.read_text()) == (2, "Dear aunt")
    assert "--overwrite" in refused.stderr
    assert massbattle("backup", tmp_path / "battles.db", "--store", url, "--overwrite").exit_code == 2
    assert massbattle("backup", letter, "--store", url, "--overwrite").exit_code == 0
    assert massbattle("check", "--store", f"sqlite:///{letter}").exit_code == 0
    absent = massbattle("backup", tmp_path / "x.db", "--store", f"sqlite:///{tmp_path / 'nothing.db'}")
    assert absent.exit_code == 2
    assert not (tmp_path / "nothing.db").exists()


def test_whole_battles_are_whole(url: str, kept: tuple[str, BattleDocument]) -> None:
    result = massbattle("check", "--store", url)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "5 edits" in result.stdout
    assert demo().name in result.stdout


LATE_SNAPSHOT = "INSERT INTO snapshots SELECT battle, 4, document, digest FROM snapshots"


@pytest.mark.parametrize(
    ("damage", "told", "whole"),
    [
        ("UPDATE edits SET author_name = 'Eve' WHERE revision = 2", "revision 2: is not as it was written", 5),
        (
            'UPDATE edits SET patch = \'[{"op": "remove", "path": "/nowhere"}]\', digest = \'\' WHERE revision = 3',
            "revision 3: the change does not fit",
            2,
        ),
        ("DELETE FROM edits WHERE revision = 4", "revision 4: missing up to revision 4", 3),
        ("DELETE FROM edits WHERE revision = 5", "revision 5: missing up to revision 5", 4),
        ("UPDATE battles SET revision = 3", "the list stops here, the log goes on to revision 5", 5),
        ("UPDATE snapshots SET document = replace(document, '4', '5')", "snapshot of revision 0: is not as", None),
        ("UPDATE snapshots SET document = '{', digest = ''", "of revision 0: line 1, column 2: not JSON", None),
        (LATE_SNAPSHOT, "snapshot of revision 4: differs from what the log leads to", 5),
    ],
)
def test_damage_is_told_with_its_place_and_what_is_whole_is_saved(
    tmp_path: Path,
    url: str,
    store: Store,
    kept: tuple[str, BattleDocument],
    damage: str,
    told: str,
    whole: int | None,
) -> None:
    battle, _ = kept
    store.close()
    with opened(tmp_path / "battles.db") as connection:
        connection.execute(damage)
    before = (tmp_path / "battles.db").read_bytes()
    result = massbattle("check", "--store", url, "--rescue", tmp_path / "saved")
    assert result.exit_code == 2
    assert told in result.stderr
    assert battle in result.stderr
    assert "massbattle restore" in result.stderr
    assert (tmp_path / "battles.db").read_bytes() == before
    saved = list((tmp_path / "saved").glob(f"*-{battle}-*.json"))
    if whole is None:
        assert saved == []
        assert "nothing" in result.stderr
    else:
        assert battlefile.load(saved[0]).mass_combat.units["u1"].morale == whole


def test_a_damaged_copy_is_not_put_back(tmp_path: Path, url: str, kept: tuple[str, BattleDocument]) -> None:
    copy = tmp_path / "copy.db"
    assert massbattle("backup", copy, "--store", url).exit_code == 0
    with opened(copy) as connection:
        connection.execute("DELETE FROM edits WHERE revision = 2")
    store_before = (tmp_path / "battles.db").read_bytes()
    result = massbattle("restore", copy, "--store", url)
    assert result.exit_code == 2
    assert "revision 2" in result.stderr
    assert "choose another copy" in result.stderr
    assert (tmp_path / "battles.db").read_bytes() == store_before


@pytest.mark.parametrize("command", ["check", "backup", "serve"])
@pytest.mark.parametrize("damage", ["newer", "cut", "other"])
def test_a_database_that_is_not_ours_to_read_is_refused_and_left_as_it_is(
    tmp_path: Path, command: str, damage: str
) -> None:
    path = tmp_path / "battles.db"
    url = f"sqlite:///{path}"
    store = Store(url)
    for _ in range(5):
        store.create(demo())
    store.close()
    if damage == "newer":
        with opened(path) as connection:
            connection.execute("UPDATE massbattle SET value = '99'")
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        path.write_text("Dear aunt, " * 200)
    before = path.read_bytes()
    arguments: list[Any] = [tmp_path / "copy.db"] if command == "backup" else []
    result = massbattle(command, *arguments, "--store", url)
    assert result.exit_code == 2
    assert str(path) in result.stderr
    assert {"newer": "update massbattle", "cut": "", "other": "not a database"}[damage] in result.stderr
    assert path.read_bytes() == before
    assert not (tmp_path / "copy.db").exists()


def test_a_database_of_the_first_version_is_checked_as_it_is_and_brought_up_when_served(
    tmp_path: Path, url: str, store: Store, kept: tuple[str, BattleDocument]
) -> None:
    store.close()
    with opened(tmp_path / "battles.db") as connection:
        for table, column in (("battles", "deleted"), ("edits", "digest"), ("snapshots", "digest")):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("UPDATE massbattle SET value = '1'")
    before = (tmp_path / "battles.db").read_bytes()
    assert massbattle("check", "--store", url).exit_code == 0
    assert (tmp_path / "battles.db").read_bytes() == before
    again = Store(url)
    assert again.load(kept[0]) == (kept[1], 5)
    keep(again, kept[0], range(6, 7), kept[1])
    assert [battle.deleted for battle in again.battles()] == [""]
    again.close()
    assert massbattle("check", "--store", url).exit_code == 0
