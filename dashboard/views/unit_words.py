"""The markup of the card of a unit: pure functions of what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, join, svg, tag
from dashboard.views.armies import Line
from dashboard.views.icons import ICONS
from dashboard.views.why import FACTORS, MODES, MORALE_WORDS, reasons, why
from massbattle_core.creatures.model import Creature, challenge_text
from massbattle_core.dice import d20_law
from massbattle_core.mass_combat.building import Derived, Term, morale_name
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Doctrine, Side, Unit
from massbattle_core.mass_combat.rules import morale_passes
from massbattle_core.mass_combat.tables import CASUALTIES_DC, FEET_PER_HEX, ROUT_DC, SPACE_LIMIT

__all__ = [
    "charisma_heads",
    "factor_chips",
    "figures_markup",
    "groups_markup",
    "morale_chance",
    "morale_heads",
    "no_unit",
]

DOCTRINE_WORDS: dict[Doctrine, tuple[str, str]] = {
    "advance": (N_("advance"), N_("Closes with its target and strikes; shooters stop in range.")),
    "hold": (N_("hold"), N_("Stays; strikes what is adjacent or in range, otherwise defends.")),
    "guard": (N_("guard"), N_("Stays; strikes what is adjacent or in range, otherwise stands guard.")),
    "defend": (N_("defend"), N_("Stays and defends, whatever happens.")),
    "skirmish": (N_("skirmish"), N_("Shoots and steps back from enemies nearer than three hexes.")),
    "flank": (N_("flank"), N_("Goes for enemies whom a friend already engages, and for higher ground.")),
    "screen": (N_("screen"), N_("Stays beside a friend who shoots, on the side of the enemy.")),
    "withdraw": (N_("withdraw"), N_("Keeps away from every enemy.")),
}
"""The doctrines to choose from, each with what it does."""


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


# ---------------------------------------------------------------- what it is made of


def groups_markup(line: Line, rules: HouseRules, searched: str, found: Sequence[Creature], _: Words) -> Markup:
    """The unit's name, its creatures with what each adds to the battle rating, its space, and more to add."""
    unit = line.unit
    name = tag(
        "input",
        class_="plain",
        data_do="unit-name",
        value=unit.name,
        maxlength="80",
        aria_label=_("Name of the unit"),
        placeholder=_("Unnamed unit"),
        spellcheck="false",
    )
    more = tag(
        "details",
        tag("summary", svg(ICONS["menu"], size=14), class_="icon-button", aria_label=_("More"), title=_("More")),
        tag(
            "div",
            tag("button", _("Take off the board"), type="button", class_="menu-item", data_do="lift")
            if unit.position
            else None,
            tag("button", _("Remove the unit"), type="button", class_="menu-item", data_do="remove-unit"),
            class_="menu-body",
        ),
        class_="menu",
    )
    return tag(
        "div",
        tag("div", name, more, class_="card-head"),
        tag("table", tag("tbody", _rows(line, rules, _)), class_="groups"),
        _totals(line, _),
        tag("div", _finder(unit, searched, found, _), class_="chips", style="margin-top:8px"),
        class_=f"side-{unit.side}",
    )


def _rows(line: Line, rules: HouseRules, _: Words) -> Iterable[Markup]:
    shares = _Shares(line, rules)
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
            value=group.count,
            aria_label=_("How many: {creature}").format(creature=label),
        )
        remove = tag(
            "button",
            svg(ICONS["remove"], size=10),
            type="button",
            class_="remove",
            data_do="remove-group",
            data_group=number,
            aria_label=_("Remove {creature}").format(creature=label),
            title=_("Remove"),
        )
        yield tag(
            "tr",
            tag("td", count, "× ", label, " ", _rating(line, group.creature, _)),
            *shares.cells(group.creature, group.count, _),
            tag("td", remove),
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
                tag("td"),
            )
    commander = unit.commander
    if commander is None:
        yield tag("tr", tag("td", tag("span", _("no commander"), class_="over"), colspan="4"))
        return
    name = tag(
        "input",
        class_="plain",
        data_do="commander-name",
        value=commander.name,
        maxlength="80",
        placeholder=_("name the commander"),
        aria_label=_("Name of the commander"),
        spellcheck="false",
        style="width:130px;margin-right:0",
    )
    kind = line.creature(commander.creature, _) if commander.creature else _("a character, adds no BR")
    yield tag(
        "tr",
        tag(
            "td",
            name,
            tag(
                "span", kind, " ", _rating(line, commander.creature, _) if commander.creature else None, class_="muted"
            ),
        ),
        *(shares.cells(commander.creature, 1, _, _("commander")) if commander.creature else (tag("td"), tag("td"))),
        tag("td"),
    )
    if commander.mount:
        yield tag(
            "tr",
            tag(
                "td",
                tag("span", _("on {mount}").format(mount=line.creature(commander.mount, _)), class_="muted"),
                " ",
                _rating(line, commander.mount, _),
            ),
            *shares.cells(commander.mount, 1, _),
            tag("td"),
        )


def _rating(line: Line, creature_id: str, _: Words) -> Markup | None:
    creature = line.creatures.get(creature_id)
    return tag("span", _rating_words(creature, _), class_="muted") if creature else None


def _rating_words(creature: Creature, _: Words) -> str:
    return _("CR {rating}").format(rating=challenge_text(creature.challenge_rating))


