from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.distribution import Distribution
from massbattle_core.strategic import LINES, ORDERS, Character, EventRow, Rules, Tables
from massbattle_core.strategic.characters import (
    DamageDice,
    damage_dice,
    damage_odds,
    deed_difficulty,
    deed_odds,
    deed_size,
    event_odds,
    event_row,
    lines_next,
    resolve_damage,
    resolve_deed,
    resolve_event,
)
from massbattle_core.strategic.validation import validate_character

RULES, TABLES = Rules(), Tables()
SUBTRACT = Rules(damage_minus="subtract_roll")


def dice_of(order, result, line, archers=False, rules=RULES):
    return damage_dice(order, result, line, archers, rules, TABLES)


def test_R2_6_only_player_characters_on_their_feet_take_part():
    hero = Character("Ada", "A", 20)
    assert hero.takes_part
    assert not replace(hero, is_player_character=False).takes_part
    assert not replace(hero, hit_points=0).takes_part


def test_R2_28_the_volley_is_automatic_damage_and_what_the_house_adds():
    assert dice_of("hold", "status_quo", 1, archers=True) == DamageDice(1)
    assert dice_of("hold", "status_quo", 1, archers=True, rules=Rules(volley_d6="3")) == DamageDice(1, 0, 3)
    assert dice_of("hold", "status_quo", 1, archers=False, rules=Rules(volley_d6="3")) == DamageDice(1)
    assert dice_of("hold", "status_quo", 1, archers=True, rules=Rules(volley_d6="n")) == DamageDice(1, 0, 1)


@pytest.mark.parametrize(
    ("order", "result", "line", "dice"),
    [
        ("charge", "defeat", 1, 3),
        ("flee", "defeat", 1, 3),
        ("charge", "victory", 1, 1),
        ("hold", "victory", 1, 0),
        ("assault", "status_quo", 2, 0),
        ("hold", "victory", 3, 0),
        ("withdraw", "defeat", 3, 1),
    ],
)
def test_R2_29_dice_by_order_result_and_line(order, result, line, dice):
    assert dice_of(order, result, line) == DamageDice(dice)


def test_R2_29_the_house_may_roll_and_subtract():
    count = dice_of("charge", "victory", 2, rules=SUBTRACT)
    assert count == DamageDice(2, 2)
    assert resolve_damage(count, ScriptedDice([6, 5, 1, 2])) == 8
    assert resolve_damage(count, ScriptedDice([1, 1, 6, 6])) == 0


def test_R2_29_every_case_agrees_with_its_law():
    cases = {
        dice_of(order, result, line, archers, rules)
        for order in ORDERS
        for result in ("victory", "defeat", "status_quo")
        for line in LINES
        for archers in (False, True)
        for rules in (RULES, Rules(damage_minus="subtract_roll", volley_d6="1"))
    }
    for count in cases:
        rolled = count.dice + count.subtracted + count.volley
        if rolled <= 4:
            fallen = Counter(
                resolve_damage(count, ScriptedDice(faces)) for faces in product(range(1, 7), repeat=rolled)
            )
            assert damage_odds(count) == Distribution(fallen)


@pytest.mark.parametrize(
    ("total", "kind"),
    [
        (-3, "lull"),
        (2, "lull"),
        (3, "stray_missiles"),
        (5, "stray_missiles"),
        (6, "wounded_comrade"),
        (9, "common_enemy"),
        (12, "common_enemies"),
        (15, "enemy_veteran"),
        (17, "heroic_opportunity"),
        (19, "sweep"),
        (24, "enemy_officer"),
        (25, "heart_of_the_battle"),
    ],
)
def test_R2_30_rows_of_the_event_table(total, kind):
    assert event_row(total, TABLES).kind == kind


def test_R2_30_line_and_melee_score_move_the_total():
    (front,) = resolve_event(1, 3, ScriptedDice([10]), TABLES)
    (rear,) = resolve_event(3, 3, ScriptedDice([10]), TABLES)
    assert (front.total, rear.total) == (17, 9)


def test_R2_30_the_dice_named_by_the_row_are_rolled():
    (sweep,) = resolve_event(2, 0, ScriptedDice([19, 4, 5]), TABLES)
    assert (sweep.damage, sweep.enemies, sweep.row.test_dc) == (9, 1, 15)
    (enemies,) = resolve_event(2, 0, ScriptedDice([12, 3]), TABLES)
    assert enemies.enemies == 3


def test_R2_30_the_heart_of_the_battle_rolls_twice_without_the_melee_score():
    events = resolve_event(1, 10, ScriptedDice([11, 1, 6, 14]), TABLES)
    assert [event.row.kind for event in events] == ["heart_of_the_battle", "stray_missiles", "heroic_opportunity"]
    assert [event.total for event in events] == [25, 5, 18]


@pytest.mark.parametrize(("line", "score"), [(line, score) for line in LINES for score in range(0, 11, 2)])
def test_R2_30_the_law_of_events_is_that_of_every_face(line, score):
    fallen = Counter()
    for faces in product(range(1, 21), repeat=3):
        totals = [faces[0] + TABLES.line_event[line - 1] + score]
        if event_row(totals[0], TABLES).rolls_twice:
            totals += [face + TABLES.line_event[line - 1] for face in faces[1:]]
        fallen[tuple(event_row(total, TABLES).kind for total in totals)] += 1
    assert event_odds(line, score, TABLES) == {kinds: Fraction(n, 8000) for kinds, n in fallen.items()}


def test_R2_30_simulated_events_agree_with_the_law():
    runs = 3000
    fallen = Counter(
        tuple(event.row.kind for event in resolve_event(1, 7, KeyedDice(3, battle), TABLES)) for battle in range(runs)
    )
    for kinds, p in event_odds(1, 7, TABLES).items():
        assert abs(fallen[kinds] / runs - p) < 4 * (float(p * (1 - p)) / runs) ** 0.5 + 1e-9


def test_R2_30_the_event_table_is_data():
    tables = replace(TABLES, events=(EventRow(None, "storm", "A storm", rolls_twice=True),))
    assert [event.row.kind for event in resolve_event(2, 0, ScriptedDice([1, 1, 1]), tables)] == ["storm"] * 3


def test_R2_31_bolder_deeds_are_harder_and_do_more():
    banner = TABLES.deeds[0]
    assert [deed_difficulty(steps, TABLES) for steps in range(3)] == [15, 20, 25]
    assert [deed_size(banner, steps) for steps in range(3)] == [-2, -4, -6]


@pytest.mark.parametrize(("modifier", "steps"), list(product(range(-5, 26, 5), range(3))))
def test_R2_31_the_law_of_a_deed_is_that_of_every_face(modifier, steps):
    won = sum(resolve_deed(modifier, steps, ScriptedDice([face]), TABLES) for face in range(1, 21))
    assert deed_odds(modifier, steps, TABLES) == Fraction(won, 20)


def test_R2_32_lines_are_free_or_one_step_apart():
    assert lines_next(1, RULES) == (1, 2, 3)
    one_step = Rules(lines="one_step")
    assert [lines_next(line, one_step) for line in LINES] == [(1, 2), (1, 2, 3), (2, 3)]


def test_every_problem_of_a_character_is_named():
    odd = Character("", "C", True, line=True, heroic_actions=-1)
    assert {problem.place.rpartition("/")[2] for problem in validate_character(odd)} == {
        "name",
        "side",
        "hit_points",
        "line",
        "heroic_actions",
    }
