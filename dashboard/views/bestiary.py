"""The drawer of creatures and armies: one's own creatures, files to import, what is kept, what is taken away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import panel as pn

from dashboard.i18n import N_, Words
from dashboard.markup import Child, join, tag
from dashboard.models.bestiary import Bestiary
from dashboard.models.imports import Imports, Refused
from dashboard.theme import styles
from dashboard.uploads import received_file
from dashboard.views.creatures_part import CreaturesPart
from dashboard.views.drawer import drawer_markup
from dashboard.views.imports import imports_markup
from dashboard.views.kept import kept_markup
from dashboard.views.live import LiveMarkup
from dashboard.views.messages import Message, number_in, side_in, text_in
from dashboard.views.take_away import hand_over, take_away_markup
from massbattle_core.armies import library as libraries
from massbattle_core.errors import Problem

__all__ = ["BestiaryView"]

PARTS = {
    "creatures": N_("Creatures"),
    "import": N_("Import"),
    "kept": N_("Units and armies"),
    "take": N_("Take away"),
}


class BestiaryView(pn.viewable.Viewer):
    """The drawer of one session."""

    def __init__(self, bestiary: Bestiary, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._bestiary, self._ = bestiary, words
        self._session = bestiary.session
        self._imports = Imports(bestiary, words)
        self._part = "creatures"
        self._creatures = CreaturesPart(bestiary, self._imports, words, self._show, lambda: self.open("import"))
        self._pasted = 0
        self._live = LiveMarkup(
            actions={
                "close": lambda _message: self.close(),
                "part": lambda message: self.open(str(message.get("part", ""))),
                "undo-library": lambda _message: bestiary.undo(),
                **self._creatures.actions,
                **self._import_actions(),
                **self._kept_actions(),
                "take-away": lambda message: hand_over(
                    self._live, str(message.get("kind", "")), self._session.document, words.language
                ),
            },
            visible=False,
            css_classes=["terms", "bestiary"],
            stylesheets=[styles("terms"), styles("bestiary")],
        )
        bestiary.param.watch(self._show, ["library", "said", "refusal", "can_undo"])
        self._imports.param.watch(self._show, "sources")
        self._session.param.watch(self._show, ["document", "selected"])

    # ---------------------------------------------------------------- opening and showing

    @property
    def is_open(self) -> bool:
        """Whether it is in sight."""
        return bool(self._live.visible)

    def open(self, part: str = "creatures") -> None:
        """Show a part, with what is kept now."""
        if part in PARTS:
            self._part = part
            self._live.visible = True
            self._bestiary.param.update(said="", refusal=())
            self._bestiary.refresh()
            self._show()

    def close(self) -> None:
        """Put it away; a form and files that wait are there when it is opened again."""
        self._live.visible = False
        self._live.markup = ""

    def _show(self, *_events: object) -> None:
        if self.is_open:
            body, foot = self._body()
            whole = join(tag("div", self._told()), tag("div", body))
            self._live.markup = drawer_markup(PARTS, self._part, whole, self._, foot, page=self._page())

    def _page(self) -> object:
        """What is looked at within a part: a list or the form, and which file came last."""
        return self._creatures.is_writing if self._part == "creatures" else max(self._imports.sources, default=0)

    def _told(self) -> Child:
        bestiary, _ = self._bestiary, self._
        if not bestiary.said:
            return None
        undo = tag("button", _("Undo"), type="button", class_="link", data_do="undo-library")
        return tag(
            "div",
            tag("span", bestiary.said),
            undo if bestiary.can_undo and not bestiary.refusal else None,
            class_=f"told{' refused' if bestiary.refusal else ''}",
            role="status",
        )

    def _body(self) -> tuple[Child, Child]:
        battle, _ = self._session.document.mass_combat, self._
        if self._part == "creatures":
            return self._creatures.body()
        if self._part == "import":
            return imports_markup(self._imports, battle, self._pasted, _), None
        if self._part == "kept":
            selected = battle.units.get(self._session.selected)
            return kept_markup(self._bestiary.library, battle, selected, _), None
        return take_away_markup(_), None

    # ---------------------------------------------------------------- files

    def _import_actions(self) -> dict[str, Callable[[Message], object]]:
        imports = self._imports

        def source(message: Message) -> int:
            return number_in(message, "source")

        return {
            "import": self._receive,
            "paste": self._paste,
            "put-away": lambda message: imports.put_away(source(message)),
            "toggle-creature": lambda message: imports.toggle_creature(source(message), number_in(message, "creature")),
            "toggle-all": lambda message: imports.toggle_all(source(message)),
            "mend-creature": self._mend,
            "take-creatures": lambda message: imports.accept_creatures(
                source(message), in_battle=message.get("battle") == "yes"
            ),
            "cell": lambda message: imports.write_cell(
                source(message),
                number_in(message, "line"),
                {text_in(message, "column"): text_in(message, "value", 400)},
            ),
            "drop-line": lambda message: imports.drop_line(source(message), number_in(message, "line")),
            "toggle-replacing": lambda message: imports.toggle_replacing(source(message), side_in(message)),
            "take-army": lambda message: imports.accept_army(source(message)),
            "take-library": lambda message: imports.accept_library(source(message)),
        }

    def _receive(self, message: Message) -> None:
        _ = self._
        remedy = N_("split it, or import it with: massbattle creatures import")
        name, data = received_file(message, _, too_large=remedy)
        if not message.get("also"):
            self._bestiary.param.update(said="", refusal=())
        if isinstance(data, Problem):
            self._imports.refuse(Refused(name, replace(data, place="")))
        else:
            self._imports.add(name, data)

    def _paste(self, message: Message) -> None:
        text, name = str(message.get("value", "")), self._("Pasted text")
        if message.get("too_large"):
            self._imports.refuse(
                Refused(name, Problem("", self._("the text is too long"), self._("save it as a file")))
            )
        elif text.strip():
            self._pasted += 1
            self._imports.add(name, text.encode("utf-8", "replace"))

    def _mend(self, message: Message) -> None:
        if self._creatures.mend((number_in(message, "source"), number_in(message, "creature"))):
            self.open("creatures")

    # ---------------------------------------------------------------- units and armies

    def _kept_actions(self) -> dict[str, Callable[[Message], object]]:
        bestiary = self._bestiary

        def put_army(message: Message) -> None:
            side = side_in(message)
            replacing = (side,) if message.get("replacing") == "yes" else ()
            bestiary.put_army(text_in(message, "entry"), side, replacing=replacing)

        def kept(message: Message) -> Any:
            return "armies" if message.get("kind") == "armies" else "units"

        return {
            "keep-unit": lambda message: bestiary.keep_unit(text_in(message, "unit")),
            "keep-army": lambda message: bestiary.keep_army(side_in(message)),
            "put-unit": lambda message: bestiary.put_unit(text_in(message, "entry"), side_in(message)),
            "put-army": put_army,
            "rename-kept": lambda message: bestiary.rename(
                kept(message), text_in(message, "entry"), text_in(message, "value")
            ),
            "forget-kept": lambda message: bestiary.forget(kept(message), text_in(message, "entry")),
            "save-library": lambda _message: self._live.download(
                "massbattle-library.json", libraries.dumps(bestiary.library)
            ),
        }

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
