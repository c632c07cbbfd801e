"""How the hexes of a Tiled map become hexes of a battlefield, whose odd rows are shifted to the right.

Ruling: every hex keeps all its neighbours, so that no distance changes. Tiled's rows shifted where the index is odd
are ours. Where even rows are shifted, a row is put on top, closed to everybody. Hexes that stand on a side
(staggered along x) have other neighbours than ours, which stand on a corner: their map is turned by a quarter to
the left, columns becoming rows from the right to the left, which changes no neighbourhood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from massbattle_core.errors import MapFileError, Problem
from massbattle_core.maps.imported import Crop, Window, warning
from massbattle_core.maps.parsing import is_one, short, whole
from massbattle_core.mass_combat.model import LARGEST_MAP
from massbattle_core.phrases import either, phrase

__all__ = ["Layout", "layout_of"]

_LARGEST_SIDE = 100_000
_ORIENTATION_REMEDY = phrase("in Tiled, make a map with the orientation Hexagonal and paint the ground there")


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a Tiled map, whether it is turned, and how many rows are added on top of it (0 or 1)."""

    columns: int
    rows: int
    turned: bool
    added: int

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the whole map as a battlefield."""
        if self.turned:
            return self.rows, self.columns + self.added
        return self.columns, self.rows + self.added

    def source(self, position: tuple[int, int]) -> int | None:
        """The index, row by row, of the tile that a hex of the battlefield comes from; None in an added row."""
        if self.turned:
            column, row = self.columns - 1 + self.added - position[1], position[0]
        else:
            column, row = position[0], position[1] - self.added
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else None

    def part(self, crop: Crop) -> Crop:
        """Where the part of the battlefield begins that shows the part of the Tiled map beginning there."""
        column, row = crop
        if not self.turned:
            return column, row + (self.added if row else 0)
        first = max(0, self.columns + self.added - column - LARGEST_MAP[1])
        return row, first + first % 2  # parts begin in even rows

    def warnings(self, window: Window) -> list[Problem]:
        """What the change of layout means for those who know the map, of which this part is read."""
        found = []
        if self.turned:
            found.append(
                warning(
                    "staggeraxis",
                    phrase(
                        "its hexes stand on a side, a battle's on a corner: the map is turned by a quarter to the "
                        "left, so that every hex keeps its neighbours (what was the top is the left)"
                    ),
                    phrase("to keep it upright, choose the stagger axis Y in Tiled and draw it again"),
                )
            )
        if self.added and window.row == 0:
            found.append(
                warning(
                    "staggerindex",
                    phrase("a closed row is added on top, so that its rows are shifted like a battle's"),
                    phrase("to do without, add or remove a column in Tiled")
                    if self.turned
                    else phrase("to do without, choose the stagger index Odd in Tiled"),
                )
            )
        return found


def layout_of(data: Mapping[str, Any]) -> Layout:
    """The layout that a Tiled map declares.

    Raises :class:`MapFileError` if it is no hexagonal map, is endless, or has no size.
    """
    orientation = data.get("orientation")
    if orientation != "hexagonal":
        raise MapFileError(
            phrase("the tiles are no hexes: the orientation is {orientation}", orientation=short(orientation)),
            "orientation",
            _ORIENTATION_REMEDY,
        )
    if is_one(data.get("infinite")):
        raise MapFileError(
            phrase("the map is endless"), "infinite", phrase("in Tiled, switch off Map ▸ Map Properties ▸ Infinite")
        )
    columns = whole(data.get("width"), "width", least=1, most=_LARGEST_SIDE)
    rows = whole(data.get("height"), "height", least=1, most=_LARGEST_SIDE)
    axis, index = data.get("staggeraxis", "y"), data.get("staggerindex", "odd")
    for name, value, words in (("staggeraxis", axis, ("x", "y")), ("staggerindex", index, ("odd", "even"))):
        if value not in words:
            raise MapFileError(
                phrase("{name} is {value}", name=name, value=short(value)),
                name,
                phrase("write {words}", words=either(words)),
            )
    shifted = 1 if index == "odd" else 0
    if axis == "x":  # the last column becomes the first row, which must not be a shifted one
        return Layout(columns, rows, turned=True, added=int((columns - 1) % 2 == shifted))
    return Layout(columns, rows, turned=False, added=1 - shifted)
