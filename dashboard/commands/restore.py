"""``massbattle restore``: a copy made by ``massbattle backup`` takes the place of all that is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import sqlalchemy as sa
import typer

from dashboard import sqlite_file
from dashboard.commands._store import StoreOption, telling
from dashboard.library_copy import drop_library, read_library
from dashboard.library_file import LibraryFile, library_path
from dashboard.store import StoreError, parse_url, store_trouble
from dashboard.store_check import check_store

__all__ = ["command"]


def command(
    file: Annotated[Path, typer.Argument(help="A file that massbattle backup has written.", show_default=False)],
    store: StoreOption = None,
) -> None:
    """Put the battles and the library of a backup FILE in the place of those that are kept now.

    FILE is checked first. What is kept now is not lost: it stays beside the store under another name. The server
    must not be running.
    """
    with telling("restore"):
        url = parse_url(store)
        if url.get_backend_name() != "sqlite":
            raise StoreError(f"--store {url.render_as_string()}: put this database back with its own tools")
        database = sqlite_file.database_path(url)
        if file.exists() and database.exists() and file.samefile(database):
            raise StoreError(f"{file} is the store itself; choose a copy")
        battles = list(check_store(sa.URL.create("sqlite", database=str(file)).render_as_string()))
        damaged = [problem for battle in battles for problem in battle.problems]
        if damaged:
            raise StoreError(f"{file} was not put back: {damaged[0].place}: {damaged[0].message} (choose another copy)")
        text, library = read_library(file), LibraryFile(library_path(store))
        with store_trouble(url, "was not replaced"):
            kept = [sqlite_file.put_back(file, database, drop_library)]
        if text is not None:
            kept.append(library.put_back(text))
    typer.echo(f"{database}: {len(battles)} battles from {file}")
    if text is None:
        typer.echo(f"{file} holds no library: {library.path} stays as it is")
    for before in filter(None, kept):
        typer.echo(f"what was there before is kept in {before}")
