from dataclasses import replace

import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.strategic import HOUSE_RULES, MORALE_LADDER, ORDERS, Plan, Rules, Tables, muster, turn_law
from massbattle_core.strategic.orders import (
    PHASES,
    after_reveal,
    effectiveness_bonus,
    is_effective,
    legal_orders,
    morale_after_flee,
    next_phase,
    order_meaning,
)
from massbattle_core.strategic.resolution import contenders

RULES, TABLES = Rules(), Tables()


def beaten_by(order):
    """The orders that an order is effective against."""
    return {enemy for enemy in ORDERS if is_effective(order, enemy)}


def test_R2_4_seven_phases_in_a_circle():
    assert PHASES == ("order", "resolution", "movement", "individual", "heroic", "placement", "closing")
    assert [next_phase(phase) for phase in PHASES] == [*PHASES[1:], "order"]


def test_R2_7_a_routed_army_can_only_flee():
    assert legal_orders(muster(100, morale="rout")) == ("flee",)
    assert all(legal_orders(muster(100, morale=morale)) == ORDERS for morale in MORALE_LADDER[1:])


def test_R2_8_there_are_five_orders():
    assert set(ORDERS) == {"charge", "assault", "hold", "withdraw", "flee"}
    assert len({order_meaning(order) for order in ORDERS}) == 5


def test_R2_10_a_charge_beats_assault_withdrawal_and_flight():
    assert beaten_by("charge") == {"assault", "withdraw", "flee"}
    assert "faster" in order_meaning("charge")


def test_R2_11_an_assault_beats_holding():
    assert beaten_by("assault") == {"hold"}


def test_R2_12_holding_beats_a_charge():
    assert beaten_by("hold") == {"charge"}


def test_R2_13_a_withdrawal_beats_an_assault():
    assert beaten_by("withdraw") == {"assault"}


def test_R2_14_flight_beats_nothing():
    assert beaten_by("flee") == set()


def test_R2_15_effectiveness_acts_where_the_house_says():
    assert effectiveness_bonus("charge", "assault", RULES, TABLES) == 0
    for value in ("roll_bonus", "both"):
        rules = Rules(effectiveness=value)
        assert effectiveness_bonus("charge", "assault", rules, TABLES) == 2
        assert effectiveness_bonus("assault", "charge", rules, TABLES) == 0
        assert effectiveness_bonus("hold", "charge", rules, replace(TABLES, effective_bonus=5)) == 5


def test_R2_15_the_bonus_reaches_the_roll():
    a = b = muster(1000)
    plans = Plan("hold", 20), Plan("charge", 20)
    own, enemy = contenders(a, b, *plans, Rules(effectiveness="roll_bonus"), TABLES)
    assert (own.modifier, enemy.modifier) == (12, 10)
    own, enemy = contenders(a, b, *plans, RULES, TABLES)
    assert (own.modifier, enemy.modifier) == (10, 10)


@pytest.mark.parametrize("morale", MORALE_LADDER)
def test_R2_16_flight_costs_morale(morale):
    assert morale_after_flee(morale) == ("rout" if morale in ("rout", "very_low") else "very_low")


def test_R2_16_at_the_reveal_or_in_closing():
    army, at_reveal = muster(100), Rules(flee_morale_when="at_reveal")
    assert after_reveal(army, "flee", RULES) == army
    assert after_reveal(army, "flee", at_reveal).morale == "very_low"
    assert after_reveal(army, "hold", at_reveal) == army
    for rules in (RULES, at_reveal):
        law = turn_law(army, muster(100), Plan("flee", 5), Plan("hold", 5), rules)
        assert {law.after[winner][0].morale for winner in law.after} == {"very_low"}


def test_R2_16_a_rout_at_the_reveal_loses_the_turn():
    shaken = muster(5000, art_of_war=20, morale="very_low")
    plans = Plan("flee", 5), Plan("charge", 5)
    late = turn_law(shaken, muster(5000), *plans)
    early = turn_law(shaken, muster(5000), *plans, Rules(flee_morale_when="at_reveal"))
    assert late.winner["A"] > 0
    assert early.winner["A"] == 0
    assert early.routed_a == late.routed_a == 1


def test_R2_9_orders_revealed_first_let_a_lower_morale_reach_the_roll():
    army, enemy = muster(1000, morale="very_high"), muster(1000)
    plans = Plan("flee", 10), Plan("hold", 10)
    together = Rules(flee_morale_when="at_reveal")
    first = replace(together, reveal="orders_first_then_difficulty")
    assert contenders(army, enemy, *plans, together, TABLES)[0].modifier == 12
    assert contenders(army, enemy, *plans, first, TABLES)[0].modifier == 8


def test_every_house_rule_has_its_values_and_a_sentence():
    defaults = Rules()
    for name, switch in HOUSE_RULES.items():
        assert getattr(defaults, name) == switch.values[0]
        assert switch.decides.endswith(".")
        for value in switch.values:
            assert getattr(Rules.of({f"s2.{name}": value}), name) == value


def test_unknown_house_rules_are_all_named():
    with pytest.raises(InvalidBattleError) as caught:
        Rules(scale="d6", lines="free", volley_d6="-1")
    assert {problem.place for problem in caught.value.problems} == {"rules/scale", "rules/lines", "rules/volley_d6"}
    with pytest.raises(InvalidBattleError, match="no such house rule"):
        Rules.of({"s2.colour": "red"})
