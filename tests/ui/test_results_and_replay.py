"""House rules, doctrines, one battle watched, results: all in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.ui.conftest import PATIENCE, Opener, until
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


def choose(page: Page, roster: str, what: str, order: str) -> None:
    """Choose an order in a menu of a roster (``a`` or ``b``) or of the card (``unit``)."""
    place = page.locator(".unit-orders" if roster == "unit" else f"section.side-{roster}")
    menu = place.locator("details", has=page.locator(f"[data-do={what}]"))
    menu.locator("summary").click()
    menu.locator(f"[data-order='{order}']").click()


def test_a_house_rule_moves_the_odds_and_is_told_of(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    page = desk.page
    before = desk.wait_final_odds()
    page.locator(".top .rules[data-part=rules]").click()
    expect(page.locator(".rule")).to_have_count(25, timeout=PATIENCE)
    page.locator("[data-rule=casualties_test][data-value=every_loss_at_or_below_half]").click()
    desk.wait_revision(1)
    after = desk.wait_final_odds(other_than=before)
    expect(page.locator(".rule.changed")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator(".changed-rules")).to_contain_text("1 house rule changed", timeout=PATIENCE)
    expect(page.locator(".top .rules[data-part=rules]")).to_have_text("House rules · 1", timeout=PATIENCE)
    expect(page.locator(".rules-in-force")).to_have_text("1 house rule changed", timeout=PATIENCE)
    page.locator("[data-name=round_limit]").fill("3")
    page.locator("[data-name=round_limit]").press("Enter")
    desk.wait_revision(2)
    desk.wait_odds_other_than(after)
    expect(page.locator(".interval")).to_contain_text("after 3 rounds", timeout=PATIENCE)
    page.locator("[data-do=follow-text]").click()
    desk.wait_revision(3)
    expect(page.locator(".rule.changed")).to_have_count(0, timeout=PATIENCE)
    page.locator("[data-name=round_limit]").fill("many")
    page.locator("[data-name=round_limit]").press("Enter")
    expect(page.locator("[data-name=round_limit]")).to_have_value("3", timeout=PATIENCE)
    page.locator(".terms-head .icon-button").click()
    expect(page.locator(".rule").first).to_be_hidden(timeout=PATIENCE)
    assert desk.revision == 3


@pytest.mark.slow
def test_orders_move_the_odds_and_the_range_stands_beside_them(open_page: Opener) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    before = desk.wait_final_odds()
    expect(page.locator(".range")).to_have_text(re.compile(r"^\d+–\d+ % over \d+ pairs of doctrines"), timeout=PATIENCE)
    page.locator(".range").hover()
    expect(page.locator(".matrix")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".matrix td.now")).to_have_count(1, timeout=PATIENCE)
    page.mouse.move(700, 500)
    choose(page, "b", "doctrine", "hold")
    desk.wait_revision(1)
    after = desk.wait_final_odds(other_than=before)
    choose(page, "unit", "doctrine", "flank")
    desk.wait_revision(2)
    expect(page.locator(".unit-orders")).to_contain_text("waits for those who advance", timeout=PATIENCE)
    desk.wait_odds_other_than(after)
    choose(page, "unit", "targets", "weakest")
    desk.wait_revision(3)
    expect(page.locator(".unit-orders .own")).to_have_count(2, timeout=PATIENCE)
    choose(page, "unit", "doctrine", "")
    desk.wait_revision(4)
    expect(page.locator(".unit-orders .own")).to_have_count(1, timeout=PATIENCE)


def test_a_battle_that_is_watched_ends_as_its_bar_says(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    page = desk.page
    desk.wait_final_odds()
    for winner, says in (("a", "Dornmere win"), ("b", "Horde win")):
        page.locator(f".watch-one[data-winner={winner}]:visible").click()
        expect(page.locator(".ending")).to_contain_text(says, timeout=PATIENCE)
        rounds = re.search(r"in round (\d+)", page.locator(".ending").inner_text())
        assert rounds
        page.locator("[data-do=last]").click()
        expect(page.locator(".battle-log .end")).to_have_text(f"Round {rounds[1]}: {says}", timeout=PATIENCE)
        strengths = page.locator(".strength").all_inner_texts()
        assert sum("0 units" in text for text in strengths) == 1
        assert ("Horde: 0 units" in strengths[1]) == (winner == "a")
    expect(page.locator(".board-head")).to_be_hidden(timeout=PATIENCE)
    page.locator("[data-do=close]:visible").click()
    expect(page.locator(".board-head")).to_be_visible(timeout=PATIENCE)
    assert desk.revision == 0


@pytest.mark.slow
def test_a_bar_of_the_rounds_opens_a_battle_of_that_many_rounds(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    page = desk.page
    desk.wait_final_odds()
    median = int(re.sub(r"\D", "", page.locator(".chart-head .muted").first.inner_text()))
    chart = page.locator(".frame[role=img]").first
    box = chart.bounding_box()
    assert box
    for fraction in (0.3, 0.4, 0.5):
        x, y = box["x"] + box["width"] * fraction, box["y"] + box["height"] * 0.7
        tip = page.locator(".hover:visible", has_text="click to watch one").first

        def told(x: float = x, y: float = y, tip: Locator = tip) -> bool:
            page.mouse.move(x - 2, y)
            page.mouse.move(x, y)
            return tip.count() > 0

        until(told, "what the bar says")
        said = re.match(r"(\d+): (\S+)", tip.inner_text())
        assert said
        page.mouse.click(x, y)
        expect(page.locator(".ending")).to_contain_text(f"in round {said[1]}", timeout=PATIENCE)
        until(lambda: page.locator(".scrubber").first.get_attribute("max"), "the scrubber")
        page.locator("[data-do=last]").click()
        expect(page.locator(".where")).to_have_text(f"round {said[1]} of {said[1]}", timeout=PATIENCE)
    assert median >= 1


def test_the_player_goes_step_by_step_by_itself_and_by_keys(open_page: Opener) -> None:
    desk = Desk(open_page().page)
    page = desk.page
    desk.wait_final_odds()
    page.locator(".watch-one[data-winner=a]:visible").click()
    scrubber = page.locator(".scrubber:visible")
    expect(scrubber).to_have_value("0", timeout=PATIENCE)
    page.locator("[data-do=next]").click()
    expect(scrubber).to_have_value("1", timeout=PATIENCE)
    expect(page.locator(".turn.current")).to_have_count(1, timeout=PATIENCE)
    first = page.locator(".turn.current").inner_text()
    page.locator("[data-do=next]").click()
    expect(page.locator(".turn.current")).not_to_have_text(first, use_inner_text=True, timeout=PATIENCE)
    page.locator("[data-do=back]").click()
    expect(page.locator(".turn.current")).to_have_text(first, use_inner_text=True, timeout=PATIENCE)
    page.locator("[data-do=pace]").click()
    page.locator("[data-do=pace]").click()
    expect(page.locator("[data-do=pace]")).to_have_text("×4", timeout=PATIENCE)
    page.locator("[data-do=play]").click()
    until(lambda: int(scrubber.input_value()) >= 3, "a battle that plays")
    page.locator("[data-do=first]").click()
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Play", timeout=PATIENCE)
    expect(scrubber).to_have_value("0", timeout=PATIENCE)
    battle = page.locator(".replay-head h2").inner_text()
    page.locator("[data-do=another]").click()
    expect(page.locator(".replay-head h2")).not_to_have_text(battle, use_inner_text=True, timeout=PATIENCE)
    expect(scrubber).to_have_value("0", timeout=PATIENCE)
    page.locator(".frame[role=application]:visible").focus()
    page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_value("1", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator(".board-head")).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
def test_results_in_tabs(open_page: Opener) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    desk.wait_final_odds()
    page.locator(".results-tabs [data-tab=units]").click()
    expect(page.locator("table.results tbody tr")).to_have_count(2 + 4, timeout=PATIENCE)
    page.locator("table.results .plain-button", has_text="Orcs").click()
    expect(desk.unit("Orcs")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    page.locator(".results-tabs [data-tab=losses]").click()
    expect(page.locator(".chart-head", has_text="BR left: Dornmere")).to_be_visible(timeout=PATIENCE)
    toggle = page.locator("[data-do=at-least]:visible")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    page.locator(".results-tabs [data-tab=rounds]").click()
    expect(page.locator("table.results:visible:not(.stale)")).to_contain_text("Pikes", timeout=PATIENCE)
    early = page.locator("table.results:visible").inner_text()
    slider = page.get_by_label("Rounds", exact=True).and_(page.locator("input"))
    slider.fill("30")
    expect(page.locator(".chart-head:visible")).to_have_text("State after 30 rounds", timeout=PATIENCE)
    expect(page.locator("table.results:visible")).not_to_have_text(early, timeout=PATIENCE)
    page.locator(".results-tabs [data-tab=overview]").click()
    expect(page.locator(".chart-head", has_text="Rounds until it is over")).to_be_visible(timeout=PATIENCE)


@pytest.mark.slow
def test_all_of_it_on_a_phone(open_page: Opener) -> None:
    desk = Desk(open_page(width=390, height=844, phone=True).page)
    page = desk.page
    desk.wait_final_odds()
    page.get_by_label("Menu").tap()
    page.locator(".menu-item[data-part=rules]").tap()
    expect(page.locator(".rule").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".win")).to_be_in_viewport(timeout=PATIENCE)
    page.locator("[data-rule=adv_cancel][data-value=net_count]").tap()
    desk.wait_revision(1)
    page.locator(".terms-head .icon-button").tap()
    page.locator(".range").tap()
    expect(page.locator(".matrix")).to_be_in_viewport(timeout=PATIENCE)
    page.get_by_role("tab", name="Odds", exact=True).tap()
    page.locator(".results-tabs [data-tab=units]").tap()
    expect(page.locator("table.results")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".watch-one[data-winner=b]:visible").tap()
    expect(page.locator(".ending")).to_contain_text("Horde win", timeout=PATIENCE)
    page.locator("[data-do=next]").tap()
    expect(page.locator(".turn.current")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-do=close]:visible").tap()
    expect(page.locator(".board-head")).to_be_visible(timeout=PATIENCE)
