"""Small armies for the tests of the army results table."""

from __future__ import annotations

import random

from massbattle_core.results_table.model import Army, Combat, Soldier
from massbattle_core.results_table.roster import SoldierCount, soldiers_from_counts
from massbattle_core.results_table.tables import WEAPONS


def army(name, *counts, **flags):
    """An army from (count, strength, weapon, shield)…"""
    return Army(name, soldiers_from_counts(SoldierCount(*count) for count in counts), side=name, **flags)


def random_army(rng: random.Random, name: str, most: int, **flags) -> Army:
    soldiers = tuple(
        Soldier(str(number), rng.choice((20, 60, 100, 101, 160, 201)), rng.choice(WEAPONS), rng.random() < 0.5)
        for number in range(rng.randint(1, most))
    )
    return Army(name, soldiers, side=name, **flags)


def random_combat(rng: random.Random, most: int) -> Combat:
    """One or two armies a side."""
    attackers = tuple(random_army(rng, f"a{n}", most) for n in range(rng.choice((1, 1, 2))))
    defending = range(rng.choice((1, 1, 2)))
    return Combat(attackers, tuple(random_army(rng, f"d{n}", most, immobile=rng.random() < 0.5) for n in defending))
