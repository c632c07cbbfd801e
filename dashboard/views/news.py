"""What the others do: a quiet line about the newest edit, and a word to whoever has been overtaken."""

from __future__ import annotations

from typing import Any

import panel as pn

from dashboard.guests import person
from dashboard.history import Entry
from dashboard.i18n import Words
from dashboard.markup import Child, tag
from dashboard.models.session import BattleSession
from dashboard.views.edit_words import tell
from dashboard.views.live import LiveMarkup

__all__ = ["NewsView", "OvertakenView", "news_markup"]


def news_markup(session: BattleSession, _: Words) -> list[Child]:
    """Who changed what last; with undo where it is one's own. Nothing while one is alone."""
    entry = session.last
    if entry is None or len(session.peers) < 2:
        return []
    mine = entry.author == session.author.id
    who = _("You") if mine else _(person(entry.author_name))
    undo = tag("button", _("Undo"), type="button", class_="link", data_do="undo")
    told = tag("span", _.labelled(who, _done(entry, session, _)), class_="told-line")
    return [told, " ", undo if mine and session.can_undo else None]


def _done(entry: Entry, session: BattleSession, _: Words) -> str:
    return tell([entry], session.document, _)[0][1]


class NewsView(pn.viewable.Viewer):
    """The quiet line on a phone, between the odds and the tabs; a wider screen has it in the top bar."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={"undo": lambda _message: session.undo()},
            sizing_mode="stretch_width",
            css_classes=["phone-news"],
        )
        session.param.watch(self._show, ["last", "peers", "can_undo", "document"])
        self._show()

    def _show(self, *_events: object) -> None:
        news = news_markup(self._session, self._)
        self._live.markup = tag("div", news, class_="news", role="status") if news else ""
        self._live.visible = bool(news)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live


class OvertakenView(pn.viewable.Viewer):
    """Tells that somebody else has changed what one had set, and restores it on a click."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={
                "restore-mine": lambda _message: session.restore_mine(),
                "let-be": lambda _message: session.let_be(),
            },
            sizing_mode="stretch_width",
            visible=False,
            css_classes=["notice"],
        )
        session.param.watch(self._show, "overtaken")

    def _show(self, *_events: object) -> None:
        session, _, overtaken = self._session, self._, self._session.overtaken
        self._live.visible = overtaken is not None
        if overtaken is None:
            self._live.markup = ""
            return
        theirs = _(person(overtaken.theirs.author_name))
        self._live.markup = tag(
            "div",
            tag(
                "span",
                tag("b", theirs, ": "),
                _done(overtaken.theirs, session, _),
                tag("span", " · ", _("before that, you:"), " ", _done(overtaken.mine, session, _), class_="muted"),
                style="flex:1",
            ),
            tag("button", _("Restore mine"), type="button", class_="tool", data_do="restore-mine"),
            tag("button", _("Leave it"), type="button", class_="tool", data_do="let-be"),
            class_="message told",
            role="status",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
