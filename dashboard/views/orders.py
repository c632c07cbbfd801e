"""Orders: the doctrine and the choice of targets, of a whole side and of one unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, join, tag
from dashboard.views.arrivals import arrival_markup
from dashboard.views.places import battle_place, unit_place
from massbattle_core.mass_combat.model import DOCTRINES, TARGETS, Doctrine, Side, SideId, Target, Unit

__all__ = ["DOCTRINE_WORDS", "TARGET_WORDS", "chosen_order", "doctrine_word", "side_orders", "unit_orders"]

DOCTRINE_WORDS: dict[Doctrine, tuple[str, str]] = {
    "advance": (N_("advance"), N_("Closes with its target or objective and strikes; shooters stop in range.")),
    "hold": (N_("hold"), N_("Stays; strikes what is adjacent or in range, otherwise defends.")),
    "guard": (
        N_("guard"),
        N_("Strikes what is adjacent or in range, helps a friend in contact, otherwise stands guard."),
    ),
    "defend": (N_("defend"), N_("Stays and defends, whatever happens.")),
    "skirmish": (N_("skirmish"), N_("Shoots and steps back from enemies nearer than three hexes; fights weaker ones.")),
    "flank": (
        N_("flank"),
        N_("Goes for enemies whom a friend engages and for high ground; waits for those who advance."),
    ),
    "screen": (N_("screen"), N_("Stays beside a friend who shoots, on the side of the enemy.")),
    "withdraw": (N_("withdraw"), N_("Keeps away from every enemy.")),
}
"""The doctrines to choose from, each with what it does."""

TARGET_WORDS: dict[Target, tuple[str, str]] = {
    "nearest": (N_("nearest"), N_("Goes for the enemy with the shortest way.")),
    "weakest": (N_("weakest"), N_("Goes for the enemy with the lowest battle rating.")),
    "strongest": (N_("strongest"), N_("Goes for the enemy with the highest battle rating.")),
    "best_chance": (
        N_("best chance"),
        N_("Goes for the enemy it has the best chance against: its rating, and 4 for advantage."),
    ),
}
"""The choices of targets, each with what it means."""


def doctrine_word(doctrine: Doctrine | None, _: Words) -> str:
    """The name of a doctrine; None is that every unit does what it is set to do."""
    return _(DOCTRINE_WORDS[doctrine][0]) if doctrine else _("as set")


def side_orders(side_id: SideId, side: Side, _: Words) -> Markup:
    """The orders that the units of a side follow unless they have their own."""
    return tag(
        "div",
        _menu("doctrine", side.doctrine, DOCTRINE_WORDS, None, battle_place("sides", side_id, "doctrine"), _),
        _menu("targets", side.targets, TARGET_WORDS, None, battle_place("sides", side_id, "targets"), _),
        class_="orders",
    )


def unit_orders(unit: Unit, side: Side, _: Words) -> Markup:
    """The orders of a unit: its own, or those of its side."""
    doctrine, targets = unit.doctrine or side.doctrine, unit.targets or side.targets
    return tag(
        "div",
        tag("div", _("Doctrine and targets"), class_="muted"),
        tag(
            "div",
            _menu("doctrine", unit.doctrine, DOCTRINE_WORDS, side.doctrine, unit_place(unit.id, "doctrine"), _),
            _menu("targets", unit.targets, TARGET_WORDS, side.targets, unit_place(unit.id, "targets"), _),
            class_="orders",
        ),
        tag("p", f"{_(DOCTRINE_WORDS[doctrine][1])} {_(TARGET_WORDS[targets][1])}", class_="muted"),
        arrival_markup(unit, _),
        class_="unit-orders",
    )


def _menu(
    what: str, own: str | None, words: Mapping[Any, tuple[str, str]], inherited: str | None, place: str, _: Words
) -> Markup:
    """A menu of orders; ``inherited`` is what is followed without an order of one's own, if there is such."""
    label = {"doctrine": _("Doctrine"), "targets": _("Targets")}[what]
    shown = _(words[own or inherited][0])
    items = [
        tag(
            "button",
            _(name),
            tag("small", _(does)),
            type="button",
            class_=f"menu-item{' on' if own == key else ''}",
            data_do=what,
            data_order=key,
            aria_pressed="true" if own == key else "false",
        )
        for key, (name, does) in words.items()
    ]
    if inherited is not None:
        like_army = tag(
            "button",
            _("like the army"),
            tag("small", _(words[inherited][0])),
            type="button",
            class_=f"menu-item{' on' if own is None else ''}",
            data_do=what,
            data_order="",
            aria_pressed="true" if own is None else "false",
        )
        items.insert(0, like_army)
    ours = tag("div", _("Doctrines are ours, not the rulebook’s."), class_="menu-note")
    return tag(
        "details",
        tag(
            "summary",
            tag("span", _.labelled(label), class_="visually-hidden"),
            shown,
            class_=f"chip order{' own' if own and inherited else ''}",
            title=label,
        ),
        tag("div", join(items), ours, class_=f"menu-body{'' if inherited is None else ' right up'}"),
        class_="menu",
        data_place=place,
    )


def chosen_order(what: str, message: Mapping[str, Any]) -> dict[str, Doctrine | Target | None]:
    """The order of a message, None where it says to follow the army."""
    order = message.get("order")
    known = order in (DOCTRINES if what == "doctrine" else TARGETS)
    return {what: cast("Doctrine | Target", order) if known else None}
