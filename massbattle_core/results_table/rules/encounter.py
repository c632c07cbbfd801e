"""Who fights whom: detection, coalitions, attacker and defender (R3.1, R3.3–R3.7, R3.14).

The system of detection itself is outside the source: what has detected what is given, as ordered pairs
(observer, target) of army names.

Judgement: R3.1 (what detects what), R3.5 with ``coalition_join = gm``, R3.7 with ``defender_tie = gm``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Literal

from massbattle_core.dice import Dice
from massbattle_core.results_table.model import Army, Rules

__all__ = [
    "Detected",
    "Pair",
    "Relations",
    "SideNumbers",
    "Sides",
    "can_stand_with",
    "defender_by_rule",
    "defender_odds",
    "detection_size",
    "in_combat_situation",
    "joins",
    "pair",
    "pending_combats",
    "resolve_defender",
    "resolve_next_combat",
    "uses_results_table",
]

Pair = frozenset[str]
Detected = frozenset[tuple[str, str]]


def pair(first: str, second: str) -> Pair:
    """An unordered pair of names."""
    return frozenset((first, second))


@dataclass(frozen=True, slots=True)
class Relations:
    """Who is whose friend and enemy, as unordered pairs of *sides*; armies of one side are friends."""

    enemies: frozenset[Pair] = field(default_factory=frozenset)
    friends: frozenset[Pair] = field(default_factory=frozenset)

    def are_enemies(self, first: Army, second: Army) -> bool:
        """Whether two armies are enemies."""
        return first.side != second.side and pair(first.side, second.side) in self.enemies

    def are_friends(self, first: Army, second: Army) -> bool:
        """Whether two armies are friends."""
        return first.side == second.side or pair(first.side, second.side) in self.friends


@dataclass(frozen=True, slots=True)
class Sides:
    """The names of the armies of the two sides of one combat, before anybody is called the defender."""

    first: tuple[str, ...]
    second: tuple[str, ...]


def detection_size(army: Army) -> int:
    """How large an army is for detection: like a group of as many members.

    Source: R3.1
    """
    return army.strength


def uses_results_table(entities: Iterable[Army]) -> bool:
    """Whether a fight of these entities is decided by the results table: at least one of them is an army.

    Source: R3.14
    """
    return any(entity.kind == "army" for entity in entities)


def in_combat_situation(first: Army, second: Army, relations: Relations, detected: Detected) -> bool:
    """Whether two enemies must fight: one of them has detected the other.

    Source: R3.4
    """
    seen = (first.name, second.name) in detected or (second.name, first.name) in detected
    return seen and relations.are_enemies(first, second) and uses_results_table((first, second))


def can_stand_with(
    army: Army, own: Sequence[Army], other: Sequence[Army], relations: Relations, fought: frozenset[Pair]
) -> bool:
    """Whether an army can be on a side at all: a friend of all of it, an enemy of somebody opposite, new to all there.

    Source: R3.3, R3.5
    """
    return (
        all(relations.are_friends(army, friend) for friend in own)
        and any(relations.are_enemies(army, enemy) for enemy in other)
        and not any(pair(army.name, enemy.name) in fought for enemy in other)
    )


def joins(army: Army, other: Sequence[Army], relations: Relations, detected: Detected, rules: Rules) -> bool:
    """Whether an army that can stand with its friends in a combat against ``other`` does so.

    Source: R3.5
    Ruling: [INVENTED], for the source lost the paragraph that answers: it joins if it is in a combat situation
    itself or because its friends are; ``detected_only`` wants the former, and with ``gm`` the GM adds it or not.
    """
    if rules.coalition_join == "detected_or_friend_attacked":
        return True
    itself = any(in_combat_situation(army, enemy, relations, detected) for enemy in other)
    return itself and rules.coalition_join == "detected_only"


def pending_combats(
    armies: Sequence[Army], relations: Relations, detected: Detected, fought: frozenset[Pair], rules: Rules
) -> tuple[Sides, ...]:
    """The combats that the armies at one node must fight, in the order of the list; only the next one is sure.

    ``fought`` are the pairs of army names that have met already; they never meet again.
    Source: R3.3, R3.4, R3.5
    Ruling: [INVENTED] one combat grows out of each pair in a combat situation, and every army at the node that can
    stand with one side and joins is in it. Three mutual enemies hence fight pair by pair.
    """
    combats: list[Sides] = []
    covered: set[Pair] = set()
    for one, two in combinations(armies, 2):
        names = pair(one.name, two.name)
        if names in covered or names in fought or not in_combat_situation(one, two, relations, detected):
            continue
        first, second = [one], [two]
        for army in armies:
            for own, other in ((first, second), (second, first)):
                free = army not in first and army not in second
                if free and can_stand_with(army, own, other, relations, fought):
                    own += [army] if joins(army, other, relations, detected, rules) else []
        covered |= {pair(a.name, b.name) for a in first for b in second}
        combats.append(Sides(_names(first, armies), _names(second, armies)))
    return tuple(combats)


def _names(side: Sequence[Army], armies: Sequence[Army]) -> tuple[str, ...]:
    return tuple(army.name for army in armies if army in side)


def resolve_next_combat(pending: Sequence[Sides], dice: Dice) -> Sides:
    """Draw which of several combats at a node is fought first; drawn again after each, this is a random order.

    Source: R3.5
    """
    return pending[0] if len(pending) == 1 else pending[dice.roll(len(pending), "next combat") - 1]


@dataclass(frozen=True, slots=True)
class SideNumbers:
    """What decides who defends: immobile armies and soldiers of a side."""

    immobile_armies: int
    soldiers: int

    @classmethod
    def of(cls, armies: Iterable[Army]) -> SideNumbers:
        """The numbers of a side."""
        armies = tuple(armies)
        return cls(sum(army.immobile for army in armies), sum(army.strength for army in armies))


def defender_by_rule(first: SideNumbers, second: SideNumbers) -> Literal["first", "second"] | None:
    """The side that defends: more immobile armies, then fewer soldiers; None if all is equal.

    Source: R3.6
    """
    if first.immobile_armies != second.immobile_armies:
        return "first" if first.immobile_armies > second.immobile_armies else "second"
    if first.soldiers != second.soldiers:
        return "first" if first.soldiers < second.soldiers else "second"
    return None


def resolve_defender(first: SideNumbers, second: SideNumbers, dice: Dice) -> Literal["first", "second"]:
    """The side that defends, by a fair coin if the rule does not say.

    Source: R3.6, R3.7
    """
    return defender_by_rule(first, second) or ("first" if dice.roll(2, "defender") == 1 else "second")


def defender_odds(first: SideNumbers, second: SideNumbers) -> dict[str, Fraction]:
    """The chance of each side to defend.

    Source: R3.6, R3.7
    """
    sure = defender_by_rule(first, second)
    return {sure: Fraction(1)} if sure else {"first": Fraction(1, 2), "second": Fraction(1, 2)}
