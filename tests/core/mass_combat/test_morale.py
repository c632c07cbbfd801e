"""What losses and falls call for: casualties, friendly casualties, elimination."""

from __future__ import annotations

from dataclasses import replace

import pytest

from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.rules import at_half, casualties_due
from tests.core.mass_combat.boards import after, begin, do, ends, mode_of, refused, told, unit

STRIKE = play.Attack("u1", "u2")
MINOR, MAJOR = (11, 10), (20, 1)


def attacked(br, *dice, now=None, morale=0, **switches):
    """What happens to a lone unit of this starting BR (and BR now) that is attacked with these dice."""
    state = begin(
        unit(1, "a", (4, 4), br=br if now is None else now),
        unit(2, "b", (5, 4), br=br, morale=morale),
        switches=switches,
    )
    if now is not None:
        state = replace(state, units=tuple(replace(one, br=now) for one in state.units))
    return do(state, STRIKE, *dice)


def morale_tests(step):
    return [(test["dc"], test["passed"]) for test in told(step, "morale_test")]


@pytest.mark.parametrize(
    ("starting", "now", "due"),
    [(7, 6, False), (7, 5, True), (8, 7, False), (8, 6, True), (20, 12, True), (20, 13, False)],
)
def test_R0_42_brought_to_half_the_starting_rating_a_unit_tests(starting, now, due):
    step = attacked(starting, *MINOR, *([15] if due else []), now=now)
    assert morale_tests(step) == ([(15, True)] if due else [])
    assert at_half(starting, now - 2) is due


@pytest.mark.parametrize(("die", "morale", "stands"), [(15, 0, True), (14, 0, False), (17, -3, False), (5, 10, True)])
def test_R0_42_failure_eliminates(die, morale, stands):
    step = attacked(20, *MINOR, die, now=12, morale=morale)
    assert step.state.unit("u2").status == ("field" if stands else "eliminated")
    assert step.state.unit("u2").fell_to == ("" if stands else "casualties")


def test_R0_42_comes_after_R0_37_and_only_for_those_who_stand():
    assert morale_tests(attacked(20, *MAJOR, 10, 15, now=15)) == [(10, True), (15, True)]
    assert morale_tests(attacked(20, *MAJOR, 10, 14, now=15)) == [(10, True), (15, False)]
    assert morale_tests(attacked(20, *MAJOR, 9, now=15)) == [(10, False)]


def test_R0_42_once_for_each_time_the_state_is_entered():
    assert morale_tests(attacked(20, *MINOR, now=10)) == []
    assert morale_tests(attacked(20, *MAJOR, 20, now=9)) == [(10, True)]


@pytest.mark.parametrize("starting", [0, -1, -4])
def test_R0_42_a_unit_that_starts_at_zero_or_below_tests_at_its_first_loss(starting):
    assert morale_tests(attacked(starting, *MINOR, 15)) == [(15, True)]
    assert casualties_due(starting, starting, starting - 2, 0)
    assert not casualties_due(starting, starting - 2, starting - 4, 0)


@pytest.mark.parametrize("every_loss", [0, 1])
@pytest.mark.parametrize(("starting", "before", "after"), [(0, 0, 0), (10, 4, 4), (10, 2, 4), (-3, -3, -3)])
def test_R0_42_what_loses_nothing_calls_for_no_test(starting, before, after, every_loss):
    assert not casualties_due(starting, before, after, every_loss)


def fall(*friends, die=1, dice=()):
    """Unit u2 of side b routs at (5, 4); its friends roll."""
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10), *friends)
    return do(state, STRIKE, *MAJOR, die, *dice)


@pytest.mark.parametrize(("place", "near"), [((10, 4), True), ((11, 4), False), ((8, 8), True), ((9, 8), False)])
def test_R0_43_friends_within_five_spaces_test(place, near):
    step = fall(unit(3, "b", place), dice=[10] if near else [])
    assert [test["unit"] for test in told(step, "morale_test")] == (["u2", "u3"] if near else ["u2"])


def test_R0_43_friends_test_in_initiative_order_and_enemies_not_at_all():
    friends = [unit(n, "b", (7, n), initiative=n) for n in (3, 4, 5)]
    step = fall(*friends, unit(6, "a", (5, 6)), dice=[9, 10, 9])
    tests = [(test["unit"], test["passed"]) for test in told(step, "morale_test")[1:]]
    assert tests == [("u5", False), ("u4", True), ("u3", False)]
    assert [fact["unit"] for fact in told(step, "loses_next_turn")] == ["u5", "u3"]


