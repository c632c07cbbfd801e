"""Whole fights by the thousand: the compiled loop, and what it counts.

Fight number ``n`` of a run depends on the seed and ``n`` alone, so a run may be cut into chunks and given to
threads at will (the compiled loop releases the interpreter lock): tallies add up to the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from massbattle_core._jit import njit
from massbattle_core.dice import battle_key
from massbattle_core.skirmish.doctrine import take_turn
from massbattle_core.skirmish.ground import occupy
from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.skirmish.kernel import (
    D20,
    END_TURN,
    FIRST,
    INITIATIVE,
    STEALTH,
    TIE,
    begin_turn,
    die,
    is_over,
    note,
)
from massbattle_core.skirmish.record import ARRANGED, CHANGING, MUSTERED, NONE, Record, code, pack
from massbattle_core.skirmish.rules.order import initiative, notices, surprised, tied
from massbattle_core.skirmish.state import State
from massbattle_core.skirmish.tables import AUTOMATIC_TIES, MAX_GROUPS

__all__ = ["Tally", "fallen_by_fight", "fight_to_the_end", "tally_fights"]

_GM_CHOICE = CHOICES["initiative_tie"].index("gm_choice")
_AUTOMATIC = CHOICES["initiative_tie"].index(AUTOMATIC_TIES)
_RANDOM = code(CHOICES["initiative_tie"].index("random"))

Counts = npt.NDArray[np.int64]


# ---------------------------------------------------------------- one fight


@njit
def _roll_surprise(fight: Record, key: int) -> None:
    """Every hider's Stealth against every opponent's passive Perception, side A's hiders first.

    Source: R1.4
    """
    for side in range(2):
        for i in range(fight.count):
            if fight.hiding[i] and fight.side[i] == side:
                fight.hidden[i] = die(fight, key, i, STEALTH, NONE, NONE, D20) + fight.stealth[i]
    for i in range(fight.count):
        threats = NONE
        unnoticed = NONE
        for j in range(fight.count):
            if fight.side[j] != fight.side[i]:
                threats += 1
                if fight.hiding[j] and not notices(fight.passive[i], fight.hidden[j], fight.stealth_tie):
                    unnoticed += 1
        fight.surprised[i] = int(surprised(threats, unnoticed, fight.surprise_needs))
    for i in range(fight.count):
        fight.hidden[i] = 0


@njit
def _arrange(fight: Record, key: int) -> None:
    """The order of turns: by initiative, ties by the rule, what that leaves by chance.

    Source: R1.2, R1.3
    """
    rule = _AUTOMATIC if fight.initiative_tie == _GM_CHOICE else fight.initiative_tie
    for i in range(fight.count):
        slot = i
        while slot > 0:
            other = fight.order[slot - 1]
            lead = fight.initiative[i] - fight.initiative[other]
            if lead == 0 and rule == _AUTOMATIC:
                lead = fight.dexterity[i] - fight.dexterity[other]
            if lead <= 0:
                break
            fight.order[slot] = other
            slot -= 1
        fight.order[slot] = i
    for slot in range(fight.count - 1):
        last = slot
        while last + 1 < fight.count and _tied(fight, slot, last + 1, rule):
            last += 1
        if last > slot:
            picked = slot + die(fight, key, slot, TIE, NONE, NONE, last - slot + 1) - 1
            first = fight.order[picked]
            fight.order[picked] = fight.order[slot]
            fight.order[slot] = first
        if fight.initiative_tie == _GM_CHOICE and _tied(fight, slot, slot + 1, _RANDOM):
            note(fight, FIRST, fight.order[slot], NONE, NONE)


@njit
def _tied(fight: Record, slot: int, other: int, rule: int) -> bool:
    a = fight.order[slot]
    b = fight.order[other]
    return tied(fight.initiative[a], fight.dexterity[a], fight.initiative[b], fight.dexterity[b], rule)


@njit
def fight_to_the_end(fight: Record, seed: int, number: int, fallen: Any, kills: Any) -> None:
    """Play a packed fight to its end, by the doctrines and with the dice of fight ``number`` of run ``seed``.

    ``fallen[r, g]`` and ``kills[r, g]`` get how many of group ``g`` lie at 0 hit points or are dead after round
    ``r``, and how many enemies it has felled; rows after the end repeat the last.

    Source: R1.1
    """
    key = battle_key(seed, number)
    begun = fight.phase == ARRANGED
    if not begun:
        first_round = fight.battle_round
        fight.battle_round = 0
        if fight.phase == MUSTERED:
            _roll_surprise(fight, key)
            for i in range(fight.count):
                natural = die(fight, key, i, INITIATIVE, NONE, NONE, D20)
                fight.initiative[i] = initiative(natural, fight.dexterity[i])
        _arrange(fight, key)
        fight.battle_round = first_round
    occupy(fight)
    for row in range(fight.battle_round):
        _write(fight, fallen, kills, row)
    while not is_over(fight) and fight.battle_round <= fight.round_limit:
        i = fight.order[fight.turn]
        if begun or begin_turn(fight, key, i):
            begun = False
            if fight.hit_points[i] > 0:
                take_turn(fight, key, i)
            if is_over(fight):
                break
            note(fight, END_TURN, i, NONE, NONE)
        fight.turn += 1
        if fight.turn == fight.count:
            _write(fight, fallen, kills, fight.battle_round)
            fight.turn = 0
            fight.battle_round += 1
    for row in range(fight.battle_round, fight.round_limit + 1):
        _write(fight, fallen, kills, row)


@njit
def _write(fight: Record, fallen: Any, kills: Any, row: int) -> None:
    for group in range(fight.groups):
        fallen[row, group] = 0
        kills[row, group] = fight.kills[group]
    for i in range(fight.count):
        if fight.hit_points[i] == 0:
            fallen[row, fight.group[i]] += 1


# ---------------------------------------------------------------- many fights


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What happened in a number of fights, counted; tallies of the same battle add up.

    ``ends``: won by A, won by B, undecided. ``rounds[r]``: ended in round ``r``. ``standing[g, n]`` and
    ``dead[g, n]``: ``n`` of group ``g`` stood, or were dead, at the end. ``fallen[r, g, n]``: ``n`` of group ``g``
    lay at 0 hit points or were dead after round ``r``. ``kills[r, g, n]``: group ``g`` had felled ``n`` enemies by
    then (who rises and falls again counts again; the last ``n`` stands for more).
    """

    ends: Counts
    rounds: Counts
    standing: Counts
    dead: Counts
    fallen: Counts
    kills: Counts

    @classmethod
    def empty(cls, fighters: int, groups: int, round_limit: int) -> Tally:
        """Nothing counted yet, in the shapes that so many fighters, groups and rounds need."""
        sizes = fighters + 1
        by_round = (round_limit + 1, groups, sizes)
        shapes = ((3,), (round_limit + 1,), (groups, sizes), (groups, sizes), by_round, by_round)
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def fights(self) -> int:
        """How many fights were counted."""
        return int(self.ends.sum())


