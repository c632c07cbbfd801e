"""What can be done with a whole unit: split, copy, merge, keep; and what is wrong with it, with what mends it."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.views.armies import Line
from dashboard.views.icons import ICONS
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.model import Unit
from massbattle_core.mass_combat.tables import SPACE_LIMIT

__all__ = ["problems_of", "split_markup", "tools_menu", "unit_problems"]

_WORDS = {
    ("groups", ""): (N_("It has no creatures."), N_("Add some.")),
    ("commander", "R0.8"): (N_("It has no commander."), N_("Choose one of its creatures, a hero or a character.")),
    ("position", ""): (N_("It is not on the board."), N_("Click a hex.")),
    ("groups", "R0.22"): (N_("It cannot move: no speed is common to all."), N_("Change who is in it.")),
}
"""Problems of a unit by the last part of their place and their rule."""


def problems_of(problems: Sequence[Problem], unit: Unit) -> list[Problem]:
    """Those of a battle's problems that are about one unit."""
    place = f"mass_combat/units/{unit.id}/"
    return [problem for problem in problems if problem.place.startswith(place)]


def unit_problems(problems: Sequence[Problem], line: Line, _: Words) -> Markup | None:
    """Everything wrong or doubtful about the unit, each with what mends it."""
    found = [_problem(problem, line, _) for problem in problems]
    return tag("ul", found, class_="unit-problems", role="status") if found else None


def _problem(problem: Problem, line: Line, _: Words) -> Markup:
    unit, over = line.unit, line.built.over_space if line.built else 0
    part = problem.place.rsplit("/", 1)[-1]
    act: Child = None
    if problem.rule == "R0.6":
        message = _("{over} over {limit} space.").format(over=_.number(over), limit=_.number(SPACE_LIMIT))
        remedy = ""
        act = _button("split-even", _("Split"), _("Half of it becomes a second unit beside it"))
    elif (part, problem.rule) in _WORDS:
        message, remedy = (_(text) for text in _WORDS[part, problem.rule])
        if part == "commander" and unit.commander is None and unit.groups:
            leader = line.creature(unit.groups[0].creature, _)
            act = _button("lead", _("{creature} leads").format(creature=leader), "", creature=unit.groups[0].creature)
            remedy = ""
    else:
        message, remedy = _(problem.message), _(problem.remedy)
        remedy = f"– {remedy}" if remedy else ""
    mood = "wrong" if problem.severity == "error" else None
    return tag("li", tag("span", message, f" {remedy}" if remedy else None), act, class_=mood)


def _button(do: str, label: str, title: str, **data: str) -> Markup:
    described = {f"data_{name}": value for name, value in data.items()}
    return tag("button", label, type="button", class_="chip", data_do=do, title=title or None, **described)


def tools_menu(unit: Unit, others: Sequence[Unit], _: Words) -> Markup:
    """The menu of the unit; ``others`` are the other units of its side."""
    items = (
        ("keep-unit", _("Keep in my library")),
        ("duplicate", _("Duplicate")),
        ("mirror", _("Copy to the other side")),
        ("split", _("Split…")) if sum(group.count for group in unit.groups) > 1 else None,
        ("lift", _("Take off the board")) if unit.position else None,
        ("remove-unit", _("Remove the unit")),
    )
    merge = [
        tag(
            "button",
            other.name or _("Unnamed unit"),
            type="button",
            class_="menu-item",
            data_do="merge",
            data_unit=other.id,
        )
        for other in others
    ]
    return tag(
        "details",
        tag("summary", svg(ICONS["menu"], size=14), class_="icon-button", aria_label=_("More"), title=_("More")),
        tag(
            "div",
            [tag("button", item[1], type="button", class_="menu-item", data_do=item[0]) for item in items if item],
            [tag("div", _("Merge it with"), class_="menu-title"), merge] if merge else None,
            class_="menu-body",
        ),
        class_="menu",
    )


def split_markup(line: Line, moved: Sequence[int], _: Words) -> Markup:
    """How many of each group leave for a second unit."""
    unit = line.unit
    rows = [
        tag(
            "tr",
            tag("td", line.creature(group.creature, _)),
            tag(
                "td",
                tag(
                    "input",
                    inputmode="numeric",
                    class_="number-field",
                    data_do="split-count",
                    data_group=number,
                    value=go,
                    aria_label=_("How many leave: {creature}").format(creature=line.creature(group.creature, _)),
                ),
                " ",
                _("of {count} leave").format(count=_.number(group.count)),
            ),
        )
        for number, (group, go) in enumerate(zip(unit.groups, moved, strict=True))
    ]
    total = sum(group.count for group in unit.groups)
    possible = 0 < sum(moved) < total
    return tag(
        "div",
        tag("b", _("Split into two units")),
        tag("table", tag("tbody", rows), class_="groups"),
        tag(
            "div",
            tag("button", _("Split"), type="button", class_="chip on", data_do="split-now", disabled=not possible),
            tag("button", _("Cancel"), type="button", class_="chip", data_do="split-cancel"),
            tag("span", _("The commander stays."), class_="muted"),
            class_="chips",
            style="align-items:center",
        ),
        class_="split",
    )
