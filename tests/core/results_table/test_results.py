from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.results_table.model import Rules
from massbattle_core.results_table.rules.results import (
    automatic,
    blows_exchanged,
    blows_odds,
    column_index,
    column_name,
    mirror_asymmetries,
    parse_result,
    resolve_result,
    result_at,
    result_odds,
)
from massbattle_core.results_table.tables import COLUMNS

RULES = Rules()

# The rows as the French source prints them, "Ech" an exchange.
PRINTED = """
1 MD D 60% D 60% D 50% D 20% Ech20% Ech30% Ech40% A 30%
2 MD D 60% D 50% D 30% Ech20% Ech30% Ech20% A 30% A 50%
3 D 60% D 50% D 30% Ech20% Ech30% Ech20% A 30% A 50% A 60%
4 D 50% D 30% Ech20% Ech30% Ech20% A 20% A 50% A 60% MA
5 D 30% Ech40% Ech30% Ech20% A 20% A 50% A 60% A 60% MA
6 Ech50% Ech50% Ech50% Ech50% Ech50% Ech50% Ech50% Ech50% Ech50%
"""


def printed_cells():
    for line in PRINTED.strip().splitlines():
        cells = re.findall(r"M[AD]|(?:A|D|Ech) ?[0-9]+%", line)
        assert len(cells) == 9
        yield int(line[0]), [cell.replace("Ech", "E").replace(" ", "").replace("%", "") for cell in cells]


@pytest.mark.parametrize(("face", "cells"), list(printed_cells()))
def test_R3_18_every_cell_is_as_printed(face, cells):
    assert [result_at(column, face, RULES) for column in range(9)] == cells


def test_R3_18_one_pair_of_cells_breaks_the_mirror():
    assert list(mirror_asymmetries(RULES)) == [
        (2, "2:3", "D30", 4, "3:2", "A20"),
        (4, "3:2", "A20", 2, "2:3", "D30"),
    ]
    symmetric = Rules(crt_asymmetry="symmetric")
    assert list(mirror_asymmetries(symmetric)) == []
    changed = [
        (column, face)
        for column, face in product(range(9), range(1, 7))
        if result_at(column, face, symmetric) != result_at(column, face, RULES)
    ]
    assert changed == [(COLUMNS.index("3:2"), 4)]


def brute_force_column(attack, defence, from_4):
    """Independent: walk the printed ratios from the right."""
    if defence == 0:
        return "auto MA"
    ratio = Fraction(attack) / Fraction(defence)
    if (ratio >= 4) if from_4 else (ratio > 3):
        return "auto MA"
    for name in ("3:1", "5:2", "2:1", "3:2", "1:1", "2:3", "1:2", "2:5", "1:3"):
        left, right = name.split(":")
        if ratio >= Fraction(int(left), int(right)):
            return name
    return "auto MD"


@given(st.fractions(0, 500), st.fractions(0, 500), st.booleans())
def test_R3_15_the_ratio_is_rounded_down(attack, defence, from_4):
    assert column_name(column_index(attack, defence, from_4)) == brute_force_column(attack, defence, from_4)


def test_R3_15_the_printed_ratios_are_themselves_columns():
    for name in COLUMNS:
        attack, defence = map(int, name.split(":"))
        assert column_name(column_index(7 * attack, 7 * defence, False)) == name
        below = column_index(Fraction(7 * attack) - Fraction(1, 100), 7 * defence, False)
        assert below == COLUMNS.index(name) - 1


def test_R3_16_outside_the_table_no_die_is_rolled():
    for attack, defence, word in ((301, 100, "MA"), (1, 4, "MD"), (5, 0, "MA"), (0, 5, "MD")):
        dice = ScriptedDice([])
        assert resolve_result(column_index(attack, defence, False), dice, RULES) == word
        assert dice.log == []


def test_R3_16_above_three_may_begin_at_four():
    assert [column_name(column_index(attack, 10, True)) for attack in (30, 31, 39, 40)] == ["3:1"] * 3 + ["auto MA"]
    assert automatic(column_index(31, 10, False)) == "MA"


def test_R3_17_one_die_picks_the_row():
    for face in range(1, 7):
        dice = ScriptedDice([face])
        assert resolve_result(4, dice, RULES) == result_at(4, face, RULES)
        assert [(roll.sides, roll.value) for roll in dice.log] == [(6, face)]


@pytest.mark.parametrize("column", range(-1, 10))
def test_R3_17_the_law_of_the_result_counts_the_faces(column):
    law = result_odds(column, RULES)
    assert sum(law.values()) == 1
    if automatic(column) is None:
        faces = [result_at(column, face, RULES) for face in range(1, 7)]
        assert law == {result: Fraction(faces.count(result), 6) for result in faces}


# ---------------------------------------------------------------- an independent oracle of the number of blows


def least(bound):
    """The smallest whole number that is at least the bound, by counting."""
    number = 0
    while number < bound:
        number += 1
    return number


def greatest(bound):
    number = 0
    while number + 1 <= bound:
        number += 1
    return number


