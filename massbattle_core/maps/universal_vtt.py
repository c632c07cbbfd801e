"""Universal VTT maps (``.uvtt``, ``.dd2vtt``, ``.df2vtt``): squares, walls and doors become hexes of 100 ft.

Ruling: walls run between points, a battle knows whole spaces. A hex that a wall crosses for 10 ft or more gives
cover. Ground that walls enclose without a door, no larger than three hexes, is solid (a tower, a house, a rock);
a hex of which nine tenths are solid is a wall. A hex that holds a door is open and named a gate. Doors count as
open whether they are shut or not. Movement across a wall is otherwise not hindered. The picture in the file lies
under the hexes where its squares are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from massbattle_core.errors import MapFileError, PictureError, ScaleNeeded
from massbattle_core.maps.imported import Crop, ImportedMap, Window, imported_map, warning, window_of
from massbattle_core.maps.parsing import finite, mapping, sequence
from massbattle_core.mass_combat.backdrop import LARGEST_PICTURE, picture_of
from massbattle_core.mass_combat.model import Backdrop, Hex
from massbattle_core.phrases import Feet, phrase, plural

__all__ = ["UNIVERSAL_VTT", "read_universal_vtt"]

UNIVERSAL_VTT = "Universal VTT"
FEET_PER_HEX = 100
_ROW_FEET = FEET_PER_HEX * sqrt(3) / 2
_CELL_FEET = 5
_STEP_FEET = 2.5
_LEAST_WALL_FEET = 10
_LARGEST_SOLID_HEXES = 3
_SOLID_TENTHS = 9
_FEW_HEXES = 4
_MOST_POINTS = 1_000_000

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A map of squares: its size, and its walls and doors as sides ``(x, y, x, y)`` from its corner, in squares."""

    width: float
    height: float
    walls: Numbers
    doors: Numbers
    picture: str


def read_universal_vtt(data: Mapping[str, Any], feet_per_square: float | None, crop: Crop | None) -> ImportedMap:
    """The map in Universal VTT.

    Raises :class:`ScaleNeeded` if it is not known how many feet a square is, :class:`MapFileError` otherwise.
    """
    plan = _plan_of(data)
    if feet_per_square is None:
        raise ScaleNeeded(
            phrase(
                "the map has {width:g} × {height:g} squares ({walls} pieces of wall, {doors} doors) and "
                "does not say how many feet a square is",
                width=plan.width,
                height=plan.height,
                walls=len(plan.walls),
                doors=len(plan.doors),
            ),
            "resolution",
            phrase("say the feet of a square: 5 on most maps, so that 20 squares make a hex of 100 ft"),
            (plan.width, plan.height),
        )
    size = (
        max(1, ceil(plan.width * feet_per_square / FEET_PER_HEX - 1e-6)),
        max(1, ceil(plan.height * feet_per_square / _ROW_FEET - 1e-6)),
    )
    window = window_of(size, crop, phrase("choose fewer feet for a square"))
    ground = _Ground(plan, feet_per_square, window)
    hexes = ground.hexes()
    problems = [
        warning(
            "line_of_sight",
            phrase(
                "walls run between spaces here: hexes that a wall crosses give cover, solid ones are "
                "walls, and hexes with a door are gates"
            ),
            phrase("check them on the board"),
        )
    ]
    if max(size) < _FEW_HEXES:
        problems.append(
            warning(
                "resolution",
                phrase(
                    "at {length} a square the whole map is {columns} × {rows} hexes",
                    length=Feet(feet_per_square),
                    columns=size[0],
                    rows=size[1],
                ),
                phrase("say more feet for a square if the ground is meant to be larger"),
            )
        )
    if ground.outside:
        problems.append(
            warning(
                "line_of_sight",
                plural(
                    "a piece of wall lies far outside and is not read",
                    "{count} pieces of wall lie far outside and are not read",
                    count=ground.outside,
                ),
            )
        )
    backdrop = _backdrop_of(plan, feet_per_square, window)
    if plan.picture and not backdrop:
        most = LARGEST_PICTURE // 1_000_000
        problems.append(
            warning(
                "image",
                phrase("the picture is not read"),
                phrase("lay one of at most {most} MB under the hexes", most=most),
            )
        )
    counts = {"pieces_of_wall": len(plan.walls), "doors": len(plan.doors), "pictures": int(backdrop is not None)}
    found = imported_map((window.columns, window.rows), hexes, problems, UNIVERSAL_VTT, counts)
    return replace(found, field=replace(found.field, backdrop=backdrop))


