"""The drawing of a fight: the board with what happened last, and what the unit whose turn it is can do."""

from __future__ import annotations

from collections.abc import Iterable

from bokeh.models import ColumnDataSource

from dashboard.theme import Palette
from dashboard.views.hex_figure import Position
from dashboard.views.hex_ground import tiles
from dashboard.views.replay_figure import ReplayFigure

__all__ = ["FightFigure"]


class FightFigure(ReplayFigure):
    """A board with the hexes that can be reached, the targets, and a ring where it is whose turn."""

    def _draw(self) -> None:
        self._reach, self._targets, self._turn = (ColumnDataSource({"q": [], "r": []}) for _ in range(3))
        super()._draw()
        self._reach_tiles = self._hexes(self._reach, fill_alpha=0.28, line_alpha=0.6, line_width=1.2, size=0.9)
        self._target_edges = self._hexes(self._targets, fill_color=None, line_width=3, size=0.98)
        self._turn_edge = self._hexes(self._turn, fill_color=None, line_width=3.5, size=0.98)

    def paint(self, colours: Palette) -> None:
        """Draw the ground and the marks in these colours."""
        super().paint(colours)
        self._reach_tiles.glyph.update(fill_color=colours.accent, line_color=colours.accent)
        self._target_edges.glyph.line_color = colours.on_bad
        self._turn_edge.glyph.line_color = colours.accent

    def show_choices(self, turn: Position | None, reach: Iterable[Position], targets: Iterable[Position]) -> None:
        """Mark the unit whose turn it is, the hexes it can go to and the units it can attack."""
        for source, places in ((self._turn, [turn] if turn else []), (self._reach, reach), (self._targets, targets)):
            data = tiles(sorted(places))
            if dict(source.data) != data:
                source.data = data
