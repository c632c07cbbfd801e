"""Why a number is what it is: the terms of the rules put into words, once for the whole page."""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, join, tag
from massbattle_core.creatures import catalogue
from massbattle_core.mass_combat.building import Derived, Term
from massbattle_core.mass_combat.tables import SPACE_LIMIT

__all__ = ["FACTORS", "MODES", "MORALE_WORDS", "creature_name", "reasons", "term_words", "why"]

MORALE_WORDS = {
    "openly rebellious": N_("openly rebellious"),
    "mutinous": N_("mutinous"),
    "disgruntled": N_("disgruntled"),
    "shaky": N_("shaky"),
    "typical": N_("typical"),
    "motivated": N_("motivated"),
    "stalwart": N_("stalwart"),
    "fanatic": N_("fanatic"),
    "unbreakable": N_("unbreakable"),
}

MODES = {
    "walk": N_("walking"),
    "fly": N_("flying"),
    "swim": N_("swimming"),
    "burrow": N_("burrowing"),
    "climb": N_("climbing"),
}

FACTORS = {
    "treatment": (N_("treatment"), N_("badly treated"), N_("well treated")),
    "allies": (N_("allies"), N_("unloved allies"), N_("trusted allies")),
    "pay": (N_("pay"), N_("low pay"), N_("good pay")),
    "stakes": (N_("stakes"), N_("little at stake"), N_("all at stake")),
    "leadership": (N_("leaders"), N_("badly led"), N_("well led")),
    "enemy": (N_("enemy"), N_("feared enemy"), N_("hated enemy")),
    "equipment": (N_("equipment"), N_("poor equipment"), N_("fine equipment")),
}
"""The factors of R0.15: neither, harmful, helpful."""


def creature_name(name: str, _: Words) -> str:
    """The name of a creature in the reader's language, if the catalogue knows it."""
    known = catalogue().get(name)
    return _.name(name, known.french_name if known and known.name == name else "")


def why(shown: Child, heading: str, derived: Derived, _: Words, note: str = "", class_: str = "") -> Markup:
    """A number that tells on hover, focus or tap what it is made of."""
    return tag(
        "span",
        shown,
        tag(
            "span",
            tag("b", heading),
            reasons(derived, _),
            tag("div", note, class_="muted") if note else None,
            popover="manual",
            role="tooltip",
            class_="why-body",
        ),
        class_=f"why number {class_}".strip(),
        tabindex="0",
    )


def reasons(derived: Derived, _: Words) -> Markup:
    """The terms of a number, one a line, with the rule each comes from."""
    lines: Iterable[Markup] = (
        tag(
            "span",
            tag("span", term_words(term, _)),
            tag("i", _.signed(term.amount)),
            tag("small", term.rule),
            class_="why-term",
        )
        for term in derived.terms
    )
    total = tag(
        "span", tag("span", _("in all")), tag("i", _.number(derived.value)), tag("small"), class_="why-term why-total"
    )
    return join(lines, total if len(derived.terms) > 1 else None)


def term_words(term: Term, _: Words) -> str:
    """One reason in words."""
    facts = term.facts
    named = {
        **{key: str(value) for key, value in facts.items()},
        **{key: _.number(value) for key, value in facts.items() if isinstance(value, int)},
        "creature": creature_name(str(facts.get("creature", "")), _),
        "feet": _.feet(int(facts.get("speed", facts.get("range", 0)))),
        "mode": _(MODES.get(str(facts.get("mode", "")), "")),
        "limit": _.number(SPACE_LIMIT),
    }
    return _(_TERMS[term.key]).format(**named)


_TERMS = {
    "br_groups": N_("CR {cr}: {count} ÷ {size}, {left} left over"),
    "br_none": N_("CR {cr}: {count} creatures add nothing"),
    "br_each": N_("CR {cr}: {count} × {each}"),
    "br_fraction": N_("CR {cr}: {count} ÷ {size}, added up below"),
    "br_fractions_together": N_("fractions added up, rounded down"),
    "br_losses": N_("lost before the battle"),
    "space_each": N_("{creature}: {count} × {each}"),
    "space_commander": N_("the commander takes no space"),
    "space_no_br": N_("{creature}: has no battle rating, takes no space"),
    "space_rider": N_("{creature}: rides, only the mount takes space"),
    "speed_slowest": N_("the slowest, {creature}: {feet} {mode}, ten times in a minute"),
    "range_shortest": N_("the shortest reach, {creature}: {feet}"),
    "range_too_short": N_("{creature} reaches {feet} only"),
    "morale_base": N_("base rating"),
    "morale_army": N_("the whole army"),
    "morale_charisma": N_("commander’s Charisma"),
    "morale_limit": N_("kept within ±10"),
    "charisma_commander": N_("the commander’s own"),
    "charisma_army": N_("the whole army"),
    "initiative_base": N_("everyone starts at"),
    "initiative_morale": N_("morale rating"),
    "initiative_charisma": N_("commander’s Charisma, once more"),
}
