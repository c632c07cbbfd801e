"""``massbattle odds``: the odds of a battle file.

``--json`` prints the object of ``massbattle_core.mass_combat.odds.odds_to_json``, seen from side A: ``{"format": 1,
"method": "exact" | "simulated", "battles": n | null, "seed": s | null, "win": {"p", "low", "high"}, "undecided":
{…}, "loss": {…}, "rounds": {"1": p, …}, "remaining_br": {"a": {"0": p, …}, "b": {…}}, "units": [{"id", "name",
"side", "survival", "mean_br", "starting_br", "routed", "broken", "turns_lost"}]}``.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from dashboard.commands._odds_report import report
from massbattle_core import battlefile
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.exact import exact_odds
from massbattle_core.mass_combat.odds import odds_to_json
from massbattle_core.mass_combat.simulate import STEPS, odds_of, prepare, run_parallel

__all__ = ["command"]


def command(
    file: Annotated[Path, typer.Argument(help="A battle file.")],
    battles: Annotated[
        int | None,
        typer.Option(min=1, max=100_000_000, help=f"Battles to simulate; {STEPS[-1]} by default, none for exact odds."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**53 - 1, help="Seed of the dice; that of the file by default.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Threads to simulate on; all cores by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Tell the odds of a battle: who wins, after how many rounds, and who is left.

    They are exact for two units in contact, unless --battles or --seed is given, and simulated otherwise.
    """
    try:
        document = battlefile.load(file, playable=True)
        battle = document.mass_combat
        if seed is not None:
            battle = replace(battle, simulation=replace(battle.simulation, seed=seed))
        prepared = prepare(battle, document.creatures)
    except MassBattleError as error:
        typer.echo(f"massbattle odds: {error}", err=True)
        raise typer.Exit(2) from error
    odds = exact_odds(prepared) if battles is None and seed is None else None
    if odds is None:
        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            odds = odds_of(prepared, run_parallel(prepared, battles or STEPS[-1], pool))
    if as_json:
        typer.echo(json.dumps(odds_to_json(odds), ensure_ascii=False, indent=1))
    else:
        typer.echo(report(odds, document.name, {side: facts.name or side for side, facts in battle.sides.items()}))
