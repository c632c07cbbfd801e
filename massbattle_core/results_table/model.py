"""Soldiers, armies, combats and the house rules of the army results table.

Everything is frozen. ``problems_of`` lists all that is wrong with a combat; ``check`` raises it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table.tables import MAX_SOLDIERS, MAX_STRENGTH, PRESTIGE, WALL_LIMIT, WEAPONS, Weapon

__all__ = ["Army", "Combat", "Kind", "Rules", "Soldier", "army_problems", "check", "problems_of", "soldier_problems"]

Kind = Literal["army", "group", "person"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of this rulebook, one field a switch; the defaults are the rulings of the project.

    Raises :class:`InvalidBattleError` naming every field whose word is unknown.
    """

    once_per: Literal["movement_phase", "forever"] = "movement_phase"
    coalition_join: Literal["detected_or_friend_attacked", "detected_only", "gm"] = "detected_or_friend_attacked"
    defender_tie: Literal["coin", "gm"] = "coin"
    band_201: Literal["five_from_201", "four_at_201"] = "five_from_201"
    disorganised_applies_to: Literal["both", "defender"] = "both"
    wall_pick: Literal["highest_factors", "random", "gm"] = "highest_factors"
    wall_numbers: Literal["engaged", "whole_army"] = "engaged"
    above_3: Literal["strict", "from_4"] = "strict"
    crt_asymmetry: Literal["as_written", "symmetric"] = "as_written"
    cap_rounding: Literal["floor", "ceil"] = "floor"
    weaker_by: Literal["soldiers", "factors"] = "soldiers"
    exchange_rounding: Literal["ceil", "floor"] = "ceil"
    massacre_riposte: Literal["ten_percent", "none"] = "ten_percent"
    giver_draw: Literal["with_replacement", "without_replacement"] = "with_replacement"
    receiver_pool: Literal["all", "living"] = "all"
    n_is: Literal["modified", "raw"] = "modified"
    breaks_for: Literal["receiver", "giver", "both"] = "receiver"
    break_timing: Literal["end", "at_once"] = "end"
    equal_losses: Literal["nobody", "both"] = "nobody"
    bl0_is_loss: Literal["yes", "no"] = "yes"
    loser_is: Literal["beaten", "side_with_more_losses"] = "beaten"
    prestige: Literal["off", "on"] = "off"

    def __post_init__(self) -> None:
        problems = [
            Problem(f"rules/{name}", f"{getattr(self, name)!r} is unknown", f"one of {', '.join(words)}")
            for name, words in _words().items()
            if getattr(self, name) not in words
        ]
        if problems:
            raise InvalidBattleError(problems)

    @classmethod
    def from_switches(cls, switches: Mapping[str, Any]) -> Rules:
        """The rules with some switches set, named with or without the prefix ``s3.``.

        Raises :class:`InvalidBattleError` for unknown names and words, all at once.
        """
        chosen = {name.removeprefix("s3."): word for name, word in switches.items()}
        words = _words()
        problems = [
            Problem(f"rules/{name}", "no such house rule", f"one of {', '.join(words)}")
            if name not in words
            else Problem(f"rules/{name}", f"{word!r} is unknown", f"one of {', '.join(words[name])}")
            for name, word in chosen.items()
            if word not in words.get(name, ())
        ]
        if problems:
            raise InvalidBattleError(problems)
        return replace(cls(), **chosen)


@cache
def _words() -> dict[str, tuple[str, ...]]:
    hints = get_type_hints(Rules)
    return {field.name: get_args(hints[field.name]) for field in fields(Rules)}


@dataclass(frozen=True, slots=True)
class Soldier:
    """One soldier: strength (points), the weapon in hand, a shield or none.

    ``fit`` is false for the rest of the day after a light wound (R3.35): the soldier stays, but does not fight.
    """

    name: str
    strength: int
    weapon: Weapon = "none"
    shield: bool = False
    fit: bool = True


