"""Losses blow by blow, through the numbers of soldiers in each state: exact for every rule, but for a few blows only.

Needed where the dead are not drawn again and where givers start anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from massbattle_core.results_table.odds.struck import Index, Struck
from massbattle_core.results_table.rules.aftermath import DEAD_ROW
from massbattle_core.results_table.rules.blows import receiver_modifier, suffer
from massbattle_core.results_table.tables import DIE

__all__ = ["has_walk", "walk_losses"]

_LIMIT = 50_000
"""Steps that are affordable: about a second of them."""

_MOST_STRUCK = 25
"""With more blows on more soldiers than this no walk is tried: it would take too many steps."""

_Soldiers = tuple[tuple[tuple[int, int, int], int], ...]
"""Numbers of soldiers by (place among the receivers, worst row, highest roll)."""


@lru_cache(maxsize=32)
def _walk(struck: Struck) -> dict[_Soldiers, Fraction] | None:
    """The law of the numbers of soldiers in each state after all blows; None if that takes too many steps."""
    steps = 0
    start: _Soldiers = tuple(((place, 0, 0), alike.count) for place, alike in enumerate(struck.receivers))
    everyone = tuple(count for _, count in struck.givers)
    law = {(everyone, start): Fraction(1)}
    for _ in range(struck.blows):
        after: dict[tuple[Index, _Soldiers], Fraction] = {}
        for (turns, soldiers), p in law.items():
            for key, q in _step(struck, turns if any(turns) else everyone, soldiers):
                after[key] = after.get(key, Fraction(0)) + p * q
                steps += 1
            if steps > _LIMIT:
                return None
        law = after
    ends: dict[_Soldiers, Fraction] = {}
    for (_, soldiers), p in law.items():
        ends[soldiers] = ends.get(soldiers, Fraction(0)) + p
    return ends


def _step(struck: Struck, turns: Index, soldiers: _Soldiers) -> Iterator[tuple[tuple[Index, _Soldiers], Fraction]]:
    numbers = dict(soldiers)
    targets = {state: n for state, n in numbers.items() if not (struck.living and state[1] >= DEAD_ROW)}
    alive = sum(targets.values())
    if not alive:
        yield (turns, soldiers), Fraction(1)
        return
    ways: Counter[tuple[Index, tuple[int, int, int], tuple[int, int, int]]] = Counter()
    for kind, ready in enumerate(turns):
        left = (*turns[:kind], ready - 1, *turns[kind + 1 :]) if struck.each_once else turns
        for (place, worst, earlier), count in targets.items() if ready else ():
            modifier = struck.givers[kind][0] + receiver_modifier(struck.receivers[place].shield)
            for face in range(1, DIE + 1):
                _, down, highest = suffer(worst, earlier, face, modifier, struck.raw)
                after = (place, DEAD_ROW, 0) if struck.living and down >= DEAD_ROW else (place, down, highest)
                ways[left, (place, worst, earlier), after] += ready * count
    for (left, before, after), number in ways.items():
        moved = Counter(numbers)
        moved[before] -= 1
        moved[after] += 1
        ends = tuple(sorted((key, n) for key, n in moved.items() if n))
        yield (left, ends), Fraction(number, sum(turns) * alive * DIE)


def has_walk(struck: Struck) -> bool:
    """Whether the losses are known by a walk at an affordable cost; the walk is made to find out, and kept."""
    return min(struck.blows, struck.count) <= _MOST_STRUCK and _walk(struck) is not None


def walk_losses(struck: Struck, army: int, least_row: int) -> dict[tuple[int, int], Fraction]:
    """The joint law of the losses of one army and of the rest of its side, where ``has_walk``."""
    law: dict[tuple[int, int], Fraction] = {}
    for soldiers, p in (_walk(struck) or {}).items():
        lost = [0, 0]
        for (place, worst, _), count in soldiers:
            lost[struck.receivers[place].army != army] += count if worst >= least_row else 0
        key = (lost[0], lost[1])
        law[key] = law.get(key, Fraction(0)) + p
    return law
