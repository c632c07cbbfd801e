"""Watch one: a simulated battle played back on the board, turn by turn, with its log in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.models.room import Replaying
from dashboard.models.session import BattleSession
from dashboard.theme import Palette, styles
from dashboard.views.armies import Army, Line
from dashboard.views.frame import Frame
from dashboard.views.hex_ground import around
from dashboard.views.live import LiveMarkup, Message
from dashboard.views.log_words import Sentence, sentences
from dashboard.views.replay_figure import ReplayFigure
from dashboard.views.replay_words import controls_markup, heading_markup, log_markup, where_words
from dashboard.views.sliders import Later
from massbattle_core.document import BattleDocument
from massbattle_core.game import Event
from massbattle_core.mass_combat.situation import UnitState

__all__ = ["ReplayView", "hits"]

Position = tuple[int, int]

_PACE = 800
"""Milliseconds a turn is shown at the plain pace."""

_PACES = (1, 2, 4)


class ReplayView(pn.viewable.Viewer):
    """The battle that one session watches; there is nothing of it until it watches its first."""

    def __init__(
        self, session: BattleSession, army: Army, words: Words, colours: Palette, later: Later, **parameters: Any
    ) -> None:
        super().__init__(**parameters)
        self._battles, self._army, self._, self._colours, self._later = session.simulated, army, words, colours, later
        self._at = 0
        self._pace = 1
        self._playing = False
        self._stop: Callable[[], None] = lambda: None
        self._told: list[list[Sentence]] = []
        self._lines: dict[str, Line] = {}
        self._drawing: ReplayFigure | None = None
        self._frame: Frame | None = None
        seek: dict[str, Callable[[], object]] = {
            "first": lambda: self.step_to(0),
            "back": lambda: self.step_to(self._at - 1),
            "next": lambda: self.step_to(self._at + 1),
            "last": lambda: self.step_to(self._last),
            "play": self._toggle,
            "pace": self._faster,
            "another": self._another,
            "close": self._battles.stop_watching,
        }
        actions: dict[str, Callable[[Message], object]] = {name: _pressed(act) for name, act in seek.items()}
        actions["seek"] = lambda message: self._seek_typed(str(message.get("value", "")))
        self._head = LiveMarkup(actions=actions, sizing_mode="stretch_width", stylesheets=[styles("replay")])
        self._controls = LiveMarkup(actions=actions, sizing_mode="stretch_width", stylesheets=[styles("replay")])
        self._log = LiveMarkup(sizing_mode="stretch_width", stylesheets=[styles("replay")])
        self._column = pn.Column(css_classes=["card", "replay"], sizing_mode="stretch_width")
        self._battles.param.watch(self._open, "replay")

    # ---------------------------------------------------------------- opening

    @property
    def _replaying(self) -> Replaying:
        found = self._battles.replay
        assert found is not None
        return found

    @property
    def _last(self) -> int:
        return len(self._replaying.replay.steps) - 1

    def paint(self, colours: Palette) -> None:
        """Show the same in the colours of another theme."""
        self._colours = colours
        if self._drawing:
            self._drawing.paint(colours)
            if self._battles.replay:
                self.seek(self._at)

    def _open(self, event: Any) -> None:
        self._pause()
        if event.new is None:
            return
        document: BattleDocument = event.new.document
        battle, _ = document.mass_combat, self._
        self._lines = {line.unit.id: line for line in self._army.lines(document, None)}
        names = {unit_id: line.name(_) for unit_id, line in self._lines.items()}
        sides: dict[str, str] = {side: facts.name for side, facts in battle.sides.items()}
        self._told = [sentences(step.events, names, sides, _) for step in event.new.replay.steps]
        if self._drawing is None or self._frame is None:
            self._drawing = ReplayFigure(battle.field, self._colours)
            self._frame = Frame(
                on_key=self._key,
                child=pn.pane.Bokeh(self._drawing.figure, sizing_mode="scale_width"),
                board=True,
                sizing_mode="stretch_width",
            )
        self._drawing.show_field(battle.field)
        self._frame.param.update(whole=list(self._drawing.whole), near=_walked(event.new))
        self.seek(0)
        if not self._column.objects:
            self._column[:] = [self._head, self._frame, self._controls, self._log]

    # ---------------------------------------------------------------- going

    def seek(self, step: int) -> None:
        """Show a step: 0 is the start, then one a turn."""
        if self._battles.replay is None:
            return
        self._at = min(max(step, 0), self._last)
        if self._at == self._last:
            self._pause()
        self._show()

    def step_to(self, step: int) -> None:
        """Show a step and stay there."""
        self._pause()
        self.seek(step)

    def _seek_typed(self, text: str) -> None:
        if text.isdecimal():
            self.seek(int(text))

    def _toggle(self) -> None:
        if self._playing:
            self._pause()
            self._show()
            return
        if self._at == self._last:
            self._at = 0
        self._play_on()
        self._show()

    def _play_on(self) -> None:
        self._playing = True
        self._stop = self._later(self._advance, _PACE // self._pace)

    def _advance(self) -> None:
        # a timer that waits for its turn cannot be stopped
        if self._playing and self._battles.replay is not None:
            self._play_on()
            self.seek(self._at + 1)

    def _pause(self) -> None:
        self._playing = False
        self._stop()

    def _faster(self) -> None:
        self._pace = _PACES[(_PACES.index(self._pace) + 1) % len(_PACES)]
        self._show()

    def _another(self) -> None:
        found = self._replaying
        self._battles.watch(replace(found.wanted, first=found.replay.battle + 1))

    def _key(self, key: str) -> None:
        if self._battles.replay is None:
            return
        if key in ("ArrowLeft", "p"):
            self.step_to(self._at - 1)
        elif key in ("ArrowRight", "n"):
            self.step_to(self._at + 1)
        elif key == "ArrowUp":
            self.step_to(0)
        elif key == "ArrowDown":
            self.step_to(self._last)
        elif key == "Enter":
            self._toggle()
        elif key == "Escape":
            self._battles.stop_watching()

    # ---------------------------------------------------------------- showing

    def _show(self) -> None:
        found, _ = self._replaying, self._
        step = found.replay.steps[self._at]
        assert self._drawing
        assert self._frame
        mover = next((event.facts["unit"] for event in step.events if event.kind == "turn"), "")
        self._drawing.show_counters(
            {
                "position": unit.position,
                "side": self._lines[unit.id].unit.side,
                "kind": self._lines[unit.id].kind,
                "selected": unit.id == mover,
                "br": _.number(unit.br),
                "morale": _.signed(built.morale.value) if (built := self._lines[unit.id].built) else "",
                "rating": built.morale.value if built else 0,
                "name": self._lines[unit.id].name(_),
                "made": _("BR {now} of {start}").format(
                    now=_.number(unit.br), start=_.number(built.battle_rating.value if built else unit.br)
                ),
            }
            for unit in step.state.units
            if unit.status == "field"
        )
        places = {unit.id: unit.position for unit in step.state.units}
        self._drawing.show_turn(
            trail=[(e.facts["from"], e.facts["to"]) for e in step.events if e.kind == "enters"],
            blows=[(places[e.facts["unit"]], places[e.facts["target"]]) for e in step.events if e.kind == "attack"],
            hits=hits(step.events, places),
            fallen=[unit.position for unit in step.state.units if unit.status == "eliminated"],
            notes=[
                (unit.position, note)
                for unit in step.state.units
                if unit.status == "field" and (note := _note(unit, _))
            ],
        )
        self._head.markup = heading_markup(found, _)
        self._controls.markup = controls_markup(
            found, self._at, self._lines, playing=self._playing, pace=self._pace, _=_
        )
        self._log.markup = log_markup(found, self._at, self._told, self._lines, _)
        self._frame.label = _("Replay: {status}").format(status=where_words(found, self._at, _))

    def __panel__(self) -> pn.viewable.Viewable:
        return self._column


def _pressed(act: Callable[[], object]) -> Callable[[Message], object]:
    return lambda _message: act()


def _note(unit: UnitState, _: Words) -> str:
    """What is written beside a unit on the board, or nothing."""
    if unit.lost_turns:
        return _("shaken")
    if unit.guard:
        return _("guard")
    return _("defends") if unit.defend else ""


def _walked(found: Replaying) -> list[float]:
    """The part of the map that the battle moves over."""
    return around([unit.position for step in found.replay.steps for unit in step.state.units])


def hits(events: Sequence[Event], places: Mapping[str, Position]) -> list[tuple[Position, str]]:
    """The losses of a turn, at the places of the units that are known."""
    lost: dict[str, int] = {}
    for event in events:
        if event.kind == "loss":
            lost[event.facts["unit"]] = lost.get(event.facts["unit"], 0) + int(event.facts["loss"])
    return [(places[unit], f"−{loss}") for unit, loss in lost.items() if unit in places]
