"""The page of all battles: a list with what can be done with each, a bin, files in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import panel as pn

from dashboard.addresses import battle_address
from dashboard.i18n import LANGUAGES, N_, Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.models.battle_list import LONGEST_NAME, BattleList
from dashboard.store import BattleInfo, Shelf
from dashboard.uploads import LARGEST_UPLOAD, received_file
from dashboard.views.bar_parts import icon_button, language_items, language_menu
from dashboard.views.icons import ICONS
from dashboard.views.live import LiveMarkup
from dashboard.views.moments import time_markup
from dashboard.views.notices import problems_markup
from dashboard.views.tabs import tabs_markup
from massbattle_core.creatures.model import slug
from massbattle_core.errors import Problem

__all__ = ["BattleListView", "BattlesBar"]

Message = Mapping[str, Any]

_SHELVES = {Shelf.TABLE: N_("Battles"), Shelf.ARCHIVE: N_("Archived"), Shelf.BIN: N_("Bin")}
_EMPTY = {
    Shelf.TABLE: N_("No battle yet. Make a new one, or import battle files."),
    Shelf.ARCHIVE: N_("Nothing is archived. Archive a battle that has been fought: it stays whole, out of the way."),
    Shelf.BIN: N_("The bin is empty. Deleted battles stay here until you delete them for good."),
}


class BattlesBar(pn.viewable.Viewer):
    """The bar of the page of all battles."""

    def __init__(
        self, battles: BattleList, words: Words, *, dark: bool, go: Any, set_theme: Any, **parameters: Any
    ) -> None:
        super().__init__(**parameters)
        self._battles, self._, self._dark, self._set_theme = battles, words, dark, set_theme
        self.live = LiveMarkup(
            actions={
                "new": self._new,
                "import": self._import,
                "export": self._export,
                "theme": self._toggle_theme,
                "language": lambda message: (
                    go(str(message.get("language"))) if message.get("language") in LANGUAGES else None
                ),
            },
            sizing_mode="stretch_width",
        )
        self._show()

    @property
    def dark(self) -> bool:
        """Whether the page is dark."""
        return self._dark

    def _new(self, _message: Message) -> None:
        if battle := self._battles.create(self._("New battle")):
            self.live.go(battle_address(battle, self._.language, self._dark))

    def _import(self, message: Message) -> None:
        name, received = received_file(message, self._)
        before = self._battles.refusal if message.get("also") else ()
        if isinstance(received, Problem):
            self._battles.refuse(received)
        else:
            self._battles.take_in(name, received)
        if before:
            self._battles.refuse(*before, *self._battles.refusal)

    def _export(self, _message: Message) -> None:
        if packed := self._battles.everything():
            self.live.download_zip("massbattle-battles.zip", packed)

    def _toggle_theme(self, _message: Message) -> None:
        self._dark = not self._dark
        self._show()
        self._set_theme(self._dark)

    def _show(self) -> None:
        _ = self._
        self.live.page = {"language": _.language, "theme": "dark" if self._dark else "light"}
        upload = tag(
            "input",
            type="file",
            multiple=True,
            accept=".json,.zip,application/json,application/zip",
            data_do="import",
            data_largest=LARGEST_UPLOAD,
            aria_label=_("Import battle files…"),
        )
        more = tag(
            "div",
            tag("button", _("Export all"), type="button", class_="menu-item", data_do="export"),
            tag("div", _("Language"), class_="menu-title"),
            language_items(),
            class_="menu-body right",
        )
        self.live.markup = tag(
            "div",
            tag("h1", _("Battles"), class_="page-title"),
            tag("span", class_="gap"),
            tag("button", _("Export all"), type="button", class_="rules wide", data_do="export"),
            tag("label", _("Import…"), upload, class_="rules file"),
            language_menu(_),
            icon_button("theme", _("Light or dark")),
            tag("button", _("New battle"), type="button", class_="save", data_do="new"),
            tag(
                "details",
                tag(
                    "summary", svg(ICONS["more"], size=18), class_="icon-button", aria_label=_("Menu"), title=_("Menu")
                ),
                more,
                class_="menu narrow",
            ),
            class_="top",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live


class BattleListView(pn.viewable.Viewer):
    """The list itself; ``dark`` says how the pages that it leads to look."""

    def __init__(self, battles: BattleList, words: Words, bar: BattlesBar, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._battles, self._, self._bar = battles, words, bar
        self._renaming = self._destroying = ""
        self._live = LiveMarkup(
            actions={
                "shelf": self._look_at,
                "search": lambda message: battles.look_for(str(message.get("value", ""))),
                "close": lambda _message: battles.param.update(refusal=()),
                "undo": lambda _message: battles.undo(),
                "save": self._save,
                "ask-name": lambda message: self._turn(renaming=_id(message)),
                "rename": self._rename,
                "duplicate": lambda message: battles.duplicate(_id(message)),
                "archive": lambda message: battles.archive(_id(message)),
                "delete": lambda message: battles.delete(_id(message)),
                "put-back": lambda message: battles.put_back(_id(message)),
                "ask-destroy": lambda message: self._turn(destroying=_id(message)),
                "destroy": self._destroy,
            },
            sizing_mode="stretch_width",
            css_classes=["battles"],
        )
        battles.param.watch(self._show, ["shelf", "search", "shown", "counts", "status", "refusal", "can_undo"])
        self._show()

    def refresh(self) -> None:
        """Show what others have changed, and how long ago everything was."""
        self._battles.refresh()
        self._show()

    def _look_at(self, message: Message) -> None:
        if message.get("shelf") in set(Shelf):
            self._battles.look_at(Shelf(message["shelf"]))

    def _save(self, message: Message) -> None:
        name, text = self._battles.file_of(_id(message))
        if text:
            self._live.download(f"{slug(name) or 'battle'}.json", text)

    def _rename(self, message: Message) -> None:
        self._renaming = ""
        self._battles.rename(_id(message), str(message.get("value", ""))[:LONGEST_NAME])
        self._show()

    def _destroy(self, message: Message) -> None:
        self._destroying = ""
        self._battles.destroy(_id(message))

    def _turn(self, *, renaming: str = "", destroying: str = "") -> None:
        self._renaming, self._destroying = renaming, destroying
        self._show()

    # ---------------------------------------------------------------- markup

    def _show(self, *_events: object) -> None:
        battles, _ = self._battles, self._
        rows = [self._row(battle) for battle in battles.shown]
        if not rows:
            empty = _("No name contains “{text}”.").format(text=battles.search) if battles.search else ""
            rows = [tag("li", empty or _(_EMPTY[battles.shelf]), class_="nothing muted")]
        self._live.markup = tag(
            "div",
            tag("div", self._tabs(), self._search(), class_="list-head"),
            tag("ul", rows, class_="battle-list"),
            tag("div", self._said(), class_="said", role="status"),
            tag("div", problems_markup(battles.refusal, _), class_="said") if battles.refusal else None,
        )

    def _tabs(self) -> Markup:
        battles, _ = self._battles, self._
        tabs = {
            shelf.value: (
                f"{_(label)} ",
                tag("span", _.number(battles.counts.get(shelf, 0)), class_="muted number"),
            )
            for shelf, label in _SHELVES.items()
        }
        return tabs_markup(tabs, battles.shelf.value, do="shelf", key="shelf", label=_("Battles"))

    def _search(self) -> Markup:
        label = self._("Search by name")
        return tag(
            "input",
            type="search",
            class_="search",
            data_live="search",
            data_do="search",
            placeholder=label,
            aria_label=label,
            value=self._battles.search,
            maxlength=LONGEST_NAME,
        )

    def _said(self) -> list[Child]:
        if not self._battles.status:
            return []
        undo = tag("button", self._("Undo"), type="button", class_="chip", data_do="undo")
        return [tag("div", tag("span", self._battles.status), undo if self._battles.can_undo else None, class_="toast")]

    def _row(self, battle: BattleInfo) -> Markup:
        _ = self._
        address = battle_address(battle.id, _.language, self._bar.dark)
        if self._renaming == battle.id:
            name = tag(
                "input",
                class_="search",
                data_do="rename",
                data_battle=battle.id,
                data_focus="",
                value=battle.name,
                maxlength=LONGEST_NAME,
                aria_label=_("Name of the battle"),
            )
        else:
            name = tag("a", battle.name, href=address, class_="battle-name")
        return tag(
            "li",
            tag("div", name, tag("div", self._facts(battle), class_="muted"), class_="words"),
            tag("div", self._actions(battle, address), class_="row-actions"),
            data_key=battle.id,
        )

    def _facts(self, battle: BattleInfo) -> list[Child]:
        _ = self._
        facts: list[Child] = [time_markup(battle.deleted or battle.changed, _), " · "]
        facts.append(_.plural("{count} edit", "{count} edits", battle.revision))
        kind, _sep, origin = battle.source.partition(":")
        first, _sep, number = origin.partition(":")
        name = self._battles.name_of(first)
        if kind == "branch" and name:
            facts.append(" · " + _("branched from “{name}” at revision {number}").format(name=name, number=number))
        elif kind == "copy" and name:
            facts.append(" · " + _("copy of “{name}”").format(name=name))
        elif kind == "file":
            facts.append(" · " + _("imported from {file}").format(file=origin))
        return facts

    def _actions(self, battle: BattleInfo, address: str) -> list[Child]:
        _ = self._

        def button(do: str, label: str, class_: str = "menu-item") -> Markup:
            return tag("button", label, type="button", class_=class_, data_do=do, data_battle=battle.id)

        if battle.deleted:
            if self._destroying == battle.id:
                return [
                    tag("span", _("This cannot be undone."), class_="muted"),
                    button("destroy", _("Delete for good"), "chip bad"),
                    tag("button", _("Keep"), type="button", class_="chip", data_do="ask-destroy"),
                ]
            return [button("put-back", _("Put back"), "chip"), button("ask-destroy", _("Delete for good…"), "chip")]
        items = [
            button("ask-name", _("Rename")),
            button("duplicate", _("Duplicate")),
            button("save", _("Save as a battle file")),
            button("put-back", _("Put back")) if battle.archived else button("archive", _("Archive")),
            button("delete", _("Delete")),
        ]
        label = _("What to do with “{name}”").format(name=battle.name)
        return [
            tag("a", _("Open battle"), href=address, class_="chip on"),
            tag(
                "details",
                tag("summary", svg(ICONS["more"], size=16), class_="icon-button", aria_label=label, title=label),
                tag("div", items, class_="menu-body right"),
                class_="menu",
            ),
        ]

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live


def _id(message: Message) -> str:
    return str(message.get("battle", ""))
