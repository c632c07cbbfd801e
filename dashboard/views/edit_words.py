"""What an entry of the history did, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dashboard.history import Entry, Json, touched_places
from dashboard.i18n import N_, Words
from dashboard.views.fight_edit_words import FIGHT_WORDS
from dashboard.views.rule_words import RULES
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import hex_name

__all__ = ["Told", "edit_words", "tell"]

Names = Mapping[str, str]
"""Units, and the sides ``a`` and ``b``, by their ids."""

Told = tuple[Entry, str]

_PARTS = {
    "units": N_("{unit} changed"),
    "field": N_("the ground changed"),
    "sides": N_("{side} changed"),
    "rules": N_("house rules changed"),
    "simulation": N_("settings of the odds changed"),
    "objectives": N_("objectives changed"),
    "creatures": N_("creatures of the battle changed"),
    "notes": N_("notes changed"),
    "name": N_("the name of the battle changed"),
}
"""What is said of an edit that has no words of its own, by the part of the battle that it touched."""


def tell(entries: Iterable[Entry], now: BattleDocument, _: Words) -> list[Told]:
    """Entries, the newest first, each with what it did; ``now`` is the battle after the first of them."""
    names = {key: unit.name or _("Unnamed unit") for key, unit in now.mass_combat.units.items()}
    names |= {key: side.name for key, side in now.mass_combat.sides.items()}
    told = []
    for entry in entries:
        for operation in entry.inverse:  # a unit that was removed is known from what would bring it back
            *parts, key = str(operation["path"]).split("/")
            if parts == ["", "mass_combat", "units"] and isinstance(operation.get("value"), Mapping):
                names.setdefault(key, str(operation["value"].get("name", key)))
        told.append((entry, edit_words(entry.edit, names, _, entry)))
    return told


def edit_words(edit: Json, names: Names, _: Words, entry: Entry | None = None) -> str:
    """What an edit, as it is kept, did; ``entry`` helps where the edit has no words of its own."""
    if (words := _WORDS.get(str(edit.get("edit")))) is not None:
        return words(edit, names, _)
    return _touched(entry, names, _) if entry else _("several changes")


def _touched(entry: Entry, names: Names, _: Words) -> str:
    """Which parts of the battle an entry touched."""
    said = []
    for place in sorted(touched_places(entry)):
        part, key = [*[token for token in place.split("/") if token not in ("", "mass_combat")], "", ""][:2]
        if part in _PARTS:
            said.append(_(_PARTS[part]).format(unit=names.get(key, key), side=names.get(key, key)))
    unique = list(dict.fromkeys(said))
    return ", ".join(unique) if 0 < len(unique) <= 3 else _("several changes")


# ---------------------------------------------------------------- the edits that have words of their own

Wording = Callable[[Json, Names, Words], str]


def _about(message: str, field: str = "unit", value: str = "") -> Wording:
    """Words about a unit or side, with a number whose sign is shown."""

    def words(edit: Json, names: Names, _: Words) -> str:
        key = str(edit.get(field, ""))
        number = _.signed(int(edit[value])) if value else ""
        return _(message).format(name=names.get(key, key), value=number)

    return words


def _moved(edit: Json, names: Names, _: Words) -> str:
    name, position = names.get(edit["unit"], edit["unit"]), edit.get("position")
    if position is None:
        return _("{name} taken off the board").format(name=name)
    return _("{name} placed on {hex}").format(name=name, hex=hex_name((position[0], position[1])))


def _unit_set(edit: Json, names: Names, _: Words) -> str:
    values: Mapping[str, Any] = edit.get("values", {})
    name = names.get(edit["unit"], edit["unit"])
    if set(values) == {"name"}:
        return _("unit renamed “{name}”").format(name=values["name"] or _("Unnamed unit"))
    if set(values) == {"doctrine"} or set(values) == {"targets"}:
        return _("{name}: other orders").format(name=name)
    return _("{unit} changed").format(unit=name)


def _side_set(edit: Json, names: Names, _: Words) -> str:
    values: Mapping[str, Any] = edit.get("values", {})
    name = names.get(edit["side"], edit["side"])
    if set(values) == {"name"}:
        return _("side renamed “{name}”").format(name=values["name"])
    for key, message in (
        ("morale_shift", N_("{name}: morale of the army {value}")),
        ("charisma_shift", N_("{name}: Charisma of the army {value}")),
    ):
        if set(values) == {key}:
            return _(message).format(name=name, value=_.signed(int(values[key])))
    return _("{side} changed").format(side=name)


def _rule_set(edit: Json, _names: Names, _: Words) -> str:
    name = str(edit.get("name", "")).removeprefix("s0.")
    title = _(RULES[name].title) if name in RULES else name
    return _("house rule “{rule}”").format(rule=title)


def _several(edit: Json, names: Names, _: Words) -> str:
    parts = _telling(edit)
    if _is_a_way(parts):
        parts = parts[-1:]
    if len(parts) > 1 and all(part.get("edit") == "MoveUnit" for part in parts):
        return _.plural("{count} unit placed", "{count} units placed", len(parts))
    said = [edit_words(part, names, _) for part in parts]
    unique = list(dict.fromkeys(said))
    return "; ".join(unique) if 0 < len(unique) <= 2 else _("several changes")


def _telling(edit: Json) -> Sequence[Json]:
    """The edits that several consist of, without the copies of creatures that go before units made of them."""
    parts = [part for whole in edit.get("edits", ()) for part in (_telling(whole) if "edits" in whole else [whole])]
    return [part for part in parts if part.get("edit") != "AddCreatures"] or parts


def _is_a_way(parts: Sequence[Json]) -> bool:
    """Whether edits are the moves of one unit from hex to hex, of which the last tells enough."""
    actions = [part.get("action", {}) for part in parts]
    return bool(actions) and all(action.get("do") == "Move" for action in actions)


def _again(message: str, untold: str) -> Wording:
    """Words about an edit that was taken back or made again; those of old do not tell which it was."""

    def words(edit: Json, names: Names, _: Words) -> str:
        of = edit.get("of")
        return _(message).format(what=edit_words(of, names, _)) if of else _(untold)

    return words


_WORDS: dict[str, Wording] = {
    "Rename": lambda edit, _names, _: _("battle renamed “{name}”").format(name=edit.get("name")),
    "Several": _several,
    "Replace": lambda edit, _names, _: _("{file} opened").format(file=edit.get("source")),
    "Undo": _again(N_("undone: {what}"), N_("an earlier change undone")),
    "Redo": _again(N_("made again: {what}"), N_("an earlier change made again")),
    "Restore": lambda edit, _names, _: _("put back as it was after entry {number}").format(number=edit.get("revision")),
    "SetMorale": _about(N_("{name}: base morale {value}"), value="value"),
    "SetCharisma": _about(N_("{name}: Charisma of the commander {value}"), value="value"),
    "SetFactors": _about(N_("{name}: factors of morale")),
    "SetCommander": _about(N_("{name}: another commander")),
    "SetGroups": _about(N_("{name}: other creatures")),
    "SetUnit": _unit_set,
    "MoveUnit": _moved,
    "AddUnit": lambda edit, _names, _: _("{name} added").format(name=edit["unit"].get("name")),
    "RemoveUnit": _about(N_("{name} removed")),
    "DuplicateUnit": _about(N_("{name} duplicated")),
    "MirrorUnit": _about(N_("{name} mirrored to the other side")),
    "SplitUnit": _about(N_("{name} split in two")),
    "MergeUnits": _about(N_("{name} merged with another unit")),
    "SetSide": _side_set,
    "SwapSides": lambda _edit, _names, _: _("sides swapped"),
    "SetHouseRule": _rule_set,
    "SetSimulation": lambda _edit, _names, _: _("settings of the odds changed"),
    "PaintHexes": lambda edit, _names, _: _.plural("{count} hex painted", "{count} hexes painted", len(edit["hexes"])),
    "ResizeField": lambda edit, _names, _: _("map of {columns} × {rows} hexes").format(
        columns=edit.get("columns"), rows=edit.get("rows")
    ),
    "SetField": lambda _edit, _names, _: _("another map"),
    "SetBackdrop": lambda _edit, _names, _: _("picture under the map changed"),
    **FIGHT_WORDS,
}
