"""From creatures to a unit: battle rating, space, morale, initiative, speed, range, each with its reasons.

Every number is a :class:`Derived`: a value and the terms it is made of, which the page shows as "why".

===============  ========================================
``derived``      a number and the terms it is made of
``composition``  who is in a unit
``ratings``      battle rating and space
``morale``       base morale, morale rating, initiative
``reach``        speed and range
``unit``         the whole unit
===============  ========================================

Judgement: R0.17 (units of similar creatures are advice; the page shows the abilities common to all)
Judgement: R0.41 (resistances and special abilities have no rule of their own: the challenge rating holds them)
Judgement: R0.57 (a character with a challenge rating is entered as a creature like any other)
"""

from massbattle_core.mass_combat.building.composition import Member, members
from massbattle_core.mass_combat.building.derived import Derived, Term
from massbattle_core.mass_combat.building.morale import base_morale, initiative, morale_name, morale_rating
from massbattle_core.mass_combat.building.ratings import battle_rating, creature_rating, space
from massbattle_core.mass_combat.building.reach import range_in_hexes, ranged_feet, speeds
from massbattle_core.mass_combat.building.unit import BuiltUnit, build_unit

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
