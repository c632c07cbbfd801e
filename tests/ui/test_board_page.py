"""The ground, the terms and the map of a battle in a real browser: seen while they are made, undone, refused."""

from __future__ import annotations

import json
import os
import struct
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from massbattle_core import battlefile
from tests.core.maps.test_hostile_maps import HOSTILE
from tests.ui.battles import skirmish_at_the_bridge
from tests.ui.conftest import PATIENCE, Opener, until
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui

MAPS = Path(__file__).parents[1] / "core" / "maps" / "fixtures"


def more(desk: Desk, tool: str, *, touch: bool = False) -> None:
    """Take a tool of the menu."""
    for found in (
        desk.page.locator(".board-head details > summary"),
        desk.page.locator(f".menu-item[data-tool={tool}]"),
    ):
        (found.tap if touch else found.click)()
    expect(desk.page.locator(f".menu-item[data-tool={tool}]")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )


def large_picture() -> bytes:
    """A PNG of more than 4 MB, which nothing packs."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    width, height = 1500, 950
    rows = b"".join(b"\0" + os.urandom(3 * width) for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def test_a_stroke_moves_the_odds_while_it_is_drawn_and_is_undone(open_page: Opener) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    before = desk.wait_final_odds()
    desk.take("Wall")
    page.mouse.move(*desk.point((6, 2)))
    page.mouse.down()
    page.mouse.move(*desk.point((6, 4)), steps=6)
    desk.wait_odds_other_than(before)
    assert desk.revision == 0
    page.mouse.up()
    desk.wait_revision(1)
    desk.wait_final_odds(other_than=before)
    page.get_by_role("button", name="Undo").click()
    desk.wait_odds(before)

    more(desk, "zone-a")
    desk.drag((0, 0), (2, 0))
    desk.wait_revision(3)
    desk.take("Move")
    expect(page.locator(".board-foot")).to_contain_text("outside its deployment zone", timeout=PATIENCE)

    desk.select("Archers")
    page.locator(".arrival:visible").fill("4")
    page.locator(".arrival:visible").press("Enter")
    desk.wait_revision(4)
    expect(page.locator(".tray")).to_contain_text("Archers", timeout=PATIENCE)
    late = desk.wait_final_odds(other_than=before)

    page.locator(".top .rules[data-part=goals]").click()
    page.locator("[data-do=add-goal]").click()
    page.locator("[data-do=choose-goal]").click()
    expect(page.locator("[data-do=done]")).to_be_visible(timeout=PATIENCE)
    desk.click_hex((4, 3))
    desk.wait_revision(6)
    page.locator("[data-do=done]").click()
    expect(page.locator(".goal")).to_contain_text("D5", timeout=PATIENCE)
    page.locator(".terms-head [data-do=close]").click()
    desk.wait_odds_other_than(late)


@pytest.mark.slow
def test_a_picture_is_made_smaller_faded_and_kept(open_page: Opener, tmp_path: Path) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    odds = desk.wait_final_odds()
    more(desk, "picture")
    large = tmp_path / "large.png"
    large.write_bytes(large_picture())
    page.locator("input[data-do=picture]").set_input_files(large)
    desk.wait_revision(1)
    desk.grab_slider("Opacity", 40, 0, 100)
    expect(page.locator(".slider-head", has_text="Opacity")).to_contain_text("40", timeout=PATIENCE)
    assert desk.revision == 1
    desk.release()
    desk.wait_revision(2)
    kept = battlefile.load(desk.save(tmp_path / "saved.json")).mass_combat.field.backdrop
    assert kept
    assert (kept.address.startswith("data:image/jpeg"), kept.opacity) == (True, 0.4)
    assert desk.odds == odds


@pytest.mark.slow
def test_a_map_is_looked_at_before_it_is_used_and_bad_ones_leave_the_battle(open_page: Opener, tmp_path: Path) -> None:
    desk = Desk(open_page("unit=u1").page)
    page = desk.page
    odds = desk.wait_final_odds()
    more(desk, "map-file")
    chooser = page.locator("input[data-do=map]")
    zones = {"a": [[1, 1]], "b": [[1, 1]]}
    own = {"format": "massbattle-map", "version": 1, "columns": 5, "rows": 5}
    bad = {
        "zones.json": (json.dumps({**own, "zones": zones}).encode(), "take the hex out of one of them"),
        "bomb.tmj": (HOSTILE["zlib bomb"][0](), "do not trust a file"),
        "diary.csv": (b"Dear diary", "choose a map"),
    }
    for name, (data, remedy) in bad.items():
        (tmp_path / name).write_bytes(data)
        chooser.set_input_files(tmp_path / name)
        expect(page.locator(".message")).to_contain_text(name, timeout=PATIENCE)
        expect(page.locator(".message")).to_contain_text(remedy, timeout=PATIENCE)
        page.locator(".message").get_by_role("button", name="Close").click()
    (tmp_path / "world.json").write_text(json.dumps({**own, "columns": 1000, "rows": 1000}))
    chooser.set_input_files(tmp_path / "world.json")
    expect(page.locator(".map-file")).to_contain_text("1,000 × 1,000 hexes", timeout=PATIENCE)
    page.locator("[data-do=other-map]").click()

    document = json.loads(battlefile.dumps(skirmish_at_the_bridge()))
    document["mass_combat"]["objectives"] = {"o1": {"side": "a", "kind": "reach", "hexes": [[40, 3]]}}
    (tmp_path / "objective.json").write_text(json.dumps(document))
    page.locator("input[data-do=open]").set_input_files(tmp_path / "objective.json")
    expect(page.locator(".message")).to_contain_text("objectives/o1/hexes", timeout=PATIENCE)
    expect(page.locator(".message")).to_contain_text("choose hexes on the map", timeout=PATIENCE)
    assert (desk.revision, desk.odds) == (0, odds)

    chooser.set_input_files(MAPS / "tower.dd2vtt")
    page.locator("button[data-feet='20']").click()
    expect(page.locator(".map-file")).to_contain_text("Universal VTT, 20 × 21 hexes", timeout=PATIENCE)
    desk.wait_odds_other_than(odds)
    assert desk.revision == 0
    page.locator("[data-do=other-map]").click()
    desk.wait_odds(odds)
    chooser.set_input_files(MAPS / "valley.tmx")
    expect(page.locator(".map-file")).to_contain_text("Would leave the board", timeout=PATIENCE)
    page.locator("[data-do=use-map]").click()
    desk.wait_revision(1)
    expect(page.get_by_label("Columns")).to_have_value("4", timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    desk.wait_odds(odds)


@pytest.mark.slow
def test_the_ground_is_painted_on_a_phone(open_page: Opener) -> None:
    desk = Desk(open_page("lang=fr", width=390, height=844, phone=True).page)
    page = desk.page
    until(desk.is_fresh, "odds")
    more(desk, "impassable", touch=True)
    page.locator(".frame[role=application]").tap()
    expect(page.locator(".saved")).to_contain_text("1", timeout=PATIENCE)
    for tool in ("picture", "map-file"):
        more(desk, tool, touch=True)
        expect(page.locator(".board-panel .drop:visible")).to_have_count(1, timeout=PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-do=done]").tap()
    expect(page.locator(".board-panel .drop:visible")).to_have_count(0, timeout=PATIENCE)
