"""What else the sides could do: the odds over the doctrines that make sense for each of them.

The odds of a battle are those of two doctrines, not of two geniuses. How far they move when the sides choose
other doctrines tells how much is in the hands of the players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from massbattle_core import hexgrid
from massbattle_core.creatures.model import Creature
from massbattle_core.mass_combat.building import BuiltUnit
from massbattle_core.mass_combat.model import DOCTRINES, Doctrine, MassBattle, SideId
from massbattle_core.mass_combat.odds import Share, share
from massbattle_core.mass_combat.simulate import Prepared, prepare, run

__all__ = ["DoctrineGrid", "DoctrinePair", "DoctrineRange", "doctrine_range", "sensible_doctrines"]

_WAITING: tuple[Doctrine | None, ...] = ("hold", "guard", "defend")


@dataclass(frozen=True, slots=True)
class DoctrinePair:
    """Side A's chance to win when both sides follow a doctrine; None: each unit does what it is set to do.

    ``now`` marks the pair that the battle is set to.
    """

    a: Doctrine | None
    b: Doctrine | None
    win: Share
    undecided: float
    now: bool = False


@dataclass(frozen=True, slots=True)
class DoctrineRange:
    """Side A's chance to win over the pairs of doctrines of the two sides, ``battles`` for each pair."""

    worst: Share
    best: Share
    cells: tuple[DoctrinePair, ...]
    battles: int


@dataclass(frozen=True)
class DoctrineGrid:
    """A battle prepared for every pair of doctrines, with the same dice for all."""

    battle: MassBattle
    prepared: Prepared

    @classmethod
    def of(cls, battle: MassBattle, creatures: Mapping[str, Creature]) -> DoctrineGrid:
        """The grid of a battle. Raises :class:`InvalidBattleError` if it cannot be fought."""
        return cls(battle, prepare(battle, creatures))

    @property
    def key(self) -> str:
        """What the odds of the grid depend on."""
        return self.prepared.key

    @cached_property
    def pairs(self) -> tuple[tuple[Doctrine | None, Doctrine | None], ...]:
        """The pairs of doctrines; two sides that both wait out of each other's reach are left out."""
        battle, units = self.battle, self.prepared.units
        meeting = _can_strike(units) or (battle.rules.end_condition != "one_alliance_left" and battle.objectives)
        return tuple(
            (a, b)
            for a in sensible_doctrines(battle, units, "a")
            for b in sensible_doctrines(battle, units, "b")
            if meeting or not (self._waits(a, "a") and self._waits(b, "b"))
        )

    def run(self, first: int, last: int, cancelled: Callable[[], bool] = lambda: False) -> npt.NDArray[np.int64]:
        """How often side A won, side B won and nobody did in the battles first…last−1 of each pair.

        Pairs are left at zero once ``cancelled()`` is true.
        """
        counts = np.zeros((len(self.pairs), 3), np.int64)
        for row, pair in enumerate(self.pairs):
            if cancelled():
                break
            counts[row] = run(self._varied(*pair), first, last)["outcome"]
        return counts

    def range_of(self, counts: npt.NDArray[np.int64]) -> DoctrineRange:
        """What these counts amount to."""
        now = (_common(self.prepared.units, self.battle, "a"), _common(self.prepared.units, self.battle, "b"))
        cells = tuple(
            DoctrinePair(
                a, b, share(int(won), int(won + lost + undecided)), undecided / (won + lost + undecided), (a, b) == now
            )
            for (a, b), (won, lost, undecided) in zip(self.pairs, counts, strict=True)
        )
        return DoctrineRange(
            worst=min((cell.win for cell in cells), key=lambda win: win.p),
            best=max((cell.win for cell in cells), key=lambda win: win.p),
            cells=cells,
            battles=int(counts[0].sum()),
        )

    def _varied(self, a: Doctrine | None, b: Doctrine | None) -> Prepared:
        state = self.prepared.state.copy()
        for number, doctrine in enumerate((a, b)):
            if doctrine is not None:
                own = np.flatnonzero(state["side"][0][: len(self.prepared.units)] == number)
                state["doctrine"][0, own] = DOCTRINES.index(doctrine)
        return replace(self.prepared, state=state)

    def _waits(self, doctrine: Doctrine | None, side: SideId) -> bool:
        if doctrine is not None:
            return doctrine in _WAITING
        return all(_of(built, self.battle) in _WAITING for built in self.prepared.units if built.unit.side == side)


def sensible_doctrines(battle: MassBattle, units: tuple[BuiltUnit, ...], side: SideId) -> tuple[Doctrine | None, ...]:
    """The doctrines that a whole side might follow; None, as its units are set, where that is none of them.

    Skirmishing needs somebody who shoots, flanking a friend, and defending without ever striking a goal that is
    reached by standing there.
    """
    own = [built for built in units if built.unit.side == side]
    found: list[Doctrine | None] = ["advance", "hold", "guard"]
    if len(own) > 1:
        found.append("flank")
    if any(built.range_hexes for built in own):
        found.append("skirmish")
    goals = [goal for goal in battle.objectives.values() if goal.side == side and goal.kind in ("hold", "protect")]
    if goals and battle.rules.end_condition != "one_alliance_left":
        found.append("defend")
    if _common(units, battle, side) not in found:
        found.insert(0, None)
    return tuple(found)


def doctrine_range(
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    battles: int,
    cancelled: Callable[[], bool] = lambda: False,
) -> DoctrineRange | None:
    """Side A's chance to win over the sensible doctrines of both sides, from so many battles a pair.

    The dice are the same for all pairs. None once ``cancelled()`` is true; raises :class:`InvalidBattleError`
    if the battle cannot be fought.
    """
    grid = DoctrineGrid.of(battle, creatures)
    counts = grid.run(0, battles, cancelled)
    return None if cancelled() else grid.range_of(counts)


def _of(built: BuiltUnit, battle: MassBattle) -> Doctrine:
    return built.unit.doctrine or battle.sides[built.unit.side].doctrine


def _common(units: tuple[BuiltUnit, ...], battle: MassBattle, side: SideId) -> Doctrine | None:
    """The doctrine that all units of a side follow, if it is one."""
    followed = {_of(built, battle) for built in units if built.unit.side == side}
    return followed.pop() if len(followed) == 1 else None


def _can_strike(units: tuple[BuiltUnit, ...]) -> bool:
    """Whether somebody has an enemy in reach from where it is placed."""
    return any(
        one.unit.side != other.unit.side and hexgrid.distance(_place(one), _place(other)) <= max(one.range_hexes, 1)
        for one in units
        for other in units
    )


def _place(built: BuiltUnit) -> tuple[int, int]:
    position: Any = built.unit.position
    return position[0], position[1]
