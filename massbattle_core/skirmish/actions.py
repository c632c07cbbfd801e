"""What can be done on a turn, and out of turn.

Every action is a frozen dataclass. ``bonus_action`` takes it as the turn's bonus action, which needs an ability
that allows it (``Combatant.bonus_actions``). Actions with numbers that only the game master knows
(:class:`Heal`, :class:`Improvise`, :class:`SavingThrow`) are not listed among the legal actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from massbattle_core.skirmish.model import Square
from massbattle_core.skirmish.tables import Ability, Cover

__all__ = [
    "READIABLE",
    "Action",
    "ActsFirst",
    "Attack",
    "Dash",
    "Decline",
    "Disengage",
    "Dodge",
    "DropProne",
    "EndTurn",
    "FirstAid",
    "Heal",
    "Help",
    "Hide",
    "Improvise",
    "Move",
    "React",
    "Ready",
    "Response",
    "SavingThrow",
    "Search",
    "StandUp",
    "word",
]


@dataclass(frozen=True, slots=True)
class ActsFirst:
    """The game master's choice among those of equal initiative: this one next.

    Source: R1.3
    """

    fighter: str


@dataclass(frozen=True, slots=True)
class Move:
    """Go along neighbouring squares; for large creatures the top left square of their space.

    Source: R1.6, R1.7, R1.8, R1.9
    """

    path: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class StandUp:
    """Get up, for half of one's speed.

    Source: R1.10
    """


@dataclass(frozen=True, slots=True)
class DropProne:
    """Throw oneself down; costs nothing [PHB].

    Source: R1.10
    """


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack roll: the first of an action or bonus action (as its form says), or the next of it.

    ``form`` is the index of the attack on the sheet. The game master may state ``cover`` (None: as the squares
    say), how many advantages and disadvantages there are besides those that the rules know, and another bonus.

    Source: R1.8, R1.12
    Judgement: R1.12 (advantage, disadvantage and bonuses that come from the situation)
    """

    target: str
    form: int = 0
    cover: Cover | None = None
    advantages: int = 0
    disadvantages: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Help:
    """Help an ally: on its next ability check, or on its first attack against a foe next to the helper.

    Source: R1.15
    """

    ally: str
    foe: str | None = None
    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    """Look for something by Wisdom (Perception) or Intelligence (Investigation).

    Source: R1.16
    """

    skill: Literal["perception", "investigation"] = "perception"
    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Dash:
    """Move as far again this turn.

    Source: R1.17
    """

    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Dodge:
    """Evade until one's next turn.

    Source: R1.18
    """

    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Hide:
    """Hide by Dexterity (Stealth).

    Source: R1.19
    """

    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Disengage:
    """Move without opportunity attacks for the rest of the turn.

    Source: R1.20
    """

    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """Prepare a response (the word of an action) for a trigger.

    ``within_ft``: when an enemy comes as near as this; None: what ``words`` say, and the table judges it.

    Source: R1.21
    """

    response: str
    within_ft: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class FirstAid:
    """Try to stabilise an unconscious creature within reach of one's hands.

    Source: R1.31
    """

    target: str
    bonus_action: bool = False


@dataclass(frozen=True, slots=True)
class Heal:
    """Give back hit points: dice as pairs (number, sides), and a flat number.

    ``cost`` is what it takes of the turn; ``"none"`` may be declared at any time (a potion somebody else pours,
    an effect of the scene).

    Source: R1.33
    Judgement: R1.33 (what heals, and how much)
    """

    target: str
    dice: tuple[tuple[int, int], ...] = ()
    flat: int = 0
    cost: Literal["action", "bonus_action", "none"] = "action"


@dataclass(frozen=True, slots=True)
class Improvise:
    """Any other action: an ability check that the game master asks for.

    Source: R1.11
    """

    ability: Ability
    difficulty: int
    proficient: bool = False
    advantages: int = 0
    disadvantages: int = 0
    bonus_action: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class SavingThrow:
    """A saving throw that the game master asks of a fighter, at any time.

    Source: R1.18
    """

    fighter: str
    ability: Ability
    difficulty: int
    advantages: int = 0
    disadvantages: int = 0


@dataclass(frozen=True, slots=True)
class React:
    """Take a reaction: answer an offer, or release what one has readied, on somebody else's turn.

    Source: R1.21, R1.23, R1.24
    """

    fighter: str
    response: Response


@dataclass(frozen=True, slots=True)
class Decline:
    """Let the offer of a reaction pass.

    Source: R1.21, R1.24
    """

    fighter: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End one's turn; the turns of those who cannot act pass by.

    Source: R1.1, R1.5
    """


Response = Attack | Move | Help | Search | Dodge | Hide | FirstAid
"""The actions that can be readied."""

Action = (
    Response
    | ActsFirst
    | Dash
    | Disengage
    | StandUp
    | DropProne
    | Ready
    | Heal
    | Improvise
    | SavingThrow
    | React
    | Decline
    | EndTurn
)


def word(action: type[Action] | Action) -> str:
    """The stable word of an action or a kind of action: ``first_aid`` for :class:`FirstAid`."""
    name = (action if isinstance(action, type) else type(action)).__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


READIABLE: Final = tuple(word(kind) for kind in get_args(Response))
"""The words of the actions that can be readied."""
