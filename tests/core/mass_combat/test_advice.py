"""The range of the odds over doctrines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from massbattle_core.mass_combat.advice import DoctrineGrid, doctrine_range, sensible_doctrines
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Objective
from massbattle_core.mass_combat.simulate import prepare, run
from tests.core.mass_combat.armies import BESTIARY, battle_of, company


def armies(**facts: Any) -> Any:
    return battle_of(
        company(1, "a", (1, 1)), company(2, "a", (1, 3)), company(3, "b", (9, 1)), company(4, "b", (9, 3)), **facts
    )


def test_the_pair_that_is_set_has_the_odds_of_the_battle() -> None:
    battle = armies()
    found = doctrine_range(battle, BESTIARY, 300)
    assert found is not None
    now = [cell for cell in found.cells if cell.now]
    outcome = run(prepare(battle, BESTIARY), 0, 300)["outcome"]
    assert [(cell.a, cell.b, cell.win.p) for cell in now] == [("advance", "advance", outcome[0] / 300)]
    assert found.worst.p == min(cell.win.p for cell in found.cells)
    assert found.best.p == max(cell.win.p for cell in found.cells)
    assert found.battles == 300


def test_a_pair_is_what_both_sides_set_to_it_would_give() -> None:
    battle = armies()
    found = doctrine_range(battle, BESTIARY, 200)
    sides = {
        side: replace(battle.sides[side], doctrine=doctrine) for side, doctrine in (("a", "guard"), ("b", "flank"))
    }
    other = replace(battle, sides=sides)
    outcome = run(prepare(other, BESTIARY), 0, 200)["outcome"]
    assert found is not None
    assert [cell.win.p for cell in found.cells if (cell.a, cell.b) == ("guard", "flank")] == [outcome[0] / 200]


def test_two_sides_that_would_wait_for_ever_are_left_out() -> None:
    grid = DoctrineGrid.of(armies(), BESTIARY)
    assert ("hold", "guard") not in grid.pairs
    assert ("hold", "advance") in grid.pairs
    near = battle_of(company(1, "a", (1, 1)), company(2, "b", (2, 1)))
    assert ("hold", "guard") in DoctrineGrid.of(near, BESTIARY).pairs


def test_doctrines_that_make_sense() -> None:
    battle = armies()
    units = prepare(battle, BESTIARY).units
    assert sensible_doctrines(battle, units, "a") == ("advance", "hold", "guard", "flank")
    single = battle_of(company(1, "a", (1, 1)), company(2, "b", (9, 1)))
    assert sensible_doctrines(single, prepare(single, BESTIARY).units, "a") == ("advance", "hold", "guard")
    kept = armies(
        objectives={"o1": Objective("a", "protect", unit="u1")}, rules=HouseRules(end_condition="round_limit")
    )
    assert "defend" in sensible_doctrines(kept, units, "a")
    assert "defend" not in sensible_doctrines(kept, units, "b")
    mixed = battle_of(company(1, "a", (1, 1), doctrine="screen"), company(2, "a", (1, 3)), company(3, "b", (9, 1)))
    assert sensible_doctrines(mixed, prepare(mixed, BESTIARY).units, "a")[0] is None


def test_counts_of_parts_add_up_and_a_cancelled_range_is_none() -> None:
    grid = DoctrineGrid.of(armies(), BESTIARY)
    assert np.array_equal(grid.run(0, 30) + grid.run(30, 80), grid.run(0, 80))
    assert doctrine_range(armies(), BESTIARY, 50, lambda: True) is None
