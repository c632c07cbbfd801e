"""What ``massbattle bench`` measures, one module a suite; claims about speed are ratios taken in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Measure", "seconds"]


@dataclass(frozen=True)
class Measure:
    """One line of a benchmark: what was measured, its value and unit, and the least that is claimed of it."""

    name: str
    value: float
    unit: str
    at_least: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the claim is met (true where nothing is claimed)."""
        return self.at_least is None or self.value >= self.at_least


def seconds(call: Callable[[], Any], runs: int = 5) -> float:
    """Median wall time of a call in seconds, after one call to warm up."""
    call()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
