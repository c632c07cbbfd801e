"""A fight that a player looks on at: what they see of it, and that nothing secret reaches their browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.ui.conftest import PATIENCE
from tests.ui.sharing import SharedServer
from tests.ui.test_sharing import SECRETS, Guest, battle_with_secrets

pytestmark = [pytest.mark.ui, pytest.mark.slow]


@pytest.fixture
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    server = SharedServer(tmp_path_factory.mktemp("shared"), battle_with_secrets())
    yield server
    server.stop()


def test_a_player_sees_whose_turn_it_is_and_the_log_but_no_secret_and_no_button(
    browser: Browser, shared: SharedServer
) -> None:
    ana = Guest(browser, shared, "owner", "Ana")
    cleo = Guest(browser, shared, "viewer", "Cleo")
    ana.page.locator(".top .mode[data-mode=fight]").click()
    ana.page.locator(".choice-card[data-dice=app]").click()
    ana.page.locator(".start-fight").click()
    expect(cleo.page.locator(".fight-offer")).to_contain_text("A fight is on", timeout=PATIENCE)
    cleo.page.get_by_role("button", name="Go to the fight").click()
    for revision in range(2, 8):
        ana.page.locator("[data-do=play-turn]").click()
        ana.desk.wait_revision(revision)
    expect(cleo.page.locator(".battle-log")).to_contain_text("Pikes move from D4", timeout=PATIENCE)
    expect(cleo.page.locator(".turn-order .unit")).to_have_count(4, timeout=PATIENCE)
    assert cleo.page.locator(".fight [data-do]:not([data-do=zoom])").count() == 0
    assert cleo.page.locator(".fight-log [data-do]").count() == 0
    for secret in SECRETS:
        assert not cleo.holds(secret), secret
    assert ana.watched.wrong == cleo.watched.wrong == []
    assert shared.complaints() == []
    for guest in (ana, cleo):
        guest.context.close()
