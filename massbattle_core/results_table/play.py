"""Play: a movement phase on a small map of nodes, combat by combat.

A phase is a day and has rounds; in a round each army that is not immobile may move one node. Before any move the
combats that wait must be fought (R3.2), and after each combat the retreats be made. The phase ends when the GM says.
"""

from __future__ import annotations

from dataclasses import replace

from massbattle_core.dice import Dice
from massbattle_core.game import Event, Step
from massbattle_core.results_table.actions import (
    Action,
    Detect,
    DrawCombat,
    EndRound,
    Fight,
    Move,
    Retreat,
    Stance,
)
from massbattle_core.results_table.combat import resolve_combat
from massbattle_core.results_table.field import Absent, Aftermath, Field, setup
from massbattle_core.results_table.legality import (
    armies_of,
    combat_of,
    known,
    legal_actions,
    outcome,
    retreat_nodes,
    side_numbers,
    standing,
    verify,
    waiting_combats,
)
from massbattle_core.results_table.model import Army, Combat
from massbattle_core.results_table.report import CombatReport
from massbattle_core.results_table.rules.aftermath import movement
from massbattle_core.results_table.rules.encounter import pair, resolve_defender, resolve_next_combat

__all__ = ["apply", "legal_actions", "outcome", "setup", "verify", "waiting_combats"]


def apply(state: Field, action: Action, dice: Dice) -> Step[Field]:
    """Carry out an action that ``verify`` lets pass.

    Raises :class:`IllegalActionError` with the reason and the rule otherwise.
    Source: R3.2, R3.33, R3.34
    """
    verify(state, action)
    first_roll = len(dice.log)
    events: list[Event] = []
    if isinstance(action, Detect):
        state = replace(state, detected=state.detected | {(action.observer, action.target)}, drawn=None)
        events.append(Event("detected", "R3.1", {"observer": action.observer, "target": action.target}))
    elif isinstance(action, Stance):
        state = _with(state, standing(known(state, action.army), action))
    elif isinstance(action, DrawCombat):
        state = replace(state, drawn=resolve_next_combat(waiting_combats(state), dice))
    elif isinstance(action, Fight):
        state = _fight(state, action, dice, events)
    elif isinstance(action, Retreat):
        state = _retreat(state, action, events)
    elif isinstance(action, Move):
        state = _move(state, action, events)
    elif isinstance(action, EndRound):
        state = replace(state, round=state.round + 1, moved=frozenset(), held_now=state.held_later)
    else:
        state = _next_day(state, events)
    return Step(state, tuple(events), tuple(dice.log[first_roll:]))


def _with(state: Field, army: Army) -> Field:
    return replace(state, armies=tuple(army if old.name == army.name else old for old in state.armies))


def _move(state: Field, action: Move, events: list[Event]) -> Field:
    army = known(state, action.army)
    events.append(Event("moved", "R3.2", {"army": army.name, "from": army.node, "to": action.node}))
    state = _with(state, replace(army, node=action.node, in_town=action.into_town, besieging=False))
    return replace(state, moved=state.moved | {army.name}, committed=state.committed | {army.name})


def _fight(state: Field, action: Fight, dice: Dice, events: list[Event]) -> Field:
    combat = combat_of(state, action, action.defender or resolve_defender(*side_numbers(state, action), dice))
    report = resolve_combat(combat, dice, state.rules)
    events.append(Event("combat", "R3.18", _facts(combat, report)))
    attackers, defenders = (tuple(army.name for army in side) for side in (combat.attackers, combat.defenders))
    state = _bury(state, report, events)
    state = replace(
        state,
        fought=state.fought | {pair(attacker, defender) for attacker in attackers for defender in defenders},
        committed=state.committed | {*attackers, *defenders},
        drawn=None,
    )
    aftermath = Aftermath(attackers, defenders, report.losers, report.massacre_by, report.retreating)
    return _settle(state, aftermath, events)


