"""A battle shared on a network: what each role sees and may do, whatever its browser claims."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tornado.httpclient import HTTPClientError

from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Commander, Group, Unit
from tests.ui.attack import documents, frames, happenings, kind, patches, tellings
from tests.ui.battles import skirmish_at_the_bridge
from tests.ui.conftest import PATIENCE, Watched, until
from tests.ui.desk import Desk
from tests.ui.sharing import HandMade, SharedServer, models

SECRETS = ("Nightblades", "obgoblin", "Skullsplitter", "dusk", "veteran warband")


def battle_with_secrets() -> BattleDocument:
    """The enemy is made of hobgoblins, a hero leads it, one of its units lies in ambush; there are notes."""
    document = skirmish_at_the_bridge()
    hobgoblin = catalogue().get("hobgoblin")
    assert hobgoblin
    banner = Unit(
        "u3",
        "b",
        "Red banner",
        (Group("hobgoblin", 80),),
        Commander(3, "hobgoblin", "Skullsplitter"),
        4,
        position=(9, 3),
        notes="a veteran warband",
    )
    led = Commander(0, "hobgoblin")
    ambush = Unit("u6", "b", "Nightblades", (Group("hobgoblin", 20),), led, position=(11, 6), secret=True)
    battle = document.mass_combat
    return replace(
        document,
        creatures={**document.creatures, "hobgoblin": hobgoblin},
        mass_combat=replace(battle, units={**battle.units, "u3": banner, "u6": ambush}),
        notes="They attack at dusk.",
    )


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    server = SharedServer(tmp_path_factory.mktemp("shared"), battle_with_secrets())
    yield server
    server.stop()


class Guest:
    """Somebody who came in by a link, and everything that their browser received."""

    def __init__(self, browser: Browser, server: SharedServer, role: str, name: str) -> None:
        self.context = browser.new_context(viewport={"width": 1440, "height": 900})
        self.watched = Watched(self.context.new_page(), server)
        self.page = self.watched.page
        self.frames: list[str] = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        self.page.goto(server.links[role], timeout=PATIENCE)
        assert "#" not in self.page.url
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Join").click()
        self.page.wait_for_selector(".top .battle")
        self.desk = Desk(self.page)

    def _received(self, frame: Any) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))

    def holds(self, text: str) -> bool:
        """Whether the browser was ever sent this."""
        return any(text in frame for frame in self.frames) or text in self.page.content()

    def morale_of(self, unit: str) -> str:
        return self.desk.unit(unit).locator(".morale").first.inner_text()


@pytest.mark.slow
def test_three_browsers_share_a_battle_and_the_viewer_is_sent_no_secret(browser: Browser, shared: SharedServer) -> None:
    ana = Guest(browser, shared, "owner", "Ana")
    ben = Guest(browser, shared, "editor", "Ben")
    cleo = Guest(browser, shared, "viewer", "Cleo")

    # each keeps their own selection
    ana.desk.select("Pikes")
    ben.desk.select("Archers")
    cleo.desk.select("Red banner")
    ben.desk.select("Pikes")
    expect(cleo.desk.unit("Red banner")).to_have_attribute("aria-pressed", "true")

    # a slider that moves shows in the others before it is let go, and an edit after
    before = cleo.morale_of("Pikes")
    ben.desk.grab_slider("Morale", 3, -10, 10)
    expect(ana.page.locator(".slider-head .by")).to_have_text("BeBen is changing this", timeout=PATIENCE)
    until(lambda: ana.morale_of("Pikes") != before and cleo.morale_of("Pikes") != before, "the preview in the others")
    assert ana.desk.revision == 0
    ben.desk.release()
    for guest in (ana, ben):
        guest.desk.wait_revision(1)

    # Ana builds on it: Ben cannot take it away from under her, and is told that his was overtaken
    ana.desk.grab_slider("Morale", -2, -10, 10)
    ana.desk.release()
    for guest in (ana, ben):
        guest.desk.wait_revision(2)
    until(lambda: cleo.morale_of("Pikes") == ana.morale_of("Pikes") != before, "the edit at the viewer's")
    expect(ben.page.locator(".told")).to_contain_text("Ana")
    expect(ben.page.locator(".top .news")).to_contain_text("Ana: ")
    assert ben.desk.unit("Pikes").locator(".disc").count() == 1  # Ana has it selected
    ben.page.get_by_role("button", name="Leave it").click()
    expect(ben.page.locator(".told")).to_have_count(0)
    ben.page.get_by_role("button", name="Undo", exact=True).first.click()
    expect(ben.page.locator(".message")).to_contain_text("has been changed since by Ana")
    assert ana.desk.revision == 2

    # the viewer looks on: nothing to change anything with, and nothing that is secret
    cleo.page.wait_for_selector(".unit-card .facts")
    assert cleo.page.locator("input, select, .tool, [data-do=undo], [data-do=save]").count() == 0
    assert cleo.desk.unit("Red banner").inner_text().split() == ["Red", "banner", "–", "?"]
    until(ana.desk.is_fresh, "odds for those who may see them")
    assert [text for text in (*SECRETS, "Dornmere wins") if cleo.holds(text)] == []
    assert all(ana.holds(text) for text in (*SECRETS[:3], "Dornmere wins"))

    # what the game master shows arrives
    ana.page.get_by_role("button", name="Bestiary", exact=True).click()
    expect(ana.page.get_by_role("dialog", name="Creatures")).to_be_visible()
    ana.page.get_by_role("button", name="Share", exact=True).click()
    expect(ana.page.get_by_role("dialog")).to_have_accessible_name("Share this battle")  # one drawer at a time
    ana.page.get_by_role("checkbox", name="The odds of the battle").click()
    until(lambda: cleo.holds("Dornmere wins"), "the odds that were shown")
    assert [text for text in SECRETS if cleo.holds(text)] == []

    # a link that is closed shows out whoever came by it, and nobody else
    ana.page.locator(".share-link", has_text="For players").get_by_role("button", name="Close it").click()
    expect(cleo.page.get_by_role("heading", name="Join the battle")).to_be_visible(timeout=PATIENCE)
    ben.desk.select("Archers")
    ana.page.locator(".share-link", has_text="For players").get_by_role("button", name="Make a link").click()
    address = ana.page.get_by_role("textbox", name="For players")
    expect(address).to_have_value(re.compile(r"/join#"))
    shared.links["viewer"] = address.input_value()
    ana.page.locator(".top .battle").focus()
    ana.page.locator(".top .battle").blur()
    ana.page.keyboard.press("Escape")  # from wherever one is
    expect(ana.page.get_by_role("dialog")).to_have_count(0)

    assert [wrong for guest in (ana, ben, cleo) for wrong in guest.watched.wrong] == []
    for guest in (ana, ben, cleo):
        guest.context.close()
    for link in shared.links.values():
        assert link.rpartition("#")[2] not in shared.log


def test_what_a_page_says_again_is_taken_once_whichever_way_it_comes_first(shared: SharedServer) -> None:
    editor = HandMade(shared)
    assert editor.join(shared.links["editor"].rpartition("#")[2]).status == 303

    def units() -> int:
        return shared.document(editor.battle).count('"New unit"')

    def say_again(*texts: str) -> int:
        return editor.ask("last-words", json.dumps({"token": token, "messages": [texts]})).status

    async def work() -> None:
        async with editor.socket(token) as socket:
            pieces = [model for model in models(await socket.pull()) if "data" in model["attributes"]]
            bar = min(pieces, key=lambda piece: (r"class=\"top\"" not in json.dumps(piece), len(json.dumps(piece))))
            add = socket.telling(bar["id"], {"do": "add-unit", "side": "a"})
            sent = await socket.patch(add)
            until(lambda: units() == 1, "the first unit")
            assert say_again(*sent) == 204
            unheard = socket.texts("PATCH-DOC", {"events": [add], "references": []})
            assert say_again(*unheard) == say_again(*unheard) == 204
            await socket.say(*unheard)
            await socket.pull()
            until(lambda: units() > 1, "the second unit")
            await socket.patch(add)
            until(lambda: units() > 2, "the third unit")
            assert units() == 3

    token = editor.token()
    run(work())


@pytest.mark.slow
@pytest.mark.parametrize("role", ["viewer", "editor"])
def test_a_hand_made_client_gets_no_further_than_its_role(shared: SharedServer, role: str) -> None:
    """It tells every word, patches every property, fires every event and sends every message that there is."""
    other = shared.new_battle(replace(battle_with_secrets(), name="Another battle"))
    client, editor = HandMade(shared), HandMade(shared)
    assert client.join(shared.links[role].rpartition("#")[2]).status == 303
    assert editor.join(shared.links["editor"].rpartition("#")[2], "Ben").status == 303
    battles, rights = shared.kept(), shared.rights()

    def check(part: str) -> None:
        assert shared.complaints() == [], part
        now = shared.kept()
        if role == "viewer":
            assert now == battles, part
            assert shared.rights() == rights, part
        assert now[other] == battles[other], part
        assert shared.rights() >= rights, part  # whoever branches has links to the branch
        assert editor.ask("alive").status == 200

    async def attack() -> None:
        async with client.socket(client.token()) as socket:
            document = await socket.pull()
            assert {"LiveMarkup", "Frame", "Figure", "ColumnDataSource"} <= {kind(one) for one in models(document)}
            step = 1 if role == "viewer" else 5  # an editor's page has far more of all
            said = {
                "words": (tellings(document, 1 if role == "viewer" else 24), 50),
                "events": (islice(happenings(document), 0, None, step), 1),
                "properties": (islice(patches(document), 0, None, step), 1),
                "documents": (documents(document), 1),
            }
            for part, (changes, at_once) in said.items():
                for number, some in enumerate(in_parts(changes, at_once)):
                    await socket.patch(*some)
                    if at_once > 1 or number % 100 == 99:
                        await socket.settle()
                await socket.pull()
                check(part)
        for message in frames(document):
            async with client.socket(client.token()) as socket:
                for frame in message:
                    await socket.frame(frame)
        check("frames")

    run(attack())
    revision = shared.document(client.battle)

    async def edit() -> None:  # everybody else goes on, and the same words change the battle for somebody who may
        async with editor.socket(editor.token()) as socket:
            for model in list(models(await socket.pull())):
                if "data" in model["attributes"]:
                    await socket.patch(socket.telling(model["id"], {"do": "rename", "value": f"After the {role}"}))
            await socket.pull()

    run(edit())
    assert shared.document(client.battle) != revision
    assert f"After the {role}" in shared.document(client.battle)


def in_parts(changes: Iterable[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """Changes so many at a time."""
    rest = iter(changes)
    while part := list(islice(rest, size)):
        yield part


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do it on a loop of its own: the browser of the tests has one in this thread already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_the_door_refuses_strangers(shared: SharedServer) -> None:
    stranger, viewer, other = HandMade(shared), HandMade(shared), HandMade(shared)
    token = shared.links["viewer"].rpartition("#")[2]
    assert viewer.join(token).status == other.join(token).status == 303
    stranger.battle = viewer.battle

    # no cookie, a forged one, one of somebody else's session, a page of another site
    assert "join" in stranger.ask(f"battle?id={viewer.battle}").headers["Location"]
    session = viewer.token()
    for path in ("battle/metadata", "battle/autoload.js", "battle/autoload.js/", "battles"):
        asked = f"{path}?id={viewer.battle}&bokeh-autoload-element=x"
        assert "join" in (stranger.ask(asked).headers["Location"] or "join"), path
        assert stranger.ask(asked).status != 200, path
    assert "join" in viewer.ask("battles").headers["Location"]
    forged = viewer.cookie.replace(viewer.cookie[-4:], "0000")

    async def status(**how: str) -> int:
        try:
            async with viewer.socket(how.pop("token", session), **how):
                return 101
        except HTTPClientError as error:
            return int(error.code)

    assert run(status()) == 101
    assert run(status(cookie="")) == 403
    assert run(status(cookie=forged)) == 403
    assert run(status(cookie=other.cookie)) == 403
    assert run(status(origin="http://evil.example")) == 403
    assert viewer.ask(f"battle?id={viewer.battle}&bokeh-session-id=mine").status == 403
    words = json.dumps({"token": session, "messages": []})
    assert viewer.ask("last-words", words).status == 204
    assert viewer.ask("last-words", words, Origin="http://evil.example").status == 403
    assert other.ask("last-words", words).status == stranger.ask("last-words", words).status == 403
    assert viewer.ask("last-words", json.dumps({"token": f"{session}x", "messages": []})).status == 403
    for nonsense in ("", "[]", words.replace("[]", '[["{}", "{}"]]')):
        assert viewer.ask("last-words", nonsense).status == 400
    assert viewer.ask("join", {"token": token}, Origin="http://evil.example").status == 403
    assert viewer.ask("battle?id=another").headers["Location"]

    # what every answer says
    headers = viewer.ask(f"battle?id={viewer.battle}").headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"].partition("script-src")[2].partition(";")[0]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert viewer.cookie not in viewer.page()

    # whoever guesses waits longer and longer, even with the right link then
    statuses = [stranger.join(f"{token[:12]}{guess}").status for guess in range(8)]
    assert statuses[:4] == [403] * 4
    assert statuses[-1] == 429
    assert stranger.join(token).status == 429
