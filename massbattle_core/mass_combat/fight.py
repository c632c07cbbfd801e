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
from massbattle_core.dice import Roll
from massbattle_core.errors import IllegalActionError, NeedDie
from massbattle_core.game import Step
from massbattle_core.mass_combat import play, reasons
from massbattle_core.mass_combat.actions import Action, Begin, ByDoctrine, Suffer
from massbattle_core.mass_combat.model import MassBattle, Unit
from massbattle_core.mass_combat.packing import Prepared, prepare
from massbattle_core.mass_combat.play.log import events_in
from massbattle_core.mass_combat.play.states import BattleState, situation_of, state_in
from massbattle_core.mass_combat.play.table_dice import die_of
from massbattle_core.mass_combat.situation import (
    ActionField,
    Die,
    Face,
    Fight,
    FightAction,
    Pending,
    Played,
    Situation,
    UnitState,
)
from massbattle_core.phrases import phrase

__all__ = [
    "Act",
    "CancelAction",
    "EndFight",
    "FightEdit",
    "GiveDice",
    "StartFight",
    "legal_actions",
    "reason_against",
    "with_live_dice",
]

Creatures = Mapping[str, Creature]
Faces = Annotated[tuple[Face, ...], Field(max_length=512)]


# ---------------------------------------------------------------- edits


@dataclass(frozen=True, slots=True)
class StartFight:
    """Begin to fight the battle as it is prepared; the order of units of equal initiative is thrown for (R0.20)."""

    dice: Faces = ()

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle at its first turn, or waiting for the dice of the order."""
        if battle.fight is not None:
            raise IllegalActionError(phrase("this battle is being fought already"))
        return _carry_out(battle, creatures, Begin(), self.dice)


@dataclass(frozen=True, slots=True)
class Act:
    """Carry out an action; where ``dice`` are too few for it, it waits for the others."""

    action: ActionField
    dice: Faces = ()

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle after the action, or waiting for dice."""
        fight = _fight_of(battle)
        if fight.pending is not None:
            raise IllegalActionError(phrase("an action waits for its dice: throw them, or cancel it"))
        if isinstance(self.action, Begin):
            raise IllegalActionError(phrase("the fight has begun already"))
        return _carry_out(battle, creatures, self.action, self.dice)


@dataclass(frozen=True, slots=True)
class GiveDice:
    """Throw the next dice of the action that waits for them, in the order in which they are asked for.

    ``first`` says which die the first of them is meant for (``Fight.die_number``), so that a die that two people
    give at once counts once; None is the one that is asked for now.
    """

    faces: Faces = ()
    first: tuple[int, int] | None = None

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle after the action, or waiting for more dice."""
        if self.first is not None and self.first != _fight_of(battle).die_number:
            raise IllegalActionError(phrase("that die has been thrown already"))
        pending = _pending_of(battle)
        thrown = tuple(die.face for die in pending.dice if die.face is not None)
        return _carry_out(battle, creatures, pending.action, (*thrown, *self.faces))


@dataclass(frozen=True, slots=True)
class CancelAction:
    """Take back the action that waits for dice, with the dice that were thrown for it."""

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle before the action."""
        _pending_of(battle)
        fight = _fight_of(battle)
        return replace(battle, fight=replace(fight, pending=None) if fight.situation else None)


@dataclass(frozen=True, slots=True)
class EndFight:
    """Stop fighting and go back to what was prepared; ``keep`` writes what the fight has done into the units.

    Survivors keep their losses and places, units that were eliminated leave the board.
    """

    keep: bool = False

    def fight(self, battle: MassBattle, creatures: Creatures) -> MassBattle:
        """The battle as prepared, or as the fight left it."""
        situation = _fight_of(battle).situation
        units = dict(battle.units)
        if self.keep and situation is not None:
            starting = _starting_brs(prepare(battle, creatures))
            units |= {one.id: _kept(units[one.id], one, starting[one.id]) for one in situation.units}
        return replace(battle, units=units, fight=None)


FightEdit = StartFight | Act | GiveDice | CancelAction | EndFight


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
    fight = _fight_of(battle)
    if fight.situation is None or fight.pending is not None:
        return ()
    return play.legal_actions(state_in(prepare(battle, creatures), fight.situation))


