"""Every rulebook with turns is a game of the same shape: see ``massbattle_core.game``."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import pytest

import massbattle_core.mass_combat.play as mass_combat
import massbattle_core.results_table.play as results_table
import massbattle_core.skirmish.actions as skirmish_actions
import massbattle_core.skirmish.play as skirmish
import massbattle_core.strategic.play as strategic
from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.game import Event, Outcome, Step
from massbattle_core.results_table.actions import EndRound, Fight, Move
from massbattle_core.results_table.field import Map, Node
from massbattle_core.results_table.model import Rules
from massbattle_core.results_table.rules.encounter import Relations, pair
from massbattle_core.skirmish import Encounter, Field, Group
from massbattle_core.strategic import Character, ChooseDifficulty, EndBattle, MoveArmies, Rest, muster
from tests.core.mass_combat.boards import scenario, unit
from tests.core.results_table.armies import army
from tests.core.skirmish.builders import sheet
from tests.rulebook.scenario import prepare_scenario


@dataclass(frozen=True)
class GameCase:
    """A game: its module, how a small one begins, and actions that its first state refuses.

    ``decrees`` are actions that a random game leaves out; of ``samples`` some of many like ones are listed, and
    all are legal. ``ends`` tells whether a random game comes to its end by itself.
    """

    module: ModuleType
    begin: Callable[[KeyedDice], Any]
    refused: tuple[Any, ...]
    decrees: tuple[type, ...] = ()
    samples: tuple[type, ...] = ()
    ends: bool = True


def _mass_combat(dice):
    board = unit(1, "a", (3, 4), br=6), unit(2, "b", (5, 4), br=6), unit(3, "b", (4, 6), br=4, range_ft=200)
    return mass_combat.setup(prepare_scenario(scenario(*board, columns=9, round_limit=6)), dice).state


def _strategic(dice):
    return strategic.setup(
        muster(400), muster(600), (Character("Ada", "A", 30, line=1), Character("Bo", "B", 30, line=2))
    )


def _results_table(dice):
    chart = Map((Node("ford"), Node("hill"), Node("moor")), frozenset((pair("ford", "hill"), pair("hill", "moor"))))
    armies = [replace(army(side, (4, 60, "none", False)), node="ford") for side in ("red", "blue")]
    relations = Relations(frozenset((pair("red", "blue"),)))
    return results_table.setup(chart, armies, relations, Rules(), [("red", "blue")])


def _skirmish(dice):
    places = {"A": (1, 1), "B": (3, 2)}
    fighters = tuple(Group(side, side, sheet(side, hit_points=8), 1, (square,)) for side, square in places.items())
    return skirmish.setup(Encounter(fighters, Field(5, 4), round_limit=8), dice)


GAMES = {
    "mass_combat": GameCase(
        mass_combat,
        _mass_combat,
        (
            mass_combat.Move("u1", (8, 8)),
            mass_combat.Move("u2", (6, 4)),
            mass_combat.Attack("u1", "u2"),
            mass_combat.Attack("u1", "u1"),
            mass_combat.Disengage("u1"),
            mass_combat.EndTurn("u9"),
        ),
    ),
    "strategic": GameCase(
        strategic,
        _strategic,
        (MoveArmies(), ChooseDifficulty("A", 15), strategic.ChooseLine("Ada", 2), EndBattle("C")),
        decrees=(EndBattle, Rest),
    ),
    "results_table": GameCase(
        results_table, _results_table, (Move("red", "hill"), EndRound(), Fight(("red",), ("red",))), ends=False
    ),
    "skirmish": GameCase(
        skirmish,
        _skirmish,
        (skirmish_actions.Move(((4, 0),)), skirmish_actions.Attack("nobody"), skirmish_actions.StandUp()),
        samples=(skirmish_actions.Move, skirmish_actions.Attack),
    ),
}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]


def playthrough(case, seed, most=120):
    """A random game with keyed dice: (states, actions, steps), the first state first."""
    chooser, dice = random.Random(seed), KeyedDice(seed)
    states, actions, steps = [case.begin(dice)], [], []
    while len(actions) < most and case.module.outcome(states[-1]) is None:
        options = [action for action in case.module.legal_actions(states[-1]) if not isinstance(action, case.decrees)]
        if not options:
            break
        actions.append(chooser.choice(options))
        steps.append(case.module.apply(states[-1], actions[-1], dice))
        states.append(steps[-1].state)
    return states, actions, steps


def test_a_game_has_the_five_functions(game):
    for name in ("setup", "verify", "legal_actions", "apply", "outcome"):
        function = getattr(game.module, name)
        assert callable(function)
        assert function.__doc__
        assert name in game.module.__all__


def test_what_is_not_legal_is_refused_with_reason_and_rule(game):
    state = game.begin(KeyedDice(1))
    legal = game.module.legal_actions(state)
    assert legal
    assert len(set(legal)) == len(legal)
    for action in game.refused:
        assert action not in legal
        for attempt in (game.module.verify, lambda s, a: game.module.apply(s, a, ScriptedDice([]))):
            with pytest.raises(IllegalActionError) as refusal:
                attempt(state, action)
            assert refusal.value.reason
            assert isinstance(refusal.value.rule, str)


def test_what_is_legal_is_carried_out(game):
    for seed in range(3):
        states, actions, steps = playthrough(game, seed)
        assert len(actions) > 3
        for state, action, step in zip(states, actions, steps, strict=False):
            game.module.verify(state, action)
            assert isinstance(step, Step)
            assert all(isinstance(event, Event) and event.kind for event in step.events)
            assert [roll.value for roll in step.rolls] == [
                roll.value for roll in step.rolls if 1 <= roll.value <= roll.sides
            ]


def test_an_action_of_a_later_state_is_refused_unless_it_is_listed(game):
    """The list and the check agree: each action of a game is tried in each of its states."""
    states, actions, _ = playthrough(game, 1, most=25)
    for state in states:
        legal = set(game.module.legal_actions(state))
        for action in set(actions):
            if action not in legal and not isinstance(action, game.samples):
                with pytest.raises(IllegalActionError):
                    game.module.verify(state, action)


def test_states_do_not_change_when_something_is_applied_to_them(game):
    dice = KeyedDice(1)
    state, before = game.begin(KeyedDice(1)), game.begin(KeyedDice(1))
    for action in game.module.legal_actions(state):
        game.module.apply(state, action, dice)
    assert state == before
    assert game.module.legal_actions(state) == game.module.legal_actions(before)


def test_the_same_dice_play_the_same_game(game):
    """Keyed dice twice, then the faces that fell, written down."""
    states, actions, steps = playthrough(game, 2)
    assert playthrough(game, 2) == (states, actions, steps)
    state = states[0]
    for action, step in zip(actions, steps, strict=True):
        written = ScriptedDice([roll.value for roll in step.rolls])
        again = game.module.apply(state, action, written)
        assert written.left == []
        assert (again.state, again.events) == (step.state, step.events)
        assert [(roll.label, roll.sides, roll.value) for roll in again.rolls] == [
            (roll.label, roll.sides, roll.value) for roll in step.rolls
        ]
        state = again.state


def test_the_outcome_is_none_until_the_end_and_then_nothing_is_legal(game):
    ended = 0
    for seed in range(6):
        states, _, _ = playthrough(game, seed)
        assert all(game.module.outcome(state) is None for state in states[:-1])
        end = game.module.outcome(states[-1])
        if end is not None:
            ended += 1
            assert isinstance(end, Outcome)
            assert end.termination
            assert not game.module.legal_actions(states[-1])
    assert ended or not game.ends
