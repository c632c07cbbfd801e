"""Scenarios of the army results table, worked out by hand from the rules; every die is named and none may be left."""

from __future__ import annotations

from fractions import Fraction

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.results_table import (
    Army,
    Combat,
    Rules,
    Soldier,
    combat_factors,
    combat_odds,
    muster,
    play,
    resolve_combat,
    soldier_odds,
)
from massbattle_core.results_table.actions import EndPhase, EndRound, Fight, Move, Retreat
from massbattle_core.results_table.field import Map, Node, setup
from massbattle_core.results_table.odds import blows_by_result
from massbattle_core.results_table.rules import aftermath, blows, encounter, factors, results

RULES = Rules()


def army(name, *soldiers, **facts):
    return Army(name, tuple(soldiers), **{"side": name, **facts})


def men(count, strength=0, weapon="none", shield=False, start=0):
    return tuple(Soldier(f"s{n}", strength, weapon, shield) for n in range(start, start + count))


def fight(attackers, defenders, faces, **switches):
    dice = ScriptedDice(faces)
    report = resolve_combat(Combat((attackers,), (defenders,)), dice, Rules(**switches))
    assert dice.left == [], f"dice left {dice.left}"
    return report


def fates(report, name):
    return {fate.soldier.name: fate for fate in report.fates if fate.army == name}


# ---------------------------------------------------------------- ratio and table


@pytest.mark.parametrize(
    ("a", "d", "column"),
    [
        (33, 100, "auto MD"),
        (1, 3, "1:3"),
        (39, 100, "1:3"),
        (2, 5, "2:5"),
        (49, 100, "2:5"),
        (1, 2, "1:2"),
        (66, 100, "1:2"),
        (2, 3, "2:3"),
        (99, 100, "2:3"),
        (1, 1, "1:1"),
        (149, 100, "1:1"),
        (3, 2, "3:2"),
        (199, 100, "3:2"),
        (2, 1, "2:1"),
        (249, 100, "2:1"),
        (5, 2, "5:2"),
        (299, 100, "5:2"),
        (3, 1, "3:1"),
        (301, 100, "auto MA"),
        (1, 0, "auto MA"),
        (Fraction(9, 2), Fraction(3, 2), "3:1"),
        (Fraction(7, 2), Fraction(21, 2), "1:3"),
    ],
)
def test_R3_15_R3_16_columns_at_their_borders(a, d, column):
    assert results.column_name(results.column_index(a, d, False)) == column


def test_R3_16_from_4_on():
    names = [results.column_name(results.column_index(n, 100, True)) for n in (301, 399, 400)]
    assert names == ["3:1", "3:1", "auto MA"]


def test_R3_18_table():
    table = results.results_table(RULES)
    assert [row[8] for row in table] == ["A30", "A50", "A60", "MA", "MA", "E50"]
    assert [row[0] for row in table] == ["MD", "MD", "D60", "D50", "D30", "E50"]
    assert set(table[5]) == {"E50"}
    cells = {(4, 5): "A20", (2, 3): "D30", (1, 6): "E30", (2, 6): "E20", (5, 1): "E40", (1, 7): "E40", (1, 4): "D20"}
    assert {cell: results.result_at(cell[1], cell[0], RULES) for cell in cells} == cells
    assert results.result_at(5, 4, Rules(crt_asymmetry="symmetric")) == "A30"


# ---------------------------------------------------------------- factors


def test_R3_08_strength_and_sword():
    strengths = (0, 49, 50, 99, 100, 150, 151, 200, 201, 202)
    assert [factors.soldier_factors(Soldier("s", n), RULES) for n in strengths] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert factors.soldier_factors(Soldier("s", 201), Rules(band_201="four_at_201")) == 4
    assert factors.soldier_factors(Soldier("s", 202), Rules(band_201="four_at_201")) == 5
    armed = [factors.soldier_factors(Soldier("s", 50, w, True), RULES) for w in ("none", "staff", "sword", "mace")]
    assert armed == [2, 2, 5, 2]


