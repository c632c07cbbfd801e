"""The drawing of the hex board: one figure whose sources change in place.

Lengths are in hexes of side 1 (see ``massbattle_core.hexgrid``). Zoom lives in the browser only: a range that
moves is never sent to the server, which picks hexes from the coordinates of the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from bokeh.core.properties import value as fixed
from bokeh.events import MouseMove, Pan, PanEnd, PanStart, Press, PressUp, Tap
from bokeh.models import ColumnDataSource, CustomJS, HoverTool, Range1d
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from dashboard.theme import Palette
from dashboard.views.charts import tooltip
from dashboard.views.hex_ground import ground_data, names, tiles
from dashboard.views.icons import image_of
from massbattle_core.hexgrid import center
from massbattle_core.mass_combat.model import Backdrop, Battlefield, SideId, hex_name

__all__ = ["HexFigure"]

Position = tuple[int, int]

_WIDE, _HIGH = 1.62, 1.34
"""A counter; a hex is √3 wide and 2 high."""

_FAINT = 0.45
"""The opacity of a counter that is not there yet."""

_PICK = """
const hex = (x, y) => {
  const q = Math.sqrt(3) / 3 * x + y / 3, r = -2 / 3 * y, s = -q - r
  let a = Math.round(q), b = Math.round(r), c = Math.round(s)
  const da = Math.abs(a - q), db = Math.abs(b - r), dc = Math.abs(c - s)
  if (da > db && da > dc) a = -b - c; else if (db > dc) b = -a - c
  return [a, b]
}
"""
_GRAB = """
const [q, r] = hex(cb_obj.x, cb_obj.y)
ghost.held = -1
if (ghost.tags.includes("move")) units.data.x.forEach((x, i) => {
  const [a, b] = hex(x, units.data.y[i]); if (a === q && b === r) ghost.held = i
})
"""
_CARRY = """
if (!(ghost.held >= 0)) return
const [q, r] = hex(cb_obj.x, cb_obj.y)
if (ghost.data.q[0] !== q || ghost.data.r[0] !== r) ghost.setv({data: {q: [q], r: [r]}}, {sync: false})
"""
_DROP = "ghost.setv({data: {q: [], r: []}}, {sync: false}); ghost.held = -1"

_SCALE = """
const pixels = figure.inner_width / (range.end - range.start)
if (!(pixels > 0)) return
glyphs.forEach((glyph, i) => {
  glyph.setv({text_font_size: {value: `${Math.max(1, pixels * sizes[i]).toFixed(1)}px`}}, {sync: false})
})
"""


class HexFigure:
    """The figure and its sources; the view says what they hold."""

    def __init__(self, field: Battlefield, colours: Palette) -> None:
        self._field: Battlefield | None = None
        self._colours = colours
        self._texts: list[tuple[Any, float]] = []
        self._picture_place: dict[str, float] = {}
        self.figure = figure(
            x_range=Range1d(start=0, end=1),
            y_range=Range1d(start=0, end=1),
            tools=[],
            toolbar_location=None,
            min_border=0,
            outline_line_color=None,
            sizing_mode="scale_width",
            aspect_ratio=1.0,
            background_fill_alpha=0,
            border_fill_alpha=0,
            match_aspect=False,
            output_backend="canvas",
        )
        self.figure.axis.visible = False
        self.figure.grid.visible = False
        self._picture = _source("url")
        self._ground = {name: _source(*data) for name, data in ground_data(field, colours).items()}
        self._marks = _source("q", "r", "fill")
        self._brushed = _source("q", "r", "fill")
        self._names = _source("x", "y", "text")
        self._ghost, self._target = _source("q", "r"), _source("q", "r")
        self._units = _source(
            "x",
            "y",
            "fill",
            "edge",
            "edge_width",
            "alpha",
            "br",
            "icon",
            "morale",
            "pill",
            "br_y",
            "low_y",
            "icon_x",
            "morale_x",
            "name",
            "made",
            "where",
        )
        self._draw()
        self._listen()
        self.show_field(field)

    # ---------------------------------------------------------------- drawing

    def _draw(self) -> None:
        self._picture_image = self.figure.image_url(
            url="url", x=0, y=0, w=1, h=1, anchor="top_left", source=self._picture
        )
        self._steady(self._picture_image)
        self._tiles = self._hexes(self._ground["tiles"], fill_color="fill", fill_alpha="alpha", line_width=1)
        self._hexes(self._ground["zones"], fill_color="fill", fill_alpha=0.16, line_color=None)
        self._closed_tiles = self._hexes(
            self._ground["closed"],
            fill_color=None,
            line_color=None,
            hatch_pattern="diagonal_cross",
            hatch_scale=7,
            hatch_alpha=0.35,
        )
        pictures = self.figure.image_url(
            url="url", x="x", y="y", w=1.1, h=1.1, anchor="center", source=self._ground["trees"]
        )
        self._steady(pictures)
        self._contour_lines = self.figure.segment(
            "x0", "y0", "x1", "y1", line_width=1.6, source=self._ground["contours"]
        )
        self._cover_edges = self._hexes(
            self._ground["cover"], fill_color=None, line_dash=[4, 3], line_width=1.8, size=0.86
        )
        self._goal_edges = self._hexes(self._marks, fill_color=None, line_color="fill", line_width=2.5, size=0.9)
        self._hexes(
            self._brushed,
            fill_color="fill",
            fill_alpha=0.16,
            line_color="fill",
            line_alpha=0.7,
            line_width=1.8,
            line_dash=[3, 3],
            size=0.94,
        )
        self._label_texts = self._text(
            self._ground["labels"], 0.52, y_offset=0, text_font_style="italic", text_baseline="top"
        )
        self._name_texts = self._text(self._names, 0.62)
        self.counters = self.figure.rect(
            "x",
            "y",
            width=_WIDE,
            height=_HIGH,
            fill_color="fill",
            fill_alpha="alpha",
            line_color="edge",
            line_width="edge_width",
            border_radius=4,  # type: ignore[arg-type]  # Bokeh takes a number for all corners
            source=self._units,
        )
        self._steady(self.counters)
        # one colour for all: Bokeh mixes up old and new ones where counters go while the range changes
        self._rating_texts = self._text(self._units, 0.74, y="br_y", text="br", text_font_style="bold")
        icons = self.figure.image_url(
            url="icon", x="icon_x", y="low_y", w=0.58, h=0.58, anchor="center", source=self._units
        )
        self._steady(icons)
        pills = self.figure.rect(
            "morale_x",
            "low_y",
            width=0.74,
            height=0.54,
            fill_color="pill",
            line_color=None,
            border_radius=6,  # type: ignore[arg-type]  # likewise
            source=self._units,
        )
        self._steady(pills)
        self._morale_texts = self._text(
            self._units, 0.47, x="morale_x", y="low_y", text="morale", text_font_style="bold"
        )
        self._ghost_tile = self._hexes(self._ghost, fill_alpha=0.4, line_width=2.5)
        self._target_tile = self._hexes(self._target, fill_alpha=0.25, line_width=2.5, line_dash=[5, 3])
        self.figure.add_tools(
            HoverTool(
                renderers=[self.counters],
                tooltips=tooltip("<b>@name</b> · @where<br>@made"),
                attachment="vertical",
            )
        )

    def _hexes(self, source: ColumnDataSource, size: float = 1.0, **style: Any) -> GlyphRenderer[Any]:
        tiles = self.figure.hex_tile("q", "r", size=size, orientation="pointytop", source=source, **style)
        if size != 1.0:  # hex_tile places tiles by its size; scale keeps the place and shrinks the tile
            tiles.glyph.size, tiles.glyph.scale = 1.0, size
        self._steady(tiles)
        return tiles

    def _text(
        self, source: ColumnDataSource, height: float, *, x: str = "x", y: str = "y", text: str = "text", **style: Any
    ) -> GlyphRenderer[Any]:
        style = {"text_baseline": "middle", "text_align": "center", "text_font": fixed("Roboto"), **style}
        texts = self.figure.text(x, y, text=text, source=source, text_font_size="8px", **style)
        self._steady(texts)
        self._texts.append((texts.glyph, height))
        return texts

    @staticmethod
    def _steady(renderer: GlyphRenderer[Any]) -> None:
        """Nothing fades when something is selected."""
        renderer.nonselection_glyph = None
        renderer.selection_glyph = None
        renderer.muted_glyph = None

    def _listen(self) -> None:
        shared = {"units": self._units, "ghost": self._ghost}
        self._ghost.tags = ["move"]
        # who holds the button for a while before moving presses, and Bokeh then knows no pan until it is let go
        for code, events in ((_GRAB, (PanStart, Press)), (_CARRY, (Pan, MouseMove)), (_DROP, (PanEnd, PressUp, Tap))):
            for event in events:
                self.figure.js_on_event(event, CustomJS(args=shared, code=_PICK + code))
        scale = CustomJS(
            args={
                "figure": self.figure,
                "range": self.figure.x_range,
                "glyphs": [glyph for glyph, _ in self._texts],
                "sizes": [size for _, size in self._texts],
            },
            code=_SCALE,
        )
        self.figure.js_on_change("inner_width", scale)
        self.figure.x_range.js_on_change("start", scale)
        self.figure.x_range.js_on_change("end", scale)

    # ---------------------------------------------------------------- what it shows

    @property
    def whole(self) -> tuple[float, float, float, float]:
        """Left, right, bottom and top of the whole map with its names."""
        field = self._field
        assert field
        half = sqrt(3) / 2
        return (
            -half - 1.05,
            2 * half * (field.columns + (0.5 if field.rows > 1 else 0)) - half + 0.1,
            -1.5 * (field.rows - 1) - 2.1,
            1.1,
        )

    def movable(self, can_move: bool) -> None:
        """Whether a drag takes hold of a counter, or paints."""
        self._ghost.tags = ["move"] if can_move else []

    def show_field(self, field: Battlefield) -> None:
        """Draw the ground; nothing is sent if it is the ground already drawn."""
        if field == self._field:
            return
        resized = self._field is None or (field.columns, field.rows) != (self._field.columns, self._field.rows)
        self._field = field
        if resized:
            left, right, bottom, top = self.whole
            self.figure.x_range.update(start=left, end=right)
            self.figure.y_range.update(start=bottom, end=top)
            self.figure.aspect_ratio = (right - left) / (top - bottom)
            self._names.data = names(field)
        self.paint(self._colours)

    def paint(self, colours: Palette) -> None:
        """Draw the ground in these colours."""
        self._colours = colours
        field = self._field
        assert field
        self._show_picture(field.backdrop)
        for name, data in ground_data(field, colours).items():
            _put(self._ground[name], data)
        see_through = field.backdrop is not None
        self._tiles.glyph.update(
            line_color=colours.cover if see_through else colours.grid, line_alpha=0.3 if see_through else 1.0
        )
        self._contour_lines.glyph.line_color = colours.contour
        self._cover_edges.glyph.line_color = colours.cover
        self._closed_tiles.glyph.hatch_color = colours.cover
        self._label_texts.glyph.text_color = colours.label
        self._name_texts.glyph.text_color = colours.axis
        self._rating_texts.glyph.text_color = colours.on_side
        self._morale_texts.glyph.text_color = colours.ink
        for tile in (self._ghost_tile, self._target_tile):
            tile.glyph.fill_color = colours.accent
            tile.glyph.line_color = colours.accent

    def _show_picture(self, backdrop: Backdrop | None) -> None:
        """Lay a picture under the hexes; one that only moves is not sent anew."""
        if backdrop is None:
            _put(self._picture, {"url": []})
            return
        left, bottom, right, top = backdrop.frame
        place = {"x": left, "y": top, "w": right - left, "h": top - bottom, "global_alpha": backdrop.opacity}
        if place != self._picture_place:
            self._picture_place = place
            self._picture_image.glyph.update(**place)
        _put(self._picture, {"url": [backdrop.address]})

    def show_goals(self, places: Sequence[tuple[Position, str]]) -> None:
        """Outline hexes, each in a colour: what has to be held or reached."""
        _put(self._marks, {**tiles([place for place, _ in places]), "fill": [colour for _, colour in places]})

    def show_brushed(self, places: Sequence[tuple[Position, str]]) -> None:
        """Outline softly the hexes under the brushes of others, each in their colour."""
        _put(self._brushed, {**tiles([place for place, _ in places]), "fill": [colour for _, colour in places]})

    def show_target(self, place: Position | None) -> None:
        """Mark the hex that the keyboard points at."""
        _put(self._target, tiles([place] if place else []))

    def show_counters(self, counters: Iterable[Mapping[str, Any]]) -> None:
        """Draw counters, each with ``position``, ``side``, ``kind``, ``selected``, ``name``, ``made``, ``br`` and
        ``morale`` as words, ``rating``, the morale as a number, and maybe ``faint``: why it is not there yet, in
        words.
        """
        colours = self._colours
        rows = []
        for counter in counters:
            x, y = center(counter["position"])
            side: SideId = counter["side"]
            rating = counter["rating"]
            rows.append(
                {
                    "x": x,
                    "y": y,
                    "fill": colours.side_a if side == "a" else colours.side_b,
                    "edge": colours.accent if counter["selected"] else counter.get("marked") or colours.card,
                    "edge_width": 3.0 if counter["selected"] or counter.get("marked") else 1.0,
                    "alpha": _FAINT if counter.get("faint") else 1.0,
                    "br": counter["br"],
                    "icon": image_of(counter["kind"], colours.on_side),
                    "morale": counter["morale"],
                    "pill": colours.good if rating > 0 else colours.bad if rating < 0 else colours.track,
                    "br_y": y + 0.25,
                    "low_y": y - 0.34,
                    "icon_x": x - 0.42,
                    "morale_x": x + 0.34,
                    "name": counter["name"],
                    "made": counter["made"],
                    "where": " · ".join(filter(None, (hex_name(counter["position"]), counter.get("faint")))),
                }
            )
        _put(self._units, {name: [row[name] for row in rows] for name in self._units.data})


def _source(*names: str) -> ColumnDataSource:
    return ColumnDataSource({name: [] for name in names})


def _put(source: ColumnDataSource, data: Mapping[str, list[Any]]) -> None:
    if dict(source.data) != data:
        source.data = dict(data)
