"""One source for the rules: compiled, plain Python and play end every battle the same, bit for bit.

For more battles than the tests fight: ``python -m tests.property.test_one_source 5000``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from massbattle_core.dice import battle_key
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.doctrine import take_turn
from massbattle_core.mass_combat.play.log import log_lines
from massbattle_core.mass_combat.simulate import Prepared
from massbattle_core.mass_combat.state import ELIMINATED, LOG_LINES
from tests.property.random_battles import end_of, random_scenario
from tests.rulebook.scenario import prepare_scenario

BATTLES = 60
MANY_BATTLES = [pytest.param(range(first, first + 60), marks=pytest.mark.slow) for first in range(60, 360, 60)]
ROOT = Path(__file__).parents[2]
_ACTIONS = {"dash": play.Dash, "defend": play.Defend, "guard": play.Guard, "disengage": play.Disengage}


def plain_ends(numbers: range) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.property.random_battles", str(numbers.start), str(numbers.stop)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("numbers", [range(BATTLES), *MANY_BATTLES])
def test_compiled_and_plain_python_end_every_battle_the_same(numbers):
    ends = plain_ends(numbers)
    assert len(ends) == len(numbers)
    for number, plain in zip(numbers, ends, strict=True):
        assert end_of(prepare_scenario(random_scenario(number)), number) == plain, number
    decided = {end["winner"] for end in ends}
    assert decided == {0, 1, 2}


@pytest.mark.parametrize("numbers", [range(BATTLES), *MANY_BATTLES])
def test_play_of_the_same_actions_ends_every_battle_the_same(numbers):
    """Each step of a doctrine is an action that play verifies and carries out to the same state."""
    for number in numbers:
        prepared = prepare_scenario(random_scenario(number))
        dice = play.KeyedBattle(prepared.seed, number)
        simulated = list(play.follow(prepared, number))
        state = play.setup(prepared, dice).state
        for step in simulated[1:]:
            for action in actions_of(step, state):
                state = play.apply(state, action, dice).state
        final = simulated[-1].state
        assert state.units == final.units, number
        assert (state.over, state.winner, state.round) == (True, final.winner, final.round), number
        assert play.outcome(state) is not None


def actions_of(step, state):
    """The actions of one unit's turn, read from the log of the simulated battle."""
    turn = next((event for event in step.events if event.kind == "turn"), None)
    if turn is None or state.mover != turn.facts["unit"]:
        return
    unit = turn.facts["unit"]
    fell = False
    for event in step.events:
        if event.facts.get("unit") != unit:
            continue
        if event.kind == "enters":
            yield play.Move(unit, event.facts["to"])
        elif event.kind == "strikes":
            yield play.Attack(unit, event.facts["target"])
        elif event.kind in _ACTIONS:
            yield _ACTIONS[event.kind](unit)
        elif event.kind == "eliminated":
            fell = True
    over = any(event.kind == "over" for event in step.events)
    if not fell and not over:
        yield play.EndTurn(unit)


def test_no_place_of_a_die_repeats_within_a_battle():
    for number in range(BATTLES):
        prepared = prepare_scenario(random_scenario(number))
        places = [place for step in _logged_places(prepared, number) for place in step]
        assert len(places) == len(set(places)), number


def _logged_places(prepared: Prepared, number: int):
    record = prepared.state.copy()[0]
    record["key"] = battle_key(prepared.seed, number)
    record["logging"] = 1
    ground, ways = prepared.map.record, prepared.map.ways
    kernel.begin_battle(record, ground)
    yield _places(record)
    while True:
        record["log_lines"] = 0
        u = kernel.next_turn(record, ground)
        if u >= 0 and record["mover"] == u:
            if record["status"][u] != ELIMINATED:
                take_turn(record, ground, ways, u)
            kernel.end_turn(record, u)
        yield _places(record)
        if u < 0:
            return


def _places(record):
    assert record["log_lines"] < LOG_LINES
    return [line[1] for line in log_lines(record) if line[0] == kernel.LOG_ROLL]


if __name__ == "__main__":
    everything = range(int(sys.argv[1]))
    test_compiled_and_plain_python_end_every_battle_the_same(everything)
    test_play_of_the_same_actions_ends_every_battle_the_same(everything)
    print(f"{len(everything)} battles: compiled, plain Python and play agree bit for bit")
