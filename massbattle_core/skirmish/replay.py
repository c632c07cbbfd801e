"""A simulated fight, action by action and die by die, as play takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.game import Step
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.kernel import (
    ATTACK,
    DASH,
    DIE,
    END_TURN,
    FIRST,
    MOVE,
    REACT,
    STAND_UP,
    TIE,
    purpose_of,
)
from massbattle_core.skirmish.model import Encounter
from massbattle_core.skirmish.play import apply, setup
from massbattle_core.skirmish.record import Record, pack
from massbattle_core.skirmish.simulate import fight_to_the_end
from massbattle_core.skirmish.state import State, muster
from massbattle_core.skirmish.tables import MAX_GROUPS, MAX_TRACE

__all__ = ["Recording", "record_fight", "replay"]


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Fight ``number`` of run ``seed``: its actions, its dice in the order rolled, their places, and its end."""

    encounter: Encounter
    actions: tuple[do.Action, ...]
    dice: tuple[int, ...]
    places: tuple[int, ...]
    end: Record


def record_fight(encounter: Encounter, seed: int, number: int) -> Recording:
    """Simulate one fight and take it down.

    Raises :class:`InvalidBattleError` for an encounter that cannot be played, or too long a fight.
    """
    state = muster(encounter)
    fight = pack(state)
    fight.recording = 1
    by_round = np.zeros((2, encounter.round_limit + 1, MAX_GROUPS), np.int64)
    fight_to_the_end(fight, seed, number, by_round[0], by_round[1])
    if fight.traced > MAX_TRACE:
        raise InvalidBattleError([Problem("round_limit", "too long a fight to take down", "lower the round limit")])
    rows = [tuple(int(part) for part in row) for row in fight.rows[: fight.traced]]
    gm_settles = encounter.rules.initiative_tie == "gm_choice"
    dice = [
        (place, face) for kind, place, _, face in rows if kind == DIE and not (gm_settles and purpose_of(place) == TIE)
    ]
    return Recording(
        encounter,
        tuple(_actions(state, rows)),
        tuple(face for _, face in dice),
        tuple(place for place, _ in dice),
        fight,
    )


def replay(recording: Recording) -> tuple[Step[State], ...]:
    """Play a recorded fight: the set-up as the first step, then a step for each action.

    Raises what play raises if the simulation did anything that play does not allow.
    """
    dice = ScriptedDice(recording.dice)
    state = setup(recording.encounter, dice)
    steps = [Step(state, (), tuple(dice.log))]
    for action in recording.actions:
        steps.append(apply(steps[-1].state, action, dice))
    return tuple(steps)


def _actions(state: State, rows: list[tuple[int, ...]]) -> Iterator[do.Action]:
    names = [fighter.id for fighter in state.fighters]
    for index, (kind, a, b, c) in enumerate(rows):
        if kind == FIRST:
            yield do.ActsFirst(names[a])
        elif kind == MOVE:
            yield do.Move(tuple((x, y) for _, x, y, _ in rows[index + 1 : index + 1 + b]))
        elif kind == STAND_UP:
            yield do.StandUp()
        elif kind == DASH:
            yield do.Dash()
        elif kind == ATTACK:
            yield do.Attack(names[b], c)
        elif kind == REACT:
            yield do.React(names[a], do.Attack(names[b], c))
        elif kind == END_TURN:
            yield do.EndTurn()
