"""The bar on top: the battle's name, what is saved, undo and redo, language, theme, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import panel as pn

from dashboard.addresses import battles_address
from dashboard.battle_files import new_battle
from dashboard.i18n import LANGUAGES, Words
from dashboard.markup import Markup, svg, tag
from dashboard.models.fight import FightDesk
from dashboard.models.files import open_battle, save_battle
from dashboard.models.session import BattleSession
from dashboard.uploads import LARGEST_UPLOAD, received_file
from dashboard.views.armies import Army
from dashboard.views.bar_parts import icon_button, language_items, language_menu, mode_switch
from dashboard.views.beginnings import begin, begin_demo, demo_buttons
from dashboard.views.icons import ICONS
from dashboard.views.live import LiveMarkup
from dashboard.views.news import news_markup
from dashboard.views.people import everybody
from dashboard.views.rule_words import changed_rules
from massbattle_core.creatures.model import slug
from massbattle_core.document import Rename
from massbattle_core.errors import Problem

__all__ = ["TopBar"]

Message = Mapping[str, Any]


class TopBar(pn.viewable.Viewer):
    """The top bar of one session; ``go`` reloads the page in another language, ``set_theme`` repaints it.

    ``address`` gives the address of a battle. ``notify`` shows a problem that did not reach the session,
    ``show_terms`` the house rules or the objectives, ``show_bestiary`` a part of the drawer of creatures and armies,
    ``show_history`` the history, ``show_sharing`` the links.
    """

    def __init__(
        self,
        session: BattleSession,
        desk: FightDesk,
        army: Army,
        words: Words,
        *,
        dark: bool,
        go: Callable[[str], None],
        address: Callable[[str], str],
        set_theme: Callable[[bool], None],
        notify: Callable[[Problem], None],
        show_terms: Callable[[str], None],
        show_bestiary: Callable[[str], None],
        show_history: Callable[[], None],
        show_sharing: Callable[[], None],
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._desk, self._, self._dark = session, desk, words, dark
        self._set_theme, self._notify, self._address = set_theme, notify, address
        self.live = LiveMarkup(
            actions={
                "rename": lambda message: session.submit(Rename(str(message.get("value", ""))[:120])),
                "undo": lambda _message: session.undo(),
                "redo": lambda _message: session.redo(),
                "language": lambda message: (
                    go(str(message.get("language"))) if message.get("language") in LANGUAGES else None
                ),
                "theme": self._toggle_theme,
                "mode": lambda message: desk.show(str(message.get("mode"))),
                "share": lambda _message: show_sharing(),
                "add-unit": lambda message: army.add_unit(session, "b" if message.get("side") == "b" else "a", words),
                "open": self._open,
                "save": self._save,
                "demo": lambda message: begin_demo(session, str(message.get("demo", "")), self._go_to),
                "terms": lambda message: show_terms(str(message.get("part", ""))),
                "bestiary": lambda message: show_bestiary(str(message.get("part", ""))),
                "history": lambda _message: show_history(),
                "new": lambda _message: begin(session, new_battle(words), self._go_to),
            },
            only=None if session.can_edit else ("language", "theme", "share", "mode"),
            sizing_mode="stretch_width",
        )
        self.live.page = self._page()
        session.param.watch(self._show, ["document", "revision", "saved", "can_undo", "can_redo", "past", "newest"])
        session.param.watch(self._show, ["present", "peers", "last"])
        desk.param.watch(self._show, "mode")
        self._show()

    def _page(self) -> dict[str, str]:
        return {"language": self._.language, "theme": "dark" if self._dark else "light"}

    def _toggle_theme(self, _message: object) -> None:
        self._dark = not self._dark
        self._show()
        self.live.page = self._page()
        self._set_theme(self._dark)

    def _go_to(self, battle: str) -> None:
        self.live.go(self._address(battle))

    def _save(self, _message: object) -> None:
        name = slug(self._session.document.name) or "battle"
        self.live.download(f"{name}.json", save_battle(self._session).decode())

    def _open(self, message: Message) -> None:
        name, received = received_file(message, self._)
        if isinstance(received, Problem):
            self._notify(received)
        else:
            open_battle(self._session, received, name)

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        if not session.can_edit:
            self._show_to_viewers()
            return
        saved = _("saved · rev {number}") if session.saved else _("not saved yet · rev {number}")
        if session.past is not None:
            saved = _("past · rev {number} of {newest}")
        title = tag(
            "input",
            class_="plain battle",
            data_do="rename",
            data_place="/name",
            value=session.document.name,
            maxlength="120",
            aria_label=_("Name of the battle"),
            spellcheck="false",
        )
        self.live.markup = tag(
            "div",
            self._menu(),
            tag("a", _("Battles"), class_="all-battles wide", href=self._battles) if self._battles else None,
            title,
            tag(
                "span",
                saved.format(number=session.revision, newest=session.newest),
                class_="saved number" if session.past is None else "saved number past",
                role="status",
            ),
            mode_switch(self._desk.mode, _),
            self._terms("rules wide"),
            tag("button", _("Bestiary"), type="button", class_="rules wide", data_do="bestiary", data_part="creatures"),
            tag("span", news_markup(session, _), class_="news gap", role="status"),
            icon_button("undo", _("Undo"), not session.can_undo),
            icon_button("redo", _("Redo"), not session.can_redo),
            icon_button("history", _("History"), class_="wide"),
            language_menu(_),
            icon_button("theme", _("Light or dark")),
            everybody(session.present, session.author, _),
            tag("button", _("Share"), type="button", class_="share wide", data_do="share"),
            tag(
                "button",
                _("Download"),
                type="button",
                class_="save wide",
                data_do="save",
                title=_("Save as a battle file"),
            ),
            class_="top",
        )

    @property
    def _battles(self) -> str:
        """Where the list of battles is, for those who may see it."""
        desk = self._session.sharing
        return battles_address(self._.language, self._dark) if desk is None or desk.host else ""

    def _show_to_viewers(self) -> None:
        session, _ = self._session, self._
        self.live.markup = tag(
            "div",
            tag("span", session.document.name, class_="battle"),
            tag("span", _("you look on"), class_="saved"),
            mode_switch(self._desk.mode, _),
            tag("span", class_="gap"),
            language_menu(_, class_="menu"),
            icon_button("theme", _("Light or dark")),
            everybody(session.present, session.author, _),
            tag("button", _("People"), type="button", class_="share", data_do="share"),
            class_="top",
        )

    def _terms(self, class_: str) -> list[Markup]:
        """Buttons that open the terms of the battle, each with how many there are."""
        _, battle = self._, self._session.document.mass_combat
        parts = (
            ("rules", _("House rules"), len(changed_rules(battle.rules))),
            ("goals", _("Objectives"), len(battle.objectives)),
        )
        return [
            tag(
                "button",
                f"{name} · {count}" if count else name,
                type="button",
                class_=class_,
                data_do="terms",
                data_part=part,
            )
            for part, name, count in parts
        ]

    def _menu(self) -> Markup:
        _ = self._
        opener = tag(
            "label",
            _("Replace by a battle file…"),
            tag(
                "input",
                type="file",
                accept=".json,application/json",
                data_do="open",
                data_largest=LARGEST_UPLOAD,
                aria_label=_("Replace by a battle file…"),
            ),
            class_="menu-item file",
        )
        sides = self._session.document.mass_combat.sides
        return tag(
            "details",
            tag("summary", svg(ICONS["menu"], size=18), class_="icon-button", aria_label=_("Menu"), title=_("Menu")),
            tag(
                "div",
                tag("a", _("All battles"), class_="menu-item", href=self._battles) if self._battles else None,
                opener,
                tag("button", _("Save as a battle file"), type="button", class_="menu-item", data_do="save"),
                tag("button", _("Share this battle"), type="button", class_="menu-item", data_do="share"),
                tag("button", _("New battle"), type="button", class_="menu-item", data_do="new"),
                self._terms("menu-item"),
                [
                    tag("button", label, type="button", class_="menu-item", data_do="bestiary", data_part=part)
                    for part, label in (
                        ("creatures", _("Your creatures")),
                        ("import", _("Import creatures and armies…")),
                        ("kept", _("Units and armies you keep")),
                        ("take", _("Take away: sheet, map, lists…")),
                    )
                ],
                tag("button", _("History"), type="button", class_="menu-item", data_do="history"),
                tag("div", _("New unit"), class_="menu-title"),
                [
                    tag(
                        "button",
                        sides[side].name,
                        type="button",
                        class_="menu-item",
                        data_do="add-unit",
                        data_side=side,
                    )
                    for side in ("a", "b")
                ],
                tag("div", _("Demo battles"), class_="menu-title"),
                demo_buttons("menu-item"),
                tag(
                    "div",
                    tag("div", _("Language"), class_="menu-title"),
                    language_items(),
                    class_="narrow",
                ),
                class_="menu-body",
            ),
            class_="menu",
        )
