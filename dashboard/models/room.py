"""What a session needs of a room, and what a room tells its sessions.

A room does not send changes one by one: it says *that* something changed, on any thread, and each session
asks for the :class:`RoomView` of now on its own tick. So a slow session skips states, never shows a stale one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from dashboard.history import Entry
from massbattle_core.document import BattleDocument, Edit
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.odds import BattleOdds

if TYPE_CHECKING:  # the simulation needs the compiler; a session does not
    from massbattle_core.mass_combat.advice import DoctrineRange
    from massbattle_core.mass_combat.midway import Midway
    from massbattle_core.mass_combat.simulate import CurvePoint
    from massbattle_core.mass_combat.watch import Replay, Winner

__all__ = [
    "Author",
    "CurveRequest",
    "CurveState",
    "DoctrineState",
    "MidwayState",
    "OddsState",
    "Overtaken",
    "Presence",
    "ReplayRequest",
    "Replaying",
    "Role",
    "Room",
    "RoomView",
    "Whereabouts",
]

Role = Literal["owner", "editor", "viewer"]
CurveRequest = tuple[str, bool]
"""The unit whose morale varies, and whether initiative is held."""


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody in a room: the id is kept with every edit; ``role`` is what the room lets them do."""

    id: str
    name: str = ""
    colour: str = ""
    role: Role = "owner"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a window of somebody is: the unit selected there, and the JSON pointer of the field they are in."""

    selected: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody who is here: the unit that they have selected (``""`` for none), and what they are changing.

    ``changing`` are JSON pointers into the document: what the edit that they try out changes, and the field that
    they are in; ``hexes`` are those that the edit touches.
    """

    author: Author
    selected: str = ""
    changing: frozenset[str] = frozenset()
    hexes: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Somebody else has changed what this author had set last: ``mine`` was it, ``theirs`` is what came after."""

    mine: Entry
    theirs: Entry


@dataclass(frozen=True, slots=True)
class OddsState:
    """The odds so far of one document: ``key`` tells which; ``battles_target`` is 0 where they are exact."""

    odds: BattleOdds
    key: str
    battles_target: int
    done: bool
    milliseconds: float

    @property
    def battles(self) -> int:
        """How many battles they rest on; 0 where they are exact."""
        return self.odds.battles or 0


@dataclass(frozen=True, slots=True)
class CurveState:
    """The chance that side A wins against the base morale of one unit, so far.

    ``today`` is the base morale that the unit has; ``key`` is that of everything else the curve depends on.
    """

    unit_id: str
    points: tuple[CurvePoint, ...]
    today: int
    key: str
    frozen_initiative: bool
    battles: int = 0
    done: bool = False


@dataclass(frozen=True, slots=True)
class DoctrineState:
    """The odds over the doctrines of both sides, so far; ``key`` is that of the odds they belong to."""

    range: DoctrineRange
    key: str
    done: bool

    @property
    def battles(self) -> int:
        """How many battles each pair of doctrines rests on."""
        return self.range.battles


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Which simulated battle to watch: one that ended so, the first from number ``first`` on."""

    winner: Winner | None = None
    rounds: int | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class Replaying:
    """A simulated battle to watch, the document it is a battle of, and how it was asked for."""

    document: BattleDocument
    wanted: ReplayRequest
    replay: Replay


@dataclass(frozen=True, slots=True)
class MidwayState:
    """The state of a battle after some rounds; ``key`` is that of the odds of the whole battle."""

    midway: Midway
    key: str


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room as one author sees it at one moment.

    ``document`` is as committed in ``revision``; ``shown`` has everyone's previews applied and is what
    ``problems``, ``odds``, ``curves`` and ``doctrines`` are about. ``odds_stale``: the odds are those of an earlier
    ``shown``. ``last`` is the newest edit since the room was opened; ``overtaken`` is about this author's own.
    """

    document: BattleDocument
    shown: BattleDocument
    revision: int
    problems: tuple[Problem, ...] = ()
    odds: OddsState | None = None
    odds_stale: bool = False
    odds_problem: str = ""
    curves: Mapping[CurveRequest, CurveState] = field(default_factory=dict)
    doctrines: DoctrineState | None = None
    can_undo: bool = False
    can_redo: bool = False
    saved: bool = True
    peers: tuple[Author, ...] = ()
    present: tuple[Presence, ...] = ()
    last: Entry | None = None
    overtaken: Overtaken | None = None


class Room(Protocol):
    """A battle shared by its sessions. Every method may be called from any thread.

    ``submit``, ``replace``, ``undo`` and ``redo`` return the revision that is now durable; they raise
    :class:`MassBattleError` with the reason and change nothing where they are refused.
    """

    @property
    def id(self) -> str:
        """The id of its battle."""

    def view(self, author: Author) -> RoomView:
        """The room as this author sees it now."""

    def subscribe(self, callback: Callable[[], None], author: Author) -> Callable[[], None]:
        """Call ``callback`` on every change until the function that is returned is called."""

    def submit(self, edit: Edit, author: Author) -> int:
        """Carry out an edit and keep it."""

    def replace(self, document: BattleDocument, author: Author, source: str) -> int:
        """Put another battle in the place of this one, as one edit; ``source`` tells where it came from."""

    def preview(self, author: Author, edit: Edit | None) -> None:
        """Show everyone what an edit would do, or stop showing it; nothing is kept."""

    def undo(self, author: Author) -> int:
        """Take back this author's last edit."""

    def redo(self, author: Author) -> int:
        """Carry out again what this author last took back."""

    def be_at(self, window: object, author: Author, where: Whereabouts) -> None:
        """Tell the others where a window of somebody is."""

    def settle(self, author: Author) -> None:
        """Let it be that this author's edit was overtaken."""

    def restore(self, revision: int, author: Author) -> int:
        """Make the battle what it was at a revision, as one edit."""

    def rewind(self, revision: int, author: Author) -> int:
        """Take the fight alone back to what it was at a revision, as one edit."""

    def branch(self, revision: int, name: str, author: Author) -> str:
        """Make another battle that begins as this one was at a revision; returns its id."""

    def begin(self, document: BattleDocument, author: Author) -> str:
        """Make another battle, which has nothing to do with this one; returns its id."""

    def history(self, before: int, count: int) -> list[Entry]:
        """So many entries before a revision, the newest first."""

    def at(self, revision: int) -> Room:
        """The battle as it was at a revision, to look at; nothing changes it."""

    def watch_curve(self, watcher: object, request: CurveRequest | None) -> None:
        """Say which curve a watcher looks at; the room computes those that are looked at."""

    def watch_doctrines(self, watcher: object, wanted: bool) -> None:
        """Say whether a watcher looks at the range of doctrines, which is computed while anybody does."""

    def find_replay(self, wanted: ReplayRequest, deliver: Callable[[Replaying | str], None]) -> None:
        """Find a simulated battle of what is shown; ``deliver`` gets it, or why there is none, on any thread."""

    def do_soon(self, task: Callable[[], None]) -> None:
        """Run something short that somebody waits for, on another thread."""

    def find_midway(self, rounds: int, deliver: Callable[[MidwayState | str], None]) -> None:
        """Compute the state of what is shown after so many rounds; delivered likewise."""
