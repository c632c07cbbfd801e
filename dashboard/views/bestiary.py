"""The drawer of creatures and armies: one's own creatures, files to import, what is kept, what is taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import panel as pn

from dashboard.i18n import N_, Words
from dashboard.markup import Child, join, tag
from dashboard.models.bestiary import Bestiary
from dashboard.models.creature_form import CreatureForm, blank_form, form_of
from dashboard.models.creature_search import Query
from dashboard.models.imports import CreatureFile, Imports, Refused
from dashboard.theme import styles
from dashboard.uploads import received_file
from dashboard.views.creature_words import set_filter
from dashboard.views.drawer import drawer_markup
from dashboard.views.imports import imports_markup
from dashboard.views.kept import kept_markup
from dashboard.views.live import LiveMarkup
from dashboard.views.own_creatures import creatures_markup, form_foot, form_markup
from dashboard.views.take_away import hand_over, take_away_markup
from massbattle_core.armies import library as libraries
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.model import SideId

__all__ = ["BestiaryView"]

Message = Mapping[str, Any]

PARTS = {
    "creatures": N_("Creatures"),
    "import": N_("Import"),
    "kept": N_("Units and armies"),
    "take": N_("Take away"),
}
_FOUND = 30
"""Creatures that the list shows."""


class BestiaryView(pn.viewable.Viewer):
    """The drawer of one session."""

    def __init__(self, bestiary: Bestiary, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._bestiary, self._ = bestiary, words
        self._session = bestiary.session
        self._imports = Imports(bestiary, words)
        self._part = "creatures"
        self._query = Query()
        self._form: CreatureForm | None = None
        self._mending: tuple[int, int] | None = None
        self._in_battle = False
        self._pasted = 0
        self._live = LiveMarkup(
            actions={
                "close": lambda _message: self.close(),
                "part": lambda message: self.open(str(message.get("part", ""))),
                "undo-library": lambda _message: bestiary.undo(),
                **self._creature_actions(),
                **self._form_actions(),
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
            self._live.markup = drawer_markup(
                PARTS, self._part, join(tag("div", self._told()), tag("div", body)), self._, foot
            )

    def _page(self) -> object:
        """What is looked at within a part: a list or the form, and which file came last."""
        return bool(self._form) if self._part == "creatures" else max(self._imports.sources, default=0)

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
        if self._part == "creatures" and self._form:
            return form_markup(self._form, battle.rules, _), form_foot(self._form, self._in_battle, _)
        if self._part == "creatures":
            found = self._bestiary.search(self._query, _FOUND)
            return creatures_markup(self._bestiary, self._query, found, _), None
        if self._part == "import":
            return imports_markup(self._imports, battle, self._pasted, _), None
        if self._part == "kept":
            selected = battle.units.get(self._session.selected)
            return kept_markup(self._bestiary.library, battle, selected, _), None
        return take_away_markup(_), None

    # ---------------------------------------------------------------- one's own creatures

    def _creature_actions(self) -> dict[str, Callable[[Message], object]]:
        return {
            "search": lambda message: self._ask(replace(self._query, text=_text(message, "value")[:80])),
            "filter": lambda message: self._ask(set_filter(self._query, message)),
            "clear-filters": lambda _message: self._ask(Query(self._query.text)),
            "new-creature": lambda _message: self._write(blank_form(self._metric)),
            "edit-creature": lambda message: self._begin(message, keep_id=True),
            "duplicate-creature": lambda message: self._begin(message, keep_id=False),
            "forget-creature": lambda message: self._bestiary.forget("creatures", _text(message, "creature")),
        }

    @property
    def _metric(self) -> bool:
        return self._.language == "fr"

    def _ask(self, query: Query) -> None:
        self._query = query
        self._show()

    def _begin(self, message: Message, *, keep_id: bool) -> None:
        key = _text(message, "creature")
        own = self._bestiary.library.creatures.get(key)
        creature = own or self._bestiary.get(key)
        if creature is None or (keep_id and own is None):
            return
        if not keep_id:
            name = self._("{name}, a copy").format(name=self._.name(creature.name, creature.french_name))
            creature = replace(creature, name=name[:120], french_name="", source="")
        self._write(form_of(creature, self._metric, instead_of=key if keep_id else ""))

    def _write(self, form: CreatureForm | None, *, mending: tuple[int, int] | None = None) -> None:
        self._form, self._mending = form, mending
        known = self._session.document.creatures
        self._in_battle = bool(form and form.instead_of in known)
        self._show()

    # ---------------------------------------------------------------- the form

    def _form_actions(self) -> dict[str, Callable[[Message], object]]:
        def change(make: Callable[[CreatureForm, Message], CreatureForm]) -> Callable[[Message], None]:
            def act(message: Message) -> None:
                if self._form:
                    self._form = make(self._form, message)
                    self._show()

            return act

        return {
            "field": change(lambda form, message: form.write(_text(message, "field"), _text(message, "value"))),
            "attack-field": change(
                lambda form, message: form.write_attack(
                    _number(message, "attack"), _text(message, "field"), _text(message, "value")
                )
            ),
            "add-attack": change(lambda form, _message: form.add_attack()),
            "drop-attack": change(lambda form, message: form.drop_attack(_number(message, "attack"))),
            "in-battle": change(self._turn_in_battle),
            "keep-creature": lambda _message: self._keep(),
            "leave-form": lambda _message: self._leave(),
        }

    def _turn_in_battle(self, form: CreatureForm, _message: Message) -> CreatureForm:
        self._in_battle = not self._in_battle
        return form

    def _keep(self) -> None:
        form, creature = self._form, self._form.creature if self._form else None
        if form is None or creature is None:
            return
        if self._mending:
            self._imports.mend_creature(*self._mending, creature)
            self._leave()
        elif self._bestiary.keep_creature(creature, instead_of=form.instead_of, in_battle=self._in_battle):
            self._leave()

    def _leave(self) -> None:
        if self._mending:
            self._part = "import"
        self._write(None)

    # ---------------------------------------------------------------- files

    def _import_actions(self) -> dict[str, Callable[[Message], object]]:
        imports = self._imports

        def source(message: Message) -> int:
            return _number(message, "source")

        return {
            "import": self._receive,
            "paste": self._paste,
            "put-away": lambda message: imports.put_away(source(message)),
            "toggle-creature": lambda message: imports.toggle_creature(source(message), _number(message, "creature")),
            "toggle-all": lambda message: imports.toggle_all(source(message)),
            "mend-creature": self._mend,
            "take-creatures": lambda message: imports.accept_creatures(
                source(message), in_battle=message.get("battle") == "yes"
            ),
            "cell": lambda message: imports.write_cell(
                source(message), _number(message, "line"), {_text(message, "column"): _text(message, "value")[:400]}
            ),
            "drop-line": lambda message: imports.drop_line(source(message), _number(message, "line")),
            "toggle-replacing": lambda message: imports.toggle_replacing(source(message), _side(message)),
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
        text, name = _text(message, "value"), self._("Pasted text")
        if message.get("too_large"):
            self._imports.refuse(
                Refused(name, Problem("", self._("the text is too long"), self._("save it as a file")))
            )
        elif text.strip():
            self._pasted += 1
            self._imports.add(name, text.encode("utf-8", "replace"))

    def _mend(self, message: Message) -> None:
        place = (_number(message, "source"), _number(message, "creature"))
        source = self._imports.sources.get(place[0])
        if isinstance(source, CreatureFile) and 0 <= place[1] < len(source.found):
            self._part = "creatures"
            self._write(form_of(source.found[place[1]].creature, self._metric), mending=place)

    # ---------------------------------------------------------------- units and armies

    def _kept_actions(self) -> dict[str, Callable[[Message], object]]:
        bestiary = self._bestiary

        def put_army(message: Message) -> None:
            side = _side(message)
            replacing = (side,) if message.get("replacing") == "yes" else ()
            bestiary.put_army(_text(message, "entry"), side, replacing=replacing)

        def kept(message: Message) -> Any:
            return "armies" if message.get("kind") == "armies" else "units"

        return {
            "keep-unit": lambda message: bestiary.keep_unit(_text(message, "unit")),
            "keep-army": lambda message: bestiary.keep_army(_side(message)),
            "put-unit": lambda message: bestiary.put_unit(_text(message, "entry"), _side(message)),
            "put-army": put_army,
            "rename-kept": lambda message: bestiary.rename(
                kept(message), _text(message, "entry"), _text(message, "value")
            ),
            "forget-kept": lambda message: bestiary.forget(kept(message), _text(message, "entry")),
            "save-library": lambda _message: self._live.download(
                "massbattle-library.json", libraries.dumps(bestiary.library)
            ),
        }

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live


def _text(message: Message, name: str) -> str:
    return str(message.get(name, ""))


def _number(message: Message, name: str) -> int:
    """A number that the page wrote itself; −1, which is no number of anything, for whatever else comes."""
    text = _text(message, name)
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 8 else -1


def _side(message: Message) -> SideId:
    return "b" if message.get("side") == "b" else "a"
