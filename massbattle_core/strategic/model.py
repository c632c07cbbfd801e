"""Armies, generals, characters and plans of the strategic phase.

Everything is on the scale of 0 to 20 (R2.18); numbers of soldiers are whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from massbattle_core.strategic.tables import Line, Morale, Order

__all__ = [
    "SIDES",
    "Army",
    "Character",
    "General",
    "Plan",
    "Result",
    "Side",
    "Winner",
    "enemy_of",
    "result_of",
]

Side = Literal["A", "B"]
"""One of the two armies. More than two: the game master pairs them, two at a time (R2.26)."""

Winner = Literal["A", "B", "status_quo"]
"""Who wins a turn."""

Result = Literal["victory", "defeat", "status_quo"]
"""A turn as one army sees it."""

SIDES: tuple[Side, Side] = ("A", "B")


@dataclass(frozen=True, slots=True)
class General:
    """Who leads an army: his art of war modifier, whether he is a player's character, and who plays him.

    Source: R2.6
    """

    art_of_war: int = 0
    name: str = ""
    is_player_character: bool = False
    played_by: str = ""


@dataclass(frozen=True, slots=True)
class Army:
    """An army as it stands between two turns; :func:`~massbattle_core.strategic.armies.muster` makes one.

    ``training``, ``equipment`` and ``terrain`` are levels 0…4 of :class:`Tables`; the level of size is read from
    ``headcount``. ``consecutive_turns`` is what it has fought without rest, ``rest_turns`` what it has rested since;
    ``loss_steps`` is what it has lost in all. ``next_roll`` and ``may_change_order`` are the fruits of heroic actions.
    An army that ``can_tire`` is any but an undead one.

    Source: R2.3, R2.17
    """

    headcount: int
    starting_headcount: int
    general: General = General()
    name: str = ""
    training: int = 2
    equipment: int = 2
    terrain: int = 2
    morale: Morale = "average"
    starting_morale: Morale = "average"
    can_tire: bool = True
    has_archers: bool = False
    consecutive_turns: int = 0
    rest_turns: int = 0
    loss_steps: int = 0
    next_roll: int = 0
    may_change_order: bool = False

    @property
    def routed(self) -> bool:
        """Whether its morale is rout.

        Source: R2.7
        """
        return self.morale == "rout"


@dataclass(frozen=True, slots=True)
class Character:
    """A character in the battle: his side, line and hit points, and what he has won.

    ``deed_modifier`` is added to the d20 of a heroic action; ``deed_bonus`` is a wounded comrade's thanks, for one
    attempt; ``heroic_actions`` are those he may still try. An NPC general run by a player is no player character.

    Source: R2.6, R2.31, R2.32
    """

    name: str
    side: Side
    hit_points: int
    line: Line = 2
    is_player_character: bool = True
    deed_modifier: int = 0
    deed_bonus: int = 0
    heroic_actions: int = 0

    @property
    def takes_part(self) -> bool:
        """Whether he has an individual and a heroic phase: player characters on their feet only.

        Source: R2.6
        """
        return self.is_player_character and self.hit_points > 0


@dataclass(frozen=True, slots=True, order=True)
class Plan:
    """What a general writes down in secret: an order and a strategic difficulty (on the scale of 0 to 20)."""

    order: Order
    difficulty: int


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "B" if side == "A" else "A"


def result_of(winner: Winner, side: Side) -> Result:
    """The turn as one side sees it."""
    if winner == "status_quo":
        return "status_quo"
    return "victory" if winner == side else "defeat"
