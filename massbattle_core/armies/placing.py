"""How an army comes into a battle: free ids, free hexes, creatures copied, sides named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from massbattle_core.creatures import Creature
from massbattle_core.document import AddCreatures, Edit, Several
from massbattle_core.errors import IllegalActionError, Problem
from massbattle_core.mass_combat.edits import AddUnit, RemoveUnit, SetObjective, SetSide
from massbattle_core.mass_combat.model import MOST_UNITS, MassBattle, SideId, Unit, hex_name, unit_number
from massbattle_core.phrases import phrase

__all__ = ["army_edit", "creature_keys", "placement_problems", "without_clashes"]


def creature_keys(units: Iterable[Unit]) -> list[str]:
    """The keys of all creatures that units need, in order."""
    found: set[str | None] = set()
    for unit in units:
        for part in (*unit.groups, *((unit.commander,) if unit.commander else ())):
            found |= {part.creature, part.mount}
    return sorted(key for key in found if key)


def without_clashes(
    units: Iterable[Unit], creatures: Mapping[str, Creature], own: Mapping[str, Creature]
) -> tuple[list[Unit], dict[str, Creature]]:
    """Units and their creatures as a battle that has creatures of its ``own`` can take them.

    A creature that differs from the battle's of the same key comes under a free key, so that no other unit of
    the battle changes; creatures that the battle has already are left out.
    """
    keys: dict[str | None, str | None] = {None: None}
    coming: dict[str, Creature] = {}
    for key, creature in creatures.items():
        numbered = (f"{key}-{number}" for number in count(2))
        taken = {*own, *coming, *creatures}
        free = own.get(key, creature) == creature
        keys[key] = new = key if free else next(other for other in numbered if other not in taken)
        if new not in own:
            coming[new] = replace(creature, id=new)
    return [_renamed(unit, keys) for unit in units], coming


def _renamed(unit: Unit, keys: Mapping[str | None, str | None]) -> Unit:
    groups = tuple(replace(g, creature=keys[g.creature] or g.creature, mount=keys[g.mount]) for g in unit.groups)
    leader = unit.commander
    if leader:
        leader = replace(leader, creature=keys[leader.creature], mount=keys[leader.mount])
    return replace(unit, groups=groups, commander=leader)


def army_edit(
    battle: MassBattle,
    units: Sequence[Unit],
    *,
    creatures: Mapping[str, Creature],
    sides: Mapping[SideId, Mapping[str, Any]],
    replacing: Collection[SideId] = (),
) -> Several:
    """The edit that adds units to a battle, instead of those of the sides in ``replacing``.

    Ids that are taken give way to free ones; a unit whose hex is taken or off the map comes without a place
    (:func:`placement_problems` tells which). An objective to protect a unit stays if the unit comes again
    under its id.

    Raises :class:`IllegalActionError` if the battle would hold too many units.
    """
    gone = [unit.id for unit in battle.ordered_units() if unit.side in replacing]
    kept = [unit for unit in battle.ordered_units() if unit.side not in replacing]
    if len(kept) + len(units) > MOST_UNITS:
        raise IllegalActionError(
            phrase(
                "a battle has at most {most} units: these would make {count}",
                most=MOST_UNITS,
                count=len(kept) + len(units),
            )
        )
    coming = list(_with_free_ids(units, {unit.id for unit in kept}))
    refused = _without_place(battle, coming, kept)
    edits: list[Edit] = [AddCreatures(dict(creatures))] if creatures else []
    edits += [SetSide(side, dict(values)) for side, values in sides.items() if values]
    edits += [RemoveUnit(unit_id) for unit_id in gone]
    edits += [AddUnit(replace(unit, position=None) if unit.id in refused else unit) for unit in coming]
    back = {unit.id for unit in coming} & set(gone)
    edits += [SetObjective(key, goal) for key, goal in battle.objectives.items() if goal.unit in back]
    return Several(tuple(edits))


def placement_problems(battle: MassBattle, units: Sequence[Unit], replacing: Collection[SideId] = ()) -> list[Problem]:
    """Which of the units would come without a place, and why."""
    kept = [unit for unit in battle.ordered_units() if unit.side not in replacing]
    coming = list(_with_free_ids(units, {unit.id for unit in kept}))
    refused = _without_place(battle, coming, kept)
    return [
        Problem(
            f"mass_combat/units/{unit.id}/position", refused[unit.id], phrase("place it by hand"), "R0.11", "warning"
        )
        for unit in coming
        if unit.id in refused
    ]


def _without_place(battle: MassBattle, coming: Sequence[Unit], kept: Sequence[Unit]) -> dict[str, str]:
    """Why a unit cannot stand where it should, by its id."""
    taken = {unit.position: unit.name for unit in kept if not unit.arrival}
    refused: dict[str, str] = {}
    for unit in coming:
        if unit.position is None:
            continue
        place = hex_name(unit.position)
        if not battle.field.contains(unit.position):
            refused[unit.id] = phrase("{unit}: {hex} is off the map", unit=unit.name, hex=place)
        elif not unit.arrival and unit.position in taken:
            refused[unit.id] = phrase(
                "{unit}: {other} stands on {hex}", unit=unit.name, other=taken[unit.position], hex=place
            )
        elif not unit.arrival:
            taken[unit.position] = unit.name
    return refused


def _with_free_ids(units: Sequence[Unit], taken: set[str]) -> Iterator[Unit]:
    """The units with their own ids where these are free, else with numbers above all others."""
    own = {unit.id for unit in units} | taken
    above = max((unit_number(unit_id) for unit_id in own), default=0)
    candidates = [*range(above + 1, 10_000), *range(1, above)]
    free = (f"u{number}" for number in candidates if f"u{number}" not in own)
    for unit in units:
        yield replace(unit, id=next(free)) if unit.id in taken else unit
