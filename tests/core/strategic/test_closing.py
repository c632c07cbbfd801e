from dataclasses import replace

import pytest

from massbattle_core.game import Outcome
from massbattle_core.strategic import ORDERS, Plan, Rules, Tables, muster
from massbattle_core.strategic.closing import (
    apply_steps,
    armies_after,
    close_turn,
    end_of_battle,
    loss_steps,
    melee_score_after,
    morale_steps_of_losses,
    soldiers_a_step,
    steps_by_orders,
)

RULES, TABLES = Rules(), Tables()
MATRIX = """2/3 1/2 2/1 0/1 0/2
1/1 1/1 0/1 0/1 0/1
0/2 0/1 0/1 0/0 0/0
1/1 0/0 0/0 0/0 0/0
1/0 0/0 0/0 0/0 0/0"""


@pytest.mark.parametrize(
    ("before", "orders", "winner", "margin", "after"),
    [
        (0, ("charge", "charge"), "A", 0, 4),
        (0, ("charge", "hold"), "B", 5, 3),
        (4, ("assault", "withdraw"), "A", 4, 4),
        (1, ("flee", "withdraw"), "B", 0, 0),
        (9, ("charge", "charge"), "A", 9, 10),
        (3, ("charge", "charge"), "status_quo", 0, 3),
    ],
)
def test_R2_33_the_melee_score_follows_orders_and_margin(before, orders, winner, margin, after):
    assert melee_score_after(before, *orders, winner, margin, RULES, TABLES) == after


def test_R2_33_the_margin_is_five_times_as_large_on_the_percentile_scale():
    percent = Rules(scale="percent")
    assert melee_score_after(0, "hold", "hold", "A", 24, percent, TABLES) == 0
    assert melee_score_after(0, "hold", "hold", "A", 25, percent, TABLES) == 1


def test_R2_34_the_matrix_of_losses_is_the_authors():
    rows = [[f"{won}/{lost}" for won, lost in (steps_by_orders(x, y, RULES) for y in ORDERS)] for x in ORDERS]
    assert "\n".join(map(" ".join, rows)) == MATRIX


def test_R2_34_the_house_may_transpose_it():
    transposed = Rules(loss_matrix_transposed="yes")
    assert steps_by_orders("charge", "hold", transposed) == (0, 2)
    assert all(steps_by_orders(x, y, transposed) == steps_by_orders(y, x, RULES) for x in ORDERS for y in ORDERS)


def test_R2_34_losses_fall_on_the_right_side():
    assert loss_steps("A", "charge", "hold", RULES, TABLES) == (2, 1)
    assert loss_steps("B", "charge", "hold", RULES, TABLES) == (2, 0)
    assert loss_steps("status_quo", "charge", "charge", RULES, TABLES) == (0, 0)


def test_R2_15_where_orders_act_on_the_roll_alone_losses_are_plain():
    on_roll = Rules(effectiveness="roll_bonus")
    assert {loss_steps("A", x, y, on_roll, TABLES) for x in ORDERS for y in ORDERS} == {(0, 1)}
    assert loss_steps("B", "hold", "hold", on_roll, replace(TABLES, plain_losses=(1, 3))) == (3, 1)
    assert loss_steps("A", "charge", "charge", Rules(effectiveness="both"), TABLES) == (2, 3)


@pytest.mark.parametrize(("starting", "soldiers"), [(1000, 100), (1001, 101), (5, 1), (19, 2)])
def test_R2_35_a_step_is_a_tenth_of_the_starting_headcount_rounded_up(starting, soldiers):
    assert soldiers_a_step(starting, TABLES) == soldiers
    assert soldiers_a_step(starting, replace(TABLES, loss_step_percent=100)) == starting


def test_R2_35_steps_are_taken_from_the_headcount_down_to_nobody():
    army = muster(1001)
    assert apply_steps(army, 3, RULES, TABLES).headcount == 1001 - 303
    assert apply_steps(army, 30, RULES, TABLES).headcount == 0
    assert apply_steps(army, 3, RULES, TABLES).loss_steps == 3


@pytest.mark.parametrize(
    ("before", "after", "steps"), [(100, 75, 0), (100, 74, 1), (74, 50, 0), (74, 49, 1), (100, 20, 3), (49, 49, 0)]
)
def test_R2_36_losses_that_pass_a_quarter_cost_a_step_of_morale(before, after, steps):
    assert morale_steps_of_losses(100, before, after, TABLES) == steps


def test_R2_36_the_house_may_spare_morale():
    army = muster(1000, morale="high")
    assert apply_steps(army, 3, RULES, TABLES).morale == "average"
    assert apply_steps(army, 3, Rules(loss_morale="off"), TABLES).morale == "high"


def test_R2_36_flight_comes_before_the_morale_of_losses():
    army = muster(1000, morale="high")
    assert apply_steps(army, 3, RULES, TABLES, fled=True).morale == "rout"


def test_R2_31_heroic_steps_change_losses_but_no_status_quo():
    a, b = muster(1000), muster(1000)
    after = close_turn(a, b, "charge", "charge", "A", RULES, TABLES, heroic_steps=(-5, 1))
    assert [army.loss_steps for army in after] == [0, 4]
    still = close_turn(a, b, "charge", "charge", "status_quo", RULES, TABLES, heroic_steps=(2, 2))
    assert [army.loss_steps for army in still] == [0, 0]


def test_R2_2_a_turn_fought_tires():
    a, _ = close_turn(replace(muster(10), rest_turns=3), muster(10), "hold", "hold", "A", RULES, TABLES)
    assert (a.consecutive_turns, a.rest_turns) == (1, 0)


def test_R2_31_the_next_roll_is_used_up():
    a, _ = armies_after(
        replace(muster(10), next_roll=2), muster(10), Plan("hold", 5), Plan("hold", 5), "A", RULES, TABLES
    )
    assert a.next_roll == 0


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [
        ({}, {}, None),
        ({"morale": "rout"}, {}, Outcome("B", "rout")),
        ({}, {"morale": "rout"}, Outcome("A", "rout")),
        ({"morale": "rout"}, {"morale": "rout"}, Outcome(None, "rout")),
        ({}, {"headcount": 0}, Outcome("A", "destroyed")),
        ({"morale": "rout"}, {"headcount": 0}, Outcome(None, "destroyed")),
    ],
)
def test_R2_37_rout_and_destruction_end_the_battle(a, b, outcome):
    assert end_of_battle(replace(muster(100), **a), replace(muster(100), **b)) == outcome
