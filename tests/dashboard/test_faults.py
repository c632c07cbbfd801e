"""What goes wrong around a battle: killed writers, a full disk, a locked database. Nothing acknowledged is lost."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest
import sqlalchemy as sa

from dashboard import sqlite_file
from dashboard.i18n import Words
from dashboard.models import Author, BattleSession
from dashboard.odds_service import OddsService
from dashboard.room import Room
from dashboard.rooms import Rooms
from dashboard.store import Store
from dashboard.store_check import check_store
from dashboard.views.notices import NoticeView
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import ANA, BEN, FakeEngine, demo, wait_for

ROUNDS = 20
UNITS = ("u1", "u2", "u3", "u4")


def write_for_ever(url: str, battle: str, unit: str, acknowledged: str) -> None:
    """One writer: every edit that was acknowledged is noted, with one system call, in a file of its own."""
    room = Room(battle, Store(url), OddsService(engine=FakeEngine()))
    notes = os.open(acknowledged, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    while True:
        value = room.view(ANA).document.mass_combat.units[unit].morale % 10 + 1
        revision = room.submit(SetMorale(unit, value), Author(unit))
        os.write(notes, f"{revision} {unit} {value}\n".encode())


@pytest.mark.slow
def test_kill_9_at_random_moments_loses_nothing_that_was_acknowledged(tmp_path: Path, url: str, store: Store) -> None:
    battle = store.create(demo())
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.dashboard.test_faults"])
    moments = random.Random(5)
    acknowledged: set[tuple[int, str, int]] = set()
    for number in range(ROUNDS):
        notes = {unit: tmp_path / f"{number}-{unit}" for unit in UNITS}
        writers = [
            processes.Process(target=write_for_ever, args=(url, battle, unit, str(path)), daemon=True)
            for unit, path in notes.items()
        ]
        for writer in writers:
            writer.start()
        first = moments.choice(UNITS)
        enough = moments.randint(1, 200)
        wait_for(lambda path=notes[first], size=enough: path.exists() and path.stat().st_size >= size)
        moments.shuffle(writers)
        for writer in writers:
            os.kill(writer.pid or 0, signal.SIGKILL)
        for writer in writers:
            writer.join(30)
            assert writer.exitcode == -signal.SIGKILL
        for path in notes.values():
            for line in path.read_text().splitlines() if path.exists() else ():
                revision, unit, value = line.split()
                acknowledged.add((int(revision), unit, int(value)))
    kept = {entry.revision: (entry.author, entry.edit["value"]) for entry in store.entries(battle)}
    assert len(acknowledged) > ROUNDS
    assert {(revision, *kept.get(revision, ("", 0))) for revision, _, _ in acknowledged} == acknowledged
    (checked,) = check_store(url)
    assert checked.problems == ()
    assert checked.whole == store.load(battle)[0]


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """While it lasts the database can grow by no page: SQLite says what it says when the disk is full."""

    def limit(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1").close()

    store._engine.dispose()
    sa.event.listen(store._engine, "connect", limit)
    yield
    sa.event.remove(store._engine, "connect", limit)
    store._engine.dispose()


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A file system of one megabyte at a folder, where this user may mount one; whether there is one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    mounted = shutil.which("mount") is not None and subprocess.run(mount, capture_output=True).returncode == 0
    yield mounted
    if mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """While it lasts a file takes all the room that a disk has left."""
    ballast = folder / "holiday.mov"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    yield
    ballast.unlink()


SmallStore = tuple[Rooms, Callable[[], AbstractContextManager[None]]]


@pytest.fixture
def small_store(tmp_path: Path, odds_service: OddsService) -> Iterator[SmallStore]:
    """Rooms on a store whose disk is small, and how to fill it; a limit of the database where none can be mounted."""
    disk = tmp_path / "disk"
    with small_disk(disk) as mounted:
        store = Store(f"sqlite:///{disk / 'battles.db'}")
        rooms = Rooms(store, odds_service, poll_seconds=0.05)
        yield rooms, (lambda: filled(disk)) if mounted else (lambda: full_disk(store))
        rooms.close()
        store.close()


def test_a_full_disk_is_told_and_the_battle_goes_on_once_there_is_room(
    small_store: SmallStore,
) -> None:
    rooms, full = small_store
    room = rooms.get_room(rooms.store.create(demo()))
    ana, ben = BattleSession(room, ANA), BattleSession(room, BEN)
    notice = NoticeView(ana, Words("en"))
    told: list[bool] = []
    ben.param.watch(lambda event: told.append(event.new), "saved")
    kept = 0
    with full():
        for value in range(1, 200):  # the pages at hand are filled first
            if not ana.submit(SetMorale("u1", value % 10 + 1)):
                break
            kept += 1
        assert "the disk is full; make room" in ana.refusal[0].message
        assert "the disk is full; make room" in notice._live.markup  # what the page shows
        assert told[0] is False  # everybody hears of it
        assert ana.revision == kept == rooms.store.load(room.id)[1]
    wait_for(lambda: ana.saved and ben.saved)  # by itself
    assert ana.submit(SetMorale("u1", -3))
    assert (ben.revision, ana.refusal) == (kept + 1, ())
    assert rooms.store.load(room.id) == (ben.document, kept + 1)
    assert notice._live.markup == ""


def test_a_locked_database_is_told_and_the_battle_goes_on_once_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odds_service: OddsService
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.1)
    rooms = Rooms(Store(f"sqlite:///{tmp_path / 'battles.db'}"), odds_service, poll_seconds=0.05)
    session = BattleSession(rooms.get_room(rooms.store.create(demo())), ANA)
    other = sqlite3.connect(tmp_path / "battles.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not session.submit(SetMorale("u1", 4))
    assert "another program holds the database" in session.refusal[0].message
    assert (session.saved, session.revision) == (False, 0)
    assert session.select("u2")  # looking on goes on
    other.execute("ROLLBACK")
    other.close()
    wait_for(lambda: session.saved)
    assert session.submit(SetMorale("u1", 4))
    assert rooms.store.load(session.battle_id)[1] == 1
    rooms.close()
    rooms.store.close()


HOLD = """
import sqlite3, sys, threading
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
threading.Event().wait(5)
other.execute("ROLLBACK")
"""


@pytest.mark.slow
def test_five_seconds_of_another_process_lose_nothing(tmp_path: Path, rooms: Rooms, room: Room) -> None:
    session = BattleSession(room, ANA)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "battles.db")], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "locked\n"
        acknowledged = [value for value in range(1, 8) if session.submit(SetMorale("u1", value))]
    wait_for(lambda: session.saved)
    assert [entry.edit["value"] for entry in rooms.store.entries(room.id)] == acknowledged
    assert acknowledged  # those made after it was free again, at the latest


def test_a_worker_that_raises_is_told_and_the_next_edit_has_odds_again(room: Room, engine: FakeEngine) -> None:
    session = BattleSession(room, ANA)
    wait_for(lambda: session.odds and session.odds.done)
    engine.broken["run"] = ZeroDivisionError("worker")
    assert session.submit(SetMorale("u1", 4))
    wait_for(lambda: session.odds_problem)
    assert "the odds could not be computed" in session.odds_problem
    del engine.broken["run"]
    assert session.submit(SetMorale("u1", 5))
    wait_for(lambda: session.odds and session.odds.done and not session.odds_stale)
    assert session.odds_problem == ""
