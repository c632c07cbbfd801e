"""A server with a page of two widgets, to be started as a process: ``small_server.py PORT STORE``."""

from __future__ import annotations

import logging
import sys

import panel as pn

from dashboard.models import BattleSession
from dashboard.odds_service import OddsService
from dashboard.rooms import Rooms
from dashboard.server import BattleServer
from dashboard.store import Store
from dashboard.views.live import LiveMarkup
from massbattle_core.mass_combat.edits import SetMorale
from tests.dashboard.fakes import FakeEngine, demo


def small_page(session: BattleSession) -> pn.viewable.Viewable:
    def morale() -> int:
        return session.document.mass_combat.units["u1"].morale

    def add_one(_: object) -> None:
        session.submit(SetMorale("u1", morale() + 1))

    text = pn.widgets.StaticText(value=f"morale {morale()}")

    def show(*_: object) -> None:
        text.value = f"morale {morale()}"

    session.param.watch(show, "document")
    return pn.Column(LiveMarkup({"more": add_one}, markup='<button data-do="more">more</button>'), text)


def main(port: int, url: str) -> None:
    logging.basicConfig(level=logging.WARNING)
    store = Store(url)
    odds_service = OddsService(engine=FakeEngine())
    rooms = Rooms(store, odds_service)
    battles = store.battles()
    battle = battles[0].id if battles else store.create(demo())
    server = BattleServer(rooms, battle, small_page, port=port)
    server.run(lambda: print(server.url, flush=True))
    rooms.close()
    odds_service.close()
    store.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
