"""Characters in the battle, in play (R0.45–R0.54, R0.57)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.building import build_unit
from massbattle_core.mass_combat.characters import (
    attack_after_characters,
    character_turns,
    characters_may_act,
    kill_members,
    kills_in_play,
)
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.kills import Part
from massbattle_core.mass_combat.model import Commander, Group
from massbattle_core.mass_combat.play import Attack
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.sources import citations
from tests.core.mass_combat.battles import CREATURES, ORCS, battle, creature, unit

FRIEND = replace(ORCS, id="u3", side="b", name="Friends", position=(5, 2), commander=Commander(-3))


def begun(of):
    return play.setup(prepare(of, CREATURES), ScriptedDice([20, 1])).state


def kinds(step):
    return [event.kind for event in step.events]


def test_R0_45_R0_53_are_for_the_table():
    judged = {c.rule for c in citations() if c.judgement and c.module.endswith("mass_combat.characters")}
    assert judged == {"R0.45", "R0.53"}


def test_R0_46_RB_4_kills_in_play_keep_the_losses_of_the_battle():
    fight = battle()
    state = begun(fight)
    hit = play.apply(state, Attack("u1", "u2"), ScriptedDice([10, 5])).state
    assert hit.unit("u2").br == 10
    first = kill_members(hit, fight, CREATURES, "u2", Part({0: 12}), ScriptedDice([]))
    assert first.state.unit("u2").br == 7
    assert [(e.kind, e.rule, e.facts["br"]) for e in first.events] == [("loss", "R0.46", 7)]
    second = kill_members(first.state, fight, CREATURES, "u2", Part({0: 6}), ScriptedDice([13]))
    assert second.state.unit("u2").br == 6
    assert kinds(second) == ["loss", "morale_test"]
    assert second.events[1].facts["dc"] == 15
    assert kills_in_play(second.state, fight, CREATURES, "u2", Part()).br == 6


def test_R0_42_R0_43_a_failed_test_after_kills_removes_the_unit_and_friends_test():
    fight = battle(ORCS, FRIEND)
    step = kill_members(begun(fight), fight, CREATURES, "u2", Part({0: 30}), ScriptedDice([12, 12]))
    assert kinds(step) == ["loss", "morale_test", "eliminated", "morale_test", "loses_next_turn"]
    assert step.state.unit("u2").fell_to == "casualties"
    assert step.state.unit("u3").lost_turns == 1
    with pytest.raises(IllegalActionError):
        kill_members(step.state, fight, CREATURES, "u2", Part({0: 1}), ScriptedDice([]))


LED = {"u1": Commander(3, "captain"), "u2": Commander(1), "u3": Commander(0, "captain"), "u4": Commander(-2)}


@pytest.mark.parametrize(
    ("rule", "turn", "killed", "successor", "order"),
    [
        ("recompute_all", 0, "u3", -4, ["u1", "u2", "u4", "u3"]),
        ("recompute_all", 0, "u3", 5, ["u1", "u3", "u2", "u4"]),
        ("recompute_all", 3, "u1", -1, ["u2", "u3", "u1", "u4"]),
        ("recompute_all", 2, "u1", -5, ["u2", "u1", "u3", "u4"]),
        ("recompute_all", 0, "u1", -5, ["u1", "u2", "u3", "u4"]),
        ("successor", 0, "u3", -4, ["u1", "u2", "u3", "u4"]),
        ("no_effect", 3, "u1", -1, ["u1", "u2", "u3", "u4"]),
    ],
    ids=["later", "sooner, not before the mover", "had its turn", "nobody twice", "own turn", "successor", "no effect"],
)
def test_R0_8_where_all_is_reckoned_anew_the_order_follows_the_successor(rule, turn, killed, successor, order):
    units = [
        replace(ORCS, id=name, name=name, position=(number, 4), commander=led)
        for number, (name, led) in enumerate(LED.items())
    ]
    enemy = replace(ORCS, id="u5", side="b", position=(7, 1), commander=Commander(-5))
    fight = replace(battle(), units={u.id: u for u in (*units, enemy)}, rules=HouseRules(commander_lost=rule))
    state = play.setup(prepare(fight, CREATURES), ScriptedDice([])).state
    for mover in list(LED)[:turn]:
        state = play.apply(state, play.EndTurn(mover), ScriptedDice([])).state
    part = Part(commander=True)
    after = kill_members(state, fight, CREATURES, killed, part, ScriptedDice([]), successor_charisma=successor).state
    assert list(after.order) == [*order, "u5"]
    assert after.mover == state.mover


def test_R0_52_a_unit_without_members_is_gone_without_a_test():
    fight = battle()
    step = kill_members(begun(fight), fight, CREATURES, "u2", Part({0: 60}), ScriptedDice([]))
    assert step.state.unit("u2").fell_to == "kills"
    assert (step.state.over, step.state.winner) == (True, "a")


def test_R0_46_the_turn_passes_on_if_the_unit_whose_turn_it_is_is_killed():
    fight = battle(ORCS, replace(FRIEND, side="a", position=(5, 5)))
    state = begun(fight)
    mover = state.mover
    assert mover in ("u1", "u2")
    step = kill_members(state, fight, CREATURES, mover, Part({0: 60}), ScriptedDice([20] * 4))
    assert step.state.mover != mover


def test_R0_46_survivors_move_at_their_own_speed():
    slow = unit([Group("orc", 30), Group("turtle", 5)], position=(0, 0))
    fight = battle(slow)
    state = begun(fight)
    assert state.prepared.units[0].speed == 100
    step = kill_members(state, fight, CREATURES, "u1", Part({1: 5}), ScriptedDice([]))
    assert step.state.prepared.units[0].speed == 300
    assert step.state.prepared.state["starting_br"][0][0] == 7, "the starting BR is that of the first round"


def test_R0_49_a_character_in_command_adds_neither_br_nor_space():
    without = build_unit(replace(ORCS, commander=None), CREATURES, battle().sides["a"], HouseRules())
    led = build_unit(ORCS, CREATURES, battle().sides["a"], HouseRules())
    assert (led.battle_rating, led.space) == (without.battle_rating, without.space)
    assert led.morale.value == 2


def test_R0_50_RB_3_characters_first_then_the_attack_against_the_lower_br():
    fight = battle()
    state = begun(fight)
    dice = ScriptedDice([10, 10, 13])  # the attack takes 2 of the 8 that the characters left: half of 12
    step = attack_after_characters(state, fight, CREATURES, Attack("u1", "u2"), Part({0: 20}), dice)
    assert kinds(step)[:3] == ["loss", "strikes", "attack"]
    attack = step.events[2].facts
    assert (attack["attacker_total"], attack["target_total"]) == (22, 18)
    gone = attack_after_characters(state, fight, CREATURES, Attack("u1", "u2"), Part({0: 60}), ScriptedDice([]))
    assert "attack" not in kinds(gone)
    with pytest.raises(IllegalActionError):
        attack_after_characters(state, fight, CREATURES, Attack("u2", "u1"), Part(), ScriptedDice([]))


def test_R0_50_R0_54_when_characters_act():
    fight = battle()
    state = begun(fight)
    only_with_attack = HouseRules(characters_act_without_attack="no")
    assert characters_may_act(state, "u1", HouseRules(), unit_attacks=False)
    assert characters_may_act(state, "u1", only_with_attack, unit_attacks=True)
    assert not characters_may_act(state, "u1", only_with_attack, unit_attacks=False)
    gone = kill_members(state, fight, CREATURES, "u2", Part({0: 60}), ScriptedDice([])).state
    assert characters_may_act(gone, "u2", only_with_attack, unit_attacks=False)
    assert "u2" in gone.order, "its place in the order of initiative stays"
    assert (character_turns(HouseRules()), character_turns(HouseRules(character_turns_per_round="10"))) == (1, 10)


def test_R0_57_a_character_with_a_challenge_rating_counts_like_any_creature():
    hero = {**CREATURES, "hero": creature("hero", Fraction(5))}
    led = unit([Group("orc", 60)], commander=Commander(4, "hero", "Ysolde"))
    assert build_unit(led, hero, battle().sides["a"], HouseRules()).battle_rating.value == 12 + 4
