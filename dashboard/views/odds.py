"""What happens: the win bar, how long it lasts, and the odds against the morale of the selected unit."""

from __future__ import annotations

from typing import Any

import panel as pn
from bokeh.events import DoubleTap, Tap

from dashboard.i18n import Words
from dashboard.markup import join
from dashboard.models.room import ReplayRequest
from dashboard.models.session import BattleSession
from dashboard.theme import Palette
from dashboard.views.armies import Army
from dashboard.views.charts import MoraleChart, RoundsChart, side_curve
from dashboard.views.frame import Frame
from dashboard.views.live import LiveMarkup
from dashboard.views.odds_words import breaking_markup, curve_head, rounds_head, win_markup
from dashboard.views.win_foot import watch_one, win_foot
from massbattle_core.mass_combat.model import SideId

__all__ = ["BreakingView", "OddsView", "WinView"]


class WinView(pn.viewable.Viewer):
    """The win bar with its interval, its method and how far it has been computed."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={"watch": lambda message: watch_one(session, message)}, sizing_mode="stretch_width"
        )
        session.param.watch(self._show, ["odds", "odds_stale", "odds_problem", "problems", "shown", "doctrines"])
        if session.can_edit:
            session.show_doctrines()
        self._show()

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        found = [
            f"{_(problem.message)} – {_(problem.remedy)}" for problem in session.problems if problem.severity == "error"
        ]
        reasons = found or ([_(session.odds_problem)] if session.odds_problem else [])
        if not session.can_edit and not session.shown.viewers.odds:
            reasons = [self._("The game master has not shown the odds.")]
        battle = session.shown.mass_combat
        foot = win_foot(session, self._) if session.can_edit else None
        self._live.markup = join(win_markup(session.odds, session.odds_stale, reasons, battle, self._), foot)

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(self._live, css_classes=["card", "win-card"], sizing_mode="stretch_width")


class BreakingView(pn.viewable.Viewer):
    """The units most likely to break."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={"select": lambda message: session.select(str(message.get("unit", "")))},
            sizing_mode="stretch_width",
        )
        self._card = pn.Column(self._live, css_classes=["card"], sizing_mode="stretch_width")
        session.param.watch(self._show, ["odds", "odds_stale"])
        self._show()

    def _show(self, *_events: object) -> None:
        self._live.markup = breaking_markup(self._session.odds, self._session.odds_stale, self._)
        self._card.visible = self._session.odds is not None

    def __panel__(self) -> pn.viewable.Viewable:
        return self._card


class OddsView(pn.viewable.Viewer):
    """The laws behind the win bar."""

    def __init__(self, session: BattleSession, army: Army, words: Words, colours: Palette, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._army, self._ = session, army, words
        self._at_least = False
        self._rounds = RoundsChart(colours, self._)
        self._morale = MoraleChart(colours, words)
        for tap in (Tap, DoubleTap):
            self._rounds.figure.on_event(tap, self._bar_tapped)
        self._rounds_head = LiveMarkup(actions={"at-least": self._toggle_law}, sizing_mode="stretch_width")
        self._curve_head = LiveMarkup(
            actions={"frozen": lambda _message: session.set_curve_frozen(not session.curve_frozen)},
            sizing_mode="stretch_width",
        )
        self._rounds_frame = Frame(
            child=pn.pane.Bokeh(self._rounds.figure, sizing_mode="stretch_width"), sizing_mode="stretch_width"
        )
        self._curve_frame = Frame(
            child=pn.pane.Bokeh(self._morale.figure, sizing_mode="stretch_width"), sizing_mode="stretch_width"
        )
        self._card = pn.Column(
            self._rounds_head,
            self._rounds_frame,
            self._curve_head,
            self._curve_frame,
            css_classes=["card"],
            sizing_mode="stretch_width",
        )
        session.param.watch(self._show_rounds, ["odds", "odds_stale", "selected"])
        session.param.watch(self._show_curve, ["curve", "selected", "shown", "curve_frozen", "odds_stale"])
        self._show_rounds()
        self._show_curve()

    def paint(self, colours: Palette) -> None:
        """Show the same in the colours of another theme."""
        self._rounds.paint(colours)
        self._morale.paint(colours)
        self._show_curve()

    def _bar_tapped(self, event: Any) -> None:
        """Watch a battle that was decided in the round of the bar."""
        if event.x is not None and self._session.odds is not None:
            rounds = round(event.x)
            if self._session.odds.odds.rounds.get(rounds):
                self._session.simulated.watch(ReplayRequest("somebody", rounds))

    def _toggle_law(self, _message: object) -> None:
        self._at_least = not self._at_least
        self._show_rounds()

    def _show_rounds(self, *_events: object) -> None:
        session, _ = self._session, self._
        state = session.odds
        self._rounds_head.markup = rounds_head(state, self._at_least, _)
        self._rounds_frame.visible = state is not None
        self._card.visible = state is not None or bool(session.selected)
        if state is not None:
            self._rounds.show(
                state.odds, at_least=self._at_least, stale=session.odds_stale, hint=_("click to watch one")
            )
            self._rounds_frame.label = _("Rounds until it is over")

    def _show_curve(self, *_events: object) -> None:
        session, _ = self._session, self._
        unit = session.shown.mass_combat.units.get(session.selected)
        curve = (
            session.curve
            if unit and session.curve and session.curve.unit_id == unit.id and session.curve.points
            else None
        )
        side: SideId = unit.side if unit else "a"
        line = self._army.line(session.shown, session.odds, unit.id) if unit else None
        points = side_curve(curve.points, side) if curve else ()
        self._curve_head.markup = curve_head(line, session.shown.mass_combat, points, curve, session.curve_frozen, _)
        self._curve_frame.visible = unit is not None
        if unit is not None:
            self._morale.show(points, unit.morale, side, stale=session.odds_stale)
            self._curve_frame.label = _("Odds against morale of {unit}").format(unit=line.name(_) if line else "")

    def __panel__(self) -> pn.viewable.Viewable:
        return self._card
