"""What was dropped on the page: what was read, what was guessed, what is missing, and lines to mend."""

from __future__ import annotations

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, join, svg, tag
from dashboard.models.imports import ArmyList, CreatureFile, Imports, Refused, Source, WholeLibrary
from dashboard.uploads import LARGEST_UPLOAD
from dashboard.views.army_lines import MOST_ROWS, army_markup, source_button
from dashboard.views.creature_words import SIZE_WORDS, speed_words
from dashboard.views.icons import ICONS
from massbattle_core.creatures import challenge_text
from massbattle_core.creatures.readers import ImportedCreature
from massbattle_core.mass_combat.model import MassBattle

__all__ = ["imports_markup"]

FEW = 40
"""More creatures of one file are better kept in the library alone than copied into the battle."""

EXAMPLE = N_("side,unit,group,creature,count,mount,is_commander,morale,col,row\na,Wolf riders,,goblin,40,wolf,,1,3,5")


def imports_markup(imports: Imports, battle: MassBattle, pasted: int, _: Words) -> Markup:
    """Everything that waits to be taken, the newest first, the place to drop files, and a field to paste text.

    ``pasted`` counts the texts that were read: the field is empty again after each.
    """
    sources = [_source(number, source, imports, battle, _) for number, source in imports.sources.items()]
    return join(tag("div", sources[::-1]), _drop_zone(bool(sources), _), _paste(pasted, _))


def _drop_zone(small: bool, _: Words) -> Markup:
    picker = tag(
        "input",
        type="file",
        multiple=True,
        data_do="import",
        data_largest=LARGEST_UPLOAD,
        aria_label=_("Choose files"),
    )
    return tag(
        "div",
        tag("b", _("Drop files here"), ", ", tag("label", _("or choose them"), picker, class_="chip file")),
        tag(
            "p",
            _(
                "Creatures from 5e-bits, Open5e, 5etools, Foundry, Improved Initiative, Fight Club or tetra-cube; "
                "army lists as CSV; a library of yours. The kind of a file is recognised by what is in it."
            ),
            class_="muted",
        ),
        class_=f"drop-zone{' small' if small else ''}",
        data_drop="import",
        data_largest=LARGEST_UPLOAD,
    )


def _paste(number: int, _: Words) -> Markup:
    return tag(
        "details",
        tag("summary", _("Paste a list or the text of a creature")),
        tag(
            "textarea",
            rows=6,
            data_do="paste",
            data_largest=LARGEST_UPLOAD,
            data_key=f"paste-{number}",
            placeholder=_(EXAMPLE),
            aria_label=_("Text to read"),
            spellcheck="false",
        ),
        tag("button", _("Read it"), type="button", class_="chip on", data_do="read-pasted"),
        class_="paste",
    )


# ---------------------------------------------------------------- one source


def _source(number: int, source: Source, imports: Imports, battle: MassBattle, _: Words) -> Markup:
    if isinstance(source, CreatureFile):
        told, body, buttons = _creatures(number, source, _)
    elif isinstance(source, ArmyList):
        told, body, buttons = army_markup(number, source, imports.placement(source), battle, _)
    elif isinstance(source, WholeLibrary):
        told, body, buttons = _library(number, source, _)
    elif isinstance(source, Refused):
        told, body, buttons = _("not read"), _refused(source, _), None
    else:
        told, body, buttons = _("is being read…"), None, None
    away = tag(
        "button",
        svg(ICONS["remove"], size=12),
        type="button",
        class_="icon-button",
        data_do="put-away",
        data_source=number,
        aria_label=_("Put {file} away").format(file=source.name),
        title=_("Put away"),
    )
    return tag(
        "section",
        tag(
            "div",
            tag("b", source.name),
            tag("span", told, class_="muted"),
            tag("span", class_="gap"),
            away,
            class_="source-head",
        ),
        body,
        tag("div", buttons, class_="chips source-buttons") if buttons else None,
        class_="source",
        data_key=f"source-{number}",
    )


def _refused(source: Refused, _: Words) -> Markup:
    problem = source.problem
    return tag(
        "p",
        tag("span", _.labelled(problem.place), class_="place") if problem.place else None,
        _(problem.message),
        tag("span", f" – {_(problem.remedy)}") if problem.remedy else None,
        class_="line-problem wrong",
        role="alert",
    )


