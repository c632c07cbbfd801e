"""The ground of the board without a browser: strokes of a brush, the size of the map, deployment zones."""

from __future__ import annotations

import pytest

from massbattle_core.mass_combat.model import Hex, hex_key
from tests.dashboard.board_table import Table
from tests.dashboard.fakes import demo


@pytest.mark.parametrize("tool", ["difficult", "water", "wall", "impassable"])
def test_a_quick_stroke_is_one_edit_without_gaps_and_is_shown_while_it_is_drawn(table: Table, tool: str) -> None:
    table.take(tool)
    table.begin((2, 12), (6, 12))
    shown = table.session.shown.mass_combat.field
    row = [(column, 12) for column in range(2, 7)]
    assert all(shown.hex(place).terrain == tool for place in row)
    assert table.session.revision == 0
    table.draw((2, 12), (6, 12))
    assert [table.hex(place).terrain for place in row] == [tool] * 5
    assert table.session.revision == 1
    table.session.undo()
    assert table.battle == demo().mass_combat


def test_cover_and_ground_closed_to_flyers_follow_the_first_hex_of_the_stroke(table: Table) -> None:
    for tool, mark in (("cover", "cover"), ("closed", "closed")):
        table.take(tool)
        table.tap((3, 12))
        table.draw((2, 12), (4, 12))
        assert [getattr(table.hex((column, 12)), mark) for column in (2, 3, 4)] == [True] * 3
        table.draw((4, 12), (3, 12))
        assert [getattr(table.hex((column, 12)), mark) for column in (2, 3, 4)] == [True, False, False]


def test_a_bridge_is_open_ground_with_a_name_and_a_label_is_what_was_written(table: Table) -> None:
    water = next(key for key, ground in table.battle.field.hexes.items() if ground.terrain == "water")
    place = tuple(map(int, water.split(",")))
    table.take("bridge")
    table.tap(place)
    assert table.hex(place) == Hex(label="Bridge")
    table.take("label")
    table.press(table.board.head, "label", value="  The <b>mill</b> ")
    table.tap((2, 12))
    assert table.hex((2, 12)).label == "The <b>mill</b>"
    assert "<b>mill" not in table.board.head.markup
    table.press(table.board.head, "label", value="")
    assert "a click takes a label away" in table.board.foot.markup
    table.tap((2, 12))
    assert hex_key((2, 12)) not in table.battle.field.hexes


def test_the_keyboard_paints(table: Table) -> None:
    table.session.select("")
    table.take("higher")
    for key in ("ArrowLeft", "Enter", "Enter", "ArrowUp", "Enter"):
        table.board._key(key)
    field = table.battle.field
    middle = field.columns // 2, field.rows // 2
    assert [field.hex((middle[0] - 1, middle[1] - up)).elevation for up in (0, 1)] == [2, 1]
    table.board._key("Escape")
    assert "Click a unit" in table.board.foot.markup


def test_a_size_that_no_map_has_is_refused_with_the_sizes_that_there_are(table: Table) -> None:
    for size in ("1000", "0"):
        table.press(table.board.head, "columns", value=size)
        assert table.session.refusal[0].place == "mass_combat/field/columns"
        assert table.session.refusal[0].remedy == "write 1 to 60"
    table.press(table.board.head, "columns", value="many")
    assert (table.session.revision, table.session.document) == (0, demo())
    table.press(table.board.head, "rows", value="9")
    assert table.battle.field.rows == 9


def test_zones_never_overlap_and_whoever_stands_outside_is_told(table: Table) -> None:
    table.take("zone-a")
    table.draw((1, 1), (5, 1))
    table.take("zone-b")
    table.draw((4, 1), (7, 1))
    assert table.battle.field.zones == {
        "a": ((1, 1), (2, 1), (3, 1)),
        "b": ((4, 1), (5, 1), (6, 1), (7, 1)),
    }
    table.draw((7, 1), (4, 1))
    assert set(table.battle.field.zones) == {"a"}
    table.take("move")
    table.session.select("u1")
    assert "outside its deployment zone" in table.board.foot.markup
    [told] = [p for p in table.session.problems if p.place == "mass_combat/units/u1/position"]
    assert (told.severity, told.remedy) == ("warning", "move it, or widen the zone")
