"""The results behind the odds, in tabs: overview, units, losses, and the state after some rounds."""

from __future__ import annotations

from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.models.session import BattleSession
from dashboard.theme import Palette, styles
from dashboard.views.frame import Frame
from dashboard.views.live import LiveMarkup
from dashboard.views.loss_charts import LossChart
from dashboard.views.result_words import TABS, losses_head, midway_markup, units_markup
from dashboard.views.tabs import tabs_markup
from massbattle_core.mass_combat.model import SideId

__all__ = ["ResultsView"]

_SIDES: tuple[SideId, SideId] = ("a", "b")
_FIRST_LOOK = 3
"""The round whose state is shown first."""


class ResultsView(pn.viewable.Viewer):
    """The tabs of one session; ``overview`` is what stands in the first of them.

    What a tab needs is made when it is opened first.
    """

    def __init__(
        self,
        session: BattleSession,
        overview: list[pn.viewable.Viewable | pn.viewable.Viewer],
        words: Words,
        colours: Palette,
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._, self._colours = session, words, colours
        self._tab = "overview"
        self._at_least = False
        self._rounds = _FIRST_LOOK
        self._asked: tuple[str, int] | None = None
        self._charts: dict[SideId, LossChart] = {}
        self._frames: dict[SideId, Frame] = {}
        look: dict[str, Any] = {"sizing_mode": "stretch_width", "stylesheets": [styles("results")]}
        self._tabs = LiveMarkup(actions={"results": lambda message: self.open(str(message.get("tab", "")))}, **look)
        self._units = LiveMarkup(
            actions={"select": lambda message: session.select(str(message.get("unit", "")))}, **look
        )
        self._heads = {side: LiveMarkup(actions={"at-least": self._toggle}, **look) for side in _SIDES}
        self._midway = LiveMarkup(
            actions={"after": lambda message: self._look_after(str(message.get("value", "")))}, **look
        )
        stack = [styles("stack")]
        self._panes = {
            "overview": pn.Column(*overview, stylesheets=stack, sizing_mode="stretch_width"),
            "units": pn.Column(self._units, css_classes=["card"], sizing_mode="stretch_width", visible=False),
            "losses": pn.Column(css_classes=["card"], sizing_mode="stretch_width", visible=False),
            "rounds": pn.Column(self._midway, css_classes=["card"], sizing_mode="stretch_width", visible=False),
        }
        self._whole = pn.Column(
            self._tabs,
            *self._panes.values(),
            stylesheets=stack,
            css_classes=["results"],
            sizing_mode="stretch_width",
        )
        session.param.watch(self._show, ["odds", "odds_stale", "selected", "problems"])
        session.simulated.param.watch(self._show, "midway")
        self._show()

    def paint(self, colours: Palette) -> None:
        """Show the same in the colours of another theme."""
        self._colours = colours
        for chart in self._charts.values():
            chart.paint(colours)

    def open(self, tab: str) -> None:
        """Show a tab."""
        if tab not in TABS:
            return
        self._tab = tab
        if tab == "losses" and not self._charts:
            for side in _SIDES:
                self._charts[side] = LossChart(side, self._colours, self._)
                chart = pn.pane.Bokeh(self._charts[side].figure, sizing_mode="stretch_width")
                self._frames[side] = Frame(child=chart, sizing_mode="stretch_width")
        self._show()
        losses = self._panes["losses"]
        if self._charts and not losses.objects:  # a figure that is in the document already must not change here
            losses[:] = [piece for side in _SIDES for piece in (self._heads[side], self._frames[side])]
        for name, pane in self._panes.items():
            pane.visible = name == tab

    def _toggle(self, _message: object) -> None:
        self._at_least = not self._at_least
        self._show()

    def _look_after(self, text: str) -> None:
        if text.isdecimal() and 1 <= int(text) <= self._session.shown.mass_combat.simulation.round_limit:
            self._rounds = int(text)
            self._show()

    # ---------------------------------------------------------------- showing

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        hopeless = session.odds is None and any(problem.severity == "error" for problem in session.problems)
        self._whole.visible = not hopeless  # the win bar says what is missing; nothing here is being computed
        self._tabs.markup = tabs_markup(
            {tab: _(name) for tab, name in TABS.items()},
            self._tab,
            do="results",
            label=_("Results"),
            class_="tabs-line results-tabs",
        )
        battle = session.shown.mass_combat
        if self._tab == "units":
            self._units.markup = units_markup(session.odds, session.odds_stale, battle, session.selected, _)
        elif self._tab == "losses":
            self._show_losses()
        elif self._tab == "rounds":
            self._show_midway()

    def _show_losses(self) -> None:
        session, _ = self._session, self._
        for side in _SIDES:
            self._frames[side].visible = session.odds is not None
            if session.odds is None:
                self._heads[side].markup = ""
                continue
            odds = session.odds.odds
            name = session.shown.mass_combat.sides[side].name
            starting = sum(max(unit.starting_br, 0) for unit in odds.units if unit.side == side)
            at_least = self._at_least if side == "a" else None
            self._heads[side].markup = losses_head(odds, side, name, starting, at_least, _)
            law = odds.remaining.get(side, {})
            self._charts[side].show(law, starting, at_least=self._at_least, stale=session.odds_stale)
            self._frames[side].label = _("BR left: {side}").format(side=name)

    def _show_midway(self) -> None:
        session = self._session
        battle = session.shown.mass_combat
        self._rounds = min(self._rounds, battle.simulation.round_limit)
        found = session.simulated.midway
        key = session.odds.key if session.odds else ""
        wanted = (key, self._rounds)
        fresh = found is not None and (found.key, found.midway.rounds) == wanted and not session.odds_stale
        if not fresh and key and not session.odds_stale and self._asked != wanted:
            self._asked = wanted
            session.simulated.look_after(self._rounds)
        self._midway.markup = midway_markup(found, fresh, self._rounds, battle, self._)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._whole
