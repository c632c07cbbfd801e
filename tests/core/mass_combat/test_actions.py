"""The actions: one a turn; Dash, Defend, Disengage and Guard."""

from __future__ import annotations

import pytest

from massbattle_core.mass_combat import play
from tests.core.mass_combat.boards import after, begin, do, ends, mode_of, refused, told, unit, walk

ACTIONS = (play.Attack("u1", "u2"), play.Dash("u1"), play.Defend("u1"), play.Disengage("u1"), play.Guard("u1"))
DICE = {play.Attack: (1, 20), play.Disengage: (20,)}


@pytest.mark.parametrize("first", ACTIONS)
def test_R0_26_one_action_a_turn(first):
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)))
    assert {type(action) for action in play.legal_actions(state)} == {*map(type, ACTIONS), play.EndTurn}
    state = do(state, first, *DICE.get(type(first), ())).state
    assert state.acted
    for second in ACTIONS:
        refused(state, second, "R0.26")
    assert play.EndTurn("u1") in play.legal_actions(state)


def test_R0_26_a_unit_may_do_nothing():
    state = after(begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4))), play.EndTurn("u1"))
    assert (state.mover, state.unit("u1").br, state.unit("u2").br) == ("u2", 20, 20)


@pytest.mark.parametrize(("speed_ft", "spaces"), [(25, 5), (30, 6), (5, 1), (20, 4)])
def test_R0_27_dash_adds_the_speed_to_the_movement_of_this_turn(speed_ft, spaces):
    state = after(begin(unit(1, "a", (1, 4), speed_ft=speed_ft), unit(2, "b", (15, 0))), play.Dash("u1"))
    assert state.left == 20 * speed_ft
    state = after(state, *walk("u1", *((column, 4) for column in range(2, 2 + spaces))))
    refused(state, play.Move("u1", (2 + spaces, 4)), "R0.24")
    state = after(state, *ends("u1", "u2"))
    assert state.left == 10 * speed_ft


def test_R0_27_dash_pays_a_debt_of_movement():
    state = begin(unit(1, "a", (1, 4), speed_ft=25), unit(2, "b", (15, 0)))
    state = after(state, *walk("u1", (2, 4), (3, 4), (4, 4)), play.Dash("u1"))
    assert state.left == 200
    state = after(state, *walk("u1", (5, 4), (6, 4)))
    refused(state, play.Move("u1", (7, 4)), "R0.24")  # five spaces in all, not six


def test_R0_28_defend_lasts_until_the_end_of_the_next_turn():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), unit(3, "a", (1, 1)))
    state = after(state, play.Defend("u1"), play.EndTurn("u1"))
    assert mode_of(state, play.Attack("u2", "u1")) == "dis"
    state = after(state, *ends("u2", "u3"))
    state = do(state, play.Attack("u1", "u2"), 1, 20).state
    assert state.unit("u1").defend == 1  # its next turn is covered while it attacks
    state = after(state, play.EndTurn("u1"))
    assert mode_of(state, play.Attack("u2", "u1")) == "flat"


def test_R0_28_defend_covers_against_a_guard_in_the_next_turn_and_may_be_renewed():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (7, 4)))
    state = after(state, play.Defend("u1"), play.EndTurn("u1"), play.Guard("u2"), play.EndTurn("u2"))
    state = after(state, play.Move("u1", (5, 4)))
    step = do(state, play.Move("u1", (6, 4)), 10, 12, 20)
    assert [attack["mode"] for attack in told(step, "attack")] == ["dis"]
    state = after(step.state, play.Defend("u1"), play.EndTurn("u1"))
    assert mode_of(state, play.Attack("u2", "u1")) == "dis"


@pytest.mark.parametrize(("die", "morale", "passed"), [(10, 0, True), (9, 0, False), (12, -3, False), (1, 9, True)])
def test_R0_29_disengage_is_a_morale_test_of_dc_10(die, morale, passed):
    state = begin(unit(1, "a", (4, 4), morale=morale), unit(2, "b", (5, 4)))
    step = do(state, play.Disengage("u1"), die)
    assert told(step, "morale_test") == [{"unit": "u1", "dc": 10, "total": die + morale, "passed": passed}]
    assert step.state.disengaged is passed
    assert step.state.left == (150 if passed else 0)


def test_R0_29_failure_costs_the_action_and_all_movement():
    state = do(begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4))), play.Disengage("u1"), 1).state
    refused(state, play.Attack("u1", "u2"), "R0.26")
    assert play.legal_actions(state) == (play.EndTurn("u1"),)


def test_R0_29_half_the_speed_is_the_whole_movement_and_enemies_do_not_stop_it():
    state = begin(unit(1, "a", (4, 4), speed_ft=45), unit(2, "b", (5, 4)), unit(3, "b", (3, 2)))
    state = do(state, play.Disengage("u1"), 10).state
    assert state.left == 225
    state = after(state, *walk("u1", (4, 3), (3, 3)))  # along and past both enemies
    refused(state, play.Move("u1", (2, 3)), "R0.24")
    state = after(state, *ends("u1", "u2", "u3"))
    refused(state, play.Move("u1", (2, 3)), "R0.25")  # next turn it is in contact as ever


