"""Replicas of one battle: whoever is fed the same log holds the same battle, however it was written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard import store as store_module
from dashboard.history import text_digest
from dashboard.odds_service import OddsService
from dashboard.room import HISTORY, Room
from dashboard.store import SNAPSHOT_EVERY, Store
from massbattle_core import battlefile
from massbattle_core.document import apply_patch, apply_patches
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import ANA, BEN, FakeEngine, demo
from tests.dashboard.test_store import DEMO, EDITS, entry_of

ACTIONS = st.one_of(
    st.tuples(st.just("submit"), EDITS),
    st.tuples(st.just("undo"), st.none()),
    st.tuples(st.just("redo"), st.none()),
    st.tuples(st.just("restore"), st.integers(0, 5)),
)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """Two processes' stores on one database."""
    url = f"sqlite:///{tmp_path_factory.mktemp('replicas') / 'battles.db'}"
    found = Store(url), Store(url)
    yield found
    for store in found:
        store.close()


@pytest.fixture(scope="module")
def service() -> Iterator[OddsService]:
    service = OddsService(engine=FakeEngine())
    yield service
    service.close()


@given(st.lists(st.tuples(st.sampled_from((0, 1)), st.sampled_from((ANA, BEN)), ACTIONS), max_size=10))
@settings(max_examples=25, deadline=None)
def test_rooms_of_two_processes_fed_the_same_log_agree(
    stores: tuple[Store, Store], service: OddsService, script: list[tuple[int, object, tuple[str, object]]]
) -> None:
    battle = stores[0].create(DEMO)
    rooms = [Room(battle, store, service) for store in stores]
    for where, author, (action, value) in script:
        room = rooms[where]
        try:
            if action in ("submit", "restore"):
                getattr(room, action)(value, author)
            else:
                getattr(room, action)(author)
        except MassBattleError:
            continue
    for room in rooms:
        room.catch_up()
    rooms.append(Room(battle, stores[0], service))  # and one that begins now
    views = [[room.view(author) for room in rooms] for author in (ANA, BEN)]
    digests = {text_digest(battlefile.dumps(view.document)) for of_author in views for view in of_author}
    assert len(digests) == 1
    for of_author in views:
        assert len({(view.revision, view.can_undo, view.can_redo) for view in of_author}) == 1
    entries = stores[1].entries(battle)
    now = views[0][0].document
    assert apply_patches(DEMO, [entry.patch for entry in entries]) == now
    for entry in reversed(entries):  # and all the way back
        now = apply_patch(now, entry.inverse)
    assert now == DEMO


def test_opening_reads_no_more_of_a_long_battle_than_of_a_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: OddsService
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")
    battle, document = store.create(demo()), demo()
    newest = HISTORY + 2 * SNAPSHOT_EVERY - 1
    with store.turn() as append:
        for revision in range(1, newest + 1):
            entry, document = entry_of(revision, SetMorale("u1", revision % 10), document)
            append(battle, entry, document)
    applied, read = [], []
    patches, entries = store_module.apply_patches, Store.entries
    monkeypatch.setattr(store_module, "apply_patches", lambda doc, log: applied.extend(log) or patches(doc, log))
    monkeypatch.setattr(Store, "entries", lambda *given: read.append(found := entries(*given)) or found)
    room = Room(battle, store, service)
    assert (room.view(ANA).document, room.revision) == (document, newest)
    assert len(applied) == newest % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1
    assert sum(map(len, read)) <= HISTORY + SNAPSHOT_EVERY
    store.close()
