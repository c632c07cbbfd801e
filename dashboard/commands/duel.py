"""``massbattle duel``: the exact odds of two units in contact, flat rolls, no one else near.

``--json`` prints the object that ``massbattle odds --json`` prints, with ``"method": "exact"``, ``"battles": null``,
``"seed": null`` and the units ``"a"`` and ``"b"``.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Literal

import typer

from dashboard.commands._odds_report import report
from massbattle_core.errors import InvalidBattleError, MassBattleError, Problem
from massbattle_core.mass_combat.duel import Duellist, DuelOdds, duel_odds
from massbattle_core.mass_combat.odds import BattleOdds, Share, UnitOdds, odds_to_json
from massbattle_core.mass_combat.tables import ROUNDS_DEFAULT

__all__ = ["command"]

NAMES = {"a": "A", "b": "B"}


def command(
    a: Annotated[str, typer.Option("--a", metavar="BR:MORALE", help="Battle rating and morale rating of A: 23:+2.")],
    b: Annotated[str, typer.Option("--b", metavar="BR:MORALE", help="The same of B.")],
    first: Annotated[
        Literal["a", "b"] | None, typer.Option(help="Who strikes first; either with equal chances by default.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, max=200, help="After so many rounds it is undecided.")] = ROUNDS_DEFAULT,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Tell the exact odds of a duel of two units in contact."""
    try:
        fighters = _duellist("a", a), _duellist("b", b)
        odds = _as_battle(fighters, duel_odds(*fighters, first=first, rounds=rounds))
    except InvalidBattleError as error:
        for problem in error.problems:
            typer.echo(f"massbattle duel: --{problem}", err=True)
        raise typer.Exit(2) from error
    except MassBattleError as error:
        typer.echo(f"massbattle duel: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(odds_to_json(odds), indent=1))
    else:
        typer.echo(report(odds, f"A {a} against B {b}", NAMES))


def _duellist(side: str, text: str) -> Duellist:
    found = re.fullmatch(r"(\d{1,9}):([+-]?\d{1,9})", text.strip().replace("−", "-"))
    if not found:
        raise InvalidBattleError([Problem(side, f"{text!r} is not BR:MORALE", "write for example 23:+2 or 12:-4")])
    return Duellist(int(found[1]), int(found[2]))


def _as_battle(fighters: tuple[Duellist, Duellist], odds: DuelOdds) -> BattleOdds:
    """The odds of a duel in the form of those of a battle."""

    def exact(p: float) -> Share:
        return Share(p, p, p)

    left = {"a": odds.left_a, "b": odds.left_b}
    gone = {"a": odds.loss, "b": odds.win}
    units = tuple(
        UnitOdds(
            id=side,
            name=NAMES[side],
            side=side,
            survival=1.0 - gone[side],
            mean_br=sum(br * p for br, p in left[side].items()),
            starting_br=fighter.br,
            routed=odds.routed[index],
            broken=odds.broken[index],
        )
        for index, (side, fighter) in enumerate(zip("ab", fighters, strict=True))
    )
    remaining = {side: dict(sorted({**law, 0: law.get(0, 0.0) + gone[side]}.items())) for side, law in left.items()}
    return BattleOdds(
        method="exact",
        battles=None,
        seed=None,
        win=exact(odds.win),
        undecided=exact(odds.undecided),
        loss=exact(odds.loss),
        rounds=odds.rounds,
        remaining=remaining,
        units=units,
    )
