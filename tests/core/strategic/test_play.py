import random
from dataclasses import replace
from itertools import product

import pytest

from massbattle_core.dice import KeyedDice, ScriptedDice
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.strategic import (
    AnswerEvent,
    ChangeOrder,
    Character,
    ChooseDifficulty,
    ChooseLine,
    ChooseOrder,
    CloseTurn,
    EndBattle,
    EndHeroicPhase,
    FaceTheFight,
    MoveArmies,
    Plan,
    Rally,
    Refresh,
    Rest,
    RollArtOfWar,
    Rules,
    Sheet,
    TryDeed,
    apply,
    legal_actions,
    muster,
    outcome,
    redacted,
    setup,
    turn_law,
    verify,
)

ASSAULT, HOLD = Plan("assault", 20), Plan("hold", 20)
NO_DICE = ScriptedDice([])
HEROES = (Character("Ada", "A", 30, line=1), Character("Bo", "B", 30, line=2))


def play(state, *actions, dice=()):
    """The state after these actions with these faces, all of which must be used."""
    scripted = ScriptedDice(dice)
    for action in actions:
        state = apply(state, action, scripted).state
    assert scripted.left == []
    return state


def written(state, plan_a, plan_b):
    orders = ChooseOrder("A", plan_a.order), ChooseOrder("B", plan_b.order)
    return play(state, *orders, ChooseDifficulty("A", plan_a.difficulty), ChooseDifficulty("B", plan_b.difficulty))


def fought(state, plan_a=ASSAULT, plan_b=HOLD, faces=(15, 5)):
    """The state once the winner of the turn is named."""
    return play(written(state, plan_a, plan_b), RollArtOfWar(), MoveArmies(), dice=faces)


def reason(state, action):
    with pytest.raises(IllegalActionError) as caught:
        verify(state, action)
    return caught.value.rule


def test_R2_4_a_turn_without_characters_goes_through_its_phases():
    state = setup(muster(1000), muster(1000))
    seen = [state.phase]
    for action in (ChooseOrder("A", "charge"), ChooseOrder("B", "hold"), ChooseDifficulty("B", 20)):
        state = play(state, action)
        seen.append(state.phase)
    state = play(state, ChooseDifficulty("A", 15), RollArtOfWar(), dice=[10, 10])
    seen.append(state.phase)
    state = play(state, MoveArmies())
    seen.append(state.phase)
    state = play(state, CloseTurn())
    assert seen == ["order", "order", "resolution", "resolution", "movement", "closing"]
    assert (state.turn, state.phase, state.a.headcount, state.b.headcount) == (2, "order", 800, 1000)
    assert (state.melee_score, state.a.consecutive_turns) == (2, 1)


def test_R2_5_orders_are_secret_until_the_sheets_are_shown():
    state = play(setup(muster(1000), muster(1000)), ChooseOrder("A", "charge"))
    assert redacted(state, "B").sheets.a == Sheet(sealed=True)
    assert redacted(state, "spectator").sheets.a == Sheet(sealed=True)
    assert redacted(state, "A") == redacted(state, "gm") == state
    assert reason(state, ChooseOrder("A", "hold")) == "R2.5"
    step = apply(state, ChooseOrder("B", "hold"), NO_DICE)
    assert "hold" not in str(step.events)
    assert redacted(step.state, "B").sheets.a == Sheet(sealed=True)


def test_R2_9_everything_is_shown_after_the_rolls():
    state = written(setup(muster(1000), muster(1000)), Plan("charge", 15), Plan("hold", 25))
    assert redacted(state, "B").sheets.a == Sheet(sealed=True)
    step = apply(state, RollArtOfWar(), ScriptedDice([3, 17]))
    assert redacted(step.state, "spectator") == step.state
    assert [event.kind for event in step.events] == ["orders_revealed", "sheets_shown"]


def test_R2_9_or_the_orders_first():
    rules = Rules(reveal="orders_first_then_difficulty")
    state = setup(muster(1000), muster(1000), rules=rules)
    state = play(state, ChooseOrder("A", "charge"))
    step = apply(state, ChooseOrder("B", "hold"), NO_DICE)
    assert step.events[-1].facts == {"A": "charge", "B": "hold"}
    state = play(step.state, ChooseDifficulty("A", 15))
    assert redacted(state, "B").sheets.a == Sheet(order="charge", sealed=True)
    assert redacted(state, "B").sheets.b == Sheet(order="hold")


