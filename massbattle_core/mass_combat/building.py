"""From creatures to a unit: battle rating, space, morale, initiative, speed, range, each with its reasons.

Every number is a :class:`Derived`: a value and the terms it is made of, which the page shows as "why".

Judgement: R0.17 (units of similar creatures are advice; the page shows the abilities common to all)
Judgement: R0.41 (resistances and special abilities have no rule of their own: the challenge rating holds them)
Judgement: R0.57 (a character with a challenge rating is entered as a creature like any other)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

from massbattle_core.creatures.model import MODES, Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Side, Unit
from massbattle_core.mass_combat.tables import (
    BATTLE_RATING,
    BR_PER_CR_OVER_20,
    FEET_PER_HEX,
    GREATEST_BR,
    GROUP_SIZE,
    INITIATIVE_BASE,
    MORALE_LADDER,
    MORALE_LIMIT,
    MORALE_NAMES,
    RANGED_FEET,
    SPACE_LIMIT,
    SPACE_OF_SIZE,
    SPEED_FACTOR,
)
from massbattle_core.phrases import phrase

__all__ = [
    "BuiltUnit",
    "Derived",
    "Member",
    "Term",
    "base_morale",
    "battle_rating",
    "build_unit",
    "creature_rating",
    "initiative",
    "members",
    "morale_name",
    "morale_rating",
    "range_in_hexes",
    "ranged_feet",
    "space",
    "speeds",
]


@dataclass(frozen=True, slots=True)
class Term:
    """One reason of a number: a stable key that the page puts into words, its facts, its share, its rule."""

    key: str
    amount: int
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Derived:
    """A number and the terms it is made of."""

    value: int
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """Creatures of a unit that play the same part: ``soldier``, ``mount``, ``commander`` or ``commander_mount``.

    ``mounted`` tells of soldiers and commanders whether they ride.
    """

    creature: Creature
    count: int
    role: str
    mounted: bool = False


def members(unit: Unit, creatures: Mapping[str, Creature]) -> tuple[Member, ...]:
    """Everyone in a unit whose challenge rating counts; attached characters are not among them.

    Raises :class:`InvalidBattleError` naming every creature that is not known.

    Source: R0.8, R0.9, R0.49
    """
    found: list[Member] = []
    problems: list[Problem] = []

    def add(creature_id: str | None, count: int, role: str, place: str, mounted: bool = False) -> None:
        if creature_id is None:
            return
        if creature_id in creatures:
            found.append(Member(creatures[creature_id], count, role, mounted))
        else:
            problems.append(
                Problem(
                    place,
                    phrase("unknown creature {creature_id!r}", creature_id=creature_id),
                    phrase("add it to the battle's creatures or choose another"),
                )
            )

    for number, group in enumerate(unit.groups):
        place = f"units/{unit.id}/groups/{number}"
        add(group.creature, group.count, "soldier", f"{place}/creature", group.mount is not None)
        add(group.mount, group.count, "mount", f"{place}/mount")
    if unit.commander:
        place = f"units/{unit.id}/commander"
        add(unit.commander.creature, 1, "commander", f"{place}/creature", unit.commander.mount is not None)
        add(unit.commander.mount, 1, "commander_mount", f"{place}/mount")
    if problems:
        raise InvalidBattleError(problems)
    return tuple(found)


# ---------------------------------------------------------------- battle rating


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


# ---------------------------------------------------------------- space


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


# ---------------------------------------------------------------- morale and initiative


def base_morale(harmful: int, helpful: int) -> int:
    """The base rating by the ladder: from 0, one row down a harmful factor and one up a helpful one.

    Source: R0.14, R0.15
    """
    row = MORALE_LADDER.index(0) + helpful - harmful
    return MORALE_LADDER[min(max(row, 0), len(MORALE_LADDER) - 1)]


def morale_name(rating: int) -> str:
    """The word for a rating: the row of the table at or nearest to it towards 0.

    Source: R0.14
    """
    rows = [row for row in MORALE_LADDER if abs(row) <= abs(rating) and row * rating >= 0]
    return MORALE_NAMES[max(rows, key=abs)]


def morale_rating(base: int, charisma: int, rules: HouseRules) -> int:
    """The morale rating: base plus the commander's Charisma modifier, kept within the limit.

    Source: R0.13, R0.16
    """
    if rules.morale_clamp == "after_cha":
        return _limit(base + charisma)
    if rules.morale_clamp == "base_only":
        return _limit(base) + charisma
    return base + charisma


def initiative(base: int, charisma: int, rules: HouseRules) -> int:
    """The fixed initiative: 10 + morale rating + Charisma modifier, which the text thus counts twice.

    Source: R0.19
    """
    if rules.initiative_cha == "once":
        return INITIATIVE_BASE + base + charisma
    return INITIATIVE_BASE + morale_rating(base, charisma, rules) + charisma


def _limit(rating: int) -> int:
    return min(max(rating, -MORALE_LIMIT), MORALE_LIMIT)


# ---------------------------------------------------------------- movement and range


def speeds(people: Iterable[Member]) -> dict[str, Derived]:
    """Feet a turn by mode: ten times the lowest speed, for each mode that every member has.

    Riders do not count, their mounts do instead.

    Source: R0.18, R0.21, R0.22
    """
    movers = [member for member in people if not member.mounted]
    result: dict[str, Derived] = {}
    for mode in MODES:
        if movers and all(member.creature.speeds.get(mode, 0) > 0 for member in movers):
            slowest = min(movers, key=lambda member: member.creature.speeds[mode])
            each = slowest.creature.speeds[mode]
            facts = {"creature": slowest.creature.name, "speed": each, "mode": mode}
            result[mode] = Derived(each * SPEED_FACTOR, (Term("speed_slowest", each * SPEED_FACTOR, "R0.21", facts),))
    return result


def ranged_feet(people: Iterable[Member], rules: HouseRules) -> Derived:
    """The range of a unit in feet: the smallest of its members' greatest ranges; 0 if one cannot shoot 100 ft.

    Commanders and mounts are not asked to shoot, unless house rules say so; a commander without soldiers is.

    Source: R0.12
    """
    there = tuple(people)
    exempt = rules.commander_exempt_ranged == "yes" and any(member.role == "soldier" for member in there)
    asked = [
        member
        for member in there
        if not (member.role == "commander" and exempt)
        and not (member.role in ("mount", "commander_mount") and rules.mounts_must_shoot == "no")
    ]
    if not asked:
        return Derived(0)
    shortest = min(asked, key=lambda member: member.creature.ranged_ft or 0)
    reach = shortest.creature.ranged_ft or 0
    facts = {"creature": shortest.creature.name, "range": reach}
    if reach < RANGED_FEET:
        return Derived(0, (Term("range_too_short", 0, "R0.12", facts),))
    return Derived(reach, (Term("range_shortest", reach, "R0.12", facts),))


def range_in_hexes(feet: int, rules: HouseRules) -> int:
    """How many spaces away a target may be for a unit of this range; 0 if it cannot shoot.

    Source: R0.32
    """
    if feet < RANGED_FEET:
        return 0
    return feet // FEET_PER_HEX + (1 if rules.range_measure == "edge_to_edge" else 0)


# ---------------------------------------------------------------- the whole unit


@dataclass(frozen=True, slots=True)
class BuiltUnit:
    """A unit with everything derived: ratings, feet a turn by mode, the mode it uses, feet of range.

    ``battle_rating`` is the rating of its composition less the losses it starts with (R0.46, R0.60).
    """

    unit: Unit
    battle_rating: Derived
    space: Derived
    base_morale: Derived
    charisma: Derived
    morale: Derived
    initiative: Derived
    speeds: Mapping[str, Derived]
    mode: str
    ranged_feet: Derived
    range_hexes: int

    @property
    def speed(self) -> int:
        """Feet a turn in the mode it uses; 0 if it cannot move."""
        return self.speeds[self.mode].value if self.mode in self.speeds else 0

    @property
    def over_space(self) -> int:
        """By how much the unit is over the limit of space (R0.6)."""
        return max(0, self.space.value - SPACE_LIMIT)


def build_unit(unit: Unit, creatures: Mapping[str, Creature], side: Side, rules: HouseRules) -> BuiltUnit:
    """Everything that the rules derive from a unit as prepared.

    Raises :class:`InvalidBattleError` for unknown creatures and impossible challenge ratings.

    Source: R0.1, R0.10, R0.16, R0.19, R0.60
    """
    people = members(unit, creatures)
    try:
        rating = battle_rating(
            ((member.creature.id, member.creature.challenge_rating, member.count) for member in people), rules
        )
    except InvalidBattleError as error:
        raise InvalidBattleError(
            [Problem(f"units/{unit.id}/groups", p.message, p.remedy, p.rule) for p in error.problems]
        ) from error
    if unit.losses:
        lost = Term("br_losses", -unit.losses, "R0.56")
        rating = Derived(rating.value - unit.losses, (*rating.terms, lost))
    base_terms = [Term("morale_base", unit.morale, "R0.14")]
    if side.morale_shift:
        base_terms.append(Term("morale_army", side.morale_shift, "R0.14"))
    base = Derived(_limit(unit.morale + side.morale_shift), tuple(base_terms))
    own = unit.commander.charisma if unit.commander else 0
    charisma_terms = [Term("charisma_commander", own, "R0.8")]
    if side.charisma_shift:
        charisma_terms.append(Term("charisma_army", side.charisma_shift, "R0.8"))
    charisma = Derived(min(max(own + side.charisma_shift, -5), 10), tuple(charisma_terms))
    rating_terms = [Term("morale_base", base.value, "R0.14"), Term("morale_charisma", charisma.value, "R0.16")]
    morale = morale_rating(base.value, charisma.value, rules)
    if morale != base.value + charisma.value:
        rating_terms.append(Term("morale_limit", morale - base.value - charisma.value, "R0.13"))
    first = base.value if rules.initiative_cha == "once" else morale
    initiative_terms = (
        Term("initiative_base", INITIATIVE_BASE, "R0.19"),
        Term("initiative_morale", first, "R0.19"),
        Term("initiative_charisma", charisma.value, "R0.19"),
    )
    reach = ranged_feet(people, rules)
    by_mode = speeds(people)
    return BuiltUnit(
        unit=unit,
        battle_rating=rating,
        space=space(people, rules),
        base_morale=base,
        charisma=charisma,
        morale=Derived(morale, tuple(rating_terms)),
        initiative=Derived(initiative(base.value, charisma.value, rules), initiative_terms),
        speeds=by_mode,
        mode=_mode_in_use(unit.mode, by_mode),
        ranged_feet=reach,
        range_hexes=range_in_hexes(reach.value, rules),
    )


def _mode_in_use(wanted: str | None, by_mode: Mapping[str, Derived]) -> str:
    """The mode that was asked for if the unit has it, else flying if at least as fast as walking, else what it has."""
    if wanted in by_mode:
        return str(wanted)
    if "fly" in by_mode and by_mode["fly"].value >= (by_mode["walk"].value if "walk" in by_mode else 0):
        return "fly"
    return next((mode for mode in ("walk", "swim", "fly") if mode in by_mode), "walk")
