"""What may be done in play, and what must be done first.

Judgement: R3.1 (``Detect``), R3.5, R3.7 and R3.13 where a house rule says ``gm``: ``Fight`` then carries the choice.
``legal_actions`` lists for the walls only the pick of the highest factors; ``verify`` takes any right pick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Literal

from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.game import Outcome
from massbattle_core.results_table.actions import (
    Action,
    Detect,
    DrawCombat,
    EndPhase,
    EndRound,
    Fight,
    Move,
    Retreat,
    Stance,
)
from massbattle_core.results_table.combat import muster
from massbattle_core.results_table.field import Field
from massbattle_core.results_table.model import Army, Combat
from massbattle_core.results_table.rules.encounter import (
    SideNumbers,
    Sides,
    can_stand_with,
    defender_by_rule,
    pending_combats,
)

__all__ = [
    "armies_of",
    "combat_of",
    "known",
    "legal_actions",
    "outcome",
    "retreat_nodes",
    "side_numbers",
    "standing",
    "verify",
    "waiting_combats",
]

_FLAGS = (False, True)


def waiting_combats(state: Field) -> tuple[Sides, ...]:
    """The combats that wait at the first node where any does; one of them if it was drawn to be next.

    Source: R3.2, R3.3, R3.4, R3.5
    """
    if state.drawn:
        return (state.drawn,)
    for node in state.map.nodes:
        pending = pending_combats(state.at(node.name), state.relations, state.detected, state.fought, state.rules)
        if pending:
            return pending
    return ()


def armies_of(state: Field, names: tuple[str, ...]) -> tuple[Army, ...]:
    """The armies of these names that are left, in the order of the state."""
    return tuple(army for army in state.armies if army.name in names)


def _coalitions(state: Field, sides: Sides) -> Iterator[Sides]:
    """The sides that the GM may form around those of a waiting combat."""
    if state.rules.coalition_join != "gm":
        yield sides
        return
    first, second = armies_of(state, sides.first), armies_of(state, sides.second)
    here = [army for army in state.at(first[0].node) if army not in first + second]
    for count in range(len(here) + 1):
        for joining in combinations(here, count):
            for split in product(_FLAGS, repeat=count):
                grown: list[list[Army]] = [list(first), list(second)]
                for army, side in zip(joining, split, strict=True):
                    if not can_stand_with(army, grown[side], grown[not side], state.relations, state.fought):
                        break
                    grown[side].append(army)
                else:
                    names = [tuple(army.name for army in state.armies if army in side) for side in grown]
                    yield Sides(names[0], names[1])


def side_numbers(state: Field, fight: Fight) -> tuple[SideNumbers, SideNumbers]:
    """What decides who defends in a fight."""
    return SideNumbers.of(armies_of(state, fight.first)), SideNumbers.of(armies_of(state, fight.second))


def combat_of(state: Field, fight: Fight, defender: Literal["first", "second"]) -> Combat:
    """The combat of a fight.

    Source: R3.13
    Ruling: it is fought over the walls if a defending army is in a town that has them.
    """
    first, second = armies_of(state, fight.first), armies_of(state, fight.second)
    attackers, defenders = (second, first) if defender == "first" else (first, second)
    node = state.map.node(first[0].node)
    walled = node.walls and any(army.in_town for army in defenders)
    return Combat(attackers, defenders, walled, fight.engaged)


def retreat_nodes(state: Field, army: Army) -> tuple[str, ...]:
    """Where a beaten army may retreat to.

    Source: R3.31
    Ruling: the source does not say where to; any neighbouring node without an enemy will do.
    """
    return tuple(
        node
        for node in state.map.neighbours(army.node)
        if not any(state.relations.are_enemies(army, other) for other in state.at(node))
    )


def verify(state: Field, action: Action) -> None:
    """Raise :class:`IllegalActionError` with the reason and the rule if the action is not allowed now.

    Source: R3.2, R3.3, R3.31, R3.32
    """
    if outcome(state):
        raise IllegalActionError("no enemies are left on the map")
    if isinstance(action, Retreat):
        _verify_retreat(state, action)
        return
    if state.aftermath:
        raise IllegalActionError(f"{state.aftermath.waiting[0]} must retreat first", "R3.31")
    if isinstance(action, Detect):
        _verify_detect(state, action)
        return
    waiting = waiting_combats(state)
    if isinstance(action, DrawCombat):
        if len(waiting) < 2 or state.rules.coalition_join == "gm":
            raise IllegalActionError("there are not several combats to draw from", "R3.5")
    elif isinstance(action, Fight):
        _verify_fight(state, action, waiting)
    elif waiting:
        raise IllegalActionError("a combat must be fought before anything moves", "R3.2")
    elif isinstance(action, Stance):
        _verify_stance(state, action)
    elif isinstance(action, Move):
        _verify_move(state, action)


def known(state: Field, name: str) -> Army:
    """The army of a name; raises :class:`IllegalActionError` if there is none."""
    army = state.army(name)
    if army is None:
        raise IllegalActionError(f"there is no army {name}")
    return army


def _verify_retreat(state: Field, action: Retreat) -> None:
    army = known(state, action.army)
    if not state.aftermath or army.name not in state.aftermath.waiting:
        raise IllegalActionError(f"{army.name} does not have to retreat", "R3.31")
    if action.node not in retreat_nodes(state, army):
        raise IllegalActionError(f"{army.name} cannot retreat to {action.node}", "R3.31")


def _verify_detect(state: Field, action: Detect) -> None:
    observer, target = known(state, action.observer), known(state, action.target)
    if observer is target or observer.node != target.node:
        raise IllegalActionError("only another army at the same node can be detected", "R3.1")
    if (observer.name, target.name) in state.detected:
        raise IllegalActionError(f"{observer.name} has detected {target.name} already", "R3.1")


def _verify_fight(state: Field, action: Fight, waiting: tuple[Sides, ...]) -> None:
    if not waiting:
        raise IllegalActionError("no enemies have detected each other", "R3.4")
    if len(waiting) > 1 and state.rules.coalition_join != "gm":
        raise IllegalActionError("several combats wait: draw the next one", "R3.5")
    sides = Sides(action.first, action.second)
    if sides not in {coalition for combat in waiting for coalition in _coalitions(state, combat)}:
        raise IllegalActionError("these are not the sides of the next combat", "R3.5")
    numbers = side_numbers(state, action)
    left_to_gm = state.rules.defender_tie == "gm" and defender_by_rule(*numbers) is None
    if left_to_gm != (action.defender is not None):
        raise IllegalActionError("the GM names the defender of a full tie, and only then", "R3.7")
    sure = action.defender or defender_by_rule(*numbers)
    possible: tuple[Literal["first", "second"], ...] = (sure,) if sure else ("first", "second")
    for defender in possible:
        try:
            muster(combat_of(state, action, defender), state.rules)
        except InvalidBattleError as error:
            raise IllegalActionError(str(error), "R3.13") from error


def _verify_stance(state: Field, action: Stance) -> None:
    army = known(state, action.army)
    if army.name in state.committed:
        raise IllegalActionError(f"{army.name} has moved or fought in this phase")
    if (action.in_town or action.besieging) and not state.map.node(army.node).town:
        raise IllegalActionError(f"there is no town at {army.node}", "R3.11")
    if action.in_town and action.besieging:
        raise IllegalActionError("nobody besieges a town from inside", "R3.10")
    if standing(army, action) == army:
        raise IllegalActionError(f"{army.name} stands like this already")


def standing(army: Army, stance: Stance) -> Army:
    """The army in a stance."""
    return replace(
        army,
        organised=stance.organised,
        immobile=stance.immobile,
        in_town=stance.in_town,
        besieging=stance.besieging,
    )


def _verify_move(state: Field, action: Move) -> None:
    army = known(state, action.army)
    if army.immobile:
        raise IllegalActionError(f"{army.name} is immobile in this phase")
    if army.name in state.held_now:
        raise IllegalActionError(f"{army.name} has fought and cannot move now", "R3.32")
    if army.name in state.moved:
        raise IllegalActionError(f"{army.name} has moved in this round", "R3.2")
    if action.node not in state.map.neighbours(army.node):
        raise IllegalActionError(f"no road leads from {army.node} to {action.node}", "R3.2")
    if action.into_town and not state.map.node(action.node).town:
        raise IllegalActionError(f"there is no town at {action.node}", "R3.11")


def legal_actions(state: Field) -> tuple[Action, ...]:
    """Every action that ``verify`` lets pass (of the picks at walls, the highest factors only)."""
    return tuple(action for action in _candidates(state) if _is_legal(state, action))


def _is_legal(state: Field, action: Action) -> bool:
    try:
        verify(state, action)
    except IllegalActionError:
        return False
    return True


def _candidates(state: Field) -> Iterator[Action]:
    names = [army.name for army in state.armies]
    for army in state.armies:
        neighbours = state.map.neighbours(army.node)
        yield from (Retreat(army.name, node) for node in neighbours)
        yield from (Detect(army.name, other) for other in names)
        yield from (Move(army.name, node, into) for node in neighbours for into in _FLAGS)
        yield from (Stance(army.name, *flags) for flags in product(_FLAGS, repeat=4))
    yield DrawCombat()
    for sides in dict.fromkeys(c for combat in waiting_combats(state) for c in _coalitions(state, combat)):
        for defender in (None, "first", "second"):
            fight = Fight(sides.first, sides.second, defender)
            yield fight
            if state.rules.wall_pick == "gm":
                yield replace(fight, engaged=_highest(state, fight))
    yield EndRound()
    yield EndPhase()


def _highest(state: Field, fight: Fight) -> frozenset[tuple[str, str]]:
    rules = replace(state.rules, wall_pick="highest_factors")
    combat = replace(combat_of(state, replace(fight, engaged=None), "second"), walled=True)
    mustered = muster(combat, rules)
    ranks = mustered.attackers.soldiers + mustered.defenders.soldiers
    return frozenset((army.name, soldier.name) for army, soldier in ranks)


def outcome(state: Field) -> Outcome | None:
    """How it ended: no two armies are enemies any more; None while any are."""
    if any(state.relations.are_enemies(one, two) for one, two in combinations(state.armies, 2)):
        return None
    sides = {army.side for army in state.armies}
    return Outcome(sides.pop() if len(sides) == 1 else None, "no_enemies_left")
