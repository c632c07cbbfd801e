"""Dice that fall at a table or in a simulation, asked for one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

from massbattle_core.dice import Dice, Mode, battle_key
from massbattle_core.errors import NeedDie
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.packing import Prepared
from massbattle_core.mass_combat.situation import Die, Purpose
from massbattle_core.mass_combat.state import SCRIPT
from massbattle_core.phrases import phrase

__all__ = ["MODES", "AnyDice", "KeyedBattle", "PlacedDice", "TypedDice", "die_of", "label_of", "with_dice"]

_PURPOSES = {
    kernel.ATTACK: phrase("attack"),
    kernel.ATTACK_AGAIN: phrase("attack, second die"),
    kernel.DEFENCE: phrase("defence"),
    kernel.ROUT: phrase("morale DC 10"),
    kernel.CASUALTIES: phrase("morale DC 15 at half strength"),
    kernel.FRIENDS: phrase("morale DC 10 for a fallen friend"),
    kernel.DISENGAGE: phrase("morale DC 10 to disengage"),
    kernel.TIE: phrase("order among equals"),
}


_WORDS: dict[int, Purpose] = {
    kernel.ATTACK: "attack",
    kernel.ATTACK_AGAIN: "attack_again",
    kernel.DEFENCE: "defence",
    kernel.ROUT: "rout",
    kernel.CASUALTIES: "casualties",
    kernel.FRIENDS: "friends",
    kernel.DISENGAGE: "disengage",
    kernel.TIE: "tie",
}


MODES: dict[int, Mode] = {1: "adv", 0: "flat", -1: "dis"}


@dataclass(frozen=True, slots=True)
class KeyedBattle:
    """The dice of simulated battle number ``battle`` of the run ``seed``."""

    seed: int
    battle: int


class TypedDice:
    """Dice that people roll and type: ``known`` maps places to faces; a missing one raises :class:`NeedDie`."""

    def __init__(self, known: dict[int, int]) -> None:
        self.known = dict(known)

    def at(self, place: int, sides: int, label: str) -> int:
        """The face typed for a place."""
        if place not in self.known:
            raise NeedDie(place, sides, label)
        return self.known[place]


class PlacedDice(Protocol):
    """Dice that are addressed by place."""

    def at(self, place: int, sides: int, label: str) -> int:
        """The face of the die at a place."""
        ...


AnyDice: TypeAlias = Dice | PlacedDice | KeyedBattle


def _roll(dice: Dice | PlacedDice, place: int, label: str) -> int:
    if isinstance(dice, TypedDice):
        return dice.at(place, kernel.D20, label)
    roll = getattr(dice, "roll", None)
    if roll is not None:
        return int(roll(kernel.D20, label))
    return int(dice.at(place, kernel.D20, label))  # type: ignore[union-attr]


def with_dice(record: Any, work: Any, prepared: Prepared, dice: AnyDice) -> Any:
    """Do ``work(record)`` with these dice and return the record afterwards."""
    if isinstance(dice, KeyedBattle):
        record["key"] = battle_key(dice.seed, dice.battle)
        work(record)
        return record
    known: list[tuple[int, int]] = []
    while True:
        attempt = np.array(record)[()] if record.shape else record.copy()
        attempt["typed_dice"], attempt["need_die"] = 1, 0
        attempt["script_length"] = len(known)
        for i, (place, face) in enumerate(known[:SCRIPT]):
            attempt["script_place"][i], attempt["script_value"][i] = place, face
        work(attempt)
        if not attempt["need_die"]:
            attempt["typed_dice"], attempt["script_length"] = 0, 0
            return attempt
        place = int(attempt["need_place"])
        try:
            face = _roll(dice, place, label_of(prepared, place))
        except NeedDie as need:
            attempt["log_lines"] = attempt["need_lines"]
            need.record = attempt
            raise
        known.append((place, face))


def die_of(prepared: Prepared, place: int, face: int | None = None, mode: int = 0) -> Die:
    """The die at a place: who throws it because of whom, and what for; ``mode`` is that of the attack."""
    ids = {int(built.unit.id[1:]): built.unit.id for built in prepared.units}
    _, _, roller, cause, purpose, _ = kernel.place_parts(place)
    attacks = purpose in (kernel.ATTACK, kernel.ATTACK_AGAIN, kernel.DEFENCE)
    return Die(ids[roller], ids[cause], _WORDS[purpose], face, MODES[mode] if attacks else "flat")


def label_of(prepared: Prepared, place: int) -> str:
    """What the die at a place is for, in words."""
    names = {int(built.unit.id[1:]): built.unit.name for built in prepared.units}
    _, _, roller, cause, purpose, _ = kernel.place_parts(place)
    if purpose in (kernel.ATTACK, kernel.ATTACK_AGAIN):
        return phrase(
            "{unit} on {target}: {purpose}", unit=names[roller], target=names[cause], purpose=_PURPOSES[purpose]
        )
    return phrase("{unit}: {purpose}", unit=names[roller], purpose=_PURPOSES[purpose])
