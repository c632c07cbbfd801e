from dataclasses import replace
from fractions import Fraction

import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.strategic import MORALE_LADDER, General, Level, Rules, Tables, muster, strategic_bonus
from massbattle_core.strategic.armies import (
    characteristic_bonuses,
    fatigue_penalty,
    hours,
    may_fight,
    morale_moved,
    rallied,
    refreshed,
    rested,
)
from massbattle_core.strategic.validation import validate_army, validate_tables

RULES, TABLES = Rules(), Tables()


def test_R2_1_a_turn_is_about_three_hours():
    assert hours(1) == 3
    assert hours(8) == 24


@pytest.mark.parametrize(("turn", "penalty"), [(1, 0), (4, 0), (5, -2), (6, -4), (10, -12)])
def test_R2_2_fatigue_grows_from_the_fifth_consecutive_turn(turn, penalty):
    assert fatigue_penalty(turn) == penalty


def test_R2_2_a_turn_below_one_is_refused():
    with pytest.raises(InvalidBattleError, match="from 1"):
        fatigue_penalty(0)


def test_R2_2_one_turn_of_rest_takes_fatigue_away():
    assert rested(muster(100, consecutive_turns=6), RULES).consecutive_turns == 0


def test_R2_2_the_house_may_want_a_day_of_rest():
    army, rules = muster(100, consecutive_turns=6), Rules(rest_resets="one_day")
    for _ in range(7):
        army = rested(army, rules)
    assert army.consecutive_turns == 6
    assert rested(army, rules).consecutive_turns == 0


def test_R2_2_the_house_may_leave_rest_to_the_game_master():
    army = muster(100, consecutive_turns=6)
    for _ in range(20):
        army = rested(army, Rules(rest_resets="gm"))
    assert army.consecutive_turns == 6
    assert refreshed(army).consecutive_turns == 0


def test_R2_2_the_house_may_set_a_hard_limit():
    tired = muster(100, consecutive_turns=4)
    assert may_fight(tired, RULES)
    assert not may_fight(tired, Rules(max_turns="4"))
    assert may_fight(muster(100, consecutive_turns=3), Rules(max_turns="4"))


def test_R2_3_armies_that_cannot_tire_ignore_fatigue():
    assert fatigue_penalty(9, can_tire=False) == 0
    assert may_fight(muster(100, consecutive_turns=9, can_tire=False), Rules(max_turns="4"))


def test_R2_6_a_general_is_run_by_somebody():
    general = General(art_of_war=7, name="Ney", is_player_character=False, played_by="Ada")
    assert muster(100, general=general).general.played_by == "Ada"


def test_R2_16_rest_rallies_one_step_a_turn_up_to_the_starting_morale():
    army, rules = replace(muster(100, morale="low"), morale="rout"), Rules(rally="one_step_per_rest_turn")
    ladder = []
    for _ in range(4):
        army = rested(army, rules)
        ladder.append(army.morale)
    assert ladder == ["very_low", "low", "low", "low"]


def test_R2_16_otherwise_a_routed_army_stays_routed():
    army = replace(muster(100), morale="rout")
    assert rested(army, RULES).morale == "rout"
    assert rallied(army).morale == "very_low"


def test_R2_17_the_strategic_bonus_is_the_sum_of_the_characteristics():
    army = muster(700, training=4, equipment=0, terrain=1, morale="high")
    assert characteristic_bonuses(army, 1, RULES, TABLES) == {
        "size": 2,
        "training": 4,
        "equipment": 0,
        "morale": 3,
        "terrain": 1,
    }
    assert strategic_bonus(army, 1, RULES, TABLES) == 10


def test_R2_17_losses_lower_the_bonus():
    whole = muster(2000)
    assert (
        strategic_bonus(whole, 1, RULES, TABLES) - strategic_bonus(replace(whole, headcount=400), 1, RULES, TABLES) == 2
    )


@pytest.mark.parametrize(
    ("headcount", "bonus"),
    [(1, 0), (99, 0), (100, 1), (499, 1), (500, 2), (1999, 2), (2000, 3), (9999, 3), (10000, 4), (10**6, 4)],
)
def test_R2_19_size_by_headcount(headcount, bonus):
    assert characteristic_bonuses(muster(headcount), 1, RULES, TABLES)["size"] == bonus


@pytest.mark.parametrize(
    ("own", "enemy", "bonus"),
    [
        (100, 300, 0),
        (101, 300, 1),
        (199, 300, 1),
        (200, 300, 2),
        (449, 300, 2),
        (450, 300, 3),
        (899, 300, 3),
        (900, 300, 4),
        (100, 0, 4),
    ],
)
def test_R2_19_size_may_be_relative_to_the_enemy(own, enemy, bonus):
    rules = Rules(size_bonus="relative")
    assert characteristic_bonuses(muster(own), enemy, rules, TABLES)["size"] == bonus


def test_R2_19_the_invented_tables_are_data():
    tables = replace(TABLES, training=(Level("green", 0), Level("old guard", 9)))
    assert validate_tables(tables) == []
    assert characteristic_bonuses(muster(100, training=1, tables=tables), 1, RULES, tables)["training"] == 9


def test_R2_19_the_bonus_goes_from_0_to_20():
    worst = muster(1, training=0, equipment=0, terrain=0, morale="very_low")
    best = muster(10**4, training=4, equipment=4, terrain=4, morale="very_high")
    assert (strategic_bonus(worst, 1, RULES, TABLES), strategic_bonus(best, 1, RULES, TABLES)) == (0, 20)


def test_R2_36_the_ladder_of_morale_ends():
    assert morale_moved("rout", -3) == "rout"
    assert morale_moved("high", 9) == "very_high"
    assert [morale_moved("rout", n) for n in range(6)] == list(MORALE_LADDER)


def test_every_problem_of_an_army_is_named_at_once():
    army = replace(muster(100), headcount=-1, training=9, morale="glum", can_tire="yes", general=General(True))
    places = {problem.place for problem in validate_army(army)}
    assert places == {
        "army/headcount",
        "army/training",
        "army/morale",
        "army/can_tire",
        "army/general/art_of_war",
    }


@pytest.mark.parametrize("headcount", [0.5, float("nan"), True, 10**12, "many", -3])
def test_an_absurd_headcount_is_refused(headcount):
    with pytest.raises(InvalidBattleError, match="headcount"):
        muster(headcount)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"difficulties": (5, 12)}, "tables/difficulties/1"),
        ({"difficulties": ()}, "tables/difficulties"),
        ({"difficulties": (10, 5)}, "tables/difficulties"),
        ({"morale": (0, 1)}, "tables/morale"),
        ({"loss_step_percent": 0}, "tables/loss_step_percent"),
        ({"size": (Level("some", 1, 10),)}, "tables/size/0/least"),
        ({"size_against_enemy": (Fraction(2), Fraction(1))}, "tables/size_against_enemy"),
        ({"events": TABLES.events[:-1]}, "tables/events"),
        ({"deeds": TABLES.deeds + TABLES.deeds[:1]}, "tables/deeds"),
        ({"training": ()}, "tables/training"),
        ({"plain_losses": (0, -1)}, "tables/plain_losses/1"),
        ({"melee_limits": (3, 1)}, "tables/melee_limits"),
    ],
)
def test_a_broken_table_is_named(change, place):
    if place == "tables/size_against_enemy":
        change = {"size_against_enemy": tuple((ratio, True) for ratio in change["size_against_enemy"])}
    assert place in {problem.place for problem in validate_tables(replace(TABLES, **change))}


def test_the_default_tables_are_sound():
    assert validate_tables(TABLES) == []
