"""Bench of the army results table: exact laws of 100 against 100, compiled simulation against plain Python."""

from __future__ import annotations

from dashboard.bench import Measure, seconds
from massbattle_core.results_table import Army, Combat, Rules, SoldierCount, combat_odds, soldiers_from_counts
from massbattle_core.results_table.odds.laws import army_losses_odds
from massbattle_core.results_table.odds.simulation import simulate_battles, simulate_combat

__all__ = ["compile_kernels", "measure"]

_COMPILED_BATTLES, _PLAIN_BATTLES = 2_000, 20


def _combat() -> Combat:
    attackers = soldiers_from_counts([SoldierCount(60, 120, "sword", True), SoldierCount(40, 60, "staff")])
    defenders = soldiers_from_counts([SoldierCount(60, 40, "mace"), SoldierCount(40, 160, "sword", True)])
    return Combat((Army("attackers", attackers),), (Army("defenders", defenders, immobile=True),))


def compile_kernels() -> None:
    """Have the compiled loop ready in the cache."""
    simulate_combat(_combat(), Rules(), 1, 1)


def measure() -> list[Measure]:
    """Time of the exact laws of losses of 100 against 100; the same loop compiled and as plain Python."""
    combat, rules = _combat(), Rules()

    def exact() -> None:
        army_losses_odds.cache_clear()
        combat_odds(combat, rules, method="exact")

    def compiled() -> None:
        simulate_combat(combat, rules, _COMPILED_BATTLES, 1)

    def plain() -> None:
        simulate_combat(combat, rules, _PLAIN_BATTLES, 1, simulate_battles)

    battle_compiled = seconds(compiled) / _COMPILED_BATTLES
    battle_plain = seconds(plain, runs=3) / _PLAIN_BATTLES
    ratio = battle_plain / battle_compiled
    return [
        Measure("S3: exact laws of losses and of being beaten, 100 against 100", seconds(exact, runs=3), "s"),
        Measure("S3: battles a second, compiled, 100 against 100", 1 / battle_compiled, "battles/s"),
        Measure("S3: compiled loop against plain Python of the same source", ratio, "×", at_least=20),
    ]
