"""What a click or a stroke makes of the hexes of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast, get_args

from dashboard.i18n import N_, Words
from massbattle_core.document import Edit
from massbattle_core.hexgrid import line
from massbattle_core.mass_combat.edits import PaintHexes, SetObjective, SetZone
from massbattle_core.mass_combat.model import Hex, MassBattle, SideId, hex_key

__all__ = [
    "GOAL",
    "LONGEST_LABEL",
    "MORE_TOOLS",
    "PANELS",
    "TOOLS",
    "ZONES",
    "extended",
    "hint",
    "stroke_edit",
    "tool_name",
]

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
}
"""Brushes that are needed more rarely."""

ZONES: dict[str, SideId] = {"zone-a": "a", "zone-b": "b"}
"""The tools that say where a side may stand before the battle."""

PANELS = {"picture": N_("Picture under the map"), "map-file": N_("Import or export a map")}
"""What opens a panel between the tools and the board."""

GOAL = "goal"
"""The tool that chooses the hexes of an objective."""

LONGEST_LABEL = 40

_Painted = Literal["difficult", "water", "wall", "impassable"]
_Marked = Literal["cover", "closed"]
_LOWEST, _HIGHEST = -20, 20


def tool_name(tool: str, battle: MassBattle, _: Words) -> str:
    """What a tool is called."""
    if tool in ZONES:
        return _("Where {side} deploy").format(side=battle.sides[ZONES[tool]].name)
    return _({GOAL: N_("Hexes of the objective"), **TOOLS, **MORE_TOOLS, **PANELS}[tool])


def hint(tool: str, battle: MassBattle, label: str, _: Words) -> str:
    """What to do with a tool, in one line."""
    name = tool_name(tool, battle, _)
    if tool in PANELS:
        return _("{panel}: see above the board.").format(panel=name)
    if tool == "label" and not label:
        return _("Write a label and click its hex; without a text, a click takes a label away.")
    if tool in get_args(_Marked) or tool in ZONES or tool == GOAL:
        return _("{tool}: click or draw; a stroke that begins inside takes hexes out.").format(tool=name)
    return _("{tool}: click or draw on the board.").format(tool=name)


def extended(stroke: Sequence[Position], place: Position) -> list[Position]:
    """A stroke drawn on to a place: a quick hand skips hexes, the stroke does not."""
    passed = line(stroke[-1], place) if stroke else [place]
    return list(dict.fromkeys((*stroke, *passed)))


def stroke_edit(
    battle: MassBattle, tool: str, places: Sequence[Position], *, label: str = "", goal: str = ""
) -> Edit | None:
    """The edit that a stroke over these hexes makes; None where there is nothing to change.

    Cover, ground closed to flyers, zones and objectives gain the hexes of a stroke that begins outside of them,
    and lose those of one that begins inside. ``label`` is what a label or a bridge is named.
    """
    if not places:
        return None
    if tool in ZONES:
        side = ZONES[tool]
        return SetZone(side, _toggled(battle.field.zones.get(side, ()), places))
    if tool == GOAL:
        objective = battle.objectives.get(goal)
        return SetObjective(goal, replace(objective, hexes=_toggled(objective.hexes, places))) if objective else None
    first = battle.field.hex(places[0])
    return PaintHexes({hex_key(place): _painted(battle.field.hex(place), tool, first, label) for place in places})


def _painted(ground: Hex, tool: str, first: Hex, label: str) -> Hex:
    """The hex that a tool makes of another, in a stroke that began at ``first``."""
    match tool:
        case "open":
            return Hex(label=ground.label)
        case "higher":
            return replace(ground, elevation=min(ground.elevation + 1, _HIGHEST))
        case "lower":
            return replace(ground, elevation=max(ground.elevation - 1, _LOWEST))
        case "cover":
            return replace(ground, cover=not first.cover)
        case "closed":
            return replace(ground, closed=not first.closed)
        case "label":
            return replace(ground, label=label[:LONGEST_LABEL])
        case "bridge":  # open ground, over water as anywhere
            return replace(ground, terrain="open", label=ground.label or label[:LONGEST_LABEL])
        case _ if tool in get_args(_Painted):
            return replace(ground, terrain=cast(_Painted, tool))
        case _:
            return ground


def _toggled(now: Sequence[Position], places: Sequence[Position]) -> tuple[Position, ...]:
    if places[0] in now:
        return tuple(place for place in now if place not in places)
    return tuple(dict.fromkeys((*now, *places)))
