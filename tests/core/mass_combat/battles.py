"""Small battles of creatures made for the tests."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from massbattle_core.creatures import Creature, CreatureAttack
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Battlefield, Commander, Group, MassBattle, Side, Unit


def creature(name: str, cr: Fraction | int | str, *, walk: int = 30, ranged_ft: int = 0, **facts) -> Creature:
    attack = CreatureAttack("Blade", bonus=4, reach_ft=5, damage="1d6+2")
    bow = CreatureAttack("Bow", bonus=4, range_ft=ranged_ft, damage="1d8+2", ranged=True)
    values = {
        "id": name,
        "name": name.title(),
        "challenge_rating": Fraction(cr),
        "size": "medium",
        "speeds": {"walk": walk},
        "charisma": 10,
        "armor_class": 13,
        "hit_points": 7,
        "attacks": (attack, bow) if ranged_ft else (attack,),
    }
    return Creature(**{**values, **facts})


CREATURES = {
    c.id: c
    for c in (
        creature("orc", "1/2"),
        creature("wolf", "1/4", walk=40),
        creature("archer", "1/2", ranged_ft=150),
        creature("turtle", "1/2", walk=10),
        creature("captain", 3, hit_points=30),
        creature("ghost", 1, armor_class=None),
    )
}


def unit(groups: list[Group], **facts) -> Unit:
    values = {
        "id": "u1",
        "side": "a",
        "name": "Orcs",
        "groups": tuple(groups),
        "commander": Commander(2),
        "position": (1, 2),
    }
    return Unit(**{**values, **facts})


ORCS = unit([Group("orc", 60)])


def battle(*units: Unit, **facts) -> MassBattle:
    """A battle of these units against sixty orcs of side B, who stand next to the first."""
    enemy = replace(ORCS, id="u2", side="b", name="Enemies", position=(2, 2))
    everyone = {u.id: u for u in (*(units or (ORCS,)), enemy)}
    values = {
        "sides": {"a": Side("A"), "b": Side("B")},
        "units": everyone,
        "field": Battlefield(8, 6),
        "rules": HouseRules(),
    }
    return MassBattle(**{**values, **facts})
