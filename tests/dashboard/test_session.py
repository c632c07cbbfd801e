"""A session against rooms, without a server."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from dashboard.models import Author, BattleSession
from dashboard.models.files import open_battle, save_battle
from dashboard.room import Room
from dashboard.rooms import Rooms
from massbattle_core import battlefile
from massbattle_core.mass_combat.edits import MoveUnit, RemoveUnit, SetMorale
from tests.dashboard.fakes import ANA, BEN, DEMO, EVE, FakeEngine, demo, wait_for


class Tick:
    """A tick that comes when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, function: Callable[[], None]) -> None:
        self.waiting.append(function)

    def come(self) -> None:
        waiting, self.waiting = self.waiting, []
        for function in waiting:
            function()


@pytest.fixture
def ana(room: Room) -> BattleSession:
    return BattleSession(room, ANA)


def morale(session: BattleSession, unit: str = "u1", *, shown: bool = True) -> int:
    return (session.shown if shown else session.document).mass_combat.units[unit].morale


def test_a_preview_is_shown_to_everyone_and_never_kept(room: Room, ana: BattleSession) -> None:
    ben = BattleSession(room, BEN)
    assert ana.preview(SetMorale("u1", 5))
    assert morale(ana) == morale(ben) == 5
    assert morale(ana, shown=False) == 0
    assert ana.revision == 0
    ana.cancel_preview()
    assert morale(ben) == 0
    assert room._store.entries(room.id) == []


def test_a_submitted_edit_is_one_revision_and_ends_the_preview(ana: BattleSession) -> None:
    for value in range(1, 6):
        ana.preview(SetMorale("u1", value))
    assert ana.submit(SetMorale("u1", 5))
    assert (ana.revision, morale(ana, shown=False), ana.shown) == (1, 5, ana.document)
    assert ana.can_undo
    assert not ana.can_redo


def test_an_edit_that_changes_nothing_is_not_kept(ana: BattleSession) -> None:
    assert ana.submit(SetMorale("u1", 0))
    assert ana.revision == 0


def test_undo_and_redo_go_back_and_forth(ana: BattleSession) -> None:
    before = ana.document
    ana.submit(SetMorale("u1", 5))
    ana.submit(MoveUnit("u1", (3, 3)))
    after = ana.document
    assert ana.undo()
    assert ana.undo()
    assert ana.document == before
    assert (ana.can_undo, ana.can_redo) == (False, True)
    assert not ana.undo()
    assert "nothing to undo" in ana.status
    assert ana.redo()
    assert ana.redo()
    assert ana.document == after
    assert ana.revision == 6
    ana.undo()
    ana.submit(SetMorale("u2", 0))
    assert not ana.can_redo


def test_views_hear_of_one_consistent_change(ana: BattleSession) -> None:
    seen = []
    ana.param.watch(lambda *events: seen.append((ana.revision, morale(ana, shown=False))), ["document", "revision"])
    ana.submit(SetMorale("u1", 5))
    assert seen == [(1, 5)]


def test_a_refused_edit_says_why_and_changes_nothing(ana: BattleSession) -> None:
    taken = ana.document.mass_combat.units["u2"].position
    assert not ana.submit(MoveUnit("u1", taken))
    assert "already stands on" in ana.status
    assert not ana.preview(SetMorale("u99", 1))
    assert not ana.submit(SetMorale("u1", 99))
    assert ana.refusal[0].place == "mass_combat/units/u1/morale"
    assert ana.revision == 0
    assert ana.submit(SetMorale("u1", 1))
    assert ana.refusal == ()


def test_a_viewer_may_only_look(room: Room) -> None:
    eve = BattleSession(room, EVE)
    for action in (lambda: eve.submit(SetMorale("u1", 1)), lambda: eve.preview(SetMorale("u1", 1)), eve.undo):
        assert not action()
        assert "look on" in eve.status
    assert eve.revision == 0


def test_others_changes_come_on_the_next_tick_all_at_once(room: Room) -> None:
    tick = Tick()
    ana, ben = BattleSession(room, ANA, schedule=tick), BattleSession(room, BEN)
    tick.come()
    for value in (1, 2, 3):
        ben.submit(SetMorale("u1", value))
    assert morale(ana) == 0
    assert len(tick.waiting) == 1
    tick.come()
    assert (morale(ana), ana.revision) == (3, 3)
    assert not ana.can_undo


def test_odds_arrive_and_turn_stale_when_the_battle_changes(ana: BattleSession, engine: FakeEngine) -> None:
    wait_for(lambda: ana.odds and ana.odds.done)
    first = ana.odds
    assert (first.odds.battles, first.battles_target, ana.odds_stale) == (20_000, 20_000, False)
    engine.gate.clear()
    ana.preview(SetMorale("u1", 3))
    assert ana.odds_stale
    assert ana.odds is first
    engine.gate.set()
    wait_for(lambda: not ana.odds_stale)
    assert ana.odds.key != first.key


