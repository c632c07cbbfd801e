from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.results_table import play
from massbattle_core.results_table.actions import (
    Detect,
    DrawCombat,
    EndPhase,
    EndRound,
    Fight,
    Move,
    Retreat,
    Stance,
)
from massbattle_core.results_table.field import Aftermath, Map, Node, setup
from massbattle_core.results_table.model import Rules, Soldier
from massbattle_core.results_table.rules.encounter import Relations, pair
from tests.core.results_table.armies import army

MAP = Map(
    (Node("ford"), Node("city", town=True, walls=True), Node("hill"), Node("moor")),
    frozenset((pair("ford", "city"), pair("ford", "hill"), pair("hill", "moor"))),
)
WAR = Relations(frozenset((pair("red", "blue"), pair("red", "green"), pair("blue", "green"))))


def host(name, node, count=4, strength=60, weapon="none", **flags):
    one = army(name, (count, strength, weapon, False), **flags)
    return replace(one, side=name.rstrip("0123456789"), node=node)


def field(*armies, detected=(), relations=WAR, **rules):
    return setup(MAP, armies, relations, Rules(**rules), detected)


def run(state, *actions, dice=()):
    scripted = ScriptedDice(dice)
    for action in actions:
        assert action in play.legal_actions(state), action
        state = play.apply(state, action, scripted).state
    assert scripted.left == []
    return state


def refused(state, action, rule=None):
    with pytest.raises(IllegalActionError) as error:
        play.verify(state, action)
    assert rule is None or error.value.rule == rule
    assert action not in play.legal_actions(state)


def legal(state, kind):
    return [action for action in play.legal_actions(state) if isinstance(action, kind)]


def test_R3_1_the_gm_says_what_detects_what():
    state = field(host("red", "ford"), host("blue", "ford"), host("green", "hill"))
    assert play.waiting_combats(state) == ()
    assert legal(state, Detect) == [Detect("red", "blue"), Detect("blue", "red")]
    refused(state, Detect("red", "green"), "R3.1")
    state = run(state, Detect("red", "blue"))
    refused(state, Detect("red", "blue"), "R3.1")
    assert len(play.waiting_combats(state)) == 1


def test_R3_2_combats_come_before_moves():
    state = field(host("red", "ford"), host("blue", "ford"))
    assert Move("red", "hill") in legal(state, Move)
    state = run(state, Detect("red", "blue"))
    for action in (Move("red", "hill"), EndRound(), EndPhase(), Stance("red", False, True)):
        refused(state, action, "R3.2")
    assert legal(state, Fight) == [Fight(("red",), ("blue",))]


def test_R3_2_a_move_is_one_node_a_round():
    state = run(field(host("red", "moor"), host("blue", "city")), Move("red", "hill"))
    assert state.army("red").node == "hill"
    refused(state, Move("red", "ford"), "R3.2")
    state = run(state, EndRound(), Move("red", "ford"), EndRound(), Move("red", "city", into_town=True))
    assert state.army("red").in_town
    refused(state, Move("blue", "moor"), "R3.2")
    refused(state, Move("blue", "ford", into_town=True), "R3.11")


def test_stances_hold_from_the_first_move_on():
    state = run(field(host("red", "city"), host("blue", "hill")), Stance("red", True, True, in_town=True))
    assert state.army("red").in_town
    assert state.army("red").immobile
    refused(state, Move("red", "ford"))
    refused(state, Stance("blue", True, False, in_town=True), "R3.11")
    refused(state, Stance("blue", True, False))
    refused(state, Stance("red", True, True, in_town=True, besieging=True), "R3.10")
    state = run(state, Move("blue", "ford"))
    refused(state, Stance("blue", False, False))


def weak_against_strong(**flags):
    """Red (6 factors a soldier) attacks blue (1 each, on the move, more soldiers): above 3:1, a massacre."""
    red = host("red", "ford", 4, 120, "sword")
    return field(red, host("blue", "ford", 4, 0, "staff"), detected=[("red", "blue")], **flags)


def fought(state, coin=2):
    """All four blows of a massacre kill: blue's soldiers 1, 1, 2 and 2 (their staffs break for sure)."""
    dice = ScriptedDice([coin, 4, 1, 6, 3, 1, 6, 2, 2, 6, 2, 6])
    step = play.apply(state, Fight(("red",), ("blue",)), dice)
    assert dice.left == []
    return step


def test_R3_7_a_coin_says_who_defends():
    step = fought(weak_against_strong())
    assert step.rolls[0].label == "defender"
    combat = next(event for event in step.events if event.kind == "combat")
    assert combat.facts["attackers"] == ["red"]
    assert (combat.facts["column"], combat.facts["result"], combat.facts["attack_blows"]) == ("auto MA", "MA", 4)
    assert combat.facts["losses"] == {"red": 0, "blue": 2}


