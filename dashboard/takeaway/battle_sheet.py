"""The battle sheet: one HTML page to be printed on A4 or Letter, with boxes to cross out in play."""

from __future__ import annotations

from dashboard.markup import Markup, join, tag
from dashboard.takeaway.battle_map import map_drawing
from dashboard.takeaway.facts import Sheet, Table, Translate, UnitFacts, attribution, sheet_of
from dashboard.takeaway.text import printable
from dashboard.theme import LIGHT
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import SideId

__all__ = ["battle_sheet_html", "table_markup"]

_MOST_BOXES = 120
_ROUNDS = 10
_SIDES: tuple[SideId, SideId] = ("a", "b")

_META = Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width">')
_STYLE = f"""
@page {{ margin: 12mm; }}
* {{ box-sizing: border-box; }}
html {{ -webkit-print-color-adjust: exact; print-color-adjust: exact; }}
body {{ margin: 0 auto; max-width: 190mm; color: {LIGHT.ink}; overflow-wrap: anywhere;
  font: 9.5pt/1.35 "Liberation Sans", Arial, Helvetica, sans-serif; }}
h1 {{ font-size: 19pt; margin: 0 0 1mm; }}
h2 {{ font-size: 13pt; margin: 6mm 0 2mm; break-after: avoid; }}
h3 {{ font-size: 10.5pt; margin: 3mm 0 1mm; break-after: avoid; }}
p {{ margin: 1mm 0; }}
.notes {{ white-space: pre-line; }}
.muted, small {{ color: {LIGHT.muted}; font-size: 8pt; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .6mm 1.4mm; border-bottom: .2mm solid {LIGHT.line}; }}
th {{ font-weight: normal; font-size: 8pt; color: {LIGHT.muted}; overflow-wrap: normal; }}
thead {{ display: table-header-group; }}
tr {{ break-inside: avoid; }}
.order td:nth-child(n+3) {{ white-space: nowrap; }}
.order td:nth-child(n+4), .order th:nth-child(n+4) {{ text-align: right; }}
.order td:nth-child(1), .turns td:nth-child(1), .morale td:nth-child(1) {{ font-weight: bold; width: 9mm; }}
.morale td:nth-child(-n+4) {{ white-space: nowrap; }}
.morale td {{ padding-block: .25mm; }}
.side-a {{ border-left: 1.2mm solid {LIGHT.side_a}; padding-left: 2mm; }}
.side-b {{ border-left: 1.2mm double {LIGHT.side_b}; padding-left: 2mm; }}
figure {{ margin: 0; break-inside: avoid; }}
figure svg {{ display: block; width: 100%; height: auto; max-height: 225mm; }}
.cards {{ columns: 2; column-gap: 5mm; }}
.card {{ break-inside: avoid; border: .2mm solid {LIGHT.muted}; border-radius: 1.5mm; padding: 2mm; margin: 0 0 4mm; }}
.card.side-a {{ border-left: 1.6mm solid {LIGHT.side_a}; }}
.card.side-b {{ border-left: 1.6mm double {LIGHT.side_b}; }}
.card h3 {{ margin: 0 0 1mm; }}
.card ul {{ margin: 1mm 0; padding-left: 4mm; }}
.card dl {{ display: grid; grid-template-columns: auto 1fr; gap: 0 2mm; margin: 1mm 0; }}
.card dt {{ color: {LIGHT.muted}; }}
.card dd {{ margin: 0; }}
.boxes {{ display: flex; flex-wrap: wrap; gap: .7mm; margin: 1.5mm 0 1mm; }}
.box {{ width: 3.2mm; height: 3.2mm; border: .25mm solid {LIGHT.ink}; border-radius: .4mm; }}
.box:nth-child(5n) {{ margin-right: 1.2mm; }}
.box.half {{ border-width: .7mm; background: {LIGHT.track}; }}
.box.round {{ display: inline-block; margin-right: .8mm; vertical-align: middle; }}
.blank {{ display: inline-block; width: 40mm; border-bottom: .3mm solid {LIGHT.ink}; height: 5mm; }}
@media screen {{ body {{ padding: 8mm 4mm; }} }}
"""


def battle_sheet_html(document: BattleDocument, language: str = "en", translate: Translate | None = None) -> str:
    """The battle sheet of a document as one HTML page, nothing loaded from elsewhere.

    Order of battle, map, turn order, morale tests, and a card for each unit with a box a point of battle
    rating. Lengths and names are those of ``language``; ``translate`` takes the place of its messages.
    """
    sheet = sheet_of(document, language, translate)
    _ = sheet.words
    page = tag(
        "html",
        tag(
            "head",
            _META,
            tag("title", document.name),
            tag("style", Markup(_STYLE)),
        ),
        tag("body", _head(sheet), _orders(sheet), _map(sheet), _turns(sheet), _morale(sheet), _cards(sheet), _foot()),
        lang=_.language,
    )
    return printable(f"<!doctype html>\n{page}\n")


