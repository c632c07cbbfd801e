"""The part of the drawer with one's own creatures: the search, and the form in which one is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dashboard.i18n import Words
from dashboard.markup import Child
from dashboard.models.bestiary import Bestiary
from dashboard.models.creature_form import CreatureForm, blank_form, form_of
from dashboard.models.creature_search import Query
from dashboard.models.imports import CreatureFile, Imports
from dashboard.views.creature_words import set_filter
from dashboard.views.messages import Message, number_in, text_in
from dashboard.views.own_creatures import creatures_markup, form_foot, form_markup

__all__ = ["CreaturesPart"]

_FOUND = 30
"""Creatures that the list shows."""


class CreaturesPart:
    """The creatures of one session; ``show`` draws the drawer anew, ``back`` goes to the files that wait."""

    def __init__(
        self, bestiary: Bestiary, imports: Imports, words: Words, show: Callable[[], None], back: Callable[[], None]
    ) -> None:
        self._bestiary, self._imports, self._ = bestiary, imports, words
        self._show, self._back = show, back
        self._query = Query()
        self._form: CreatureForm | None = None
        self._mending: tuple[int, int] | None = None
        self._in_battle = False

    @property
    def is_writing(self) -> bool:
        """Whether a creature is being written."""
        return self._form is not None

    def body(self) -> tuple[Child, Child]:
        """The list or the form, and what stands below it."""
        if self._form:
            rules = self._bestiary.session.document.mass_combat.rules
            in_battle = None if self._mending else self._in_battle
            return form_markup(self._form, rules, self._), form_foot(self._form, in_battle, self._)
        found = self._bestiary.search(self._query, _FOUND)
        return creatures_markup(self._bestiary, self._query, found, len(found) == _FOUND, self._), None

    @property
    def actions(self) -> dict[str, Callable[[Message], object]]:
        """What the markup asks for."""
        return {
            **self._form_actions(),
            "search": lambda message: self._ask(replace(self._query, text=text_in(message, "value", 80))),
            "filter": lambda message: self._ask(set_filter(self._query, message)),
            "clear-filters": lambda _message: self._ask(Query(self._query.text)),
            "new-creature": lambda _message: self._write(blank_form(self._metric)),
            "edit-creature": lambda message: self._begin(message, keep_id=True),
            "duplicate-creature": lambda message: self._begin(message, keep_id=False),
            "forget-creature": lambda message: self._bestiary.forget("creatures", text_in(message, "creature")),
        }

    @property
    def _metric(self) -> bool:
        return self._.language == "fr"

    def _ask(self, query: Query) -> None:
        self._query = query
        self._show()

    def _begin(self, message: Message, *, keep_id: bool) -> None:
        key = text_in(message, "creature")
        own = self._bestiary.library.creatures.get(key)
        creature = own or self._bestiary.get(key)
        if creature is None or (keep_id and own is None):
            return
        if not keep_id:
            name = self._("{name}, a copy").format(name=self._.name(creature.name, creature.french_name))
            creature = replace(creature, name=name[:120], french_name="", source="")
        self._write(form_of(creature, self._metric, instead_of=key if keep_id else ""))

    def mend(self, place: tuple[int, int]) -> bool:
        """Write a creature of a file that waits: the number of its source and its own."""
        source = self._imports.sources.get(place[0])
        if not isinstance(source, CreatureFile) or not 0 <= place[1] < len(source.found):
            return False
        self._write(form_of(source.found[place[1]].creature, self._metric), mending=place)
        return True

    def _write(self, form: CreatureForm | None, *, mending: tuple[int, int] | None = None) -> None:
        self._form, self._mending = form, mending
        known = self._bestiary.session.document.creatures
        self._in_battle = bool(form and form.instead_of in known)
        self._show()

    def _form_actions(self) -> dict[str, Callable[[Message], object]]:
        def change(make: Callable[[CreatureForm, Message], CreatureForm]) -> Callable[[Message], None]:
            def act(message: Message) -> None:
                if self._form:
                    self._form = make(self._form, message)
                    self._show()

            return act

        return {
            "field": change(lambda form, message: form.write(text_in(message, "field"), text_in(message, "value"))),
            "attack-field": change(
                lambda form, message: form.write_attack(
                    number_in(message, "attack"), text_in(message, "field"), text_in(message, "value")
                )
            ),
            "add-attack": change(lambda form, _message: form.add_attack()),
            "drop-attack": change(lambda form, message: form.drop_attack(number_in(message, "attack"))),
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
        mended = self._mending is not None
        self._write(None)
        if mended:
            self._back()
