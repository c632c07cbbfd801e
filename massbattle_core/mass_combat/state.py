"""The state of a mass battle as the kernel keeps it: one record for the battle, one for the map.

Both are numpy records of integer arrays, passed to compiled functions as bare pointers. The same functions run
as plain Python on twins made of lists (:func:`plain_state`, :func:`plain_map`).

Units are indexed by 0…n−1 in the order of their numbers; dice are addressed by the numbers, so that adding a
unit leaves the dice of the others alone. Hexes are indexed row by row with a border of closed hexes around the
map: index = (row + 1) · (columns + 2) + column + 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from massbattle_core import hexgrid
from massbattle_core._jit import njit
from massbattle_core.mass_combat.model import LARGEST_MAP, Battlefield, Hex, parse_hex_key
from massbattle_core.mass_combat.tables import FEET_PER_HEX

__all__ = [
    "AMPHIBIOUS",
    "BINS",
    "CLASSES",
    "CLOSED",
    "ELIMINATED",
    "EMPTY",
    "FAR",
    "FIELD",
    "FLY",
    "HEXES",
    "LOG_WIDTH",
    "MAP",
    "RESUMED",
    "RESUMED_SCALARS",
    "SLOW_SWIMMER",
    "STATE",
    "SWIM",
    "UNITS",
    "WAITING",
    "WALK",
    "PackedMap",
    "cell",
    "pack_map",
    "plain_map",
    "plain_state",
    "position_of",
]

BINS = 256
"""How many values of the BR that a side has left are told apart."""

UNITS = 64
HEXES = (LARGEST_MAP[0] + 2) * (LARGEST_MAP[1] + 2)
OBJECTIVES = 20
SCRIPT = 512
LOG_LINES = 512
LOG_WIDTH = 6

EMPTY, OUTSIDE = -1, -2
"""What stands on a hex where no unit does: nothing; or the hex lies off the map."""

WAITING, FIELD, ELIMINATED = 0, 1, 2
"""Status of a unit: a reinforcement that has not come, on the board, eliminated."""

WALK, FLY, SWIM, AMPHIBIOUS, SLOW_SWIMMER = range(5)
"""Classes of movement: walkers that also swim as fast as they walk are amphibious, slower ones slow swimmers."""
CLASSES = 5

CLOSED = 60_000
"""Cost of a hex that cannot be entered, in feet."""

FAR = 60_000
"""Way to a hex that cannot be reached, in units of 50 ft."""

RESUMED = ("hex", "br", "status", "defend", "guard", "lost_turns", "fell_to", "turns_lost", "order")
"""Fields of a unit that a battle is taken up from; so are these scalars, and ``goal_held``."""

RESUMED_SCALARS = (
    "round",
    "turn",
    "mover",
    "left",
    "acted",
    "disengaged",
    "contact",
    "passing",
    "over",
    "winner",
    "guards",
)

_UNIT_FIELDS = (
    "number",
    "side",
    "morale",
    "initiative",
    "starting_br",
    "killed_br",
    "wiped_out",
    "speed",
    "range",
    "movement_class",
    "doctrine",
    "targets",
    "arrival",
    "start_hex",
    *RESUMED,
    "initiative_order",
    "tie",
)
_SCALARS = (
    "units",
    "round_limit",
    *RESUMED_SCALARS,
    "objectives",
    "every_loss",
    "net_count",
    "friends_of_attacker",
    "stack_lost_turns",
    "friends_closed",
    "no_breakthrough",
    "free_disengage",
    "guard_lasting",
    "no_shooting_engaged",
    "walls_block",
    "end_condition",
    "logging",
    "log_lines",
    "script_length",
    "typed_dice",
    "need_die",
    "need_lines",
    "need_mode",
    "roll_mode",
)

STATE = np.dtype(
    [
        ("key", np.uint64),
        ("place_prefix", np.int64),
        ("need_place", np.int64),
        *((name, np.int64) for name in _SCALARS),
        *((name, np.int64, (UNITS,)) for name in _UNIT_FIELDS),
        ("alive", np.int64, (2,)),
        ("goal_kind", np.int64, (OBJECTIVES,)),
        ("goal_side", np.int64, (OBJECTIVES,)),
        ("goal_rounds", np.int64, (OBJECTIVES,)),
        ("goal_unit", np.int64, (OBJECTIVES,)),
        ("goal_held", np.int64, (OBJECTIVES,)),
        ("occupant", np.int64, (HEXES,)),
        ("script_place", np.int64, (SCRIPT,)),
        ("script_value", np.int64, (SCRIPT,)),
        ("log", np.int64, (LOG_LINES * LOG_WIDTH,)),
        ("resumed", np.int64),
        *((f"from_{name}", np.int64) for name in RESUMED_SCALARS),
        *((f"from_{name}", np.int64, (UNITS,)) for name in RESUMED),
        ("from_goal_held", np.int64, (OBJECTIVES,)),
    ],
    align=True,
)

MAP = np.dtype(
    [
        ("width", np.int64),
        ("hexes", np.int64),
        ("way_table", np.int64, (CLASSES,)),
        ("neighbour", np.int64, (HEXES * 6,)),
        ("q", np.int64, (HEXES,)),
        ("r", np.int64, (HEXES,)),
        ("elevation", np.int64, (HEXES,)),
        ("cover", np.int64, (HEXES,)),
        ("wall", np.int64, (HEXES,)),
        ("goal", np.int64, (HEXES,)),
        ("cost", np.int64, (HEXES * CLASSES,)),
    ],
    align=True,
)


class PackedMap:
    """The record of a map and its table of ways.

    ``ways[table, target, hex]`` is the length of the shortest way from a hex to a target, in units of 50 ft,
    units not considered; ``table`` is ``record.way_table[movement class]``, −1 where all ground is plain for
    that class and the distance in spaces tells as much.
    """

    def __init__(self, record: Any, ways: npt.NDArray[np.uint16], columns: int, rows: int) -> None:
        self.record = record
        self.ways = ways
        self.columns = columns
        self.rows = rows


def cell(position: tuple[int, int], columns: int) -> int:
    """The index of a hex of a map with so many columns."""
    return (position[1] + 1) * (columns + 2) + position[0] + 1


def position_of(index: int, columns: int) -> tuple[int, int]:
    """The position of the hex with this index."""
    return index % (columns + 2) - 1, index // (columns + 2) - 1


def entering_costs(space: Hex) -> tuple[int, int, int, int, int]:
    """Feet of movement that a space costs, by class of movement; closed where it cannot be entered.

    Ruling: what a mode gives is not stated. Flyers cross and stop over any ground unless it is a wall or the
    GM closed it to them; swimmers move in water only; walkers that also swim enter water at the plain cost if
    they swim at least as fast as they walk, at the cost of difficult ground otherwise; climbing and burrowing
    change nothing.
    Source: R0.22, R0.24
    """
    plain, difficult = FEET_PER_HEX, 2 * FEET_PER_HEX
    fly = CLOSED if space.closed or space.terrain == "wall" else plain
    if space.terrain == "water":
        return CLOSED, fly, plain, plain, difficult
    if space.terrain in ("impassable", "wall"):
        return CLOSED, fly, CLOSED, CLOSED, CLOSED
    land = difficult if space.terrain == "difficult" else plain
    return land, fly, CLOSED, land, land


def pack_map(field: Battlefield, goals: Mapping[tuple[int, int], int], classes: frozenset[int]) -> PackedMap:
    """The packed form of a battlefield for units of these classes of movement.

    ``goals`` has one bit an objective for the hexes that matter to it.
    """
    packed = _pack_ground(field.columns, field.rows, tuple(sorted(field.hexes.items(), key=_first)), classes)
    if not goals:
        return packed
    record = packed.record.copy()
    for position, bits in goals.items():
        record["goal"][cell(position, field.columns)] = bits
    return PackedMap(record, packed.ways, field.columns, field.rows)


def _first(item: tuple[str, Hex]) -> str:
    return item[0]


@lru_cache(maxsize=16)
def _pack_ground(columns: int, rows: int, hexes: tuple[tuple[str, Hex], ...], classes: frozenset[int]) -> PackedMap:
    record = np.zeros(1, MAP)[0]
    width = columns + 2
    count = width * (rows + 2)
    record["width"], record["hexes"] = width, count
    cost = np.full((CLASSES, HEXES), CLOSED, np.int32)
    neighbour = np.zeros((HEXES, 6), np.int32)
    neighbour[:] = np.arange(HEXES)[:, None]
    spaces = {parse_hex_key(key): space for key, space in hexes}
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 1):
            index = cell((column, row), columns)
            record["q"][index], record["r"][index] = hexgrid.axial((column, row))
            if 0 <= column < columns and 0 <= row < rows:
                neighbour[index] = [cell(place, columns) for place in hexgrid.neighbours((column, row))]
                space = spaces.get((column, row)) or Hex()
                cost[:, index] = entering_costs(space)
                record["elevation"][index] = space.elevation
                record["cover"][index] = space.cover
                record["wall"][index] = space.terrain == "wall"
    record["neighbour"] = neighbour.ravel()
    record["cost"] = cost.ravel()
    inside = neighbour[:count, 0] != np.arange(count)
    rough = [kind for kind in sorted(classes) if (cost[kind, :count][inside] != FEET_PER_HEX).any()]
    record["way_table"] = -1
    ways = np.full((max(len(rough), 1), *((count, count) if rough else (1, 1))), FAR, np.uint16)
    for table, kind in enumerate(rough):
        record["way_table"][kind] = table
        _fill_ways(cost[kind], neighbour, count, ways[table])
    return PackedMap(record, ways, columns, rows)


@njit
def _fill_ways(cost: Any, neighbour: Any, count: int, ways: Any) -> None:
    """Shortest ways from every hex to every target, by growing rings of equal length (all in 50 ft)."""
    ring = np.zeros((5, count), np.int32)
    size = np.zeros(5, np.int64)
    for target in range(count):
        if neighbour[target, 0] == target:
            continue
        row = ways[target]
        row[target] = 0
        ring[0, 0] = target
        size[:] = 0
        size[0] = 1
        waiting = 1
        length = 0
        while waiting > 0:
            slot = length % 5
            for i in range(size[slot]):
                here = ring[slot, i]
                if row[here] != length:
                    continue
                if here == target:
                    step = FEET_PER_HEX // 50
                elif cost[here] >= CLOSED:
                    continue
                else:
                    step = cost[here] // 50
                for k in range(6):
                    there = neighbour[here, k]
                    if neighbour[there, 0] != there and length + step < row[there]:
                        row[there] = length + step
                        following = (length + step) % 5
                        ring[following, size[following]] = there
                        size[following] += 1
                        waiting += 1
            waiting -= size[slot]
            size[slot] = 0
            length += 1


def plain_state(record: Any) -> SimpleNamespace:
    """The twin of a state record made of Python integers and lists."""
    return _plain(record, STATE)


def plain_map(record: Any) -> SimpleNamespace:
    """The twin of a map record made of Python integers and lists."""
    return _plain(record, MAP)


def _plain(record: Any, dtype: np.dtype[Any]) -> SimpleNamespace:
    return SimpleNamespace(**{name: record[name].tolist() for name in dtype.names or ()})
