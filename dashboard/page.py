"""The page of one browser session: what stands where, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import panel as pn
from panel_material_ui.template.base import Page

from dashboard.addresses import battle_address
from dashboard.i18n import N_, Words
from dashboard.library_file import LibraryFile
from dashboard.markup import join
from dashboard.models.bestiary import Bestiary
from dashboard.models.fight import MODES, FightDesk
from dashboard.models.session import BattleSession
from dashboard.page_shell import address_argument, page_shell
from dashboard.theme import palette, styles
from dashboard.views.armies import Army
from dashboard.views.bar_parts import mode_switch
from dashboard.views.bestiary import BestiaryView
from dashboard.views.changing import ChangingMarks
from dashboard.views.fight import FightView
from dashboard.views.fight_ends import FightOffer
from dashboard.views.hex_board import BoardView
from dashboard.views.history import HistoryView
from dashboard.views.live import LiveMarkup
from dashboard.views.map_file import MapFileView
from dashboard.views.news import NewsView, OvertakenView
from dashboard.views.notices import NoticeView, StartView
from dashboard.views.odds import BreakingView, OddsView, WinView
from dashboard.views.picture import PictureView
from dashboard.views.replay import ReplayView
from dashboard.views.results import ResultsView
from dashboard.views.roster import RosterView, SwapView
from dashboard.views.share_panel import SharePanel
from dashboard.views.sliders import Later
from dashboard.views.tabs import tabs_markup
from dashboard.views.terms import TermsView
from dashboard.views.top_bar import TopBar
from dashboard.views.unit_card import UnitCard
from dashboard.views.unit_facts import UnitFacts
from dashboard.views.win_foot import WatchView
from massbattle_core.errors import Problem

__all__ = ["build_page"]

_TABS = {
    "prepare": {"board": N_("Board"), "units": N_("Units"), "unit": N_("Unit"), "odds": N_("Odds")},
    "fight": {"board": N_("Board"), "units": N_("Order"), "log": N_("Log"), "odds": N_("Odds")},
}
"""The tabs of a phone, by mode."""


def build_page(session: BattleSession, library: LibraryFile) -> pn.viewable.Viewable:
    """The whole page of a session; language and theme come from the session and from the address.

    ``library`` is where creatures, units and armies are kept.
    """
    words = Words(session.language)
    bestiary = Bestiary(session, library, words)
    if not session.selected and (first := session.shown.mass_combat.side_units("a")):
        session.select(first[0].id)  # so that card and curve show at once what they are for
    location: Any = pn.state.location
    dark = address_argument("theme") == "dark"
    army = Army(for_viewers=not session.can_edit)
    colours = palette(dark)
    desk = _fight_desk(session)
    later = _later(pn.state.curdoc)

    notice = NoticeView(session, words)

    def notify(problem: Problem) -> None:
        notice.tell((problem,))

    picture = PictureView(session, words, later, notify)
    map_file = MapFileView(session, words, notify, done=lambda: board.finish())
    board = BoardView(session, army, words, colours, picture, map_file, show_goals=lambda: show_terms("goals"))

    def set_theme(now_dark: bool) -> None:
        with pn.io.hold():
            page.dark_theme = now_dark
            for view in painted:
                view.paint(palette(now_dark))
        if location:
            location.update_query(theme="dark" if now_dark else "light")

    def go(language: str) -> None:
        if location and language != words.language:
            location.update_query(lang=language)
            location.reload = True

    workbench = _Workbench(session, desk, words)
    fight = FightView(desk, army, words, colours)

    def choose_goal(key: str) -> None:
        workbench.show("board")
        board.choose_goal(key)

    def address_of(battle_id: str) -> str:
        entrance = session.sharing.entrance(battle_id) if session.sharing else ""
        return entrance or battle_address(battle_id, words.language, page.dark_theme)

    terms = TermsView(session, words, choose_goal)
    kept = BestiaryView(bestiary, words)
    bestiary.param.watch(lambda event: notice.tell(() if kept.is_open else event.new), "refusal")

    def show_bestiary(part: str) -> None:
        terms.close()
        share.close()
        kept.open(part)

    def keep_unit(unit_id: str) -> None:
        show_bestiary("kept")
        bestiary.keep_unit(unit_id)

    def show_terms(part: str) -> None:
        kept.close()
        share.close()
        terms.open(part)

    def show_sharing() -> None:
        terms.close()
        kept.close()
        share.open()

    history = HistoryView(session, words, address_of)
    share = SharePanel(session, words)
    bar = TopBar(
        session,
        desk,
        army,
        words,
        dark=dark,
        go=go,
        address=address_of,
        set_theme=set_theme,
        notify=notify,
        show_terms=show_terms,
        show_bestiary=show_bestiary,
        show_history=history.toggle,
        show_sharing=show_sharing,
    )
    painted: list[Any] = [board, fight]
    drawers: list[Any] = [share]
    above: list[Any] = [FightOffer(desk, words)]
    below: list[Any] = [UnitFacts(session, army, words)]
    outcome: list[Any] = []
    if session.can_edit:
        replay = ReplayView(session, army, words, colours, later)
        odds = OddsView(session, army, words, colours)
        results = ResultsView(session, [odds, BreakingView(session, words)], words, colours)
        painted += [odds, replay, results]
        drawers = [terms, kept, history, share, OvertakenView(session, words)]
        above.append(StartView(session, army, words, address_of))
        below = [UnitCard(session, army, bestiary, words, later, keep_unit), replay]
        outcome = [WatchView(session, words), results]
    middle = pn.Column(
        *above,
        board,
        *below,
        fight.middle,
        stylesheets=[styles("middle")],
        css_classes=["middle"],
        sizing_mode="stretch_width",
    )
    left = pn.Column(
        RosterView(session, army, "a", words, later),
        SwapView(session, words) if session.can_edit else pn.Spacer(height=12),
        RosterView(session, army, "b", words, later),
        fight.left,
        stylesheets=[styles("stack"), styles("sides")],
        css_classes=["left"],
        sizing_mode="stretch_width",
    )
    laws = pn.Column(
        fight.right,
        *outcome,
        stylesheets=[styles("stack"), styles("sides")],
        css_classes=["laws"],
        sizing_mode="stretch_width",
    )
    together = [ChangingMarks(session, words), NewsView(session, words)] if session.can_edit else []
    workbench.fill([notice, *drawers, WinView(session, words), *together, workbench.tabs, left, middle, laws])
    session.simulated.param.watch(lambda event: workbench.watch(event.new is not None), "replay")
    session.param.watch(lambda event: workbench.look_back(event.new is not None), "past")
    if location:
        session.param.watch(lambda event: location.update_query(unit=event.new or None), "selected")
        session.param.watch(lambda _event: location.param.update(reload=True), "dismissed")
        desk.param.watch(lambda event: location.update_query(mode=event.new), "mode")
        desk.param.watch(lambda event: location.update_query(dice=None if event.new else "app"), "real_dice")

    page = page_shell(session.document.name, bar.live, [workbench.column], language=words.language, dark=dark)
    _dress(page)
    return cast(pn.viewable.Viewable, page)


def _fight_desk(session: BattleSession) -> FightDesk:
    """The desk of this browser as its address has it; who says nothing comes to a fight that is on."""
    mode = address_argument("mode")
    if mode not in MODES:
        mode = "fight" if session.shown.mass_combat.fight else "prepare"
    return FightDesk(session, mode=mode, real_dice=address_argument("dice") != "app")


class _Workbench:
    """The grid under the top bar, and the tabs that a phone shows of it."""

    def __init__(self, session: BattleSession, desk: FightDesk, words: Words) -> None:
        self._session, self._desk, self._ = session, desk, words
        self._tab = "board"
        self._watching = self._past = False
        self._columns: list[pn.Column] = []
        self.tabs = LiveMarkup(
            actions={
                "tab": lambda message: self.show(str(message.get("tab"))),
                "mode": lambda message: desk.show(str(message.get("mode"))),
            },
            sizing_mode="stretch_width",
            css_classes=["tabs"],
        )
        self.column = pn.Column(stylesheets=[styles("workbench")], sizing_mode="stretch_width")
        desk.param.watch(lambda _event: self.show(self._tab), "mode")

    def fill(self, pieces: list[Any]) -> None:
        """Put the pieces in their places; the columns among them are told what is shown."""
        self._columns = [piece for piece in pieces if isinstance(piece, pn.Column)]
        self.column[:] = pieces
        self.show("board")

    def watch(self, watching: bool) -> None:
        """Show a replay in the place of the board, or the board again."""
        if watching != self._watching:
            self._watching = watching
            self.show("board" if watching else self._tab)

    def look_back(self, past: bool) -> None:
        """Mark everything as past, or as it is now."""
        self._past = past
        self.show(self._tab)

    def show(self, tab: str) -> None:
        """Show a tab, where there are tabs; the first one if the mode has no such tab."""
        _, tabs = self._, _TABS[self._desk.mode]
        self._tab = tab if tab in tabs else "board"
        states = {"fighting": self._desk.mode == "fight", "watching": self._watching, "past": self._past}
        classes = [f"show-{self._tab}", *(name for name, is_so in states.items() if is_so)]
        self.column.css_classes = ["workbench", *classes]
        for column in self._columns:
            column.css_classes = [column.css_classes[0], *classes]
        shown = {  # whoever looks on has the odds above the tabs
            key: _(label) for key, label in tabs.items() if key != "odds" or self._session.can_edit
        }
        self.tabs.markup = join(
            mode_switch(self._desk.mode, _, "modes phone-modes"),
            tabs_markup(shown, self._tab, do="tab", label=_("Parts"), class_="phone-tabs"),
        )


def _dress(page: Page) -> None:
    """Give cards and the card's columns their look, unless they bring their own."""
    for kind in (pn.Column, LiveMarkup):
        for piece in page.main[0].select(kind):
            for name in ("card", "card-body"):
                if name in piece.css_classes and not piece.stylesheets:
                    piece.stylesheets = [styles(name)]


def _later(document: Any) -> Later:
    """Timers on the session's document; without a server they run at once."""

    def later(function: Callable[[], None], milliseconds: int) -> Callable[[], None]:
        if document is None or document.session_context is None:
            function()
            return lambda: None
        callback = document.add_timeout_callback(function, milliseconds)

        def cancel() -> None:
            if callback in document.session_callbacks:
                document.remove_timeout_callback(callback)

        return cancel

    return later
