"""Scenarios of the strategic phase, worked out by hand from the rules; every die is named and none may be left."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.strategic import (
    AnswerEvent,
    Army,
    ChangeOrder,
    Character,
    ChooseDifficulty,
    ChooseLine,
    ChooseOrder,
    CloseTurn,
    EndHeroicPhase,
    FaceTheFight,
    MoveArmies,
    Plan,
    Rest,
    RollArtOfWar,
    Rules,
    Tables,
    TryDeed,
    apply,
    damage_dice,
    fatigue_penalty,
    legal_orders,
    muster,
    outcome,
    redacted,
    setup,
    strategic_bonus,
    turn_law,
    verify,
)
from massbattle_core.strategic.armies import relative_size_level, size_level
from massbattle_core.strategic.characters import resolve_damage, resolve_event
from massbattle_core.strategic.closing import apply_steps, armies_after, close_turn, melee_score_after, steps_by_orders
from massbattle_core.strategic.orders import effectiveness_bonus, morale_after_flee
from massbattle_core.strategic.resolution import (
    Contender,
    art_of_war_modifier,
    art_of_war_total,
    resolve_turn,
    standing,
    turn_winner,
)

RULES, TABLES = Rules(), Tables()


def winner(a, b, routed=(False, False)):
    """The winner by (difficulty, total) of both sides."""
    return turn_winner(standing(a[1], a[0], routed[0], RULES), standing(b[1], b[0], routed[1], RULES))


def act(state, action, *faces):
    dice = ScriptedDice(faces)
    after = apply(state, action, dice).state
    assert dice.left == [], f"{action}: dice left {dice.left}"
    return after


# ---------------------------------------------------------------- the winner of the turn


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((15, 40), (20, 20), "B"),
        ((20, 25), (20, 24), "A"),
        ((20, 25), (20, 25), "status_quo"),
        ((5, 5), (50, 49), "A"),
        ((15, 14), (10, 9), "status_quo"),
        ((50, 49), (5, 5), "B"),
    ],
)
def test_R2_24_bolder_success_wins_then_the_higher_total(a, b, expected):
    assert winner(a, b) == expected


@pytest.mark.parametrize(
    ("a", "b", "routed", "expected"),
    [
        ((10, 10), (5, 60), (False, True), "A"),
        ((10, 9), (5, 60), (False, True), "status_quo"),
        ((5, 60), (5, 60), (True, True), "status_quo"),
    ],
)
def test_R2_25_R2_26_a_routed_army_fails_whatever_it_rolls(a, b, routed, expected):
    assert winner(a, b, routed) == expected


def test_R2_22_R2_33_dice_of_a_turn():
    dice = ScriptedDice([10, 20])
    result = resolve_turn(Contender(15, 20), Contender(4, 25), dice, RULES)
    assert (dice.left, result.winner, result.total_a, result.total_b, result.beaten_by) == ([], "A", 25, 24, 5)


def test_R2_24_exact_odds():
    def chances(a, b, plan_a, plan_b):
        law = turn_law(a, b, plan_a, plan_b)
        return [law.winner[w] for w in ("A", "B", "status_quo")]

    ten = muster(1000)
    assert strategic_bonus(ten, 1000, RULES, TABLES) == 10
    assert chances(ten, ten, Plan("hold", 20), Plan("hold", 20)) == [
        Fraction(77, 200),
        Fraction(77, 200),
        Fraction(23, 100),
    ]
    five = replace(ten, general=replace(ten.general, art_of_war=-5))
    assert chances(ten, five, Plan("hold", 20), Plan("hold", 25)) == [
        Fraction(209, 400),
        Fraction(1, 20),
        Fraction(171, 400),
    ]


# ---------------------------------------------------------------- fatigue


def test_R2_02_R2_03_fatigue_begins_with_the_fifth_turn():
    assert [fatigue_penalty(n) for n in (1, 4, 5, 6, 8)] == [0, 0, -2, -4, -8]
    assert [fatigue_penalty(n, can_tire=False) for n in (5, 20)] == [0, 0]
    enemy = muster(1000)
    for fought, modifier in ((3, 10), (4, 8), (5, 6)):
        army = muster(1000, consecutive_turns=fought)
        assert art_of_war_modifier(army, enemy, "hold", "hold", RULES, TABLES) == modifier
    undead = muster(1000, consecutive_turns=9, can_tire=False)
    assert art_of_war_modifier(undead, enemy, "hold", "hold", RULES, TABLES) == 10


def test_R2_02_one_turn_of_rest_takes_all_fatigue():
    state = act(setup(muster(1000, consecutive_turns=6), muster(1000)), Rest())
    assert art_of_war_modifier(state.a, state.b, "hold", "hold", RULES, TABLES) == 10


def test_R2_02_hard_limit_forbids_the_fifth_turn_of_those_who_tire():
    rules = Rules(max_turns="4")
    tired = setup(muster(1000, consecutive_turns=4), muster(1000), rules=rules)
    with pytest.raises(IllegalActionError):
        verify(tired, ChooseOrder("A", "charge"))


# ---------------------------------------------------------------- characteristics


def test_R2_19_size_by_headcount_and_the_sum():
    counts = (0, 99, 100, 499, 500, 1999, 2000, 9999, 10000)
    assert [size_level(n, TABLES.size) for n in counts] == [0, 0, 1, 1, 2, 2, 3, 3, 4]
    army = muster(500, training=3)
    assert strategic_bonus(army, 500, RULES, TABLES) == 11
    assert strategic_bonus(apply_steps(army, 1, RULES, TABLES), 500, RULES, TABLES) == 10


def test_R2_19_relative_size():
    pairs = [(1000, 3000), (1001, 3000), (1999, 3000), (2000, 3000), (1499, 1000), (3, 2), (2999, 1000), (3, 1)]
    assert [relative_size_level(*p, TABLES) for p in pairs] == [0, 1, 1, 2, 2, 3, 3, 4]


def test_R2_35_R2_36_steps_of_the_starting_headcount():
    army = apply_steps(muster(1005), 3, RULES, TABLES)
    assert (army.headcount, army.morale) == (702, "low")
    assert apply_steps(muster(1005), 2, RULES, TABLES).morale == "average"
    assert apply_steps(replace(army, headcount=50), 1, RULES, TABLES).headcount == 0
    assert apply_steps(muster(1000), 8, RULES, TABLES).morale == "rout"


# ---------------------------------------------------------------- flight


def test_R2_16_flight():
    ladder = ("very_high", "average", "low", "very_low", "rout")
    assert [morale_after_flee(m) for m in ladder] == ["very_low", "very_low", "very_low", "rout", "rout"]


def test_R2_16_R2_36_closing_losses_then_flight_then_morale_of_losses():
    loser = Army(800, 1000, morale="high", starting_morale="high", loss_steps=2)
    pursuer, fugitive = close_turn(muster(1000), loser, "charge", "flee", "A", RULES, TABLES)
    assert (pursuer.headcount, fugitive.headcount, fugitive.morale) == (1000, 600, "rout")


def test_R2_16_at_reveal_flight_costs_morale_once():
    rules = Rules(flee_morale_when="at_reveal")
    after = armies_after(muster(1000), muster(1000), Plan("hold", 10), Plan("flee", 10), "A", rules, TABLES)
    assert after[1].morale == "very_low"
    shaken = muster(1000, morale="very_low")
    law = turn_law(muster(1000), shaken, Plan("hold", 50), Plan("flee", 5), rules)
    assert law.winner.get("B", 0) == 0
    assert law.routed_b == 1


# ---------------------------------------------------------------- losses


@pytest.mark.parametrize(
    ("winning", "losing", "steps"),
    [
        ("charge", "charge", (2, 3)),
        ("charge", "flee", (0, 2)),
        ("flee", "charge", (1, 0)),
        ("flee", "flee", (0, 0)),
        ("hold", "charge", (0, 2)),
        ("charge", "hold", (2, 1)),
        ("withdraw", "charge", (1, 1)),
        ("assault", "hold", (0, 1)),
    ],
)
def test_R2_34_loss_matrix(winning, losing, steps):
    assert steps_by_orders(winning, losing, RULES) == steps


def test_R2_34_transposed():
    assert steps_by_orders("hold", "charge", Rules(loss_matrix_transposed="yes")) == (2, 1)


def test_R2_34_a_status_quo_changes_no_size():
    a, b = close_turn(muster(1000), muster(1000), "charge", "charge", "status_quo", RULES, TABLES)
    assert (a.headcount, b.headcount, a.consecutive_turns, b.consecutive_turns) == (1000, 1000, 1, 1)


def test_R2_31_R2_34_heroes_never_bring_losses_below_nothing():
    close = close_turn(muster(1000), muster(1000), "hold", "assault", "A", RULES, TABLES, heroic_steps=(-1, -2))
    assert (close[0].headcount, close[1].headcount) == (1000, 1000)
    close = close_turn(muster(1000), muster(1000), "charge", "assault", "A", RULES, TABLES, heroic_steps=(0, 1))
    assert (close[0].headcount, close[1].headcount) == (900, 700)


# ---------------------------------------------------------------- melee score, effectiveness, scale


@pytest.mark.parametrize(
    ("score", "orders", "who", "by", "after"),
    [
        (4, ("charge", "flee"), "status_quo", 0, 4),
        (0, ("charge", "assault"), "A", 4, 3),
        (0, ("charge", "assault"), "A", 5, 4),
        (9, ("charge", "charge"), "B", 5, 10),
        (1, ("withdraw", "flee"), "A", 0, 0),
        (3, ("charge", "flee"), "B", 0, 3),
    ],
)
def test_R2_33_melee_score(score, orders, who, by, after):
    assert melee_score_after(score, *orders, who, by, RULES, TABLES) == after


def test_R2_15_effectiveness_on_the_roll():
    rules = Rules(effectiveness="roll_bonus")
    pairs = [("charge", "assault"), ("assault", "charge"), ("hold", "charge"), ("charge", "hold"), ("flee", "flee")]
    assert [effectiveness_bonus(*p, rules, TABLES) for p in pairs] == [2, 0, 2, 0, 0]
    assert [effectiveness_bonus(*p, RULES, TABLES) for p in pairs] == [0, 0, 0, 0, 0]


def test_R2_18_percent():
    rules = Rules(scale="percent")
    assert art_of_war_total(50, 11, rules) == 105
    dice = ScriptedDice([50, 49])
    result = resolve_turn(Contender(10, 20), Contender(10, 20), dice, rules)
    assert (dice.left, result.winner, result.total_a) == ([], "A", 100)


def test_R2_21_difficulties_are_multiples_of_5_from_5_to_50():
    state = act(act(setup(muster(1000), muster(1000)), ChooseOrder("A", "hold")), ChooseOrder("B", "hold"))
    for number in (0, 7, 55, -5):
        with pytest.raises(IllegalActionError):
            verify(state, ChooseDifficulty("A", number))
    verify(state, ChooseDifficulty("A", 5))
    verify(state, ChooseDifficulty("A", 50))


def test_R2_07_a_routed_army_can_only_flee():
    routed = muster(1000, morale="rout")
    assert legal_orders(routed) == ("flee",)
    with pytest.raises(IllegalActionError):
        verify(setup(routed, muster(1000)), ChooseOrder("A", "hold"))


# ---------------------------------------------------------------- characters


@pytest.mark.parametrize(
    ("order", "result", "line", "dice"),
    [
        ("charge", "victory", 1, 1),
        ("assault", "victory", 1, 0),
        ("hold", "victory", 3, 0),
        ("flee", "defeat", 1, 3),
        ("flee", "defeat", 3, 2),
        ("charge", "status_quo", 2, 1),
    ],
)
def test_R2_29_number_of_dice(order, result, line, dice):
    assert damage_dice(order, result, line, False, RULES, TABLES).dice == dice


def test_R2_29_subtracted_dice_are_rolled():
    count = damage_dice("charge", "victory", 1, False, Rules(damage_minus="subtract_roll"), TABLES)
    dice = ScriptedDice([4, 5, 3])
    assert resolve_damage(count, dice) == 6
    assert dice.left == []


@pytest.mark.parametrize(
    ("line", "score", "faces", "kinds"),
    [
        (3, 0, [6], ["lull"]),
        (3, 0, [7, 4], ["stray_missiles"]),
        (2, 0, [12, 3], ["common_enemies"]),
        (2, 3, [12], ["enemy_veteran"]),
        (1, 5, [16, 3, 20], ["heart_of_the_battle", "wounded_comrade", "enemy_officer"]),
        (1, 0, [15, 2, 6], ["sweep"]),
    ],
)
def test_R2_30_events(line, score, faces, kinds):
    dice = ScriptedDice(faces)
    assert [event.row.kind for event in resolve_event(line, score, dice, TABLES)] == kinds
    assert dice.left == []


# ---------------------------------------------------------------- a whole turn


def written(a, b, plan_a, plan_b, characters=()):
    state = setup(a, b, characters)
    for side, plan in (("A", plan_a), ("B", plan_b)):
        state = act(state, ChooseOrder(side, plan[0]))
    for side, plan in (("A", plan_a), ("B", plan_b)):
        state = act(state, ChooseDifficulty(side, plan[1]))
    return state


def test_R2_04_R2_31_a_hero_of_the_losers_holds_the_breach():
    hero = Character("Roland", "B", 30, line=1)
    army = muster(1000, art_of_war=5)
    state = written(army, army, ("charge", 25), ("assault", 20), [hero])
    state = act(act(state, RollArtOfWar(), 10, 10), MoveArmies())
    assert state.winner == "A"
    state = act(state, FaceTheFight("Roland"), 3, 4, 13)
    assert (state.character("Roland").hit_points, state.character("Roland").heroic_actions) == (23, 1)
    state = act(state, TryDeed("Roland", "hold_the_breach"), 15)
    if state.phase == "heroic":
        state = act(state, EndHeroicPhase())
    state = act(act(state, ChooseLine("Roland", 3)), CloseTurn())
    assert (state.a.headcount, state.b.headcount, state.melee_score, state.turn) == (900, 900, 3, 2)
    assert (state.a.consecutive_turns, state.character("Roland").line) == (1, 3)


def test_R2_31_a_failed_deed_costs_automatic_damage_again():
    hero = Character("Roland", "B", 30, line=1)
    army = muster(1000, art_of_war=5)
    state = written(army, army, ("charge", 25), ("assault", 20), [hero])
    state = act(act(state, RollArtOfWar(), 10, 10), MoveArmies())
    state = act(state, FaceTheFight("Roland"), 3, 4, 13)
    state = act(state, TryDeed("Roland", "hold_the_breach"), 14, 1, 2)
    assert state.character("Roland").hit_points == 20
    if state.phase == "heroic":
        state = act(state, EndHeroicPhase())
    state = act(act(state, ChooseLine("Roland", 1)), CloseTurn())
    assert (state.a.headcount, state.b.headcount) == (900, 800)


def test_R2_26_a_status_quo_turn_leaves_all_but_the_clock():
    state = written(muster(1000), muster(1000), ("charge", 50), ("charge", 50))
    state = act(act(state, RollArtOfWar(), 20, 20), MoveArmies())
    state = act(state, CloseTurn())
    assert (state.a.headcount, state.b.headcount, state.melee_score, state.a.consecutive_turns) == (1000, 1000, 0, 1)


def test_R2_16_R2_37_a_second_flight_ends_the_battle_in_rout():
    state = written(muster(1000), muster(1000, morale="very_low"), ("hold", 5), ("flee", 5))
    state = act(act(state, RollArtOfWar(), 1, 1), MoveArmies())
    assert state.winner == "A"
    state = act(state, CloseTurn())
    assert state.b.morale == "rout"
    assert outcome(state).winner == "A"


# ---------------------------------------------------------------- harder interactions


@pytest.mark.parametrize("who", ["A", "B", "status_quo"])
def test_R2_16_flight_costs_morale_in_every_case(who):
    _, fled = close_turn(muster(1000), muster(1000), "hold", "flee", who, RULES, TABLES)
    assert fled.morale == "very_low"


def battle_of(hero):
    """Turn 1 up to the individual phase: A charges and beats B's assault."""
    army = muster(1000, art_of_war=5)
    state = written(army, army, ("charge", 25), ("assault", 20), [hero])
    return act(act(state, RollArtOfWar(), 10, 10), MoveArmies())


