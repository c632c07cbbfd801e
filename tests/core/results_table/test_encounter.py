from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.results_table.model import Rules
from massbattle_core.results_table.rules.encounter import (
    Relations,
    SideNumbers,
    Sides,
    defender_by_rule,
    defender_odds,
    detection_size,
    in_combat_situation,
    pair,
    pending_combats,
    resolve_defender,
    resolve_next_combat,
    uses_results_table,
)
from tests.core.results_table.armies import army

RULES = Rules()
NONE = frozenset()


def armies(*names, **flags):
    return tuple(army(name, (3, 50, "none", False), **flags) for name in names)


def relations(enemies, friends=""):
    def pairs(text):
        return frozenset(pair(*both) for both in text.split())

    return Relations(pairs(enemies), pairs(friends))


def detected(text):
    return frozenset((both[0], both[1]) for both in text.split())


def sides(*combats):
    return tuple(Sides(*(tuple(side) for side in combat.split())) for combat in combats)


def test_R3_1_an_army_is_detected_like_a_group_of_its_soldiers():
    assert detection_size(army("a", (7, 10, "none", False), (2, 60, "mace", True))) == 9


def test_R3_4_one_direction_of_detection_is_enough():
    a, b = armies("A", "B")
    enemies = relations("AB")
    assert in_combat_situation(a, b, enemies, detected("AB"))
    assert in_combat_situation(a, b, enemies, detected("BA"))
    assert not in_combat_situation(a, b, enemies, NONE)
    assert not in_combat_situation(a, b, relations(""), detected("AB"))


def test_R3_14_a_fight_without_an_army_has_no_table():
    group, other = armies("A", "B", kind="group")
    (third,) = armies("C")
    assert not uses_results_table((group, other))
    assert uses_results_table((group, third))
    assert pending_combats((group, other), relations("AB"), detected("AB"), NONE, RULES) == ()


def test_R3_5_two_friends_against_one_enemy_form_a_side():
    pending = pending_combats(armies("A", "B", "C"), relations("AB AC", "BC"), detected("AB AC"), NONE, RULES)
    assert pending == sides("A BC")


def test_R3_5_a_friend_who_has_seen_nobody_joins_because_its_friend_is_attacked():
    three, known = armies("A", "B", "C"), relations("AB AC", "BC")
    assert pending_combats(three, known, detected("BA"), NONE, RULES) == sides("A BC")
    detected_only = Rules(coalition_join="detected_only")
    assert pending_combats(three, known, detected("BA"), NONE, detected_only) == sides("A B")
    assert pending_combats(three, known, detected("BA CA"), NONE, detected_only) == sides("A BC")
    assert pending_combats(three, known, detected("BA CA"), NONE, Rules(coalition_join="gm")) == (*sides("A B", "A C"),)


def test_R3_5_three_mutual_enemies_fight_pair_by_pair():
    pending = pending_combats(armies("A", "B", "C"), relations("AB AC BC"), detected("AB BC CA"), NONE, RULES)
    assert pending == sides("A B", "A C", "B C")


def test_R3_5_a_friend_of_both_sides_and_a_bystander_stay_out():
    four = armies("A", "B", "C", "N")
    assert pending_combats(four, relations("AB", "AC BC"), detected("AB CN"), NONE, RULES) == sides("A B")


def test_R3_5_the_order_of_several_combats_is_drawn_evenly():
    pending = sides("A B", "A C", "B C")
    assert resolve_next_combat(pending, ScriptedDice([2])) == pending[1]
    assert resolve_next_combat(pending[:1], ScriptedDice([])) == pending[0]
    dice = KeyedDice(11)
    drawn = Counter(resolve_next_combat(pending, dice) for _ in range(3000))
    error = (3000 * (1 / 3) * (2 / 3)) ** 0.5
    assert all(abs(count - 1000) < 4 * error for count in drawn.values())


def test_R3_3_armies_that_have_met_do_not_meet_again():
    three, known = armies("A", "B", "C"), relations("AB AC", "BC")
    fought = frozenset((pair("A", "B"),))
    assert pending_combats(three, known, detected("AB AC"), fought, RULES) == sides("A C")
    fought |= {pair("A", "C")}
    assert pending_combats(three, known, detected("AB AC"), fought, RULES) == ()


@pytest.mark.parametrize(
    ("first", "second", "defender"),
    [
        ((2, 100), (1, 5), "first"),
        ((0, 5), (1, 500), "second"),
        ((1, 10), (1, 20), "first"),
        ((0, 30), (0, 20), "second"),
        ((1, 10), (1, 10), None),
    ],
)
def test_R3_6_the_more_immobile_then_the_smaller_side_defends(first, second, defender):
    first, second = SideNumbers(*first), SideNumbers(*second)
    assert defender_by_rule(first, second) == defender
    swapped = {"first": "second", "second": "first", None: None}[defender]
    assert defender_by_rule(second, first) == swapped
    if defender:
        assert resolve_defender(first, second, ScriptedDice([])) == defender
        assert defender_odds(first, second) == {defender: 1}


def test_R3_6_the_numbers_of_a_side_are_those_of_its_armies():
    moving, (standing,) = armies("A", "B"), armies("C", immobile=True)
    assert SideNumbers.of((*moving, standing)) == SideNumbers(1, 9)


def test_R3_7_a_coin_decides_a_full_tie():
    even = SideNumbers(1, 10)
    assert resolve_defender(even, even, ScriptedDice([1])) == "first"
    assert resolve_defender(even, even, ScriptedDice([2])) == "second"
    assert defender_odds(even, even) == {"first": Fraction(1, 2), "second": Fraction(1, 2)}
