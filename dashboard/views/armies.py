"""What the views show of the units of a battle, derived once for each document however many views ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.guests import person
from dashboard.i18n import Words
from dashboard.models.room import Author, OddsState
from dashboard.models.session import BattleSession
from massbattle_core.creatures.model import Creature
from massbattle_core.document import BattleDocument
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.building import BuiltUnit, Derived, build_unit, members
from massbattle_core.mass_combat.edits import AddUnit
from massbattle_core.mass_combat.model import SideId, Unit
from massbattle_core.viewers import is_theirs

__all__ = ["Army", "Line", "counters", "made_of"]

Position = tuple[int, int]

_LARGE = ("large", "huge", "gargantuan")


@dataclass(frozen=True)
class Line:
    """One unit as views show it; ``built`` is None while the rules cannot derive it.

    Viewers may not know what an enemy unit is made of, nor its morale.
    """

    unit: Unit
    built: BuiltUnit | None
    kind: str
    survival: float | None
    creatures: Mapping[str, Creature]
    composition_known: bool = True
    morale_known: bool = True

    @property
    def battle_rating(self) -> Derived | None:
        """Its battle rating, where it is known."""
        return self.built.battle_rating if self.built and self.composition_known else None

    @property
    def morale(self) -> Derived | None:
        """Its morale rating, where it is known."""
        return self.built.morale if self.built and self.morale_known else None

    def name(self, _: Words) -> str:
        """The unit's name, or a word for a unit without one."""
        return self.unit.name or _("Unnamed unit")

    def creature(self, creature_id: str, _: Words) -> str:
        """The name of one of its creatures in the reader's language."""
        creature = self.creatures.get(creature_id)
        return _.name(creature.name, creature.french_name) if creature else creature_id


class Army:
    """The units as they were last asked about; what did not change is not derived again.

    ``for_viewers``: the documents are those that viewers see, in which the enemy's morale may be missing.
    """

    def __init__(self, *, for_viewers: bool = False) -> None:
        self._for_viewers = for_viewers
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
        viewers = document.viewers
        all_known = not self._for_viewers or is_theirs(viewers, unit.side)
        return Line(
            known[0][0],
            known[1],
            known[2],
            survival,
            document.creatures,
            composition_known=all_known or viewers.composition,
            morale_known=all_known or viewers.morale,
        )

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
    soldiers = [member for member in people if member.role == "soldier"] or list(people)
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
    """What a unit is made of, and who leads it; nothing where that is not known."""
    if not line.composition_known:
        return ""
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
    if not groups:
        groups = _("alone") if line.unit.has_creatures else _("no creatures yet")
    return " · ".join((groups, leader))


def counters(
    lines: Iterable[Line],
    selected: str,
    _: Words,
    others: Mapping[str, Sequence[Author]] | None = None,
    carried: Mapping[str, tuple[Author, Position | None]] | None = None,
) -> Iterator[dict[str, Any]]:
    """The counters of the units on the board, for :meth:`HexFigure.show_counters`; below them who comes later.

    ``others`` are those who have selected a unit elsewhere. ``carried`` tells who holds a unit over another hex, and
    where it stands: it is drawn there, and faint where it is held.
    """
    for line in sorted(lines, key=lambda line: line.unit.arrival is None):
        unit = line.unit
        told = _("arrives in round {round}").format(round=unit.arrival.round) if unit.arrival else ""
        colour = next((one.colour for one in (others or {}).get(unit.id, ())), "")
        drawn = [(unit.position, told, colour, unit.id == selected)]
        if carried and unit.id in carried:
            author, stands = carried[unit.id]
            held = _("{name} is moving it").format(name=_(person(author.name)))
            drawn = [(unit.position, held, author.colour, False), (stands, told, colour, unit.id == selected)]
        for position, faint, marked, chosen in drawn:
            if position is None:
                continue
            yield {
                "faint": faint,
                "position": position,
                "side": unit.side,
                "kind": line.kind,
                "selected": chosen,
                "marked": marked,
                "br": _.number(line.battle_rating.value) if line.battle_rating else "–",
                "morale": _.signed(line.morale.value) if line.morale else "?",
                "rating": line.morale.value if line.morale else 0,
                "name": line.name(_),
                "made": made_of(line, _),
            }
