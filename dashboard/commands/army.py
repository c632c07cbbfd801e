"""``massbattle army``: armies from a spreadsheet into a battle file and out of it.

``import --json`` prints ``{"format": 1, "units": [{"id", "side", "name", "groups": [{"creature", "count", "mount"}],
"placed"}], "problems": [{"line", "column", "message", "remedy", "severity"}]}``; a problem without a line concerns
the place of a unit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer

from massbattle_core import battlefile
from massbattle_core.armies import ArmyPreview, placement_problems, read_army_csv, write_army_csv
from massbattle_core.armies.table import MOST_BYTES
from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument, apply_edit
from massbattle_core.errors import BattleFileError, MassBattleError, Problem
from massbattle_core.mass_combat.model import SideId

__all__ = ["app"]

app = typer.Typer(help="Armies from a spreadsheet into a battle file, and out of it.", no_args_is_help=True)

SideName = Literal["a", "b"]


@app.command("import")
def import_army(
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="An army list, of any spreadsheet.")],
    into: Annotated[Path, typer.Option(metavar="BATTLE.json", help="The battle file to take the armies into.")],
    out: Annotated[Path, typer.Option(metavar="OUT.json", help="Where to write the battle.")],
    side: Annotated[SideName | None, typer.Option(help="Only this side; a list of one army becomes this side.")] = None,
    add: Annotated[
        bool, typer.Option("--add", help="Add to the units that are there instead of replacing them.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Take the armies of a list into a battle, in place of the units of the same sides."""
    try:
        document = battlefile.load(into)
        preview = _read(file, document)
        if preview.errors:
            _fail("import", *(f"{file} {problem}" for problem in preview.errors))
        if side:
            preview = preview.of_side(side)
        replaced: set[SideId] = set() if add else {unit.side for unit in preview.units}
        displaced = placement_problems(document.mass_combat, preview.units, replaced)
        changed = apply_edit(document, preview.to_edit(document.mass_combat, replacing=replaced)).document
    except MassBattleError as error:
        _fail("import", str(error))
    _write(out, battlefile.dumps(changed), "import")
    if as_json:
        typer.echo(json.dumps(_report(preview, displaced, changed), ensure_ascii=False, indent=1))
        return
    for problem in (*preview.problems, *displaced):
        typer.echo(f"warning: {problem}", err=True)
    for letter, facts in sorted(changed.mass_combat.sides.items()):
        units = changed.mass_combat.side_units(letter)
        typer.echo(f"{facts.name or letter}: {', '.join(unit.name or unit.id for unit in units) or 'no unit'}")


@app.command("export")
def export_army(
    file: Annotated[Path, typer.Argument(metavar="BATTLE.json", help="A battle file.")],
    side: Annotated[SideName | None, typer.Option(help="Only this side.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Where to write the list.", show_default="print it")
    ] = None,
) -> None:
    """Write the armies of a battle as a list for a spreadsheet, which import reads back."""
    try:
        text = write_army_csv(battlefile.load(file), side)
    except MassBattleError as error:
        _fail("export", str(error))
    if out is None:
        typer.echo(text, nl=False)
    else:
        _write(out, text, "export")


def _read(file: Path, document: BattleDocument) -> ArmyPreview:
    """The preview of a list; raises BattleFileError whose place begins with the file."""
    try:
        with file.open("rb") as stream:
            return read_army_csv(stream.read(MOST_BYTES + 1), document.creatures, catalogue())
    except OSError as error:
        raise BattleFileError(
            f"cannot be read: {error.strerror}", str(file), "check the name and the rights"
        ) from error
    except BattleFileError as error:
        raise BattleFileError(error.message, f"{file} {error.place}".strip(), error.remedy) from error


def _write(path: Path, text: str, command: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        _fail(command, f"--out {path}: {error.strerror} (choose another place)")


def _fail(command: str, *messages: str) -> NoReturn:
    for message in messages:
        typer.echo(f"massbattle army {command}: {message}", err=True)
    raise typer.Exit(2)


def _report(preview: ArmyPreview, displaced: list[Problem], document: BattleDocument) -> dict[str, Any]:
    units = [
        {
            "id": unit.id,
            "side": unit.side,
            "name": unit.name,
            "groups": [{"creature": g.creature, "count": g.count, "mount": g.mount} for g in unit.groups],
            "placed": unit.position is not None,
        }
        for unit in document.mass_combat.ordered_units()
    ]
    of_lines = [
        {"line": p.line, "column": p.column, "message": p.message, "remedy": p.remedy, "severity": p.severity}
        for p in preview.problems
    ]
    of_places = [
        {"line": None, "column": "col", "message": p.message, "remedy": p.remedy, "severity": p.severity}
        for p in displaced
    ]
    return {"format": 1, "units": units, "problems": [*of_lines, *of_places]}
