"""``massbattle backup``: a copy of all that is kept, taken while the server may be running."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard import sqlite_file
from dashboard.commands._store import StoreOption, telling
from dashboard.library_copy import keep_library
from dashboard.library_file import LibraryFile, library_path
from dashboard.store import StoreError, parse_url, store_trouble
from dashboard.store_schema import verify
from massbattle_core.armies.library import dumps

__all__ = ["command"]


def command(
    file: Annotated[Path, typer.Argument(help="The file to write.", show_default=False)],
    store: StoreOption = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace FILE if it is there already.")] = False,
) -> None:
    """Copy every kept battle with its whole history, and the library, into one FILE; the server may go on running.

    The copy is checked before it takes its name. Put it back with massbattle restore.
    """
    with telling("backup"):
        url = parse_url(store)
        if url.get_backend_name() != "sqlite":
            raise StoreError(f"--store {url.render_as_string()}: copy it with its own tools")
        database = sqlite_file.database_path(url)
        if not database.exists():
            raise StoreError(f"--store {url.render_as_string()}: nothing is kept there yet; check the address")
        if file.exists() and file.samefile(database):
            raise StoreError(f"{file} is the store itself; choose another name")
        if file.exists() and not overwrite:
            raise StoreError(f"{file} is there already; choose another name, or say --overwrite")
        with store_trouble(url, "was not copied"):
            sqlite_file.verify_file(database, verify)
            library = LibraryFile(library_path(store))
            text = dumps(library.read()) if library.path.exists() else None
            sqlite_file.copy_to(database, file, lambda copy: keep_library(copy, text))
    typer.echo(f"{file}: a copy of every battle in {database}{f' and of {library.path}' if text else ''}")
