"""Mass combat: battles a second, compiled against plain Python, exact duel against icepool, keyed dice, start-up.

Plain Python runs the same source in a process of its own with the compiler off (``NUMBA_DISABLE_JIT=1``).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from dashboard.bench import Measure, seconds
from dashboard.bench.numpy_battles import NumpyBattles
from massbattle_core import _jit, battlefile
from massbattle_core.dice import battle_key
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.battle import clear_board
from massbattle_core.mass_combat.duel import Duellist, duel_odds
from massbattle_core.mass_combat.model import Battlefield, MassBattle, Unit
from massbattle_core.mass_combat.simulate import Prepared, Tally, fight, prepare, run, run_parallel
from massbattle_core.mass_combat.state import plain_map, plain_state

__all__ = ["large_battle", "measure", "medium_battle", "open_battle"]

_DEMO = Path(__file__).parent.parent / "battles" / "demo-ford.json"
_PLAIN_BATTLES = 60


def medium_battle() -> Prepared:
    """Six against six on the demo map: terrain, heights, cover, shooters, every doctrine's rules on."""
    document = battlefile.load(_DEMO)
    return prepare(document.mass_combat, document.creatures)


def large_battle() -> Prepared:
    """Twenty against twenty: the units of the demo several times over on a map of 30 by 20."""
    document = battlefile.load(_DEMO)
    return prepare(_enlarged(document, 20), document.creatures)


def open_battle() -> Prepared:
    """Six against six on open ground of 30 by 20: all fight hand to hand and advance on the nearest enemy."""
    document = battlefile.load(_DEMO)
    battle = document.mass_combat
    prepared = prepare(replace(battle, field=Battlefield(30, 20)), document.creatures)
    state = prepared.state.copy()
    for name in ("range", "targets", "arrival", "movement_class", "doctrine", "objectives"):
        state[0][name] = 0
    state[0]["friends_closed"] = 1
    return replace(prepared, state=state)


def _enlarged(document: BattleDocument, a_side: int) -> MassBattle:
    battle = document.mass_combat
    units: dict[str, Unit] = {}
    for side, columns in (("a", (5, 7)), ("b", (21, 23))):
        models = battle.side_units(side)
        for number in range(a_side):
            unit_id = f"u{len(units) + 1}"
            position = (columns[number % 2], number)
            units[unit_id] = replace(models[number % len(models)], id=unit_id, position=position)
    return replace(battle, units=units, field=replace(battle.field, columns=30, rows=20))


def measure() -> list[Measure]:
    """Every measure of mass combat, in one run."""
    medium, large = medium_battle(), large_battle()
    medium_time = seconds(lambda: run(medium, 0, 2000)) / 2000
    large_time = seconds(lambda: run(large, 0, 500), runs=3) / 500
    plain_time = _plain_seconds()
    return [
        Measure("6 v 6, all rules: one battle", medium_time * 1e6, "µs"),
        Measure("6 v 6, all rules: battles a second on one core", 1 / medium_time, "battles/s"),
        Measure("20 v 20, all rules: one battle", large_time * 1e6, "µs"),
        Measure("20 v 20, all rules: battles a second on one core", 1 / large_time, "battles/s"),
        Measure(
            "6 v 6: compiled kernel against plain Python of the same source", plain_time / medium_time, "times", 70
        ),
        _against_numpy(),
        *_duels(),
        *_keyed_dice(medium),
        *_memory(medium),
        *_start_up(),
    ]


def _plain_seconds() -> float:
    """Seconds of one 6 v 6 battle in plain Python."""
    done = subprocess.run(
        [sys.executable, "-m", "dashboard.bench.mass_combat"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout)["seconds_a_battle"])


def _against_numpy() -> Measure:
    """How many times faster than numpy over battles the kernel is; both end every battle the same."""
    prepared, battles = open_battle(), 4000
    ours = seconds(lambda: run(prepared, 0, battles))
    theirs = seconds(lambda: NumpyBattles(prepared, 0, battles).fight(), runs=3)
    return Measure("6 v 6 on open ground: compiled kernel against numpy over battles", theirs / ours, "times", 15)


