"""What a page says again as it goes away: taken once, and from nobody else."""

from __future__ import annotations

from typing import Any

import param
import pytest

from dashboard.models import BattleSession
from dashboard.room import Room
from dashboard.views.sliders import EditSlider
from massbattle_core.document import Edit
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import ANA, BEN


def never(_function: Any, _milliseconds: int) -> Any:
    """A server so busy that no timer fires."""
    return lambda: None


@pytest.fixture
def slider(room: Room) -> EditSlider:
    def edit(value: int) -> Edit:
        return SetMorale("u1", value)

    session = BattleSession(room, ANA)
    return EditSlider(session, never, "Morale", (-10, 10), read=lambda battle: battle.units["u1"].morale, edit=edit)


def let_go(slider: EditSlider, value: int) -> None:
    with param.edit_constant(slider.slider):
        slider.slider.value = value
        slider.slider.value_throttled = value


def test_a_slider_that_was_let_go_makes_its_edit_when_the_session_ends(slider: EditSlider, room: Room) -> None:
    let_go(slider, 4)
    assert room.revision == 0
    slider._session.close()
    assert (room.revision, room.view(BEN).document.mass_combat.units["u1"].morale) == (1, 4)
    slider._session.close()
    assert room.revision == 1


def test_a_slider_that_is_still_held_makes_none(slider: EditSlider, room: Room) -> None:
    slider.slider.param.update(value=4)
    assert room.view(BEN).shown.mass_combat.units["u1"].morale == 4
    slider._session.close()
    assert room.revision == 0


def test_what_was_let_go_is_not_written_over_while_it_waits(slider: EditSlider, room: Room) -> None:
    ben = BattleSession(room, BEN)
    let_go(slider, 4)
    slider._session.step_away()  # the browser has gone: its preview goes at once
    assert ben.shown.mass_combat.units["u1"].morale == 0
    ben.submit(SetMorale("u1", -2))
    slider._session.close()
    assert ben.document.mass_combat.units["u1"].morale == 4


def test_a_slider_whose_release_comes_after_its_browser_has_gone_makes_its_edit(slider: EditSlider, room: Room) -> None:
    with param.edit_constant(slider.slider):
        slider.slider.value = 4
        slider._session.step_away()
        slider.slider.value_throttled = 4
    slider._session.close()
    assert room.view(BEN).document.mass_combat.units["u1"].morale == 4


def test_somebody_whose_browser_is_gone_is_marked_nowhere(room: Room) -> None:
    ana, ben = BattleSession(room, ANA), BattleSession(room, BEN)
    ben.select("u3")
    ben.be_in_field("/name")
    ben.preview(SetMorale("u3", 5))
    ben.step_away()
    assert [(one.selected, one.changing) for one in ana.present] == [("", frozenset())] * 2
    assert ana.shown.mass_combat.units["u3"].morale == 0
    again = BattleSession(room, BEN)
    again.preview(SetMorale("u3", 6))
    ben.step_away()  # what another window of theirs shows stays
    assert ana.shown.mass_combat.units["u3"].morale == 6
