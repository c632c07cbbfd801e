"""What a click or a stroke makes of the hexes of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast, get_args

from dashboard.i18n import N_
from massbattle_core.document import Edit
from massbattle_core.mass_combat.edits import PaintHexes, SetObjective, SetZone
from massbattle_core.mass_combat.model import Hex, MassBattle, SideId, hex_key

__all__ = ["GOAL", "MORE_TOOLS", "TOOLS", "painted", "stroke_edit", "tool_word"]

Position = tuple[int, int]

TOOLS = {
    "move": N_("Move"),
    "open": N_("Open"),
    "difficult": N_("Difficult"),
    "water": N_("Water"),
    "wall": N_("Wall"),
    "higher": N_("Higher"),
    "lower": N_("Lower"),
    "cover": N_("Cover"),
}
"""The tools of the board; the first moves units, the others paint the ground."""

MORE_TOOLS = {
    "bridge": N_("Bridge"),
    "impassable": N_("Impassable"),
    "closed": N_("Closed to flyers"),
    "label": N_("Label"),
    "zone-a": N_("Deployment zone of side A"),
    "zone-b": N_("Deployment zone of side B"),
}
"""Tools that are needed more rarely."""

GOAL = "goal"
"""The tool that chooses the hexes of an objective."""

_Painted = Literal["difficult", "water", "wall", "impassable"]
_LOWEST, _HIGHEST = -20, 20
_LONGEST_LABEL = 40


def tool_word(tool: str) -> str:
    """The name of a tool, to be translated."""
    return N_("hexes of the objective") if tool == GOAL else {**TOOLS, **MORE_TOOLS}[tool]


def painted(ground: Hex, tool: str, label: str = "") -> Hex:
    """The hex that a tool makes of another; a bridge is open ground, over water as anywhere."""
    match tool:
        case "open":
            return Hex(label=ground.label)
        case "higher":
            return replace(ground, elevation=min(ground.elevation + 1, _HIGHEST))
        case "lower":
            return replace(ground, elevation=max(ground.elevation - 1, _LOWEST))
        case "cover":
            return replace(ground, cover=not ground.cover)
        case "closed":
            return replace(ground, closed=not ground.closed)
        case "label":
            return replace(ground, label=label[:_LONGEST_LABEL])
        case "bridge":
            return replace(ground, terrain="open", label=ground.label or label[:_LONGEST_LABEL])
        case _ if tool in get_args(_Painted):
            return replace(ground, terrain=cast(_Painted, tool))
        case _:
            return ground


def stroke_edit(
    battle: MassBattle, tool: str, places: Sequence[Position], *, label: str = "", goal: str = ""
) -> Edit | None:
    """The edit that a stroke over these hexes makes; None where there is nothing to change.

    Zones and objectives gain the hexes of a stroke that begins outside of them, and lose those of one that begins
    inside.
    """
    if not places:
        return None
    if tool in ("zone-a", "zone-b"):
        side: SideId = "a" if tool == "zone-a" else "b"
        return SetZone(side, _toggled(battle.field.zones.get(side, ()), places))
    if tool == GOAL:
        objective = battle.objectives.get(goal)
        return SetObjective(goal, replace(objective, hexes=_toggled(objective.hexes, places))) if objective else None
    return PaintHexes({hex_key(place): painted(battle.field.hex(place), tool, label) for place in places})


def _toggled(now: Sequence[Position], places: Sequence[Position]) -> tuple[Position, ...]:
    if places[0] in now:
        return tuple(place for place in now if place not in places)
    return tuple(dict.fromkeys((*now, *places)))