def oracle(result, attackers, defenders, rules, factors=(0, 0)):
    cap = least if rules.cap_rounding == "ceil" else greatest
    if result in ("MA", "MD"):
        own, other = (attackers, defenders) if result == "MA" else (defenders, attackers)
        back = 0
        if rules.massacre_riposte == "ten_percent":
            back = min(greatest(Fraction(own, 10)), cap(Fraction(3, 10) * other))
        return (own, back) if result == "MA" else (back, own)
    share = Fraction(int(result[1:]), 100)
    if result[0] == "E":
        smaller = min(attackers, defenders)
        if rules.weaker_by == "factors" and factors[0] != factors[1]:
            smaller = attackers if factors[0] < factors[1] else defenders
        number = (least if rules.exchange_rounding == "ceil" else greatest)(share * smaller)
        return number, number
    own, other = (attackers, defenders) if result[0] == "A" else (defenders, attackers)
    blows = least(share * own)
    back = min(least(Fraction(blows, 4)), cap(share * other))
    return (blows, back) if result[0] == "A" else (back, blows)


RESULTS = sorted({cell for _, cells in printed_cells() for cell in cells})
NUMBERS = [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 19, 20, 29, 30, 33, 40, 99]


@pytest.mark.parametrize("massacre_riposte", ["ten_percent", "none"])
@pytest.mark.parametrize("exchange_rounding", ["ceil", "floor"])
@pytest.mark.parametrize("cap_rounding", ["floor", "ceil"])
def test_R3_19_to_R3_23_every_result_against_brute_force(cap_rounding, exchange_rounding, massacre_riposte):
    rules = Rules(cap_rounding=cap_rounding, exchange_rounding=exchange_rounding, massacre_riposte=massacre_riposte)
    for result, attackers, defenders in product(RESULTS, NUMBERS, NUMBERS):
        assert blows_exchanged(result, attackers, defenders, rules) == oracle(result, attackers, defenders, rules)


def test_R3_19_a_result_of_the_attackers():
    assert blows_exchanged("A50", 20, 20, RULES) == (10, 3)
    assert blows_exchanged("A20", 1, 1, RULES) == (1, 0)
    assert blows_exchanged("A20", 1, 1, Rules(cap_rounding="ceil")) == (1, 1)


def test_R3_20_a_result_of_the_defenders_is_the_mirror():
    for attackers, defenders in product(NUMBERS, NUMBERS):
        attack, defence = blows_exchanged("A60", attackers, defenders, RULES)
        assert blows_exchanged("D60", defenders, attackers, RULES) == (defence, attack)


def test_R3_21_an_exchange_goes_by_the_weaker_side():
    assert blows_exchanged("E40", 25, 8, RULES) == (4, 4)
    assert blows_exchanged("E40", 25, 8, Rules(exchange_rounding="floor")) == (3, 3)
    by_factors = Rules(weaker_by="factors")
    assert blows_exchanged("E40", 25, 8, by_factors, (Fraction(10), Fraction(11))) == (10, 10)
    assert blows_exchanged("E40", 25, 8, by_factors, (Fraction(10), Fraction(10))) == (4, 4)


def test_R3_22_massacre_by_the_attackers():
    assert blows_exchanged("MA", 45, 10, RULES) == (45, 3)
    assert blows_exchanged("MA", 45, 10, Rules(massacre_riposte="none")) == (45, 0)
    assert blows_exchanged("MA", 50, 11, Rules(cap_rounding="ceil")) == (50, 4)


def test_R3_23_massacre_by_the_defenders():
    assert blows_exchanged("MD", 9, 21, RULES) == (2, 21)


@given(st.sampled_from(RESULTS), st.integers(0, 10**5), st.integers(0, 10**5))
def test_R3_19_to_R3_23_nobody_gives_more_blows_than_soldiers(result, attackers, defenders):
    attack, defence = blows_exchanged(result, attackers, defenders, RULES)
    assert 0 <= attack <= attackers
    assert 0 <= defence <= defenders


@pytest.mark.parametrize("column", range(-1, 10))
def test_R3_17_the_laws_of_blows_count_the_faces(column):
    attack, defence = blows_odds(column, 33, 27, RULES)
    faces = range(1, 7) if automatic(column) is None else [0]
    results = [automatic(column) or result_at(column, face, RULES) for face in faces]
    given_blows = [oracle(result, 33, 27, RULES) for result in results]
    assert attack.mean == Fraction(sum(a for a, _ in given_blows), len(given_blows))
    assert defence.mean == Fraction(sum(d for _, d in given_blows), len(given_blows))


@pytest.mark.parametrize("word", ["", "X20", "A", "MA20", "A20x", "MX", "20", "A101", "EM"])
def test_unknown_results_are_refused(word):
    with pytest.raises(InvalidBattleError, match="is no result"):
        parse_result(word)


def test_negative_numbers_are_refused():
    with pytest.raises(InvalidBattleError, match="fewer than no soldiers"):
        blows_exchanged("A20", -1, 5, RULES)
