"""Bad files name place and remedy and leave the battle on screen; names are text everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dashboard.uploads import LARGEST_UPLOAD
from massbattle_core import battlefile
from tests.ui.battles import NASTY, skirmish_at_the_bridge
from tests.ui.conftest import PATIENCE, Opener
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


def _changed(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(battlefile.dumps(skirmish_at_the_bridge()))
    change(data)
    return json.dumps(data)


def _units(data: dict[str, Any]) -> dict[str, Any]:
    return data["mass_combat"]["units"]


BAD_FILES = {
    "no-json": ("Dear diary", "line 1, column 1", "mend the text there"),
    "newer": (_changed(lambda data: data.update(version=99)), "version", "update massbattle"),
    "unknown-creature": (
        _changed(lambda data: _units(data)["u1"]["groups"][0].update(creature="tarrasque-of-doom")),
        "u1/groups/0/creature",
        "describe it under creatures",
    ),
    "too-many": (
        _changed(lambda data: _units(data)["u1"]["groups"][0].update(count=10**9)),
        "u1/groups/0/count",
        "correct it",
    ),
    "nan": (
        _changed(lambda data: None).replace('"count": 160', '"count": NaN'),
        "nan.json",
        "a whole number is expected (found nan)",
    ),
    "two-in-one-hex": (
        _changed(lambda data: _units(data)["u2"].update(position=[3, 3])),
        "u2/position",
        "move one of them",
    ),
    "no-commander": (
        _changed(lambda data: _units(data)["u1"].pop("commander")),
        "u1/commander",
        "choose one of its creatures",
    ),
    "empty-side": (
        _changed(lambda data: [_units(data).pop(unit) for unit in ("u3", "u4")]),
        "mass_combat/sides/b",
        "add a unit and place it",
    ),
    "brackets": ("[" * 100_000, "brackets.json", "nests less than ten"),
    "too-large": (" " * (LARGEST_UPLOAD + 1), "too-large.json", "a battle file is smaller"),
}


@pytest.mark.slow
def test_bad_files_are_refused_with_place_and_remedy(open_page: Opener, tmp_path: Path) -> None:
    desk = Desk(open_page("unit=u1").page)
    odds = desk.wait_final_odds()
    for name, (text, place, remedy) in BAD_FILES.items():
        path = tmp_path / f"{name}.json"
        path.write_text(text, encoding="utf-8")
        desk.open(path)
        message = desk.page.locator(".message")
        expect(message).to_contain_text(f"{name}.json", timeout=PATIENCE)
        expect(message).to_contain_text(place, timeout=PATIENCE)
        expect(message).to_contain_text(remedy, timeout=PATIENCE)
        desk.page.get_by_role("button", name="Close").click()
        expect(message).to_have_count(0, timeout=PATIENCE)
    assert desk.revision == 0
    assert desk.odds == odds
    assert desk.page.locator(".top .battle").input_value() == "Skirmish at the bridge"


def test_names_with_html_are_text_everywhere(open_page: Opener, tmp_path: Path) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    desk.wait_final_odds()
    for selector in (
        ".top .battle",
        ".roster-head input >> nth=0",
        ".card-head input",
        "input[aria-label='Name of the commander']",
    ):
        field = page.locator(selector)
        before = desk.revision
        field.fill(NASTY)
        field.press("Enter")
        desk.wait_revision(before + 1)
        expect(field).to_have_value(NASTY, timeout=PATIENCE)
    expect(page.locator("button.unit .name").first).to_have_text(NASTY, timeout=PATIENCE)
    expect(page.locator("button.unit .made").first).to_contain_text(NASTY, timeout=PATIENCE)
    expect(page.locator(".board-foot")).to_contain_text(NASTY, timeout=PATIENCE)
    expect(page.locator(".chart-head").last).to_contain_text(NASTY, timeout=PATIENCE)
    page.mouse.move(*desk.point((3, 3)))
    expect(page.locator(".hover", has_text=NASTY).first).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Menu").click()
    expect(page.locator(".top .menu-item", has_text=NASTY)).to_be_visible(timeout=PATIENCE)
    bad = tmp_path / "<img src=x onerror=alert(2)>.json"
    bad.write_text(_changed(lambda data: _units(data)["u1"].update(name=NASTY, position=[99, 99])), encoding="utf-8")
    desk.open(bad)
    expect(page.locator(".message")).to_contain_text("<img src=x onerror=alert(2)>.json", timeout=PATIENCE)
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("b:text-is('Bold')").count() == 0
