"""Who is changing what: a soft mark on every field that somebody else is in, or whose value they are trying out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

from dashboard.i18n import Words
from dashboard.models.session import BattleSession
from dashboard.views.messages import text_in
from dashboard.views.people import letters, name_of
from dashboard.views.places import battle_place
from dashboard.views.ticks import on_next_tick

__all__ = ["ChangingMarks"]


class ChangingMarks(JSComponent):
    """One in each page, itself unseen: it marks the fields of all others, and tells the room where one is oneself.

    Fields are elements with ``data-place``, the JSON pointer of what they change in the document.
    """

    marks = param.List([], doc="Who is changing which places: name, letters, colour, places.")

    _esm = Path(__file__).parent / "changing.js"

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(visible=False, **parameters)
        self._session, self._ = session, words
        self.on_msg(self._heard)
        session.param.watch(self._show, "present")
        self._show()

    def _show(self, *_events: object) -> None:
        _, ground = self._, battle_place("field", "hexes", "")  # hexes are marked on the board
        self.marks = [
            {
                "letters": letters(one.author, _),
                "words": _("{name} is changing this").format(name=name_of(one.author, _)),
                "colour": one.author.colour,
                "places": sorted(place for place in one.changing if not place.startswith(ground)),
            }
            for one in self._session.present
            if one.changing and one.author.id != self._session.author.id
        ]

    def _heard(self, event: Any) -> None:
        data = getattr(event, "data", event)
        if isinstance(data, dict):
            on_next_tick(lambda: self._session.be_in_field(text_in(data, "place")))
