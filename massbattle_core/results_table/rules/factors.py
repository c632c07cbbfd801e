"""Combat factors of soldiers and armies, and who fights at walls (R3.8–R3.13)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from massbattle_core.results_table.model import Army, Rules, Soldier
from massbattle_core.results_table.tables import (
    DEFENCE_IN_TOWN,
    DEFENCE_OUTSIDE,
    DISORGANISED,
    PRESTIGE,
    STRENGTH_BANDS,
    SWORD_FACTORS,
    WALL_LIMIT,
)

__all__ = ["ArmyFactors", "FactorStep", "army_factors", "factor_steps", "pick_highest", "soldier_factors", "wall_cap"]


def soldier_factors(soldier: Soldier, rules: Rules) -> int:
    """Combat factors of one soldier, by strength and a sword in hand.

    Source: R3.8
    Ruling: the source leaves strength 201 between two bands; ``band_201`` puts it in the upper one unless told.
    """
    strength = soldier.strength
    if strength == 201 and rules.band_201 == "four_at_201":
        strength -= 1
    factors = max(factors for least, factors in STRENGTH_BANDS if strength >= least)
    return factors + (SWORD_FACTORS if soldier.weapon == "sword" else 0)


@dataclass(frozen=True, slots=True)
class FactorStep:
    """One thing that multiplies the factors of an army: the multiplier, why, and by which rule."""

    multiplier: Fraction
    reason: str
    rule: str


def factor_steps(
    *,
    defending: bool,
    organised: bool,
    immobile: bool,
    in_town: bool,
    besieging: bool,
    prestige: int | None,
    rules: Rules,
) -> tuple[FactorStep, ...]:
    """What multiplies the factors of an army, in order; several multiply one another.

    Source: R3.10, R3.11, R3.12
    Ruling: a disorganised army inside a town and an organised army on the move are at ×1: the source gives them
    nothing. Prestige (not in the source) is one more multiplier, so that the order does not matter.
    """
    steps = []
    if defending and organised and immobile:
        if in_town:
            steps.append(FactorStep(DEFENCE_IN_TOWN, "defends organised and immobile in a town", "R3.11"))
        elif not besieging:
            steps.append(FactorStep(DEFENCE_OUTSIDE, "defends organised and immobile outside a town", "R3.10"))
    if not organised and not in_town and (defending or rules.disorganised_applies_to == "both"):
        steps.append(FactorStep(DISORGANISED, "disorganised outside a town", "R3.12"))
    if prestige is not None and rules.prestige == "on":
        steps.append(FactorStep(PRESTIGE[prestige], f"recognised by a county of prestige {prestige}", ""))
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class ArmyFactors:
    """The factors of an army and why: the sum over its engaged soldiers, the steps, the total."""

    army: str
    soldiers: int
    base: int
    steps: tuple[FactorStep, ...]
    total: Fraction


def army_factors(army: Army, engaged: tuple[Soldier, ...], defending: bool, rules: Rules) -> ArmyFactors:
    """Factors that the engaged soldiers of an army bring to its side.

    Source: R3.9
    Ruling: fractions are kept, for the source rounds only the ratio.
    """
    steps = factor_steps(
        defending=defending,
        organised=army.organised,
        immobile=army.immobile,
        in_town=army.in_town,
        besieging=army.besieging,
        prestige=army.prestige,
        rules=rules,
    )
    base = sum(soldier_factors(soldier, rules) for soldier in engaged)
    total = Fraction(base)
    for step in steps:
        total *= step.multiplier
    return ArmyFactors(army.name, len(engaged), base, steps, total)


def wall_cap(soldiers: int, walled: bool) -> int:
    """How many soldiers of a side can fight.

    Source: R3.13
    """
    return min(soldiers, WALL_LIMIT) if walled else soldiers


def pick_highest(factors: list[Fraction], count: int) -> list[int]:
    """Indices of the ``count`` soldiers with the highest factors, in the order of the list.

    Source: R3.13
    Ruling: a soldier's factors are taken with the multiplier of the army, for that is what the side gains;
    among equals the first of the list fight.
    """
    best = sorted(range(len(factors)), key=lambda index: (-factors[index], index))
    return sorted(best[:count])
