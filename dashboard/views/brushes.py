"""What a click or a stroke makes of a hex of the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast, get_args

from dashboard.i18n import N_
from massbattle_core.mass_combat.model import Hex

__all__ = ["TOOLS", "painted"]

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

_Painted = Literal["difficult", "water", "wall"]
_LOWEST, _HIGHEST = -20, 20


def painted(ground: Hex, tool: str) -> Hex:
    """The hex that a tool makes of another."""
    match tool:
        case "open":
            return Hex(label=ground.label)
        case "higher":
            return replace(ground, elevation=min(ground.elevation + 1, _HIGHEST))
        case "lower":
            return replace(ground, elevation=max(ground.elevation - 1, _LOWEST))
        case "cover":
            return replace(ground, cover=not ground.cover)
        case _ if tool in get_args(_Painted):
            return replace(ground, terrain=cast(_Painted, tool))
        case _:
            return ground
