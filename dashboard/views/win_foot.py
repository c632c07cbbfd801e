"""Under the win bar: battles to watch, the range over doctrines, and the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Markup, join, tag
from dashboard.models.room import ReplayRequest
from dashboard.models.session import BattleSession
from dashboard.views.doctrine_range import range_line
from dashboard.views.house_rules import rules_count
from dashboard.views.live import LiveMarkup

__all__ = ["WatchView", "watch_one", "win_foot"]

_WINNERS = ("a", "b", "nobody")


def win_foot(session: BattleSession, _: Words) -> Markup:
    """What stands under the odds; nothing while there are none."""
    if session.odds is None:
        return join()
    battle = session.shown.mass_combat
    changed = rules_count(battle.rules, _)
    return join(
        range_line(session.doctrines, session.odds.key, battle, _),
        tag("div", changed, class_="note rules-in-force") if changed else None,
        watch_line(session, _),
    )


def watch_line(session: BattleSession, _: Words) -> Markup:
    """A battle to watch for each way to end; nothing while there are no odds."""
    if session.odds is None:
        return join()
    sides, odds = session.shown.mass_combat.sides, session.odds.odds
    ends = (
        (sides["a"].name, odds.win.p, "a"),
        (_("undecided"), odds.undecided.p, "nobody"),
        (sides["b"].name, odds.loss.p, "b"),
    )
    links = (
        tag(
            "button",
            name,
            type="button",
            class_=f"link side-{winner} watch-one",
            data_do="watch",
            data_winner=winner,
            title=_("Watch a simulated battle that ends so"),
        )
        for name, chance, winner in ends
        if chance > 0
    )
    return tag("div", tag("span", _("Watch one:"), " ", links), class_="note watch-line")


def watch_one(session: BattleSession, message: Mapping[str, Any]) -> None:
    """Watch a battle that one side won, or nobody."""
    if message.get("winner") in _WINNERS:
        session.simulated.watch(ReplayRequest(cast(Any, message["winner"])))


class WatchView(pn.viewable.Viewer):
    """The battles to watch, where the win bar has no room for them: on a phone."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={"watch": lambda message: watch_one(session, message)}, sizing_mode="stretch_width"
        )
        session.param.watch(self._show, ["odds", "shown"])
        self._show()

    def _show(self, *_events: object) -> None:
        self._live.markup = watch_line(self._session, self._)

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(self._live, css_classes=["card", "watch-card"], sizing_mode="stretch_width")
