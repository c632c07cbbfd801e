"""The list of battles: what a game master can do with it, what can be taken back, files in and out."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dashboard.i18n import Words
from dashboard.models import BattleSession
from dashboard.models.battle_list import BattleList
from dashboard.rooms import Rooms
from dashboard.store import Shelf, StoreError
from dashboard.views.moments import moment
from massbattle_core import battlefile
from massbattle_core.document import Rename
from massbattle_core.errors import Problem
from tests.dashboard.fakes import ANA, BEN, demo


@pytest.fixture
def battles(rooms: Rooms) -> BattleList:
    return BattleList(rooms, ANA)


def names(battles: BattleList) -> list[str]:
    return [battle.name for battle in battles.shown]


def test_battles_are_made_renamed_and_duplicated(battles: BattleList, rooms: Rooms) -> None:
    first = battles.create("Dawn")
    assert battles.rename(first, "Dusk")
    copy = battles.duplicate(first)
    assert copy not in ("", first)
    assert sorted(names(battles)) == ["Dusk", "Dusk (copy)"]
    assert rooms.get_room(first).revision == 1  # a name is an edit: it can be undone on the page of the battle
    document, _ = rooms.store.load(first)
    assert rooms.store.load(copy) == (replace(document, name="Dusk (copy)"), 0)
    assert not battles.rename(first, "   ")
    assert battles.refusal
    assert "Dusk" in names(battles)


def test_the_search_finds_every_word_of_a_name(battles: BattleList) -> None:
    for name in ("The Ford at Dornmere", "The Wall", "Ford of the Kings"):
        battles.create(name)
    battles.look_for("ford THE")
    assert sorted(names(battles)) == ["Ford of the Kings", "The Ford at Dornmere"]
    battles.look_for("")
    assert len(battles.shown) == 3


@pytest.mark.parametrize(("act", "shelf"), [("archive", Shelf.ARCHIVE), ("delete", Shelf.BIN)])
def test_a_move_off_the_table_is_taken_back(battles: BattleList, act: str, shelf: Shelf) -> None:
    battle = battles.create("Dawn")
    assert getattr(battles, act)(battle)
    assert (names(battles), battles.counts[shelf], battles.can_undo) == ([], 1, True)
    assert "Dawn" in battles.status
    assert battles.undo()
    assert (names(battles), battles.counts[shelf], battles.can_undo) == (["Dawn"], 0, False)
    assert not battles.undo()


def test_a_deleted_battle_keeps_its_history_until_it_is_deleted_for_good(battles: BattleList, rooms: Rooms) -> None:
    battle = battles.create("Dawn")
    battles.rename(battle, "Dusk")
    battles.archive(battle)
    battles.look_at(Shelf.ARCHIVE)
    battles.delete(battle)
    battles.undo()
    assert names(battles) == ["Dusk"]  # back in the archive, not on the table
    assert not battles.destroy(battle)  # only what is in the bin
    battles.delete(battle)
    battles.look_at(Shelf.BIN)
    assert battles.put_back(battle)
    assert len(rooms.store.entries(battle)) == 1
    battles.delete(battle)
    still_open = BattleSession(rooms.get_room(battle), BEN)
    assert still_open.submit(Rename("Noon"))
    assert battles.destroy(battle)
    assert not still_open.submit(Rename("Night"))
    assert "deleted for good" in still_open.refusal[0].message
    still_open.close()
    assert (battles.counts[Shelf.BIN], rooms.store.entries(battle)) == (0, [])
    with pytest.raises(StoreError, match="no battle"):
        rooms.store.load(battle)


def test_everything_comes_back_from_one_file(battles: BattleList, rooms: Rooms) -> None:
    for name in ("Dawn", "Dawn", "Binned", "Archived"):
        rooms.store.create(replace(demo(), name=name))
    battles.refresh()
    by_name = {battle.name: battle.id for battle in battles.shown}
    battles.archive(by_name["Archived"])
    battles.delete(by_name["Binned"])
    packed = battles.everything()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert sorted(archive.namelist()) == ["archived.json", "dawn-2.json", "dawn.json"]
    assert battles.take_in("all.zip", packed)
    assert "3 battles" in battles.status
    assert sorted(names(battles)) == ["Archived", "Dawn", "Dawn", "Dawn", "Dawn"]
    assert rooms.store.load(battles.shown[0].id)[0].mass_combat == demo().mass_combat
    name, text = battles.file_of(battles.shown[0].id)
    assert battles.take_in("one.json", text.encode())
    assert names(battles).count(name) > 1


def spoiled(data: bytes) -> bytes:
    """A zip file whose packed bytes of the first file are not what they were."""
    start = 30 + len("battle.json")
    return data[:start] + b"\xff\xff\xff" + data[start + 3 :]


def zipped(**files: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.json", data)
    return written.getvalue()


def test_what_can_be_read_is_imported_and_the_rest_is_told(battles: BattleList) -> None:
    good = battlefile.dumps(demo()).encode()
    assert not battles.take_in("mixed.zip", zipped(good=good, bad=b"{", other=b'{"format": "recipe"}'))
    assert names(battles) == [demo().name]
    assert [problem.place.split(":")[0] for problem in battles.refusal] == ["bad.json", "other.json"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Dear aunt", "not JSON"),
        (zipped(), "no battle file in it"),
        (b"PK\x03\x04 and nothing else", "zip file cannot be read"),
        (spoiled(zipped(battle=b"x" * 2_000)), "zip file cannot be read"),
        (zipped(bomb=b" " * (battlefile.LARGEST_FILE + 1)), "in parts"),
    ],
)
def test_a_file_that_holds_no_battle_is_refused(battles: BattleList, data: bytes, message: str) -> None:
    assert not battles.take_in("file", data)
    assert message in str(battles.refusal[0])
    assert battles.shown == ()


def test_what_others_do_appears_and_what_they_deleted_is_refused(battles: BattleList, rooms: Rooms) -> None:
    other = BattleList(rooms, ANA)
    battle = other.create("Dawn")
    battles.refresh()
    assert names(battles) == ["Dawn"]
    other.delete(battle)
    other.destroy(battle)
    assert not battles.duplicate(battle)
    assert "no battle" in battles.refusal[0].message
    battles.refuse(Problem("x.json", "too large"))
    assert battles.refusal[0].place == "x.json"


def test_times_are_told_as_people_do() -> None:
    now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def told(**ago: float) -> str:
        return moment((now - timedelta(**ago)).isoformat(), Words("en"), now)

    assert (told(seconds=5), told(minutes=1), told(minutes=59)) == ("just now", "1 minute ago", "59 minutes ago")
    assert told(hours=2).startswith("today, ")
    assert told(days=1).startswith("yesterday, ")
    assert told(days=9).startswith("2026-11-21 ")
