from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.strategic import (
    BOTH,
    ORDERS,
    Plan,
    Rules,
    Strategy,
    Tables,
    muster,
    simulate_campaign,
    turn_law,
)
from massbattle_core.strategic.closing import end_of_battle

WINNERS = {None: "draw", "A": "A", "B": "B"}


def exact_campaign(a, b, plan_a, plan_b, turns):
    """The law of the winner after at most some turns of fixed plans, state by state."""
    law, now = Counter(), {(a, b): Fraction(1)}
    for _ in range(turns):
        later = defaultdict(Fraction)
        for (own, enemy), p in now.items():
            turn = turn_law(own, enemy, plan_a, plan_b)
            for winner, q in turn.winner.items():
                if q:
                    after = turn.after[winner]
                    outcome = end_of_battle(*after)
                    if outcome is None:
                        later[after] += p * q
                    else:
                        law[WINNERS[outcome.winner]] += p * q
        now = later
    law["undecided"] = sum(now.values(), Fraction(0))
    return law


@pytest.mark.parametrize(
    ("plan_a", "plan_b"), [(Plan("charge", 20), Plan("hold", 20)), (Plan("assault", 15), Plan("assault", 25))]
)
def test_R2_37_simulated_campaigns_agree_with_the_exact_law(plan_a, plan_b):
    a, b = muster(1000, art_of_war=4), muster(1500, art_of_war=2)
    runs = 1000
    found = simulate_campaign(a, b, plan_a, plan_b, runs, seed=11, turn_limit=8)
    law = exact_campaign(a, b, plan_a, plan_b, 8)
    assert sum(law.values()) == 1
    for winner, share in found.winner.items():
        p = law[winner]
        assert abs(float(share - p)) <= 4 * (float(p * (1 - p)) / runs) ** 0.5


def test_a_campaign_falls_the_same_for_the_same_seed():
    a, b = muster(1000), muster(1000)
    first = simulate_campaign(a, b, BOTH, BOTH, 12, seed=4, turn_limit=5)
    assert first == simulate_campaign(a, b, BOTH, BOTH, 12, seed=4, turn_limit=5)
    assert first != simulate_campaign(a, b, BOTH, BOTH, 12, seed=5, turn_limit=5)
    assert sum(first.winner.values()) == 1
    assert first.battles == 12


def test_the_equilibrium_does_no_worse_than_a_bad_plan():
    a, b = muster(1000, art_of_war=4), muster(1000, art_of_war=4)
    clever = simulate_campaign(a, b, BOTH, Plan("charge", 50), 30, seed=1, turn_limit=10)
    assert clever.winner["B"] == 0
    assert clever.headcount_a.mean > clever.headcount_b.mean


def test_a_mixed_strategy_is_drawn_with_its_chances():
    mixed = Strategy.of_plans({Plan("hold", 10): 0.25, Plan("flee", 10): 0.75}, ORDERS)
    a, b = muster(1000, morale="high"), muster(1000)
    runs = 2000
    law = simulate_campaign(a, b, mixed, Plan("hold", 50), runs, seed=2, turn_limit=2)
    # two flights in two turns rout A; nobody ever beats a difficulty of 50
    assert abs(float(law.winner["B"]) - 0.75**2) < 4 * (0.75**2 * (1 - 0.75**2) / runs) ** 0.5
    assert law.winner["A"] == 0


def test_R2_2_armies_rest_when_the_house_limits_their_turns():
    a = muster(1000, art_of_war=-100)
    plans = Plan("hold", 50), Plan("hold", 50)
    for rest in ("one_turn", "one_day"):
        rules = Rules(max_turns="4", rest_resets=rest)
        assert simulate_campaign(a, a, *plans, 1, rules=rules, turn_limit=9).turns.mean == 9
    rules = Rules(max_turns="4", rest_resets="gm")
    assert simulate_campaign(a, a, *plans, 1, rules=rules, turn_limit=9).turns.mean == 4


def test_R2_25_a_routed_army_is_chased_for_a_turn():
    law = simulate_campaign(muster(1000, morale="rout"), muster(1000), BOTH, Plan("charge", 10), 10)
    assert law.winner["B"] == 1
    assert law.turns.mean == 1


def test_R2_7_a_routed_army_flees_whatever_its_policy_says():
    law = simulate_campaign(muster(1000, morale="rout"), muster(1000), Plan("hold", 10), BOTH, 10)
    assert law.winner["B"] == 1


def test_equilibria_of_two_stages_and_edited_tables_are_played_too():
    rules = Rules(reveal="orders_first_then_difficulty", difficulty_range="editable")
    tables = replace(Tables(), difficulties=(10, 20, 30))
    law = simulate_campaign(muster(1000), muster(800), BOTH, BOTH, 5, rules=rules, tables=tables, turn_limit=3)
    assert sum(law.winner.values()) == 1


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"battles": 0}, "battles"),
        ({"seed": 0.5}, "seed"),
        ({"turn_limit": True}, "turn_limit"),
        ({"policy_a": "charge"}, "policy_a"),
        ({"policy_a": Plan("charge", 7)}, "policy_a/difficulty"),
        ({"policy_a": Strategy({"hold": 0.5}, {})}, "policy_a/orders"),
        ({"policy_a": Strategy({"hold": float("nan")}, {})}, "policy_a/orders"),
        ({"policy_a": Strategy.of_plans({Plan("hold", 7): 1.0}, ORDERS)}, "policy_a/difficulties/hold/hold"),
    ],
)
def test_bad_policies_and_numbers_are_named(change, place):
    given = {"a": muster(10), "b": muster(10), "policy_a": BOTH, "policy_b": BOTH, **change}
    with pytest.raises(InvalidBattleError) as caught:
        simulate_campaign(**given)
    assert place in {problem.place for problem in caught.value.problems}
