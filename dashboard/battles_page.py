"""The page of all battles for one browser session."""

from __future__ import annotations

from typing import Any, cast

import panel as pn

from dashboard.i18n import Words
from dashboard.models.battle_list import BattleList
from dashboard.page_shell import address_argument, page_shell
from dashboard.theme import styles
from dashboard.views.battle_list import BattleListView, BattlesBar

__all__ = ["build_battles_page"]

_LOOK_EVERY = 2_000
"""Milliseconds after which the list shows what other browsers have done."""


def build_battles_page(battles: BattleList, words: Words) -> pn.viewable.Viewable:
    """The page of a list of battles; the theme comes from the address."""
    location: Any = pn.state.location
    dark = address_argument("theme") == "dark"

    def set_theme(now_dark: bool) -> None:
        page.dark_theme = now_dark
        view.refresh()
        if location:
            location.update_query(theme="dark" if now_dark else "light")

    def go(language: str) -> None:
        if location and language != words.language:
            location.update_query(lang=language)
            location.reload = True

    bar = BattlesBar(battles, words, dark=dark, go=go, set_theme=set_theme)
    view = BattleListView(battles, words, bar)
    column = pn.Column(view, stylesheets=[styles("battles")], sizing_mode="stretch_width")
    page = page_shell(words("Battles"), bar.live, [column], language=words.language, dark=dark)
    document = pn.state.curdoc
    if document is not None and document.session_context is not None:
        document.add_periodic_callback(view.refresh, _LOOK_EVERY)
    return cast(pn.viewable.Viewable, page)
