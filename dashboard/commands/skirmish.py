"""``massbattle skirmish``: the odds of a fight of single characters.

Two sides, as options::

    massbattle skirmish --side "4x hero:ac=16,hp=40,attack=+6:1d8+4x2,character" \\
        --side "12x orc:ac=13,hp=15,attack=+5:1d12+3"

or a JSON file with the fields of :class:`~massbattle_core.skirmish.Encounter`
(``{"format": 1, "groups": [{"name", "side", "count", "combatant": {…}}, …], "terrain": {…}, "rules": {…}}``), where an
attack may be written as text.

The JSON that ``--json`` prints, seen from side A: ``{"format": 1, "method": "simulated", "battles", "seed",
"win" / "undecided" / "loss": {"p", "low", "high"}, "rounds": {round: p}, "groups": [{"name", "side", "count",
"standing": [p of 0, 1, …], "dead": […], "kills": [[…], …], "fallen": [[…], …]}]}``, where ``kills[r][n]`` is the
probability that the group has felled ``n`` enemies by the end of round ``r`` and ``fallen[r][n]`` that ``n`` of its own
lie at 0 hit points or are dead.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter, ValidationError

from massbattle_core.errors import BattleFileError, InvalidBattleError, MassBattleError, Problem
from massbattle_core.skirmish import (
    Abilities,
    AttackForm,
    Combatant,
    Encounter,
    Field,
    FightOdds,
    Group,
    Rules,
    Share,
    fight_odds,
    parse_attack,
)
from massbattle_core.skirmish.tables import ABILITIES, Side

__all__ = ["command", "parse_side", "read_encounter"]

_NUMBERS = {
    "ac": "armor_class",
    "hp": "hit_points",
    "speed": "speed_ft",
    "stealth": "stealth",
    "perception": "perception",
    "medicine": "medicine",
}
_ABILITY_KEYS = {ability[:3]: ability for ability in ABILITIES}
_OPTIONS = {"fights": "--fights", "seed": "--seed", "apart_ft": "--distance", "round_limit": "--rounds"}
_SHAPES: dict[str, type] = {
    "abilities": Abilities,
    "attacks": AttackForm,
    "combatant": Combatant,
    "groups": Group,
    "rules": Rules,
    "terrain": Field,
}
_KEYS = (*_NUMBERS, *_ABILITY_KEYS, "attack", "size", "doctrine", "character", "hiding")


def command(
    file: Annotated[Path | None, typer.Argument(help="An encounter as JSON, instead of --side.")] = None,
    side: Annotated[
        list[str] | None,
        typer.Option(
            help="A side, given twice: [N]x NAME:ac=,hp=,attack=BONUS:DAMAGE[xTIMES][@REACH/RANGE],speed=,…"
            " Further keys: size, str…cha, stealth, perception, medicine, doctrine (close, shoot, finish), the marks"
            " character (death saves) and hiding. Several groups of a side are separated by semicolons."
        ),
    ] = None,
    fights: Annotated[int, typer.Option(help="How many fights to simulate.")] = 2000,
    seed: Annotated[int, typer.Option(help="The seed of the dice.")] = 0,
    distance: Annotated[int, typer.Option(help="Feet between the sides at the start (with --side).")] = 60,
    rounds: Annotated[int, typer.Option(help="Break a fight off after so many rounds (with --side).")] = 50,
    rule: Annotated[list[str] | None, typer.Option(help="A house rule, like critical=none; may be repeated.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Odds of a fight of single characters: who wins, how long, who is left, kills by round."""
    try:
        if file is not None:
            encounter = read_encounter(file)
        else:
            encounter = Encounter(_sides(side or []), round_limit=rounds, apart_ft=distance)
        if rule:
            encounter = replace(encounter, rules=_rules(rule))
        odds = fight_odds(encounter, fights, seed)
    except InvalidBattleError as error:
        for problem in error.problems:
            typer.echo(str(replace(problem, place=_option(problem.place))), err=True)
        raise typer.Exit(2) from error
    except MassBattleError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo(json.dumps(_json(odds)) if as_json else _text(odds))


