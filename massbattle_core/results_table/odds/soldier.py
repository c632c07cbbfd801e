"""The odds of one soldier in a combat: wound, weapon, shield."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table.combat import Muster, muster
from massbattle_core.results_table.model import Combat, Rules, Soldier
from massbattle_core.results_table.odds.combat import struck_by_result
from massbattle_core.results_table.odds.laws import item_breaks, row_odds
from massbattle_core.results_table.odds.simulation import FATE_SHIELD, FATE_WEAPON, simulate_combat
from massbattle_core.results_table.odds.struck import Struck, has_fate
from massbattle_core.results_table.rules.blows import staff_is_spent
from massbattle_core.results_table.tables import WEAPONS, WOUNDS

__all__ = ["SoldierOdds", "gives_blow_odds", "soldier_odds"]


@dataclass(frozen=True, slots=True)
class SoldierOdds:
    """What may become of one soldier: chances by wound, of losing the weapon, of losing the shield."""

    method: Literal["exact", "simulated"]
    wounds: dict[str, Fraction]
    weapon_breaks: Fraction
    shield_breaks: Fraction


def gives_blow_odds(struck: Struck) -> Fraction:
    """The chance that one given soldier of the striking side gives at least one blow.

    Source: R3.24
    """
    if not struck.falls:
        return Fraction(0)
    if struck.each_once:
        return min(Fraction(1), Fraction(struck.blows, struck.giver_count))
    return 1 - (1 - Fraction(1, struck.giver_count)) ** struck.blows


def soldier_odds(
    combat: Combat, army: str, soldier: str, rules: Rules, *, battles: int = 20_000, seed: int = 0
) -> SoldierOdds:
    """The odds of one soldier, exact unless a house rule makes blows depend on one another; then simulated.

    Raises :class:`InvalidBattleError` with every problem of the combat, or if the soldier does not fight in it.
    Source: R3.24, R3.25, R3.27, R3.28, R3.29
    """
    mustered = muster(combat, rules)
    for attacking, ranks in ((True, mustered.attackers), (False, mustered.defenders)):
        for place, (own, one) in enumerate(ranks.soldiers):
            if (own.name, one.name) == (army, soldier):
                if _is_exact(mustered, rules):
                    return _exact(mustered, attacking, one, rules)
                return _simulated(combat, attacking, place, rules, battles, seed)
    raise InvalidBattleError(
        [Problem("soldier", f"{soldier!r} of {army!r} does not fight here", "name a fit soldier of the combat")]
    )


def _is_exact(mustered: Muster, rules: Rules) -> bool:
    return (
        rules.break_timing == "end"
        and rules.breaks_for == "receiver"
        and not (mustered.attackers.pick or mustered.defenders.pick)
        and all(has_fate(struck) for _, *both in struck_by_result(mustered, rules)[1].values() for struck in both)
    )


def _exact(mustered: Muster, attacking: bool, soldier: Soldier, rules: Rules) -> SoldierOdds:
    wounds: dict[str, Fraction] = {}
    weapon_breaks = shield_breaks = Fraction(0)
    weapon = WEAPONS.index(soldier.weapon)
    for p, *both in struck_by_result(mustered, rules)[1].values():
        takes, gives = both if attacking else reversed(both)
        for row, q in row_odds(takes, soldier.shield).items():
            wounds[WOUNDS[row]] = wounds.get(WOUNDS[row], Fraction(0)) + p * q
        breaks = item_breaks(takes, soldier.shield)
        spent = gives_blow_odds(gives) if staff_is_spent(weapon, True) else Fraction(0)
        weapon_breaks += p * (1 - (1 - breaks) * (1 - spent)) if weapon else 0
        shield_breaks += p * breaks if soldier.shield else 0
    return SoldierOdds("exact", wounds, weapon_breaks, shield_breaks)


def _simulated(combat: Combat, attacking: bool, place: int, rules: Rules, battles: int, seed: int) -> SoldierOdds:
    counts = simulate_combat(combat, rules, battles, seed)
    fates = (counts.attackers if attacking else counts.defenders)[place].tolist()
    wounds: dict[str, Fraction] = {}
    for row, wound in enumerate(WOUNDS):
        if fates[row]:
            wounds[wound] = wounds.get(wound, Fraction(0)) + Fraction(fates[row], battles)
    return SoldierOdds(
        "simulated", wounds, Fraction(fates[FATE_WEAPON], battles), Fraction(fates[FATE_SHIELD], battles)
    )