def test_R3_31_beaten_armies_retreat_before_anything_else():
    state = fought(weak_against_strong()).state
    refused(state, EndRound(), "R3.31")
    assert play.legal_actions(state) == (Retreat("blue", "city"), Retreat("blue", "hill"))
    refused(state, Retreat("blue", "moor"), "R3.31")
    refused(state, Retreat("red", "hill"), "R3.31")
    state = run(state, Retreat("blue", "hill"))
    assert state.army("blue").node == "hill"
    assert state.aftermath is None


def test_R3_32_to_R3_34_who_moves_after_a_massacre():
    state = run(fought(weak_against_strong()).state, Retreat("blue", "city"))
    refused(state, Move("blue", "ford"), "R3.32")
    assert Move("red", "hill") in legal(state, Move)
    state = run(state, Move("red", "hill"), EndRound())
    refused(state, Move("blue", "ford"), "R3.32")
    assert Move("red", "moor") in legal(state, Move)


def test_R3_33_the_winner_stays_if_the_enemy_cannot_retreat():
    ambush = [host("red1", "city"), host("red2", "hill")]
    red = host("red", "ford", 4, 120, "sword")
    state = field(red, host("blue", "ford", 4, 0, "staff"), *ambush, detected=[("red", "blue")])
    step = fought(state)
    assert "cornered" in [event.kind for event in step.events]
    refused(step.state, Move("red", "hill"), "R3.32")
    assert legal(step.state, Retreat) == []
    assert Move("red", "hill") in legal(run(step.state, EndRound()), Move)


EXCHANGE = [1, 2, 1, 1, 1, 21, 1, 1, 1, 21]
"""Coin, face 2 (E20 at 1:1), and one blow each way: giver, receiver, 1 (with a mace: row 2), d100 of the mace."""


def exchanged(**rules):
    red, blue = host("red", "ford", 2, 100, "mace"), host("blue", "ford", 2, 100, "mace")
    state = field(red, blue, detected=[("red", "blue")], **rules)
    step = play.apply(state, Fight(("red",), ("blue",)), ScriptedDice(EXCHANGE))
    facts = step.events[0].facts
    assert (facts["column"], facts["result"], facts["losses"]) == ("1:1", "E20", {"red": 1, "blue": 1})
    return step.state


def test_R3_31_a_retreat_may_leave_the_next_army_cornered():
    both = Aftermath(("red",), ("blue",), ("red", "blue"), None, ("red", "blue"))
    state = replace(field(host("red", "moor"), host("blue", "moor")), aftermath=both)
    step = play.apply(state, Retreat("red", "hill"), ScriptedDice([]))
    assert [event.kind for event in step.events] == ["retreated", "cornered"]
    assert step.state.aftermath is None
    assert step.state.held_later == {"red", "blue"}


def test_R3_34_after_any_other_result_those_who_fought_are_done():
    state = exchanged(once_per="forever")
    refused(state, Move("red", "hill"), "R3.32")
    refused(run(state, EndRound()), Move("red", "hill"), "R3.32")
    assert Move("red", "hill") in legal(run(state, EndPhase()), Move)


@pytest.mark.parametrize(("word", "waits"), [("movement_phase", 1), ("forever", 0)])
def test_R3_3_once_in_a_movement_phase_or_for_ever(word, waits):
    state = exchanged(once_per=word)
    assert play.waiting_combats(state) == ()
    assert len(play.waiting_combats(run(state, EndPhase()))) == waits


def test_R3_35_the_dead_leave_for_long_and_have_no_staff_left():
    state = fought(weak_against_strong()).state
    assert [soldier.name for soldier in state.army("blue").soldiers] == ["3", "4"]
    gone = [(one.soldier.name, one.soldier.weapon, one.wound, one.back_on) for one in state.absent]
    assert gone == [("1", "none", "M", 47), ("2", "none", "M", 47)]


def test_R3_35_who_is_out_for_a_day_misses_tomorrow():
    state = exchanged(once_per="forever")
    assert [(one.wound, one.back_on) for one in state.absent] == [("Bl1", 3), ("Bl1", 3)]
    tomorrow = play.apply(state, EndPhase(), ScriptedDice([]))
    assert (tomorrow.events, tomorrow.state.absent) == ((), state.absent)
    after = play.apply(tomorrow.state, EndPhase(), ScriptedDice([]))
    assert [event.kind for event in after.events] == ["available", "available"]
    assert after.state.absent == ()


def test_R3_35_light_wounds_last_until_tomorrow():
    state = exchanged(once_per="forever")
    state = replace(
        state, armies=(replace(state.army("red"), soldiers=(Soldier("9", 10, fit=False),)), state.army("blue"))
    )
    assert run(state, EndPhase()).army("red").soldiers == (Soldier("9", 10),)


def test_R3_5_several_combats_are_drawn():
    three = [host(name, "ford") for name in ("red", "blue", "green")]
    state = field(*three, detected=[("red", "blue"), ("blue", "green"), ("green", "red")])
    refused(state, Fight(("red",), ("blue",)), "R3.5")
    assert legal(state, Fight) == []
    state = run(state, DrawCombat(), dice=[3])
    assert legal(state, Fight) == [Fight(("blue",), ("green",))]
    refused(state, DrawCombat(), "R3.5")
    refused(state, Fight(("red",), ("blue",)), "R3.5")


