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

from massbattle_core.document import BattleDocument, Change, document_to_json
from massbattle_core.errors import IllegalActionError

__all__ = [
    "Entry",
    "Json",
    "Patch",
    "TakingBack",
    "by_author",
    "check_unchanged_since",
    "entry_digest",
    "last_before",
    "text_digest",
    "touched_places",
]

Json = dict[str, Any]
Patch = Sequence[Mapping[str, Any]]

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
            author = next(one.author_name or one.author for one in reversed(later) if _overlaps(pointer, one))
            raise IllegalActionError(f"{_in_words(now, pointer)} has been changed since by {author}")


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


def _in_words(data: Json, pointer: str) -> str:
    """A place in a battle for people: the unit's name and the field, or the path."""
    tokens = _tokens(pointer)
    if tokens[:2] == ["mass_combat", "units"] and len(tokens) > 2:
        unit = data["mass_combat"]["units"].get(tokens[2], {})
        return ": ".join((unit.get("name") or tokens[2], *tokens[3:]))
    return "/".join(token for token in tokens if token != "mass_combat") or "the battle"


def by_author(entries: Iterable[Entry]) -> dict[str, TakingBack]:
    """What each author can undo and redo after these entries."""
    found: dict[str, TakingBack] = {}
    for entry in entries:
        found.setdefault(entry.author, TakingBack()).record(entry)
    return found
