"""The tables of the strategic phase: those of the author as constants, those that are lost as editable data.

The source's own tables of army characteristics, events, melee score and size reductions are lost images. What stands
in their place is **[INVENTED]**: the defaults of :class:`Tables`, which a game master may replace row by row.
Bonuses suit a scale of 0 to 20 (R2.18); lists that go by order or by line are in the order of :data:`ORDERS` and
:data:`LINES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

__all__ = [
    "AUTOMATIC_DAMAGE",
    "DIFFICULTIES",
    "EFFECTIVENESS",
    "FATIGUE_PER_TURN",
    "HOURS_A_TURN",
    "LINES",
    "LOSS_STEPS",
    "MORALE_LADDER",
    "ORDERS",
    "TURNS_A_DAY",
    "Deed",
    "Effectiveness",
    "EventRow",
    "Level",
    "Line",
    "Morale",
    "Order",
    "Tables",
]

Order = Literal["charge", "assault", "hold", "withdraw", "flee"]
"""What a general may order (R2.8)."""

Morale = Literal["rout", "very_low", "low", "average", "high", "very_high"]
"""The steps of morale, worst first. The source names rout and very low; the others are invented."""

Line = Literal[1, 2, 3]
"""Where a character stands: 1 front, 2 middle, 3 rear (R2.32)."""

Effectiveness = Literal["", "yes", "very"]
"""Whether an order is effective against another."""

ORDERS: tuple[Order, ...] = ("charge", "assault", "hold", "withdraw", "flee")
MORALE_LADDER: tuple[Morale, ...] = ("rout", "very_low", "low", "average", "high", "very_high")
LINES: tuple[Line, ...] = (1, 2, 3)

TURNS_A_DAY = 4
"""Consecutive turns that an army fights without fatigue (R2.2)."""
FATIGUE_PER_TURN = -2
"""Modifier to the art of war for each turn beyond those (R2.2)."""
HOURS_A_TURN = 3
"""About how long a turn lasts (R2.1)."""

DIFFICULTIES: tuple[int, ...] = tuple(range(5, 51, 5))
"""The strategic difficulties that may be announced unless the table is edited (R2.21)."""

EFFECTIVENESS: Mapping[tuple[Order, Order], Effectiveness] = {
    ("charge", "assault"): "very",
    ("charge", "withdraw"): "very",
    ("charge", "flee"): "very",
    ("assault", "hold"): "yes",
    ("hold", "charge"): "yes",
    ("withdraw", "assault"): "yes",
}
"""(order, order of the enemy) -> how effective; pairs that are missing are not effective (R2.15)."""

LOSS_STEPS: Mapping[Order, tuple[tuple[int, int], ...]] = {
    "charge": ((2, 3), (1, 2), (2, 1), (0, 1), (0, 2)),
    "assault": ((1, 1), (1, 1), (0, 1), (0, 1), (0, 1)),
    "hold": ((0, 2), (0, 1), (0, 1), (0, 0), (0, 0)),
    "withdraw": ((1, 1), (0, 0), (0, 0), (0, 0), (0, 0)),
    "flee": ((1, 0), (0, 0), (0, 0), (0, 0), (0, 0)),
}
"""Order of the winner -> steps of size that (winner, loser) lose, by order of the loser (R2.34, author's part 4)."""

AUTOMATIC_DAMAGE: Mapping[str, int] = {"base": 1, "charge": 1, "flee": 1, "defeat": 1, "victory": -1}
"""Six-sided dice of automatic damage: the base, by order of the general, by result of his army (R2.29, part 3)."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a characteristic: its name, its bonus and, for size, the least headcount that has it."""

    name: str
    bonus: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of the event table.

    ``up_to`` is the highest total of the row (None for the last one). An event may roll ``damage_d6`` dice of damage
    and bring ``enemies`` enemies plus a die of ``enemies_die`` sides. Where ``test_dc`` is set, the character's save
    or check decides: it halves the damage and brings ``next_deed_bonus``. Enemies are fought at the table.
    """

    up_to: int | None
    kind: str
    text: str
    damage_d6: int = 0
    test_dc: int = 0
    next_deed_bonus: int = 0
    enemies: int = 0
    enemies_die: int = 0
    heroic_action: Literal["never", "always", "on_success"] = "never"
    rolls_twice: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """A heroic action: what it changes and by how much a step; ``scales`` when bolder deeds may do more."""

    name: str
    text: str
    changes: Literal["enemy_roll", "own_roll", "enemy_morale", "own_losses", "enemy_losses", "order"]
    amount: int
    scales: bool = True


@dataclass(frozen=True, slots=True)
class Tables:
    """Every table that is [INVENTED] or left to the game master, as data; the defaults are this project's.

    ``size`` … ``terrain`` and ``morale``: bonus by level (R2.19); ``size_against_enemy``: pairs (ratio to the enemy's
    headcount, whether that ratio itself has the lower level) that part the levels of a relative size, with
    ``size_ratio_bonus`` for each level; ``effective_bonus``: R2.15; ``difficulties``: R2.21; ``loss_step_percent``:
    R2.35; ``morale_percents``: R2.36; ``plain_losses``: steps of (winner, loser) where orders do not matter (R2.15);
    ``line_damage_d6``, ``volley_d6``: R2.28–R2.29; ``line_event``, ``events``: R2.30; ``deeds`` and their difficulty:
    R2.31; ``melee_*``: R2.33.
    """

    size: tuple[Level, ...] = (
        Level("under 100", 0),
        Level("100–499", 1, 100),
        Level("500–1 999", 2, 500),
        Level("2 000–9 999", 3, 2000),
        Level("10 000 and more", 4, 10000),
    )
    size_against_enemy: tuple[tuple[Fraction, bool], ...] = (
        (Fraction(1, 3), True),
        (Fraction(2, 3), False),
        (Fraction(3, 2), False),
        (Fraction(3), False),
    )
    size_ratio_bonus: tuple[int, ...] = (0, 1, 2, 3, 4)
    training: tuple[Level, ...] = (
        Level("levy", 0),
        Level("militia", 1),
        Level("regular", 2),
        Level("veteran", 3),
        Level("elite", 4),
    )
    equipment: tuple[Level, ...] = (
        Level("improvised", 0),
        Level("light", 1),
        Level("standard", 2),
        Level("good", 3),
        Level("superb or magical", 4),
    )
    terrain: tuple[Level, ...] = (
        Level("very bad", 0),
        Level("bad", 1),
        Level("neutral", 2),
        Level("good", 3),
        Level("very good", 4),
    )
    morale: tuple[int, ...] = (0, 0, 1, 2, 3, 4)
    effective_bonus: int = 2
    difficulties: tuple[int, ...] = DIFFICULTIES
    loss_step_percent: int = 10
    morale_percents: tuple[int, ...] = (25, 50, 75)
    plain_losses: tuple[int, int] = (0, 1)
    line_damage_d6: tuple[int, ...] = (0, -1, -1)
    volley_d6: int = 1
    line_event: tuple[int, ...] = (4, 0, -4)
    events: tuple[EventRow, ...] = (
        EventRow(2, "lull", "Lull: nothing happens"),
        EventRow(5, "stray_missiles", "Stray missiles: 1d6, save for half", damage_d6=1, test_dc=13),
        EventRow(8, "wounded_comrade", "A wounded comrade to heal", test_dc=10, next_deed_bonus=2),
        EventRow(11, "common_enemy", "One common enemy", enemies=1),
        EventRow(14, "common_enemies", "1d3 common enemies", enemies_die=3),
        EventRow(16, "enemy_veteran", "Single combat with a veteran", enemies=1),
        EventRow(18, "heroic_opportunity", "A heroic opportunity", heroic_action="always"),
        EventRow(
            21, "sweep", "Cavalry or a monster: 2d6, save for half, then one enemy", damage_d6=2, test_dc=15, enemies=1
        ),
        EventRow(24, "enemy_officer", "Single combat with an officer", enemies=1, heroic_action="on_success"),
        EventRow(None, "heart_of_the_battle", "The heart of the battle: two events", rolls_twice=True),
    )
    deeds: tuple[Deed, ...] = (
        Deed("take_the_banner", "The enemy's next roll suffers", "enemy_roll", -2),
        Deed("rally_the_men", "The next roll of the own army gains", "own_roll", 2),
        Deed("kill_the_officer", "The enemy's morale falls", "enemy_morale", -1),
        Deed("hold_the_breach", "The own army loses less this turn", "own_losses", -1),
        Deed("open_the_flank", "The enemy loses more this turn", "enemy_losses", 1),
        Deed("carry_the_order", "The own general may change his order after the next reveal", "order", 1, scales=False),
    )
    deed_dc: int = 15
    deed_dc_per_step: int = 5
    deed_steps: int = 3
    melee_order: tuple[int, ...] = (2, 1, 0, -1, -2)
    melee_margin: int = 5
    melee_margin_bonus: int = 1
    melee_limits: tuple[int, int] = (0, 10)
