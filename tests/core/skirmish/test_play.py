"""The game as a whole: what is listed is legal, what is done is logged, and nothing impossible comes of it."""

from __future__ import annotations

import random

import pytest

from massbattle_core import game
from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.errors import DiceError, IllegalActionError
from massbattle_core.skirmish import Abilities, play
from massbattle_core.skirmish import actions as do
from tests.core.skirmish.builders import begun, random_encounter, sheet


def test_the_module_has_the_shape_of_a_game():
    module: game.Game = play
    for name in ("setup", "verify", "legal_actions", "apply", "outcome"):
        assert callable(getattr(module, name))


def _check(state) -> None:
    taken: dict[tuple[int, int], str] = {}
    for fighter in state.fighters:
        assert 0 <= fighter.hit_points <= fighter.sheet.hit_points
        assert fighter.movement >= 0
        assert not (fighter.dead and fighter.up)
        assert not fighter.stable or fighter.status == "unconscious"
        if fighter.up and not state.walks:
            for dx in range(fighter.sheet.squares):
                for dy in range(fighter.sheet.squares):
                    square = (fighter.square[0] + dx, fighter.square[1] + dy)
                    assert square not in taken or not state.fighter(taken[square]).up
                    taken[square] = fighter.id


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_listed_is_legal_and_leaves_a_possible_state(seed):
    rng = random.Random(seed)
    dice = KeyedDice(seed)
    state = play.setup(random_encounter(seed), dice)
    for _ in range(40):
        options = play.legal_actions(state)
        if play.outcome(state) is not None:
            assert options == ()
            break
        assert options
        attacks = [action for action in options if isinstance(action, do.Attack | do.React)]
        action = rng.choice(attacks if attacks and rng.random() < 0.5 else options)
        moves = [option for option in options if isinstance(option, do.Move)]
        for move in rng.sample(moves, min(3, len(moves))):
            play.verify(state, move)
        first = len(dice.log)
        step = play.apply(state, action, dice)
        assert step.rolls == tuple(dice.log[first:])
        state = step.state
        _check(state)


def test_the_same_dice_play_the_same_fight():
    def fight():
        dice, state, trail = KeyedDice(3), None, []
        state = play.setup(random_encounter(3), dice)
        for _ in range(25):
            options = play.legal_actions(state)
            if not options:
                break
            state = play.apply(state, options[len(options) // 2], dice).state
            trail.append(state)
        return trail

    assert fight() == fight()


def test_dice_that_run_out_or_do_not_exist_are_refused():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)))
    for faces in ([], [21], [15], [True]):
        with pytest.raises(DiceError):
            play.apply(state, do.Attack("b"), ScriptedDice(faces))


def test_an_illegal_action_names_its_reason_and_rule():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (9, 0)))
    with pytest.raises(IllegalActionError) as caught:
        play.apply(state, do.Attack("b"), ScriptedDice([]))
    assert (caught.value.rule, "45 ft" in caught.value.reason) == ("R1.12", True)


def test_the_listed_actions_hold_what_a_game_master_would_expect():
    thief = sheet("a", bonus_actions=frozenset({"hide", "disengage"}), abilities=Abilities(dexterity=3))
    state = begun(("A", thief, (0, 0)), ("A", sheet("c"), (0, 1)), ("B", sheet("b"), (1, 0)))
    options = play.legal_actions(state)
    expected = [
        *(do.Attack("b"), do.Help("c"), do.Help("c", "b"), do.Search("perception"), do.Search("investigation")),
        *(do.Dash(), do.Dodge(), do.Hide(), do.Hide(True), do.Disengage(), do.Disengage(True), do.DropProne()),
        *(do.Ready("attack", 5), do.Ready("move", None, "at a sign"), do.EndTurn()),
    ]
    assert [action for action in expected if action not in options] == []
    assert do.Dash(True) not in options
    assert do.StandUp() not in options
    assert not any(isinstance(action, do.FirstAid) for action in options)


def test_words_of_actions_are_stable():
    assert do.word(do.FirstAid("x")) == "first_aid"
    assert set(do.READIABLE) == {"attack", "move", "help", "search", "dodge", "hide", "first_aid"}
