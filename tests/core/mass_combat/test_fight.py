"""A battle that is fought at the table, with typed dice and with dice of the program."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core import battlefile
from massbattle_core.document import (
    BattleDocument,
    Several,
    apply_edit,
    apply_patch,
    document_from_json,
    document_to_json,
    edit_from_json,
    edit_to_json,
)
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.actions import Befall, ByDoctrine, Suffer
from massbattle_core.mass_combat.edits import MoveUnit, PaintHexes, RemoveUnit, SetMorale, SetUnit, SwapSides
from massbattle_core.mass_combat.fight import (
    Act,
    CancelAction,
    EndFight,
    GiveDice,
    LeaveToDoctrine,
    StartFight,
    legal_actions,
    reason_against,
    with_live_dice,
)
from massbattle_core.mass_combat.model import Hex
from massbattle_core.mass_combat.simulate import odds_of, prepare, run
from massbattle_core.mass_combat.situation import FACTS
from tests.core.mass_combat.battles import CREATURES, ORCS, battle

BATTLE = battle(replace(ORCS, morale=5))
DOCUMENT = BattleDocument("Two bands", CREATURES, BATTLE)


def after(document: BattleDocument, *edits) -> BattleDocument:
    for edit in edits:
        document = apply_edit(document, edit_from_json(json.loads(json.dumps(edit_to_json(edit))))).document
    return document


STARTED = after(DOCUMENT, StartFight())


def fight_of(document: BattleDocument):
    return document.mass_combat.fight


def test_R0_20_who_is_first_begins_and_equals_throw_for_it():
    situation = fight_of(STARTED).situation
    assert (situation.mover, situation.round, situation.order) == ("u1", 1, ("u1", "u2"))
    even = after(BattleDocument("Even", CREATURES, battle(ORCS)), StartFight())
    asked = fight_of(even).pending.asked
    assert (fight_of(even).situation, asked.roller, asked.purpose, asked.face) == (None, "u1", "tie", None)
    thrown = after(even, GiveDice((3,)))
    assert [die.face for die in fight_of(thrown).pending.dice] == [3]
    assert fight_of(after(thrown, GiveDice((11,)))).situation.order == ("u2", "u1")
    assert fight_of(after(even, CancelAction())) is None


def test_R0_33_each_die_is_asked_for_when_it_matters_and_kept_until_then():
    waiting = after(STARTED, Act(play.Attack("u1", "u2")))
    assert (fight_of(waiting).pending.asked.roller, fight_of(waiting).pending.asked.purpose) == ("u1", "attack")
    assert fight_of(waiting).situation == fight_of(STARTED).situation
    one = battlefile.loads(battlefile.dumps(after(waiting, GiveDice((20,)))))
    assert (fight_of(one).pending.asked.roller, fight_of(one).pending.asked.purpose) == ("u2", "defence")
    struck = after(one, GiveDice((1,)))
    while fight_of(struck).pending:
        struck = after(struck, GiveDice((20,)))
    events = fight_of(struck).log[-1].events
    assert [event.kind for event in events][:2] == ["strikes", "attack"]
    attack = events[1].facts
    br = {unit.id: unit.br for unit in fight_of(STARTED).situation.units}
    assert (attack["attacker_total"], attack["target_total"]) == (br["u1"] + 20, br["u2"] + 1)
    assert [die.face for die in fight_of(struck).log[-1].dice][:2] == [20, 1]
    assert fight_of(struck).situation.acted


def test_dice_may_be_given_with_the_action_but_not_too_many_and_none_that_no_die_shows():
    with pytest.raises(IllegalActionError, match="a d20 shows 1 to 20"):
        apply_edit(after(STARTED, Act(play.Attack("u1", "u2"))), GiveDice((21,)))
    with pytest.raises(InvalidBattleError):
        edit_from_json({"edit": "GiveDice", "faces": [0]})
    with pytest.raises(IllegalActionError, match="1 dice more"):
        apply_edit(STARTED, Act(play.Dash("u1"), (4,)))
    with pytest.raises(IllegalActionError, match="no action waits"):
        apply_edit(STARTED, GiveDice((4,)))
    with pytest.raises(IllegalActionError, match="waits for its dice"):
        apply_edit(after(STARTED, Act(play.Attack("u1", "u2"))), Act(play.Dash("u1")))


def test_R0_38_the_die_that_is_asked_for_tells_how_the_attack_is_rolled():
    uphill = replace(BATTLE, field=replace(BATTLE.field, hexes={"1,2": Hex(elevation=1)}))
    waiting = after(BattleDocument("Uphill", CREATURES, uphill), StartFight(), Act(play.Attack("u1", "u2")))
    assert fight_of(waiting).pending.asked.mode == "adv"
    assert fight_of(after(STARTED, Act(play.Attack("u1", "u2")))).pending.asked.mode == "flat"
    second = after(waiting, GiveDice((2,)))
    assert (fight_of(second).pending.asked.purpose, fight_of(second).pending.asked.mode) == ("attack_again", "adv")


def test_what_the_dice_so_far_have_led_to_is_told_while_others_are_awaited():
    waiting = after(STARTED, Act(play.Attack("u1", "u2"), (20, 1)))
    assert [event.kind for event in fight_of(waiting).pending.events] == ["strikes", "attack", "loss"]
    assert fight_of(waiting).pending.asked.purpose == "rout"
    passed = after(waiting, GiveDice((20,)))
    told = fight_of(passed).pending or fight_of(passed).log[-1]
    assert told.events[:3] == fight_of(waiting).pending.events


def test_a_die_that_two_people_give_counts_once():
    waiting = after(STARTED, Act(play.Attack("u1", "u2")))
    typed = GiveDice((12,), first=fight_of(waiting).die_number)
    once = after(waiting, typed)
    assert [die.face for die in fight_of(once).pending.dice] == [12]
    with pytest.raises(IllegalActionError, match="thrown already"):
        apply_edit(once, typed)
    last = GiveDice((3,), first=fight_of(once).die_number)
    struck = after(once, last)
    assert fight_of(struck).pending is None
    with pytest.raises(IllegalActionError, match="thrown already"):
        apply_edit(struck, last)


def test_R0_26_what_is_not_allowed_is_refused_with_its_rule():
    actions = legal_actions(STARTED.mass_combat, CREATURES)
    assert play.Attack("u1", "u2") in actions
    assert play.Move("u1", (1, 3)) not in actions
    words, rule = reason_against(STARTED.mass_combat, CREATURES, play.Move("u1", (1, 3)))
    assert ("disengage" in words, rule) == (True, "R0.25")
    with pytest.raises(IllegalActionError, match=r"R0\.23"):
        apply_edit(STARTED, Act(play.Dash("u2")))
    with pytest.raises(IllegalActionError, match=r"R0\.23"):
        apply_edit(STARTED, Act(ByDoctrine("u2", 1)))
    assert legal_actions(after(STARTED, Act(play.Attack("u1", "u2"))).mass_combat, CREATURES) == ()


def test_R0_46_the_game_master_takes_battle_rating_from_a_unit():
    before = {unit.id: unit.br for unit in fight_of(STARTED).situation.units}
    hurt = after(STARTED, Act(Suffer("u2", 3)))
    assert {unit.id: unit.br for unit in fight_of(hurt).situation.units} == {**before, "u2": before["u2"] - 3}
    assert fight_of(hurt).situation.mover == "u1"
    with pytest.raises(IllegalActionError, match="at least 1"):
        apply_edit(STARTED, Act(Suffer("u2", 0)))
    with pytest.raises(IllegalActionError, match="no unit 'u9'"):
        apply_edit(STARTED, Act(Suffer("u9", 2)))


def test_R0_55_an_event_gives_battle_rating_to_a_unit():
    inspired = after(STARTED, Act(Befall("u2", "gain", 3)))
    assert [unit.br for unit in fight_of(inspired).situation.units] == [12, 15]
    (gain,) = fight_of(inspired).log[-1].events
    assert (gain.kind, gain.rule, gain.facts["loss"], gain.facts["br"]) == ("loss", "R0.55", -3, 15)
    for amount in (0, -3, 1001):
        with pytest.raises(IllegalActionError, match="1 to 1000"):
            apply_edit(STARTED, Act(Befall("u2", "gain", amount)))


def test_R0_42_R0_55_a_unit_raised_above_half_tests_again_when_it_falls_below():
    low = after(STARTED, Act(Suffer("u2", 7), (20,)), Act(Befall("u2", "gain", 2)))
    assert fight_of(low).log[-1].dice == ()
    again = after(low, Act(Suffer("u2", 1), (20,)))
    assert [(die.purpose, die.face) for die in fight_of(again).log[-1].dice] == [("casualties", 20)]


def test_R0_55_an_event_costs_a_unit_its_next_turn():
    late = after(STARTED, Act(Befall("u2", "lose_turn")), Act(Befall("u2", "lose_turn")), Act(play.EndTurn("u1")))
    situation = fight_of(late).situation
    assert (situation.round, situation.mover) == (2, "u1")
    assert [unit.turns_lost for unit in situation.units] == [0, 1]


def test_R0_43_R0_55_an_event_takes_a_unit_off_the_board_and_its_friends_test():
    friend = replace(ORCS, id="u3", side="b", name="Friends", position=(4, 2), morale=-5)
    document = after(BattleDocument("Three", CREATURES, battle(replace(ORCS, morale=5), friend)), StartFight())
    gone = after(document, Act(Befall("u2", "eliminate"), (1,)))
    fallen, shaken = (unit for unit in fight_of(gone).situation.units if unit.id != "u1")
    assert (fallen.status, fallen.fell_to, shaken.lost_turns) == ("eliminated", "kills", 1)
    with pytest.raises(IllegalActionError, match="not on the board"):
        apply_edit(gone, Act(Befall("u2", "gain", 2)))
    won = after(STARTED, Act(Befall("u2", "eliminate")))
    assert (fight_of(won).situation.over, fight_of(won).situation.winner) == (True, "a")


def test_R0_55_ground_changes_in_the_middle_of_a_fight():
    gate = after(STARTED, PaintHexes({"2,2": Hex(cover=True)}), Act(play.Attack("u1", "u2")))
    assert fight_of(gate).pending.asked.mode == "dis"
    assert fight_of(after(STARTED, Act(play.Attack("u1", "u2")))).pending.asked.mode == "flat"


def test_a_fight_refuses_what_contradicts_it_and_lets_the_rest_be_changed():
    for edit in (MoveUnit("u1", (0, 0)), RemoveUnit("u1"), SwapSides(), SetUnit("u1", {"side": "b"})):
        with pytest.raises(IllegalActionError, match="being fought"):
            apply_edit(STARTED, edit)
        with pytest.raises(IllegalActionError, match="being fought"):
            apply_edit(STARTED, Several((SetMorale("u1", 1), edit)))
    changed = after(STARTED, SetMorale("u1", -9), SetUnit("u1", {"doctrine": "hold"}))
    assert fight_of(changed) == fight_of(STARTED)
    odds = [odds_of(p := prepare(d.mass_combat, CREATURES), run(p, 0, 400)) for d in (STARTED, changed)]
    assert odds[0].win.p > odds[1].win.p


def test_the_odds_are_those_of_the_rest_of_the_battle():
    weak = after(STARTED, *(with_live_dice(STARTED.mass_combat, CREATURES, Act(Suffer("u2", 4))),))
    odds = [odds_of(p := prepare(d.mass_combat, CREATURES), run(p, 0, 2_000)) for d in (DOCUMENT, STARTED, weak)]
    assert odds[0].win == odds[1].win
    assert odds[2].win.low > odds[1].win.high


def played_out(document: BattleDocument, keys=range(1, 500)) -> BattleDocument:
    for key in keys:
        if fight_of(document).situation.over:
            break
        document = after(document, Act(ByDoctrine(fight_of(document).situation.mover, key)))
    return document


def test_a_fight_played_by_doctrine_ends_and_may_be_kept():
    ended = played_out(STARTED)
    situation = fight_of(ended).situation
    assert (situation.over, situation.mover) == (True, None)
    assert legal_actions(ended.mass_combat, CREATURES) == ()
    kinds = {event.kind for played in fight_of(ended).log for event in played.events}
    assert {"strikes", "attack", "loss", "over"} <= kinds <= set(FACTS)
    assert after(ended, EndFight()) == DOCUMENT
    kept = after(ended, EndFight(keep=True)).mass_combat
    for unit in situation.units:
        whole = BATTLE.units[unit.id]
        now = kept.units[unit.id]
        assert now.position == (unit.position if unit.status == "field" else None)
        assert now.losses - whole.losses == max(0, starting(unit.id) - unit.br)
    assert kept.fight is None


def test_a_side_left_to_its_doctrines_plays_every_turn_of_its_own_until_it_is_taken_back():
    live = with_live_dice(STARTED.mass_combat, CREATURES, LeaveToDoctrine("b"))
    left = after(STARTED, live)
    assert fight_of(left) == replace(fight_of(STARTED), by_doctrine="b")  # it is the turn of side A
    ended = after(left, with_live_dice(left.mass_combat, CREATURES, Act(play.EndTurn("u1"))))
    assert [played.unit for played in fight_of(ended).log] == ["", "u1", "u2"]
    assert (fight_of(ended).situation.round, fight_of(ended).situation.mover) == (2, "u1")
    assert fight_of(ended).log[-1].dice  # it has struck, and not waited for anybody
    assert after(ended, LeaveToDoctrine(None), Act(play.EndTurn("u1"))).mass_combat.fight.situation.mover == "u2"


def test_the_dice_of_a_doctrine_are_asked_for_and_its_turn_can_be_taken_over_by_hand():
    waiting = after(STARTED, LeaveToDoctrine("b"), Act(play.EndTurn("u1")))
    pending = fight_of(waiting).pending
    assert (pending.action, pending.asked.roller) == (ByDoctrine("u2"), "u2")
    struck = after(waiting, GiveDice((10,)))
    assert fight_of(struck).pending.asked.purpose == "defence"
    assert fight_of(after(struck, GiveDice((10,)))).situation.mover == "u1"
    by_hand = after(struck, CancelAction(), Act(play.Dash("u2")))
    assert (fight_of(by_hand).situation.mover, fight_of(by_hand).pending) == ("u2", None)
    again = after(by_hand, Act(play.EndTurn("u2")), Act(play.EndTurn("u1")))
    assert fight_of(again).pending.action == ByDoctrine("u2")


def test_a_side_left_to_its_doctrines_from_the_start_ends_a_fight_in_which_the_other_only_waits():
    document = after(DOCUMENT, with_live_dice(BATTLE, CREATURES, StartFight(by_doctrine="b")))
    for _ in range(100):
        if fight_of(document).situation.over:
            break
        end = Act(play.EndTurn(fight_of(document).situation.mover))
        document = after(document, with_live_dice(document.mass_combat, CREATURES, end))
    assert fight_of(document).situation.over
    assert {"u1", "u2"} <= {played.unit for played in fight_of(document).log}
    with pytest.raises(IllegalActionError, match="1 dice more"):
        apply_edit(document, LeaveToDoctrine("a", (4,)))


def starting(unit_id: str) -> int:
    prepared = prepare(BATTLE, CREATURES)
    return next(built.battle_rating.value for built in prepared.units if built.unit.id == unit_id)


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_every_action_and_its_undo_are_small_patches_that_lead_there_and_back(data):
    document = STARTED
    for _ in range(data.draw(st.integers(1, 12))):
        fight = fight_of(document)
        if fight.situation.over:
            break
        if fight.pending:
            edit = data.draw(st.sampled_from([GiveDice((face,)) for face in (1, 10, 20)] + [CancelAction()]))
        else:
            edit = Act(data.draw(st.sampled_from(legal_actions(document.mass_combat, CREATURES))))
        change = apply_edit(document, edit)
        assert apply_patch(document, change.patch) == change.document
        assert apply_patch(change.document, change.inverse) == document
        assert not any(op["path"] == "/mass_combat/fight" for op in change.patch)
        assert document_from_json(json.loads(json.dumps(document_to_json(change.document)))) == change.document
        document = change.document


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("situation", "mover"), "u7", "turn of no unit"),
        (("situation", "order"), ["u1"], "order"),
        (("situation", "units", 0, "position"), [99, 2], "off the map"),
        (("situation", "units", 0, "position"), [2, 2], "two units stand on one hex"),
        (("situation", "units", 0, "id"), "u5", "not those on the board"),
        (("situation", "units", 0, "status"), "asleep", "status"),
        (("situation", "held"), [1], "objectives"),
        (("entries", "1"), {"unit": "u8"}, "no unit 'u8'"),
        (("entries", "1"), {"unit": "u1", "events": [{"kind": "loss", "rule": "", "unit": "u1"}]}, "has the facts"),
        (("entries", "1"), {"unit": "u1", "events": [{"kind": "turn", "unit": "u1", "round": "x"}]}, "cannot be"),
        (
            ("entries", "1"),
            {"unit": "u1", "dice": [{"roller": "u1", "cause": "u1", "purpose": "tie", "face": 21}]},
            "20",
        ),
        (("situation",), None, "stands nowhere"),
    ],
)
def test_a_fight_in_a_file_that_fits_no_battle_is_refused_with_its_place(place, value, message):
    data = json.loads(json.dumps(document_to_json(STARTED)))
    target = data["mass_combat"]["fight"]
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    with pytest.raises(InvalidBattleError, match=message) as refused:
        document_from_json(data)
    assert all(problem.place.startswith("mass_combat/fight") for problem in refused.value.problems)
