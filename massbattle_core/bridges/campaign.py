"""From the strategic phase to the battlefield: morale of armies to that of units, events to scenes.

Judgement: RB.8 (the game master decides whether a result of the strategic phase is played out in another rulebook)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from massbattle_core.distribution import Distribution
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.model import MassBattle, SideId
from massbattle_core.strategic.characters import CharacterEvent
from massbattle_core.strategic.model import SIDES, Side
from massbattle_core.strategic.odds import TurnLaw
from massbattle_core.strategic.tables import MORALE_LADDER, Morale

__all__ = ["UNIT_MORALE", "Scene", "morale_law", "scene_of", "unit_morale", "with_army_morale"]

UNIT_MORALE: Final[Mapping[Morale, int]] = {  # RB.8 [INVENTED]
    "rout": -10,
    "very_low": -8,
    "low": -4,
    "average": 0,
    "high": 4,
    "very_high": 8,
}
"""[INVENTED] The base morale of a unit whose army is on a step of the strategic ladder."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A fight of single characters that an event of the strategic phase opens: who comes, in words and in number."""

    text: str
    enemies: int


def unit_morale(morale: Morale, table: Mapping[Morale, int] = UNIT_MORALE) -> int:
    """The base morale of units whose army has this morale.

    Raises :class:`InvalidBattleError` for an unknown step.

    Source: RB.8, R0.14, R2.36
    """
    if morale not in table:
        raise InvalidBattleError(
            [Problem("morale", f"{morale!r} is no step of morale", f"one of {', '.join(MORALE_LADDER)}", "R2.36")]
        )
    return table[morale]


def with_army_morale(
    battle: MassBattle, side: SideId, morale: Morale, table: Mapping[Morale, int] = UNIT_MORALE
) -> MassBattle:
    """The mass battle in which every unit of a side has the base morale of its army.

    Raises :class:`InvalidBattleError` for an unknown step.

    Source: RB.8
    """
    base = unit_morale(morale, table)
    units = {
        key: replace(unit, morale=base, factors={}) if unit.side == side else unit for key, unit in battle.units.items()
    }
    return replace(battle, units=units)


def morale_law(law: TurnLaw, side: Side, table: Mapping[Morale, int] = UNIT_MORALE) -> Distribution:
    """The law of the base morale of an army's units after a strategic turn.

    Source: RB.8, R2.36
    """
    index = SIDES.index(side)
    return Distribution.mixture(
        (p, Distribution.certain(unit_morale(law.after[winner][index].morale, table)))
        for winner, p in law.winner.items()
    )


def scene_of(event: CharacterEvent) -> Scene | None:
    """The scene that an event of a character's phase opens, None if nobody has to be fought.

    Source: RB.8, R2.30
    """
    return Scene(event.row.text, event.enemies) if event.enemies else None
