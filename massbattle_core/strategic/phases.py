"""How the actions of generals are carried out, phase by phase, and how one phase leads to the next.

:mod:`~massbattle_core.strategic.play` checks an action before it comes here.
"""

from __future__ import annotations

from dataclasses import asdict, replace

from massbattle_core.dice import Dice
from massbattle_core.game import Event
from massbattle_core.strategic.armies import rested
from massbattle_core.strategic.closing import close_turn, end_of_battle, melee_score_after
from massbattle_core.strategic.model import SIDES, Character, Side, Winner, enemy_of
from massbattle_core.strategic.orders import Phase, after_reveal, effectiveness_bonus, next_phase
from massbattle_core.strategic.resolution import (
    art_of_war_modifier,
    art_of_war_total,
    beaten_by,
    die_sides,
    standing,
    turn_winner,
)
from massbattle_core.strategic.state import Pair, Sheet, State
from massbattle_core.strategic.tables import Order

__all__ = [
    "Done",
    "change_order",
    "choose_difficulty",
    "choose_order",
    "close",
    "done_waiting",
    "enter_next_phase",
    "move_armies",
    "rest",
    "roll_art_of_war",
]

Done = tuple[State, tuple[Event, ...]]
"""The state after an action and what happened, in order."""


def enter_next_phase(state: State) -> State:
    """The next phase in which somebody has something to do."""
    phase = next_phase(state.phase)
    waiting = tuple(character.name for character in state.characters if _waits(character, phase))
    state = replace(state, phase=phase, waiting=waiting)
    return state if waiting or phase not in ("individual", "heroic", "placement") else enter_next_phase(state)


def _waits(character: Character, phase: Phase) -> bool:
    match phase:
        case "individual" | "placement":
            return character.takes_part
        case "heroic":
            return character.takes_part and character.heroic_actions > 0
    return False


def done_waiting(state: State, name: str) -> State:
    """The character has done what this phase asks of him; the phase ends with the last one."""
    state = replace(state, waiting=tuple(other for other in state.waiting if other != name))
    return state if state.waiting or state.open_events else enter_next_phase(state)


# ---------------------------------------------------------------- order, resolution, movement


def choose_order(state: State, side: Side, order: Order) -> Done:
    """A general writes down his order; the second one ends the phase.

    Source: R2.5, R2.9
    """
    sheets = state.sheets.with_sheet(side, replace(state.sheets.of(side), order=order))
    state = replace(state, sheets=sheets)
    events = (Event("order_written", "R2.5", {"side": side}),)
    if sheets.a.order is None or sheets.b.order is None:
        return state, events
    state = enter_next_phase(state)
    return _reveal(state, events) if state.orders_revealed else (state, events)


def _reveal(state: State, events: tuple[Event, ...]) -> Done:
    facts = {str(side): state.sheets.of(side).order for side in SIDES}
    for side in SIDES:
        state = _suffer_flight(state, side)
    return state, (*events, Event("orders_revealed", "R2.9", facts))


def _suffer_flight(state: State, side: Side) -> State:
    order = state.sheets.of(side).order
    return state if order is None else state.with_army(side, after_reveal(state.army(side), order, state.rules))


def choose_difficulty(state: State, side: Side, difficulty: int) -> Done:
    """A general writes down his strategic difficulty.

    Source: R2.21
    """
    sheets = state.sheets.with_sheet(side, replace(state.sheets.of(side), difficulty=difficulty))
    return replace(state, sheets=sheets), (Event("difficulty_written", "R2.21", {"side": side}),)


def roll_art_of_war(state: State, dice: Dice) -> Done:
    """Both generals roll, A first; then the sheets are shown.

    Source: R2.22, R2.23
    """
    sides = die_sides(state.rules)
    sheets = state.sheets
    for side in SIDES:
        roll = dice.roll(sides, f"art of war of {side}")
        own, enemy = state.sheets.of(side).plan, state.sheets.of(enemy_of(side)).plan
        modifier = art_of_war_modifier(
            state.army(side), state.army(enemy_of(side)), own.order, enemy.order, state.rules, state.tables
        )
        sheets = sheets.with_sheet(side, _rolled(state, sheets.of(side), roll, modifier))
    known = state.orders_revealed
    state = enter_next_phase(replace(state, sheets=sheets))
    for side in SIDES:
        state = state.with_army(side, replace(state.army(side), next_roll=0))
    state, events = (state, ()) if known else _reveal(state, ())
    return state, (*events, Event("sheets_shown", "R2.23", {side: asdict(sheets.of(side)) for side in SIDES}))