# ---------------------------------------------------------------- creatures


def _creatures(number: int, source: CreatureFile, _: Words) -> tuple[str, Child, Child]:
    formats = ", ".join(sorted({one.format for one in source.found}))
    told = _.plural("{count} creature", "{count} creatures", len(source.found))
    order = sorted(range(len(source.found)), key=lambda n: not (source.found[n].guessed or source.found[n].missing))
    rows = [_creature(number, n, source.found[n], n not in source.left_out, _) for n in order[:MOST_ROWS]]
    heads = (_("Take"), _("Name"), _("CR"), _("Size"), _("Speed"), _("Cha"), _("AC"), _("HP"), _("Shoots"))
    table = tag(
        "table",
        tag("thead", tag("tr", [tag("th", head) for head in heads])),
        tag("tbody", rows),
        class_="read creatures",
    )
    more = len(source.found) - MOST_ROWS
    rest = tag("p", _.plural("and {count} more", "and {count} more", more), class_="muted") if more > 0 else None
    count = len(source.wanted)
    in_battle = _.plural("Keep {count}, also in this battle", "Keep {count}, also in this battle", count)
    library = _.plural("Keep {count} in my library", "Keep {count} in my library", count)
    few = count <= FEW
    buttons = (
        source_button("take-creatures", in_battle, number, on=few, disabled=not count, data_battle="yes"),
        source_button("take-creatures", library, number, on=not few, disabled=not count),
        source_button("toggle-all", _("take all") if source.left_out else _("take none"), number),
    )
    return f"{told} · {formats}", join(tag("div", table, class_="scroll"), rest), buttons


def _creature(number: int, n: int, one: ImportedCreature, wanted: bool, _: Words) -> Markup:
    creature = one.creature
    doubts = [
        *((_("guessed"), problem) for problem in one.guessed),
        *((_("missing"), problem) for problem in one.missing),
    ]
    take = tag(
        "button",
        "✓" if wanted else "",
        type="button",
        class_=f"tick{' on' if wanted else ''}",
        data_do="toggle-creature",
        data_source=number,
        data_creature=n,
        aria_pressed="true" if wanted else "false",
        aria_label=_("Take {creature}").format(creature=creature.name),
    )
    unknown = "–"
    cells: tuple[Child, ...] = (
        take,
        tag(
            "button",
            creature.name,
            type="button",
            class_="plain-button",
            data_do="mend-creature",
            data_source=number,
            data_creature=n,
            title=_("Change it before it is kept"),
        ),
        challenge_text(creature.challenge_rating),
        _(SIZE_WORDS[creature.size]),
        speed_words(creature, _),
        creature.charisma,
        unknown if creature.armor_class is None else creature.armor_class,
        unknown if creature.hit_points is None else creature.hit_points,
        _.feet(creature.ranged_ft) if creature.ranged_ft else "–",
    )
    notes = [tag("span", tag("i", kind), f" {_(problem.message)}", class_="doubt") for kind, problem in doubts]
    row = tag("tr", [tag("td", cell) for cell in cells], class_=None if wanted else "left-out")
    told = tag("tr", tag("td"), tag("td", notes, colspan=len(cells) - 1), class_="doubts") if notes else None
    return join(row, told)


# ---------------------------------------------------------------- a library


def _library(number: int, source: WholeLibrary, _: Words) -> tuple[str, Child, Child]:
    library = source.library
    parts = (
        _.plural("{count} creature", "{count} creatures", len(library.creatures)),
        _.plural("{count} unit", "{count} units", len(library.units)),
        _.plural("{count} army", "{count} armies", len(library.armies)),
    )
    names = [creature.name for creature in library.creatures.values()]
    names += [*library.units, *library.armies]
    shown = ", ".join(names[:MOST_ROWS]) + (" …" if len(names) > MOST_ROWS else "")
    button = source_button("take-library", _("Keep all of it in my library"), number, on=True, disabled=not names)
    return " · ".join(parts), tag("p", shown or _("It is empty.")), button
