"""Scenarios of single fights, worked out by hand from the rules; every die is named and none may be left."""

from __future__ import annotations

from fractions import Fraction

import pytest

from massbattle_core import bridges
from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.skirmish import Abilities, AttackForm, Combatant, Encounter, Field, Group, Rules, play
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.rules import attack, dying, movement, order

SWORD = AttackForm(5, ((1, 8),), 3)
TWICE = AttackForm(5, ((1, 8),), 3, times=2)
MAUL = AttackForm(5, ((2, 8),), 3)
PIKE = AttackForm(5, ((1, 8),), 3, reach_ft=10)
BOW = AttackForm(5, ((1, 8),), 3, reach_ft=0, range_ft=150)


def sheet(name="x", *attacks, ac=12, hp=12, **facts):
    return Combatant(name, ac, hp, attacks or (SWORD,), **facts)


def start(*fighters, rules=None, terrain=None, hiding=(), stealth=()):
    """A fight of (id, side, sheet, square, d20 of initiative)."""
    groups = tuple(
        Group(name, side, who, squares=(square,), hiding=name in hiding) for name, side, who, square, _ in fighters
    )
    dice = ScriptedDice([*stealth, *(die for *_, die in fighters)])
    state = play.setup(Encounter(groups, terrain or Field(), rules or Rules()), dice)
    assert dice.left == []
    return state


def act(state, action, *faces):
    """The state after an action that rolls exactly these dice."""
    dice = ScriptedDice(faces)
    after = play.apply(state, action, dice).state
    assert dice.left == [], f"{action}: dice left {dice.left}"
    return after


def refused(state, action):
    with pytest.raises(IllegalActionError):
        play.verify(state, action)


# ---------------------------------------------------------------- order and surprise


def test_R1_04_surprise_is_individual_and_needs_every_threat_unnoticed():
    assert order.resolve_surprise((5, 0), (12, 16, 20), ScriptedDice([10, 8])) == (False, False, False)
    any_threat = Rules(surprise_needs="any_threat_unnoticed")
    assert order.resolve_surprise((5, 0), (12, 16, 20), ScriptedDice([10, 8]), any_threat) == (True, False, False)
    assert order.resolve_surprise((5, 0), (12, 16, 20), ScriptedDice([10, 17])) == (True, False, False)
    assert order.resolve_surprise((5, 0), (12, 16, 20), ScriptedDice([10, 17]), any_threat) == (True, True, False)
    assert order.resolve_surprise((5,), (15,), ScriptedDice([10])) == (False,)
    assert order.resolve_surprise((5,), (15,), ScriptedDice([10]), Rules(stealth_tie="unnoticed")) == (True,)
    assert order.resolve_surprise((), (5,), ScriptedDice([])) == (False,)
    assert order.resolve_surprise((5,), (10,), ScriptedDice([20]), in_the_open=1) == (False,)


def test_R1_04_R1_24_no_reaction_until_the_first_turn_ends_then_one():
    state = start(
        ("far", "A", sheet("far"), (20, 12), 2),
        ("early", "A", sheet("early"), (4, 5), 20),
        ("late", "A", sheet("late"), (6, 5), 5),
        ("s", "B", sheet("s"), (5, 5), 10),
        rules=Rules(surprise_needs="any_threat_unnoticed"),
        hiding=("far", "early", "late"),
        stealth=(18, 3, 4),
    )
    assert state.fighter("s").surprised
    assert state.active.id == "early"
    state = act(state, do.Move(((3, 5),)))
    assert state.walks == ()
    assert state.fighter("early").square == (3, 5)
    state = act(state, do.EndTurn())
    if state.active.id == "s":
        refused(state, do.Move(((5, 6),)))
        refused(state, do.Attack("late"))
        refused(state, do.Dodge())
        state = act(state, do.EndTurn())
    assert state.active.id == "late"
    state = act(state, do.Move(((7, 5),)))
    assert state.walks != ()
    state = act(state, do.React("s", do.Attack("late")), 15, 4)
    assert state.fighter("late").hit_points == 5


def test_R1_02_R1_03_ties_go_by_dexterity_without_a_die():
    quick, slow = Abilities(dexterity=3), Abilities(dexterity=1)
    state = start(
        ("b", "A", sheet("b", abilities=slow), (0, 0), 14),
        ("a", "B", sheet("a", abilities=quick), (5, 0), 12),
        ("c", "A", sheet("c"), (0, 5), 20),
        rules=Rules(initiative_tie="dex_then_random"),
    )
    assert state.order == ("c", "a", "b")
    duel = order.initiative_duel_odds(3, 1)
    assert [duel[word] for word in ("first", "tie", "second")] == [Fraction(n, 400) for n in (229, 18, 153)]


def test_R1_03_by_default_the_game_master_says_who_of_the_tied_is_first():
    state = start(("a", "A", sheet("a"), (0, 0), 10), ("b", "B", sheet("b"), (5, 0), 10))
    assert state.active is None
    refused(state, do.EndTurn())
    assert act(state, do.ActsFirst("b")).active.id == "b"


