"""The page of all battles in a real browser: from a battle to the list and back, nothing lost on the way."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from massbattle_core import battlefile
from tests.ui.battles import skirmish_at_the_bridge
from tests.ui.conftest import PATIENCE, Opener
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


def row(page: Page, name: str) -> Locator:
    return page.locator(".battle-list li").filter(has=page.get_by_role("link", name=name, exact=True))


def choose(page: Page, name: str, action: str) -> None:
    row(page, name).locator("summary").click()
    row(page, name).get_by_role("button", name=action, exact=True).click()


@pytest.mark.slow
def test_a_battle_is_found_renamed_copied_deleted_and_brought_back(open_page: Opener, tmp_path: Path) -> None:
    page = open_page("unit=u1").page
    field = page.locator(".top .battle")
    field.fill("Bridge of the list test")
    field.press("Enter")
    Desk(page).wait_revision(1)
    page.locator(".all-battles").click()
    page.get_by_role("searchbox").fill("list test")
    expect(page.locator(".battle-list li")).to_have_count(1, timeout=PATIENCE)

    choose(page, "Bridge of the list test", "Rename")
    name = page.get_by_role("textbox", name="Name of the battle")
    expect(name).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("A list test")
    page.keyboard.press("Enter")
    choose(page, "A list test", "Duplicate")
    choose(page, "A list test (copy)", "Delete")
    expect(row(page, "A list test (copy)")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    expect(row(page, "A list test (copy)")).to_have_count(1, timeout=PATIENCE)

    choose(page, "A list test (copy)", "Delete")
    page.get_by_role("tab", name="Bin").click()
    page.get_by_role("button", name="Delete for good…").click()
    page.get_by_role("button", name="Delete for good", exact=True).click()
    expect(row(page, "A list test (copy)")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("tab", name="Battles").click()

    with page.expect_download() as download:
        page.get_by_role("button", name="Export all").click()
    download.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        saved = battlefile.loads(archive.read("a-list-test.json"))
    assert saved.mass_combat == skirmish_at_the_bridge().mass_combat
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "list-test.json").write_text(battlefile.dumps(saved))
    page.locator("input[type=file]").set_input_files([tmp_path / "bad.json", tmp_path / "list-test.json"])
    expect(page.locator(".battle-list li")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".message")).to_contain_text("bad.json: line 1", timeout=PATIENCE)

    row(page, "A list test").first.get_by_role("link", name="Open battle").click()
    expect(page.locator(".top .battle")).to_have_value("A list test", timeout=PATIENCE)
    page.go_back()
    page.get_by_role("button", name="New battle").click()
    page.wait_for_selector(".steps")
