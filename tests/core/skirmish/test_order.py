"""Rounds, initiative, ties and surprise (R1.1–R1.4)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.skirmish import Abilities, Encounter, Group, Rules
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.play import apply, legal_actions, outcome, setup
from massbattle_core.skirmish.rules import order
from tests.core.skirmish.builders import begun, law_of, sheet


def _four(rules: Rules, dice: list[int], **changes: int):
    quick = sheet("quick", abilities=Abilities(dexterity=2))
    groups = (
        Group("slow", "A", sheet("slow"), 1, ((0, 0),)),
        Group("quick", "A", quick, 1, ((0, 2),)),
        Group("foe", "B", sheet("foe"), 2, ((10, 0), (10, 2))),
    )
    scripted = ScriptedDice(dice)
    state = setup(Encounter(groups, rules=rules), scripted)
    assert scripted.left == []
    return state


def test_R1_1_turns_follow_the_order_and_rounds_repeat_until_a_side_is_beaten():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b", character=False, hit_points=1), (1, 0)))
    nothing = ScriptedDice([])
    seen = []
    for _ in range(4):
        seen.append((state.round, state.active.id))
        state = apply(state, do.EndTurn(), nothing).state
    assert seen == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    assert outcome(state) is None
    state = apply(state, do.Attack("b"), ScriptedDice([15, 1])).state
    assert outcome(state).winner == "A"
    assert legal_actions(state) == ()
    with pytest.raises(IllegalActionError, match="beaten"):
        apply(state, do.EndTurn(), nothing)


def test_R1_1_an_undecided_fight_ends_after_the_last_round():
    state = begun(("A", sheet("a"), (0, 0)), ("B", sheet("b"), (9, 0)), round_limit=1)
    for _ in range(2):
        state = apply(state, do.EndTurn(), ScriptedDice([])).state
    assert (outcome(state).winner, outcome(state).termination) == (None, "round limit")
    assert legal_actions(state) == ()


def test_R1_2_initiative_is_a_d20_and_dexterity_and_the_highest_acts_first():
    state = _four(Rules(), [10, 9, 3, 19])
    assert [state.fighter(name).initiative for name in ("slow", "quick", "foe 1", "foe 2")] == [10, 11, 3, 19]
    assert state.order == ("foe 2", "quick", "slow", "foe 1")


@pytest.mark.parametrize("dexterity", range(-25, 26))
def test_R1_2_the_law_is_the_resolvers(dexterity):
    assert law_of(lambda dice: order.resolve_initiative(dexterity, dice)) == dict(order.initiative_odds(dexterity))


@pytest.mark.parametrize("seed", range(50))
def test_R1_3_the_chance_of_a_tie_is_the_resolvers(seed):
    a, b = random.Random(seed).choices(range(-6, 12), k=2)

    def lead(dice):
        margin = order.resolve_initiative(a, dice) - order.resolve_initiative(b, dice)
        return "first" if margin > 0 else "second" if margin else "tie"

    law = law_of(lead)
    assert {word: law.get(word, Fraction(0)) for word in ("first", "tie", "second")} == order.initiative_duel_odds(a, b)


@given(st.integers(-5, 10), st.integers(-5, 10))
def test_R1_2_a_duel_of_initiative_mirrors(a, b):
    odds, mirrored = order.initiative_duel_odds(a, b), order.initiative_duel_odds(b, a)
    assert sum(odds.values()) == 1
    assert (odds["first"], odds["tie"]) == (mirrored["second"], mirrored["tie"])


def test_R1_3_the_game_master_settles_ties():
    state = _four(Rules(), [12, 10, 12, 5])
    assert state.active is None
    assert legal_actions(state) == tuple(map(do.ActsFirst, ("slow", "quick", "foe 1")))
    with pytest.raises(IllegalActionError, match="who goes before whom"):
        apply(state, do.EndTurn(), ScriptedDice([]))
    state = apply(state, do.ActsFirst("foe 1"), ScriptedDice([])).state
    assert legal_actions(state) == (do.ActsFirst("slow"), do.ActsFirst("quick"))
    state = apply(state, do.ActsFirst("quick"), ScriptedDice([])).state
    assert state.order == ("foe 1", "quick", "slow", "foe 2")
    assert state.active.id == "foe 1"


def test_R1_3_chance_settles_ties_by_a_die_for_each_place():
    state = _four(Rules(initiative_tie="random"), [12, 10, 12, 5, 3, 2])
    assert state.order == ("foe 1", "slow", "quick", "foe 2")


def test_R1_3_the_higher_dexterity_goes_first_and_chance_settles_the_rest():
    state = _four(Rules(initiative_tie="dex_then_random"), [12, 10, 12, 5, 2])
    assert state.order == ("quick", "foe 1", "slow", "foe 2")


def _ambush(dice: list[int], rules: Rules | None = None, open_ally: bool = False):
    rogue = sheet("rogue", stealth=5)
    groups = [
        Group("rogue", "A", rogue, 1, ((0, 0),), hiding=True),
        Group("ally", "A", sheet("ally", stealth=0), 1, ((0, 2),), hiding=not open_ally),
        Group("blind", "B", sheet("blind", perception=0), 1, ((1, 0),)),
        Group("keen", "B", sheet("keen", perception=6), 1, ((9, 2),)),
    ]
    return setup(Encounter(tuple(groups), rules=rules or Rules()), ScriptedDice([*dice, 4, 3, 2, 1]))


def test_R1_4_who_notices_no_threat_is_surprised_and_others_are_not():
    state = _ambush([10, 14])  # Stealth 15 and 14 against passive 10 and 16
    assert [f.surprised for f in state.fighters] == [False, False, True, False]


def test_R1_4_nobody_hides_nobody_is_surprised():
    assert not order.surprised(3, 0, 0)
    assert not order.surprised(0, 0, 1)


def test_R1_4_a_tie_is_noticed_or_not_by_the_house_rule():
    assert not _ambush([5, 14]).fighter("blind").surprised
    assert _ambush([5, 14], Rules(stealth_tie="unnoticed")).fighter("blind").surprised


def test_R1_4_one_unnoticed_threat_may_be_enough():
    assert not _ambush([10, 2]).fighter("blind").surprised
    assert _ambush([10, 2], Rules(surprise_needs="any_threat_unnoticed")).fighter("blind").surprised


def test_R1_4_an_ally_in_the_open_betrays_the_ambush():
    assert not _ambush([10], open_ally=True).fighter("blind").surprised


def test_R1_4_the_surprised_lose_their_first_turn_and_have_no_reaction_until_it_ends():
    state = _ambush([10, 14])
    assert not state.fighter("blind").can_react
    step = apply(state, do.Move(((0, 1), (0, 0))), ScriptedDice([]))
    state = apply(step.state, do.Move(((0, 1),)), ScriptedDice([])).state
    assert state.walks == ()  # walking away from the surprised provokes nothing
    for _ in range(2):
        step = apply(state, do.EndTurn(), ScriptedDice([]))
        state = step.state
    assert [event.kind for event in step.events] == ["surprised", "turn"]
    assert state.active.id == "keen"
    assert state.fighter("blind").can_react


@pytest.mark.parametrize("seed", range(50))
def test_R1_4_the_chance_of_surprise_is_the_resolvers(seed):
    rng = random.Random(seed)
    stealth = [rng.randint(-2, 9) for _ in range(rng.randint(0, 2))]
    passive, in_the_open = rng.randint(6, 20), rng.choice([0, 0, 1])
    rules = Rules(
        stealth_tie=rng.choice(["noticed", "unnoticed"]),
        surprise_needs=rng.choice(["no_threat_noticed", "any_threat_unnoticed"]),
    )
    law = law_of(lambda dice: order.resolve_surprise(stealth, [passive], dice, rules, in_the_open)[0])
    assert law.get(True, Fraction(0)) == order.surprise_odds(stealth, passive, rules, in_the_open)
