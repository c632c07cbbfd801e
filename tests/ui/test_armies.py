"""Armies from real creatures in a real browser: search, riders, a commander, one's own creatures, lists mended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from massbattle_core import battlefile
from massbattle_core.mass_combat.model import Group
from tests.ui.conftest import PATIENCE, Opener, until
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui

TWO_ARMIES = """side;unit;creature;count;mount;is_commander;morale;col;row
a;Riders of the Mark;knight;12;warhorse;;2;3;3
a;Riders of the Mark;veteran;1;;yes;;;
a;Foresters;scout;sixty;;;1;2;5
a;Foresters;scout;1;;yes;;;
b;Old wood;awakned tre;30;;;0;9;3
b;Old wood;xyzzyx;1;;yes;;;
"""


def open_part(page: Page, part: str) -> None:
    if not page.locator(".bestiary .terms-card").is_visible():
        page.get_by_role("button", name="Bestiary", exact=True).click()
    tab = page.get_by_role("tab", name=part, exact=True)
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true", timeout=PATIENCE)


def close(page: Page) -> None:
    page.locator(".bestiary [data-do=close]").click()
    expect(page.locator(".bestiary .terms-card")).to_be_hidden(timeout=PATIENCE)


def search(page: Page, text: str) -> None:
    page.locator("details[data-name=finder] > summary").click()
    page.locator(".finder .search").fill(text)


def count(page: Page, creature: str, number: int) -> None:
    field = page.get_by_label(f"How many: {creature}")
    field.fill(str(number))
    field.press("Enter")
    expect(field).to_have_attribute("value", str(number), timeout=PATIENCE)


def saved_battle(desk: Desk, folder: Path) -> battlefile.BattleDocument:
    return battlefile.load(desk.save(folder / "saved.json"))


def test_wolf_riders_are_built_placed_and_move_the_odds(open_page: Opener, tmp_path: Path) -> None:
    """Two hundred goblins and twenty wolves; ridden by some of them, under a named commander, morale by factors."""
    desk = Desk(open_page().page)
    page = desk.page
    before = desk.wait_final_odds()
    page.locator(".roster-b [data-do=add-unit]").click()
    expect(page.get_by_label("Name of the unit")).to_have_value("New unit", timeout=PATIENCE)
    expect(page.locator(".unit-problems li")).to_have_count(3, timeout=PATIENCE)  # all that is missing, at once
    page.get_by_label("Name of the unit").fill("Wolf riders")
    page.get_by_label("Name of the unit").press("Enter")

    search(page, "gobelin")
    result = page.locator(".finder [data-do=add][data-creature=goblin]")
    expect(result).to_contain_text("Goblin", timeout=PATIENCE)
    result.click()
    count(page, "Goblin", 180)
    search(page, "gobelin")
    riders = 20
    page.locator(".finder [data-do=add][data-creature=goblin]").wait_for()
    page.keyboard.press("Escape")
    count(page, "Goblin", riders)
    page.locator(".groups tr", has_text="Goblin").first.hover()
    page.get_by_label("Find a mount: Goblin").click()
    expect(page.locator(".finder-purpose")).to_contain_text("A mount for 20 × Goblin", timeout=PATIENCE)
    page.locator(".finder .search").fill("wolves")
    page.locator(".finder [data-do=ride][data-creature=wolf]").click()
    expect(page.locator(".groups")).to_contain_text("on Wolf", timeout=PATIENCE)
    search(page, "goblin")
    page.locator(".finder [data-do=add][data-creature=goblin]").click()
    on_foot = page.get_by_label("How many: Goblin").nth(1)
    on_foot.fill("180")
    on_foot.press("Enter")
    expect(on_foot).to_have_attribute("value", "180", timeout=PATIENCE)

    page.get_by_label("Name of the commander").fill("Snik")
    page.get_by_label("Name of the commander").press("Enter")
    for factor in ("stakes", "leaders"):
        page.get_by_role("button", name=factor, exact=True).click()
        expect(page.get_by_role("button", name=factor, exact=True)).to_have_count(0, timeout=PATIENCE)
    desk.click_hex((8, 6))
    expect(page.locator(".unit-problems")).to_have_count(0, timeout=PATIENCE)
    after = desk.wait_final_odds(other_than=before)
    assert after != before

    page.locator(".card-head summary").click()
    page.get_by_role("button", name="Keep in my library").click()
    expect(page.locator(".told")).to_contain_text("Wolf riders is kept.", timeout=PATIENCE)
    close(page)

    document = saved_battle(desk, tmp_path)
    unit = next(u for u in document.mass_combat.units.values() if u.name == "Wolf riders")
    assert unit.groups == (Group("goblin", 20, "wolf"), Group("goblin", 180))
    assert unit.commander
    assert (unit.commander.name, unit.commander.creature) == ("Snik", "goblin")
    assert (unit.position, unit.factors) == ((8, 6), {"stakes": 1, "leadership": 1})
    assert unit.morale > 0


@pytest.mark.slow
def test_an_own_creature_and_two_mended_armies(open_page: Opener, tmp_path: Path) -> None:
    """A creature of one's own is made and used; a list is pasted, mended, taken; it comes out and in the same."""
    desk = Desk(open_page().page)
    page = desk.page
    desk.wait_final_odds()
    open_part(page, "Creatures")
    page.get_by_role("button", name="New creature").click()
    keep = page.get_by_role("button", name="Keep it")
    expect(keep).to_be_disabled(timeout=PATIENCE)
    page.get_by_label("Name", exact=True).fill("Awakened tree lord")
    page.get_by_label("walking").fill("quick")
    expect(page.locator(".fault")).to_have_text("“quick” does not fit: write a length as a number", timeout=PATIENCE)
    page.get_by_label("walking").fill("20")
    page.get_by_label("Challenge rating").select_option("4")
    expect(page.locator(".worth")).to_contain_text("moves 2 hexes", timeout=PATIENCE)
    keep.click()
    expect(page.locator(".entry", has_text="Awakened tree lord")).to_be_visible(timeout=PATIENCE)

    open_part(page, "Import")
    page.locator(".paste summary").click()
    page.locator(".paste textarea").fill(TWO_ARMIES)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("tr.faulty")).to_have_count(2, timeout=PATIENCE)
    take = page.get_by_role("button", name="Take into the battle")
    expect(take).to_be_disabled()
    cell = page.get_by_label("line 4, count")
    cell.fill("60")
    cell.press("Enter")
    expect(page.locator("tr.faulty")).to_have_count(1, timeout=PATIENCE)
    cell = page.get_by_label("line 7, creature")
    cell.fill("Awakened tree lord")
    cell.press("Enter")
    expect(page.locator("tr.faulty")).to_have_count(0, timeout=PATIENCE)
    take.click()
    desk.wait_revision(1)  # both armies are one edit
    expect(page.locator("button.unit")).to_have_count(3, timeout=PATIENCE)

    open_part(page, "Take away")
    with page.expect_download() as download:
        page.locator("[data-kind=csv]").click()
    exported = tmp_path / "armies.csv"
    download.value.save_as(exported)
    with page.expect_download() as picture:
        page.locator("[data-kind=png]").click()
    picture.value.save_as(tmp_path / "map.png")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    before = saved_battle(desk, tmp_path)
    units = before.mass_combat.units.values()
    tree = next(unit for unit in units if unit.name == "Old wood")
    assert tree.commander
    assert tree.commander.creature == "awakened-tree-lord"
    assert before.creatures["awakened-tree-lord"].challenge_rating == 4

    open_part(page, "Import")
    page.locator(".drop-zone input").set_input_files(exported)
    page.get_by_role("button", name="Take into the battle").click()
    until(lambda: not page.locator(".source").count(), "the list was taken")
    close(page)
    assert saved_battle(desk, tmp_path).mass_combat == before.mass_combat
    assert re.search(r"[\d.]+\s*%", desk.wait_final_odds())
