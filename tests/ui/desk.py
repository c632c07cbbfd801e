"""What a test does and reads on the page, in a game master's words."""

from __future__ import annotations

import re
from math import sqrt
from pathlib import Path

from playwright.sync_api import FloatRect, Locator, Page, expect

from massbattle_core.hexgrid import center
from massbattle_core.mass_combat.model import Battlefield
from tests.ui.conftest import PATIENCE, until

Position = tuple[int, int]


class Desk:
    """A page with a battle on it."""

    board = ".frame[role=application]"

    def __init__(self, page: Page, columns: int = 13, rows: int = 8) -> None:
        self.page = page
        self._field = Battlefield(columns, rows)

    # ---------------------------------------------------------------- reading

    @property
    def revision(self) -> int:
        return int(re.sub(r"\D", "", self.page.locator(".saved").inner_text()))

    def wait_revision(self, revision: int) -> None:
        expect(self.page.locator(".saved")).to_have_text(f"saved · rev {revision}", timeout=PATIENCE)

    @property
    def odds(self) -> str:
        return self.page.locator(".win").get_attribute("aria-label") or ""

    def wait_odds_other_than(self, before: str) -> None:
        until(lambda: self.is_fresh() and self.odds != before, "other odds")

    def wait_odds(self, text: str) -> None:
        expect(self.page.locator(".win:not(.stale)")).to_have_attribute("aria-label", text, timeout=PATIENCE)

    def wait_final_odds(self, *, other_than: str = "") -> str:
        """The odds once all battles are fought."""
        if other_than:
            self.wait_odds_other_than(other_than)
        expect(self.page.locator(".method")).to_have_text(re.compile(r"^simulated, 20,000 battles"), timeout=PATIENCE)
        until(self.is_fresh, "fresh odds")
        return self.odds

    def is_fresh(self) -> bool:
        return self.page.locator(".win:not(.stale):not(.empty)").count() == 1

    @property
    def status(self) -> str:
        return self.page.locator(".board-foot [role=status]").inner_text()

    # ---------------------------------------------------------------- units and sliders

    def unit(self, name: str) -> Locator:
        return self.page.locator("button.unit", has_text=name)

    def select(self, name: str) -> None:
        self.unit(name).click()
        expect(self.unit(name)).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)

    def slider(self, label: str) -> Locator:
        found = self.page.get_by_label(label, exact=True).and_(self.page.locator("input[type=range]"))
        found.wait_for(state="attached", timeout=PATIENCE)
        return found

    def grab_slider(self, label: str, value: int, low: int, high: int) -> None:
        """Press the mouse on a slider's thumb and move it to a value, without letting go."""
        track = self.slider(label).locator("xpath=ancestor::span[contains(@class, 'MuiSlider-root')]")
        track.scroll_into_view_if_needed()
        box = track.bounding_box()
        assert box
        now = int(self.slider(label).get_attribute("aria-valuenow") or 0)

        def x(at: int) -> float:
            return box["x"] + box["width"] * (at - low) / (high - low)

        y = box["y"] + box["height"] / 2
        self.page.mouse.move(x(now), y)
        self.page.mouse.down()
        self.page.mouse.move((x(now) + x(value)) / 2, y, steps=3)
        self.page.mouse.move(x(value), y, steps=3)
        expect(self.slider(label)).to_have_attribute("aria-valuenow", str(value), timeout=PATIENCE)

    def release(self) -> None:
        self.page.mouse.up()

    # ---------------------------------------------------------------- the board

    def board_box(self) -> FloatRect:
        """Where the board is on the screen, once it has its size."""
        board = self.page.locator(self.board)
        board.scroll_into_view_if_needed()
        return until(lambda: (box := board.bounding_box()) and box["height"] > 100 and box, "the board")

    def point(self, place: Position) -> tuple[float, float]:
        """Where the centre of a hex is on the screen while the whole map is shown."""
        box = self.board_box()
        half = sqrt(3) / 2
        left, right = -half - 1.05, 2 * half * (self._field.columns + 0.5) - half + 0.1
        bottom, top = -1.5 * (self._field.rows - 1) - 2.1, 1.1
        x, y = center(place)
        return (
            box["x"] + box["width"] * (x - left) / (right - left),
            box["y"] + box["height"] * (top - y) / (top - bottom),
        )

    def take(self, tool: str) -> None:
        button = self.page.locator("button.tool", has_text=tool)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)

    def click_hex(self, place: Position) -> None:
        self.page.mouse.click(*self.point(place))

    def drag(self, start: Position, end: Position, *, hold: int = 0) -> None:
        """Drag from a hex to another, after holding the button still for some milliseconds."""
        self.page.mouse.move(*self.point(start))
        self.page.mouse.down()
        self.page.wait_for_timeout(hold)
        self.page.mouse.move(*self.point(((start[0] + end[0]) // 2, start[1])), steps=4)
        self.page.mouse.move(*self.point(end), steps=4)
        self.page.mouse.up()

    # ---------------------------------------------------------------- files

    def save(self, path: Path) -> Path:
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Download", exact=True).click()
        download.value.save_as(path)
        return path

    def open(self, path: Path) -> None:
        self.page.locator("input[type=file]").set_input_files(path)
