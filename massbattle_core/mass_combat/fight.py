"""Fighting a battle at the table: the edits that play it, with dice that people throw or that the program throws.

A fight is part of the document. What waits for a die is part of it too, so that a crash loses no throw. Unlike
what is prepared, a fight runs the rules of ``play``; what comes of it is kept as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import Annotated, TypeVar

from pydantic import Field

from massbattle_core.creatures.model import Creature
from massbattle_core.dice import Roll
from massbattle_core.errors import IllegalActionError, NeedDie
from massbattle_core.game import Step
from massbattle_core.mass_combat import play, reasons
from massbattle_core.mass_combat.actions import Action, Befall, Begin, ByDoctrine, Suffer
from massbattle_core.mass_combat.model import MassBattle, SideId, Unit
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
    "LeaveToDoctrine",
    "StartFight",
    "legal_actions",
    "reason_against",
    "with_live_dice",
]

Creatures = Mapping[str, Creature]
Roller = Callable[[], int]
Faces = Annotated[tuple[Face, ...], Field(max_length=4096)]

MOST_TURNS = 64
"""Turns that doctrines play at a stretch: no more than there are units in a battle."""


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
        return _play(begun, creatures, Begin(), _HandedDice(self.dice, roll))


@dataclass(frozen=True, slots=True)
class Act:
    """Carry out an action; where ``dice`` are too few for it, it waits for the others."""

    action: ActionField
    dice: Faces = ()

    def fight(self, battle: MassBattle, creatures: Creatures, roll: Roller | None = None) -> MassBattle:
        """The battle after the action, or waiting for dice."""
        fight = _fight_of(battle)
        if fight.pending is not None:
            raise IllegalActionError(phrase("an action waits for its dice: throw them, or cancel it"))
        if isinstance(self.action, Begin):
            raise IllegalActionError(phrase("the fight has begun already"))
        return _play(battle, creatures, self.action, _HandedDice(self.dice, roll))


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
        if self.first is not None and self.first != _fight_of(battle).die_number:
            raise IllegalActionError(phrase("that die has been thrown already"))
        pending = _pending_of(battle)
        thrown = tuple(die.face for die in pending.dice if die.face is not None)
        return _play(battle, creatures, pending.action, _HandedDice((*thrown, *self.faces), roll))


@dataclass(frozen=True, slots=True)
class LeaveToDoctrine:
    """Let a side play every turn of its units by their doctrines from now on; None: people play both sides.

    A turn of that side that has begun is played to its end, unless an action of it waits for dice.
    """

    side: SideId | None
    dice: Faces = ()

    def fight(self, battle: MassBattle, creatures: Creatures, roll: Roller | None = None) -> MassBattle:
        """The battle with that side left to its doctrines, after the turns that they play at once."""
        fight = _fight_of(battle)
        battle = replace(battle, fight=replace(fight, by_doctrine=self.side))
        return _play_by_doctrine(battle, creatures, _HandedDice(self.dice, roll), None)


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


# ---------------------------------------------------------------- within


class _HandedDice:
    """Dice in the order in which they were thrown; one that is missing is rolled, or raises :class:`NeedDie`."""

    def __init__(self, faces: tuple[int, ...], roll: Roller | None = None) -> None:
        self.left = list(faces)
        self.roll_missing = roll
        self.thrown: list[tuple[int, int]] = []

    def at(self, place: int, sides: int, label: str) -> int:
        """The next face."""
        if self.left:
            face = self.left.pop(0)
        elif self.roll_missing:
            face = self.roll_missing()
        else:
            raise NeedDie(place, sides, label)
        if not 1 <= face <= sides:
            raise IllegalActionError(phrase("a d{sides} shows 1 to {sides}, not {face}", sides=sides, face=face))
        self.thrown.append((place, face))
        return face


def _play(battle: MassBattle, creatures: Creatures, action: FightAction, dice: _HandedDice) -> MassBattle:
    """The battle after an action, and after the turns of a side that is left to its doctrines."""
    before = _turn_of(battle)
    battle = _carry_out(battle, creatures, action, dice)
    return _play_by_doctrine(battle, creatures, dice, before)


def _play_by_doctrine(
    battle: MassBattle, creatures: Creatures, dice: _HandedDice, before: tuple[int, int] | None
) -> MassBattle:
    """The battle after the turns that doctrines play; a turn that had begun ``before`` is left to people."""
    for _ in range(MOST_TURNS):
        fight = _fight_of(battle)
        mover = fight.situation.mover if fight.situation else None
        if fight.pending or mover is None or _turn_of(battle) == before:
            break
        if battle.units[mover].side != fight.by_doctrine:
            break
        before = _turn_of(battle)
        battle = _carry_out(battle, creatures, ByDoctrine(mover), dice)
    if dice.left:
        raise IllegalActionError(phrase("{count} dice more were given than this action needs", count=len(dice.left)))
    return battle


def _turn_of(battle: MassBattle) -> tuple[int, int] | None:
    """The round and the place in its order of the turn that is played."""
    situation = battle.fight.situation if battle.fight else None
    return (situation.round, situation.turn) if situation else None


def _carry_out(battle: MassBattle, creatures: Creatures, action: FightAction, dice: _HandedDice) -> MassBattle:
    """The battle after one action alone, or waiting for its dice."""
    fight = _fight_of(battle)
    prepared = prepare(replace(battle, fight=None) if fight.situation is None else battle, creatures)
    dice.thrown.clear()
    try:
        step = _step(battle, prepared, action, dice)
    except NeedDie as need:
        thrown = tuple(die_of(prepared, place, face) for place, face in dice.thrown)
        asked = die_of(prepared, need.place, mode=int(need.record["need_mode"]))
        pending = Pending(action, asked, thrown, tuple(events_in(prepared, need.record)))
        return replace(battle, fight=replace(fight, pending=pending))
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
        case Befall():
            return play.befall(state, action, dice)
        case ByDoctrine():
            if state.mover != action.unit:
                raise IllegalActionError(*reasons.WORDS[reasons.NOT_ITS_TURN])
            return play.play_turn(state, dice if action.key is None else play.KeyedBattle(action.key, 0))
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
