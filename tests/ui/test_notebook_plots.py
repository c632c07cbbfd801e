"""What a notebook shows is drawn by a browser that reaches no other host."""

from __future__ import annotations

from playwright.sync_api import Browser

from dashboard import notebook
from massbattle_core.bridges import lever_odds
from massbattle_core.mass_combat.kills import Part
from massbattle_core.mass_combat.simulate import morale_curve
from tests.ui.battles import skirmish_at_the_bridge

_ALL_DRAWN = """() => {
  const roots = [...document.querySelectorAll("[data-root-id]")]
  return roots.length === 4 && roots.every(root => root.firstElementChild?.offsetHeight > 100)
}"""


def test_board_and_charts_are_drawn_without_another_host(browser: Browser) -> None:
    document = skirmish_at_the_bridge()
    battle, creatures = document.mass_combat, document.creatures
    unit = battle.side_units("b")[0]
    lever = lever_odds(battle, creatures, unit.id, [(Part(), 1), (Part({0: 1}), 2)], battles=200)
    plots = (
        notebook.board(document, width=600),
        notebook.odds_chart(lever.before, battle.sides),
        notebook.lever_chart(lever, "b"),
        notebook.morale_chart(morale_curve(battle, creatures, unit.id, 50)),
    )
    outputs = [notebook.start(), *map(notebook.show, plots)]
    page = browser.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.set_content("".join(f"<div>{output.data}</div>" for output in outputs))
    page.locator(".bk-Figure").nth(5).wait_for(state="attached")
    page.wait_for_function(_ALL_DRAWN)
    assert not [url for url in asked if not url.startswith(("data:", "blob:", "about:"))]
    assert wrong == []
    page.close()
