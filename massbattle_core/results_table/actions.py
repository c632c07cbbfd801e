"""The actions of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Action", "Detect", "DrawCombat", "EndPhase", "EndRound", "Fight", "Move", "Retreat", "Stance"]


@dataclass(frozen=True, slots=True)
class Detect:
    """The GM says that an army has detected another at the same node."""

    observer: str
    target: str


@dataclass(frozen=True, slots=True)
class Stance:
    """How an army stands in this phase, until it moves or fights."""

    army: str
    organised: bool
    immobile: bool
    in_town: bool = False
    besieging: bool = False


@dataclass(frozen=True, slots=True)
class DrawCombat:
    """Draw which of several waiting combats is next."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Fight the next combat. ``defender`` and ``engaged`` only where a house rule leaves them to the GM."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    defender: Literal["first", "second"] | None = None
    engaged: frozenset[tuple[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class Retreat:
    """A beaten army retreats to a neighbouring node."""

    army: str
    node: str


@dataclass(frozen=True, slots=True)
class Move:
    """An army moves one node, into the town there or not."""

    army: str
    node: str
    into_town: bool = False


@dataclass(frozen=True, slots=True)
class EndRound:
    """All have moved who want to; the next round of the phase begins."""


@dataclass(frozen=True, slots=True)
class EndPhase:
    """The movement phase ends; the next day begins."""


Action = Detect | Stance | DrawCombat | Fight | Retreat | Move | EndRound | EndPhase
