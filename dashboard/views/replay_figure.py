"""The drawing of a battle that is watched: the hex board with what happens on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bokeh.models import ColumnDataSource

from dashboard.theme import Palette
from dashboard.views.hex_figure import HexFigure, Position
from massbattle_core.hexgrid import center

__all__ = ["ReplayFigure"]


_LABEL: dict[str, Any] = {"padding": 1, "border_radius": 3}


class ReplayFigure(HexFigure):
    """A board on which nothing can be moved, with trails, blows, the fallen and words under counters."""

    def _draw(self) -> None:
        names = ("x0", "y0", "x1", "y1")
        self._trail, self._blows = (ColumnDataSource({name: [] for name in names}) for _ in range(2))
        self._fallen, self._notes, self._hits = (
            ColumnDataSource({name: [] for name in ("x", "y", "text")}) for _ in range(3)
        )
        super()._draw()
        self._trail_lines = self.figure.segment(
            *names, line_width=4, line_alpha=0.55, line_cap="round", source=self._trail
        )
        self._blow_lines = self.figure.segment(*names, line_width=3, line_dash=[7, 4], source=self._blows)
        self._fallen_texts = self._text(self._fallen, 0.9)
        self._note_texts = self._text(self._notes, 0.42, text_font_style="bold", **_LABEL)
        self._hit_texts = self._text(self._hits, 0.8, text_font_style="bold", **_LABEL)
        self.movable(False)

    def _listen(self) -> None:
        super()._listen()
        self.movable(False)

    def paint(self, colours: Palette) -> None:
        """Draw the ground and the marks in these colours."""
        super().paint(colours)
        self._trail_lines.glyph.line_color = colours.ink
        self._blow_lines.glyph.line_color = colours.on_bad
        self._fallen_texts.glyph.text_color = colours.muted
        self._note_texts.glyph.update(text_color=colours.ink, background_fill_color=colours.card)
        self._hit_texts.glyph.update(text_color=colours.on_bad, background_fill_color=colours.bad)

    def show_turn(
        self,
        *,
        trail: Sequence[tuple[Position, Position]],
        blows: Sequence[tuple[Position, Position]],
        hits: Iterable[tuple[Position, str]],
        fallen: Iterable[Position],
        notes: Iterable[tuple[Position, str]],
    ) -> None:
        """Draw a way, attacks, losses over counters, where units fell, and words under counters."""
        self._trail.data = _lines(trail)
        self._blows.data = _lines(blows)
        self._hits.data = _texts(hits, 1.05)
        self._fallen.data = _texts(((place, "✕") for place in fallen), 0.0)
        self._notes.data = _texts(notes, -0.88)


def _lines(pairs: Sequence[tuple[Position, Position]]) -> dict[str, list[float]]:
    ends = [(*center(start), *center(end)) for start, end in pairs]
    return {name: [end[i] for end in ends] for i, name in enumerate(("x0", "y0", "x1", "y1"))}


def _texts(places: Iterable[tuple[Position, str]], above: float) -> dict[str, list[Any]]:
    found = [(*center(place), text) for place, text in places]
    return {
        "x": [x for x, _, _ in found],
        "y": [y + above for _, y, _ in found],
        "text": [text for _, _, text in found],
    }
