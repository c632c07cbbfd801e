"""Finding one simulated battle to watch; the work of a thread that no page waits for."""

from __future__ import annotations

from dashboard.models.room import Replaying, ReplayRequest
from massbattle_core.document import BattleDocument
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.mass_combat.watch import find_battle, watch

__all__ = ["find_replay"]


def find_replay(document: BattleDocument, wanted: ReplayRequest) -> Replaying | str:
    """The first battle from ``wanted.first`` on that ended so, or why there is none; then the search begins anew."""
    try:
        prepared = prepare(document.mass_combat, document.creatures)
    except MassBattleError as error:
        return str(error)
    for first in dict.fromkeys((wanted.first, 0)):
        battle = find_battle(prepared, winner=wanted.winner, rounds=wanted.rounds, first=first)
        if battle is not None:
            return Replaying(document, wanted, watch(prepared, battle))
    return "no simulated battle ended so"
