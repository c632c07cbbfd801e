"""One combat from the armies to the beaten: who is engaged, their factors, the fight, its report (R3.9–R3.35)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from massbattle_core.dice import Dice
from massbattle_core.results_table import loop
from massbattle_core.results_table.loop import Host, options_of
from massbattle_core.results_table.model import Army, Combat, Rules, Soldier, check
from massbattle_core.results_table.report import Blow, CombatReport, Fate
from massbattle_core.results_table.rules.aftermath import (
    is_beaten,
    is_loser,
    loss_row,
    must_retreat,
)
from massbattle_core.results_table.rules.blows import is_strong
from massbattle_core.results_table.rules.factors import (
    ArmyFactors,
    army_factors,
    pick_highest,
    soldier_factors,
    wall_cap,
)
from massbattle_core.results_table.rules.results import column_name, parse_result, result_name, results_table
from massbattle_core.results_table.tables import WEAPONS, WOUNDS

__all__ = [
    "Muster",
    "Ranks",
    "combat_factors",
    "muster",
    "resolve_combat",
    "table_array",
]


@dataclass(frozen=True, slots=True)
class Ranks:
    """The soldiers of one side who may fight, with the army and the factors of each (multipliers included).

    ``pick`` of them are drawn at random to fight at walls (0: all fight); ``number`` counts for the number of blows
    (0: those who fight).
    """

    armies: tuple[Army, ...]
    soldiers: tuple[tuple[Army, Soldier], ...]
    factors: tuple[Fraction, ...]
    pick: int
    number: int

    @property
    def engaged(self) -> int:
        """How many fight."""
        return self.pick or len(self.soldiers)

    @property
    def total(self) -> Fraction:
        """The factors of the side, if no pick at random is to be made.

        Source: R3.9
        """
        return sum(self.factors, Fraction(0))


@dataclass(frozen=True, slots=True)
class Muster:
    """Both sides of a combat as they fight."""

    attackers: Ranks
    defenders: Ranks


def _ranks(combat: Combat, armies: tuple[Army, ...], defending: bool, rules: Rules) -> Ranks:
    multiplier = {army.name: _multiplier(army, defending, rules) for army in armies}
    soldiers = [(army, soldier) for army in armies for soldier in army.soldiers if soldier.fit]
    factors = [multiplier[army.name] * soldier_factors(soldier, rules) for army, soldier in soldiers]
    number = len(soldiers) if rules.wall_numbers == "whole_army" else 0
    cap = wall_cap(len(soldiers), combat.walled)
    pick = 0
    if cap < len(soldiers):
        if rules.wall_pick == "random":
            pick = cap
        else:
            chosen = _chosen(combat, soldiers, factors, cap)
            soldiers, factors = [soldiers[i] for i in chosen], [factors[i] for i in chosen]
    return Ranks(armies, tuple(soldiers), tuple(factors), pick, number)


def _chosen(combat: Combat, soldiers: list[tuple[Army, Soldier]], factors: list[Fraction], count: int) -> list[int]:
    """Indices of those who fight at walls: the GM's pick, or the highest factors."""
    engaged = combat.engaged
    if engaged is None:
        return pick_highest(factors, count)
    return [index for index, (army, soldier) in enumerate(soldiers) if (army.name, soldier.name) in engaged]


def _multiplier(army: Army, defending: bool, rules: Rules) -> Fraction:
    product = Fraction(1)
    for step in army_factors(army, (), defending, rules).steps:
        product *= step.multiplier
    return product


def muster(combat: Combat, rules: Rules) -> Muster:
    """Who fights on both sides.

    Raises :class:`InvalidBattleError` with every problem of the combat.
    Source: R3.9, R3.13
    Ruling: lightly wounded soldiers do not fight again on the same day (R3.35), so they bring no factors, and give
    and take no blow; they still count in the strength of the army.
    """
    check(combat, rules)
    return Muster(
        _ranks(combat, combat.attackers, False, rules),
        _ranks(combat, combat.defenders, True, rules),
    )


def combat_factors(combat: Combat, rules: Rules) -> tuple[tuple[ArmyFactors, ...], tuple[ArmyFactors, ...]]:
    """The factors of every army, attackers and defenders, with the reasons.

    With ``wall_pick = random`` those of all who may be drawn.
    Source: R3.9
    """
    mustered = muster(combat, rules)
    return _army_factors(mustered.attackers, False, rules), _army_factors(mustered.defenders, True, rules)


def _army_factors(ranks: Ranks, defending: bool, rules: Rules) -> tuple[ArmyFactors, ...]:
    return tuple(
        army_factors(army, tuple(soldier for own, soldier in ranks.soldiers if own is army), defending, rules)
        for army in ranks.armies
    )


# ---------------------------------------------------------------- in and out of the loop


