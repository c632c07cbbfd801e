"""The benchmark of full attacks: both computations are of the same law."""

import pytest

from dashboard.bench.full_attack import icepool_law, law, measure


@pytest.mark.parametrize("flat", [0, 3, 12])
def test_the_law_is_that_of_a_general_dice_library(flat):
    assert law(flat) == icepool_law(flat)


def test_the_suite_measures_time_and_ratio():
    time, ratio = measure()
    assert time.value > 0
    assert ratio.unit == "×"
    assert ratio.value > 0