# ---------------------------------------------------------------- input


def _option(place: str) -> str:
    """The option that a place in an encounter comes from."""
    head, _, rest = place.partition("/")
    return f"--rule {rest}" if head == "rules" else _OPTIONS.get(place, place)


def _sides(texts: list[str]) -> tuple[Group, ...]:
    if len(texts) != 2:
        raise InvalidBattleError([Problem("--side", f"{len(texts)} sides", "give --side twice, or a file")])
    sides: tuple[tuple[Side, str], ...] = (("A", texts[0]), ("B", texts[1]))
    return tuple(group for letter, text in sides for group in parse_side(text, letter))


def parse_side(text: str, side: Side) -> tuple[Group, ...]:
    """The groups of a side: ``4x hero:ac=16,hp=40,attack=+6:1d8+4x2; 1x mage:…``.

    Raises :class:`InvalidBattleError` that names the option, the word and the remedy.
    """
    return tuple(_group(part.strip(), side) for part in text.split(";") if part.strip())


def _group(text: str, side: Side) -> Group:
    head, colon, sheet = text.partition(":")
    number, times, name = head.partition("x ")
    if not times or not number.strip().isdigit():
        number, name = "1", head
    if not colon or not name.strip():
        raise InvalidBattleError(
            [Problem("--side", f"{text!r} has no sheet", "write NAME:ac=13,hp=15,attack=+5:1d8+3")]
        )
    facts: dict[str, Any] = {"armor_class": 10, "hit_points": 1}
    abilities: dict[str, int] = {}
    attacks: list[AttackForm] = []
    group: dict[str, Any] = {}
    problems: list[Problem] = []
    for part in filter(None, (part.strip() for part in sheet.split(","))):
        key, _, value = (word.strip() for word in part.partition("="))
        place = f"--side {name.strip()}: {part}"
        if key == "attack":
            try:
                attacks.append(parse_attack(value))
            except InvalidBattleError as error:
                problems += [replace(problem, place=place) for problem in error.problems]
        elif key in ("character", "hiding"):
            (facts if key == "character" else group)[key] = value not in ("no", "false", "0")
        elif key == "size":
            facts["size"] = value
        elif key == "doctrine":
            group["doctrine"] = value
        elif key not in _KEYS:
            problems.append(Problem(place, f"{key!r} is no key", f"one of {', '.join(_KEYS)}"))
        elif not value.replace("−", "-").lstrip("+-").isdigit():
            problems.append(Problem(place, f"{value!r} is no whole number", "write it in digits"))
        elif key in _NUMBERS:
            facts[_NUMBERS[key]] = int(value.replace("−", "-"))
        else:
            abilities[_ABILITY_KEYS[key]] = int(value.replace("−", "-"))
    if problems:
        raise InvalidBattleError(problems)
    combatant = Combatant(name.strip(), attacks=tuple(attacks), abilities=Abilities(**abilities), **facts)
    return Group(name.strip(), side, combatant, int(number), **group)


def _rules(texts: list[str]) -> Rules:
    return Rules.of({key.strip(): value.strip() for key, _, value in (text.partition("=") for text in texts)})


