"""Exact law of a full attack by one roll (S4): its time, and the same law by a general dice library.

The attack is that of a hasted fighter with five hits at most, criticals on 17–20 and three extra dice. Each run
has another damage bonus, as when a slider moves, so that no law of damage is found in a cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import count

from dashboard.bench import Measure, seconds
from massbattle_core.distribution import Distribution
from massbattle_core.full_attack import AttackProfile, Target, Weapon, full_attack_odds

__all__ = ["icepool_law", "law", "measure"]

_BONUS, _ARMOUR_CLASS, _REDUCTION, _THREAT, _MOST_HITS = 21, 24, 5, 17, 5


def law(flat: int) -> Distribution:
    """The law of damage of the measured full attack with damage 2d6 + ``flat`` + 3d6, by massbattle."""
    weapon = Weapon.of(_BONUS, f"2d6+{flat}", threat_from=_THREAT, extra_dice="3d6")
    profile = AttackProfile(16, weapon, extra_attacks=1)
    return full_attack_odds(profile, [Target(_ARMOUR_CLASS, _REDUCTION)]).damage[0]


def icepool_law(flat: int) -> Distribution:
    """The same law written for icepool, from the words of the rules."""
    import icepool

    normal = (5 @ icepool.d6 + flat - _REDUCTION).map(lambda damage: max(0, damage))
    critical = (7 @ icepool.d6 + 2 * flat - _REDUCTION).map(lambda damage: max(0, damage))

    @cache
    def of_hits(hits: int, criticals: int) -> icepool.Die[int]:
        return (hits - criticals) @ normal + criticals @ critical

    def damage(attack: int, confirmation: int) -> icepool.Die[int] | int:
        margin = attack + _BONUS - _ARMOUR_CLASS
        if attack == 1 or (attack < 20 and margin < -5):
            return 0
        if attack < 20 and margin < 0:
            return max(0, (2 + flat) // 2 - _REDUCTION)
        hits = max(1, min(_MOST_HITS, 1 + margin // 5))
        confirmed = confirmation > 1 and (confirmation == 20 or confirmation + _BONUS >= _ARMOUR_CLASS)
        criticals = 0
        if attack >= _THREAT and confirmed:
            criticals = 2 if hits > 1 and confirmation >= _THREAT else 1
        return of_hits(hits, criticals)

    die = icepool.map(damage, icepool.d20, icepool.d20)
    return Distribution({int(value): quantity for value, quantity in die.items()})


def _seconds_a_law(compute: Callable[[int], Distribution]) -> float:
    bonuses = count()
    return seconds(lambda: compute(next(bonuses)))


def measure() -> list[Measure]:
    """Milliseconds for one law and, where icepool is installed, how many times longer it takes."""
    own = _seconds_a_law(law)
    measures = [Measure("full attack: exact law of damage", own * 1000, "ms")]
    if find_spec("icepool"):
        ratio = _seconds_a_law(icepool_law) / own
        measures.append(Measure("full attack: time of icepool for the same law", ratio, "×", at_least=2.0))
    return measures