@pytest.mark.parametrize(
    ("flags", "defending", "total"),
    [
        ({"immobile": True}, True, Fraction(9, 2)),
        ({"immobile": True, "besieging": True}, True, 3),
        ({"immobile": True, "in_town": True}, True, 6),
        ({"organised": False, "immobile": True}, True, Fraction(3, 2)),
        ({"organised": False, "immobile": True, "in_town": True}, True, 3),
        ({}, True, 3),
        ({"in_town": True}, True, 3),
        ({"immobile": True}, False, 3),
        ({"organised": False}, False, Fraction(3, 2)),
    ],
)
def test_R3_10_R3_11_R3_12_factors_of_an_army(flags, defending, total):
    three = army("x", *men(3), **flags)
    assert factors.army_factors(three, three.soldiers, defending, RULES).total == total


def test_R3_12_disorganised_defenders_only():
    three = army("x", *men(3), organised=False)
    rules = Rules(disorganised_applies_to="defender")
    assert factors.army_factors(three, three.soldiers, False, rules).total == 3
    assert factors.army_factors(three, three.soldiers, True, rules).total == Fraction(3, 2)


def test_R3_09_a_side_sums_its_armies_each_with_its_own_multiplier():
    still, loose = army("still", *men(3), immobile=True), army("loose", *men(3), organised=False)
    attackers = army("att", *men(6))
    # D20: 2 blows of the defenders, 1 of the attackers, all of them of fists on the die 1
    dice = ScriptedDice([1] * 10)
    report = resolve_combat(Combat((attackers,), (still, loose)), dice, RULES)
    assert (dice.left, report.result) == ([], "D20")
    assert (report.attack_factors, report.defence_factors, report.column) == (6, 6, "1:1")


def test_R3_06_R3_07_who_defends():
    numbers = encounter.SideNumbers
    assert encounter.defender_by_rule(numbers(1, 100), numbers(0, 1)) == "first"
    assert encounter.defender_by_rule(numbers(1, 5), numbers(1, 4)) == "second"
    assert encounter.defender_by_rule(numbers(1, 4), numbers(1, 4)) is None
    assert encounter.resolve_defender(numbers(1, 100), numbers(0, 1), ScriptedDice([])) == "first"
    assert encounter.defender_odds(numbers(1, 4), numbers(1, 4)) == {"first": Fraction(1, 2), "second": Fraction(1, 2)}


def test_R3_13_walls():
    attackers = army("att", *men(10, 0), *men(40, 100, start=10))
    defenders = army("def", *men(20, 0), *men(40, 50, start=20), in_town=True)
    walled = Combat((attackers,), (defenders,), walled=True)
    assert [sum(f.total for f in side) for side in combat_factors(walled, RULES)] == [120, 80]
    _, blows_of = blows_by_result(muster(walled, RULES), RULES)
    assert blows_of["A50"] == (Fraction(1, 6), 20, 5)
    assert blows_of["E20"][1:] == (8, 8)
    whole = Rules(wall_numbers="whole_army")
    assert blows_by_result(muster(walled, whole), whole)[1]["A50"] == (Fraction(1, 6), 25, 7)
    open_town = Combat((attackers,), (defenders,))
    assert [sum(f.total for f in side) for side in combat_factors(open_town, RULES)] == [130, 100]
    assert not aftermath.is_heavy(23, 60)
    assert aftermath.is_heavy(24, 60)


# ---------------------------------------------------------------- number of blows


