"""``massbattle schema``: the JSON Schema of the battle file."""

from __future__ import annotations

import json

import typer

from massbattle_core import battlefile

__all__ = ["command"]


def command() -> None:
    """Print the JSON Schema of the battle file."""
    typer.echo(json.dumps(battlefile.schema(), ensure_ascii=False, indent=1))
