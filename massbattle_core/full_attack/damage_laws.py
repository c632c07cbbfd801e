"""Exact laws of damage as whole-number weights: ``weights[damage]`` counts the ways to deal that damage.

Convolution packs the weights of a law into one long integer, so that the multiplication of two integers
convolves two laws exactly and fast (Kronecker substitution).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import lcm

from massbattle_core.full_attack.attempt import Strike
from massbattle_core.full_attack.house_rules import Rules
from massbattle_core.full_attack.model import Weapon
from massbattle_core.full_attack.rules import damage_of_graze, damage_of_hit, dice_of_hit

__all__ = ["Weights", "convolve", "dice_weights", "mixture", "strike_weights", "strikes_weights"]

Weights = tuple[int, ...]
"""Ways to reach 0, 1, 2…; their sum is the number of all ways."""


def _packed(weights: Weights, width: int) -> int:
    return int.from_bytes(b"".join(weight.to_bytes(width, "little") for weight in weights), "little")


def convolve(first: Weights, second: Weights) -> Weights:
    """The weights of the sum of two independent variables."""
    ways = sum(first) * sum(second)
    width = (ways.bit_length() + 7) // 8
    length = len(first) + len(second) - 1
    product = (_packed(first, width) * _packed(second, width)).to_bytes(width * length, "little")
    return tuple(int.from_bytes(product[place : place + width], "little") for place in range(0, width * length, width))


@lru_cache(maxsize=128)
def dice_weights(count: int, sides: int) -> Weights:
    """The weights of the sum of ``count`` dice of ``sides`` faces."""
    if count == 0:
        return (1,)
    if count == 1:
        return (0, *(1,) * sides)
    half = dice_weights(count // 2, sides)
    even = convolve(half, half)
    return convolve(even, dice_weights(1, sides)) if count % 2 else even


@lru_cache(maxsize=64)
def _hit_weights(weapon: Weapon, critical: bool, damage_reduction: int) -> Weights:
    sums: Weights = (1,)
    for pool in dice_of_hit(weapon, critical=critical):
        sums = convolve(sums, dice_weights(pool.count, pool.sides))
    damages = [damage_of_hit(weapon, total, damage_reduction, critical=critical) for total in range(len(sums))]
    weights = [0] * (max(damages) + 1)
    for damage, ways in zip(damages, sums, strict=True):
        weights[damage] += ways
    return tuple(weights)


def strike_weights(strike: Strike, damage_reduction: int, rules: Rules) -> Weights:
    """The weights of the damage of one strike after damage reduction.

    Source: R4.3, R4.10
    """
    if strike.graze:
        return (*(0,) * damage_of_graze(strike.weapon, damage_reduction, rules), 1)
    return _hit_weights(strike.weapon, strike.critical, damage_reduction)


@lru_cache(maxsize=128)
def strikes_weights(strikes: tuple[Strike, ...], damage_reduction: int, rules: Rules) -> Weights:
    """The weights of the damage of several strikes on one target; sums of the first ones are shared by the cache."""
    if not strikes:
        return (1,)
    before = strikes_weights(strikes[:-1], damage_reduction, rules)
    return convolve(before, strike_weights(strikes[-1], damage_reduction, rules))


def mixture(parts: Sequence[tuple[Weights, int]]) -> Weights:
    """The weights of a variable that follows one of several laws, each taken with a whole-number weight."""
    common = lcm(*(sum(law) for law, _ in parts))
    mixed = [0] * max(len(law) for law, _ in parts)
    for law, weight in parts:
        scale = weight * (common // sum(law))
        for damage, count in enumerate(law):
            mixed[damage] += scale * count
    return tuple(mixed)
