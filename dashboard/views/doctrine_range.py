"""How far the odds are in the hands of the players: the range over pairs of doctrines, and each pair on demand."""

from __future__ import annotations

from dashboard.i18n import Words
from dashboard.markup import Markup, tag
from dashboard.models.room import DoctrineState
from dashboard.views.orders import doctrine_word
from massbattle_core.mass_combat.advice import DoctrinePair, DoctrineRange
from massbattle_core.mass_combat.model import MassBattle

__all__ = ["range_line", "range_matrix"]


def range_line(state: DoctrineState | None, odds_key: str, battle: MassBattle, _: Words) -> Markup:
    """The range beside the headline, with the pairs behind it; silent until it belongs to the odds shown."""
    if state is None or state.key != odds_key or not state.range.cells:
        return tag("div", tag("span", _("other doctrines: computing…")), class_="note number")
    found = state.range
    text = _("{worst}–{best} % over {count} pairs of doctrines").format(
        worst=_.number(found.worst.p * 100), best=_.number(found.best.p * 100), count=len(found.cells)
    )
    return tag(
        "div",
        tag(
            "span",
            text,
            tag("span", range_matrix(found, battle, _), popover="manual", role="tooltip", class_="why-body wide"),
            class_="why range",
            tabindex="0",
        ),
        class_="note number",
    )


def range_matrix(found: DoctrineRange, battle: MassBattle, _: Words) -> Markup:
    """The chance of side A for each pair of doctrines."""
    a, b = battle.sides["a"].name, battle.sides["b"].name
    rows = tuple(dict.fromkeys(cell.a for cell in found.cells))
    columns = tuple(dict.fromkeys(cell.b for cell in found.cells))
    cells = {(cell.a, cell.b): cell for cell in found.cells}
    return tag(
        "div",
        tag("b", _("{side} wins, by doctrine of both sides").format(side=a)),
        tag(
            "table",
            tag("tr", tag("th"), (tag("th", doctrine_word(column, _), class_="side-b") for column in columns)),
            (
                tag(
                    "tr",
                    tag("th", doctrine_word(row, _), class_="side-a"),
                    (_cell(cells.get((row, column)), found, _) for column in columns),
                )
                for row in rows
            ),
            class_="matrix",
        ),
        tag(
            "div",
            _("Rows: {a}; columns: {b}. {battles} battles a pair, the same dice; framed: as it is set now.").format(
                a=a, b=b, battles=_.number(found.battles)
            ),
        ),
        tag("div", _("A dash: both would wait for ever. Doctrines are ours, not the rulebook’s."), class_="muted"),
    )


def _cell(cell: DoctrinePair | None, found: DoctrineRange, _: Words) -> Markup:
    if cell is None:
        return tag("td", "–", class_="none")
    marks = [
        word for word, true in (("now", cell.now), ("least", cell.win is found.worst), ("most", cell.win is found.best))
        if true
    ]  # fmt: skip
    share = round(100 * cell.win.p)
    return tag("td", _.number(share), class_=" ".join(marks) or None, style=f"--share:{share}%")