def test_R0_29_fifteen_metres_short_of_two_spaces_is_two_spaces():
    state = do(begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4))), play.Disengage("u1"), 10).state
    state = after(state, *walk("u1", (3, 4), (2, 4)))
    refused(state, play.Move("u1", (1, 4)), "R0.24")


@pytest.mark.parametrize(("steps", "left"), [(1, 150), (2, 100), (3, 0)])
def test_R0_29_after_movement_at_most_what_is_left(steps, left):
    state = begin(unit(1, "a", (4 - steps, 4)), unit(2, "b", (5, 4)))
    state = after(state, *walk("u1", *((column, 4) for column in range(5 - steps, 5))))
    assert do(state, play.Disengage("u1"), 10).state.left == left


def test_R0_29_not_offered_where_no_enemy_is_adjacent():
    refused(begin(unit(1, "a", (4, 4)), unit(2, "b", (6, 4))), play.Disengage("u1"), "R0.29")


def test_R0_29_R0_30_guards_strike_at_those_who_disengage():
    state = begin(unit(1, "b", (6, 4)), unit(2, "a", (4, 4)), unit(3, "b", (3, 4)), unit(4, "b", (15, 0)))
    state = after(state, play.Guard("u1"), play.EndTurn("u1"))
    state = do(state, play.Disengage("u2"), 10).state
    step = do(state, play.Move("u2", (5, 4)), 20, 20)
    assert told(step, "guard_strikes") == [{"unit": "u1", "target": "u2"}]


def test_R0_30_guard_strikes_once_at_the_next_enemy_that_comes_near():
    state = begin(unit(1, "a", (5, 4)), unit(2, "b", (8, 4)), unit(3, "b", (2, 4)), unit(4, "a", (5, 7)))
    state = after(state, play.Guard("u1"), play.EndTurn("u1"))
    assert told(do(state, play.Move("u2", (7, 4))), "guard_strikes") == []
    step = do(after(state, play.Move("u2", (7, 4))), play.Move("u2", (6, 4)), 12, 10)
    assert [event.kind for event in step.events] == ["enters", "guard_strikes", "attack", "loss"]
    assert told(step, "loss") == [{"unit": "u2", "cause": "u1", "loss": 2, "br": 18}]
    assert not step.state.unit("u1").guard
    state = after(step.state, play.EndTurn("u2"), *walk("u3", (3, 4), (4, 4)))
    assert state.unit("u3").position == (4, 4)


def test_R0_30_friends_do_not_set_a_guard_off():
    state = begin(unit(1, "a", (5, 4)), unit(2, "a", (7, 4)), unit(3, "b", (15, 0)))
    state = after(state, play.Guard("u1"), play.EndTurn("u1"), play.Move("u2", (6, 4)))
    assert state.unit("u1").guard


def test_R0_30_moving_from_one_adjacent_space_to_another_sets_it_off_too():
    state = begin(unit(1, "a", (6, 4)), unit(2, "b", (5, 4), speed_ft=60), unit(3, "a", (15, 0)))
    state = after(state, play.Guard("u1"), play.EndTurn("u1"))
    state = do(state, play.Disengage("u2"), 10).state
    step = do(state, play.Move("u2", (5, 3)), 1, 20)
    assert told(step, "guard_strikes") == [{"unit": "u1", "target": "u2"}]


def test_R0_30_several_guards_strike_in_initiative_order_until_the_mover_falls():
    def on_guard(friend):
        """Both guards flank whoever enters (5, 4): they strike with advantage."""
        state = begin(
            unit(2, "a", (6, 4)),
            unit(1, "a", (5, 5)),
            unit(3, "b", (4, 4), morale=-10),
            unit(4, "b", friend, morale=10),
        )
        return after(state, play.Guard("u1"), play.EndTurn("u1"), play.Guard("u2"), play.EndTurn("u2"))

    step = do(on_guard((15, 0)), play.Move("u3", (5, 4)), 1, 1, 20, 1, 1, 20)
    assert [strike["unit"] for strike in told(step, "guard_strikes")] == ["u1", "u2"]
    step = do(on_guard((8, 4)), play.Move("u3", (5, 4)), 20, 20, 1, 1, 1)
    assert [strike["unit"] for strike in told(step, "guard_strikes")] == ["u1"]
    assert (step.state.unit("u3").status, step.state.mover) == ("eliminated", "u4")
    assert step.state.unit("u2").guard


def test_R0_30_the_movement_of_a_guard_does_not_end_its_guard():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (8, 4)))
    state = after(state, play.Guard("u1"), play.Move("u1", (5, 4)), play.EndTurn("u1"), play.EndTurn("u2"))
    state = after(state, play.Move("u1", (6, 4)))
    assert state.unit("u1").guard
    step = do(after(state, play.EndTurn("u1")), play.Move("u2", (7, 4)), 1, 20)
    assert told(step, "guard_strikes") == [{"unit": "u1", "target": "u2"}]


@pytest.mark.parametrize("action", [play.Dash("u1"), play.Defend("u1"), play.Attack("u1", "u2")])
def test_R0_30_another_action_ends_a_guard_set_before(action):
    state = begin(unit(1, "a", (4, 4), range_ft=600), unit(2, "b", (9, 4)))
    state = after(state, play.Guard("u1"), *ends("u1", "u2"))
    assert after(state, play.Guard("u1")).unit("u1").guard
    assert not do(state, action, *DICE.get(type(action), ())).state.unit("u1").guard