def test_R2_7_the_general_of_a_routed_army_can_only_order_flight():
    state = setup(muster(1000, morale="rout"), muster(1000))
    assert [action for action in legal_actions(state) if isinstance(action, ChooseOrder) and action.side == "A"] == [
        ChooseOrder("A", "flee")
    ]
    assert reason(state, ChooseOrder("A", "charge")) == "R2.7"


def test_R2_21_only_multiples_of_5_are_announced():
    state = play(setup(muster(1000), muster(1000)), ChooseOrder("A", "hold"), ChooseOrder("B", "hold"))
    assert reason(state, ChooseDifficulty("A", 12)) == "R2.21"
    assert reason(state, RollArtOfWar()) == "R2.21"
    assert reason(play(state, ChooseDifficulty("A", 10)), ChooseDifficulty("A", 15)) == "R2.21"


def test_R2_23_the_sheet_shows_order_difficulty_and_total():
    state = play(
        written(setup(muster(1000, art_of_war=3), muster(1000)), Plan("charge", 15), Plan("hold", 25)),
        RollArtOfWar(),
        dice=[3, 17],
    )
    assert state.sheets.a == Sheet("charge", 15, 3, 13, 16)
    assert state.sheets.b == Sheet("hold", 25, 17, 10, 27)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(effectiveness="both", flee_morale_when="at_reveal"),
        Rules(reveal="orders_first_then_difficulty", flee_morale_when="at_reveal"),
    ],
)
def test_play_agrees_with_the_exact_law_of_the_turn(rules):
    chance = random.Random(3)
    a, b = muster(2000, art_of_war=3, morale="very_low"), muster(900, art_of_war=5, consecutive_turns=5)
    for _ in range(4):
        plans = [
            Plan(chance.choice(["charge", "assault", "hold", "withdraw", "flee"]), chance.choice([15, 20, 25]))
            for _ in "ab"
        ]
        law = turn_law(a, b, *plans, rules)
        before = written(setup(a, b, rules=rules), *plans)
        fallen = {"A": 0, "B": 0, "status_quo": 0}
        for faces in product(range(1, 21), repeat=2):
            state = play(before, RollArtOfWar(), MoveArmies(), dice=faces)
            fallen[state.winner] += 1
            if fallen[state.winner] == 1:
                closed = play(state, CloseTurn())
                assert (closed.a, closed.b) == law.after[state.winner]
        assert fallen == {winner: 400 * p for winner, p in law.winner.items()}


def test_R2_27_each_player_character_suffers_damage_then_meets_an_event():
    state = fought(setup(muster(1000), muster(1000), HEROES))
    assert state.phase == "individual"
    assert set(legal_actions(state)) >= {FaceTheFight("Ada"), FaceTheFight("Bo")}
    # victory takes the one die of Ada's damage away; her event: 8 + 4 = common enemies, 1d3
    step = apply(state, FaceTheFight("Ada"), ScriptedDice([8, 2]))
    assert [(event.kind, event.rule) for event in step.events] == [("damage", "R2.29"), ("character_event", "R2.30")]
    assert [roll.sides for roll in step.rolls] == [20, 3]
    # Bo: 1 + 1 for defeat - 1 for the middle line
    state = play(step.state, FaceTheFight("Bo"), dice=[4, 1])
    assert state.character("Bo").hit_points == 26
    assert state.phase == "placement"


def test_R2_28_archers_add_their_volley():
    archers = muster(1000, has_archers=True)
    state = fought(setup(archers, muster(1000), HEROES, rules=Rules(volley_d6="2")))
    state = play(state, FaceTheFight("Bo"), dice=[4, 6, 5, 1])
    assert state.character("Bo").hit_points == 30 - 15


def test_R2_30_an_event_is_resolved_at_once():
    state = play(fought(setup(muster(1000), muster(1000), HEROES)), FaceTheFight("Ada"), dice=[1, 5])
    assert reason(state, FaceTheFight("Bo")) == "R2.27"
    assert {AnswerEvent("Ada", True), AnswerEvent("Ada", False)} <= set(legal_actions(state))
    assert play(state, AnswerEvent("Ada", False)).character("Ada").hit_points == 25
    assert play(state, AnswerEvent("Ada", True)).character("Ada").hit_points == 28


def test_R2_30_thanks_of_a_comrade_and_victory_over_an_officer():
    state = fought(setup(muster(1000), muster(1000), HEROES))
    healed = play(state, FaceTheFight("Ada"), AnswerEvent("Ada", True), dice=[3])
    assert healed.character("Ada").deed_bonus == 2
    duel = play(state, FaceTheFight("Ada"), dice=[19])
    assert play(duel, AnswerEvent("Ada", True)).character("Ada").heroic_actions == 1
    assert play(duel, AnswerEvent("Ada", False)).character("Ada").heroic_actions == 0


