"""What people who only look on may know of a fight: what tells of a hidden unit, or a hidden number, is left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from massbattle_core.game import Event
from massbattle_core.mass_combat.situation import Die, Fight, Pending, Played, Situation, UnitState

__all__ = ["seen_fight"]

_TELLING = {"attack", "loss", "morale_test", "disengage"}
"""Kinds of events that tell numbers of the units in them."""

_NAMED = ("unit", "target", "cause", "friend")


def seen_fight(fight: Fight, visible: Collection[str], known: Collection[str]) -> Fight:
    """The fight as those see it who see the units ``visible`` and know all numbers of the units ``known``.

    The BR of a unit that is not known is 0, as that of its description is.
    """
    situation = fight.situation and _seen_situation(fight.situation, visible, known)
    pending = fight.pending and _seen_pending(fight.pending, known)
    entries = {number: _seen_played(played, visible, known) for number, played in fight.entries.items()}
    return Fight(situation, pending, {number: played for number, played in entries.items() if played})


def _seen_situation(situation: Situation, visible: Collection[str], known: Collection[str]) -> Situation:
    units = tuple(_seen_unit(unit, known) for unit in situation.units if unit.id in visible)
    order = tuple(unit_id for unit_id in situation.order if unit_id in visible)
    mover = situation.mover if situation.mover in visible else None
    if mover is None:
        turn = Situation(units, order, situation.round)
    else:
        turn = replace(situation, units=units, order=order, turn=order.index(mover), held=())
    return replace(turn, over=situation.over, winner=situation.winner)


def _seen_unit(unit: UnitState, known: Collection[str]) -> UnitState:
    return unit if unit.id in known else replace(unit, br=0)


def _seen_pending(pending: Pending, known: Collection[str]) -> Pending | None:
    dice = (*pending.dice, pending.asked)
    named = {getattr(pending.action, part, "") for part in ("unit", "target")} - {""}
    told = {event.facts[name] for event in pending.events for name in _NAMED if name in event.facts}
    return pending if named | told | _units_of(dice) <= set(known) else None


def _seen_played(played: Played, visible: Collection[str], known: Collection[str]) -> Played | None:
    events = tuple(event for event in played.events if _is_seen(event, visible, known))
    dice = tuple(die for die in played.dice if _units_of([die]) <= set(known))
    if not events and not dice:
        return None
    return Played(played.unit if played.unit in visible else "", events, dice)


def _is_seen(event: Event, visible: Collection[str], known: Collection[str]) -> bool:
    named = {event.facts[name] for name in _NAMED if name in event.facts}
    return named <= set(known if event.kind in _TELLING else visible)


def _units_of(dice: Iterable[Die]) -> set[str]:
    return {unit for die in dice for unit in (die.roller, die.cause)}
