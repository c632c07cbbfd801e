"""Units and armies that one keeps, to put into any battle."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, join, tag
from massbattle_core.armies.library import Library
from massbattle_core.creatures import Creature
from massbattle_core.mass_combat.model import MassBattle, SideId, Unit

__all__ = ["kept_markup"]

_SIDES: tuple[SideId, SideId] = ("a", "b")
_MOST_GROUPS = 4


def kept_markup(library: Library, battle: MassBattle, selected: Unit | None, _: Words) -> Markup:
    """What is kept, with the ways to put it in, and what of this battle could be kept."""
    armies = [
        _entry(
            "armies",
            key,
            _army_words(kept.units, kept.creatures, _),
            [_put("put-army", key, side, battle, _) for side in _SIDES],
            _,
        )
        for key, kept in library.armies.items()
    ]
    units = [
        _entry(
            "units",
            key,
            _unit_words(kept.unit, kept.creatures, _),
            [_put("put-unit", key, side, battle, _) for side in _SIDES],
            _,
        )
        for key, kept in library.units.items()
    ]
    keep = [
        tag(
            "button",
            battle.sides[side].name,
            type="button",
            class_=f"chip side-{side} sided",
            data_do="keep-army",
            data_side=side,
            disabled=not battle.side_units(side),
        )
        for side in _SIDES
    ]
    if selected is not None:
        keep.append(
            tag(
                "button",
                selected.name or _("Unnamed unit"),
                type="button",
                class_=f"chip side-{selected.side} sided",
                data_do="keep-unit",
                data_unit=selected.id,
            )
        )
    return join(
        tag("h3", _("Keep of this battle"), class_="heading"),
        tag("div", keep, class_="chips"),
        tag("h3", _("Armies"), class_="heading"),
        armies or tag("p", _("No army is kept yet."), class_="muted"),
        tag("h3", _("Units"), class_="heading"),
        units or tag("p", _("No unit is kept yet."), class_="muted"),
        tag(
            "div",
            tag("button", _("Save the library as a file"), type="button", class_="chip", data_do="save-library"),
            class_="chips library-foot",
        ),
    )


def _entry(kind: str, key: str, words: str, puts: Child, _: Words) -> Markup:
    name = tag(
        "input",
        class_="plain entry-name",
        data_do="rename-kept",
        data_kind=kind,
        data_entry=key,
        value=key,
        maxlength="120",
        aria_label=_("Name"),
        spellcheck="false",
    )
    forget = tag(
        "button",
        _("Delete"),
        type="button",
        class_="chip",
        data_do="forget-kept",
        data_kind=kind,
        data_entry=key,
        aria_label=_.labelled(_("Delete"), key),
    )
    return tag(
        "div",
        tag("div", name, tag("small", words), class_="entry-words"),
        tag("div", puts, forget, class_="entry-buttons"),
        class_="entry",
        data_key=f"{kind}-{key}",
    )


def _put(do: str, key: str, side: SideId, battle: MassBattle, _: Words) -> Markup:
    def button(label: str, replacing: bool) -> Markup:
        return tag(
            "button",
            label,
            type="button",
            class_=f"chip side-{side} sided" if do == "put-unit" else "menu-item",
            data_do=do,
            data_entry=key,
            data_side=side,
            data_replacing="yes" if replacing else None,
            title=_("Put it into the battle on this side"),
        )

    name = battle.sides[side].name
    if do == "put-unit":
        return button(f"→ {name}", False)
    return tag(
        "details",
        tag("summary", f"→ {name}", class_=f"chip side-{side} sided"),
        tag(
            "div",
            button(_("add to {side}").format(side=name), False),
            button(_("replace the units of {side}").format(side=name), True),
            class_="menu-body right",
        ),
        class_="menu",
    )


def _army_words(units: tuple[Unit, ...], creatures: Mapping[str, Creature], _: Words) -> str:
    names = ", ".join(unit.name or _unit_words(unit, creatures, _) for unit in units[:_MOST_GROUPS])
    more = " …" if len(units) > _MOST_GROUPS else ""
    return _.labelled(_.plural("{count} unit", "{count} units", len(units)), f"{names}{more}")


def _unit_words(unit: Unit, creatures: Mapping[str, Creature], _: Words) -> str:
    def name(key: str) -> str:
        creature = creatures.get(key)
        return _.name(creature.name, creature.french_name) if creature else key

    groups = [
        f"{_.number(group.count)} × {name(group.creature)}" + (f" / {name(group.mount)}" if group.mount else "")
        for group in unit.groups[:_MOST_GROUPS]
    ]
    if not groups and unit.commander and unit.commander.creature:
        groups = [name(unit.commander.creature)]
    return ", ".join(groups) + (" …" if len(unit.groups) > _MOST_GROUPS else "") or _("no creatures yet")
