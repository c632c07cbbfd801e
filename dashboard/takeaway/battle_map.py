"""The map as a drawing: ground, heights, cover, goals and the units by number, told apart in black and white too."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from dashboard.markup import Child, Markup, join, tag
from dashboard.takeaway.facts import Sheet, Translate, sheet_of
from dashboard.takeaway.text import printable
from dashboard.theme import LIGHT
from dashboard.views.icons import ICONS
from massbattle_core.document import BattleDocument
from massbattle_core.hexgrid import center
from massbattle_core.mass_combat.model import Battlefield, Hex, SideId, Unit, hex_name, parse_hex_key, unit_number

__all__ = ["map_drawing", "map_svg"]

Position = tuple[int, int]

_SCALE = 20.0
_GRID = "#aeb5a6"
_LEAST_WIDTH = 640.0
_LINE = 15.0
_NAME_WIDTH = 6.4
_STROKES = {
    "water": ("M-9 -5q3-3 6 0t6 0t6 0M-11 1q3-3 6 0t6 0t6 0t4 0M-9 7q3-3 6 0t6 0t6 0", "#6f9dbe"),
    "impassable": ("M-8 -8L8 8M8 -8L-8 8M-11 0H11", "#8a867d"),
    "wall": ("M-12 -6H12M-14 0H14M-12 6H12M-5 -6V0M5 -6V0M0 0V6M-9 0V6M9 0V6", "#4f4b45"),
}
"""Strokes over the colour of the ground, from the middle of a hex, so that a print without colours tells it apart."""


def map_svg(document: BattleDocument, language: str = "en", translate: Translate | None = None) -> str:
    """The map of a battle as an SVG file, with a list of the units and of the signs below it."""
    return printable(
        f'<?xml version="1.0" encoding="UTF-8"?>\n{map_drawing(sheet_of(document, language, translate), listed=True)}\n'
    )


def map_drawing(sheet: Sheet, *, listed: bool) -> Markup:
    """The map as an SVG element; ``listed`` adds the names of the units below it."""
    battle = sheet.document.mass_combat
    field = battle.field
    half = sqrt(3) / 2 * _SCALE
    left, top = -half - 1.3 * _SCALE, -1.3 * _SCALE
    width = 2 * half * (field.columns + (0.5 if field.rows > 1 else 0)) + 1.3 * _SCALE + 4
    height = 1.5 * _SCALE * (field.rows - 1) + 2.3 * _SCALE + 1.3 * _SCALE
    list_width = max(width, _LEAST_WIDTH)
    key, depth = _key(sheet, left, top + height, list_width, listed=listed)
    shown = _LEAST_WIDTH if list_width > width else width
    return tag(
        "svg",
        tag("title", sheet.document.name),
        _ground(field),
        list(_zones(field)),
        [_special(field.hex(place), place) for place in _specials(field)],
        [_words(field.hex(place), place) for place in _specials(field)],
        _names(field),
        [_goal(place, goal.side) for goal in battle.objectives.values() for place in goal.hexes],
        [_counter(unit, sheet.unit_name(unit)) for unit in _standing(sheet)],
        key,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{_n(left)} {_n(top)} {_n(shown)} {_n(height + depth)}",
        width=_n(shown),
        height=_n(height + depth),
        font_family="'Liberation Sans', Arial, Helvetica, sans-serif",
        role="img",
        aria_label=sheet.document.name,
    )


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _at(place: Position) -> tuple[float, float]:
    x, y = center(place)
    return x * _SCALE, -y * _SCALE


def _outline(place: Position, size: float = 1.0) -> str:
    x, y = _at(place)
    corners = ((x + sin(k * pi / 3) * _SCALE * size, y - cos(k * pi / 3) * _SCALE * size) for k in range(6))
    return "M" + "L".join(f"{_n(cx)} {_n(cy)}" for cx, cy in corners) + "Z"


def _text(x: float, y: float, content: Child, size: float, **attributes: str | int | bool | None) -> Markup:
    attributes = {"text_anchor": "middle", "fill": LIGHT.ink, **attributes}
    return tag("text", content, x=_n(x), y=_n(y), font_size=_n(size), **attributes)


# ---------------------------------------------------------------- ground


def _ground(field: Battlefield) -> Markup:
    """All plain spaces as one path."""
    places = ((column, row) for row in range(field.rows) for column in range(field.columns))
    return tag("path", d="".join(map(_outline, places)), fill=LIGHT.ground, stroke=_GRID, stroke_width="0.8")


def _specials(field: Battlefield) -> list[Position]:
    return sorted(place for key in field.hexes if (place := parse_hex_key(key)) and field.contains(place))


def _special(hexagon: Hex, place: Position) -> Markup:
    """The ground of a space that is not plain."""
    x, y = _at(place)
    strokes, colour = _STROKES.get(hexagon.terrain, ("", ""))
    trees = f"translate({_n(x - 8)} {_n(y - 8)})" if hexagon.terrain == "difficult" else None
    cover = {"stroke": LIGHT.cover, "stroke_width": "1.6", "stroke_dasharray": "4 3"}
    return tag(
        "g",
        tag("path", d=_outline(place), fill=_tone(hexagon), stroke=_GRID, stroke_width="0.8"),
        tag("path", d=strokes, fill="none", stroke=colour, transform=f"translate({_n(x)} {_n(y)})")
        if strokes
        else None,
        tag("path", d=ICONS["trees"], fill=LIGHT.wood_mark, transform=trees) if trees else None,
        tag("path", d=_outline(place, 0.86), fill="none", **cover) if hexagon.cover else None,
    )


def _words(hexagon: Hex, place: Position) -> Markup:
    """Height, ban on flyers and name of a space, above all ground."""
    x, y = _at(place)
    height = hexagon.elevation
    above = f"{'▲' if height > 0 else '▼'}{abs(height)}" if height else ""
    closed = "⊘" if hexagon.closed else ""
    name = {
        "font_style": "italic",
        "fill": LIGHT.label,
        "stroke": LIGHT.card,
        "stroke_width": "2",
        "paint_order": "stroke",
    }
    return tag(
        "g",
        _text(x, y - 9, f"{above}{closed}", 7) if above or closed else None,
        _text(x, y + 15, hexagon.label, 8, **name) if hexagon.label else None,
    )


def _tone(hexagon: Hex) -> str:
    if hexagon.terrain in ("water", "wall", "impassable"):
        return str(getattr(LIGHT, hexagon.terrain))
    if hexagon.elevation > 0:
        return LIGHT.heights[min(hexagon.elevation, len(LIGHT.heights)) - 1]
    if hexagon.terrain == "difficult":
        return LIGHT.wood
    return LIGHT.depth if hexagon.elevation < 0 else LIGHT.ground


def _colour(side: SideId) -> str:
    return LIGHT.side_a if side == "a" else LIGHT.side_b


def _zones(field: Battlefield) -> Iterator[Markup]:
    for side, zone in field.zones.items():
        yield tag("path", d="".join(map(_outline, zone)), fill=_colour(side), fill_opacity="0.16")


def _goal(place: Position, side: SideId) -> Markup:
    x, y = _at(place)
    edge = tag("path", d=_outline(place, 0.9), fill="none", stroke=_colour(side), stroke_width="2.5")
    return tag("g", edge, _text(x, y - 8, "★", 9, fill=_colour(side)))


def _names(field: Battlefield) -> Markup:
    """Letters of the rows on the left, numbers of the columns below."""
    left = -sqrt(3) / 2 * _SCALE - 12
    below = _at((0, field.rows - 1))[1] + 1.75 * _SCALE
    shift = _at((0, field.rows - 1))[0]
    rows = [
        _text(left, _at((0, row))[1] + 3.5, hex_name((0, row))[:-1], 10, fill=LIGHT.axis) for row in range(field.rows)
    ]
    columns = [
        _text(_at((column, 0))[0] + shift, below, column + 1, 10, fill=LIGHT.axis) for column in range(field.columns)
    ]
    return tag("g", rows, columns)


# ---------------------------------------------------------------- units


def _standing(sheet: Sheet) -> list[Unit]:
    """The units on the map; reinforcements last, and not where another unit is drawn."""
    found: dict[Position | None, Unit] = {}
    for facts in sorted(sheet.units, key=lambda facts: facts.unit.arrival is not None):
        found.setdefault(facts.unit.position, facts.unit)
    return [unit for place, unit in found.items() if place is not None]


def _counter(unit: Unit, name: str) -> Markup:
    assert unit.position is not None
    x, y = _at(unit.position)
    dashes = "3 2" if unit.arrival else None
    shape = _shape(unit.side, x, y, dashes)
    return tag(
        "g",
        tag("title", name),
        shape,
        _text(x, y + 5, unit_number(unit.id), 14, font_weight="bold", fill=LIGHT.on_side),
    )


def _shape(side: SideId, x: float, y: float, dashes: str | None = None) -> Markup:
    """A box for side A, a disc for side B; a dashed edge for those who come later."""
    style: dict[str, str | int | bool | None] = {
        "fill": _colour(side),
        "stroke": LIGHT.ink if dashes else LIGHT.card,
        "stroke_width": "1.5",
        "stroke_dasharray": dashes,
    }
    if side == "a":
        return tag("rect", x=_n(x - 13), y=_n(y - 10), width="26", height="20", rx="3", **style)
    return tag("ellipse", cx=_n(x), cy=_n(y), rx="14", ry="12", **style)


# ---------------------------------------------------------------- what the signs mean


def _key(sheet: Sheet, left: float, top: float, width: float, *, listed: bool) -> tuple[Markup, float]:
    """What the signs mean, below the map, and how much room it takes."""
    _ = sheet.words
    column = width / 2
    parts: list[Markup] = []
    depth = 0.0
    sides: tuple[SideId, SideId] = ("a", "b")
    for number, side in enumerate(sides):
        x, y = left + number * column, top + 18
        parts += [_shape(side, x + 16, y - 5), _line(x + 36, y, sheet.side_name(side), column - 36, bold=True)]
        depth = max(depth, 30)
        for row, facts in enumerate(sheet.of_side(side) if listed else (), 1):
            text = f"{facts.number}  {sheet.unit_name(facts.unit)} – {sheet.place(facts.unit)}"
            parts.append(_line(x + 4, y + 6 + row * _LINE, text, column - 12))
            depth = max(depth, 36 + row * _LINE)
    signs = (
        *(_("▲ higher ground, ▼ lower"), _("dashed: cover"), _("trees: difficult"), _("waves: water")),
        *(_("bricks: wall"), _("crosses: impassable"), _("⊘: closed to flyers"), _("★: objective")),
    )
    for first in (0, 4):
        depth += _LINE
        parts.append(_line(left + 4, top + depth, " · ".join(signs[first : first + 4]), width - 8))
    return tag("g", parts), depth + 8


def _line(x: float, y: float, text: str, width: float, *, bold: bool = False) -> Markup:
    """A line of text that stays within a width: what is longer is cut, and whole in its title."""
    most = max(int(width / _NAME_WIDTH), 4)
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    return _text(x, y, join(shown, tag("title", text) if shown != text else None), 11,
                 text_anchor="start", font_weight="bold" if bold else None)  # fmt: skip