def reason_against(battle: MassBattle, creatures: Creatures, action: Action) -> tuple[str, str] | None:
    """Why an action is not allowed now, in words and with its rule; None if it is.

    Source: R0.26
    """
    situation = _situation_of(battle)
    reason = play.reason_against(state_in(prepare(battle, creatures), situation), action)
    return None if reason == reasons.ALLOWED else reasons.WORDS[reason]


Edit = TypeVar("Edit", StartFight, Act, GiveDice)


def with_live_dice(battle: MassBattle, creatures: Creatures, edit: Edit) -> Edit:
    """The same edit with every die that it still needs, from the system's source of randomness."""
    while True:
        fight = edit.fight(battle, creatures).fight
        if fight is None or fight.pending is None:
            return edit
        face = randbelow(20) + 1
        if isinstance(edit, GiveDice):
            edit = replace(edit, faces=(*edit.faces, face))
        else:
            edit = replace(edit, dice=(*edit.dice, face))


# ---------------------------------------------------------------- within


class _HandedDice:
    """Dice in the order in which they were thrown; the first that is missing raises :class:`NeedDie`."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)
        self.thrown: list[tuple[int, int]] = []

    def at(self, place: int, sides: int, label: str) -> int:
        """The next face."""
        if not self.left:
            raise NeedDie(place, sides, label)
        face = self.left.pop(0)
        if not 1 <= face <= sides:
            raise IllegalActionError(phrase("a d{sides} shows 1 to {sides}, not {face}", sides=sides, face=face))
        self.thrown.append((place, face))
        return face


def _carry_out(battle: MassBattle, creatures: Creatures, action: FightAction, faces: tuple[int, ...]) -> MassBattle:
    fight = battle.fight or Fight()
    prepared = prepare(replace(battle, fight=None) if fight.situation is None else battle, creatures)
    dice = _HandedDice(faces)
    try:
        step = _step(battle, prepared, action, dice)
    except NeedDie as need:
        thrown = tuple(die_of(prepared, place, face) for place, face in dice.thrown)
        asked = die_of(prepared, need.place, mode=int(need.record["need_mode"]))
        pending = Pending(action, asked, thrown, tuple(events_in(prepared, need.record)))
        return replace(battle, fight=replace(fight, pending=pending))
    if dice.left:
        raise IllegalActionError(phrase("{count} dice more were given than this action needs", count=len(dice.left)))
    unit = "" if isinstance(action, Begin) else action.unit
    played = Played(unit, step.events, tuple(_die(prepared, roll) for roll in step.rolls))
    return replace(battle, fight=fight.with_played(situation_of(step.state), played))


def _step(battle: MassBattle, prepared: Prepared, action: FightAction, dice: _HandedDice) -> Step[BattleState]:
    if isinstance(action, Begin):
        return play.setup(prepared, dice)
    state = state_in(prepared, _situation_of(battle))
    match action:
        case Suffer():
            if action.loss < 1:
                raise IllegalActionError(phrase("a unit loses at least 1 point of battle rating"), "R0.46")
            return play.lose_members(state, prepared, action.unit, action.loss, dice)
        case ByDoctrine():
            if state.mover != action.unit:
                raise IllegalActionError(*reasons.WORDS[reasons.NOT_ITS_TURN])
            return play.play_turn(state, action.key)
        case _:
            return play.apply(state, action, dice)


def _die(prepared: Prepared, roll: Roll) -> Die:
    assert roll.place is not None
    return die_of(prepared, roll.place, roll.value)


def _fight_of(battle: MassBattle) -> Fight:
    if battle.fight is None:
        raise IllegalActionError(phrase("this battle is not being fought: start the fight first"))
    return battle.fight


def _situation_of(battle: MassBattle) -> Situation:
    situation = _fight_of(battle).situation
    if situation is None:
        raise IllegalActionError(phrase("the order of the units is still being thrown for"), "R0.20")
    return situation


def _pending_of(battle: MassBattle) -> Pending:
    pending = _fight_of(battle).pending
    if pending is None:
        raise IllegalActionError(phrase("no action waits for dice"))
    return pending
