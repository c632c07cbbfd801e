"""Attacks: who may be attacked, the opposed roll, what margins do, advantage and disadvantage."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from massbattle_core.dice import d20_law
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.attack_laws import attack_law, outcome_of_margin
from massbattle_core.mass_combat.building import range_in_hexes
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.rules import loss_of_margin, roll_mode, routs
from massbattle_core.mass_combat.simulate import prepare, run
from tests.core.mass_combat.armies import BESTIARY, battle_of, company, creature
from tests.core.mass_combat.boards import after, begin, do, mode_of, refused, told, unit

STRIKE = play.Attack("u1", "u2")


def duel(attacker=20, target=20, **facts):
    return begin(unit(1, "a", (4, 4), br=attacker), unit(2, "b", (5, 4), br=target, **facts))


@pytest.mark.parametrize("place", [(4, 4), (6, 4), (4, 3), (5, 3), (4, 5), (5, 5)])
def test_R0_31_an_enemy_in_any_adjacent_space_can_be_attacked(place):
    step = do(begin(unit(1, "a", (5, 4)), unit(2, "b", place)), STRIKE, 1, 20)
    assert [(event.kind, event.rule) for event in step.events[:2]] == [("strikes", "R0.31"), ("attack", "R0.33")]


def test_R0_31_neither_friends_nor_the_fallen_nor_strangers_are_attacked():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10), unit(3, "a", (4, 5)), unit(4, "b", (3, 4)))
    for target in ("u1", "u3", "u8"):
        refused(state, play.Attack("u1", target), "R0.31")
    state = do(state, STRIKE, 20, 20, 1, 1, 20).state
    state = after(state, play.EndTurn("u1"))
    refused(state, play.Attack("u3", "u2"), "R0.31")


@pytest.mark.parametrize(("feet", "spaces"), [(500, 5), (600, 6), (320, 3), (150, 1), (100, 1), (99, 0), (199, 1)])
def test_R0_32_range_in_spaces(feet, spaces):
    assert range_in_hexes(feet, HouseRules()) == spaces


def test_R0_32_targets_within_range_and_no_farther():
    state = begin(unit(1, "a", (4, 4), range_ft=320), unit(2, "b", (8, 4)), unit(3, "b", (7, 4)))
    refused(state, STRIKE, "R0.32")
    step = do(state, play.Attack("u1", "u3"), 1, 20)
    assert step.events[0].rule == "R0.32"
    assert told(step, "strikes") == [{"unit": "u1", "target": "u3", "spaces": 3}]


def test_R0_32_a_unit_that_cannot_shoot_strikes_adjacent_enemies_only():
    refused(begin(unit(1, "a", (4, 4)), unit(2, "b", (6, 4))), STRIKE, "R0.12")


def test_R0_32_a_shooter_strikes_an_adjacent_enemy_or_shoots_past_it_without_penalty():
    state = begin(unit(1, "a", (4, 4), range_ft=600), unit(2, "b", (5, 4)), unit(3, "b", (8, 4)))
    assert [mode_of(state, play.Attack("u1", target)) for target in ("u2", "u3")] == ["flat", "flat"]


def test_R0_32_walls_do_not_hide_targets():
    state = begin(unit(1, "a", (4, 4), range_ft=600), unit(2, "b", (7, 4)), hexes={"5,4": {"terrain": "wall"}})
    assert STRIKE in play.legal_actions(state)


def test_R0_33_each_rolls_a_die_and_adds_its_rating_of_now():
    step = do(duel(attacker=7, target=3), STRIKE, 4, 9)
    (facts,) = told(step, "attack")
    assert (facts["attacker_total"], facts["target_total"], facts["margin"]) == (11, 12, -1)
    assert [roll.label for roll in step.rolls] == ["u1 on u2: attack", "u2: defence"]
    state = do(duel(), STRIKE, 11, 10).state
    step = do(after(state, play.EndTurn("u1")), play.Attack("u2", "u1"), 5, 6)
    assert (told(step, "attack")[0]["attacker_total"], told(step, "attack")[0]["target_total"]) == (18 + 5, 20 + 6)


def test_R0_34_a_tie_does_nothing():
    step = do(duel(), STRIKE, 10, 10)
    assert told(step, "loss") == []
    assert (step.state.unit("u1").br, step.state.unit("u2").br) == (20, 20)


@pytest.mark.parametrize(("die", "other"), [(9, 10), (1, 20)])
def test_R0_35_an_attacker_who_rolls_lower_loses_nothing(die, other):
    step = do(duel(), STRIKE, die, other)
    assert (step.state.unit("u1").br, step.state.unit("u2").br) == (20, 20)


@pytest.mark.parametrize(("die", "other"), [(11, 10), (20, 10)])
def test_R0_36_a_margin_of_1_to_10_costs_the_target_two(die, other):
    step = do(duel(), STRIKE, die, other)
    assert [(event.kind, event.rule) for event in step.events[2:]] == [("loss", "R0.36")]
    assert (step.state.unit("u1").br, step.state.unit("u2").br) == (20, 18)


@pytest.mark.parametrize(("morale", "die", "stands"), [(0, 10, True), (0, 9, False), (-5, 14, False), (5, 5, True)])
def test_R0_37_a_margin_of_11_costs_five_and_a_morale_test(morale, die, stands):
    step = do(duel(morale=morale), STRIKE, 12, 1, die)
    assert told(step, "loss") == [{"unit": "u2", "cause": "u1", "loss": 5, "br": 15}]
    assert told(step, "morale_test") == [{"unit": "u2", "dc": 10, "total": die + morale, "passed": stands}]
    assert step.state.unit("u2").status == ("field" if stands else "eliminated")
    assert step.state.unit("u2").fell_to == ("" if stands else "rout")


def test_R0_34_R0_35_R0_36_R0_37_every_margin():
    for margin in range(-60, 61):
        name = "tie" if margin == 0 else "target" if margin < 0 else "minor" if margin <= 10 else "major"
        loss = {"minor": 2, "major": 5}.get(name, 0)
        assert (outcome_of_margin(margin), loss_of_margin(margin), routs(margin)) == (name, loss, margin >= 11)


@pytest.mark.parametrize(
    ("mode", "chances"),
    {
        "flat": ("1/20", "19/40", "29/80", "9/80"),
        "adv": ("1/20", "247/800", "723/1600", "303/1600"),
        "dis": ("1/20", "513/800", "437/1600", "57/1600"),
    }.items(),
)
def test_R0_33_R0_38_chances_of_one_attack_at_equal_rating(mode, chances):
    assert tuple(attack_law(0, mode).values()) == tuple(map(Fraction, chances))


def test_R0_38_law_of_a_d20_with_advantage_and_disadvantage():
    for face in range(1, 21):
        assert d20_law("flat")[face] == Fraction(1, 20)
        assert d20_law("adv")[face] == Fraction(2 * face - 1, 400)
        assert d20_law("dis")[face] == Fraction(41 - 2 * face, 400)


def test_R0_38_the_attacker_keeps_the_higher_or_the_lower_of_two_the_target_rolls_flat():
    high = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), hexes={"4,4": {"elevation": 1}})
    for faces in ((3, 17), (17, 3)):
        assert told(do(high, STRIKE, *faces, 20), "attack")[0]["attacker_total"] == 37
    covered = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), hexes={"5,4": {"cover": True}})
    for faces in ((3, 17), (17, 3)):
        assert told(do(covered, STRIKE, *faces, 20), "attack")[0]["attacker_total"] == 23


def test_R0_38_one_of_each_cancels_whatever_the_numbers():
    for advantages, disadvantages in product(range(4), repeat=2):
        assert roll_mode(advantages, disadvantages, 0) == (advantages > 0) - (disadvantages > 0)


@pytest.mark.parametrize(("mine", "other", "mode"), [(1, 0, "adv"), (0, 0, "flat"), (0, 1, "flat"), (-1, -2, "adv")])
def test_R0_39_higher_ground_gives_advantage(mine, other, mode):
    hexes = {"4,4": {"elevation": mine}, "5,4": {"elevation": other}}
    assert mode_of(begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), hexes=hexes), STRIKE) == mode


def test_R0_39_another_enemy_next_to_the_target_gives_advantage_also_to_shooters():
    flanked = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), unit(3, "a", (6, 4)))
    assert mode_of(flanked, STRIKE) == "adv"
    alone = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), unit(3, "a", (7, 4)))
    assert mode_of(alone, STRIKE) == "flat"
    shot = begin(unit(1, "a", (1, 4), range_ft=600), unit(2, "b", (5, 4)), unit(3, "a", (6, 4)))
    assert mode_of(shot, STRIKE) == "adv"
    lonely_shot = begin(unit(1, "a", (1, 4), range_ft=600), unit(2, "b", (5, 4)), unit(3, "b", (6, 4)))
    assert mode_of(lonely_shot, STRIKE) == "flat"


@pytest.mark.parametrize("place", [(4, 4), (1, 4)])
def test_R0_40_cover_hinders_melee_and_shots_alike(place):
    state = begin(unit(1, "a", place, range_ft=600), unit(2, "b", (5, 4)), hexes={"5,4": {"cover": True}})
    assert mode_of(state, STRIKE) == "dis"


def test_R0_40_two_friends_next_to_the_target_shield_it():
    def mode_with(*friends):
        others = [unit(3 + number, "b", place) for number, place in enumerate(friends)]
        return mode_of(begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), *others), STRIKE)

    assert [mode_with(), mode_with((6, 4)), mode_with((6, 4), (7, 4))] == ["flat", "flat", "flat"]
    assert [mode_with((6, 4), (5, 5)), mode_with((6, 4), (5, 5), (5, 3))] == ["dis", "dis"]


def test_R0_39_R0_40_a_flanked_target_between_two_friends_is_struck_flat():
    others = unit(3, "b", (6, 4)), unit(4, "b", (5, 5)), unit(5, "a", (5, 3))
    assert mode_of(begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), *others), STRIKE) == "flat"


def test_R0_40_the_fallen_do_not_shield():
    state = begin(
        unit(1, "a", (4, 4)),
        unit(2, "b", (5, 4), morale=10),
        unit(3, "b", (6, 4), morale=10),
        unit(4, "b", (5, 5), morale=-10),
        unit(5, "a", (6, 6), initiative=40),
    )
    assert state.mover == "u5"
    assert mode_of(after(state, play.EndTurn("u5")), STRIKE) == "dis"
    state = do(state, play.Attack("u5", "u4"), 20, 20, 1, 1, 20, 20).state
    assert state.unit("u4").status == "eliminated"
    assert mode_of(after(state, play.EndTurn("u5")), STRIKE) == "flat"


def test_R0_41_what_creatures_can_do_besides_is_in_their_challenge_rating():
    tough = {**BESTIARY, "soldier": creature("soldier", 1, armor_class=25, hit_points=900)}
    battle = battle_of(company(1, "a", (3, 4)), company(2, "b", (9, 4)))
    plain, other = (run(prepare(battle, bestiary), 0, 50) for bestiary in (BESTIARY, tough))
    assert (plain.data == other.data).all()
