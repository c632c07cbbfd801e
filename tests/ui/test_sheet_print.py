"""The battle sheet in a real browser: printed on A4 and Letter, every unit there and nothing cut."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from dashboard.takeaway import battle_sheet_html, map_svg
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Battlefield, Hex, MassBattle, Objective, hex_key
from tests.core.armies.documents import FORD
from tests.ui.pdf_text import pages, text_of

pytestmark = pytest.mark.ui

DEMO = battlefile.load(FORD)
MARGIN_MM = 12
PAPERS = {"A4": (210, 297, 4), "Letter": (215.9, 279.4, 5)}
"""Width and height in mm, and the pages that the demo takes."""

OUTSIDE = """width => [...document.querySelectorAll('body *')].filter(element => {
  const box = element.getBoundingClientRect()
  const cut = element.clientWidth && element.scrollWidth > element.clientWidth + 1
  return box.right > width + 0.5 || box.left < -0.5 || (cut && !element.closest('svg'))
}).map(element => element.outerHTML.slice(0, 120))"""
"""The elements that reach out of the page, or whose text reaches out of them."""

OUTSIDE_DRAWING = """() => {
  const whole = document.querySelector('svg').getBoundingClientRect()
  return [...document.querySelectorAll('svg *')].map(element => element.getBoundingClientRect()).filter(box => box.width
    && (box.left < whole.left - 1 || box.right > whole.right + 1
      || box.top < whole.top - 1 || box.bottom > whole.bottom + 1)
  ).length
}"""


def largest() -> BattleDocument:
    """As much as a battle may hold, with names that nothing lets break."""
    base = DEMO.mass_combat.units["u1"]
    units = {
        f"u{n}": replace(
            base,
            id=f"u{n}",
            side="a" if n % 2 else "b",
            name=f"{n:02d}" + "MW" * 39,
            notes="note" * 30,
            position=(n % 60, n // 2),
        )
        for n in range(1, 65)
    }
    hexes = {
        hex_key((c, r)): Hex(("water", "wall", "impassable")[c % 3], r - 20, label="A long label")
        for c in range(0, 60, 3)
        for r in range(40)
    }
    goal = Objective("a", "hold", tuple((c, 3) for c in range(60)), 3)
    battle = MassBattle(units=units, field=Battlefield(60, 40, hexes), objectives={"x": goal})
    return replace(DEMO, name="W" * 120, mass_combat=battle, notes="N" * 2000)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if request.url != "about:blank" else None)
    yield page
    page.close()
    assert complaints == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("battle", ["demo", "largest"])
def test_every_unit_is_printed_and_nothing_is_cut(page: Page, tmp_path: Path, paper: str, battle: str) -> None:
    document = DEMO if battle == "demo" else largest()
    wide, high, count = PAPERS[paper]
    page.set_content(battle_sheet_html(document))
    page.emulate_media(media="print")
    width = (wide - 2 * MARGIN_MM) * 96 / 25.4
    page.set_viewport_size({"width": int(width), "height": 1000})
    assert page.evaluate(OUTSIDE, int(width)) == []
    for box in page.evaluate(
        "[...document.querySelectorAll('figure, article')].map(e => e.getBoundingClientRect().height)"
    ):
        assert box < (high - 2 * MARGIN_MM) * 96 / 25.4

    pdf = tmp_path / "sheet.pdf"
    page.pdf(path=pdf, format=paper, print_background=True)
    sizes = pages(pdf)
    assert {(round(x * 25.4 / 72), round(y * 25.4 / 72)) for x, y in sizes} == {(round(wide), round(high))}
    assert len(sizes) == count or battle == "largest"
    text = text_of(pdf)
    for unit in document.mass_combat.units.values():
        assert text.count("".join(unit.name.split())) >= 2, unit.name
    assert "CreativeCommonsAttribution4.0" in text


def test_what_reaches_out_of_the_page_would_be_seen(page: Page) -> None:
    page.set_content(battle_sheet_html(DEMO).replace("</style>", ".order { width: 900px }</style>"))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})
    assert page.evaluate(OUTSIDE, 703)


def test_the_map_is_a_drawing_with_its_units(page: Page) -> None:
    page.set_content(map_svg(DEMO).partition("\n")[2])
    assert page.locator("svg g title").count() == len(DEMO.mass_combat.units)
    assert page.evaluate(OUTSIDE_DRAWING) == 0