def _plain_battles() -> None:
    """Fight battles in this process, without the compiler, and print the time of one."""
    assert _jit.DISABLED, "run with NUMBA_DISABLE_JIT=1"
    prepared = medium_battle()
    record, ground = prepared.state[0], plain_map(prepared.map.record)
    battles = iter(range(10**6))

    def fight_some() -> None:
        state: Any = plain_state(record)
        for _ in range(_PLAIN_BATTLES):
            state.key = battle_key(prepared.seed, next(battles))
            fight(state, ground, prepared.map.ways)
            clear_board(state)

    print(json.dumps({"seconds_a_battle": seconds(fight_some, runs=3) / _PLAIN_BATTLES}))


def _duels() -> list[Measure]:
    found = []
    a, b = Duellist(12, 2), Duellist(9, -1)
    for rounds, least in ((10, 100), (20, 500)):
        ours = seconds(partial(duel_odds, a, b, first="a", rounds=rounds), runs=15)
        found.append(Measure(f"exact duel, {rounds} rounds", ours * 1e3, "ms"))
        theirs = _icepool_seconds(rounds)
        if theirs is not None:
            found.append(Measure(f"exact duel against icepool, {rounds} rounds", theirs / ours, "times", least))
    return found


def _icepool_seconds(rounds: int) -> float | None:
    """Seconds of icepool for the same chain; None where icepool is not installed (it is in the test extra)."""
    try:
        from dashboard.bench.icepool_duel import icepool_duel
    except ImportError:
        return None
    return seconds(lambda: icepool_duel(12, 2, 9, -1, rounds), runs=1)


def _keyed_dice(prepared: Prepared) -> list[Measure]:
    """Variance of the gain of one unit's BR + 1, with the dice shared by both battles and without."""
    stronger = replace_br(prepared)
    shared, independent = [], []
    for block in range(600):
        first, last = block * 100, block * 100 + 100
        base = _wins(run(prepared, first, last))
        shared.append(_wins(run(stronger, first, last)) - base)
        independent.append(_wins(run(stronger, first + 10**6, last + 10**6)) - base)
    ratio = statistics.variance(independent) / statistics.variance(shared)
    return [Measure("one unit's BR + 1: variance with independent dice against keyed dice", ratio, "times", 4)]


def replace_br(prepared: Prepared) -> Prepared:
    """The same battle with one more BR for the first unit."""
    state = prepared.state.copy()
    state[0]["starting_br"][0] += 1
    return replace(prepared, state=state)


def _wins(tally: Tally) -> float:
    return float(tally["outcome"][0]) / tally.battles


def _memory(prepared: Prepared) -> list[Measure]:
    """Peak of Python and numpy memory for many battles over that for few."""
    peaks = []
    with ThreadPoolExecutor(2) as pool:
        for battles in (40_000, 200_000):
            tracemalloc.start()
            run_parallel(prepared, battles, pool)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    return [Measure("memory of 40,000 battles against that of 200,000", peaks[0] / peaks[1], "times", 0.8)]


def _start_up() -> list[Measure]:
    """Seconds to the first battle in a fresh process, with an empty and with a filled cache of kernels."""
    program = (
        "import time; start = time.perf_counter()\n"
        "from dashboard.bench.mass_combat import medium_battle\n"
        "from massbattle_core.mass_combat.simulate import run\n"
        "prepared = medium_battle(); ready = time.perf_counter()\n"
        "run(prepared, 0, 1); print(time.perf_counter() - ready)"
    )
    with tempfile.TemporaryDirectory() as cache:
        times = [
            float(
                subprocess.run(
                    [sys.executable, "-c", program],
                    env={**os.environ, "MASSBATTLE_KERNEL_CACHE": cache},
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout
            )
            for _ in range(2)
        ]
    return [
        Measure("first battle, kernel compiled anew (once a machine)", times[0], "s"),
        Measure("first battle, kernel from the cache", times[1], "s"),
    ]


if __name__ == "__main__":
    _plain_battles()
