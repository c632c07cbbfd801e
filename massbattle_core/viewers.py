"""What people who only look on may see of a battle: what the game master keeps secret is taken out of the document.

Only what is named here is copied, so that whatever is added to a battle later stays hidden until somebody decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from massbattle_core.creatures.model import Creature
from massbattle_core.mass_combat.model import Commander, MassBattle, Objective, Side, SideId, SimulationSettings, Unit
from massbattle_core.mass_combat.seen_fight import seen_fight

if TYPE_CHECKING:
    from massbattle_core.document import BattleDocument

__all__ = ["Viewers", "is_theirs", "is_visible", "seen_by_viewers"]


Played = Literal["a", "b", "both"]
_OTHER: dict[Played, Played] = {"a": "b", "b": "a", "both": "both"}


@dataclass(frozen=True, slots=True)
class Viewers:
    """What viewers see: all of the units of the ``side`` that they play, and of the other side what is ticked.

    ``composition`` is what its units are made of, and with it their battle rating; ``morale`` their morale;
    ``odds`` the odds of the battle. A unit that is marked secret is never seen, on whichever side.
    """

    side: Played = "a"
    composition: bool = False
    morale: bool = False
    odds: bool = False

    def swapped(self) -> Viewers:
        """What they see once the sides have changed places: they play with the same units as before."""
        return replace(self, side=_OTHER[self.side])


def is_theirs(viewers: Viewers, side: str) -> bool:
    """Whether viewers play this side, and so know all of it."""
    return viewers.side in (side, "both")


def is_visible(viewers: Viewers, unit: Unit) -> bool:
    """Whether viewers know of a unit: theirs, or one of the enemy that stands on the board, unless it is secret."""
    on_board = unit.position is not None and unit.arrival is None
    return not unit.secret and (on_board or is_theirs(viewers, unit.side))


def seen_by_viewers(document: BattleDocument) -> BattleDocument:
    """The document with everything taken out that viewers must not know."""
    battle, viewers = document.mass_combat, document.viewers
    units = {key: _unit(unit, viewers) for key, unit in battle.units.items() if is_visible(viewers, unit)}
    seen = MassBattle(
        sides={side: _side(side, facts, viewers) for side, facts in battle.sides.items()},
        units=units,
        field=battle.field,
        objectives={key: goal for key, goal in battle.objectives.items() if _knows_objective(goal, units, viewers)},
        rules=battle.rules,
        simulation=SimulationSettings(round_limit=battle.simulation.round_limit),
        fight=battle.fight and seen_fight(battle.fight, units, _known(units, viewers)),
    )
    return type(document)(
        name=document.name,
        creatures=_creatures(document.creatures, units),
        mass_combat=seen,
        viewers=viewers,
    )


def _known(units: Mapping[str, Unit], viewers: Viewers) -> set[str]:
    """The units of which viewers know all numbers."""
    everything = viewers.composition and viewers.morale
    return {key for key, unit in units.items() if everything or is_theirs(viewers, unit.side)}


def _unit(unit: Unit, viewers: Viewers) -> Unit:
    if is_theirs(viewers, unit.side):
        return replace(unit, notes="")
    known = Unit(unit.id, unit.side, unit.name, position=unit.position)
    if viewers.composition:
        known = replace(known, groups=unit.groups, mode=unit.mode, losses=unit.losses)
    if viewers.morale:
        known = replace(known, morale=unit.morale, factors=unit.factors)
    leader = unit.commander
    if leader and (viewers.composition or viewers.morale):
        who = leader if viewers.composition else Commander()
        known = replace(known, commander=replace(who, charisma=leader.charisma if viewers.morale else 0))
    return known


def _side(side: SideId, facts: Side, viewers: Viewers) -> Side:
    if is_theirs(viewers, side):
        return facts
    if viewers.morale:
        return Side(facts.name, morale_shift=facts.morale_shift, charisma_shift=facts.charisma_shift)
    return Side(facts.name)


def _knows_objective(goal: Objective, units: Mapping[str, Unit], viewers: Viewers) -> bool:
    return is_theirs(viewers, goal.side) and (goal.unit is None or goal.unit in units)


def _creatures(creatures: Mapping[str, Creature], units: Mapping[str, Unit]) -> dict[str, Creature]:
    used: set[str | None] = set()
    for unit in units.values():
        used |= {name for group in unit.groups for name in (group.creature, group.mount)}
        if unit.commander:
            used |= {unit.commander.creature, unit.commander.mount}
    return {key: creature for key, creature in creatures.items() if key in used}
