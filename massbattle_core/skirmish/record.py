"""A fight as one record of numbers, the form that the compiled rules work on, and how a state is packed into it.

Words become indexes in the tuples of :mod:`~massbattle_core.skirmish.tables`; ids become indexes of fighters;
-1 stands for nobody; ``hidden`` is 0 for who is not.
"""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np

from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.skirmish.model import DOCTRINES, AttackForm, Encounter
from massbattle_core.skirmish.state import Fighter, State
from massbattle_core.skirmish.tables import (
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
    _pack_each(record, _SHEET, [_sheet(fighter, encounter) for fighter in state.fighters])
    _pack_each(record, _FIGHTER, [_fighter(fighter, state) for fighter in state.fighters])
    for index, fighter in enumerate(state.fighters):
        forms = fighter.sheet.attacks
        if forms:
            record.attacks_left[index, : len(fighter.attacks_left)] = fighter.attacks_left
            for name, column in zip(_FORM, zip(*map(_form, forms), strict=True), strict=True):
                record[name][index, : len(forms)] = column
            for number, form in enumerate(forms):
                if form.dice:
                    record.dice[index, number, : len(form.dice)] = form.dice
    _pack_field(record, encounter)
    return record


def _pack_each(record: Record, names: tuple[str, ...], rows: list[tuple[int, ...]]) -> None:
    for name, column in zip(names, zip(*rows, strict=True), strict=True):
        record[name][: len(rows)] = column


def _sheet(fighter: Fighter, encounter: Encounter) -> tuple[int, ...]:
    sheet, group = fighter.sheet, encounter.groups[fighter.group]
    return (
        *(SIDES.index(fighter.side), fighter.group, sheet.armor_class, sheet.hit_points, sheet.speed_ft),
        *(SIZES.index(sheet.size), sheet.squares, sheet.abilities.dexterity, sheet.stealth_bonus, sheet.passive),
        *(sheet.character, DOCTRINES.index(group.doctrine), group.hiding, len(sheet.attacks), sheet.reach_ft),
    )


def _form(form: AttackForm) -> tuple[int, ...]:
    return (
        *(form.bonus, form.flat, form.reach_ft, form.range_ft, form.times, form.bonus_action, form.automatic),
        len(form.dice),
    )


def _fighter(fighter: Fighter, state: State) -> tuple[int, ...]:
    aid = fighter.aid
    return (
        *(fighter.hit_points, *fighter.square, fighter.initiative, fighter.prone, max(fighter.hidden or 0, 0)),
        *(fighter.surprised, fighter.movement, fighter.action, fighter.bonus_action, fighter.reaction),
        *(fighter.dodging, fighter.disengaged, fighter.successes, fighter.failures, fighter.stable, fighter.dead),
        *(state.index(aid.ally) if aid else NOBODY, state.index(aid.foe or "") if aid else NOBODY),
    )


def _pack_field(record: Record, encounter: Encounter) -> None:
    field = encounter.terrain
    record.width, record.height = field.width, field.height
    marks = ((record.difficult, field.difficult, 1), (record.cover_of, field.half_cover, 1))
    for grid, squares, mark in (*marks, (record.cover_of, field.three_quarters_cover, 2)):
        grid[[y * field.width + x for x, y in squares]] = mark
