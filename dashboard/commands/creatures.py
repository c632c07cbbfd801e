"""``massbattle creatures``: search the catalogue, show a creature, read creatures from other tools' files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from dashboard.library_file import LibraryFile, library_path
from massbattle_core.armies.library import Library, creatures_by_key
from massbattle_core.creatures import SIZES, Creature, Size, catalogue, challenge_text
from massbattle_core.creatures.readers import MOST_BYTES, read_creatures
from massbattle_core.creatures.readers.values import challenge_rating
from massbattle_core.errors import BattleFileError, CreatureFileError

__all__ = ["app"]

app = typer.Typer(help="Creatures of the SRD 5.1, and creatures from other tools' files.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list.")]


def _rating(text: str) -> Fraction:
    rating = challenge_rating(text)
    if rating is None:
        raise typer.BadParameter(f"{text!r} is no challenge rating; write 1/8, 1/4, 1/2 or a whole number")
    return rating


def _size(text: str) -> Size:
    for size in SIZES:
        if text.lower() == size:
            return size
    raise typer.BadParameter(f"{text!r} is no size; write one of {', '.join(SIZES)}")


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="A name or part of one, in English or French.")] = "",
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 20,
    size: Annotated[Any, typer.Option(parser=_size, metavar="SIZE", help="Only this size.")] = None,
    min_cr: Annotated[
        Any, typer.Option(parser=_rating, metavar="CR", help="Only this challenge rating or more.")
    ] = None,
    max_cr: Annotated[
        Any, typer.Option(parser=_rating, metavar="CR", help="Only this challenge rating or less.")
    ] = None,
    ranged: Annotated[bool, typer.Option("--ranged", help="Only creatures that shoot 100 ft or more.")] = False,
) -> None:
    """Search the catalogue; best first. Accents, case and small typing errors do not matter."""
    found = catalogue().search(
        text, size=size, min_cr=min_cr, max_cr=max_cr, ranged=True if ranged else None, limit=limit
    )
    _print(found, as_json)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="Id, English or French name.")],
    as_json: AsJson = False,
) -> None:
    """Show one creature of the catalogue with its attacks."""
    creature = catalogue().get(name)
    if creature is None:
        near = ", ".join(other.name for other in catalogue().search(name, limit=3))
        advice = f"did you mean {near}?" if near else "try massbattle creatures search"
        _fail([f"{name}: no creature has this name ({advice})"])
    else:
        _print([creature], as_json)
        if not as_json:
            for attack in creature.attacks:
                far = [str(feet) for feet in (attack.range_ft, attack.long_range_ft) if feet]
                parts = [
                    f"{attack.bonus:+d} to hit" if attack.bonus is not None else "",
                    f"reach {attack.reach_ft} ft" if attack.reach_ft else "",
                    f"range {'/'.join(far)} ft" if far else "",
                    attack.damage,
                    "" if attack.at_will else "not at will",
                ]
                typer.echo(f"  {attack.name}: {', '.join(filter(None, parts))}")


@app.command("import")
def import_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of other tools, JSON or XML.")],
    as_json: AsJson = False,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep them, or only show them.")] = True,
    library: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The library.", show_default="that of your page")
    ] = None,
) -> None:
    """Read the creatures of other tools' files, whose format is recognised by content, and keep them.

    They are found on the page among your own creatures. One that you keep already is not kept twice.
    """
    creatures: list[Creature] = []
    failures: list[str] = []
    for path in files:
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
            creatures += [imported.creature for imported in read_creatures(data, str(path))]
        except CreatureFileError as error:
            text = str(error)
            failures.append(text if text.startswith(str(path)) else f"{path}: {text}")
        except OSError as error:
            failures.append(f"{path}: {error.strerror or error} (check the path)")
    if failures:
        _fail(failures)
    _print(creatures, as_json)
    if keep:
        new, path = _keep(creatures, LibraryFile(library or library_path()))
        if not as_json:
            typer.echo(f"{new} new in {path}", err=True)


def _keep(creatures: list[Creature], file: LibraryFile) -> tuple[int, Path]:
    """Keep creatures; returns how many were not kept before, and where."""
    coming: dict[str, Creature] = {}

    def kept(library: Library) -> Library:
        coming.update(creatures_by_key(creatures, library))
        return replace(library, creatures={**library.creatures, **coming})

    try:
        before = file.read().creatures
        file.change(kept)
    except BattleFileError as error:
        _fail([str(error)])
    return len(coming.keys() - before.keys()), file.path


def _fail(messages: Iterable[str]) -> None:
    for message in messages:
        typer.echo(message, err=True)
    raise typer.Exit(2)


def _print(creatures: list[Creature], as_json: bool) -> None:
    if as_json:
        found = [{**creature.to_json(), "ranged_ft": creature.ranged_ft} for creature in creatures]
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    if not creatures:
        typer.echo("No creature fits.")
    for creature in creatures:
        typer.echo(_line(creature))
        for problem in creature.problems:
            typer.echo(f"  {problem.severity}: {problem}")


def _line(creature: Creature) -> str:
    french = creature.french_name if creature.french_name != creature.name else ""
    how = {"long": " at long range", "spell": " with a spell"}.get(creature.ranged_on or "", "")
    shoots = f"shoots {creature.ranged_ft} ft{how}" if creature.ranged_ft else ""
    parts = [
        f"{creature.name} ({french})" if french else creature.name,
        f"CR {challenge_text(creature.challenge_rating)}",
        creature.size,
        " ".join(f"{mode} {feet} ft" for mode, feet in creature.speeds.items()) or "does not move",
        f"Cha {creature.charisma}",
        f"AC {creature.armor_class}" if creature.armor_class is not None else "",
        f"HP {creature.hit_points}" if creature.hit_points is not None else "",
        shoots,
    ]
    return " · ".join(filter(None, parts))
