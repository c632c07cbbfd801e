"""Who is in a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.model import Unit
from massbattle_core.phrases import phrase

__all__ = ["Member", "members"]


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
        role = "mount" if group.riderless else "soldier"
        add(group.creature, group.count, role, f"{place}/creature", group.mount is not None)
        add(group.mount, group.count, "mount", f"{place}/mount")
    if unit.commander:
        place = f"units/{unit.id}/commander"
        add(unit.commander.creature, 1, "commander", f"{place}/creature", unit.commander.mount is not None)
        add(unit.commander.mount, 1, "commander_mount", f"{place}/mount")
    if problems:
        raise InvalidBattleError(problems)
    return tuple(found)
