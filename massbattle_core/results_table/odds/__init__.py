"""Odds of the army results table: the exact twins of the resolvers, and the simulation where they cost too much.

``combat`` a whole combat · ``soldier`` one soldier · ``laws`` what some blows do, exactly: ``struck`` says which blows
and what it costs, ``series`` and ``walk`` are two ways to the law · ``simulation`` the compiled loop.
"""

from massbattle_core.results_table.odds.combat import CombatOdds, Method, blows_by_result, combat_odds
from massbattle_core.results_table.odds.laws import army_losses_odds, is_affordable, item_breaks, losses_odds, row_odds
from massbattle_core.results_table.odds.simulation import Counts, simulate_combat
from massbattle_core.results_table.odds.soldier import SoldierOdds, soldier_odds
from massbattle_core.results_table.odds.struck import Receivers, Struck

__all__ = [
    "CombatOdds",
    "Counts",
    "Method",
    "Receivers",
    "SoldierOdds",
    "Struck",
    "army_losses_odds",
    "blows_by_result",
    "combat_odds",
    "is_affordable",
    "item_breaks",
    "losses_odds",
    "row_odds",
    "simulate_combat",
    "soldier_odds",
]
