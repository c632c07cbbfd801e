"""Several people at one battle in real browsers: what the others are changing, who changed what, and nothing lost."""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, Opener, Server
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


def test_what_somebody_else_is_changing_is_marked_while_they_do(open_page: Opener) -> None:
    ben = Desk(open_page().page)
    ana = open_page(width=390, height=844, phone=True).page
    marks = ana.locator(".by")
    ana.get_by_role("tab", name="Unit", exact=True).tap()
    ben.grab_slider("Morale", 3, -10, 10)
    morale = ana.locator(".slider-head", has_text="Morale")
    expect(morale.locator(".by")).to_have_text("G1Guest 1 is changing this", timeout=PATIENCE)
    expect(morale.locator(".by i")).to_be_visible()
    expect(marks).to_have_count(1)
    ben.release()
    expect(marks).to_have_count(0, timeout=PATIENCE)

    ben.page.get_by_label("Name of the unit").click()
    expect(ana.locator(".card-head .changing")).to_have_attribute("aria-label", "Name of the unit", timeout=PATIENCE)
    ben.page.locator(".groups input.count").first.click()
    expect(ana.locator(".groups input.changing")).to_have_attribute("data-do", "count", timeout=PATIENCE)
    ben.page.get_by_title("Doctrine").last.click()
    expect(ana.locator(".unit-orders details.changing")).to_have_count(1, timeout=PATIENCE)
    expect(marks).to_have_count(1)
    ben.page.locator(".unit-orders .menu-item", has_text="hold").click()
    expect(ana.locator(".unit-orders .order").first).to_contain_text("hold", timeout=PATIENCE)
    expect(marks).to_have_count(0, timeout=PATIENCE)
    expect(ben.page.locator(".by")).to_have_count(0)

    # who changed what, in one quiet line; with undo for one's own
    news = ana.locator(".phone-news .news")
    expect(news).to_have_text("Guest 1: Pikes: other orders", timeout=PATIENCE)
    box, tabs = news.bounding_box(), ana.locator(".phone-tabs").bounding_box()
    assert box
    assert tabs
    assert box["y"] + box["height"] <= tabs["y"]
    ana.get_by_role("button", name="treatment").tap()
    expect(news).to_contain_text("You: Pikes: factors of morale", timeout=PATIENCE)
    expect(ben.page.locator(".top .news")).to_have_text("Guest 2: Pikes: factors of morale ")
    expect(ben.page.locator(".phone-news")).to_be_hidden()
    news.get_by_role("button", name="Undo").tap()
    expect(news).to_contain_text("You: undone: Pikes: factors of morale", timeout=PATIENCE)
    ben.wait_revision(4)


def test_an_open_menu_and_what_is_typed_there_outlive_what_others_change(open_page: Opener) -> None:
    ana, ben = Desk(open_page().page), Desk(open_page().page)
    for desk in (ana, ben):
        desk.select("Pikes")
    ana.page.locator("summary", has_text="add creatures").click()
    search = ana.page.get_by_placeholder("Search a creature")
    expect(search).to_be_focused()  # one types at once
    search.fill("wolf")
    expect(ana.page.locator(".finder [data-key=dire-wolf]")).to_be_visible(timeout=PATIENCE)
    ben.page.locator("summary[aria-label=More]").click()
    ben.page.get_by_role("button", name="Take off the board").click()
    expect(ana.page.locator(".unit-problems")).to_contain_text("It is not on the board.", timeout=PATIENCE)
    expect(search).to_be_focused()
    expect(search).to_have_value("wolf")
    expect(ana.page.locator(".finder [data-key=dire-wolf]")).to_be_visible()


@pytest.mark.slow
def test_a_slider_that_is_let_go_as_the_tab_closes_is_kept(open_page: Opener, shared_server: Server) -> None:
    """Eight times; every other time the server is too busy to read anything before the browser has gone."""
    ben = Desk(open_page().page)
    ben.select("Orcs")
    for number in range(8):
        ana = Desk(open_page().page)
        ana.select("Pikes")
        value = 1 + number % 9
        ana.grab_slider("Morale", value, -10, 10)
        with shared_server.busy() if number % 2 else nullcontext():
            ana.release()
            ana.page.close()
        ben.wait_revision(number + 1)
        expect(ben.unit("Pikes").locator(".morale").first).to_have_text(
            re.compile(rf"^\+{value + 1}\D"), timeout=PATIENCE
        )
