"""A battle fought at the table, in a real browser: dice typed one by one, moves and attacks clicked, its end."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Battlefield
from tests.ui.battles import skirmish_at_the_bridge
from tests.ui.conftest import PATIENCE, Opener, Server
from tests.ui.desk import Desk

pytestmark = pytest.mark.ui


class FightTable(Desk):
    """A page on which a battle is fought."""

    board = ".fight-board .frame[role=application]"

    def type_die(self, face: str) -> None:
        """Type a face as soon as a die is asked for, and wait until it is taken."""
        field = self.page.locator(".face-field")
        before = self.revision
        expect(field).to_be_focused(timeout=PATIENCE)
        field.fill(face)
        field.press("Enter")
        self.wait_revision(before + 1)

    def start(self, *faces: str) -> None:
        """Begin the fight with real dice for the order."""
        self.page.locator(".start-fight").click()
        for face in faces:
            self.type_die(face)
        expect(self.page.locator(".turn-card")).to_be_visible(timeout=PATIENCE)

    def expect_turn_of(self, name: str) -> None:
        expect(self.page.locator(".fight-head .mover")).to_have_text(name, timeout=PATIENCE)

    def expect_asked(self, words: str) -> None:
        expect(self.page.locator(".dice-card")).to_contain_text(
            words, use_inner_text=True, ignore_case=True, timeout=PATIENCE
        )

    def attack(self, name: str, *faces: str) -> None:
        """Choose a target from the menu and type the dice."""
        self.page.locator("summary.action").click()
        self.page.locator(".menu-item[data-do=attack]", has_text=name).click()
        for face in faces:
            self.type_die(face)

    def do(self, action: str) -> None:
        before = self.revision
        self.page.locator(f"[data-do=act][data-action={action}]").click()
        self.wait_revision(before + 1)


def face_to_face() -> BattleDocument:
    """Pikes and Orcs next to each other, and nobody else on the board."""
    document = skirmish_at_the_bridge()
    battle = document.mass_combat
    units = {
        "u1": replace(battle.units["u1"], position=(3, 3)),
        "u3": replace(battle.units["u3"], position=(5, 3)),
    }
    return replace(document, mass_combat=replace(battle, units=units, field=Battlefield(13, 8)))


def text_of(page: Page, selector: str) -> str:
    return re.sub(r"\s+", " ", page.locator(selector).inner_text())


def test_a_fight_is_begun_moved_in_and_survives_a_reload_in_the_middle_of_a_throw(open_page: Opener) -> None:
    table = FightTable(open_page("mode=prepare").page)
    page = table.page
    page.locator(".top .mode[data-mode=fight]").click()
    expect(page).to_have_url(re.compile("mode=fight"), timeout=PATIENCE)
    page.locator(".start-fight").click()
    table.expect_asked("Roll a d20 for Pikes")
    table.type_die("15")
    page.reload()
    table.expect_asked("Roll a d20 for Orcs")
    expect(page.locator(".fallen .die")).to_have_text("15", timeout=PATIENCE)
    page.locator(".face-field").fill("23")
    page.locator(".face-field").press("Enter")
    expect(page.locator(".dice-card [role=alert]")).to_have_text("A d20 shows 1 to 20, not “23”.", timeout=PATIENCE)
    expect(page.locator(".face-field")).to_have_value("23")
    expect(page.locator(".face-field")).to_be_focused(timeout=PATIENCE)
    page.keyboard.press("Delete")  # the text is selected
    expect(page.locator(".dice-card [role=alert]")).to_have_count(0, timeout=PATIENCE)
    page.locator(".face", has_text="10").click()
    table.expect_turn_of("Pikes")
    before = table.wait_final_odds()
    table.click_hex((12, 7))
    expect(page.locator(".fight-foot .refused")).to_have_text(
        "that hex is out of reach this turn (R0.24)", timeout=PATIENCE
    )
    table.click_hex((5, 3))
    table.wait_revision(4)
    expect(page.locator(".battle-log")).to_contain_text("Pikes move from D4 to D6 (2 hexes)", timeout=PATIENCE)
    expect(page.locator(".fight-foot .refused")).to_have_count(0, timeout=PATIENCE)
    page.locator(".top .icon-button[data-do=undo]").click()
    table.wait_revision(5)
    expect(page.locator(".battle-log")).not_to_contain_text("Pikes move", timeout=PATIENCE)
    page.locator(table.board).focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    table.wait_revision(6)
    expect(page.locator(".turn-head")).to_contain_text("D6", timeout=PATIENCE)
    page.locator("summary", has_text="Losses, events").click()
    page.get_by_label("BR lost").fill("6x")
    expect(page.locator(".suffer [role=alert]")).to_have_text("It is a whole number, 1 or more.")
    expect(page.get_by_label("BR lost")).to_have_value("6x")
    page.get_by_label("BR lost").fill("6")
    page.get_by_role("button", name="So be it").click()
    expect(page.locator(".turn-facts")).to_contain_text("BR 10 of 16", timeout=PATIENCE)
    table.wait_odds_other_than(before)
    page.locator("summary", has_text="Losses, events").click()
    page.get_by_label("What happens").select_option("lose their next turn")
    expect(page.get_by_label("BR lost")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="So be it").click()
    expect(page.locator(".battle-log")).to_contain_text("Pikes will lose their next turn", timeout=PATIENCE)
    side = page.get_by_role("switch", name="Horde plays by its doctrine")
    side.click()
    expect(side).to_have_attribute("aria-checked", "true", timeout=PATIENCE)


@pytest.mark.slow
def test_a_battle_is_fought_to_its_end_with_typed_dice_while_another_looks_on(
    open_page: Opener, server: Server
) -> None:
    battle = server.new_battle(face_to_face())
    pages = [open_page("").page for _ in range(2)]
    for page in pages:
        page.goto(f"{server.url}battle?id={battle}&mode=prepare")
    table, other = FightTable(pages[0]), pages[1]
    page = table.page
    page.locator(".top .mode[data-mode=fight]").click()
    table.start("15", "10")
    expect(other.locator(".fight-offer")).to_contain_text("A fight is on: round 1.", timeout=PATIENCE)
    other.locator(".top .mode[data-mode=fight]").click()
    table.click_hex((4, 3))
    table.wait_revision(4)
    expect(page.locator(".why.off", has_text="Disengage")).to_have_count(0, timeout=PATIENCE)
    table.attack("Orcs", "12", "9")
    expect(page.locator(".battle-log")).to_contain_text(
        "Pikes attack Orcs: 28 against 25, Orcs lose 2 BR, 14 left", timeout=PATIENCE
    )
    table.do("end")
    table.expect_turn_of("Orcs")
    page.locator("summary.action").click()
    page.locator(".menu-item[data-do=attack]", has_text="Pikes").click()
    table.expect_asked("Attack on Pikes")
    table.expect_asked("d20 + 14")
    FightTable(other).expect_asked("Roll a d20 for Orcs")
    table.type_die("20")
    expect(other.locator(".fallen .die")).to_have_text("20", timeout=PATIENCE)
    table.type_die("1")
    table.expect_asked("needs 9 or more")
    table.type_die("9")
    expect(page.locator(".battle-log")).to_contain_text("Pikes waver: 10 against 10, they hold", timeout=PATIENCE)
    table.do("end")
    table.expect_turn_of("Pikes")
    table.attack("Orcs", "20", "1", "1")
    expect(page.locator(".victory")).to_have_text("Dornmere have won after 2 rounds", timeout=PATIENCE)
    assert "Orcs fled −16" in text_of(page, ".tolls")
    assert "Pikes BR 11 of 16 −5" in text_of(page, ".tolls")
    expect(other.locator(".victory")).to_be_visible(timeout=PATIENCE)
    page.locator(".turn", has_text="Pikes move").hover()
    page.locator(".turn", has_text="Pikes move").locator(".rewind").click()
    page.locator(".chip[data-do=rewind]").click()
    table.expect_turn_of("Pikes")
    expect(page.locator(".fight-head")).to_contain_text("Round 1", ignore_case=True, timeout=PATIENCE)
    page.locator(".top .icon-button[data-do=undo]").click()
    expect(page.locator(".victory")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Back to preparation, keep the losses").click()
    expect(page.locator(".roster-a button.unit", has_text="Pikes").locator(".br")).to_contain_text(
        "11", timeout=PATIENCE
    )
    expect(page.locator(".tray")).to_contain_text("Orcs", timeout=PATIENCE)


@pytest.mark.slow
def test_on_a_phone_the_faces_are_buttons_and_a_tap_moves(open_page: Opener) -> None:
    table = FightTable(open_page("mode=fight&lang=fr", width=390, height=844, phone=True).page)
    page = table.page
    page.locator(".start-fight").tap()
    for face in ("15", "10"):
        expect(page.locator(".face-field")).not_to_be_focused(timeout=PATIENCE)
        asked = page.locator(".dice-head .mover").inner_text()
        button = page.locator(".face").get_by_text(face, exact=True)
        expect(button).to_be_in_viewport(timeout=PATIENCE)
        assert (button.bounding_box() or {"height": 0})["height"] >= 40
        button.tap()
        expect(page.locator(".dice-head .mover", has_text=asked)).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".turn-card")).to_contain_text("90 m de déplacement restant", timeout=PATIENCE)
    page.get_by_role("tab", name="Ordre", exact=True).tap()
    expect(page.locator(".its-turn")).to_contain_text("Pikes", timeout=PATIENCE)
    page.get_by_role("tab", name="Journal", exact=True).tap()
    expect(page.locator(".battle-log .die")).to_have_count(2, timeout=PATIENCE)
    page.locator(".phone-modes [data-mode=prepare]").tap()
    expect(page.locator(".fight-offer")).to_contain_text("Un combat est en cours : round 1.", timeout=PATIENCE)
