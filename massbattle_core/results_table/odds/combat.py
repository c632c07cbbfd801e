"""The odds of one combat: result, blows, losses, who is beaten; exact where affordable, else simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

import numpy as np

from massbattle_core.distribution import Distribution
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table.combat import Muster, Ranks, muster
from massbattle_core.results_table.model import Combat, Rules
from massbattle_core.results_table.odds.laws import army_losses_odds, is_affordable, losses_odds
from massbattle_core.results_table.odds.simulation import (
    ATTACK_BLOWS,
    BEATEN,
    COLUMN,
    DEAD,
    DEFENCE_BLOWS,
    KIND,
    LOSSES,
    PERCENT,
    IntArray,
    simulate_combat,
)
from massbattle_core.results_table.odds.struck import Receivers, Struck
from massbattle_core.results_table.rules.aftermath import DEAD_ROW, has_most_losses, is_heavy, loss_row
from massbattle_core.results_table.rules.blows import giver_modifier, is_strong
from massbattle_core.results_table.rules.results import (
    blows_exchanged,
    column_index,
    column_name,
    result_name,
    result_odds,
)
from massbattle_core.results_table.tables import WEAPONS

__all__ = ["CombatOdds", "Method", "blows_by_result", "combat_odds", "struck_by_result"]

Method = Literal["auto", "exact", "simulated"]


@dataclass(frozen=True, slots=True)
class CombatOdds:
    """The odds of a combat before it is fought.

    ``columns`` and ``results`` are chances by name; blows are those that a side gives, losses (R3.30) and dead those
    that it takes, in soldiers; ``beaten`` is the chance of each army by name. Simulated odds are the shares of
    ``battles`` battles with the dice of ``seed``; both are None if the odds are exact.
    """

    method: Literal["exact", "simulated"]
    battles: int | None
    seed: int | None
    columns: dict[str, Fraction]
    results: dict[str, Fraction]
    attack_blows: Distribution
    defence_blows: Distribution
    attack_losses: Distribution
    defence_losses: Distribution
    attack_dead: Distribution
    defence_dead: Distribution
    beaten: dict[str, Fraction]


def combat_odds(
    combat: Combat, rules: Rules, *, method: Method = "auto", battles: int = 20_000, seed: int = 0
) -> CombatOdds:
    """The odds of a combat: the exact twin of ``resolve_combat`` where affordable, a simulation of it elsewhere.

    Raises :class:`InvalidBattleError` with every problem of the combat, for an unknown method, or if the method is
    "exact" and no exact law is affordable.
    Source: R3.9, R3.17, R3.24, R3.30
    """
    if method not in get_args(Method):
        raise InvalidBattleError([Problem("method", f"{method!r} is unknown", f"one of {', '.join(get_args(Method))}")])
    mustered = muster(combat, rules)
    exact = method != "simulated" and _is_exact(mustered, rules)
    if method == "exact" and not exact:
        problem = Problem("method", "no exact law is affordable for this combat", "take fewer soldiers, or simulate")
        raise InvalidBattleError([problem])
    if exact:
        return _exact_odds(mustered, rules)
    return _simulated_odds(combat, rules, battles, seed)


# ---------------------------------------------------------------- exact


def blows_by_result(mustered: Muster, rules: Rules) -> tuple[int, dict[str, tuple[Fraction, int, int]]]:
    """The column, and for each result its chance and the blows of the attackers and of the defenders.

    Source: R3.15, R3.17, R3.19, R3.20, R3.21, R3.22, R3.23
    """
    attackers, defenders = mustered.attackers, mustered.defenders
    factors = attackers.total, defenders.total
    column = column_index(*factors, from_4=rules.above_3 == "from_4")
    numbers = (attackers.number or attackers.engaged, defenders.number or defenders.engaged)
    return column, {
        result: (p, *blows_exchanged(result, *numbers, rules, factors))
        for result, p in result_odds(column, rules).items()
    }


def _struck_by(givers: Ranks, receivers: Ranks, blows: int, massacre: bool, rules: Rules) -> Struck:
    """The blows of one side on the other, for the exact laws; equipment is that of the start.

    Source: R3.24, R3.26
    """
    modifiers = Counter(
        giver_modifier(WEAPONS.index(soldier.weapon), is_strong(soldier.strength)) for _, soldier in givers.soldiers
    )
    numbers = {army.name: number for number, army in enumerate(receivers.armies)}
    alike = Counter((numbers[army.name], soldier.shield) for army, soldier in receivers.soldiers)
    return Struck(
        blows,
        tuple(sorted(modifiers.items())),
        tuple(Receivers(army, shield, count) for (army, shield), count in sorted(alike.items())),
        each_once=massacre or rules.giver_draw == "without_replacement",
        living=rules.receiver_pool == "living",
        raw=rules.n_is == "raw",
    )


def struck_by_result(mustered: Muster, rules: Rules) -> tuple[int, dict[str, tuple[Fraction, Struck, Struck]]]:
    """The column, and for each result its chance, what strikes the attackers, what strikes the defenders."""
    attackers, defenders = mustered.attackers, mustered.defenders
    column, results = blows_by_result(mustered, rules)
    return column, {
        result: (
            p,
            _struck_by(defenders, attackers, defence_blows, result == "MD", rules),
            _struck_by(attackers, defenders, attack_blows, result == "MA", rules),
        )
        for result, (p, attack_blows, defence_blows) in results.items()
    }


def _is_exact(mustered: Muster, rules: Rules) -> bool:
    """Whether the odds of a combat are known exactly at an affordable cost.

    They are not if soldiers are drawn at random for the walls, or if items that break change the next blow.
    """
    if mustered.attackers.pick or mustered.defenders.pick or rules.break_timing == "at_once":
        return False
    _, results = struck_by_result(mustered, rules)
    return all(is_affordable(struck) for _, *both in results.values() for struck in both)


def _exact_odds(mustered: Muster, rules: Rules) -> CombatOdds:
    column, results = struck_by_result(mustered, rules)
    least = loss_row(rules)

    def mix(side: int, least_row: int) -> Distribution:
        return Distribution.mixture((p, losses_odds(both[side], least_row)) for p, *both in results.values())

    return CombatOdds(
        "exact",
        None,
        None,
        {column_name(column): Fraction(1)},
        {result: p for result, (p, _, _) in results.items()},
        Distribution.mixture((p, Distribution.certain(struck.blows)) for p, _, struck in results.values()),
        Distribution.mixture((p, Distribution.certain(struck.blows)) for p, struck, _ in results.values()),
        mix(0, least),
        mix(1, least),
        mix(0, DEAD_ROW),
        mix(1, DEAD_ROW),
        _beaten(mustered.attackers, [(p, own, other) for p, own, other in results.values()], rules)
        | _beaten(mustered.defenders, [(p, own, other) for p, other, own in results.values()], rules),
    )


def _beaten(ranks: Ranks, results: Iterable[tuple[Fraction, Struck, Struck]], rules: Rules) -> dict[str, Fraction]:
    """The chance of each army of a side to be beaten: given the result, the losses of both sides are independent."""
    beaten = {army.name: Fraction(0) for army in ranks.armies}
    equal = rules.equal_losses == "both"
    for p, own, other in results:
        others = losses_odds(other, loss_row(rules))
        most = [
            sum((q for losses, q in others.items() if has_most_losses(total, losses, equal)), Fraction(0))
            for total in range(own.count + 1)
        ]
        for number, army in enumerate(ranks.armies):
            for (losses, rest), q in army_losses_odds(own, number, loss_row(rules)).items():
                if is_heavy(losses, army.strength):
                    beaten[army.name] += p * q * most[losses + rest]
    return beaten


# ---------------------------------------------------------------- simulated


def _simulated_odds(combat: Combat, rules: Rules, battles: int, seed: int) -> CombatOdds:
    counts = simulate_combat(combat, rules, battles, seed)
    attacking = len(combat.attackers)

    def law(values: IntArray) -> Distribution:
        return Distribution({value: int(count) for value, count in enumerate(np.bincount(values))})

    def side(column: int) -> tuple[Distribution, Distribution]:
        each = counts.armies[:, :, column]
        return law(each[:, :attacking].sum(axis=1)), law(each[:, attacking:].sum(axis=1))

    attack_losses, defence_losses = side(LOSSES)
    attack_dead, defence_dead = side(DEAD)
    return CombatOdds(
        "simulated",
        battles,
        seed,
        _shares(map(column_name, counts.fought[:, COLUMN].tolist())),
        _shares(result_name(*result) for result in counts.fought[:, [KIND, PERCENT]].tolist()),
        law(counts.fought[:, ATTACK_BLOWS]),
        law(counts.fought[:, DEFENCE_BLOWS]),
        attack_losses,
        defence_losses,
        attack_dead,
        defence_dead,
        {
            army.name: Fraction(int(counts.armies[:, number, BEATEN].sum()), battles)
            for number, army in enumerate(combat.armies)
        },
    )


def _shares(names: Iterable[str]) -> dict[str, Fraction]:
    counted = Counter(names)
    return {name: Fraction(count, counted.total()) for name, count in sorted(counted.items())}
