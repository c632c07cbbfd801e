"""The battle as a journal entry for Foundry VTT 10 and later: to be imported as JSON, dice at hand in the pages.

Only fields of Foundry's own schema are written and no ids, which Foundry gives itself.
"""

from __future__ import annotations

import re
from typing import Any

from dashboard.markup import Markup, join, tag
from dashboard.takeaway.battle_sheet import table_markup
from dashboard.takeaway.facts import Sheet, Table, Translate, UnitFacts, attribution, sheet_of
from dashboard.takeaway.text import printable
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import SideId

__all__ = ["foundry_journal"]

_HTML = 1
_STEP = 100_000
_SIDES: tuple[SideId, SideId] = ("a", "b")
_JOINER = "\N{WORD JOINER}"


def foundry_journal(
    document: BattleDocument, language: str = "en", translate: Translate | None = None
) -> dict[str, Any]:
    """The battle as a Foundry JournalEntry: pages of orders of battle, turn order, morale tests and units."""
    sheet = sheet_of(document, language, translate)
    _ = sheet.words
    tables = [_table(sheet.order_of_battle(side)) for side in _SIDES]
    goals = tag("ul", [tag("li", line) for line in sheet.objectives()]) if sheet.objectives() else None
    pages = [
        (_("Order of battle"), _inert(join(_lines(document.notes), goals, tables))),
        *((sheet.side_name(side), join(*(_unit(sheet, facts) for facts in sheet.of_side(side)))) for side in _SIDES),
        *((table.title, _inert(table_markup(table))) for table in (sheet.turn_order(), sheet.morale_tests())),
        (_("Credits"), tag("p", attribution())),
    ]
    return {
        "name": _name(document.name, _("Battle")),
        "pages": [_page(number, _name(name, _("Units")), content) for number, (name, content) in enumerate(pages, 1)],
    }


def _page(number: int, name: str, content: str) -> dict[str, Any]:
    return {
        "name": name,
        "type": "text",
        "title": {"show": True, "level": 1},
        "text": {"content": printable(content), "format": _HTML},
        "sort": number * _STEP,
    }


def _name(name: str, otherwise: str) -> str:
    """A name that Foundry takes: it may not be blank."""
    return printable(name).strip() or otherwise


def _table(table: Table) -> Markup:
    return join(tag("h2", table.title), table_markup(table))


def _lines(text: str) -> Markup:
    return join(*(tag("p", line) for line in text.splitlines() if line.strip()))


def _unit(sheet: Sheet, facts: UnitFacts) -> Markup:
    """A unit with its numbers, and its two rolls to be clicked."""
    unit, _ = facts.unit, sheet.words
    told = join(
        tag("h2", f"{facts.number} · {sheet.unit_name(unit)}"),
        tag("p", sheet.place(unit)),
        tag("ul", [tag("li", line) for line in sheet.made_of(unit)]),
        tag(
            "table",
            tag("tbody", [tag("tr", tag("td", label), tag("td", value)) for label, value in sheet.figures(facts)]),
        ),
        _lines(unit.notes),
        tag("p", facts.problem) if facts.problem else None,
    )
    if facts.built is None:
        return _inert(told)
    attack, morale = facts.built.battle_rating.value, facts.built.morale.value
    rolls = tag("p", f"{_('Attack')} [[/r 1d20{attack:+d}]] · {_('Morale')} [[/r 1d20{morale:+d}]]")
    return join(_inert(told), rolls)


def _inert(markup: Markup) -> Markup:
    """The markup with no text in it that Foundry would take for a link or a roll."""
    apart = re.sub(r"\[(?=\[)", f"[{_JOINER}", markup)
    return Markup(re.sub(r"(@|&amp;)(?=\w+\[)", rf"\1{_JOINER}", apart))