# ---------------------------------------------------------------- movement


def test_R1_07_R1_08_movement_is_split_between_two_attacks():
    state = start(
        ("m", "A", sheet("m", TWICE, speed_ft=25), (0, 0), 20),
        ("e1", "B", sheet("e1", ac=18), (3, 0), 10),
        ("e2", "B", sheet("e2", ac=18), (5, 2), 5),
    )
    state = act(state, do.Move(((1, 0), (2, 0))))
    state = act(state, do.Attack("e1"), 2)
    state = act(state, do.Move(((2, 1), (3, 1), (4, 1))))
    assert state.walks == ()
    assert state.fighter("m").movement == 0
    state = act(state, do.Attack("e2"), 2)
    refused(state, do.Attack("e2"))
    refused(state, do.Dodge())
    refused(state, do.Move(((4, 0),)))


def test_R1_09_bog_and_a_friend_in_one_square_count_once():
    state = start(
        ("m", "A", sheet("m"), (0, 0), 20),
        ("f", "A", sheet("f"), (3, 0), 10),
        ("e", "B", sheet("e"), (20, 10), 5),
        terrain=Field(difficult=frozenset({(3, 0)})),
    )
    refused(state, do.Move(((1, 0), (2, 0), (3, 0))))
    state = act(state, do.Move(((1, 0), (2, 0), (3, 0), (4, 0))))
    assert state.fighter("m").movement == 10


def test_R1_09_an_enemy_is_passed_only_at_two_sizes_difference():
    state = start(("m", "A", sheet("m"), (0, 1), 20), ("e", "B", sheet("e", size="large"), (1, 1), 5))
    refused(state, do.Move(((1, 1), (2, 1), (3, 1))))
    state = start(("m", "A", sheet("m", speed_ft=40), (0, 1), 20), ("e", "B", sheet("e", size="huge"), (1, 0), 5))
    state = act(state, do.Move(((1, 1), (2, 1), (3, 1), (4, 1))))
    assert state.walks == ()
    assert state.fighter("m").movement == 10


def test_R1_10_standing_costs_half_of_the_speed_even_after_a_dash():
    left = movement.movement_left(Fraction(9), dash=True, stand_up=True, through_difficult=Fraction(9, 2))
    assert left == Fraction(9, 2)
    state = start(("m", "A", sheet("m"), (0, 0), 20), ("e", "B", sheet("e"), (20, 10), 5))
    state = act(state, do.Dash())
    assert state.fighter("m").movement == 120
    state = act(state, do.DropProne())
    state = act(state, do.StandUp())
    assert state.fighter("m").movement == 90


def test_R1_10_crawling_leaves_too_little_to_stand_up():
    state = start(("m", "A", sheet("m"), (0, 0), 20), ("e", "B", sheet("e"), (20, 10), 5))
    state = act(state, do.DropProne())
    state = act(state, do.Move(((1, 0), (2, 0))))
    assert state.fighter("m").movement == 20
    refused(state, do.StandUp())
    bog = Field(difficult=frozenset({(1, 0)}))
    state = start(("m", "A", sheet("m"), (0, 0), 20), ("e", "B", sheet("e"), (20, 10), 5), terrain=bog)
    state = act(act(state, do.DropProne()), do.Move(((1, 0),)))
    assert state.fighter("m").movement == 30
    state = start(
        ("m", "A", sheet("m"), (0, 0), 20),
        ("e", "B", sheet("e"), (20, 10), 5),
        rules=Rules(prone_effects="stand_up_only"),
    )
    state = act(act(state, do.DropProne()), do.Move(((1, 0), (2, 0))))
    assert state.fighter("m").movement == 40


# ---------------------------------------------------------------- reactions


def leaver(mover_hp=12, defender=None, **facts):
    return start(
        ("m", "A", sheet("m", hp=mover_hp, character=True, **facts), (6, 5), 20),
        ("n", "A", sheet("n"), (5, 6), 15),
        ("d", "B", defender or sheet("d"), (5, 5), 5),
    )


def test_R1_24_leaving_a_reach_provokes_once_a_round():
    state = act(leaver(), do.Move(((7, 5),)))
    state = act(state, do.React("d", do.Attack("m")), 15, 4)
    assert (state.fighter("m").hit_points, state.fighter("m").square, state.walks) == (5, (7, 5), ())
    state = act(state, do.EndTurn())
    state = act(state, do.Move(((5, 7),)))
    assert state.walks == ()
    state = act(act(state, do.EndTurn()), do.EndTurn())
    assert state.round == 2
    assert state.active.id == "m"
    state = act(state, do.Move(((6, 5), (7, 5))))
    assert [offer.fighter for offer in state.walks[-1].offers] == ["d"]
    state = act(state, do.Decline("d"))
    assert state.fighter("m").square == (7, 5)


