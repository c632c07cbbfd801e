import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.strategic import MORALE_LADDER, ORDERS, Plan, Rules, Tables, muster, turn_law, turn_laws
from massbattle_core.strategic.odds import legal_plans, winner_odds
from massbattle_core.strategic.resolution import (
    Contender,
    art_of_war_modifier,
    art_of_war_total,
    difficulties,
    resolve_turn,
    standing,
    succeeds,
    turn_winner,
)
from massbattle_core.strategic.tables import DIFFICULTIES

RULES, TABLES = Rules(), Tables()
PERCENT = Rules(scale="percent")
MIRROR = {"A": "B", "B": "A", "status_quo": "status_quo"}

armies = st.builds(
    muster,
    st.integers(1, 20_000),
    art_of_war=st.integers(-5, 15),
    training=st.integers(0, 4),
    equipment=st.integers(0, 4),
    terrain=st.integers(0, 4),
    morale=st.sampled_from(MORALE_LADDER),
    can_tire=st.booleans(),
    consecutive_turns=st.integers(0, 8),
)
plans = st.builds(Plan, st.sampled_from(ORDERS), st.sampled_from(DIFFICULTIES))
house = st.builds(
    Rules,
    reveal=st.sampled_from(["all_together_after_rolls", "orders_first_then_difficulty"]),
    effectiveness=st.sampled_from(["losses_only", "roll_bonus", "both"]),
    flee_morale_when=st.sampled_from(["closing", "at_reveal"]),
    size_bonus=st.sampled_from(["absolute", "relative"]),
    loss_matrix_transposed=st.sampled_from(["no", "yes"]),
    loss_morale=st.sampled_from(["on", "off"]),
)


def winner(a, b, rules=RULES):
    """The winner of (difficulty, total) or (difficulty, total, routed) of both sides."""
    return turn_winner(*(standing(total, difficulty, bool(routed), rules) for difficulty, total, *routed in (a, b)))


def test_R2_18_a_percentile_house_multiplies_all_but_the_die():
    assert art_of_war_total(11, 7, RULES) == 18
    assert art_of_war_total(55, 7, PERCENT) == 90
    assert succeeds(100, 20, PERCENT)
    assert not succeeds(99, 20, PERCENT)
    dice = ScriptedDice([100, 1])
    result = resolve_turn(Contender(0, 20), Contender(0, 5), dice, PERCENT)
    assert result.winner == "A"
    assert [roll.sides for roll in dice.log] == [100, 100]


def test_R2_20_a_total_that_reaches_the_difficulty_is_a_success():
    assert succeeds(15, 15, RULES)
    assert not succeeds(14, 15, RULES)


def test_R2_21_difficulties_are_multiples_of_5():
    assert difficulties(RULES, TABLES) == (5, 10, 15, 20, 25, 30, 35, 40, 45, 50)
    edited = replace(TABLES, difficulties=(0, 30, 60))
    assert difficulties(RULES, edited) == DIFFICULTIES
    assert difficulties(Rules(difficulty_range="editable"), edited) == (0, 30, 60)
    with pytest.raises(InvalidBattleError, match="plan_a/difficulty"):
        turn_law(muster(100), muster(100), Plan("hold", 12), Plan("hold", 10))


def test_R2_22_skill_bonus_fatigue_and_heroism_add_up():
    tired = replace(muster(1000, art_of_war=4, consecutive_turns=5), next_roll=-2)
    assert art_of_war_modifier(tired, muster(10), "hold", "hold", RULES, TABLES) == 4 + 10 - 4 - 2


def test_R2_22_a_20_is_no_automatic_success():
    assert resolve_turn(Contender(0, 25), Contender(0, 25), ScriptedDice([20, 20]), RULES).winner == "status_quo"


def test_R2_24_the_only_success_wins():
    assert winner((15, 17), (20, 19)) == "A"
    assert winner((50, 17), (5, 5)) == "B"


def test_R2_24_of_two_successes_the_bolder_plan_wins_then_the_total():
    assert winner((15, 40), (20, 20)) == "B"
    assert winner((20, 24), (20, 23)) == "A"


