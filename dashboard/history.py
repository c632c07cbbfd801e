"""The kept history of a battle: what is written for each edit, and who may take what back.

An :class:`Entry` holds the patch of an edit and its inverse, so that the past can be restored, and an edit taken
back, without running a rule again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Reversible, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import jsonpatch

from dashboard.guests import person
from massbattle_core.document import BattleDocument, Change, document_to_json
from massbattle_core.errors import IllegalActionError
from massbattle_core.phrases import Phrase, phrase

__all__ = [
    "THE_FIGHT",
    "Entry",
    "Json",
    "Patch",
    "TakingBack",
    "by_timeline",
    "check_unchanged_since",
    "entry_digest",
    "last_before",
    "place_in_words",
    "text_digest",
    "timeline",
    "touched_places",
]

Json = dict[str, Any]
Patch = Sequence[Mapping[str, Any]]

THE_FIGHT = "the fight"
"""In place of an author: while a battle is fought, one timeline is shared by all who play it."""

_FIGHT = "/mass_combat/fight"
_NOT_FORGOTTEN = 50
"""So many edits later, nobody is told any more that theirs was overtaken."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One edit as kept: ``patch`` leads to ``revision`` and ``inverse`` back to the one before.

    ``edit`` is the edit as JSON, or one of the room's own: ``{"edit": "Undo" | "Redo", "revision": n}`` names
    the entry that is taken back, ``{"edit": "Replace", "source": …}`` puts a whole battle in place.
    ``author`` is an id, ``author_name`` what people read; ``time`` is UTC in ISO 8601.
    """

    revision: int
    edit: Json
    patch: Patch
    inverse: Patch
    author: str
    author_name: str
    time: str


def entry_digest(battle_id: str, entry: Entry) -> str:
    """The SHA-256 digest that is kept beside an entry and tells whether it is still as it was written."""
    values = [battle_id, *(getattr(entry, name) for name in Entry.__slots__)]
    return text_digest(json.dumps(values, sort_keys=True, separators=(",", ":")))


def text_digest(text: str) -> str:
    """The SHA-256 digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(slots=True)
class TakingBack:
    """Which revisions one author can undo and redo, the next one last.

    Both work alike: an entry's inverse is applied. What it makes is an entry of its own, which the other one of
    the two can take back.
    """

    undo: list[int] = field(default_factory=list)
    redo: list[int] = field(default_factory=list)

    def record(self, entry: Entry) -> None:
        """Take note of an entry of this author."""
        kind = entry.edit["edit"]
        if kind == "Undo":
            _remove(self.undo, entry.edit["revision"])
            self.redo.append(entry.revision)
        elif kind == "Redo":
            _remove(self.redo, entry.edit["revision"])
            self.undo.append(entry.revision)
        else:
            if kind == "StartFight":
                self.undo.clear()
            self.undo.append(entry.revision)
            self.redo.clear()


def _remove(revisions: list[int], revision: int) -> None:
    if revision in revisions:
        revisions.remove(revision)


# ---------------------------------------------------------------- what an edit touched


def touched_places(entry: Entry | Change) -> set[str]:
    """The JSON pointers of what an entry, or a change, changed; a change within a list touches the whole list."""
    pointers = [op[key] for op in (*entry.patch, *entry.inverse) for key in ("path", "from") if key in op]
    return {_outside_lists(pointer) for pointer in pointers}


def last_before(entry: Entry, earlier: Reversible[Entry]) -> Entry | None:
    """The last of these entries that set what an entry changes, if somebody else made it; taking back sets nothing.

    Whoever made it may want to know that it has been overtaken.
    """
    places = touched_places(entry)
    for one in islice(reversed(earlier), _NOT_FORGOTTEN):
        if any(_overlaps(place, one) for place in places):
            return one if one.author != entry.author and one.edit["edit"] not in ("Undo", "Redo", "Replace") else None
    return None