def test_R3_5_the_gm_forms_the_coalitions():
    friends = replace(WAR, enemies=frozenset((pair("red", "blue"), pair("red", "green"))), friends=frozenset())
    friends = replace(friends, friends=frozenset((pair("blue", "green"),)))
    three = [host(name, "ford") for name in ("red", "blue", "green")]
    state = field(*three, detected=[("red", "blue")], relations=friends, coalition_join="gm")
    assert legal(state, Fight) == [Fight(("red",), ("blue",)), Fight(("red",), ("blue", "green"))]
    state = field(*three, detected=[("red", "blue")], relations=friends)
    assert legal(state, Fight) == [Fight(("red",), ("blue", "green"))]


def test_R3_7_the_gm_may_name_the_defender_of_a_tie():
    state = weak_against_strong(defender_tie="gm")
    fights = [Fight(("red",), ("blue",), "first"), Fight(("red",), ("blue",), "second")]
    assert legal(state, Fight) == fights
    refused(state, Fight(("red",), ("blue",)), "R3.7")
    refused(weak_against_strong(), fights[0], "R3.7")
    step = play.apply(state, fights[0], KeyedDice(1))
    assert step.events[0].facts["defenders"] == ["red"]


def test_R3_13_at_walls_forty_fight_and_the_gm_may_pick_them():
    city = host("blue", "city", 45, 60, "none", in_town=True, immobile=True)
    red = host("red", "city", 60, 60, "none")
    state = field(red, city, detected=[("red", "blue")])
    report = play.apply(state, Fight(("red",), ("blue",)), KeyedDice(2)).events[0].facts
    assert (report["attack_factors"], report["defence_factors"]) == (80, 160)
    state = field(red, city, detected=[("red", "blue")], wall_pick="gm")
    (fight,) = legal(state, Fight)
    assert len(fight.engaged) == 80
    refused(state, Fight(("red",), ("blue",)), "R3.13")
    other = frozenset(("red", str(number)) for number in range(21, 61)) | {("blue", str(n)) for n in range(6, 46)}
    play.verify(state, Fight(("red",), ("blue",), engaged=other))


def test_an_army_with_nobody_left_is_gone_and_the_game_ends():
    red, blue = host("red", "ford", 3, 120, "mace"), host("blue", "ford", 1, 0, "none")
    state = field(red, blue, detected=[("red", "blue")])
    assert play.outcome(state) is None
    dice = ScriptedDice([1, 6, 1, 6, 6])
    step = play.apply(state, Fight(("red",), ("blue",)), dice)
    assert "gone" in [event.kind for event in step.events]
    outcome = play.outcome(step.state)
    assert (outcome.winner, outcome.termination) == ("red", "no_enemies_left")
    assert play.legal_actions(step.state) == ()


def test_unknown_armies_are_refused():
    refused(field(host("red", "ford"), host("blue", "hill")), Move("violet", "hill"))
    refused(field(host("red", "ford"), host("blue", "hill")), Fight(("red",), ("blue",)), "R3.4")


def test_every_problem_of_a_field_is_told_at_once():
    chart = Map((Node("a"), Node("a"), Node("b", walls=True)), frozenset((pair("a", "c"), pair("a", "a"))))
    armies = (host("red", "x"), host("blue", "a", in_town=True))
    both = Relations(frozenset((pair("red", "blue"),)), frozenset((pair("red", "blue"),)))
    with pytest.raises(InvalidBattleError) as error:
        setup(chart, armies, both, Rules(), [("red", "nobody")])
    assert [problem.place for problem in error.value.problems] == [
        "map/a",
        "map/b",
        "map/roads",
        "map/roads",
        "armies/red/node",
        "armies/blue/node",
        "detected",
        "relations",
    ]


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_random_play_keeps_every_soldier_and_never_sticks(seed):
    rng = random.Random(seed)
    words = {"wall_pick": rng.choice(("random", "gm")), "defender_tie": rng.choice(("coin", "gm"))}
    state = field(
        *(host(name, "ford", rng.randint(1, 5), 120, "sword") for name in ("red", "red2", "blue", "green")),
        detected=[("red", "blue"), ("green", "red2")],
        coalition_join=rng.choice(("detected_or_friend_attacked", "detected_only", "gm")),
        **words,
    )
    everyone = sum(one.strength for one in state.armies)
    dice = KeyedDice(seed)
    for _ in range(25):
        actions = play.legal_actions(state)
        assert bool(actions) == (play.outcome(state) is None)
        if not actions:
            break
        before = len(state.absent)
        action = rng.choice(actions)
        state = play.apply(state, action, dice).state
        assert len(state.absent) >= before or isinstance(action, EndPhase)
        everyone -= max(0, before - len(state.absent))
        assert sum(one.strength for one in state.armies) + len(state.absent) == everyone
        assert not any(pair(one, one) in state.fought for one in ("red", "blue"))