def test_R1_20_R1_24_disengaging_and_circling_provoke_nothing():
    state = act(act(leaver(), do.Disengage()), do.Move(((7, 5),)))
    assert state.walks == ()
    assert state.fighter("m").square == (7, 5)
    state = act(leaver(), do.Move(((6, 4), (5, 4), (4, 4), (4, 5))))
    assert state.walks == ()
    assert state.fighter("m").square == (4, 5)


def test_R1_24_a_reach_of_3_m_is_left_at_the_second_square():
    state = act(leaver(defender=sheet("d", PIKE)), do.Move(((7, 5),)))
    assert state.walks == ()
    state = act(state, do.Move(((8, 5),)))
    assert state.walks != ()
    assert state.fighter("m").square == (7, 5)


def test_R1_24_who_falls_to_an_opportunity_attack_does_not_leave():
    state = act(leaver(mover_hp=7), do.Move(((7, 5), (8, 5))))
    state = act(state, do.React("d", do.Attack("m")), 15, 4)
    assert state.fighter("m").status == "unconscious"
    assert state.fighter("m").square == (6, 5)


def ready_state():
    return start(
        ("d", "B", sheet("d"), (5, 5), 20),
        ("m", "A", sheet("m", hp=30), (8, 5), 15),
        ("n", "A", sheet("n"), (20, 5), 5),
    )


def test_R1_21_R1_23_a_readied_attack_uses_the_reaction():
    state = act(act(ready_state(), do.Ready("attack", within_ft=5)), do.EndTurn())
    state = act(state, do.Move(((7, 5), (6, 5))))
    assert state.walks[-1].offers[0].kind == "readied"
    state = act(state, do.React("d", do.Attack("m")), 15, 4)
    assert state.fighter("m").hit_points == 23
    assert state.fighter("m").square == (6, 5)
    state = act(state, do.Move(((7, 5),)))
    assert state.walks == ()
    assert state.fighter("m").square == (7, 5)


def test_R1_21_declined_keeps_the_reaction_and_unused_lapses():
    state = act(act(ready_state(), do.Ready("attack", within_ft=5)), do.EndTurn())
    state = act(act(state, do.Move(((7, 5), (6, 5)))), do.Decline("d"))
    state = act(state, do.Move(((7, 5),)))
    assert state.walks[-1].offers[0].kind == "opportunity"
    state = act(act(ready_state(), do.Ready("attack", within_ft=5)), do.EndTurn())
    state = act(act(state, do.EndTurn()), do.EndTurn())
    assert state.active.id == "d"
    assert state.fighter("d").readied is None
    state = act(state, do.EndTurn())
    state = act(state, do.Move(((7, 5), (6, 5))))
    assert state.walks == ()


# ---------------------------------------------------------------- help, cover, advantage


def helped(first="h"):
    dice = {"h": 10, "al": 8, "f": 4} | {first: 20}
    return start(
        ("h", "A", sheet("h"), (4, 5), dice["h"]),
        ("al", "A", sheet("al", TWICE), (5, 4), dice["al"]),
        ("f", "B", sheet("f", hp=40), (5, 5), dice["f"]),
    )


def test_R1_15_help_serves_the_first_attack_only():
    state = act(act(helped(), do.Help("al", "f")), do.EndTurn())
    state = act(state, do.Attack("f"), 3, 14, 4)
    assert state.fighter("f").hit_points == 33
    state = act(state, do.Attack("f"), 2)


def test_R1_15_R1_18_help_and_dodge_cancel_then_dodge_alone():
    state = act(act(helped("f"), do.Dodge()), do.EndTurn())
    state = act(act(state, do.Help("al", "f")), do.EndTurn())
    state = act(state, do.Attack("f"), 14, 4)
    assert state.fighter("f").hit_points == 33
    state = act(state, do.Attack("f"), 14, 2)
    assert state.fighter("f").hit_points == 33


def test_R1_15_help_lapses_when_the_helpers_turn_comes_back():
    state = act(act(helped(), do.Help("al", "f")), do.EndTurn())
    state = act(act(act(state, do.EndTurn()), do.EndTurn()), do.EndTurn())
    assert state.round == 2
    assert state.active.id == "al"
    act(state, do.Attack("f"), 2)


def test_R1_15_the_foe_must_be_next_to_the_helper():
    state = start(
        ("h", "A", sheet("h"), (3, 5), 20), ("al", "A", sheet("al"), (5, 4), 10), ("f", "B", sheet("f"), (5, 5), 5)
    )
    refused(state, do.Help("al", "f"))


@pytest.mark.parametrize(("cover", "miss", "hit"), [("none", 9, 10), ("half", 11, 12), ("three_quarters", 14, 15)])
def test_R1_12_cover_adds_to_armour_class(cover, miss, hit):
    state = start(("a", "A", sheet("a"), (4, 5), 20), ("f", "B", sheet("f", ac=15, hp=40), (5, 5), 5))
    assert act(state, do.Attack("f", cover=cover), miss).fighter("f").hit_points == 40
    assert act(state, do.Attack("f", cover=cover), hit, 4).fighter("f").hit_points == 33


