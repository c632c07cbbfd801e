"""The library on disk: nothing is lost, whoever writes, and a damaged file is left as it is."""

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.library_file import LibraryFile, library_path
from massbattle_core.armies.library import Library
from massbattle_core.creatures import Creature, catalogue
from massbattle_core.errors import BattleFileError
from tests.dashboard.fakes import wait_for

OGRE = catalogue().get("ogre")
assert OGRE


def named(key: str) -> Creature:
    assert OGRE
    return replace(OGRE, id=key, name=key)


def add(path: Path, keys: list[str]) -> None:
    file = LibraryFile(path)
    for key in keys:
        file.change(lambda library, key=key: replace(library, creatures={**library.creatures, key: named(key)}))


def test_what_is_kept_is_read_by_another(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "library.json"
    one, other = LibraryFile(path), LibraryFile(path)
    assert other.read() == Library()
    add(path, ["troll"])
    assert one.read().creatures == other.read().creatures == {"troll": named("troll")}
    assert one.read() is one.read()  # what has not changed is not read again
    assert {child.name for child in path.parent.iterdir()} == {"library.json", "library.lock"}


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "library.json"
    keys = [[f"c{writer}-{number}" for number in range(20)] for writer in range(2)]
    other = multiprocessing.get_context("spawn").Process(target=add, args=(path, keys[0]))
    other.start()
    wait_for(path.exists)
    add(path, keys[1])
    other.join()
    assert set(LibraryFile(path).read().creatures) == {key for some in keys for key in some}


def test_a_damaged_library_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.json"
    path.write_text('{"format": "massbattle-library", "version": 1, "creatures": {"x": {}}}')
    before = path.read_bytes()
    with pytest.raises(BattleFileError) as error:
        LibraryFile(path).change(lambda library: library)
    assert error.value.place == f"{path}: creatures/x"
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BattleFileError, match="check the folder"):
        LibraryFile(tmp_path / "file" / "library.json").change(lambda library: library)


def test_the_library_lies_beside_the_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert library_path(f"sqlite:///{tmp_path / 'battles.db'}") == tmp_path / "library.json"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert library_path().name == library_path("postgresql://host/db").name == "library.json"
    assert library_path() == library_path("postgresql://host/db")


def test_a_write_that_fails_leaves_the_old_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.json"
    add(path, ["troll"])

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dashboard.library_file.os.fsync", full)
    with pytest.raises(BattleFileError, match="the disk is full"):
        add(path, ["ogre"])
    assert set(LibraryFile(path).read().creatures) == {"troll"}
    assert {child.name for child in tmp_path.iterdir()} == {"library.json", "library.lock"}
