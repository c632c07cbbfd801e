"""How far a unit goes and shoots."""

from __future__ import annotations

from collections.abc import Iterable

from massbattle_core.creatures.model import MODES
from massbattle_core.mass_combat.building.composition import Member
from massbattle_core.mass_combat.building.derived import Derived, Term
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.tables import FEET_PER_HEX, RANGED_FEET, SPEED_FACTOR

__all__ = ["range_in_hexes", "ranged_feet", "speeds"]


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
