"""``massbattle bench``: what the claims about speed are worth on this machine, all in one run.

``--json`` prints ``{"format": 1, "measures": [{"name", "value", "unit", "at_least", "holds"}]}``.
"""

from __future__ import annotations

import json
from enum import StrEnum
from importlib import import_module
from typing import Annotated

import typer

from dashboard.bench import Measure

__all__ = ["command"]


class Suite(StrEnum):
    """What to measure."""

    BATTLE = "battle"
    RULEBOOKS = "rulebooks"
    SHARE = "share"
    ALL = "all"


_MODULES = {
    Suite.BATTLE: ("mass_combat", "server"),
    Suite.SHARE: ("share",),
    Suite.RULEBOOKS: ("full_attack", "skirmish", "results_table", "strategic"),
}


def command(
    suite: Annotated[
        Suite, typer.Argument(help="The battle kernel and server, a shared battle, the other rulebooks, or all.")
    ] = Suite.BATTLE,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Measure this machine: ratios hold elsewhere, absolute times do not."""
    suites = list(_MODULES) if suite is Suite.ALL else [suite]
    measures = []
    for module in (name for each in suites for name in _MODULES[each]):
        for measured in import_module(f"dashboard.bench.{module}").measure():
            measures.append(measured)
            if not as_json:
                typer.echo(_line(measured))
    if as_json:
        typer.echo(json.dumps({"format": 1, "measures": [_object(measured) for measured in measures]}, indent=1))


def _line(measured: Measure) -> str:
    digits = 0 if measured.value >= 1000 else 1 if measured.value >= 10 else 3
    line = f"{measured.value:>12,.{digits}f} {measured.unit:<10} {measured.name}"
    if measured.at_least is None:
        return line
    return f"{line}   ({'holds' if measured.holds else 'FAILS'}: at least {measured.at_least:g})"


def _object(measured: Measure) -> dict[str, object]:
    return {
        "name": measured.name,
        "value": measured.value,
        "unit": measured.unit,
        "at_least": measured.at_least,
        "holds": measured.holds,
    }
