"""The rows of a unit's commander: one of its creatures, a named hero, or a character who is attached."""

from __future__ import annotations

from collections.abc import Iterator

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.views.armies import Line
from dashboard.views.creature_words import rating_words
from dashboard.views.icons import ICONS
from dashboard.views.places import unit_place
from dashboard.views.unit_shares import Shares

__all__ = ["commander_rows"]


def commander_rows(line: Line, shares: Shares, _: Words) -> Iterator[Markup]:
    """Who leads the unit, on which mount, and the menu to change that."""
    commander = line.unit.commander
    if commander is None:
        yield tag(
            "tr",
            tag("td", tag("span", _("no commander"), class_="over"), colspan="3"),
            tag("td", _menu(line, _), class_="do"),
        )
        return
    name = tag(
        "input",
        class_="plain",
        data_do="commander-name",
        data_place=unit_place(line.unit.id, "commander", "name"),
        value=commander.name,
        maxlength="80",
        placeholder=_("give a name"),
        aria_label=_("Name of the commander"),
        spellcheck="false",
        style="width:130px;margin-right:0",
    )
    kind = line.creature(commander.creature, _) if commander.creature else _("a character, adds no BR")
    told = tag("span", kind, " ", _rating(line, commander.creature, _), class_="muted")
    cells = shares.cells(commander.creature, 1, _, _("commander")) if commander.creature else (tag("td"), tag("td"))
    yield tag("tr", tag("td", name, told), *cells, tag("td", _menu(line, _), class_="do"))
    if commander.mount:
        mount = tag("span", _("on {mount}").format(mount=line.creature(commander.mount, _)), class_="muted")
        cells = shares.cells(commander.mount, 1, _)
        yield tag("tr", tag("td", mount, " ", _rating(line, commander.mount, _)), *cells, tag("td"))


def _rating(line: Line, creature_id: str | None, _: Words) -> Markup | None:
    creature = line.creatures.get(creature_id or "")
    return tag("span", rating_words(creature, _), class_="muted") if creature else None


def _menu(line: Line, _: Words) -> Markup:
    """Who may lead the unit, and on what."""
    unit, commander = line.unit, line.unit.commander
    kinds = dict.fromkeys(group.creature for group in unit.groups)
    mounts = dict.fromkeys(group.mount for group in unit.groups if group.mount)
    items: list[Child] = [_item("lead", line.creature(kind, _), creature=kind) for kind in kinds]
    items += [
        _item("find-commander", _("another creature…"), opens="finder"),
        _item("lead-character", _("a character, adds no BR")),
    ]
    if commander and commander.creature:
        items.append(tag("div", _("The commander rides"), class_="menu-title"))
        items += [_item("lead-mounted", line.creature(mount, _), creature=mount) for mount in mounts]
        items.append(_item("find-commander-mount", _("another mount…"), opens="finder"))
        if commander.mount:
            items.append(_item("lead-on-foot", _("no mount")))
    if commander:
        items += [tag("div", class_="menu-title"), _item("lead-nobody", _("no commander"))]
    return tag(
        "details",
        tag(
            "summary",
            svg(ICONS["sliders"], size=13),
            class_="remove",
            aria_label=_("Change the commander"),
            title=_("Change the commander"),
        ),
        tag("div", tag("div", _("Who leads the unit"), class_="menu-title"), items, class_="menu-body up right"),
        class_="menu inline",
        data_place=unit_place(unit.id, "commander", "creature"),
    )


def _item(do: str, label: str, **data: str) -> Markup:
    described = {f"data_{name}": value for name, value in data.items()}
    return tag("button", label, type="button", class_="menu-item", data_do=do, **described)
