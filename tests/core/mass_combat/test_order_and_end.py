"""Rounds, the order of turns, reinforcements, objectives, the end of the battle."""

from __future__ import annotations

from collections import Counter

import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.game import Outcome
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.mass_combat.validation import problems
from tests.core.mass_combat.armies import BESTIARY, battle_of, company
from tests.core.mass_combat.boards import after, begin, do, ends, scenario, told, unit, walk
from tests.rulebook.scenario import prepare_scenario

MAJOR = (20, 1)
FORD = {"side": "a", "kind": "hold", "hexes": [[4, 4]], "rounds": 1}


def test_R0_18_every_unit_has_one_turn_a_round():
    state = begin(unit(1, "a", (1, 1)), unit(2, "b", (9, 1)), unit(3, "a", (1, 5)))
    turns = []
    for _ in range(9):
        turns.append((state.round, state.mover))
        step = do(state, play.EndTurn(state.mover))
        state = step.state
    assert turns == [(number, unit_id) for number in (1, 2, 3) for unit_id in ("u1", "u2", "u3")]
    assert told(step, "round_ends") == [{"round": 3}]


def test_R0_19_R0_20_highest_initiative_acts_first():
    battle = battle_of(
        company(1, "a", (1, 1), morale=-4),
        company(2, "b", (9, 1), morale=8),
        company(3, "a", (1, 5)),
        company(4, "b", (9, 5), morale=2),
    )
    state = play.setup(prepare(battle, BESTIARY), play.TypedDice({})).state
    assert state.order == ("u2", "u4", "u3", "u1")  # 10 + morale + 1 for Charisma, and 1 once more


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ([12, 5, 18], ("u3", "u1", "u2")),
        ([7, 7, 20, 3, 9], ("u3", "u2", "u1")),
        ([4, 4, 4, 1, 2, 3], ("u3", "u2", "u1")),
        ([4, 11, 4, 8, 8, 2, 1], ("u2", "u1", "u3")),
    ],
)
def test_R0_20_equals_roll_for_their_order_and_again_while_tied(dice, order):
    equals = [unit(number, "ab"[number % 2], (number, 1), initiative=15) for number in (1, 2, 3)]
    state = begin(*equals, unit(4, "a", (9, 1), initiative=16), unit(5, "b", (9, 3), initiative=3), dice=dice)
    assert state.order == ("u4", *order, "u5")


def test_R0_20_the_order_drawn_is_kept_for_the_whole_battle():
    equals = [unit(number, "ab"[number % 2], (3 * number, 1), initiative=15) for number in (1, 2, 3)]
    state = begin(*equals, dice=[12, 5, 18])
    movers = []
    for _ in range(6):
        movers.append(state.mover)
        state = after(state, play.EndTurn(state.mover))
    assert movers == ["u3", "u1", "u2"] * 2


def test_R0_20_every_order_of_three_equals_is_equally_likely():
    equals = [unit(number, "ab"[number % 2], (3 * number, 1), initiative=15) for number in (1, 2, 3)]
    prepared = prepare_scenario(scenario(*equals))
    battles = 1200
    orders = Counter(play.setup(prepared, play.KeyedBattle(1, number)).state.order for number in range(battles))
    assert len(orders) == 6
    spread = (battles * (1 / 6) * (5 / 6)) ** 0.5
    assert all(abs(count - battles / 6) < 4 * spread for count in orders.values())


def test_reinforcements_enter_at_their_round_and_pay_for_the_space():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (12, 4)), unit(3, "a", (4, 4), arrives_round=2))
    assert state.unit("u3").status == "waiting"
    step = do(after(state, *ends("u1", "u2", "u1")), play.EndTurn("u2"))
    (arrival,) = told(step, "arrives")
    assert (arrival["unit"], arrival["left"], step.state.mover) == ("u3", 200, "u3")
    assert step.state.unit("u3").position != (4, 4)


def test_R0_59_the_battle_is_over_when_one_alliance_is_left():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10))
    assert play.outcome(state) is None
    step = do(state, play.Attack("u1", "u2"), *MAJOR, 1)
    assert told(step, "over") == [{"winner": "a", "round": 1}]
    assert play.outcome(step.state) == Outcome("a", "one_alliance_left")
    assert (step.state.mover, play.legal_actions(step.state)) == (None, ())


