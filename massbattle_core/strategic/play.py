"""Playing a battle of two armies, turn by turn through the seven phases (shape: :mod:`massbattle_core.game`).

A turn: both generals write their orders and difficulties in secret and roll; the sheets are shown; an order may be
changed if it was carried; the winner is named; each character faces the fight and answers his event; heroic actions
are tried; lines are chosen; the turn is closed. Phases in which nobody has anything to do are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from massbattle_core.dice import Dice
from massbattle_core.errors import IllegalActionError
from massbattle_core.game import Event, Outcome, Step
from massbattle_core.strategic import character_phases, phases
from massbattle_core.strategic.actions import (
    Action,
    AnswerEvent,
    ChangeOrder,
    ChooseDifficulty,
    ChooseLine,
    ChooseOrder,
    CloseTurn,
    EndBattle,
    EndHeroicPhase,
    FaceTheFight,
    MoveArmies,
    Rally,
    Refresh,
    Rest,
    RollArtOfWar,
    TryDeed,
)
from massbattle_core.strategic.armies import may_fight, rallied, refreshed
from massbattle_core.strategic.characters import lines_next
from massbattle_core.strategic.model import SIDES, Side
from massbattle_core.strategic.orders import Phase, legal_orders
from massbattle_core.strategic.resolution import difficulties
from massbattle_core.strategic.state import Pair, State, redacted, setup
from massbattle_core.strategic.tables import LINES, ORDERS, Deed, Order

__all__ = ["apply", "legal_actions", "outcome", "redacted", "setup", "verify"]


def verify(state: State, action: Action) -> None:
    """Raise :class:`IllegalActionError` with the reason and the rule if the action is not allowed now."""
    _need(state.ended is None, "the battle is over", "R2.37")
    match action:
        case ChooseOrder(side, order):
            _need_phase(state, "order")
            _need_side(side)
            _need(_all_may_fight(state), "an army must rest before it fights again", "R2.2")
            _need(state.sheets.of(side).order is None, "this order is written and stays secret", "R2.5")
            _need_order(state, side, order)
        case ChooseDifficulty(side, difficulty):
            _need_phase(state, "resolution")
            _need_side(side)
            _need(state.sheets.of(side).difficulty is None, "this difficulty is written and stays secret", "R2.21")
            _need(
                not isinstance(difficulty, bool) and difficulty in difficulties(state.rules, state.tables),
                f"{difficulty!r} is no difficulty that may be announced",
                "R2.21",
            )
        case RollArtOfWar():
            _need_phase(state, "resolution")
            _need(
                state.sheets.a.difficulty is not None and state.sheets.b.difficulty is not None,
                "both generals first write down their difficulty",
                "R2.21",
            )
        case ChangeOrder(side, order):
            _need_side(side)
            _need(state.phase in ("resolution", "movement") and state.orders_revealed, "not now", "R2.31")
            _need(state.army(side).may_change_order, "nobody carried an order to this general", "R2.31")
            _need(order != state.sheets.of(side).order, "this is his order already", "R2.31")
            _need_order(state, side, order)
        case MoveArmies():
            _need_phase(state, "movement")
        case FaceTheFight(name):
            _need_phase(state, "individual")
            _need(not state.open_events, "an event is resolved at once: it comes first", "R2.27")
            _need_waiting(state, name, "R2.27")
        case AnswerEvent(name, success):
            _need(any(whose == name for whose, _ in state.open_events), f"{name!r} has no open event", "R2.30")
            _need(isinstance(success, bool), "say whether it was a success", "R2.30")
        case TryDeed(name, deed, steps):
            _need_phase(state, "heroic")
            _need_waiting(state, name, "R2.31")
            _need_steps(state, _deed(state, deed), steps)
        case EndHeroicPhase():
            _need_phase(state, "heroic")
        case ChooseLine(name, line):
            _need_phase(state, "placement")
            _need_waiting(state, name, "R2.32")
            lines = lines_next(state.character(name).line, state.rules)
            _need(not isinstance(line, bool) and line in lines, f"he cannot reach line {line!r}", "R2.32")
        case CloseTurn(play_on):
            _need_phase(state, "closing")
            _need(isinstance(play_on, bool), "say whether the battle goes on", "R2.37")
        case Rest():
            _need_before_orders(state)
        case Refresh(side):
            _need_before_orders(state)
            _need_side(side)
            _need(state.rules.rest_resets == "gm", "rest takes fatigue away by itself in this house", "R2.2")
            _need(state.army(side).consecutive_turns > 0, "this army is fresh", "R2.2")
        case Rally(side):
            _need_before_orders(state)
            _need_side(side)
            _need(state.rules.rally == "gm", "rest rallies armies by itself in this house", "R2.16")
            _need(rallied(state.army(side)) != state.army(side), "its morale is what it was at the start", "R2.16")
        case EndBattle(winner):
            _need(winner is None or winner in SIDES, f"{winner!r} is no side", "R2.37")
        case _:
            raise IllegalActionError(f"{action!r} is no action of a battle")


def _need(condition: bool, reason: str, rule: str) -> None:
    if not condition:
        raise IllegalActionError(reason, rule)


def _need_phase(state: State, phase: Phase) -> None:
    _need(state.phase == phase, f"this belongs to the {phase} phase; now is the {state.phase} phase", "R2.4")


def _need_side(side: Side) -> None:
    _need(side in SIDES, f"{side!r} is no side", "R2.26")


def _need_order(state: State, side: Side, order: Order) -> None:
    _need(order in ORDERS, f"{order!r} is no order", "R2.8")
    _need(order in legal_orders(state.army(side)), "a routed army can only flee", "R2.7")


def _need_waiting(state: State, name: str, rule: str) -> None:
    _need(state.character(name).name in state.waiting, f"{name} has nothing to do in this phase", rule)


def _need_before_orders(state: State) -> None:
    _need_phase(state, "order")
    _need(state.sheets == Pair(), "an order is written: this turn is fought", "R2.5")


def _need_steps(state: State, deed: Deed, steps: int) -> None:
    most = state.tables.deed_steps if deed.scales else 0
    whole = isinstance(steps, int) and not isinstance(steps, bool)
    _need(whole and 0 <= steps <= most, f"{deed.name} may aim 0 to {most} steps higher", "R2.31")


def _deed(state: State, name: str) -> Deed:
    for deed in state.tables.deeds:
        if deed.name == name:
            return deed
    raise IllegalActionError(f"{name!r} is no heroic action", "R2.31")


def _all_may_fight(state: State) -> bool:
    return all(may_fight(state.army(side), state.rules) for side in SIDES)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every action that is allowed now, of both sides and of the game master."""
    return tuple(action for action in _candidates(state) if _is_legal(state, action))


