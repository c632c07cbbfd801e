"""Where: the hex board, moved on by mouse, finger or keys, and the ground painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import panel as pn
from bokeh.events import DoubleTap, Pan, PanEnd, PanStart, Press, PressUp, Tap

from dashboard.i18n import Words
from dashboard.models.session import BattleSession
from dashboard.theme import Palette
from dashboard.views.armies import Army, Line, counters
from dashboard.views.board_head import foot_markup, head_markup, read_head_markup
from dashboard.views.brushes import GOAL, MORE_TOOLS, PANELS, TOOLS, ZONES, extended, hint, stroke_edit
from dashboard.views.frame import Frame
from dashboard.views.hex_figure import HexFigure
from dashboard.views.hex_ground import around_units, hex_of
from dashboard.views.live import LiveMarkup
from dashboard.views.map_file import MapFileView
from dashboard.views.people import carried_by, selected_by
from dashboard.views.picture import PictureView
from massbattle_core.document import Edit, Several
from massbattle_core.mass_combat.edits import MoveUnit, ResizeField
from massbattle_core.mass_combat.lining_up import line_up
from massbattle_core.mass_combat.model import Unit, hex_name
from massbattle_core.mass_combat.tables import FEET_PER_HEX
from massbattle_core.mass_combat.validation import outside_its_zone

__all__ = ["BoardView"]

Position = tuple[int, int]

_ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


class BoardView(pn.viewable.Viewer):
    """The board of one session, with its tools above and its status line and tray below.

    ``picture`` and ``map_file`` are opened above it by their tools, ``show_goals`` opens the list of objectives.
    """

    def __init__(
        self,
        session: BattleSession,
        army: Army,
        words: Words,
        colours: Palette,
        picture: PictureView,
        map_file: MapFileView,
        show_goals: Callable[[], None] = lambda: None,
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._army, self._, self._colours = session, army, words, colours
        self._tool = "move"
        self._held = ""
        self._grabbed_at: Position | None = None
        self._stroke: list[Position] = []
        self._label = ""
        self._goal = ""
        self._picture, self._show_goals = picture, show_goals
        self._panels: dict[str, PictureView | MapFileView] = {"picture": picture, "map-file": map_file}
        self._target: Position | None = None
        self._drawing = HexFigure(session.shown.mass_combat.field, colours)
        plot = self._drawing.figure
        for tap in (Tap, DoubleTap):  # two clicks in a row on different hexes count as a double one
            plot.on_event(tap, self._tapped)
        if session.can_edit:
            for start in (PanStart, Press):
                plot.on_event(start, self._grabbed)
            plot.on_event(Pan, self._stroked)
            plot.on_event(PanEnd, self._dropped)
            plot.on_event(PressUp, self._let_go)
        else:
            self._drawing.movable(False)
        self.frame = Frame(
            on_key=self._key,
            child=pn.pane.Bokeh(plot, sizing_mode="scale_width"),
            label=words("Board"),
            board=True,
            whole=list(self._drawing.whole),
            near=around_units(self._session.shown.mass_combat),
            sizing_mode="stretch_width",
        )
        self.head = LiveMarkup(
            actions={
                "tool": lambda message: self._take(str(message.get("tool", ""))),
                "label": lambda message: self._write(str(message.get("value", ""))),
                "done": lambda _message: self.finish(),
                "goals": lambda _message: show_goals(),
                "zoom": lambda message: self.frame.zoom(str(message.get("zoom", ""))),
                "columns": lambda message: self._resize(columns=message.get("value")),
                "rows": lambda message: self._resize(rows=message.get("value")),
            },
            only=None if session.can_edit else ("zoom",),
            sizing_mode="stretch_width",
        )
        self.foot = LiveMarkup(
            actions={
                "select": lambda message: session.select(str(message.get("unit", ""))),
                "line-up": lambda _message: self._line_up(),
            },
            only=None if session.can_edit else ("select",),
            sizing_mode="stretch_width",
        )
        session.param.watch(self._show, ["shown", "selected", "status", "present"])
        self._show()

    # ---------------------------------------------------------------- showing

    def paint(self, colours: Palette) -> None:
        """Show the same in the colours of another theme."""
        self._colours = colours
        self._drawing.paint(colours)
        self._show()

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        battle = session.shown.mass_combat
        lines = self._army.lines(session.shown, session.odds)
        self._drawing.show_field(battle.field)
        stand = session.document.mass_combat.units
        carried = {
            unit_id: (author, stand[unit_id].position)
            for unit_id, author in carried_by(session.present, battle.units).items()
            if unit_id in stand
        }
        others = selected_by(session.present, session.author)
        self._drawing.show_counters(counters(lines, session.selected, _, others, carried))
        self._drawing.show_brushed(
            [
                (place, one.author.colour or self._colours.accent)
                for one in session.present
                if one.author.id != session.author.id
                for place in sorted(one.hexes)
                if battle.field.contains(place)
            ]
        )
        colours = {"a": self._colours.side_a, "b": self._colours.side_b}
        self._drawing.show_goals(
            [
                (place, colours[goal.side])
                for goal in battle.objectives.values()
                if goal.kind != "protect"
                for place in goal.hexes
            ]
        )
        if self._target and not battle.field.contains(self._target):
            self._target = None
        self._drawing.show_target(self._target)
        whole = list(self._drawing.whole)
        if whole != self.frame.whole:
            self.frame.param.update(whole=whole, near=around_units(self._session.shown.mass_combat))
        self.head.markup = head_markup(battle, self._tool, self._label, _) if session.can_edit else read_head_markup(_)
        chosen = next((shown for shown in lines if shown.unit.id == session.selected), None)
        status = self._status(chosen)
        waiting = [line for line in lines if line.unit.position is None or line.unit.arrival is not None]
        refused = session.status if session.refusal else ""
        self.foot.markup = foot_markup(status, refused, waiting, session.selected, _, can_edit=session.can_edit)
        self.frame.label = _("Board: {status}").format(status=status)

    def _status(self, line: Line | None) -> str:
        _ = self._
        if self._tool != "move":
            text = hint(self._tool, self._session.shown.mass_combat, self._label, _)
            return f"{text} · {hex_name(self._target)}" if self._target else text
        if line is None:
            return (
                _("Click a unit, then a hex; or drag the unit.")
                if self._session.can_edit
                else _("Click a unit to read about it.")
            )
        parts = [line.name(_)]
        if line.unit.position is not None:
            parts.append(hex_name(line.unit.position))
        if line.unit.arrival:
            parts.append(_("arrives in round {round}").format(round=line.unit.arrival.round))
        if outside_its_zone(self._session.shown.mass_combat, line.unit):
            parts.append(_("outside its deployment zone"))
        if line.built and line.composition_known:
            parts.append(_.plural("{count} hex a turn", "{count} hexes a turn", line.built.speed // FEET_PER_HEX))
        if self._target:
            parts.append(_("to {hex}? Enter moves, Esc cancels").format(hex=hex_name(self._target)))
        elif line.unit.position is None and self._session.can_edit:
            parts.append(_("click a hex to place it"))
        return " · ".join(parts)

    # ---------------------------------------------------------------- mouse and finger

    def _place(self, event: Any) -> Position | None:
        return hex_of(event, self._session.shown.mass_combat.field)

    def _unit_at(self, place: Position) -> Unit | None:
        """The unit whose counter is drawn on a hex: one that stands there, or one that will come there."""
        battle = self._session.shown.mass_combat
        coming = (unit for unit in battle.ordered_units() if unit.position == place)
        return battle.unit_at(place) or next(coming, None)

    def _tapped(self, event: Any) -> None:
        session, place = self._session, self._place(event)
        if place is None:
            return
        if self._tool in PANELS:
            return
        if self._tool != "move":
            self._submit_stroke([place])
            return
        there = self._unit_at(place)
        self._target = None
        if there:
            session.select(there.id)
        elif session.selected and session.can_edit:
            session.submit(MoveUnit(session.selected, place))
        self._show()

    def _grabbed(self, event: Any) -> None:
        if self._tool == "picture":
            self._picture.grab(event.x, event.y)
        place = self._grabbed_at = self._place(event)
        there = self._unit_at(place) if place else None
        self._held = there.id if there and self._tool == "move" else ""
        self._stroke = []
        if self._tool != "move":
            self._stroked(event)

    def _stroked(self, event: Any) -> None:
        if self._tool == "picture":
            self._picture.drag(event.x, event.y)
        place = self._place(event)
        if self._held:
            self._carry(place)
        if self._tool in ("move", *PANELS) or place is None or place in self._stroke:
            return
        self._stroke = extended(self._stroke, place)
        edit = self._stroke_edit(self._stroke)
        if edit:
            self._session.preview(edit)

    def _carry(self, place: Position | None) -> None:
        """Show everyone where the unit is held, and the odds that it would have there."""
        unit = self._session.shown.mass_combat.units.get(self._held)
        stands = self._session.document.mass_combat.units.get(self._held)
        if unit is None or stands is None or place == unit.position:
            return
        if place is None or place == stands.position:
            self._session.cancel_preview()
        else:
            self._session.preview(MoveUnit(unit.id, place), quiet=True)  # a hex that is taken is told when it is let go

    def _dropped(self, event: Any) -> None:
        if self._tool == "picture":
            self._picture.drop(event.x, event.y)
        place = self._place(event)
        held, self._held = self._held, ""
        stroke, self._stroke = self._stroke, []
        if stroke:
            self._submit_stroke(stroke)
        elif held:
            self._session.select(held)
            stands = self._session.document.mass_combat.units.get(held)
            if place is None or stands is None or stands.position == place:
                self._session.cancel_preview()
            else:
                self._session.submit(MoveUnit(held, place))

    def _let_go(self, event: Any) -> None:
        """The end of a long press: a slow click, a unit carried, or a straight stroke."""
        place = self._place(event)
        if place is None or place == self._grabbed_at or self._grabbed_at is None:
            self._held, self._stroke = "", []
            self._tapped(event)
            return
        if self._tool not in ("move", *PANELS):
            self._stroke = extended([self._grabbed_at], place)
        self._dropped(event)

    # ---------------------------------------------------------------- keys

    def _key(self, key: str) -> None:
        session = self._session
        battle = session.shown.mass_combat
        unit = battle.units.get(session.selected)
        if key in ("n", "p") and battle.units:
            ids = [line.id for line in battle.ordered_units()]
            step = 1 if key == "n" else -1
            self._target = None
            session.select(ids[(ids.index(unit.id) + step) % len(ids)] if unit else ids[0])
        elif key in _ARROWS and self._session.can_edit and (unit or self._tool != "move"):
            here = unit.position if unit else None
            start = self._target or here or (battle.field.columns // 2, battle.field.rows // 2)
            place = (start[0] + _ARROWS[key][0], start[1] + _ARROWS[key][1])
            if battle.field.contains(place):
                self._target = place if place != here or self._tool != "move" else None
        elif key == "Enter" and self._target and self._tool not in ("move", *PANELS):
            self._submit_stroke([self._target])
        elif key == "Enter" and unit and self._target:
            if session.submit(MoveUnit(unit.id, self._target)):
                self._target = None
        elif key == "Escape":
            if self._tool != "move":
                self._take("move")
            elif self._target is None:
                session.select("")
            self._target = None
        self._show()

    # ---------------------------------------------------------------- the ground

    def _take(self, tool: str) -> None:
        if tool in (*TOOLS, *MORE_TOOLS, *ZONES, *PANELS) or (tool == GOAL and self._goal):
            before, self._tool = self._tool, tool
            if before in self._panels and before != tool:
                self._panels[before].close()
            if tool in self._panels:
                self._panels[tool].open()
            self._target = None
            self._drawing.movable(tool == "move")
            self._show()

    def choose_goal(self, key: str) -> None:
        """Let clicks and strokes choose the hexes of an objective; the list opens again when that is done."""
        self._goal = key
        self._take(GOAL)

    def finish(self) -> None:
        """Leave a tool that has an end: a panel, the choosing of hexes."""
        chosen_for_goal = self._tool == GOAL
        self._take("move")
        if chosen_for_goal:
            self._show_goals()

    def _write(self, label: str) -> None:
        self._label = label.strip()
        self._show()

    def _line_up(self) -> None:
        if edits := line_up(self._session.document.mass_combat):
            self._session.submit(Several(edits))

    def _stroke_edit(self, places: Sequence[Position]) -> Edit | None:
        label = self._label if self._tool == "label" else self._("Bridge")
        return stroke_edit(self._session.document.mass_combat, self._tool, places, label=label, goal=self._goal)

    def _submit_stroke(self, places: Sequence[Position]) -> None:
        edit = self._stroke_edit(places)
        if edit:
            self._session.submit(edit)
        elif self._tool == GOAL:  # somebody has removed it
            self.finish()

    def _resize(self, columns: object = None, rows: object = None) -> None:
        field = self._session.document.mass_combat.field
        try:
            wanted = ResizeField(int(str(columns or field.columns)), int(str(rows or field.rows)))
        except ValueError:
            return
        self._session.submit(wanted)

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(
            self.head,
            *(self._panels.values() if self._session.can_edit else ()),
            self.frame,
            self.foot,
            css_classes=["card", "board"],
            sizing_mode="stretch_width",
        )
