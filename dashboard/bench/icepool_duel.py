"""The same duel as an icepool calculation: an independent oracle, exact, and a fair rival in speed.

Each attack is one transition of the joint law of both losses; icepool multiplies the laws out exactly.
"""

from __future__ import annotations

from functools import cache, lru_cache

import icepool

__all__ = ["icepool_duel"]

_D20 = icepool.d(20)
_GONE = 10_000


@lru_cache(maxsize=4096)
def _loss(difference: int) -> icepool.Die[int]:
    """The law of the BR that the target loses."""
    return (_D20 - _D20 + difference).map(lambda margin: 0 if margin <= 0 else 2 if margin <= 10 else 5)


def _struck(br: int, start: int, morale: int, loss: int) -> icepool.Die[int]:
    """The law of the target's BR after a loss and its tests."""
    if loss == 0:
        return icepool.Die([br])
    after = br - loss
    chance = icepool.Die([True])
    if loss == 5:
        chance = _D20 + morale >= 10
    if 2 * after <= start and 2 * br > start:
        half = _D20 + morale >= 15
        chance = icepool.map(lambda one, other: one and other, chance, half)
    return chance.map(lambda stands: after if stands else -_GONE)


def icepool_duel(br_a: int, morale_a: int, br_b: int, morale_b: int, rounds: int) -> icepool.Die[tuple[int, int]]:
    """The joint law of both BRs after so many rounds, A first; −10,000 for a unit that is gone."""

    @cache
    def turn(a: int, b: int, a_strikes: bool) -> icepool.Die[tuple[int, int]]:
        if a == -_GONE or b == -_GONE:
            return icepool.Die([(a, b)])
        if a_strikes:
            left = _loss(a - b).map(lambda loss: _struck(b, br_b, morale_b, loss))
            return left.map(lambda after: (a, after))
        left = _loss(b - a).map(lambda loss: _struck(a, br_a, morale_a, loss))
        return left.map(lambda after: (after, b))

    law = icepool.Die([(br_a, br_b)])
    for _ in range(rounds):
        for a_strikes in (True, False):
            law = law.map(lambda a, b, strikes=a_strikes: turn(a, b, strikes), star=True)
    return law
