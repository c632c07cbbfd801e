"""Brute force: every die of a small combat, by code that shares nothing with the product but its data classes."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

WEAPON = {"none": -3, "staff": -2, "sword": 0, "mace": 1}
BREAK = {0: 0, 1: 10, 2: 20, 3: 40, 4: 60, 5: 80, 6: 100}
UNHURT = (0, 0, True, True)
"""State of a soldier: worst row, highest roll suffered, weapon whole, shield whole."""


def _breakages(soldier, state, row):
    """(state, chance) after rolling for each whole item."""
    outcomes = [(state, Fraction(1))]
    for place, carried in ((2, soldier.weapon != "none"), (3, soldier.shield)):
        after = []
        for before, p in outcomes:
            chance = Fraction(BREAK[row], 100) if carried and before[place] else Fraction(0)
            for broken, q in ((True, chance), (False, 1 - chance)):
                if q:
                    changed = list(before)
                    changed[place] = before[place] and not broken
                    after.append((tuple(changed), p * q))
        outcomes = after
    return outcomes


def _blow(givers, receivers, law, rules, each_once):
    """One blow more; the law is over (states of givers, states of receivers, givers who have struck).

    Items are rolled for only where they may change a blow.
    """
    at_once = rules.break_timing == "at_once"
    receiver_breaks = at_once and rules.breaks_for != "giver"
    giver_breaks = at_once and rules.breaks_for != "receiver"
    after = defaultdict(Fraction)
    for (giving, taking, struck), p in law.items():
        targets = [i for i, state in enumerate(taking) if rules.receiver_pool == "all" or state[0] < 5]
        turns = [i for i in range(len(givers)) if i not in struck] if each_once else list(range(len(givers)))
        if not turns:
            struck, turns = frozenset(), list(range(len(givers)))
        if not targets:
            after[giving, taking, struck] += p
            continue
        for g in turns:
            for r in targets:
                weapon = "none" if at_once and not giving[g][2] else givers[g].weapon
                shield = receivers[r].shield and (taking[r][3] or not at_once)
                for die in range(1, 7):
                    modifier = WEAPON[weapon] + (givers[g].strength > 100) - shield
                    row = max(0, min(6, die + modifier + taking[r][1]))
                    suffered = max(taking[r][1], die if rules.n_is == "raw" else row)
                    hurt = (max(taking[r][0], row), suffered, *taking[r][2:])
                    q = p / (len(turns) * len(targets) * 6)
                    takes = _breakages(receivers[r], hurt, row) if receiver_breaks else [(hurt, 1)]
                    gives = [(giving[g], 1)]
                    if giver_breaks:
                        gives = _breakages(givers[g], giving[g], row)
                    for new_taker, s in takes:
                        for new_giver, t in gives:
                            key = (
                                (*giving[:g], new_giver, *giving[g + 1 :]),
                                (*taking[:r], new_taker, *taking[r + 1 :]),
                                struck | {g} if each_once else struck,
                            )
                            after[key] += q * s * t
    return after


def side_after(givers, receivers, blows, each_once, rules):
    """The law of the states of the receivers, where nothing else that the blows change matters."""
    law = {((UNHURT,) * len(givers), (UNHURT,) * len(receivers), frozenset()): Fraction(1)}
    for _ in range(blows):
        law = _blow(givers, receivers, law, rules, each_once)
    ends = defaultdict(Fraction)
    for (_, taking, _), p in law.items():
        ends[taking] += p
    return ends


def both_after(attackers, defenders, blows, massacre, rules):
    """The joint law of the states of both sides, where the attackers' blows may change those of the defenders."""
    law = {((UNHURT,) * len(attackers), (UNHURT,) * len(defenders), frozenset()): Fraction(1)}
    once = [rules.giver_draw == "without_replacement" or massacre == word for word in ("MA", "MD")]
    for _ in range(blows[0]):
        law = _blow(attackers, defenders, law, rules, once[0])
    turned = defaultdict(Fraction)
    for (a, d, _), p in law.items():
        turned[d, a, frozenset()] += p
    for _ in range(blows[1]):
        turned = _blow(defenders, attackers, turned, rules, once[1])
    ends = defaultdict(Fraction)
    for (d, a, _), p in turned.items():
        ends[a, d] += p
    return ends
