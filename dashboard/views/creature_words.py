"""Creatures in words: one line of facts, sizes, and the filters of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, tag
from dashboard.models.creature_search import Query
from dashboard.views.why import MODES
from massbattle_core.creatures import LONG_RANGE_FT, SIZES, Creature, Size, challenge_text
from massbattle_core.creatures.model import MODES as MODE_NAMES

__all__ = [
    "RATINGS",
    "SIZE_WORDS",
    "creature_facts",
    "filters_markup",
    "rating_words",
    "select",
    "set_filter",
    "speed_words",
]

SIZE_WORDS: dict[Size, str] = {
    "tiny": N_("Tiny"),
    "small": N_("Small"),
    "medium": N_("Medium"),
    "large": N_("Large"),
    "huge": N_("Huge"),
    "gargantuan": N_("Gargantuan"),
}

RATINGS = tuple(map(Fraction, ("0", "1/8", "1/4", "1/2", *map(str, range(1, 31)))))
"""The challenge ratings that creatures have."""


def rating_words(creature: Creature, _: Words) -> str:
    """Its challenge rating."""
    return _("CR {rating}").format(rating=challenge_text(creature.challenge_rating))


def speed_words(creature: Creature, _: Words) -> str:
    """Its speeds, walking first."""
    return ", ".join(
        f"{_.feet(feet)}" if mode == "walk" else f"{_(MODES[mode])} {_.feet(feet)}"
        for mode, feet in creature.speeds.items()
    ) or _("cannot move")


def creature_facts(creature: Creature, _: Words) -> str:
    """One line of what matters on a battlefield."""
    facts = [rating_words(creature, _), _(SIZE_WORDS[creature.size]), speed_words(creature, _)]
    if creature.ranged_ft:
        facts.append(_("shoots {length}").format(length=_.feet(creature.ranged_ft)))
    return " · ".join(facts)


def select(label: str, options: Mapping[str, str], chosen: str, **attributes: str | int | None) -> Markup:
    """A choice of one value; the first option is the usual one."""
    return tag(
        "select",
        [tag("option", text, value=value, selected=value == chosen) for value, text in options.items()],
        class_=f"choice{' on' if chosen != next(iter(options)) else ''}",
        aria_label=label,
        title=label,
        **attributes,
    )


def filters_markup(query: Query, _: Words) -> Markup:
    """The filters of a search: challenge rating, size, movement, ranged."""
    ratings = {challenge_text(rating): challenge_text(rating) for rating in RATINGS}
    least = "" if query.min_cr is None else challenge_text(query.min_cr)
    most = "" if query.max_cr is None else challenge_text(query.max_cr)
    far = _.feet(LONG_RANGE_FT)
    shots = {"": _("any range"), "yes": _("shoots {length}").format(length=far), "no": _("does not shoot")}

    def choice(name: str, label: str, options: Mapping[str, str], chosen: str) -> Child:
        return select(label, options, chosen, data_do="filter", data_filter=name)

    return tag(
        "div",
        choice("min_cr", _("Lowest challenge rating"), {"": _("CR from")} | ratings, least),
        choice("max_cr", _("Highest challenge rating"), {"": _("CR to")} | ratings, most),
        choice("size", _("Size"), {"": _("any size")} | {s: _(SIZE_WORDS[s]) for s in SIZES}, query.size or ""),
        choice("mode", _("Movement"), {"": _("any movement")} | {m: _(MODES[m]) for m in MODES}, query.mode or ""),
        choice("ranged", _("Range"), shots, "" if query.ranged is None else "yes" if query.ranged else "no"),
        tag("button", _("clear"), type="button", class_="link", data_do="clear-filters") if query.filtered else None,
        class_="filters",
    )


def set_filter(query: Query, message: Mapping[str, Any]) -> Query:
    """The query with a filter set as a browser says; what no filter knows is dropped."""
    name, value = str(message.get("filter", "")), str(message.get("value", ""))
    if name in ("min_cr", "max_cr"):
        rating = next((rating for rating in RATINGS if challenge_text(rating) == value), None)
        return replace(query, min_cr=rating) if name == "min_cr" else replace(query, max_cr=rating)
    if name == "size":
        return replace(query, size=next((size for size in SIZES if size == value), None))
    if name == "mode":
        return replace(query, mode=next((mode for mode in MODE_NAMES if mode == value), None))
    if name == "ranged":
        return replace(query, ranged={"yes": True, "no": False}.get(value))
    return query
