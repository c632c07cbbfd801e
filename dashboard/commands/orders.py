"""``massbattle orders``: the turn of two generals who choose order and difficulty in secret, and how best to choose.

``--json`` prints one object::

    {"format": 1, "payoff": "winning" | "losses" | "both",
     "armies": {"a": {"headcount", "bonus", "art_of_war", "fatigue", "routed"}, "b": …},
     "choices": {"a": {"order", "difficulty", "regret"} | null, "b": …},
     "turn": null | {"winner": {"A": {"p", "exact"}, "B": …, "status_quo": …},
                     "steps": {"a": {"0": p, …}, "b": …}, "routed": {"a": p, "b": p}},
     "equilibrium": {"value", "gain", "orders_matter",
                     "a": {"orders": {order: p}, "difficulties": {order: {order of B: {difficulty: p}}}}, "b": …}}

``value`` is the payoff of the turn to A when both play the equilibrium; ``regret`` is what a side's choice earns less
than the best answer to the enemy's equilibrium; ``turn`` needs both choices.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, cast

import typer

from massbattle_core.errors import InvalidBattleError, MassBattleError, Problem
from massbattle_core.strategic import (
    BOTH,
    LOSSES,
    WINNING,
    Army,
    Equilibrium,
    Plan,
    PlanGame,
    Rules,
    Strategy,
    Tables,
    TurnLaw,
    fatigue_penalty,
    legal_plans,
    muster,
    plan_game,
    strategic_bonus,
    turn_law,
)
from massbattle_core.strategic.tables import Order

__all__ = ["command"]

_LEVELS = ("training", "equipment", "terrain")
_NUMBERS = {"headcount": "headcount", "art_of_war": "art_of_war", "turns": "consecutive_turns"}
_WORDS = (*_NUMBERS, *_LEVELS, "morale", "tireless")
_ARMY_HELP = (
    "such as headcount=3000,art_of_war=5,training=veteran,equipment=2,terrain=good,morale=high,turns=4,tireless: "
    "all but headcount may be left out; levels are 0 to 4 or their names; turns are those fought without rest"
)


class PayoffName(StrEnum):
    """What the generals play for."""

    winning = "winning"
    losses = "losses"
    both = "both"


_PAYOFFS = {PayoffName.winning: WINNING, PayoffName.losses: LOSSES, PayoffName.both: BOTH}
_PAYOFF_TEXTS = {
    PayoffName.winning: "chance of winning the turn less that of losing it",
    PayoffName.losses: "steps of size lost by the enemy less own ones",
    PayoffName.both: "chance of winning less that of losing, plus steps lost by the enemy less own ones",
}


def command(
    a: Annotated[str, typer.Option("--a", help=f"Army A, {_ARMY_HELP}")],
    b: Annotated[str, typer.Option("--b", help="Army B, in the same words")],
    choice_a: Annotated[str, typer.Option(help="What A has chosen, as ORDER:DIFFICULTY, such as charge:20")] = "",
    choice_b: Annotated[str, typer.Option(help="What B has chosen")] = "",
    payoff: Annotated[
        PayoffName,
        typer.Option(
            help="What they play for: the chance of winning the turn less that of losing it; the steps of size lost by "
            "the enemy less the own ones; or both together"
        ),
    ] = PayoffName.winning,
    rule: Annotated[
        list[str] | None, typer.Option(help="A house rule, such as effectiveness=both; may be given again")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON")] = False,
) -> None:
    """Odds of a turn of two armies for a pair of choices, and the best mixture of order and difficulty."""
    try:
        rules, tables = _rules(rule or ()), Tables()
        army_a, army_b = _army(a, "--a", tables), _army(b, "--b", tables)
        plan_a = _choice(choice_a, "--choice-a", army_a, rules, tables)
        plan_b = _choice(choice_b, "--choice-b", army_b, rules, tables)
        game = plan_game(army_a, army_b, _PAYOFFS[payoff], rules, tables)
        law = turn_law(army_a, army_b, plan_a, plan_b, rules, tables) if plan_a and plan_b else None
    except MassBattleError as error:
        typer.echo(f"massbattle orders: {error}", err=True)
        raise typer.Exit(2) from error
    answer = _answer((army_a, army_b), (plan_a, plan_b), law, game, payoff, rules, tables)
    typer.echo(json.dumps(answer) if as_json else _text(answer))


# ---------------------------------------------------------------- reading


def _refused(place: str, message: str, remedy: str) -> InvalidBattleError:
    return InvalidBattleError([Problem(place, message, remedy)])


def _rules(switches: Sequence[str]) -> Rules:
    pairs = [switch.partition("=") for switch in switches]
    for name, equals, _ in pairs:
        if not equals:
            raise _refused("--rule", f"{name!r} has no value", "write NAME=VALUE")
    return Rules.of({name.strip(): value.strip() for name, _, value in pairs})


def _army(text: str, option: str, tables: Tables) -> Army:
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in _WORDS:
            raise _refused(option, f"{name!r} is unknown", f"use {', '.join(_WORDS)}")
        if name == "tireless":
            given["can_tire"] = False
        elif name == "morale":
            given["morale"] = value.replace(" ", "_")
        elif name in _LEVELS:
            given[name] = _level(value, option, name, tables)
        else:
            given[_NUMBERS[name]] = _number(value, option, name)
    if "headcount" not in given:
        raise _refused(option, "an army needs soldiers", "add headcount=1000")
    try:
        return muster(**given)
    except InvalidBattleError as error:
        raise InvalidBattleError(
            [Problem(f"{option} {problem.place}", problem.message, problem.remedy) for problem in error.problems]
        ) from error


def _number(value: str, option: str, name: str) -> int:
    try:
        return int(value)
    except ValueError as error:
        raise _refused(f"{option} {name}", f"{value!r} is no whole number", f"write {name}=NUMBER") from error


def _level(value: str, option: str, name: str, tables: Tables) -> int:
    names = [level.name for level in getattr(tables, name)]
    return names.index(value) if value in names else _number(value, option, name)


def _choice(text: str, option: str, army: Army, rules: Rules, tables: Tables) -> Plan | None:
    if not text:
        return None
    order, _, difficulty = text.partition(":")
    plan = Plan(cast(Order, order.strip()), _number(difficulty, option, "difficulty"))
    legal = legal_plans(army, rules, tables)
    if plan not in legal:
        orders = ", ".join(dict.fromkeys(each.order for each in legal))
        difficulties = ", ".join(dict.fromkeys(str(each.difficulty) for each in legal))
        raise _refused(option, f"{text!r} cannot be chosen", f"orders: {orders}; difficulties: {difficulties}")
    return plan


# ---------------------------------------------------------------- answering


def _answer(
    armies: tuple[Army, Army],
    plans: tuple[Plan | None, Plan | None],
    law: TurnLaw | None,
    game: PlanGame,
    payoff: PayoffName,
    rules: Rules,
    tables: Tables,
) -> dict[str, Any]:
    equilibrium = game.solve()
    return {
        "format": 1,
        "payoff": payoff.value,
        "armies": {
            "a": _army_json(armies[0], armies[1], rules, tables),
            "b": _army_json(armies[1], armies[0], rules, tables),
        },
        "choices": {
            "a": plans[0] and _choice_json(plans[0], _regret_of_a(plans[0], game, equilibrium)),
            "b": plans[1] and _choice_json(plans[1], _regret_of_b(plans[1], game, equilibrium)),
        },
        "turn": law and _turn_json(law),
        "equilibrium": {
            "value": equilibrium.value,
            "gain": equilibrium.gain,
            "orders_matter": game.orders_matter,
            "a": _strategy_json(equilibrium.a),
            "b": _strategy_json(equilibrium.b),
        },
    }


def _army_json(army: Army, enemy: Army, rules: Rules, tables: Tables) -> dict[str, Any]:
    return {
        "headcount": army.headcount,
        "bonus": strategic_bonus(army, enemy.headcount, rules, tables),
        "art_of_war": army.general.art_of_war,
        "fatigue": fatigue_penalty(army.consecutive_turns + 1, army.can_tire),
        "routed": army.routed,
    }


def _choice_json(plan: Plan, regret: float) -> dict[str, Any]:
    return {"order": plan.order, "difficulty": plan.difficulty, "regret": max(0.0, regret)}


def _regret_of_a(plan: Plan, game: PlanGame, equilibrium: Equilibrium) -> float:
    return game.regret_of_a(Strategy.pure(plan, game.orders_b), equilibrium.b)


def _regret_of_b(plan: Plan, game: PlanGame, equilibrium: Equilibrium) -> float:
    return game.regret_of_b(equilibrium.a, Strategy.pure(plan, game.orders_a))


def _turn_json(law: TurnLaw) -> dict[str, Any]:
    return {
        "winner": {winner: {"p": float(p), "exact": str(p)} for winner, p in law.winner.items()},
        "steps": {
            "a": {str(steps): float(p) for steps, p in law.losses_a.items()},
            "b": {str(steps): float(p) for steps, p in law.losses_b.items()},
        },
        "routed": {"a": float(law.routed_a), "b": float(law.routed_b)},
    }


def _strategy_json(strategy: Strategy) -> dict[str, Any]:
    difficulties: dict[str, dict[str, dict[str, float]]] = {}
    for (own, enemy), chances in strategy.difficulties.items():
        difficulties.setdefault(own, {})[enemy] = {str(difficulty): p for difficulty, p in chances.items()}
    return {"orders": dict(strategy.orders), "difficulties": difficulties}


# ---------------------------------------------------------------- writing


def _percent(p: float) -> str:
    return f"{100 * p:.1f} %"


def _signed(number: float, digits: int = 0) -> str:
    return f"{number + 0.0:+.{digits}f}".replace("-", "−")


def _text(answer: dict[str, Any]) -> str:
    lines = [_army_text(side, answer["armies"][side]) for side in "ab"]
    for side in "ab":
        choice = answer["choices"][side]
        if choice:
            lines.append(
                f"{side.upper()} chooses {choice['order']} at {choice['difficulty']}: regret {choice['regret']:.3f}"
            )
    if answer["turn"]:
        lines += ["", *_turn_text(answer["turn"])]
    best = answer["equilibrium"]
    payoff = PayoffName(answer["payoff"])
    lines += ["", f"Best mixture, worth {_signed(best['value'], 3)} to A", f"  counting {_PAYOFF_TEXTS[payoff]}"]
    if not best["orders_matter"]:
        lines.append("  the orders make no difference to this: any will do")
    for side in "ab":
        lines += _strategy_text(side.upper(), best[side], best["orders_matter"])
    return "\n".join(lines)


def _army_text(side: str, army: dict[str, Any]) -> str:
    parts = [
        f"Army {side.upper()}: {army['headcount']} soldiers",
        f"strategic bonus {_signed(army['bonus'])}",
        f"art of war {_signed(army['art_of_war'])}",
        f"fatigue {_signed(army['fatigue']) if army['fatigue'] else 0}",
    ]
    return ", ".join([*parts, "routed"] if army["routed"] else parts)


def _turn_text(turn: dict[str, Any]) -> list[str]:
    winner = turn["winner"]
    lines = [
        f"The turn: A wins {_percent(winner['A']['p'])}, B wins {_percent(winner['B']['p'])}, "
        f"status quo {_percent(winner['status_quo']['p'])}"
    ]
    for side in "ab":
        steps = ", ".join(f"{steps}: {_percent(p)}" for steps, p in turn["steps"][side].items())
        lines.append(f"  steps of size lost by {side.upper()}: {steps}; routed {_percent(turn['routed'][side])}")
    return lines


def _strategy_text(side: str, strategy: dict[str, Any], orders_matter: bool) -> list[str]:
    lines = []
    for order, p in strategy["orders"].items():
        against = strategy["difficulties"][order]
        mixtures = list(against.values())
        named = order if orders_matter else "any order"
        if all(mixture == mixtures[0] for mixture in mixtures):
            for difficulty, q in mixtures[0].items():
                lines.append(f"  {side}  {named} at {difficulty}".ljust(28) + f"{_percent(p * q):>8}")
        else:
            lines.append(f"  {side}  {named}".ljust(28) + f"{_percent(p):>8}")
            for enemy, mixture in against.items():
                shares = ", ".join(f"{difficulty}: {_percent(q)}" for difficulty, q in mixture.items())
                lines.append(f"       against {enemy}: {shares}")
    return lines
