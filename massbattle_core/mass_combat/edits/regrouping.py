"""Edits that make units of units: duplicate, mirror to the other side, split, merge. No creature is lost or won."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import IllegalActionError
from massbattle_core.hexgrid import distance
from massbattle_core.mass_combat.building import creature_rating, members, space
from massbattle_core.mass_combat.edits.units import unit_in, with_new_unit
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import MOST_CREATURES, MOST_UNITS, Commander, Group, MassBattle, Unit
from massbattle_core.mass_combat.tables import SPACE_LIMIT
from massbattle_core.phrases import phrase

__all__ = ["DuplicateUnit", "MergeUnits", "MirrorUnit", "SplitUnit", "even_split"]

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class DuplicateUnit:
    """Add a copy of a unit under a free id, with a number after its name, on the nearest free hex."""

    unit: str
    new_id: str

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with the copy."""
        unit = unit_in(battle, self.unit)
        return with_new_unit(
            battle, replace(unit, id=self.new_id, name=_next_name(battle, unit), position=_near(battle, unit))
        )


@dataclass(frozen=True, slots=True)
class MirrorUnit:
    """Add a copy of a unit to the other side, as far from the other edge of the map in the same row if that is free."""

    unit: str
    new_id: str

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with the copy; where its hex is taken it is not placed."""
        unit = unit_in(battle, self.unit)
        place = unit.position and (battle.field.columns - 1 - unit.position[0], unit.position[1])
        free = place if place and (unit.arrival or battle.unit_at(place) is None) else None
        return with_new_unit(
            battle, replace(unit, id=self.new_id, side="b" if unit.side == "a" else "a", position=free)
        )


@dataclass(frozen=True, slots=True)
class SplitUnit:
    """Move some creatures of a unit to a new unit beside it: of each group so many as ``moved`` says.

    :func:`even_split` gives counts with which both are within the limit of space. The commander stays; losses
    of before the battle go along in proportion.
    """

    unit: str
    new_id: str
    moved: tuple[int, ...]

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with both units.

        Raises :class:`IllegalActionError` unless both keep creatures.

        Source: R0.6
        """
        unit = unit_in(battle, self.unit)
        counts = [group.count for group in unit.groups]
        if len(self.moved) != len(counts) or any(
            not 0 <= go <= count for go, count in zip(self.moved, counts, strict=True)
        ):
            raise IllegalActionError(
                phrase("say of each of the {count} groups how many leave, none more than it has", count=len(counts))
            )
        if not 0 < sum(self.moved) < sum(counts):
            raise IllegalActionError(phrase("each of the two units needs a creature"))
        lost = unit.losses * sum(self.moved) // sum(counts)
        new = replace(
            unit,
            id=self.new_id,
            name=_next_name(battle, unit),
            groups=_counted(unit, self.moved),
            commander=None,
            position=_near(battle, unit),
            losses=lost,
        )
        stay = _counted(unit, [count - go for go, count in zip(self.moved, counts, strict=True)])
        smaller = replace(unit, groups=stay, losses=unit.losses - lost)
        return with_new_unit(replace(battle, units={**battle.units, unit.id: smaller}), new)


@dataclass(frozen=True, slots=True)
class MergeUnits:
    """Take the creatures of another unit of the same side into a unit; the other is gone.

    Name, morale, doctrine and place are those of ``unit``. A second commander becomes a soldier, or, if an
    attached character, leaves; the notes keep the name. Objectives to protect the other protect the unit.
    """

    unit: str
    other: str

    def apply(self, battle: MassBattle) -> MassBattle:
        """The battle with one unit in place of two.

        Raises :class:`IllegalActionError` for a unit and itself or units of two sides.

        Source: R0.8
        """
        unit, other = unit_in(battle, self.unit), unit_in(battle, self.other)
        if unit.id == other.id:
            raise IllegalActionError(phrase("a unit cannot be merged with itself"))
        if unit.side != other.side:
            raise IllegalActionError(
                phrase("{unit} and {other} are of different sides", unit=unit.name, other=other.name)
            )
        groups, notes = [*unit.groups, *other.groups], [unit.notes, other.notes]
        second = other.commander if unit.commander else None
        if second and second.creature:
            groups.append(Group(second.creature, 1, second.mount))
        if second and (second.name or not second.creature):
            notes.append(_remembered(second))
        merged = replace(
            unit,
            groups=_pooled(groups),
            commander=unit.commander or other.commander,
            losses=unit.losses + other.losses,
            notes="\n".join(filter(None, notes)),
        )
        return replace(
            battle,
            units={key: merged if key == unit.id else value for key, value in battle.units.items() if key != other.id},
            objectives={
                key: replace(goal, unit=unit.id) if goal.unit == other.id else goal
                for key, goal in battle.objectives.items()
            },
        )


