"""The colours of the page by what they mean, once for a light and once for a dark room.

Sides are told apart by shape and letter too, never by colour alone; text keeps a contrast of 4.5:1 or more.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

__all__ = ["DARK", "LIGHT", "Palette", "contrast", "css_variables", "material_theme", "palette", "styles"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by role.

    ``side_a``, ``side_b`` fill counters and bars under ``on_side``; ``text_a``, ``text_b`` are the same sides
    as words on a card. ``heights`` deepen a step at a time, ``depth`` is ground below the plain.
    """

    dark: bool
    page: str
    card: str
    line: str
    ink: str
    muted: str
    track: str
    bar: str = "#26303a"
    on_bar: str = "#ffffff"
    bar_muted: str = "#b3c0cc"
    bar_line: str = "#465462"
    side_a: str = "#1f5fa8"
    side_b: str = "#c4491d"
    on_side: str = "#ffffff"
    text_a: str = "#1f5fa8"
    text_b: str = "#b8421a"
    band_a: str = "#c7d9ec"
    band_b: str = "#f3d3c6"
    undecided: str = "#aab4bd"
    accent: str = "#f2b632"
    on_accent: str = "#20262e"
    accent_soft: str = "#fff6df"
    good: str = "#d9f0dc"
    on_good: str = "#1d5c2a"
    bad: str = "#fbdcd2"
    on_bad: str = "#8f2f10"
    histogram: str = "#728397"
    ground: str = "#eef1e6"
    grid: str = "#ffffff"
    wood: str = "#cfdcc0"
    wood_mark: str = "#7d9468"
    water: str = "#b9d3e6"
    impassable: str = "#c9c6bf"
    wall: str = "#8c8780"
    heights: tuple[str, ...] = ("#e3dcc3", "#d3c79f", "#c3b282", "#b29d68")
    depth: str = "#dbe0cf"
    contour: str = "#a8946a"
    cover: str = "#5d564b"
    label: str = "#4d5549"
    axis: str = "#667066"


LIGHT = Palette(
    dark=False,
    page="#f4f5f2",
    card="#ffffff",
    line="#e1e4de",
    ink="#20262e",
    muted="#5d6770",
    track="#e7eae6",
)

DARK = Palette(
    dark=True,
    page="#12171c",
    card="#1c232a",
    line="#323c46",
    ink="#e9ecef",
    muted="#a4afb9",
    track="#333d47",
    bar="#0d1115",
    bar_line="#3a4652",
    side_a="#2d6cb5",
    text_a="#86b6ec",
    text_b="#f0936e",
    band_a="#2c4766",
    band_b="#5e3526",
    undecided="#6d7882",
    accent_soft="#3a3320",
    good="#204a2b",
    on_good="#bfe8c8",
    bad="#5a2a1b",
    on_bad="#ffc9b5",
    histogram="#8195a9",
    ground="#2a312c",
    grid="#1c232a",
    wood="#36452f",
    wood_mark="#8da578",
    water="#27465c",
    impassable="#3d3c3a",
    wall="#77736c",
    heights=("#45402f", "#565039", "#676044", "#78704f"),
    depth="#20261f",
    contour="#a08f64",
    cover="#c9c0b0",
    label="#c8cfc2",
    axis="#8d978f",
)


def palette(dark: bool) -> Palette:
    """The colours of the dark or of the light page."""
    return DARK if dark else LIGHT


def styles(name: str) -> str:
    """The style sheet ``styles/<name>.css``."""
    return (Path(__file__).parent / "styles" / f"{name}.css").read_text(encoding="utf-8")


def css_variables() -> str:
    """The roles as custom properties of the whole document: ``--mb-side-a``, …

    They reach into every component, since custom properties are inherited across shadow roots.
    """
    return "\n".join(
        f":root{selector} {{ {_declarations(colours)} }}"
        for selector, colours in (("", LIGHT), ('[data-mb-theme="dark"]', DARK))
    )


def _declarations(colours: Palette) -> str:
    plain = {f.name: getattr(colours, f.name) for f in fields(colours) if f.name not in ("dark", "heights")}
    named = "; ".join(f"--mb-{name.replace('_', '-')}: {value}" for name, value in plain.items())
    return f"{named}; color-scheme: {'dark' if colours.dark else 'light'}"


def material_theme() -> dict[str, Any]:
    """The same roles for panel-material-ui's own widgets."""
    return {"light": _material(LIGHT), "dark": _material(DARK)}


def _material(colours: Palette) -> dict[str, Any]:
    return {
        "palette": {
            "primary": {"main": colours.text_a},
            "secondary": {"main": colours.text_b},
            "background": {"default": colours.page, "paper": colours.card},
            "text": {"primary": colours.ink, "secondary": colours.muted},
            "divider": colours.line,
        },
        "typography": {"fontSize": 13},
        "shape": {"borderRadius": 8},
    }


def contrast(one: str, other: str) -> float:
    """The contrast of two colours ``#rrggbb`` as WCAG 2 measures it, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
