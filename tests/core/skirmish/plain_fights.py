"""Prints what some simulated fights come to: run with and without the compiler, it must print the same."""

from __future__ import annotations

import sys

from massbattle_core.skirmish import record_fight
from massbattle_core.skirmish.record import CHANGING
from tests.core.skirmish.builders import random_encounter


def digest(seed: int) -> str:
    """Everything that fight ``seed`` rolled and did, and every number it ended with."""
    recording = record_fight(random_encounter(seed), 11, seed)
    end = recording.end
    numbers = [
        int(number) for name in end.dtype.names for number in end[name].flat if end.dtype.fields[name][1] < 8 * CHANGING
    ]
    return repr((recording.actions, recording.dice, recording.places, numbers))


if __name__ == "__main__":
    for fight in map(int, sys.argv[1:]):
        print(digest(fight))
