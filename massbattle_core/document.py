"""The battle document and how it changes.

A document is frozen; :func:`apply_edit` returns the :class:`Change` that an edit makes: the new document and
the patch (JSON Patch, RFC 6902) that leads to it, with its inverse. History applies patches and never runs a
rule again, so a later change of a rule cannot alter an old battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, cast, get_args

import jsonpatch
from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from massbattle_core.creatures.model import Creature, creature_from_json
from massbattle_core.errors import CreatureFileError, IllegalActionError, InvalidBattleError, Problem
from massbattle_core.mass_combat.edits import MassCombatEdit, SwapSides, fits_a_fight
from massbattle_core.mass_combat.fight import FightEdit
from massbattle_core.mass_combat.model import MassBattle, Side, SideId
from massbattle_core.mass_combat.validation import structural_problems
from massbattle_core.phrases import phrase
from massbattle_core.value_faults import value_faults
from massbattle_core.viewers import Viewers

__all__ = [
    "AddCreatures",
    "BattleDocument",
    "Change",
    "Edit",
    "Rename",
    "SetViewers",
    "Several",
    "apply_edit",
    "apply_patch",
    "apply_patches",
    "change_to",
    "document_from_json",
    "document_schema",
    "document_to_json",
    "edit_from_json",
    "edit_to_json",
    "patch_json",
    "preview",
]

Json = dict[str, Any]
Patch = tuple[Json, ...]


def _creature(value: object) -> Creature:
    if isinstance(value, Creature):
        return value
    try:
        return creature_from_json(cast(Any, value), "")
    except CreatureFileError as error:
        raise ValueError(error.text) from error


CreatureField = Annotated[
    Creature, PlainValidator(_creature), PlainSerializer(lambda creature: creature.to_json(), return_type=dict)
]


@dataclass(frozen=True, slots=True)
class BattleDocument:
    """Everything that people prepare for one battle: creatures by id, and the state of each rulebook in use.

    ``viewers`` says what people who only look on may see of it.
    """

    name: Annotated[str, Field(min_length=1, max_length=120)] = "New battle"
    creatures: Annotated[Mapping[str, CreatureField], Field(max_length=500)] = field(default_factory=dict)
    mass_combat: MassBattle = MassBattle()
    notes: Annotated[str, Field(max_length=20_000)] = ""
    viewers: Viewers = Viewers()


# ---------------------------------------------------------------- edits of the document itself


@dataclass(frozen=True, slots=True)
class Rename:
    """Give the battle another name."""

    name: str

    def apply_to(self, document: BattleDocument) -> BattleDocument:
        """The document with that name."""
        return replace(document, name=self.name.strip())


@dataclass(frozen=True, slots=True)
class SetViewers:
    """Set by name what viewers see: ``side``, ``composition``, ``morale``, ``odds``."""

    values: Mapping[str, Any]

    def apply_to(self, document: BattleDocument) -> BattleDocument:
        """The document of which viewers see that."""
        allowed = [fact.name for fact in fields(Viewers)]
        if unknown := sorted(set(self.values) - set(allowed)):
            raise IllegalActionError(
                phrase("viewers have no setting {name!r}; use {names}", name=unknown[0], names=", ".join(allowed))
            )
        return replace(document, viewers=replace(document.viewers, **self.values))


@dataclass(frozen=True, slots=True)
class AddCreatures:
    """Copy creatures into the document, so that a shared battle is whole; same id replaces."""

    creatures: Mapping[str, CreatureField]

    def apply_to(self, document: BattleDocument) -> BattleDocument:
        """The document with these creatures."""
        return replace(document, creatures={**document.creatures, **self.creatures})


@dataclass(frozen=True, slots=True)
class Several:
    """Several edits that are made and undone as one."""

    edits: tuple[Edit, ...]

    def apply_to(self, document: BattleDocument) -> BattleDocument:
        """The document after all of them, or none if one is refused."""
        for edit in self.edits:
            document = preview(document, edit)
        return document


Edit = Rename | SetViewers | AddCreatures | Several | MassCombatEdit | FightEdit


# ---------------------------------------------------------------- applying


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit makes of a document: the document after it, the patch that leads there and the way back."""

    document: BattleDocument
    patch: Patch
    inverse: Patch


