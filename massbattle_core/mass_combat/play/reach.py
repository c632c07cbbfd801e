"""Where the unit whose turn it is can go now, and whom it can attack."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any, Literal

from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat import reasons
from massbattle_core.mass_combat.play.states import BattleState, index_of, pack
from massbattle_core.mass_combat.play.table_dice import MODES
from massbattle_core.mass_combat.state import position_of

__all__ = ["RollMode", "Way", "targets", "ways"]

Position = tuple[int, int]
RollMode = Literal["adv", "flat", "dis"]


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way to a hex: the hexes to enter in turn, and the feet of movement left there.

    ``guarded``: a unit on guard strikes on the last of its hexes, so that dice decide how it goes on.
    """

    hexes: tuple[Position, ...]
    left: int
    guarded: bool = False


def ways(state: BattleState) -> dict[Position, Way]:
    """The cheapest way to every hex where the unit whose turn it is may stop; its own hex is none of them.

    A way ends where contact stops the unit, or where a guard strikes.

    Source: R0.24, R0.25, R0.30
    """
    if state.mover is None or state.over:
        return {}
    u, ground, columns = index_of(state.prepared)[state.mover], state.prepared.map.record, state.prepared.map.columns
    start = pack(state)
    start["typed_dice"], start["script_length"], start["need_die"] = 1, 0, 0
    order = count()  # of two ways that cost the same the one that was found first
    waiting: list[tuple[int, int, Any, tuple[Position, ...]]] = [(0, next(order), start, ())]
    found: dict[Position, Way] = {}
    known: set[int] = set()
    while waiting:
        spent, _, record, hexes = heappop(waiting)
        here = int(record["hex"][u])
        if here in known:
            continue
        known.add(here)
        struck = bool(record["need_die"])
        if hexes and not record["passing"]:
            found[hexes[-1]] = Way(hexes, int(record["left"]), struck)
        if struck:
            continue
        for there in sorted({int(cell) for cell in ground["neighbour"][here * 6 : here * 6 + 6]} - known):
            if kernel.verify_enter(record, ground, u, there) != reasons.ALLOWED:
                continue
            after = record.copy()
            kernel.enter(after, ground, u, there)
            cost = int(record["left"]) - int(after["left"])
            heappush(waiting, (spent + cost, next(order), after, (*hexes, position_of(there, columns))))
    return found


def targets(state: BattleState) -> dict[str, RollMode]:
    """The units that the unit whose turn it is may attack now, and how it would roll against each.

    Source: R0.31, R0.32, R0.38
    """
    if state.mover is None or state.over:
        return {}
    record, index, ground = pack(state), index_of(state.prepared), state.prepared.map.record
    u = index[state.mover]
    return {
        unit_id: MODES[int(kernel.mode_of_attack(record, ground, u, d))]
        for unit_id, d in index.items()
        if kernel.verify_attack(record, ground, u, d) == reasons.ALLOWED
    }
