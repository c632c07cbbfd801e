"""The history of a battle: told in plain words, looked at, restored, branched; nothing of it can be changed."""

from __future__ import annotations

import pytest

from dashboard.history import Entry
from dashboard.i18n import Words
from dashboard.models import BattleSession
from dashboard.models.files import open_battle, save_battle
from dashboard.rooms import Room, Rooms
from dashboard.views.edit_words import tell
from massbattle_core.document import Rename, Several
from massbattle_core.mass_combat.edits import (
    DuplicateUnit,
    MoveUnit,
    PaintHexes,
    RemoveUnit,
    SetHouseRule,
    SetMorale,
    SetObjective,
    SetSide,
    SetUnit,
)
from massbattle_core.mass_combat.model import Hex, Objective
from tests.dashboard.fakes import ANA, BEN, EVE, demo, wait_for


@pytest.fixture
def session(room: Room) -> BattleSession:
    """Ana's session in a battle whose first unit has had morale 1, 2 and 3."""
    session = BattleSession(room, ANA)
    for value in (1, 2, 3):
        assert session.submit(SetMorale("u1", value))
    return session


def morale(session: BattleSession) -> int:
    return session.shown.mass_combat.units["u1"].morale


def test_a_past_state_is_shown_with_its_own_odds_and_nothing_changes_it(session: BattleSession, room: Room) -> None:
    now = wait_for(lambda: not session.odds_stale and session.odds and session.odds.done and session.odds)
    assert session.look_back(1)
    assert (morale(session), session.revision, session.past, session.newest) == (1, 1, 1, 3)
    assert wait_for(lambda: session.odds and session.odds.done and session.odds).key != now.key
    for refused in (
        session.submit(SetMorale("u1", 9)),
        session.preview(SetMorale("u1", 9)),
        session.undo(),
        open_battle(session, save_battle(session), "x.json"),
    ):
        assert not refused
        assert "revision 1" in session.refusal[0].message
    assert (room.revision, room.view(ANA).shown.mass_combat.units["u1"].morale) == (3, 3)
    assert not session.can_undo
    assert session.look_back(None)
    assert (morale(session), session.past, session.can_undo) == (3, None, True)
    assert session.submit(SetMorale("u1", 4))


def test_somebody_who_looks_back_stays_in_the_room_and_hears_of_the_present(session: BattleSession, room: Room) -> None:
    session.look_back(1)
    ben = BattleSession(room, BEN)
    assert {peer.name for peer in session.peers} == {peer.name for peer in ben.peers} == {"Ana", "Ben"}
    ben.submit(SetMorale("u1", 8))
    assert (session.newest, session.revision, morale(session)) == (4, 1, 1)
    session.look_back(None)
    assert morale(session) == 8
    session.look_back(2)
    session.close()
    assert room.subscribers == 1


def test_a_restored_state_is_one_edit_that_can_be_undone(session: BattleSession, rooms: Rooms, room: Room) -> None:
    session.submit(MoveUnit("u2", None))
    session.look_back(1)
    past = session.document
    assert session.restore(1)
    assert (session.document, session.revision, session.past) == (past, 5, None)
    assert rooms.store.load(room.id) == (past, 5)
    assert session.undo()
    assert morale(session) == 3
    assert session.document.mass_combat.units["u2"].position is None


def test_a_branch_is_a_battle_of_its_own(session: BattleSession, rooms: Rooms, room: Room) -> None:
    branch = session.branch(2, "What if")
    document, revision = rooms.store.load(branch)
    assert (document.name, document.mass_combat.units["u1"].morale, revision) == ("What if", 2, 0)
    rooms.get_room(branch).submit(SetMorale("u1", -9), ANA)
    assert morale(session) == 3
    assert rooms.store.battles()[0].source == f"branch:{room.id}:2"
    assert session.branch(99, "") == ""
    assert session.refusal


def test_a_viewer_sees_no_history(session: BattleSession, room: Room) -> None:
    eve = BattleSession(room, EVE)
    assert eve.history() == []
    assert not eve.look_back(1)
    assert not eve.restore(1)
    assert eve.branch(1, "Mine") == ""
    assert (eve.past, room.revision) == (None, 3)


def test_the_history_is_fetched_in_parts_and_silences_nothing(session: BattleSession) -> None:
    session.undo()
    session.redo()
    session.undo()
    assert session.status == "Undone."
    assert [entry.revision for entry in session.history(count=1)] == [6]
    assert session.status == "Undone."
    assert [entry.revision for entry in session.history(4, count=2)] == [3, 2]
    assert [entry.revision for entry in session.history(2, count=2)] == [1]


@pytest.mark.parametrize(
    ("edit", "english"),
    [
        (SetMorale("u1", -2), "Pikes of Dorn: base morale −2"),
        (MoveUnit("u1", (0, 0)), "Pikes of Dorn placed on A1"),
        (MoveUnit("u1", None), "Pikes of Dorn taken off the board"),
        (RemoveUnit("u2"), "Knights of the Lily removed"),
        (DuplicateUnit("u2", "u99"), "Knights of the Lily duplicated"),
        (SetUnit("u1", {"name": "Spears"}), "unit renamed “Spears”"),
        (SetSide("a", {"morale_shift": 2}), "Dornmere: morale of the army +2"),
        (SetHouseRule("two_friends_of", "attacker"), "house rule “"),
        (PaintHexes({"0,0": Hex("water"), "1,0": Hex("water")}), "2 hexes painted"),
        (SetObjective("o1", Objective("a", "hold", ((0, 0),))), "objectives changed"),
        (Rename("Dawn"), "battle renamed “Dawn”"),
        (
            Several((SetMorale("u1", 2), MoveUnit("u2", None))),
            "Pikes of Dorn: base morale +2; Knights of the Lily taken off the board",
        ),
    ],
)
def test_edits_are_told_in_plain_words(room: Room, edit: object, english: str) -> None:
    session = BattleSession(room, ANA)
    assert session.submit(edit), session.refusal  # type: ignore[arg-type]
    session.submit(RemoveUnit("u3"))  # what is said of an edit does not depend on what came later
    ((_, removed), (entry, said)) = tell(session.history(), session.document, Words("en"))
    assert said.startswith(english)
    assert removed.endswith("removed")
    assert "u3" not in removed
    assert isinstance(entry, Entry)
    assert entry.author_name == "Ana"


def test_what_the_room_itself_does_is_told(room: Room) -> None:
    session = BattleSession(room, ANA)
    session.submit(SetMorale("u1", 4))
    session.undo()
    session.redo()
    open_battle(session, save_battle(session).replace(demo().name.encode(), b"Other"), "other.json")
    session.restore(1)
    said = [words for _, words in tell(session.history(), session.document, Words("en"))]
    assert said == [
        "put back as it was after entry 1",
        "other.json opened",
        "made again: Pikes of Dorn: base morale +4",
        "undone: Pikes of Dorn: base morale +4",
        "Pikes of Dorn: base morale +4",
    ]
