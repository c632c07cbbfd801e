"""Whoever guesses wrong must wait, longer each time."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

__all__ = ["Guesses"]

FREE = 5
"""Wrong guesses before the first wait: people mistype."""
LONGEST_WAIT = 900.0
_MOST_KNOWN = 10_000


class Guesses:
    """Counts wrong guesses by key (an address, a link): each after the first few doubles the wait, from one second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()

    def wait(self, *keys: Hashable) -> float:
        """Seconds until somebody with these keys may guess again."""
        with self._lock:
            return max(0.0, *(self._known.get(key, (0, 0.0))[1] - self._clock() for key in keys))

    def wrong(self, *keys: Hashable) -> None:
        """Take note of a wrong guess."""
        with self._lock:
            for key in keys:
                count = self._known.pop(key, (0, 0.0))[0] + 1
                wait = min(2.0 ** (count - FREE), LONGEST_WAIT) if count >= FREE else 0.0
                self._known[key] = (count, self._clock() + wait)
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)

    def right(self, *keys: Hashable) -> None:
        """Forget the wrong guesses of somebody who guessed right."""
        with self._lock:
            for key in keys:
                self._known.pop(key, None)
