"""The list of battles as one browser sees it: what is shown, and what can be done with a battle of it.

Imports no Panel. Like a session, its actions never raise for what a user may do wrong: they set ``refusal``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import param

from dashboard.battle_files import new_battle, pack, unpack
from dashboard.store import BattleInfo, Shelf
from massbattle_core import battlefile
from massbattle_core.errors import InvalidBattleError, MassBattleError, Problem

if TYPE_CHECKING:
    from dashboard.models.room import Author
    from dashboard.rooms import Rooms

__all__ = ["LONGEST_NAME", "BattleList", "shelf_of"]

LONGEST_NAME = 120

_Result = TypeVar("_Result")


class BattleList(param.Parameterized):
    """The battles of a store. Views read and watch the parameters; only the list sets them.

    ``translate`` puts a message into the reader's language. What other browsers do appears with :meth:`refresh`.
    """

    shelf = param.ClassSelector(default=Shelf.TABLE, class_=Shelf, doc="Which battles are shown.")
    search = param.String("", doc="What the names shown must contain.")
    shown = param.Parameter((), doc="The battles shown: a tuple of BattleInfo, the last opened first.")
    counts = param.Parameter({}, doc="How many battles there are, by shelf.")
    status = param.String("", doc="One quiet line: what just happened.")
    refusal = param.Parameter((), doc="Why the last action was refused, with places and remedies.")
    can_undo = param.Boolean(False, doc="Whether the last move to another shelf can be taken back.")

    def __init__(self, rooms: Rooms, author: Author, *, translate: Callable[[str], str] = str) -> None:
        super().__init__()
        self._rooms, self._store, self._author, self._ = rooms, rooms.store, author, translate
        self._battles: dict[str, BattleInfo] = {}
        self._moved: tuple[str, Shelf] | None = None
        self.refresh()

    # ---------------------------------------------------------------- looking

    def refresh(self) -> None:
        """Take over the list as it is now."""
        try:
            listed = {shelf: self._store.battles(shelf) for shelf in Shelf}
        except MassBattleError as error:
            self.param.update(refusal=(Problem("", error.text),))
            return
        self._battles = {battle.id: battle for battles in listed.values() for battle in battles}
        wanted = self.search.casefold().split()
        shown = tuple(battle for battle in listed[self.shelf] if all(word in battle.name.casefold() for word in wanted))
        counts = {shelf: len(battles) for shelf, battles in listed.items()}
        self.param.update(shown=shown, counts=counts)

    def look_at(self, shelf: Shelf) -> None:
        """Show another shelf."""
        self.shelf = shelf
        self.refresh()

    def look_for(self, search: str) -> None:
        """Show the battles whose name contains every word of this."""
        self.search = search[:LONGEST_NAME]
        self.refresh()

    def name_of(self, battle_id: str) -> str:
        """The name of a battle, or ``""`` if it has been deleted for good."""
        return self._battles[battle_id].name if battle_id in self._battles else ""

    # ---------------------------------------------------------------- actions

    def create(self, name: str) -> str:
        """Make a new battle; returns its id, or ``""`` if it could not be kept."""
        return self._act(lambda: self._store.create(replace(new_battle(self._), name=name))) or ""

    def rename(self, battle_id: str, name: str) -> bool:
        """Give a battle another name; an edit like any other, with undo on its page."""
        return self._act(lambda: self._rooms.rename(battle_id, name, self._author)) is not None

    def duplicate(self, battle_id: str) -> str:
        """Make another battle that begins as this one is now; returns its id, or ``""``."""

        def copy() -> str:
            document, revision = self._store.load(battle_id)
            name = self._("{name} (copy)").format(name=document.name[: LONGEST_NAME - 10])
            return self._store.create(replace(document, name=name), f"copy:{battle_id}:{revision}")

        return self._act(copy, self._("“{name}” duplicated."), battle_id) or ""

    def archive(self, battle_id: str) -> bool:
        """Take a battle off the table."""
        return self._move(battle_id, Shelf.ARCHIVE, self._("“{name}” archived."))

    def delete(self, battle_id: str) -> bool:
        """Put a battle in the bin, where it stays until it is destroyed."""
        return self._move(battle_id, Shelf.BIN, self._("“{name}” is in the bin."))

    def put_back(self, battle_id: str) -> bool:
        """Put a battle back on the table."""
        return self._move(battle_id, Shelf.TABLE, self._("“{name}” is back in the list."))

    def undo(self) -> bool:
        """Take back the last move to another shelf."""
        if self._moved is None:
            return False
        battle_id, shelf = self._moved
        self._moved = None
        return self._move(battle_id, shelf, self._("“{name}” is back where it was."), undoable=False)

    def destroy(self, battle_id: str) -> bool:
        """Take a battle out of the bin for good."""

        def destroy() -> bool:
            self._store.destroy(battle_id)
            return True

        return bool(self._act(destroy, self._("“{name}” is deleted for good."), battle_id))

    # ---------------------------------------------------------------- files

    def take_in(self, name: str, data: bytes) -> bool:
        """Make battles of a battle file, or of all those in a zip file; what cannot be read is told."""
        found, wrong = unpack(name, data)

        def keep() -> bool:
            for file, document in found:
                self._store.create(document, f"file:{file}"[:100])
            return True

        one, many = self._("{name} imported."), self._("{count} battles imported from {name}.")
        done = bool(found) and bool(
            self._act(keep, (many if len(found) > 1 else one).format(count=len(found), name=name))
        )
        if wrong:
            self.refusal = (*self.refusal, *wrong)
        return done and not wrong

    def refuse(self, *problems: Problem) -> None:
        """Tell of what did not reach the list."""
        self.refusal = problems

    def file_of(self, battle_id: str) -> tuple[str, str]:
        """The name of a battle and the text of its battle file; both empty if it cannot be read."""
        document = self._act(lambda: self._store.load(battle_id)[0])
        return (document.name, battlefile.dumps(document)) if document else ("", "")

    def everything(self) -> bytes:
        """A zip file of every battle that is not in the bin; empty if one of them cannot be read."""

        def read() -> bytes:
            battles = [battle for shelf in (Shelf.TABLE, Shelf.ARCHIVE) for battle in self._store.battles(shelf)]
            return pack(self._store.load(battle.id)[0] for battle in battles)

        return self._act(read, self._("Every battle exported.")) or b""

    # ---------------------------------------------------------------- within

    def _move(self, battle_id: str, shelf: Shelf, done: str, *, undoable: bool = True) -> bool:
        battle = self._battles.get(battle_id)

        def move() -> bool:
            self._store.put_on(battle_id, shelf)
            if battle and undoable:
                self._moved = battle_id, shelf_of(battle)
            return True

        return bool(self._act(move, done, battle_id))

    def _act(self, action: Callable[[], _Result], done: str = "", battle_id: str = "") -> _Result | None:
        """What an action returns, or None if it was refused; ``done`` may name the battle that it was about."""
        name = self.name_of(battle_id)
        self._moved = None
        try:
            result = action()
        except InvalidBattleError as error:
            self.param.update(status="", refusal=error.problems, can_undo=False)
            return None
        except MassBattleError as error:
            self.param.update(status="", refusal=(Problem("", error.text),), can_undo=False)
            return None
        self.param.update(status=done.replace("{name}", name), refusal=(), can_undo=self._moved is not None)
        self.refresh()
        return result


def shelf_of(battle: BattleInfo) -> Shelf:
    """The shelf that a battle is on."""
    return Shelf.BIN if battle.deleted else Shelf.ARCHIVE if battle.archived else Shelf.TABLE