def test_R1_12_two_advantages_and_one_disadvantage_are_a_flat_roll():
    state = start(("a", "A", sheet("a"), (4, 5), 20), ("f", "B", sheet("f", hp=40), (5, 5), 5))
    act(state, do.Attack("f", advantages=2, disadvantages=1), 2)
    act(state, do.Attack("f", cover="half", advantages=1), 2, 3)


# ---------------------------------------------------------------- critical hits


def strike(bonus, ac, mode, faces, **switches):
    dice = ScriptedDice(faces)
    result = attack.resolve_attack(bonus, ac, mode, ((1, 8),), 3, dice, Rules(**switches))
    assert dice.left == []
    return result.damage


def test_R1_13_R1_14_the_die_kept_decides_a_critical():
    assert strike(5, 99, "adv", [20, 3, 5, 6]) == 14
    assert strike(5, 10, "dis", [20, 3]) == 0
    assert strike(30, 5, "adv", [1, 1]) == 0
    assert strike(30, 5, "dis", [1, 19]) == 0
    assert strike(30, 5, "adv", [1, 2, 5]) == 8


@pytest.mark.parametrize(("rule", "damage"), [("double_total", 16), ("max_plus_dice", 16), ("none", 8)])
def test_R1_14_what_a_critical_does_by_house_rule(rule, damage):
    assert strike(5, 15, "flat", [20, 5], critical=rule) == damage


# ---------------------------------------------------------------- dying


def test_R1_26_what_is_left_over_kills_from_the_maximum_on():
    assert [dying.drop_to_zero(5, 12, n)[2] for n in (4, 5, 16, 17, 18)] == [
        dying.UP,
        dying.UNCONSCIOUS,
        dying.UNCONSCIOUS,
        dying.DEAD,
        dying.DEAD,
    ]
    assert [dying.drop_to_zero(12, 12, n)[2] for n in (23, 24)] == [dying.UNCONSCIOUS, dying.DEAD]


def downed(rules=None, **facts):
    """u lies at exactly 0 of 12 hit points after the first attack; k is next, then the archer q, x and u."""
    state = start(
        ("j", "A", sheet("j", MAUL), (4, 5), 20),
        ("k", "A", sheet("k"), (6, 5), 18),
        ("q", "A", sheet("q", BOW), (15, 5), 16),
        ("x", "B", sheet("x", medicine=3), (5, 6), 10),
        ("u", "B", sheet("u", ac=14, **{"character": True, **facts}), (5, 5), 5),
        rules=rules,
    )
    state = act(state, do.Attack("u"), 15, 5, 4)
    return act(state, do.EndTurn())


def test_R1_25_R1_27_exactly_zero_is_unconscious_and_prone():
    u = downed().fighter("u")
    assert (u.hit_points, u.status, u.prone, u.failures) == (0, "unconscious", True, 0)


def test_R1_30_a_hit_from_near_on_the_unconscious_is_critical():
    u = act(downed(), do.Attack("u"), 4, 12, 2, 4).fighter("u")
    assert (u.failures, u.dead) == (2, False)
    assert act(downed(), do.Attack("u"), 4, 12, 6, 3).fighter("u").dead


def test_R1_27_R1_10_from_afar_unconscious_and_prone_cancel():
    state = act(downed(), do.EndTurn())
    u = act(state, do.Attack("u"), 12, 4).fighter("u")
    assert (u.failures, u.dead) == (1, False)


def test_R1_27_without_effects_a_hit_at_zero_is_an_ordinary_one():
    u = act(downed(Rules(unconscious_effects="none")), do.Attack("u"), 12, 2).fighter("u")
    assert (u.failures, u.prone) == (1, False)


def saves(*faces):
    tally = dying.DeathTally()
    dice = ScriptedDice(faces)
    for _ in faces:
        tally = dying.resolve_death_save(tally, dice)
    return tally


def test_R1_28_R1_29_death_saves_add_up():
    assert (saves(9, 10).successes, saves(9, 10).failures) == (1, 1)
    assert saves(9, 10, 1).fate == "dead"
    assert saves(9, 10, 12, 15) == dying.DeathTally(0, 0, "stable")
    assert saves(1, 10, 20) == dying.DeathTally(0, 0, "back")
    assert saves(1, 9).fate == "dead"


def test_R1_28_R1_29_exact_fates():
    fate = dying.death_save_fate
    assert [fate(0, 2)[w] for w in ("stable", "dead", "back")] == [Fraction(1, 8), Fraction(63, 80), Fraction(7, 80)]
    assert [fate(2, 0)[w] for w in ("stable", "dead", "back")] == [
        Fraction(161, 200),
        Fraction(229, 2000),
        Fraction(161, 2000),
    ]
    assert [fate()[w] for w in ("stable", "dead", "back")] == [
        Fraction(331, 800),
        Fraction(3239, 8000),
        Fraction(1451, 8000),
    ]


