"""How the actions of characters are carried out: the individual, heroic and placement phases."""

from __future__ import annotations

from dataclasses import replace

from massbattle_core.dice import Dice
from massbattle_core.game import Event
from massbattle_core.strategic.armies import morale_moved
from massbattle_core.strategic.characters import (
    CharacterEvent,
    damage_dice,
    deed_size,
    resolve_damage,
    resolve_deed,
    resolve_event,
)
from massbattle_core.strategic.model import Character, Side, enemy_of, result_of
from massbattle_core.strategic.phases import Done, done_waiting, enter_next_phase
from massbattle_core.strategic.state import State
from massbattle_core.strategic.tables import Deed, Line

__all__ = ["answer_event", "choose_line", "end_heroic_phase", "face_the_fight", "try_deed"]


def face_the_fight(state: State, name: str, dice: Dice) -> Done:
    """A character suffers automatic damage and, if he still stands, meets his event.

    Source: R2.27, R2.28, R2.29, R2.30
    """
    state, events = _suffer_damage(state, state.character(name), dice, "individual phase")
    hurt = state.character(name)
    if hurt.hit_points > 0:
        for event in resolve_event(hurt.line, state.melee_score, dice, state.tables):
            facts = {
                "character": hurt.name,
                "kind": event.row.kind,
                "text": event.row.text,
                "total": event.total,
                "damage": event.damage,
                "enemies": event.enemies,
                "test_dc": event.row.test_dc,
            }
            events = (*events, Event("character_event", "R2.30", facts))
            if event.needs_answer:
                state = replace(state, open_events=(*state.open_events, (hurt.name, event)))
            else:
                state, suffered = _event_comes_true(state, hurt.name, event, success=False)
                events = (*events, *suffered)
    return done_waiting(state, name), events


def answer_event(state: State, name: str, success: bool) -> Done:
    """The first open event of a character comes true as the table has played it.

    Source: R2.30
    """
    place = next(place for place, (whose, _) in enumerate(state.open_events) if whose == name)
    event = state.open_events[place][1]
    state = replace(state, open_events=(*state.open_events[:place], *state.open_events[place + 1 :]))
    state, events = _event_comes_true(state, name, event, success)
    answered = Event("event_answered", "R2.30", {"character": name, "kind": event.row.kind, "success": success})
    return done_waiting(state, name), (answered, *events)


def _event_comes_true(state: State, name: str, event: CharacterEvent, success: bool) -> Done:
    """Damage (half, rounded down, after a successful save), the thanks of a comrade, a heroic action won.

    Who falls meets no other event.
    """
    character = state.character(name)
    lost = event.damage // 2 if success else event.damage
    won = event.row.heroic_action == "always" or (success and event.row.heroic_action == "on_success")
    bonus = event.row.next_deed_bonus if success else 0
    events: tuple[Event, ...] = ()
    if lost:
        events += (Event("damage", "R2.30", {"character": name, "hit_points": lost}),)
    if won:
        events += (Event("heroic_action_won", "R2.31", {"character": name}),)
    character = replace(
        character,
        hit_points=character.hit_points - lost,
        heroic_actions=character.heroic_actions + won,
        deed_bonus=character.deed_bonus + bonus,
    )
    state = state.with_character(character)
    if character.hit_points <= 0:
        state = replace(state, open_events=tuple(event for event in state.open_events if event[0] != name))
    return state, events


def _suffer_damage(state: State, character: Character, dice: Dice, why: str) -> Done:
    winner = state.winner or "status_quo"
    count = damage_dice(
        state.sheets.of(character.side).plan.order,
        result_of(winner, character.side),
        character.line,
        state.army(enemy_of(character.side)).has_archers,
        state.rules,
        state.tables,
    )
    lost = resolve_damage(count, dice)
    state = state.with_character(replace(character, hit_points=character.hit_points - lost))
    return state, (Event("damage", "R2.29", {"character": character.name, "hit_points": lost, "why": why}),)


def try_deed(state: State, name: str, deed: Deed, steps: int, dice: Dice) -> Done:
    """A character tries a heroic action; failure exposes him to automatic damage again.

    Source: R2.31
    """
    character = state.character(name)
    success = resolve_deed(character.deed_modifier + character.deed_bonus, steps, dice, state.tables)
    character = replace(character, heroic_actions=character.heroic_actions - 1, deed_bonus=0)
    state = state.with_character(character)
    facts = {"character": name, "deed": deed.name, "steps": steps, "success": success}
    events: tuple[Event, ...] = (Event("deed", "R2.31", facts),)
    if success:
        state = _deed_comes_true(state, character.side, deed, deed_size(deed, steps))
    else:
        state, suffered = _suffer_damage(state, character, dice, "failed heroic action")
        events += suffered
    left = state.character(name)
    return (state, events) if left.takes_part and left.heroic_actions else (done_waiting(state, name), events)


def _deed_comes_true(state: State, side: Side, deed: Deed, size: int) -> State:
    enemy = enemy_of(side)
    own_army, enemy_army = state.army(side), state.army(enemy)
    match deed.changes:
        case "own_roll":
            return state.with_army(side, replace(own_army, next_roll=own_army.next_roll + size))
        case "enemy_roll":
            return state.with_army(enemy, replace(enemy_army, next_roll=enemy_army.next_roll + size))
        case "enemy_morale":
            return state.with_army(enemy, replace(enemy_army, morale=morale_moved(enemy_army.morale, size)))
        case "order":
            return state.with_army(side, replace(own_army, may_change_order=True))
        case "own_losses":
            return _with_heroic_steps(state, side, size)
        case "enemy_losses":
            return _with_heroic_steps(state, enemy, size)


def _with_heroic_steps(state: State, side: Side, steps: int) -> State:
    a, b = state.heroic_steps
    return replace(state, heroic_steps=(a + steps, b) if side == "A" else (a, b + steps))


def end_heroic_phase(state: State) -> Done:
    """Nobody tries another heroic action this turn; those that are left keep.

    Source: R2.31
    """
    return enter_next_phase(replace(state, waiting=())), ()


def choose_line(state: State, name: str, line: Line) -> Done:
    """A player chooses the line of his character.

    Source: R2.32
    """
    state = state.with_character(replace(state.character(name), line=line))
    placed = Event("line_chosen", "R2.32", {"character": name, "line": line})
    return done_waiting(state, name), (placed,)
