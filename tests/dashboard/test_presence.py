"""Who is here, what they do, and what happens when two want different things; no server."""

from __future__ import annotations

import pytest

from dashboard.models import BattleSession
from dashboard.models.pace import Pace
from dashboard.models.room import Presence
from dashboard.room import Room
from massbattle_core.mass_combat.edits import MoveUnit, SetMorale
from tests.dashboard.fakes import ANA, BEN, EVE


@pytest.fixture
def ana(room: Room) -> BattleSession:
    return BattleSession(room, ANA)


@pytest.fixture
def ben(room: Room) -> BattleSession:
    return BattleSession(room, BEN)


def test_everybody_sees_what_the_others_have_selected_and_try_out(ana: BattleSession, ben: BattleSession) -> None:
    ben.select("u3")
    ben.preview(SetMorale("u3", 5))
    assert ana.present == (Presence(ANA), Presence(BEN, "u3", SetMorale("u3", 5)))
    assert ana.selected == ""
    ben.submit(SetMorale("u3", 5))
    assert ana.present[1].trying is None
    ben.close()
    assert ana.present == (Presence(ANA),)


def test_the_newest_edit_is_told_to_all_who_were_here(ana: BattleSession, ben: BattleSession, room: Room) -> None:
    assert ana.last is None
    ben.submit(MoveUnit("u1", (1, 1)))
    assert (ana.last.author_name, ana.last.revision) == ("Ben", 1)
    assert BattleSession(room, EVE).last is None


def test_whoever_is_overtaken_is_told_and_can_restore_theirs(ana: BattleSession, ben: BattleSession) -> None:
    ana.submit(SetMorale("u1", 4))
    ben.submit(MoveUnit("u1", (1, 1)))  # another field: nobody is overtaken
    assert ana.overtaken is None
    ben.submit(SetMorale("u1", -3))
    assert (ana.overtaken.theirs.author_name, ana.overtaken.mine.edit["value"]) == ("Ben", 4)
    assert ben.overtaken is None
    assert ana.restore_mine()
    assert ben.document.mass_combat.units["u1"].morale == 4
    assert ana.overtaken is None
    assert ben.overtaken.mine.edit["value"] == -3
    ben.let_be()
    assert ben.overtaken is None
    assert ben.document.mass_combat.units["u1"].morale == 4


def test_a_viewer_s_session_changes_nothing_and_asks_for_no_computing(room: Room, ana: BattleSession) -> None:
    eve = BattleSession(room, EVE)
    before = room.view(ANA)
    assert not any(
        (
            eve.submit(SetMorale("u1", 9)),
            eve.preview(SetMorale("u1", 9)),
            eve.undo(),
            eve.redo(),
            eve.open_file(eve.save_file(), "x.json", draft=True),
            eve.restore(0),
            eve.branch(0, "mine"),
            eve.look_back(0),
            eve.history(),
        )
    )
    eve.select("u1")
    eve.show_doctrines()
    assert room.view(ANA).document is before.document
    assert room.view(ANA).shown is before.shown
    assert (room._curve_watchers, room._doctrine_watchers) == ({}, set())


def test_a_session_that_floods_the_room_must_wait(room: Room) -> None:
    now = [0.0]
    ben = BattleSession(room, BEN, pace=Pace(10, 3, lambda: now[0]))
    assert [ben.submit(SetMorale("u1", value)) for value in range(1, 6)] == [True, True, True, False, False]
    assert "wait" in ben.status
    now[0] = 0.1
    assert ben.submit(SetMorale("u1", 9))
    assert room.revision == 4


def test_a_session_that_was_shown_out_hears_and_changes_nothing_more(room: Room, ana: BattleSession) -> None:
    ben = BattleSession(room, BEN)
    ben.dismiss()
    assert ben.dismissed
    assert not ben.submit(SetMorale("u1", 9))
    ana.submit(SetMorale("u1", 3))
    assert ben.document.mass_combat.units["u1"].morale == 0