def test_R1_29_a_natural_20_wakes_at_the_start_of_the_turn_and_one_may_act():
    state = act(act(downed(), do.EndTurn()), do.EndTurn())
    assert state.active.id == "x"
    state = act(state, do.EndTurn(), 20)
    u = state.fighter("u")
    assert (state.active.id, u.hit_points, u.prone, u.successes, u.failures) == ("u", 1, True, 0, 0)
    act(state, do.StandUp())


def test_R1_31_R1_32_first_aid_then_an_arrow_and_saves_restart():
    state = act(downed(), do.Attack("u"), 2, 12, 2, 4)
    assert state.fighter("u").failures == 2
    state = act(act(state, do.EndTurn()), do.EndTurn())
    assert not act(state, do.FirstAid("u"), 6).fighter("u").stable
    state = act(state, do.FirstAid("u"), 7)
    u = state.fighter("u")
    assert (u.stable, u.successes, u.failures, u.status) == (True, 0, 0, "unconscious")
    state = act(state, do.EndTurn())
    assert (state.round, state.active.id) == (2, "j")
    state = act(act(state, do.EndTurn()), do.EndTurn())
    state = act(state, do.Attack("u"), 12, 4)
    u = state.fighter("u")
    assert (u.stable, u.failures) == (False, 1)
    state = act(state, do.EndTurn())
    state = act(state, do.EndTurn(), 9)
    assert state.fighter("u").failures == 2
    assert dying.resolve_recovery(ScriptedDice([3])) == 3


def test_R1_33_healing_resets_the_counters_and_leaves_one_prone():
    state = act(downed(), do.Attack("u"), 2, 12, 2, 4)
    state = act(state, do.Heal("u", flat=5, cost="none"))
    u = state.fighter("u")
    assert (u.hit_points, u.successes, u.failures, u.prone, u.status) == (5, 0, 0, True, "up")
    assert act(state, do.Heal("u", flat=50, cost="none")).fighter("u").hit_points == 12


def test_R1_34_creatures_without_a_name_die_at_zero():
    assert downed(character=False).fighter("u").dead
    u = downed(Rules(monsters_at_zero="death_saves"), character=False).fighter("u")
    assert (u.status, u.failures) == ("unconscious", 0)


# ---------------------------------------------------------------- dodge, hide, bonus actions


def test_R1_18_dodge_ends_with_consciousness():
    state = start(
        ("u", "B", sheet("u", character=True), (5, 5), 20),
        ("j", "A", sheet("j", MAUL), (4, 5), 15),
        ("k", "A", sheet("k"), (6, 5), 10),
        ("x", "B", sheet("x"), (15, 5), 5),
    )
    state = act(act(state, do.Dodge()), do.EndTurn())
    assert act(state, do.Attack("u"), 18, 4).fighter("u").hit_points == 12
    state = act(state, do.Attack("u"), 15, 16, 5, 4)
    assert state.fighter("u").status == "unconscious"
    state = act(state, do.EndTurn())
    assert act(state, do.Attack("u"), 4, 12, 1, 1).fighter("u").failures == 2


def test_R1_18_R1_19_a_dodger_does_not_see_the_hidden():
    state = start(
        ("u", "B", sheet("u", hp=40), (5, 5), 20),
        ("h", "A", sheet("h", TWICE, bonus_actions=frozenset({"hide"})), (4, 5), 15),
    )
    state = act(act(state, do.Dodge()), do.EndTurn())
    state = act(state, do.Hide(bonus_action=True), 15)
    state = act(state, do.Attack("u"), 2)
    act(state, do.Attack("u"), 2, 3)


def test_R1_05_R1_22_one_action_and_no_bonus_action_without_an_ability():
    state = start(("a", "A", sheet("a"), (0, 0), 20), ("b", "B", sheet("b"), (9, 9), 5))
    refused(state, do.Dash(bonus_action=True))
    state = act(state, do.Dodge())
    refused(state, do.Dash())
    rogue = start(
        ("a", "A", sheet("a", bonus_actions=frozenset({"dash"})), (0, 0), 20), ("b", "B", sheet("b"), (9, 9), 5)
    )
    rogue = act(rogue, do.Dash(bonus_action=True))
    refused(rogue, do.Dash(bonus_action=True))
    assert act(rogue, do.Dash()).fighter("a").movement == 180


# ---------------------------------------------------------------- mobs


@pytest.mark.parametrize(
    ("attackers", "needed", "hits"),
    [
        (8, 14, 2),
        (7, 12, 3),
        (7, 5, 7),
        (7, 6, 3),
        (7, 16, 1),
        (7, 17, 1),
        (9, 19, 0),
        (10, 19, 1),
        (19, 20, 0),
        (20, 20, 1),
        (20, 25, 1),
        (4, -3, 4),
    ],
)
def test_RB_6_mob_table(attackers, needed, hits):
    assert bridges.mob_hits(attackers, 5, 5 + needed) == hits


# ---------------------------------------------------------------- harder interactions


