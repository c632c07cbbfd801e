"""``massbattle duel``: the exact odds of two units in contact, flat rolls, no one else near.

``--json`` prints an object of the shape of ``massbattle odds`` with ``"method": "exact"``, seen from A:
``{"format": 1, "method": "exact", "battles": null, "seed": null, "win": {"p", "low", "high"}, "undecided": {…},
"loss": {…}, "rounds": {"1": p, …}, "remaining_br": {"a": {…}, "b": {…}}, "units": […]}``.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import Annotated, Literal

import typer

from dashboard.commands._odds_report import report
from massbattle_core.errors import InvalidBattleError, MassBattleError, Problem
from massbattle_core.mass_combat.duel import Duellist, duel_odds
from massbattle_core.mass_combat.exact import as_battle_odds
from massbattle_core.mass_combat.odds import odds_to_json
from massbattle_core.mass_combat.tables import ROUNDS_DEFAULT

__all__ = ["command"]


class First(StrEnum):
    """Who strikes first."""

    A = "a"
    B = "b"


def command(
    a: Annotated[str, typer.Option(help="BR:MORALE of side A, such as 12:2.")],
    b: Annotated[str, typer.Option(help="BR:MORALE of side B, such as 9:-1.")],
    first: Annotated[
        First | None, typer.Option(help="Who strikes first; either, with equal chances, by default.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=200, help="Rounds after which the duel is undecided.")
    ] = ROUNDS_DEFAULT,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Tell the exact odds of a duel of two units in contact."""
    begins: dict[First | None, Literal["a", "b"] | None] = {First.A: "a", First.B: "b", None: None}
    try:
        fighters = (_duellist(a, "--a"), _duellist(b, "--b"))
        odds = as_battle_odds(duel_odds(*fighters, first=begins[first], rounds=rounds), *fighters)
    except MassBattleError as error:
        typer.echo(f"massbattle duel: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(odds_to_json(odds), ensure_ascii=False, indent=1))
    else:
        typer.echo(report(odds, f"A {a} against B {b}", {"a": "A", "b": "B"}))


def _duellist(text: str, option: str) -> Duellist:
    match = re.fullmatch(r"([+-]?\d{1,5}):([+-]?\d{1,2})", text.strip().replace("−", "-"))
    if not match:
        raise InvalidBattleError([Problem(option, f"{text!r} is not BR:MORALE", "write for example 12:2")])
    return Duellist(int(match[1]), int(match[2]))