def test_R2_30_a_fallen_character_meets_no_event():
    weak = (replace(HEROES[1], hit_points=3),)
    state = play(fought(setup(muster(1000), muster(1000), weak)), FaceTheFight("Bo"), dice=[3])
    assert state.phase == "closing"


def test_R2_30_who_falls_meets_no_other_event():
    state = replace(setup(muster(1000), muster(1000), [replace(HEROES[0], hit_points=6)]), melee_score=10)
    # the heart of the battle: stray missiles for 6 hit points, and an officer who is never met
    state = play(fought(state), FaceTheFight("Ada"), dice=[12, 1, 6, 20])
    assert len(state.open_events) == 2
    state = play(state, AnswerEvent("Ada", False))
    assert (state.open_events, state.phase) == ((), "closing")


def heroic(changes=None, modifier=30):
    """A heroic phase in which Ada may try one action."""
    hero = replace(HEROES[0], deed_modifier=modifier, **(changes or {}))
    state = fought(setup(muster(1000), muster(1000), [hero]))
    state = play(state, FaceTheFight("Ada"), dice=[13])
    assert state.phase == "heroic"
    return state


@pytest.mark.parametrize(
    ("deed", "steps", "check"),
    [
        ("take_the_banner", 1, lambda state: state.b.next_roll == -4),
        ("rally_the_men", 0, lambda state: state.a.next_roll == 2),
        ("kill_the_officer", 0, lambda state: state.b.morale == "low"),
        ("hold_the_breach", 0, lambda state: state.heroic_steps == (-1, 0)),
        ("open_the_flank", 2, lambda state: state.heroic_steps == (0, 3)),
        ("carry_the_order", 0, lambda state: state.a.may_change_order),
    ],
)
def test_R2_31_heroic_actions_come_true(deed, steps, check):
    state = play(heroic(), TryDeed("Ada", deed, steps), dice=[10])
    assert check(state)
    assert state.phase == "placement"
    assert state.character("Ada").heroic_actions == 0


def test_R2_31_failure_costs_automatic_damage_again():
    state = heroic({"deed_bonus": 2}, modifier=0)
    state = play(state, TryDeed("Ada", "open_the_flank"), dice=[12])
    assert state.character("Ada").hit_points == 30  # victory in the front line: no die
    assert (state.heroic_steps, state.character("Ada").deed_bonus) == ((0, 0), 0)


def test_R2_31_a_heroic_action_may_be_kept():
    state = play(heroic(), EndHeroicPhase())
    assert state.phase == "placement"
    assert state.character("Ada").heroic_actions == 1


def test_R2_31_steps_and_names_are_checked():
    assert reason(heroic(), TryDeed("Ada", "carry_the_order", 1)) == "R2.31"
    assert reason(heroic(), TryDeed("Ada", "sing")) == "R2.31"
    assert reason(heroic(), TryDeed("Ada", "take_the_banner", 9)) == "R2.31"


def test_R2_31_a_carried_order_is_changed_after_the_reveal():
    rules = Rules(effectiveness="roll_bonus")
    state = setup(replace(muster(1000), may_change_order=True), muster(1000), rules=rules)
    state = play(written(state, Plan("assault", 20), Plan("charge", 20)), RollArtOfWar(), dice=[10, 10])
    assert (state.sheets.a.total, state.sheets.b.total) == (20, 22)
    assert reason(state, ChangeOrder("B", "flee")) == "R2.31"
    state = play(state, ChangeOrder("A", "hold"))
    assert (state.sheets.a.total, state.sheets.b.total) == (22, 20)
    assert reason(state, ChangeOrder("A", "flee")) == "R2.31"
    assert play(state, MoveArmies()).winner == "A"


def test_R2_31_a_change_that_is_not_used_is_lost():
    state = fought(setup(replace(muster(1000), may_change_order=True), muster(1000)))
    assert not state.a.may_change_order


def test_R2_32_players_choose_the_line_of_the_next_turn():
    state = play(heroic(), EndHeroicPhase())
    assert play(state, ChooseLine("Ada", 3)).character("Ada").line == 3
    strict = replace(state, rules=Rules(lines="one_step"))
    assert reason(strict, ChooseLine("Ada", 3)) == "R2.32"
    assert reason(state, ChooseLine("Ada", True)) == "R2.32"
    assert play(state, ChooseLine("Ada", 2)).phase == "closing"


