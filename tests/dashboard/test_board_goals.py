"""Reinforcements and objectives on the board, without a browser."""

from __future__ import annotations

from dashboard.views.orders import unit_orders
from massbattle_core.mass_combat.edits import MoveUnit, ResizeField
from massbattle_core.mass_combat.model import Arrival, Objective
from tests.dashboard.board_table import EN, Table
from tests.dashboard.fakes import demo


def test_reinforcements_come_over_an_edge_in_a_round_and_are_drawn_faint(table: Table) -> None:
    table.session.select("u1")
    start = table.battle.units["u1"].position
    table.press(table.card._figures, "arrival", value="3")
    unit = table.battle.units["u1"]
    last = table.battle.field.columns - 1, table.battle.field.rows - 1
    assert unit.arrival == Arrival(3)
    assert unit.position[0] in (0, last[0]) or unit.position[1] in (0, last[1])
    for edge, axis, value in (("south", 1, last[1]), ("west", 0, 0), ("north", 1, 0), ("east", 0, last[0])):
        table.press(table.card._figures, "edge", edge=edge)
        assert table.battle.units["u1"].position[axis] == value
    counters = table.board._drawing._units.data
    assert [alpha < 1 for alpha in counters["alpha"]].count(True) == 1
    assert "arrives in round 3" in counters["where"][0]
    assert "round 3" in table.board.foot.markup
    table.press(table.card._figures, "arrival", value="never")
    assert table.battle.units["u1"].arrival == Arrival(3)
    before = table.session.revision
    table.press(table.card._figures, "arrival", value="")
    assert table.battle.units["u1"].arrival is None
    assert table.session.revision == before + 1
    while table.session.can_undo:
        table.session.undo()
    assert table.battle.units["u1"].position == start


def test_a_unit_that_is_nowhere_comes_over_its_own_edge_on_ground_that_can_be_entered(table: Table) -> None:
    table.session.select("u7")
    table.session.submit(MoveUnit("u7", None))
    table.press(table.card._figures, "arrival", value="2")
    unit = table.battle.units["u7"]
    assert unit.side == "b"
    assert table.battle.field.hex(unit.position).terrain in ("open", "difficult")
    assert "Arrives in round" in unit_orders(unit, table.battle.sides["b"], EN)


def goals(table: Table, do: str, **values: str) -> None:
    table.press(table.terms._live, do, **values)


def test_the_first_objective_counts_at_once_and_undo_takes_both_back(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")
    assert table.battle.rules.end_condition == "objective"
    assert table.session.revision == 1
    assert table.marks() == 1
    goals(table, "add-goal")
    assert set(table.battle.objectives) == {"o1", "o2"}
    goals(table, "remove-goal", goal="o2")
    goals(table, "rule", rule="end_condition", value="one_alliance_left")
    assert "count for nothing" in table.terms._live.markup
    while table.session.can_undo:
        table.session.undo()
    assert table.session.document == demo()


def test_the_hexes_of_an_objective_are_drawn_on_the_board(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")
    [middle] = table.battle.objectives["o1"].hexes
    goals(table, "choose-goal", goal="o1")
    assert not table.terms.is_open
    table.draw((20, 12), (22, 12))
    assert table.battle.objectives["o1"].hexes == (middle, (20, 12), (21, 12), (22, 12))
    table.tap(middle)
    table.draw((20, 12), (22, 12))
    assert table.session.refusal[0].remedy == "name at least one hex to hold or reach"
    assert len(table.battle.objectives["o1"].hexes) == 3
    table.press(table.board.head, "done")
    assert table.terms.is_open
    assert "M21, M22, M23" in table.terms._live.markup


def test_the_parts_of_an_objective_are_set_one_by_one(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")

    def set_part(part: str, value: str) -> Objective:
        goals(table, "goal", goal="o1", part=part, value=value)
        return table.battle.objectives["o1"]

    assert set_part("rounds", "4").rounds == 4
    assert set_part("rounds", "a week").rounds == 4
    assert set_part("side", "b").side == "b"
    assert (set_part("kind", "reach").kind, table.battle.objectives["o1"].rounds) == ("reach", 1)
    kept = set_part("kind", "protect")
    assert (kept.kind, table.battle.units[kept.unit].side) == ("protect", "b")
    assert table.marks() == 0
    assert set_part("side", "a").unit == "u1"
    assert set_part("unit", "u2").unit == "u2"
    assert set_part("kind", "hold").hexes


def test_a_smaller_map_takes_hexes_off_objectives_and_undo_brings_them_back(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")
    table.session.submit(ResizeField(5, 5))
    assert table.battle.objectives == {}
    table.session.undo()
    assert len(table.battle.objectives["o1"].hexes) == 1
