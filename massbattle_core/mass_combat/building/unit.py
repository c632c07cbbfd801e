"""The whole unit: everything that the rules derive from it as it is prepared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.building.composition import Member, members
from massbattle_core.mass_combat.building.derived import Derived, Term
from massbattle_core.mass_combat.building.morale import initiative, limited, morale_rating
from massbattle_core.mass_combat.building.ratings import battle_rating, space
from massbattle_core.mass_combat.building.reach import range_in_hexes, ranged_feet, speeds
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Side, Unit
from massbattle_core.mass_combat.tables import CHARISMA_MODIFIERS, INITIATIVE_BASE, SPACE_LIMIT

__all__ = ["BuiltUnit", "build_unit"]


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
    base, charisma = _base(unit, side, rules), _charisma(unit, side)
    morale = _morale(base.value, charisma.value, rules)
    reach = ranged_feet(people, rules)
    by_mode = speeds(people)
    return BuiltUnit(
        unit=unit,
        battle_rating=_rating(unit, people, rules),
        space=space(people, rules),
        base_morale=base,
        charisma=charisma,
        morale=morale,
        initiative=_initiative(base.value, charisma.value, morale.value, rules),
        speeds=by_mode,
        mode=_mode_in_use(unit.mode, by_mode),
        ranged_feet=reach,
        range_hexes=range_in_hexes(reach.value, rules),
    )


def _rating(unit: Unit, people: Iterable[Member], rules: HouseRules) -> Derived:
    """The battle rating of the creatures less the losses that the unit starts with."""
    try:
        rating = battle_rating(
            ((member.creature.id, member.creature.challenge_rating, member.count) for member in people), rules
        )
    except InvalidBattleError as error:
        raise InvalidBattleError(
            [Problem(f"units/{unit.id}/groups", p.message, p.remedy, p.rule) for p in error.problems]
        ) from error
    if not unit.losses:
        return rating
    return Derived(rating.value - unit.losses, (*rating.terms, Term("br_losses", -unit.losses, "R0.56")))


def _base(unit: Unit, side: Side, rules: HouseRules) -> Derived:
    terms = [Term("morale_base", unit.morale, "R0.14")]
    if side.morale_shift:
        terms.append(Term("morale_army", side.morale_shift, "R0.14"))
    base = unit.morale + side.morale_shift
    return Derived(base if rules.morale_clamp == "none" else limited(base), tuple(terms))


def _charisma(unit: Unit, side: Side) -> Derived:
    own = unit.commander.charisma if unit.commander else 0
    terms = [Term("charisma_commander", own, "R0.8")]
    if side.charisma_shift:
        terms.append(Term("charisma_army", side.charisma_shift, "R0.8"))
    least, most = CHARISMA_MODIFIERS
    return Derived(min(max(own + side.charisma_shift, least), most), tuple(terms))


def _morale(base: int, charisma: int, rules: HouseRules) -> Derived:
    terms = [Term("morale_base", base, "R0.14"), Term("morale_charisma", charisma, "R0.16")]
    rating = morale_rating(base, charisma, rules)
    if rating != base + charisma:
        terms.append(Term("morale_limit", rating - base - charisma, "R0.13"))
    return Derived(rating, tuple(terms))


def _initiative(base: int, charisma: int, morale: int, rules: HouseRules) -> Derived:
    terms = (
        Term("initiative_base", INITIATIVE_BASE, "R0.19"),
        Term("initiative_morale", base if rules.initiative_cha == "once" else morale, "R0.19"),
        Term("initiative_charisma", charisma, "R0.19"),
    )
    return Derived(initiative(base, charisma, rules), terms)


def _mode_in_use(wanted: str | None, by_mode: Mapping[str, Derived]) -> str:
    """The mode that was asked for if the unit has it, else flying if at least as fast as walking, else what it has."""
    if wanted in by_mode:
        return str(wanted)
    if "fly" in by_mode and by_mode["fly"].value >= (by_mode["walk"].value if "walk" in by_mode else 0):
        return "fly"
    return next((mode for mode in ("walk", "swim", "fly") if mode in by_mode), "walk")
