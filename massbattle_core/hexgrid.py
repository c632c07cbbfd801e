"""Hexes of 100 ft (30 m): pointy tops, every other row shifted to the right by half a hex.

Positions are ``(column, row)`` from 0; axial coordinates ``(q, r)`` serve distances and lines.

Source: R0.11, R0.24
"""

from __future__ import annotations

from math import sqrt

__all__ = ["axial", "center", "distance", "from_axial", "hex_at", "line", "neighbours"]

_DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def axial(position: tuple[int, int]) -> tuple[int, int]:
    """Axial coordinates of a position."""
    column, row = position
    return column - (row - (row & 1)) // 2, row


def from_axial(q: int, r: int) -> tuple[int, int]:
    """The position with these axial coordinates."""
    return q + (r - (r & 1)) // 2, r


def neighbours(position: tuple[int, int]) -> list[tuple[int, int]]:
    """The six adjacent positions, on the map or not, from the east anticlockwise."""
    q, r = axial(position)
    return [from_axial(q + dq, r + dr) for dq, dr in _DIRECTIONS]


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Number of spaces from one position to the other.

    Source: R0.24
    """
    (aq, ar), (bq, br) = axial(a), axial(b)
    dq, dr = aq - bq, ar - br
    return max(abs(dq), abs(dr), abs(dq + dr))


def center(position: tuple[int, int]) -> tuple[float, float]:
    """Centre of a hex of side 1, x to the right and y upwards from the centre of hex (0, 0)."""
    column, row = position
    return sqrt(3) * (column + 0.5 * (row & 1)), -1.5 * row


def hex_at(x: float, y: float) -> tuple[int, int]:
    """The position of the hex that holds a point (see :func:`center`)."""
    return _round(sqrt(3) / 3 * x + y / 3, -2 / 3 * y)


def line(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    """The hexes that the straight line between two centres passes through, both ends included.

    A line that runs along an edge keeps to one side of it, the same from either end.
    """
    (aq, ar), (bq, br) = axial(a), axial(b)
    steps = distance(a, b)
    nudge_q, nudge_r = 1e-6, 2e-6  # no edge runs this way, so rounding decides nothing
    return [
        _round(aq + nudge_q + (bq - aq) * i / max(steps, 1), ar + nudge_r + (br - ar) * i / max(steps, 1))
        for i in range(steps + 1)
    ]


def _round(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    rounded_q, rounded_r, rounded_s = round(q), round(r), round(s)
    error_q, error_r, error_s = abs(rounded_q - q), abs(rounded_r - r), abs(rounded_s - s)
    if error_q > error_r and error_q > error_s:
        rounded_q = -rounded_r - rounded_s
    elif error_r > error_s:
        rounded_r = -rounded_q - rounded_s
    return from_axial(rounded_q, rounded_r)
