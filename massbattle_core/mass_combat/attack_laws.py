"""The exact laws of one attack and of one morale test, counted over all faces with the functions that play uses."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from massbattle_core.dice import Mode, keep
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.rules import casualties_due, loss_of_margin, morale_passes, routs
from massbattle_core.mass_combat.tables import CASUALTIES_DC, HEAVY_LOSS, LIGHT_LOSS, ROUT_DC

__all__ = ["SATURATED", "attack_law", "elimination_within", "morale_success", "outcome_of_margin", "survival"]

_SIGN: dict[Mode, int] = {"flat": 0, "adv": 1, "dis": -1}
SATURATED = 32
"""Beyond this difference of BR the dice no longer matter."""


def morale_success(rating: int, dc: int) -> Fraction:
    """The chance to pass a morale test.

    Source: R0.13
    """
    return Fraction(sum(morale_passes(die, rating, dc) for die in range(1, 21)), 20)


@lru_cache(maxsize=512)
def attack_law(difference: int, mode: Mode = "flat") -> dict[str, Fraction]:
    """The chances of one attack by the attacker's BR less the target's: tie, target higher, minor, major.

    Source: R0.33, R0.34, R0.35, R0.36, R0.37, R0.38
    """
    sign = _SIGN[mode]
    counts = dict.fromkeys(("tie", "target", "minor", "major"), 0)
    faces = range(1, 21)
    for first in faces:
        for second in faces if sign else (1,):
            for other in faces:
                margin = (keep(first, second, sign) if sign else first) + difference - other
                counts[outcome_of_margin(margin)] += 1
    total = sum(counts.values())
    return {name: Fraction(count, total) for name, count in counts.items()}


def outcome_of_margin(margin: int) -> str:
    """The name of what an attack with this margin does: tie, target, minor or major.

    Source: R0.34, R0.35, R0.36, R0.37
    """
    if routs(margin):
        return "major"
    if loss_of_margin(margin) > 0:
        return "minor"
    return "tie" if margin == 0 else "target"


def survival(starting_br: int, before: int, loss: int, morale: int, every_loss: bool) -> Fraction:
    """The chance that a unit is still there after losing BR: DC 10 after a heavy loss, then DC 15 if due."""
    chance = morale_success(morale, ROUT_DC) if loss == HEAVY_LOSS else Fraction(1)
    if casualties_due(starting_br, before, before - loss, every_loss):
        chance *= morale_success(morale, CASUALTIES_DC)
    return chance


def elimination_within(
    attacker_br: int, target_start_br: int, target_morale: int, mode: Mode, attacks: int, rules: HouseRules
) -> tuple[Fraction, Fraction]:
    """Exact chance that a target falls to so many attacks in a row, and the mean of its BR where it stands.

    The attacker's BR stays as it is. Returns (P(eliminated), E[BR · still there]).

    Source: R0.33, R0.37, R0.42
    """
    every = rules.casualties_test == "every_loss_at_or_below_half"
    law = {target_start_br: Fraction(1)}
    for _ in range(attacks):
        after: dict[int, Fraction] = {}
        for br, p in law.items():
            chances = attack_law(max(-SATURATED, min(attacker_br - br, SATURATED)), mode)
            _add(after, br, p * (chances["tie"] + chances["target"]))
            for name, loss in (("minor", LIGHT_LOSS), ("major", HEAVY_LOSS)):
                stays = survival(target_start_br, br, loss, target_morale, every)
                _add(after, br - loss, p * chances[name] * stays)
        law = after
    return 1 - sum(law.values(), Fraction(0)), sum((br * p for br, p in law.items()), Fraction(0))


def _add(law: dict[int, Fraction], value: int, p: Fraction) -> None:
    if p:
        law[value] = law.get(value, Fraction(0)) + p
