"""The tools above the board, and the line and the waiting units below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, join, svg, tag
from dashboard.views.armies import Line
from dashboard.views.brushes import GOAL, LONGEST_LABEL, MORE_TOOLS, PANELS, TOOLS, ZONES, tool_name
from dashboard.views.icons import ICONS, KINDS
from dashboard.views.places import battle_place
from massbattle_core.mass_combat.model import Battlefield, MassBattle
from massbattle_core.mass_combat.tables import FEET_PER_HEX

__all__ = ["foot_markup", "head_markup", "read_head_markup", "zoom_buttons"]


def head_markup(battle: MassBattle, tool: str, label: str, _: Words) -> Markup:
    """Brushes, what the chosen one needs, the size of the map and the zoom."""
    tools = (
        tag(
            "button",
            _(name),
            type="button",
            class_=f"tool{' on' if tool == key else ''}",
            data_do="tool",
            data_tool=key,
            aria_pressed="true" if tool == key else "false",
        )
        for key, name in TOOLS.items()
    )
    return join(
        tag(
            "div",
            tag("div", tools, class_="tools"),
            _more(battle, tool, _),
            tag("span", class_="gap"),
            _done(_) if tool == GOAL or tool in PANELS else _size(battle.field, _),
            tag("span", zoom_buttons(_), class_="zoom"),
            class_="board-head",
        ),
        _written(label, _) if tool == "label" else None,
    )


def read_head_markup(_: Words) -> Markup:
    """The zoom alone, for somebody who looks on."""
    return tag("div", tag("span", class_="gap"), tag("span", zoom_buttons(_), class_="zoom"), class_="board-head")


def _more(battle: MassBattle, tool: str, _: Words) -> Markup:
    """The menu of what is needed more rarely."""

    def items(keys: Iterable[str]) -> list[Markup]:
        return [
            tag(
                "button",
                tool_name(key, battle, _),
                type="button",
                class_=f"menu-item{' on' if tool == key else ''}",
                data_do="tool",
                data_tool=key,
                aria_pressed="true" if tool == key else "false",
            )
            for key in keys
        ]

    chosen = tool in (*MORE_TOOLS, *ZONES, *PANELS)
    return tag(
        "details",
        tag(
            "summary",
            _("More"),
            " ▾",
            class_=f"tool{' on' if chosen else ''}",
            title=_("More brushes, deployment and objectives"),
        ),
        tag(
            "div",
            tag("div", _("Ground"), class_="menu-title"),
            items(MORE_TOOLS),
            tag("div", _("Before the battle"), class_="menu-title"),
            items(ZONES),
            tag("button", _("Objectives…"), type="button", class_="menu-item", data_do="goals"),
            tag("div", _("Map"), class_="menu-title"),
            items(PANELS),
            class_="menu-body tool-menu",
        ),
        class_="menu",
    )


def _done(_: Words) -> Markup:
    """What ends the choosing of hexes, and closes a panel."""
    return tag("button", _("Done"), type="button", class_="tool on", data_do="done")


def _written(label: str, _: Words) -> Markup:
    """The text of the labels to come."""
    entry = tag(
        "input",
        class_="number-field label-field",
        data_do="label",
        data_live="label",
        value=label,
        maxlength=LONGEST_LABEL,
        placeholder=_("Text of the label"),
        aria_label=_("Text of the label"),
    )
    return tag("div", entry, class_="board-needs")


def _size(field: Battlefield, _: Words) -> Markup:
    def entry(what: str, value: int, name: str) -> Markup:
        return tag(
            "input",
            inputmode="numeric",
            size=2,
            class_="plain count size",
            data_do=what,
            data_place=battle_place("field", what),
            value=value,
            aria_label=name,
        )

    return tag(
        "span",
        entry("columns", field.columns, _("Columns")),
        "×",
        entry("rows", field.rows, _("Rows")),
        class_="map-size muted",
        title=_("Size of the map in hexes"),
    )


def zoom_buttons(_: Words) -> list[Markup]:
    """Buttons that zoom the board: ``data-do="zoom"``, ``data-zoom`` says how."""
    ways = (
        ("out", "zoom_out", N_("Zoom out")),
        ("in", "zoom_in", N_("Zoom in")),
        ("all", "fit", N_("Whole map")),
    )
    return [
        tag(
            "button",
            svg(ICONS[icon]),
            type="button",
            class_="icon-button",
            data_do="zoom",
            data_zoom=how,
            title=_(name),
            aria_label=_(name),
        )
        for how, icon, name in ways
    ]


def foot_markup(
    status: str, refused: str, waiting: Sequence[Line], selected: str, _: Words, *, can_edit: bool
) -> Markup:
    """The line below the board: what is going on and why not, and the units that are not on it yet."""
    return join(
        tag(
            "div",
            tag(
                "span",
                status,
                tag("span", f" {refused}", class_="refused") if refused else None,
                role="status",
                aria_live="polite",
            ),
            tag("span", _("1 hex = {length}").format(length=_.feet(FEET_PER_HEX)), class_="scale"),
            class_="board-foot",
        ),
        _tray(waiting, selected, _, can_edit),
    )


def _tray(waiting: Sequence[Line], selected: str, _: Words, can_edit: bool) -> Markup | None:
    tokens = [
        tag(
            "button",
            tag(
                "span",
                svg(ICONS[line.kind], _(KINDS[line.kind]), 12),
                _.number(line.battle_rating.value) if line.battle_rating else "–",
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
    if not tokens:
        return None
    to_place = can_edit and any(line.unit.arrival is None and line.unit.has_creatures for line in waiting)
    place = tag("button", _("place them all"), type="button", class_="chip", data_do="line-up") if to_place else None
    return tag("div", tag("span", _("Not on the board:"), class_="muted"), tokens, place, class_="tray")
