import random
from dataclasses import replace

import numpy as np
import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.strategic import (
    BOTH,
    LOSSES,
    MORALE_LADDER,
    ORDERS,
    WINNING,
    Plan,
    Rules,
    Strategy,
    muster,
    plan_game,
    turn_law,
)
from massbattle_core.strategic.equilibrium import solve_matrix_game

TOLERANCE = 1e-9
HOUSES = (
    Rules(),
    Rules(effectiveness="both"),
    Rules(effectiveness="roll_bonus", flee_morale_when="at_reveal"),
    Rules(reveal="orders_first_then_difficulty", effectiveness="both"),
)


def random_army(chance):
    return muster(
        chance.randint(10, 20_000),
        art_of_war=chance.randint(-3, 15),
        training=chance.randint(0, 4),
        equipment=chance.randint(0, 4),
        terrain=chance.randint(0, 4),
        morale=chance.choice(MORALE_LADDER[1:]),
        consecutive_turns=chance.randint(0, 8),
        can_tire=chance.random() < 0.8,
    )


def pure_deviations(game, equilibrium):
    """What every pure departure is worth, reckoned from the payoffs and the chances of the enemy's plans."""

    def chances(strategy, order, enemy_order):
        return np.array([strategy.chance(Plan(order, difficulty), enemy_order) for difficulty in game.difficulties])

    own, enemy = {}, {}
    for x in game.orders_a:
        worth = sum(game.payoffs[x, y] @ chances(equilibrium.b, y, x) for y in game.orders_b)
        own |= {Plan(x, difficulty): value for difficulty, value in zip(game.difficulties, worth, strict=True)}
    for y in game.orders_b:
        worth = sum(chances(equilibrium.a, x, y) @ game.payoffs[x, y] for x in game.orders_a)
        enemy |= {Plan(y, difficulty): value for difficulty, value in zip(game.difficulties, worth, strict=True)}
    return own, enemy


@pytest.mark.parametrize("case", range(60))
def test_R2_21_nobody_gains_by_departing_from_the_equilibrium(case):
    chance = random.Random(case)
    a, b = random_army(chance), random_army(chance)
    game = plan_game(a, b, (WINNING, LOSSES, BOTH)[case % 3], HOUSES[case % 4])
    equilibrium = game.solve()
    own, enemy = pure_deviations(game, equilibrium)
    assert max(own.values()) <= equilibrium.value + TOLERANCE
    assert min(enemy.values()) >= equilibrium.value - TOLERANCE
    assert equilibrium.gain <= TOLERANCE
    for strategy in (equilibrium.a, equilibrium.b):
        assert sum(strategy.orders.values()) == pytest.approx(1)
        assert all(sum(chances.values()) == pytest.approx(1) for chances in strategy.difficulties.values())


@pytest.mark.parametrize("case", range(8))
def test_swapping_the_sides_mirrors_the_value(case):
    chance = random.Random(1000 + case)
    a, b = random_army(chance), random_army(chance)
    for rules in HOUSES:
        value = plan_game(a, b, BOTH, rules).solve().value
        assert plan_game(b, a, BOTH, rules).solve().value == pytest.approx(-value, abs=TOLERANCE)


def test_equal_armies_have_a_game_worth_nothing():
    army = muster(1000, art_of_war=3)
    for payoff in (WINNING, LOSSES, BOTH):
        assert plan_game(army, army, payoff).solve().value == pytest.approx(0, abs=TOLERANCE)


@pytest.mark.parametrize("rules", HOUSES)
def test_the_payoffs_are_those_of_the_exact_law(rules):
    chance = random.Random(7)
    a, b = muster(3000, art_of_war=4, morale="very_low"), muster(900, art_of_war=6, consecutive_turns=6)
    for payoff in (WINNING, LOSSES, BOTH):
        game = plan_game(a, b, payoff, rules)
        for _ in range(40):
            x, y = chance.choice(ORDERS), chance.choice(ORDERS)
            i, j = chance.randrange(10), chance.randrange(10)
            law = turn_law(a, b, Plan(x, game.difficulties[i]), Plan(y, game.difficulties[j]), rules)
            worth = payoff.win * (law.winner["A"] - law.winner["B"])
            worth += payoff.losses * (law.losses_b.mean - law.losses_a.mean)
            assert game.payoffs[x, y][i, j] == pytest.approx(float(worth), abs=1e-12)


def test_R2_7_a_routed_army_has_one_order_left():
    game = plan_game(muster(1000, morale="rout"), muster(1000))
    assert game.orders_a == ("flee",)
    equilibrium = game.solve()
    assert set(equilibrium.a.orders) == {"flee"}
    assert equilibrium.value == pytest.approx(-1)


def test_R2_15_orders_matter_to_the_winner_only_where_they_act_on_the_roll():
    a, b = muster(1000), muster(900, art_of_war=2)
    assert not plan_game(a, b, WINNING).orders_matter
    assert plan_game(a, b, WINNING, Rules(effectiveness="roll_bonus")).orders_matter
    assert plan_game(a, b, LOSSES).orders_matter


def test_regret_is_the_gap_to_the_best_answer():
    a, b = muster(3000, art_of_war=5), muster(800, art_of_war=3)
    game = plan_game(a, b, BOTH)
    equilibrium = game.solve()
    own, _ = pure_deviations(game, equilibrium)
    for plan, worth in list(own.items())[::7]:
        pure = Strategy.pure(plan, game.orders_b)
        assert game.regret_of_a(pure, equilibrium.b) == pytest.approx(equilibrium.value - worth, abs=1e-9)
        assert game.regret_of_a(pure, equilibrium.b) >= -TOLERANCE
    assert game.regret_of_a(equilibrium.a, equilibrium.b) == pytest.approx(0, abs=TOLERANCE)
    assert game.regret_of_b(equilibrium.a, equilibrium.b) == pytest.approx(0, abs=TOLERANCE)


def test_R2_9_knowing_the_orders_is_never_worse_than_the_best_fixed_difficulty():
    a, b = muster(3000, art_of_war=5), muster(800, art_of_war=3, training=4)
    game = plan_game(a, b, BOTH, HOUSES[3])
    equilibrium = game.solve()
    own, _ = pure_deviations(game, equilibrium)
    assert game.best_of_a(equilibrium.b) >= max(own.values()) - TOLERANCE


@pytest.mark.parametrize(
    ("payoffs", "value"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
        ([[3, -1], [-2, 4]], 1),
        ([[5, 5], [5, 5]], 5),
        ([[2]], 2),
        ([[1, 2], [3, 4], [0, 9]], 3),
    ],
)
def test_games_of_known_value(payoffs, value):
    found, rows, columns = solve_matrix_game(np.array(payoffs, dtype=float))
    assert found == pytest.approx(value)
    assert rows.sum() == pytest.approx(1)
    assert columns.sum() == pytest.approx(1)


def test_choices_that_pay_the_same_count_as_one():
    _, rows, columns = solve_matrix_game(np.array([[1.0, 1, 0], [1, 1, 0], [0, 0, 1]]))
    assert rows.tolist() == pytest.approx([0.5, 0, 0.5])
    assert columns.tolist() == pytest.approx([0.5, 0, 0.5])


def test_armies_that_cannot_be_are_refused():
    with pytest.raises(InvalidBattleError, match="b/training"):
        plan_game(muster(10), replace(muster(10), training=7))
