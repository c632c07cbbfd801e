"""The markup of the card of a unit: pure functions of what is shown."""

from __future__ import annotations

from fractions import Fraction

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, tag
from dashboard.views.armies import Line
from dashboard.views.orders import unit_orders
from dashboard.views.places import unit_place
from dashboard.views.why import FACTORS, MORALE_WORDS, reasons, why
from massbattle_core.dice import d20_law
from massbattle_core.mass_combat.building import Derived, morale_name
from massbattle_core.mass_combat.model import Side, Unit
from massbattle_core.mass_combat.rules import morale_passes
from massbattle_core.mass_combat.tables import CASUALTIES_DC, FEET_PER_HEX, ROUT_DC, SPACE_LIMIT

__all__ = [
    "charisma_heads",
    "factor_chips",
    "figures_markup",
    "morale_chance",
    "morale_heads",
    "no_unit",
]


def morale_chance(rating: int, dc: int) -> Fraction:
    """The exact chance that a unit with this morale rating passes a morale test.

    Source: R0.13
    """
    law = d20_law()
    return sum((law[die] for die in law if morale_passes(die, rating, dc)), Fraction(0))


def no_unit(_: Words) -> Markup:
    """What the card says while no unit is selected."""
    return tag(
        "div",
        tag("h2", _("Unit"), class_="heading"),
        tag(
            "p",
            _("Click a unit in a roster or on the board: its creatures, morale and commander stand here."),
            class_="muted",
            style="margin:4px 0",
        ),
    )


# ---------------------------------------------------------------- morale, Charisma, factors


def morale_heads(line: Line, _: Words) -> tuple[Markup, Markup]:
    """Above and below the morale slider: the rating with its word, and its terms."""
    built, unit = line.built, line.unit
    if built is None:
        return tag("div", tag("b", _("Morale")), class_="slider-head"), tag("div", class_="slider-note")
    rating = built.morale
    word = _(MORALE_WORDS[morale_name(rating.value)])
    head = tag(
        "div",
        tag("b", _("Morale")),
        why(f"{_.signed(rating.value)} · {word}", _("Morale rating"), rating, _, class_="value"),
        class_="slider-head",
        data_place=unit_place(unit.id, "morale"),
    )
    parts = [_("base {value}").format(value=_.signed(unit.morale))]
    if built.base_morale.value != unit.morale:
        parts.append(_("army {value}").format(value=_.signed(built.base_morale.value - unit.morale)))
    if built.charisma.value:
        parts.append(_("Charisma {value}").format(value=_.signed(built.charisma.value)))
    if any(term.key == "morale_limit" for term in rating.terms):
        parts.append(_("kept within ±10"))
    return head, tag("div", ", ".join(parts), class_="slider-note")


def charisma_heads(line: Line, _: Words) -> tuple[Markup, Markup]:
    """Above and below the Charisma slider: the modifier with its scores, and what it does."""
    built = line.built
    own = line.unit.commander.charisma if line.unit.commander else 0
    low, high = 10 + 2 * own, 11 + 2 * own
    scores = "30" if own == 10 else "1" if own == -5 else f"{low}–{high}"
    value: Child = _.signed(own)
    if built and built.charisma.value != own:
        value = why(f"{_.signed(own)} → {_.signed(built.charisma.value)}", _("Charisma modifier"), built.charisma, _)
    head = tag(
        "div",
        tag("b", _("Charisma")),
        tag(
            "span", value, tag("span", " · ", _("score {scores}").format(scores=scores), class_="muted"), class_="value"
        ),
        class_="slider-head",
        data_place=unit_place(line.unit.id, "commander", "charisma"),
    )
    if built is None:
        return head, tag("div", class_="slider-note")
    note = why(
        _("adds to morale and again to initiative: {value}").format(value=_.number(built.initiative.value)),
        _("Initiative"),
        built.initiative,
        _,
    )
    return head, tag("div", note, class_="slider-note")


