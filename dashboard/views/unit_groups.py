"""The markup of what a unit is made of, with the arithmetic of its battle rating, and of what could be added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dashboard.i18n import Words
from dashboard.markup import Markup, join, svg, tag
from dashboard.views.armies import Line
from dashboard.views.icons import ICONS
from dashboard.views.why import MODES, why
from massbattle_core.creatures.model import Creature, challenge_text
from massbattle_core.mass_combat.building import Derived, Term
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Unit
from massbattle_core.mass_combat.tables import SPACE_LIMIT

__all__ = ["groups_markup"]


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
