"""The history in a real browser: the past is shown, clearly marked and left alone; then it is restored or branched."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, Opener
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


@pytest.mark.slow
def test_a_past_state_is_looked_at_restored_and_branched(open_page: Opener) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    desk.grab_slider("Morale", 6, -10, 10)
    desk.release()
    desk.wait_revision(1)
    desk.click_hex((4, 1))
    desk.wait_revision(2)
    foot = page.locator(".board-foot")
    expect(foot).to_contain_text("Pikes · B5", timeout=PATIENCE)

    page.get_by_role("button", name="History", exact=True).click()
    rows = page.locator(".history-row")
    expect(rows).to_have_count(3, timeout=PATIENCE)
    expect(rows.nth(0)).to_contain_text("Pikes placed on B5")
    expect(rows.nth(0)).to_contain_text("you · just now")
    expect(rows.nth(1)).to_contain_text("Pikes: base morale +6")
    rows.nth(2).click()
    expect(page.locator(".saved.past")).to_have_text("past · rev 0 of 2", timeout=PATIENCE)
    expect(foot).to_contain_text("Pikes · D4", timeout=PATIENCE)
    expect(desk.slider("Morale")).to_have_attribute("aria-valuenow", "0", timeout=PATIENCE)

    desk.grab_slider("Morale", 9, -10, 10)  # the past is left alone
    desk.release()
    expect(page.locator(".message")).to_contain_text("this is how the battle was at revision 0", timeout=PATIENCE)
    expect(desk.slider("Morale")).to_have_attribute("aria-valuenow", "0", timeout=PATIENCE)

    page.get_by_role("button", name="Back to now").click()
    desk.wait_revision(2)
    expect(foot).to_contain_text("Pikes · B5", timeout=PATIENCE)
    rows.nth(1).click()
    page.get_by_role("button", name="Restore this state").click()
    desk.wait_revision(3)
    expect(foot).to_contain_text("Pikes · D4", timeout=PATIENCE)
    expect(rows.nth(0)).to_contain_text("Put back as it was after entry 1", timeout=PATIENCE)

    rows.nth(1).click()
    page.get_by_role("button", name="New battle from here").click()
    expect(page.locator(".top .battle")).to_have_value("Skirmish at the bridge (from revision 2)", timeout=PATIENCE)
    desk.wait_revision(0)