def closed(state):
    if state.phase == "heroic":
        state = act(state, EndHeroicPhase())
    for character in state.characters:
        if state.phase == "placement":
            state = act(state, ChooseLine(character.name, character.line))
    return act(state, CloseTurn())


def next_turn(state, plan_a, plan_b, *faces):
    state = act(act(state, ChooseOrder("A", plan_a[0])), ChooseOrder("B", plan_b[0]))
    state = act(act(state, ChooseDifficulty("A", plan_a[1])), ChooseDifficulty("B", plan_b[1]))
    return act(state, RollArtOfWar(), *faces)


def test_R2_31_a_taken_banner_costs_the_enemys_next_roll_only():
    state = battle_of(Character("Roland", "B", 60, line=1))
    state = act(state, FaceTheFight("Roland"), 1, 1, 13)
    state = act(state, TryDeed("Roland", "take_the_banner"), 15)
    state = closed(state)
    # A: 5 + size 900 (2) + 2 + 2 + 2 + 2 = 15, banner −2; 10 + 13 = 23
    state = next_turn(state, ("hold", 50), ("hold", 50), 10, 10)
    assert (state.sheets.a.total, state.sheets.b.total) == (23, 25)
    state = act(state, MoveArmies())
    # both plans fail: status quo, Hold: one die of damage; event 2 + 4 + melee score 3 = 9: one enemy
    state = act(state, FaceTheFight("Roland"), 1, 2)
    state = closed(state)
    state = next_turn(state, ("hold", 50), ("hold", 50), 10, 10)
    assert (state.sheets.a.total, state.sheets.b.total) == (25, 25)


