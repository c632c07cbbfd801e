"""Squares and movement (R1.6–R1.10, R1.17) and who leaves whose reach (R1.24).

Squares are counted as on the source's maps: 9 m are 6 squares, whatever the direction.
Movement is counted in half-feet.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from massbattle_core._jit import njit
from massbattle_core.errors import IllegalActionError
from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.skirmish.tables import SQUARE_FT

__all__ = [
    "distance_ft",
    "leaves_reach",
    "may_pass",
    "movement_left",
    "square_cost",
    "stand_up_cost",
    "turn_movement",
]

_PHB = CHOICES["prone_effects"].index("phb")
_NEVER = CHOICES["pass_enemy"].index("never")
_ALWAYS = CHOICES["pass_enemy"].index("always")


@njit
def distance_ft(ax: int, ay: int, a_squares: int, bx: int, by: int, b_squares: int) -> int:
    """Feet between two square spaces, given by their top left square and their width in squares.

    Two spaces that touch, even at a corner, are 5 ft apart.

    Source: R1.6
    Ruling: a diagonal step counts as one square [PHB], for the source counts movement in whole squares.
    """
    across = max(bx - (ax + a_squares - 1), ax - (bx + b_squares - 1), 0)
    down = max(by - (ay + a_squares - 1), ay - (by + b_squares - 1), 0)
    return max(across, down) * SQUARE_FT


@njit
def turn_movement(speed: int, dashes: int) -> int:
    """The movement of a turn: the speed, and once more for each Dash (any unit of length).

    Source: R1.6, R1.17
    """
    return speed * (1 + dashes)


@njit
def stand_up_cost(speed: int) -> int:
    """What standing up costs: half of the speed, in the unit of ``speed`` (a whole number of halves).

    Source: R1.10
    Ruling: half of the speed and not of what is left, and impossible if less is left [PHB].
    """
    return speed // 2


@njit
def square_cost(length: int, difficult: int, crawling: int, rule: int) -> int:
    """What it costs to cross a length: once more if difficult (however often), once more if crawling.

    ``rule`` is the code of ``prone_effects``: only with the Player's Handbook's does crawling cost.

    Source: R1.9, R1.10
    """
    cost = length
    if difficult > 0:
        cost += length
    if crawling > 0 and rule == _PHB:
        cost += length
    return cost


@njit
def may_pass(mover_size: int, other_size: int, hostile: int, rule: int) -> bool:
    """Whether one may go through another creature's space (sizes as indexes in ``SIZES``).

    ``rule`` is the code of ``pass_enemy``.

    Source: R1.9
    """
    if hostile == 0 or rule == _ALWAYS:
        return True
    if rule == _NEVER:
        return False
    return abs(mover_size - other_size) >= 2


@njit
def leaves_reach(before_ft: int, after_ft: int, reach_ft: int) -> bool:
    """Whether a step from one distance to another leaves a reach; a reach of 0 is no reach.

    Source: R1.24
    """
    return before_ft <= reach_ft < after_ft


def movement_left(
    speed: Fraction, *, dash: bool = False, stand_up: bool = False, through_difficult: Fraction = Fraction(0)
) -> Fraction:
    """The movement left in a turn after standing up and crossing difficult terrain, in the unit of ``speed``.

    Raises :class:`IllegalActionError` if it does not suffice.

    Source: R1.6, R1.9, R1.10, R1.17
    """
    unit = 2 * lcm(speed.denominator, through_difficult.denominator)
    whole = int(speed * unit)
    left = turn_movement(whole, int(dash))
    if stand_up:
        left -= stand_up_cost(whole)
    left -= square_cost(int(through_difficult * unit), 1, 0, _PHB)
    if left < 0:
        raise IllegalActionError(f"{Fraction(-left, unit)} of movement is missing", "R1.6")
    return Fraction(left, unit)
