"""Distances, contact and sight on the packed map."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit


@njit
def spaces_between(mp: Any, a: int, b: int) -> int:
    """The number of spaces from one hex to another.

    Source: R0.24
    """
    dq = mp.q[a] - mp.q[b]
    dr = mp.r[a] - mp.r[b]
    return max(abs(dq), abs(dr), abs(dq + dr))


@njit
def enemy_adjacent(st: Any, mp: Any, u: int, here: int) -> bool:
    """Whether an enemy of a unit stands next to a hex.

    Source: R0.25
    """
    for k in range(6):
        v = st.occupant[mp.neighbour[here * 6 + k]]
        if v >= 0 and st.side[v] != st.side[u]:
            return True
    return False


@njit
def sees(mp: Any, a: int, b: int) -> bool:
    """Whether no wall stands on the straight line between the centres of two hexes.

    Ruling: a line that runs exactly along an edge passes on the same side of it from either end, that of
    ``hexgrid.line``.
    Source: R0.32
    """
    steps = spaces_between(mp, a, b)
    dq = mp.q[b] - mp.q[a]
    dr = mp.r[b] - mp.r[a]
    for i in range(1, steps):
        # nudged off the edges; whole numbers are nearest after adding 1000.5 because int() cuts towards 0
        q = mp.q[a] + 1e-6 + dq * i / steps
        r = mp.r[a] + 2e-6 + dr * i / steps
        nearest_q = int(q + 1000.5) - 1000
        nearest_r = int(r + 1000.5) - 1000
        nearest_s = int(1000.5 - q - r) - 1000
        off_q = abs(nearest_q - q)
        off_r = abs(nearest_r - r)
        off_s = abs(nearest_s + q + r)
        if off_q > off_r and off_q > off_s:
            nearest_q = -nearest_r - nearest_s
        elif off_r > off_s:
            nearest_r = -nearest_q - nearest_s
        column = nearest_q + (nearest_r - (nearest_r & 1)) // 2
        if mp.wall[(nearest_r + 1) * mp.width + column + 1] != 0:
            return False
    return True