def test_R2_30_R2_31_a_healed_comrade_helps_the_next_heroic_action():
    hero = Character("Roland", "B", 60, line=1, heroic_actions=1)
    state = battle_of(hero)
    # front 4 + die 3 = 7: wounded comrade
    state = act(state, FaceTheFight("Roland"), 1, 1, 3)
    state = act(state, AnswerEvent("Roland", True))
    state = act(state, TryDeed("Roland", "hold_the_breach"), 13)
    assert (closed(state).b.headcount, state.character("Roland").deed_bonus) == (900, 0)


def test_R2_06_only_player_characters_on_their_feet_face_the_fight():
    people = [Character("npc", "A", 20, is_player_character=False), Character("down", "A", 0), Character("pc", "A", 20)]
    army = muster(1000, art_of_war=5)
    state = written(army, army, ("charge", 25), ("assault", 20), people)
    state = act(act(state, RollArtOfWar(), 10, 10), MoveArmies())
    assert state.waiting == ("pc",)
    for name in ("npc", "down"):
        with pytest.raises(IllegalActionError):
            verify(state, FaceTheFight(name))
    # charge, victory, middle: 1 + 1 − 1 − 1 = 0 dice of damage; event 1 + 0 + 0: lull
    state = act(state, FaceTheFight("pc"), 1)
    assert state.character("pc").hit_points == 20


