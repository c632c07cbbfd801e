"""Other battles begun from the page of one: nothing that was built gives way to them."""

from dashboard.battle_files import new_battle
from dashboard.models import BattleSession
from dashboard.models.files import open_battle
from dashboard.room import Room
from dashboard.store import Store
from dashboard.views.beginnings import begin, begin_demo
from massbattle_core import battlefile
from tests.dashboard.fakes import ANA, EVE


def test_a_battle_that_was_built_stays_when_another_begins(room: Room, store: Store) -> None:
    session, opened = BattleSession(room, ANA), list[str]()
    built = session.document
    begin_demo(session, "demo-undead", opened.append)
    begin(session, new_battle(str), opened.append)
    assert (session.document, session.revision) == (built, 0)
    assert [store.load(battle)[0].name for battle in opened] == ["The Nameless Host", "New battle"]


def test_an_empty_battle_becomes_the_demo(room: Room) -> None:
    session, opened = BattleSession(room, ANA), list[str]()
    open_battle(session, battlefile.dumps(new_battle(str)).encode(), "empty.json", draft=True)
    begin_demo(session, "demo-undead", opened.append)
    assert (session.document.name, opened) == ("The Nameless Host", [])
    session.undo()
    assert session.document.name == "New battle"


def test_whoever_only_looks_on_begins_nothing(room: Room) -> None:
    session, opened = BattleSession(room, EVE), list[str]()
    begin_demo(session, "demo-undead", opened.append)
    assert (opened, len(session.refusal)) == ([], 1)
