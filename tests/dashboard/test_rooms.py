"""Rooms: broken sessions, a store in trouble, several processes, a server that is killed."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.models import Author, BattleSession
from dashboard.odds_service import OddsService
from dashboard.room import Room
from dashboard.rooms import Rooms
from dashboard.store import Store, StoreError
from massbattle_core.mass_combat.edits import SetMorale
from massbattle_core.mass_combat.odds import share
from tests.dashboard.fakes import ANA, BEN, demo, wait_for


def test_a_session_that_fails_is_logged_and_dropped_and_the_others_hear(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    room.subscribe(broken, Author("cid", "Cid"))
    ben = BattleSession(room, BEN)
    with caplog.at_level(logging.ERROR):
        room.submit(SetMorale("u1", 4), ANA)
    assert ben.revision == 1
    assert room.subscribers == 1
    assert "Cid" in caplog.text


def test_an_edit_that_cannot_be_kept_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = BattleSession(room, ANA)

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(room._store, "append", full)
        assert not session.submit(SetMorale("u1", 4))
    assert "the disk is full" in session.status
    assert (session.revision, session.document) == (0, demo())
    wait_for(lambda: session.saved)
    assert session.submit(SetMorale("u1", 4))
    assert session.saved


def test_history_survives_a_restart(url: str, rooms: Rooms, room: Room, odds_service: OddsService) -> None:
    room.submit(SetMorale("u1", 4), ANA)
    room.submit(SetMorale("u2", 5), BEN)
    room.submit(SetMorale("u1", 6), ANA)
    room.undo(ANA)
    again = Room(room.id, Store(url), odds_service)
    assert again.view(ANA).can_redo
    again.redo(ANA)
    again.undo(ANA)
    again.undo(ANA)
    assert again.view(ANA).document.mass_combat.units["u1"].morale == 0
    assert again.view(ANA).document.mass_combat.units["u2"].morale == 5
    assert not again.view(ANA).can_undo
    again._store.close()


def test_two_processes_on_one_store_lose_nothing_and_follow_each_other(
    url: str, rooms: Rooms, room: Room, odds_service: OddsService
) -> None:
    others = Rooms(Store(url), odds_service, poll_seconds=0.05)
    other = others.get_room(room.id)
    watching = BattleSession(other, BEN)

    def write(where: Room, author: Author, unit: str) -> None:
        for value in range(1, 9):
            where.submit(SetMorale(unit, value), author)

    threads = [
        threading.Thread(target=write, args=(room, ANA, "u1")),
        threading.Thread(target=write, args=(other, BEN, "u3")),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wait_for(lambda: watching.revision == 16)
    wait_for(lambda: room.revision == 16)
    assert room.view(ANA).document == watching.document
    assert [entry.revision for entry in rooms.store.entries(room.id)] == list(range(1, 17))
    others.close()
    others.store.close()


def test_a_room_that_nobody_is_in_is_closed(rooms: Rooms, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = BattleSession(room, ANA)
    monkeypatch.setattr("dashboard.rooms.IDLE_SECONDS", 0.0)
    session.preview(SetMorale("u1", 4))
    assert rooms._rooms
    session.close()
    wait_for(lambda: not rooms._rooms)
    assert rooms.get_room(room.id) is not room


def test_odds_less_fine_than_those_at_hand_do_not_take_their_place(room: Room) -> None:
    session = BattleSession(room, ANA)
    wait_for(lambda: session.odds and session.odds.done)
    fine = session.odds
    half = share(200, 400)
    coarse = replace(fine, odds=replace(fine.odds, battles=400, win=half), done=False)
    room._odds.odds_arrived(room._odds._ticket - 1, replace(coarse, key="of an earlier battle"))
    room._odds.odds_arrived(room._odds._ticket, coarse)
    assert (session.odds, session.odds_stale) == (fine, False)
    room._odds.odds_arrived(room._odds._ticket, replace(coarse, key="of this battle"))
    assert session.odds.key == "of this battle"


def test_renaming_a_battle_is_an_edit(rooms: Rooms, room: Room) -> None:
    rooms.rename(room.id, "The Dike", ANA)
    assert room.view(ANA).document.name == rooms.store.battles()[0].name == "The Dike"
    room.undo(ANA)
    assert rooms.store.battles()[0].name == demo().name


def test_there_is_no_room_for_an_unknown_battle(rooms: Rooms) -> None:
    with pytest.raises(StoreError, match="no battle"):
        rooms.get_room("nobody")


SUBMIT_AND_WAIT = """
import sys, threading
from dashboard.odds_service import OddsService
from dashboard.rooms import Rooms
from dashboard.store import Store
from massbattle_core.mass_combat.edits import SetMorale
from massbattle_core.mass_combat.odds import share
from tests.dashboard.fakes import ANA, FakeEngine
url, battle = sys.argv[1:]
room = Rooms(Store(url), OddsService(engine=FakeEngine())).get_room(battle)
for value in (3, 4, 5):
    print(room.submit(SetMorale("u1", value), ANA), flush=True)
room.preview(ANA, SetMorale("u1", 9))
print("waiting", flush=True)
threading.Event().wait(60)
"""


def test_an_acknowledged_edit_outlives_kill_9(url: str, store: Store) -> None:
    battle = store.create(demo())
    process = subprocess.Popen(
        [sys.executable, "-c", SUBMIT_AND_WAIT, url, battle],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    said = [process.stdout.readline().strip() for _ in range(4)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert said == ["1", "2", "3", "waiting"]
    document, revision = store.load(battle)
    assert (document.mass_combat.units["u1"].morale, revision) == (5, 3)