def test_R2_6_a_general_run_by_a_player_has_no_phases_of_his_own():
    general = Character("Old Marshal", "A", 40, is_player_character=False)
    state = fought(setup(muster(1000), muster(1000), [general, HEROES[0]]))
    assert state.waiting == ("Ada",)


def test_R2_37_a_rout_ends_the_battle_unless_the_game_master_plays_on():
    state = fought(setup(muster(1000, morale="very_low"), muster(1000)), Plan("flee", 20), Plan("hold", 20))
    over = play(state, CloseTurn())
    assert (outcome(over).winner, outcome(over).termination) == ("B", "rout")
    assert legal_actions(over) == ()
    assert reason(over, Rest()) == "R2.37"
    going_on = play(state, CloseTurn(play_on=True))
    assert outcome(going_on) is None
    assert reason(going_on, ChooseOrder("A", "hold")) == "R2.7"


def test_R2_37_an_army_without_soldiers_is_beaten_whatever_the_game_master_says():
    state = setup(replace(muster(1000), headcount=100), muster(1000))
    state = play(fought(state, Plan("charge", 5), Plan("hold", 20), (1, 20)), CloseTurn(play_on=True))
    assert (outcome(state).winner, outcome(state).termination) == ("B", "destroyed")


def test_R2_37_the_game_master_ends_the_battle():
    state = play(setup(muster(10), muster(10)), EndBattle("A"))
    assert (outcome(state).winner, outcome(state).termination) == ("A", "game_master")


def test_R2_2_tired_armies_rest():
    state = setup(muster(100, consecutive_turns=4), muster(100), rules=Rules(max_turns="4"))
    assert reason(state, ChooseOrder("B", "hold")) == "R2.2"
    assert play(state, Rest(), ChooseOrder("B", "hold")).sheets.b.order == "hold"


def test_R2_2_R2_16_the_game_master_refreshes_and_rallies():
    state = setup(replace(muster(100, consecutive_turns=4), morale="rout"), muster(100), rules=Rules(rest_resets="gm"))
    assert reason(state, Refresh("B")) == "R2.2"
    assert reason(state, Rally("B")) == "R2.16"
    state = play(state, Refresh("A"), Rally("A"))
    assert (state.a.consecutive_turns, state.a.morale) == (0, "very_low")
    automatic = setup(muster(100, consecutive_turns=4), muster(100), rules=Rules(rally="one_step_per_rest_turn"))
    assert reason(automatic, Refresh("A")) == "R2.2"
    assert reason(automatic, Rally("A")) == "R2.16"


def test_R2_26_there_are_two_sides():
    state = setup(muster(100), muster(100))
    assert reason(state, ChooseOrder("C", "hold")) == "R2.26"


def test_nonsense_is_no_action():
    state = setup(muster(100), muster(100))
    for action in ("charge", FaceTheFight("nobody"), None, ChooseOrder("A", "dance"), EndBattle("C")):
        with pytest.raises(IllegalActionError):
            verify(state, action)


@pytest.mark.parametrize("seed", range(12))
def test_random_battles_end_and_every_legal_action_can_be_applied(seed):
    chance = random.Random(seed)
    rules = Rules(
        rest_resets=chance.choice(["one_turn", "gm"]),
        max_turns=chance.choice(["none", "4"]),
        reveal=chance.choice(["all_together_after_rolls", "orders_first_then_difficulty"]),
        effectiveness=chance.choice(["losses_only", "roll_bonus", "both"]),
        flee_morale_when=chance.choice(["closing", "at_reveal"]),
        lines=chance.choice(["three_free", "one_step"]),
    )
    heroes = [replace(hero, hit_points=200, deed_modifier=5, heroic_actions=2) for hero in HEROES]
    state = setup(muster(1000, art_of_war=8), muster(1200, art_of_war=8), heroes, rules)
    dice = KeyedDice(seed)
    for _ in range(3000):
        if outcome(state) is not None:
            break
        options = [action for action in legal_actions(state) if not isinstance(action, EndBattle | Rest)]
        state = apply(state, chance.choice(options or [Rest()]), dice).state
        assert 0 <= state.melee_score <= 10
    assert outcome(state) is not None
    assert legal_actions(state) == ()


def test_a_battle_that_cannot_be_names_every_problem():
    twins = [HEROES[0], replace(HEROES[0], line=7)]
    with pytest.raises(InvalidBattleError) as caught:
        setup(replace(muster(10), headcount=0), replace(muster(10), morale="glum"), twins)
    assert {problem.place for problem in caught.value.problems} == {
        "a/headcount",
        "b/morale",
        "characters/1/line",
        "characters/1/name",
    }
