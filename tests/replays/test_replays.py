"""Golden replays: whole battles, line by line. ``python -m tests.replays.record`` writes them anew."""

from __future__ import annotations

import pytest

from tests.replays.record import REPLAYS, lines, path_of


@pytest.mark.parametrize("demo", REPLAYS)
def test_replay(demo):
    kept = path_of(demo).read_text(encoding="utf-8").splitlines()
    assert list(lines(demo, REPLAYS[demo])) == kept
    assert sum(line.startswith("END") for line in kept) >= 9
