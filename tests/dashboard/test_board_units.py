"""Units on the board, without a browser."""

from __future__ import annotations

from dashboard.views.edit_words import edit_words
from massbattle_core.document import Several
from massbattle_core.mass_combat.edits import MoveUnit
from tests.dashboard.board_table import EN, Table


def test_all_units_that_wait_are_placed_by_one_edit(table: Table) -> None:
    places = {unit.id: unit.position for unit in table.battle.ordered_units()}
    table.session.submit(Several((MoveUnit("u1", None), MoveUnit("u7", None))))
    assert "place them all" in table.board.foot.markup
    table.press(table.board.foot, "line-up")
    assert all(unit.position is not None for unit in table.battle.ordered_units())
    assert "place them all" not in table.board.foot.markup
    assert edit_words(table.session.history(count=1)[0].edit, {}, EN) == "2 units placed"
    table.session.undo()
    table.session.undo()
    assert {unit.id: unit.position for unit in table.battle.ordered_units()} == places
