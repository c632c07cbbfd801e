"""Boards and charts in a notebook, everything inline: nothing is asked of another host.

``start()`` comes first; then ``show(board(document))``, ``show(odds_chart(odds))`` and so on. A board is a Bokeh
figure, charts are HoloViews elements that can be combined and styled before they are shown.

Bokeh's and HoloViews' own ways into a notebook load the scripts of every extension that is installed, some of them
from elsewhere; a plain figure needs Bokeh's alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import holoviews as hv
import holoviews.plotting.bokeh
from bokeh.embed import components
from bokeh.models import LayoutDOM
from bokeh.plotting import figure
from bokeh.resources import Resources
from IPython.display import HTML

from dashboard.i18n import Words
from dashboard.theme import LIGHT
from dashboard.views.armies import Army, counters
from dashboard.views.charts import decided_rounds
from dashboard.views.hex_figure import HexFigure
from massbattle_core.bridges import LeverOdds
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Side, SideId
from massbattle_core.mass_combat.odds import BattleOdds, Share
from massbattle_core.mass_combat.simulate import CurvePoint

__all__ = ["board", "lever_chart", "morale_chart", "odds_chart", "show", "start"]

hv.Store.set_current_backend("bokeh")

_SIZE = {"width": 400, "height": 260}


def start() -> HTML:
    """The script that draws, as the output of a cell of its own or of the first."""
    scripts = Resources(mode="inline", components=["bokeh"]).js_raw
    return HTML("".join(f"<script>{script}</script>" for script in scripts))


def show(plot: hv.core.Dimensioned | LayoutDOM) -> HTML:
    """A board or a chart as the output of a cell."""
    return HTML("".join(components(plot if isinstance(plot, LayoutDOM) else hv.render(plot, backend="bokeh"))))


def board(document: BattleDocument, language: str = "en", width: int = 900) -> figure:
    """The hex board of a battle with its units, as the page shows it."""
    battle = document.mass_combat
    drawing = HexFigure(battle.field, LIGHT)
    drawing.show_counters(counters(Army().lines(document, None), "", Words(language)))
    colours = {"a": LIGHT.side_a, "b": LIGHT.side_b}
    drawing.show_goals([(place, colours[goal.side]) for goal in battle.objectives.values() for place in goal.hexes])
    height = round(width / cast(float, drawing.figure.aspect_ratio))
    drawing.figure.update(sizing_mode="fixed", width=width, height=height)
    return drawing.figure


def odds_chart(odds: BattleOdds, sides: Mapping[SideId, Side] | None = None) -> hv.Layout:
    """Who wins, with 95 % intervals, and the law of the number of rounds."""
    names = (sides["a"].name, sides["b"].name) if sides else ("Side A", "Side B")
    shares = ((names[0], odds.win), ("undecided", odds.undecided), (names[1], odds.loss))
    law = [(rounds, 100 * p) for rounds, p in enumerate(decided_rounds(odds), 1)]
    rounds = hv.Bars(law, "rounds", "%").opts(color=LIGHT.histogram, **_frame("Rounds until it is over"))
    return _side_by_side(_shares(shares, (LIGHT.side_a, LIGHT.undecided, LIGHT.side_b), "Who wins"), rounds)


def lever_chart(lever: LeverOdds, side: SideId = "a") -> hv.Layout:
    """A side's chance to win before and after a fight of heroes, and by the number of killed, beside its law."""
    own = side == "a"
    shares = (
        ("before", lever.before.win if own else lever.before.loss),
        ("after", lever.win if own else lever.loss),
    )
    colour = LIGHT.side_a if own else LIGHT.side_b
    law = hv.Bars([(row.killed, 100 * row.p) for row in lever.by_number], "killed", "%")
    won = hv.Scatter([(row.killed, 100 * (row.win if own else row.loss)) for row in lever.by_number], "killed", "%")
    both = law.opts(color=LIGHT.histogram) * won.opts(color=colour, size=8)
    return _side_by_side(
        _shares(shares, (LIGHT.undecided, colour), "Chance to win"),
        both.opts(ylim=(0, 100), **_frame("Killed: chance (bars), to win then (dots)")),
    )


def morale_chart(points: Sequence[CurvePoint], title: str = "Side A wins, by base morale") -> hv.Overlay:
    """The chance of side A to win against the base morale of a unit, with its interval."""
    band = hv.Area([(p.morale, 100 * p.win.low, 100 * p.win.high) for p in points], "base morale", ["%", "high"])
    line = hv.Curve([(p.morale, 100 * p.win.p) for p in points], "base morale", "%")
    return (band.opts(color=LIGHT.band_a, line_width=0) * line.opts(color=LIGHT.side_a)).opts(**_frame(title))


def _shares(shares: Sequence[tuple[str, Share]], colours: Sequence[str], title: str) -> hv.Overlay:
    heights = [(name, 100 * share.p, colour) for (name, share), colour in zip(shares, colours, strict=True)]
    spans = [(name, 100 * s.p, 100 * (s.p - s.low), 100 * (s.high - s.p)) for name, s in shares]
    bars = hv.Bars(heights, "outcome", ["%", "colour"]).opts(color="colour")
    return (bars * hv.ErrorBars(spans, "outcome", ["%", "below", "above"])).opts(
        ylim=(0, 100), xlabel="", **_frame(title)
    )


def _side_by_side(*charts: hv.core.Dimensioned) -> hv.Layout:
    return hv.Layout(charts).opts(shared_axes=False, toolbar=None)


def _frame(title: str) -> dict[str, Any]:
    return {**_SIZE, "title": title, "toolbar": None, "fontsize": {"title": 11}}
