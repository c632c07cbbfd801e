"""Simulated battles: running a packed battle many times, counting what happened.

A run is a range of battle numbers; battle *i* of a seed is always the same battle, so tallies of any ranges on
any number of threads add up to the same numbers, and a first estimate is a part of the refined one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from massbattle_core._jit import njit
from massbattle_core.creatures.model import Creature
from massbattle_core.dice import battle_key
from massbattle_core.mass_combat.battle import (
    FELL_TO_CASUALTIES,
    FELL_TO_ROUT,
    begin_battle,
    clear_board,
    end_turn,
    next_turn,
)
from massbattle_core.mass_combat.doctrine import finish_turn, take_turn
from massbattle_core.mass_combat.model import MassBattle
from massbattle_core.mass_combat.odds import BattleOdds, Share, UnitOdds, share
from massbattle_core.mass_combat.packing import Prepared, pack, prepare, repack
from massbattle_core.mass_combat.state import BINS, ELIMINATED, UNITS

__all__ = [
    "STEPS",
    "CurvePoint",
    "Prepared",
    "Tally",
    "ends",
    "morale_curve",
    "odds_of",
    "pack",
    "prepare",
    "repack",
    "run",
    "run_parallel",
]

STEPS = (400, 2_000, 10_000, 20_000)
"""Battles after which a running estimate is worth showing."""

CHUNK = 500
_AHEAD = 64
"""Chunks handed to an executor before the first is done."""
ROUNDS = 200

TALLY = np.dtype(
    [
        ("battles", np.int64),
        ("outcome", np.int64, (3,)),
        ("rounds", np.int64, (ROUNDS + 1,)),
        ("outcome_by_round", np.int64, ((ROUNDS + 1) * 3,)),
        ("remaining", np.int64, (2 * BINS,)),
        ("survived", np.int64, (UNITS,)),
        ("br_left", np.int64, (UNITS,)),
        ("routed", np.int64, (UNITS,)),
        ("broken", np.int64, (UNITS,)),
        ("turns_lost", np.int64, (UNITS,)),
    ],
    align=True,
)


# ---------------------------------------------------------------- the kernel


@njit
def fight(st: Any, mp: Any, ways: Any) -> None:
    """Fight one battle of the key in the record to its end; the board is left as it is then."""
    begin_battle(st, mp)
    if st.mover >= 0:
        finish_turn(st, mp, ways)
    while True:
        u = next_turn(st, mp)
        if u < 0:
            return
        if st.mover == u:
            if st.status[u] != ELIMINATED:
                take_turn(st, mp, ways, u)
            end_turn(st, u)


@njit
def run_battles(first: int, last: int, seed: int, bin_width: int, st: Any, mp: Any, ways: Any, tally: Any) -> None:
    """Fight the battles first…last−1 of a seed and count what happened into the tally."""
    for battle in range(first, last):
        st.key = battle_key(seed, battle)
        fight(st, mp, ways)
        count_battle(st, bin_width, tally)
        clear_board(st)


@njit
def list_ends(first: int, last: int, seed: int, st: Any, mp: Any, ways: Any, winners: Any, rounds: Any) -> None:
    """Fight the battles first…last−1 of a seed and write down who won each, and in which round."""
    for battle in range(first, last):
        st.key = battle_key(seed, battle)
        fight(st, mp, ways)
        winners[battle - first] = st.winner
        rounds[battle - first] = st.round
        clear_board(st)


@njit
def count_battle(st: Any, bin_width: int, tally: Any) -> None:
    """Count one finished battle."""
    tally.battles = tally.battles + 1
    tally.outcome[st.winner] += 1
    tally.rounds[st.round] += 1
    tally.outcome_by_round[st.round * 3 + st.winner] += 1
    left_a = 0
    left_b = 0
    for u in range(st.units):
        tally.turns_lost[u] += st.turns_lost[u]
        if st.status[u] == ELIMINATED:
            if st.fell_to[u] == FELL_TO_ROUT:
                tally.routed[u] += 1
            elif st.fell_to[u] == FELL_TO_CASUALTIES:
                tally.broken[u] += 1
        else:
            tally.survived[u] += 1
            tally.br_left[u] += st.br[u]
            if st.side[u] == 0:
                left_a += st.br[u]
            else:
                left_b += st.br[u]
    tally.remaining[min(max(left_a // bin_width, 0), BINS - 1)] += 1
    tally.remaining[BINS + min(max(left_b // bin_width, 0), BINS - 1)] += 1


# ---------------------------------------------------------------- running


@dataclass(frozen=True)
class Tally:
    """What happened in some battles; tallies of disjoint ranges add up."""

    data: npt.NDArray[Any]

    @classmethod
    def empty(cls) -> Tally:
        """The tally of no battle."""
        return cls(np.zeros(1, TALLY))

    @property
    def battles(self) -> int:
        """How many battles were fought."""
        return int(self.data["battles"][0])

    def __add__(self, other: Tally) -> Tally:
        words = self.data.view(np.int64) + other.data.view(np.int64)
        return Tally(words.view(TALLY))

    def __getitem__(self, name: str) -> npt.NDArray[np.int64]:
        return np.asarray(self.data[name][0], np.int64)


def run(prepared: Prepared, first: int, last: int) -> Tally:
    """Fight the battles first…last−1; other threads go on meanwhile."""
    tally = np.zeros(1, TALLY)
    state = prepared.state.copy()
    run_battles(
        first, last, prepared.seed, prepared.bin_width, state[0], prepared.map.record, prepared.map.ways, tally[0]
    )
    return Tally(tally)


def ends(prepared: Prepared, first: int, last: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Who won each of the battles first…last−1 (side A 0, side B 1, nobody 2), and in which round it ended."""
    winners, rounds = np.zeros((2, max(last - first, 0)), np.int64)
    state = prepared.state.copy()
    list_ends(first, last, prepared.seed, state[0], prepared.map.record, prepared.map.ways, winners, rounds)
    return winners, rounds


