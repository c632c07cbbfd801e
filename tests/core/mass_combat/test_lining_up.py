"""Units that nobody has placed, lined up on the board."""

from dataclasses import replace

from massbattle_core.mass_combat.lining_up import line_up
from massbattle_core.mass_combat.model import Arrival, Battlefield, Hex, MassBattle
from tests.core.mass_combat.armies import battle_of, company


def lined_up(battle: MassBattle) -> MassBattle:
    for edit in line_up(battle):
        battle = edit.apply(battle)
    return battle


def places(battle: MassBattle, side: str) -> list[tuple[int, int] | None]:
    return [unit.position for unit in battle.ordered_units() if unit.side == side]


def test_each_side_stands_in_a_line_that_grows_from_the_middle():
    waiting = [company(n, "a", None) for n in (1, 2, 3)] + [company(n, "b", None) for n in (4, 5)]
    battle = replace(battle_of(*waiting), field=Battlefield(20, 11))
    assert places(lined_up(battle), "a") == [(5, 5), (5, 3), (5, 7)]
    assert places(lined_up(battle), "b") == [(14, 5), (14, 3)]


def test_a_zone_is_filled_loosely_at_first_and_bad_ground_and_taken_spaces_are_left_free():
    there = company(1, "a", (3, 2))
    waiting = [company(n, "a", None) for n in (2, 3, 4, 5)]
    battle = battle_of(there, *waiting)
    field = Battlefield(12, 8, hexes={"3,4": Hex("water")}, zones={"a": ((2, 2), (3, 2), (3, 3), (3, 4))})
    assert places(lined_up(replace(battle, field=field)), "a") == [(3, 2), (2, 2), (3, 3), None, None]


def test_reinforcements_come_when_they_come_and_empty_units_wait():
    empty = company(3, "a", None, groups=(), commander=None)
    battle = battle_of(replace(company(1, "a", None), arrival=Arrival(3)), company(2, "b", (9, 3)), empty)
    assert line_up(battle) == ()
