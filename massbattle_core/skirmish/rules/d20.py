"""The d20 of attacks, checks and saving throws, with advantage and disadvantage (R1.12)."""

from __future__ import annotations

from typing import Final

from massbattle_core._jit import njit
from massbattle_core.dice import Dice, Mode, keep

__all__ = ["MODES", "mode_of", "net_mode", "roll_d20"]

MODES: Final[dict[Mode, int]] = {"flat": 0, "adv": 1, "dis": -1}


@njit
def net_mode(advantages: int, disadvantages: int) -> int:
    """1 for advantage, −1 for disadvantage, 0 for a flat roll.

    Source: R1.12
    Ruling: one advantage and one disadvantage cancel, however many there are of either [PHB].
    """
    if (advantages > 0) == (disadvantages > 0):
        return 0
    return 1 if advantages > 0 else -1


def mode_of(sign: int) -> Mode:
    """The word for a sign of :func:`net_mode`."""
    return "adv" if sign > 0 else "dis" if sign < 0 else "flat"


def roll_d20(mode: Mode, dice: Dice, label: str) -> int:
    """Roll one d20, or two in the order rolled with advantage or disadvantage, and return the one that counts.

    Source: R1.12, R1.13
    """
    first = dice.roll(20, label)
    sign = MODES[mode]
    return keep(first, dice.roll(20, label) if sign else first, sign)
