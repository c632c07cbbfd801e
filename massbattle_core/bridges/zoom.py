"""Part of a unit steps out of the mass battle into a fight of single characters, and comes back with its dead.

The catalogue of creatures has no ability scores but Charisma: members fight with modifiers of 0 in initiative, saves
and skills.

Judgement: R0.48 (the game master says which part of a unit fights, and when the fight is over)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.kills import Part, check_part
from massbattle_core.mass_combat.model import Unit
from massbattle_core.skirmish import (
    AttackForm,
    Combatant,
    Doctrine,
    Encounter,
    Field,
    Group,
    Rules,
    State,
    parse_damage,
)
from massbattle_core.skirmish.tables import MAX_FORMS, MAX_TIMES

__all__ = ["Zoom", "attack_forms", "combatant_of", "mob_forms", "zoom_in"]

Role = Literal["soldiers", "mounts", "commander", "commander_mount"]


@dataclass(frozen=True, slots=True)
class Zoom:
    """A fight of heroes (side A) against part of a unit (side B).

    ``places`` tells of each group of the encounter which members it is: role and number of the unit's group; None for
    heroes.
    """

    unit_id: str
    encounter: Encounter
    places: tuple[tuple[Role, int] | None, ...]

    def part(self, counts: Sequence[int]) -> Part:
        """The members that so many of each group of the encounter are; heroes do not count."""
        members: dict[Role, dict[int, int]] = {"soldiers": {}, "mounts": {}, "commander": {}, "commander_mount": {}}
        for place, count in zip(self.places, counts, strict=True):
            if place and count:
                members[place[0]][place[1]] = int(count)
        return Part(
            members["soldiers"], members["mounts"], bool(members["commander"]), bool(members["commander_mount"])
        )

    def killed(self, state: State) -> Part:
        """The members who lie at 0 hit points or are dead in a fight: none of them acts again in this battle.

        Source: R0.48, R0.52, RB.4, RB.5
        """
        counts = [0] * len(self.places)
        for fighter in state.fighters:
            counts[fighter.group] += not fighter.up
        return self.part(counts)


def attack_forms(creature: Creature) -> tuple[AttackForm, ...]:
    """The attacks of a creature as its sheet has them: those at will that do damage, at most four.

    Ruling: the catalogue tells how many attacks an action gives, not which; they are all of the form that is used.
    Long ranges are left out, since they shoot at a disadvantage.
    Source: R1.12, R1.14
    """
    times = min(max(creature.multiattack or 1, 1), MAX_TIMES)
    forms = []
    for attack in creature.attacks:
        if attack.bonus is None or not attack.damage or not attack.at_will:
            continue
        dice, flat = parse_damage(attack.damage)
        shot = (attack.range_ft or 0) if attack.ranged else 0
        reach = 0 if attack.ranged and not attack.reach_ft else (attack.reach_ft or 5)
        if reach or shot:
            forms.append(AttackForm(attack.bonus, dice, flat, reach, shot, times, name=attack.name))
    return tuple(forms[:MAX_FORMS])


def combatant_of(creature: Creature, *, character: bool = False) -> Combatant:
    """The sheet of a creature of the catalogue; ``character`` if it makes death saves.

    Raises :class:`InvalidBattleError` if its armour class or hit points are unknown, or it has no attack.

    Source: R0.45, R0.48
    """
    forms = attack_forms(creature)
    problems = [
        Problem(f"creatures/{creature.id}/{key}", f"{creature.name}: {what}", "complete the creature", "R0.48")
        for key, missing, what in (
            ("ac", creature.armor_class is None, "the armour class is unknown"),
            ("hp", creature.hit_points is None, "the hit points are unknown"),
            ("attacks", not forms, "no attack that does damage is known"),
        )
        if missing
    ]
    if problems or creature.armor_class is None or creature.hit_points is None:
        raise InvalidBattleError(problems)
    return Combatant(
        name=creature.name,
        armor_class=creature.armor_class,
        hit_points=creature.hit_points,
        attacks=forms,
        speed_ft=max(creature.speeds.get("walk", 0), creature.speeds.get("fly", 0)),
        size=creature.size,
        character=character,
    )


def _stepping_in(unit: Unit, part: Part) -> Iterator[tuple[Role, int, str, int]]:
    """Role, number of the group, creature and count of everybody in a part of a unit."""
    for number, group in enumerate(unit.groups):
        yield "soldiers", number, group.creature, part.soldiers.get(number, 0)
        if group.mount:
            yield "mounts", number, group.mount, part.mounts.get(number, 0)
    if unit.commander and unit.commander.creature:
        yield "commander", 0, unit.commander.creature, int(part.commander)
    if unit.commander and unit.commander.mount:
        yield "commander_mount", 0, unit.commander.mount, int(part.commander_mount)


def zoom_in(
    unit: Unit,
    part: Part,
    creatures: Mapping[str, Creature],
    heroes: Sequence[Group],
    *,
    doctrine: Doctrine = "close",
    terrain: Field | None = None,
    rules: Rules | None = None,
    apart_ft: int = 60,
    round_limit: int = 50,
) -> Zoom:
    """The fight of heroes against part of a unit; ``doctrine`` is what its members do in odds.

    Raises :class:`InvalidBattleError` if the unit has no such part, or its creatures cannot fight by the sheet.

    Source: R0.45, R0.48, R0.51
    """
    check_part(unit, part)
    if not part.count:
        raise InvalidBattleError(
            [Problem(f"units/{unit.id}", "nobody steps into the fight", "choose members", "R0.48")]
        )
    groups = [replace(hero, side="A") for hero in heroes]
    places: list[tuple[Role, int] | None] = [None] * len(groups)
    names = {group.name for group in groups}
    for role, number, creature_id, count in _stepping_in(unit, part):
        if not count:
            continue
        sheet = combatant_of(creatures[creature_id])
        name = f"{sheet.name}, commander" if role == "commander" else sheet.name
        name = next(n for n in (name, *(f"{name} {suffix}" for suffix in "BCDEFGHIJKLMNOPQ")) if n not in names)
        names.add(name)
        groups.append(Group(name, "B", sheet, count, doctrine=doctrine))
        places.append((role, number))
    encounter = Encounter(tuple(groups), terrain or Field(), rules or Rules(), round_limit, apart_ft)
    return Zoom(unit.id, encounter, tuple(places))


def mob_forms(unit: Unit, part: Part, creatures: Mapping[str, Creature]) -> tuple[AttackForm, ...]:
    """The first attack of everybody in part of a unit, for the mob table: more members than a skirmish can hold.

    Raises :class:`InvalidBattleError` as :func:`zoom_in` does.

    Source: R0.47, R0.48, RB.6
    """
    check_part(unit, part)
    return tuple(
        combatant_of(creatures[creature_id]).attacks[0]
        for _, _, creature_id, count in _stepping_in(unit, part)
        for _ in range(count)
    )
