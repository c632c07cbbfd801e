"""Where groups stand that name no squares: each side in ranks behind a front line, from the middle outwards."""

from __future__ import annotations

from massbattle_core.skirmish.model import Encounter, Square
from massbattle_core.skirmish.tables import SQUARE_FT

__all__ = ["deploy"]


def deploy(encounter: Encounter) -> tuple[Square | None, ...]:
    """The square of every fighter, in the order of :meth:`Encounter.ids`; None for whom there is no room.

    Side A stands to the left, B to the right, their fronts ``apart_ft`` apart in the middle of the field (less
    if the field is narrow). Melee groups stand before shooting groups.
    """
    field = encounter.terrain
    gap = min(max(encounter.apart_ft // SQUARE_FT, 1), field.width - 1)
    front_a = (field.width - gap - 1) // 2
    taken: set[Square] = set()
    places: dict[tuple[int, int], Square | None] = {}

    def take(square: Square, squares: int) -> bool:
        space = {(square[0] + i, square[1] + j) for i in range(squares) for j in range(squares)}
        inside = all(0 <= x < field.width and 0 <= y < field.height for x, y in space)
        if not inside or space & taken:
            return False
        taken.update(space)
        return True

    for index, group in enumerate(encounter.groups):
        for number, square in enumerate(group.squares[: group.count]):
            places[index, number] = square if take(square, group.combatant.squares) else None
    in_ranks = sorted(range(len(encounter.groups)), key=lambda index: encounter.groups[index].doctrine == "shoot")
    for index in in_ranks:
        group = encounter.groups[index]
        squares = group.combatant.squares
        middle = (field.height - squares) // 2
        rows = sorted(range(field.height), key=lambda row: (abs(row - middle), row))
        if group.side == "A":
            columns = range(front_a - squares + 1, -1, -1)
        else:
            columns = range(front_a + gap, field.width)
        spots = [(column, row) for column in columns for row in rows]
        for number in range(len(group.squares), group.count):
            places[index, number] = next((spot for spot in spots if take(spot, squares)), None)
    return tuple(places[index, number] for index, group in enumerate(encounter.groups) for number in range(group.count))
