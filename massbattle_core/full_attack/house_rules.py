"""The house rules of one-roll full attacks and the checks of numbers that everything here shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.full_attack.tables import BOUNDS, SWITCHES

__all__ = ["BY_THE_BOOK", "Rules", "ensure", "integer_problems"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of the table; the defaults follow the rulebook's own table and examples.

    ``graze_extra_dice``: whether a graze counts the dice that need a hit (R4.3).
    ``second_hit_bab``: the second hit from base attack bonus +6 (table) or +5 (text) (R4.6).
    ``natural_1_20``: whether a natural 1 always misses and a natural 20 always hits (R4.9).
    ``dr_on_graze``: whether damage reduction lowers a graze (R4.10).
    ``graze_target``: whom a graze of several targets falls on (R4.13).
    ``double_crit_needs``: what makes a second critical possible (R4.16).
    ``twf_graze``: which of two weapons grazes (R4.17).
    ``natural_condition``: one roll for *all* natural attacks, or for natural attacks *only* (R4.21).
    ``natural_few``: how natural attacks that do not meet that condition are rolled (R4.21).
    ``mobile_melee``: whether a full attack in melee may be joined to a move (R4.30).
    ``mobile_reduction``: whether Acrobatics lowers the penalty as a whole or that of each square (R4.32).

    Raises: :class:`InvalidBattleError` naming every switch whose value does not exist.
    """

    graze_extra_dice: Literal["excluded", "included"] = "excluded"
    second_hit_bab: Literal["table", "text"] = "table"
    natural_1_20: Literal["standard", "off"] = "standard"
    dr_on_graze: Literal["yes", "no"] = "yes"
    graze_target: Literal["attacker_choice", "highest_ac"] = "attacker_choice"
    double_crit_needs: Literal["several_hits", "several_targets"] = "several_hits"
    twf_graze: Literal["main", "both"] = "main"
    natural_condition: Literal["all", "only"] = "all"
    natural_few: Literal["usual", "single_roll"] = "usual"
    mobile_melee: Literal["off", "on"] = "off"
    mobile_reduction: Literal["total", "per_square"] = "total"

    def __post_init__(self) -> None:
        problems = [
            Problem(f"rules/{field.name}", f"{value!r} is no value of this house rule", f"one of {', '.join(values)}")
            for field in fields(self)
            if (value := getattr(self, field.name)) not in (values := SWITCHES[field.name])
        ]
        if problems:
            raise InvalidBattleError(problems)

    @classmethod
    def of(cls, switches: Mapping[str, Any]) -> Rules:
        """The rules with these switches set; names as in :data:`SWITCHES`, values as words.

        Raises: :class:`InvalidBattleError` naming every unknown switch or, if there is none, every bad value.
        """
        unknown = [name for name in switches if name not in SWITCHES]
        if unknown:
            remedy = f"one of {', '.join(SWITCHES)}"
            raise InvalidBattleError([Problem(f"rules/{name}", "no such house rule", remedy) for name in unknown])
        return cls(**switches)


BY_THE_BOOK = Rules()
"""Every switch at its default."""


def integer_problems(place: str, kind: str, value: object) -> Iterator[Problem]:
    """What is wrong with a number of this kind (a key of :data:`BOUNDS`)."""
    low, high = BOUNDS[kind]
    name = kind.replace("_", " ")
    if isinstance(value, bool) or not isinstance(value, int):
        yield Problem(place, f"{name} {value!r} is not a whole number", f"a whole number from {low} to {high}")
    elif not low <= value <= high:
        yield Problem(place, f"{name} {value} is out of bounds", f"from {low} to {high}")


def ensure(**numbers: object) -> None:
    """Raise :class:`InvalidBattleError` naming every given number (by its kind) that is not acceptable."""
    problems = [problem for kind, value in numbers.items() for problem in integer_problems(kind, kind, value)]
    if problems:
        raise InvalidBattleError(problems)