def even_split(unit: Unit, creatures: Mapping[str, Creature], rules: HouseRules) -> tuple[int, ...]:
    """How many of each group to move into a new unit so that both take about the same space, at most 400 each.

    As far as that allows, creatures move in groups that give a whole point of battle rating, so that none is
    lost. Of a unit that takes more than 800, as many move as fit: it is to be split again.

    Raises :class:`InvalidBattleError` for unknown creatures.

    Source: R0.4, R0.6, R0.7
    """
    each, steps = [], []
    for group in unit.groups:
        pair = members(replace(unit, groups=(replace(group, count=1),), commander=None), creatures)
        each.append(space(pair, rules).value)
        steps.append(lcm(*(creature_rating(member.creature.challenge_rating, rules).denominator for member in pair)))
    counts = [group.count for group in unit.groups]
    moved = [0 if size else count // 2 for size, count in zip(each, counts, strict=True)]
    staying = space(members(unit, creatures), rules).value
    leaving = 0
    for at_once in (steps, [1] * len(counts)):
        to_half = at_once is steps or not any(moved)
        while leaving < staying and (to_half or staying > SPACE_LIMIT):
            ready = [
                number
                for number, step in enumerate(at_once)
                if each[number]
                and moved[number] + step <= counts[number]
                and sum(moved) + step < sum(counts)
                and leaving + each[number] * step <= SPACE_LIMIT
            ]
            if not ready:
                break
            number = max(ready, key=lambda n: each[n] * (counts[n] - moved[n]))
            moved[number] += at_once[number]
            leaving += each[number] * at_once[number]
            staying -= each[number] * at_once[number]
    return tuple(moved)


def _near(battle: MassBattle, unit: Unit) -> tuple[int, int] | None:
    """The nearest hex on which nobody stands and a unit on foot can; none for a unit that is not placed."""
    if unit.position is None:
        return None
    origin = unit.position
    taken = {other.position for other in battle.units.values()}
    places = ((column, row) for column in range(battle.field.columns) for row in range(battle.field.rows))
    free = [
        place for place in places if place not in taken and battle.field.hex(place).terrain in ("open", "difficult")
    ]
    return min(free, key=lambda place: (distance(origin, place), place), default=None)


def _next_name(battle: MassBattle, unit: Unit) -> str:
    """The name with the first number that no unit of the side has: Orcs, Orcs 2, Orcs 3."""
    if not unit.name:
        return ""
    stem = re.sub(r" [2-9]\d?$", "", unit.name)
    taken = {other.name for other in battle.side_units(unit.side)}
    names = (f"{stem[: _LONGEST_NAME - len(f' {number}')]} {number}" for number in range(2, MOST_UNITS + 2))
    return next(name for name in names if name not in taken)


def _counted(unit: Unit, counts: Sequence[int]) -> tuple[Group, ...]:
    return tuple(replace(group, count=count) for group, count in zip(unit.groups, counts, strict=True) if count)


def _pooled(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Groups of the same creature on the same mount as one, as far as one group holds so many."""
    found: list[Group] = []
    for group in groups:
        for number, other in enumerate(found):
            same = replace(other, count=group.count) == group
            if same and other.count + group.count <= MOST_CREATURES:
                found[number] = replace(other, count=other.count + group.count)
                break
        else:
            found.append(group)
    return tuple(found)


def _remembered(commander: Commander) -> str:
    return f"{commander.name or 'commander'} ({commander.charisma:+d})"
