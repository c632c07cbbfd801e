"""The main job in a real browser: sliders, counters and files move the odds, and nothing is lost."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dashboard.i18n import shares_in_percent
from massbattle_core import battlefile
from massbattle_core.mass_combat.model import hex_name
from tests.ui.conftest import PATIENCE, ROOT, Opener, Server
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


def test_a_slider_moves_the_odds_before_release_and_makes_one_edit(open_page: Opener) -> None:
    desk = Desk(open_page("unit=u1").page)
    before = desk.wait_final_odds()
    desk.grab_slider("Morale", 8, -10, 10)
    desk.wait_odds_other_than(before)
    expect(desk.page.locator(".slider-head .value").first).to_contain_text("+9 · fanatic", timeout=PATIENCE)
    assert desk.revision == 0  # a moving slider is not history
    desk.release()
    desk.wait_revision(1)
    after = desk.wait_final_odds(other_than=before)
    assert desk.revision == 1
    desk.page.get_by_role("button", name="Undo").click()
    desk.wait_revision(2)
    expect(desk.slider("Morale")).to_have_attribute("aria-valuenow", "0", timeout=PATIENCE)
    desk.wait_odds(before)
    desk.page.get_by_role("button", name="Redo").click()
    expect(desk.slider("Morale")).to_have_attribute("aria-valuenow", "8", timeout=PATIENCE)
    desk.wait_odds(after)


@pytest.mark.slow
def test_keys_on_a_slider_make_one_edit_once_they_rest(open_page: Opener) -> None:
    desk = Desk(open_page("unit=u1").page)
    before = desk.wait_final_odds()
    desk.slider("Commander’s Charisma").focus()
    for _ in range(4):
        desk.page.keyboard.press("ArrowRight")
    desk.wait_revision(1)
    expect(desk.slider("Commander’s Charisma")).to_have_attribute("aria-valuenow", "5", timeout=PATIENCE)
    desk.wait_odds_other_than(before)
    assert desk.revision == 1


def test_a_dragged_unit_changes_the_odds_and_survives_save_reload_and_open(open_page: Opener, tmp_path: Path) -> None:
    desk = Desk(open_page("unit=u2").page)
    before = desk.wait_final_odds()
    desk.drag((3, 3), (8, 6))
    desk.wait_revision(1)
    expect(desk.page.locator(".board-foot")).to_contain_text(f"Pikes · {hex_name((8, 6))}", timeout=PATIENCE)
    moved = desk.wait_final_odds(other_than=before)
    saved = desk.save(tmp_path / "saved.json")
    assert battlefile.load(saved).mass_combat.units["u1"].position == (8, 6)
    desk.page.reload()
    desk.wait_odds(moved)
    desk.page.get_by_role("button", name="Undo").click()
    desk.wait_odds(before)
    desk.open(saved)
    desk.wait_revision(3)
    desk.wait_odds(moved)


def test_the_page_tells_what_the_command_line_tells(open_page: Opener, tmp_path: Path) -> None:
    desk = Desk(open_page().page)
    desk.wait_final_odds()
    method = desk.page.locator(".method").inner_text()
    battles, seed = re.search(r"([\d,]+) battles · seed (\d+)", method).groups()  # type: ignore[union-attr]
    saved = desk.save(tmp_path / "saved.json")
    command = [sys.executable, "-c", "from dashboard.cli import main; main()", "odds", str(saved), "--json"]
    printed = subprocess.run(
        [*command, "--battles", battles.replace(",", ""), "--seed", seed],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    odds = json.loads(printed.stdout)
    shown = [float(text) for text in re.findall(r"[\d.]+(?=\N{NARROW NO-BREAK SPACE}%)", desk.odds)]
    win, loss, undecided = (odds[name]["p"] for name in ("win", "loss", "undecided"))
    expected = shares_in_percent([win, undecided, loss], 1)
    assert shown[:2] == [expected[0], expected[2]]
    assert shown[2] == expected[1] or undecided == 0


@pytest.mark.slow
def test_click_then_click_moves_and_a_taken_hex_is_refused(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    desk.wait_final_odds()
    desk.click_hex((3, 3))
    expect(desk.unit("Pikes")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    desk.click_hex((4, 1))
    desk.wait_revision(1)
    expect(desk.page.locator(".board-foot")).to_contain_text(f"Pikes · {hex_name((4, 1))}", timeout=PATIENCE)
    desk.drag((4, 1), (2, 4))
    expect(desk.page.locator(".message")).to_contain_text("Archers already stands on E3", timeout=PATIENCE)
    assert desk.revision == 1


@pytest.mark.slow
def test_a_unit_held_before_it_is_dragged_moves_too(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    desk.wait_final_odds()
    desk.drag((3, 3), (4, 6), hold=600)
    desk.wait_revision(1)
    expect(desk.page.locator(".board-foot")).to_contain_text(f"Pikes · {hex_name((4, 6))}", timeout=PATIENCE)


def test_keys_move_a_unit(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    desk.wait_final_odds()
    desk.unit("Pikes").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".board-foot")).to_contain_text("Pikes · D4", timeout=PATIENCE)
    desk.page.locator(".frame[role=application]").focus()
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator(".board-foot")).to_contain_text("to E5?", timeout=PATIENCE)
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator(".board-foot")).not_to_contain_text("to E5?", timeout=PATIENCE)
    desk.page.keyboard.press("ArrowUp")
    desk.page.keyboard.press("Enter")
    desk.wait_revision(1)
    expect(desk.page.locator(".board-foot")).to_contain_text("Pikes · C4", timeout=PATIENCE)


def test_two_browsers_see_one_battle(open_page: Opener) -> None:
    one, other = Desk(open_page("unit=u1").page), Desk(open_page("unit=u1").page)
    before = one.wait_final_odds()
    assert other.wait_final_odds() == before
    one.grab_slider("Morale", 6, -10, 10)
    expect(other.slider("Morale")).to_have_attribute("aria-valuenow", "6", timeout=PATIENCE)
    other.wait_odds_other_than(before)
    one.release()
    other.wait_revision(1)


def test_an_edit_outlives_a_killed_server_and_the_page_comes_back(open_page: Opener, server: Server) -> None:
    watched = open_page("unit=u1&theme=dark")
    desk = Desk(watched.page)
    desk.wait_final_odds()
    desk.grab_slider("Morale", -6, -10, 10)
    desk.release()
    desk.wait_revision(1)
    watched.allowed = re.compile(
        r"WebSocket|websocket|ERR_CONNECTION|Failed to fetch|Lost websocket|ws:|connection", re.IGNORECASE
    )
    with watched.page.expect_navigation(timeout=PATIENCE, wait_until="commit"):
        server.kill()
        server.start()
    desk.wait_revision(1)
    expect(desk.slider("Morale")).to_have_attribute("aria-valuenow", "-6", timeout=PATIENCE)
    assert watched.page.evaluate("document.documentElement.dataset.mbTheme") == "dark"
    desk.wait_final_odds()
