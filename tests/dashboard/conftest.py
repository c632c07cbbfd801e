from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.odds_service import OddsService
from dashboard.rooms import Room, Rooms
from dashboard.store import Store
from tests.dashboard.fakes import FakeEngine, demo


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'battles.db'}"


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
