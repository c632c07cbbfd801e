"""What each role may do in a room, whatever its browser claims: every way in, and every edit that there is."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args

import panel as pn
import panel_material_ui as pmui
import pytest

from dashboard.battles_page import build_battles_page
from dashboard.i18n import Words
from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.battle_list import BattleList
from dashboard.page import build_page
from dashboard.rooms import Room, Rooms
from dashboard.views.live import LiveMarkup
from massbattle_core import document as document_module
from massbattle_core.document import BattleDocument, Edit, Rename, Several
from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat import edits as edits_module
from massbattle_core.mass_combat import fight
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import ANA, EVE
from tests.ui.attack import action_words, nonsense

EDITS: tuple[type[Any], ...] = get_args(Edit)
APPLY = ("apply", "apply_to", "fight")
REFUSED = "you are here to look on and cannot change this battle"


def any_edit(kind: type[Any]) -> Any:
    """An edit of a kind, with values of no sense: who may not edit is refused before anybody looks at them."""
    return kind(**{fact.name: "u1" for fact in fields(kind)})


def test_every_class_that_can_be_applied_is_one_of_the_edits() -> None:
    """So that no edit is left out of what follows."""
    applied = {
        kind
        for module in (document_module, edits_module, fight)
        for kind in vars(module).values()
        if inspect.isclass(kind) and is_dataclass(kind) and any(map(inspect.isfunction, map(vars(kind).get, APPLY)))
    }
    assert applied == set(EDITS) == {*document_module._EDIT_CLASSES.values(), Several}
    assert len(EDITS) > 25


@pytest.mark.parametrize("kind", EDITS, ids=lambda kind: kind.__name__)
def test_no_edit_of_a_viewer_enters_the_room(room: Room, kind: type[Any]) -> None:
    before = room.view(ANA)
    for way in (lambda: room.submit(any_edit(kind), EVE), lambda: room.preview(EVE, any_edit(kind))):
        with pytest.raises(IllegalActionError, match=REFUSED):
            way()
    after = room.view(ANA)
    assert (after.document, after.shown, after.revision) == (before.document, before.shown, before.revision)


WAYS_IN: dict[str, Callable[[Room], object]] = {
    "submit": lambda room: room.submit(Several((Rename("Mine"),)), EVE),
    "replace": lambda room: room.replace(BattleDocument("Mine"), EVE, "mine.json"),
    "restore": lambda room: room.restore(0, EVE),
    "rewind": lambda room: room.rewind(0, EVE),
    "branch": lambda room: room.branch(0, "Mine", EVE),
    "begin": lambda room: room.begin(BattleDocument("Mine"), EVE),
    "undo": lambda room: room.undo(EVE),
    "redo": lambda room: room.redo(EVE),
    "preview": lambda room: room.preview(EVE, Rename("Mine")),
}


@pytest.mark.parametrize("way", WAYS_IN)
def test_no_other_way_in_is_open_to_a_viewer_nor_to_somebody_of_no_known_role(
    rooms: Rooms, room: Room, way: str
) -> None:
    room.submit(SetMorale("u1", 5), ANA)
    room.submit(SetMorale("u1", 6), replace(EVE, role="editor"))  # what was once their own to take back
    before = rooms.store.load(room.id), [battle.id for battle in rooms.store.battles()]
    for role in ("viewer", "host", ""):
        stranger: Any = replace(EVE, role=role)
        with pytest.raises(IllegalActionError, match=REFUSED):
            WAYS_IN[way](_As(room, stranger))  # type: ignore[arg-type]
    assert (rooms.store.load(room.id), [battle.id for battle in rooms.store.battles()]) == before
    assert room.view(ANA).shown == before[0][0]


class _As:
    """A room in which everybody called Eve is somebody else."""

    def __init__(self, room: Room, author: Any) -> None:
        self._room, self._author = room, author

    def __getattr__(self, name: str) -> Callable[..., object]:
        return lambda *given: getattr(self._room, name)(*(self._author if one is EVE else one for one in given))


def test_the_room_has_no_way_in_but_these() -> None:
    takes_author = {
        name
        for name, method in inspect.getmembers(Room, inspect.isfunction)
        if not name.startswith("_") and "author" in inspect.signature(method).parameters
    }
    assert takes_author - {"view", "subscribe", "be_at", "settle"} == set(WAYS_IN)


# ---------------------------------------------------------------- what a page listens to


@pytest.fixture
def pages(rooms: Rooms, room: Room, tmp_path: Path) -> list[LiveMarkup]:
    """Every component of an owner's page of a battle, and of the page of all battles."""
    battle = build_page(BattleSession(room, ANA), LibraryFile(tmp_path / "library.json"))
    battles = build_battles_page(BattleList(rooms, ANA), Words("en"))
    return [*battle.select(LiveMarkup), *battles.select(LiveMarkup)]


def test_the_attack_on_a_shared_server_knows_every_word_that_a_page_listens_to(pages: list[LiveMarkup]) -> None:
    heard = {word for component in pages for word in component._actions}
    assert len(heard) > 100
    assert heard - action_words() == set()


def test_nonsense_makes_no_component_stumble(pages: list[LiveMarkup]) -> None:
    told = {one["do"]: one for one in nonsense()}
    for component in pages:
        for word in component._actions:
            component._heard(told[word])


def test_a_page_does_not_watch_how_busy_the_whole_process_is(pages: list[LiveMarkup]) -> None:
    """It would send itself anew at every click of anybody."""
    assert pages
    watchers = pn.state.param.watchers.get("busy", {}).get("value", [])
    watching = [getattr(getattr(watcher.fn, "__self__", None), "self_or_cls", None) for watcher in watchers]
    assert not any(isinstance(one, pmui.Page) for one in watching)
