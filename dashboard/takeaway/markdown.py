"""The battle sheet as Markdown (tables as GitHub writes them), every name in it harmless."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dashboard.takeaway.facts import Sheet, Table, Translate, UnitFacts, attribution, sheet_of
from dashboard.takeaway.text import printable
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import SideId

__all__ = ["battle_markdown"]

_SIDES: tuple[SideId, SideId] = ("a", "b")
_SIGNS = re.compile(r"([\\`*_\[\]|~])")
_AT_START = re.compile(r"^([#+\-=]|\d+(?=[.)]))")


def battle_markdown(document: BattleDocument, language: str = "en", translate: Translate | None = None) -> str:
    """The battle sheet of a document as Markdown: order of battle, turn order, morale tests, units."""
    sheet = sheet_of(document, language, translate)
    _ = sheet.words
    parts = [f"# {_escaped(document.name)}", _paragraph(document.notes)]
    parts += [f"- ★ {_escaped(line)}" for line in sheet.objectives()]
    parts.append(f"## {_('Order of battle')}")
    for side in _SIDES:
        table = sheet.order_of_battle(side)
        parts += [f"### {_escaped(table.title)}", _table(table)]
    for table in (sheet.turn_order(), sheet.morale_tests()):
        parts += [f"## {_escaped(table.title)}", _table(table)]
    parts.append(f"## {_('Units')}")
    parts += ["\n\n".join(_unit(sheet, facts)) for side in _SIDES for facts in sheet.of_side(side)]
    parts += ["---", _escaped(attribution())]
    return printable("\n\n".join(filter(None, parts)) + "\n")


def _unit(sheet: Sheet, facts: UnitFacts) -> Iterable[str]:
    unit = facts.unit
    yield f"### {facts.number} · {_escaped(sheet.unit_name(unit))}"
    yield _escaped(f"{sheet.side_name(unit.side)} · {sheet.place(unit)}")
    yield "\n".join(f"- {_escaped(line)}" for line in sheet.made_of(unit))
    figures = [_escaped(sheet.words.labelled(label, value)) for label, value in sheet.figures(facts)]
    yield "  \n".join(figures) or _escaped(facts.problem)
    if unit.notes:
        yield _paragraph(unit.notes)


def _table(table: Table) -> str:
    lines = [table.headings, ("---",) * len(table.headings), *(tuple(map(_escaped, row)) for row in table.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _paragraph(text: str) -> str:
    """Text that keeps its lines."""
    return "  \n".join(_escaped(line) for line in text.splitlines() if line.strip())


def _escaped(text: str) -> str:
    """Text on one line, in which no sign means anything to Markdown or HTML."""
    one_line = " ".join(text.split())
    harmless = one_line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    escaped = _SIGNS.sub(r"\\\1", harmless)
    return _AT_START.sub(lambda start: f"{start[0]}\\" if start[0].isdigit() else f"\\{start[0]}", escaped)
