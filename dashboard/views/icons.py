"""The drawings of ``icons.svg``: the kinds of unit on counters, and the page's few buttons."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from defusedxml import ElementTree

from dashboard.i18n import N_

__all__ = ["ICONS", "KINDS", "TREES", "image_of"]

_SVG = "{http://www.w3.org/2000/svg}path"

ICONS: dict[str, str] = {
    path.attrib["id"]: path.attrib["d"] for path in ElementTree.parse(Path(__file__).with_suffix(".svg")).iter(_SVG)
}
"""The path of each drawing of 16 by 16 units."""

TREES = ICONS["trees"]
"""Difficult ground."""

KINDS = {
    "foot": N_("on foot"),
    "riders": N_("riders"),
    "shooters": N_("shooters"),
    "flyers": N_("flyers"),
    "large": N_("large creatures"),
}
"""What a unit looks like on the board, by the name of its icon."""


def image_of(icon: str, colour: str) -> str:
    """A drawing as the address of an image, for the canvas."""
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 16 16">'
        f'<path fill="{colour}" d="{ICONS[icon]}"/></svg>'
    )
    return f"data:image/svg+xml,{quote(drawing)}"
