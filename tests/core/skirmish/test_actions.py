"""Actions other than attacks, and reactions (R1.11, R1.15–R1.24)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.skirmish import Abilities, Rules, parse_attack
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.play import apply, legal_actions, why_not
from massbattle_core.skirmish.rules import checks
from massbattle_core.skirmish.rules.attack import dodges
from tests.core.skirmish.builders import begun, law_of, sheet


def _do(state, *actions, dice=()):
    scripted = ScriptedDice(dice)
    for action in actions:
        step = apply(state, action, scripted)
        state = step.state
    assert scripted.left == []
    return step


def _duel(**changes):
    return begun(("A", sheet("a", **changes), (0, 0)), ("B", sheet("b", attacks=(parse_attack("+5:1d8"),)), (1, 0)))


def _trio(**changes):
    return begun(("A", sheet("a", **changes), (0, 0)), ("A", sheet("ally"), (2, 0)), ("B", sheet("b"), (1, 0)))


def test_R1_11_an_improvised_action_is_the_check_that_the_game_master_asks_for():
    swing = do.Improvise("strength", 15, proficient=True, words="swing from the chandelier")
    facts = _do(_duel(abilities=Abilities(strength=3)), swing, dice=[10]).events[0].facts
    assert (facts["total"], facts["success"]) == (15, True)
    assert "no ability" in why_not(_duel(), do.Improvise("luck", 10))
    assert "action is spent" in why_not(_do(_duel(), swing, dice=[10]).state, swing)


def test_R1_15_help_gives_an_ally_advantage_on_its_first_attack():
    state = _do(_trio(), do.Help("ally", "b"), do.EndTurn()).state
    step = _do(state, do.Attack("b"), dice=[2, 14, 3])
    assert (step.events[0].facts["mode"], step.events[0].facts["natural"]) == ("adv", 14)
    assert step.state.fighter("a").aid is None


def test_R1_15_help_is_for_attacks_next_to_the_helper_and_ends_on_its_next_turn():
    assert "within 5 ft" in why_not(
        begun(("A", sheet("a"), (0, 0)), ("A", sheet("ally"), (2, 0)), ("B", sheet("b"), (3, 0))), do.Help("ally", "b")
    )
    assert "only an ally" in why_not(_trio(), do.Help("b"))
    state = _do(_trio(), do.Help("ally", "b"), do.EndTurn(), do.EndTurn(), do.EndTurn()).state
    assert state.active.id == "a"
    assert state.fighter("a").aid is None


def test_R1_15_help_gives_advantage_on_the_next_ability_check():
    state = _do(_trio(), do.Help("ally"), do.EndTurn()).state
    step = _do(state, do.Search("perception"), dice=[4, 16])
    assert step.events[0].facts["total"] == 16
    assert _do(_do(step.state, do.EndTurn(), do.EndTurn()).state, do.Hide(), dice=[3]).events[0].facts["total"] == 3


def test_R1_16_a_search_finds_those_who_hide_not_well_enough():
    spy = sheet("b", stealth=4)
    state = begun(("B", spy, (5, 0)), ("A", sheet("a", perception=2, investigation=9), (0, 0)))
    state = _do(state, do.Hide(), do.EndTurn(), dice=[12]).state
    assert _do(state, do.Search("perception"), dice=[13]).events[0].facts["found"] == []
    assert _do(state, do.Search("investigation"), dice=[13]).events[0].facts["total"] == 22
    found = _do(state, do.Search("perception"), dice=[14])
    assert found.events[0].facts["found"] == ["b"]
    assert found.state.fighter("b").hidden is None


@pytest.mark.parametrize("seed", range(50))
def test_R1_16_the_law_of_a_check_is_the_resolvers(seed):
    rng = random.Random(seed)
    bonus, difficulty, mode = rng.randint(-3, 11), rng.randint(2, 25), ("flat", "adv", "dis")[seed % 3]
    law = law_of(lambda dice: checks.resolve_check(bonus, dice, "check", mode))
    assert law == dict(checks.check_odds(bonus, mode))
    assert checks.check_probability(bonus, difficulty, mode) == sum(p for v, p in law.items() if v >= difficulty)


def test_R1_18_attacks_on_who_dodges_have_disadvantage_until_its_next_turn():
    state = _do(_duel(), do.Dodge(), do.EndTurn()).state
    assert _do(state, do.Attack("a"), dice=[20, 2]).events[0].facts["mode"] == "dis"
    assert not _do(state, do.EndTurn()).state.fighter("a").dodging


def test_R1_18_dodging_is_lost_at_speed_0_when_down_and_against_the_unseen():
    state = _do(_duel(speed_ft=0), do.Dodge(), do.EndTurn()).state
    assert _do(state, do.Attack("a"), dice=[5]).events[0].facts["mode"] == "flat"
    assert dodges(1, 10, 30, 1)
    assert not dodges(1, 0, 30, 1)
    assert not dodges(1, 10, 30, 0)
    assert not dodges(0, 10, 30, 1)


def test_R1_18_who_dodges_has_advantage_on_dexterity_saves():
    able = _duel(abilities=Abilities(dexterity=2), saving_throws=frozenset({"dexterity"}))
    state = _do(able, do.Dodge()).state
    facts = _do(state, do.SavingThrow("a", "dexterity", 15), dice=[3, 11]).events[0].facts
    assert (facts["total"], facts["success"]) == (15, True)
    assert _do(state, do.SavingThrow("a", "wisdom", 15), dice=[3]).events[0].facts["total"] == 3
    assert "nobody" in why_not(state, do.SavingThrow("x", "wisdom", 15))


def test_R1_19_who_hides_is_seen_by_passive_perception_and_cannot_be_a_target_otherwise():
    keen = sheet("keen", perception=8, attacks=(parse_attack("+5:1d6@0/80"),))
    blunt = replace(keen, name="blunt", perception=0)
    state = begun(("A", sheet("a", stealth=5), (0, 0)), ("B", keen, (5, 0)), ("B", blunt, (5, 2)))
    step = _do(state, do.Hide(), dice=[13])
    assert step.events[0].facts["seen_by"] == ["keen"]
    state = _do(step.state, do.EndTurn()).state
    assert why_not(state, do.Attack("a")) is None
    state = _do(state, do.EndTurn()).state
    assert "does not see" in why_not(state, do.Attack("a"))


def test_R1_19_an_attack_ends_hiding():
    state = begun(("A", sheet("a", bonus_actions=frozenset({"hide"})), (0, 0)), ("B", sheet("b"), (1, 0)))
    state = _do(state, do.Hide(bonus_action=True), dice=[19]).state
    assert state.fighter("a").hidden == 19
    assert _do(state, do.Attack("b"), dice=[2]).state.fighter("a").hidden is None


def test_R1_20_who_disengages_provokes_nothing():
    away = do.Move(((0, 1), (0, 2)))
    state = _do(_duel(), do.Disengage(), away).state
    assert state.walks == ()
    assert state.fighter("a").square == (0, 2)


def test_R1_21_a_readied_attack_strikes_when_an_enemy_comes_near():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (4, 0)))
    state = _do(state, do.Ready("attack", within_ft=5), do.EndTurn()).state
    state = _do(state, do.Move(((3, 0), (2, 0), (1, 0), (1, 1)))).state
    assert state.fighter("b").square == (1, 0)
    assert legal_actions(state) == (do.React("a", do.Attack("b")), do.Decline("a"))
    assert "reaction is on offer" in why_not(state, do.EndTurn())
    step = _do(state, do.React("a", do.Attack("b")), dice=[15, 4])
    assert step.state.fighter("b").hit_points == 13
    assert step.state.fighter("b").square == (1, 1)  # the interrupted move goes on
    assert not step.state.fighter("a").reaction


def test_R1_21_a_response_at_a_sign_is_released_on_anothers_turn_or_never():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (4, 0)))
    state = _do(state, do.Ready("move", words="when the bell rings")).state
    flee = do.React("a", do.Move(((0, 1), (0, 2))))
    assert "another's turn" in why_not(state, flee)
    state = _do(state, do.EndTurn()).state
    assert flee in legal_actions(state)
    assert "has readied move" in why_not(state, do.React("a", do.Dodge()))
    assert _do(state, flee).state.fighter("a").square == (0, 2)
    expired = _do(state, do.EndTurn(), do.EndTurn()).state
    assert "has readied nothing" in why_not(expired, flee)
    assert "cannot be readied" in why_not(state, do.Ready("ready"))


def test_R1_21_the_readier_may_decline():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (2, 0)))
    state = _do(state, do.Ready("attack", within_ft=5), do.EndTurn(), do.Move(((1, 0),)), do.Decline("a")).state
    assert state.fighter("a").reaction
    assert state.active.id == "b"


def test_R1_22_a_bonus_action_needs_an_ability_and_there_is_one_a_turn():
    assert "no ability" in why_not(_duel(), do.Dash(bonus_action=True))
    state = _duel(bonus_actions=frozenset({"dash", "dodge"}))
    state = _do(state, do.Dash(bonus_action=True)).state
    assert "bonus action is spent" in why_not(state, do.Dodge(bonus_action=True))
    assert why_not(state, do.Dodge()) is None


def test_R1_23_one_reaction_until_ones_next_turn():
    whirl = begun(("A", sheet("a"), (0, 0)), ("A", sheet("c"), (1, 1)), ("B", sheet("b"), (1, 0)))
    state = _do(whirl, do.Move(((0, 1), (0, 2)))).state
    state = _do(state, do.React("b", do.Attack("a")), do.EndTurn(), dice=[2]).state
    assert not state.fighter("b").can_react
    state = _do(state, do.Move(((2, 2), (2, 3)))).state  # leaves the reach of b, who has no reaction left
    assert state.fighter("c").square == (2, 3)
    assert _do(state, do.EndTurn()).state.fighter("b").can_react


def test_R1_24_leaving_a_reach_offers_an_opportunity_attack_before_the_step():
    state = _do(_duel(), do.Move(((0, 1), (0, 2), (0, 3)))).state
    assert state.fighter("a").square == (0, 1)  # still within reach of b
    assert "strikes the one who leaves" in why_not(state, do.React("b", do.Dodge()))
    assert "no reaction" in why_not(state, do.Decline("a"))
    step = _do(state, do.React("b", do.Attack("a")), dice=[15, 4])
    assert (step.state.fighter("a").hit_points, step.state.fighter("a").square) == (16, (0, 3))
    assert _do(state, do.Decline("b")).state.fighter("a").square == (0, 3)


def test_R1_24_who_falls_to_an_opportunity_attack_goes_no_further():
    friends = begun(("A", sheet("a", hit_points=3), (0, 0)), ("A", sheet("c"), (9, 9)), ("B", sheet("b"), (1, 0)))
    state = _do(friends, do.Move(((0, 1), (0, 2))), do.React("b", do.Attack("a")), dice=[15, 1]).state
    assert (state.fighter("a").status, state.fighter("a").square) == ("unconscious", (0, 1))
    assert [type(action) for action in legal_actions(state)] == [do.EndTurn]


def test_R1_24_moving_within_a_reach_or_unseen_provokes_nothing():
    assert _do(_duel(), do.Move(((0, 1), (1, 1)))).state.walks == ()
    hidden = _duel(bonus_actions=frozenset({"hide"}), stealth=9)
    state = _do(hidden, do.Hide(bonus_action=True), do.Move(((0, 1), (0, 2))), dice=[18]).state
    assert state.fighter("a").square == (0, 2)


def test_R1_24_a_long_reach_is_left_later_and_by_who_has_a_melee_attack_only():
    pike, bow = parse_attack("+5:1d10@10"), parse_attack("+5:1d6@0/80")
    state = begun(
        ("A", sheet("a"), (0, 0)), ("B", sheet("b", attacks=(pike,)), (1, 0)), ("B", sheet("c", attacks=(bow,)), (1, 1))
    )
    state = _do(state, do.Move(((0, 1), (0, 2), (0, 3), (0, 4)))).state
    assert state.fighter("a").square == (0, 2)
    assert [offer.fighter for offer in state.walks[-1].offers] == ["b"]


def test_R1_23_a_readied_move_can_itself_be_interrupted_and_the_turn_resumes():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)), ("B", sheet("c"), (6, 0)))
    state = _do(state, do.Ready("move", within_ft=10), do.EndTurn(), do.EndTurn()).state
    state = _do(state, do.Move(((5, 0), (4, 0), (3, 0), (2, 0)))).state
    assert state.fighter("c").square == (2, 0)
    state = _do(state, do.React("a", do.Move(((0, 1), (0, 2))))).state
    assert [walk.mover for walk in state.walks] == ["c", "a"]
    state = _do(state, do.React("b", do.Attack("a")), dice=[2]).state
    assert state.walks == ()
    assert (state.fighter("a").square, state.active.id) == ((0, 2), "c")


def test_R1_12_prone_and_its_house_rule():
    for rule, own, near in (("phb", "dis", "adv"), ("stand_up_only", "flat", "flat")):
        state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (1, 0)), rules=Rules(prone_effects=rule))
        state = _do(state, do.DropProne()).state
        dice = [2, 2] if own == "dis" else [2]
        assert _do(state, do.Attack("b"), dice=dice).events[0].facts["mode"] == own
        state = _do(state, do.EndTurn()).state
        dice = [2, 2] if near == "adv" else [2]
        assert _do(state, do.Attack("a"), dice=dice).events[0].facts["mode"] == near
