"""The state of a fight: frozen fighters, the order of turns, and moves that a reaction has interrupted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from massbattle_core.skirmish.deployment import deploy
from massbattle_core.skirmish.model import Combatant, Encounter, Square
from massbattle_core.skirmish.rules.movement import distance_ft
from massbattle_core.skirmish.tables import Side
from massbattle_core.skirmish.validation import check

__all__ = ["Aid", "Fighter", "Offer", "Readied", "State", "Walk", "muster"]


@dataclass(frozen=True, slots=True)
class Aid:
    """Help given: to an ally, against a foe, or (``foe`` None) on its next ability check.

    Source: R1.15
    """

    ally: str
    foe: str | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A readied response: the kind of action, and what sets it off.

    ``within_ft``: an enemy comes as near as this; None: what ``words`` say, and the table judges it.

    Source: R1.21
    """

    response: str
    within_ft: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One fighter: its sheet, where it is and how it is.

    ``movement`` is what is left of it this turn, in half-feet. ``hidden`` is the total of its Stealth check.
    ``attacks_left`` counts the attacks that the action or bonus action still gives, by form.

    Source: R1.5, R1.19, R1.23, R1.28
    """

    id: str
    side: Side
    group: int
    sheet: Combatant
    square: Square
    hit_points: int
    initiative: int = 0
    prone: bool = False
    hidden: int | None = None
    surprised: bool = False
    movement: int = 0
    action: bool = False
    bonus_action: bool = False
    reaction: bool = True
    attacks_left: tuple[int, ...] = ()
    dodging: bool = False
    disengaged: bool = False
    aid: Aid | None = None
    readied: Readied | None = None
    successes: int = 0
    failures: int = 0
    stable: bool = False
    dead: bool = False

    @property
    def up(self) -> bool:
        """Whether it can act: neither dead nor at 0 hit points."""
        return self.hit_points > 0

    @property
    def status(self) -> Literal["up", "unconscious", "dead"]:
        """How it is, in a word.

        Source: R1.25, R1.27
        """
        if self.dead:
            return "dead"
        return "up" if self.up else "unconscious"

    @property
    def can_react(self) -> bool:
        """Whether it has its reaction: one until its next turn, none while surprised.

        Source: R1.4, R1.23
        """
        return self.up and self.reaction and not self.surprised

    def distance_ft(self, other: Fighter) -> int:
        """Feet between two fighters' spaces."""
        return distance_ft(*self.square, self.sheet.squares, *other.square, other.sheet.squares)


@dataclass(frozen=True, slots=True)
class Offer:
    """A reaction that a fighter may take now or decline: to the mover's leaving its reach, or one it readied."""

    fighter: str
    mover: str
    kind: Literal["opportunity", "readied"]


@dataclass(frozen=True, slots=True)
class Walk:
    """A move in progress from ``start``, stopped by the reactions on offer.

    ``leaving``: the offers are for the next step, which is taken once they are answered.

    Source: R1.23
    """

    mover: str
    start: Square
    path: tuple[Square, ...]
    offers: tuple[Offer, ...] = ()
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A fight. ``order`` holds the ids in the order of turns, of which the first ``settled`` are sure.

    ``turn`` is the index of who acts; ``walks`` are the interrupted moves, the last one first to go on.

    Source: R1.1, R1.3
    """

    encounter: Encounter
    fighters: tuple[Fighter, ...]
    order: tuple[str, ...] = ()
    settled: int = 0
    round: int = 1
    turn: int = 0
    walks: tuple[Walk, ...] = ()
    _index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", {fighter.id: index for index, fighter in enumerate(self.fighters)})

    def index(self, fighter: str) -> int:
        """The index of a fighter's id, −1 if there is none."""
        return self._index.get(fighter, -1)

    def fighter(self, fighter: str) -> Fighter:
        """The fighter with this id."""
        return self.fighters[self._index[fighter]]

    @property
    def active(self) -> Fighter | None:
        """Who has the turn; None while the order is not settled."""
        return self.fighter(self.order[self.turn]) if self.order and self.settled == len(self.order) else None


def muster(encounter: Encounter) -> State:
    """The fighters in their places, before surprise and initiative.

    Raises :class:`InvalidBattleError` with everything that is wrong with the encounter.
    """
    check(encounter)
    fighters = []
    for (name, index), square in zip(encounter.ids(), deploy(encounter), strict=True):
        group = encounter.groups[index]
        if square is not None:
            fighters.append(Fighter(name, group.side, index, group.combatant, square, group.combatant.hit_points))
    return State(encounter, tuple(fighters))