@pytest.mark.parametrize(
    ("result", "a", "d", "switches", "expected"),
    [
        ("A30", 7, 5, {}, (3, 1)),
        ("A30", 7, 3, {}, (3, 0)),
        ("A30", 7, 3, {"cap_rounding": "ceil"}, (3, 1)),
        ("A60", 10, 4, {}, (6, 2)),
        ("D50", 1, 5, {}, (0, 3)),
        ("D60", 10, 5, {}, (1, 3)),
        ("E30", 7, 10, {}, (3, 3)),
        ("E30", 10, 7, {}, (3, 3)),
        ("E30", 7, 10, {"exchange_rounding": "floor"}, (2, 2)),
        ("E20", 7, 10, {}, (2, 2)),
        ("E50", 5, 5, {}, (3, 3)),
        ("MA", 25, 4, {}, (25, 1)),
        ("MA", 25, 4, {"cap_rounding": "ceil"}, (25, 2)),
        ("MA", 25, 4, {"massacre_riposte": "none"}, (25, 0)),
        ("MA", 20, 10, {}, (20, 2)),
        ("MD", 50, 9, {}, (0, 9)),
        ("MD", 50, 10, {}, (1, 10)),
    ],
)
def test_R3_19_R3_20_R3_21_R3_22_R3_23_blows(result, a, d, switches, expected):
    assert results.blows_exchanged(result, a, d, Rules(**switches)) == expected


def test_R3_21_weaker_by_factors():
    strong, weak = Fraction(50), Fraction(10)
    assert results.blows_exchanged("E50", 7, 10, Rules(weaker_by="factors"), (strong, weak)) == (5, 5)
    assert results.blows_exchanged("E50", 7, 10, RULES, (strong, weak)) == (4, 4)


# ---------------------------------------------------------------- one blow


@pytest.mark.parametrize(
    ("giver", "receiver", "face", "row"),
    [
        (Soldier("g", 0), Soldier("r", 0), 6, 3),
        (Soldier("g", 0), Soldier("r", 0), 3, 0),
        (Soldier("g", 0, "staff"), Soldier("r", 0, shield=True), 3, 0),
        (Soldier("g", 101, "mace"), Soldier("r", 0), 4, 6),
        (Soldier("g", 100, "mace"), Soldier("r", 0), 4, 5),
        (Soldier("g", 0, "sword"), Soldier("r", 0, shield=True), 6, 5),
    ],
)
def test_R3_25_R3_26_row_of_a_blow(giver, receiver, face, row):
    assert blows.table_row(face, blows.blow_modifier(giver, receiver), 0) == row


