"""A second writing of the rules, in numpy over battles, ends every battle as the compiled kernel does."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from dashboard.bench.numpy_battles import NumpyBattles
from massbattle_core.mass_combat.simulate import Prepared, list_ends
from tests.rulebook.scenario import prepare_scenario

BATTLES = 100


def open_battle(number: int, **changes: Any) -> Prepared:
    """A battle of the oracle's subset, the same for the same number."""
    dice = random.Random(number)
    columns, rows = dice.randint(9, 16), dice.randint(6, 12)
    places = [[column, row] for column in range(columns) for row in range(rows)]
    dice.shuffle(places)
    units = [
        {
            "id": f"u{2 * index + 1}",
            "side": "ab"[index % 2],
            "br": dice.randint(-1, 24),
            "morale": dice.randint(-8, 10),
            "initiative": dice.randint(7, 13),
            "speed_ft": dice.choice((0, 25, 30, 40, 60)),
            "range_ft": 0,
            "mode": "walk",
            "at": places[index],
            "doctrine": dice.choice(("advance", "advance", "advance", "hold")),
            "targets": "nearest",
        }
        for index in range(dice.randint(4, 12))
    ]
    return prepare_scenario(
        {
            "id": f"open-{number}",
            "switches": {"s0.pass_friends": "forbidden"},
            "map": {"columns": columns, "rows": rows},
            "units": units,
            "round_limit": dice.randint(4, 30),
            **changes,
        }
    )


def kernel_ends(prepared: Prepared, battles: int) -> tuple[Any, Any]:
    winners, rounds = np.zeros(battles, np.int64), np.zeros(battles, np.int64)
    record, ground = prepared.state.copy()[0], prepared.map
    list_ends(0, battles, prepared.seed, record, ground.record, ground.ways, winners, rounds)
    return winners, rounds


def test_numpy_ends_every_battle_as_the_kernel_does():
    seen = set()
    for number in range(10):
        prepared = open_battle(number)
        winners, rounds = NumpyBattles(prepared, 0, BATTLES).fight()
        expected_winners, expected_rounds = kernel_ends(prepared, BATTLES)
        assert winners.tolist() == expected_winners.tolist(), number
        assert rounds.tolist() == expected_rounds.tolist(), number
        seen |= set(winners.tolist())
    assert seen == {0, 1, 2}


def test_what_the_oracle_leaves_out_is_refused():
    with pytest.raises(ValueError, match="friends_closed"):
        NumpyBattles(open_battle(1, switches={}), 0, 1)
    with pytest.raises(ValueError, match="elevation"):
        NumpyBattles(open_battle(1, map={"columns": 20, "rows": 14, "hexes": {"3,3": {"elevation": 1}}}), 0, 1)
