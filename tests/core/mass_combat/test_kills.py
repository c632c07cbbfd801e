"""Kills: what they leave of a unit (R0.8, R0.46, R0.51, R0.52, RB.4, RB.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.building import build_unit
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.kills import Part, after_kills, survivors
from massbattle_core.mass_combat.model import Commander, Group, Side
from tests.core.mass_combat.battles import CREATURES, ORCS, unit

RULES, SIDE = HouseRules(), Side("A")


def after(of, killed, br_damage=0, *, rules=RULES, **facts):
    return after_kills(of, killed, CREATURES, SIDE, rules, br_damage, **facts)


def test_RB_4_the_worked_example():
    first = after(ORCS, Part({0: 12}), 2)
    assert (first.starting_br, first.composition_br, first.br, first.br_lost, first.dc15_due) == (12, 9, 7, 3, False)
    second = after(first.unit, Part({0: 6}), 2, starting_br=first.starting_br)
    assert (second.composition_br, second.br, second.dc15_due) == (8, 6, True)


def test_R0_42_kills_below_half_test_once_unless_the_house_tests_each_loss():
    low = after(ORCS, Part({0: 35})).unit
    assert not after(low, Part({0: 5}), starting_br=12).dc15_due
    every = HouseRules(casualties_test="every_loss_at_or_below_half")
    assert after(low, Part({0: 5}), starting_br=12, rules=every).dc15_due
    ragged = after(ORCS, Part({0: 36})).unit
    assert not after(ragged, Part({0: 4}), starting_br=12, rules=every).dc15_due, "no BR lost, no test"


def test_R0_46_speed_and_range_are_the_survivors():
    mixed = unit([Group("archer", 40), Group("turtle", 10)])
    whole = build_unit(mixed, CREATURES, SIDE, RULES)
    assert (whole.speed, whole.range_hexes) == (100, 0)
    outcome = after(mixed, Part({1: 10}))
    assert (outcome.speed, outcome.range_hexes) == (300, 1)
    assert outcome.unit.groups == (Group("archer", 40),)


def test_R0_46_losses_before_the_battle_stay():
    outcome = after(replace(ORCS, losses=2), Part({0: 12}), 3)
    assert (outcome.starting_br, outcome.composition_br, outcome.br) == (10, 9, 4)


def test_R0_8_a_successor_brings_another_charisma_but_neither_initiative_nor_order_change():
    led = unit([Group("orc", 60)], commander=Commander(3, "captain", "Grim"))
    before = build_unit(led, CREATURES, SIDE, RULES)
    outcome = after(led, Part(commander=True))
    assert outcome.br_lost == 2
    assert outcome.unit.commander == Commander(0, "orc")
    assert outcome.unit.groups == (Group("orc", 59),)
    assert (outcome.built.morale.value, outcome.built.initiative) == (0, before.initiative)
    assert after(led, Part(commander=True), successor_charisma=1).built.morale.value == 1


def test_R0_8_house_rules_of_a_lost_commander():
    led = unit([Group("orc", 60)], commander=Commander(3, "captain"))
    anew = after(led, Part(commander=True), rules=HouseRules(commander_lost="recompute_all"))
    assert (anew.built.morale.value, anew.built.initiative.value) == (0, 10)
    same = after(led, Part(commander=True), rules=HouseRules(commander_lost="no_effect"))
    assert (same.built.morale.value, same.built.initiative.value) == (3, 16)


def test_R0_51_riders_and_mounts_are_targets_of_their_own():
    riders = unit([Group("orc", 40, "wolf")], commander=Commander(1, "captain", mount="wolf"))
    assert survivors(riders, Part({0: 10}, {0: 15}), RULES).groups == (Group("orc", 25, "wolf"), Group("orc", 5))
    loose = Group("wolf", 10, riderless=True)
    assert survivors(riders, Part({0: 10}), RULES).groups == (Group("orc", 30, "wolf"), loose)
    assert survivors(riders, Part(commander_mount=True), RULES).commander == Commander(1, "captain")
    heir = survivors(riders, Part(commander=True), RULES)
    assert heir.commander == Commander(0, "orc", mount="wolf")
    assert heir.groups == (Group("orc", 39, "wolf"), Group("wolf", 1, riderless=True))


def test_R0_12_R0_46_mounts_whose_riders_fell_are_not_asked_to_shoot():
    bowmen = unit([Group("archer", 40, "wolf")], commander=Commander(1, "archer", mount="wolf"))
    fewer = after(bowmen, Part({0: 10}, commander=True))
    assert fewer.range_hexes == build_unit(bowmen, CREATURES, SIDE, RULES).range_hexes == 1
    assert fewer.br_lost == 2, "40 of 41 archers of CR 1/2 made 8, 30 make 6; 41 wolves still make 4"
    again = after(fewer.unit, Part({1: 10, 2: 1}), starting_br=fewer.starting_br)
    assert (again.unit.groups, again.br_lost, again.range_hexes) == ((Group("archer", 29, "wolf"),), 1, 1)
    assert after(bowmen, Part({0: 10}), rules=HouseRules(mounts_must_shoot="yes")).range_hexes == 0


@pytest.mark.parametrize(
    "killed",
    [Part({0: 61}), Part({0: -1}), Part({1: 1}), Part({0: True}), Part(mounts={0: 1}), Part(commander=True)],
    ids=["too many", "negative", "no such group", "no number", "no mounts", "a character commands"],
)
def test_R0_49_R0_51_only_creatures_of_the_unit_can_be_killed(killed):
    with pytest.raises(InvalidBattleError) as caught:
        after(ORCS, killed)
    assert caught.value.problems[0].place.startswith("units/u1/")
    with pytest.raises(InvalidBattleError, match="no loss of BR"):
        after(ORCS, Part(), -1)


def test_R0_52_RB_5_all_gone():
    outcome = after(ORCS, Part({0: 60}))
    assert (outcome.wiped_out, outcome.composition_br, outcome.dc15_due) == (True, 0, False)
    led = unit([Group("orc", 5)], commander=Commander(2, "captain"))
    alone = after(led, Part({0: 5}))
    assert (alone.wiped_out, alone.composition_br) == (False, 2)
    assert after(led, Part({0: 5}, commander=True)).wiped_out


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 10), st.sampled_from(["per_cr", "mixed_fraction"]))
def test_R0_46_kills_one_after_the_other_or_at_once_are_the_same(first, second, damage, grouping):
    rules = HouseRules(br_grouping=grouping)
    big = unit([Group("orc", 90), Group("wolf", 7)])
    once = after(big, Part({0: first + second}), damage, rules=rules)
    step = after(big, Part({0: first}), damage, rules=rules)
    twice = after(step.unit, Part({0: second}), damage, rules=rules, starting_br=step.starting_br)
    assert (once.unit, once.br, once.built) == (twice.unit, twice.br, twice.built)
    assert once.br_lost == step.br_lost + twice.br_lost
    assert once.dc15_due == (step.dc15_due or twice.dc15_due)
