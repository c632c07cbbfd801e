"""The menu of the unit card that finds creatures: by name, with filters, as soldiers, mounts or commander."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, tag
from dashboard.models.creature_search import Query
from dashboard.views.armies import Line
from dashboard.views.creature_words import creature_facts, filters_markup
from massbattle_core.creatures import Creature

__all__ = ["Finder", "Purpose", "finder_markup"]

Purpose = Literal["soldiers", "mount", "commander", "commander_mount"]


@dataclass(frozen=True, slots=True)
class Finder:
    """What is looked for and what for; ``group`` is the one that gets a mount."""

    query: Query = field(default_factory=Query)
    purpose: Purpose = "soldiers"
    group: int = 0
    filters_shown: bool = False


def finder_markup(line: Line, finder: Finder, found: Sequence[Creature], own: Sequence[str], _: Words) -> Markup:
    """The menu; ``own`` are the ids of one's own creatures, which are marked."""
    search = tag(
        "input",
        type="search",
        class_="search",
        data_live="search",
        value=finder.query.text,
        placeholder=_("Search a creature, in English or French"),
        aria_label=_("Search a creature, in English or French"),
        autocomplete="off",
    )
    shown = finder.filters_shown or finder.query.filtered
    toggle = tag(
        "button",
        _("filters"),
        type="button",
        class_=f"link{' on' if shown else ''}",
        data_do="show-filters",
        data_keep=True,
        aria_expanded="true" if shown else "false",
    )
    results = [_result(line, creature, finder.purpose, creature.id in own, _) for creature in found]
    return tag(
        "details",
        tag(
            "summary",
            "+ ",
            _("add creatures"),
            class_="chip" if line.unit.has_creatures else "chip on",
            data_reveal=None if line.unit.has_creatures else True,
        ),
        tag(
            "div",
            _purpose(line, finder, _),
            tag("div", search, toggle, class_="search-line"),
            filters_markup(finder.query, _) if shown else None,
            results or tag("p", _("No creature is like that. You can write your own in the bestiary."), class_="muted"),
            class_="menu-body up finder",
        ),
        class_="menu",
        data_name="finder",
    )


def _purpose(line: Line, finder: Finder, _: Words) -> Markup | None:
    """What the creature is wanted for, unless it is to become a soldier."""
    groups = line.unit.groups
    if finder.purpose == "mount" and 0 <= finder.group < len(groups):
        group = groups[finder.group]
        wanted = _("A mount for {count} × {creature}").format(
            count=_.number(group.count), creature=line.creature(group.creature, _)
        )
    elif finder.purpose == "commander":
        wanted = _("A creature to lead the unit")
    elif finder.purpose == "commander_mount":
        wanted = _("A mount for the commander")
    else:
        return None
    back = tag(
        "button", _("add soldiers instead"), type="button", class_="link", data_do="find-soldiers", data_keep=True
    )
    return tag("div", tag("b", wanted), back, class_="spread finder-purpose")


def _result(line: Line, creature: Creature, purpose: Purpose, own: bool, _: Words) -> Markup:
    more: Child = None
    if purpose == "soldiers":
        more = (
            _link("ride", _("mount"), creature, _("The last group rides it")) if line.unit.groups else None,
            _link("lead", _("commander"), creature, _("It leads the unit")),
        )
    does = {"soldiers": "add", "mount": "ride", "commander": "lead", "commander_mount": "lead-mounted"}
    return tag(
        "div",
        tag(
            "button",
            tag(
                "span", _.name(creature.name, creature.french_name), tag("i", _("yours"), class_="own") if own else None
            ),
            tag("small", creature_facts(creature, _)),
            type="button",
            data_do=does[purpose],
            data_creature=creature.id,
            style="flex:1",
        ),
        more,
        class_="menu-item spread",
        data_key=creature.id,
    )


def _link(do: str, label: str, creature: Creature, title: str) -> Markup:
    return tag("button", label, type="button", class_="link", data_do=do, data_creature=creature.id, title=title)