def test_R2_09_R2_21_the_enemy_does_not_see_the_sheet_before_the_rolls():
    state = written(muster(1000), muster(1000), ("charge", 25), ("hold", 20))
    seen = redacted(state, "B").sheets
    assert (seen.a.order, seen.a.difficulty, seen.b.order, seen.b.difficulty) == (None, None, "hold", 20)
    state = act(state, RollArtOfWar(), 10, 11)
    seen = redacted(state, "B").sheets
    assert (seen.a.order, seen.a.difficulty, seen.a.total) == ("charge", 25, 20)


def test_R2_02_a_day_of_rest_is_eight_turns_in_a_row():
    rules = Rules(rest_resets="one_day")
    state = setup(muster(1000, consecutive_turns=6), muster(1000), rules=rules)
    for turn in range(1, 9):
        state = act(state, Rest())
        modifier = art_of_war_modifier(state.a, state.b, "hold", "hold", rules, TABLES)
        assert modifier == (10 if turn == 8 else 4), turn


def test_R2_02_R2_04_the_fifth_turn_is_fought_tired_and_a_rest_helps():
    state = setup(muster(1000), muster(1000, can_tire=False))
    for turn in range(1, 6):
        state = next_turn(state, ("hold", 50), ("hold", 50), 10, 10)
        assert (state.sheets.a.total, state.sheets.b.total) == (18 if turn == 5 else 20, 20), turn
        state = act(act(state, MoveArmies()), CloseTurn())
    state = act(state, Rest())
    state = next_turn(state, ("hold", 50), ("hold", 50), 10, 10)
    assert (state.sheets.a.total, state.sheets.b.total) == (20, 20)


