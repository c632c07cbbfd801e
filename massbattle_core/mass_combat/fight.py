"""Fighting a battle at the table: the edits that play it, with dice that people throw or that the program throws.

A fight is part of the document. What waits for a die is part of it too, so that a crash loses no throw. Unlike
what is prepared, a fight runs the rules of ``play``; what comes of it is kept as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import Annotated, TypeVar

from pydantic import Field

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat import play, reasons
from massbattle_core.mass_combat.actions import Action, Begin
from massbattle_core.mass_combat.fight_turns import (
    HandedDice,
    Roller,
    fight_of,
    fought_situation,
    play_action,
    play_by_doctrine,
)
from massbattle_core.mass_combat.model import MassBattle, SideId, Unit
from massbattle_core.mass_combat.packing import Prepared, prepare
from massbattle_core.mass_combat.play.states import state_in
from massbattle_core.mass_combat.situation import (
    ActionField,
    Face,
    Fight,
    Pending,
    UnitState,
)
from massbattle_core.phrases import phrase

__all__ = [
    "Act",
    "CancelAction",
    "EndFight",
    "FightEdit",
    "GiveDice",
    "LeaveToDoctrine",
    "StartFight",
    "legal_actions",
    "reason_against",
    "with_live_dice",
]

Creatures = Mapping[str, Creature]
Faces = Annotated[tuple[Face, ...], Field(max_length=4096)]


# ---------------------------------------------------------------- edits


@dataclass(frozen=True, slots=True)
class StartFight:
    """Begin to fight the battle as it is prepared; the order of units of equal initiative is thrown for (R0.20).

    ``by_doctrine`` is the side that is left to its doctrines from the first turn on.
    """

    dice: Faces = ()
    by_doctrine: SideId | None = None

    def fight(self, battle: MassBattle, creatures: Creatures, roll: Roller | None = None) -> MassBattle:
        """The battle at its first turn, or waiting for the dice of the order."""
        if battle.fight is not None:
            raise IllegalActionError(phrase("this battle is being fought already"))
        begun = replace(battle, fight=Fight(by_doctrine=self.by_doctrine))
        return play_action(begun, creatures, Begin(), HandedDice(self.dice, roll))


@dataclass(frozen=True, slots=True)
class Act:
    """Carry out an action; where ``dice`` are too few for it, it waits for the others."""

    action: ActionField
    dice: Faces = ()

    def fight(self, battle: MassBattle, creatures: Creatures, roll: Roller | None = None) -> MassBattle:
        """The battle after the action, or waiting for dice."""
        fight = fight_of(battle)
        if fight.pending is not None:
            raise IllegalActionError(phrase("an action waits for its dice: throw them, or cancel it"))
        if isinstance(self.action, Begin):
            raise IllegalActionError(phrase("the fight has begun already"))
        return play_action(battle, creatures, self.action, HandedDice(self.dice, roll))


@dataclass(frozen=True, slots=True)
class GiveDice:
    """Throw the next dice of the action that waits for them, in the order in which they are asked for.

    ``first`` says which die the first of them is meant for (``Fight.die_number``), so that a die that two people
    give at once counts once; None is the one that is asked for now.
    """

    faces: Faces = ()
    first: tuple[int, int] | None = None

    def fight(self, battle: MassBattle, creatures: Creatures, roll: Roller | None = None) -> MassBattle:
        """The battle after the action, or waiting for more dice."""
        if self.first is not None and self.first != fight_of(battle).die_number:
            raise IllegalActionError(phrase("that die has been thrown already"))
        pending = _pending_of(battle)
        thrown = tuple(die.face for die in pending.dice if die.face is not None)
        return play_action(battle, creatures, pending.action, HandedDice((*thrown, *self.faces), roll))


@dataclass(frozen=True, slots=True)
class LeaveToDoctrine:
    """Let a side play every turn of its units by their doctrines from now on; None: people play both sides.

    A turn of that side that has begun is played to its end, unless an action of it waits for dice.
    """

    side: SideId | None
    dice: Faces = ()

    def fight(self, battle: MassBattle, creatures: Creatures, roll: Roller | None = None) -> MassBattle:
        """The battle with that side left to its doctrines, after the turns that they play at once."""
        fight = fight_of(battle)
        battle = replace(battle, fight=replace(fight, by_doctrine=self.side))
        return play_by_doctrine(battle, creatures, HandedDice(self.dice, roll), None)


@dataclass(frozen=True, slots=True)
class CancelAction:
    """Take back the action that waits for dice, with the dice that were thrown for it."""

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle before the action."""
        _pending_of(battle)
        fight = fight_of(battle)
        return replace(battle, fight=replace(fight, pending=None) if fight.situation else None)


@dataclass(frozen=True, slots=True)
class EndFight:
    """Stop fighting and go back to what was prepared; ``keep`` writes what the fight has done into the units.

    Survivors keep their losses and places, units that were eliminated leave the board.
    """

    keep: bool = False

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle as prepared, or as the fight left it."""
        situation = fight_of(battle).situation
        units = dict(battle.units)
        if self.keep and situation is not None:
            starting = _starting_brs(prepare(battle, creatures))
            units |= {one.id: _kept(units[one.id], one, starting[one.id]) for one in situation.units}
        return replace(battle, units=units, fight=None)


FightEdit = StartFight | Act | GiveDice | LeaveToDoctrine | CancelAction | EndFight


def _kept(unit: Unit, fought: UnitState, starting_br: int) -> Unit:
    if fought.status == "waiting":
        return unit
    losses = unit.losses + max(starting_br - fought.br, 0)
    position = fought.position if fought.status == "field" else None
    return replace(unit, losses=losses, position=position, arrival=None)


def _starting_brs(prepared: Prepared) -> dict[str, int]:
    brs = prepared.state["starting_br"][0]
    return {built.unit.id: int(brs[u]) for u, built in enumerate(prepared.units)}


# ---------------------------------------------------------------- what may be done


def legal_actions(battle: MassBattle, creatures: Creatures) -> tuple[Action, ...]:
    """What the unit whose turn it is may do now; nothing while an action waits for dice.

    Source: R0.26
    """
    fight = fight_of(battle)
    if fight.situation is None or fight.pending is not None:
        return ()
    return play.legal_actions(state_in(prepare(battle, creatures), fight.situation))


def reason_against(battle: MassBattle, creatures: Creatures, action: Action) -> tuple[str, str] | None:
    """Why an action is not allowed now, in words and with its rule; None if it is.

    Source: R0.26
    """
    situation = fought_situation(battle)
    reason = play.reason_against(state_in(prepare(battle, creatures), situation), action)
    return None if reason == reasons.ALLOWED else reasons.WORDS[reason]


Edit = TypeVar("Edit", StartFight, Act, GiveDice, LeaveToDoctrine)


def with_live_dice(battle: MassBattle, creatures: Creatures, edit: Edit) -> Edit:
    """The same edit with every die that it still needs, from the system's source of randomness."""
    rolled: list[int] = []

    def roll() -> int:
        rolled.append(randbelow(20) + 1)
        return rolled[-1]

    edit.fight(battle, creatures, roll)
    if isinstance(edit, GiveDice):
        return replace(edit, faces=(*edit.faces, *rolled))
    return replace(edit, dice=(*edit.dice, *rolled))


def _pending_of(battle: MassBattle) -> Pending:
    pending = fight_of(battle).pending
    if pending is None:
        raise IllegalActionError(phrase("no action waits for dice"))
    return pending
