"""What a browser session knows and does, without any widget: models that import param and the core only.

* :class:`BattleSession` – one browser in a room: parameters to watch, actions to call. It looks at the room through an
  :class:`~dashboard.models.outlook.Outlook`, and watches single battles through
  :class:`~dashboard.models.simulated.SimulatedBattles`; files are opened and saved by ``models.files``.
* :class:`Room` – what a session needs of a room; :class:`RoomView`, :class:`OddsState`, :class:`CurveState` and
  :class:`Author` are what the room tells it.
"""

from dashboard.models.room import Author, CurveRequest, CurveState, OddsState, Role, Room, RoomView
from dashboard.models.session import BattleSession

__all__ = ["Author", "BattleSession", "CurveRequest", "CurveState", "OddsState", "Role", "Room", "RoomView"]
