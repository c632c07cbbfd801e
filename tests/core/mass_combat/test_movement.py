"""Movement on the board: modes, the turn, the cost of spaces, friends in the way, contact."""

from __future__ import annotations

import pytest

from massbattle_core import hexgrid
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.rules import enters
from massbattle_core.mass_combat.tables import FEET_PER_HEX
from tests.core.mass_combat.boards import after, begin, do, ends, refused, told, unit, walk

FAR = unit(9, "b", (15, 0))


def steps_east(state, unit_id):
    """How many spaces a unit can go straight to the east before it is refused."""
    start, row = state.unit(unit_id).position
    column = start
    while (move := play.Move(unit_id, (column + 1, row))) in play.legal_actions(state):
        state = do(state, move).state
        column += 1
    refused(state, move, "R0.24")
    return column - start


def test_R0_11_a_space_is_a_hundred_feet_wide_and_holds_one_unit():
    assert FEET_PER_HEX == 100
    state = begin(unit(1, "a", (4, 4), speed_ft=10), unit(2, "a", (5, 4)), FAR)
    refused(state, play.Move("u1", (5, 4)), "R0.24")


@pytest.mark.parametrize(
    ("terrain", "walk_left", "fly_left"),
    [
        ("open", 200, 200),
        ("difficult", 100, 200),
        ("water", None, 200),
        ("impassable", None, 200),
        ("wall", None, None),
    ],
)
def test_R0_22_what_walkers_and_flyers_pay_for_a_space(terrain, walk_left, fly_left):
    for mode, left in (("walk", walk_left), ("fly", fly_left)):
        state = begin(unit(1, "a", (4, 4), mode=mode), FAR, hexes={"5,4": {"terrain": terrain}})
        if not left:
            refused(state, play.Move("u1", (5, 4)), "R0.22")
        else:
            assert do(state, play.Move("u1", (5, 4))).state.left == left


def test_R0_22_flyers_stop_over_any_ground_that_the_gm_has_not_closed():
    hexes = {"5,4": {"terrain": "water"}, "6,4": {"closed": True}}
    state = after(begin(unit(1, "a", (4, 4), mode="fly"), FAR, hexes=hexes), play.Move("u1", (5, 4)))
    refused(state, play.Move("u1", (6, 4)), "R0.22")
    assert after(state, play.EndTurn("u1")).unit("u1").position == (5, 4)


def test_R0_22_swimmers_move_in_water_only_and_those_who_do_both_on_both():
    hexes = {f"{column},4": {"terrain": "water"} for column in (5, 6, 7)}
    swimmer = begin(unit(1, "a", (5, 4), mode="swim"), FAR, hexes=hexes)
    assert do(swimmer, play.Move("u1", (6, 4))).state.left == 200
    refused(swimmer, play.Move("u1", (4, 4)), "R0.22")
    frog = begin(unit(1, "a", (4, 4), swim_ft=30), FAR, hexes=hexes)
    assert [do(frog, play.Move("u1", place)).state.left for place in ((5, 4), (4, 3))] == [200, 200]


def test_R0_22_contact_holds_for_flyers_as_for_others():
    state = begin(unit(1, "a", (4, 4), mode="fly", speed_ft=60), unit(2, "b", (6, 4)), hexes={"6,4": {"elevation": 3}})
    state = after(state, play.Move("u1", (5, 4)))
    refused(state, play.Move("u1", (4, 4)), "R0.25")


def test_R0_23_movement_may_be_split_before_and_after_the_action():
    state = begin(unit(1, "a", (3, 4), range_ft=600), unit(2, "b", (9, 4)))
    state = after(state, play.Move("u1", (4, 4)))
    state = do(state, play.Attack("u1", "u2"), 1, 20).state
    state = after(state, *walk("u1", (3, 4), (2, 4)))
    refused(state, play.Move("u1", (1, 4)), "R0.24")
    refused(state, play.Attack("u1", "u2"), "R0.26")


def test_R0_23_only_the_unit_whose_turn_it_is_moves_and_acts():
    state = begin(unit(1, "a", (3, 4)), unit(2, "b", (9, 4)), unit(3, "a", (1, 1)))
    for unit_id in ("u2", "u3", "u7"):
        for action in (play.Move(unit_id, (9, 5)), play.Defend(unit_id), play.EndTurn(unit_id)):
            refused(state, action, "R0.23")
    assert [state.mover, after(state, play.EndTurn("u1")).mover] == ["u1", "u2"]


@pytest.mark.parametrize(("speed_ft", "spaces"), [(5, 1), (4, 0), (10, 1), (15, 2), (20, 2), (25, 3), (30, 3), (0, 0)])
def test_R0_24_half_of_what_a_space_costs_is_enough_to_enter_it(speed_ft, spaces):
    state = begin(unit(1, "a", (1, 4), speed_ft=speed_ft), FAR)
    assert steps_east(state, "u1") == spaces == (10 * speed_ft + 50) // 100


@pytest.mark.parametrize(
    ("left", "cost", "may"), [(50, 100, True), (49, 100, False), (100, 200, True), (99, 200, False)]
)
def test_R0_24_entering_by_what_is_left(left, cost, may):
    assert enters(left, cost) is may


def test_R0_24_the_debt_of_a_space_half_paid_is_forgotten_at_the_end_of_the_turn():
    state = begin(unit(1, "a", (1, 4), speed_ft=25), FAR)
    state = after(state, *walk("u1", (2, 4), (3, 4), (4, 4)))
    assert state.left == -50
    refused(state, play.Move("u1", (5, 4)), "R0.24")
    state = after(state, *ends("u1", "u9"))
    assert (state.round, state.left) == (2, 250)