def test_R2_25_a_routed_army_loses_whatever_it_rolls():
    assert winner((5, 40, True), (20, 21)) == "B"
    assert winner((5, 40, True), (20, 19)) == "status_quo"
    law = turn_law(muster(9000, art_of_war=30, morale="rout"), muster(10), Plan("charge", 5), Plan("hold", 5))
    assert law.winner["A"] == 0
    assert law.steps["B"] == (1, 0) or law.steps["B"] == (0, 0)


def test_R2_26_two_failures_and_full_ties_are_a_status_quo():
    assert winner((25, 24), (20, 19)) == "status_quo"
    assert winner((20, 24), (20, 24)) == "status_quo"
    assert winner((5, 40, True), (5, 40, True)) == "status_quo"


def test_R2_24_the_example_of_equal_armies():
    law = winner_odds(Contender(10, 20), Contender(10, 20), RULES)
    assert law == {"A": Fraction(77, 200), "B": Fraction(77, 200), "status_quo": Fraction(23, 100)}


def test_the_exact_law_is_that_of_every_pair_of_faces():
    chance = random.Random(20)
    for _ in range(60):
        a, b = (Contender(chance.randint(-10, 40), chance.choice(DIFFICULTIES), chance.random() < 0.1) for _ in "ab")
        fallen = Counter(
            resolve_turn(a, b, ScriptedDice(faces), RULES).winner for faces in product(range(1, 21), repeat=2)
        )
        assert winner_odds(a, b, RULES) == {side: Fraction(fallen[side], 400) for side in MIRROR}


def test_the_percentile_law_is_that_of_every_pair_of_faces():
    a, b = Contender(8, 25), Contender(11, 30)
    fallen = Counter(
        resolve_turn(a, b, ScriptedDice(faces), PERCENT).winner for faces in product(range(1, 101), repeat=2)
    )
    assert winner_odds(a, b, PERCENT) == {side: Fraction(fallen[side], 10_000) for side in MIRROR}


def test_keyed_dice_agree_with_the_law():
    a, b = Contender(12, 25), Contender(9, 20)
    runs = 4000
    law = winner_odds(a, b, RULES)
    fallen = Counter(resolve_turn(a, b, KeyedDice(5, battle), RULES).winner for battle in range(runs))
    for side, p in law.items():
        assert abs(fallen[side] / runs - p) < 4 * (float(p * (1 - p)) / runs) ** 0.5


@settings(max_examples=60, deadline=None)
@given(armies, armies, plans, plans, house)
def test_swapping_the_sides_mirrors_the_law(a, b, plan_a, plan_b, rules):
    law = turn_law(a, b, plan_a, plan_b, rules)
    mirrored = turn_law(b, a, plan_b, plan_a, rules)
    assert sum(law.winner.values()) == 1
    for side, other in MIRROR.items():
        assert law.winner[side] == mirrored.winner[other]
        assert law.steps[side] == mirrored.steps[other][::-1]
        assert law.after[side] == mirrored.after[other][::-1]
    assert law.losses_a == mirrored.losses_b
    assert law.routed_a == mirrored.routed_b


@settings(max_examples=40, deadline=None)
@given(armies, armies, plans, plans, house)
def test_armies_only_shrink_and_tire(a, b, plan_a, plan_b, rules):
    law = turn_law(a, b, plan_a, plan_b, rules)
    for after_a, after_b in law.after.values():
        assert after_a.headcount <= a.headcount
        assert after_b.headcount <= b.headcount
        assert after_a.consecutive_turns == a.consecutive_turns + 1
    assert law.after["status_quo"][0].headcount == a.headcount


def test_every_pair_of_plans_has_its_law():
    a, b = muster(3000, art_of_war=3, consecutive_turns=6), muster(1000, morale="rout")
    table = list(turn_laws(a, b))
    assert [(plan_a, plan_b) for plan_a, plan_b, _ in table] == list(
        product(legal_plans(a, RULES, TABLES), legal_plans(b, RULES, TABLES))
    )
    assert len(table) == 50 * 10
    assert all(law == turn_law(a, b, plan_a, plan_b) for plan_a, plan_b, law in table[::37])


def test_the_problems_of_armies_and_plans_are_named_together():
    with pytest.raises(InvalidBattleError) as caught:
        turn_law(replace(muster(5), headcount=-1), muster(5), Plan("dance", 10), Plan("hold", True))
    assert [problem.place for problem in caught.value.problems] == ["a/headcount", "plan_a/order", "plan_b/difficulty"]
