"""Exact laws on the integers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.distribution import Distribution

LAWS = st.dictionaries(st.integers(-30, 30), st.integers(0, 9), min_size=1, max_size=8).filter(
    lambda weights: any(weights.values())
)


@given(LAWS)
def test_a_law_sums_to_exactly_one_and_drops_what_cannot_be(weights):
    law = Distribution(weights)
    assert sum(law.values()) == 1
    assert set(law) == {value for value, weight in weights.items() if weight}
    assert list(law) == sorted(law)
    assert all(isinstance(p, Fraction) for p in law.values())


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}, {1: Fraction(-1, 2)}])
def test_no_law_without_weight_or_with_negative_weight(weights):
    with pytest.raises(ValueError, match="weights"):
        Distribution(weights)


def test_looking_up():
    law = Distribution({1: 1, 3: 3})
    assert (law[1], law[3], law[2]) == (Fraction(1, 4), Fraction(3, 4), 0)
    assert [value in law for value in (1, 2)] == [True, False]
    assert len(law) == 2
    assert repr(law) == "Distribution({1: 1/4, 3: 3/4})"
    with pytest.raises(TypeError):
        law[1] = Fraction(1)


@given(LAWS, LAWS)
def test_equality_is_that_of_the_laws(one, other):
    a, b = Distribution(one), Distribution({value: 7 * weight for value, weight in one.items()})
    assert a == b
    assert hash(a) == hash(b)
    assert (a == Distribution(other)) is (dict(a) == dict(Distribution(other)))
    assert a != dict(a)


@given(LAWS, LAWS)
def test_sum_of_independent_variables(one, other):
    a, b = Distribution(one), Distribution(other)
    both = a + b
    assert both == b + a
    assert both.mean == a.mean + b.mean
    assert both.variance == a.variance + b.variance
    counted = Distribution.mixture(
        (p * q, Distribution.certain(x + y)) for (x, p), (y, q) in product(a.items(), b.items())
    )
    assert both == counted


@given(LAWS, st.integers(-9, 9))
def test_adding_a_constant_shifts(weights, constant):
    law = Distribution(weights)
    assert law + constant == law + Distribution.certain(constant)


def test_dice():
    two = Distribution.dice(2, 6)
    assert [two[total] for total in range(1, 14)] == [
        Fraction(max(0, 6 - abs(7 - total)), 36) for total in range(1, 14)
    ]
    assert Distribution.dice(0, 6) == Distribution.certain(0)
    assert Distribution.dice(1, 20) == Distribution.die(20)
    assert (Distribution.die(6).mean, Distribution.die(6).variance) == (Fraction(7, 2), Fraction(35, 12))


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_binomial_and_bernoulli(p):
    law = Distribution.binomial(7, p)
    assert all(law[k] == comb(7, k) * p**k * (1 - p) ** (7 - k) for k in range(8))
    assert law.mean == 7 * p
    assert Distribution.binomial(1, p) == Distribution.bernoulli(p)
    assert Distribution.binomial(0, p) == Distribution.certain(0)


def test_mixture():
    law = Distribution.mixture([(Fraction(1, 3), Distribution.die(2)), (Fraction(2, 3), Distribution.certain(2))])
    assert dict(law) == {1: Fraction(1, 6), 2: Fraction(5, 6)}


@given(LAWS)
def test_map_gathers_what_falls_together(weights):
    law = Distribution(weights)
    image = law.map(lambda value: value // 10)
    assert all(image[tens] == sum(p for value, p in law.items() if value // 10 == tens) for tens in range(-4, 4))


@given(LAWS, st.integers(-31, 31))
def test_at_least_and_quantile(weights, value):
    law = Distribution(weights)
    assert law.at_least(value) == sum(p for v, p in law.items() if v >= value)
    assert (law.at_least(min(law)), law.at_least(max(law) + 1)) == (1, 0)
    for p in (Fraction(1, 10), Fraction(1, 2), 0.9, 1):
        quantile = law.quantile(p)
        assert 1 - law.at_least(quantile + 1) >= p
        assert 1 - law.at_least(quantile) < p
