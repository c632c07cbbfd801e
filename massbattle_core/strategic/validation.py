"""What is wrong with an army, a character, a plan or an edited table: every problem at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.strategic.model import SIDES, Army, Character, Plan
from massbattle_core.strategic.tables import LINES, MORALE_LADDER, ORDERS, Deed, EventRow, Level, Tables

__all__ = ["require", "validate_army", "validate_character", "validate_plan", "validate_tables", "validate_whole"]

_MOST_SOLDIERS = 100_000_000
_MOST = 100
"""The largest modifier, bonus or number of dice that makes sense on a scale of 0 to 20."""
_MOST_DIFFICULTY = 500
_MOST_COUNT = 10_000
_DEED_CHANGES = ("enemy_roll", "own_roll", "enemy_morale", "own_losses", "enemy_losses", "order")


def require(problems: Iterable[Problem]) -> None:
    """Raise :class:`InvalidBattleError` if there are problems."""
    found = tuple(problems)
    if found:
        raise InvalidBattleError(found)


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def validate_whole(at: str, value: Any, least: int, most: int) -> Iterator[Problem]:
    """The problem of a value that is no whole number in this range."""
    if not _is_whole(value, least, most):
        yield Problem(at, f"{value!r} is no whole number from {least} to {most}", "give a number in this range")


def _word(at: str, value: Any, words: Sequence[Any]) -> Iterator[Problem]:
    if isinstance(value, bool) or value not in words:
        yield Problem(at, f"{value!r} is unknown", f"choose {', '.join(map(str, words))}")


def _truth(at: str, value: Any) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem(at, f"{value!r} is neither true nor false", "give true or false")


def validate_army(army: Army, tables: Tables | None = None, place: str = "army") -> list[Problem]:
    """Every problem of an army, its levels being those of ``tables``."""
    return list(_army_problems(army, tables or Tables(), place))


def _army_problems(army: Army, tables: Tables, at: str) -> Iterator[Problem]:
    yield from validate_whole(f"{at}/starting_headcount", army.starting_headcount, 1, _MOST_SOLDIERS)
    most = army.starting_headcount if _is_whole(army.starting_headcount, 1, _MOST_SOLDIERS) else _MOST_SOLDIERS
    yield from validate_whole(f"{at}/headcount", army.headcount, 0, most)
    yield from validate_whole(f"{at}/general/art_of_war", army.general.art_of_war, -_MOST, _MOST)
    yield from _truth(f"{at}/general/is_player_character", army.general.is_player_character)
    for name in ("training", "equipment", "terrain"):
        yield from validate_whole(f"{at}/{name}", getattr(army, name), 0, len(getattr(tables, name)) - 1)
    for name in ("morale", "starting_morale"):
        yield from _word(f"{at}/{name}", getattr(army, name), MORALE_LADDER)
    for name in ("can_tire", "has_archers", "may_change_order"):
        yield from _truth(f"{at}/{name}", getattr(army, name))
    for name in ("consecutive_turns", "rest_turns", "loss_steps"):
        yield from validate_whole(f"{at}/{name}", getattr(army, name), 0, _MOST_COUNT)
    yield from validate_whole(f"{at}/next_roll", army.next_roll, -_MOST, _MOST)


def validate_character(character: Character, place: str = "character") -> list[Problem]:
    """Every problem of a character."""
    return list(_character_problems(character, place))


def _character_problems(character: Character, at: str) -> Iterator[Problem]:
    if not isinstance(character.name, str) or not character.name.strip():
        yield Problem(f"{at}/name", "a character needs a name", "give one")
    yield from _word(f"{at}/side", character.side, SIDES)
    yield from _word(f"{at}/line", character.line, LINES)
    yield from validate_whole(f"{at}/hit_points", character.hit_points, -_MOST_COUNT, _MOST_COUNT)
    yield from _truth(f"{at}/is_player_character", character.is_player_character)
    yield from validate_whole(f"{at}/deed_modifier", character.deed_modifier, -_MOST, _MOST)
    yield from validate_whole(f"{at}/deed_bonus", character.deed_bonus, -_MOST, _MOST)
    yield from validate_whole(f"{at}/heroic_actions", character.heroic_actions, 0, _MOST)


def validate_plan(plan: Plan, difficulties: Sequence[int], place: str = "plan") -> list[Problem]:
    """Every problem of a plan that may announce these difficulties."""
    return [
        *_word(f"{place}/order", plan.order, ORDERS),
        *_word(f"{place}/difficulty", plan.difficulty, difficulties),
    ]


def validate_tables(tables: Tables) -> list[Problem]:
    """Every problem of an edited set of tables."""
    return [
        *_levels("tables/size", tables.size),
        *_increasing("tables/size/least", [level.least for level in tables.size], 0, _MOST_SOLDIERS),
        *_same("tables/size/0/least", tables.size[0].least if tables.size else None, 0),
        *_ratios("tables/size_against_enemy", tables.size_against_enemy),
        *_numbers("tables/size_ratio_bonus", tables.size_ratio_bonus, len(tables.size_against_enemy) + 1),
        *_levels("tables/training", tables.training),
        *_levels("tables/equipment", tables.equipment),
        *_levels("tables/terrain", tables.terrain),
        *_numbers("tables/morale", tables.morale, len(MORALE_LADDER)),
        *validate_whole("tables/effective_bonus", tables.effective_bonus, 0, _MOST),
        *_difficulties("tables/difficulties", tables.difficulties),
        *validate_whole("tables/loss_step_percent", tables.loss_step_percent, 1, 100),
        *_increasing("tables/morale_percents", tables.morale_percents, 0, 100),
        *_numbers("tables/plain_losses", tables.plain_losses, 2, least=0),
        *_numbers("tables/line_damage_d6", tables.line_damage_d6, len(LINES)),
        *validate_whole("tables/volley_d6", tables.volley_d6, 0, _MOST),
        *_numbers("tables/line_event", tables.line_event, len(LINES)),
        *_events("tables/events", tables.events),
        *_deeds("tables/deeds", tables.deeds),
        *validate_whole("tables/deed_dc", tables.deed_dc, -_MOST, _MOST),
        *validate_whole("tables/deed_dc_per_step", tables.deed_dc_per_step, 0, _MOST),
        *validate_whole("tables/deed_steps", tables.deed_steps, 0, 10),
        *_numbers("tables/melee_order", tables.melee_order, len(ORDERS)),
        *validate_whole("tables/melee_margin", tables.melee_margin, 0, _MOST),
        *validate_whole("tables/melee_margin_bonus", tables.melee_margin_bonus, -_MOST, _MOST),
        *_numbers("tables/melee_limits", tables.melee_limits, 2),
        *_increasing("tables/melee_limits", tables.melee_limits, -_MOST, _MOST),
    ]


def _numbers(at: str, values: Sequence[Any], count: int, least: int = -_MOST) -> Iterator[Problem]:
    if len(values) != count:
        yield Problem(at, f"{len(values)} numbers where {count} are needed", f"give {count} numbers")
    for place, value in enumerate(values):
        yield from validate_whole(f"{at}/{place}", value, least, _MOST)


def _increasing(at: str, values: Sequence[Any], least: int, most: int) -> Iterator[Problem]:
    whole = [value for value in values if _is_whole(value, least, most)]
    if len(whole) < len(values) or any(later <= sooner for sooner, later in pairwise(whole)):
        yield Problem(at, f"{list(values)} do not increase from {least} to {most}", "put them in order")


def _same(at: str, value: Any, needed: int) -> Iterator[Problem]:
    if value != needed:
        yield Problem(at, f"{value!r} where {needed} is needed", f"give {needed}")


def _levels(at: str, levels: Sequence[Level]) -> Iterator[Problem]:
    if not levels:
        yield Problem(at, "a characteristic without levels", "give at least one level")
    for place, level in enumerate(levels):
        yield from validate_whole(f"{at}/{place}/bonus", level.bonus, -_MOST, _MOST)


def _ratios(at: str, ratios: Sequence[tuple[Fraction, bool]]) -> Iterator[Problem]:
    values = [ratio for ratio, _ in ratios]
    if not all(isinstance(value, Fraction) for value in values):
        yield Problem(at, "a ratio is no fraction", "give exact fractions")
    elif any(value <= 0 for value in values) or values != sorted(set(values)):
        yield Problem(at, "the ratios do not increase from 0", "put them in order")


def _difficulties(at: str, values: Sequence[Any]) -> Iterator[Problem]:
    if not values:
        yield Problem(at, "no difficulty to announce", "give at least one", "R2.21")
    yield from _increasing(at, values, 0, _MOST_DIFFICULTY)
    for place, value in enumerate(values):
        if _is_whole(value, 0, _MOST_DIFFICULTY) and value % 5:
            yield Problem(f"{at}/{place}", f"{value} is no multiple of 5", "give multiples of 5", "R2.21")


def _events(at: str, rows: Sequence[EventRow]) -> Iterator[Problem]:
    if not rows or rows[-1].up_to is not None:
        yield Problem(at, "the last row must have no highest total", "leave it empty", "R2.30")
    yield from _increasing(f"{at}/up_to", [row.up_to for row in rows[:-1]], -_MOST, _MOST)
    for place, row in enumerate(rows):
        for name in ("damage_d6", "test_dc", "next_deed_bonus", "enemies", "enemies_die"):
            yield from validate_whole(f"{at}/{place}/{name}", getattr(row, name), 0, _MOST)
        yield from _word(f"{at}/{place}/heroic_action", row.heroic_action, ("never", "always", "on_success"))
        yield from _truth(f"{at}/{place}/rolls_twice", row.rolls_twice)


def _deeds(at: str, deeds: Sequence[Deed]) -> Iterator[Problem]:
    names = [deed.name for deed in deeds]
    if len(set(names)) < len(names):
        yield Problem(at, "two heroic actions of one name", "rename one", "R2.31")
    for place, deed in enumerate(deeds):
        yield from _word(f"{at}/{place}/changes", deed.changes, _DEED_CHANGES)
        yield from validate_whole(f"{at}/{place}/amount", deed.amount, -_MOST, _MOST)
