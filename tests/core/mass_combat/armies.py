"""Creatures, units and battles for the tests of mass combat."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from massbattle_core.creatures.model import Creature, CreatureAttack
from massbattle_core.mass_combat.building import BuiltUnit, build_unit
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Commander, Group, MassBattle, Side, Unit

DEMO = Path(__file__).parents[3] / "dashboard" / "battles" / "demo-ford.json"


def creature(name: str, cr: str | int, size: str = "medium", shoots: int = 0, **facts: Any) -> Creature:
    """A creature of this challenge rating that walks 30 ft; ``shoots`` is its longest range in feet."""
    attacks = (CreatureAttack("bow", range_ft=min(shoots, 30), long_range_ft=shoots, ranged=True),) if shoots else ()
    values = {"speeds": {"walk": 30}, "charisma": 10, "attacks": attacks, **facts}
    return Creature(name, name, Fraction(cr), size, **values)


BESTIARY = {
    one.id: one
    for one in (
        creature("rat", 0, "tiny"),
        creature("kobold", "1/8", "small"),
        creature("goblin", "1/4", "small"),
        creature("orc", "1/2"),
        creature("hobgoblin", "1/2"),
        creature("archer", "1/2", shoots=320),
        creature("slinger", "1/8", shoots=120),
        creature("knife-thrower", "1/2", shoots=60),
        creature("soldier", 1),
        creature("captain", 2),
        creature("knight", 3),
        creature("horse", "1/4", "large", speeds={"walk": 60}),
        creature("griffon", 2, "large", speeds={"walk": 30, "fly": 80}),
        creature("merfolk", "1/8", speeds={"walk": 10, "swim": 40}),
        creature("dragon", 21, "gargantuan", speeds={"walk": 40, "fly": 80}),
        creature("oak", 9, "huge", speeds={}),
    )
}


def unit_of(*groups: tuple[Any, ...], commander: Commander | None = None, **facts: Any) -> Unit:
    """A unit of groups (creature, count[, mount])."""
    return Unit("u1", "a", "first", tuple(Group(*group) for group in groups), commander, **facts)


def built(*groups: tuple[Any, ...], rules: dict[str, str] | None = None, **facts: Any) -> BuiltUnit:
    """The built unit of such groups under house rules."""
    side = facts.pop("army", Side("A"))
    return build_unit(unit_of(*groups, **facts), BESTIARY, side, HouseRules.of(rules or {}))


def battle_of(*units: Unit, **facts: Any) -> MassBattle:
    """A battle of these units."""
    return MassBattle(units={unit.id: unit for unit in units}, **facts)


def company(number: int, side: str, at: tuple[int, int] | None, **facts: Any) -> Unit:
    """A complete unit: 40 soldiers (BR 20) under a captain (BR 1) of Charisma +1."""
    values = {"groups": (Group("soldier", 40),), "commander": Commander(1, "captain"), "position": at, **facts}
    return Unit(f"u{number}", side, f"company {number}", **values)
