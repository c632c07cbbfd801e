"""Where: the hex board, moved on by mouse, finger or keys, and the ground painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import panel as pn
from bokeh.events import DoubleTap, Pan, PanEnd, PanStart, Press, PressUp, Tap

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, join, svg, tag
from dashboard.models.session import BattleSession
from dashboard.theme import Palette
from dashboard.views.armies import Army, Line, counters
from dashboard.views.brushes import GOAL, MORE_TOOLS, TOOLS, stroke_edit, tool_word
from dashboard.views.frame import Frame
from dashboard.views.hex_figure import HexFigure
from dashboard.views.hex_ground import around
from dashboard.views.icons import ICONS, KINDS
from dashboard.views.live import LiveMarkup
from massbattle_core.document import Edit
from massbattle_core.hexgrid import hex_at, line
from massbattle_core.mass_combat.edits import MoveUnit, ResizeField
from massbattle_core.mass_combat.model import hex_name
from massbattle_core.mass_combat.tables import FEET_PER_HEX
from massbattle_core.mass_combat.validation import outside_its_zone

__all__ = ["BoardView"]

Position = tuple[int, int]

_ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


class BoardView(pn.viewable.Viewer):
    """The board of one session, with its tools above and its status line and tray below."""

    def __init__(self, session: BattleSession, army: Army, words: Words, colours: Palette, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._army, self._, self._colours = session, army, words, colours
        self._tool = "move"
        self._held = ""
        self._grabbed_at: Position | None = None
        self._stroke: list[Position] = []
        self._label = ""
        self._goal = ""
        self.goal_chosen: Callable[[], None] = lambda: None
        self._target: Position | None = None
        self._drawing = HexFigure(session.shown.mass_combat.field, colours)
        plot = self._drawing.figure
        for tap in (Tap, DoubleTap):  # two clicks in a row on different hexes count as a double one
            plot.on_event(tap, self._tapped)
        for start in (PanStart, Press):
            plot.on_event(start, self._grabbed)
        plot.on_event(Pan, self._stroked)
        plot.on_event(PanEnd, self._dropped)
        plot.on_event(PressUp, self._let_go)
        self.frame = Frame(
            on_key=self._key,
            child=pn.pane.Bokeh(plot, sizing_mode="scale_width"),
            label=words("Board"),
            board=True,
            whole=list(self._drawing.whole),
            near=self._around_units(),
            sizing_mode="stretch_width",
        )
        self.head = LiveMarkup(
            actions={
                "tool": lambda message: self._take(str(message.get("tool", ""))),
                "label": lambda message: self._write(str(message.get("value", ""))),
                "goal-chosen": lambda _message: self._leave_goal(),
                "zoom": lambda message: self.frame.zoom(str(message.get("zoom", ""))),
                "columns": lambda message: self._resize(columns=message.get("value")),
                "rows": lambda message: self._resize(rows=message.get("value")),
            },
            sizing_mode="stretch_width",
        )
        self.foot = LiveMarkup(
            actions={"select": lambda message: session.select(str(message.get("unit", "")))},
            sizing_mode="stretch_width",
        )
        session.param.watch(self._show, ["shown", "selected", "status"])
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
        self._drawing.show_counters(counters(lines, session.selected, _))
        colours = {"a": self._colours.side_a, "b": self._colours.side_b}
        self._drawing.show_goals(
            [(place, colours[goal.side]) for goal in battle.objectives.values() for place in goal.hexes]
        )
        if self._target and not battle.field.contains(self._target):
            self._target = None
        self._drawing.show_target(self._target)
        whole = list(self._drawing.whole)
        if whole != self.frame.whole:
            self.frame.param.update(whole=whole, near=self._around_units())
        self.head.markup = self._head(battle.field.columns, battle.field.rows)
        chosen = next((shown for shown in lines if shown.unit.id == session.selected), None)
        status = self._status(chosen)
        self.foot.markup = join(
            tag(
                "div",
                tag(
                    "span",
                    status,
                    tag("span", f" {session.status}", class_="refused") if session.refusal else None,
                    role="status",
                    aria_live="polite",
                ),
                tag("span", _("1 hex = {length}").format(length=_.feet(FEET_PER_HEX)), class_="scale"),
                class_="board-foot",
            ),
            self._tray([line for line in lines if line.unit.position is None or line.unit.arrival is not None]),
        )
        self.frame.label = _("Board: {status}").format(status=status)

    def _head(self, columns: int, rows: int) -> Markup:
        _ = self._
        tools = (
            tag(
                "button",
                _(label),
                type="button",
                class_=f"tool{' on' if self._tool == tool else ''}",
                data_do="tool",
                data_tool=tool,
                aria_pressed="true" if self._tool == tool else "false",
            )
            for tool, label in TOOLS.items()
        )
        more = tag(
            "details",
            tag(
                "summary",
                _(MORE_TOOLS.get(self._tool, N_("More"))),
                " ▾",
                class_=f"tool{' on' if self._tool in MORE_TOOLS else ''}",
            ),
            tag(
                "div",
                [
                    tag(
                        "button",
                        _(label),
                        type="button",
                        class_=f"menu-item{' on' if self._tool == tool else ''}",
                        data_do="tool",
                        data_tool=tool,
                    )
                    for tool, label in MORE_TOOLS.items()
                ],
                class_="menu-body",
            ),
            class_="menu",
        )
        size = tag(
            "span",
            tag(
                "input",
                inputmode="numeric",
                size=2,
                class_="plain count size",
                data_do="columns",
                value=columns,
                aria_label=_("Columns"),
            ),
            "×",
            tag(
                "input",
                inputmode="numeric",
                size=2,
                class_="plain count size",
                data_do="rows",
                value=rows,
                aria_label=_("Rows"),
            ),
            class_="map-size muted",
            title=_("Size of the map in hexes"),
        )
        zoom = (
            tag(
                "button",
                svg(ICONS[icon]),
                type="button",
                class_="icon-button",
                data_do="zoom",
                data_zoom=how,
                title=_(label),
                aria_label=_(label),
            )
            for how, icon, label in (
                ("out", "zoom_out", N_("Zoom out")),
                ("in", "zoom_in", N_("Zoom in")),
                ("all", "fit", N_("Whole map")),
            )
        )
        return tag(
            "div",
            tag("div", tools, class_="tools"),
            more,
            self._writing(),
            tag("span", class_="gap"),
            size,
            tag("span", zoom, class_="zoom"),
            class_="board-head",
        )

    def _writing(self) -> Markup | None:
        """What else a tool needs: the text of a label, the end of choosing hexes."""
        _ = self._
        if self._tool == GOAL:
            return tag("button", _("Done"), type="button", class_="tool on", data_do="goal-chosen")
        if self._tool != "label":
            return None
        return tag(
            "input",
            class_="number-field label-field",
            data_do="label",
            data_live="label",
            value=self._label,
            maxlength="40",
            placeholder=_("Text of the label"),
            aria_label=_("Text of the label"),
        )

    def _status(self, line: Line | None) -> str:
        _ = self._
        if self._tool != "move":
            return _("Click or draw on the board: {tool}").format(tool=_(tool_word(self._tool)))
        if line is None:
            return _("Click a unit, then a hex; or drag the unit.")
        parts = [line.name(_)]
        if line.unit.position is not None:
            parts.append(hex_name(line.unit.position))
        if line.unit.arrival:
            parts.append(_("arrives in round {round}").format(round=line.unit.arrival.round))
        if outside_its_zone(self._session.shown.mass_combat, line.unit):
            parts.append(_("outside its deployment zone"))
        if line.built:
            parts.append(_.plural("{count} hex a turn", "{count} hexes a turn", line.built.speed // FEET_PER_HEX))
        if self._target:
            parts.append(_("to {hex}? Enter moves, Esc cancels").format(hex=hex_name(self._target)))
        elif line.unit.position is None:
            parts.append(_("click a hex to place it"))
        return " · ".join(parts)

    def _tray(self, waiting: list[Line]) -> Markup | None:
        _ = self._
        selected = self._session.selected
        tokens = [
            tag(
                "button",
                tag(
                    "span",
                    svg(ICONS[line.kind], _(KINDS[line.kind]), 12),
                    _.number(line.built.battle_rating.value) if line.built else "–",
                    class_="counter",
                ),
                tag("span", line.name(_)),
                tag("span", _("round {round}").format(round=line.unit.arrival.round), class_="muted")
                if line.unit.arrival
                else None,
                type="button",
                class_=f"token side-{line.unit.side}{' on' if line.unit.id == selected else ''}",
                data_do="select",
                data_unit=line.unit.id,
            )
            for line in waiting
        ]
        return (
            tag("div", tag("span", _("Not on the board:"), class_="muted"), tokens, class_="tray") if tokens else None
        )

    def _around_units(self) -> list[float]:
        return around([unit.position for unit in self._session.shown.mass_combat.units.values() if unit.position])

    # ---------------------------------------------------------------- mouse and finger

    def _place(self, event: Any) -> Position | None:
        if event.x is None or event.y is None:
            return None
        place = hex_at(event.x, event.y)
        return place if self._session.shown.mass_combat.field.contains(place) else None

    def _tapped(self, event: Any) -> None:
        session, place = self._session, self._place(event)
        if place is None:
            return
        if self._tool != "move":
            self._submit_stroke([place])
            return
        there = session.shown.mass_combat.unit_at(place)
        self._target = None
        if there:
            session.select(there.id)
        elif session.selected:
            session.submit(MoveUnit(session.selected, place))
        self._show()

    def _grabbed(self, event: Any) -> None:
        place = self._grabbed_at = self._place(event)
        there = self._session.shown.mass_combat.unit_at(place) if place else None
        self._held = there.id if there and self._tool == "move" else ""
        self._stroke = []
        if self._tool != "move":
            self._stroked(event)

    def _stroked(self, event: Any) -> None:
        place = self._place(event)
        if self._tool == "move" or place is None or place in self._stroke:
            return
        self._stroke.append(place)
        edit = self._stroke_edit(self._stroke)
        if edit:
            self._session.preview(edit)

    def _dropped(self, event: Any) -> None:
        place = self._place(event)
        held, self._held = self._held, ""
        stroke, self._stroke = self._stroke, []
        if stroke:
            self._submit_stroke(stroke)
        elif held:
            self._session.select(held)
            if place is not None and self._session.document.mass_combat.units[held].position != place:
                self._session.submit(MoveUnit(held, place))

    def _let_go(self, event: Any) -> None:
        """The end of a long press: a slow click, a unit carried, or a straight stroke."""
        place = self._place(event)
        if place is None or place == self._grabbed_at or self._grabbed_at is None:
            self._held, self._stroke = "", []
            self._tapped(event)
            return
        if self._tool != "move":
            self._stroke = line(self._grabbed_at, place)
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
        elif key in _ARROWS and unit:
            start = self._target or unit.position or (0, 0)
            place = (start[0] + _ARROWS[key][0], start[1] + _ARROWS[key][1])
            if battle.field.contains(place):
                self._target = place if place != unit.position else None
        elif key == "Enter" and unit and self._target:
            if session.submit(MoveUnit(unit.id, self._target)):
                self._target = None
        elif key == "Escape":
            if self._target is None:
                session.select("")
            self._target = None
        self._show()

    # ---------------------------------------------------------------- the ground

    def _take(self, tool: str) -> None:
        if tool in TOOLS or tool in MORE_TOOLS or (tool == GOAL and self._goal):
            self._tool = tool
            self._target = None
            self._drawing.movable(tool == "move")
            self._show()

    def choose_goal(self, key: str) -> None:
        """Let clicks and strokes choose the hexes of an objective, until ``goal_chosen`` is called."""
        self._goal = key
        self._take(GOAL)

    def _leave_goal(self) -> None:
        self._goal = ""
        self._take("move")
        self.goal_chosen()

    def _write(self, label: str) -> None:
        self._label = label.strip()
        self._show()

    def _stroke_edit(self, places: Sequence[Position]) -> Edit | None:
        label = self._label if self._tool == "label" else self._("Bridge")
        return stroke_edit(self._session.document.mass_combat, self._tool, places, label=label, goal=self._goal)

    def _submit_stroke(self, places: Sequence[Position]) -> None:
        edit = self._stroke_edit(places)
        if edit:
            self._session.submit(edit)
        elif self._tool == GOAL:
            self._leave_goal()

    def _resize(self, columns: object = None, rows: object = None) -> None:
        field = self._session.document.mass_combat.field
        try:
            wanted = ResizeField(int(str(columns or field.columns)), int(str(rows or field.rows)))
        except ValueError:
            return
        self._session.submit(wanted)

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(self.head, self.frame, self.foot, css_classes=["card", "board"], sizing_mode="stretch_width")