def _backdrop_of(plan: _Plan, feet_per_square: float, window: Window) -> Backdrop | None:
    """The picture of the file where its squares are; None if there is none that can be shown."""
    scale = plan.width * feet_per_square / FEET_PER_HEX
    try:
        picture_of(plan.picture)
    except PictureError:
        return None
    if not 0.1 <= scale <= 500:
        return None
    return Backdrop(plan.picture, -window.column, -window.row * _ROW_FEET / FEET_PER_HEX, scale)


# ---------------------------------------------------------------- the file


def _plan_of(data: Mapping[str, Any]) -> _Plan:
    resolution = mapping(data.get("resolution"), "resolution")
    origin_x, origin_y = _point(resolution.get("map_origin") or {"x": 0, "y": 0}, "resolution/map_origin")
    width, height = _point(resolution.get("map_size"), "resolution/map_size")
    if not (0 < width <= 1e6 and 0 < height <= 1e6):
        raise MapFileError(
            phrase("its size is {width:g} × {height:g} squares", width=width, height=height),
            "resolution/map_size",
            phrase("write its size"),
        )
    walls = [*_sides(data, "line_of_sight"), *_sides(data, "objects_line_of_sight")]
    doors = [side for number, door in enumerate(_listed(data, "portals")) for side in _door(door, f"portals/{number}")]
    origin = np.array([origin_x, origin_y, origin_x, origin_y])
    return _Plan(
        width,
        height,
        np.array(walls, float).reshape(-1, 4) - origin,
        np.array(doors, float).reshape(-1, 4) - origin,
        str(data.get("image") or ""),
    )


def _listed(data: Mapping[str, Any], name: str) -> list[Any]:
    return sequence(data.get(name), name)


def _sides(data: Mapping[str, Any], name: str) -> Iterator[tuple[float, float, float, float]]:
    for number, line in enumerate(_listed(data, name)):
        place = f"{name}/{number}"
        points = [_point(point, f"{place}/{index}") for index, point in enumerate(sequence(line, place))]
        yield from ((*a, *b) for a, b in pairwise(points))


def _door(door: object, place: str) -> list[tuple[float, float, float, float]]:
    facts = mapping(door, place)
    points = [_point(point, f"{place}/bounds") for point in sequence(facts.get("bounds"), f"{place}/bounds")]
    if len(points) < 2:
        points = [_point(facts.get("position"), f"{place}/position")] * 2
    return [(*points[0], *points[-1])]


def _point(value: object, place: str) -> tuple[float, float]:
    point = mapping(value, place)
    return finite(point.get("x"), f"{place}/x"), finite(point.get("y"), f"{place}/y")


# ---------------------------------------------------------------- the ground


