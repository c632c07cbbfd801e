"""What is wrong with an encounter: every problem at once, with its place and its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.skirmish.deployment import deploy
from massbattle_core.skirmish.model import DOCTRINES, AttackForm, BonusAction, Combatant, Encounter, Group
from massbattle_core.skirmish.tables import (
    ABILITIES,
    MAX_DICE_GROUPS,
    MAX_FIGHTERS,
    MAX_FORMS,
    MAX_GROUPS,
    MAX_ROUNDS,
    MAX_SIDE,
    MAX_TIMES,
    SIDES,
    SIZES,
)

__all__ = ["check", "validate", "validate_combatant"]


def check(encounter: Encounter) -> None:
    """Raise :class:`InvalidBattleError` with every problem of an encounter, if there is one."""
    problems = validate(encounter)
    if problems:
        raise InvalidBattleError(problems)


def validate(encounter: Encounter) -> tuple[Problem, ...]:
    """Every problem of an encounter; an encounter without any can be played and simulated."""
    problems = [*_field(encounter), *_groups(encounter)]
    if not problems:
        problems = list(_places(encounter))
    return tuple(problems)


def validate_combatant(combatant: Combatant, place: str = "combatant") -> tuple[Problem, ...]:
    """Every problem of a sheet, found at ``place``."""
    return tuple(_combatant(combatant, place))


def _whole(value: Any, low: int, high: int, place: str, what: str) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        yield Problem(place, f"{value!r} is no {what}", f"a whole number from {low} to {high}")


def _word(value: Any, words: tuple[str, ...], place: str, what: str) -> Iterator[Problem]:
    if value not in words:
        yield Problem(place, f"{value!r} is no {what}", f"one of {', '.join(words)}")


def _field(encounter: Encounter) -> Iterator[Problem]:
    field = encounter.terrain
    sides = [
        *_whole(field.width, 2, MAX_SIDE, "terrain/width", "width in squares"),
        *_whole(field.height, 1, MAX_SIDE, "terrain/height", "height in squares"),
    ]
    yield from sides
    yield from _whole(encounter.round_limit, 1, MAX_ROUNDS, "round_limit", "number of rounds")
    yield from _whole(encounter.apart_ft, 5, 5 * MAX_SIDE, "apart_ft", "distance in feet")
    if sides:
        return
    for name in ("difficult", "half_cover", "three_quarters_cover"):
        for square in sorted(getattr(field, name)):
            if not _inside(square, field.width, field.height):
                yield Problem(
                    f"terrain/{name}", f"square {square} is not on the field", "remove it or enlarge the field"
                )


def _inside(square: Any, width: int, height: int) -> bool:
    return bool(0 <= square[0] < width and 0 <= square[1] < height)


def _groups(encounter: Encounter) -> Iterator[Problem]:
    groups = encounter.groups
    if len(groups) > MAX_GROUPS:
        yield Problem("groups", f"{len(groups)} groups", f"at most {MAX_GROUPS}")
    names: set[str] = set()
    for index, group in enumerate(groups):
        place = f"groups/{index}"
        yield from _group(group, place)
        if group.name in names:
            yield Problem(f"{place}/name", f"two groups are named {group.name!r}", "give each its own name")
        names.add(group.name)
    yield from (
        Problem("groups", f"nobody fights for side {side}", "add a group")
        for side in SIDES
        if not _fights(groups, side)
    )
    counts = [group.count for group in groups if isinstance(group.count, int)]
    if sum(counts) > MAX_FIGHTERS:
        yield Problem("groups", f"{sum(counts)} fighters", f"at most {MAX_FIGHTERS}; larger fights are mass battles")


def _fights(groups: tuple[Group, ...], side: str) -> bool:
    return any(group.side == side for group in groups)


def _group(group: Group, place: str) -> Iterator[Problem]:
    if not isinstance(group.name, str) or not group.name.strip():
        yield Problem(f"{place}/name", "a group without a name", "name it")
    yield from _word(group.side, SIDES, f"{place}/side", "side")
    yield from _word(group.doctrine, DOCTRINES, f"{place}/doctrine", "doctrine")
    counted = list(_whole(group.count, 1, MAX_FIGHTERS, f"{place}/count", "number of fighters"))
    yield from counted
    if not counted and len(group.squares) > group.count:
        yield Problem(f"{place}/squares", f"{len(group.squares)} squares for {group.count}", "one square a fighter")
    for number, square in enumerate(group.squares):
        if not all(isinstance(part, int) and not isinstance(part, bool) for part in square) or len(square) != 2:
            yield Problem(f"{place}/squares/{number}", f"{square!r} is no square", "column and row, from 0")
    yield from _combatant(group.combatant, f"{place}/combatant")


def _combatant(sheet: Combatant, place: str) -> Iterator[Problem]:
    yield from _whole(sheet.armor_class, 0, 60, f"{place}/armor_class", "armour class")
    yield from _whole(sheet.hit_points, 1, 9999, f"{place}/hit_points", "number of hit points")
    yield from _whole(sheet.speed_ft, 0, 500, f"{place}/speed_ft", "speed in feet")
    yield from _whole(sheet.proficiency, 0, 20, f"{place}/proficiency", "proficiency bonus")
    yield from _word(sheet.size, SIZES, f"{place}/size", "size")
    for ability in ABILITIES:
        yield from _whole(
            sheet.abilities.modifier(ability), -10, 20, f"{place}/abilities/{ability}", "ability modifier"
        )
    for skill in ("stealth", "perception", "investigation", "medicine"):
        if getattr(sheet, skill) is not None:
            yield from _whole(getattr(sheet, skill), -10, 40, f"{place}/{skill}", "skill bonus")
    for ability in sorted(sheet.saving_throws):
        yield from _word(ability, ABILITIES, f"{place}/saving_throws", "ability")
    for action in sorted(sheet.bonus_actions):
        yield from _word(action, get_args(BonusAction), f"{place}/bonus_actions", "bonus action")
    if len(sheet.attacks) > MAX_FORMS:
        yield Problem(f"{place}/attacks", f"{len(sheet.attacks)} attacks", f"at most {MAX_FORMS}")
    for index, form in enumerate(sheet.attacks):
        yield from _form(form, f"{place}/attacks/{index}")


def _form(form: AttackForm, place: str) -> Iterator[Problem]:
    yield from _whole(form.bonus, -20, 60, f"{place}/bonus", "attack bonus")
    yield from _whole(form.flat, -100, 999, f"{place}/flat", "damage bonus")
    yield from _whole(form.reach_ft, 0, 100, f"{place}/reach_ft", "reach in feet")
    yield from _whole(form.range_ft, 0, 5000, f"{place}/range_ft", "range in feet")
    yield from _whole(form.times, 1, MAX_TIMES, f"{place}/times", "number of attacks")
    if form.limit_ft == 0:
        yield Problem(place, "an attack without reach or range", "give it one")
    if len(form.dice) > MAX_DICE_GROUPS:
        yield Problem(f"{place}/dice", f"{len(form.dice)} kinds of dice", f"at most {MAX_DICE_GROUPS}")
    for index, (count, sides) in enumerate(form.dice):
        yield from _whole(count, 1, 20, f"{place}/dice/{index}", "number of dice")
        yield from _whole(sides, 2, 100, f"{place}/dice/{index}", "die")


def _places(encounter: Encounter) -> Iterator[Problem]:
    for (name, index), square in zip(encounter.ids(), deploy(encounter), strict=True):
        if square is None:
            yield Problem(
                f"groups/{index}/squares", f"no room for {name}", "enlarge the field or choose free squares", "R1.9"
            )
