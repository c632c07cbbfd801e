"""The two charts of the odds: figures made once, changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, CustomJSTickFormatter, FixedTicker, HoverTool, Range1d
from bokeh.models.annotations import Span
from bokeh.plotting import figure

from dashboard.i18n import Words
from dashboard.theme import Palette
from massbattle_core.mass_combat.model import SideId
from massbattle_core.mass_combat.odds import BattleOdds, Share

__all__ = ["CurveShare", "MoraleChart", "RoundsChart", "decided_rounds", "side_curve", "tooltip"]

_SIGNED = "return tick > 0 ? `+${tick}` : tick < 0 ? `−${-tick}` : '0'"


class _Point(Protocol):
    @property
    def morale(self) -> int: ...
    @property
    def win(self) -> Share: ...
    @property
    def undecided(self) -> float: ...


@dataclass(frozen=True, slots=True)
class CurveShare:
    """The chance that the unit's own side wins at one base morale, with its interval."""

    morale: int
    p: float
    low: float
    high: float


def side_curve(points: Iterable[_Point], side: SideId) -> tuple[CurveShare, ...]:
    """The curve seen from a side; points are of side A's victory."""
    if side == "a":
        return tuple(CurveShare(point.morale, point.win.p, point.win.low, point.win.high) for point in points)
    return tuple(
        CurveShare(
            point.morale,
            *(
                min(max(1 - point.undecided - share, 0.0), 1.0)
                for share in (point.win.p, point.win.high, point.win.low)
            ),
        )
        for point in points
    )


def decided_rounds(odds: BattleOdds) -> list[float]:
    """The chances to be decided in round 1, 2, …, without the undecided battles and a tail too thin to see."""
    limit = max(odds.rounds, default=1)
    law = [odds.rounds.get(rounds, 0.0) for rounds in range(1, limit + 1)]
    law[-1] = max(law[-1] - odds.undecided.p, 0.0)
    visible = max(law) / 200
    while len(law) > 1 and law[-1] <= visible:
        law.pop()
    return law


def tooltip(template: str) -> str:
    """The template of a hover box in the type and colours of the page; Bokeh escapes every ``@field`` in it."""
    style = (
        "margin: -5px; padding: 6px 9px; max-width: 260px; font: 12px/1.4 Roboto, sans-serif; "
        "background: var(--mb-card); color: var(--mb-ink)"
    )
    return f'<div class="hover" style="{style}">{template}</div>'


def plot(height: int, x: tuple[float, float], y: tuple[float, float]) -> figure:
    """An empty figure of the odds column: fixed ranges, no frame, names along the bottom."""
    drawn = figure(
        height=height,
        sizing_mode="stretch_width",
        x_range=Range1d(start=x[0], end=x[1]),
        y_range=Range1d(start=y[0], end=y[1]),
        tools=[],
        toolbar_location=None,
        min_border=0,
        min_border_left=4,
        min_border_right=6,
        outline_line_color=None,
        background_fill_alpha=0,
        border_fill_alpha=0,
    )
    drawn.grid.visible = False
    drawn.yaxis.visible = False
    drawn.xaxis.update(
        major_tick_line_color=None,
        minor_tick_line_color=None,
        axis_line_color=None,
        major_label_text_font="Roboto",
        major_label_text_font_size="11px",
    )
    return drawn


class RoundsChart:
    """The law of the number of rounds: of exactly so many, or of at least so many."""

    def __init__(self, colours: Palette, words: Words) -> None:
        self._ = words
        self._source = ColumnDataSource({"rounds": [], "p": [], "text": []})
        self.figure = plot(136, (0.4, 10.6), (0, 1))
        self._ticker = FixedTicker(ticks=[])
        self.figure.xaxis.ticker = self._ticker
        self._bars = self.figure.vbar(  # type: ignore[call-arg]  # Bokeh's types do not know of border_radius
            "rounds", width=0.88, top="p", line_color=None, border_radius=2, source=self._source
        )
        self.figure.add_tools(HoverTool(renderers=[self._bars], tooltips=tooltip("@text"), mode="vline"))
        self.paint(colours)

    def paint(self, colours: Palette) -> None:
        """Take these colours."""
        self._bars.glyph.fill_color = colours.histogram
        self.figure.xaxis.major_label_text_color = colours.muted

    def show(self, odds: BattleOdds, *, at_least: bool, stale: bool, hint: str = "") -> None:
        """Show a law; it fades while it is not that of what is shown. ``hint`` ends what a bar tells."""
        law = decided_rounds(odds)
        heights = [sum(law[index:]) + odds.undecided.p for index in range(len(law))] if at_least else law
        _ = self._
        texts = [
            _.labelled(f"≥ {n}" if at_least else str(n), _.percent(share, 1)) for n, share in enumerate(heights, 1)
        ]
        if hint:
            texts = [f"{text} · {hint}" for text in texts]
        last = len(law)
        self._source.data = {"rounds": list(range(1, last + 1)), "p": heights, "text": texts}
        self.figure.x_range.update(start=0.4, end=max(last, 8) + 0.6)
        self.figure.y_range.update(end=max([*heights, 0.01]) * 1.05)
        step = 1 if last <= 12 else 2 if last <= 24 else 5
        self._ticker.ticks = [n for n in range(1, last + 1) if n % step == 0]
        self._bars.glyph.fill_alpha = 0.4 if stale else 1.0


