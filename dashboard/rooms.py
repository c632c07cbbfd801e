"""The rooms of a process: one for each battle that is open, and the store that other processes write to as well."""

from __future__ import annotations

import logging
import threading

from dashboard.models.room import Author
from dashboard.odds_service import OddsService
from dashboard.room import Room
from dashboard.store import Store
from massbattle_core.document import Rename
from massbattle_core.errors import MassBattleError

__all__ = ["Room", "Rooms"]

log = logging.getLogger(__name__)

IDLE_SECONDS = 60.0
"""A room that nobody has been in for so long is closed; nothing is lost, the store has it."""


class Rooms:
    """The rooms of this process, on one store and one odds service.

    Every ``poll_seconds`` it looks whether another process has changed a battle that is open here, and whether
    edits can be kept again where one could not.
    """

    def __init__(self, store: Store, odds_service: OddsService, *, poll_seconds: float = 0.5) -> None:
        self.store = store
        self.odds_service = odds_service
        self._poll_seconds = poll_seconds
        self._lock = threading.Lock()
        self._rooms: dict[str, Room] = {}
        self._ending = threading.Event()
        self._poller = threading.Thread(target=self._poll, name="rooms", daemon=True)
        self._poller.start()

    def get_room(self, battle_id: str) -> Room:
        """The room of a battle. Raises :class:`StoreError` if there is no such battle."""
        with self._lock:
            if battle_id not in self._rooms:
                self._rooms[battle_id] = Room(battle_id, self.store, self.odds_service)
            self._rooms[battle_id].touch()
            return self._rooms[battle_id]

    def rename(self, battle_id: str, name: str, author: Author) -> int:
        """Give a battle another name; an edit like any other."""
        return self.get_room(battle_id).submit(Rename(name), author)

    def close(self) -> None:
        """Stop following the store."""
        self._ending.set()
        self._poller.join()

    def _poll(self) -> None:
        reachable = True
        while not self._ending.wait(self._poll_seconds):
            with self._lock:
                self._rooms = {key: room for key, room in self._rooms.items() if room.idle_seconds <= IDLE_SECONDS}
                rooms = dict(self._rooms)
            if not rooms:
                continue
            try:
                revisions = self.store.revisions(rooms)
                for battle_id, room in rooms.items():
                    if revisions.get(battle_id, 0) > room.revision:
                        room.catch_up()
                waiting = [room for room in rooms.values() if not room.is_saved]
                if waiting:
                    self.store.try_to_write()
                for room in waiting:
                    room.store_is_back()
            except MassBattleError as error:
                if reachable:
                    log.warning("the store cannot be followed: %s", error)
                reachable = False
            else:
                reachable = True
