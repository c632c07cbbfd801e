"""At 0 hit points: death, unconsciousness, death saves, first aid and healing (R1.25–R1.34)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from massbattle_core._jit import njit
from massbattle_core.dice import Dice, Mode
from massbattle_core.distribution import Distribution
from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.skirmish.rules.checks import check_probability, resolve_check
from massbattle_core.skirmish.tables import (
    DEATH_SAVE_DIFFICULTY,
    DEATH_SAVE_LIMIT,
    FIRST_AID_DIFFICULTY,
    RECOVERY_DIE,
)

__all__ = [
    "BACK",
    "DEAD",
    "DYING",
    "STABLE",
    "UNCONSCIOUS",
    "UP",
    "DeathTally",
    "after_damage",
    "damage_at_zero",
    "death_save",
    "death_save_fate",
    "death_save_odds",
    "drop_to_zero",
    "falls_prone",
    "heal",
    "makes_death_saves",
    "recovery_odds",
    "resolve_death_save",
    "resolve_first_aid",
    "resolve_recovery",
    "stabilise_probability",
]

UP: Final = 0
UNCONSCIOUS: Final = 1
DEAD: Final = 2

DYING: Final = 0
STABLE: Final = 1
BACK: Final = 3
"""The fates of a death save besides ``DEAD``: goes on, stable, back with 1 hit point."""

_DEATH_SAVES = CHOICES["monsters_at_zero"].index("death_saves")
_UNCONSCIOUS_PHB = CHOICES["unconscious_effects"].index("phb")

Fate = Literal["dying", "stable", "dead", "back"]
FATES: Final[tuple[Fate, ...]] = ("dying", "stable", "dead", "back")


@njit
def drop_to_zero(hit_points: int, maximum: int, damage: int) -> tuple[int, int, int]:
    """Damage to somebody who stands: (hit points left, damage left over at 0, UP / UNCONSCIOUS / DEAD).

    Source: R1.25, R1.26, R1.27
    """
    if damage < hit_points:
        return hit_points - damage, 0, UP
    left_over = damage - hit_points
    if left_over >= maximum:
        return 0, left_over, DEAD
    return 0, left_over, UNCONSCIOUS


@njit
def damage_at_zero(damage: int, maximum: int, critical: int) -> int:
    """How many death saves damage at 0 hit points fails: 1, 2 if critical, all three if it kills at once.

    Source: R1.30
    Ruling: a hit that does no damage fails no death save.
    """
    if damage <= 0:
        return 0
    if damage >= maximum:
        return DEATH_SAVE_LIMIT
    return 2 if critical > 0 else 1


@njit
def makes_death_saves(character: int, rule: int) -> bool:
    """Whether somebody at 0 hit points falls unconscious (a character, a named monster) or dies at once.

    ``rule`` is the code of ``monsters_at_zero``.

    Source: R1.34
    """
    return character > 0 or rule == _DEATH_SAVES


@njit
def falls_prone(rule: int) -> bool:
    """Whether falling unconscious is falling prone; ``rule`` is the code of ``unconscious_effects``.

    Source: R1.27
    """
    return rule == _UNCONSCIOUS_PHB


@njit
def after_damage(
    hit_points: int, maximum: int, successes: int, failures: int, stable: int, damage: int, critical: int, saves: int
) -> tuple[int, int, int, int, int]:
    """Somebody not dead takes damage: (hit points, successes, failures, stable, dead) afterwards.

    ``saves``: whether it makes death saves (:func:`makes_death_saves`).

    Source: R1.25, R1.26, R1.27, R1.30, R1.32, R1.34
    Ruling: damage to a stable creature ends its stability and fails a death save like any damage at 0.
    """
    if hit_points > 0:
        left, _, state = drop_to_zero(hit_points, maximum, damage)
        if state == UP:
            return left, 0, 0, 0, 0
        if state == DEAD or saves == 0:
            return 0, 0, 0, 0, 1
        return 0, 0, 0, 0, 0
    failed = damage_at_zero(damage, maximum, critical)
    if failed == 0:
        return 0, successes, failures, stable, 0
    failures = min(failures + failed, DEATH_SAVE_LIMIT)
    return 0, successes, failures, 0, int(failures == DEATH_SAVE_LIMIT)


@njit
def death_save(natural: int, successes: int, failures: int) -> tuple[int, int, int]:
    """One death save: (successes, failures, DYING / STABLE / DEAD / BACK) after this d20.

    Both counters return to 0 for who is stable or back on 1 hit point.

    Source: R1.28, R1.29
    """
    if natural == 20:
        return 0, 0, BACK
    if natural >= DEATH_SAVE_DIFFICULTY:
        if successes + 1 >= DEATH_SAVE_LIMIT:
            return 0, 0, STABLE
        return successes + 1, failures, DYING
    failures = min(failures + (2 if natural == 1 else 1), DEATH_SAVE_LIMIT)
    return successes, failures, DEAD if failures == DEATH_SAVE_LIMIT else DYING


@dataclass(frozen=True, slots=True)
class DeathTally:
    """The counters of somebody at 0 hit points, and what became of them."""

    successes: int = 0
    failures: int = 0
    fate: Fate = "dying"


def resolve_death_save(tally: DeathTally, dice: Dice) -> DeathTally:
    """Roll one death save.

    Source: R1.28, R1.29
    """
    return _after(dice.roll(20, "death save"), tally)


def _after(natural: int, tally: DeathTally) -> DeathTally:
    successes, failures, fate = death_save(natural, tally.successes, tally.failures)
    return DeathTally(successes, failures, FATES[fate])


def death_save_odds(tally: DeathTally) -> dict[DeathTally, Fraction]:
    """The exact law of :func:`resolve_death_save`.

    Source: R1.28, R1.29
    """
    law: dict[DeathTally, Fraction] = {}
    for natural in range(1, 21):
        after = _after(natural, tally)
        law[after] = law.get(after, Fraction(0)) + Fraction(1, 20)
    return law


@cache
def death_save_fate(successes: int = 0, failures: int = 0) -> dict[Fate, Fraction]:
    """The exact chances to end stable, dead or back on 1 hit point if nobody helps and nobody harms.

    Source: R1.28, R1.29
    """
    fates: dict[Fate, Fraction] = {"stable": Fraction(0), "dead": Fraction(0), "back": Fraction(0)}
    for after, p in death_save_odds(DeathTally(successes, failures)).items():
        if after.fate == "dying":
            for fate, q in death_save_fate(after.successes, after.failures).items():
                fates[fate] += p * q
        else:
            fates[after.fate] += p
    return fates


def resolve_first_aid(medicine: int, dice: Dice, mode: Mode = "flat") -> bool:
    """Roll Wisdom (Medicine) against DC 10 on an unconscious creature; True: it is stable.

    Source: R1.31
    """
    return resolve_check(medicine, dice, "first aid", mode) >= FIRST_AID_DIFFICULTY


def stabilise_probability(medicine: int, mode: Mode = "flat") -> Fraction:
    """The exact chance of :func:`resolve_first_aid`.

    Source: R1.31
    """
    return check_probability(medicine, FIRST_AID_DIFFICULTY, mode)


def resolve_recovery(dice: Dice) -> int:
    """The hours after which a stable creature that nobody heals is back on 1 hit point.

    Source: R1.32
    """
    return dice.roll(RECOVERY_DIE, "hours until recovery")


def recovery_odds() -> Distribution:
    """The exact law of :func:`resolve_recovery`.

    Source: R1.32
    """
    return Distribution.die(RECOVERY_DIE)


@njit
def heal(hit_points: int, maximum: int, healed: int) -> int:
    """Hit points after healing, at most the maximum; any that are regained end unconsciousness.

    Source: R1.33
    """
    return min(hit_points + max(healed, 0), maximum)