def _rolled(state: State, sheet: Sheet, roll: int, modifier: int) -> Sheet:
    return replace(sheet, roll=roll, modifier=modifier, total=art_of_war_total(roll, modifier, state.rules))


def change_order(state: State, side: Side, order: Order) -> Done:
    """A general changes his order after the reveal; effective orders are reckoned anew.

    Source: R2.15, R2.31
    """
    before = state.sheets
    after = before.with_sheet(side, replace(before.of(side), order=order))
    for each in SIDES:
        sheet = after.of(each)
        if sheet.roll is not None and sheet.modifier is not None:
            change = _effective(state, after, each) - _effective(state, before, each)
            after = after.with_sheet(each, _rolled(state, sheet, sheet.roll, sheet.modifier + change))
    state = state.with_army(side, replace(state.army(side), may_change_order=False))
    state = _suffer_flight(replace(state, sheets=after), side)
    return state, (Event("order_changed", "R2.31", {"side": side, "order": order}),)


def _effective(state: State, sheets: Pair, side: Side) -> int:
    own, enemy = sheets.of(side).plan.order, sheets.of(enemy_of(side)).plan.order
    return effectiveness_bonus(own, enemy, state.rules, state.tables)


def move_armies(state: State) -> Done:
    """The armies carry out their orders; the higher standing wins the turn.

    Source: R2.4, R2.24, R2.25, R2.26
    """
    totals = {side: state.sheets.of(side).total or 0 for side in SIDES}
    own = {side: state.sheets.of(side).plan.difficulty for side in SIDES}
    standing_a, standing_b = (standing(totals[side], own[side], state.army(side).routed, state.rules) for side in SIDES)
    winner = turn_winner(standing_a, standing_b)
    for side in SIDES:
        state = state.with_army(side, replace(state.army(side), may_change_order=False))
    state = replace(state, winner=winner, beaten_by=beaten_by(winner, totals, own, state.rules))
    return enter_next_phase(state), (Event("turn_decided", "R2.24", {"winner": winner}),)


# ---------------------------------------------------------------- closing and rest


def close(state: State, play_on: bool) -> Done:
    """The turn is closed: melee score, losses, morale, fatigue; then the next one, or the end.

    Source: R2.4, R2.33, R2.34, R2.35, R2.36, R2.37
    """
    order_a, order_b = state.sheets.a.plan.order, state.sheets.b.plan.order
    winner: Winner = state.winner or "status_quo"
    a, b = close_turn(state.a, state.b, order_a, order_b, winner, state.rules, state.tables, state.heroic_steps)
    score = melee_score_after(state.melee_score, order_a, order_b, winner, state.beaten_by, state.rules, state.tables)
    facts = {
        "steps_a": a.loss_steps - state.a.loss_steps,
        "steps_b": b.loss_steps - state.b.loss_steps,
        "headcount_a": a.headcount,
        "headcount_b": b.headcount,
        "morale_a": a.morale,
        "morale_b": b.morale,
        "melee_score": score,
    }
    outcome = end_of_battle(a, b)
    if play_on and outcome is not None and outcome.termination == "rout":
        outcome = None
    state = replace(
        state,
        a=a,
        b=b,
        melee_score=score,
        turn=state.turn + 1,
        phase=next_phase(state.phase),
        sheets=Pair(),
        winner=None,
        beaten_by=0,
        heroic_steps=(0, 0),
        ended=outcome,
    )
    return state, (Event("turn_closed", "R2.34", facts),)


def rest(state: State) -> Done:
    """Nobody fights for a turn.

    Source: R2.2, R2.16
    """
    a, b = rested(state.a, state.rules), rested(state.b, state.rules)
    return replace(state, a=a, b=b), (Event("rest", "R2.2", {"morale_a": a.morale, "morale_b": b.morale}),)
