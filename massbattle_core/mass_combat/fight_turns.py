"""Carrying out an action of a fight, and the turns that doctrines play after it, with dice that are handed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from massbattle_core.creatures.model import Creature
from massbattle_core.dice import Roll
from massbattle_core.errors import IllegalActionError, NeedDie
from massbattle_core.game import Step
from massbattle_core.mass_combat import play, reasons
from massbattle_core.mass_combat.actions import Befall, Begin, ByDoctrine, Suffer
from massbattle_core.mass_combat.model import MassBattle
from massbattle_core.mass_combat.packing import Prepared, prepare
from massbattle_core.mass_combat.play.log import events_in
from massbattle_core.mass_combat.play.states import BattleState, situation_of, state_in
from massbattle_core.mass_combat.play.table_dice import die_of
from massbattle_core.mass_combat.situation import Die, Fight, FightAction, Pending, Played, Situation
from massbattle_core.phrases import phrase

__all__ = ["HandedDice", "Roller", "fight_of", "fought_situation", "play_action", "play_by_doctrine"]

Creatures = Mapping[str, Creature]
Roller = Callable[[], int]

MOST_TURNS = 64
"""Turns that doctrines play at a stretch: no more than there are units in a battle."""


class HandedDice:
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


def play_action(battle: MassBattle, creatures: Creatures, action: FightAction, dice: HandedDice) -> MassBattle:
    """The battle after an action, and after the turns of a side that is left to its doctrines."""
    before = _turn_of(battle)
    battle = _carry_out(battle, creatures, action, dice)
    return play_by_doctrine(battle, creatures, dice, before)


def play_by_doctrine(
    battle: MassBattle, creatures: Creatures, dice: HandedDice, before: tuple[int, int] | None
) -> MassBattle:
    """The battle after the turns that doctrines play; a turn that had begun ``before`` is left to people."""
    for _ in range(MOST_TURNS):
        fight = fight_of(battle)
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


def _carry_out(battle: MassBattle, creatures: Creatures, action: FightAction, dice: HandedDice) -> MassBattle:
    """The battle after one action alone, or waiting for its dice."""
    fight = fight_of(battle)
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


def _step(battle: MassBattle, prepared: Prepared, action: FightAction, dice: HandedDice) -> Step[BattleState]:
    if isinstance(action, Begin):
        return play.setup(prepared, dice)
    state = state_in(prepared, fought_situation(battle))
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


def fight_of(battle: MassBattle) -> Fight:
    """The fight that is on; raises :class:`IllegalActionError` if there is none."""
    if battle.fight is None:
        raise IllegalActionError(phrase("this battle is not being fought: start the fight first"))
    return battle.fight


def fought_situation(battle: MassBattle) -> Situation:
    """How the units stand; raises :class:`IllegalActionError` while the order is thrown for."""
    situation = fight_of(battle).situation
    if situation is None:
        raise IllegalActionError(phrase("the order of the units is still being thrown for"), "R0.20")
    return situation
