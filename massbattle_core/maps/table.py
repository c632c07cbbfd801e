"""massbattle's own maps as a table that any spreadsheet edits (CSV).

It has a line for every hex under the headings ``col,row,terrain,elevation,cover,label,closed``, in any order. Only
the first two are needed; hexes without a line are plain; columns and rows are counted from 0. French headings and
words, semicolons and tabulators are understood.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from massbattle_core.errors import MapFileError, Problem
from massbattle_core.maps.imported import Crop, ImportedMap, file_error, imported_map, warning, window_of
from massbattle_core.maps.parsing import short
from massbattle_core.maps.words import (
    ELEVATIONS,
    LONGEST_LABEL,
    TERRAINS,
    elevation_of,
    heading_of,
    meaning_of,
    truth_of,
)
from massbattle_core.mass_combat.model import Battlefield, Hex
from massbattle_core.phrases import phrase

__all__ = ["csv_map", "is_table", "read_table"]

_HEADINGS = ("col", "row", "terrain", "elevation", "cover", "label", "closed")
_REMEDY = phrase("write a table with the headings {names}", names=",".join(_HEADINGS))
_MOST_LINES = 20_000
_FARTHEST = 9_999
_MOST_PROBLEMS = 10


def csv_map(field: Battlefield) -> str:
    """The spaces of the map as a table with a line for every hex; zones and picture have no place in it."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(_HEADINGS)
    for row in range(field.rows):
        for column in range(field.columns):
            space = field.hex((column, row))
            flags = ["yes" if flag else "" for flag in (space.cover, space.closed)]
            table.writerow([column, row, space.terrain, space.elevation, flags[0], _as_text(space.label), flags[1]])
    return text.getvalue()


def _as_text(label: str) -> str:
    """A label that no spreadsheet takes for a formula."""
    return f"'{label}" if label[:1] in {"=", "+", "-", "@", "'", "\t", "\r"} else label


def _from_text(label: str) -> str:
    return label[1:] if label[:1] == "'" and _as_text(label[1:]) != label[1:] else label


def is_table(text: str) -> bool:
    """Whether a text begins with the headings of a map."""
    headings = {heading_of(name) for name in _first_cells(text)[1]}
    return {"col", "row"} <= headings


def read_table(text: str, crop: Crop | None) -> ImportedMap:
    """The map in a table; raises :class:`MapFileError` with everything that is wrong in it."""
    if text.count("\n") > _MOST_LINES:
        raise MapFileError(
            phrase("it has more than {most} lines", most=_MOST_LINES),
            "",
            phrase("keep the lines of one map of 60×40 hexes"),
        )
    start, names, separator = _first_cells(text)
    headings = [heading_of(name) for name in names]
    for heading in filter(None, headings):
        if headings.count(heading) > 1:
            raise MapFileError(phrase("two headings mean {heading}", heading=heading), phrase("line 1"), _REMEDY)
    problems = [
        warning(
            phrase("line 1"),
            phrase("the column {name} is not read", name=short(name)),
            phrase("known are {names}", names=", ".join(_HEADINGS)),
        )
        for name, heading in zip(names[:40], headings, strict=False)
        if name.strip() and heading is None
    ]
    lines = csv.reader(io.StringIO(text[start:], newline=""), delimiter=separator, strict=True)
    table = _Table(headings, text[:start].count("\n"))
    try:
        for cells in lines:
            if lines.line_num > 1 and any(cell.strip() for cell in cells):
                table.add(cells, lines.line_num)
    except csv.Error:
        raise MapFileError(
            phrase("this is no table: a quote stands where none belongs"),
            phrase("line {line}", line=lines.line_num),
            phrase("mend the line"),
        ) from None
    if table.problems:
        raise file_error(table.problems)
    if not table.hexes:
        raise MapFileError(phrase("the table holds no hex"), phrase("line 2"), _REMEDY)
    size = 1 + max(column for column, _ in table.hexes), 1 + max(row for _, row in table.hexes)
    if min(map(min, table.hexes)) > 0 and crop is None:
        problems.append(warning("", phrase("no hex lies in column 0 or row 0: columns and rows are counted from 0")))
    window = window_of(size, crop)
    hexes = {window.within(position): space for position, space in table.hexes.items() if window.contains(position)}
    return imported_map((window.columns, window.rows), hexes, problems, "massbattle table")


