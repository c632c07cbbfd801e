"""At 0 hit points (R1.25–R1.34)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.dice import ScriptedDice
from massbattle_core.skirmish import Rules
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.play import apply, why_not
from massbattle_core.skirmish.rules import dying
from tests.core.skirmish.builders import begun, law_of, sheet


def _do(state, *actions, dice=()):
    scripted = ScriptedDice(dice)
    for action in actions:
        step = apply(state, action, scripted)
        state = step.state
    assert scripted.left == []
    return step


def _fallen(rules: Rules | None = None, **changes):
    """It is b's turn, a lies at 0 hit points next to b and to its friend c, who acts after b."""
    state = begun(
        ("A", sheet("a", hit_points=8, **changes), (0, 0)),
        ("B", sheet("b"), (1, 0)),
        ("A", sheet("c"), (0, 1)),
        rules=rules,
    )
    return _do(state, do.EndTurn(), do.Attack("a"), dice=[15, 5]).state


def test_R1_25_hit_points_stop_at_0():
    state = _fallen()
    assert (state.fighter("a").hit_points, state.fighter("a").status) == (0, "unconscious")
    assert dying.drop_to_zero(10, 10, 4) == (6, 0, dying.UP)


def test_R1_26_the_rest_of_the_damage_may_kill_at_once():
    assert dying.drop_to_zero(5, 12, 18) == (0, 13, dying.DEAD)
    assert dying.drop_to_zero(5, 12, 16) == (0, 11, dying.UNCONSCIOUS)
    frail = begun(("A", sheet("a", hit_points=3), (0, 0)), ("A", sheet("c"), (9, 9)), ("B", sheet("b"), (1, 0)))
    state = _do(frail, do.EndTurn(), do.EndTurn(), do.Attack("a"), dice=[15, 8]).state
    assert state.fighter("a").status == "dead"


@pytest.mark.parametrize(
    ("rule", "mode", "dice", "result"),
    [("phb", "adv", [5, 12, 1, 1], "critical"), ("none", "flat", [12, 1], "hit")],
)
def test_R1_27_the_unconscious_are_prone_easy_to_hit_and_struck_critically_from_near(rule, mode, dice, result):
    state = _fallen(Rules(unconscious_effects=rule))
    assert state.fighter("a").prone == (rule == "phb")
    state = _do(state, do.EndTurn(), do.EndTurn(), dice=[10]).state
    facts = _do(state, do.Attack("a"), dice=dice).events[0].facts
    assert (facts["mode"], facts["result"]) == (mode, result)


def test_R1_27_unconsciousness_ends_with_any_hit_point():
    state = _do(_fallen(), do.EndTurn(), do.Heal("a", flat=1)).state
    assert state.fighter("a").status == "up"
    assert state.fighter("a").prone


def test_R1_28_three_successes_make_stable_and_three_failures_kill():
    state = _do(_fallen(), do.EndTurn(), do.EndTurn(), dice=[10]).state
    assert (state.fighter("a").successes, state.fighter("a").failures) == (1, 0)
    state = _do(state, do.EndTurn(), do.EndTurn(), dice=[9]).state
    state = _do(state, do.EndTurn(), do.EndTurn(), dice=[19]).state
    stable = _do(state, do.EndTurn(), do.EndTurn(), dice=[12]).state.fighter("a")
    assert (stable.stable, stable.successes, stable.failures, stable.hit_points) == (True, 0, 0, 0)
    state = _do(state, do.EndTurn(), do.EndTurn(), dice=[2]).state
    assert _do(state, do.EndTurn(), do.EndTurn(), dice=[2]).state.fighter("a").status == "dead"


def test_R1_29_a_1_fails_twice_and_a_20_brings_back_to_act_at_once():
    state = _fallen()
    failed = _do(state, do.EndTurn(), do.EndTurn(), dice=[1]).state
    assert failed.fighter("a").failures == 2
    back = _do(state, do.EndTurn(), do.EndTurn(), dice=[20]).state
    assert back.active.id == "a"
    assert (back.fighter("a").hit_points, back.fighter("a").prone) == (1, True)


@pytest.mark.parametrize("successes", range(3))
@pytest.mark.parametrize("failures", range(3))
def test_R1_28_the_law_of_a_death_save_is_the_resolvers_and_the_fate_its_closure(successes, failures):
    tally = dying.DeathTally(successes, failures)
    assert law_of(lambda dice: dying.resolve_death_save(tally, dice)) == dying.death_save_odds(tally)

    exact = dying.death_save_fate(successes, failures)
    fates = {"stable": Fraction(0), "dead": Fraction(0), "back": Fraction(0)}
    open_tallies = {tally: Fraction(1)}
    while open_tallies:
        now, p = open_tallies.popitem()
        if now.fate != "dying":
            fates[now.fate] += p
            continue
        for after, q in law_of(lambda dice, now=now: dying.resolve_death_save(now, dice)).items():
            open_tallies[after] = open_tallies.get(after, Fraction(0)) + p * q
    assert exact == fates
    assert sum(exact.values()) == 1


