"""The ground of a battlefield as shapes and colours."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from dashboard.theme import Palette
from dashboard.views.icons import image_of
from massbattle_core.hexgrid import axial, center, hex_at, neighbours
from massbattle_core.mass_combat.model import Battlefield, Hex, MassBattle, hex_name, parse_hex_key

__all__ = ["around", "around_units", "contours", "ground_data", "hex_of", "names", "tiles", "tone"]

Position = tuple[int, int]

_TINT = 0.45
"""The opacity of terrain over a picture."""


def around(places: Sequence[Position]) -> list[float]:
    """Left, right, bottom and top of a part of the map that holds these places; empty if there are none."""
    if not places:
        return []
    xs, ys = zip(*(center(place) for place in places), strict=True)
    return [min(xs) - 2 * sqrt(3), max(xs) + 2 * sqrt(3), min(ys) - 2.5, max(ys) + 2.5]


def around_units(battle: MassBattle) -> list[float]:
    """The part of the map that holds every unit on it."""
    return around([unit.position for unit in battle.units.values() if unit.position])


def hex_of(event: Any, field: Battlefield) -> Position | None:
    """The hex of the field at which something happened; None beside it, or where the browser does not tell."""
    if event.x is None or event.y is None:
        return None
    place = hex_at(event.x, event.y)
    return place if field.contains(place) else None


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


def ground_data(field: Battlefield, colours: Palette) -> dict[str, dict[str, list[Any]]]:
    """What the sources of the ground hold: its tiles, and what is drawn on them."""
    places = [(column, row) for row in range(field.rows) for column in range(field.columns)]
    special = {place: hexagon for key, hexagon in field.hexes.items() if (place := parse_hex_key(key))}
    covered = [place for place, hexagon in special.items() if hexagon.cover]
    rough = [place for place, hexagon in special.items() if hexagon.terrain == "difficult"]
    named = {place: hexagon.label for place, hexagon in special.items() if hexagon.label}
    zones = [(place, side) for side, zone in field.zones.items() for place in zone]
    sides = {"a": colours.side_a, "b": colours.side_b}
    return {
        "tiles": {
            **tiles(places),
            "fill": [tone(field, place, colours) for place in places],
            "alpha": [_opacity(field.hex(place)) if field.backdrop else 1.0 for place in places],
        },
        "zones": {**tiles([place for place, _ in zones]), "fill": [sides[side] for _, side in zones]},
        "closed": tiles([place for place, hexagon in special.items() if hexagon.closed]),
        "cover": {**tiles(covered), "fill": [colours.cover] * len(covered)},
        "trees": {
            "x": [center(place)[0] for place in rough],
            "y": [center(place)[1] for place in rough],
            "url": [image_of("trees", colours.wood_mark)] * len(rough),
        },
        "contours": contours(field),
        "labels": {
            "x": [center(place)[0] for place in named],
            "y": [center(place)[1] - 0.38 for place in named],
            "text": list(named.values()),
        },
    }


def _opacity(ground: Hex) -> float:
    """How much of a tile is seen over a picture: nothing of plain ground."""
    return _TINT if ground.terrain != "open" or ground.elevation else 0.0


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
