"""The lines of an army list that waits to be taken: cells to mend, faults beside them."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, join, svg, tag
from dashboard.models.imports import ArmyList
from dashboard.views.icons import ICONS
from massbattle_core.armies.columns import COLUMN_NAMES, CONTRACT
from massbattle_core.armies.table import ArmyLine, LineProblem
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.model import MassBattle

__all__ = ["MOST_ROWS", "army_markup", "source_button"]

MOST_ROWS = 60
"""Lines of a list, or creatures of a file, that are shown at once; what needs mending comes first."""

_COLUMN_WORDS = {
    "side": N_("side"),
    "unit": N_("unit"),
    "group": N_("group"),
    "creature": N_("creature"),
    "count": N_("count"),
    "mount": N_("mount"),
    "is_commander": N_("leads"),
    "morale": N_("morale"),
    "col": N_("column"),
    "row": N_("row"),
}


def source_button(
    do: str, label: Child, number: int, *, on: bool = False, disabled: bool = False, **data: str
) -> Markup:
    """A button of the file with this number."""
    return tag(
        "button",
        label,
        type="button",
        class_=f"chip{' on' if on else ''}",
        data_do=do,
        data_source=number,
        disabled=disabled,
        **data,
    )


def army_markup(
    number: int, source: ArmyList, displaced: Sequence[Problem], battle: MassBattle, _: Words
) -> tuple[str, Child, Child]:
    """What a list holds in a few words, its lines with their faults, and its buttons."""
    preview = source.preview
    columns = [*CONTRACT, *(column for column in preview.columns if column not in CONTRACT)]
    by_line: dict[int, list[LineProblem]] = {}
    for problem in preview.problems:
        by_line.setdefault(problem.line, []).append(problem)
    lines = {line.number for line in preview.lines}
    general = [problem for problem in preview.problems if problem.line not in lines]
    faulty = {problem.line for problem in preview.errors}
    order = sorted(preview.lines, key=lambda line: line.number not in faulty)[:MOST_ROWS]
    shown = sorted(order, key=lambda line: line.number)
    heads = [
        tag("th", ""),
        *(tag("th", _(_COLUMN_WORDS.get(column) or COLUMN_NAMES[column])) for column in columns),
        tag("th"),
    ]
    table = tag(
        "table",
        tag("thead", tag("tr", heads)),
        tag("tbody", [_line(number, line, columns, by_line.get(line.number, ()), _) for line in shown]),
        class_="read cells",
    )
    more = len(preview.lines) - len(shown)
    errors = len(preview.errors)
    told = [
        _.plural("{count} line", "{count} lines", len(preview.lines)),
        _.plural("{count} unit", "{count} units", len(preview.units)),
    ]
    if errors:
        told.append(_.plural("{count} fault to mend", "{count} faults to mend", errors))
    body = join(
        [_problem(problem, _, told_line=True) for problem in general],
        tag("div", table, class_="scroll"),
        tag("p", _.plural("and {count} line more", "and {count} lines more", more), class_="muted") if more else None,
        [tag("p", _(problem.message), " – ", _(problem.remedy), class_="line-problem") for problem in displaced[:8]],
    )
    take = source_button("take-army", _("Take into the battle"), number, on=not errors, disabled=bool(errors))
    replacing = (
        source_button(
            "toggle-replacing",
            (_("replaces {side}") if side in source.replacing else _("adds to {side}")).format(
                side=battle.sides[side].name
            ),
            number,
            data_side=side,
            title=_("Click: replace the units of this side, or add to them"),
        )
        for side in source.sides
    )
    return " · ".join(told), body, (take, replacing)


def _line(number: int, line: ArmyLine, columns: Sequence[str], problems: Sequence[LineProblem], _: Words) -> Markup:
    wrong = {problem.column: _mood(problem.severity) for problem in reversed(problems)}
    cells = [
        tag(
            "td",
            tag(
                "input",
                class_=f"cell {wrong.get(column, '')}".strip(),
                value=line.cells.get(column, ""),
                size=max(3, min(24, len(line.cells.get(column, "")))),
                data_do="cell",
                data_source=number,
                data_line=line.number,
                data_column=column,
                aria_label=_("line {number}, {column}").format(
                    number=line.number, column=_(_COLUMN_WORDS.get(column) or COLUMN_NAMES[column])
                ),
                spellcheck="false",
            ),
        )
        for column in columns
    ]
    drop = tag(
        "button",
        svg(ICONS["remove"], size=10),
        type="button",
        class_="remove-line",
        data_do="drop-line",
        data_source=number,
        data_line=line.number,
        aria_label=_("Remove line {number}").format(number=line.number),
        title=_("Remove this line"),
    )
    error = any(problem.severity == "error" for problem in problems)
    row = tag(
        "tr",
        tag("th", line.number, scope="row"),
        cells,
        tag("td", drop),
        class_="faulty" if error else None,
        data_key=f"line-{line.number}",
    )
    told = [_problem(problem, _) for problem in problems]
    return join(
        row,
        tag("tr", tag("td"), tag("td", told, colspan=len(columns) + 1), class_="doubts", data_key=f"told-{line.number}")
        if told
        else None,
    )


def _problem(problem: LineProblem, _: Words, *, told_line: bool = False) -> Markup:
    place = _(_COLUMN_WORDS.get(problem.column) or COLUMN_NAMES.get(problem.column) or "")
    if told_line:
        place = _("line {number}").format(number=problem.line) + (f", {place}" if place else "")
    return tag(
        "p",
        tag("b", _.labelled(place)) if place else None,
        _(problem.message),
        tag("span", f" – {_(problem.remedy)}") if problem.remedy else None,
        class_=f"line-problem {_mood(problem.severity)}",
    )


def _mood(severity: str) -> str:
    return "wrong" if severity == "error" else "doubtful"
