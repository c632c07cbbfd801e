"""A map from a file, seen on the board before it is used; and the map of the battle into a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import panel as pn

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, tag
from dashboard.models.session import BattleSession
from dashboard.uploads import received_file
from dashboard.views.live import LiveMarkup
from massbattle_core.creatures.model import slug
from massbattle_core.errors import InvalidBattleError, MapFileError, MapTooLarge, Problem, ScaleNeeded
from massbattle_core.maps import Crop, ImportedMap, csv_map, dumps_map
from massbattle_core.mass_combat.edits import SetField
from massbattle_core.mass_combat.model import LARGEST_MAP, Battlefield, hex_name

__all__ = ["MapFileView"]

Message = Mapping[str, Any]

_ACCEPT = ".csv,.json,.tmx,.tmj,.uvtt,.dd2vtt,.df2vtt,.txt"
_LARGEST_FILE = 6_000_000
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
class _File:
    """A map file, and how it is to be read."""

    name: str
    data: bytes
    feet: float | None = None
    crop: Crop | None = None


class MapFileView(pn.viewable.Viewer):
    """Import and export of the map; ``notify`` shows what was wrong with a file, ``done`` puts this away."""

    def __init__(
        self,
        session: BattleSession,
        words: Words,
        notify: Callable[[Problem], None],
        done: Callable[[], None],
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._, self._notify, self._done = session, words, notify, done
        self._file: _File | None = None
        self._found: ImportedMap | ScaleNeeded | MapTooLarge | None = None
        self._reading = False
        self.live = LiveMarkup(
            actions={
                "map": self._choose,
                "feet": lambda message: self._again(feet=_feet(message.get("value", message.get("feet")))),
                "part": lambda message: self._again(crop=_crop(message)),
                "use-map": lambda _message: self._use(),
                "other-map": lambda _message: self._forget(),
                "export-json": lambda _message: self._export(".map.json", dumps_map),
                "export-csv": lambda _message: self._export(".csv", csv_map, "text/csv"),
            },
            visible=False,
            sizing_mode="stretch_width",
        )

    # ---------------------------------------------------------------- showing

    def open(self) -> None:
        """Show where a map is chosen."""
        self.live.visible = True
        self._show()

    def close(self) -> None:
        """Put it away; a map that was not used leaves the board."""
        self._forget()
        self.live.visible = False

    def _show(self) -> None:
        _, found = self._, self._found
        if self._reading:
            body: list[Child] = [tag("p", _("Reading {file}…").format(file=self._file.name if self._file else ""))]
        elif isinstance(found, ImportedMap):
            body = _found_markup(found, self._file, self._leaving(), _)
        elif isinstance(found, ScaleNeeded):
            body = [_scale_markup(found, _)]
        elif isinstance(found, MapTooLarge):
            body = [_part_markup(found, self._file, _)]
        else:
            body = [_chooser(_)]
        self.live.markup = tag("div", body, class_="board-panel map-file")

    def _leaving(self) -> list[str]:
        """The units that the map on show would take off the board."""
        shown = self._session.shown.mass_combat.units
        return [
            unit.name
            for unit in self._session.document.mass_combat.ordered_units()
            if unit.position is not None and unit.id in shown and shown[unit.id].position is None
        ]

    # ---------------------------------------------------------------- reading

    def _choose(self, message: Message) -> None:
        name, received = received_file(
            message, self._, largest=_LARGEST_FILE, too_large=N_("export a part of the map, or one without its picture")
        )
        if isinstance(received, Problem):
            self._notify(received)
        else:
            self._read(_File(name, received))

    def _again(self, *, feet: float | None = None, crop: Crop | None = None) -> None:
        """Read the same file with another scale, or another part of it."""
        file = self._file
        if file and (feet is not None or crop is not None):
            self._read(_File(file.name, file.data, file.feet if feet is None else feet, crop or file.crop))
        else:
            self._show()

    def _read(self, file: _File) -> None:
        self._forget()
        self._file, self._reading = file, True
        self._show()
        self._session.read_map(
            file.data, file.name, lambda found: self._take(file, found), feet_per_square=file.feet, crop=file.crop
        )

    def _take(self, file: _File, found: ImportedMap | MapFileError | InvalidBattleError) -> None:
        """Show what was read on the board, ask what is missing, or tell what was wrong."""
        if file is not self._file:
            return
        self._reading = False
        if isinstance(found, ImportedMap):
            self._found = found if self._session.preview(SetField(found.field)) else None
        elif isinstance(found, ScaleNeeded | MapTooLarge):
            self._found = found
        else:
            self._file = None
            problems = found.problems if isinstance(found, InvalidBattleError) else None
            self._notify(problems[0] if problems else Problem(found.place, found.message, found.remedy))
        self._show()

    # ---------------------------------------------------------------- using

    def _use(self) -> None:
        found = self._found
        if isinstance(found, ImportedMap) and self._session.submit(SetField(found.field)):
            self._found = self._file = None
            self._done()

    def _forget(self) -> None:
        if isinstance(self._found, ImportedMap):
            self._session.cancel_preview()
        self._found, self._file, self._reading = None, None, False
        self._show()

    def _export(self, ending: str, write: Callable[[Battlefield], str], kind: str = "application/json") -> None:
        document = self._session.document
        name = f"{slug(document.name) or 'battle'}{ending}"
        self.live.download(name, write(document.mass_combat.field), kind)

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live


def _feet(value: object) -> float | None:
    """Feet that were typed, with a point or a comma; None if it is no length."""
    try:
        feet = float(str(value).strip().replace(",", "."))
    except ValueError:
        return None
    return feet if 0 < feet <= 10_000 else None


def _crop(message: Message) -> Crop | None:
    """The column and row that a ``data-part`` names."""
    column, _comma, row = str(message.get("from", "")).partition(",")
    return (int(column), int(row)) if column.isdecimal() and row.isdecimal() and len(column + row) < 12 else None


# ---------------------------------------------------------------- markup


def _button(do: str, label: str, class_: str = "chip", **data: str | int) -> Markup:
    return tag("button", label, type="button", class_=class_, data_do=do, **data)


def _chooser(_: Words) -> Markup:
    entry = tag(
        "input",
        type="file",
        accept=_ACCEPT,
        data_do="map",
        data_largest=_LARGEST_FILE,
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


def _scale_markup(needed: ScaleNeeded, _: Words) -> Markup:
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


def _part_markup(large: MapTooLarge, file: _File | None, _: Words) -> Markup:
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


def _found_markup(found: ImportedMap, file: _File | None, leaving: list[str], _: Words) -> list[Child]:
    """What was read, what was guessed, and whether it is to be used."""
    field = found.field
    counts = [f"{_(word)} {_.number(found.counts[key])}" for key, word in _COUNTED.items() if found.counts.get(key)]
    size = _("{format}, {columns} × {rows} hexes").format(format=found.format, columns=field.columns, rows=field.rows)
    warnings = [
        tag("li", problem.message, tag("span", f" – {problem.remedy}", class_="remedy") if problem.remedy else None)
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