def table_markup(table: Table, class_: str = "") -> Markup:
    """A table with its headings, without its title."""
    head = tag("thead", tag("tr", [tag("th", heading) for heading in table.headings]))
    body = tag("tbody", [tag("tr", [tag("td", cell) for cell in row]) for row in table.rows])
    return tag("table", head, body, class_=class_ or None)


def _head(sheet: Sheet) -> Markup:
    _ = sheet.words
    opponents = _("{a} against {b}").format(a=sheet.side_name("a"), b=sheet.side_name("b"))
    return join(
        tag("h1", sheet.document.name),
        tag("p", opponents, class_="muted"),
        tag("p", sheet.document.notes, class_="notes") if sheet.document.notes else None,
        [tag("p", "★ ", line) for line in sheet.objectives()],
    )


def _orders(sheet: Sheet) -> Markup:
    tables = (
        tag("div", tag("h3", table.title), table_markup(table, "order"), class_=f"side-{side}")
        for side in _SIDES
        for table in (sheet.order_of_battle(side),)
    )
    return tag("section", tag("h2", sheet.words("Order of battle")), tables)


def _map(sheet: Sheet) -> Markup:
    return tag("section", tag("figure", tag("h2", sheet.words("Map")), map_drawing(sheet, listed=False)))


def _turns(sheet: Sheet) -> Markup:
    _ = sheet.words
    table = sheet.turn_order()
    boxes = tag("span", [tag("span", class_="box round") for _round in range(_ROUNDS)])
    rows = [tag("tr", [tag("td", cell) for cell in row], tag("td", boxes)) for row in table.rows]
    headings = [tag("th", heading) for heading in (*table.headings, _("Rounds"))]
    note = _("Highest first. Equal initiatives: draw the order once, it holds for the whole battle.")
    return tag(
        "section",
        tag("h2", table.title),
        tag("p", note, class_="muted"),
        tag("table", tag("thead", tag("tr", headings)), tag("tbody", rows), class_="turns"),
    )


def _morale(sheet: Sheet) -> Markup:
    _ = sheet.words
    table = sheet.morale_tests()
    note = _("DC 10: after a heavy loss, to disengage, when a friend falls within 5 hexes. DC 15: at half strength.")
    return tag("section", tag("h2", table.title), tag("p", note, class_="muted"), table_markup(table, "morale"))


def _cards(sheet: Sheet) -> Markup:
    cards = [_card(sheet, facts) for side in _SIDES for facts in sheet.of_side(side)]
    return tag("section", tag("h2", sheet.words("Units")), tag("div", cards, class_="cards"))


def _card(sheet: Sheet, facts: UnitFacts) -> Markup:
    unit = facts.unit
    return tag(
        "article",
        tag("h3", f"{facts.number} · ", sheet.unit_name(unit)),
        tag("p", f"{sheet.side_name(unit.side)} · {sheet.place(unit)}", class_="muted"),
        tag("ul", [tag("li", line) for line in sheet.made_of(unit)]),
        tag("dl", [join(tag("dt", label), tag("dd", value)) for label, value in sheet.figures(facts)]),
        tag("p", facts.problem) if facts.problem else _boxes(sheet, facts),
        tag("p", unit.notes, class_="notes") if unit.notes else None,
        class_=f"card side-{unit.side}",
    )


def _boxes(sheet: Sheet, facts: UnitFacts) -> Markup:
    """A box a point of battle rating, the one marked with which the unit is at half strength (R0.42)."""
    _ = sheet.words
    rating = facts.built.battle_rating.value if facts.built else 0
    half = (rating + 1) // 2
    if not 0 < rating <= _MOST_BOXES:
        note = _("Half strength at BR {half}: morale DC 15").format(half=_.number(rating // 2))
        return join(tag("p", _("BR left"), " ", tag("span", class_="blank")), tag("p", note, class_="muted"))
    boxes = (tag("span", class_="box half" if number == half else "box") for number in range(1, rating + 1))
    note = _("BR lost; at the marked box: morale DC 15")
    return join(tag("div", boxes, class_="boxes"), tag("p", note, class_="muted"))


def _foot() -> Markup:
    return tag("footer", tag("p", tag("small", attribution())))
