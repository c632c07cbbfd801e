"""The characters' phases: automatic damage and volley, the event table, heroic actions, and lines.

Each procedure stands beside its exact law. Saves, checks and fights of an event are rolled at the table, by the rules
of the characters' own game; what comes of them is told to :mod:`~massbattle_core.strategic.play`.

Judgement: R2.30 (the game master picks the enemies and plays the single combats)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from massbattle_core.dice import Dice
from massbattle_core.distribution import Distribution
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Result
from massbattle_core.strategic.tables import AUTOMATIC_DAMAGE, LINES, Deed, EventRow, Line, Order, Tables

__all__ = [
    "CharacterEvent",
    "DamageDice",
    "damage",
    "damage_dice",
    "damage_odds",
    "deed_difficulty",
    "deed_odds",
    "deed_size",
    "deed_succeeds",
    "event_odds",
    "event_row",
    "event_total",
    "lines_next",
    "resolve_damage",
    "resolve_deed",
    "resolve_event",
    "volley_dice",
]


@dataclass(frozen=True, slots=True)
class DamageDice:
    """The six-sided dice of automatic damage: rolled, subtracted, and those of the volley."""

    dice: int
    subtracted: int = 0
    volley: int = 0


@dataclass(frozen=True, slots=True)
class CharacterEvent:
    """An event as it fell: its row, its total, its damage before a save, and the number of enemies."""

    row: EventRow
    total: int
    damage: int = 0
    enemies: int = 0

    @property
    def needs_answer(self) -> bool:
        """Whether what happens next depends on a save, check or fight at the table."""
        return self.row.test_dc > 0 or self.row.heroic_action == "on_success"


# ---------------------------------------------------------------- automatic damage


def volley_dice(enemy_has_archers: bool, rules: Rules, tables: Tables) -> int:
    """The extra dice of damage of a volley of arrows.

    Source: R2.28
    Ruling: the source names the volley but gives it no damage, so that it is the automatic damage, plus what the house
    adds for archers.
    """
    if not enemy_has_archers:
        return 0
    return tables.volley_d6 if rules.volley_d6 == "n" else int(rules.volley_d6)


def damage_dice(
    order: Order, result: Result, line: Line, enemy_has_archers: bool, rules: Rules, tables: Tables
) -> DamageDice:
    """The dice of automatic damage by the general's order, the army's result and the character's line.

    Source: R2.27, R2.28, R2.29
    Ruling: the author's list breaks off at a last −1d6; since damage depends on the line, the middle and rear have it.
    """
    parts = [
        AUTOMATIC_DAMAGE["base"],
        AUTOMATIC_DAMAGE.get(order, 0),
        AUTOMATIC_DAMAGE.get(result, 0),
        tables.line_damage_d6[LINES.index(line)],
    ]
    volley = volley_dice(enemy_has_archers, rules, tables)
    if rules.damage_minus == "subtract_roll":
        return DamageDice(sum(n for n in parts if n > 0), -sum(n for n in parts if n < 0), volley)
    return DamageDice(max(0, sum(parts)), 0, volley)


def damage(rolled: int, subtracted: int, volley: int) -> int:
    """Hit points lost by the sums of the dice: never less than the volley alone.

    Source: R2.28, R2.29
    """
    return max(0, rolled - subtracted) + volley


def resolve_damage(count: DamageDice, dice: Dice) -> int:
    """Roll automatic damage.

    Source: R2.29
    """
    rolled, subtracted, volley = (
        sum(dice.roll(6, label) for _ in range(n))
        for n, label in (
            (count.dice, "automatic damage"),
            (count.subtracted, "damage taken off"),
            (count.volley, "volley of arrows"),
        )
    )
    return damage(rolled, subtracted, volley)


def damage_odds(count: DamageDice) -> Distribution:
    """The law of automatic damage.

    Source: R2.29
    """
    weights: dict[int, Fraction] = {}
    for rolled, p in Distribution.dice(count.dice, 6).items():
        for subtracted, q in Distribution.dice(count.subtracted, 6).items():
            for volley, r in Distribution.dice(count.volley, 6).items():
                lost = damage(rolled, subtracted, volley)
                weights[lost] = weights.get(lost, Fraction(0)) + p * q * r
    return Distribution(weights)


# ---------------------------------------------------------------- events


def event_row(total: int, tables: Tables) -> EventRow:
    """The row of the event table that a total falls into.

    Source: R2.30
    """
    return next(row for row in tables.events if row.up_to is None or total <= row.up_to)


def event_total(roll: int, line: Line, melee_score: int, tables: Tables) -> int:
    """The total of an event: the die, the line and the melee score.

    Source: R2.30
    """
    return roll + tables.line_event[LINES.index(line)] + melee_score


def resolve_event(line: Line, melee_score: int, dice: Dice, tables: Tables) -> tuple[CharacterEvent, ...]:
    """Roll a character's event: one, or the heart of the battle and the two that it brings.

    Source: R2.27, R2.30
    Ruling: the two are rolled without the melee score; if an edited table sends them to the heart again, that is all.
    """
    first = _one_event(line, melee_score, dice, tables)
    if not first.row.rolls_twice:
        return (first,)
    return (first, _one_event(line, 0, dice, tables), _one_event(line, 0, dice, tables))


def _one_event(line: Line, melee_score: int, dice: Dice, tables: Tables) -> CharacterEvent:
    total = event_total(dice.roll(20, "event"), line, melee_score, tables)
    row = event_row(total, tables)
    lost = sum(dice.roll(6, f"damage of {row.kind}") for _ in range(row.damage_d6))
    more = dice.roll(row.enemies_die, "number of enemies") if row.enemies_die else 0
    return CharacterEvent(row, total, lost, row.enemies + more)


def event_odds(line: Line, melee_score: int, tables: Tables) -> dict[tuple[str, ...], Fraction]:
    """The law of the kinds of events that one roll brings, in the order of the dice.

    Source: R2.30
    """
    second = _row_odds(line, 0, tables)
    law: dict[tuple[str, ...], Fraction] = {}
    for row, p in _row_odds(line, melee_score, tables).items():
        if row.rolls_twice:
            for left, q in second.items():
                for right, r in second.items():
                    law[row.kind, left.kind, right.kind] = p * q * r
        else:
            law[(row.kind,)] = p
    return law


def _row_odds(line: Line, melee_score: int, tables: Tables) -> dict[EventRow, Fraction]:
    law: dict[EventRow, Fraction] = {}
    for roll in range(1, 21):
        row = event_row(event_total(roll, line, melee_score, tables), tables)
        law[row] = law.get(row, Fraction(0)) + Fraction(1, 20)
    return law


# ---------------------------------------------------------------- heroic actions and placement


def deed_difficulty(steps: int, tables: Tables) -> int:
    """The difficulty of a heroic action that aims ``steps`` steps above its plain effect.

    Source: R2.31
    Ruling: each step above adds the plain effect once more; an effect that has no size cannot be raised.
    """
    return tables.deed_dc + steps * tables.deed_dc_per_step


def deed_succeeds(roll: int, modifier: int, steps: int, tables: Tables) -> bool:
    """Whether a d20 and a character's modifier carry a heroic action.

    Source: R2.31
    """
    return roll + modifier >= deed_difficulty(steps, tables)


def deed_size(deed: Deed, steps: int) -> int:
    """How much a heroic action changes.

    Source: R2.31
    """
    return deed.amount * (1 + steps)


def resolve_deed(modifier: int, steps: int, dice: Dice, tables: Tables) -> bool:
    """Roll a heroic action.

    Source: R2.31
    """
    return deed_succeeds(dice.roll(20, "heroic action"), modifier, steps, tables)


def deed_odds(modifier: int, steps: int, tables: Tables) -> Fraction:
    """The probability that a heroic action succeeds.

    Source: R2.31
    """
    return Fraction(sum(deed_succeeds(roll, modifier, steps, tables) for roll in range(1, 21)), 20)


def lines_next(line: Line, rules: Rules) -> tuple[Line, ...]:
    """The lines that a character may choose for the next turn.

    Source: R2.32
    """
    return LINES if rules.lines == "three_free" else tuple(other for other in LINES if abs(other - line) <= 1)
