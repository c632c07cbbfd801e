"""The law of what a side has left: a figure made once, changed in place."""

from __future__ import annotations

from collections.abc import Mapping

from bokeh.models import ColumnDataSource, FixedTicker, HoverTool

from dashboard.i18n import Words
from dashboard.theme import Palette
from dashboard.views.charts import plot, tooltip
from massbattle_core.mass_combat.model import SideId

__all__ = ["LossChart", "bars_of"]

_MOST_BARS = 40


def bars_of(law: Mapping[int, float], starting: int, *, at_least: bool) -> list[tuple[int, int, float]]:
    """The bars of a law of BR above 0: first and last BR and chance of each; ``at_least``: of that much or more."""
    top = max(starting, *law, 1)
    width = max(1, -(-top // _MOST_BARS))
    bars: list[tuple[int, int, float]] = []
    for first in range(1, top + 1, width):
        chance = sum(p for br, p in law.items() if first <= br < first + width)
        bars.append((first, min(first + width - 1, top), chance))
    if at_least:
        rest = 0.0
        for number in range(len(bars) - 1, -1, -1):
            first, last, chance = bars[number]
            rest += chance
            bars[number] = (first, last, rest)
    return bars


class LossChart:
    """What one side has left at the end, where it stands at all."""

    def __init__(self, side: SideId, colours: Palette, words: Words) -> None:
        self._side, self._ = side, words
        self._source = ColumnDataSource({"br": [], "p": [], "text": [], "width": []})
        self.figure = plot(104, (0, 1), (0, 1))
        self._ticker = FixedTicker(ticks=[])
        self.figure.xaxis.ticker = self._ticker
        self._bars = self.figure.vbar("br", width="width", top="p", line_color=None, source=self._source)
        self.figure.add_tools(HoverTool(renderers=[self._bars], tooltips=tooltip("@text"), mode="vline"))
        self.paint(colours)

    def paint(self, colours: Palette) -> None:
        """Take these colours."""
        self._bars.glyph.fill_color = colours.side_a if self._side == "a" else colours.side_b
        self.figure.xaxis.major_label_text_color = colours.muted

    def show(self, law: Mapping[int, float], starting: int, *, at_least: bool, stale: bool) -> None:
        """Show a law; it fades while it is not that of what is shown."""
        _ = self._
        bars = bars_of(law, starting, at_least=at_least)
        texts = []
        for first, last, chance in bars:
            what = f"≥ {first}" if at_least else str(first) if first == last else f"{first}–{last}"
            texts.append(_.labelled(f"{_('BR')} {what}", _.percent(chance, 1)))
        wide = bars[0][1] - bars[0][0] + 1
        self._source.data = {
            "br": [first + (wide - 1) / 2 for first, _last, _p in bars],
            "p": [chance for *_ends, chance in bars],
            "text": texts,
            "width": [0.86 * wide] * len(bars),
        }
        top = bars[-1][1]
        self.figure.x_range.update(start=0.5 - wide / 2, end=top + 0.5 + wide / 2)
        self.figure.y_range.update(end=max([chance for *_ends, chance in bars] + [0.01]) * 1.05)
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 500, 5000, 50_000, 500_000) if top / step <= 8)
        self._ticker.ticks = list(range(step, top + 1, step))
        self._bars.glyph.fill_alpha = 0.35 if stale else 0.85
