"""Watching one simulated battle: finding one that ended so, and playing it over turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from massbattle_core.game import Step
from massbattle_core.mass_combat.battle import NOBODY, SIDE_A, SIDE_B
from massbattle_core.mass_combat.play import BattleState, follow
from massbattle_core.mass_combat.simulate import Prepared, ends

__all__ = ["LIMIT", "Replay", "Winner", "find_battle", "watch"]

Winner = Literal["a", "b", "nobody", "somebody"]
"""Who won: a side, nobody (the battle is undecided), or either side."""

LIMIT = 20_000
"""Battles that are searched: as many as the odds are made of."""

_CHUNK = 250
_WINNERS: dict[Winner, tuple[int, ...]] = {
    "a": (SIDE_A,),
    "b": (SIDE_B,),
    "nobody": (NOBODY,),
    "somebody": (SIDE_A, SIDE_B),
}


@dataclass(frozen=True)
class Replay:
    """Battle number ``battle`` of the seed of ``prepared``: its start, and what each turn led to."""

    prepared: Prepared
    battle: int
    steps: tuple[Step[BattleState], ...]

    @property
    def end(self) -> BattleState:
        """The state that the simulation counted."""
        return self.steps[-1].state


def find_battle(
    prepared: Prepared,
    *,
    winner: Winner | None = None,
    rounds: int | None = None,
    first: int = 0,
    limit: int = LIMIT,
) -> int | None:
    """The first battle of the seed, from number ``first`` on, that this side won and that ended in this round.

    None if there is none before number ``limit``; what is None may be anything.
    """
    for start in range(first, limit, _CHUNK):
        winners, lasted = ends(prepared, start, min(start + _CHUNK, limit))
        fits = np.ones(len(winners), bool)
        if winner is not None:
            fits &= np.isin(winners, _WINNERS[winner])
        if rounds is not None:
            fits &= lasted == rounds
        if fits.any():
            return start + int(fits.argmax())
    return None


def watch(prepared: Prepared, battle: int) -> Replay:
    """Play a simulated battle over."""
    return Replay(prepared, battle, tuple(follow(prepared, battle)))
