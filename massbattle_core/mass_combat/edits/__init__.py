"""The edits of a mass battle: what people change while they prepare it.

Each edit is a frozen dataclass of plain values with ``apply(battle) -> battle``, pure; it raises
:class:`IllegalActionError` with the reason when the battle does not allow it. Ranges of numbers are those of
the model and are checked for the whole document by ``document.apply_edit``.

==============  ===========================================================================
``units``       one unit: its morale, commander, creatures and other fields; its place
``regrouping``  units of units: duplicate, mirror to the other side, split, merge
``sides``       the two sides
``ground``      hexes, size, picture, deployment zones, objectives
``settings``    house rules, seed and round limit
``registry``    every edit, and which of them fit a battle that is being fought
==============  ===========================================================================
"""

from massbattle_core.mass_combat.edits.ground import (
    PaintHexes,
    ResizeField,
    SetBackdrop,
    SetField,
    SetObjective,
    SetZone,
)
from massbattle_core.mass_combat.edits.registry import MassCombatEdit, fits_a_fight
from massbattle_core.mass_combat.edits.regrouping import DuplicateUnit, MergeUnits, MirrorUnit, SplitUnit, even_split
from massbattle_core.mass_combat.edits.settings import SetHouseRule, SetSimulation
from massbattle_core.mass_combat.edits.sides import SetSide, SwapSides
from massbattle_core.mass_combat.edits.units import (
    AddUnit,
    MoveUnit,
    RemoveUnit,
    SetCharisma,
    SetCommander,
    SetFactors,
    SetGroups,
    SetMorale,
    SetUnit,
)

__all__ = [
    "AddUnit",
    "DuplicateUnit",
    "MassCombatEdit",
    "MergeUnits",
    "MirrorUnit",
    "MoveUnit",
    "PaintHexes",
    "RemoveUnit",
    "ResizeField",
    "SetBackdrop",
    "SetCharisma",
    "SetCommander",
    "SetFactors",
    "SetField",
    "SetGroups",
    "SetHouseRule",
    "SetMorale",
    "SetObjective",
    "SetSide",
    "SetSimulation",
    "SetUnit",
    "SetZone",
    "SplitUnit",
    "SwapSides",
    "even_split",
    "fits_a_fight",
]
