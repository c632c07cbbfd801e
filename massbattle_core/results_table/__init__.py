"""S3, army fights with a combat results table.

Armies of soldiers meet on the nodes of a map. Strength and swords make factors, the ratio of factors and a d6 give a
result, the result a number of blows each way; every blow is a d6 that may wound, kill and break what a soldier
carries. Instances are immutable; factors and chances are exact.

==================  ===========================================================================================
``tables``          the printed tables and numbers
``model``           soldiers, armies, combats, house rules (``Rules``)
``roster``          soldiers from counts and from CSV files
``rules``           one module a chapter: ``encounter``, ``factors``, ``results``, ``blows``, ``aftermath``
``loop``            the fight as one loop, the same source for play and for compiled simulation
``combat``          ``resolve_combat``: one combat with dice in the hand; its ``report``
``odds``            ``combat_odds`` and ``soldier_odds``: exact where affordable, else simulated
``field``           the map, where armies stand; ``actions`` and ``legality``: what may be done
``play``            the game: ``setup``, ``verify``, ``legal_actions``, ``apply``, ``outcome``
==================  ===========================================================================================
"""

from massbattle_core.results_table.combat import combat_factors, muster, resolve_combat
from massbattle_core.results_table.model import Army, Combat, Rules, Soldier, problems_of
from massbattle_core.results_table.odds import CombatOdds, SoldierOdds, blows_by_result, combat_odds, soldier_odds
from massbattle_core.results_table.report import Blow, CombatReport, Fate
from massbattle_core.results_table.roster import SoldierCount, read_soldiers_csv, soldiers_from_counts

__all__ = [
    "Army",
    "Blow",
    "Combat",
    "CombatOdds",
    "CombatReport",
    "Fate",
    "Rules",
    "Soldier",
    "SoldierCount",
    "SoldierOdds",
    "blows_by_result",
    "combat_factors",
    "combat_odds",
    "muster",
    "problems_of",
    "read_soldiers_csv",
    "resolve_combat",
    "soldier_odds",
    "soldiers_from_counts",
]