def test_R1_20_R1_21_disengaging_does_not_cover_a_readied_move():
    state = start(
        ("m", "A", sheet("m", bonus_actions=frozenset({"disengage"})), (6, 5), 20),
        ("d", "B", sheet("d"), (5, 5), 10),
        ("e", "B", sheet("e"), (20, 5), 5),
    )
    state = act(act(state, do.Disengage(bonus_action=True)), do.Ready("move", words="a horn"))
    state = act(act(state, do.EndTurn()), do.EndTurn())
    assert state.active.id == "e"
    state = act(state, do.React("m", do.Move(((7, 5),))))
    assert [offer.fighter for offer in state.walks[-1].offers] == ["d"]


def test_R1_15_help_on_a_check_is_not_used_up_by_a_saving_throw():
    state = start(
        ("h", "A", sheet("h"), (4, 5), 20),
        ("al", "A", sheet("al", bonus_actions=frozenset({"search"})), (4, 6), 10),
        ("e", "B", sheet("e"), (20, 5), 5),
    )
    state = act(act(state, do.Help("al")), do.EndTurn())
    state = act(state, do.SavingThrow("al", "wisdom", 10), 9)
    state = act(state, do.Hide(), 3, 14)
    assert state.fighter("al").hidden == 14
    act(state, do.Search(bonus_action=True), 9)


def test_R1_15_R1_31_help_serves_first_aid():
    state = start(
        ("h", "B", sheet("h"), (5, 6), 20),
        ("j", "A", sheet("j", MAUL), (4, 5), 18),
        ("x", "B", sheet("x"), (6, 5), 10),
        ("u", "B", sheet("u", character=True), (5, 5), 5),
    )
    state = act(act(state, do.Help("x")), do.EndTurn())
    state = act(act(state, do.Attack("u"), 15, 5, 4), do.EndTurn())
    assert act(state, do.FirstAid("u"), 3, 10).fighter("u").stable


def test_R1_18_a_dodger_saves_by_dexterity_with_advantage_until_its_turn():
    state = start(("m", "A", sheet("m"), (0, 0), 20), ("e", "B", sheet("e"), (9, 9), 5))
    state = act(state, do.Dodge())
    state = act(state, do.SavingThrow("m", "dexterity", 10), 3, 14)
    state = act(state, do.SavingThrow("m", "strength", 10), 3)
    state = act(act(state, do.EndTurn()), do.EndTurn())
    act(state, do.SavingThrow("m", "dexterity", 10), 3)


def test_R1_24_one_attack_only_and_the_own_turn_stays_whole():
    state = act(leaver(mover_hp=40, defender=sheet("d", TWICE)), do.Move(((7, 5),)))
    state = act(state, do.React("d", do.Attack("m")), 2)
    assert state.walks == ()
    assert state.fighter("m").square == (7, 5)
    refused(state, do.React("d", do.Attack("m")))
    state = act(act(state, do.EndTurn()), do.EndTurn())
    assert state.active.id == "d"
    state = act(act(state, do.Attack("n"), 2), do.Attack("n"), 2)


def test_R1_24_no_opportunity_for_bows_for_the_unconscious_and_against_the_unseen():
    state = act(leaver(defender=sheet("d", BOW)), do.Move(((7, 5),)))
    assert state.walks == ()
    state = act(leaver(bonus_actions=frozenset({"hide"})), do.Hide(bonus_action=True), 15)
    assert act(state, do.Move(((7, 5),))).walks == ()
    state = act(leaver(bonus_actions=frozenset({"hide"})), do.Hide(bonus_action=True), 10)
    assert act(state, do.Move(((7, 5),))).walks != ()


def test_R1_10_prone_attackers_and_targets():
    pair = (("a", "A", sheet("a"), (4, 5), 20), ("f", "B", sheet("f", hp=40), (5, 5), 5))
    state = act(start(*pair), do.DropProne())
    act(state, do.Attack("f"), 14, 2)
    both = start(*pair)
    both = act(act(act(both, do.EndTurn()), do.DropProne()), do.EndTurn())
    act(both, do.Attack("f"), 3, 2)
    act(act(both, do.DropProne()), do.Attack("f"), 2)


def test_R1_09_nobody_ends_a_move_on_an_unconscious_creature():
    state = act(act(downed(), do.EndTurn()), do.EndTurn())
    assert state.active.id == "x"
    refused(state, do.Move(((5, 5),)))


def test_R1_10_half_of_25_feet():
    state = start(("m", "A", sheet("m", speed_ft=25), (0, 0), 20), ("e", "B", sheet("e"), (9, 9), 5))
    assert act(act(state, do.DropProne()), do.StandUp()).fighter("m").movement == 25


def test_R1_30_R1_32_damage_on_the_dying_and_the_stable():
    state = act(act(downed(), do.Attack("u"), 2, 12, 1, 1), do.EndTurn())
    assert act(state, do.Attack("u"), 12, 1).fighter("u").dead
    assert dying.after_damage(0, 12, 0, 0, True, 5, True, True) == (0, 0, 2, False, False)
    assert dying.after_damage(0, 12, 2, 1, False, 12, False, True)[4]
    assert dying.after_damage(0, 12, 2, 1, False, 11, False, True) == (0, 2, 2, False, False)


