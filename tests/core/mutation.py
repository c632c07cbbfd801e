"""Files that went wrong: mutations of good ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any


def places(data: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value."""
    found = [place] if place else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += places(value, (*place, key))
    return found


def mutated(seed: bytes, choose: random.Random, junk: Callable[[], Any]) -> bytes:
    """A file with some values replaced (of one JSON document), or some bytes."""
    if choose.random() < 0.7 and seed[:1] in b"{[" and not seed.startswith(b'{"_id"'):
        data = json.loads(seed)
        for _ in range(choose.randint(1, 8)):
            *path, last = choose.choice(places(data))
            inner = data
            for key in path:
                inner = inner[key]
            inner[last] = junk() if choose.random() < 0.8 else list(inner) * 2
            if not places(data):
                break
        return json.dumps(data).encode("utf-8", "replace")
    changed = bytearray(seed)
    for _ in range(choose.randint(1, 6)):
        position = choose.randrange(len(changed))
        kind = choose.random()
        if kind < 0.4:
            changed[position] = choose.randrange(256)
        elif kind < 0.7:
            del changed[position : position + choose.randrange(40)]
        else:
            changed[position:position] = changed[: choose.randrange(60)]
        if not changed:
            break
    return bytes(changed)