def run_parallel(
    prepared: Prepared,
    battles: int,
    executor: Executor,
    *,
    chunk: int = CHUNK,
    cancelled: Callable[[], bool] = lambda: False,
) -> Tally:
    """Fight the battles 0…battles−1 in chunks on an executor; the result does not depend on threads or chunks.

    Stops early, with the battles fought so far, once ``cancelled()`` is true.
    """
    starts = iter(range(0, battles, chunk))
    waiting: deque[Future[Tally]] = deque()
    total = Tally.empty()
    while not cancelled():
        for start in islice(starts, _AHEAD - len(waiting)):
            waiting.append(executor.submit(run, prepared, start, min(start + chunk, battles)))
        if not waiting:
            break
        total = total + waiting.popleft().result()
    for task in waiting:
        task.cancel()
    return total


def odds_of(prepared: Prepared, tally: Tally) -> BattleOdds:
    """The odds that a tally amounts to.

    Raises ``ValueError`` for a tally of no battle.
    """
    battles = tally.battles
    if battles == 0:
        raise ValueError("no battle was fought")
    outcome = tally["outcome"]
    rounds = tally["rounds"]
    remaining = tally["remaining"].reshape(2, BINS)
    return BattleOdds(
        method="simulated",
        battles=battles,
        seed=prepared.seed,
        win=share(int(outcome[0]), battles),
        undecided=share(int(outcome[2]), battles),
        loss=share(int(outcome[1]), battles),
        rounds={int(r): float(rounds[r]) / battles for r in np.nonzero(rounds)[0]},
        remaining={
            side: {int(b) * prepared.bin_width: float(law[b]) / battles for b in np.nonzero(law)[0]}
            for side, law in zip("ab", remaining, strict=True)
        },
        units=tuple(
            UnitOdds(
                id=built.unit.id,
                name=built.unit.name,
                side=built.unit.side,
                survival=float(tally["survived"][u]) / battles,
                mean_br=float(tally["br_left"][u]) / battles,
                starting_br=int(prepared.state["starting_br"][0][u]),
                routed=float(tally["routed"][u]) / battles,
                broken=float(tally["broken"][u]) / battles,
                turns_lost=float(tally["turns_lost"][u]) / battles,
            )
            for u, built in enumerate(prepared.units)
        ),
    )


# ---------------------------------------------------------------- curves


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point of a curve: the base morale and the chance to win and to stay undecided with it."""

    morale: int
    win: Share
    undecided: float


def morale_curve(
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    unit_id: str,
    battles: int,
    *,
    freeze_initiative: bool = False,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[CurvePoint, ...]:
    """Side A's chance to win against the base morale of one unit, with the same dice at every point.

    The odds are not monotone in morale: it raises initiative, and who closes first may be struck first.
    ``freeze_initiative`` keeps the order of today's morale. Points are left out once ``cancelled()`` is true.
    """
    today = prepare(battle, creatures)
    unit = battle.units[unit_id]
    points = []
    for morale in range(-10, 11):
        if cancelled():
            break
        varied = prepare(replace(battle, units={**battle.units, unit_id: replace(unit, morale=morale)}), creatures)
        if freeze_initiative:
            for name in ("initiative", "initiative_order"):
                varied.state[name] = today.state[name]
        outcome = run(varied, 0, battles)["outcome"]
        points.append(CurvePoint(morale, share(int(outcome[0]), battles), float(outcome[2]) / battles))
    return tuple(points)
