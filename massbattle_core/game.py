"""The shape that every rulebook with turns has: five functions in its ``play`` module.

Chance is explicit: once the dice are fixed, :func:`apply` is deterministic. States and actions are frozen
dataclasses; nothing is registered and nothing is inherited. A module conforms by having these functions::

    setup(…) -> State                        the state before the first action
    verify(state, action) -> None            raises IllegalActionError with the reason and the rule
    legal_actions(state) -> tuple[Action]    every action that verify lets pass
    apply(state, action, dice) -> Step       verifies, then carries the action out
    outcome(state) -> Outcome | None         None while the game goes on
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from massbattle_core.dice import Dice, Roll

__all__ = ["Event", "Game", "Outcome", "Step"]

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True)
class Event:
    """Something that happened: its kind (a stable word), the rule it comes from, and its facts."""

    kind: str
    rule: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step(Generic[State]):
    """What an action led to: the new state, what happened in order, and the dice in the order rolled."""

    state: State
    events: tuple[Event, ...] = ()
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner's side (None for nobody) and the stable word for why."""

    winner: str | None
    termination: str


class Game(Protocol[State, Action]):
    """A module of play; see the module docstring."""

    def verify(self, state: State, action: Action) -> None:
        """Raise IllegalActionError if the action is not allowed."""
        ...

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Every action that is allowed."""
        ...

    def apply(self, state: State, action: Action, dice: Dice) -> Step[State]:
        """Carry an allowed action out."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, None while it goes on."""
        ...
