"""Doctrines: what a unit does in a simulated battle, where nobody plays it.

The rulebook has none; these are ours, kept simple so that a game master can foresee them. A unit looks at the
board as it is, never ahead.

==========  ===================================================================================================
advance     close with the target and strike; shooters stop as soon as it is in range; dash while far from every
            enemy, otherwise walk and Guard; where objectives count, take and keep the nearest free hex of one that
            is no farther than the target
hold        stay; strike what is adjacent or in range, otherwise Defend
guard       strike what is adjacent or in range; help a friend in contact if its enemy is in reach; otherwise Guard
defend      stay and Defend, whatever happens
skirmish    shooters keep away: shoot, then step back from enemies nearer than three spaces; caught by a stronger
            enemy they disengage, a weaker one they fight
flank       like advance, but never stop to shoot: go for enemies whom a friend engages, and for high ground
            beside them; wait out of reach until a friend who advances is there or one is in contact
screen      stay beside a friend who shoots (or the weakest), on the side of the enemy nearest to it, and guard
withdraw    keep away from every enemy, disengaging and dashing; Defend where there is nowhere to go
==========  ===================================================================================================

Targets: the nearest enemy, the weakest or strongest by BR, or the one with the best chance (own BR less its BR,
advantage counted as 4). Adjacent enemies are struck by best chance unless weakest or strongest is asked for. A unit
that no loss can break any more is struck last of all.

Every step and action below is one that ``battle.verify_*`` allows.
"""

from massbattle_core.mass_combat.doctrine.codes import (
    ADVANCE,
    BEST_CHANCE,
    DEFEND,
    FLANK,
    GUARD,
    HOLD,
    NEAREST,
    SCREEN,
    SKIRMISH,
    STRONGEST,
    WEAKEST,
    WITHDRAW,
)
from massbattle_core.mass_combat.doctrine.turns import finish_turn, take_turn

__all__ = [
    "ADVANCE",
    "BEST_CHANCE",
    "DEFEND",
    "FLANK",
    "GUARD",
    "HOLD",
    "NEAREST",
    "SCREEN",
    "SKIRMISH",
    "STRONGEST",
    "WEAKEST",
    "WITHDRAW",
    "finish_turn",
    "take_turn",
]
