"""Time and space between rulebooks: a character's round, a mass round, a strategic turn; feet, squares, spaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.tables import FEET_PER_HEX
from massbattle_core.skirmish.tables import ROUND_SECONDS, SQUARE_FT
from massbattle_core.strategic.tables import HOURS_A_TURN

__all__ = ["LENGTHS_FT", "SECONDS", "BridgeRules", "convert_length", "convert_time", "mass_clock"]

TimeUnit = Literal["second", "skirmish_round", "mass_round", "strategic_turn"]
LengthUnit = Literal["foot", "square", "space"]

SECONDS: Final[Mapping[TimeUnit, int]] = {  # RB.1
    "second": 1,
    "skirmish_round": ROUND_SECONDS,
    "mass_round": 60,
    "strategic_turn": HOURS_A_TURN * 60 * 60,
}
LENGTHS_FT: Final[Mapping[LengthUnit, int]] = {"foot": 1, "square": SQUARE_FT, "space": FEET_PER_HEX}  # RB.2


@dataclass(frozen=True, slots=True)
class BridgeRules:
    """The house rules of the bridges.

    ``clock_after_zoom``: whether a fight of single characters takes time on the clock of the mass battle (RB.7).

    Raises :class:`InvalidBattleError` for an unknown value.
    """

    clock_after_zoom: Literal["no", "yes"] = "no"

    def __post_init__(self) -> None:
        if self.clock_after_zoom not in ("no", "yes"):
            problem = Problem("rules/clock_after_zoom", f"{self.clock_after_zoom!r} is no reading", "one of no, yes")
            raise InvalidBattleError([problem])


def convert_time(amount: int | Fraction, unit: TimeUnit, to: TimeUnit) -> Fraction:
    """An amount of time in another unit, exactly.

    Source: RB.1
    """
    return Fraction(amount) * SECONDS[unit] / SECONDS[to]


def convert_length(amount: int | Fraction, unit: LengthUnit, to: LengthUnit) -> Fraction:
    """A length in another unit, exactly; a space of mass combat is 100 ft, or 20 squares.

    Source: RB.2
    """
    return Fraction(amount) * LENGTHS_FT[unit] / LENGTHS_FT[to]


def mass_clock(mass_round: int, skirmish_rounds: int, rules: BridgeRules | None = None) -> int:
    """The round of the frozen mass battle when it is resumed after a fight of so many character rounds.

    Source: RB.7
    """
    if (rules or BridgeRules()).clock_after_zoom == "no":
        return mass_round
    return mass_round - int(-convert_time(skirmish_rounds, "skirmish_round", "mass_round") // 1)
