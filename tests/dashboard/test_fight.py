"""A fight at the desks of game masters and players: real dice, moves, refusals, undo, rewinding; without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from dashboard.i18n import Words
from dashboard.models import Author, BattleSession
from dashboard.models.fight import FightDesk
from dashboard.odds_service import OddsService
from dashboard.rooms import Room, Rooms
from dashboard.store import Store
from dashboard.views.armies import Army
from dashboard.views.fight_dice import FightDice
from dashboard.views.fight_ends import FightEnds, FightOffer
from dashboard.views.fight_log import FightLog
from dashboard.views.fight_order import FightOrder
from dashboard.views.fight_turn import FightTurn
from massbattle_core.mass_combat.edits import MoveUnit, SetMorale
from tests.dashboard.fakes import ANA, BEN, EVE, wait_for
from tests.ui.battles import NASTY, skirmish_at_the_bridge

PIKES, ARCHERS, ORCS, OGRES = "u1", "u2", "u3", "u4"


@pytest.fixture
def room(rooms: Rooms) -> Room:
    return rooms.get_room(rooms.store.create(skirmish_at_the_bridge()))


@pytest.fixture
def sit(room: Room) -> Callable[..., FightDesk]:
    """A desk of somebody in the room."""

    def sit_down(author: Author = ANA, *, real_dice: bool = True) -> FightDesk:
        return FightDesk(BattleSession(room, author), mode="fight", real_dice=real_dice)

    return sit_down


@pytest.fixture
def desk(sit: Callable[..., FightDesk]) -> FightDesk:
    """A fight with real dice in which the Pikes have the first turn: they won the roll for the order."""
    desk = sit()
    assert desk.start()
    assert desk.give(15)
    assert desk.give(10)
    return desk


def turn_of(desk: FightDesk, unit_id: str) -> None:
    """End turns until a unit has the turn."""
    while desk.mover and desk.mover.id != unit_id:
        assert desk.act("end")


def test_ties_are_rolled_off_with_real_dice_and_the_highest_goes_first(sit: Callable[..., FightDesk]) -> None:
    desk = sit()
    assert desk.start()
    assert desk.situation is None
    assert desk.fight.pending.asked.purpose == "tie"
    assert not desk.give(21)
    assert desk.refused[0] == "a d20 shows 1 to 20"
    assert desk.give(4)
    assert desk.give(17)
    assert desk.situation.order == (ORCS, PIKES, ARCHERS, OGRES)
    assert desk.mover.id == ORCS


def test_a_way_is_one_edit_and_undo_takes_it_back_whole(desk: FightDesk) -> None:
    before = desk.session.revision
    assert desk.go((5, 3))
    assert desk.session.revision == before + 1
    assert desk.mover.position == (5, 3)
    assert desk.session.undo()
    assert desk.mover.position == (3, 3)
    assert (5, 3) in desk.outlook.ways


def test_what_the_rules_do_not_allow_is_refused_in_words_with_the_rule(desk: FightDesk) -> None:
    before = desk.session.revision
    assert not desk.go((12, 0))
    assert desk.refused == ("that hex is out of reach this turn", "R0.24")
    assert desk.click((2, 4))  # a friend stands there: it is selected, nothing more, and why is told
    assert desk.session.selected == ARCHERS
    assert desk.refused == ("a unit may pass a friend but not stop in its space", "R0.24")
    assert desk.click((3, 3))
    assert (desk.session.selected, desk.refused) == (PIKES, None)
    assert not desk.attack(ORCS)
    assert desk.refused[1] == "R0.12"
    assert not desk.act("disengage")
    assert desk.refused == ("no enemy is adjacent", "R0.29")
    assert desk.session.revision == before
    assert desk.outlook.refusals["dash"] is None


def test_water_next_to_the_unit_is_told_of_as_ground_it_cannot_enter(desk: FightDesk) -> None:
    assert desk.go((5, 3))
    assert not desk.go((6, 4))
    assert desk.refused == ("the unit cannot enter that ground", "R0.22")


def test_each_die_of_an_attack_is_asked_for_when_it_matters_and_everybody_sees_it(
    desk: FightDesk, sit: Callable[..., FightDesk]
) -> None:
    ben = sit(BEN)
    turn_of(desk, ARCHERS)
    assert desk.go((4, 3)) or desk.go((4, 4))
    assert desk.attack(ORCS)
    assert ben.fight.pending.asked.purpose == "attack"
    assert not desk.act("end")
    assert "a die is waited for" in desk.refused[0]
    assert desk.give(20)
    assert [die.face for die in ben.fight.pending.dice] == [20]
    assert ben.fight.pending.asked.roller == ORCS
    assert ben.give(1)  # either game master may type it
    orcs = desk.unit(ORCS)
    assert desk.fight.pending.asked.purpose == "rout"
    assert orcs.br == 16
    assert desk.give(20)
    assert desk.unit(ORCS).br == 11
    assert desk.fight.pending is None
    assert [die.face for die in desk.fight.log[-1].dice] == [20, 1, 20]


def test_an_action_that_waits_for_a_die_survives_a_crash_and_can_be_cancelled(
    desk: FightDesk, room: Room, url: str, odds_service: OddsService
) -> None:
    assert desk.suffer(PIKES, 9)
    assert desk.fight.pending.asked.purpose == "casualties"
    store = Store(url)
    after_crash = Rooms(store, odds_service)
    try:
        found = FightDesk(BattleSession(after_crash.get_room(room.id), ANA), mode="fight")
        assert found.fight == desk.fight
        assert found.cancel()
        assert found.fight.pending is None
        assert found.unit(PIKES).br == 16
    finally:
        after_crash.close()
        store.close()


def test_the_app_rolls_every_die_at_once(sit: Callable[..., FightDesk]) -> None:
    desk = sit(real_dice=False)
    assert desk.start()
    assert desk.situation is not None
    assert desk.suffer(PIKES, 9)
    assert desk.fight.pending is None
    assert [die.purpose for die in desk.fight.log[-1].dice][:1] == ["casualties"]
    if desk.mover:
        assert desk.play_by_doctrine()


def test_the_rest_of_the_dice_can_be_rolled_here(desk: FightDesk) -> None:
    assert desk.suffer(PIKES, 9)
    assert desk.roll_rest()
    assert desk.fight.pending is None
    assert all(1 <= die.face <= 20 for die in desk.fight.log[-1].dice)


def test_the_log_is_rewound_to_any_turn_as_one_edit(desk: FightDesk) -> None:
    assert desk.go((4, 3))
    assert desk.act("guard")
    assert desk.act("end")
    first = desk.situation
    played = len(desk.fight.log)
    assert desk.session.submit(SetMorale(OGRES, 3))
    desk.roll_real_dice(False)
    assert desk.play_by_doctrine()
    assert desk.session.undo()
    assert desk.play_by_doctrine()
    assert desk.act("end")
    revision = desk.session.revision
    assert desk.rewind(played)
    assert desk.situation == first
    assert desk.session.revision == revision + 1
    assert desk.session.document.mass_combat.units[OGRES].morale == 3  # what was prepared since then stays
    assert desk.session.undo()
    assert len(desk.fight.log) > played
    assert not desk.rewind(99)


def test_the_log_is_rewound_also_to_before_the_fight_was_ended_and_taken_up_again(desk: FightDesk) -> None:
    assert desk.act("end")
    first, played = desk.situation, len(desk.fight.log)
    desk.roll_real_dice(False)
    assert desk.play_by_doctrine()
    assert desk.end(keep=True)
    assert desk.session.undo()
    assert desk.rewind(played)
    assert desk.situation == first
    assert desk.fight_again()
    assert desk.act("end")
    assert not desk.rewind(played + 5)  # a turn of the fight before


def test_a_side_left_to_its_doctrine_answers_every_turn_for_all_until_it_is_taken_back(
    desk: FightDesk, sit: Callable[..., FightDesk]
) -> None:
    ben, order = sit(BEN), FightOrder(desk, Army(), Words("en"))
    desk.roll_real_dice(False)
    order._live._heard({"do": "every-turn", "side": "b"})
    assert (desk.by_doctrine, ben.by_doctrine, desk.mover.id) == ("b", "b", PIKES)
    assert 'aria-checked="true"' in order._live.markup
    assert desk.act("guard")
    revision = desk.session.revision
    assert desk.act("end")  # then the Orcs or the Archers, whose initiative is lower
    turn_of(desk, PIKES)
    assert {ORCS, OGRES} <= {played.unit for played in desk.fight.log}
    assert desk.session.undo()
    assert sit(EVE).fight.by_doctrine is None  # players need not know
    orcs = next(number for number, played in desk.fight.entries.items() if played.unit == ORCS)
    assert desk.rewind(int(orcs) - 1)  # the turn of the Orcs was played with the end of the Pikes'
    assert (desk.mover.id, desk.by_doctrine, desk.session.revision > revision) == (PIKES, "b", True)
    assert desk.rewind(1)  # before the side was left to its doctrine: who plays is no part of what happened
    assert (desk.mover.id, desk.by_doctrine) == (PIKES, "b")
    order._live._heard({"do": "by-hand"})
    assert ben.by_doctrine is None
    assert desk.act("end")
    assert desk.mover.id == ORCS


def test_a_second_click_is_not_for_the_next_unit(desk: FightDesk) -> None:
    """Nor is that of somebody who has not seen yet that the turn has passed."""
    card = FightTurn(desk, Army(), Words("en"))
    end = {"do": "act", "action": "end", "seen": re.search(r'data-action="end" data-seen="(\d+)"', card.live.markup)[1]}
    card.live._heard(end)
    second = desk.mover.id
    assert second != PIKES
    card.live._heard(end)
    assert desk.mover.id == second
    assert "gone on" in desk.refused[0]
    card.live._heard({**end, "seen": str(len(desk.fight.log))})
    assert desk.mover.id != second


def test_the_dice_card_says_what_counts_and_what_the_dice_have_led_to(desk: FightDesk) -> None:
    turn_of(desk, ARCHERS)
    assert desk.go((4, 3)) or desk.go((4, 4))
    assert desk.attack(ORCS)
    card = FightDice(desk, Army(), Words("en"))
    assert "second die" not in card.live.markup
    assert desk.give(20)
    if desk.fight.pending.asked.purpose == "attack_again":
        assert desk.give(20)
    brs = {unit.id: unit.br for unit in desk.situation.units}
    total = brs[ARCHERS] + 20
    assert f"against {total}" in card.live.markup
    assert f"{total - brs[ORCS]} or more holds" in card.live.markup or "no face holds" in card.live.markup
    assert desk.give(1)
    assert desk.fight.pending.events[-1].kind == "loss"
    assert f"{total} against {brs[ORCS] + 1}" in card.live.markup


def test_the_preparation_waits_while_a_fight_is_on_but_morale_counts_at_once(desk: FightDesk) -> None:
    assert not desk.session.submit(MoveUnit(OGRES, (12, 7)))
    assert "fight" in desk.session.status
    assert desk.session.submit(SetMorale(PIKES, 4))
    assert desk.session.document.mass_combat.units[PIKES].morale == 4


def test_the_end_keeps_the_losses_or_forgets_them(sit: Callable[..., FightDesk]) -> None:
    desk = sit()
    for keep in (False, True):
        assert desk.start()
        desk.give(15)
        desk.give(10)
        assert desk.suffer(PIKES, 3)
        assert desk.end(keep)
        assert desk.fight is None
    lines = {line.unit.id: line for line in Army().lines(desk.session.document, None)}
    assert lines[PIKES].battle_rating.value == 13


def test_players_look_on_and_change_nothing(desk: FightDesk, sit: Callable[..., FightDesk]) -> None:
    eve = sit(EVE)
    assert eve.mover.id == PIKES
    assert not eve.outlook.ways
    revision = desk.session.revision
    assert not eve.click((4, 3))
    assert not eve.go((4, 3))
    assert not eve.act("end")
    assert not eve.give(3)
    assert desk.session.revision == revision
    turn = FightTurn(eve, Army(for_viewers=True), Words())
    assert "data-do" not in turn.live.markup


def test_the_card_of_dice_says_what_is_rolled_and_refuses_what_no_die_shows(desk: FightDesk) -> None:
    dice = FightDice(desk, Army(), Words())
    assert not dice.live.visible
    assert desk.suffer(PIKES, 9)
    assert "Morale test at half strength · DC 15" in dice.live.markup
    assert "needs 14 or more" in dice.live.markup
    dice._typed({"value": "23"})
    assert "A d20 shows 1 to 20, not “23”." in dice.live.markup
    assert 'value="23"' in dice.live.markup
    dice.live._heard({"do": "typing", "value": ""})
    assert "A d20 shows" not in dice.live.markup
    dice._typed({"value": "23"})
    dice._typed({"value": " "})
    assert "A d20 shows" not in dice.live.markup
    dice._typed({"value": "14", "die": "1-0"})
    assert desk.session.status == "that die has been thrown already"  # somebody else was quicker
    dice._typed({"value": "14", "die": "2-0"})
    assert desk.fight.pending is None
    assert desk.unit(PIKES).br == 7


def test_the_log_tells_each_turn_with_its_dice_and_escapes_names(desk: FightDesk) -> None:
    log = FightLog(desk, Army(), Words())
    assert desk.session.document.mass_combat.fight
    assert desk.suffer(ARCHERS, 2)
    assert "Archers suffer a loss of 2 BR from outside, 10 left" in log.live.markup
    assert ">15</span>" in log.live.markup
    desk.session.param.update(language="en")
    assert NASTY not in log.live.markup


def test_a_turn_in_which_nothing_was_done_leaves_a_quiet_line(desk: FightDesk, sit: Callable[..., FightDesk]) -> None:
    log, players = FightLog(desk, Army(), Words()), FightLog(sit(EVE), Army(), Words())
    assert "Pikes wait" not in log.live.markup  # its turn is not over
    assert desk.act("end")
    assert '<div class="plain">Pikes wait</div>' in log.live.markup
    assert "wait" not in players.live.markup  # who do not see all that a unit does
    assert desk.act("dash")
    assert desk.act("end")
    assert "Orcs wait" not in log.live.markup


def test_a_loss_from_outside_is_told_apart_from_the_attack_before_it(desk: FightDesk) -> None:
    turn_of(desk, ARCHERS)
    assert desk.go((4, 3)) or desk.go((4, 4))
    assert desk.attack(ORCS)
    assert desk.give(1)
    assert desk.give(20)
    log, card = FightLog(desk, Army(), Words()), FightTurn(desk, Army(), Words())
    card.live._heard({"do": "hurt", "value": ORCS})
    card.live._heard({"do": "loss", "value": "many"})
    assert 'value="many"' in card.live.markup  # nothing that was filled in is lost
    assert "a whole number" in card.live.markup
    assert f'value="{ORCS}" selected' in card.live.markup
    card.live._heard({"do": "loss", "value": "9"})
    card.live._heard({"do": "suffer", "seen": str(max(map(int, desk.fight.entries)))})
    assert desk.give(18)
    told = re.sub(r"<[^>]+>", " ", log.live.markup)
    assert "no effect" in told
    assert re.search(r"Orcs suffer a loss of 9 BR from outside, 7 left\s+Orcs are down to half: \d+ against 15", told)


def test_what_keeps_a_fight_from_beginning_is_told_with_what_mends_it(sit: Callable[..., FightDesk]) -> None:
    desk = sit()
    ends = FightEnds(desk, Army(), Words())
    assert 'data-do="start"' in ends.live.markup
    for unit_id in (ORCS, OGRES):
        assert desk.session.submit(MoveUnit(unit_id, None))
    assert "Horde has no unit on the board" in ends.live.markup
    assert "add a unit and place it on a hex" in ends.live.markup
    assert 'data-do="start"' not in ends.live.markup


def test_who_opens_the_page_of_a_fight_that_is_on_is_offered_it(desk: FightDesk, sit: Callable[..., FightDesk]) -> None:
    ben = sit(BEN)
    ben.show("prepare")
    offer = FightOffer(ben, Words())
    assert offer.live.visible
    assert "A fight is on: round 1." in offer.live.markup
    ben.show("fight")
    assert not offer.live.visible
    assert desk.end(keep=False)
    ben.show("prepare")
    assert wait_for(lambda: not offer.live.visible)
