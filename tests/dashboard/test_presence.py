"""Who is here, what they do, and what happens when two want different things; no server."""

from __future__ import annotations

import pytest

from dashboard.i18n import Words
from dashboard.models import Author, BattleSession
from dashboard.models.files import open_battle, save_battle
from dashboard.models.pace import Pace
from dashboard.models.room import Presence
from dashboard.rooms import Room, Rooms
from dashboard.views.news import news_markup
from dashboard.views.people import who
from massbattle_core.document import Edit, Rename
from massbattle_core.mass_combat.edits import (
    MoveUnit,
    PaintHexes,
    SetCharisma,
    SetHouseRule,
    SetMorale,
    SetObjective,
    SetSide,
    SetUnit,
    SetZone,
)
from massbattle_core.mass_combat.model import Hex, Objective
from tests.dashboard.fakes import ANA, BEN, EVE


@pytest.fixture
def ana(room: Room) -> BattleSession:
    return BattleSession(room, ANA)


@pytest.fixture
def ben(room: Room) -> BattleSession:
    return BattleSession(room, BEN)


def changing(session: BattleSession) -> tuple[set[str], set[tuple[int, int]]]:
    """What the others are changing, and on which hexes, as a session knows it."""
    others = [one for one in session.present if one.author.id != session.author.id]
    return {place for one in others for place in one.changing}, {place for one in others for place in one.hexes}


def test_who_gives_no_name_is_a_guest_with_a_number_of_their_own(rooms: Rooms, room: Room) -> None:
    first, second = (Author(one, room.guest_name(one)) for one in ("browser-1", "browser-2"))
    sessions = [BattleSession(room, one) for one in (first, second)]
    assert sessions[1].submit(SetMorale("u1", 3))
    sessions[0].submit(SetMorale("u1", 4))
    assert room.guest_name("browser-1") == first.name
    news = "".join(map(str, news_markup(sessions[0], Words("fr"))))
    assert "Vous" in news
    assert "Invité 1" in "".join(map(str, news_markup(sessions[1], Words("fr"))))
    assert who(second, second, Words("en")) == "Guest 2 (you) · owner"
    assert not sessions[1].undo()
    assert sessions[1].refusal[0].message.endswith("changed since by Guest 1")
    for session in sessions:
        session.close()
    again = Room(room.id, rooms.store, room._odds_service)  # a server that has started anew
    assert [again.guest_name(one) for one in ("somebody-new", "browser-2", "browser-1")] == [
        "Guest 3",
        "Guest 2",
        "Guest 1",
    ]


def test_everybody_sees_what_the_others_have_selected(ana: BattleSession, ben: BattleSession) -> None:
    ben.select("u3")
    assert ana.present == (Presence(ANA), Presence(BEN, "u3"))
    assert ana.selected == ""
    ben.close()
    assert ana.present == (Presence(ANA),)


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (SetMorale("u3", 5), "/mass_combat/units/u3/morale"),
        (SetCharisma("u3", 4), "/mass_combat/units/u3/commander/charisma"),
        (SetSide("b", {"charisma_shift": 2}), "/mass_combat/sides/b/charisma_shift"),
        (SetUnit("u3", {"doctrine": "hold"}), "/mass_combat/units/u3/doctrine"),
        (MoveUnit("u3", (0, 0)), "/mass_combat/units/u3/position"),
        (SetHouseRule("mount_space", "mount_only"), "/mass_combat/rules/mount_space"),
        (Rename("Another name"), "/name"),
    ],
)
def test_everybody_sees_what_an_edit_that_is_tried_out_would_change(
    ana: BattleSession, ben: BattleSession, edit: Edit, place: str
) -> None:
    assert ben.preview(edit)
    assert changing(ana) == ({place}, set())
    assert changing(ben) == (set(), set())
    ben.cancel_preview()
    assert changing(ana) == (set(), set())


def test_the_mark_goes_when_the_edit_is_made_or_its_author_leaves(ana: BattleSession, ben: BattleSession) -> None:
    ben.preview(SetMorale("u3", 5))
    ben.submit(SetMorale("u3", 5))
    assert changing(ana) == (set(), set())
    ben.preview(SetMorale("u3", -5))
    ben.be_in_field("/name")
    assert changing(ana)[0] == {"/mass_combat/units/u3/morale", "/name"}
    ben.close()
    assert changing(ana) == (set(), set())


def test_the_hexes_under_a_brush_are_marked(ana: BattleSession, ben: BattleSession) -> None:
    zone = ana.document.mass_combat.field.zones.get("a", ())
    ben.preview(PaintHexes({"0,0": Hex("water"), "1,0": Hex("water")}))
    assert changing(ana)[1] == {(0, 0), (1, 0)}
    ben.preview(SetZone("a", (*zone, (2, 2))))
    assert changing(ana)[1] == {(2, 2)}
    ben.preview(SetObjective("o9", Objective("a", "hold", ((4, 4),))))
    assert changing(ana)[1] == {(4, 4)}


def test_whoever_is_in_a_field_is_seen_there_until_they_leave_it(room: Room, ana: BattleSession) -> None:
    ben, again = BattleSession(room, BEN), BattleSession(room, BEN)
    ben.be_in_field("/name")
    again.be_in_field("/mass_combat/units/u1/name")
    assert changing(ana)[0] == {"/name", "/mass_combat/units/u1/name"}
    told = ana.present
    ben.be_in_field("/name")
    assert ana.present is told  # nothing new
    ben.be_in_field("")
    again.close()
    assert changing(ana)[0] == set()


def test_a_viewer_is_in_no_field_and_learns_of_none(room: Room, ana: BattleSession, ben: BattleSession) -> None:
    eve = BattleSession(room, EVE)
    ben.preview(PaintHexes({"0,0": Hex("water")}))
    ben.be_in_field("/mass_combat/units/u3/notes")
    assert changing(eve) == (set(), set())
    assert not eve.be_in_field("/name")
    assert "/name" not in changing(ana)[0]


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
            open_battle(eve, save_battle(eve), "x.json", draft=True),
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
    assert (room._odds.curve_watchers, room._odds.doctrine_watchers) == ({}, set())


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
