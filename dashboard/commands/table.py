"""``massbattle table``: the fight of two armies on the results table (S3).

JSON, all chances 0…1 (``low`` and ``high`` bound a simulated chance with 95 % confidence)::

    {"format": 1, "method": "exact" | "simulated", "battles": n | null, "seed": s | null,
     "columns": {"2:3": p, …}, "defender_by_rule": "attackers" | "defenders" | null,
     "results": {"D50": {"p": p, "attack_blows": n | null, "defence_blows": n | null}, …},
     "attackers": {"soldiers": n, "engaged": n, "base": n, "factors": "320",
                   "why": [{"multiplier": "3/2", "reason": "…", "rule": "R3.10"}, …],
                   "losses": {"mean": x, "law": {"0": p, …}}, "dead": {…},
                   "beaten": {"p": p, "low": p, "high": p}},
     "defenders": {…}}
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Annotated, Any

import typer

from massbattle_core.distribution import Distribution
from massbattle_core.errors import BattleFileError, InvalidBattleError, MassBattleError, Problem
from massbattle_core.results_table import (
    Army,
    Combat,
    CombatOdds,
    Rules,
    Soldier,
    SoldierCount,
    blows_by_result,
    combat_factors,
    combat_odds,
    muster,
    read_soldiers_csv,
    soldiers_from_counts,
)
from massbattle_core.results_table.odds import Method
from massbattle_core.results_table.rules.encounter import SideNumbers, defender_by_rule
from massbattle_core.results_table.rules.factors import ArmyFactors

__all__ = ["command"]

_ALIKE = "COUNT[:STRENGTH[:WEAPON[:shield]]], several with commas; weapons are none, staff, sword, mace"
_STATE = "organised or disorganised, immobile or moving, in-town or outside, besieging, prestige=0…5; with commas"

Soldiers = Annotated[str | None, typer.Option(metavar="SOLDIERS", help=_ALIKE)]
File = Annotated[
    Path | None,
    typer.Option(metavar="CSV", exists=True, dir_okay=False, help="Soldiers from a file: strength, weapon, shield…"),
]
State = Annotated[str, typer.Option(metavar="WORDS", help=_STATE)]


def command(
    attackers: Soldiers = None,
    attackers_csv: File = None,
    attackers_state: State = "organised,moving",
    defenders: Soldiers = None,
    defenders_csv: File = None,
    defenders_state: State = "organised,immobile",
    walls: Annotated[bool, typer.Option("--walls", help="The fight is over a town with walls.")] = False,
    rule: Annotated[list[str] | None, typer.Option(metavar="NAME=WORD", help="A house rule; may be repeated.")] = None,
    method: Annotated[str, typer.Option(help="auto, exact or simulated.")] = "auto",
    battles: Annotated[int, typer.Option(help="Battles to simulate where no exact law is affordable.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Seed of the simulated dice.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Factors, column, laws of losses and chances to be beaten of two armies on the combat results table."""
    try:
        rules = _rules(rule or [])
        combat = Combat(
            (_army("attackers", attackers, attackers_csv, attackers_state),),
            (_army("defenders", defenders, defenders_csv, defenders_state),),
            walled=walls,
        )
        fight = _Fight.of(combat, rules, combat_odds(combat, rules, method=_method(method), battles=battles, seed=seed))
    except MassBattleError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo(json.dumps(_json(fight), indent=2) if as_json else "\n".join(_lines(fight)))


# ---------------------------------------------------------------- parsing


def _wrong(place: str, message: str, remedy: str) -> InvalidBattleError:
    return InvalidBattleError([Problem(place, message, remedy)])


def _method(word: str) -> Method:
    methods: tuple[Method, ...] = ("auto", "exact", "simulated")
    for method in methods:
        if method == word:
            return method
    raise _wrong("--method", f"{word!r} is unknown", "auto, exact or simulated")


def _rules(pairs: list[str]) -> Rules:
    switches = {}
    for text in pairs:
        name, separator, word = text.partition("=")
        if not separator:
            raise _wrong("--rule", f"{text!r} has no word", "write NAME=WORD, such as above_3=from_4")
        switches[name] = word
    rules = Rules.from_switches(switches)
    if rules.wall_pick == "gm":
        raise _wrong("--rule", "wall_pick=gm needs somebody to pick", "highest_factors or random")
    return rules


