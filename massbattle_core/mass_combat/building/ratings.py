"""Battle rating and space: what creatures are worth in a unit, and how much of it they take up."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.building.composition import Member
from massbattle_core.mass_combat.building.derived import Derived, Term
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.tables import BATTLE_RATING, BR_PER_CR_OVER_20, GREATEST_BR, GROUP_SIZE, SPACE_OF_SIZE
from massbattle_core.phrases import phrase

__all__ = ["battle_rating", "creature_rating", "space"]


def creature_rating(challenge_rating: Fraction, rules: HouseRules) -> Fraction:
    """What one creature adds to the battle rating; creatures of CR 1 or less add a fraction of a point.

    Raises :class:`InvalidBattleError` for a challenge rating that no creature has, or above 20 where the
    house rule rejects it.

    Source: R0.2, R0.3, R0.4
    """
    if challenge_rating == 0:
        return Fraction(0) if rules.br_cr0 == "none" else Fraction(1, GROUP_SIZE[Fraction(1, 8)])
    if challenge_rating in GROUP_SIZE:
        return Fraction(1, GROUP_SIZE[challenge_rating])
    if challenge_rating.denominator == 1 and 2 <= challenge_rating <= 30:
        cr = int(challenge_rating)
        if cr in BATTLE_RATING:
            return Fraction(BATTLE_RATING[cr])
        if rules.br_over_20 == "cap":
            return Fraction(GREATEST_BR)
        if rules.br_over_20 == "extrapolate4":
            return Fraction(GREATEST_BR + BR_PER_CR_OVER_20 * (cr - 20))
        raise InvalidBattleError(
            [
                Problem(
                    "",
                    phrase("CR {cr} is above 20", cr=cr),
                    phrase("leave it out, or change the house rule about CR above 20"),
                    "R0.3",
                )
            ]
        )
    raise InvalidBattleError(
        [
            Problem(
                "",
                phrase("no creature has CR {rating}", rating=challenge_rating),
                phrase("use 0, 1/8, 1/4, 1/2 or a whole number up to 30"),
                "R0.3",
            )
        ]
    )


def battle_rating(counts: Iterable[tuple[str, Fraction, int]], rules: HouseRules) -> Derived:
    """The battle rating of creatures given as (kind, challenge rating, count), with one term a row.

    Weak creatures count in full groups of their challenge rating; what is left over adds nothing, unless a
    house rule groups each kind apart or adds all fractions before rounding down.

    Source: R0.3, R0.4, R0.10
    """
    strong: dict[Fraction, int] = {}
    weak: dict[tuple[str, Fraction], int] = {}
    for kind, cr, count in counts:
        each = creature_rating(cr, rules)
        if each == 0 or each.denominator > 1:
            row = Fraction(1, 8) if cr == 0 and each else cr
            key = (kind if rules.br_grouping == "per_kind" else "", row)
            weak[key] = weak.get(key, 0) + count
        else:
            strong[cr] = strong.get(cr, 0) + count
    terms = []
    for (kind, cr), count in sorted(weak.items(), key=lambda item: (item[0][1], item[0][0])):
        size = GROUP_SIZE.get(cr, 0)
        full, left = divmod(count, size) if size else (0, count)
        facts = {"cr": cr, "count": count, "size": size, "left": left, "short": size - left, "kind": kind}
        if rules.br_grouping == "mixed_fraction":
            terms.append(Term("br_fraction", 0, "R0.4", facts))
        else:
            terms.append(Term("br_groups" if size else "br_none", full, "R0.4" if size else "R0.3", facts))
    if rules.br_grouping == "mixed_fraction":
        mixed = floor(
            sum((Fraction(count, GROUP_SIZE[cr]) for (_, cr), count in weak.items() if cr in GROUP_SIZE), Fraction(0))
        )
        terms.append(Term("br_fractions_together", mixed, "R0.4"))
    for cr, count in sorted(strong.items()):
        each_rating = int(creature_rating(cr, rules))
        terms.append(Term("br_each", each_rating * count, "R0.3", {"cr": cr, "count": count, "each": each_rating}))
    return Derived(sum(term.amount for term in terms), tuple(terms))


def space(people: Iterable[Member], rules: HouseRules) -> Derived:
    """The space that a unit takes; more than 400 is over the limit.

    Commanders take none, their mounts do. A creature without a place in the table of R0.3 (CR 0) takes none,
    unless a house rule counts everyone; under another, riders take no space beside their mounts.

    Source: R0.6, R0.7, R0.8, R0.9
    """
    terms = []
    for member in people:
        size = SPACE_OF_SIZE[member.creature.size]
        facts = {"creature": member.creature.name, "count": member.count, "each": size, "size": member.creature.size}
        if member.role == "commander":
            terms.append(Term("space_commander", 0, "R0.8", facts))
        elif member.creature.challenge_rating == 0 and rules.counts_to_limit == "cr_in_table":
            terms.append(Term("space_no_br", 0, "R0.6", facts))
        elif member.mounted and rules.mount_space == "mount_only":
            terms.append(Term("space_rider", 0, "R0.9", facts))
        else:
            terms.append(Term("space_each", size * member.count, "R0.7", facts))
    return Derived(sum(term.amount for term in terms), tuple(terms))
