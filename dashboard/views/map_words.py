"""What the page says of a map in a file: where to choose it, what is asked, what was read."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, tag
from massbattle_core.errors import MapTooLarge, ScaleNeeded
from massbattle_core.maps import Crop, ImportedMap
from massbattle_core.mass_combat.model import LARGEST_MAP, hex_name

__all__ = ["LARGEST_FILE", "MapFile", "chooser", "found_markup", "part_markup", "scale_markup"]

_ACCEPT = ".csv,.json,.tmx,.tmj,.uvtt,.dd2vtt,.df2vtt,.txt"
LARGEST_FILE = 6_000_000
"""Bytes of a map file that the page sends; the picture of a larger one is made smaller in the browser."""

_USUAL_FEET = 5
_MOST_WARNINGS = 6
_COUNTED = {
    "difficult": N_("difficult"),
    "water": N_("water"),
    "impassable": N_("impassable"),
    "wall": N_("wall"),
    "cover": N_("cover"),
    "raised": N_("raised or sunken"),
    "labels": N_("labels"),
    "pieces_of_wall": N_("pieces of wall"),
    "doors": N_("doors"),
    "layers": N_("layers"),
    "tiles": N_("kinds of tiles"),
    "pictures": N_("picture"),
}
"""What a reader counts, in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class MapFile:
    """A map file, and how it is to be read."""

    name: str
    data: bytes
    feet: float | None = None
    crop: Crop | None = None


def _button(do: str, label: str, class_: str = "chip", **data: str | int) -> Markup:
    return tag("button", label, type="button", class_=class_, data_do=do, **data)


def chooser(_: Words) -> Markup:
    """Where to choose a map, and to save the one on the board."""
    entry = tag(
        "input",
        type="file",
        accept=_ACCEPT,
        data_do="map",
        data_largest=LARGEST_FILE,
        data_shrink="map",
        aria_label=_("Choose a map"),
    )
    return tag(
        "div",
        tag("label", _("Choose a map, or drop it here"), entry, class_="drop file"),
        tag(
            "p",
            _("Tiled (hexagonal .tmx, .tmj), Universal VTT (.uvtt, .dd2vtt), massbattle’s own CSV or JSON."),
            class_="muted",
        ),
        tag(
            "div",
            tag("span", _("Save this map:"), class_="muted"),
            _button("export-json", _("as JSON")),
            _button("export-csv", _("as a table (CSV)")),
            class_="chips panel-line",
        ),
    )


def scale_markup(needed: ScaleNeeded, _: Words) -> Markup:
    """Which scale has a map of squares?"""
    columns, rows = needed.squares
    return tag(
        "div",
        tag(
            "p",
            _("The map has {columns} × {rows} squares. How long is the side of a square?").format(
                columns=_.number(columns), rows=_.number(rows)
            ),
        ),
        tag(
            "div",
            [_button("feet", _.feet(feet), data_feet=feet) for feet in (5, 10, 20, 50, 100)],
            _feet_entry(_USUAL_FEET, _),
            _button("other-map", _("Cancel")),
            class_="chips panel-line",
        ),
        tag("p", _("Five feet on most maps; more if the drawing stands for a larger field."), class_="muted"),
    )


def _feet_entry(feet: float, _: Words) -> Markup:
    entry = tag(
        "input",
        inputmode="decimal",
        class_="number-field arrival",
        data_do="feet",
        value=f"{feet:g}",
        aria_label=_("Feet a square"),
    )
    return tag("label", entry, " ", _("feet a square"), class_="muted")


def part_markup(large: MapTooLarge, file: MapFile | None, _: Words) -> Markup:
    """Which part of a map that is larger than a battle's?"""
    columns, rows = large.size
    most_columns, most_rows = LARGEST_MAP
    starts = [(column, row) for row in _starts(rows, most_rows) for column in _starts(columns, most_columns)]
    parts = [
        _button(
            "part",
            f"{column + 1}–{min(column + most_columns, columns)} × {row + 1}–{min(row + most_rows, rows)}",
            data_from=f"{column},{row}",
        )
        for column, row in starts
    ]
    return tag(
        "div",
        tag(
            "p",
            _(
                "The map has {columns} × {rows} hexes; a battle has at most {most}. Which part, in columns × rows?"
            ).format(columns=_.number(columns), rows=_.number(rows), most=f"{most_columns} × {most_rows}"),
        ),
        tag(
            "div",
            parts,
            _feet_entry(file.feet, _) if file and file.feet else None,
            _button("other-map", _("Cancel")),
            class_="chips panel-line",
        ),
    )


def _starts(length: int, most: int) -> list[int]:
    """Where parts of a side begin: half a part apart, no more than four, the last at the end."""
    last = max(length - most, 0)
    last += last % 2
    count = min(4, 1 + -(-last // max(most // 2, 1)))
    return sorted({round(last * step / max(count - 1, 1)) // 2 * 2 for step in range(count)})


def found_markup(found: ImportedMap, file: MapFile | None, leaving: list[str], _: Words) -> list[Child]:
    """What was read, what was guessed, and whether it is to be used."""
    field = found.field
    counts = [f"{_(word)} {_.number(found.counts[key])}" for key, word in _COUNTED.items() if found.counts.get(key)]
    size = _("{format}, {columns} × {rows} hexes").format(format=found.format, columns=field.columns, rows=field.rows)
    warnings = [
        tag(
            "li",
            _(problem.message),
            tag("span", f" – {_(problem.remedy)}", class_="remedy") if problem.remedy else None,
        )
        for problem in found.problems[:_MOST_WARNINGS]
    ]
    more = len(found.problems) - _MOST_WARNINGS
    if more > 0:
        warnings.append(tag("li", _.plural("and {count} more", "and {count} more", more)))
    part = _("from {hex} on").format(hex=hex_name(file.crop)) if file and file.crop and max(file.crop) < 40 else ""
    return [
        tag(
            "p", tag("b", size), f" · {part}" if part else "", tag("span", f" · {' · '.join(counts)}") if counts else ""
        ),
        tag("ul", warnings, class_="import-notes") if warnings else None,
        tag("p", _("Would leave the board: {units}").format(units=", ".join(leaving)), class_="goal-warning")
        if leaving
        else None,
        tag(
            "div",
            _button("use-map", _("Use this map"), "chip on"),
            _feet_entry(file.feet, _) if file and file.feet else None,
            _button("other-map", _("Cancel")),
            class_="chips panel-line",
        ),
    ]