class _Ground:
    """The part of a map that is read, in cells of 5 ft."""

    def __init__(self, plan: _Plan, feet_per_square: float, window: Window) -> None:
        self.window = window
        corner = np.array([window.column * FEET_PER_HEX, window.row * _ROW_FEET] * 2)
        whole = np.array([plan.width, plan.height]) * feet_per_square
        extent = np.minimum(
            whole - corner[:2], [(window.columns + 0.5) * FEET_PER_HEX, (window.rows + 0.5) * _ROW_FEET]
        )
        self.width, self.height = (max(1, ceil(feet / _CELL_FEET)) for feet in extent)
        sides, self.doors = plan.walls * feet_per_square, plan.doors * feet_per_square - corner
        near = ((sides >= -np.tile(whole, 2)) & (sides <= 2 * np.tile(whole, 2))).all(axis=1)
        self.outside = int((~near).sum())
        self.walls = self._points(sides[near] - corner)
        door = ndimage.binary_dilation(self._cells(self._points(self.doors)), np.ones((3, 3)))
        self.free = ~self._cells(self.walls) | door

    def hexes(self) -> dict[tuple[int, int], Hex]:
        """What the hexes are."""
        count = self.window.columns * self.window.rows
        x, y, feet = self.walls
        walled = np.bincount(self._hex_numbers(x, y), feet, count) >= _LEAST_WALL_FEET
        rows, columns = np.mgrid[0 : self.height, 0 : self.width]
        of_cell = self._hex_numbers((columns + 0.5) * _CELL_FEET, (rows + 0.5) * _CELL_FEET)
        cells = np.bincount(of_cell.ravel(), minlength=count)
        free_cells = np.bincount(of_cell[self.free], minlength=count)
        solid_cells = np.bincount(of_cell[self._solid()], minlength=count)
        massive = (cells > 0) & (10 * solid_cells >= _SOLID_TENTHS * free_cells)
        gates = np.zeros(count, bool)
        middles = (self.doors[:, :2] + self.doors[:, 2:]).T / 2
        gates[self._hex_numbers(*middles[:, self._inside(*middles)])] = True
        found = {}
        for number in np.flatnonzero(walled | massive | gates):
            position = int(number) % self.window.columns, int(number) // self.window.columns
            if massive[number] and not gates[number]:
                found[position] = Hex("wall")
            else:
                found[position] = Hex(cover=bool(walled[number]), label="gate" if gates[number] else "")
        return found

    def _solid(self) -> Flags:
        """The cells that walls enclose in small pieces of ground."""
        labels, count = ndimage.label(self.free)
        sizes = np.bincount(labels.ravel(), minlength=count + 1)
        small = sizes <= _LARGEST_SOLID_HEXES * FEET_PER_HEX * _ROW_FEET / _CELL_FEET**2
        small[0] = False
        for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
            small[edge] = False
        return np.asarray(small[labels])

    def _points(self, sides: Numbers) -> Numbers:
        """Points on the map along sides, no farther apart than a step: x, y and the length they stand for, in feet."""
        lengths = np.hypot(sides[:, 2] - sides[:, 0], sides[:, 3] - sides[:, 1])
        steps = np.ceil(lengths / _STEP_FEET) + 1
        if steps.sum() > _MOST_POINTS:
            miles = steps.sum() * _STEP_FEET / 5280
            raise MapFileError(
                phrase("its walls are {miles:.0f} miles long", miles=miles),
                "line_of_sight",
                phrase("export a part of it"),
            )
        counts = steps.astype(np.int64)
        side = np.repeat(np.arange(len(sides)), counts)
        step = np.arange(len(side)) - np.repeat(np.cumsum(counts) - counts, counts)
        share = step / np.maximum(counts[side] - 1, 1)
        x, y = (sides[side, :2] + share[:, None] * (sides[side, 2:] - sides[side, :2])).T
        return np.stack([x, y, lengths[side] / counts[side]])[:, self._inside(x, y)]

    def _inside(self, x: Numbers, y: Numbers) -> Flags:
        return np.asarray((x >= 0) & (y >= 0) & (x < self.width * _CELL_FEET) & (y < self.height * _CELL_FEET))

    def _cells(self, points: Numbers) -> Flags:
        """The cells that hold points."""
        cells = np.zeros((self.height, self.width), bool)
        column, row = (points[:2] // _CELL_FEET).astype(int)
        cells[row, column] = True
        return cells

    def _hex_numbers(self, x: Numbers, y: Numbers) -> npt.NDArray[np.int64]:
        """The hexes, numbered row by row, whose centres are nearest to points in feet."""
        below = np.floor(y / _ROW_FEET - 2 / 3).astype(np.int64)
        numbers = []
        distances = []
        for row in (below, below + 1):
            row = np.clip(row, 0, self.window.rows - 1)
            shift = 0.5 + 0.5 * (row % 2)
            column = np.clip(np.rint(x / FEET_PER_HEX - shift), 0, self.window.columns - 1).astype(np.int64)
            numbers.append(row * self.window.columns + column)
            distances.append((x - (column + shift) * FEET_PER_HEX) ** 2 + (y - (row + 2 / 3) * _ROW_FEET) ** 2)
        return np.where(distances[0] <= distances[1], numbers[0], numbers[1])