@dataclass(frozen=True, slots=True)
class Army:
    """An army, or a group or person that fights one; ``name`` identifies it, ``side`` is whose it is.

    ``prestige`` is that of the county that recognises it (0…5, None if none does). ``node`` is where it stands on
    a map; a combat does not look at it.
    """

    name: str
    soldiers: tuple[Soldier, ...]
    side: str = ""
    kind: Kind = "army"
    organised: bool = True
    immobile: bool = False
    in_town: bool = False
    besieging: bool = False
    prestige: int | None = None
    node: str = ""

    @property
    def strength(self) -> int:
        """Its number of soldiers, the lightly wounded included."""
        return len(self.soldiers)


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat of two sides. ``walled``: it is fought over a town with walls (R3.13).

    ``engaged`` holds the pairs (army, soldier) whom the GM lets fight at the walls; only for ``wall_pick = gm``.
    """

    attackers: tuple[Army, ...]
    defenders: tuple[Army, ...]
    walled: bool = False
    engaged: frozenset[tuple[str, str]] | None = None

    @property
    def armies(self) -> tuple[Army, ...]:
        """All armies, attackers first."""
        return self.attackers + self.defenders


def _is_count(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def soldier_problems(place: str, strength: object, weapon: object, shield: object) -> Iterator[Problem]:
    """What is wrong with the facts of one soldier."""
    if not _is_count(strength, 0, MAX_STRENGTH):
        yield Problem(f"{place}/strength", f"{strength!r} is no strength", f"a whole number 0…{MAX_STRENGTH}", "R3.8")
    if weapon not in WEAPONS:
        yield Problem(f"{place}/weapon", f"{weapon!r} is no weapon", f"one of {', '.join(WEAPONS)}", "R3.26")
    if not isinstance(shield, bool):
        yield Problem(f"{place}/shield", f"{shield!r} is neither true nor false", "true or false", "R3.26")


def _army_problems(place: str, army: Army) -> Iterator[Problem]:
    if not army.name:
        yield Problem(f"{place}/name", "the army has no name", "name it")
    if army.kind not in get_args(Kind):
        yield Problem(f"{place}/kind", f"{army.kind!r} is unknown", f"one of {', '.join(get_args(Kind))}", "R3.14")
    if not 1 <= len(army.soldiers) <= MAX_SOLDIERS:
        yield Problem(f"{place}/soldiers", f"{len(army.soldiers)} soldiers", f"1…{MAX_SOLDIERS} soldiers")
    if army.kind == "person" and len(army.soldiers) > 1:
        yield Problem(f"{place}/soldiers", "a person is one soldier", "make it a group", "R3.14")
    for flag in ("organised", "immobile", "in_town", "besieging"):
        if not isinstance(getattr(army, flag), bool):
            yield Problem(f"{place}/{flag}", f"{getattr(army, flag)!r} is neither true nor false", "true or false")
    if army.besieging and army.in_town:
        yield Problem(f"{place}/besieging", "nobody besieges a town from inside", "clear one of the two", "R3.10")
    if army.prestige is not None and not _is_count(army.prestige, 0, len(PRESTIGE) - 1):
        yield Problem(f"{place}/prestige", f"{army.prestige!r} is no prestige", f"0…{len(PRESTIGE) - 1}, or none")
    names = set()
    for number, soldier in enumerate(army.soldiers):
        yield from soldier_problems(f"{place}/soldiers/{number}", soldier.strength, soldier.weapon, soldier.shield)
        if soldier.name in names:
            yield Problem(f"{place}/soldiers/{number}/name", f"a second soldier {soldier.name!r}", "rename one")
        names.add(soldier.name)


def army_problems(armies: Sequence[Army]) -> tuple[Problem, ...]:
    """Everything that is wrong with some armies: numbers, words, names used twice."""
    problems = [problem for army in armies for problem in _army_problems(f"armies/{army.name}", army)]
    names = [army.name for army in armies]
    problems += [
        Problem(f"armies/{name}/name", "two armies have this name", "rename one")
        for name in sorted(set(names))
        if names.count(name) > 1
    ]
    return tuple(problems)


def problems_of(combat: Combat, rules: Rules) -> tuple[Problem, ...]:
    """Everything that is wrong with a combat, at once.

    Source: R3.14
    """
    problems = list(army_problems(combat.armies))
    for side, armies in (("attackers", combat.attackers), ("defenders", combat.defenders)):
        if not armies:
            problems.append(Problem(side, "nobody is on this side", "add an army, a group or a person"))
    if combat.armies and all(army.kind != "army" for army in combat.armies):
        problems.append(Problem("armies", "no army takes part", "a fight without an army has other rules", "R3.14"))
    if rules.wall_pick == "gm":
        problems += _pick_problems(combat) if combat.walled else ()
    elif combat.engaged is not None:
        problems.append(Problem("engaged", "only the house rule wall_pick = gm takes a pick", "leave it out", "R3.13"))
    return tuple(problems)


def _pick_problems(combat: Combat) -> Iterator[Problem]:
    picked = combat.engaged or frozenset()
    known = set()
    for side, armies in (("attackers", combat.attackers), ("defenders", combat.defenders)):
        fit = {(army.name, soldier.name) for army in armies for soldier in army.soldiers if soldier.fit}
        known |= fit
        if len(fit) > WALL_LIMIT and len(fit & picked) != WALL_LIMIT:
            yield Problem("engaged", f"{len(fit & picked)} {side} are picked", f"pick {WALL_LIMIT} of them", "R3.13")
    for army, name in sorted(picked - known):
        yield Problem("engaged", f"{name!r} of {army!r} cannot fight here", "pick fit soldiers of this combat", "R3.13")


def check(combat: Combat, rules: Rules) -> None:
    """Raise :class:`InvalidBattleError` with every problem of a combat."""
    problems = problems_of(combat, rules)
    if problems:
        raise InvalidBattleError(problems)