def test_R2_25_a_routed_army_that_plays_on_fails_with_any_roll():
    state = written(muster(1000), muster(1000, morale="rout", art_of_war=40), ("hold", 50), ("flee", 5))
    state = act(act(state, RollArtOfWar(), 1, 20), MoveArmies())
    assert state.winner == "status_quo"


@pytest.mark.parametrize(("saved", "left"), [(True, 56), (False, 53)])
def test_R2_30_a_save_halves_stray_missiles(saved, left):
    # assault, defeat, rear: 1 + 1 − 1 = 1 die: 2; event 8 − 4 = 4: stray missiles 5
    state = battle_of(Character("Roland", "B", 60, line=3))
    state = act(act(state, FaceTheFight("Roland"), 2, 8, 5), AnswerEvent("Roland", saved))
    assert state.character("Roland").hit_points == left


@pytest.mark.parametrize(("won", "actions"), [(True, 1), (False, 0)])
def test_R2_30_an_officer_beaten_gives_a_heroic_action(won, actions):
    state = battle_of(Character("Roland", "B", 60, line=1))
    state = act(act(state, FaceTheFight("Roland"), 1, 1, 18), AnswerEvent("Roland", won))
    assert state.character("Roland").heroic_actions == actions


def test_R2_31_killing_the_officer_lowers_morale_by_the_steps_dared():
    for steps, die, morale in ((0, 15, "low"), (2, 20, "average")):
        state = battle_of(Character("Roland", "B", 60, line=1, heroic_actions=1))
        state = act(state, FaceTheFight("Roland"), 1, 1, 5)
        if state.open_events:
            state = act(state, AnswerEvent("Roland", False))
        assert state.phase == "heroic"
        dice = (die,) if morale == "low" else (die, 1, 1)
        state = act(state, TryDeed("Roland", "kill_the_officer", steps), *dice)
        assert closed(state).a.morale == morale