def test_an_unfinished_battle_has_no_odds_and_says_why(ana: BattleSession) -> None:
    for number in range(1, 7):
        ana.submit(RemoveUnit(f"u{number}"))
    wait_for(lambda: ana.odds_problem)
    assert "has no unit on the board" in ana.odds_problem
    assert (ana.odds, ana.odds_stale) == (None, False)
    assert ana.problems


def test_the_curve_follows_the_selected_unit(ana: BattleSession, engine: FakeEngine) -> None:
    assert ana.select("u1")
    curve = wait_for(lambda: ana.curve and ana.curve.done and ana.curve)
    assert (curve.unit_id, curve.today, len(curve.points), curve.battles) == ("u1", 0, 21, 2_000)
    ana.preview(SetMorale("u1", 4))
    assert ana.curve.today == 4
    ana.select("u2")
    assert ana.curve is None
    assert wait_for(lambda: ana.curve).today == 2
    ana.set_curve_frozen(True)
    assert wait_for(lambda: ana.curve).frozen_initiative
    assert not ana.select("u99")
    ana.submit(RemoveUnit("u2"))
    assert (ana.selected, ana.curve) == ("", None)


def test_a_saved_file_opens_as_the_same_battle_by_one_edit(rooms: Rooms, ana: BattleSession) -> None:
    ana.submit(MoveUnit("u1", (3, 3)))
    saved, before = save_battle(ana), ana.document
    ana.submit(RemoveUnit("u1"))
    assert open_battle(ana, saved, "ford.json")
    assert ana.document == before
    assert "ford.json" in ana.status
    assert ana.undo()
    assert "u1" not in ana.document.mass_combat.units


def bad_files() -> dict[str, bytes]:
    good = json.loads(DEMO.read_text())

    def changed(change: Callable[[dict], object]) -> bytes:
        data = json.loads(json.dumps(good))
        change(data)
        return json.dumps(data).encode()

    def units(data: dict) -> dict:
        return data["mass_combat"]["units"]

    return {
        "not JSON": b"Once upon a time",
        "newer version": changed(lambda data: data.update(version=2)),
        "unknown creature": changed(lambda data: units(data)["u1"]["groups"][0].update(creature="snark")),
        "a billion creatures": changed(lambda data: units(data)["u1"]["groups"][0].update(count=10**9)),
        "NaN": changed(lambda data: units(data)["u1"].update(morale=float("nan"))),
        "two units in one hex": changed(lambda data: units(data)["u1"].update(position=units(data)["u2"]["position"])),
        "no commander": changed(lambda data: units(data)["u1"].pop("commander")),
        "an empty side": changed(lambda data: [unit.update(side="a") for unit in units(data).values()]),
        "nested brackets": b"[" * 100_000 + b"]" * 100_000,
    }


@pytest.mark.parametrize("name", bad_files())
def test_a_bad_file_is_refused_with_place_and_remedy_and_the_battle_stays(ana: BattleSession, name: str) -> None:
    assert not open_battle(ana, bad_files()[name], "bad.json")
    (problem,) = ana.refusal
    assert problem.place.startswith("bad.json")
    assert problem.message
    assert problem.remedy
    assert (ana.revision, ana.document) == (0, demo())


def test_an_unfinished_battle_opens_as_a_draft(ana: BattleSession) -> None:
    assert open_battle(ana, bad_files()["no commander"], "draft.json", draft=True)
    assert ana.document.mass_combat.units["u1"].commander is None
    assert ana.problems


def test_a_closed_session_hears_nothing(room: Room) -> None:
    tick = Tick()
    ana, ben = BattleSession(room, ANA, schedule=tick), BattleSession(room, BEN)
    ana.preview(SetMorale("u2", 7))
    ana.select("u1")
    tick.come()
    ana.session_destroyed(None)
    ana.close()
    ben.submit(SetMorale("u1", 3))
    tick.come()
    assert morale(ana) == 0
    assert morale(ben, "u2") == 2
    assert room.subscribers == 1
    assert ben.peers == (BEN,)


def test_peers_are_who_is_here(room: Room, ana: BattleSession) -> None:
    second_window = BattleSession(room, ANA)
    ben = BattleSession(room, BEN)
    assert ana.peers == ben.peers == (ANA, BEN)
    second_window.close()
    assert ben.peers == (ANA, BEN)
    ana.close()
    assert ben.peers == (BEN,)


def test_messages_are_translated(room: Room) -> None:
    session = BattleSession(room, Author("c"), language="fr", translate={"Undone.": "Annulé."}.get)
    session.submit(SetMorale("u1", 5))
    session.undo()
    assert session.status == "Annulé."
    assert battlefile.loads(save_battle(session)) == session.document
