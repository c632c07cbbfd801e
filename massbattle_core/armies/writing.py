"""A battle's armies as a list for a spreadsheet, which reads back as the same armies."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from massbattle_core.armies.cells import safe_cell
from massbattle_core.armies.columns import COLUMNS, CONTRACT, SIDE_COLUMNS
from massbattle_core.armies.lines import unit_key
from massbattle_core.armies.names import CreatureNames
from massbattle_core.armies.values import factors_cell
from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Side, SideId, Unit

__all__ = ["write_army_csv"]

_USUAL = Side("")


def write_army_csv(document: BattleDocument, side: SideId | None = None) -> str:
    """The armies of a battle, or that of one side, as CSV: one line a group, one a commander.

    Columns beyond the usual ten are written only where a unit needs them. Cells that a spreadsheet would take
    for formulas are marked by an apostrophe, which reading takes off again.
    """
    battle = document.mass_combat
    units = battle.side_units(side) if side else battle.ordered_units()
    names = CreatureNames(document.creatures, catalogue())
    with_ids = _need_ids(units)
    told: set[str] = set()
    rows = []
    for unit in units:
        for row in _rows(unit, names):
            if with_ids:
                row["id"] = unit.id
            if unit.side not in told:
                row.update(_side_cells(battle.sides[unit.side]))
                told.add(unit.side)
            rows.append(row)
    used = [column for column in COLUMNS if column in CONTRACT or any(row.get(column) for row in rows)]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, used, restval="", extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _need_ids(units: list[Unit]) -> bool:
    """Whether the units cannot be told apart by their names, or are numbered otherwise than from 1."""
    keys = {unit_key(unit.side, unit.name.strip()) for unit in units if unit.name.strip()}
    return len(keys) < len(units) or any(unit.id != f"u{number}" for number, unit in enumerate(units, 1))


def _rows(unit: Unit, names: CreatureNames) -> Iterator[dict[str, str]]:
    """The lines of a unit; what only some units have stands on the first of them."""
    common = {"side": unit.side, "unit": safe_cell(unit.name), "morale": str(unit.morale)}
    if unit.position:
        common |= {"col": str(unit.position[0]), "row": str(unit.position[1])}
    first: Mapping[str, str] = _further(unit)
    for number, group in enumerate(unit.groups, 1):
        made_of = {"group": str(number), "creature": _name(group.creature, names), "count": str(group.count)}
        yield {**common, **made_of, "mount": _name(group.mount, names), **first}
        first = {}
    if unit.commander:
        leader = unit.commander
        lead = {
            "creature": _name(leader.creature, names),
            "count": "1" if leader.creature else "",
            "mount": _name(leader.mount, names),
            "is_commander": "yes",
            "charisma": str(leader.charisma),
            "commander_name": safe_cell(leader.name),
        }
        yield {**common, **lead, **first}
    elif not unit.groups:
        yield {**common, **first}


def _further(unit: Unit) -> dict[str, str]:
    return {
        "doctrine": unit.doctrine or "",
        "targets": unit.targets or "",
        "mode": unit.mode or "",
        "arrival": str(unit.arrival.round) if unit.arrival else "",
        "losses": str(unit.losses) if unit.losses else "",
        "secret": "yes" if unit.secret else "",
        "factors": factors_cell(unit.factors),
        "notes": safe_cell(unit.notes),
    }


def _side_cells(side: Side) -> dict[str, str]:
    values = {column: getattr(side, field) for column, field in SIDE_COLUMNS.items()}
    usual = {column: getattr(_USUAL, field) for column, field in SIDE_COLUMNS.items()}
    return {
        column: safe_cell(value) if column == "side_name" else str(value)
        for column, value in values.items()
        if value != usual[column]
    }


def _name(key: str | None, names: CreatureNames) -> str:
    return safe_cell(names.shortest(key)) if key else ""
