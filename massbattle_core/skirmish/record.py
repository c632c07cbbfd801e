"""A fight as one record of numbers, the form that the compiled rules work on, and how a state is packed into it.

Words become indexes in the tuples of :mod:`~massbattle_core.skirmish.tables`; ids become indexes of fighters;
-1 stands for nobody; ``hidden`` is 0 for who is not.
"""

from __future__ import annotations

from typing import Any, Final, cast, get_args

import numpy as np

from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.skirmish.model import Doctrine, Encounter
from massbattle_core.skirmish.state import Fighter, State
from massbattle_core.skirmish.tables import (
    COVERS,
    MAX_DICE_GROUPS,
    MAX_FIGHTERS,
    MAX_FORMS,
    MAX_GROUPS,
    MAX_SIDE,
    MAX_TRACE,
    SIDES,
    SIZES,
)

__all__ = ["ARRANGED", "CHANGING", "FIGHT", "MUSTERED", "NOBODY", "NONE", "UNSETTLED", "Record", "code", "pack"]


def code(value: int) -> int:
    """A constant as compiled functions pass it on: of a literal, each callee would be compiled anew."""
    return cast(int, np.int64(value))


NOBODY: Final = code(-1)
NONE: Final = code(0)
MUSTERED: Final = 0
UNSETTLED: Final = 1
ARRANGED: Final = 2
"""How far the set-up is: in place, initiative rolled, order settled."""

Record = Any
"""A numpy record of the type ``FIGHT`` (numpy's types cannot name its fields)."""

_EACH = (MAX_FIGHTERS,)
_FORMS = (MAX_FIGHTERS, MAX_FORMS)
_SQUARES = (MAX_SIDE * MAX_SIDE,)
_SHEET = (
    *("side", "group", "armor_class", "maximum", "speed", "size_class", "squares", "dexterity", "stealth", "passive"),
    *("character", "doctrine", "hiding", "forms", "reach"),
)
_FORM = ("bonus", "flat_damage", "form_reach", "form_range", "times", "is_bonus", "automatic", "kinds")
_FIGHTER = (
    *("hit_points", "x", "y", "initiative", "prone", "hidden", "surprised", "movement", "action", "bonus_action"),
    *("reaction", "dodging", "disengaged", "successes", "failures", "stable", "dead", "aid_ally", "aid_foe"),
)
_BATTLE = ("count", "groups", "width", "height", "round_limit", "phase", "battle_round", "turn", "traced", "recording")
_CHOSEN = ("target", "form", "reached", "steps")

FIGHT: Final = np.dtype(
    [(name, np.int64) for name in (*_BATTLE, *_CHOSEN)]
    + [(name, np.int64, _EACH) for name in (*_FIGHTER, "order")]
    + [("attacks_left", np.int64, _FORMS), ("kills", np.int64, (MAX_GROUPS,))]
    + [(name, np.int64) for name in CHOICES]
    + [(name, np.int64, _EACH) for name in _SHEET]
    + [(name, np.int64, _FORMS) for name in _FORM]
    + [("dice", np.int64, (*_FORMS, MAX_DICE_GROUPS, 2))]
    + [(name, np.int64, _SQUARES) for name in ("difficult", "cover_of", "occupant")]
    + [(name, np.int64, _SQUARES) for name in ("cost", "to_go", "closed", "previous", "squares_reached", "path")]
    + [("rows", np.int64, (MAX_TRACE, 4))]
)
"""The record of one fight: first what changes during a fight, then the codes of the house rules, the sheets and
the field, last the working space."""

CHANGING: Final = (
    np.dtype(
        [(name, FIGHT[name]) for name in (*_BATTLE, *_CHOSEN, *_FIGHTER, "order", "attacks_left", "kills")]
    ).itemsize
    // 8
)
"""How many numbers at the start of a record change during a fight."""


def pack(state: State) -> Record:
    """The record of a state.

    A readied response and a move in progress are left out: simulated fighters do not release what was readied.
    """
    record = np.zeros(1, FIGHT).view(np.recarray)[0]
    encounter = state.encounter
    for name in CHOICES:
        record[name] = encounter.rules.code(name)
    record.count, record.groups = len(state.fighters), len(encounter.groups)
    record.round_limit, record.battle_round, record.turn = encounter.round_limit, state.round, state.turn
    record.phase = MUSTERED if not state.order else UNSETTLED if state.active is None else ARRANGED
    for place, name in enumerate(state.order):
        record.order[place] = state.index(name)
    for index, fighter in enumerate(state.fighters):
        _pack_sheet(record, index, fighter, encounter)
        _pack_fighter(record, index, fighter, state)
    _pack_field(record, encounter)
    return record


def _pack_sheet(record: Record, index: int, fighter: Fighter, encounter: Encounter) -> None:
    sheet, group = fighter.sheet, encounter.groups[fighter.group]
    values = (
        *(SIDES.index(fighter.side), fighter.group, sheet.armor_class, sheet.hit_points, sheet.speed_ft),
        *(SIZES.index(sheet.size), sheet.squares, sheet.abilities.dexterity, sheet.stealth_bonus, sheet.passive),
        *(sheet.character, get_args(Doctrine).index(group.doctrine), group.hiding, len(sheet.attacks), sheet.reach_ft),
    )
    for name, value in zip(_SHEET, values, strict=True):
        record[name][index] = value
    for number, form in enumerate(sheet.attacks):
        numbers = (
            *(form.bonus, form.flat, form.reach_ft, form.range_ft, form.times, form.bonus_action, form.automatic),
            len(form.dice),
        )
        for name, value in zip(_FORM, numbers, strict=True):
            record[name][index, number] = value
        for kind, pair in enumerate(form.dice):
            record.dice[index, number, kind] = pair


def _pack_fighter(record: Record, index: int, fighter: Fighter, state: State) -> None:
    aid = fighter.aid
    values = (
        *(fighter.hit_points, *fighter.square, fighter.initiative, fighter.prone, max(fighter.hidden or 0, 0)),
        *(fighter.surprised, fighter.movement, fighter.action, fighter.bonus_action, fighter.reaction),
        *(fighter.dodging, fighter.disengaged, fighter.successes, fighter.failures, fighter.stable, fighter.dead),
        *(state.index(aid.ally) if aid else NOBODY, state.index(aid.foe or "") if aid else NOBODY),
    )
    for name, value in zip(_FIGHTER, values, strict=True):
        record[name][index] = value
    for number, left in enumerate(fighter.attacks_left):
        record.attacks_left[index, number] = left


def _pack_field(record: Record, encounter: Encounter) -> None:
    field = encounter.terrain
    record.width, record.height = field.width, field.height
    for x, y in field.difficult:
        record.difficult[y * field.width + x] = 1
    for x, y in field.half_cover | field.three_quarters_cover:
        record.cover_of[y * field.width + x] = COVERS.index(field.cover((x, y)))