def _army(side: str, counts: str | None, file: Path | None, state: str) -> Army:
    if (counts is None) == (file is None):
        raise _wrong(f"--{side}", "who fights?", f"give either --{side} or --{side}-csv")
    return Army(
        side, _from_text(f"--{side}", counts) if counts is not None else _from_file(side, file), **_state(side, state)
    )


def _from_file(side: str, file: Path | None) -> tuple[Soldier, ...]:
    assert file is not None  # one of the two options is given
    try:
        return read_soldiers_csv(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BattleFileError(str(error), f"--{side}-csv {file}", "a text file in UTF-8") from error
    except InvalidBattleError as error:
        raise InvalidBattleError(
            [
                Problem(f"--{side}-csv {file}: {problem.place}", problem.message, problem.remedy, problem.rule)
                for problem in error.problems
            ]
        ) from error


def _from_text(option: str, text: str) -> tuple[Soldier, ...]:
    alike = []
    for part in text.split(","):
        count, strength, weapon, shield, *more = (*part.strip().split(":"), *("0", "none", "")[part.count(":") :])[:5]
        if more or not count.isdecimal() or not strength.isdecimal() or shield not in ("", "shield"):
            raise _wrong(option, f"{part.strip()!r} names no soldiers", f"write {_ALIKE}")
        read: dict[str, Any] = {"count": int(count), "strength": int(strength), "weapon": weapon}
        alike.append(SoldierCount(**read, shield=shield == "shield"))
    try:
        return soldiers_from_counts(alike)
    except InvalidBattleError as error:
        raise InvalidBattleError(
            [Problem(f"{option} {problem.place}", problem.message, problem.remedy) for problem in error.problems]
        ) from error


_WORDS: dict[str, dict[str, Any]] = {
    "organised": {"organised": True},
    "disorganised": {"organised": False},
    "immobile": {"immobile": True},
    "moving": {"immobile": False},
    "in-town": {"in_town": True},
    "outside": {"in_town": False},
    "besieging": {"besieging": True},
    **{f"prestige={prestige}": {"prestige": prestige} for prestige in range(6)},
}


def _state(side: str, text: str) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word not in _WORDS:
            raise _wrong(f"--{side}-state", f"{word!r} is unknown", _STATE)
        state |= _WORDS[word]
    return state


# ---------------------------------------------------------------- showing


@dataclass(frozen=True)
class _Side:
    name: str
    soldiers: int
    engaged: int
    factors: ArmyFactors
    losses: Distribution
    dead: Distribution
    beaten: Fraction


@dataclass(frozen=True)
class _Fight:
    sides: tuple[_Side, _Side]
    odds: CombatOdds
    blows: dict[str, tuple[int, int]]
    by_rule: str | None

    @classmethod
    def of(cls, combat: Combat, rules: Rules, odds: CombatOdds) -> _Fight:
        mustered = muster(combat, rules)
        attackers, defenders = combat_factors(combat, rules)
        drawn = mustered.attackers.pick or mustered.defenders.pick
        blows = {} if drawn else {result: given for result, (_, *given) in blows_by_result(mustered, rules)[1].items()}
        named = {"first": "attackers", "second": "defenders", None: None}
        by_rule = defender_by_rule(SideNumbers.of(combat.attackers), SideNumbers.of(combat.defenders))
        laws = (
            ("attackers", mustered.attackers, attackers, odds.attack_losses, odds.attack_dead),
            ("defenders", mustered.defenders, defenders, odds.defence_losses, odds.defence_dead),
        )
        one, two = (
            _Side(name, ranks.armies[0].strength, ranks.engaged, factors[0], losses, dead, odds.beaten[name])
            for name, ranks, factors, losses, dead in laws
        )
        return cls((one, two), odds, {result: (a, d) for result, (a, d) in blows.items()}, named[by_rule])


def _interval(p: Fraction, battles: int | None) -> tuple[float, float]:
    """Wilson's interval of 95 % for a simulated chance; the chance itself if it is exact."""
    if battles is None:
        return float(p), float(p)
    z = 1.96
    middle = (float(p) + z * z / (2 * battles)) / (1 + z * z / battles)
    half = z * sqrt(float(p * (1 - p)) / battles + z * z / (4 * battles**2)) / (1 + z * z / battles)
    return max(0.0, middle - half), min(1.0, middle + half)


def _json(fight: _Fight) -> dict[str, Any]:
    odds = fight.odds
    blows = fight.blows
    return {
        "format": 1,
        "method": odds.method,
        "battles": odds.battles,
        "seed": odds.seed,
        "columns": {name: float(p) for name, p in odds.columns.items()},
        "defender_by_rule": fight.by_rule,
        "results": {
            result: {"p": float(p)}
            | dict(zip(("attack_blows", "defence_blows"), blows.get(result, (None, None)), strict=True))
            for result, p in odds.results.items()
        },
        **{side.name: _side_json(side, odds.battles) for side in fight.sides},
    }


def _side_json(side: _Side, battles: int | None) -> dict[str, Any]:
    low, high = _interval(side.beaten, battles)
    return {
        "soldiers": side.soldiers,
        "engaged": side.engaged,
        "base": side.factors.base,
        "factors": str(side.factors.total),
        "why": [
            {"multiplier": str(step.multiplier), "reason": step.reason, "rule": step.rule}
            for step in side.factors.steps
        ],
        "losses": _law_json(side.losses),
        "dead": _law_json(side.dead),
        "beaten": {"p": float(side.beaten), "low": low, "high": high},
    }


def _law_json(law: Distribution) -> dict[str, Any]:
    return {"mean": float(law.mean), "law": {str(value): float(p) for value, p in law.items()}}


def _chance(p: Fraction, battles: int | None) -> str:
    if battles is None:
        return _percent(p)
    low, high = _interval(p, battles)
    return f"{_percent(p)} ({_percent(low)} to {_percent(high)})"


def _percent(p: Fraction | float) -> str:
    percent = 100 * float(p)
    if 0 < percent < 0.01:
        return "< 0.01 %"
    if 99.99 < percent < 100:
        return "> 99.99 %"
    return f"{percent:.2f} %" if min(percent, 100 - percent) < 1 and 0 < percent < 100 else f"{percent:.1f} %"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.4g}"


