"""The strategic phase: time of an equilibrium, and the exact law of a turn against plain loops over both dice."""

from __future__ import annotations

from itertools import count, product

from dashboard.bench import Measure, seconds
from massbattle_core.strategic import BOTH, Rules, muster, plan_game
from massbattle_core.strategic.odds import winner_odds
from massbattle_core.strategic.resolution import Contender, art_of_war_total, die_sides, standing, turn_winner

__all__ = ["measure"]


def measure() -> list[Measure]:
    """Time the equilibrium of two armies (all 50 plans a side) and compare the law of a turn with plain loops.

    Each run meets another general, so that no chances are remembered from the last one.
    The loops try every pair of faces with the rules themselves, on the d20 and on the d100.
    """
    skill = count(1)
    enemy = muster(800, art_of_war=3, training=4)
    equilibrium = seconds(lambda: plan_game(muster(3000, art_of_war=next(skill)), enemy, BOTH).solve())
    return [
        Measure("S2 equilibrium of 50 by 50 plans", equilibrium * 1000, "ms"),
        Measure("S2 exact law of a turn against plain loops, d20", _ratio(Rules()), "times", 4),
        Measure("S2 exact law of a turn against plain loops, d100", _ratio(Rules(scale="percent")), "times", 20),
    ]


def _ratio(rules: Rules) -> float:
    a, b = Contender(10, 25), Contender(12, 20)
    faces = range(1, die_sides(rules) + 1)

    def won(roll_a: int, roll_b: int) -> bool:
        standings = (
            standing(art_of_war_total(roll, side.modifier, rules), side.difficulty, side.routed, rules)
            for roll, side in ((roll_a, a), (roll_b, b))
        )
        return turn_winner(*standings) == "A"

    loops = seconds(lambda: sum(won(*rolls) for rolls in product(faces, repeat=2)))
    return loops / seconds(lambda: winner_odds(a, b, rules))
