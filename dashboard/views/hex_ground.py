"""The ground of a battlefield as shapes and colours."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from dashboard.theme import Palette
from massbattle_core.hexgrid import axial, center, neighbours
from massbattle_core.mass_combat.model import Battlefield, hex_name, parse_hex_key

__all__ = ["around", "contours", "names", "tiles", "tone"]

Position = tuple[int, int]


def around(places: Sequence[Position]) -> list[float]:
    """Left, right, bottom and top of a part of the map that holds these places; empty if there are none."""
    if not places:
        return []
    xs, ys = zip(*(center(place) for place in places), strict=True)
    return [min(xs) - 2 * sqrt(3), max(xs) + 2 * sqrt(3), min(ys) - 2.5, max(ys) + 2.5]


def tiles(places: Sequence[Position]) -> dict[str, list[int]]:
    """The axial coordinates of hexes, as ``hex_tile`` wants them."""
    pairs = [axial(place) for place in places]
    return {"q": [q for q, _ in pairs], "r": [r for _, r in pairs]}


def tone(field: Battlefield, place: Position, colours: Palette) -> str:
    """The colour of a hex by its terrain and height."""
    hexagon = field.hex(place)
    if hexagon.terrain in ("water", "wall", "impassable"):
        return str(getattr(colours, hexagon.terrain))
    if hexagon.elevation > 0:
        return colours.heights[min(hexagon.elevation, len(colours.heights)) - 1]
    if hexagon.terrain == "difficult":
        return colours.wood
    return colours.depth if hexagon.elevation < 0 else colours.ground


def names(field: Battlefield) -> dict[str, list[Any]]:
    """Letters of the rows on the left, numbers of the columns below."""
    left = -sqrt(3) / 2 - 0.6
    rows = [(left, center((0, row))[1], hex_name((0, row))[:-1]) for row in range(field.rows)]
    below = center((0, field.rows - 1))[1] - 1.55
    shift = center((0, field.rows - 1))[0]
    columns = [(center((column, 0))[0] + shift, below, str(column + 1)) for column in range(field.columns)]
    x, y, text = zip(*(rows + columns), strict=True)
    return {"x": list(x), "y": list(y), "text": list(text)}


def contours(field: Battlefield) -> dict[str, list[float]]:
    """The edges between hexes of different height."""
    edges: dict[str, list[float]] = {"x0": [], "y0": [], "x1": [], "y1": []}
    for key, hexagon in field.hexes.items():
        place = parse_hex_key(key)
        if place is None or not hexagon.elevation:
            continue
        x, y = center(place)
        for beside in neighbours(place):
            height = field.hex(beside).elevation
            if height == hexagon.elevation or (height and height > hexagon.elevation):
                continue
            bx, by = center(beside)
            mx, my, dx, dy = (x + bx) / 2, (y + by) / 2, (bx - x) / sqrt(3) / 2, (by - y) / sqrt(3) / 2
            for name, value in zip(edges, (mx - dy, my + dx, mx + dy, my - dx), strict=True):
                edges[name].append(value)
    return edges