def tally_fights(state: State, seed: int, first: int, count: int) -> Tally:
    """Count fights number ``first`` to ``first + count - 1`` of the run ``seed``, played on from a state.

    The state may be any of a fight in play: what it has decided stays, the rest is left to the dice.
    """
    template = pack(state)
    fight = pack(state)
    tally = Tally.empty(len(state.fighters), len(state.encounter.groups), state.encounter.round_limit)
    by_round = np.zeros((2, state.encounter.round_limit + 1, MAX_GROUPS), np.int64)
    _tally(
        fight,
        _changing(fight),
        _changing(template),
        seed,
        first,
        count,
        by_round,
        *(getattr(tally, field.name) for field in fields(tally)),
    )
    return tally


def fallen_by_fight(state: State, seed: int, first: int, count: int, after_round: int) -> Counts:
    """How many of each group lie at 0 hit points or are dead after a round, in each of the fights of a run.

    The result ``fallen[fight, group]`` tells which losses come together; the fights are those of
    :func:`tally_fights`. A fight that is over by then counts with its end.
    """
    fight, template = pack(state), pack(state)
    by_round = np.zeros((2, state.encounter.round_limit + 1, MAX_GROUPS), np.int64)
    fallen = np.zeros((count, len(state.encounter.groups)), np.int64)
    row = min(after_round, state.encounter.round_limit)
    _fallen(fight, _changing(fight), _changing(template), seed, first, row, by_round, fallen)
    return fallen


@njit
def _fallen(
    fight: Record,
    changing: Any,
    at_the_start: Any,
    seed: int,
    first: int,
    row: int,
    by_round: Any,
    fallen: Any,
) -> None:
    for number in range(len(fallen)):
        for word in range(len(changing)):
            changing[word] = at_the_start[word]
        fight_to_the_end(fight, seed, first + number, by_round[0], by_round[1])
        for group in range(fight.groups):
            fallen[number, group] = by_round[0, row, group]


def _changing(fight: Record) -> Counts:
    """The numbers of a record that change during a fight."""
    numbers: Counts = np.asarray(fight.base).view(np.int64)
    return numbers[:CHANGING]


@njit
def _tally(
    fight: Record,
    changing: Any,
    at_the_start: Any,
    seed: int,
    first: int,
    count: int,
    by_round: Any,
    ends: Any,
    rounds: Any,
    standing: Any,
    dead: Any,
    fallen: Any,
    kills: Any,
) -> None:
    most = kills.shape[2] - 1
    for number in range(first, first + count):
        for word in range(len(changing)):
            changing[word] = at_the_start[word]
        fight_to_the_end(fight, seed, number, by_round[0], by_round[1])
        up = np.zeros(fight.groups, np.int64)
        gone = np.zeros(fight.groups, np.int64)
        sides = np.zeros(2, np.int64)
        for i in range(fight.count):
            if fight.hit_points[i] > 0:
                sides[fight.side[i]] += 1
                up[fight.group[i]] += 1
            gone[fight.group[i]] += fight.dead[i]
        ends[2 if sides[0] and sides[1] else 0 if sides[0] else 1] += 1
        rounds[min(fight.battle_round, fight.round_limit)] += 1
        for group in range(fight.groups):
            standing[group, up[group]] += 1
            dead[group, gone[group]] += 1
            for row in range(fight.round_limit + 1):
                fallen[row, group, by_round[0, row, group]] += 1
                kills[row, group, min(by_round[1, row, group], most)] += 1
