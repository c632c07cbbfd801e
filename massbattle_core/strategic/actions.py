"""What may be done in a battle: the choices of generals, players and game master."""

from __future__ import annotations

from dataclasses import dataclass

from massbattle_core.strategic.model import Side
from massbattle_core.strategic.tables import Line, Order

__all__ = [
    "Action",
    "AnswerEvent",
    "ChangeOrder",
    "ChooseDifficulty",
    "ChooseLine",
    "ChooseOrder",
    "CloseTurn",
    "EndBattle",
    "EndHeroicPhase",
    "FaceTheFight",
    "MoveArmies",
    "Rally",
    "Refresh",
    "Rest",
    "RollArtOfWar",
    "TryDeed",
]


@dataclass(frozen=True, slots=True)
class ChooseOrder:
    """A general writes down his order in secret (R2.5)."""

    side: Side
    order: Order


@dataclass(frozen=True, slots=True)
class ChooseDifficulty:
    """A general writes down his strategic difficulty in secret (R2.21)."""

    side: Side
    difficulty: int


@dataclass(frozen=True, slots=True)
class RollArtOfWar:
    """Both generals roll, A first, and show their sheets (R2.22, R2.23)."""


@dataclass(frozen=True, slots=True)
class ChangeOrder:
    """A general to whom an order was carried changes his own after the reveal (R2.31)."""

    side: Side
    order: Order


@dataclass(frozen=True, slots=True)
class MoveArmies:
    """The armies carry out their orders and the winner of the turn is named (R2.24)."""


@dataclass(frozen=True, slots=True)
class FaceTheFight:
    """A character suffers automatic damage and meets his event (R2.27)."""

    character: str


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """The table says whether the character has passed the save, check or fight of his event (R2.30)."""

    character: str
    success: bool


@dataclass(frozen=True, slots=True)
class TryDeed:
    """A character tries a heroic action, aiming some steps above its plain effect (R2.31)."""

    character: str
    deed: str
    steps: int = 0


@dataclass(frozen=True, slots=True)
class EndHeroicPhase:
    """Nobody wants to try another heroic action this turn (R2.31)."""


@dataclass(frozen=True, slots=True)
class ChooseLine:
    """A player says in which line his character stands next turn (R2.32)."""

    character: str
    line: Line


@dataclass(frozen=True, slots=True)
class CloseTurn:
    """The turn is closed; with ``play_on`` the game master lets a battle go on that a rout would end (R2.37)."""

    play_on: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """Nobody fights for a turn (R2.2)."""


@dataclass(frozen=True, slots=True)
class Refresh:
    """The game master says that an army has rested enough (R2.2)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Rally:
    """The game master says that an army rallies by one step of morale (R2.16)."""

    side: Side


@dataclass(frozen=True, slots=True)
class EndBattle:
    """The game master ends the battle (R2.37)."""

    winner: Side | None


Action = (
    ChooseOrder
    | ChooseDifficulty
    | RollArtOfWar
    | ChangeOrder
    | MoveArmies
    | FaceTheFight
    | AnswerEvent
    | TryDeed
    | EndHeroicPhase
    | ChooseLine
    | CloseTurn
    | Rest
    | Refresh
    | Rally
    | EndBattle
)
