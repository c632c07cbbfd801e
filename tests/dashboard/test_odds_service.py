"""The odds service: refined, latest wins, computed once, the same whatever the threads and chunks."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from typing import Any

import pytest

from dashboard import odds_work
from dashboard.models import CurveState, OddsState
from dashboard.odds_service import REMEMBERED, OddsService
from massbattle_core.mass_combat import simulate
from massbattle_core.mass_combat.odds import BattleOdds, Share
from tests.dashboard.fakes import FakeEngine, demo, wait_for

DOCUMENT = demo()
BATTLE, CREATURES = DOCUMENT.mass_combat, DOCUMENT.creatures


def with_morale(value: int, unit: str = "u1") -> Any:
    return replace(BATTLE, units={**BATTLE.units, unit: replace(BATTLE.units[unit], morale=value)})


class Listening:
    def __init__(self) -> None:
        self.odds: list[tuple[int, OddsState]] = []
        self.curves: list[tuple[int, CurveState]] = []
        self.problems: list[tuple[int, str]] = []

    def odds_arrived(self, ticket: int, odds: OddsState) -> None:
        self.odds.append((ticket, odds))

    def curve_arrived(self, ticket: int, curve: CurveState) -> None:
        self.curves.append((ticket, curve))

    def odds_failed(self, ticket: int, problem: str) -> None:
        self.problems.append((ticket, problem))

    def curve_failed(self, ticket: int, problem: str) -> None:
        self.problems.append((ticket, f"curve: {problem}"))

    def done(self, ticket: int) -> OddsState | None:
        return next((odds for number, odds in self.odds if number == ticket and odds.done), None)


@pytest.fixture
def listening() -> Listening:
    return Listening()


def test_odds_are_refined_step_by_step(odds_service: OddsService, listening: Listening) -> None:
    ticket = odds_service.request(listening, BATTLE, CREATURES)
    wait_for(lambda: listening.done(ticket))
    wait_for(lambda: len(listening.odds) == 4)
    assert sorted(odds.odds.battles for _, odds in listening.odds) == [400, 2_000, 10_000, 20_000]
    assert [odds.done for _, odds in sorted(listening.odds, key=lambda one: one[1].odds.battles)][-1]


def test_the_latest_request_wins(odds_service: OddsService, listening: Listening, engine: FakeEngine) -> None:
    engine.gate.clear()
    for value in range(6):
        last = odds_service.request(listening, with_morale(value), CREATURES)
    engine.gate.set()
    wait_for(lambda: listening.done(last))
    stale = [key for key, *_ in engine.ran if key != listening.done(last).key]
    assert len(stale) <= 2 * 2  # at most what two threads had at hand, and the first steps that ended before
    assert {ticket for ticket, odds in listening.odds if odds.done} == {last}


def test_what_nobody_waits_for_stops(odds_service: OddsService, listening: Listening, engine: FakeEngine) -> None:
    engine.gate.clear()
    odds_service.request(listening, BATTLE, CREATURES)
    odds_service.release(listening)
    engine.gate.set()
    other = Listening()
    ticket = odds_service.request(other, with_morale(3), CREATURES)
    wait_for(lambda: other.done(ticket))
    assert listening.odds == []
    assert sum(key != other.done(ticket).key for key, *_ in engine.ran) <= 1


def test_two_listeners_share_one_computation(odds_service: OddsService, engine: FakeEngine) -> None:
    engine.gate.clear()
    both = Listening(), Listening()
    tickets = [odds_service.request(listening, BATTLE, CREATURES) for listening in both]
    engine.gate.set()
    for listening, ticket in zip(both, tickets, strict=True):
        wait_for(lambda listening=listening, ticket=ticket: listening.done(ticket))
    assert len(engine.ran) == len(set(engine.ran))


def test_odds_that_were_computed_are_remembered(
    odds_service: OddsService, listening: Listening, engine: FakeEngine
) -> None:
    first = odds_service.request(listening, BATTLE, CREATURES)
    wait_for(lambda: listening.done(first))
    second = odds_service.request(listening, with_morale(3), CREATURES)
    wait_for(lambda: listening.done(second))
    engine.ran.clear()
    third = odds_service.request(listening, BATTLE, CREATURES)
    wait_for(lambda: listening.done(third))
    assert engine.ran == []
    assert listening.done(third) is listening.done(first)


def test_no_more_is_remembered_than_the_last_battles(odds_service: OddsService, engine: FakeEngine) -> None:
    engine.STEPS = (10,)
    for value in range(-10, 11):
        for other in range(-2, 3):
            listening = Listening()
            battle = with_morale(value)
            battle = replace(battle, units={**battle.units, "u2": replace(battle.units["u2"], morale=other)})
            ticket = odds_service.request(listening, battle, CREATURES)
            wait_for(lambda listening=listening, ticket=ticket: listening.done(ticket))
            odds_service.release(listening)
    assert len(odds_service._works) <= REMEMBERED + 1


def test_a_paused_computation_goes_on_where_it_was(
    odds_service: OddsService, listening: Listening, engine: FakeEngine
) -> None:
    run = engine.run
    held = threading.Event()
    engine.run = lambda prepared, first, last: (  # type: ignore[method-assign]
        held.wait(10) if first >= 2_000 else None,
        run(prepared, first, last),
    )[1]
    odds_service.request(listening, BATTLE, CREATURES)
    wait_for(lambda: any(odds.odds.battles == 2_000 for _, odds in listening.odds))
    other = odds_service.request(listening, with_morale(3), CREATURES)
    held.set()
    wait_for(lambda: listening.done(other))
    ticket = odds_service.request(listening, BATTLE, CREATURES)
    wait_for(lambda: listening.done(ticket))
    key = listening.done(ticket).key
    assert sum((k, first) == (key, 0) for k, first, _ in engine.ran) == 1


def test_a_spent_budget_ends_the_refining(listening: Listening, engine: FakeEngine) -> None:
    service = OddsService(engine=engine, budget=0.0)
    ticket = service.request(listening, BATTLE, CREATURES)
    odds = wait_for(lambda: listening.done(ticket))
    service.close()
    assert odds.odds.battles == 400
    assert odds.battles_target == 20_000


def test_exact_odds_need_no_battle(listening: Listening, engine: FakeEngine) -> None:
    half = Share(0.5, 0.5, 0.5)
    exact = BattleOdds("exact", None, None, half, Share(0.0, 0.0, 0.0), half, {}, {}, ())
    service = OddsService(engine=engine, exact=lambda prepared: exact)
    ticket = service.request(listening, BATTLE, CREATURES, [("u1", False)])
    odds = wait_for(lambda: listening.done(ticket))
    wait_for(lambda: listening.curves)
    service.close()
    assert (odds.odds, odds.battles_target, engine.ran) == (exact, 0, [])


def test_the_curve_comes_after_the_odds(odds_service: OddsService, listening: Listening, engine: FakeEngine) -> None:
    ticket = odds_service.request(listening, BATTLE, CREATURES, [("u1", False)])
    wait_for(lambda: listening.curves and listening.curves[-1][1].done)
    assert len(engine.ran) == 1 + 4 + 16 + 20
    assert engine.curves == [("u1", 200), ("u1", 2_000)]
    assert {number for number, _ in listening.curves} == {ticket}


def test_the_morale_of_its_own_unit_makes_no_other_curve_unless_initiative_is_held(
    odds_service: OddsService, listening: Listening, engine: FakeEngine
) -> None:
    for frozen, computed in ((False, 2), (True, 4)):
        engine.curves.clear()
        for value in (0, 4):
            ticket = odds_service.request(listening, with_morale(value), CREATURES, [("u1", frozen)])
            wait_for(lambda ticket=ticket: any(n == ticket and curve.done for n, curve in listening.curves))
        assert len(engine.curves) == computed


def test_an_invalid_battle_is_told_with_its_first_problem(odds_service: OddsService, listening: Listening) -> None:
    ticket = odds_service.request(listening, replace(BATTLE, units={}), CREATURES)
    wait_for(lambda: listening.problems)
    assert listening.problems[0][0] == ticket
    assert "has no unit on the board" in listening.problems[0][1]
    better = odds_service.request(listening, BATTLE, CREATURES)
    wait_for(lambda: listening.done(better))


@pytest.mark.parametrize("part", ["prepare", "run", "morale_curve"])
def test_an_error_in_a_worker_reaches_the_page_and_the_log(
    odds_service: OddsService, listening: Listening, engine: FakeEngine, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    engine.broken[part] = ZeroDivisionError("by nought")
    with caplog.at_level(logging.ERROR):
        odds_service.request(listening, BATTLE, CREATURES, [("u1", False)])
        wait_for(lambda: listening.problems)
    assert "by nought" in listening.problems[0][1]
    assert any("ZeroDivisionError" in str(record.exc_info) for record in caplog.records)
    engine.broken.clear()
    ticket = odds_service.request(listening, BATTLE, CREATURES, [("u1", False)])
    wait_for(lambda: listening.done(ticket) and listening.curves)


def test_the_real_odds_do_not_depend_on_threads_or_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    document = demo()
    units = {key: unit for key, unit in document.mass_combat.units.items() if key in ("u2", "u7")}
    battle = replace(document.mass_combat, units=units)
    prepared = simulate.prepare(battle, document.creatures)
    expected = simulate.odds_of(prepared, simulate.run(prepared, 0, 20_000))
    for threads, chunk in ((1, 500), (2, 137), (4, 1_999)):
        monkeypatch.setattr(odds_work.Headline, "chunk", chunk)
        service, listening = OddsService(threads=threads, budget=600), Listening()
        ticket = service.request(listening, battle, document.creatures)
        found = wait_for(lambda listening=listening, ticket=ticket: listening.done(ticket), 300)
        service.close()
        assert found.odds == expected
