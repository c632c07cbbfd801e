"""The battle as one browser sees it: parameters that views watch, and actions that views call.

Imports no Panel: whoever makes a session says how to run a function on its own tick (``schedule``).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import param

from dashboard.history import Entry
from dashboard.models.outlook import Outlook
from dashboard.models.pace import Pace
from dashboard.models.refusals import refused
from dashboard.models.room import (
    Author,
    CurveRequest,
    CurveState,
    DoctrineState,
    OddsState,
    Room,
    Whereabouts,
)
from dashboard.models.simulated import SimulatedBattles
from massbattle_core.document import BattleDocument, Edit, edit_from_json
from massbattle_core.errors import MassBattleError, Problem
from massbattle_core.phrases import phrase

if TYPE_CHECKING:
    from dashboard.sharing.desk import SharingDesk

__all__ = ["BattleSession"]

log = logging.getLogger(__name__)

T = TypeVar("T")


def _at_once(function: Callable[[], None]) -> None:
    function()


class BattleSession(param.Parameterized):
    """One browser in a room. Views read and watch the parameters; only the session sets them.

    Actions return quickly and never raise for what a user may do wrong: they set ``status`` and ``refusal`` and
    return False. ``schedule`` runs a function soon on the tick that views may be changed on; ``translate`` puts
    a message into the session's language. The session of a viewer never holds what the game master keeps secret,
    and changes nothing. ``pace`` limits how fast it acts. ``outlook`` is what it looks at, ``simulated`` are the single
    battles that it watches, ``sharing`` are the links of the battle where it is shared.
    """

    document = param.ClassSelector(
        default=BattleDocument(), class_=BattleDocument, doc="The battle as committed in `revision`."
    )
    shown = param.ClassSelector(
        default=BattleDocument(), class_=BattleDocument, doc="The battle with everyone's previews: what views show."
    )
    revision = param.Integer(0, doc="How many edits are kept of this battle.")
    problems = param.Parameter((), doc="Everything wrong or doubtful about `shown`: a tuple of Problem.")
    odds = param.ClassSelector(class_=OddsState, allow_None=True, doc="The newest odds, or None.")
    odds_stale = param.Boolean(False, doc="The odds are those of an earlier `shown`; new ones are on their way.")
    odds_problem = param.String("", doc="Why there are no odds.")
    curve = param.ClassSelector(class_=CurveState, allow_None=True, doc="Odds against morale of the selected unit.")
    doctrines = param.ClassSelector(class_=DoctrineState, allow_None=True, doc="Odds over the doctrines of both sides.")
    curve_frozen = param.Boolean(False, doc="The curve holds initiative while morale varies.")
    selected = param.String("", doc="The id of the selected unit.")
    status = param.String("", doc="One quiet line: what just happened, or why not.")
    refusal = param.Parameter((), doc="Why the last action was refused, with places and remedies.")
    can_undo = param.Boolean(False)
    can_redo = param.Boolean(False)
    saved = param.Boolean(True, doc="Everything committed is kept; False while the store cannot be reached.")
    peers = param.Parameter((), doc="Who is in the room: a tuple of Author.")
    present = param.Parameter((), doc="What they have selected and are changing: a tuple of Presence.")
    last = param.Parameter(None, doc="The newest Entry since the session began, whoever made it, or None.")
    overtaken = param.Parameter(None, doc="What somebody else has changed of this author's own: Overtaken or None.")
    dismissed = param.Boolean(False, doc="The session was ended by the server; the page is to be loaded anew.")
    past = param.Integer(None, allow_None=True, doc="The revision that is looked at; None for the battle as it is now.")
    newest = param.Integer(0, doc="The newest revision, also while an earlier one is looked at.")
    language: Any = param.Selector(default="en", objects=["en", "fr"])

    def __init__(
        self,
        room: Room,
        author: Author,
        *,
        language: str = "en",
        schedule: Callable[[Callable[[], None]], object] = _at_once,
        translate: Callable[[str], str] = str,
        pace: Pace | None = None,
    ) -> None:
        outlook = Outlook(room, author)
        view = outlook.sight().view
        super().__init__(document=view.document, shown=view.shown, language=language)
        self.author = author
        self.outlook = outlook
        self.simulated = SimulatedBattles(self)
        self.sharing: SharingDesk | None = None
        self._ = translate
        self._began = view.revision
        self._schedule = schedule
        self._pace = pace
        self._field = ""
        self._previewing = False
        self._waiting: list[Callable[[], Edit | None]] = []
        self._pending = False
        self._closed = False
        self._lock = threading.Lock()
        self._turn = threading.RLock()  # held while the parameters change: without a tick, any thread may do so
        outlook.follow(self._room_changed)
        self._refresh()

    @property
    def battle_id(self) -> str:
        """The id of the battle in the store."""
        return self.outlook.now.id

    @property
    def can_edit(self) -> bool:
        """Whether this session may change the battle; the room has the last word."""
        return self.author.role in ("owner", "editor")

    @property
    def closed(self) -> bool:
        """Whether the session has left its room."""
        return self._closed

    # ---------------------------------------------------------------- actions

    def preview(self, edit: Edit, *, quiet: bool = False) -> bool:
        """Show everyone what an edit would do, while a slider moves; nothing is kept. ``quiet``: no word if refused."""
        self._previewing = True
        return self.act(lambda: self.outlook.room.preview(self.author, edit), quiet=quiet)

    def cancel_preview(self) -> bool:
        """Show the battle as committed again."""
        self._previewing = False
        return self.act(lambda: self.outlook.room.preview(self.author, None))

    def submit(self, edit: Edit) -> bool:
        """Make an edit. True once it is kept; it ends the preview."""
        return self.act(lambda: self.outlook.room.submit(edit, self.author))

    def undo(self) -> bool:
        """Take back the last edit of this author, unless what it touched has changed since."""
        return self.act(lambda: self.outlook.room.undo(self.author), phrase("Undone."))

    def redo(self) -> bool:
        """Make again what was last undone, unless what it touched has changed since."""
        return self.act(lambda: self.outlook.room.redo(self.author), phrase("Redone."))

    def work(self, task: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Do what takes long on a thread of its own; its outcome is delivered on this session's tick."""

        def run() -> None:
            outcome = task()
            self.soon(lambda: deliver(outcome))

        threading.Thread(target=run, daemon=True).start()

    def soon(self, function: Callable[[], None]) -> None:
        """Do something on this session's tick, unless the session has ended by then; from any thread."""

        def unless_closed() -> None:
            if not self._closed:
                function()

        self._schedule(unless_closed)

    def select(self, unit_id: str) -> bool:
        """Select a unit, or none (``""``)."""
        if unit_id and unit_id not in self.shown.mass_combat.units:
            self.status = self._("That unit is no longer in the battle.")
            return False
        with self._turn:
            self.selected = unit_id
            self._tell_where()
            self._watch_curve()
        return True

    def be_in_field(self, pointer: str) -> bool:
        """Tell the others which field of the document this person is in, by its JSON pointer; ``""`` for none."""
        if not self.can_edit or self._closed or (self._pace and not self._pace.allows()):
            return False
        with self._turn:
            self._field = pointer
            self._tell_where()
        return True

    def restore_mine(self) -> bool:
        """Make again the edit of this author's that somebody else has overtaken."""
        if self.overtaken is None:
            return False
        mine = self.overtaken.mine
        return self.act(lambda: self.outlook.room.submit(edit_from_json(mine.edit), self.author), phrase("Restored."))

    def let_be(self) -> bool:
        """Leave what somebody else has made of this author's edit as it is."""
        self.outlook.now.settle(self.author)
        self._refresh()
        return True

    def set_curve_frozen(self, frozen: bool) -> bool:
        """Draw the curve with initiative held, or as in the rules."""
        with self._turn:
            self.curve_frozen = frozen
            self._watch_curve()
        return True

    def show_doctrines(self, shown: bool = True) -> bool:
        """Have the range of doctrines computed, or no longer."""
        self.outlook.want_doctrines(shown and self.can_edit)
        self._refresh()
        return True

    # ---------------------------------------------------------------- history

    def history(self, before: int | None = None, count: int = 100) -> list[Entry]:
        """So many entries before a revision, or the newest, the newest first; none for those who only look on."""
        if not self.can_edit:
            return []
        try:
            return self.outlook.now.history(self.newest + 1 if before is None else before, count)
        except MassBattleError as error:
            self.refuse(error.text)
            return []

    def look_back(self, revision: int | None) -> bool:
        """Show the battle as it was at a revision, which nothing changes, or as it is now (None)."""
        if not self.can_edit:
            return False
        if revision == self.past:
            return True
        return self.act(lambda: self.outlook.look_at(revision, self._curve_wanted()))

    def restore(self, revision: int) -> bool:
        """Make the battle what it was at a revision, as one edit, and go back to now."""
        if not self.act(lambda: self.outlook.now.restore(revision, self.author)):
            return False
        return self.look_back(None)

    def rewind(self, revision: int) -> bool:
        """Take the fight alone back to what it was at a revision, as one edit, and go back to now."""
        return self.act(lambda: self.outlook.now.rewind(revision, self.author)) and self.look_back(None)

    def branch(self, revision: int, name: str) -> str:
        """Make another battle that begins as this one was at a revision; returns its id, or ``""``."""
        made: list[str] = []
        self.act(lambda: made.append(self.outlook.now.branch(revision, name, self.author)))
        return made[0] if made else ""

    def begin(self, document: BattleDocument) -> str:
        """Make another battle beside this one; returns its id, or ``""``."""
        made: list[str] = []
        self.act(lambda: made.append(self.outlook.now.begin(document, self.author)))
        return made[0] if made else ""

    def before_leaving(self, pending: Callable[[], Edit | None]) -> None:
        """Ask for an edit that somebody has made and that is only waiting, when the session ends."""
        self._waiting.append(pending)

    def step_away(self) -> None:
        """Take the marks off the others' pages: the browser is gone, maybe for a moment only."""
        with self._lock:
            if self._closed:
                return
        self._field = ""
        self.outlook.now.be_at(self, self.author, Whereabouts())
        if self._previewing:
            self._previewing = False
            self.outlook.now.preview(self.author, None)

    def close(self) -> None:
        """Leave the room, what was only waiting made; nothing reaches the session any more."""
        with self._turn, self._lock:  # whatever is being taken over is shown to its end
            if self._closed:
                return
            self._closed = True
        for pending in self._waiting:
            if edit := pending():
                self._make_last(edit)
        self.outlook.now.be_at(self, self.author, Whereabouts())
        self.outlook.leave()

    def _make_last(self, edit: Edit) -> None:
        try:
            self.outlook.room.submit(edit, self.author)
        except MassBattleError as error:  # whom it could be told has left
            log.warning("the last edit of %s was refused: %s", self.author.name or self.author.id, error)

    def dismiss(self) -> None:
        """End the session because its link was closed: it hears and changes nothing more, and its page loads anew."""
        self.close()
        self._schedule(self._show_dismissed)

    def _show_dismissed(self) -> None:
        self.dismissed = True

    def session_destroyed(self, session_context: object) -> None:
        """Close; the exact signature that Bokeh wants of a callback at the end of a browser session."""
        self.close()

    # ---------------------------------------------------------------- following the room

    def act(self, action: Callable[[], Any], done: str = "", filename: str = "", *, quiet: bool = False) -> bool:
        """Do something and say ``done``; where it is refused, tell why, or with ``quiet`` nothing, and return False.

        ``filename`` is that of the file which it is about.
        """
        if self._closed:
            return False
        if self._pace and not self._pace.allows():
            self.refuse(phrase("Too much at once; wait a moment."))
            return False
        try:
            action()
        except MassBattleError as error:
            said = refused(error, self.document, filename, self._)
            self._refresh(**({} if quiet else {"status": said.status, "refusal": said.refusal}))
            return False
        self._refresh(status=self._(done) if done else "", refusal=())
        return True

    def refuse(self, reason: str) -> None:
        """Say why something was not done."""
        self._refresh(status=self._(reason), refusal=(Problem("", reason),))

    def _watch_curve(self) -> None:
        self.outlook.want_curve(self._curve_wanted())
        self._refresh()

    def _curve_wanted(self) -> CurveRequest | None:
        return (self.selected, self.curve_frozen) if self.selected and self.can_edit else None

    def _tell_where(self) -> None:
        self.outlook.now.be_at(self, self.author, Whereabouts(self.selected, self._field))

    def _room_changed(self) -> None:
        """Something changed in the room; called on any thread."""
        with self._lock:
            if self._pending or self._closed:
                return
            self._pending = True
        self._schedule(self._follow)

    def _follow(self) -> None:
        with self._lock:
            self._pending = False
            if self._closed:
                return
        self._refresh()

    def _refresh(self, **also: Any) -> None:
        """Take over the room as it is now, together with what the session itself has to say."""
        with self._turn:
            if self._closed:
                return
            sight = self.outlook.sight()
            view = sight.view
            new = {name: getattr(view, name) for name in _FROM_VIEW} | {"newest": sight.newest, "past": sight.past}
            new |= also
            new["last"] = view.last if view.last and view.last.revision > self._began else None
            units = view.shown.mass_combat.units
            new["selected"] = self.selected if self.selected in units else ""
            curve = view.curves.get((new["selected"], self.curve_frozen))
            if curve is not None and curve.today != units[curve.unit_id].morale:
                curve = replace(curve, today=units[curve.unit_id].morale)
            new["curve"] = self.curve if curve == self.curve else curve
            changed = {name: value for name, value in new.items() if getattr(self, name) is not value}
            if changed:
                self.param.update(**changed)


_FROM_VIEW = (
    "document",
    "shown",
    "revision",
    "problems",
    "odds",
    "odds_stale",
    "odds_problem",
    "doctrines",
    "can_undo",
    "can_redo",
    "saved",
    "peers",
    "present",
    "overtaken",
)
