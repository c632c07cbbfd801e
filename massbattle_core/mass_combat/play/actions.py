"""What the unit whose turn it is may do."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Action", "Attack", "Dash", "Defend", "Disengage", "EndTurn", "Guard", "Move"]


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
