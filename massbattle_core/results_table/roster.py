"""Soldiers from counts and from CSV files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table.model import Soldier, soldier_problems
from massbattle_core.results_table.tables import MAX_SOLDIERS, Weapon

__all__ = ["SoldierCount", "read_soldiers_csv", "soldiers_from_counts"]


@dataclass(frozen=True, slots=True)
class SoldierCount:
    """Some soldiers alike."""

    count: int
    strength: int = 0
    weapon: Weapon = "none"
    shield: bool = False


def soldiers_from_counts(counts: Iterable[SoldierCount]) -> tuple[Soldier, ...]:
    """Soldiers named 1, 2, 3… from counts of soldiers alike.

    Raises :class:`InvalidBattleError` with every problem; places are ``counts/0``, ``counts/1``…
    """
    counts = tuple(counts)
    problems = [problem for number, count in enumerate(counts) for problem in _problems(f"counts/{number}", count)]
    if not problems and sum(count.count for count in counts) > MAX_SOLDIERS:
        problems.append(_too_many())
    if problems:
        raise InvalidBattleError(problems)
    alike = (count for count in counts for _ in range(count.count))
    return tuple(
        Soldier(str(number), count.strength, count.weapon, count.shield) for number, count in enumerate(alike, 1)
    )


def _too_many() -> Problem:
    return Problem("", f"more than {MAX_SOLDIERS} soldiers", "make several armies")


def _problems(place: str, count: SoldierCount) -> Iterator[Problem]:
    number = count.count
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MAX_SOLDIERS:
        yield Problem(f"{place}/count", f"{number!r} is no number of soldiers", f"a whole number 0…{MAX_SOLDIERS}")
    yield from soldier_problems(place, count.strength, count.weapon, count.shield)


_COLUMNS = ("name", "count", "strength", "weapon", "shield")
_YES_NO: dict[str, Any] = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}


def read_soldiers_csv(text: str) -> tuple[Soldier, ...]:
    """Soldiers from the text of a CSV file with a header line.

    Columns, in any order: ``strength`` (must be there), ``weapon`` (none, staff, sword, mace; empty is none),
    ``shield`` (yes or no; empty is no), ``count`` (1 if left out) and ``name`` (the line number if left out;
    soldiers of one line get a number behind it). Commas or semicolons separate; empty lines and lines that begin
    with ``#`` are passed over.

    Raises :class:`InvalidBattleError` with the problems of every line; places are ``line 2/strength``…
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if len(lines) < 2:
        raise InvalidBattleError([Problem("", "no soldier", "a header line and a line for each soldier")])
    number, line = lines[0]
    separator = ";" if ";" in line else ","
    header = [cell.lower() for cell in _cells(line, separator)]
    problems = list(_header_problems(number, header))
    if problems:
        raise InvalidBattleError(problems)
    soldiers: dict[str, Soldier] = {}
    for number, line in lines[1:]:
        read = list(_read_line(f"line {number}", header, _cells(line, separator), problems))
        if len(soldiers) + len(read) > MAX_SOLDIERS:
            raise InvalidBattleError([*problems, _too_many()])
        problems += [
            Problem(f"line {number}/name", f"a second soldier {soldier.name!r}", "rename one")
            for soldier in read
            if soldier.name in soldiers
        ]
        soldiers |= {soldier.name: soldier for soldier in read}
    if problems:
        raise InvalidBattleError(problems)
    return tuple(soldiers.values())


def _cells(line: str, separator: str) -> list[str]:
    return [cell.strip().strip('"').strip() for cell in line.split(separator)]


def _header_problems(number: int, header: list[str]) -> Iterator[Problem]:
    place = f"line {number}"
    for name in header:
        if name not in _COLUMNS:
            yield Problem(place, f"unknown column {name!r}", f"columns are {', '.join(_COLUMNS)}")
    for name in sorted(set(header)):
        if header.count(name) > 1:
            yield Problem(place, f"two columns {name!r}", "keep one")
    if "strength" not in header:
        yield Problem(place, "no column 'strength'", "add it; the header is the first line")


def _read_line(place: str, header: list[str], cells: list[str], problems: list[Problem]) -> Iterator[Soldier]:
    """The soldiers of one line, or none and its problems added to the list."""
    if len(cells) != len(header):
        problems.append(Problem(place, f"{len(cells)} cells", f"{len(header)} of them, like the header"))
        return
    row: dict[str, Any] = dict(zip(header, cells, strict=True))
    shield = row.get("shield", "").lower()
    alike = SoldierCount(
        _whole(row.get("count") or "1"),
        _whole(row["strength"]),
        row.get("weapon", "").lower() or "none",
        _YES_NO.get(shield, shield),
    )
    found = list(_problems(place, alike))
    problems += found
    if not found:
        label = row.get("name") or place
        for which in range(1, alike.count + 1):
            name = label if alike.count == 1 else f"{label} {which}"
            yield Soldier(name, alike.strength, alike.weapon, alike.shield)


def _whole(cell: str) -> Any:
    """The number in a cell, or the cell as it is if it holds none."""
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 10 else cell
