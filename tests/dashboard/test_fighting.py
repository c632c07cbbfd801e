"""Rooms of a battle that is fought: one timeline that everybody shares."""

from __future__ import annotations

import pytest

from dashboard.odds_service import OddsService
from dashboard.room import Room
from dashboard.rooms import Rooms
from dashboard.store import Store
from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat.actions import ByDoctrine
from massbattle_core.mass_combat.edits import SetMorale
from massbattle_core.mass_combat.fight import Act, EndFight, StartFight, with_live_dice
from tests.dashboard.fakes import ANA, BEN, EVE, demo


def start(room: Room) -> None:
    document = room.view(ANA).document
    room.submit(with_live_dice(document.mass_combat, document.creatures, StartFight()), ANA)


def play(room: Room, author, key: int) -> None:
    situation = room.view(author).document.mass_combat.fight.situation
    room.submit(Act(ByDoctrine(situation.mover, key)), author)


def test_anybody_takes_back_the_last_action_of_a_fight_and_makes_it_again(room: Room) -> None:
    room.submit(SetMorale("u1", 4), BEN)
    start(room)
    begun = room.view(ANA).document
    play(room, ANA, 1)
    once = room.view(ANA).document
    play(room, BEN, 2)
    twice = room.view(ANA).document
    room.undo(ANA)  # Ben's action
    assert room.view(BEN).document == once
    room.undo(BEN)  # Ana's
    assert room.view(BEN).document == begun
    room.redo(BEN)
    room.redo(ANA)
    assert room.view(BEN).document == twice
    assert not room.view(BEN).can_redo
    assert room.view(BEN).overtaken is None
    for _ in range(3):
        room.undo(ANA)
    assert room.view(ANA).document.mass_combat.fight is None
    assert not room.view(ANA).can_undo
    room.undo(BEN)  # what he prepared
    assert room.view(ANA).document == demo()


def test_a_fight_that_was_ended_can_be_taken_up_again_but_not_over_a_later_one(room: Room) -> None:
    start(room)
    play(room, ANA, 1)
    fighting = room.view(ANA).document
    room.submit(EndFight(), BEN)
    room.undo(ANA)
    assert room.view(ANA).document == fighting
    room.submit(EndFight(), BEN)
    room.submit(SetMorale("u1", 4), ANA)
    prepared = room.view(ANA).document
    start(room)
    room.undo(BEN)
    assert room.view(ANA).document == prepared
    assert not room.view(BEN).can_undo
    room.undo(ANA)
    assert room.view(ANA).document == demo()


def test_what_somebody_prepares_meanwhile_is_theirs_alone(room: Room) -> None:
    start(room)
    play(room, ANA, 1)
    played = room.view(ANA).document.mass_combat.fight
    room.submit(SetMorale("u1", 9), BEN)
    room.undo(BEN)
    assert room.view(BEN).document.mass_combat.fight == played
    room.submit(SetMorale("u1", 9), BEN)
    room.undo(ANA)  # the action, not Ben's edit
    view = room.view(ANA)
    assert (view.document.mass_combat.units["u1"].morale, len(view.document.mass_combat.fight.log)) == (9, 1)


def test_a_fight_goes_on_after_a_restart(store: Store, rooms: Rooms, room: Room, odds_service: OddsService) -> None:
    start(room)
    play(room, ANA, 1)
    begun = room.view(ANA).document
    play(room, BEN, 2)
    again = Rooms(store, odds_service).get_room(room.id)
    again.undo(ANA)
    assert again.view(ANA).document == begun


def test_a_viewer_plays_nothing(room: Room) -> None:
    start(room)
    for edit in (Act(ByDoctrine("u1", 1)), EndFight()):
        with pytest.raises(IllegalActionError, match="look on"):
            room.submit(edit, EVE)