def factor_chips(unit: Unit, _: Words) -> Markup:
    """The seven factors of R0.15, each neither, helpful or harmful; a click goes on to the next."""
    chips = []
    for name, (plain, harmful, helpful) in FACTORS.items():
        value = unit.factors.get(name, 0)
        label, mood = {0: (plain, ""), 1: (helpful, "good"), -1: (harmful, "bad")}[value]
        chips.append(
            tag(
                "button",
                _(label),
                type="button",
                class_=f"chip {mood}".strip(),
                data_do="factor",
                data_factor=name,
                data_key=name,
                title=_("Click: helps, harms, neither. Each moves the base rating by one row (R0.15)."),
            )
        )
    return tag(
        "div",
        chips,
        data_place=unit_place(unit.id, "factors"),
        class_="chips",
        role="group",
        aria_label=_("What helps or harms morale"),
    )


# ---------------------------------------------------------------- doctrine and derived numbers


def figures_markup(line: Line, side: Side, _: Words) -> Markup:
    """The doctrine, and the numbers that follow from everything else, each with its terms."""
    unit, built = line.unit, line.built
    head = unit_orders(unit, side, _)
    if built is None:
        return head
    rows = [
        _row(
            _("Initiative"),
            _.number(built.initiative.value),
            " + ".join(_.number(t.amount) for t in built.initiative.terms).replace("+ −", "− "),
            built.initiative,
            _,
        )
    ]
    speed = built.speeds.get(built.mode, Derived(0))
    each = next((int(term.facts["speed"]) for term in speed.terms), 0)
    rows.append(
        _row(
            _("Speed"),
            _.plural("{count} hex", "{count} hexes", built.speed // FEET_PER_HEX),
            f"{_.feet(each)} × 10" if each else _("cannot move"),
            speed,
            _,
        )
    )
    shoots = _.plural("{count} hex", "{count} hexes", built.range_hexes) if built.range_hexes else "–"
    reach = _.feet(built.ranged_feet.value) if built.range_hexes else _("does not shoot")
    rows.append(_row(_("Range"), shoots, reach, built.ranged_feet, _))
    rows.append(
        _row(
            _("Space"), _.number(built.space.value), _("of {limit}").format(limit=_.number(SPACE_LIMIT)), built.space, _
        )
    )
    half = built.battle_rating.value // 2
    for dc, note in ((ROUT_DC, _("heavy loss")), (CASUALTIES_DC, _("at BR {half}").format(half=half))):
        chance = morale_chance(built.morale.value, dc)
        rows.append(_test_row(built.morale, dc, chance, note, _))
    if line.survival is not None:
        rows.append(
            tag("tr", tag("td", _("Survives")), tag("td", _.percent(line.survival)), tag("td", _("of the battles")))
        )
    return tag("div", head, tag("table", tag("tbody", rows), class_="figures"), class_=f"side-{unit.side}")


def _row(label: str, value: str, note: str, derived: Derived, _: Words) -> Markup:
    return tag("tr", tag("td", label), tag("td", why(value, label, derived, _)), tag("td", note))


def _test_row(morale: Derived, dc: int, chance: Fraction, note: str, _: Words) -> Markup:
    label = _("Morale DC {dc}").format(dc=dc)
    least = max(2, dc - morale.value)
    needs = _("always") if chance == 1 else _("never") if chance == 0 else _("needs {face}+").format(face=least)
    rule = "R0.37" if dc == ROUT_DC else "R0.42"
    occasion = _("after an attack lost by 11 or more") if dc == ROUT_DC else _("once brought to half its starting BR")
    body = tag(
        "span",
        tag("b", label),
        tag(
            "span",
            tag("span", _("d20 + morale must reach {dc}").format(dc=dc)),
            tag("i", needs),
            tag("small", "R0.13"),
            class_="why-term",
        ),
        tag("span", tag("span", occasion), tag("i"), tag("small", rule), class_="why-term"),
        reasons(morale, _),
        popover="manual",
        role="tooltip",
        class_="why-body",
    )
    return tag(
        "tr",
        tag("td", label),
        tag("td", tag("span", _.percent(float(chance)), body, class_="why number", tabindex="0")),
        tag("td", note),
    )
