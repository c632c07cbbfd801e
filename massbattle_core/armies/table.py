"""The text of an army list as lines of cells by column, whatever program wrote it.

Encodings, separators, headings in two languages, titles above them, headings repeated on every page.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from massbattle_core.armies.cells import count_and_words
from massbattle_core.armies.columns import COLUMN_NAMES, CONTRACT, column_of
from massbattle_core.errors import BattleFileError, Problem
from massbattle_core.phrases import listed, phrase

__all__ = ["MOST_BYTES", "MOST_LINES", "ArmyLine", "LineProblem", "Table", "read_table"]

MOST_BYTES = 5_000_000
MOST_LINES = 5_000
"""Larger lists are refused: no battle holds as many units."""

_MOST_WITH_EMPTY = 20 * MOST_LINES
_LONGEST_LINE = 20_000
_SEPARATORS = (",", ";", "\t", "|")
_END = "end of the list"
_ROWS_ABOVE = 20
_REMEDY = phrase(
    "begin with a line that names the columns: side,unit,group,creature,count,mount,is_commander,morale,col,row"
)
_BINARY = {
    b"PK": phrase("this is a spreadsheet or an archive, not text"),
    b"\xd0\xcf\x11\xe0": phrase("this is an old spreadsheet, not text"),
    b"%PDF": phrase("this is a PDF file, not text"),
}


@dataclass(frozen=True, slots=True)
class LineProblem:
    """One thing that is wrong (``error``) or doubtful (``warning``) in a line of a list, and what mends it.

    ``column`` is empty where the whole line is meant.
    """

    line: int
    column: str
    message: str
    remedy: str = ""
    severity: str = "error"

    @property
    def place(self) -> str:
        """The line and the column."""
        if self.column:
            return phrase("line {line}, {column}", line=self.line, column=COLUMN_NAMES.get(self.column, self.column))
        return phrase("line {line}", line=self.line)

    def __str__(self) -> str:
        return str(Problem(self.place, self.message, self.remedy))


@dataclass(frozen=True, slots=True)
class ArmyLine:
    """One line of a list: the number of the line in the file, and its cells by column as they stand there."""

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """The lines below the headings, the columns that were recognised, and what is doubtful about the headings."""

    columns: tuple[str, ...]
    lines: tuple[ArmyLine, ...]
    problems: tuple[LineProblem, ...] = ()


def read_table(data: str | bytes) -> Table:
    """The table in the text of a list.

    Raises :class:`BattleFileError` if it is no text, too long, or has no columns of creatures.
    """
    text = _text(data)
    if not text.strip():
        raise BattleFileError(phrase("the list is empty"), "", _REMEDY)
    start = text.lstrip()[:1]
    if start in {"{", "<"}:
        kind = "JSON" if start == "{" else phrase("a page or an XML file")
        raise BattleFileError(
            phrase("this is {kind}, no list of cells", kind=kind),
            phrase("line 1"),
            phrase("save it as CSV; {remedy}", remedy=_REMEDY),
        )
    lines = _physical(text)
    if len(lines) > _MOST_WITH_EMPTY:
        raise BattleFileError(
            phrase("the list has {count} lines", count=len(lines)),
            "",
            phrase("a list has at most {most} that hold something", most=MOST_LINES),
        )
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            raise BattleFileError(
                phrase("more than {most} characters in one line", most=_LONGEST_LINE),
                phrase("line {number}", number=number),
                phrase("shorten it"),
            )
    separator, heading = _heading(text)
    rows, problems = _rows(text, separator)
    if heading is None:
        return _without_heading(rows)
    number, cells = heading
    places, doubts = _places(number, cells)
    found = tuple(
        ArmyLine(at, {column: row[place] if place < len(row) else "" for column, place in places.items()})
        for at, row in rows
        if at > number and not _is_heading(row)
    )
    return Table(tuple(places), found, (*problems, *doubts))


# ---------------------------------------------------------------- text


def _text(data: str | bytes) -> str:
    if len(data) > MOST_BYTES:
        raise BattleFileError(
            phrase("the list is larger than {megabytes} MB", megabytes=MOST_BYTES // 1_000_000),
            "",
            phrase("split it, one army a file"),
        )
    text = data.removeprefix("\ufeff") if isinstance(data, str) else _decoded(data)
    strange = re.search(r"[\x00-\x08\x0e-\x1f]", text)
    if strange:
        line = text.count("\n", 0, strange.start()) + 1
        raise BattleFileError(
            phrase("this is no text"), phrase("line {line}", line=line), phrase("save the list as CSV, in UTF-8")
        )
    return text


def _decoded(data: bytes) -> str:
    for signature, message in _BINARY.items():
        if data.startswith(signature):
            raise BattleFileError(message, "", phrase("save the list as CSV and choose that file"))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _physical(text: str) -> list[str]:
    """The lines of a text as the module csv counts them; other characters that end a line do not."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


