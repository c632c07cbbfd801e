from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.results_table.model import Rules
from massbattle_core.results_table.rules.aftermath import (
    Movement,
    days_absent,
    is_beaten,
    is_loser,
    loss_row,
    massacre_winner,
    movement,
    must_retreat,
    stays_in_army,
)
from tests.core.results_table.armies import army

RULES = Rules()


def test_R3_30_most_losses_and_forty_percent():
    assert is_beaten(8, 5, 8, 20, False)
    assert not is_beaten(7, 5, 7, 20, False)
    assert not is_beaten(8, 9, 8, 20, False)
    assert not is_beaten(0, 0, 0, 20, True)


def test_R3_30_each_army_is_measured_on_its_own_strength():
    assert is_beaten(12, 11, 4, 10, False)
    assert not is_beaten(12, 11, 8, 40, False)


def test_R3_30_equal_losses_are_a_house_rule():
    assert not is_beaten(8, 8, 8, 20, False)
    assert is_beaten(8, 8, 8, 20, True)


def test_R3_30_light_wounds_are_losses_unless_a_house_rule_says_no():
    assert loss_row(RULES) == 1
    assert loss_row(Rules(bl0_is_loss="no")) == 2


@given(st.integers(0, 99), st.integers(0, 99), st.integers(1, 99))
def test_R3_30_one_side_at_most_is_beaten_and_a_swap_mirrors(first, second, strength):
    both = (
        is_beaten(first, second, first, strength, False),
        is_beaten(second, first, second, strength, False),
    )
    assert not all(both)
    assert both[0] == (first > second and first >= strength * 0.4)


def test_R3_31_beaten_armies_retreat_but_for_groups_that_defend_a_town():
    host = army("a", (3, 0, "none", False), in_town=True)
    guard = army("g", (3, 0, "none", False), in_town=True, kind="group")
    outside = army("g", (3, 0, "none", False), kind="group")
    assert must_retreat(host, beaten=True, defending=True)
    assert not must_retreat(host, beaten=False, defending=True)
    assert not must_retreat(guard, beaten=True, defending=True)
    assert must_retreat(guard, beaten=True, defending=False)
    assert must_retreat(outside, beaten=True, defending=True)


def test_R3_32_losers_are_the_beaten_or_all_of_the_side_with_more_losses():
    assert is_loser(True, 9, 3, RULES)
    assert not is_loser(False, 9, 3, RULES)
    everyone = Rules(loser_is="side_with_more_losses")
    assert is_loser(False, 9, 3, everyone)
    assert not is_loser(False, 3, 9, everyone)
    assert not is_loser(False, 3, 3, everyone)


@pytest.mark.parametrize("immobile", [False, True])
@pytest.mark.parametrize("enemy_retreated", [False, True])
@pytest.mark.parametrize("massacred_enemy", [False, True])
def test_R3_32_losers_do_not_move_any_more(immobile, enemy_retreated, massacred_enemy):
    flags = {"immobile": immobile, "enemy_retreated": enemy_retreated, "massacred_enemy": massacred_enemy}
    assert movement(loser=True, **flags) == Movement(now=False, later=False)


@pytest.mark.parametrize("enemy_retreated", [False, True])
def test_R3_33_others_move_now_if_the_enemy_has_retreated(enemy_retreated):
    allowed = movement(loser=False, immobile=False, enemy_retreated=enemy_retreated, massacred_enemy=False)
    assert allowed.now == enemy_retreated


def test_R3_34_moving_armies_that_fought_are_done_except_after_a_massacre():
    assert not movement(loser=False, immobile=False, enemy_retreated=True, massacred_enemy=False).later
    assert movement(loser=False, immobile=False, enemy_retreated=False, massacred_enemy=True).later
    assert movement(loser=False, immobile=True, enemy_retreated=False, massacred_enemy=False).later
    assert [massacre_winner(word) for word in ("MA", "MD", "A60")] == ["attackers", "defenders", None]


def test_R3_35_days_of_absence():
    assert [days_absent(wound) for wound in ("R", "Bl0", "Bl1", "Bl5", "Bl10", "M")] == [0, 0, 1, 5, 10, 45]
    assert [wound for wound in ("R", "Bl0", "Bl1", "Bl5", "Bl10", "M") if stays_in_army(wound)] == ["R", "Bl0"]
