import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from dashboard.library_file import LibraryFile
from dashboard.odds_service import OddsService
from dashboard.rooms import Room, Rooms
from dashboard.store import Store
from tests.dashboard.board_table import Table
from tests.dashboard.fakes import FakeEngine, demo


@pytest.fixture
def url(tmp_path: Path) -> str:
    """An empty database: a file of its own, or the one of ``MASSBATTLE_TEST_STORE``, whose tables are dropped."""
    other = os.environ.get("MASSBATTLE_TEST_STORE")
    if not other:
        return f"sqlite:///{tmp_path / 'battles.db'}"
    engine = sa.create_engine(other)
    present = sa.MetaData()
    present.reflect(engine)
    present.drop_all(engine)
    engine.dispose()
    return other


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def odds_service(engine: FakeEngine) -> Iterator[OddsService]:
    service = OddsService(engine=engine)
    yield service
    engine.gate.set()
    service.close()


@pytest.fixture
def rooms(store: Store, odds_service: OddsService) -> Iterator[Rooms]:
    rooms = Rooms(store, odds_service, poll_seconds=0.05)
    yield rooms
    rooms.close()


@pytest.fixture
def room(rooms: Rooms) -> Room:
    return rooms.get_room(rooms.store.create(demo()))


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept in the data folder of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))


@pytest.fixture
def table(room: Room, tmp_path: Path) -> Table:
    return Table(room, LibraryFile(tmp_path / "library.json"))