def test_R1_31_R1_33_neither_the_standing_nor_the_dead_are_treated():
    state = act(downed(), do.Attack("u"), 4, 12, 6, 3)
    state = act(act(state, do.EndTurn()), do.EndTurn())
    refused(state, do.FirstAid("u"))
    refused(state, do.FirstAid("x"))
    refused(state, do.Heal("u", flat=5, cost="none"))
    state = act(state, do.EndTurn())
    assert (state.round, state.active.id) == (2, "j")


def test_R1_08_between_two_attacks_one_may_move_and_take_a_bonus_action_only():
    state = start(
        ("m", "A", sheet("m", TWICE, bonus_actions=frozenset({"dash"})), (4, 5), 20),
        ("e", "B", sheet("e", ac=18), (5, 5), 5),
    )
    state = act(state, do.Attack("e"), 2)
    refused(state, do.Dash())
    state = act(act(state, do.Dash(bonus_action=True)), do.Move(((4, 4),)))
    state = act(state, do.Attack("e"), 2)
    assert state.fighter("m").movement == 110


def test_R1_23_a_second_reaction_waits_even_on_another_kind():
    state = start(
        ("m", "A", sheet("m", hp=40), (6, 5), 20),
        ("n", "A", sheet("n", hp=40), (4, 5), 15),
        ("d", "B", sheet("d"), (5, 5), 5),
    )
    state = act(act(state, do.Move(((7, 5),))), do.React("d", do.Attack("m")), 2)
    state = act(act(state, do.EndTurn()), do.EndTurn())
    assert state.active.id == "d"
    state = act(act(state, do.Ready("attack", within_ft=5)), do.EndTurn())
    state = act(state, do.Move(((6, 5),)))
    assert state.walks[-1].offers[0].kind == "readied"
    state = act(act(state, do.React("d", do.Attack("m")), 2), do.EndTurn())
    assert act(state, do.Move(((3, 5),))).walks == ()


def test_R1_24_leaving_two_reaches_offers_two_attacks_in_turn():
    state = start(
        ("m", "A", sheet("m", hp=9, character=True), (5, 5), 20),
        ("d1", "B", sheet("d1"), (4, 4), 10),
        ("d2", "B", sheet("d2"), (4, 6), 5),
        ("k", "A", sheet("k"), (20, 5), 3),
    )
    state = act(state, do.Move(((6, 5), (7, 5))))
    assert {offer.fighter for offer in state.walks[-1].offers} == {"d1", "d2"}
    first = state.walks[-1].offers[0].fighter
    state = act(state, do.React(first, do.Attack("m")), 15, 6)
    m = state.fighter("m")
    assert (m.status, m.square, state.walks) == ("unconscious", (5, 5), ())


def test_R1_21_R1_24_the_unconscious_do_not_react():
    state = start(
        ("d", "B", sheet("d", character=True), (5, 5), 20),
        ("j", "A", sheet("j", MAUL), (4, 5), 18),
        ("m", "A", sheet("m"), (8, 5), 15),
        ("x", "B", sheet("x"), (20, 5), 5),
    )
    state = act(act(state, do.Ready("attack", within_ft=5)), do.EndTurn())
    state = act(act(state, do.Attack("d"), 15, 5, 4), do.EndTurn())
    assert state.fighter("d").status == "unconscious"
    state = act(state, do.Move(((7, 5), (6, 5), (7, 5))))
    assert state.walks == ()
    assert state.fighter("m").square == (7, 5)


def test_R1_14_R1_27_R1_30_criticals_at_zero_under_other_house_rules():
    u = act(downed(Rules(critical="none")), do.Attack("u"), 4, 12, 5).fighter("u")
    assert (u.failures, u.dead) == (2, False)
    u = act(downed(Rules(critical="double_total")), do.Attack("u"), 4, 12, 3).fighter("u")
    assert u.dead
    u = act(downed(Rules(critical="double_total")), do.Attack("u"), 4, 12, 2).fighter("u")
    assert (u.failures, u.dead) == (2, False)


def test_R1_28_R1_29_down_again_with_clean_counters():
    state = act(act(downed(), do.Attack("u"), 4, 12, 1, 1), do.EndTurn())
    state = act(act(state, do.EndTurn()), do.EndTurn(), 20)
    assert (state.fighter("u").hit_points, state.fighter("u").failures) == (1, 0)
    state = act(act(state, do.EndTurn()), do.Attack("u"), 15, 15, 1, 1)
    u = state.fighter("u")
    assert (u.status, u.failures, u.successes) == ("unconscious", 0, 0)