def test_R1_29_the_chances_from_the_start():
    fate = dying.death_save_fate()
    assert fate == {"stable": Fraction(331, 800), "dead": Fraction(3239, 8000), "back": Fraction(1451, 8000)}


def test_R1_30_damage_at_0_fails_death_saves():
    state = _do(_fallen(Rules(unconscious_effects="none")), do.EndTurn(), do.EndTurn(), dice=[10]).state
    assert _do(state, do.Attack("a"), dice=[12, 1]).state.fighter("a").failures == 1
    assert _do(state, do.Attack("a"), dice=[20, 1, 1]).state.fighter("a").failures == 2
    assert _do(state, do.Attack("a"), dice=[12, 5]).state.fighter("a").status == "dead"
    assert dying.damage_at_zero(0, 12, 0) == 0


@given(st.integers(1, 60), st.integers(0, 90), st.booleans())
def test_R1_30_damage_at_0_kills_from_the_maximum_on(maximum, damage, critical):
    failed = dying.damage_at_zero(damage, maximum, int(critical))
    assert (failed == 3) == (damage >= maximum)
    assert failed in (0, 1 + critical, 3)


def test_R1_31_first_aid_makes_stable():
    state = _do(_fallen(medicine=0), do.EndTurn()).state
    assert _do(state, do.FirstAid("a"), dice=[9]).state.fighter("a").stable is False
    state = _do(state, do.FirstAid("a"), dice=[10]).state
    assert state.fighter("a").stable
    assert "needs no first aid" in why_not(_do(state, do.EndTurn(), do.EndTurn()).state, do.FirstAid("a"))
    assert "needs no first aid" in why_not(_do(_fallen(), do.EndTurn()).state, do.FirstAid("b"))


@pytest.mark.parametrize("medicine", range(-25, 26))
def test_R1_31_the_chance_of_first_aid_is_the_resolvers(medicine):
    law = law_of(lambda dice: dying.resolve_first_aid(medicine, dice))
    assert law.get(True, Fraction(0)) == dying.stabilise_probability(medicine)


def test_R1_32_the_stable_roll_no_death_saves_and_damage_ends_it():
    state = _do(_fallen(), do.EndTurn(), do.FirstAid("a"), do.EndTurn(), dice=[15]).state
    assert state.active.id == "b"  # a was passed without a die
    hit = _do(state, do.Attack("a"), dice=[12, 14, 1, 1]).state.fighter("a")
    assert (hit.stable, hit.failures) == (False, 2)
    assert law_of(dying.resolve_recovery) == dict(dying.recovery_odds()) == dict.fromkeys(range(1, 5), Fraction(1, 4))


def test_R1_33_healing_resets_the_counters_and_stops_at_the_maximum():
    state = _do(_fallen(), do.EndTurn(), do.EndTurn(), do.EndTurn(), dice=[3]).state
    assert state.fighter("a").failures == 1
    healed = _do(state, do.Heal("a", ((2, 8),), 3), dice=[7, 8]).state.fighter("a")
    assert (healed.hit_points, healed.failures, healed.stable) == (8, 0, False)
    assert "no ability" in why_not(state, do.Heal("a", flat=1, cost="bonus_action"))
    assert "no such dice" in why_not(state, do.Heal("a", ((0, 8),)))


def test_R1_34_monsters_die_at_0_unless_the_house_rule_says_otherwise():
    assert _fallen(character=False).fighter("a").status == "dead"
    assert _fallen(Rules(monsters_at_zero="death_saves"), character=False).fighter("a").status == "unconscious"
    state = _do(_fallen(character=False), do.EndTurn()).state
    assert "dead are not healed" in why_not(state, do.Heal("a", flat=5))
    assert "target is dead" in why_not(_do(state, do.EndTurn()).state, do.Attack("a"))


@given(
    st.integers(1, 40),
    st.integers(1, 40),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 120),
    st.booleans(),
    st.booleans(),
)
def test_R1_25_damage_leaves_a_possible_fighter(hp, more, successes, failures, damage, critical, saves):
    standing = random.Random(damage).random() < 0.5
    before = (hp, hp + more, 0, 0, 0) if standing else (0, hp + more, successes, failures, 0)
    after, good, bad, stable, dead = dying.after_damage(*before, damage, int(critical), int(saves))
    assert 0 <= after <= before[0]
    assert 0 <= good < 3
    assert 0 <= bad <= 3
    assert (bad == 3 or standing or not dead) or damage >= hp + more
    assert not (dead and stable)
    assert not (dead and after)
