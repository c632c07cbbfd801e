"""The benchmark of single fights keeps its claim."""

from __future__ import annotations

import pytest

from dashboard.bench import skirmish


@pytest.mark.slow
def test_the_compiled_fight_is_at_least_twenty_times_faster():
    measures = skirmish.measure()
    assert [measure.name for measure in measures if not measure.holds] == []
    assert measures[1].value >= 20