def _lines(fight: _Fight) -> list[str]:
    odds = fight.odds
    lines: list[str] = []
    for side in fight.sides:
        factors = side.factors
        lines.append(f"{side.name.capitalize()}: {side.soldiers} soldiers, {_number(factors.total)} factors")
        lines.append(f"  {factors.base:>5}  sum over {factors.soldiers} soldiers (R3.8)")
        for step in factors.steps:
            rule = f" ({step.rule})" if step.rule else ""
            lines.append(f"  {'×' + _number(step.multiplier):>5}  {step.reason}{rule}")
        if side.engaged < side.soldiers:
            drawn = ", drawn from all of them" if side.engaged < factors.soldiers else ""
            lines.append(f"  {side.engaged:>5}  fight at the walls{drawn} (R3.13)")
    if fight.by_rule is None:
        lines.append("By the rules a coin would say who defends (R3.7).")
    elif fight.by_rule == "attackers":
        lines.append("By the rules the attackers named here would defend (R3.6).")
    columns = (f"{name} ({_percent(p)})" if p < 1 else name for name, p in odds.columns.items())
    lines.append("Column " + ", ".join(columns))
    lines += ["", f"{'Result':<8}{'chance':>9}{'attackers give':>16}{'defenders give':>16}"]
    for result, p in odds.results.items():
        given = fight.blows.get(result, ("–", "–"))
        lines.append(f"{result:<8}{_percent(p):>9}{given[0]:>16}{given[1]:>16}")
    lines += ["", f"{'Soldiers':<20}{'mean':>7}{'5 %':>6}{'median':>8}{'95 %':>6}"]
    for side in fight.sides:
        for label, law in ((f"{side.name} lost", side.losses), ("  of them dead", side.dead)):
            low, median, high = (law.quantile(Fraction(percent, 100)) for percent in (5, 50, 95))
            lines.append(f"{label:<20}{float(law.mean):>7.1f}{low:>6}{median:>8}{high:>6}")
    lines += ["", "Beaten: " + ", ".join(f"{side.name} {_chance(side.beaten, odds.battles)}" for side in fight.sides)]
    lines.append("Exact." if odds.battles is None else f"Simulated: {odds.battles} battles, seed {odds.seed}.")
    return lines
