"""What single cells say: numbers with signs and separators, counts within words, formulas, text that is safe.

Every function answers None for what it cannot read; none raises.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Counted", "cell_text", "count_and_words", "hex_of_name", "is_formula", "safe_cell", "whole_number"]

_LONGEST_COUNTED = 300
_MINUS_SIGNS = str.maketrans(dict.fromkeys("−–‒﹣－", "-"))
_SPACES = re.compile(r"[\s'’]+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_NUMBER = r"\d[\d\s.,'’]*"
_COUNT_FIRST = re.compile(rf"[x×]?\s*({_NUMBER})(?:[x×]\s+|(?<=\s)|$)(\D.*)?", re.IGNORECASE | re.DOTALL)
_COUNT_LAST = re.compile(rf"(\D.*?)\s*(?:\(\s*[x×]?\s*({_NUMBER})\)|\s[x×]\s*({_NUMBER}))", re.IGNORECASE | re.DOTALL)
_FORMULA = re.compile(r"[+\-@][\w+\-*/.:$]*[(|!]|@\w+$")
_ERROR = r"#(?:REF!|N/A|VALUE!|NAME\?|DIV/0!|NUM!|NULL!|NOM\s?\?|VALEUR\s?!)"
_SPREADSHEET_ERROR = re.compile(_ERROR, re.IGNORECASE)
_COMPUTED = rf"(?:[=+\-@]|{_ERROR})"
_TO_MARK = re.compile(rf"'*{_COMPUTED}", re.IGNORECASE)
_MARKED = re.compile(rf"'+{_COMPUTED}", re.IGNORECASE)


def cell_text(cell: str) -> str:
    """The text of a cell: no space around it, nothing unprintable, and without the mark of :func:`safe_cell`."""
    text = _UNPRINTABLE.sub("", cell).strip()
    return text[1:] if _MARKED.match(text) else text


def safe_cell(text: str) -> str:
    """The cell for a text that people chose: no spreadsheet takes it for a formula, and :func:`cell_text` undoes it."""
    text = _UNPRINTABLE.sub("", text)
    return f"'{text}" if _TO_MARK.match(text) else text


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet would compute this cell, or failed to."""
    text = cell.strip()
    return text.startswith("=") or bool(_FORMULA.match(text) or _SPREADSHEET_ERROR.fullmatch(text))


def whole_number(text: str) -> int | None:
    """A whole number: ``3``, ``+3``, ``−3``, ``3,0``."""
    match = re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0*)?", _SPACES.sub("", text.translate(_MINUS_SIGNS)), re.ASCII)
    return int(match[1]) if match else None


class Counted(NamedTuple):
    """A number and the words beside it; ``doubtful`` if its separator may be one of thousands or of decimals."""

    number: int | None
    words: str
    doubtful: bool = False


def count_and_words(text: str) -> Counted | None:
    """What a cell counts: ``200``, ``200 goblins``, ``goblins x200``, ``1 000``; None if its number is not whole.

    Text without a number is all words.
    """
    text = " ".join(text.split())
    if len(text) > _LONGEST_COUNTED:
        return Counted(None, text)
    if match := _COUNT_FIRST.fullmatch(text):
        number, words = match[1], match[2] or ""
    elif match := _COUNT_LAST.fullmatch(text):
        number, words = match[2] or match[3], match[1]
    elif re.match(r"[-−+]?\s*\d+(?:[.,]\d*)?\s*$", text):
        number, words = text, ""
    else:
        return Counted(None, text)
    digits = _SPACES.sub("", number)
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits, re.ASCII):
        return Counted(int(re.sub("[.,]", "", digits)[:12]), words.strip(), doubtful=True)
    value = whole_number(digits.rstrip(".,"))
    return None if value is None else Counted(value, words.strip())


def hex_of_name(text: str) -> tuple[int, int] | None:
    """The position that the board calls ``F7``: a letter for the row, a number for the column."""
    match = re.fullmatch(r"\s*(A?[A-Z])\s?([1-9]\d?)\s*", text.upper(), re.ASCII)
    if not match:
        return None
    letters = match[1]
    row = ord(letters[-1]) - ord("A") + (26 if len(letters) == 2 else 0)
    return int(match[2]) - 1, row
