"""The rules of mass combat that need no map: attack, roll mode, morale test, casualties, entering a space.

Scalar functions of integers, compiled for simulation and called as they are by play and by the exact laws.
"""

from __future__ import annotations

from massbattle_core._jit import njit
from massbattle_core.mass_combat.tables import HEAVY_LOSS, HEAVY_MARGIN, LIGHT_LOSS

__all__ = [
    "at_half",
    "casualties_due",
    "disengaged_feet",
    "enters",
    "loss_of_margin",
    "morale_passes",
    "roll_mode",
    "routs",
]


@njit
def morale_passes(die: int, rating: int, dc: int) -> bool:
    """Whether a morale test succeeds: d20 + rating reaches the DC; no face succeeds or fails by itself.

    Source: R0.13
    """
    return die + rating >= dc


@njit
def loss_of_margin(margin: int) -> int:
    """The BR that the target loses to an attack won or lost by this margin (attacker's total less target's).

    Source: R0.34, R0.35, R0.36, R0.37
    """
    if margin <= 0:
        return 0
    if margin < HEAVY_MARGIN:
        return LIGHT_LOSS
    return HEAVY_LOSS


@njit
def routs(margin: int) -> bool:
    """Whether the target of an attack won by this margin must test its morale against DC 10 at once.

    Source: R0.37
    """
    return margin >= HEAVY_MARGIN


@njit
def at_half(starting_br: int, br: int) -> bool:
    """Whether a unit is at half its starting BR or less.

    Source: R0.42, R0.60
    """
    return 2 * br <= starting_br


@njit
def casualties_due(starting_br: int, br_before: int, br_after: int, every_loss: int) -> bool:
    """Whether a loss of BR calls for the morale test of DC 15.

    Only a loss does. On crossing: once each time the state "half or less" is entered; a unit that starts at 0
    enters it with its first loss. A house rule tests at every loss in that state.

    Source: R0.5, R0.42
    """
    if br_after >= br_before or not at_half(starting_br, br_after):
        return False
    if every_loss != 0:
        return True
    return not at_half(starting_br, br_before) or br_before >= starting_br


@njit
def roll_mode(advantages: int, disadvantages: int, net_count: int) -> int:
    """How the attacker rolls: 1 with advantage, −1 with disadvantage, 0 flat.

    At least one reason of each kind cancels out whatever the numbers; a house rule counts them.

    Source: R0.38
    """
    if net_count == 0:
        advantages = min(advantages, 1)
        disadvantages = min(disadvantages, 1)
    if advantages > disadvantages:
        return 1
    if advantages < disadvantages:
        return -1
    return 0


@njit
def enters(left: int, cost: int) -> bool:
    """Whether a unit with so many feet of movement left may enter a space that costs so many.

    Half of the cost is enough; what is missing becomes a debt until the end of the turn.

    Source: R0.24
    """
    return 2 * left >= cost


@njit
def disengaged_feet(speed: int, left: int) -> int:
    """The feet that a unit may move after a successful Disengage: half its speed, or what is left if less.

    Source: R0.29
    """
    return min(speed // 2, left)