def test_R1_21_a_readied_move_has_the_whole_speed():
    state = start(
        ("m", "A", sheet("m"), (0, 0), 20),
        ("e", "B", sheet("e"), (20, 5), 5),
        terrain=Field(difficult=frozenset({(7, 0)})),
    )
    state = act(act(state, do.Move(tuple((x, 0) for x in range(1, 7)))), do.Ready("move", words="a horn"))
    assert state.fighter("m").movement == 0
    state = act(state, do.EndTurn())
    refused(state, do.React("m", do.Move(tuple((x, 0) for x in range(7, 13)))))
    state = act(state, do.React("m", do.Move(tuple((x, 0) for x in range(7, 12)))))
    assert state.fighter("m").square == (11, 0)
    assert not state.fighter("m").reaction


def test_R1_12_R1_15_cover_as_disadvantage_cancels_with_help():
    state = start(
        ("a", "A", sheet("a"), (4, 5), 20),
        ("f", "B", sheet("f", ac=15, hp=40), (5, 5), 5),
        rules=Rules(cover="advantage_only"),
    )
    assert act(state, do.Attack("f", cover="half", advantages=1), 10, 4).fighter("f").hit_points == 33
    assert act(state, do.Attack("f", cover="half"), 10, 9).fighter("f").hit_points == 40


def test_R1_09_a_large_creature_is_slowed_by_any_square_of_its_space():
    state = start(
        ("m", "A", sheet("m", size="large"), (0, 0), 20),
        ("e", "B", sheet("e"), (20, 10), 5),
        terrain=Field(difficult=frozenset({(2, 0), (2, 1)})),
    )
    state = act(state, do.Move(((1, 0),)))
    assert state.fighter("m").movement == 40
    state = act(state, do.Move(((2, 0),)))
    assert state.fighter("m").movement == 20


def test_R1_26_R1_34_monsters_with_death_saves_die_of_massive_damage():
    state = start(
        ("j", "A", sheet("j", AttackForm(5, ((3, 8),), 3)), (4, 5), 20),
        ("u", "B", sheet("u"), (5, 5), 5),
        ("x", "B", sheet("x"), (20, 5), 3),
        rules=Rules(monsters_at_zero="death_saves"),
    )
    assert act(state, do.Attack("u"), 15, 8, 8, 5).fighter("u").dead
    assert act(state, do.Attack("u"), 15, 8, 8, 4).fighter("u").status == "unconscious"


def test_R1_15_the_help_of_the_fallen_lapses_at_their_place_in_the_order():
    state = start(
        ("h", "A", sheet("h"), (4, 5), 20),
        ("f", "B", sheet("f", MAUL, hp=40), (5, 5), 10),
        ("al", "A", sheet("al"), (5, 4), 5),
    )
    state = act(act(state, do.Help("al", "f")), do.EndTurn())
    state = act(state, do.Attack("h"), 15, 5, 4)
    assert state.fighter("h").dead
    state = act(act(act(state, do.EndTurn()), do.EndTurn()), do.EndTurn())
    assert (state.round, state.active.id) == (2, "al")
    act(state, do.Attack("f"), 2)


def test_R1_23_R1_24_a_readied_move_provokes_on_ones_own_turn_too():
    state = start(("m", "A", sheet("m"), (6, 5), 20), ("d", "B", sheet("d"), (5, 5), 10))
    state = act(act(state, do.Ready("move", words="a horn")), do.EndTurn())
    assert state.active.id == "d"
    state = act(state, do.React("m", do.Move(((7, 5),))))
    assert [offer.fighter for offer in state.walks[-1].offers] == ["d"]
    state = act(state, do.React("d", do.Attack("m")), 15, 4)
    assert (state.fighter("m").hit_points, state.fighter("m").square, state.active.id) == (5, (7, 5), "d")
    act(state, do.Dodge())


def test_R1_15_two_helpers_serve_one_attack_and_another_foe_uses_none():
    state = start(
        ("h1", "A", sheet("h1"), (4, 5), 20),
        ("h2", "A", sheet("h2"), (6, 5), 18),
        ("al", "A", sheet("al", AttackForm(5, ((1, 8),), 3, times=3)), (5, 4), 10),
        ("f", "B", sheet("f", hp=40), (5, 5), 5),
        ("g", "B", sheet("g", hp=40), (5, 3), 3),
    )
    state = act(act(state, do.Help("al", "f")), do.EndTurn())
    state = act(act(state, do.Help("al", "f")), do.EndTurn())
    state = act(state, do.Attack("g"), 2)
    state = act(state, do.Attack("f"), 2, 3)
    act(state, do.Attack("f"), 2)


def test_R1_15_R1_24_help_serves_an_opportunity_attack():
    state = start(
        ("h", "A", sheet("h"), (4, 5), 20),
        ("f", "B", sheet("f", hp=40), (5, 5), 10),
        ("al", "A", sheet("al"), (5, 4), 5),
    )
    state = act(act(state, do.Help("al", "f")), do.EndTurn())
    state = act(state, do.Move(((5, 6),)))
    assert [offer.fighter for offer in state.walks[-1].offers] == ["al"]
    state = act(state, do.React("al", do.Attack("f")), 2, 14, 4)
    assert state.fighter("f").hit_points == 33