def test_R0_24_difficult_ground_costs_double_and_may_be_entered_with_half_of_that():
    hexes = {f"{column},4": {"terrain": "difficult"} for column in range(2, 16)}
    assert steps_east(begin(unit(1, "a", (1, 4), speed_ft=30), FAR, hexes=hexes), "u1") == 2
    assert steps_east(begin(unit(1, "a", (1, 4), speed_ft=20), FAR, hexes=hexes), "u1") == 1
    assert steps_east(begin(unit(1, "a", (1, 4), speed_ft=9), FAR, hexes=hexes), "u1") == 0


def test_R0_24_distance_counts_spaces_and_only_adjacent_spaces_are_entered():
    state = begin(unit(1, "a", (5, 4)), FAR)
    adjacent = {(4, 4), (6, 4), (4, 3), (5, 3), (4, 5), (5, 5)}
    assert {action.to for action in play.legal_actions(state) if isinstance(action, play.Move)} == adjacent
    assert {place for place in adjacent if hexgrid.distance((5, 4), place) == 1} == adjacent
    for place in ((5, 4), (7, 4), (6, 3), (6, 5)):
        refused(state, play.Move("u1", place), "R0.24")


def test_R0_24_nobody_leaves_the_map():
    state = begin(unit(1, "a", (0, 0)), FAR)
    for place in ((-1, 0), (0, -1), (-1, 1), (99, 99)):
        refused(state, play.Move("u1", place), "R0.22")
    assert {action.to for action in play.legal_actions(state) if isinstance(action, play.Move)} == {(1, 0), (0, 1)}


def test_R0_24_a_friend_is_passed_as_difficult_ground_but_not_stopped_on():
    state = begin(unit(1, "a", (3, 4)), unit(2, "a", (4, 4)), FAR)
    state = after(state, play.Move("u1", (4, 4)))
    assert (state.passing, state.left) == (True, 100)
    for action in (play.EndTurn("u1"), play.Defend("u1"), play.Dash("u1"), play.Guard("u1")):
        refused(state, action, "R0.24")
    state = after(state, play.Move("u1", (5, 4)), play.EndTurn("u1"))
    assert [state.unit("u1").position, state.unit("u2").position] == [(5, 4), (4, 4)]


def test_R0_24_a_friend_is_not_entered_where_there_is_no_way_on():
    state = begin(unit(1, "a", (3, 4), speed_ft=20), unit(2, "a", (4, 4)), FAR)
    refused(state, play.Move("u1", (4, 4)), "R0.24")  # 200 less 200: nothing left to go on with
    hexes = {key: {"terrain": "impassable"} for key in ("5,4", "4,3", "3,3", "3,5", "4,5")}
    state = begin(unit(1, "a", (3, 4), speed_ft=90), unit(2, "a", (4, 4)), FAR, hexes=hexes)
    refused(state, play.Move("u1", (4, 4)), "R0.24")


def test_R0_24_a_friend_in_contact_cannot_be_passed_because_contact_would_stop_there():
    state = begin(unit(1, "a", (3, 4), speed_ft=60), unit(2, "a", (4, 4)), unit(3, "b", (4, 3)))
    refused(state, play.Move("u1", (4, 4)), "R0.24")


def test_R0_24_an_enemy_space_is_closed():
    state = begin(unit(1, "a", (4, 4), speed_ft=60), unit(2, "b", (5, 4)))
    state = do(state, play.Disengage("u1"), 20).state
    refused(state, play.Move("u1", (5, 4)), "R0.24")


def test_R0_25_contact_stops_at_once():
    state = begin(unit(1, "a", (3, 4), speed_ft=60), unit(2, "b", (6, 4)))
    state = after(state, *walk("u1", (4, 4), (5, 4)))
    assert (state.contact, state.left) == (True, 400)
    for place in ((4, 4), (5, 3), (5, 5)):
        refused(state, play.Move("u1", place), "R0.25")
    assert do(state, play.Attack("u1", "u2"), 1, 20).state.acted


def test_R0_25_a_unit_that_begins_in_contact_cannot_move_even_with_dash():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)))
    refused(state, play.Move("u1", (3, 4)), "R0.25")
    refused(after(state, play.Dash("u1")), play.Move("u1", (3, 4)), "R0.25")


def test_R0_25_after_its_last_adjacent_enemy_has_gone_a_unit_moves_on():
    state = begin(unit(1, "a", (3, 4)), unit(2, "b", (5, 4), morale=-10), unit(3, "b", (15, 8)))
    step = do(after(state, play.Move("u1", (4, 4))), play.Attack("u1", "u2"), 20, 1, 1)
    assert told(step, "eliminated") == [{"unit": "u2", "fell_to": "rout"}]
    assert after(step.state, *walk("u1", (5, 4), (6, 4))).left == 0


def test_R0_25_one_enemy_left_next_to_it_still_holds_a_unit():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10), unit(3, "b", (4, 5), morale=10))
    step = do(state, play.Attack("u1", "u2"), 20, 1, 1, 20)
    refused(step.state, play.Move("u1", (3, 4)), "R0.25")


def test_R0_25_nobody_strikes_at_those_who_pass_or_leave():
    state = begin(unit(1, "a", (4, 4), speed_ft=60), unit(2, "b", (5, 4)), unit(3, "b", (3, 5)))
    state = do(state, play.Disengage("u1"), 10).state
    step = do(state, play.Move("u1", (4, 3)))
    assert [event.kind for event in step.events] == ["enters"]
