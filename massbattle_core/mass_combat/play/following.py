"""A simulated battle played over, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from massbattle_core.dice import battle_key
from massbattle_core.game import Step
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.doctrine import finish_turn, take_turn
from massbattle_core.mass_combat.play.log import step_of
from massbattle_core.mass_combat.play.states import BattleState
from massbattle_core.mass_combat.simulate import Prepared
from massbattle_core.mass_combat.state import ELIMINATED

__all__ = ["follow"]


def follow(prepared: Prepared, battle: int) -> Iterator[Step[BattleState]]:
    """Play simulated battle number ``battle`` over: the state at its start, then after each turn.

    The last state is the one that the simulation counted.
    """
    record = prepared.state.copy()[0]
    record["key"] = battle_key(prepared.seed, battle)
    record["logging"] = 1
    ground, ways = prepared.map.record, prepared.map.ways
    kernel.begin_battle(record, ground)
    yield step_of(prepared, record)
    if record["mover"] >= 0:
        record["log_lines"] = 0
        finish_turn(record, ground, ways)
        yield step_of(prepared, record)
    while True:
        record["log_lines"] = 0
        u = kernel.next_turn(record, ground)
        if u < 0:
            if record["log_lines"]:
                yield step_of(prepared, record)
            return
        if record["mover"] == u:
            if record["status"][u] != ELIMINATED:
                take_turn(record, ground, ways, u)
            kernel.end_turn(record, u)
        yield step_of(prepared, record)
