"""A battle that is being fought, as plain values that a battle file can hold.

The document keeps where everything stands rather than what was done to get there, so that a later change of a
rule cannot alter a fight that has begun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, cast, get_args

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter

from massbattle_core.dice import Mode
from massbattle_core.game import Event
from massbattle_core.mass_combat.actions import Action, Befall, Begin, ByDoctrine, Suffer
from massbattle_core.phrases import phrase

__all__ = [
    "FACTS",
    "MOST_PLAYED",
    "PURPOSES",
    "ActionField",
    "Die",
    "Face",
    "Fight",
    "FightAction",
    "Pending",
    "Played",
    "Purpose",
    "Situation",
    "Status",
    "UnitState",
    "action_from_json",
    "action_to_json",
]

MOST_PLAYED = 3_000
"""Actions that a fight remembers; the oldest are forgotten, the history of the battle still has them."""

Status = Literal["waiting", "field", "eliminated"]
FellTo = Literal["", "rout", "casualties", "kills"]
Purpose = Literal["attack", "attack_again", "defence", "rout", "casualties", "friends", "disengage", "tie"]
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Number = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,6}$")]
Face = Annotated[int, Field(strict=True, ge=1, le=20)]
FightAction = Begin | Action | Suffer | Befall | ByDoctrine


@dataclass(frozen=True, slots=True)
class UnitState:
    """A unit in the middle of a battle.

    ``defend`` counts turns until a Defend ends, ``lost_turns`` those that it will lose, ``turns_lost`` those that it
    has lost; ``fell_to`` says what eliminated it.
    """

    id: str
    position: tuple[int, int]
    br: Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)]
    status: Status
    defend: Count = 0
    guard: bool = False
    lost_turns: Count = 0
    fell_to: FellTo = ""
    turns_lost: Count = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a battle stands: whose turn it is, what the unit has done in it, and every unit.

    ``order`` holds unit ids, first to act first, and ``turn`` the place in it; ``left`` is feet of movement;
    ``mover`` is None once the battle is over; ``held`` are the rounds for which each objective has been held;
    ``winner`` is ``"a"``, ``"b"`` or None, and ``over`` tells whether that is final.
    """

    units: tuple[UnitState, ...]
    order: tuple[str, ...]
    round: Annotated[int, Field(strict=True, ge=1, le=200)] = 1
    turn: Annotated[int, Field(strict=True, ge=-1, le=64)] = -1
    mover: str | None = None
    left: Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)] = 0
    acted: bool = False
    disengaged: bool = False
    contact: bool = False
    passing: bool = False
    held: tuple[Count, ...] = ()
    over: bool = False
    winner: Literal["a", "b"] | None = None


# ---------------------------------------------------------------- actions and events in JSON

_ACTIONS: dict[str, TypeAdapter[Any]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(FightAction)}


def action_to_json(action: FightAction) -> dict[str, Any]:
    """An action as plain JSON, ``{"do": "Move", "unit": "u3", "to": [4, 5]}``."""
    name = type(action).__name__
    return {"do": name, **_ACTIONS[name].dump_python(action, mode="json")}


def action_from_json(value: object) -> FightAction:
    """The action in plain JSON; raises ``ValueError`` that says what is wrong with it."""
    if isinstance(value, get_args(FightAction)):
        return cast(FightAction, value)
    if not isinstance(value, Mapping) or value.get("do") not in _ACTIONS:
        raise ValueError(phrase('an action is an object with "do", one of {names}', names=", ".join(_ACTIONS)))
    facts = {name: fact for name, fact in value.items() if name != "do"}
    return cast(FightAction, _ACTIONS[value["do"]].validate_python(facts, extra="forbid"))