def test_R0_59_a_guard_may_win_in_the_turn_of_the_other_side():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (6, 4), morale=-10))
    state = after(state, play.Guard("u1"), play.EndTurn("u1"))
    step = do(state, play.Move("u2", (5, 4)), *MAJOR, 1)
    assert play.outcome(step.state) == Outcome("a", "one_alliance_left")


def test_R0_59_units_that_have_not_come_yet_keep_the_battle_going():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10), unit(3, "b", (12, 4), arrives_round=2))
    step = do(state, play.Attack("u1", "u2"), *MAJOR, 1)
    assert play.outcome(step.state) is None
    assert after(step.state, play.EndTurn("u1")).mover == "u1"


def test_R0_59_at_the_round_limit_a_battle_is_undecided():
    state = begin(unit(1, "a", (1, 1)), unit(2, "b", (9, 1)), round_limit=2)
    state = after(state, *ends("u1", "u2", "u1"))
    assert play.outcome(state) is None
    assert play.outcome(after(state, play.EndTurn("u2"))) == Outcome(None, "round_limit")


def test_R0_59_objectives_decide_nothing_by_the_default_reading():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (9, 1)), objectives={"ford": FORD})
    assert play.outcome(after(state, *ends("u1", "u2"))) is None


def test_R0_59_a_ford_is_held_for_rounds_in_a_row():
    objectives = {"ford": {**FORD, "rounds": 2, "hexes": [[4, 4], [5, 4]]}}
    switches = {"end_condition": "objective"}
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (9, 1)), objectives=objectives, switches=switches)
    state = after(state, *ends("u1", "u2"))
    assert play.outcome(state) is None
    left = after(state, *walk("u1", (3, 4)), *ends("u1", "u2"))
    back = after(left, *walk("u1", (4, 4)), *ends("u1", "u2"))
    assert play.outcome(back) is None
    assert play.outcome(after(back, *ends("u1", "u2"))) == Outcome("a", "objective")
    assert play.outcome(after(state, *ends("u1", "u2"))) == Outcome("a", "objective")


def test_R0_59_hold_is_denied_by_an_enemy_on_a_hex_and_reach_is_not():
    ground = {"ford": {**FORD, "hexes": [[4, 4], [5, 4]]}}
    for kind, ended in (("hold", None), ("reach", Outcome("a", "objective"))):
        state = begin(
            unit(1, "a", (4, 4)),
            unit(2, "b", (5, 4)),
            objectives={"ford": {**ground["ford"], "kind": kind}},
            switches={"end_condition": "objective"},
        )
        assert play.outcome(after(state, *ends("u1", "u2"))) == ended


def test_R0_59_both_sides_at_their_goals_at_once_share_the_field():
    objectives = {"ford": FORD, "mill": {**FORD, "side": "b", "hexes": [[9, 1]]}}
    switches = {"end_condition": "objective"}
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (9, 1)), objectives=objectives, switches=switches)
    state = after(state, *ends("u1", "u2"))
    assert (state.over, state.winner) == (True, None)


def test_R0_59_keeping_a_unit_alive_counts_at_the_round_limit():
    objectives = {"king": {"side": "b", "kind": "protect", "unit": "u2"}}
    board = unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10), unit(3, "b", (15, 8))
    facts = {"objectives": objectives, "round_limit": 1, "switches": {"end_condition": "round_limit"}}
    state = after(begin(*board, **facts), *ends("u1", "u2", "u3"))
    assert play.outcome(state) == Outcome("b", "objective")
    state = do(begin(*board, **facts), play.Attack("u1", "u2"), *MAJOR, 1).state
    assert play.outcome(after(state, *ends("u1", "u3"))) == Outcome(None, "round_limit")


def test_R0_59_a_battle_needs_a_unit_on_each_side():
    battle = battle_of(company(1, "a", (1, 1)), company(2, "b", None))
    wrong = [problem for problem in problems(battle, BESTIARY) if problem.severity == "error"]
    assert [(problem.place, problem.rule) for problem in wrong] == [("mass_combat/sides/b", "R0.59")]
    with pytest.raises(InvalidBattleError):
        prepare(battle, BESTIARY)


def test_R0_60_every_unit_begins_at_its_starting_rating():
    battle = battle_of(company(1, "a", (1, 1)), company(2, "b", (9, 1), losses=6))
    state = play.setup(prepare(battle, BESTIARY), play.KeyedBattle(1, 1)).state
    assert [one.br for one in state.units] == [21, 15]
    assert [int(br) for br in state.prepared.state[0]["starting_br"][:2]] == [21, 15]
