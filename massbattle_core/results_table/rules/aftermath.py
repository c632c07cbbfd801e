"""After the blows: losses, beaten armies, retreat, who may still move, absence (R3.30–R3.35)."""

from __future__ import annotations

from dataclasses import dataclass

from massbattle_core.results_table._compiled import in_kernels
from massbattle_core.results_table.model import Army, Rules
from massbattle_core.results_table.tables import BEATEN_PERCENT, DAYS_ABSENT, Wound

__all__ = [
    "DEAD_ROW",
    "Movement",
    "days_absent",
    "has_most_losses",
    "is_beaten",
    "is_heavy",
    "is_loser",
    "loss_row",
    "massacre_winner",
    "movement",
    "must_retreat",
    "stays_in_army",
]

DEAD_ROW = 5
"""The least row of the table of wounds that kills."""


def loss_row(rules: Rules) -> int:
    """The least row of the table of wounds that counts as a loss.

    Source: R3.30
    Ruling: the source counts dead and wounded, and a light wound is a wound; ``bl0_is_loss = no`` leaves out those
    who stay with the army.
    """
    return 1 if rules.bl0_is_loss == "yes" else 2


@in_kernels
def has_most_losses(own: int, other: int, equal_counts: bool) -> bool:
    """Whether a side has the greatest losses, in number of soldiers.

    Source: R3.30
    Ruling: with equal losses no side has the greatest, unless ``equal_losses = both``.
    """
    return own > other or (equal_counts and own == other)


@in_kernels
def is_heavy(losses: int, strength: int) -> bool:
    """Whether an army lost at least 40 % of its strength before the combat (and somebody at all).

    Source: R3.30
    """
    return losses > 0 and 100 * losses >= BEATEN_PERCENT * strength


@in_kernels
def is_beaten(side_losses: int, other_losses: int, losses: int, strength: int, equal_counts: bool) -> bool:
    """Whether an army is beaten: its side has the greatest losses, and its own are heavy.

    Source: R3.30
    """
    return has_most_losses(side_losses, other_losses, equal_counts) and is_heavy(losses, strength)


def must_retreat(army: Army, beaten: bool, defending: bool) -> bool:
    """Whether an army retreats: beaten, and no armed group that defends a town.

    Source: R3.31
    """
    return beaten and not (army.kind == "group" and army.in_town and defending)


def is_loser(beaten: bool, side_losses: int, other_losses: int, rules: Rules) -> bool:
    """Whether an army is one of the losers, who cannot move any more.

    Source: R3.32
    Ruling: the source says "losing" where it spoke of beaten armies before; it means them, unless ``loser_is`` counts
    every army of the side with more losses.
    """
    return beaten if rules.loser_is == "beaten" else beaten or side_losses > other_losses


def massacre_winner(result: str) -> str | None:
    """The side, "attackers" or "defenders", that massacred the other.

    Source: R3.34
    """
    return {"MA": "attackers", "MD": "defenders"}.get(result)


@dataclass(frozen=True, slots=True)
class Movement:
    """What an army may still do in this movement phase: its current move, and later ones."""

    now: bool
    later: bool


def movement(*, loser: bool, immobile: bool, enemy_retreated: bool, massacred_enemy: bool) -> Movement:
    """What an army that has fought may still do in this movement phase.

    Source: R3.32, R3.33, R3.34
    Ruling: the enemy has retreated when every army of the other side has, or is gone; an army that was not moving is
    not bound by R3.34.
    """
    if loser:
        return Movement(now=False, later=False)
    return Movement(now=enemy_retreated, later=immobile or massacred_enemy)


def days_absent(wound: Wound) -> int:
    """Days that a wound keeps a soldier from fighting; 45 for the dead.

    Source: R3.35
    """
    return DAYS_ABSENT[wound]


def stays_in_army(wound: Wound) -> bool:
    """Whether the soldier stays with the army: unhurt, or lightly wounded and fit again tomorrow.

    Source: R3.35
    """
    return days_absent(wound) == 0
