"""Where units go that nobody has placed yet: in lines, each side on its own part of the map."""

from __future__ import annotations

from collections.abc import Iterator

from massbattle_core.mass_combat.edits import MoveUnit
from massbattle_core.mass_combat.model import MassBattle, Position, SideId

__all__ = ["line_up"]

_PASSABLE = ("open", "difficult")


def line_up(battle: MassBattle) -> tuple[MoveUnit, ...]:
    """The edits that place every unit that waits, but empty ones and reinforcements, as far as there is room.

    A side with a deployment zone fills that from its front; another stands in lines from a quarter of the map's
    width backwards. Lines grow from the middle, with a space between two units while there is room for it. This is
    ours: the rulebook leaves the opening situation to the game master.
    """
    taken = {unit.position for unit in battle.ordered_units() if unit.position is not None}
    edits = []
    for side in ("a", "b"):
        free = [place for place in _places(battle, side) if place not in taken]
        units = [unit for unit in battle.side_units(side) if unit.has_creatures]
        waiting = [unit for unit in units if unit.position is None and unit.arrival is None]
        edits += [MoveUnit(unit.id, place) for unit, place in zip(waiting, free, strict=False)]
    return tuple(edits)


def _places(battle: MassBattle, side: SideId) -> Iterator[Position]:
    """The spaces of a side on which anybody can stand, the best first."""
    field, forward = battle.field, 1 if side == "a" else -1
    front = field.columns // 4 if side == "a" else field.columns - 1 - field.columns // 4
    zone = field.zones.get(side, ())
    ground = zone or [
        (column, row) for column in range(field.columns) for row in range(field.rows) if (front - column) * forward >= 0
    ]
    places = [place for place in ground if field.hex(place).terrain in _PASSABLE]
    if not places:
        return
    rows = [row for _column, row in places]
    middle = (min(rows) + max(rows)) // 2
    places.sort(key=lambda place: (-place[0] * forward, abs(place[1] - middle), place[1]))
    yield from (place for place in places if (place[1] - middle) % 2 == 0)
    yield from (place for place in places if (place[1] - middle) % 2)
