"""Kills: what a unit is worth once some of its members are dead, or disabled for the rest of the battle.

Losses of BR by attacks name nobody; kills do. They come from fights of single characters, from characters who act
from inside a unit, and from effects that the game master brings in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.building import BuiltUnit, build_unit
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Commander, Group, Side, Unit
from massbattle_core.mass_combat.rules import casualties_due
from massbattle_core.phrases import phrase

__all__ = ["KillsOutcome", "Part", "after_kills", "check_part", "survivors"]


@dataclass(frozen=True, slots=True)
class Part:
    """Some members of a unit: soldiers and mounts by the number of their group (from 0), the commander, his mount."""

    soldiers: Mapping[int, int] = field(default_factory=dict)
    mounts: Mapping[int, int] = field(default_factory=dict)
    commander: bool = False
    commander_mount: bool = False

    @property
    def count(self) -> int:
        """How many they are."""
        return sum(self.soldiers.values()) + sum(self.mounts.values()) + self.commander + self.commander_mount


@dataclass(frozen=True, slots=True)
class KillsOutcome:
    """A unit after kills.

    ``unit`` are the survivors, ``built`` what the rules derive from them (speed, range, morale…);
    ``composition_br`` is their BR, ``br`` the same less the losses of the unit so far, ``br_lost`` what the kills
    cost. ``dc15_due``: whether the unit tests its morale against DC 15; ``wiped_out``: nobody is left to test.
    """

    unit: Unit
    built: BuiltUnit
    starting_br: int
    composition_br: int
    br: int
    br_lost: int
    dc15_due: bool
    wiped_out: bool

    @property
    def speed(self) -> int:
        """Feet a turn of the survivors (R0.21)."""
        return self.built.speed

    @property
    def range_hexes(self) -> int:
        """How far the survivors shoot, in spaces (R0.12)."""
        return self.built.range_hexes


def check_part(unit: Unit, part: Part) -> None:
    """Make sure that a unit has these members: targets are creatures that make up its BR.

    Raises :class:`InvalidBattleError` with everything that is wrong.

    Source: R0.49, R0.51
    """
    problems = list(_problems(unit, part))
    if problems:
        raise InvalidBattleError(problems)


def _problems(unit: Unit, part: Part) -> Iterator[Problem]:
    for kind, chosen in (("soldiers", part.soldiers), ("mounts", part.mounts)):
        for number, count in chosen.items():
            place = f"units/{unit.id}/{kind}/{number}"
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(unit.groups):
                yield Problem(
                    place,
                    phrase("the unit has no group {number!r}", number=number),
                    phrase("0 to {last}", last=len(unit.groups) - 1),
                    "R0.51",
                )
                continue
            there = unit.groups[number].count
            if kind == "mounts" and unit.groups[number].mount is None:
                there = 0
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= there:
                yield Problem(
                    place,
                    phrase("{count!r} mounts of {there}", count=count, there=there)
                    if kind == "mounts"
                    else phrase("{count!r} soldiers of {there}", count=count, there=there),
                    phrase("a whole number from 0 to {there}", there=there),
                    "R0.51",
                )
    commander = unit.commander
    if part.commander and (commander is None or commander.creature is None):
        yield Problem(
            f"units/{unit.id}/commander",
            phrase("no creature commands this unit"),
            phrase("characters are fought as such"),
            "R0.49",
        )
    if part.commander_mount and (commander is None or commander.mount is None):
        yield Problem(
            f"units/{unit.id}/commander/mount", phrase("the commander does not ride"), phrase("leave it out"), "R0.51"
        )


def survivors(unit: Unit, killed: Part, rules: HouseRules, successor_charisma: int = 0) -> Unit:
    """The unit without those killed.

    Ruling: riders and mounts of a group fall together as far as the numbers go; a rider left without a mount goes on
    foot, a mount without a rider stays with the unit. A commander is succeeded by a soldier of the first group.
    Source: R0.8, R0.46, R0.52
    """
    groups: list[Group] = []
    loose: list[Group] = []
    for number, group in enumerate(unit.groups):
        riders = group.count - killed.soldiers.get(number, 0)
        mounts = group.count - killed.mounts.get(number, 0) if group.mount else 0
        pairs = min(riders, mounts)
        for left, mount in ((pairs, group.mount), (riders - pairs, None)):
            if left:
                groups.append(replace(group, count=left, mount=mount))
        if group.mount and mounts > pairs:
            loose.append(Group(group.mount, mounts - pairs, riderless=True))
    commander = unit.commander
    if commander and killed.commander_mount:
        commander = replace(commander, mount=None)
    if commander and killed.commander:
        if commander.mount:
            loose.append(Group(commander.mount, 1, riderless=True))
        charisma = commander.charisma if rules.commander_lost == "no_effect" else successor_charisma
        groups, commander = _succeeded([*groups, *loose], charisma)
    else:
        groups += loose
    return replace(unit, groups=tuple(groups), commander=commander)


def _succeeded(groups: list[Group], charisma: int) -> tuple[list[Group], Commander | None]:
    if not groups:
        return [], None
    first = groups[0]
    left = [replace(first, count=first.count - 1)] if first.count > 1 else []
    return [*left, *groups[1:]], Commander(charisma, first.creature, mount=first.mount)


def after_kills(
    unit: Unit,
    killed: Part,
    creatures: Mapping[str, Creature],
    side: Side,
    rules: HouseRules,
    br_damage: int = 0,
    *,
    starting_br: int | None = None,
    successor_charisma: int = 0,
) -> KillsOutcome:
    """What a unit is worth after kills: BR, speed, modes and range are those of the survivors, its losses remain.

    ``br_damage`` is the BR that it has lost to attacks so far; ``starting_br`` that of the first round, left out if
    ``unit`` is still whole. Where the commander falls, morale follows the successor's Charisma modifier and the
    initiative stays, unless a house rule says otherwise.

    Raises :class:`InvalidBattleError` if the unit has no such members, or for numbers that cannot be.

    Ruling: losses to attacks remove no named creatures.
    Source: R0.8, R0.42, R0.46, R0.51, R0.52, RB.4, RB.5
    """
    check_part(unit, killed)
    if isinstance(br_damage, bool) or not isinstance(br_damage, int) or br_damage < 0:
        raise InvalidBattleError(
            [
                Problem(
                    "br_damage",
                    phrase("{br_damage!r} is no loss of BR", br_damage=br_damage),
                    phrase("0 or more"),
                    "R0.46",
                )
            ]
        )
    before = build_unit(unit, creatures, side, rules)
    left = survivors(unit, killed, rules, successor_charisma)
    built = build_unit(left, creatures, side, rules)
    if killed.commander and rules.commander_lost != "recompute_all":
        built = replace(built, initiative=before.initiative)
    starting = before.battle_rating.value if starting_br is None else starting_br
    br = built.battle_rating.value - br_damage
    br_before = before.battle_rating.value - br_damage
    wiped_out = not left.groups and (left.commander is None or left.commander.creature is None)
    every_loss = rules.casualties_test == "every_loss_at_or_below_half"
    due = br < br_before and not wiped_out and bool(casualties_due(starting, br_before, br, every_loss))
    return KillsOutcome(
        unit=left,
        built=built,
        starting_br=starting,
        composition_br=built.battle_rating.value + left.losses,
        br=br,
        br_lost=br_before - br,
        dc15_due=due,
        wiped_out=wiped_out,
    )
