"""``massbattle map``: lay a map of this or another tool under a battle, or write the map of a battle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from massbattle_core.battlefile import dumps, load
from massbattle_core.document import BattleDocument, apply_edit
from massbattle_core.errors import BattleFileError, InvalidBattleError, MapFileError, ScaleNeeded
from massbattle_core.maps import MOST_BYTES, ImportedMap, csv_map, dumps_map, read_map
from massbattle_core.mass_combat.edits import SetField

__all__ = ["app"]

app = typer.Typer(help="Maps: CSV, JSON, hexagonal Tiled maps and Universal VTT.", no_args_is_help=True)


def _crop(text: str) -> tuple[int, int]:
    column, comma, row = text.partition(",")
    if not (comma and column.strip().isdecimal() and row.strip().isdecimal() and len(text) <= 20):
        raise typer.BadParameter(f"{text!r} is no place on a map; write COLUMN,ROW counted from 0")
    return int(column), int(row)


@app.command("import")
def import_map(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A map, whose format is recognised by content.")],
    into: Annotated[Path, typer.Option(metavar="BATTLE.json", help="The battle that gets the map.")],
    feet_per_square: Annotated[
        float | None, typer.Option(metavar="FEET", help="Side of a square of a Universal VTT map; 5 on most.")
    ] = None,
    crop: Annotated[
        Any, typer.Option(parser=_crop, metavar="COLUMN,ROW", help="Read the part of a large map that begins there.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the battle there, not over the old one.")
    ] = None,
) -> None:
    """Replace the ground of a battle by a map; units that would stand outside leave the board."""
    before = _battle(into)
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        found = read_map(data, str(file), feet_per_square=feet_per_square, crop=crop)
        after = apply_edit(before, SetField(found.field)).document
    except ScaleNeeded as error:
        _fail(f"{error}\nfor example: massbattle map import {file} --into {into} --feet-per-square 5")
    except (MapFileError, InvalidBattleError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{file}: {error.strerror or error} (check the name and the rights)")
    _write(dumps(after), out or into)
    for problem in found.problems:
        typer.echo(f"warning: {problem}", err=True)
    typer.echo(_summary(found))
    left = [unit.name for key, unit in before.mass_combat.units.items() if _leaves(after, key, unit.position)]
    if left:
        typer.echo(f"left the board: {', '.join(left)}")


@app.command("export")
def export_map(
    battle: Annotated[Path, typer.Argument(metavar="BATTLE.json", help="The battle whose map is written.")],
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Write a table for a spreadsheet, not JSON; zones and picture are left out.")
    ] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there, not to the terminal.")] = None,
) -> None:
    """Write the map of a battle as massbattle's own JSON or CSV."""
    field = _battle(battle).mass_combat.field
    text = csv_map(field) if as_csv else dumps_map(field)
    if out is None:
        typer.echo(text, nl=False)
    else:
        _write(text, out)


def _battle(path: Path) -> BattleDocument:
    try:
        return load(path)
    except BattleFileError as error:
        _fail(str(error))


def _write(text: str, path: Path) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError as error:
        _fail(f"{path}: {error.strerror or error} (check the name and the rights)")


def _summary(found: ImportedMap) -> str:
    counts = ", ".join(f"{count} {word.replace('_', ' ')}" for word, count in found.counts.items() if count)
    return f"{found.format}: {found.field.columns} × {found.field.rows}: {counts}"


def _leaves(after: BattleDocument, unit: str, position: tuple[int, int] | None) -> bool:
    return position is not None and after.mass_combat.units[unit].position is None


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(2)
