"""A slider that shows what it does while it moves and makes one edit when it is let go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import panel as pn
import panel_material_ui as pmui
import param

from dashboard.models.session import BattleSession
from dashboard.theme import styles
from massbattle_core.document import Edit
from massbattle_core.mass_combat.model import MassBattle, SideId

__all__ = ["EditSlider", "Later"]

_LET_GO = 250
"""Milliseconds after a drag until its edit is made."""

_AT_REST = 900
"""Milliseconds after a single step until its edit is made: keys come one by one, and each counts as let go."""


class Later(Protocol):
    """Runs a function on the session's own tick after some milliseconds; returns what cancels it."""

    def __call__(self, function: Callable[[], None], milliseconds: int) -> Callable[[], None]:
        """Arrange it."""


class EditSlider(pn.viewable.Viewer):
    """A whole number of the battle.

    ``read`` finds the number in a battle; ``edit`` makes the edit that sets it. While it moves everyone sees
    the preview; once let go, by mouse, finger or keys, exactly one edit is made.
    """

    def __init__(
        self,
        session: BattleSession,
        later: Later,
        label: str,
        bounds: tuple[int, int],
        *,
        read: Callable[[MassBattle], int],
        edit: Callable[[int], Edit],
        side: SideId = "a",
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._later, self._read, self._edit = session, later, read, edit
        self._cancel: Callable[[], None] | None = None
        self._following = False
        self._steps = 0
        self._wanted = 0
        self.slider = pmui.IntSlider(
            label=label,
            start=bounds[0],
            end=bounds[1],
            value=read(session.shown.mass_combat),
            show_value=False,
            tooltips=False,
            size="small",
            track="normal",
            color="secondary" if side == "b" else "primary",
            sizing_mode="stretch_width",
            margin=(0, 7, 0, 7),
            stylesheets=[styles("slider")],
        )
        self.slider.param.watch(self._moved, "value")
        self.slider.param.watch(self._released, "value_throttled")
        session.param.watch(self._follow, "shown")
        session.before_leaving(self._waiting)

    def aim(self, side: SideId) -> None:
        """Look at another number: whatever ``read`` and ``edit`` now mean."""
        self.flush()
        self.slider.color = "secondary" if side == "b" else "primary"
        self._follow()

    def flush(self) -> None:
        """Make the edit that is still waiting, if any."""
        if self._cancel:
            self._cancel()
            self._commit()

    def _waiting(self) -> Edit | None:
        """The edit that was let go and is not made yet."""
        if not self._cancel:
            return None
        self._cancel()
        changed = self._read(self._session.document.mass_combat) != self._wanted
        return self._edit(self._wanted) if changed else None

    def _moved(self, event: Any) -> None:
        if self._following:
            return
        self._steps += 1
        if event.new == self._read(self._session.document.mass_combat):
            self._session.cancel_preview()
        else:
            self._session.preview(self._edit(event.new))
        if self._cancel:
            self._wanted = event.new
            self._wait(_AT_REST)

    def _released(self, event: Any) -> None:
        if not self._following:
            self._wanted = event.new  # the widget may show another number by now: that of the battle without a preview
            self._wait(_LET_GO if self._steps > 1 and not self._cancel else _AT_REST)
            self._steps = 0

    def _wait(self, milliseconds: int) -> None:
        if self._cancel:
            self._cancel()
        self._cancel = self._later(self._commit, milliseconds)

    def _commit(self) -> None:
        self._cancel = None
        if self._read(self._session.document.mass_combat) == self._wanted:
            self._session.cancel_preview()
        else:
            self._session.submit(self._edit(self._wanted))
        self._follow()

    def _follow(self, *_events: object) -> None:
        if self._cancel:
            return  # what was let go is not made yet: it must not be written over
        value = self._read(self._session.shown.mass_combat)
        if value != self.slider.value:
            self._following = True
            try:
                with param.edit_constant(self.slider):
                    self.slider.param.update(value=value, value_throttled=value)
            finally:
                self._following = False

    def __panel__(self) -> pn.viewable.Viewable:
        return self.slider
