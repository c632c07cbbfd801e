"""A battle to test with, and an engine whose odds are quick and depend on every unit's morale."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dashboard.models import Author
from massbattle_core import battlefile
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.odds import BattleOdds, share
from massbattle_core.mass_combat.simulate import CurvePoint
from massbattle_core.mass_combat.validation import problems

DEMO = Path(__file__).parents[2] / "dashboard" / "battles" / "demo-ford.json"
ANA = Author("ana", "Ana")
BEN = Author("ben", "Ben", role="editor")
EVE = Author("eve", "Eve", role="viewer")


def demo() -> Any:
    return battlefile.load(DEMO)


def wait_for(condition: Callable[[], Any], seconds: float = 60.0) -> Any:
    """What a condition comes to once it is true; fails if it does not become so."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        pause.wait(0.005)
    return found


@dataclass(frozen=True)
class FakePrepared:
    key: str
    seed: int
    morale: int


@dataclass(frozen=True)
class FakeTally:
    battles: int
    wins: int
    ranges: tuple[tuple[int, int], ...]

    def __add__(self, other: FakeTally) -> FakeTally:
        return FakeTally(self.battles + other.battles, self.wins + other.wins, self.ranges + other.ranges)


@dataclass
class FakeEngine:
    """``gate`` holds every chunk back while it is clear; ``broken`` makes a part raise that error."""

    STEPS: tuple[int, ...] = (400, 2_000, 10_000, 20_000)
    gate: threading.Event = field(default_factory=threading.Event)
    ran: list[tuple[str, int, int]] = field(default_factory=list)
    curves: list[tuple[str, int]] = field(default_factory=list)
    broken: dict[str, Exception] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.gate.set()

    def _break(self, part: str) -> None:
        if part in self.broken:
            raise self.broken[part]

    def prepare(self, battle: Any, creatures: Any) -> FakePrepared:
        self._break("prepare")
        wrong = [p for p in problems(battle, creatures) if p.severity == "error"]
        if wrong:
            raise InvalidBattleError(wrong)
        morale = [unit.morale for unit in battle.ordered_units()]
        places = [unit.position for unit in battle.ordered_units()]
        return FakePrepared(f"{battle.simulation.seed} {morale} {places}", battle.simulation.seed, sum(morale))

    def run(self, prepared: FakePrepared, first: int, last: int) -> FakeTally:
        self._break("run")
        self.gate.wait(10)
        self.ran.append((prepared.key, first, last))
        wins = sum(1 for battle in range(first, last) if (battle * 7 + prepared.morale) % 10 < 4)
        return FakeTally(last - first, wins, ((first, last),))

    def odds_of(self, prepared: FakePrepared, tally: FakeTally) -> BattleOdds:
        ends = [0, *(last for _, last in tally.ranges)]
        assert ends[:-1] == [first for first, _ in tally.ranges]
        n, wins = tally.battles, tally.wins
        return BattleOdds(
            "simulated", n, prepared.seed, share(wins, n), share(0, n), share(n - wins, n), {3: 1.0}, {}, ()
        )

    def morale_curve(
        self, battle: Any, creatures: Any, unit_id: str, battles: int, *, freeze_initiative: bool, cancelled: Any
    ) -> Any:
        self._break("morale_curve")
        self.gate.wait(10)
        self.curves.append((unit_id, battles))
        return tuple(CurvePoint(morale, share(10 + morale, 20), 0.0) for morale in range(-10, 11))
