from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.results_table.combat import resolve_combat
from massbattle_core.results_table.loop import Host, options_of, strike
from massbattle_core.results_table.model import Army, Combat, Rules, Soldier
from massbattle_core.results_table.rules.blows import (
    blow_modifier,
    blow_odds,
    breakage_odds,
    breaks,
    staff_is_spent,
    suffer,
    table_row,
    wound_odds,
)
from massbattle_core.results_table.tables import WEAPONS
from tests.core.results_table.armies import army

RULES = Rules()


@pytest.mark.parametrize(("weapon", "modifier"), [("none", -3), ("staff", -2), ("sword", 0), ("mace", 1)])
@pytest.mark.parametrize(("strength", "strong"), [(0, 0), (100, 0), (101, 1), (255, 1)])
@pytest.mark.parametrize("shield", [False, True])
def test_R3_26_modifiers_add_up(weapon, modifier, strength, strong, shield):
    giver, receiver = Soldier("g", strength, weapon), Soldier("r", 500, "mace", shield)
    assert blow_modifier(giver, receiver) == modifier + strong - shield


def test_R3_25_rows_end_at_nothing_and_at_death():
    assert [table_row(die, -3, 0) for die in range(1, 7)] == [0, 0, 0, 1, 2, 3]
    assert [table_row(die, 2, 0) for die in range(1, 7)] == [3, 4, 5, 6, 6, 6]


def test_R3_25_the_wounds_of_a_plain_blow():
    sixth = Fraction(1, 6)
    law = {"Bl0": sixth, "Bl1": sixth, "Bl5": sixth, "Bl10": sixth, "M": 2 * sixth}
    assert wound_odds(blow_odds(0)) == law


def test_R3_27_the_highest_roll_suffered_adds():
    assert suffer(0, 0, 2, 0, False) == (2, 2, 2)
    assert suffer(2, 2, 1, 0, False) == (3, 3, 3)
    assert suffer(3, 3, 1, -4, False) == (0, 3, 3)


def test_R3_27_the_raw_die_is_a_house_rule():
    assert suffer(0, 0, 5, -3, False) == (2, 2, 2)
    assert suffer(0, 0, 5, -3, True) == (2, 2, 5)


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(-4, 2)), max_size=8), st.booleans())
def test_R3_27_wounds_never_heal(blows, raw):
    worst = earlier = 0
    for die, modifier in blows:
        row, after, highest = suffer(worst, earlier, die, modifier, raw)
        assert after == max(worst, row)
        assert highest >= earlier
        worst, earlier = after, highest


def test_R3_28_sure_things_roll_no_die():
    dice = ScriptedDice([])
    assert not breaks(0, dice)
    assert breaks(6, dice)


@pytest.mark.parametrize(("row", "percent"), [(1, 10), (2, 20), (3, 40), (4, 60), (5, 80)])
def test_R3_28_an_item_breaks_on_a_low_d100(row, percent):
    assert breaks(row, ScriptedDice([percent]))
    assert not breaks(row, ScriptedDice([percent + 1]))
    assert breakage_odds(row, 2)[2] == Fraction(percent, 100) ** 2


def one_side(*soldiers):
    rows = [(WEAPONS.index(soldier.weapon), soldier.strength > 100, soldier.shield, 0, 0) for soldier in soldiers]
    count = len(rows)
    return Host(np.array(rows, np.int64), np.arange(count), np.zeros((count, 5), np.int64), 0, 0)


def struck(givers, receivers, blows, values, each_once=False, **rules):
    """Strike with scripted dice; the receivers' and givers' states and the (label, value) of the dice rolled."""
    givers, receivers = one_side(*givers), one_side(*receivers)
    dice = ScriptedDice(values)
    record = np.zeros((blows, 6), np.int64)
    strike(
        givers,
        receivers,
        len(givers.soldiers),
        len(receivers.soldiers),
        blows,
        each_once,
        options_of(Rules(**rules)),
        dice,
        record,
    )
    assert dice.left == []
    return (
        receivers.state.tolist(),
        givers.state.tolist(),
        [roll.label for roll in dice.log],
        [row for row in record.tolist() if any(row)],
    )


SWORD, BARE, SHIELD = Soldier("s", 50, "sword"), Soldier("b", 50), Soldier("h", 50, "none", True)


def test_R3_24_giver_receiver_and_die_are_drawn_blow_by_blow():
    states, _, labels, record = struck([SWORD, BARE], [BARE, BARE], 2, [2, 1, 5, 1, 2, 3])
    assert labels == ["giver", "receiver", "blow"] * 2
    assert record == [[1, 0, 5, -3, 0, 2], [0, 1, 3, 0, 0, 3]]
    assert [state[0] for state in states] == [2, 3]


def test_R3_24_the_same_giver_may_strike_twice_unless_a_house_rule_says_no():
    _, givers, _, _ = struck([SWORD, BARE], [BARE], 2, [1, 1, 1, 1])
    assert [state[2] for state in givers] == [1, 0]
    _, givers, labels, _ = struck([SWORD, BARE], [BARE], 2, [1, 1, 1], giver_draw="without_replacement")
    assert [state[2] for state in givers] == [1, 1]
    assert labels == ["giver", "blow", "blow"]


def test_R3_24_in_a_massacre_each_soldier_strikes_once():
    _, givers, labels, record = struck([SWORD] * 3, [BARE], 3, [2, 1, 1, 1, 1], each_once=True)
    assert [blow[0] for blow in record] == [1, 0, 2]
    assert all(state[2] for state in givers)
    assert labels == ["giver", "blow", "giver", "blow", "blow"]


