"""Files that a session opens, saves and reads."""

from __future__ import annotations

from collections.abc import Callable

from dashboard.models.session import BattleSession
from massbattle_core import battlefile
from massbattle_core.errors import InvalidBattleError, MapFileError
from massbattle_core.maps import Crop, ImportedMap, read_map
from massbattle_core.phrases import phrase

__all__ = ["ReadMap", "open_battle", "save_battle", "start_reading_map"]

ReadMap = ImportedMap | MapFileError | InvalidBattleError
"""A map that was read, or what is wrong with it."""


def open_battle(session: BattleSession, data: bytes, filename: str, *, draft: bool = False) -> bool:
    """Put the battle of a file in the place of a session's, as one edit; False where it is refused.

    A battle that cannot be fought yet is refused unless it is opened as a draft.
    """

    def open_it() -> None:
        document = battlefile.loads(data) if draft else battlefile.loads_playable(data)
        session.outlook.room.replace(document, session.author, filename)

    return session.act(open_it, phrase("{file} opened.", file=filename), filename)


def save_battle(session: BattleSession) -> bytes:
    """The battle file of a session's battle as committed."""
    return battlefile.dumps(session.document).encode()


def start_reading_map(
    session: BattleSession,
    data: bytes,
    filename: str,
    deliver: Callable[[ReadMap], None],
    *,
    feet_per_square: float | None = None,
    crop: Crop | None = None,
) -> None:
    """Read a map beside everything else; ``deliver`` gets it on the session's tick. Nothing is changed."""

    def read() -> None:
        found: ReadMap
        try:
            found = read_map(data, filename, feet_per_square=feet_per_square, crop=crop)
        except (MapFileError, InvalidBattleError) as error:
            found = error
        session.soon(lambda: deliver(found))

    session.outlook.now.do_soon(read)
