"""A battle that is taken up in its middle goes on as it would have, and turns begun by hand end by the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from massbattle_core.dice import ScriptedDice, battle_key
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.play.states import situation_of, state_in, unpack
from massbattle_core.mass_combat.simulate import fight, run
from massbattle_core.mass_combat.situation_record import take_up
from tests.property.random_battles import random_scenario
from tests.property.test_one_source import actions_of
from tests.rulebook.scenario import prepare_scenario

BATTLES = [range(40), pytest.param(range(40, 300), marks=pytest.mark.slow)]


def taken_up(prepared, situation):
    state = prepared.state.copy()
    take_up(state[0], prepared.units, prepared.map.columns, situation)
    return replace(prepared, state=state)


def fought_out(prepared, battle):
    record = prepared.state.copy()[0]
    record["key"] = battle_key(prepared.seed, battle)
    fight(record, prepared.map.record, prepared.map.ways)
    return unpack(prepared, record)


@pytest.mark.parametrize("numbers", BATTLES)
def test_a_battle_taken_up_between_two_turns_ends_as_it_did(numbers):
    for number in numbers:
        prepared = prepare_scenario(random_scenario(number))
        steps = list(play.follow(prepared, number))
        for step in steps[:: max(1, len(steps) // 4)]:
            middle = taken_up(prepared, situation_of(step.state))
            assert situation_of(fought_out(middle, number)) == situation_of(steps[-1].state), number
            followed = list(play.follow(middle, number))
            assert followed[0].state == step.state
            assert followed[-1].state.units == steps[-1].state.units


@pytest.mark.parametrize("numbers", BATTLES)
def test_what_is_left_of_a_turn_is_played_by_the_rules(numbers):
    """Whatever people have done in a turn, each step that the doctrine adds is one that play verifies."""
    begun = 0
    for number in numbers:
        dice = random.Random(number)
        state = play.setup(
            prepare_scenario(random_scenario(number)), ScriptedDice(dice.choices(range(1, 21), k=99))
        ).state
        for _turn in range(30):
            if state.over:
                break
            for _action in range(dice.randint(0, 3)):
                legal = [action for action in play.legal_actions(state) if not isinstance(action, play.EndTurn)]
                mover = state.mover
                if not legal:
                    break
                moves = [action for action in legal if isinstance(action, play.Move)]
                chosen = dice.choice(moves if moves and dice.random() < 0.6 else legal)
                state = play.apply(state, chosen, ScriptedDice(dice.choices(range(1, 21), k=99))).state
                if state.over or state.mover != mover:
                    break
                begun += 1
            if state.over:
                break
            situation_odds(state)
            key = dice.getrandbits(50)
            step = play.play_turn(state, play.KeyedBattle(key, 0))
            by_hand = state
            for action in rest_of_turn(step, state):
                by_hand = play.apply(by_hand, action, play.KeyedBattle(key, 0)).state
            assert by_hand == step.state, number
            state = step.state
    assert begun > len(numbers)


def situation_odds(state):
    """The battle from here on can be simulated, and every battle of it ends."""
    tally = run(taken_up(state.prepared, situation_of(state)), 0, 3)
    assert int(tally["outcome"].sum()) == 3
    assert int(tally["rounds"][: state.round].sum()) == 0


def rest_of_turn(step, state):
    """The actions of the turn that a step has ended, read from its events."""
    own = []
    for event in step.events:
        if event.kind in ("turn", "round_ends"):
            break
        own.append(event)
    begun = type(step.events[0])("turn", "", {"unit": state.mover}) if step.events else None
    turn = replace(step, events=(begun, *own)) if begun else step
    found = list(actions_of(turn, state))
    return found or [play.EndTurn(state.mover)]


def test_a_situation_survives_the_way_through_a_record():
    prepared = prepare_scenario(random_scenario(3))
    for step in play.follow(prepared, 3):
        assert state_in(prepared, situation_of(step.state)) == step.state
        assert play.follow(taken_up(prepared, situation_of(step.state)), 3).__next__().state == step.state