def table_array(rules: Rules) -> NDArray[np.int64]:
    """The results table in force as kinds and percentages, (6, 9, 2)."""
    return np.array([[parse_result(cell) for cell in row] for row in results_table(rules)], np.int64)


def pack(mustered: Muster) -> tuple[Host, Host, int]:
    """Both sides for the loop, and the unit of its factors: one factor is this many."""
    both = (mustered.attackers, mustered.defenders)
    unit = lcm(*(factors.denominator for ranks in both for factors in ranks.factors))
    return _pack(both[0], 0, unit), _pack(both[1], len(both[0].armies), unit), unit


def _pack(ranks: Ranks, first_army: int, unit: int) -> Host:
    numbers = {army.name: first_army + number for number, army in enumerate(ranks.armies)}
    rows = [
        (WEAPONS.index(soldier.weapon), is_strong(soldier.strength), soldier.shield, factors * unit, numbers[army.name])
        for (army, soldier), factors in zip(ranks.soldiers, ranks.factors, strict=True)
    ]
    soldiers = np.array([[int(cell) for cell in row] for row in rows], np.int64)
    count = len(rows)
    return Host(
        soldiers.reshape(count, loop.SOLDIER_COLUMNS),
        np.arange(count, dtype=np.int64),
        np.zeros((count, loop.STATE_COLUMNS), np.int64),
        ranks.pick,
        ranks.number,
    )


def resolve_combat(combat: Combat, dice: Dice, rules: Rules) -> CombatReport:
    """Fight one combat with dice in the hand.

    Dice in order: who is engaged at walls (attackers first), the d6 of the result, then blow by blow, the attackers'
    first: giver, receiver, d6, d100 an item. A die that cannot matter is not rolled.
    Raises :class:`InvalidBattleError` with every problem of the combat.
    Source: R3.9, R3.13, R3.17, R3.24, R3.30, R3.31, R3.32
    """
    mustered = muster(combat, rules)
    attackers, defenders, unit = pack(mustered)
    most = max(max(len(host.soldiers), host.number) for host in (attackers, defenders))
    attack_record = np.zeros((most, loop.RECORD_COLUMNS), np.int64)
    defence_record = attack_record.copy()
    fought = loop.fight(
        attackers, defenders, table_array(rules), options_of(rules), dice, attack_record, defence_record
    )
    return _report(combat, rules, mustered, (attackers, defenders), unit, fought, (attack_record, defence_record))


def _report(
    combat: Combat,
    rules: Rules,
    mustered: Muster,
    hosts: tuple[Host, Host],
    unit: int,
    fought: loop.Fought,
    records: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> CombatReport:
    fates = (*_fates(mustered.attackers, hosts[0]), *_fates(mustered.defenders, hosts[1]))
    lost = WOUNDS[loss_row(rules) :]
    losses = {army.name: 0 for army in combat.armies}
    for fate in fates:
        losses[fate.army] += fate.wound in lost
    attack_losses, defence_losses = (
        sum(losses[army.name] for army in side) for side in (combat.attackers, combat.defenders)
    )
    beaten, retreating, losers = [], [], []
    for army in combat.armies:
        defending = army in combat.defenders
        own, other = (defence_losses, attack_losses) if defending else (attack_losses, defence_losses)
        is_one = is_beaten(own, other, losses[army.name], army.strength, rules.equal_losses == "both")
        beaten += [army.name] if is_one else []
        retreating += [army.name] if must_retreat(army, is_one, defending) else []
        losers += [army.name] if is_loser(is_one, own, other, rules) else []
    attack, defence = (Fraction(int(factors), unit) for factors in (fought.attack, fought.defence))
    return CombatReport(
        attack,
        defence,
        column_name(fought.column),
        int(fought.face) or None,
        result_name(int(fought.kind), int(fought.percent)),
        _blows(records[0], mustered.attackers, mustered.defenders),
        _blows(records[1], mustered.defenders, mustered.attackers),
        fates,
        losses,
        tuple(beaten),
        tuple(retreating),
        tuple(losers),
    )


def _blows(record: NDArray[np.int64], givers: Ranks, receivers: Ranks) -> tuple[Blow, ...]:
    def name(ranks: Ranks, number: int) -> tuple[str, str]:
        army, soldier = ranks.soldiers[number]
        return army.name, soldier.name

    return tuple(
        Blow(name(givers, row[0]), name(receivers, row[1]), *row[2:]) for row in record.tolist() if row[loop.FACE]
    )


def _fates(ranks: Ranks, host: Host) -> tuple[Fate, ...]:
    return tuple(
        Fate(army.name, soldier, WOUNDS[worst], bool(weapon), bool(shield))
        for (army, soldier), (worst, _, _, weapon, shield) in zip(ranks.soldiers, host.state.tolist(), strict=True)
        if worst or weapon or shield
    )
