"""Turns and movement (R1.5–R1.10, R1.17)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.skirmish import Field, Rules, parse_attack
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.play import apply, legal_actions, why_not
from massbattle_core.skirmish.rules import movement
from tests.core.skirmish.builders import begun, sheet

NOTHING: list[int] = []
FAR_FOE = ("B", sheet("foe"), (20, 15))


def _east(start: tuple[int, int], steps: int) -> do.Move:
    return do.Move(tuple((start[0] + step, start[1]) for step in range(1, steps + 1)))


def _do(state, *actions, dice=NOTHING):
    scripted = ScriptedDice(dice)
    for action in actions:
        state = apply(state, action, scripted).state
    assert scripted.left == []
    return state


def test_R1_5_a_turn_is_a_move_an_action_and_a_bonus_action_in_any_order():
    dagger = parse_attack("+3:1d4b")
    state = begun(("A", sheet("a", attacks=(parse_attack("+5:1d8"), dagger)), (0, 0)), ("B", sheet("b"), (3, 0)))
    state = _do(state, _east((0, 0), 2), do.Attack("b", 1), do.Attack("b", 0), dice=[2, 2])
    assert "action is spent" in why_not(state, do.Dash())
    assert "bonus action is spent" in why_not(state, do.Attack("b", 1))
    state = _do(state, do.Move(((2, 1), (3, 1))))
    assert why_not(state, do.EndTurn()) is None


@pytest.mark.parametrize(("speed", "squares"), [(30, 6), (25, 5)])
def test_R1_6_a_speed_of_9_metres_is_6_squares_and_of_7_and_a_half_5(speed, squares):
    state = begun(("A", sheet("a", speed_ft=speed), (0, 0)), FAR_FOE)
    assert why_not(state, _east((0, 0), squares)) is None
    assert "5 ft of movement are missing" in why_not(state, _east((0, 0), squares + 1))
    with pytest.raises(IllegalActionError):
        apply(state, _east((0, 0), squares + 1), ScriptedDice([]))


def test_R1_6_a_move_goes_from_square_to_square_on_the_field():
    state = begun(("A", sheet("a"), (0, 0)), FAR_FOE)
    assert "not next to" in why_not(state, do.Move(((2, 0),)))
    assert "edge" in why_not(state, do.Move(((0, -1),)))
    assert "without squares" in why_not(state, do.Move(()))


def test_R1_7_movement_is_split_around_the_action():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (3, 1)))
    state = _do(state, _east((0, 0), 2), do.Attack("b"), dice=[2])
    assert state.fighter("a").movement == 2 * 20
    assert why_not(state, do.Move(((2, 1), (2, 2), (2, 1), (2, 2)))) is None
    assert why_not(state, do.Move(((2, 1), (2, 2), (2, 1), (2, 2), (2, 1)))) is not None


def test_R1_8_one_moves_between_the_attacks_of_an_action():
    twice = sheet("a", attacks=(parse_attack("+5:1d8+3x2"),), speed_ft=25)
    state = begun(("A", twice, (0, 0)), ("B", sheet("b"), (3, 0)), ("B", sheet("c"), (6, 0)))
    state = _do(state, _east((0, 0), 2), do.Attack("b"), dice=[2])
    state = _do(state, do.Move(((2, 1), (3, 1), (4, 1))))
    assert why_not(state, do.Attack("c")) is not None  # 10 ft away
    state = begun(("A", twice, (0, 0)), ("B", sheet("b"), (2, 0)), ("B", sheet("c"), (4, 2)))
    state = _do(state, do.Move(((1, 0),)), do.Attack("b"), do.Move(((2, 1), (3, 1))), do.Attack("c"), dice=[2, 2])
    assert state.fighter("a").attacks_left == (0,)
    assert why_not(state, do.Attack("c")) is not None


def test_R1_9_difficult_ground_costs_twice_and_only_once_more():
    assert movement.square_cost(10, 1, 0, 0) == movement.square_cost(10, 3, 0, 0) == 20
    state = begun(("A", sheet("a"), (0, 0)), FAR_FOE, field=Field(difficult=frozenset({(1, 0), (2, 0)})))
    state = _do(state, _east((0, 0), 2))
    assert state.fighter("a").movement == 2 * (30 - 20)


def test_R1_9_a_friends_space_is_difficult_and_no_place_to_stop():
    state = begun(("A", sheet("a"), (0, 0)), ("A", sheet("friend"), (1, 0)), FAR_FOE)
    assert "another's space" in why_not(state, _east((0, 0), 1))
    state = _do(state, _east((0, 0), 2))
    assert state.fighter("a").movement == 2 * (30 - 15)


@pytest.mark.parametrize(
    ("rule", "size", "passes"),
    [
        ("two_sizes", "medium", False),
        ("two_sizes", "large", False),
        ("two_sizes", "huge", True),
        ("two_sizes", "tiny", True),
        ("never", "huge", False),
        ("always", "medium", True),
    ],
)
def test_R1_9_an_enemys_space_is_passed_by_the_house_rule(rule, size, passes):
    field = Field(24, 3)
    state = begun(
        ("A", sheet("a", speed_ft=60), (0, 0)),
        ("B", sheet("b", size=size), (1, 0)),
        field=field,
        rules=Rules(pass_enemy=rule),
    )
    reason = why_not(state, _east((0, 0), 5))
    assert (reason is None) == passes
    if not passes:
        assert "cannot be entered" in reason


def test_R1_9_a_large_creature_needs_all_its_squares():
    ogre = sheet("ogre", size="large")
    state = begun(("A", ogre, (0, 0)), ("B", sheet("b"), (3, 1)), field=Field(8, 2, frozenset({(2, 1)})))
    assert why_not(state, _east((0, 0), 2)) is not None
    state = _do(state, _east((0, 0), 1))
    assert state.fighter("ogre").movement == 2 * (30 - 10)


def test_R1_10_standing_up_costs_half_of_the_speed():
    state = begun(("A", sheet("a", speed_ft=25), (0, 0)), FAR_FOE)
    state = _do(state, do.DropProne(), do.StandUp())
    assert state.fighter("a").movement == 25  # half-feet: 12.5 ft
    state = _do(state, do.DropProne())
    state = _do(state, do.StandUp())
    assert "half of its speed" in why_not(_do(state, do.DropProne()), do.StandUp())


def test_R1_10_crawling_costs_twice_unless_only_standing_up_does():
    prone = begun(("A", sheet("a"), (0, 0)), FAR_FOE)
    prone = _do(prone, do.DropProne())
    assert _do(prone, _east((0, 0), 1)).fighter("a").movement == 2 * (30 - 10)
    free = begun(("A", sheet("a"), (0, 0)), FAR_FOE, rules=Rules(prone_effects="stand_up_only"))
    assert _do(free, do.DropProne(), _east((0, 0), 1)).fighter("a").movement == 2 * (30 - 5)


def test_R1_17_a_dash_adds_the_speed_once_more():
    state = begun(("A", sheet("a", bonus_actions=frozenset({"dash"})), (0, 0)), FAR_FOE)
    state = _do(state, do.Dash())
    assert state.fighter("a").movement == 2 * 60
    assert _do(state, do.Dash(bonus_action=True)).fighter("a").movement == 2 * 90


def test_R1_6_the_listed_moves_are_cheapest_paths_to_every_square_in_reach():
    state = begun(("A", sheet("a", speed_ft=10), (5, 5)), FAR_FOE, field=Field(difficult=frozenset({(6, 5)})))
    moves = {action.path[-1]: action for action in legal_actions(state) if isinstance(action, do.Move)}
    assert len(moves) == 5 * 5 - 1
    assert len(moves[7, 5].path) == 2
    assert (6, 5) not in moves[7, 5].path


@given(st.fractions(0, 60, max_denominator=99), st.booleans(), st.booleans(), st.fractions(0, 10, max_denominator=99))
def test_R1_10_movement_left_is_exact_in_any_unit(speed, dash, stand_up, difficult):
    expected = speed * (2 if dash else 1) - (speed / 2 if stand_up else 0) - 2 * difficult
    if expected < 0:
        with pytest.raises(IllegalActionError):
            movement.movement_left(speed, dash=dash, stand_up=stand_up, through_difficult=difficult)
    else:
        assert movement.movement_left(speed, dash=dash, stand_up=stand_up, through_difficult=difficult) == expected


def test_R1_7_the_sources_example_of_a_split_move():
    assert movement.movement_left(Fraction(9)) - 3 == 6


@given(
    st.integers(0, 20), st.integers(0, 20), st.integers(1, 4), st.integers(0, 20), st.integers(0, 20), st.integers(1, 4)
)
def test_R1_6_distance_is_symmetric(ax, ay, a, bx, by, b):
    assert movement.distance_ft(ax, ay, a, bx, by, b) == movement.distance_ft(bx, by, b, ax, ay, a)
