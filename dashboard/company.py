"""Who is in a room, and where each of their windows is."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.models.room import Author, Presence, Whereabouts
from dashboard.previews import Previews

__all__ = ["Company"]

_NOWHERE = Whereabouts()


class Company:
    """The people of one room; the room holds its lock around every call."""

    def __init__(self) -> None:
        self.people: tuple[Author, ...] = ()
        self._whereabouts: dict[object, tuple[str, Whereabouts]] = {}
        self._told: tuple[Presence, ...] = ()

    def count(self, authors: Iterable[Author]) -> None:
        """Take note who is here; somebody with several windows counts once."""
        self.people = tuple({author.id: author for author in authors}.values())

    def has(self, author_id: str) -> bool:
        """Whether somebody is here."""
        return any(author.id == author_id for author in self.people)

    def move(self, window: object, author: Author, where: Whereabouts) -> bool:
        """Take note where somebody's window is, the newest one last; False if that changes nothing."""
        before = self._whereabouts.pop(window, ("", _NOWHERE))
        if where != _NOWHERE:
            self._whereabouts[window] = (author.id, where)
        return before[1] != where

    def present(self, previews: Previews) -> tuple[Presence, ...]:
        """Everybody with what they have selected and are changing; the same object while nothing has changed."""
        selected: dict[str, str] = {}
        places: dict[str, set[str]] = {}
        for author_id, where in self._whereabouts.values():
            if where.selected:
                selected[author_id] = where.selected
            if where.field:
                places.setdefault(author_id, set()).add(where.field)
        now = []
        for one in self.people:
            touched = previews.touched(one.id)
            changing = touched.places.union(places.get(one.id, ()))
            now.append(Presence(one, selected.get(one.id, ""), changing, touched.hexes))
        if tuple(now) != self._told:
            self._told = tuple(now)
        return self._told