def test_R3_25_R3_27_laws():
    sixth = Fraction(1, 6)
    assert blows.wound_odds(blows.blow_odds(-3)) == {"R": Fraction(1, 2), "Bl0": sixth, "Bl1": sixth, "Bl5": sixth}
    law: dict[int, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            _, worst, highest = blows.suffer(0, 0, first, -3, False)
            _, worst, _ = blows.suffer(worst, highest, second, -3, False)
            law[min(worst, 5)] = law.get(min(worst, 5), Fraction(0)) + Fraction(1, 36)
    assert law == {
        0: Fraction(1, 4),
        1: Fraction(1, 6),
        2: Fraction(7, 36),
        3: Fraction(2, 9),
        4: Fraction(1, 12),
        5: Fraction(1, 12),
    }


def test_R3_27_a_second_lighter_blow_does_not_heal():
    row, worst, highest = blows.suffer(4, 4, 1, -3, False)
    assert (row, worst, highest) == (2, 4, 4)


def test_R3_28_breakage_law():
    assert [blows.breakage_odds(3, 2)[n] for n in (0, 1, 2)] == [Fraction(9, 25), Fraction(12, 25), Fraction(4, 25)]


# ---------------------------------------------------------------- whole combats


HERO = Soldier("hero", 201, "sword")


def test_R3_17_R3_19_a_small_combat():
    attackers = army("att", Soldier("a1", 60, "sword"), Soldier("a2", 60), Soldier("a3", 60, "staff"))
    defenders = army("def", *men(4, 30), immobile=True)
    report = fight(attackers, defenders, [4, 1, 3, 4])
    assert (report.attack_factors, report.defence_factors, report.column, report.result) == (9, 6, "3:2", "A20")
    assert [len(report.attack_blows), len(report.defence_blows)] == [1, 0]
    assert report.attack_blows[0].giver == ("att", "a1")
    assert report.attack_blows[0].receiver == ("def", "s2")
    assert fates(report, "def")["s2"].wound == "Bl10"
    assert fates(report, "def")["s2"].days == 10
    assert fates(report, "att") == {}
    assert (report.losses, report.beaten) == ({"att": 0, "def": 1}, ())


@pytest.mark.parametrize(("percent", "broken"), [(60, True), (61, False)])
def test_R3_28_one_die_an_item(percent, broken):
    report = fight(army("att", HERO), army("def", *men(2, 0, "mace")), [1, 3, percent])
    fate = fates(report, "def")["s0"]
    assert (report.result, report.face, fate.wound, fate.weapon_broken) == ("MA", None, "Bl10", broken)


def test_R3_28_weapon_and_shield_each_have_a_die_and_nothing_has_none():
    report = fight(army("att", HERO), army("def", *men(2, 0, "mace", True)), [1, 4, 60, 60])
    fate = fates(report, "def")["s0"]
    assert (fate.wound, fate.weapon_broken, fate.shield_broken) == ("Bl10", True, True)
    report = fight(army("att", HERO), army("def", *men(2)), [2, 3])
    assert fates(report, "def")["s1"].wound == "Bl10"


def test_R3_28_a_sure_thing_rolls_no_die():
    fists = Soldier("fists", 201)
    report = fight(army("att", fists), army("def", *men(1, 0, "mace")), [2])
    assert fates(report, "def") == {}
    assert report.losses["def"] == 0
    mace = Soldier("mace", 201, "mace")
    report = fight(army("att", mace), army("def", *men(1, 0, "mace")), [4])
    assert (fates(report, "def")["s0"].wound, fates(report, "def")["s0"].weapon_broken) == ("M", True)


def test_R3_28_the_givers_items_by_house_rule():
    report = fight(army("att", HERO), army("def", *men(1)), [3, 60], breaks_for="giver")
    assert fates(report, "att")["hero"].weapon_broken


def test_R3_29_a_staff_that_struck_breaks():
    report = fight(army("att", Soldier("pole", 201, "staff")), army("def", *men(1)), [5])
    assert fates(report, "att")["pole"].weapon_broken
    assert fates(report, "att")["pole"].wound == "R"
    assert fates(report, "def")["s0"].wound == "Bl10"


@pytest.mark.parametrize(("switches", "wound"), [({}, "Bl5"), ({"n_is": "raw"}, "M")])
def test_R3_27_already_struck(switches, wound):
    two = army("att", Soldier("a", 201), Soldier("b", 201))
    report = fight(two, army("def", *men(1)), [1, 4, 3], **switches)
    assert fates(report, "def")["s0"].wound == wound


def test_R3_24_blows_are_simultaneous_the_dead_still_strike_and_may_be_struck():
    attackers = army("att", Soldier("a", 0, "sword"), Soldier("b", 0, "sword"))
    defenders = army("def", Soldier("c", 0, "sword"), Soldier("d", 0, "sword"))
    # 8 against 8, 1:1, face 6: E50, one blow each: a kills c, then the dead c wounds a
    report = fight(attackers, defenders, [6, 1, 1, 5, 81, 1, 1, 2, 21])
    assert (report.column, report.result) == ("1:1", "E50")
    assert (fates(report, "def")["c"].wound, fates(report, "att")["a"].wound) == ("M", "Bl1")
    assert report.beaten == ()


# ---------------------------------------------------------------- beaten, retreat, movement


def test_R3_30_beaten():
    assert aftermath.is_beaten(4, 3, 4, 10, False)
    assert not aftermath.is_beaten(3, 4, 3, 5, False)
    assert not aftermath.is_beaten(4, 4, 4, 8, False)
    assert aftermath.is_beaten(4, 4, 4, 8, True)
    assert not aftermath.is_beaten(39, 0, 39, 100, False)
    assert aftermath.is_beaten(40, 0, 40, 100, False)


def test_R3_30_light_wounds_are_losses():
    strong = army("att", Soldier("a", 0, "sword"))
    # 4 to 1: MA; the die 1 is a light wound
    assert fight(strong, army("def", *men(1)), [1]).beaten == ("def",)
    assert fight(strong, army("def", *men(1)), [1], bl0_is_loss="no").beaten == ()


def test_R3_31_groups_in_town_do_not_retreat():
    town = {"in_town": True, "immobile": True}
    assert not aftermath.must_retreat(army("g", *men(2), kind="group", **town), True, True)
    assert aftermath.must_retreat(army("g", *men(2), **town), True, True)
    assert aftermath.must_retreat(army("g", *men(2), kind="group"), True, True)
    assert not aftermath.must_retreat(army("g", *men(2)), False, True)


@pytest.mark.parametrize(
    ("facts", "now", "later"),
    [
        ({"loser": True, "enemy_retreated": False, "massacred_enemy": False}, False, False),
        ({"loser": True, "enemy_retreated": True, "massacred_enemy": True}, False, False),
        ({"loser": False, "enemy_retreated": True, "massacred_enemy": False}, True, False),
        ({"loser": False, "enemy_retreated": True, "massacred_enemy": True}, True, True),
        ({"loser": False, "enemy_retreated": False, "massacred_enemy": False}, False, False),
        ({"loser": False, "enemy_retreated": False, "massacred_enemy": True}, False, True),
    ],
)
def test_R3_32_R3_33_R3_34_movement(facts, now, later):
    allowed = aftermath.movement(immobile=False, **facts)
    assert (allowed.now, allowed.later) == (now, later)


def test_R3_34_who_massacred():
    assert [aftermath.massacre_winner(r) for r in ("MA", "MD", "A60")] == ["attackers", "defenders", None]


ROAD = Map(
    (Node("west"), Node("middle"), Node("east"), Node("far")),
    frozenset({frozenset({"west", "middle"}), frozenset({"middle", "east"}), frozenset({"east", "far"})}),
)


HATE = encounter.Relations(enemies=frozenset({frozenset({"p", "q"}), frozenset({"p", "r"})}))


def on_the_road(p_soldiers, q_soldiers, rules=RULES):
    armies = (
        army("p", *p_soldiers, node="middle"),
        army("q", *q_soldiers, node="middle", immobile=True),
        army("r", *men(1), node="far"),
    )
    return setup(ROAD, armies, HATE, rules, {("p", "q")})


def act(state, action, *faces):
    dice = ScriptedDice(faces)
    after = play.apply(state, action, dice).state
    assert dice.left == [], f"{action}: dice left {dice.left}"
    return after


def refused(state, action):
    with pytest.raises(IllegalActionError):
        play.verify(state, action)


def fought(state, *faces):
    refused(state, Move("p", "west"))
    (sides,) = play.waiting_combats(state)
    return act(state, Fight(sides.first, sides.second), *faces)


def test_R3_33_R3_34_after_a_massacre_one_moves_now_and_again():
    state = fought(on_the_road(men(4, 201, "sword"), men(2)), 1, 1, 6, 1, 2, 6, 1, 1, 6, 2, 6)
    state = act(act(state, Move("p", "west")), EndRound())
    assert act(state, Move("p", "middle")).army("p").node == "middle"


THREE = (Soldier("a1", 60, "sword"), Soldier("a2", 60), Soldier("a3", 60))


def test_R3_31_R3_32_R3_33_R3_34_the_beaten_retreat_and_the_winner_moves_once():
    state = fought(on_the_road(THREE, men(4)), 5, 1, 1, 4, 1, 2, 4, 1, 1, 3)
    refused(state, Move("p", "west"))
    state = act(state, Retreat("q", "east"))
    assert state.army("q").node == "east"
    assert state.army("q").strength == 2
    refused(state, Move("q", "far"))
    state = act(act(state, Move("p", "west")), EndRound())
    refused(state, Move("p", "middle"))
    refused(state, Move("q", "far"))
    state = act(state, EndPhase())
    assert act(state, Move("p", "middle")).army("p").node == "middle"


def test_R3_33_R3_34_where_nobody_is_beaten_nobody_moves_on():
    state = fought(on_the_road(THREE, men(4)), 1, 1, 1, 1, 1, 1, 3)
    refused(state, Move("p", "west"))
    state = act(state, EndRound())
    refused(state, Move("p", "west"))
    assert play.waiting_combats(state) == ()


@pytest.mark.parametrize(("once", "met"), [("movement_phase", 0), ("forever", 1)])
def test_R3_03_once_a_phase_or_for_ever(once, met):
    state = fought(on_the_road(THREE, men(4), Rules(once_per=once)), 1, 1, 1, 1, 1, 1, 3)
    assert len(state.fought) == 1
    assert len(act(state, EndPhase()).fought) == met


# ---------------------------------------------------------------- who fights whom


def relations(enemies, friends=()):
    return encounter.Relations(frozenset(map(frozenset, enemies)), frozenset(map(frozenset, friends)))


def test_R3_03_R3_04_R3_05_detection_and_coalitions():
    a, b, c = army("a", *men(2)), army("b", *men(2)), army("c", *men(2))
    only = relations([("a", "b")])
    assert encounter.in_combat_situation(a, b, only, frozenset({("a", "b")}))
    assert encounter.in_combat_situation(a, b, only, frozenset({("b", "a")}))
    assert not encounter.in_combat_situation(a, b, only, frozenset())
    assert not encounter.in_combat_situation(a, c, only, frozenset({("a", "c"), ("c", "a")}))
    allied = relations([("a", "b"), ("a", "c")], [("b", "c")])
    seen = frozenset({("a", "b")})

    def sides(rules, fought=frozenset()):
        pending = encounter.pending_combats((a, b, c), allied, seen, fought, rules)
        return [(set(s.first), set(s.second)) for s in pending]

    assert sides(RULES) in ([({"a"}, {"b", "c"})], [({"b", "c"}, {"a"})])
    assert sides(Rules(coalition_join="detected_only")) in ([({"a"}, {"b"})], [({"b"}, {"a"})])
    assert sides(RULES, frozenset({frozenset({"a", "b"}), frozenset({"a", "c"})})) == []


def test_R3_05_three_mutual_enemies_fight_pair_by_pair():
    trio = tuple(army(name, *men(2)) for name in "abc")
    hate = relations([("a", "b"), ("a", "c"), ("b", "c")])
    all_seen = frozenset((x, y) for x in "abc" for y in "abc" if x != y)
    pending = encounter.pending_combats(trio, hate, all_seen, frozenset(), RULES)
    assert {frozenset(s.first + s.second) for s in pending} == {frozenset("ab"), frozenset("ac"), frozenset("bc")}


# ---------------------------------------------------------------- harder interactions


@pytest.mark.parametrize(("switches", "modifier"), [({}, 0), ({"break_timing": "at_once"}, 1)])
def test_R3_28_a_shield_broken_by_the_first_blow_still_serves_against_the_second(switches, modifier):
    two = army("att", Soldier("a", 201, "sword"), Soldier("b", 201, "sword"))
    report = fight(two, army("def", *men(1, 0, shield=True)), [1, 4, 60, 1], **switches)
    assert [(blow.modifier, blow.suffered) for blow in report.attack_blows] == [(0, 0), (modifier, 4)]
    fate = fates(report, "def")["s0"]
    assert (fate.wound, fate.shield_broken) == ("M", True)


@pytest.mark.parametrize(("switches", "losers"), [({}, {"x"}), ({"loser_is": "side_with_more_losses"}, {"x", "y"})])
def test_R3_30_R3_32_each_army_by_its_own_forty_percent(switches, losers):
    # 2 x 8 against 5 + 5 unfit to match: 16 / 5 > 3: MA, two blows; x and y have five men of factor 1/2
    strong = army("att", *men(2, 201, "sword"))
    x, y = army("x", *men(5), organised=False), army("y", *men(5), organised=False)
    dice = ScriptedDice([1, 1, 3, 2, 3])
    report = resolve_combat(Combat((strong,), (x, y)), dice, Rules(**switches))
    assert (dice.left, report.result, report.defence_factors) == ([], "MA", 5)
    assert report.losses == {"att": 0, "x": 2, "y": 0}
    assert (set(report.beaten), set(report.retreating), set(report.losers)) == ({"x"}, {"x"}, losers)


def test_R3_33_the_winner_waits_until_every_enemy_has_retreated():
    armies = (
        army("p", *men(2, 201, "sword"), node="middle"),
        army("x", *men(5), side="q", organised=False, node="middle"),
        army("y", *men(5), side="q", organised=False, node="middle"),
        army("r", *men(1), node="far"),
    )
    state = setup(ROAD, armies, HATE, RULES, {("p", "x"), ("p", "y")})
    (sides,) = play.waiting_combats(state)
    # nobody is immobile: the two soldiers of p defend against ten: ratio 5/16 < 1/3: MD
    state = act(state, Fight(sides.first, sides.second), 1, 1, 3, 2, 3)
    state = act(state, Retreat("x", "east"))
    refused(state, Move("p", "west"))
    state = act(state, EndRound())
    assert act(state, Move("p", "west")).army("p").node == "west"


def test_R3_14_a_person_meets_an_army_by_the_table_two_groups_do_not():
    group, person = army("g", *men(3), kind="group"), army("h", *men(1), kind="person")
    assert not encounter.uses_results_table((group, person))
    assert encounter.uses_results_table((army("a", *men(3)), person))


def test_R3_24_only_the_living_are_struck_by_house_rule():
    two = army("att", Soldier("a", 201, "mace"), Soldier("b", 201, "mace"))
    # +2: face 4 kills s0; then s1 alone is left, so that no receiver is drawn
    report = fight(two, army("def", *men(2)), [1, 1, 4, 1], receiver_pool="living")
    assert [blow.receiver[1] for blow in report.attack_blows] == ["s0", "s1"]
    report = fight(two, army("def", *men(2)), [1, 1, 4, 1, 1])
    assert [blow.receiver[1] for blow in report.attack_blows] == ["s0", "s0"]


def test_R3_13_the_walls_by_lot():
    many = army("def", *men(41), in_town=True)
    one = army("att", Soldier("a", 0, "sword"))
    # 40 of 41 drawn; 4 against 40: MD; every defender strikes once (the last needs no draw), with the die 1
    dice = ScriptedDice([1] * (40 + 2 * 39 + 1))
    rules = Rules(wall_pick="random", massacre_riposte="none")
    report = resolve_combat(Combat((one,), (many,), walled=True), dice, rules)
    assert dice.left == []
    assert (report.attack_factors, report.defence_factors, report.result) == (4, 40, "MD")
    assert len({blow.giver for blow in report.defence_blows}) == 40


def test_R3_09_R3_24_exact_law_of_a_small_massacre():
    # MA, one blow of +1 on one man: rows 2..6: dead from face 4 on; beaten always (row 2 at least)
    odds = combat_odds(Combat((army("att", HERO),), (army("def", *men(1)),)), RULES, method="exact")
    assert odds.defence_dead[1] == Fraction(1, 2)
    assert odds.beaten["def"] == 1
    assert odds.results == {"MA": 1}
    # two blows of −2 on one man: R,R,1,2,3,4 then + n
    two = army("att", Soldier("a", 201), Soldier("b", 201))
    odds = combat_odds(Combat((two,), (army("def", *men(1)),)), RULES, method="exact")
    # first row 0 0 1 2 3 4; M if face − 2 + n >= 5: n=0 never, 1: face 6, 2: 5 6, 3: 4 5 6, 4: 3 4 5 6
    assert odds.defence_dead[1] == Fraction(1 + 2 + 3 + 4, 36)


def test_R3_24_exact_law_of_an_exchange():
    # one man against one, equal, moving: fewer soldiers tie irrelevant; 1:1: D20 E20 E30 E20 A20 E50, all one blow
    # each way except the riposte of D20 (attackers 1: floor 20 % = 0) and of A20 (0)
    one, other = army("att", Soldier("a", 0, "sword")), army("def", Soldier("d", 0, "sword"))
    odds = combat_odds(Combat((one,), (other,)), RULES, method="exact")
    assert dict(odds.attack_blows) == {1: Fraction(5, 6), 0: Fraction(1, 6)}
    assert dict(odds.defence_blows) == {1: Fraction(5, 6), 0: Fraction(1, 6)}
    assert odds.attack_dead[1] == Fraction(5, 6) * Fraction(1, 3)
    # every blow of a sword wounds: both lose one in four exchanges (nobody beaten), D20 and A20 beat one side
    assert odds.beaten == {"att": Fraction(1, 6), "def": Fraction(1, 6)}


def test_R3_30_R3_35_the_lightly_wounded_bring_nothing_but_count_in_the_strength():
    tired = army("def", *men(2), Soldier("hurt", 0, fit=False), immobile=True)
    combat = Combat((army("att", HERO),), (tired,))
    assert combat_factors(combat, RULES)[1][0].total == 3
    # 8 to 3: 5:2, face 2: A30: one blow, row 2: 1 loss of 3 (33 %): not beaten
    report = fight(army("att", HERO), tired, [2, 1, 1])
    assert (report.result, report.losses["def"], report.beaten) == ("A30", 1, ())
    assert fight(army("att", HERO), army("def", *men(2), immobile=True), [2, 1, 1]).beaten == ("def",)


def test_R3_28_R3_29_odds_of_one_soldiers_items():
    one_blow = Combat((army("att", HERO),), (army("def", *men(1, 0, "mace")),))
    odds = soldier_odds(one_blow, "def", "s0", RULES)
    assert (odds.weapon_breaks, odds.wounds["M"]) == (Fraction(2, 3), Fraction(1, 2))
    staff = Combat((army("att", Soldier("pole", 201, "staff")),), (army("def", *men(1)),))
    assert soldier_odds(staff, "att", "pole", RULES).weapon_breaks == 1


def test_R3_24_without_replacement_each_gives_once():
    attackers, defenders = army("att", *men(3, 60, "sword")), army("def", *men(5, 60, "sword"))
    # 15 to 25: 1:2 (3/5 < 2/3), face 6: E50: 2 blows each; among two or three left a die, among one none
    report = fight(attackers, defenders, [6, *[1, 1, 1, 91] * 4], giver_draw="without_replacement")
    assert len({blow.giver for blow in report.attack_blows}) == 2
    assert len({blow.giver for blow in report.defence_blows}) == 2


def test_R3_20_defenders_strike():
    assert results.blows_exchanged("D50", 4, 6, RULES) == (1, 3)
    assert results.blows_exchanged("D60", 20, 20, RULES) == (3, 12)


def test_R3_35_light_wounds_are_fit_tomorrow_and_others_leave():
    # 9 to 6: 3:2, face 5: A50: two blows of the sword: rows 1 and 2; one of fists: nothing
    state = fought(on_the_road(THREE, men(4)), 5, 1, 1, 1, 1, 2, 2, 1, 1, 3)
    q = state.army("q")
    assert [(s.name, s.fit) for s in q.soldiers] == [("s0", False), ("s2", True), ("s3", True)]
    state = act(act(state, Retreat("q", "east")), EndPhase())
    assert all(s.fit for s in state.army("q").soldiers)
    assert state.army("q").strength == 3


def test_R3_05_a_friend_without_a_quarrel_stays_out():
    a, b, c = army("a", *men(2)), army("b", *men(2)), army("c", *men(2))
    seen = frozenset((x, y) for x in "abc" for y in "abc" if x != y)
    (sides,) = encounter.pending_combats((a, b, c), relations([("a", "b")], [("a", "c")]), seen, frozenset(), RULES)
    assert set(sides.first + sides.second) == {"a", "b"}
