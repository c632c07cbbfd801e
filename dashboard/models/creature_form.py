"""A creature while somebody writes it: the text of each field, what is wrong with it, what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from massbattle_core.creatures import MODES, Creature, CreatureAttack, creature_from_json
from massbattle_core.creatures.faults import creature_faults
from massbattle_core.errors import CreatureFileError, InvalidBattleError, Problem
from massbattle_core.mass_combat.building import BuiltUnit, build_unit
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Group, Side, Unit

__all__ = ["ATTACK_FIELDS", "COUNTED", "CreatureForm", "blank_form", "form_of"]

COUNTED = 20
"""So many of the creature are shown as a unit."""

MOST_ATTACKS = 100
_LONGEST = 200
_NUMBERS = ("charisma", "ac", "hp")
ATTACK_FIELDS = ("name", "bonus", "damage", "reach_ft", "range_ft", "long_range_ft")
_ATTACK_LENGTHS = ("reach_ft", "range_ft", "long_range_ft")


@dataclass(frozen=True, slots=True)
class CreatureForm:
    """The fields as they stand on the page; lengths in metres if ``metric``, else in feet.

    ``instead_of`` is the id of the kept creature that this will replace, or empty for a new one; ``base`` holds
    the facts that no field shows.
    """

    values: Mapping[str, str]
    attacks: tuple[Mapping[str, str], ...] = ()
    instead_of: str = ""
    metric: bool = False
    base: Creature | None = None

    # ---------------------------------------------------------------- writing

    def write(self, name: str, value: str) -> CreatureForm:
        """The form with a field written anew; unknown fields are left alone."""
        if name not in self.values:
            return self
        return replace(self, values={**self.values, name: value[:_LONGEST]})

    def write_attack(self, number: int, name: str, value: str) -> CreatureForm:
        """The form with a field of an attack written anew."""
        if not 0 <= number < len(self.attacks) or name not in ATTACK_FIELDS:
            return self
        changed = {**self.attacks[number], name: value[:_LONGEST]}
        return replace(self, attacks=(*self.attacks[:number], changed, *self.attacks[number + 1 :]))

    def add_attack(self) -> CreatureForm:
        """The form with another, empty attack."""
        if len(self.attacks) >= MOST_ATTACKS:
            return self
        return replace(self, attacks=(*self.attacks, dict.fromkeys(ATTACK_FIELDS, "")))

    def drop_attack(self, number: int) -> CreatureForm:
        """The form without an attack."""
        return replace(self, attacks=tuple(a for n, a in enumerate(self.attacks) if n != number))

    # ---------------------------------------------------------------- reading

    @property
    def faults(self) -> Mapping[str, Problem]:
        """What is wrong, by the name of the field; of an attack ``attacks/0/bonus``."""
        found: dict[str, Problem] = {}
        for problem in creature_faults(self._json()):
            found.setdefault(problem.place, problem)
        return found

    @property
    def creature(self) -> Creature | None:
        """The creature, or None while anything is wrong."""
        try:
            return creature_from_json(self._json())
        except CreatureFileError:
            return None

    def built(self, rules: HouseRules) -> BuiltUnit | None:
        """What the rules derive from a unit of ``COUNTED`` of them; None while that cannot be told."""
        creature = self.creature
        if creature is None:
            return None
        unit = Unit("u1", "a", "", (Group(creature.id, COUNTED),))
        try:
            return build_unit(unit, {creature.id: creature}, Side(""), rules)
        except InvalidBattleError:
            return None

    def _json(self) -> dict[str, Any]:
        values = {name: text.strip() for name, text in self.values.items()}
        facts: dict[str, Any] = {"name": values["name"], "french_name": values["french_name"], "id": self.instead_of}
        facts |= {"cr": values["cr"], "size": values["size"]}
        facts["speeds"] = {mode: self._feet(values[mode]) for mode in MODES}
        facts |= {name: _number(values[name]) for name in _NUMBERS}
        facts["attacks"] = [self._attack_json(attack) for attack in self.attacks]
        if self.base:
            facts |= {"source": self.base.source, "multiattack": self.base.multiattack}
        return facts

    def _attack_json(self, attack: Mapping[str, str]) -> dict[str, Any]:
        facts: dict[str, Any] = {name: attack[name].strip() for name in ("name", "damage")}
        facts["bonus"] = _number(attack["bonus"])
        facts |= {name: self._feet(attack[name].strip()) for name in _ATTACK_LENGTHS}
        facts["ranged"] = bool(attack["range_ft"].strip() or attack["long_range_ft"].strip())
        known = next((a for a in self.base.attacks if a.name == facts["name"]), None) if self.base else None
        if known:
            facts |= {"at_will": known.at_will, "spell": known.spell}
        return facts

    def _feet(self, text: str) -> int | str | None:
        """A length in feet; text that is no number stays as it is, for the message."""
        if not self.metric:
            return _number(text)
        try:
            return round(float(text.replace(",", ".")) * 10 / 3) if text else None
        except (ValueError, OverflowError):
            return text


def blank_form(metric: bool) -> CreatureForm:
    """A form with the usual values in it and no name."""
    empty = dict.fromkeys(("name", "french_name", *MODES, *_NUMBERS), "")
    walk = _length(30, metric)
    return CreatureForm({**empty, "cr": "1", "size": "medium", "walk": walk, "charisma": "10"}, metric=metric)


def form_of(creature: Creature, metric: bool, *, instead_of: str = "") -> CreatureForm:
    """A creature's facts in a form, to change them or to begin another from them."""
    facts = creature.to_json()
    values = {name: facts[name] or "" for name in ("name", "french_name", "cr", "size")}
    values |= {mode: _length(creature.speeds.get(mode), metric) for mode in MODES}
    values |= {name: "" if facts[name] is None else str(facts[name]) for name in _NUMBERS}
    attacks = tuple(_attack_form(attack, metric) for attack in creature.attacks[:MOST_ATTACKS])
    return CreatureForm(values, attacks, instead_of, metric, creature)


def _attack_form(attack: CreatureAttack, metric: bool) -> dict[str, str]:
    form = {"name": attack.name, "damage": attack.damage, "bonus": "" if attack.bonus is None else f"{attack.bonus:+d}"}
    return form | {name: _length(getattr(attack, name), metric) for name in _ATTACK_LENGTHS}


def _length(feet: int | None, metric: bool) -> str:
    if feet is None:
        return ""
    return f"{feet * 3 / 10:g}".replace(".", ",") if metric else str(feet)


def _number(text: str) -> int | str | None:
    """A whole number; other text stays as it is, for the message; None for nothing."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    try:
        return int(plain) if len(plain) < 12 else text
    except ValueError:
        return text or None