def _facts(combat: Combat, report: CombatReport) -> dict[str, object]:
    return {
        "attackers": [army.name for army in combat.attackers],
        "defenders": [army.name for army in combat.defenders],
        "attack_factors": report.attack_factors,
        "defence_factors": report.defence_factors,
        "column": report.column,
        "face": report.face,
        "result": report.result,
        "attack_blows": len(report.attack_blows),
        "defence_blows": len(report.defence_blows),
        "losses": dict(report.losses),
        "beaten": list(report.beaten),
    }


def _bury(state: Field, report: CombatReport, events: list[Event]) -> Field:
    """The state after wounds and broken items; armies with nobody left are gone.

    Source: R3.35
    Ruling: a soldier out for n days misses the n days after this one. Where he goes then is left to the GM.
    """
    fates = {(fate.army, fate.soldier.name): fate for fate in report.fates}
    absent = list(state.absent)
    armies = []
    for army in state.armies:
        soldiers = []
        for soldier in army.soldiers:
            fate = fates.get((army.name, soldier.name))
            if fate is None or fate.stays:
                soldiers.append(fate.after if fate else soldier)
            else:
                absent.append(Absent(army.name, fate.after, fate.wound, state.day + fate.days + 1))
            if fate:
                facts = {"army": army.name, "soldier": soldier.name, "wound": fate.wound}
                broken = {"weapon_broken": fate.weapon_broken, "shield_broken": fate.shield_broken}
                events.append(Event("fate", "R3.25", facts | broken))
        if soldiers:
            armies.append(replace(army, soldiers=tuple(soldiers)))
        else:
            events.append(Event("gone", "R3.35", {"army": army.name}))
    return replace(state, armies=tuple(armies), absent=tuple(absent))


def _retreat(state: Field, action: Retreat, events: list[Event]) -> Field:
    army, aftermath = known(state, action.army), state.aftermath
    assert aftermath is not None  # verified
    events.append(Event("retreated", "R3.31", {"army": army.name, "from": army.node, "to": action.node}))
    state = _with(state, replace(army, node=action.node, in_town=False, besieging=False, immobile=False))
    waiting = tuple(name for name in aftermath.waiting if name != army.name)
    aftermath = replace(aftermath, waiting=waiting, retreated=(*aftermath.retreated, army.name))
    return _settle(state, aftermath, events)


def _settle(state: Field, aftermath: Aftermath, events: list[Event]) -> Field:
    """Let the cornered stay where they are and, once all retreats are made, say who may still move."""
    free = []
    for army in armies_of(state, aftermath.waiting):
        if retreat_nodes(state, army):
            free.append(army.name)
        else:
            events.append(Event("cornered", "R3.31", {"army": army.name}))
    if free:
        return replace(state, aftermath=replace(aftermath, waiting=tuple(free)))
    now, later = set(state.held_now), set(state.held_later)
    sides = (
        ("attackers", aftermath.attackers, aftermath.defenders),
        ("defenders", aftermath.defenders, aftermath.attackers),
    )
    for side, own, others in sides:
        gone = all(name in aftermath.retreated or state.army(name) is None for name in others)
        for army in armies_of(state, own):
            allowed = movement(
                loser=army.name in aftermath.losers,
                immobile=army.immobile,
                enemy_retreated=gone,
                massacred_enemy=aftermath.massacre_by == side,
            )
            now |= set() if allowed.now else {army.name}
            later |= set() if allowed.later else {army.name}
    return replace(state, aftermath=None, held_now=frozenset(now), held_later=frozenset(later))


def _next_day(state: Field, events: list[Event]) -> Field:
    """The next day: flags are cleared, light wounds are over, the absent come nearer.

    Source: R3.3, R3.35
    """
    day = state.day + 1
    for gone in state.absent:
        if gone.back_on == day:
            events.append(Event("available", "R3.35", {"army": gone.army, "soldier": gone.soldier.name}))
    armies = tuple(
        replace(army, soldiers=tuple(replace(soldier, fit=True) for soldier in army.soldiers)) for army in state.armies
    )
    return replace(
        state,
        armies=armies,
        day=day,
        round=1,
        absent=tuple(gone for gone in state.absent if gone.back_on > day),
        fought=frozenset() if state.rules.once_per == "movement_phase" else state.fought,
        committed=frozenset(),
        moved=frozenset(),
        held_now=frozenset(),
        held_later=frozenset(),
    )
