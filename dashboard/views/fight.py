"""Everything that the page shows of a fight, in the places where the preparation shows its own."""

from __future__ import annotations

from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.models.fight import FightDesk
from dashboard.theme import Palette, styles
from dashboard.views.armies import Army
from dashboard.views.fight_board import FightBoard
from dashboard.views.fight_dice import FightDice
from dashboard.views.fight_ends import FightEnds
from dashboard.views.fight_log import FightLog
from dashboard.views.fight_order import FightOrder
from dashboard.views.fight_turn import FightTurn

__all__ = ["FightView"]


class FightView:
    """The pieces of one desk, made when it turns to the fight first: most pages are opened to prepare.

    ``left`` holds the order of turns, ``middle`` the board with the cards of dice and turn, ``right`` the log.
    """

    def __init__(self, desk: FightDesk, army: Army, words: Words, colours: Palette) -> None:
        self._desk, self._army, self._, self._colours = desk, army, words, colours
        self._board: FightBoard | None = None
        look: dict[str, Any] = {"sizing_mode": "stretch_width", "stylesheets": [styles("stack"), styles("sides")]}
        self.left = pn.Column(css_classes=["fight-left"], **look)
        self.middle = pn.Column(css_classes=["fight"], **look)
        self.right = pn.Column(css_classes=["fight-right"], **look)
        desk.param.watch(self._open, "mode")
        self._open()

    def paint(self, colours: Palette) -> None:
        """Show the same in the colours of another theme."""
        self._colours = colours
        if self._board:
            self._board.paint(colours)

    def _open(self, *_events: object) -> None:
        if self._board or self._desk.mode != "fight":
            return
        desk, army, words = self._desk, self._army, self._
        self._board = FightBoard(desk, army, words, self._colours)
        self.left[:] = [FightOrder(desk, army, words)]
        self.middle[:] = [
            self._board,
            FightDice(desk, army, words),
            FightEnds(desk, army, words),
            FightTurn(desk, army, words),
        ]
        self.right[:] = [FightLog(desk, army, words)]
