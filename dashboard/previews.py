"""What people try out in a room: one edit each, shown to everybody and never kept."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.history import touched_places
from massbattle_core.document import BattleDocument, Edit, change_to, preview
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.model import MassBattle, parse_hex_key

__all__ = ["NOTHING", "Previews", "Touched"]

Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Touched:
    """What an edit changes: JSON pointers into the document, and the hexes whose ground, zone or objective is other."""

    places: frozenset[str] = frozenset()
    hexes: frozenset[Position] = frozenset()


NOTHING = Touched()


class Previews:
    """The edits that are tried out, by their authors' ids, in the order in which they began."""

    def __init__(self) -> None:
        self._edits: dict[str, Edit] = {}
        self._touched: dict[str, Touched] = {}

    def __bool__(self) -> bool:
        return bool(self._edits)

    def put(self, author_id: str, edit: Edit) -> None:
        """Try out an edit, in the place of what its author tried before."""
        self._edits[author_id] = edit

    def drop(self, author_id: str) -> bool:
        """End what an author tries out; False if it was nothing."""
        self._touched.pop(author_id, None)
        return self._edits.pop(author_id, None) is not None

    def touched(self, author_id: str) -> Touched:
        """What an author's preview changed when the previews were applied last."""
        return self._touched.get(author_id, NOTHING)

    def apply(self, document: BattleDocument) -> tuple[BattleDocument, dict[str, MassBattleError]]:
        """A document with every preview; those that do not fit it are dropped: whose they were, and why."""
        refused = {}
        for author_id, edit in list(self._edits.items()):
            try:
                after = preview(document, edit)
            except MassBattleError as error:
                refused[author_id] = error
                self.drop(author_id)
            else:
                places = frozenset(touched_places(change_to(document, after)))
                hexes = frozenset(_changed_hexes(document.mass_combat, after.mass_combat))
                self._touched[author_id] = Touched(places, hexes)
                document = after
        return document, refused


def _changed_hexes(before: MassBattle, after: MassBattle) -> set[Position]:
    old, new = before.field.hexes, after.field.hexes
    found = {place for key in old.keys() | new.keys() if old.get(key) != new.get(key) and (place := parse_hex_key(key))}
    for side in ("a", "b"):
        found |= set(before.field.zones.get(side, ())) ^ set(after.field.zones.get(side, ()))
    for key in before.objectives.keys() | after.objectives.keys():
        goals = (battle.objectives.get(key) for battle in (before, after))
        held, wanted = (set(goal.hexes) if goal else set() for goal in goals)
        found |= held ^ wanted
    return found