def test_R0_43_who_fails_neither_moves_nor_acts_on_its_next_turn_only():
    step = fall(unit(3, "b", (8, 4)), unit(4, "b", (15, 8)), dice=[5])
    step = do(step.state, play.EndTurn("u1"))
    assert told(step, "turn_lost") == [{"unit": "u3"}]
    assert step.state.mover == "u4"
    refused(step.state, play.Move("u3", (9, 4)), "R0.23")
    state = after(step.state, *ends("u4", "u1"))
    assert (state.round, state.mover) == (2, "u3")


def test_R0_43_a_unit_that_has_had_its_turn_loses_the_one_of_the_next_round():
    state = begin(unit(1, "b", (8, 4)), unit(2, "a", (4, 4)), unit(3, "b", (5, 4), morale=-10), unit(4, "b", (15, 8)))
    state = after(state, play.EndTurn("u1"))
    state = do(state, play.Attack("u2", "u3"), *MAJOR, 1, 5).state
    step = do(after(state, play.EndTurn("u2")), play.EndTurn("u4"))
    assert [event.kind for event in step.events] == ["round_ends", "turn", "turn_lost", "turn"]
    assert (step.state.round, step.state.mover) == (2, "u2")


def test_R0_43_each_fall_calls_its_own_test_but_one_turn_is_lost():
    state = begin(
        unit(1, "a", (4, 4)),
        unit(2, "b", (5, 4), morale=-10),
        unit(3, "a", (4, 6)),
        unit(4, "b", (5, 6), morale=-10),
        unit(5, "b", (8, 5)),
        unit(6, "b", (15, 0)),
    )
    state = after(do(state, STRIKE, *MAJOR, 1, 20, 1).state, play.EndTurn("u1"))
    step = do(state, play.Attack("u3", "u4"), *MAJOR, 1, 1)
    assert step.state.unit("u5").lost_turns == 1
    state = after(step.state, *ends("u3", "u6", "u1", "u3"))
    assert (state.round, state.mover, state.unit("u5").turns_lost) == (2, "u5", 1)


def test_R0_43_a_guard_already_set_is_kept():
    state = begin(
        unit(1, "b", (8, 4)), unit(2, "a", (4, 4), speed_ft=60), unit(3, "b", (5, 4), morale=-10), unit(4, "b", (15, 8))
    )
    state = after(state, play.Guard("u1"), play.EndTurn("u1"))
    state = do(state, play.Attack("u2", "u3"), *MAJOR, 1, 5).state
    state = after(state, *ends("u2", "u4"))
    assert (state.mover, state.unit("u1").guard, state.unit("u1").turns_lost) == ("u2", True, 1)
    state = after(state, play.Move("u2", (5, 4)), play.Move("u2", (6, 4)))
    assert told(do(state, play.Move("u2", (7, 4)), 1, 20), "guard_strikes") == [{"unit": "u1", "target": "u2"}]


def test_R0_43_a_lost_turn_is_a_turn_for_defend():
    state = begin(
        unit(1, "b", (8, 4)), unit(2, "a", (4, 4)), unit(3, "b", (5, 4), morale=-10), unit(4, "a", (9, 4), morale=10)
    )
    state = after(state, play.Defend("u1"), play.EndTurn("u1"))
    state = do(state, play.Attack("u2", "u3"), *MAJOR, 1, 5).state
    state = after(state, play.EndTurn("u2"))
    assert mode_of(state, play.Attack("u4", "u1")) == "dis"
    state = after(state, *ends("u4", "u2"))
    assert mode_of(state, play.Attack("u4", "u1")) == "flat"


def test_R0_44_the_eliminated_are_off_the_map_for_good():
    step = fall(unit(3, "b", (15, 8)))
    state = step.state
    assert told(step, "eliminated") == [{"unit": "u2", "fell_to": "rout"}]
    state = after(state, play.Move("u1", (5, 4)))  # its space is free
    state = after(state, *ends("u1", "u3"))
    assert (state.round, state.mover) == (2, "u1")  # it has no more turns
    refused(state, STRIKE, "R0.31")
    assert state.unit("u2").status == "eliminated"


def test_R0_60_half_is_reckoned_from_the_rating_at_the_first_round():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), br=14))
    seen = []
    for dice in ((5, 10), (3, 10), (1, 10), (1, 12, 15), (1, 14)):
        step = do(state, STRIKE, *dice)
        seen.append((step.state.unit("u2").br, morale_tests(step)))
        state = after(step.state, *ends("u1", "u2"))
    assert seen == [(12, []), (10, []), (8, []), (6, [(15, True)]), (4, [])]
