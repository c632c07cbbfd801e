"""The terms of the battle beside the odds: a drawer that opens over the board and leaves the odds in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn

from dashboard.i18n import N_, Words
from dashboard.markup import Markup
from dashboard.models.session import BattleSession
from dashboard.theme import styles
from dashboard.views.drawer import drawer_markup
from dashboard.views.goals import GoalEditor, goals_markup
from dashboard.views.house_rules import choose_rule, follow_text, rules_markup, set_number
from dashboard.views.live import LiveMarkup, Message

__all__ = ["TermsView"]

PARTS = {"rules": N_("House rules"), "goals": N_("Objectives")}
"""The parts of the drawer."""


class TermsView(pn.viewable.Viewer):
    """The drawer of one session; ``choose_goal`` lets the hexes of an objective be chosen on the board."""

    def __init__(
        self, session: BattleSession, words: Words, choose_goal: Callable[[str], None], **parameters: Any
    ) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._part = "rules"
        self._choose_goal = choose_goal
        self._live = LiveMarkup(
            actions={
                "close": lambda _message: self.close(),
                "part": lambda message: self.open(str(message.get("part", ""))),
                "rule": lambda message: choose_rule(session, message),
                "follow-text": lambda _message: follow_text(session),
                **GoalEditor(session, self._choose_on_board).actions,
                "simulation": self._set_number,
            },
            visible=False,
            css_classes=["terms"],
            stylesheets=[styles("terms")],
        )
        session.param.watch(self._show, "shown")

    def _set_number(self, message: Message) -> None:
        if not set_number(self._session, message):
            self._show()

    @property
    def is_open(self) -> bool:
        """Whether it is in sight."""
        return bool(self._live.visible)

    def open(self, part: str = "rules") -> None:
        """Show a part."""
        if part in PARTS:
            self._part = part
            self._live.visible = True
            self._show()

    def _choose_on_board(self, key: str) -> None:
        self.close()
        self._choose_goal(key)

    def close(self) -> None:
        """Put it away."""
        self._live.visible = False
        self._live.markup = ""

    def _show(self, *_events: object) -> None:
        if not self.is_open:
            return
        self._live.markup = drawer_markup(PARTS, self._part, self._body(), self._)

    def _body(self) -> Markup:
        battle = self._session.shown.mass_combat
        return goals_markup(battle, self._) if self._part == "goals" else rules_markup(battle, self._)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