def _is_place(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(type(number) is int for number in value)


def _is_count(value: object) -> bool:
    return type(value) is int and abs(value) < 1 << 40


_KINDS: dict[str, Callable[[object], bool]] = {
    **{name: lambda value: isinstance(value, str) for name in ("unit", "target", "cause", "friend")},
    **dict.fromkeys(("to", "from", "at"), _is_place),
    **{name: lambda value: isinstance(value, bool) for name in ("passed", "passing")},
    "mode": lambda value: value in ("adv", "dis", "flat"),
    "fell_to": lambda value: value in get_args(FellTo),
    "winner": lambda value: value in ("a", "b", None),
}
"""What each fact of an event is; the others are whole numbers."""

FACTS: dict[str, frozenset[str]] = {
    kind: frozenset(facts.split())
    for kind, facts in {
        "attack": "unit target mode attacker_total target_total margin",
        "loss": "unit cause loss br",
        "morale_test": "unit dc total passed",
        "eliminated": "unit fell_to",
        "loses_next_turn": "unit friend",
        "enters": "unit to from left passing",
        "guard_strikes": "unit target",
        "strikes": "unit target spaces",
        "disengage": "unit passed left",
        "arrives": "unit at left",
        "turn": "unit round",
        "round_ends": "round",
        "over": "winner round",
        "dash": "unit",
        "defend": "unit",
        "guard": "unit",
        "turn_lost": "unit",
    }.items()
}
"""The facts of each kind of event."""


def _event(value: object) -> Event:
    if isinstance(value, Event):
        return value
    if not isinstance(value, Mapping) or value.get("kind") not in FACTS:
        raise ValueError(phrase('an event is an object with "kind", one of {names}', names=", ".join(FACTS)))
    facts = {name: fact for name, fact in value.items() if name not in ("kind", "rule")}
    wanted = FACTS[value["kind"]]
    if facts.keys() != wanted:
        raise ValueError(
            phrase("the event {kind} has the facts {names}", kind=value["kind"], names=", ".join(sorted(wanted)))
        )
    for name, fact in facts.items():
        if not _KINDS.get(name, _is_count)(fact):
            raise ValueError(
                phrase(
                    "{name} of the event {kind} cannot be {fact!r}", name=name, kind=value["kind"], fact=str(fact)[:40]
                )
            )
        if isinstance(fact, list):
            facts[name] = tuple(fact)
    return Event(value["kind"], str(value.get("rule", ""))[:8], facts)


def _event_to_json(event: Event) -> dict[str, Any]:
    facts = {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in event.facts.items()}
    return {"kind": event.kind, "rule": event.rule, **facts}


ActionField = Annotated[
    FightAction, PlainValidator(action_from_json), PlainSerializer(action_to_json, return_type=dict)
]
_EventField = Annotated[Event, PlainValidator(_event), PlainSerializer(_event_to_json, return_type=dict)]


# ---------------------------------------------------------------- the fight


@dataclass(frozen=True, slots=True)
class Die:
    """A d20 that ``roller`` throws because of ``cause`` (itself where nobody else has a part in it).

    ``face`` is None while it is to be thrown. ``mode`` tells, of the die that is asked for, how its attack is rolled.
    """

    roller: str
    cause: str
    purpose: Purpose
    face: Face | None = None
    mode: Mode = "flat"


@dataclass(frozen=True, slots=True)
class Pending:
    """An action that has begun and waits for real dice: those thrown so far, and the one to throw next.

    ``events`` are what the dice so far have led to.
    """

    action: ActionField
    asked: Die
    dice: Annotated[tuple[Die, ...], Field(max_length=512)] = ()
    events: Annotated[tuple[_EventField, ...], Field(max_length=600)] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """What one action of a unit led to; ``unit`` is ``""`` for the drawing of the order before the first turn."""

    unit: str
    events: Annotated[tuple[_EventField, ...], Field(max_length=600)] = ()
    dice: Annotated[tuple[Die, ...], Field(max_length=600)] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle that is being fought.

    ``situation`` is None only while the order of the units is drawn; ``pending`` is the action that waits for dice;
    ``entries`` tell by number what was done, from 1 on: a mapping, so that a change of it is a small one.
    ``by_doctrine`` is the side whose units play their turns by themselves, as their doctrines say.
    """

    situation: Situation | None = None
    pending: Pending | None = None
    entries: Annotated[Mapping[Number, Played], Field(max_length=MOST_PLAYED)] = field(default_factory=dict)
    by_doctrine: Literal["a", "b"] | None = None

    @property
    def log(self) -> tuple[Played, ...]:
        """What was done, the latest last."""
        return tuple(self.entries[number] for number in sorted(self.entries, key=int))

    @property
    def die_number(self) -> tuple[int, int]:
        """Which die is waited for: the number of the action's entry to come, and of the die within it, from 0."""
        thrown = len(self.pending.dice) if self.pending else 0
        return max(map(int, self.entries), default=0) + 1, thrown

    def with_played(self, situation: Situation, played: Played) -> Fight:
        """The fight after an action; the oldest entry is forgotten where there are too many."""
        number = max(map(int, self.entries), default=0) + 1
        kept = {key: entry for key, entry in self.entries.items() if int(key) > number - MOST_PLAYED}
        return replace(self, situation=situation, pending=None, entries={**kept, str(number): played})
