"""The compiled simulation: many battles of the one loop, with keyed dice, and what is counted of them.

Battle b of seed s rolls the dice of ``KeyedDice(s, b)``: ``resolve_combat`` with those replays it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from massbattle_core._jit import njit
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table._compiled import in_kernels, keyed_source
from massbattle_core.results_table.combat import muster, pack, table_array
from massbattle_core.results_table.loop import (
    ARMY,
    RECORD_COLUMNS,
    SHIELD_BROKEN,
    WEAPON_BROKEN,
    WORST,
    Host,
    Options,
    fight,
    options_of,
)
from massbattle_core.results_table.model import Combat, Rules
from massbattle_core.results_table.rules.aftermath import DEAD_ROW, is_beaten

__all__ = ["Counts", "simulate", "simulate_battles", "simulate_combat"]

IntArray = NDArray[np.int64]

# Columns of what is counted for each battle and army.
LOSSES, DEAD, BROKEN, BEATEN, COUNT_COLUMNS = range(5)
# Columns of how each battle was fought.
COLUMN, KIND, PERCENT, ATTACK_BLOWS, DEFENCE_BLOWS, FOUGHT_COLUMNS = range(6)
# Columns of what became of each soldier, after rows 0…6 of the table of wounds.
FATE_WEAPON, FATE_SHIELD, FATE_COLUMNS = range(7, 10)

MAX_BATTLES = 1_000_000


@dataclass(frozen=True)
class Counts:
    """What was counted of simulated battles.

    ``fought`` (battles, 5): column, kind, percent, blows of both; ``armies`` (battles, armies, 4), attackers first:
    losses, dead, broken items, beaten; ``attackers`` and ``defenders`` (soldiers, 9), in the order of the muster: how
    often each ended at row 0…6, lost the weapon, lost the shield.
    """

    fought: IntArray
    armies: IntArray
    attackers: IntArray
    defenders: IntArray


@in_kernels
def _count(host: Host, counts: IntArray, fates: IntArray, least_loss: int) -> int:
    """Add what became of a side to the counts of its armies and the fates of its soldiers; the side's losses."""
    losses = 0
    for soldier in range(len(host.soldiers)):
        worst = host.state[soldier, WORST]
        army = host.soldiers[soldier, ARMY]
        fates[soldier, worst] += 1
        fates[soldier, FATE_WEAPON] += host.state[soldier, WEAPON_BROKEN]
        fates[soldier, FATE_SHIELD] += host.state[soldier, SHIELD_BROKEN]
        counts[army, BROKEN] += host.state[soldier, WEAPON_BROKEN] + host.state[soldier, SHIELD_BROKEN]
        if worst >= DEAD_ROW:
            counts[army, DEAD] += 1
        if worst >= least_loss:
            counts[army, LOSSES] += 1
            losses += 1
    return losses


@in_kernels
def _renew(host: Host) -> None:
    host.state[:] = 0
    for place in range(len(host.order)):
        host.order[place] = place


def simulate_battles(
    attackers: Host,
    defenders: Host,
    attacking_armies: int,
    strengths: IntArray,
    table: IntArray,
    options: Options,
    seed: int,
    battles: int,
    fought: IntArray,
    counts: IntArray,
    attack_fates: IntArray,
    defence_fates: IntArray,
) -> None:
    """Fight the battles 0…battles − 1 of a seed, filling the last four arrays, the zeros of a :class:`Counts`.

    ``strengths`` (armies,) are numbers of soldiers, the attackers' armies first.
    """
    record = np.zeros((0, RECORD_COLUMNS), np.int64)
    for battle in range(battles):
        _renew(attackers)
        _renew(defenders)
        how = fight(attackers, defenders, table, options, keyed_source(seed, battle), record, record)
        fought[battle, COLUMN] = how.column
        fought[battle, KIND] = how.kind
        fought[battle, PERCENT] = how.percent
        fought[battle, ATTACK_BLOWS] = how.attack_blows
        fought[battle, DEFENCE_BLOWS] = how.defence_blows
        attack_losses = _count(attackers, counts[battle], attack_fates, options.loss_row)
        defence_losses = _count(defenders, counts[battle], defence_fates, options.loss_row)
        for army in range(len(strengths)):
            own, other = attack_losses, defence_losses
            if army >= attacking_armies:
                own, other = defence_losses, attack_losses
            losses = counts[battle, army, LOSSES]
            if is_beaten(own, other, losses, strengths[army], options.equal_counts):
                counts[battle, army, BEATEN] = 1


simulate = njit(simulate_battles)


def simulate_combat(
    combat: Combat, rules: Rules, battles: int, seed: int, run: Callable[..., None] = simulate
) -> Counts:
    """Fight a combat many times; ``run`` is the compiled loop, or ``simulate_battles`` for plain Python.

    Raises :class:`InvalidBattleError` with every problem of the combat or of the numbers.
    """
    problems = [
        Problem(name, f"{value!r} is out of bounds", f"a whole number {least}…{most}")
        for name, value, least, most in (("battles", battles, 1, MAX_BATTLES), ("seed", seed, 0, 2**63 - 1))
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most
    ]
    if problems:
        raise InvalidBattleError(problems)
    attackers, defenders, _ = pack(muster(combat, rules))
    counts = Counts(
        np.zeros((battles, FOUGHT_COLUMNS), np.int64),
        np.zeros((battles, len(combat.armies), COUNT_COLUMNS), np.int64),
        np.zeros((len(attackers.soldiers), FATE_COLUMNS), np.int64),
        np.zeros((len(defenders.soldiers), FATE_COLUMNS), np.int64),
    )
    run(
        attackers,
        defenders,
        len(combat.attackers),
        np.array([army.strength for army in combat.armies], np.int64),
        table_array(rules),
        options_of(rules),
        seed,
        battles,
        counts.fought,
        counts.armies,
        counts.attackers,
        counts.defenders,
    )
    return counts
