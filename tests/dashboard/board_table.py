"""A session with its board and what a hand does there, for tests without a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bokeh.events import Pan, PanEnd, PanStart, Tap

from dashboard.i18n import Words
from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.bestiary import Bestiary
from dashboard.room import Room
from dashboard.theme import LIGHT
from dashboard.views.armies import Army
from dashboard.views.hex_board import BoardView
from dashboard.views.live import LiveMarkup
from dashboard.views.map_file import MapFileView
from dashboard.views.picture import PictureView
from dashboard.views.terms import TermsView
from dashboard.views.unit_card import UnitCard
from massbattle_core.errors import Problem
from massbattle_core.hexgrid import center
from massbattle_core.mass_combat.model import Hex
from tests.dashboard.fakes import ANA

Position = tuple[int, int]
EN = Words("en")


def at_once(function: Callable[[], None], _milliseconds: int) -> Callable[[], None]:
    function()
    return lambda: None


class Table:
    """A session with its board, and what a hand does there."""

    def __init__(self, room: Room, library: LibraryFile) -> None:
        self.ticks: list[Callable[[], None]] = []
        self.session = BattleSession(room, ANA, schedule=self.ticks.append)
        self.terms = TermsView(self.session, EN, lambda key: self.board.choose_goal(key))
        self.told: list[Problem] = []
        self.picture = PictureView(self.session, EN, at_once, self.told.append)
        self.map_file = MapFileView(self.session, EN, self.told.append, lambda: self.board.finish())
        self.board = BoardView(
            self.session, Army(), EN, LIGHT, self.picture, self.map_file, lambda: self.terms.open("goals")
        )
        bestiary = Bestiary(self.session, library)
        self.card = UnitCard(self.session, Army(), bestiary, EN, at_once, bestiary.keep_unit)

    @property
    def battle(self) -> Any:
        return self.session.document.mass_combat

    def hex(self, place: Position) -> Hex:
        return self.battle.field.hex(place)

    def press(self, piece: LiveMarkup, do: str, **values: str) -> None:
        piece._heard({"do": do, **values})

    def tick(self) -> None:
        """Run what has come from other threads."""
        while self.ticks:
            self.ticks.pop(0)()

    def take(self, tool: str) -> None:
        self.press(self.board.head, "tool", tool=tool)

    def _event(self, kind: Any, place: Position) -> None:
        x, y = center(place)
        plot = self.board._drawing.figure
        plot._trigger_event(kind(plot, x=x, y=y))

    def tap(self, place: Position) -> None:
        self._event(Tap, place)

    def begin(self, *places: Position) -> None:
        self._event(PanStart, places[0])
        for place in places[1:]:
            self._event(Pan, place)

    def draw(self, *places: Position) -> None:
        self.begin(*places)
        self._event(PanEnd, places[-1])

    def marks(self) -> int:
        return len(self.board._drawing._marks.data["q"])
