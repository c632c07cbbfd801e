"""Building units: battle rating, space, commander, mounts, range, morale, initiative, speed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.attack_laws import morale_success
from massbattle_core.mass_combat.building import (
    Member,
    base_morale,
    battle_rating,
    creature_rating,
    initiative,
    morale_name,
    morale_rating,
    space,
    speeds,
)
from massbattle_core.mass_combat.edits import MoveUnit, SetFactors, SetMorale
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Commander, Side
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.mass_combat.tables import MORALE_FACTORS
from massbattle_core.mass_combat.validation import problems, structural_problems
from tests.core.mass_combat.armies import BESTIARY, battle_of, built, company, creature, unit_of
from tests.core.mass_combat.boards import begin, do, unit

TEXT = HouseRules()
TABLE = {
    **{2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 8, 9: 10, 10: 12, 11: 16, 12: 18, 13: 22, 14: 26, 15: 30, 16: 34},
    **{17: 38, 18: 42, 19: 46, 20: 50},
}
GROUPS = {"1/8": 20, "1/4": 10, "1/2": 5, "1": 2}


def rating(*rows, **switches):
    """The BR of rows (challenge rating, count)."""
    return battle_rating([(str(cr), Fraction(cr), count) for cr, count in rows], HouseRules(**switches)).value


def test_R0_1_hundreds_of_creatures_clash_with_one_die_each():
    crowd = unit_of(("soldier", 400)).groups
    battle = battle_of(company(1, "a", (3, 4), groups=crowd), company(2, "b", (4, 4), groups=crowd, morale=-10))
    state = play.setup(prepare(battle, BESTIARY), play.TypedDice({})).state
    step = do(state, play.Attack("u1", "u2"), 1, 20)
    assert [roll.label for roll in step.rolls] == ["company 1 on company 2: attack", "company 2: defence"]
    assert state.unit("u1").br == 201


def test_R0_2_only_the_challenge_rating_of_a_creature_makes_its_battle_rating():
    plain = creature("plain", 5)
    strong = creature("strong", 5, "huge", armor_class=22, hit_points=300, shoots=600)
    ratings = [
        battle_rating([(one.id, one.challenge_rating, 7)], TEXT).value for one in (plain, strong, creature("less", 4))
    ]
    assert ratings == [28, 28, 21]


@pytest.mark.parametrize(("cr", "br"), TABLE.items())
def test_R0_3_battle_rating_by_challenge_rating(cr, br):
    assert creature_rating(Fraction(cr), TEXT) == br
    assert rating((cr, 3)) == 3 * br


@pytest.mark.parametrize("cr", ["3/4", "1/3", "3/2", "-1", "31", "41/2"])
def test_R0_3_a_challenge_rating_that_no_creature_has_is_refused(cr):
    with pytest.raises(InvalidBattleError) as refusal:
        creature_rating(Fraction(cr), TEXT)
    assert refusal.value.problems[0].rule == "R0.3"


def test_R0_3_a_creature_above_the_table_counts_fifty_and_the_gm_is_warned():
    dragons = company(1, "a", (3, 4), groups=unit_of(("dragon", 2)).groups)
    assert built(("dragon", 2)).battle_rating.value == 100
    found = problems(battle_of(dragons, company(2, "b", (9, 4))), BESTIARY)
    assert [(p.place, p.rule, p.severity) for p in found] == [("mass_combat/units/u1/groups", "R0.3", "warning")]


@pytest.mark.parametrize(("cr", "size"), GROUPS.items())
def test_R0_4_weak_creatures_count_in_full_groups(cr, size):
    counts = (1, size - 1, size, 2 * size - 1, 2 * size, 10 * size + 1)
    assert [rating((cr, count)) for count in counts] == [0, 0, 1, 1, 2, 10]


def test_R0_4_all_kinds_of_a_challenge_rating_make_up_groups_together():
    assert built(("orc", 4)).battle_rating.value == 0
    assert built(("orc", 2), ("hobgoblin", 3)).battle_rating.value == 1
    assert built(("orc", 4), commander=Commander(0, "hobgoblin")).battle_rating.value == 1
    assert built(("knight", 10, "horse")).battle_rating.value == 20 + 1
    assert rating(("1/8", 19), ("1/4", 9), ("1/2", 4), ("1", 1)) == 0


@given(st.lists(st.tuples(st.sampled_from([*GROUPS, *map(str, TABLE)]), st.integers(0, 500)), max_size=6))
def test_R0_4_R0_10_another_creature_never_lowers_the_rating(rows):
    before = rating(*rows)
    assert all(rating(*rows, (cr, 1)) - before in (0, 1, TABLE.get(int(Fraction(cr)), 1)) for cr in ("1/8", "1", "7"))


def test_R0_5_a_unit_at_zero_or_below_stays_and_rolls_with_that_number():
    state = begin(unit(1, "a", (4, 4), br=10), unit(2, "b", (5, 4), br=1, morale=10))
    step = do(state, play.Attack("u1", "u2"), 10, 17, 10)
    assert step.state.unit("u2").br == -1
    step = do(step.state, play.EndTurn("u1"))
    step = do(step.state, play.Attack("u2", "u1"), 20, 1)
    attack = next(event.facts for event in step.events if event.kind == "attack")
    assert (attack["attacker_total"], attack["target_total"]) == (19, 11)
    assert step.state.unit("u1").br == 8


def test_R0_6_more_than_four_hundred_space_is_over_the_limit():
    full, over = built(("soldier", 400)), built(("soldier", 401))
    assert (full.space.value, full.over_space) == (400, 0)
    assert (over.space.value, over.over_space) == (401, 1)
    battle = battle_of(company(1, "a", (3, 4), groups=over.unit.groups), company(2, "b", (9, 4)))
    assert [(p.rule, p.severity) for p in problems(battle, BESTIARY)] == [("R0.6", "warning")]


def test_R0_6_creatures_of_challenge_rating_0_do_not_count():
    assert built(("soldier", 400), ("rat", 1000)).over_space == 0
    assert built(("orc", 4)).space.value == 4


@pytest.mark.parametrize(
    ("size", "each"), {"tiny": 1, "small": 1, "medium": 1, "large": 4, "huge": 9, "gargantuan": 16}.items()
)
def test_R0_7_space_by_size(size, each):
    assert space([Member(creature("one", 1, size), 7, "soldier")], TEXT).value == 7 * each


def test_R0_7_fifty_large_and_two_hundred_medium_fill_a_unit():
    assert built(("horse", 50), ("soldier", 200)).space.value == 400


def test_R0_8_the_commander_adds_its_rating_and_takes_no_space():
    led = built(("soldier", 40), commander=Commander(3, "captain"))
    assert (led.battle_rating.value, led.space.value, led.charisma.value) == (21, 40, 3)
    assert (led.morale.value, led.initiative.value) == (3, 16)


def test_R0_8_a_unit_needs_a_commander():
    battle = battle_of(company(1, "a", (3, 4), commander=None), company(2, "b", (9, 4)))
    (found,) = problems(battle, BESTIARY)
    assert (found.place, found.rule, found.severity) == ("mass_combat/units/u1/commander", "R0.8", "error")
    with pytest.raises(InvalidBattleError):
        prepare(battle, BESTIARY)


def test_R0_8_a_creature_that_commands_nobody_else_is_a_unit():
    lone = company(1, "a", (3, 4), groups=(), commander=Commander(4, "griffon"))
    assert problems(battle_of(lone, company(2, "b", (9, 4))), BESTIARY) == []
    alone = built(commander=Commander(4, "griffon"))
    assert (alone.battle_rating.value, alone.space.value, alone.speed, alone.range_hexes) == (1, 0, 800, 0)
    (nobody,) = problems(battle_of(replace(lone, commander=Commander(4)), company(2, "b", (9, 4))), BESTIARY)
    assert nobody.place == "mass_combat/units/u1/groups"


def test_R0_8_an_attached_character_commands_with_charisma_alone():
    led = built(("soldier", 40), commander=Commander(4, None, "Ada"))
    assert (led.battle_rating.value, led.space.value, led.morale.value) == (20, 40, 4)


def test_R0_9_mounts_add_their_own_rating_and_space():
    riders = built(("knight", 10, "horse"), commander=Commander(0, "captain", mount="horse"))
    assert riders.battle_rating.value == 10 * 2 + 1 + 1  # knights, 11 horses of 1/4, the captain
    assert riders.space.value == 10 + 10 * 4 + 4


def test_R0_10_the_rating_of_a_unit_is_the_sum_of_its_rows_each_with_its_reason():
    mixed = built(("soldier", 7), ("orc", 11), ("knight", 3), ("rat", 9), commander=Commander(0, "captain"))
    assert mixed.battle_rating.value == 3 + 2 + 6 + 0 + 1
    assert sum(term.amount for term in mixed.battle_rating.terms) == 12
    assert {term.rule for term in mixed.battle_rating.terms} == {"R0.3", "R0.4"}


def test_R0_11_one_unit_a_space_whatever_its_numbers():
    both = battle_of(company(1, "a", (3, 4)), company(2, "b", (3, 4)))
    (found,) = structural_problems(both, BESTIARY)
    assert (found.rule, found.place) == ("R0.11", "mass_combat/units/u2/position")
    apart = battle_of(company(1, "a", (3, 4)), company(2, "b", (4, 4)))
    with pytest.raises(IllegalActionError) as refusal:
        MoveUnit("u2", (3, 4)).apply(apart)
    assert refusal.value.rule == "R0.11"


def test_R0_12_a_unit_shoots_as_far_as_the_shortest_of_its_longest_ranges():
    assert [built(("archer", 50)).ranged_feet.value, built(("archer", 50)).range_hexes] == [320, 3]
    mixed = built(("archer", 50), ("slinger", 1), commander=Commander(0, "captain"))
    assert (mixed.ranged_feet.value, mixed.range_hexes) == (120, 1)


def test_R0_12_a_creature_that_is_alone_shoots_as_far_as_it_can():
    alone = built(commander=Commander(0, "archer"))
    assert (alone.ranged_feet.value, alone.range_hexes) == (320, 3)


def test_R0_12_one_member_who_cannot_shoot_a_hundred_feet_at_will_keeps_all_from_it():
    for other in ("soldier", "knife-thrower"):
        assert built(("archer", 50), (other, 1)).range_hexes == 0
    spent = creature("spent", 1, shoots=200)
    tired = replace(spent, attacks=(replace(spent.attacks[0], at_will=False),))
    assert (spent.ranged_ft, tired.ranged_ft) == (200, None)
    assert built(("archer", 9, "horse")).range_hexes == 3


@pytest.mark.parametrize("dc", [5, 10, 15, 25, 31])
def test_R0_13_chance_of_a_morale_test(dc):
    for value in range(-20, 21):
        assert morale_success(value, dc) == Fraction(min(max(21 + value - dc, 0), 20), 20)


def test_R0_13_no_face_succeeds_or_fails_by_itself():
    board = unit(1, "a", (4, 4)), unit(2, "b", (5, 4), br=4, morale=-10)
    step = do(begin(*board), play.Attack("u1", "u2"), 1, 16, 20)
    assert step.state.unit("u2").status == "eliminated"
    board[1]["morale"] = 10
    step = do(begin(*board), play.Attack("u1", "u2"), 10, 15, 1, 5)
    assert step.state.unit("u2").status == "field"


def test_R0_14_base_morale_is_any_rating_and_has_a_word():
    words = ["openly rebellious", "mutinous", "disgruntled", "shaky", "typical", "motivated", "stalwart", "fanatic"]
    rows = (-10, -8, -4, -2, 0, 2, 4, 8, 10)
    assert [morale_name(row) for row in rows] == [*words, "unbreakable"]
    for value in range(-10, 11):
        battle = SetMorale("u1", value).apply(battle_of(company(1, "a", None)))
        assert built(("soldier", 2), morale=battle.units["u1"].morale).base_morale.value == value


@pytest.mark.parametrize(("harmful", "helpful"), [(0, 0), (2, 2), (7, 7)])
def test_R0_15_factors_that_balance_leave_the_base_at_zero(harmful, helpful):
    assert base_morale(harmful, helpful) == 0


def test_R0_15_each_factor_moves_the_base_one_row_and_stops_at_the_ends():
    assert [base_morale(harmful, 0) for harmful in range(8)] == [0, -2, -4, -8, -10, -10, -10, -10]
    assert [base_morale(0, helpful) for helpful in range(8)] == [0, 2, 4, 8, 10, 10, 10, 10]
    assert [base_morale(1, 3), base_morale(4, 3), base_morale(7, 3)] == [4, -2, -10]


def test_R0_15_ticked_factors_set_the_base_and_a_moved_slider_clears_them():
    battle = battle_of(company(1, "a", None))
    assert len(MORALE_FACTORS) == 7
    ticked = SetFactors("u1", {"pay": -1, "stakes": -1, "enemy": 1}).apply(battle)
    assert ticked.units["u1"].morale == -2
    assert SetMorale("u1", -2).apply(ticked).units["u1"].factors == ticked.units["u1"].factors
    assert SetMorale("u1", 3).apply(ticked).units["u1"].factors == {}
    with pytest.raises(IllegalActionError) as refusal:
        SetFactors("u1", {"weather": -1}).apply(battle)
    assert refusal.value.rule == "R0.15"


@pytest.mark.parametrize(("base", "charisma", "final"), [(0, 3, 3), (8, 5, 10), (-8, -5, -10), (10, -3, 7), (4, 0, 4)])
def test_R0_16_charisma_adds_to_morale_within_the_limit(base, charisma, final):
    assert morale_rating(base, charisma, TEXT) == final
    assert built(("soldier", 2), morale=base, commander=Commander(charisma)).morale.value == final


def test_R0_16_a_whole_army_shifts_together():
    shifted = built(("soldier", 2), morale=8, commander=Commander(4), army=Side("A", morale_shift=-3, charisma_shift=2))
    assert (shifted.base_morale.value, shifted.charisma.value, shifted.morale.value) == (5, 6, 10)


@pytest.mark.parametrize(("rule", "morale"), [("after_cha", 10), ("base_only", 14), ("none", 17)])
def test_R0_16_without_a_limit_the_mood_of_an_army_may_pass_it_too(rule, morale):
    army = Side("A", morale_shift=5)
    keen = built(("soldier", 2), morale=8, commander=Commander(4), army=army, rules={"morale_clamp": rule})
    assert (keen.morale.value, keen.initiative.value) == (morale, 10 + morale + 4)


def test_R0_17_a_mixed_unit_has_only_what_is_common_to_all():
    assert set(built(("griffon", 5)).speeds) == {"walk", "fly"}
    assert set(built(("griffon", 5), ("merfolk", 5)).speeds) == {"walk"}
    assert built(("archer", 5), ("griffon", 1)).range_hexes == 0


@pytest.mark.parametrize(("base", "charisma", "value"), [(0, 0, 10), (2, 3, 18), (-4, 2, 10), (8, 5, 25), (-9, -5, -5)])
def test_R0_19_initiative_counts_charisma_twice(base, charisma, value):
    assert initiative(base, charisma, TEXT) == value
    assert built(("soldier", 2), morale=base, commander=Commander(charisma)).initiative.value == value


@pytest.mark.parametrize(("feet", "a_turn"), [(5, 50), (25, 250), (30, 300), (60, 600)])
def test_R0_21_a_unit_moves_ten_times_the_lowest_speed(feet, a_turn):
    slow = Member(creature("slow", 1, speeds={"walk": feet}), 1, "soldier")
    fast = Member(creature("fast", 1, speeds={"walk": 90}), 99, "soldier")
    assert speeds([fast, slow])["walk"].value == a_turn


def test_R0_22_mounts_move_in_place_of_their_riders():
    assert built(("knight", 10, "horse")).speeds["walk"].value == 600
    assert set(built(("knight", 10, "griffon")).speeds) == {"walk", "fly"}
    assert built(("knight", 10, "horse"), commander=Commander(0, "captain")).speeds["walk"].value == 300
    assert built(("knight", 10, "horse"), commander=Commander(0, "captain", mount="horse")).speed == 600
    assert built(("oak", 3)).speed == 0
    rooted = company(1, "a", (1, 1), groups=unit_of(("oak", 3)).groups)
    assert [p.rule for p in problems(battle_of(rooted, company(2, "b", (5, 5))), BESTIARY)] == ["R0.22"]


def test_R0_60_losses_before_the_battle_lower_the_starting_rating():
    assert built(("soldier", 40), losses=7).battle_rating.value == 13
