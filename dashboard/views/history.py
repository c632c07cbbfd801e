"""The history of a battle: a drawer beside the board with every edit; a past state is looked at, restored, branched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import panel as pn

from dashboard.guests import person
from dashboard.history import Entry
from dashboard.i18n import Words
from dashboard.markup import Child, Markup, join, tag
from dashboard.models.session import BattleSession
from dashboard.theme import styles
from dashboard.views.drawer import close_button
from dashboard.views.edit_words import Told, tell
from dashboard.views.live import LiveMarkup
from dashboard.views.moments import time_markup

__all__ = ["HistoryView"]

Message = Mapping[str, Any]

_PAGE = 100
"""Entries that are fetched at a time."""


class HistoryView(pn.viewable.Viewer):
    """The drawer of one session; ``address`` gives the address of a battle.

    When it is closed, the page shows the battle as it is now.
    """

    def __init__(self, session: BattleSession, words: Words, address: Callable[[str], str], **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._, self._address = session, words, address
        self._entries: list[Entry] = []
        self._told: list[Told] = []
        self._live = LiveMarkup(
            actions={
                "close": lambda _message: self.close(),
                "look": lambda message: self._look(str(message.get("revision", ""))),
                "now": lambda _message: session.look_back(None),
                "restore": lambda _message: session.past is not None and session.restore(session.past),
                "branch": lambda _message: self._branch(),
                "older": lambda _message: self._fetch_older(),
            },
            visible=False,
            css_classes=["history"],
            stylesheets=[styles("page"), styles("history")],
        )
        session.param.watch(self._follow, "newest")
        session.param.watch(self._show, "past")

    def toggle(self) -> None:
        """Open the drawer, or close it."""
        if self._live.visible:
            self.close()
        else:
            self._live.visible = True
            self._follow()

    def close(self) -> None:
        """Put the drawer away and show the battle as it is now."""
        self._live.visible = False
        self._session.look_back(None)

    # ---------------------------------------------------------------- what is done with it

    def _look(self, revision: str) -> None:
        if revision.isdecimal() and int(revision) <= self._session.newest:
            self._session.look_back(None if int(revision) == self._session.newest else int(revision))

    def _branch(self) -> None:
        session, revision = self._session, self._session.past
        if revision is None:
            return
        name = self._("{name} (from revision {number})").format(name=session.document.name[:90], number=revision)
        if battle := session.branch(revision, name):
            self._live.go(self._address(battle))

    def _follow(self, *_events: object) -> None:
        """Fetch what is new."""
        if self._live.visible:
            self._take(self._session.history(count=max(_PAGE, len(self._entries))))

    def _fetch_older(self) -> None:
        if self._entries:
            self._take([*self._entries, *self._session.history(self._entries[-1].revision, _PAGE)])

    def _take(self, entries: list[Entry]) -> None:
        self._entries = entries
        self._told = tell(entries, self._session.document, self._)
        self._show()

    # ---------------------------------------------------------------- markup

    def _show(self, *_events: object) -> None:
        if not self._live.visible:
            return
        _ = self._
        close = close_button(_)
        self._live.markup = tag(
            "section",
            tag("div", tag("h2", _("History"), class_="heading"), close, class_="history-head"),
            self._state(),
            tag("ol", self._rows(), class_="history-rows"),
            class_="history-card",
            aria_label=_("History"),
        )

    def _state(self) -> Markup:
        """What is looked at, and what can be done with it."""
        session, _ = self._session, self._
        if session.past is None:
            return tag("p", _("Choose an entry to see the battle as it was after it."), class_="muted history-hint")
        return tag(
            "div",
            tag(
                "b",
                _("Revision {number} of {newest}").format(number=session.past, newest=session.newest),
                role="status",
            ),
            tag("p", _("You are looking at the past: nothing can be changed here."), class_="muted"),
            tag(
                "div",
                tag("button", _("Back to now"), type="button", class_="chip on", data_do="now"),
                tag("button", _("Restore this state"), type="button", class_="chip", data_do="restore"),
                tag("button", _("New battle from here"), type="button", class_="chip", data_do="branch"),
                class_="chips",
            ),
            class_="history-state",
        )

    def _rows(self) -> list[Child]:
        _ = self._
        rows: list[Child] = [self._row(entry.revision, self._words(entry, said)) for entry, said in self._told]
        oldest = self._entries[-1].revision if self._entries else 1
        if oldest > 1:
            older = tag("button", _("Older edits…"), type="button", class_="link", data_do="older")
            rows.append(tag("li", older, class_="history-more"))
        else:
            rows.append(self._row(0, tag("span", _("As it began"), class_="history-words")))
        return rows

    def _words(self, entry: Entry, said: str) -> Markup:
        mine = entry.author == self._session.author.id
        author = self._("you") if mine else self._(person(entry.author_name))
        return join(
            tag("span", said[:1].upper() + said[1:], class_="history-words"),
            tag("span", author, " · ", time_markup(entry.time, self._), class_="muted"),
        )

    def _row(self, revision: int, words: Markup) -> Markup:
        session = self._session
        looked_at = session.newest if session.past is None else session.past
        return tag(
            "li",
            tag(
                "button",
                tag("span", revision, class_="number muted"),
                tag("span", words, class_="words"),
                tag("span", self._("now"), class_="morale good") if revision == session.newest else None,
                type="button",
                class_="history-row on" if revision == looked_at else "history-row",
                data_do="look",
                data_revision=revision,
                aria_current="true" if revision == looked_at else None,
            ),
            data_key=revision,
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
