"""Reinforcements: in which round a unit comes, and over which edge of the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, tag
from dashboard.views.places import unit_place
from massbattle_core.document import Edit, Several
from massbattle_core.hexgrid import distance
from massbattle_core.mass_combat.edits import MoveUnit, SetUnit
from massbattle_core.mass_combat.model import Arrival, Battlefield, MassBattle, Unit, hex_name

__all__ = ["EDGES", "arrival_edit", "arrival_markup", "edge_hex"]

Position = tuple[int, int]

EDGES = {
    "west": ("←", N_("Western edge")),
    "north": ("↑", N_("Northern edge")),
    "south": ("↓", N_("Southern edge")),
    "east": ("→", N_("Eastern edge")),
}
"""The edges of a map, each with its sign and its name."""

_LAST_ROUND = 200


def edge_hex(field: Battlefield, start: Position, edges: Iterable[str] = EDGES) -> Position:
    """The hex of these edges that is nearest to another; one that can be entered, if there is any."""
    last = field.columns - 1, field.rows - 1
    sides = {
        "west": [(0, row) for row in range(field.rows)],
        "east": [(last[0], row) for row in range(field.rows)],
        "north": [(column, 0) for column in range(field.columns)],
        "south": [(column, last[1]) for column in range(field.columns)],
    }
    return min(
        (place for edge in edges for place in sides[edge]),
        key=lambda place: (field.hex(place).terrain not in ("open", "difficult"), distance(start, place), place),
    )


def arrival_markup(unit: Unit, _: Words) -> Markup:
    """The round in which a unit comes, empty if it is there from the start; the edges to choose from."""
    entry = tag(
        "input",
        inputmode="numeric",
        class_="number-field arrival",
        data_do="arrival",
        data_place=unit_place(unit.id, "arrival"),
        value=unit.arrival.round if unit.arrival else "",
        placeholder="–",
        title=_("Reinforcements: the round in which the unit comes; empty: there from the start"),
    )
    edges = [
        tag(
            "button",
            sign,
            type="button",
            class_="icon-button edge",
            data_do="edge",
            data_edge=edge,
            title=_(name),
            aria_label=_(name),
        )
        for edge, (sign, name) in EDGES.items()
    ]
    where = [tag("span", _("on {hex}").format(hex=hex_name(unit.position)), class_="muted")] if unit.position else []
    return tag(
        "div",
        tag("label", tag("span", _("Arrives in round"), class_="muted"), " ", entry),
        [*where, tag("span", tag("span", _("edge"), class_="muted"), edges, class_="edges")] if unit.arrival else None,
        class_="arrives",
    )


def arrival_edit(battle: MassBattle, unit: Unit, message: Mapping[str, Any]) -> Edit | None:
    """The edit behind a round or an edge of :func:`arrival_markup`; None where what was typed is no round.

    A unit that was there from the start goes to the nearest edge; one that was nowhere, to its own side's.
    """
    own_edge = "west" if unit.side == "a" else "east"
    field = battle.field
    middle = field.columns // 2, field.rows // 2
    start = unit.position or middle
    edge = str(message.get("edge", ""))
    if edge in EDGES and unit.arrival:
        return MoveUnit(unit.id, edge_hex(field, start, (edge,)))
    text = str(message.get("value", "")).strip()
    if text in ("", "0"):
        return _from_the_start(battle, unit) if unit.arrival else None
    if not (text.isdecimal() and len(text) <= 3 and 1 <= int(text) <= _LAST_ROUND):
        return None
    coming = SetUnit(unit.id, {"arrival": Arrival(int(text))})
    if unit.arrival and unit.position:
        return coming
    entry = edge_hex(field, start, EDGES if unit.position else (own_edge,))
    return Several((coming, MoveUnit(unit.id, entry)))


def _from_the_start(battle: MassBattle, unit: Unit) -> Edit:
    """There from the start; on its hex if that is free, else not on the board yet."""
    there = SetUnit(unit.id, {"arrival": None})
    if unit.position is None or battle.unit_at(unit.position) is None:
        return there
    return Several((MoveUnit(unit.id, None), there))
