"""The command line: ``massbattle serve | odds | duel | schema | …``, one module of ``dashboard.commands`` each.

A command is imported when it is called, so that none pays for what another needs. Exit codes: 0 done; 2 bad
input, with a message on stderr that names the file or option, the place and the remedy.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command as made_of

__all__ = ["app", "main"]

COMMANDS = (
    "serve",
    "odds",
    "duel",
    "skirmish",
    "orders",
    "table",
    "attack",
    "creatures",
    "army",
    "map",
    "sheet",
    "schema",
    "backup",
    "restore",
    "check",
    "bench",
)


class _Commands(TyperGroup):
    """The commands by name: a module's ``command``, or its ``app`` where it has commands of its own."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"dashboard.commands.{name}")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"dashboard.commands.{cmd_name}")
        if hasattr(module, "app"):
            found = made_of(module.app)
        else:
            alone = typer.Typer(add_completion=False)
            alone.command()(module.command)
            found = made_of(alone)
        found.name = cmd_name
        return found


app = typer.Typer(cls=_Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"massbattle {version('massbattle')}")
        except PackageNotFoundError:
            typer.echo("massbattle, not installed")
        raise typer.Exit


@app.callback()
def massbattle(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Mass battles for the tabletop: armies on a hex battlefield, and the odds."""


def main() -> None:
    """Run the command line."""
    app(prog_name="massbattle")
