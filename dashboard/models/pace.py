"""How fast one session may act: a person's browser never reaches the limit, a program that floods a room does."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Pace"]


class Pace:
    """Allows ``per_second`` actions in the long run, and ``burst`` of them at once."""

    def __init__(self, per_second: float = 40.0, burst: int = 200, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._left, self._counted = float(burst), clock()

    def allows(self) -> bool:
        """Whether one more is allowed now; it counts if it is."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._counted) * self._per_second)
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
