"""What comes out of a map file, and the part of a large map that is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from massbattle_core.errors import MapFileError, MapTooLarge, Problem, first_of
from massbattle_core.mass_combat.model import LARGEST_MAP, PLAIN, Battlefield, Hex, hex_key
from massbattle_core.phrases import phrase

__all__ = [
    "Crop",
    "ImportedMap",
    "Window",
    "check_crop",
    "counted",
    "file_error",
    "imported_map",
    "warning",
    "window_of",
]

Crop = tuple[int, int]
"""Column and row, from 0, of the upper left hex of the part to be read."""


@dataclass(frozen=True, slots=True)
class ImportedMap:
    """A map read from a file.

    ``problems`` are warnings: what the file lacks, says unclearly, or says in a way that hexes cannot keep.
    ``format`` names the format; ``counts`` says what was read: ``hexes``, ``difficult``, ``water``,
    ``impassable``, ``wall``, ``cover``, ``raised``, ``labels``, and what is peculiar to the format.
    """

    field: Battlefield
    problems: tuple[Problem, ...]
    format: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a map that is read: its upper left hex and its size."""

    column: int
    row: int
    columns: int
    rows: int

    def contains(self, position: tuple[int, int]) -> bool:
        """Whether a position of the file's map lies in it."""
        return 0 <= position[0] - self.column < self.columns and 0 <= position[1] - self.row < self.rows

    def within(self, position: tuple[int, int]) -> tuple[int, int]:
        """A position of the file's map as one of the battlefield."""
        return position[0] - self.column, position[1] - self.row


def window_of(size: tuple[int, int], crop: Crop | None, remedy: str = "") -> Window:
    """The part of a map of so many columns and rows that is read: all of it, or the largest that begins there.

    A part begins in an even row, so that its rows keep their shift. Raises :class:`MapTooLarge` if the map is
    larger than a battle's and no part is chosen, :class:`MapFileError` if the part lies outside.
    """
    columns, rows = size
    most_columns, most_rows = LARGEST_MAP
    if crop is None:
        if columns > most_columns or rows > most_rows:
            advice = (
                phrase("{remedy}, or read a part of it", remedy=remedy)
                if remedy
                else phrase("cut the map, or read a part of it")
            )
            raise MapTooLarge(
                phrase(
                    "the map has {columns} columns and {rows} rows of hexes; a battle has at most "
                    "{most_columns} and {most_rows}",
                    columns=columns,
                    rows=rows,
                    most_columns=most_columns,
                    most_rows=most_rows,
                ),
                "",
                phrase("{advice} (crop: column and row of its upper left hex)", advice=advice),
                size,
            )
        return Window(0, 0, columns, rows)
    check_crop(size, crop)
    column, row = crop[0], crop[1] - crop[1] % 2
    return Window(column, row, min(columns - column, most_columns), min(rows - row, most_rows))


def check_crop(size: tuple[int, int], crop: Crop) -> None:
    """Raise :class:`MapFileError` if a part begins outside a map of so many columns and rows."""
    if crop[0] >= size[0] or crop[1] >= size[1]:
        raise MapFileError(
            phrase(
                "the part to be read begins in column {column}, row {row}; the map has {columns} columns "
                "and {rows} rows",
                column=crop[0],
                row=crop[1],
                columns=size[0],
                rows=size[1],
            ),
            "crop",
            phrase("begin within the map; columns and rows are counted from 0"),
        )


def file_error(problems: Sequence[Problem]) -> MapFileError:
    """One error for all that is wrong in a file, at the place of the first."""
    first, message = problems[0], first_of(problems)
    return MapFileError(message, first.place, first.remedy or phrase("correct it and read the map again"))


def warning(place: str, message: str, remedy: str = "") -> Problem:
    """A problem that does not stop the import."""
    return Problem(place, message, remedy, severity="warning")


def imported_map(
    size: tuple[int, int],
    hexes: Mapping[tuple[int, int], Hex],
    problems: Iterable[Problem],
    format: str,
    counts: Mapping[str, int] | None = None,
) -> ImportedMap:
    """A map of this size of these hexes, plain elsewhere."""
    special = {hex_key(position): space for position, space in sorted(hexes.items()) if space != PLAIN}
    return counted(Battlefield(*size, special), problems, format, counts or {})


def counted(field: Battlefield, problems: Iterable[Problem], format: str, counts: Mapping[str, int]) -> ImportedMap:
    """An imported map of a battlefield with the counts of what is on it."""
    spaces = field.hexes.values()
    found = {
        "hexes": field.columns * field.rows,
        **{
            word: sum(space.terrain == word for space in spaces)
            for word in ("difficult", "water", "impassable", "wall")
        },
        "cover": sum(space.cover for space in spaces),
        "raised": sum(space.elevation != 0 for space in spaces),
        "labels": sum(bool(space.label) for space in spaces),
    }
    return ImportedMap(field, tuple(dict.fromkeys(problems)), format, {**found, **counts})
