"""Single simulated battles that a session looks into: one to watch, and how all stand after some rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import param

from dashboard.models.room import MidwayState, Replaying, ReplayRequest

if TYPE_CHECKING:
    from dashboard.models.session import BattleSession

__all__ = ["SimulatedBattles"]


class SimulatedBattles(param.Parameterized):
    """What one session watches of the battles that are simulated; for those who may change the battle."""

    replay = param.ClassSelector(class_=Replaying, allow_None=True, doc="The simulated battle that is watched.")
    midway = param.ClassSelector(class_=MidwayState, allow_None=True, doc="The state after the rounds asked for last.")

    def __init__(self, session: BattleSession, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session = session
        self._looking = False

    def watch(self, wanted: ReplayRequest) -> bool:
        """Look for a simulated battle that ended so; it arrives in ``replay``. One is looked for at a time."""
        if not self._session.can_edit or self._looking:
            return False
        self._looking = True
        self._session.outlook.room.find_replay(wanted, lambda found: self._session.soon(lambda: self._take(found)))
        return True

    def stop_watching(self) -> bool:
        """Go back to the battle as it is prepared."""
        self.replay = None
        return True

    def look_after(self, rounds: int) -> bool:
        """Have the state after so many rounds computed; it arrives in ``midway``."""
        if not self._session.can_edit:
            return False
        self._session.outlook.room.find_midway(
            rounds, lambda found: self._session.soon(lambda: self._take_midway(found))
        )
        return True

    def _take(self, found: Replaying | str) -> None:
        self._looking = False
        if isinstance(found, str):
            self._session.refuse(found)
        else:
            self.replay = found

    def _take_midway(self, found: MidwayState | str) -> None:
        self.midway = None if isinstance(found, str) else found
