"""What a person is told where an action was refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dashboard.history import place_in_words
from massbattle_core.document import BattleDocument
from massbattle_core.errors import BattleFileError, IllegalActionError, InvalidBattleError, MassBattleError, Problem
from massbattle_core.file_faults import in_file

__all__ = ["Refused", "refused"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an action was refused: one line in the session's language, and all problems with places and remedies."""

    status: str
    refusal: tuple[Problem, ...]


def refused(error: MassBattleError, document: BattleDocument, filename: str, _: Callable[[str], str]) -> Refused:
    """What to tell of an error, in the language of ``_``.

    Places are put into the words of a document, or are those of the file ``filename`` that was to be opened.
    """
    if isinstance(error, IllegalActionError):
        return Refused(_(error.reason), (Problem("", error.reason, rule=error.rule),))
    if isinstance(error, InvalidBattleError):
        first = error.problems[0]
        told = replace(first, place=place_in_words(document, first.place))
        return Refused(_(told.text), tuple(error.problems))
    if isinstance(error, BattleFileError):
        problem = Problem(in_file(filename, error.place), error.message, error.remedy)
        return Refused(_("{file} was not opened.").format(file=filename), (problem,))
    return Refused(_(error.text), (Problem("", error.text),))
