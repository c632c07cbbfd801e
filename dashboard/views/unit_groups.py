"""The markup of what a unit is made of, with the arithmetic of its battle rating."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.views.armies import Line
from dashboard.views.creature_words import rating_words
from dashboard.views.icons import ICONS
from dashboard.views.places import unit_place
from dashboard.views.unit_commander import commander_rows
from dashboard.views.unit_shares import Shares
from dashboard.views.why import why
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.tables import SPACE_LIMIT

__all__ = ["groups_markup"]


def groups_markup(line: Line, rules: HouseRules, tools: Markup, below: Child, _: Words) -> Markup:
    """The unit's name with its menu, its creatures with what each adds to the battle rating, its space.

    ``below`` is what stands under them: problems, more creatures to add.
    """
    unit = line.unit
    name = tag(
        "input",
        class_="plain",
        data_do="unit-name",
        data_place=unit_place(unit.id, "name"),
        value=unit.name,
        maxlength="80",
        aria_label=_("Name of the unit"),
        placeholder=_("Unnamed unit"),
        spellcheck="false",
    )
    return tag(
        "div",
        tag("div", name, tools, class_="card-head"),
        tag("table", tag("tbody", _rows(line, rules, _)), class_="groups"),
        _totals(line, _),
        below,
        class_=f"side-{unit.side}",
    )


def _rows(line: Line, rules: HouseRules, _: Words) -> Iterable[Markup]:
    shares = Shares(line, rules)
    unit = line.unit
    for number, group in enumerate(unit.groups):
        label = line.creature(group.creature, _)
        count = tag(
            "input",
            inputmode="numeric",
            size=max(1, len(str(group.count))),
            class_="plain count",
            data_do="count",
            data_group=number,
            data_place=unit_place(unit.id, "groups", number, "count"),
            value=group.count,
            aria_label=_("How many: {creature}").format(creature=label),
        )
        remove = _remove("remove-group", number, label, _)
        yield tag(
            "tr",
            tag("td", count, "× ", label, " ", _rating(line, group.creature, _)),
            *shares.cells(group.creature, group.count, _),
            tag("td", None if group.mount else _mount(number, label, _), remove, class_="do"),
        )
        if group.mount:
            mount = line.creature(group.mount, _)
            yield tag(
                "tr",
                tag(
                    "td",
                    tag("span", _("on {mount}").format(mount=mount), style="padding-left:14px"),
                    " ",
                    _rating(line, group.mount, _),
                ),
                *shares.cells(group.mount, group.count, _),
                tag("td", _remove("unpair", number, mount, _), class_="do"),
            )
    yield from commander_rows(line, shares, _)


def _mount(group: int, label: str, _: Words) -> Markup:
    words = _("Find a mount: {creature}").format(creature=label)
    return tag(
        "button",
        svg(ICONS["riders"], size=13),
        type="button",
        class_="remove",
        data_do="find-mount",
        data_group=group,
        data_opens="finder",
        aria_label=words,
        title=words,
    )


def _remove(do: str, group: int, label: str, _: Words) -> Markup:
    return tag(
        "button",
        svg(ICONS["remove"], size=10),
        type="button",
        class_="remove",
        data_do=do,
        data_group=group,
        aria_label=_("Remove {creature}").format(creature=label),
        title=_("Remove"),
    )


def _rating(line: Line, creature_id: str, _: Words) -> Markup | None:
    creature = line.creatures.get(creature_id)
    return tag("span", rating_words(creature, _), class_="muted") if creature else None


def _totals(line: Line, _: Words) -> Markup:
    built = line.built
    if built is None:
        return tag("div", tag("span", _("the rules cannot derive this unit"), class_="over"), class_="total")
    over = "over" if built.over_space else None
    return tag(
        "div",
        tag(
            "span",
            _("Battle rating"),
            " ",
            why(tag("b", _.number(built.battle_rating.value)), _("Battle rating"), built.battle_rating, _),
        ),
        tag(
            "span",
            _("Space"),
            " ",
            why(tag("b", _.number(built.space.value), class_=over), _("Space"), built.space, _),
            " ",
            _("of {limit}").format(limit=_.number(SPACE_LIMIT)),
        ),
        class_="total",
    )