def preview(document: BattleDocument, edit: Edit) -> BattleDocument:
    """The document as it would be after an edit; nothing is kept of it.

    Raises :class:`IllegalActionError` or :class:`InvalidBattleError`, as :func:`apply_edit` does.
    """
    return document_from_json(document_to_json(_applied(document, edit)))


def apply_edit(document: BattleDocument, edit: Edit) -> Change:
    """Carry out an edit, whole or not at all.

    Raises :class:`IllegalActionError` when the battle does not allow it, :class:`InvalidBattleError` with
    every problem when it would leave numbers, names or places that no battle has.
    """
    return change_to(document, preview(document, edit))


def change_to(document: BattleDocument, after: BattleDocument) -> Change:
    """The change that makes one document of another."""
    old, new = document_to_json(document), document_to_json(after)
    return Change(after, _difference(old, new), _difference(new, old))


def apply_patch(document: BattleDocument, patch: Sequence[Mapping[str, Any]]) -> BattleDocument:
    """The document after a stored patch; no rule is run.

    Raises :class:`InvalidBattleError` if the patch does not fit the document.
    """
    return apply_patches(document, [patch])


def apply_patches(document: BattleDocument, patches: Iterable[Sequence[Mapping[str, Any]]]) -> BattleDocument:
    """The document after stored patches in turn; what they lead to is checked once, at the end.

    Raises :class:`InvalidBattleError` if one of them does not fit, or if they lead to no document.
    """
    data = document_to_json(document)
    for patch in patches:
        data = patch_json(data, patch)
    return document_from_json(data)


def patch_json(data: Json, patch: Sequence[Mapping[str, Any]]) -> Json:
    """The plain JSON of a document after a stored patch; ``data`` itself is changed.

    Raises :class:`InvalidBattleError` if the patch does not fit; ``data`` is as it was then.
    """
    try:
        return cast(Json, jsonpatch.apply_patch(data, deepcopy(list(patch)), in_place=True, atomic=True))
    except (jsonpatch.JsonPatchException, jsonpatch.JsonPointerException) as error:
        raise InvalidBattleError(
            [Problem("", phrase("the change does not fit this battle: {error}", error=str(error)))]
        ) from error


def _applied(document: BattleDocument, edit: Edit) -> BattleDocument:
    if isinstance(edit, Rename | SetViewers | AddCreatures | Several):
        return edit.apply_to(document)
    if isinstance(edit, FightEdit):
        return replace(document, mass_combat=edit.fight(document.mass_combat, document.creatures))
    if document.mass_combat.fight is not None and not fits_a_fight(edit):
        raise IllegalActionError(
            phrase("this battle is being fought: end the fight, or undo its start, to change that")
        )
    viewers = document.viewers.swapped() if isinstance(edit, SwapSides) else document.viewers
    return replace(document, mass_combat=edit.apply(document.mass_combat), viewers=viewers)


def _difference(old: Json, new: Json) -> Patch:
    return tuple(jsonpatch.make_patch(*_unequal_parts(old, new)).patch)


def _unequal_parts(old: Json, new: Json) -> tuple[Json, Json]:
    """Both without the entries that are the same in both: looking for differences there costs most of the time."""
    old_parts, new_parts = {}, {}
    for key in old.keys() | new.keys():
        if key not in new:
            old_parts[key] = old[key]
        elif key not in old:
            new_parts[key] = new[key]
        elif old[key] != new[key]:
            old_parts[key], new_parts[key] = old[key], new[key]
            if isinstance(old[key], dict) and isinstance(new[key], dict):
                old_parts[key], new_parts[key] = _unequal_parts(old[key], new[key])
    return old_parts, new_parts


# ---------------------------------------------------------------- plain JSON

_DOCUMENT: TypeAdapter[BattleDocument] = TypeAdapter(BattleDocument)


