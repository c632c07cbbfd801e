"""What the commands about kept battles share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from massbattle_core.errors import MassBattleError

__all__ = ["StoreOption", "telling"]

StoreOption = Annotated[
    str | None, typer.Option("--store", help="Where battles are kept: a database URL.", show_default="your data folder")
]


@contextmanager
def telling(command: str) -> Iterator[None]:
    """Tell what is wrong on stderr and end with exit code 2."""
    try:
        yield
    except MassBattleError as error:
        typer.echo(f"massbattle {command}: {error}", err=True)
        raise typer.Exit(2) from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        typer.echo(f"massbattle {command}: {where}{error.strerror or error} (choose another place)", err=True)
        raise typer.Exit(2) from error
