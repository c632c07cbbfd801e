"""A map from a file, seen on the board before it is used; and the map of the battle into a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import panel as pn

from dashboard.i18n import N_, Words
from dashboard.markup import Child, tag
from dashboard.models.files import ReadMap, start_reading_map
from dashboard.models.session import BattleSession
from dashboard.uploads import received_file
from dashboard.views.live import LiveMarkup
from dashboard.views.map_words import LARGEST_FILE, MapFile, chooser, found_markup, part_markup, scale_markup
from massbattle_core.creatures.model import slug
from massbattle_core.errors import InvalidBattleError, MapTooLarge, Problem, ScaleNeeded
from massbattle_core.maps import Crop, ImportedMap, csv_map, dumps_map
from massbattle_core.mass_combat.edits import SetField
from massbattle_core.mass_combat.model import Battlefield

__all__ = ["MapFileView"]

Message = Mapping[str, Any]


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
        self._file: MapFile | None = None
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
            body = found_markup(found, self._file, self._leaving(), _)
        elif isinstance(found, ScaleNeeded):
            body = [scale_markup(found, _)]
        elif isinstance(found, MapTooLarge):
            body = [part_markup(found, self._file, _)]
        else:
            body = [chooser(_)]
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
            message, self._, largest=LARGEST_FILE, too_large=N_("export a part of the map, or one without its picture")
        )
        if isinstance(received, Problem):
            self._notify(received)
        else:
            self._read(MapFile(name, received))

    def _again(self, *, feet: float | None = None, crop: Crop | None = None) -> None:
        """Read the same file with another scale, or another part of it."""
        file = self._file
        if file and (feet is not None or crop is not None):
            self._read(MapFile(file.name, file.data, file.feet if feet is None else feet, crop or file.crop))
        else:
            self._show()

    def _read(self, file: MapFile) -> None:
        self._forget()
        self._file, self._reading = file, True
        self._show()
        start_reading_map(
            self._session,
            file.data,
            file.name,
            lambda found: self._take(file, found),
            feet_per_square=file.feet,
            crop=file.crop,
        )

    def _take(self, file: MapFile, found: ReadMap) -> None:
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
            if isinstance(found, InvalidBattleError):
                self._notify(found.problems[0])
            else:
                self._notify(Problem(found.place, found.message, found.remedy))
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
