"""What the views show of the units of a battle, derived once for each document however many views ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.i18n import Words
from dashboard.models.room import OddsState
from dashboard.models.session import BattleSession
from massbattle_core.creatures.model import Creature
from massbattle_core.document import BattleDocument
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.building import BuiltUnit, build_unit, members
from massbattle_core.mass_combat.edits import AddUnit
from massbattle_core.mass_combat.model import SideId, Unit

__all__ = ["Army", "Line", "counters", "made_of"]

_LARGE = ("large", "huge", "gargantuan")


@dataclass(frozen=True)
class Line:
    """One unit as views show it; ``built`` is None while the rules cannot derive it."""

    unit: Unit
    built: BuiltUnit | None
    kind: str
    survival: float | None
    creatures: Mapping[str, Creature]

    def name(self, _: Words) -> str:
        """The unit's name, or a word for a unit without one."""
        return self.unit.name or _("Unnamed unit")

    def creature(self, creature_id: str, _: Words) -> str:
        """The name of one of its creatures in the reader's language."""
        creature = self.creatures.get(creature_id)
        return _.name(creature.name, creature.french_name) if creature else creature_id


class Army:
    """The units as they were last asked about; what did not change is not derived again."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Any, BuiltUnit | None, str]] = {}

    def line(self, document: BattleDocument, odds: OddsState | None, unit_id: str) -> Line:
        """One unit of a document."""
        battle = document.mass_combat
        unit = battle.units[unit_id]
        depends_on = (unit, battle.sides[unit.side], battle.rules, document.creatures)
        known = self._known.get(unit_id)
        if known is None or known[0] != depends_on:
            known = (depends_on, *_derive(document, unit))
            self._known[unit_id] = known
        survival = next((u.survival for u in odds.odds.units if u.id == unit_id), None) if odds else None
        return Line(known[0][0], known[1], known[2], survival, document.creatures)

    def lines(self, document: BattleDocument, odds: OddsState | None, side: SideId | None = None) -> list[Line]:
        """The units of a side, or all, in their order."""
        battle = document.mass_combat
        units = battle.side_units(side) if side else battle.ordered_units()
        return [self.line(document, odds, unit.id) for unit in units]

    def add_unit(self, session: BattleSession, side: SideId, words: Words) -> None:
        """Add an empty unit to a side and select it."""
        unit_id = session.document.mass_combat.free_id()
        if session.submit(AddUnit(Unit(unit_id, side, words("New unit")))):
            session.select(unit_id)


def _derive(document: BattleDocument, unit: Unit) -> tuple[BuiltUnit | None, str]:
    battle = document.mass_combat
    try:
        built = build_unit(unit, document.creatures, battle.sides[unit.side], battle.rules)
        people = members(unit, document.creatures)
    except InvalidBattleError:
        return None, "foot"
    soldiers = [member for member in people if member.role == "soldier"]
    if built.mode == "fly" and built.speeds:
        return built, "flyers"
    if any(member.mounted for member in soldiers):
        return built, "riders"
    if built.range_hexes:
        return built, "shooters"
    if soldiers and all(member.creature.size in _LARGE for member in soldiers):
        return built, "large"
    return built, "foot"


def made_of(line: Line, _: Words) -> str:
    """What a unit is made of, and who leads it."""
    groups = ", ".join(
        f"{_.number(group.count)} × {line.creature(group.creature, _)}"
        + (f" / {line.creature(group.mount, _)}" if group.mount else "")
        for group in line.unit.groups
    )
    commander = line.unit.commander
    if commander is None:
        leader = _("no commander")
    else:
        leader = commander.name or (line.creature(commander.creature, _) if commander.creature else _("a character"))
        if line.built and line.built.charisma.value:
            leader = _("{name}, Cha {modifier}").format(name=leader, modifier=_.signed(line.built.charisma.value))
    return " · ".join((groups or _("no creatures yet"), leader))


def counters(lines: Iterable[Line], selected: str, _: Words) -> Iterator[dict[str, Any]]:
    """The counters of the units on the board, for :meth:`HexFigure.show_counters`; below them who comes later."""
    for line in sorted(lines, key=lambda line: line.unit.arrival is None):
        arrival = line.unit.arrival
        if line.unit.position is not None:
            yield {
                "later": _("arrives in round {round}").format(round=arrival.round) if arrival else "",
                "position": line.unit.position,
                "side": line.unit.side,
                "kind": line.kind,
                "selected": line.unit.id == selected,
                "br": _.number(line.built.battle_rating.value) if line.built else "–",
                "morale": _.signed(line.built.morale.value) if line.built else "",
                "rating": line.built.morale.value if line.built else 0,
                "name": line.name(_),
                "made": made_of(line, _),
            }
