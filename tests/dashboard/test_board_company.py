"""What others do on the board, as one sees it, without a browser."""

from __future__ import annotations

from dataclasses import replace

from bokeh.events import Pan, PanEnd

from dashboard.models import BattleSession
from dashboard.room import Room
from dashboard.views.hex_ground import tiles
from massbattle_core.hexgrid import center
from massbattle_core.mass_combat.edits import PaintHexes
from massbattle_core.mass_combat.model import Hex
from tests.dashboard.board_table import Table
from tests.dashboard.fakes import BEN


def counters_on(table: Table) -> set[tuple[float, float, float]]:
    """Where counters are drawn, and how opaque."""
    data = table.board._drawing._units.data
    return set(zip(data["x"], data["y"], data["alpha"], strict=True))


def test_a_unit_that_is_dragged_is_seen_by_all_where_it_is_held_and_where_it_stands(table: Table, room: Room) -> None:
    ben = BattleSession(room, BEN)
    stands, held, taken = (10, 5), (12, 5), (11, 6)
    table.begin(stands, held)
    table.tick()
    assert ben.shown.mass_combat.units["u1"].position == held
    assert ben.present[0].changing == {"/mass_combat/units/u1/position"}
    drawn = counters_on(table)
    assert {(*center(stands), 1.0), (*center(held), 0.45)} <= drawn
    assert len(drawn) == len(table.battle.units) + 1

    table._event(Pan, taken)  # where another unit stands, nothing can be shown, and nothing is said before it is let go
    table.tick()
    assert (ben.shown.mass_combat.units["u1"].position, table.session.refusal) == (stands, ())
    assert len(counters_on(table)) == len(table.battle.units)
    table._event(PanEnd, taken)
    assert "already stands" in table.session.status

    table.draw(stands, held)
    assert (table.session.revision, ben.document.mass_combat.units["u1"].position) == (1, held)
    table.draw(held, (13, 5), (-5, -5))  # let go outside: it stays
    assert (table.session.revision, ben.shown.mass_combat.units["u1"].position) == (1, held)


def test_hexes_under_the_brush_of_somebody_else_are_outlined_in_their_colour(table: Table, room: Room) -> None:
    ben = BattleSession(room, replace(BEN, colour="#805ad5"))
    ben.preview(PaintHexes({"2,3": Hex("water"), "3,3": Hex("water")}))
    table.tick()
    outlined = table.board._drawing._brushed.data
    assert sorted(zip(outlined["q"], outlined["r"], strict=True)) == sorted(
        zip(*(tiles([(2, 3), (3, 3)])[name] for name in ("q", "r")), strict=True)
    )
    assert outlined["fill"] == ["#805ad5"] * 2
    ben.cancel_preview()
    table.tick()
    assert table.board._drawing._brushed.data["q"] == []
    table.take("water")
    table.begin((2, 12), (3, 12))
    assert table.board._drawing._brushed.data["q"] == []  # one's own stroke shows the water itself
