"""``massbattle attack``: the odds of a full attack by one roll (S4), beside those of ordinary iterative attacks.

The JSON of ``--json`` is described in :mod:`dashboard.commands._attack_report`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, cast

import typer

from dashboard.commands._attack_report import document, report
from massbattle_core.errors import IllegalActionError, InvalidBattleError, Problem
from massbattle_core.full_attack import (
    AttackProfile,
    Circumstances,
    Movement,
    NaturalProfile,
    Plan,
    Profile,
    Reroll,
    Rules,
    Target,
    TwoWeaponFeat,
    Weapon,
    base_attack_bonus_of,
    compare_with_usual,
    rolls_once,
    weapon_problems,
)

__all__ = ["command"]

_OPTIONS = {
    "attack_bonus": "--bonus",
    "armour_class": "--ac",
    "base_attack_bonus": "--bab",
    "damage_reduction": "--dr",
    "damage": "--damage",
    "dice": "--damage",
    "flat": "--damage",
    "extra_attacks": "--extra-attacks",
    "extra_dice": "--extra-dice",
    "feat": "--feat",
    "hit_points": "--hp",
    "multiplier": "--multiplier",
    "threat_from": "--threat",
    "trailing": "--trailing",
    "unused": "--unused",
    "acrobatics": "--acrobatics",
    "before": "--move",
    "speed": "--speed",
    "rerolls": "--reroll",
    "targets": "--ac",
}
"""The option behind the last part of a problem's place."""

_OPTION_OF_RULE = {"R4.12": "--ac", "R4.30": "--move", "R4.33": "--move"}
"""The option behind what a rule does not allow."""

_REROLLS: Mapping[str, Reroll] = {"better": "keep_better", "worse": "keep_worse"}
_WEAPON = "BONUS:DAMAGE[:THREAT[:MULTIPLIER]], as in 10:1d6+5:19"