def document_to_json(document: BattleDocument) -> Json:
    """The document as plain JSON; values that are the usual ones are left out.

    The containers that edits reach into are always there, so that a patch touches no more than it must.
    """
    data = cast(Json, _DOCUMENT.dump_python(document, mode="json", exclude_defaults=True, warnings=False))
    battle = data.get("mass_combat", {})
    sides = {side: battle.get("sides", {}).get(side, {"name": facts.name}) for side, facts in _sides(document)}
    return {
        "name": document.name,
        **data,
        "creatures": dict(sorted(data.get("creatures", {}).items())),
        "viewers": data.get("viewers", {}),
        "mass_combat": {
            **battle,
            "sides": sides,
            "units": dict(sorted(battle.get("units", {}).items(), key=lambda item: (len(item[0]), item[0]))),
            "field": {**battle.get("field", {}), "hexes": battle.get("field", {}).get("hexes", {})},
            "objectives": dict(sorted(battle.get("objectives", {}).items())),
            "rules": battle.get("rules", {}),
            "simulation": battle.get("simulation", {}),
        },
    }


def _sides(document: BattleDocument) -> list[tuple[SideId, Side]]:
    return sorted(document.mass_combat.sides.items())


def document_from_json(data: object) -> BattleDocument:
    """The document in plain JSON.

    Raises :class:`InvalidBattleError` with every problem and its place. A battle that is merely unfinished
    (no commander yet, an empty side) is a document all the same: see ``mass_combat.validation.problems``.
    """
    try:
        document = _DOCUMENT.validate_python(data, extra="forbid")
    except ValidationError as error:
        raise InvalidBattleError(value_faults(error)) from error
    wrong = structural_problems(document.mass_combat, document.creatures)
    if wrong:
        raise InvalidBattleError(wrong)
    return document


def document_schema() -> Json:
    """The JSON Schema of :func:`document_to_json`."""
    return _DOCUMENT.json_schema(mode="serialization")


_EDIT_CLASSES: dict[str, type[Any]] = {
    "Rename": Rename,
    "SetViewers": SetViewers,
    "AddCreatures": AddCreatures,
    **{kind.__name__: kind for kind in get_args(MassCombatEdit) + get_args(FightEdit)},
}
_EDITS: dict[str, TypeAdapter[Any]] = {name: TypeAdapter(kind) for name, kind in _EDIT_CLASSES.items()}


def edit_to_json(edit: Edit) -> Json:
    """An edit as plain JSON, ``{"edit": "SetMorale", "unit": "u3", "value": 2}``."""
    if isinstance(edit, Several):
        return {"edit": "Several", "edits": [edit_to_json(part) for part in edit.edits]}
    name = type(edit).__name__
    return {"edit": name, **_EDITS[name].dump_python(edit, mode="json")}


def edit_from_json(data: object) -> Edit:
    """The edit in plain JSON; raises :class:`InvalidBattleError` naming what is wrong with it."""
    if not isinstance(data, dict) or not isinstance(data.get("edit"), str):
        raise InvalidBattleError(
            [Problem("edit", phrase("no edit"), phrase('an edit is an object with the key "edit"'))]
        )
    values = {key: value for key, value in data.items() if key != "edit"}
    if data["edit"] == "Several":
        parts = values.get("edits")
        if not isinstance(parts, list) or len(parts) > 200:
            raise InvalidBattleError([Problem("edit/edits", phrase("a list of at most 200 edits is expected"))])
        return Several(tuple(edit_from_json(part) for part in parts))
    if data["edit"] not in _EDITS:
        raise InvalidBattleError(
            [
                Problem(
                    "edit",
                    phrase("unknown edit {name!r}", name=data["edit"]),
                    phrase("use {names}", names=", ".join(_EDITS)),
                )
            ]
        )
    try:
        return cast(Edit, _EDITS[data["edit"]].validate_python(values, extra="forbid"))
    except ValidationError as error:
        raise InvalidBattleError(value_faults(error)) from error
