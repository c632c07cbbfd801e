"""A browser that sleeps and returns: it is taken as gone, others go on, and it shows what is true by itself."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.ui.battles import skirmish_at_the_bridge
from tests.ui.conftest import PATIENCE, Server, Watched, launch
from tests.ui.desk import Desk

pytestmark = [pytest.mark.ui, pytest.mark.slow]


def browsers_below(parent: int) -> set[int]:
    """The processes of browsers that a process, or one that it has started, has started."""
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            if entry.name.isdecimal() and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                child = int(entry.name)
                found |= {child} if b"chrom" in (entry / "cmdline").read_bytes() else set()
                found |= browsers_below(child)
    return found


@contextmanager
def asleep(processes: set[int]) -> Iterator[None]:
    """While it lasts these processes do nothing, as on a computer whose lid is closed."""
    assert processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def opened(browser: Browser, server: Server, battle: str) -> tuple[Watched, Desk]:
    page = Watched(browser.new_context(viewport={"width": 1440, "height": 900}).new_page(), server)
    page.page.context.request.get(server.url, max_redirects=0, timeout=PATIENCE)  # whose edits are whose
    page.page.goto(f"{server.url}battle?id={battle}", timeout=PATIENCE)
    desk = Desk(page.page)
    desk.select("Pikes")
    return page, desk


def test_a_browser_that_slept_shows_what_others_did_meanwhile(
    playwright: Playwright, browser: Browser, server: Server
) -> None:
    battle = server.new_battle(skirmish_at_the_bridge())
    awake, ben = opened(browser, server, battle)
    others = browsers_below(os.getpid())
    sleeper = launch(playwright)
    sleepy, ana = opened(sleeper, server, battle)
    ana.page.get_by_role("button", name="treatment").click()
    ben.wait_revision(1)
    present = ben.page.locator(".top .disc")
    expect(present).to_have_count(2, timeout=PATIENCE)

    with asleep(browsers_below(os.getpid()) - others):
        expect(present).to_have_count(0, timeout=PATIENCE)  # one is alone
        ben.page.get_by_role("button", name="stakes").click()
        ben.wait_revision(2)
    sleepy.allowed = re.compile(r"websocket|ERR_|connection|Failed to fetch", re.IGNORECASE)

    ana.wait_revision(2)  # by itself
    expect(present).to_have_count(2, timeout=PATIENCE)
    ana.select("Pikes")
    ana.page.get_by_role("button", name="pay").click()
    ben.wait_revision(3)
    assert sleepy.wrong == awake.wrong == []
    sleeper.close()
    awake.page.context.close()
