"""The selected unit for somebody who looks on: what they know of it, and nothing to change."""

from __future__ import annotations

from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, tag
from dashboard.models.session import BattleSession
from dashboard.views.armies import Army, Line, made_of
from dashboard.views.live import LiveMarkup
from dashboard.views.roster import morale_chip
from dashboard.views.why import why
from massbattle_core.mass_combat.model import hex_name
from massbattle_core.mass_combat.tables import FEET_PER_HEX

__all__ = ["UnitFacts", "facts_markup"]


class UnitFacts(pn.viewable.Viewer):
    """The card of one session."""

    def __init__(self, session: BattleSession, army: Army, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._army, self._ = session, army, words
        self._live = LiveMarkup(sizing_mode="stretch_width")
        session.param.watch(self._show, ["shown", "odds", "selected"])
        self._show()

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        if session.selected in session.shown.mass_combat.units:
            line = self._army.line(session.shown, session.odds, session.selected)
            self._live.markup = facts_markup(line, _)
        else:
            self._live.markup = tag("div", _("Click a unit to read about it."), class_="muted")

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(self._live, css_classes=["card", "unit-card"], sizing_mode="stretch_width")


def facts_markup(line: Line, _: Words) -> Markup:
    """What is known of a unit, each number with its terms."""
    unit, built = line.unit, line.built
    rows: list[tuple[str, Child]] = []
    if unit.position is not None:
        rows.append((_("Hex"), hex_name(unit.position)))
    if built and line.battle_rating:
        speed = built.speeds.get(built.mode)
        hexes = _.plural("{count} hex", "{count} hexes", built.speed // FEET_PER_HEX)
        reach = _.plural("{count} hex", "{count} hexes", built.range_hexes) if built.range_hexes else "–"
        rows.append(
            (_("Battle rating"), why(_.number(line.battle_rating.value), _("Battle rating"), line.battle_rating, _))
        )
        rows.append((_("Speed"), why(hexes, _("Speed"), speed, _) if speed else hexes))
        rows.append((_("Range"), why(reach, _("Range"), built.ranged_feet, _)))
    if line.morale:
        rows.append((_("Morale"), morale_chip(line, _)))
    if line.survival is not None:
        rows.append((_("Survives"), _.percent(line.survival)))
    what = made_of(line, _) or _("You do not know what it is made of.")
    return tag(
        "div",
        tag("h2", line.name(_), class_="heading", style="color:var(--mb-side-text)"),
        tag("p", what, style="margin:6px 0"),
        tag("table", tag("tbody", [tag("tr", tag("td", name), tag("td", value)) for name, value in rows]))
        if rows
        else None,
        class_=f"facts side-{unit.side}",
    )