def _room(points: Sequence[CurveShare]) -> dict[str, float]:
    """The part of 0…1 that holds the curve, its band and the line of one half, never less than 40 points."""
    low, high = min(0.5, *(point.low for point in points)), max(0.5, *(point.high for point in points))
    spare = max(0.0, 0.4 - (high - low)) / 2
    return {"start": max(low - spare - 0.04, -0.03), "end": min(high + spare + 0.09, 1.03)}


class MoraleChart:
    """The chance to win against the base morale of a unit, with its band and today's point."""

    def __init__(self, colours: Palette, words: Words) -> None:
        self._colours = colours
        self._side: SideId = "a"
        self._words = words
        self._source = ColumnDataSource({"morale": [], "p": [], "low": [], "high": [], "text": []})
        self._today = ColumnDataSource({"morale": [], "p": []})
        self.figure = plot(184, (-10.6, 10.6), (-0.03, 1.03))
        self.figure.xaxis.ticker = FixedTicker(ticks=[-10, -5, 0, 5, 10])
        self.figure.xaxis.formatter = CustomJSTickFormatter(code=_SIGNED)
        self._half = Span(location=0.5, dimension="width", line_dash=[4, 4], line_width=1)
        self.figure.add_layout(self._half)
        self._band = self.figure.varea("morale", "low", "high", source=self._source)
        self._line = self.figure.line("morale", "p", line_width=2.2, source=self._source)
        self._dots = self.figure.scatter("morale", "p", size=7, alpha=0, source=self._source)
        self._point = self.figure.scatter("morale", "p", size=11, line_width=2.5, source=self._today)
        self._half_text = self.figure.text(
            x=[-10.4],
            y=[0.52],
            text=["50\N{NARROW NO-BREAK SPACE}%"],
            text_font=value("Roboto"),
            text_font_size="10px",
        )
        self.figure.add_tools(HoverTool(renderers=[self._dots], tooltips=tooltip("@text"), mode="vline"))
        self.paint(colours)

    def paint(self, colours: Palette) -> None:
        """Take these colours."""
        self._colours = colours
        self._half.line_color = colours.undecided
        self._half_text.glyph.text_color = colours.muted
        self.figure.xaxis.major_label_text_color = colours.muted
        self._colour_side()

    def _colour_side(self) -> None:
        colours = self._colours
        line, band = (colours.text_a, colours.band_a) if self._side == "a" else (colours.text_b, colours.band_b)
        self._band.glyph.fill_color = band
        self._line.glyph.line_color = line
        self._point.glyph.update(line_color=line, fill_color=colours.card)

    def show(self, points: Sequence[CurveShare], today: int, side: SideId, *, stale: bool) -> None:
        """Show a curve, or none yet."""
        if side != self._side:
            self._side = side
            self._colour_side()
        _ = self._words
        data: dict[str, Any] = {
            "morale": [point.morale for point in points],
            "p": [point.p for point in points],
            "low": [point.low for point in points],
            "high": [point.high for point in points],
            "text": [f"{_.signed(point.morale)} → {_.percent(point.p)}" for point in points],
        }
        if dict(self._source.data) != data:
            self._source.data = data
        if points:
            self.figure.y_range.update(**_room(points))
        here = next((point.p for point in points if point.morale == today), None)
        self._today.data = {"morale": [today] if here is not None else [], "p": [here] if here is not None else []}
        self._line.glyph.line_alpha = 0.4 if stale else 1.0
        self._band.glyph.fill_alpha = 0.4 if stale else 0.9
