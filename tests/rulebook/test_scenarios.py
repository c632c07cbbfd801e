"""Scenarios written from the rules alone, played with scripted dice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rulebook.scenario import run_scenario

_SCENARIOS = [
    scenario
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.json"))
    for scenario in json.loads(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("scenario", _SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario):
    run_scenario(scenario)
