"""The house rules of the strategic phase: every switch, its values, and what it decides in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from massbattle_core.errors import InvalidBattleError, Problem

__all__ = ["HOUSE_RULES", "HouseRule", "Rules"]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One switch: the rule it belongs to, its values (the default first) and what it decides."""

    rule: str
    values: tuple[str, ...]
    decides: str


HOUSE_RULES: Mapping[str, HouseRule] = {
    "rest_resets": HouseRule("R2.2", ("one_turn", "one_day", "gm"), "How long an army must rest to lose its fatigue."),
    "max_turns": HouseRule("R2.2", ("none", "4"), "Whether an army may fight more than four turns without rest."),
    "reveal": HouseRule(
        "R2.9",
        ("all_together_after_rolls", "orders_first_then_difficulty"),
        "Whether the orders are known before the difficulties are chosen.",
    ),
    "effectiveness": HouseRule(
        "R2.15",
        ("losses_only", "roll_bonus", "both"),
        "Whether an effective order acts on the losses, on the art of war roll, or on both.",
    ),
    "flee_morale_when": HouseRule("R2.16", ("closing", "at_reveal"), "When the morale of a fleeing army falls."),
    "rally": HouseRule("R2.16", ("gm", "one_step_per_rest_turn"), "How morale comes back."),
    "scale": HouseRule("R2.18", ("d20", "percent"), "Whether generals roll a d20, or a d100 with all else times 5."),
    "size_bonus": HouseRule("R2.19", ("absolute", "relative"), "Whether size counts heads or compares both armies."),
    "difficulty_range": HouseRule(
        "R2.21", ("5_to_50", "editable"), "Whether difficulties go from 5 to 50 or as the game master's table says."
    ),
    "multi": HouseRule("R2.26", ("pairwise_gm",), "Battles of more than two armies: the game master pairs them."),
    "volley_d6": HouseRule("R2.28", ("0", "n"), "Extra d6 of a volley by archers (n: the table's number)."),
    "damage_minus": HouseRule(
        "R2.29", ("remove_dice", "subtract_roll"), "Whether −1d6 takes a die away or is rolled and subtracted."
    ),
    "lines": HouseRule("R2.32", ("three_free", "one_step"), "Whether a character may move more than one line a turn."),
    "loss_matrix_transposed": HouseRule(
        "R2.34", ("no", "yes"), "Whether the columns of the loss matrix, not its rows, are the winner's orders."
    ),
    "loss_morale": HouseRule("R2.36", ("on", "off"), "Whether heavy losses lower morale."),
    "end": HouseRule("R2.37", ("rout_or_zero_or_gm",), "A battle ends by rout, at 0 headcount, or by the game master."),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules in force, by the names of :data:`HOUSE_RULES`.

    ``volley_d6`` also takes a number of dice written in digits.

    Raises :class:`InvalidBattleError` naming every value that is unknown.
    """

    rest_resets: str = "one_turn"
    max_turns: str = "none"
    reveal: str = "all_together_after_rolls"
    effectiveness: str = "losses_only"
    flee_morale_when: str = "closing"
    rally: str = "gm"
    scale: str = "d20"
    size_bonus: str = "absolute"
    difficulty_range: str = "5_to_50"
    multi: str = "pairwise_gm"
    volley_d6: str = "0"
    damage_minus: str = "remove_dice"
    lines: str = "three_free"
    loss_matrix_transposed: str = "no"
    loss_morale: str = "on"
    end: str = "rout_or_zero_or_gm"

    def __post_init__(self) -> None:
        problems = [
            Problem(f"rules/{name}", f"{value!r} is no value of this house rule", remedy, HOUSE_RULES[name].rule)
            for name, value in asdict(self).items()
            if value not in HOUSE_RULES[name].values and not (name == "volley_d6" and _is_number_of_dice(value))
            for remedy in (f"choose {' or '.join(HOUSE_RULES[name].values)}",)
        ]
        if problems:
            raise InvalidBattleError(problems)

    @classmethod
    def of(cls, switches: Mapping[str, object]) -> Rules:
        """The rules with these switches changed; names with or without the prefix ``s2.``.

        Raises :class:`InvalidBattleError` for unknown names and values.
        """
        known = {field.name for field in fields(cls)}
        chosen = {name.removeprefix("s2."): str(value) for name, value in switches.items()}
        unknown = [
            Problem(f"rules/{name}", "no such house rule", f"choose one of {', '.join(sorted(known))}")
            for name in chosen
            if name not in known
        ]
        if unknown:
            raise InvalidBattleError(unknown)
        return cls(**chosen)


def _is_number_of_dice(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 2
