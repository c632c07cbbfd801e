"""Benchmark of fights of single characters: 4 characters against 12 creatures."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from dashboard.bench import Measure, seconds
from massbattle_core.skirmish import Combatant, Encounter, Group, muster, parse_attack, tally_fights

__all__ = ["encounter", "measure"]

_COMPILED = 500
_PLAIN = 2


def encounter() -> Encounter:
    """4 characters against 12 creatures, 60 ft apart."""
    hero = Combatant("hero", 16, 40, (parse_attack("+6:1d8+4x2"),), character=True)
    orc = Combatant("orc", 13, 15, (parse_attack("+5:1d12+3"),))
    return Encounter((Group("hero", "A", hero, 4), Group("orc", "B", orc, 12)))


def seconds_a_fight(fights: int) -> float:
    """Seconds that one fight of this benchmark takes in this process."""
    state = muster(encounter())
    return seconds(lambda: tally_fights(state, 1, 0, fights), runs=3) / fights


def _seconds_in_plain_python() -> float:
    code = f"import json, dashboard.bench.skirmish as s; print(json.dumps(s.seconds_a_fight({_PLAIN})))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return float(json.loads(run.stdout))


def measure() -> list[Measure]:
    """Fights a second, and compiled against the same source in plain Python."""
    compiled = seconds_a_fight(_COMPILED)
    plain = _seconds_in_plain_python()
    return [
        Measure("fights a second, 4 characters against 12 creatures", 1 / compiled, "fights/s"),
        Measure("compiled against the same source in plain Python", plain / compiled, "×", at_least=20),
    ]
