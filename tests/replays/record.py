"""Write the golden replays: the log of one simulated battle of each demo, line by line.

Run from the root of the project after a change of rules that is meant: ``python -m tests.replays.record``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from massbattle_core import battlefile
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.model import hex_name
from massbattle_core.mass_combat.simulate import prepare

ROOT = Path(__file__).parents[2]
REPLAYS = {"demo-ford": 3, "demo-garrison": 1, "demo-cavalry": 7, "demo-undead": 2}
"""Demo battle -> the number of the simulated battle that is kept."""


def lines(demo: str, battle: int) -> Iterator[str]:
    """The log of a battle: each event, and every unit at the end."""
    document = battlefile.load(ROOT / "dashboard" / "battles" / f"{demo}.json", playable=True)
    prepared = prepare(document.mass_combat, document.creatures)
    step = None
    for step in play.follow(prepared, battle):
        for event in step.events:
            facts = " ".join(f"{key}={_plain(value)}" for key, value in event.facts.items())
            yield f"{event.rule:6} {event.kind} {facts}"
    assert step is not None
    for unit in step.state.units:
        yield f"END    {unit.id} {unit.status} br={unit.br} at={hex_name(unit.position)} {unit.fell_to}".rstrip()


def _plain(value: object) -> str:
    return hex_name(value) if isinstance(value, tuple) else str(value)


def path_of(demo: str) -> Path:
    """Where the replay of a demo is kept."""
    return Path(__file__).parent / f"{demo}.txt"


if __name__ == "__main__":
    for demo, battle in REPLAYS.items():
        path_of(demo).write_text("\n".join(lines(demo, battle)) + "\n", encoding="utf-8")
