"""The picture under the hexes: chosen or dropped, moved, scaled and faded while everyone sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import sqrt
from typing import Any

import panel as pn

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, tag
from dashboard.models.session import BattleSession
from dashboard.theme import styles
from dashboard.uploads import received_file
from dashboard.views.live import LiveMarkup
from dashboard.views.places import battle_place
from dashboard.views.sliders import EditSlider, Later
from massbattle_core.document import Edit
from massbattle_core.errors import PictureError, Problem
from massbattle_core.mass_combat.backdrop import LARGEST_PICTURE, picture_of
from massbattle_core.mass_combat.edits import SetBackdrop
from massbattle_core.mass_combat.model import Backdrop, MassBattle

__all__ = ["PictureView", "fitted"]

Message = Mapping[str, Any]

_STEPS = 10
"""Steps of a slider to the width of a hex."""

_FARTHEST = 500
"""Widths of a hex that a picture is moved at most."""

_SLIDERS = {
    "scale": N_("Width"),
    "x": N_("To the right"),
    "y": N_("Down"),
    "opacity": N_("Opacity"),
}
"""What can be set of a picture."""


def _bounds(name: str, battle: MassBattle) -> tuple[int, int]:
    """The ends of a slider: as far as it makes sense on this map, and as far as the picture is."""
    if name == "opacity":
        return 0, 100
    columns, picture = battle.field.columns, battle.field.backdrop
    low, high = (_STEPS // 2, 3 * columns * _STEPS) if name == "scale" else (-columns * _STEPS, columns * _STEPS)
    value = round(getattr(picture, name) * _STEPS) if picture else high
    return min(low, value), max(high, value)


def fitted(data: str, battle: MassBattle) -> Backdrop:
    """A picture (base64) as wide as the map."""
    field = battle.field
    return Backdrop(data, scale=field.columns + (0.5 if field.rows > 1 else 0.0))


class PictureView(pn.viewable.Viewer):
    """What is set of the picture; ``notify`` shows a problem with a file that never became an edit."""

    def __init__(
        self,
        session: BattleSession,
        words: Words,
        later: Later,
        notify: Callable[[Problem], None],
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._, self._notify = session, words, notify
        self._grabbed: tuple[float, float, Backdrop] | None = None
        self.live = LiveMarkup(
            actions={
                "picture": self._choose,
                "fit": lambda _message: self._change(
                    lambda picture: replace(fitted(picture.data, session.document.mass_combat), opacity=picture.opacity)
                ),
                "no-picture": lambda _message: session.submit(SetBackdrop(None)),
            },
            sizing_mode="stretch_width",
        )
        self._heads = {name: LiveMarkup(sizing_mode="stretch_width") for name in _SLIDERS}
        self._sliders = {name: self._slider(name, later) for name in _SLIDERS}
        pairs = (pn.Column(self._heads[name], self._sliders[name], sizing_mode="stretch_width") for name in _SLIDERS)
        grid = pn.Column(*pairs, stylesheets=[styles("picture")], sizing_mode="stretch_width")
        self._settings = pn.Column(grid, visible=False, sizing_mode="stretch_width")
        self._column = pn.Column(self.live, self._settings, visible=False, sizing_mode="stretch_width")
        session.param.watch(self._show, "shown")

    def _slider(self, name: str, later: Later) -> EditSlider:
        steps = 100 if name == "opacity" else _STEPS

        def read(battle: MassBattle) -> int:
            picture = battle.field.backdrop
            return round(getattr(picture, name) * steps) if picture else 0

        def edit(value: int) -> Edit:
            picture = self._session.document.mass_combat.field.backdrop
            changed: dict[str, Any] = {name: value / steps}
            return SetBackdrop(replace(picture, **changed) if picture else None)

        bounds = _bounds(name, self._session.shown.mass_combat)
        return EditSlider(self._session, later, self._(_SLIDERS[name]), bounds, read=read, edit=edit)

    # ---------------------------------------------------------------- showing

    def open(self) -> None:
        """Show what can be set."""
        self._column.visible = True
        self._show()

    def close(self) -> None:
        """Put it away, what was moved last kept."""
        for slider in self._sliders.values():
            slider.flush()
        self._column.visible = False

    def _show(self, *_events: object) -> None:
        if not self._column.visible:
            return
        _, picture = self._, self._session.shown.mass_combat.field.backdrop
        self.live.markup = _picture_markup(picture, _)
        self._settings.visible = picture is not None
        if picture is None:
            return
        for name, label in _SLIDERS.items():
            low, high = _bounds(name, self._session.document.mass_combat)
            self._sliders[name].slider.param.update(start=low, end=high)
            value = getattr(picture, name)
            text = _.percent(value) if name == "opacity" else _("{number} hexes").format(number=_.number(value, 1))
            self._heads[name].markup = tag(
                "div",
                tag("b", _(label)),
                tag("span", text, class_="value"),
                class_="slider-head",
                data_place=battle_place("field", "backdrop", name),
            )

    # ---------------------------------------------------------------- changing

    def _choose(self, message: Message) -> None:
        _, data = self._, str(message.get("content", ""))
        name, received = received_file(message, _, largest=LARGEST_PICTURE, too_large=N_("choose a smaller picture"))
        if isinstance(received, Problem):
            self._notify(received)
            return
        try:
            picture_of(data)
        except PictureError as error:
            self._notify(Problem(name, error.message, error.remedy))
        else:
            self._session.submit(SetBackdrop(fitted(data, self._session.document.mass_combat)))

    def _change(self, change: Callable[[Backdrop], Backdrop]) -> None:
        picture = self._session.document.mass_combat.field.backdrop
        if picture:
            self._session.submit(SetBackdrop(change(picture)))

    def grab(self, x: float, y: float) -> None:
        """Take hold of the picture at a point of the board."""
        picture = self._session.document.mass_combat.field.backdrop
        self._grabbed = (x, y, picture) if picture else None

    def drag(self, x: float, y: float) -> None:
        """Show the picture moved with the point it was grabbed at."""
        if self._grabbed:
            self._session.preview(SetBackdrop(self._moved(x, y, *self._grabbed)))

    def drop(self, x: float, y: float) -> None:
        """Leave the picture there."""
        grabbed, self._grabbed = self._grabbed, None
        if grabbed:
            self._session.submit(SetBackdrop(self._moved(x, y, *grabbed)))

    @staticmethod
    def _moved(x: float, y: float, from_x: float, from_y: float, picture: Backdrop) -> Backdrop:
        def moved(place: float, by: float) -> float:
            return min(max(round(place + by / sqrt(3), 1), -_FARTHEST), _FARTHEST)

        return replace(picture, x=moved(picture.x, x - from_x), y=moved(picture.y, from_y - y))

    def __panel__(self) -> pn.viewable.Viewable:
        return self._column


def _picture_markup(picture: Backdrop | None, _: Words) -> Markup:
    """Where to choose a picture, or what to do with the one that is there."""
    chooser = tag(
        "label",
        _("Another picture…") if picture else _("Choose a picture, or drop it here"),
        tag(
            "input",
            type="file",
            accept="image/png,image/jpeg,image/webp",
            data_do="picture",
            data_largest=LARGEST_PICTURE,
            data_shrink="picture",
            aria_label=_("Choose a picture"),
        ),
        class_="chip file" if picture else "drop file",
    )
    if picture is None:
        size = f"{LARGEST_PICTURE // 1_000_000}\N{NO-BREAK SPACE}MB"
        note = _("PNG, JPEG or WebP; a file larger than {size} is made smaller. It means nothing to the rules.")
        return tag("div", chooser, tag("p", note.format(size=size), class_="muted"), class_="board-panel")
    return tag(
        "div",
        tag("span", _("Drag the picture on the board, or use the sliders."), class_="muted"),
        chooser,
        tag("button", _("as wide as the map"), type="button", class_="chip", data_do="fit"),
        tag("button", _("remove"), type="button", class_="chip", data_do="no-picture"),
        class_="board-panel with-picture",
    )
