"""One's own creatures: the list with its search, and the form in which one is written."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, join, svg, tag
from dashboard.models.bestiary import Bestiary
from dashboard.models.creature_form import COUNTED, CreatureForm
from dashboard.models.creature_search import Query
from dashboard.views.creature_words import RATINGS, SIZE_WORDS, creature_facts, filters_markup, select
from dashboard.views.icons import ICONS
from dashboard.views.why import MODES
from massbattle_core.creatures import SIZES, Creature, catalogue, challenge_text
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.tables import FEET_PER_HEX

__all__ = ["creatures_markup", "form_foot", "form_markup"]

_ATTACK_WORDS = {
    "name": N_("Attack"),
    "bonus": N_("To hit"),
    "damage": N_("Damage"),
    "reach_ft": N_("Reach"),
    "range_ft": N_("Range"),
    "long_range_ft": N_("Long range"),
}


_WANTED = {
    "charisma": N_("write a whole number from 0 to 100"),
    "ac": N_("write a whole number from 0 to 1,000"),
    "hp": N_("write a whole number"),
    "bonus": N_("write a whole number, such as +4"),
}
"""What a field takes; all others that can be wrong take lengths."""


def creatures_markup(bestiary: Bestiary, query: Query, found: Sequence[Creature], more: bool, _: Words) -> Markup:
    """The creatures that one keeps, and those of the SRD to begin another from; ``more`` than those found are there."""
    search = tag(
        "input",
        type="search",
        class_="search",
        data_live="search",
        value=query.text,
        placeholder=_("Search a creature, in English or French"),
        aria_label=_("Search a creature, in English or French"),
        autocomplete="off",
    )
    new = tag("button", "+ ", _("New creature"), type="button", class_="chip on", data_do="new-creature")
    looking = bool(query.text or query.filtered)
    own = [creature for creature in found if bestiary.origin(creature.id) == "own"]
    others = [creature for creature in found if bestiary.origin(creature.id) != "own"]
    none = (
        _("None of your own creatures is like that.")
        if looking
        else _(
            "You keep no creature of your own yet. Write one, begin from one that you search here, or import a file."
        )
    )
    return join(
        tag("div", search, new, class_="search-line"),
        filters_markup(query, _),
        tag("h3", _("Your creatures"), class_="heading"),
        [_own_row(creature, _) for creature in own] or tag("p", none, class_="muted"),
        [tag("h3", _("Others, to begin from"), class_="heading"), [_other_row(creature, _) for creature in others]]
        if others
        else None,
        tag("p", _("There are more: search, or choose filters above."), class_="muted") if more else None,
        tag("p", catalogue().attribution, class_="muted credits"),
    )


def _row(creature: Creature, buttons: Child, _: Words) -> Markup:
    return tag(
        "div",
        tag(
            "div",
            tag("b", _.name(creature.name, creature.french_name)),
            tag("small", creature_facts(creature, _)),
            class_="entry-words",
        ),
        tag("div", buttons, class_="entry-buttons"),
        class_="entry",
        data_key=creature.id,
    )


def _own_row(creature: Creature, _: Words) -> Markup:
    labels = (("edit-creature", _("Edit")), ("duplicate-creature", _("Duplicate")), ("forget-creature", _("Delete")))
    return _row(creature, [_button(do, label, creature, _) for do, label in labels], _)


def _other_row(creature: Creature, _: Words) -> Markup:
    return _row(creature, _button("duplicate-creature", _("Begin from it"), creature, _), _)


def _button(do: str, label: str, creature: Creature, _: Words) -> Markup:
    return tag(
        "button",
        label,
        type="button",
        class_="chip",
        data_do=do,
        data_creature=creature.id,
        aria_label=_.labelled(label, creature.name),
    )


# ---------------------------------------------------------------- the form


def form_markup(form: CreatureForm, rules: HouseRules, _: Words) -> Markup:
    """The fields of a creature, what is wrong beside each, and what twenty of them are worth."""
    faults = form.faults
    length = _("m") if form.metric else _("ft")

    def field(name: str, label: str, wide: bool = False, place: str = "") -> Markup:
        return _field(label, form.values[name], faults.get(place or name), _, wide=wide, field=name)

    ratings = {challenge_text(rating): challenge_text(rating) for rating in RATINGS}
    if form.values["cr"] not in ratings:
        ratings[form.values["cr"]] = form.values["cr"]
    cr = select(_("Challenge rating"), ratings, form.values["cr"], data_do="field", data_field="cr")
    sizes: dict[str, str] = {size: _(SIZE_WORDS[size]) for size in SIZES}
    size = select(_("Size"), sizes, form.values["size"], data_do="field", data_field="size")
    name_first = [field("name", _("Name"), wide=True), field("french_name", _("French name"), wide=True)]
    return join(
        tag("h3", _("Edit a creature") if form.instead_of else _("New creature"), class_="heading"),
        tag(
            "div",
            name_first,
            tag("label", tag("span", _("Challenge rating")), cr, class_="form-field"),
            tag("label", tag("span", _("Size")), size, class_="form-field"),
            field("charisma", _("Charisma score")),
            field("ac", _("Armour class")),
            field("hp", _("Hit points")),
            class_="form-grid",
        ),
        tag("p", _("Armour class, hit points, bonus and damage matter only in skirmishes."), class_="muted"),
        tag("h3", _("Speed"), " · ", length, class_="heading"),
        tag("div", [field(mode, _(MODES[mode]), place=f"speeds/{mode}") for mode in MODES], class_="form-grid five"),
        tag("h3", _("Attacks"), " · ", length, class_="heading"),
        tag(
            "p",
            _("A unit shoots as far as its ranged attack with the greatest range, long range included."),
            class_="muted",
        ),
        [_attack(form, number, _) for number in range(len(form.attacks))],
        tag("button", "+ ", _("attack"), type="button", class_="chip", data_do="add-attack"),
        _worth(form, rules, _),
    )


def form_foot(form: CreatureForm, in_battle: bool | None, _: Words) -> Markup:
    """The buttons below the form; a creature with a fault cannot be kept.

    ``in_battle`` says whether the battle gets it too; None where that is not asked.
    """
    count = len(form.faults)
    return tag(
        "div",
        tag(
            "button",
            _("Keep it"),
            type="button",
            class_="chip on",
            data_do="keep-creature",
            disabled=bool(count),
        ),
        tag("button", _("Cancel"), type="button", class_="chip", data_do="leave-form"),
        None if in_battle is None else _in_battle(in_battle, _),
        tag("span", _.plural("{count} field to mend", "{count} fields to mend", count), class_="over")
        if count
        else None,
        class_="chips",
    )


def _in_battle(chosen: bool, _: Words) -> Markup:
    return tag(
        "button",
        "✓ " if chosen else "",
        _("also in this battle"),
        type="button",
        class_=f"chip{' good' if chosen else ''}",
        data_do="in-battle",
        aria_pressed="true" if chosen else "false",
        title=_("Copies it into this battle, so that everyone who shares the battle has it"),
    )


def _field(label: str, value: str, fault: Problem | None, _: Words, *, wide: bool = False, **data: str | int) -> Markup:
    """A field with what is wrong beside it; what nobody has written yet is merely needed."""
    described = {f"data_{name}": text for name, text in data.items()}
    told = None
    if fault:
        wanted = _(_WANTED.get(fault.place.rsplit("/", 1)[-1], N_("write a length as a number")))
        message = _("“{value}” does not fit: {wanted}").format(value=value.strip()[:40], wanted=wanted)
        told = tag("small", message, class_="fault", role="alert")
        told = told if value.strip() else tag("small", _("needed"), class_="muted")
    return tag(
        "label",
        tag("span", label),
        tag(
            "input",
            class_=f"form-input{' wrong' if fault and value.strip() else ''}",
            value=value,
            data_live="field" if "attack" not in data else "attack-field",
            aria_label=label,
            aria_invalid="true" if fault else None,
            autocomplete="off",
            spellcheck="false",
            **described,
        ),
        told,
        class_=f"form-field{' wide' if wide else ''}",
        data_key="-".join(map(str, data.values())),
    )


def _attack(form: CreatureForm, number: int, _: Words) -> Markup:
    attack, faults = form.attacks[number], form.faults
    fields = [
        _field(_(label), attack[name], faults.get(f"attacks/{number}/{name}"), _, attack=number, field=name)
        for name, label in _ATTACK_WORDS.items()
    ]
    drop = tag(
        "button",
        svg(ICONS["remove"], size=12),
        type="button",
        class_="icon-button",
        data_do="drop-attack",
        data_attack=number,
        aria_label=_("Remove this attack"),
        title=_("Remove"),
    )
    return tag("div", fields, drop, class_="attack-line")


def _worth(form: CreatureForm, rules: HouseRules, _: Words) -> Markup | None:
    built = form.built(rules)
    if built is None:
        return None
    shoots = _.plural("shoots {count} hex", "shoots {count} hexes", built.range_hexes)
    parts = (
        _("BR {rating}").format(rating=_.number(built.battle_rating.value)),
        _("space {space}").format(space=_.number(built.space.value)),
        _.plural("moves {count} hex", "moves {count} hexes", built.speed // FEET_PER_HEX),
        shoots if built.range_hexes else _("does not shoot"),
    )
    return tag(
        "p",
        tag("b", _("{count} of them:").format(count=COUNTED)),
        " ",
        " · ".join(parts),
        class_="worth",
        role="status",
    )
