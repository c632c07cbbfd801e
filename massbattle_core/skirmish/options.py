"""Everything that is legal now, listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from massbattle_core.errors import IllegalActionError
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.ground import can_stop, explore, find_path
from massbattle_core.skirmish.scene import beaten, packed
from massbattle_core.skirmish.state import Fighter, State
from massbattle_core.skirmish.tables import NEAR_FT
from massbattle_core.skirmish.verify import current_offer, tied_next, verify, with_speed

__all__ = ["legal_actions"]

_SKILLS: tuple[Literal["perception", "investigation"], ...] = ("perception", "investigation")


def legal_actions(state: State) -> tuple[do.Action, ...]:
    """Every legal action that needs no number of the game master's.

    Of the paths to a square the cheapest is listed, of triggers "at a sign" and "an enemy comes within 5 ft",
    of attacks those without the game master's modifiers; :func:`verify` lets the others pass as well.
    """
    if beaten(state.fighters) or state.round > state.encounter.round_limit:
        return ()
    ties = tied_next(state)
    if ties:
        return tuple(do.ActsFirst(name) for name in ties)
    return tuple(action for action in _candidates(state) if _legal(state, action))


def _legal(state: State, action: do.Action) -> bool:
    if isinstance(action, do.Move):
        return True
    try:
        verify(state, action)
    except IllegalActionError:
        return False
    return True


def _candidates(state: State) -> Iterator[do.Action]:
    offer = current_offer(state)
    if offer is not None:
        actor = state.fighter(offer.fighter)
        if offer.kind == "opportunity":
            responses: Iterator[do.Response] = _attacks(actor, (state.fighter(offer.mover),))
        else:
            responses = _responses(state, actor)
        yield from (do.React(actor.id, response) for response in responses)
        yield do.Decline(actor.id)
        return
    active = state.active
    if active is None:
        return
    yield from _turn(state, active)
    yield do.EndTurn()
    for fighter in state.fighters:
        if fighter.readied is not None and fighter.readied.within_ft is None:
            yield from (do.React(fighter.id, response) for response in _responses(state, fighter))


def _turn(state: State, actor: Fighter) -> Iterator[do.Action]:
    if not actor.up:
        return
    yield from _moves(state, actor)
    yield do.StandUp()
    yield do.DropProne()
    yield from _attacks(actor, state.fighters)
    for bonus in (False, True):
        yield from _helps(state, actor, bonus)
        yield from (do.Search(skill, bonus) for skill in _SKILLS)
        yield from (do.Dash(bonus), do.Dodge(bonus), do.Hide(bonus), do.Disengage(bonus))
        yield from (do.FirstAid(other.id, bonus) for other in state.fighters)
    for response in do.READIABLE:
        yield do.Ready(response, None, "at a sign")
        yield do.Ready(response, NEAR_FT)


def _responses(state: State, actor: Fighter) -> Iterator[do.Response]:
    """What a fighter can release, by the word it has readied."""
    if actor.readied is None or not actor.can_react:
        return
    everything: tuple[Iterator[do.Response], ...] = (
        _attacks(actor, state.fighters),
        _moves(state, with_speed(actor)),
        _helps(state, actor, False),
        (do.Search(skill) for skill in _SKILLS),
        iter((do.Dodge(), do.Hide())),
        (do.FirstAid(other.id) for other in state.fighters),
    )
    for responses in everything:
        yield from (response for response in responses if do.word(response) == actor.readied.response)


def _attacks(actor: Fighter, targets: tuple[Fighter, ...]) -> Iterator[do.Attack]:
    for target in targets:
        for form in range(len(actor.sheet.attacks)):
            yield do.Attack(target.id, form)


def _helps(state: State, actor: Fighter, bonus: bool) -> Iterator[do.Help]:
    foes = [None, *(other.id for other in state.fighters if other.side != actor.side)]
    for ally in state.fighters:
        yield from (do.Help(ally.id, foe, bonus) for foe in foes)


def _moves(state: State, actor: Fighter) -> Iterator[do.Move]:
    """The cheapest path to every square within the movement."""
    record = packed(state)
    i, width = state.index(actor.id), state.encounter.terrain.width
    explore(record, i, actor.movement)
    start = actor.square[1] * width + actor.square[0]
    for number in range(record.reached):
        square = int(record.squares_reached[number])
        if square != start and can_stop(record, i, square):
            find_path(record, i, square)
            path = [int(step) for step in record.path[: record.steps]]
            yield do.Move(tuple((step % width, step // width) for step in path))
