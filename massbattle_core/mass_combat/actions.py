"""What the unit whose turn it is may do, and what else is done in a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Action",
    "Attack",
    "Befall",
    "Begin",
    "ByDoctrine",
    "Dash",
    "Defend",
    "Disengage",
    "EndTurn",
    "Guard",
    "Move",
    "Suffer",
]


@dataclass(frozen=True, slots=True)
class Move:
    """Enter the adjacent space ``to`` (column, row)."""

    unit: str
    to: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack another unit, adjacent or within range."""

    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class Dash:
    """Add the unit's speed to its movement of this turn."""

    unit: str


@dataclass(frozen=True, slots=True)
class Defend:
    """Be attacked with disadvantage until the end of the next turn."""

    unit: str


@dataclass(frozen=True, slots=True)
class Disengage:
    """Test morale to move away from enemies."""

    unit: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Strike the next enemy that comes near."""

    unit: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Do no more this turn."""

    unit: str


Action = Move | Attack | Dash | Defend | Disengage | Guard | EndTurn


@dataclass(frozen=True, slots=True)
class Begin:
    """Draw the order of units of equal initiative and begin the first turn (R0.20)."""


@dataclass(frozen=True, slots=True)
class Suffer:
    """Lose ``loss`` of a unit's BR to something outside the battle, a hero or a spell (R0.46)."""

    unit: str
    loss: int


@dataclass(frozen=True, slots=True)
class Befall:
    """What a critical event does to a unit (R0.55): it gains ``amount`` BR, loses its next turn, or is gone."""

    unit: str
    what: Literal["gain", "lose_turn", "eliminate"]
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ByDoctrine:
    """Let the unit play the rest of its turn by its doctrine, with the dice of ``key``, otherwise with real ones."""

    unit: str
    key: int | None = None