def command(
    ac: Annotated[list[int], typer.Option(help="Armour class of a target; repeat for several targets.")],
    bonus: Annotated[int | None, typer.Option(help="Whole attack bonus with the main weapon.")] = None,
    bab: Annotated[str | None, typer.Option(help="Base attack bonus, as 8 or +8/+3.")] = None,
    damage: Annotated[str | None, typer.Option(help="Damage of a hit, as in 1d10+4.")] = None,
    threat: Annotated[int, typer.Option(help="Lowest face that threatens a critical.")] = 20,
    multiplier: Annotated[int, typer.Option(help="What a critical multiplies damage by.")] = 2,
    extra_dice: Annotated[str, typer.Option(help="Dice of effects that need a hit, as in 2d6.")] = "",
    ranged: Annotated[bool, typer.Option("--ranged", help="The weapon is a ranged weapon.")] = False,
    haste: Annotated[bool, typer.Option("--haste", help="One extra attack.")] = False,
    extra_attacks: Annotated[int, typer.Option(help="Further extra attacks.")] = 0,
    off_hand: Annotated[str | None, typer.Option(help=f"Second weapon: {_WEAPON}.")] = None,
    feat: Annotated[str, typer.Option(help="Two-weapon feat: none, improved or greater.")] = "none",
    trailing: Annotated[list[str] | None, typer.Option(help=f"Natural attack after the weapon: {_WEAPON}.")] = None,
    primary: Annotated[list[str] | None, typer.Option(help=f"Primary natural weapon: {_WEAPON}; repeat.")] = None,
    secondary: Annotated[list[str] | None, typer.Option(help=f"Secondary natural weapon: {_WEAPON}; repeat.")] = None,
    unused: Annotated[int, typer.Option(help="Natural attacks left out of this full attack.")] = 0,
    dr: Annotated[list[int] | None, typer.Option(help="Damage reduction, one for all targets or one each.")] = None,
    hp: Annotated[list[int] | None, typer.Option(help="Hit points, one for all targets or one each.")] = None,
    order: Annotated[str, typer.Option(help="Target of the first hit, the second…: 1,2,1.")] = "1",
    true_strike: Annotated[bool, typer.Option("--true-strike", help="True strike was cast.")] = False,
    reroll: Annotated[list[str] | None, typer.Option(help="Reroll of one attack roll: better or worse.")] = None,
    reroll_all: Annotated[str | None, typer.Option(help="Reroll of all attack rolls: better or worse.")] = None,
    move: Annotated[int, typer.Option(help="Feet moved (needs --rule mobile_melee=on).")] = 0,
    speed: Annotated[int, typer.Option(help="Base speed in feet.")] = 30,
    acrobatics: Annotated[int | None, typer.Option(help="Bonus of an Acrobatics check.")] = None,
    spring_attack: Annotated[bool, typer.Option("--spring-attack", help="Has Spring Attack.")] = False,
    rule: Annotated[list[str] | None, typer.Option(help="House rule, as in second_hit_bab=text; repeat.")] = None,
    no_criticals: Annotated[bool, typer.Option("--no-criticals", help="Leave criticals out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Exact odds of a full attack with one roll, beside ordinary iterative attacks."""
    try:
        extra = extra_attacks + haste
        if primary or secondary:
            if bonus is not None or bab or damage or off_hand or trailing:
                raise _problem("--primary", "natural weapons fight alone here", "with a weapon, use --trailing")
            profile: Profile = NaturalProfile(
                _weapons("--primary", primary), _weapons("--secondary", secondary), unused, extra
            )
        else:
            main = _main_weapon(bonus, damage, threat, multiplier, extra_dice, ranged)
            seconds = _weapons("--off-hand", [off_hand] if off_hand else None)
            profile = AttackProfile(
                _base_attack_bonus(bab),
                main,
                seconds[0] if seconds else None,
                cast(TwoWeaponFeat, feat),
                extra,
                _weapons("--trailing", trailing),
            )
        targets = _targets(ac, dr or [0], hp or [None])
        rules = _rules(rule or [])
        movement = Movement(move, speed=speed, acrobatics=acrobatics, spring_attack=spring_attack) if move else None
        rerolls = tuple(_reroll("--reroll", word) for word in reroll or [])
        every = _reroll("--reroll-all", reroll_all) if reroll_all else None
        circumstances = Circumstances(rerolls, every, true_strike, movement)
        comparison = compare_with_usual(
            profile, targets, rules, circumstances, _plan(order, len(targets)), criticals=not no_criticals
        )
    except InvalidBattleError as error:
        for problem in error.problems:
            typer.echo(f"massbattle attack: {_option(problem)}: {problem.message} ({problem.remedy})", err=True)
        raise typer.Exit(2) from error
    except IllegalActionError as error:
        typer.echo(f"massbattle attack: {_OPTION_OF_RULE[error.rule]}: {error}", err=True)
        raise typer.Exit(2) from error
    once = rolls_once(profile, rules)
    if as_json:
        typer.echo(json.dumps(document(comparison, profile, targets, rules, once=once), indent=2))
    else:
        typer.echo(report(comparison, profile, targets, rules, once=once))


def _problem(option: str, message: str, remedy: str) -> InvalidBattleError:
    return InvalidBattleError([Problem(option, message, remedy)])


def _option(problem: Problem) -> str:
    """The option that a problem is about: a weapon's own option, or the one behind the place."""
    if problem.place.startswith("--"):
        return problem.place.partition("/")[0]
    if problem.place.startswith("rules/"):
        return f"--rule {problem.place.removeprefix('rules/')}"
    return _OPTIONS.get(problem.place.rpartition("/")[2], problem.place)


def _main_weapon(
    bonus: int | None, damage: str | None, threat: int, multiplier: int, extra_dice: str, ranged: bool
) -> Weapon:
    if bonus is None or damage is None:
        raise _problem("--bonus, --damage", "missing", "give --bonus 12 --bab 8 --damage 1d10+4, or --primary")
    return Weapon.of(
        bonus,
        damage,
        threat_from=threat,
        multiplier=multiplier,
        extra_dice=extra_dice,
        ranged=ranged,
        name="main weapon",
    )


def _weapons(option: str, texts: Sequence[str] | None) -> tuple[Weapon, ...]:
    kind = option.removeprefix("--")
    return tuple(_weapon(option, f"{kind} weapon {number}", text) for number, text in enumerate(texts or (), start=1))


def _weapon(option: str, name: str, text: str) -> Weapon:
    bonus, _, rest = text.partition(":")
    damage, *critical = rest.split(":")
    try:
        threat, multiplier = (*map(int, critical), *(20, 2)[len(critical) :])
        weapon = Weapon.of(int(bonus), damage, threat_from=threat, multiplier=multiplier, name=name)
    except ValueError as error:
        raise _problem(option, f"{text!r} is no weapon", f"write {_WEAPON}") from error
    if problems := tuple(weapon_problems(option, weapon)):
        raise InvalidBattleError(problems)
    return weapon


def _base_attack_bonus(text: str | None) -> int:
    try:
        return base_attack_bonus_of([int(part) for part in (text or "").replace("−", "-").split("/")])
    except ValueError as error:
        raise _problem("--bab", f"{text or ''!r} is no base attack bonus", "write 8 or +8/+3") from error


def _targets(
    armour_classes: Sequence[int], reductions: Sequence[int], hit_points: Sequence[int | None]
) -> tuple[Target, ...]:
    count = len(armour_classes)
    for option, given in (("--dr", reductions), ("--hp", hit_points)):
        if len(given) not in (1, count):
            raise _problem(option, f"given {len(given)} times for {count} targets", "give it once, or once a target")
    return tuple(
        Target(armour_class, reductions[number % len(reductions)], hit_points[number % len(hit_points)])
        for number, armour_class in enumerate(armour_classes)
    )


def _rules(texts: Sequence[str]) -> Rules:
    return Rules.of({name: value for name, _, value in (text.partition("=") for text in texts)})


def _reroll(option: str, word: str) -> Reroll:
    if word not in _REROLLS:
        raise _problem(option, f"{word!r} is unknown here", f"one of {', '.join(_REROLLS)}")
    return _REROLLS[word]


def _plan(order: str, targets: int) -> Plan:
    numbers = order.split(",")
    if not all(number.isdecimal() and 1 <= int(number) <= targets for number in numbers):
        remedy = f"number the targets from 1 to {targets}, as in 1,{targets}"
        raise _problem("--order", f"{order!r} is no order of targets", remedy)
    return Plan(tuple(int(number) - 1 for number in numbers))
