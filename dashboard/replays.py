"""Looking into simulated battles, on a thread that no page waits for: one of them, or all after some rounds."""

from __future__ import annotations

from dashboard.models.room import MidwayState, Replaying, ReplayRequest
from massbattle_core.document import BattleDocument
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.midway import state_after
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.mass_combat.watch import find_battle, watch
from massbattle_core.phrases import phrase

__all__ = ["find_midway", "find_replay"]

BATTLES = 2_000
"""Battles that tell the state after some rounds."""


def find_replay(document: BattleDocument, wanted: ReplayRequest) -> Replaying | str:
    """The first battle from ``wanted.first`` on that ended so, or why there is none; then the search begins anew."""
    try:
        prepared = prepare(document.mass_combat, document.creatures)
    except MassBattleError as error:
        return error.text
    for first in dict.fromkeys((wanted.first, 0)):
        battle = find_battle(prepared, winner=wanted.winner, rounds=wanted.rounds, first=first)
        if battle is not None:
            return Replaying(document, wanted, watch(prepared, battle))
    return phrase("no simulated battle ended so")


def find_midway(document: BattleDocument, rounds: int) -> MidwayState | str:
    """The state of a battle after so many rounds, or why there is none."""
    battle = document.mass_combat
    try:
        prepared = prepare(battle, document.creatures)
    except MassBattleError as error:
        return error.text
    rounds = min(max(rounds, 1), battle.simulation.round_limit)
    return MidwayState(state_after(prepared, rounds, BATTLES), prepared.key)
