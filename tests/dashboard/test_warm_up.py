"""The kernel is compiled by a process of its own, once, and nothing is computed before it is ready."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from dashboard import warm_up
from dashboard.odds_service import OddsService
from tests.dashboard.fakes import FakeEngine, demo, wait_for
from tests.dashboard.test_odds_service import Listening


class Compiler:
    """Takes the place of the process that compiles."""

    def __init__(self, called: list[Any]) -> None:
        self.called = called
        self.may_end = threading.Event()

    def __call__(self, command: list[str], **_: Any) -> Compiler:
        self.called.append(command[1:])
        return self

    def wait(self) -> None:
        assert self.may_end.wait(10)

    def kill(self) -> None:
        self.called.append("killed")
        self.may_end.set()


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    called: list[Any] = []
    monkeypatch.setattr(warm_up, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(warm_up, "_fight", lambda: called.append("loaded"))
    return called


def test_the_kernel_is_compiled_once_and_loaded_each_time(called: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Compiler(called)
    compiler.may_end.set()
    monkeypatch.setattr(warm_up.subprocess, "Popen", compiler)
    warm_up.WarmUp()()
    warm_up.WarmUp()()
    assert called == [["-m", "dashboard.warm_up"], "loaded", "loaded"]


def test_without_a_cache_it_is_compiled_here(called: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "cache_folder", lambda: None)
    warm_up.WarmUp()()
    assert called == ["loaded"]


def test_a_server_that_ends_does_not_wait_for_the_compiler(called: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up.subprocess, "Popen", Compiler(called))
    warming = warm_up.WarmUp()
    service = OddsService(engine=FakeEngine(), warm_up=warming)
    wait_for(lambda: called)
    warming.stop()
    service.close()
    assert called == [["-m", "dashboard.warm_up"], "killed"]


def test_odds_wait_until_the_kernel_is_ready() -> None:
    ready = threading.Event()
    engine, listening = FakeEngine(), Listening()
    service = OddsService(engine=engine, warm_up=lambda: ready.wait(10))
    ticket = service.request(listening, demo().mass_combat, demo().creatures)
    assert engine.ran == []
    ready.set()
    wait_for(lambda: listening.done(ticket))
    service.close()
