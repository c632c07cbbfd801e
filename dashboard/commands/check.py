"""``massbattle check``: whether every kept battle, and the library, is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard import sqlite_file
from dashboard.commands._store import StoreOption, telling
from dashboard.library_copy import read_library
from dashboard.library_file import LibraryFile, library_path
from dashboard.store import parse_url
from dashboard.store_check import Checked, check_store
from massbattle_core import battlefile
from massbattle_core.armies.library import loads
from massbattle_core.creatures.model import slug

__all__ = ["command"]


def command(
    store: StoreOption = None,
    rescue: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Save the newest whole state of each damaged battle there."),
    ] = None,
) -> None:
    """Rebuild every kept battle from its snapshots and its log of edits, and tell what does not fit.

    Nothing is written to the store; the server may be running. Exit code 2 if something is damaged.
    """
    wrong = 0
    with telling("check"):
        for battle in check_store(store):
            for problem in battle.problems:
                typer.echo(f"massbattle check: {problem}", err=True)
            if battle.problems:
                wrong += 1
                if rescue is not None:
                    _rescue(battle, rescue)
            else:
                typer.echo(f"whole   {battle.revision:>7} edits   {battle.name}")
        _check_library(store)
    if wrong:
        raise typer.Exit(2)


def _check_library(store: str | None) -> None:
    """Tell whether the library that stands in a backup, or beside a store, is whole."""
    url, library = parse_url(store), LibraryFile(library_path(store))
    text = None
    if url.get_backend_name() == "sqlite":
        text = read_library(sqlite_file.database_path(url))
    found = loads(text) if text is not None else library.read()
    if text is not None or library.path.exists():
        counts = f"{len(found.creatures)} creatures, {len(found.units)} units, {len(found.armies)} armies"
        typer.echo(f"whole   library: {counts}")


def _rescue(battle: Checked, folder: Path) -> None:
    if battle.whole is None:
        typer.echo(f"massbattle check: nothing of {battle.name!r} can be saved", err=True)
        return
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{slug(battle.name) or 'battle'}-{battle.id}-{battle.whole_revision}.json"
    file.write_text(battlefile.dumps(battle.whole), encoding="utf-8")
    typer.echo(f"saved   {file}: as it was at revision {battle.whole_revision}")
