"""The page on a desk and on a phone, in both languages and themes, for those who do not see it, and when empty."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, Opener
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


def test_a_phone_has_tabs_and_moves_by_tapping(open_page: Opener) -> None:
    page = open_page(width=390, height=844, phone=True).page
    desk = Desk(page)
    desk.wait_final_odds()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for tab, shows in (
        ("Units", ".unit >> nth=0"),
        ("Odds", ".chart-head >> nth=0"),
        ("Board", ".frame[role=application]"),
    ):
        page.get_by_role("tab", name=tab, exact=True).tap()
        expect(page.locator(shows)).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".win")).to_be_in_viewport(timeout=PATIENCE)
    page.get_by_role("button", name="Whole map").tap()
    page.get_by_role("tab", name="Units", exact=True).tap()
    desk.unit("Pikes").tap()
    page.get_by_role("tab", name="Unit", exact=True).tap()
    expect(page.locator(".groups")).to_contain_text("Guard", timeout=PATIENCE)
    page.get_by_role("tab", name="Board", exact=True).tap()
    box = desk.board_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.45)
    desk.wait_revision(1)
    expect(page.locator(".board-foot")).to_contain_text(re.compile(r"Pikes · [A-H]\d+"), timeout=PATIENCE)


def test_canvases_have_a_role_and_a_label_and_the_document_a_language(open_page: Opener) -> None:
    page = open_page("unit=u1&lang=fr").page
    expect(page.locator(".method")).to_contain_text("simulé", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.lang") == "fr"
    for frame in page.locator(".frame[role]").all():
        expect(frame).to_have_attribute("aria-label", re.compile(r"\w"), timeout=PATIENCE)
    for canvas in page.locator("canvas").all():
        expect(canvas).to_have_attribute("role", "img", timeout=PATIENCE)
        expect(canvas).to_have_attribute("aria-label", re.compile(r"\w"), timeout=PATIENCE)
    expect(page.locator(".board-foot")).to_contain_text("30\N{NARROW NO-BREAK SPACE}m", timeout=PATIENCE)
    name = page.locator(".top .battle")
    name.fill("La bataille des sept gués et des trois ponts sur la rivière Dorn, au printemps")
    name.press("Enter")
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".top .save")).to_be_in_viewport(ratio=1, timeout=PATIENCE)


@pytest.mark.slow
def test_language_and_theme_change_and_stay(open_page: Opener) -> None:
    page = open_page("unit=u1").page
    page.wait_for_selector(".method")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-mb-theme", "dark", timeout=PATIENCE)
    page.wait_for_url(re.compile("theme=dark"))
    page.locator("summary", has_text="EN").click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".mode.on:visible")).to_have_text("Préparer", timeout=PATIENCE)
    expect(page.locator("html")).to_have_attribute("data-mb-theme", "dark", timeout=PATIENCE)
    expect(page.locator(".unit.on .name")).to_have_text("Pikes", timeout=PATIENCE)


def test_every_number_of_the_card_answers_why(open_page: Opener) -> None:
    page = open_page("unit=u1").page
    page.wait_for_selector(".figures .why")
    number = page.locator(".figures .why").first
    number.hover()
    reasons = number.locator("[popover]")
    expect(reasons).to_be_visible(timeout=PATIENCE)
    expect(reasons).to_contain_text("R0.19")
    assert page.locator(".figures tr").count() >= 6
    for row in page.locator(".figures .why").all():
        assert re.search(r"R0\.\d+", row.locator("[popover]").text_content() or "")


@pytest.mark.slow
def test_an_empty_battle_teaches_three_steps_to_the_first_odds(open_page: Opener) -> None:
    desk = Desk(open_page().page, 30, 20)
    page = desk.page
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="New battle").click()
    expect(page.locator(".steps")).to_be_visible(timeout=PATIENCE)
    for number, (side, place) in enumerate((("Side A", (10, 5)), ("Side B", (12, 5)))):
        page.locator(".steps .chip", has_text=side).click()
        expect(page.locator(".unit-problems")).to_contain_text("It has no creatures", timeout=PATIENCE)
        page.locator("summary", has_text="add creatures").click()
        page.get_by_placeholder("Search a creature").fill("gardes")
        page.locator(".menu-item[data-key=guard] [data-do=add]").click()
        expect(page.locator(".groups")).to_contain_text("Guard", timeout=PATIENCE)
        count = page.get_by_label("How many: Guard")
        count.fill("200")
        count.press("Enter")
        expect(page.locator(".total")).to_contain_text("Battle rating 10", timeout=PATIENCE)
        desk.click_hex(place)
        expect(page.locator("button.unit")).to_have_count(number + 1, timeout=PATIENCE)
        expect(page.locator(".tray")).to_have_count(0, timeout=PATIENCE)
    desk.wait_final_odds()
    expect(page.locator(".steps")).to_be_hidden(timeout=PATIENCE)


@pytest.mark.slow
def test_ground_is_painted_and_the_map_resized(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    desk.wait_final_odds()
    desk.take("Difficult")
    desk.drag((1, 0), (4, 0))
    desk.wait_revision(1)
    columns = desk.page.get_by_label("Columns")
    columns.fill("16")
    columns.press("Enter")
    desk.wait_revision(2)
    expect(columns).to_have_value("16", timeout=PATIENCE)
    desk.wait_final_odds()
