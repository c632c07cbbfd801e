"""The fight as one loop over soldiers, the same source for live play and for compiled simulation.

``combat.resolve_combat`` runs ``fight`` as plain Python, with a :class:`~massbattle_core.dice.Dice` as its source;
``odds.simulation`` compiles it. Soldiers are rows of whole numbers; the columns are named by the constants below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from massbattle_core.results_table._compiled import draw, in_kernels, roll_die
from massbattle_core.results_table.model import Rules
from massbattle_core.results_table.rules.aftermath import DEAD_ROW, loss_row
from massbattle_core.results_table.rules.blows import (
    breaks,
    giver_modifier,
    receiver_modifier,
    staff_is_spent,
    suffer,
)
from massbattle_core.results_table.rules.results import (
    MASSACRE_BY_ATTACKER,
    MASSACRE_BY_DEFENDER,
    blows_by_number,
    column_index,
    weaker_is_attacker,
)
from massbattle_core.results_table.tables import ABOVE_TABLE, BELOW_TABLE, DIE

__all__ = ["Fought", "Host", "Options", "fight", "options_of", "strike"]

IntArray = NDArray[np.int64]

# Columns of Host.soldiers: what a soldier is.
WEAPON, STRONG, SHIELD, FACTORS, ARMY, SOLDIER_COLUMNS = range(6)
# Columns of Host.state: what has become of a soldier.
WORST, EARLIER, GAVE, WEAPON_BROKEN, SHIELD_BROKEN, STATE_COLUMNS = range(6)
# Columns of a record of blows.
GIVER, RECEIVER, FACE, MODIFIER, SUFFERED, ROW, RECORD_COLUMNS = range(7)


class Options(NamedTuple):
    """The house rules that the loop reads, as yes and no."""

    from_4: bool
    weaker_by_factors: bool
    cap_up: bool
    exchange_up: bool
    riposte: bool
    without_replacement: bool
    living_only: bool
    raw: bool
    receiver_breaks: bool
    giver_breaks: bool
    at_once: bool
    equal_counts: bool
    loss_row: int


def options_of(rules: Rules) -> Options:
    """The house rules in the form of the loop."""
    return Options(
        from_4=rules.above_3 == "from_4",
        weaker_by_factors=rules.weaker_by == "factors",
        cap_up=rules.cap_rounding == "ceil",
        exchange_up=rules.exchange_rounding == "ceil",
        riposte=rules.massacre_riposte == "ten_percent",
        without_replacement=rules.giver_draw == "without_replacement",
        living_only=rules.receiver_pool == "living",
        raw=rules.n_is == "raw",
        receiver_breaks=rules.breaks_for in ("receiver", "both"),
        giver_breaks=rules.breaks_for in ("giver", "both"),
        at_once=rules.break_timing == "at_once",
        equal_counts=rules.equal_losses == "both",
        loss_row=loss_row(rules),
    )


class Host(NamedTuple):
    """The soldiers of one side who may fight.

    ``soldiers`` (n, 5): weapon, strong, shield, factors, army; ``order`` (n,): indices, the engaged first once picked;
    ``state`` (n, 5): worst row, highest roll, gave a blow, weapon broken, shield broken. ``pick`` is how many are
    drawn to fight at walls, 0 for all; ``number`` is what counts for the number of blows, 0 for the engaged.
    """

    soldiers: IntArray
    order: IntArray
    state: IntArray
    pick: int
    number: int


class Fought(NamedTuple):
    """How a fight went: factors, column, face of the die (0 if none), result, blows that each side gives."""

    attack: int
    defence: int
    column: int
    face: int
    kind: int
    percent: int
    attack_blows: int
    defence_blows: int


@in_kernels
def _engage(host: Host, source: Any) -> int:
    """Pick at random who fights at the walls, to the front of ``host.order``; the number of those who fight.

    Source: R3.13
    """
    if host.pick == 0:
        return len(host.order)
    for place in range(host.pick):
        chosen = place + draw(source, len(host.order) - place, "engaged")
        swapped = host.order[place]
        host.order[place] = host.order[chosen]
        host.order[chosen] = swapped
    return host.pick


@in_kernels
def _wear(host: Host, soldier: int, row: int, source: Any) -> None:
    """Roll whether each whole item of a soldier breaks by a blow, the weapon first.

    Source: R3.28
    Ruling: an item that is broken already is not rolled for again.
    """
    if host.soldiers[soldier, WEAPON] != 0 and host.state[soldier, WEAPON_BROKEN] == 0 and breaks(row, source):
        host.state[soldier, WEAPON_BROKEN] = 1
    if host.soldiers[soldier, SHIELD] != 0 and host.state[soldier, SHIELD_BROKEN] == 0 and breaks(row, source):
        host.state[soldier, SHIELD_BROKEN] = 1


@in_kernels
def strike(
    givers: Host,
    receivers: Host,
    giver_count: int,
    receiver_count: int,
    blows: int,
    each_once: bool,
    options: Options,
    source: Any,
    record: IntArray,
) -> None:
    """Give the blows of one side to the other.

    ``giver_count`` and ``receiver_count`` are the engaged, at the front of ``order``; ``record`` (blows or 0, 6)
    takes giver, receiver, face, modifier, roll suffered before and row of each blow; those of lost blows stay zero.
    Source: R3.24
    Ruling: givers are drawn with replacement, except that in a massacre each gives one blow, in a random order; a
    soldier killed by the other side still gives, for all blows fall at once. Where givers are drawn without
    replacement and blows are left when all have struck, they start anew. A dead receiver may be drawn again unless
    ``receiver_pool = living``; with nobody left alive the other blows are lost.
    """
    turns = givers.order[:giver_count].copy()
    waiting = giver_count
    targets = receivers.order[:receiver_count].copy()
    left = receiver_count
    for blow in range(blows if giver_count > 0 else 0):
        if left == 0:
            break
        if each_once or options.without_replacement:
            if waiting == 0:
                waiting = giver_count
            chosen = draw(source, waiting, "giver")
            waiting -= 1
            giver = turns[chosen]
            turns[chosen] = turns[waiting]
            turns[waiting] = giver
        else:
            giver = turns[draw(source, giver_count, "giver")]
        target = draw(source, left, "receiver")
        receiver = targets[target]
        weapon = givers.soldiers[giver, WEAPON]
        shield = receivers.soldiers[receiver, SHIELD] != 0
        if options.at_once:
            weapon = 0 if givers.state[giver, WEAPON_BROKEN] != 0 else weapon
            shield = shield and receivers.state[receiver, SHIELD_BROKEN] == 0
        modifier = giver_modifier(weapon, givers.soldiers[giver, STRONG] != 0) + receiver_modifier(shield)
        face = roll_die(source, DIE, "blow")
        suffered = receivers.state[receiver, EARLIER]
        row, worst, earlier = suffer(receivers.state[receiver, WORST], suffered, face, modifier, options.raw)
        receivers.state[receiver, WORST] = worst
        receivers.state[receiver, EARLIER] = earlier
        givers.state[giver, GAVE] = 1
        if options.receiver_breaks:
            _wear(receivers, receiver, row, source)
        if options.giver_breaks:
            _wear(givers, giver, row, source)
        if options.living_only and worst >= DEAD_ROW:
            left -= 1
            targets[target] = targets[left]
        if blow < len(record):
            record[blow, GIVER] = giver
            record[blow, RECEIVER] = receiver
            record[blow, FACE] = face
            record[blow, MODIFIER] = modifier
            record[blow, SUFFERED] = suffered
            record[blow, ROW] = row


@in_kernels
def _spend_staffs(host: Host) -> None:
    for soldier in range(len(host.soldiers)):
        if staff_is_spent(host.soldiers[soldier, WEAPON], host.state[soldier, GAVE] != 0):
            host.state[soldier, WEAPON_BROKEN] = 1


@in_kernels
def _factors(host: Host, engaged: int) -> int:
    total = 0
    for place in range(engaged):
        total += host.soldiers[host.order[place], FACTORS]
    return total


@in_kernels
def fight(
    attackers: Host,
    defenders: Host,
    table: IntArray,
    options: Options,
    source: Any,
    attack_record: IntArray,
    defence_record: IntArray,
) -> Fought:
    """One whole combat, from who fights at the walls to the broken staffs.

    ``table`` (6, 9, 2) holds kind and percent of the results table; factors are in any common unit.
    Source: R3.13, R3.15, R3.16, R3.17, R3.18
    """
    attacking = _engage(attackers, source)
    defending = _engage(defenders, source)
    attack = _factors(attackers, attacking)
    defence = _factors(defenders, defending)
    column = column_index(attack, defence, options.from_4)
    face = 0
    kind, percent = MASSACRE_BY_ATTACKER, 100
    if column == BELOW_TABLE:
        kind = MASSACRE_BY_DEFENDER
    elif column != ABOVE_TABLE:
        face = roll_die(source, DIE, "result")
        kind = table[face - 1, column, 0]
        percent = table[face - 1, column, 1]
    attack_number = attackers.number if attackers.number > 0 else attacking
    defence_number = defenders.number if defenders.number > 0 else defending
    weaker = weaker_is_attacker(attack_number, defence_number, attack, defence, options.weaker_by_factors)
    attack_blows, defence_blows = blows_by_number(
        kind,
        percent,
        attack_number,
        defence_number,
        weaker,
        options.cap_up,
        options.exchange_up,
        options.riposte,
    )
    strike(
        attackers,
        defenders,
        attacking,
        defending,
        attack_blows,
        kind == MASSACRE_BY_ATTACKER,
        options,
        source,
        attack_record,
    )
    strike(
        defenders,
        attackers,
        defending,
        attacking,
        defence_blows,
        kind == MASSACRE_BY_DEFENDER,
        options,
        source,
        defence_record,
    )
    _spend_staffs(attackers)
    _spend_staffs(defenders)
    return Fought(attack, defence, column, face, kind, percent, attack_blows, defence_blows)
