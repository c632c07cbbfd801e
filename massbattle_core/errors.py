"""The errors of massbattle.

::

    MassBattleError
    ├── IllegalActionError(ValueError)     an action or edit that the rules do not allow: ``.reason``, ``.rule``
    ├── InvalidBattleError(ValueError)     a battle, unit or number that cannot be played: ``.problems``, all at once
    ├── BattleFileError(ValueError)        a file that cannot be read: ``.place`` in the file, ``.remedy``
    ├── CreatureFileError(ValueError)      a creature file that cannot be read: ``.place``, ``.remedy``
    ├── MapFileError(ValueError)           a map file that cannot be read: ``.place``, ``.remedy``
    │   ├── ScaleNeeded                    the map does not say how far a square reaches: ``.squares``
    │   └── MapTooLarge                    the map has more hexes than a battle may have: ``.size``
    ├── PictureError(ValueError)           a picture that cannot be shown: ``.place``, ``.remedy``
    └── DiceError(ValueError)              scripted dice that do not fit the roll
        └── NeedDie                        play waits for the roll of a real die: ``.place``, ``.sides``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from massbattle_core.phrases import all_of, phrase, plural

__all__ = [
    "BattleFileError",
    "CreatureFileError",
    "DiceError",
    "IllegalActionError",
    "InvalidBattleError",
    "MapFileError",
    "MapTooLarge",
    "MassBattleError",
    "NeedDie",
    "PictureError",
    "Problem",
    "ScaleNeeded",
    "first_of",
]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong or doubtful, where it is and what mends it.

    ``place`` is a slash-separated path into the document (``units/u3/groups/0/count``); ``rule`` is a
    rule id or ``""``; a problem whose ``severity`` is ``"warning"`` does not stop the battle. Words are
    phrases (``phrases.phrase``), so that a page can say them in its reader's language.
    """

    place: str
    message: str
    remedy: str = ""
    rule: str = ""
    severity: str = "error"

    @property
    def text(self) -> str:
        """The whole of it as a phrase: ``place: message (remedy)``."""
        text = phrase("{place}: {message}", place=self.place, message=self.message) if self.place else self.message
        return phrase("{message} ({remedy})", message=text, remedy=self.remedy) if self.remedy else text

    def __str__(self) -> str:
        return str(self.text)


def first_of(problems: Sequence[Problem], most: int = 10) -> str:
    """The message of the first of some problems, and the others after it: one message for a whole file."""
    first, *others = problems
    texts = [first.message, *(problem.text for problem in others[: most - 1])]
    more = len(problems) - most
    return all_of(
        [*texts, plural("and {count} more problem", "and {count} more problems", more)] if more > 0 else texts
    )


class MassBattleError(Exception):
    """Base of every error that massbattle raises on purpose."""

    @property
    def text(self) -> str:
        """What it says, as the phrase that it was raised with."""
        return self.args[0] if self.args else ""


class IllegalActionError(MassBattleError, ValueError):
    """The rules do not allow this action now."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(phrase("{reason} ({rule})", reason=reason, rule=rule) if rule else reason)
        self.reason = reason
        self.rule = rule


class InvalidBattleError(MassBattleError, ValueError):
    """A battle that cannot be built or played; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(all_of(problem.text for problem in problems))
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


class _FileError(MassBattleError, ValueError):
    def __init__(self, message: str, place: str = "", remedy: str = "") -> None:
        super().__init__(Problem(place, message, remedy).text)
        self.message = message
        self.place = place
        self.remedy = remedy


class BattleFileError(_FileError):
    """A battle file that cannot be read; names the place in the file and the remedy."""


class CreatureFileError(_FileError):
    """A file of creatures that cannot be read; names the place in the file and the remedy."""


class MapFileError(_FileError):
    """A map of this or another tool that cannot be read; names the place in the file and the remedy."""


class ScaleNeeded(MapFileError):  # noqa: N818 (it says what is needed, not what is wrong)
    """A map of squares is read once somebody says how many feet the side of a square is.

    ``squares`` is the size of the map, columns and rows.
    """

    def __init__(self, message: str, place: str, remedy: str, squares: tuple[float, float]) -> None:
        super().__init__(message, place, remedy)
        self.squares = squares


class MapTooLarge(MapFileError):  # noqa: N818 (a part of it can be read)
    """A map with more hexes than a battle may have; ``size`` is its columns and rows."""

    def __init__(self, message: str, place: str, remedy: str, size: tuple[int, int]) -> None:
        super().__init__(message, place, remedy)
        self.size = size


class PictureError(_FileError):
    """A picture that a page cannot or should not show; names the remedy."""


class DiceError(MassBattleError, ValueError):
    """Scripted dice that are missing, left over or not faces of the die."""


class NeedDie(DiceError):  # noqa: N818 - it asks for something, nothing is wrong
    """Play stops here until somebody rolls a real die."""

    def __init__(self, place: int, sides: int, label: str) -> None:
        super().__init__(phrase("roll a d{sides} for {label}", sides=sides, label=label))
        self.place = place
        self.sides = sides
        self.label = label
        self.record: Any = None
        """The game up to this die, as its module keeps it, if the game tells."""