def _first_cells(text: str) -> tuple[int, list[str], str]:
    """Where the line of headings begins, its cells, and what separates them."""
    start = len(text) - len(text.lstrip("\ufeff \r\n"))
    line, *others = text[start : start + 2_000].splitlines()[:2] or [""]
    if line.casefold().startswith("sep=") and others:
        start = text.index(others[0], start + len(line))
        line = others[0]
    separator = max(",;\t", key=line.count)
    return start, [cell.strip().strip('"') for cell in line.split(separator)], separator


class _Table:
    """The hexes of a table while its lines are read, and what is wrong with them."""

    def __init__(self, headings: list[str | None], lines_before: int) -> None:
        self.headings = headings
        self.lines_before = lines_before
        self.hexes: dict[tuple[int, int], Hex] = {}
        self.problems: list[Problem] = []

    def add(self, cells: list[str], number: int) -> None:
        """Read one line; beyond ten problems nothing more is read."""
        if len(self.problems) >= _MOST_PROBLEMS:
            return
        line = phrase("line {number}", number=number + self.lines_before)
        if any(cell.strip() for cell in cells[len(self.headings) :]):
            self._wrong(
                line, phrase("there are more cells than headings"), phrase("remove the last, or put a text in quotes")
            )
            return
        facts = {heading: cell for heading, cell in zip(self.headings, cells, strict=False) if heading}
        before = len(self.problems)
        position = self._place(facts, "col", line), self._place(facts, "row", line)
        space = self._space(facts, line)
        if len(self.problems) > before:
            return
        if position in self.hexes:
            self._wrong(
                line,
                phrase("the hex in column {column}, row {row} stands there twice", column=position[0], row=position[1]),
                phrase("remove one"),
            )
        self.hexes[position] = space

    def _place(self, facts: Mapping[str, str], heading: str, line: str) -> int:
        given = facts.get(heading, "").strip()
        if len(given) <= 4 and given.isdecimal():
            return int(given)
        self._wrong(
            phrase("{line}, {heading}", line=line, heading=heading),
            phrase("{given} is no place", given=short(given)),
            phrase("write a number from 0 to {most}", most=_FARTHEST),
        )
        return 0

    def _space(self, facts: Mapping[str, str], line: str) -> Hex:
        meaning = meaning_of(facts.get("terrain", ""))
        elevation = elevation_of(facts.get("elevation", "").strip() or 0)
        flags = {name: truth_of(facts.get(name)) for name in ("cover", "closed")}
        if meaning is None:
            given = short(facts["terrain"].strip())
            self._wrong(
                phrase("{line}, terrain", line=line),
                phrase("{given} is no terrain", given=given),
                phrase("write {terrains}", terrains=", ".join(TERRAINS)),
            )
        if elevation is None:
            given, bounds = (
                short(facts["elevation"].strip()),
                phrase("{low} to {high}", low=ELEVATIONS[0], high=ELEVATIONS[-1]),
            )
            self._wrong(
                phrase("{line}, elevation", line=line),
                phrase("{given} is no elevation", given=given),
                phrase("write whole steps, {bounds}", bounds=bounds),
            )
        for name, flag in flags.items():
            if flag is None:
                self._wrong(
                    phrase("{line}, {name}", line=line, name=name),
                    phrase("{given} is neither yes nor no", given=short(facts[name].strip())),
                    phrase("write yes or no"),
                )
        label = _from_text(facts.get("label", ""))
        if len(label) > LONGEST_LABEL:
            self._wrong(
                phrase("{line}, label", line=line),
                phrase("the label is longer than {most} characters", most=LONGEST_LABEL),
                phrase("shorten it"),
            )
        said = dict(meaning or {})
        said["elevation"] = elevation or said.get("elevation", 0)
        said["cover"] = bool(flags["cover"]) or said.get("cover", False)
        said["label"] = label or said.get("label", "")
        return Hex(**said, closed=bool(flags["closed"]))

    def _wrong(self, place: str, message: str, remedy: str) -> None:
        self.problems.append(Problem(place, message, remedy))