# ---------------------------------------------------------------- rows


def _rows(text: str, separator: str) -> tuple[list[tuple[int, list[str]]], tuple[LineProblem, ...]]:
    """The rows that hold something, each with the number of the line where it begins."""
    problems: tuple[LineProblem, ...] = ()
    found = _bounded(_parsed(text, separator))
    if found is None:
        found = _bounded(_line_by_line(text, separator)) or []
        odd = next((at for at, line in enumerate(_physical(text), 1) if line.count('"') % 2), 1)
        problems = (
            LineProblem(
                odd, "", phrase("a quotation mark is not closed"), phrase("close it or take it out"), "warning"
            ),
        )
    return found, problems


def _bounded(rows: Iterator[tuple[int, list[str]]]) -> list[tuple[int, list[str]]] | None:
    """The rows that hold something; None if a quotation mark swallows the end of the text."""
    found: list[tuple[int, list[str]]] = []
    try:
        for number, row in rows:
            if any(cell.strip() for cell in row):
                found.append((number, row))
            if len(found) > MOST_LINES:
                raise BattleFileError(
                    phrase("the list has more than {most} lines", most=MOST_LINES),
                    phrase("line {number}", number=number),
                    phrase("write one line a group of creatures"),
                )
    except csv.Error:
        return None
    return found


def _parsed(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    ended = text if text.endswith(("\n", "\r")) else f"{text}\n"
    reader = csv.reader(io.StringIO(f"{ended}{_END}\n", newline=""), delimiter=separator)
    number, row = 1, []
    for row in reader:
        if row != [_END]:
            yield number, row
        number = reader.line_num + 1
    if row != [_END]:
        raise csv.Error("a quotation mark is not closed")


def _line_by_line(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(_physical(text), 1):
        yield number, next(csv.reader([line], delimiter=separator), [])


# ---------------------------------------------------------------- headings


def _heading(text: str) -> tuple[str, tuple[int, list[str]] | None]:
    """The separator and the row of headings: those by which most columns are recognised."""
    top = "\n".join(_physical(text)[: 3 * _ROWS_ABOVE])
    best, width = 1, 0
    separator, heading = ",", None
    for candidate in _SEPARATORS:
        rows = [row for row in _line_by_line(top, candidate) if any(cell.strip() for cell in row[1])][:_ROWS_ABOVE]
        for number, cells in rows:
            columns = {column for cell in cells if (column := column_of(cell))}
            if len(columns) > best or (len(columns) == best == 1 and heading is None and columns == {"creature"}):
                best, separator, heading = len(columns), candidate, (number, cells)
        if heading is None and rows and len(rows[0][1]) > width:
            width, separator = len(rows[0][1]), candidate
    return separator, heading


def _places(number: int, cells: list[str]) -> tuple[dict[str, int], list[LineProblem]]:
    """Where each column stands, and the headings that stand for none."""
    places: dict[str, int] = {}
    problems = []
    for place, cell in enumerate(cells):
        column = column_of(cell)
        if column and column not in places:
            places[column] = place
        elif cell.strip():
            shown = cell.strip()
            why = (
                phrase("{cell!r:.60} is a second column of {column}: left out", cell=shown, column=COLUMN_NAMES[column])
                if column
                else phrase("{cell!r:.60} is no column of a list: left out", cell=shown)
            )
            problems.append(LineProblem(number, "", why, "", "warning"))
    if not {"creature", "count"} & places.keys():
        raise BattleFileError(
            phrase("no column of creatures"),
            phrase("line {number}", number=number),
            phrase('name one column "creature"'),
        )
    return places, problems


def _is_heading(row: list[str]) -> bool:
    filled = [cell for cell in row if cell.strip()]
    return len(filled) > 1 and all(column_of(cell) for cell in filled)


def _without_heading(rows: list[tuple[int, list[str]]]) -> Table:
    """A list that names no columns: the usual ones in their order, or one cell a line that counts creatures."""
    if not rows:
        raise BattleFileError(phrase("the list is empty"), "", _REMEDY)
    widths = {len(row) for _, row in rows}
    if min(widths) >= 5 and max(widths) <= len(CONTRACT):
        columns: tuple[str, ...] = CONTRACT[: max(widths)]
    elif widths == {1} and all((found := count_and_words(row[0])) and found.number and found.words for _, row in rows):
        columns = ("creature",)
    else:
        raise BattleFileError(phrase("no line names the columns"), phrase("line 1"), _REMEDY)
    lines = tuple(ArmyLine(number, dict(zip(columns, row, strict=False))) for number, row in rows)
    taken = LineProblem(
        rows[0][0],
        "",
        phrase("no headings: read as {columns}", columns=listed(COLUMN_NAMES[column] for column in columns)),
        phrase("name the columns"),
        "warning",
    )
    return Table(columns, lines, (taken,))