class _Shares:
    """Which term of the battle rating a row of creatures belongs to; a pooled term is told once, where it starts."""

    def __init__(self, line: Line, rules: HouseRules) -> None:
        self._line = line
        self._told: set[int] = set()
        self._apart = rules.br_grouping == "per_kind"
        self._terms = line.built.battle_rating.terms if line.built else ()

    def cells(self, creature_id: str, count: int, _: Words, note: str = "") -> tuple[Markup, Markup]:
        """The cells of a row: its share and the arithmetic of it."""
        creature = self._line.creatures.get(creature_id)
        index = next((n for n, term in enumerate(self._terms) if creature and self._covers(term, creature)), None)
        if index is None:
            return tag("td", "0", class_="share"), tag("td", note, class_="reason")
        term = self._terms[index]
        facts = term.facts
        if term.key == "br_each":
            share = int(facts["each"]) * count
            return tag("td", _.number(share), class_="share"), tag(
                "td", join(note or f"{_.number(count)} × {facts['each']}"), class_="reason"
            )
        if index in self._told:
            return tag("td", class_="share"), tag(
                "td", " · ".join(filter(None, (note, _("counted above")))), class_="reason"
            )
        self._told.add(index)
        if term.key == "br_none":
            return tag("td", "0", class_="share"), tag("td", _("no battle rating"), class_="reason")
        shown = why(
            f"{_.number(int(facts['count']))} ÷ {facts['size']}",
            _("Battle rating"),
            Derived(term.amount, (term,)),
            _,
            note=_("{short} more would add 1").format(short=facts["short"]) if facts["short"] else "",
        )
        return tag("td", _.number(term.amount), class_="share"), tag("td", shown, class_="reason")

    def _covers(self, term: Term, creature: Creature) -> bool:
        cr = term.facts.get("cr")
        like_an_eighth = creature.challenge_rating == 0 and cr == Fraction(1, 8)
        same = cr is not None and (
            cr == creature.challenge_rating or (like_an_eighth and not any(t.facts.get("cr") == 0 for t in self._terms))
        )
        return same and (not self._apart or term.facts.get("kind") in ("", None, creature.id))


def _totals(line: Line, _: Words) -> Markup:
    built = line.built
    if built is None:
        return tag("div", tag("span", _("the rules cannot derive this unit"), class_="over"), class_="total")
    over = (
        tag("span", _("{count} over").format(count=_.number(built.over_space)), class_="over")
        if built.over_space
        else None
    )
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
            why(tag("b", _.number(built.space.value)), _("Space"), built.space, _),
            " ",
            _("of {limit}").format(limit=_.number(SPACE_LIMIT)),
            " ",
            over,
        ),
        class_="total",
    )


def _finder(unit: Unit, searched: str, found: Sequence[Creature], _: Words) -> Markup:
    """The menu that adds creatures: a search in both languages."""
    results = [
        tag(
            "div",
            tag(
                "button",
                tag("span", _.name(creature.name, creature.french_name)),
                tag("small", _facts(creature, _)),
                type="button",
                data_do="add",
                data_creature=creature.id,
                style="flex:1",
            ),
            tag(
                "button",
                _("mount"),
                type="button",
                class_="link",
                data_do="ride",
                data_creature=creature.id,
                title=_("The last group rides it"),
            )
            if unit.groups
            else None,
            tag("button", _("commander"), type="button", class_="link", data_do="lead", data_creature=creature.id),
            class_="menu-item spread",
            data_key=creature.id,
        )
        for creature in found
    ]
    return tag(
        "details",
        tag("summary", "+ ", _("add creatures"), class_="chip"),
        tag(
            "div",
            tag(
                "input",
                type="search",
                class_="search",
                data_live="search",
                value=searched,
                placeholder=_("Search a creature, in English or French"),
                aria_label=_("Search a creature, in English or French"),
                autocomplete="off",
            ),
            results or tag("p", _("Nothing like that in the catalogue."), class_="muted", style="margin:4px 10px"),
            class_="menu-body up",
            style="width:330px",
        ),
        class_="menu",
    )


def _facts(creature: Creature, _: Words) -> str:
    shoots = [_("shoots {length}").format(length=_.feet(creature.ranged_ft))] if creature.ranged_ft else []
    return " · ".join((_rating_words(creature, _), _speeds(creature, _), *shoots))


def _speeds(creature: Creature, _: Words) -> str:
    return ", ".join(
        f"{_.feet(feet)}" if mode == "walk" else f"{_(MODES[mode])} {_.feet(feet)}"
        for mode, feet in creature.speeds.items()
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
    return tag("div", chips, class_="chips", role="group", aria_label=_("What helps or harms morale"))


# ---------------------------------------------------------------- doctrine and derived numbers


def figures_markup(line: Line, side: Side, _: Words) -> Markup:
    """The doctrine, and the numbers that follow from everything else, each with its terms."""
    unit, built = line.unit, line.built
    in_use = unit.doctrine or side.doctrine
    chips = [
        tag(
            "button",
            _(label),
            type="button",
            class_=f"chip{' on' if in_use == doctrine else ''}",
            data_do="doctrine",
            data_doctrine=doctrine,
            aria_pressed="true" if in_use == doctrine else "false",
            title=_(does),
        )
        for doctrine, (label, does) in DOCTRINE_WORDS.items()
    ]
    head = tag(
        "div",
        tag("div", _("Doctrine"), class_="muted", style="margin-bottom:4px"),
        tag("div", chips, class_="chips"),
        style="margin-bottom:9px",
    )
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
