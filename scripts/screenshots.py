"""Take the pictures of the page that the documentation shows.

Run from the root of the project: ``python scripts/screenshots.py``, with names of pictures to take only these. It
serves the demo battle from a store of its own and needs Chromium (``/usr/bin/chromium``, or the one of
``playwright install chromium``).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from dashboard.takeaway import battle_sheet_html
from massbattle_core import battlefile

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
DEMO = ROOT / "dashboard" / "battles" / "demo-ford.json"
PATIENCE = 120_000
FAULTY_LIST = """side;unit;creature;count;mount;is_commander;morale;col;row
a;Riders;goblin;40;wolf;;1;3;5
a;Riders;goblin boss;;;yes;;;
b;Line;xyzzyx;50;;;;;
b;Line;orc;minus;;;0;12;5
"""


def _nothing(page: Page) -> None:
    """Leave the page as it opens."""


def _tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("tab", name=name, exact=True).tap()


def _why(page: Page) -> None:
    page.locator(".figures .why").first.hover()


def _new_battle(page: Page) -> None:
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="New battle").click()
    page.wait_for_selector(".steps")


def _bestiary(page: Page, part: str) -> None:
    page.get_by_role("button", name="Bestiary", exact=True).click()
    page.get_by_role("tab", name=part, exact=True).click()


def _import(page: Page) -> None:
    _bestiary(page, "Import")
    page.locator(".paste summary").click()
    page.locator(".paste textarea").fill(FAULTY_LIST)
    page.get_by_role("button", name="Read it").click()
    page.wait_for_selector("tr.faulty")


def _creature(page: Page) -> None:
    _bestiary(page, "Creatures")
    page.locator(".bestiary .search").fill("hobgoblin")
    page.get_by_label("Begin from it: Hobgoblin").click()
    page.get_by_label("Name", exact=True).fill("Iron legionary")
    page.get_by_label("walking").fill("fast")
    page.wait_for_selector(".fault")


def _fight(page: Page) -> None:
    page.locator(".choice-card[data-dice=app]").click()
    page.locator(".start-fight").click()
    played = page.locator(".saved")
    for turn in range(21):  # into the second round, until somebody can attack
        page.locator("[data-do=play-turn]").click()
        played.filter(has_text=f"rev {turn + 2}").wait_for()
        if turn > 16 and page.locator("summary.action").count():
            break
    page.locator(".segments [data-dice=real]").click()
    page.locator("summary.action").click()
    page.locator("[data-do=attack]").first.click()
    page.locator(".face-field").fill("14")
    page.locator(".face-field").press("Enter")
    page.locator(".fallen .die").wait_for()
    _wait_until_computed(page, unit=False)


def _sheet(page: Page) -> None:
    page.set_content(battle_sheet_html(battlefile.load(DEMO)))


@dataclass(frozen=True)
class Picture:
    """A picture: its name, the address after ``battle?``, the size of the window, what is done before."""

    name: str
    query: str = "unit=u1"
    width: int = 1440
    height: int = 900
    before: Callable[[Page], None] = _nothing

    @property
    def phone(self) -> bool:
        """Whether it is the screen of a phone."""
        return self.width < 600


PICTURES = (
    Picture("prepare-1440"),
    Picture("prepare-dark-1440", "unit=u8&theme=dark"),
    Picture("prepare-french-1440", "unit=u2&lang=fr"),
    Picture("why-1440", before=_why),
    Picture("prepare-390", width=390, height=844),
    Picture("prepare-390-units", width=390, height=844, before=_tab("Units")),
    Picture("prepare-390-unit", width=390, height=844, before=_tab("Unit")),
    Picture("prepare-390-odds", width=390, height=844, before=_tab("Odds")),
    Picture("import-1440", before=_import),
    Picture("creature-1440", before=_creature),
    Picture("sheet", width=794, height=1123, before=_sheet),
    Picture("fight-1440", "mode=fight&dice=app", before=_fight),  # from here on the battle is changed
    Picture("start-1440", "", before=_new_battle),
)


def main() -> None:
    """Serve the demo battle and take every picture, or those that are named."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    chromium = Path("/usr/bin/chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-c", "from dashboard.cli import main; main()", "serve", str(DEMO), "--port", "0"]
        options = ["--store", f"sqlite:///{folder}/battles.db", "--budget", "600", "--no-browser"]
        server = subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        browser = playwright.chromium.launch(
            executable_path=chromium if chromium.exists() else None, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            assert server.stdout
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not start"
            for picture in (one for one in PICTURES if one.name in sys.argv[1:] or not sys.argv[1:]):
                context = browser.new_context(
                    viewport={"width": picture.width, "height": picture.height},
                    device_scale_factor=2 if picture.phone else 1,
                    has_touch=picture.phone,
                    is_mobile=picture.phone,
                )
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(f"{found.group()}?{picture.query}")
                _wait_until_computed(page, bool(picture.query))
                page.locator(".top .disc").first.wait_for(state="detached")  # the one before has left
                picture.before(page)
                page.wait_for_timeout(1_500)  # tooltips and bars come to rest
                page.screenshot(path=IMAGES / f"{picture.name}.png")
                print(f"docs/images/{picture.name}.png")
                context.close()
        finally:
            browser.close()
            server.terminate()
            server.wait(30)


def _wait_until_computed(page: Page, unit: bool) -> None:
    finished = re.compile(r"^(simulated|simulé), 20.000 (battles|batailles) ·")
    page.locator(".method").filter(has_text=finished).wait_for()
    if unit:
        page.locator("input[type=range]").nth(1).wait_for(state="attached")
        page.wait_for_timeout(4_000)  # the curve follows the headline


if __name__ == "__main__":
    main()