def _is_legal(state: State, action: Action) -> bool:
    try:
        verify(state, action)
    except IllegalActionError:
        return False
    return True


def _candidates(state: State) -> Iterator[Action]:
    """What might be done in this phase, legal or not."""
    match state.phase:
        case "order":
            yield from (ChooseOrder(side, order) for side in SIDES for order in ORDERS)
            yield Rest()
            yield from (ruling(side) for ruling in (Refresh, Rally) for side in SIDES)
        case "resolution":
            announced = difficulties(state.rules, state.tables)
            yield from (ChooseDifficulty(side, difficulty) for side in SIDES for difficulty in announced)
            yield RollArtOfWar()
        case "movement":
            yield MoveArmies()
        case "individual":
            for character in state.characters:
                yield FaceTheFight(character.name)
                yield from (AnswerEvent(character.name, success) for success in (True, False))
        case "heroic":
            for name in state.waiting:
                for deed in state.tables.deeds:
                    yield from (TryDeed(name, deed.name, steps) for steps in range(state.tables.deed_steps + 1))
            yield EndHeroicPhase()
        case "placement":
            yield from (ChooseLine(name, line) for name in state.waiting for line in LINES)
        case "closing":
            yield from (CloseTurn(play_on) for play_on in (False, True))
    if state.phase in ("resolution", "movement"):
        yield from (ChangeOrder(side, order) for side in SIDES for order in ORDERS)
    yield from (EndBattle(winner) for winner in (*SIDES, None))


def outcome(state: State) -> Outcome | None:
    """How the battle ended: ``rout``, ``destroyed`` or ``game_master``; None while it goes on.

    Source: R2.37
    """
    return state.ended


def apply(state: State, action: Action, dice: Dice) -> Step[State]:
    """Carry out an action.

    Raises :class:`IllegalActionError` if it is not allowed now.

    Source: R2.4
    """
    verify(state, action)
    before = len(dice.log)
    after, events = _carry_out(state, action, dice)
    return Step(after, events, tuple(dice.log[before:]))


def _carry_out(state: State, action: Action, dice: Dice) -> phases.Done:
    match action:
        case ChooseOrder(side, order):
            return phases.choose_order(state, side, order)
        case ChooseDifficulty(side, difficulty):
            return phases.choose_difficulty(state, side, difficulty)
        case RollArtOfWar():
            return phases.roll_art_of_war(state, dice)
        case ChangeOrder(side, order):
            return phases.change_order(state, side, order)
        case MoveArmies():
            return phases.move_armies(state)
        case FaceTheFight(name):
            return character_phases.face_the_fight(state, name, dice)
        case AnswerEvent(name, success):
            return character_phases.answer_event(state, name, success)
        case TryDeed(name, deed, steps):
            return character_phases.try_deed(state, name, _deed(state, deed), steps, dice)
        case EndHeroicPhase():
            return character_phases.end_heroic_phase(state)
        case ChooseLine(name, line):
            return character_phases.choose_line(state, name, line)
        case CloseTurn(play_on):
            return phases.close(state, play_on)
        case Rest():
            return phases.rest(state)
        case Refresh(side):
            army = refreshed(state.army(side))
            return state.with_army(side, army), (Event("refreshed", "R2.2", {"side": side}),)
        case Rally(side):
            army = rallied(state.army(side))
            return state.with_army(side, army), (Event("rallied", "R2.16", {"side": side, "morale": army.morale}),)
        case EndBattle(winner):
            ended = replace(state, ended=Outcome(winner, "game_master"))
            return ended, (Event("battle_ended", "R2.37", {"winner": winner}),)