def test_R2_31_a_carried_order_may_be_changed_after_the_reveal_once():
    state = battle_of(Character("Roland", "B", 60, line=1, heroic_actions=1))
    state = act(state, FaceTheFight("Roland"), 1, 1, 5)
    if state.open_events:
        state = act(state, AnswerEvent("Roland", False))
    state = closed(act(state, TryDeed("Roland", "carry_the_order"), 15))
    state = next_turn(state, ("charge", 5), ("assault", 50), 10, 1)
    with pytest.raises(IllegalActionError):
        verify(state, ChangeOrder("A", "hold"))
    state = act(state, ChangeOrder("B", "hold"))
    assert state.sheets.b.order == "hold"
    with pytest.raises(IllegalActionError):
        verify(state, ChangeOrder("B", "flee"))
    state = act(state, MoveArmies())
    # Hold, defeat, front: 2 dice; event 1 + 4 + melee score 3 = 8: a wounded comrade
    state = act(act(state, FaceTheFight("Roland"), 1, 1, 1), AnswerEvent("Roland", False))
    # A wins with Charge against Hold: 2 / 1, after 1 / 2 in the first turn
    state = closed(state)
    assert (state.a.headcount, state.b.headcount) == (700, 700)


def test_R2_09_orders_first_then_difficulties():
    state = setup(muster(1000), muster(1000), rules=Rules(reveal="orders_first_then_difficulty"))
    state = act(state, ChooseOrder("A", "charge"))
    assert redacted(state, "B").sheets.a.order is None
    state = act(state, ChooseOrder("B", "hold"))
    assert redacted(state, "B").sheets.a.order == "charge"
    state = act(state, ChooseDifficulty("A", 20))
    assert redacted(state, "B").sheets.a.difficulty is None


def test_R2_28_archers_loose_a_volley_by_house_rule():
    rules = Rules(volley_d6="2")
    count = damage_dice("assault", "victory", 1, True, rules, TABLES)
    dice = ScriptedDice([3, 4])
    assert (resolve_damage(count, dice), dice.left) == (7, [])
    count = damage_dice("assault", "victory", 1, False, rules, TABLES)
    assert resolve_damage(count, ScriptedDice([])) == 0
