"""Taking back: what an edit touched, and who may take back what."""

from __future__ import annotations

import pytest

from dashboard.history import touched_places
from dashboard.room import Room
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.mass_combat.edits import AddUnit, MoveUnit, RemoveUnit, SetCharisma, SetGroups, SetMorale
from massbattle_core.mass_combat.model import Group
from tests.dashboard.fakes import ANA, BEN


def unit(room: Room, unit_id: str = "u1"):
    return room.view(ANA).document.mass_combat.units[unit_id]


def test_a_change_within_a_list_touches_the_whole_list(room: Room) -> None:
    room.submit(MoveUnit("u1", (3, 3)), ANA)
    room.submit(SetGroups("u1", (Group("guard", 7),)), ANA)
    first, second = room._recent.entries
    assert touched_places(first) == {"/mass_combat/units/u1/position"}
    assert touched_places(second) == {"/mass_combat/units/u1/groups"}


def test_undo_takes_back_ones_own_edit_and_leaves_those_of_others(room: Room) -> None:
    room.submit(SetMorale("u1", 5), ANA)
    room.submit(SetMorale("u2", 7), BEN)
    room.submit(SetCharisma("u1", 3), BEN)
    room.undo(ANA)
    assert (unit(room).morale, unit(room).commander.charisma, unit(room, "u2").morale) == (0, 3, 7)


def test_undo_is_refused_when_somebody_has_changed_the_same_place_since(room: Room) -> None:
    room.submit(SetMorale("u1", 5), ANA)
    room.submit(SetMorale("u1", 7), BEN)
    with pytest.raises(IllegalActionError, match="Pikes of Dorn: morale has been changed since by Ben"):
        room.undo(ANA)
    assert (unit(room).morale, room.revision) == (7, 2)
    room.undo(BEN)
    room.undo(ANA)
    assert unit(room).morale == 0


def test_undo_of_a_move_is_refused_after_another_move_within_the_same_list(room: Room) -> None:
    room.submit(MoveUnit("u1", (3, 3)), ANA)
    room.submit(MoveUnit("u1", (3, 4)), BEN)
    with pytest.raises(IllegalActionError, match="place has been changed since by Ben"):
        room.undo(ANA)


def test_undo_is_refused_when_the_unit_is_gone(room: Room) -> None:
    room.submit(SetMorale("u2", 0), ANA)
    room.submit(RemoveUnit("u2"), BEN)
    with pytest.raises(IllegalActionError, match=r"u2.*Ben"):
        room.undo(ANA)


def test_undo_is_refused_when_it_would_leave_a_battle_that_cannot_be(room: Room) -> None:
    where = unit(room).position
    room.submit(RemoveUnit("u1"), ANA)
    room.submit(MoveUnit("u2", where), BEN)
    with pytest.raises(InvalidBattleError, match="stands on"):
        room.undo(ANA)
    assert "u1" not in room.view(ANA).document.mass_combat.units


def test_redo_is_refused_when_the_place_has_changed_since(room: Room) -> None:
    room.submit(SetMorale("u1", 5), ANA)
    room.undo(ANA)
    room.submit(SetMorale("u1", 7), BEN)
    with pytest.raises(IllegalActionError, match="has been changed since by Ben"):
        room.redo(ANA)


def test_a_removed_unit_comes_back_whole(room: Room) -> None:
    whole = unit(room)
    room.submit(RemoveUnit("u1"), ANA)
    room.undo(ANA)
    assert unit(room) == whole
    room.redo(ANA)
    room.submit(AddUnit(whole), BEN)
    with pytest.raises(IllegalActionError):
        room.undo(ANA)
