"""Playing a mass battle one action at a time, with real, typed, scripted or keyed dice.

The functions of ``battle`` do the work, on the same records as in simulation; here they are given names, states
made of plain values, reasons in words and a log. :func:`follow` plays a simulated battle over, turn by turn.

An action that needs dice is tried with the dice known so far and tried again with each die that is added, so
that a die typed at the table is asked for exactly when it matters.

Judgement: R0.18, R0.41
"""

from massbattle_core.mass_combat.actions import Action, Attack, Dash, Defend, Disengage, EndTurn, Guard, Move
from massbattle_core.mass_combat.play.following import follow
from massbattle_core.mass_combat.play.game import (
    apply,
    befall,
    legal_actions,
    lose_members,
    outcome,
    play_turn,
    reason_against,
    setup,
    verify,
)
from massbattle_core.mass_combat.play.reach import RollMode, Way, targets, ways
from massbattle_core.mass_combat.play.states import BattleState
from massbattle_core.mass_combat.play.table_dice import AnyDice, KeyedBattle, PlacedDice, TypedDice
from massbattle_core.mass_combat.situation import UnitState

__all__ = [
    "Action",
    "AnyDice",
    "Attack",
    "BattleState",
    "Dash",
    "Defend",
    "Disengage",
    "EndTurn",
    "Guard",
    "KeyedBattle",
    "Move",
    "PlacedDice",
    "RollMode",
    "TypedDice",
    "UnitState",
    "Way",
    "apply",
    "befall",
    "follow",
    "legal_actions",
    "lose_members",
    "outcome",
    "play_turn",
    "reason_against",
    "setup",
    "targets",
    "verify",
    "ways",
]