def read_encounter(path: Path) -> Encounter:
    """An encounter from a JSON file.

    Raises :class:`BattleFileError` that names the file, the place in it and the remedy.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BattleFileError(f"cannot be read: {error.strerror}", str(path), "check the name") from error
    except ValueError as error:
        raise BattleFileError(f"is no JSON: {error}", str(path), "mend it there") from error
    if not isinstance(data, dict) or data.pop("format", None) != 1:
        raise BattleFileError("is no encounter of format 1", str(path), 'begin with {"format": 1, "groups": […]}')
    data = _written_out(data, Encounter, f"{path}: ")
    try:
        return TypeAdapter(Encounter).validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = "/".join(map(str, first["loc"]))
        raise BattleFileError(first["msg"], f"{path}: {place}", "see massbattle skirmish --help") from error


def _written_out(value: Any, shape: type, place: str) -> Any:
    """The value with attacks in full, after a look at the keys of every object in it."""
    if isinstance(value, list):
        return [_written_out(part, shape, f"{place}{index}/") for index, part in enumerate(value)]
    if shape is AttackForm and isinstance(value, str):
        try:
            return asdict(parse_attack(value))
        except InvalidBattleError as error:
            raise BattleFileError(error.problems[0].message, place, error.problems[0].remedy) from error
    if not isinstance(value, dict):
        return value
    known = [field.name for field in fields(shape)]
    for key in value:
        if key not in known:
            raise BattleFileError(f"{key!r} is no key", place.rstrip("/"), f"one of {', '.join(known)}")
    return {
        key: _written_out(part, _SHAPES[key], f"{place}{key}/") if key in _SHAPES else part
        for key, part in value.items()
    }


# ---------------------------------------------------------------- output


def _last_round(odds: FightOdds, still_fought: float = 0.0) -> int:
    """The last round that more than a share of the fights reach."""
    return max(index for index in range(len(odds.rounds)) if odds.rounds[index:].sum() > still_fought)


def _json(odds: FightOdds) -> dict[str, Any]:
    last = _last_round(odds)
    return {
        "format": 1,
        "method": "simulated",
        "battles": odds.fights,
        "seed": odds.seed,
        "win": asdict(odds.win),
        "undecided": asdict(odds.undecided),
        "loss": asdict(odds.loss),
        "rounds": {str(index): float(p) for index, p in enumerate(odds.rounds) if p > 0},
        "groups": [
            {
                "name": group.name,
                "side": group.side,
                "count": group.count,
                "standing": group.standing.tolist(),
                "dead": group.dead.tolist(),
                "kills": group.kills[: last + 1].tolist(),
                "fallen": group.fallen[: last + 1].tolist(),
            }
            for group in odds.groups
        ],
    }


def _percent(p: float, fights: int) -> str:
    """A percentage with a decimal only where so many fights carry one."""
    return f"{100 * p:.{1 if fights >= 10_000 else 0}f} %"


def _share(name: str, share: Share, fights: int) -> str:
    bounds = "–".join(_percent(p, fights).removesuffix(" %") for p in (share.low, share.high))
    return f"{name:<10} {_percent(share.p, fights):>7}  ({bounds} %)"


def _text(odds: FightOdds) -> str:
    n = odds.fights
    width = max(10, *(len(group.name) + 4 for group in odds.groups))
    lines = [
        f"{n} fights, seed {odds.seed}",
        _share("A wins", odds.win, n),
        _share("undecided", odds.undecided, n),
        _share("B wins", odds.loss, n),
        f"rounds     {odds.mean_rounds:7.1f}  (mean)",
        "",
        f"{'at the end':<{width}} {'of':>4} {'standing':>9} {'dead':>6} {'none dead':>10}",
    ]
    for group in odds.groups:
        standing = sum(count * p for count, p in enumerate(group.standing))
        dead = sum(count * p for count, p in enumerate(group.dead))
        lines.append(
            f"{group.name + ' (' + group.side + ')':<{width}} {group.count:>4} {standing:>9.1f} {dead:>6.1f}"
            f" {_percent(float(group.dead[0]), n):>10}"
        )
    names = [f"{group.name} ({group.side})" for group in odds.groups]
    lines += ["", "enemies felled by the end of each round (mean)", "round  " + "  ".join(names)]
    for index in range(1, _last_round(odds, still_fought=0.005) + 1):
        cells = (f"{group.mean_kills[index]:>{len(name)}.1f}" for group, name in zip(odds.groups, names, strict=True))
        lines.append(f"{index:>5}  " + "  ".join(cells))
    return "\n".join(lines)
