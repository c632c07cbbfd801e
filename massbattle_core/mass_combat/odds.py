"""The odds of a mass battle, whoever computed them: shares with intervals, laws, and the fate of each unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

__all__ = ["ODDS_FORMAT", "BattleOdds", "Share", "UnitOdds", "odds_to_json", "share"]

ODDS_FORMAT = 1
_Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """A probability and its 95 % interval (all three equal where it is exact)."""

    p: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(count: int, battles: int) -> Share:
    """The share of ``count`` in ``battles`` simulated ones, with Wilson's interval.

    It never leaves 0…1, and 0 of 5,000 has an upper bound above 0.
    """
    p = count / battles
    spread = _Z95 * sqrt(p * (1 - p) / battles + _Z95**2 / (4 * battles**2))
    middle = p + _Z95**2 / (2 * battles)
    scale = 1 + _Z95**2 / battles
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return Share(p, 0.0 if count == 0 else max(low, 0.0), 1.0 if count == battles else min(high, 1.0))


@dataclass(frozen=True, slots=True)
class UnitOdds:
    """What becomes of one unit.

    ``survival``: the chance that it stands at the end; ``mean_br``: its mean BR at the end, 0 if eliminated;
    ``routed`` and ``broken``: the chances that it falls to the test of a heavy loss (R0.37) and of half
    strength (R0.42); ``turns_lost``: the mean number of turns lost to friendly casualties (R0.43).
    """

    id: str
    name: str
    side: str
    survival: float
    mean_br: float
    starting_br: int
    routed: float = 0.0
    broken: float = 0.0
    turns_lost: float = 0.0


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The odds of a battle seen from side A.

    ``rounds``: the law of the number of rounds, undecided battles at the round limit; ``remaining``: by side,
    the law of the BR that its units have left in all. ``battles`` and ``seed`` are None where it is exact.
    """

    method: Literal["exact", "simulated"]
    battles: int | None
    seed: int | None
    win: Share
    undecided: Share
    loss: Share
    rounds: Mapping[int, float]
    remaining: Mapping[str, Mapping[int, float]]
    units: tuple[UnitOdds, ...]


def odds_to_json(odds: BattleOdds) -> dict[str, Any]:
    """The documented JSON of odds (format 1)."""

    def shares(value: Share) -> dict[str, float]:
        return {"p": value.p, "low": value.low, "high": value.high}

    return {
        "format": ODDS_FORMAT,
        "method": odds.method,
        "battles": odds.battles,
        "seed": odds.seed,
        "win": shares(odds.win),
        "undecided": shares(odds.undecided),
        "loss": shares(odds.loss),
        "rounds": {str(rounds): p for rounds, p in odds.rounds.items()},
        "remaining_br": {side: {str(br): p for br, p in law.items()} for side, law in odds.remaining.items()},
        "units": [
            {
                "id": unit.id,
                "name": unit.name,
                "side": unit.side,
                "survival": unit.survival,
                "mean_br": unit.mean_br,
                "starting_br": unit.starting_br,
                "routed": unit.routed,
                "broken": unit.broken,
                "turns_lost": unit.turns_lost,
            }
            for unit in odds.units
        ],
    }