def test_R3_24_givers_start_anew_when_all_have_struck():
    _, _, _, record = struck([SWORD, BARE], [BARE], 3, [2, 1, 1, 1, 1], giver_draw="without_replacement")
    assert [blow[0] for blow in record] == [1, 0, 0]


def test_R3_24_a_dead_soldier_may_be_drawn_again_unless_a_house_rule_says_no():
    _, _, _, record = struck([SWORD], [BARE, BARE], 3, [1, 6, 1, 6, 1, 6])
    assert [blow[1] for blow in record] == [0, 0, 0]
    _, _, labels, record = struck([SWORD], [BARE, BARE], 3, [1, 6, 6], receiver_pool="living")
    assert [blow[1] for blow in record] == [0, 1]
    assert labels == ["receiver", "blow", "blow"]


def test_R3_28_items_of_the_receiver_break():
    armed = Soldier("x", 50, "mace", True)
    states, givers, labels, _ = struck([SWORD], [armed], 1, [5, 60, 61])
    assert labels == ["blow", "breakage", "breakage"]
    assert states[0] == [4, 4, 0, 1, 0]
    assert givers[0][3:] == [0, 0]


def test_R3_28_items_of_the_giver_or_of_both_by_house_rule():
    armed = Soldier("x", 50, "mace", True)
    states, givers, _, _ = struck([SWORD], [armed], 1, [4, 41], breaks_for="giver")
    assert (states[0][3:], givers[0][3:]) == ([0, 0], [0, 0])
    states, givers, _, _ = struck([SWORD], [armed], 1, [4, 40, 41, 40], breaks_for="both")
    assert (states[0][3:], givers[0][3:]) == ([1, 0], [1, 0])


def test_R3_28_broken_items_still_count_until_the_end_unless_a_house_rule_says_no():
    _, _, _, record = struck([SWORD], [SHIELD], 2, [2, 10, 2])
    assert [blow[3] for blow in record] == [-1, -1]
    _, _, _, record = struck([SWORD], [SHIELD], 2, [2, 10, 2], break_timing="at_once")
    assert [blow[3] for blow in record] == [-1, 0]
    _, _, _, record = struck([SWORD], [BARE], 2, [2, 20, 1], break_timing="at_once", breaks_for="giver")
    assert [blow[3] for blow in record] == [0, -3]


def test_R3_29_a_staff_is_spent_by_striking():
    assert staff_is_spent(WEAPONS.index("staff"), True)
    assert not staff_is_spent(WEAPONS.index("staff"), False)
    assert not staff_is_spent(WEAPONS.index("sword"), True)


def test_R3_29_the_staff_breaks_even_if_its_owner_was_never_hurt():
    combat = Combat((army("a", (1, 100, "staff", False)),), (army("d", (1, 60, "none", False)),))
    report = resolve_combat(combat, ScriptedDice([3, 1, 1]), RULES)
    assert (report.column, report.result) == ("3:2", "E20")
    (fate,) = report.fates
    assert (fate.army, fate.wound, fate.weapon_broken) == ("a", "R", True)
    assert fate.after == Soldier("1", 100, "none")


def test_R3_24_one_combat_from_the_armies_to_the_report():
    attackers = army("a", (2, 120, "sword", False))
    defenders = army("d", (2, 60, "mace", True))
    dice = ScriptedDice([4, 1, 1, 5, 80, 81, 2, 1, 10, 11])
    report = resolve_combat(Combat((attackers,), (defenders,)), dice, RULES)
    assert dice.left == []
    assert (report.attack_factors, report.defence_factors) == (12, 4)
    assert (report.column, report.face, report.result, report.massacre_by) == ("3:1", 4, "MA", "attackers")
    first, second = report.attack_blows
    assert (first.giver, first.receiver) == (("a", "1"), ("d", "1"))
    assert (first.face, first.modifier, first.suffered, first.row) == (5, 0, 0, 5)
    assert (second.giver, second.receiver, second.row) == (("a", "2"), ("d", "2"), 1)
    assert report.defence_blows == ()
    dead, light = report.fates
    assert (dead.wound, dead.days, dead.stays, dead.after) == (
        "M",
        45,
        False,
        Soldier("1", 60, "none", True, fit=False),
    )
    assert (light.wound, light.days, light.stays, light.after.fit) == ("Bl0", 0, True, False)
    assert report.losses == {"a": 0, "d": 2}
    assert report.beaten == report.retreating == report.losers == ("d",)


def test_R3_13_blows_by_the_whole_army_are_given_by_those_who_fight():
    attackers = army("a", (90, 255, "sword", False))
    combat = Combat((attackers,), (army("d", (50, 0, "none", False), in_town=True),), walled=True)
    report = resolve_combat(combat, KeyedDice(1), Rules(wall_numbers="whole_army"))
    assert (report.result, len(report.attack_blows), len(report.defence_blows)) == ("MA", 90, 9)
    givers = [blow.giver for blow in report.attack_blows]
    assert sorted(givers.count(giver) for giver in set(givers)) == [2] * 30 + [3] * 10


def test_R3_35_the_lightly_wounded_do_not_fight_again_today():
    tired = Army("t", (Soldier("1", 100, "sword", fit=False), Soldier("2", 100, "sword")))
    report = resolve_combat(Combat((tired,), (army("d", (1, 0, "none", False)),)), KeyedDice(3), RULES)
    assert report.attack_factors == 6
    assert {blow.giver for blow in report.attack_blows} == {("t", "2")}
