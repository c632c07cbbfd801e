"""The odds of a fight: who wins, how long it lasts, who is left, and how many have fallen after each round.

They come from simulated fights (:mod:`~massbattle_core.skirmish.simulate`), in which everybody follows a
:mod:`~massbattle_core.skirmish.doctrine`. What has a closed form — an attack, initiative, a death save — is exact
and stands beside its rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.skirmish.model import Encounter
from massbattle_core.skirmish.simulate import Tally, tally_fights
from massbattle_core.skirmish.state import State, muster
from massbattle_core.skirmish.tables import Side

__all__ = ["FightOdds", "GroupOdds", "Share", "fight_odds", "odds_of"]

Law = npt.NDArray[np.float64]

_95_PERCENT = 1.959963984540054  # of the standard normal law, two-sided
_MOST_FIGHTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the fights with its 95 % interval (Wilson)."""

    p: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int) -> Share:
        """The share ``count`` of ``total``."""
        p, z = count / total, _95_PERCENT
        centre = (p + z * z / (2 * total)) / (1 + z * z / total)
        half = z / (1 + z * z / total) * sqrt(p * (1 - p) / total + z * z / (4 * total * total))
        return cls(p, max(centre - half, 0.0) if count else 0.0, min(centre + half, 1.0) if count < total else 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class GroupOdds:
    """What becomes of a group. All laws are arrays of probabilities.

    ``standing[n]`` and ``dead[n]``: exactly ``n`` stand, or are dead, at the end (the others lie at 0 hit points).
    ``fallen[r, n]``: exactly ``n`` of the group lie at 0 hit points or are dead after round ``r`` (row 0: at the
    start; the rows after the end repeat it). ``kills[r, n]``: the group has felled exactly ``n`` enemies by then;
    who rises and falls again counts again, and the last ``n`` stands for more.
    """

    name: str
    side: Side
    count: int
    standing: Law
    dead: Law
    fallen: Law
    kills: Law

    @property
    def mean_kills(self) -> Law:
        """The mean number of enemies felled by the end of each round, from row 0."""
        means: Law = self.kills @ np.arange(self.kills.shape[1])
        return means

    @property
    def mean_fallen(self) -> Law:
        """The mean number of the group's own who lie or are dead after each round, from row 0."""
        means: Law = self.fallen @ np.arange(self.fallen.shape[1])
        return means


@dataclass(frozen=True, slots=True, eq=False)
class FightOdds:
    """The odds of a fight, seen from side A, from so many simulated fights.

    ``rounds[r]``: the probability that the fight ends in round ``r`` (undecided fights in the last).
    """

    fights: int
    seed: int
    win: Share
    undecided: Share
    loss: Share
    rounds: Law
    groups: tuple[GroupOdds, ...]

    @property
    def mean_rounds(self) -> float:
        """The mean number of rounds."""
        return float(self.rounds @ np.arange(len(self.rounds)))


def fight_odds(battle: Encounter | State, fights: int = 2000, seed: int = 0) -> FightOdds:
    """Simulate so many fights of an encounter, or from a state in play on, and sum them up.

    The same seed gives the same fights: results of more fights refine those of fewer.

    Raises :class:`InvalidBattleError` for a battle that cannot be played or a number of fights that makes no sense.
    """
    problems = [
        Problem(place, f"{value!r} is no {what}", f"a whole number from {low} to {high}")
        for place, value, what, low, high in (
            ("fights", fights, "number of fights", 1, _MOST_FIGHTS),
            ("seed", seed, "seed", 0, (1 << 63) - 1),
        )
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high
    ]
    if problems:
        raise InvalidBattleError(problems)
    state = muster(battle) if isinstance(battle, Encounter) else battle
    return odds_of(state.encounter, tally_fights(state, seed, 0, fights), seed)


def odds_of(encounter: Encounter, tally: Tally, seed: int) -> FightOdds:
    """The odds that a tally of fights of an encounter amounts to."""
    total = tally.fights
    opponents = {side: sum(g.count for g in encounter.groups if g.side != side) for side in ("A", "B")}
    groups = []
    for index, group in enumerate(encounter.groups):
        own, enemies = group.count + 1, opponents[group.side] + 1
        kills = tally.kills[:, index, :enemies] / total
        kills[:, -1] += tally.kills[:, index, enemies:].sum(axis=1) / total
        groups.append(
            GroupOdds(
                group.name,
                group.side,
                group.count,
                tally.standing[index, :own] / total,
                tally.dead[index, :own] / total,
                tally.fallen[:, index, :own] / total,
                kills,
            )
        )
    win, loss, undecided = (Share.of(int(count), total) for count in tally.ends)
    return FightOdds(total, seed, win, undecided, loss, tally.rounds / total, tuple(groups))