def check_unchanged_since(document: BattleDocument, entry: Entry, later: Sequence[Entry]) -> None:
    """Whether an entry can be taken back: everything that it touched must be as it left it.

    ``later`` holds all entries after it, in order; ``document`` is the battle after the last of them.
    Raises :class:`IllegalActionError` that names what has changed since, and by whom.
    """
    now = document_to_json(document)
    then = document_to_json(document)
    for one in reversed(later):
        then = jsonpatch.apply_patch(then, list(one.inverse))
    for pointer in sorted(touched_places(entry)):
        if _find(now, pointer) != _find(then, pointer):
            author = next(person(one.author_name) for one in reversed(later) if _overlaps(pointer, one))
            raise IllegalActionError(
                phrase(
                    "{place} has been changed since by {author}",
                    place=place_in_words(document, "/".join(_tokens(pointer))),
                    author=author,
                )
            )


def _outside_lists(pointer: str) -> str:
    """The pointer cut before the first token that may be a place in a list."""
    return re.split(r"/(?:\d+|-)(?=/|$)", pointer, maxsplit=1)[0]


def _tokens(pointer: str) -> list[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def _find(data: Any, pointer: str) -> tuple[int, Any]:
    """How deep a pointer leads into JSON, and what stands there (None if it leads no further)."""
    depth = 0
    for depth, token in enumerate(_tokens(pointer), start=1):
        if not isinstance(data, dict) or token not in data:
            return depth - 1, None
        data = data[token]
    return depth, data


def _overlaps(pointer: str, entry: Entry) -> bool:
    return any(
        f"{place}/".startswith(f"{pointer}/") or f"{pointer}/".startswith(f"{place}/")
        for place in touched_places(entry)
    )


_FIELDS: dict[str, Phrase] = {
    "name": phrase("name"),
    "side": phrase("side"),
    "groups": phrase("creatures"),
    "commander": phrase("commander"),
    "morale": phrase("morale"),
    "factors": phrase("morale"),
    "position": phrase("place"),
    "arrival": phrase("arrival"),
    "doctrine": phrase("doctrine"),
    "targets": phrase("targets"),
    "mode": phrase("way of moving"),
    "losses": phrase("losses"),
    "secret": phrase("secrecy"),
    "notes": phrase("notes"),
}
_PARTS: dict[str, Phrase] = {
    "name": phrase("the name of the battle"),
    "notes": phrase("the notes"),
    "creatures": phrase("the creatures of the battle"),
    "viewers": phrase("what players see"),
    "sides": phrase("the sides"),
    "units": phrase("the units"),
    "field": phrase("the map"),
    "objectives": phrase("the objectives"),
    "rules": phrase("the house rules"),
    "simulation": phrase("the settings of the odds"),
    "fight": phrase("the fight"),
}


def place_in_words(document: BattleDocument, place: str) -> str:
    """A place in a battle (``mass_combat/units/u3/morale``) for people: a unit and what of it, or a part of the battle.

    What is no such place, as one in a file, stays as it is.
    """
    tokens = place.split("/")
    if tokens[0] == "mass_combat":
        tokens = tokens[1:]
    elif tokens[0] not in _PARTS:
        return place
    if tokens[:1] == ["units"] and len(tokens) > 1:
        unit = document.mass_combat.units.get(tokens[1])
        name = unit.name if unit and unit.name else tokens[1]
        field = _FIELDS.get(tokens[2]) if len(tokens) > 2 else None
        return phrase("{unit}: {field}", unit=name, field=field) if field else name
    return next((_PARTS[token] for token in tokens if token in _PARTS), phrase("the battle"))


def timeline(entry: Entry) -> str:
    """Who may take an entry back: its author, or, if it played a fight, everybody."""
    fought = any(op["path"].startswith(_FIGHT) for op in entry.patch)
    return THE_FIGHT if fought else entry.author


def by_timeline(entries: Iterable[Entry]) -> dict[str, TakingBack]:
    """What each author, and everybody, can undo and redo after these entries."""
    found: dict[str, TakingBack] = {}
    for entry in entries:
        found.setdefault(timeline(entry), TakingBack()).record(entry)
    return found
