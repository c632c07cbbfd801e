"""Every edit of a mass battle, and which of them may still be made while it is fought."""

from __future__ import annotations

from massbattle_core.mass_combat.edits.ground import (
    PaintHexes,
    ResizeField,
    SetBackdrop,
    SetField,
    SetObjective,
    SetZone,
)
from massbattle_core.mass_combat.edits.regrouping import DuplicateUnit, MergeUnits, MirrorUnit, SplitUnit
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

__all__ = ["MassCombatEdit", "fits_a_fight"]

MassCombatEdit = (
    SetMorale
    | SetFactors
    | SetCharisma
    | SetCommander
    | SetGroups
    | SetUnit
    | MoveUnit
    | AddUnit
    | RemoveUnit
    | DuplicateUnit
    | MirrorUnit
    | SplitUnit
    | MergeUnits
    | SetSide
    | SwapSides
    | SetHouseRule
    | SetSimulation
    | PaintHexes
    | ResizeField
    | SetField
    | SetBackdrop
    | SetZone
    | SetObjective
)

_FOUGHT_WITH = {"name", "doctrine", "targets", "secret", "notes"}
_WHILE_FOUGHT = (SetMorale, SetFactors, SetCharisma, SetSide, SetSimulation, SetBackdrop, PaintHexes)


def fits_a_fight(edit: MassCombatEdit) -> bool:
    """Whether an edit may be made while the battle is fought: it takes nothing away that the fight has begun with.

    Ground may be painted: events of a battle break down gates, bring cover or block a space.

    Source: R0.55
    """
    if isinstance(edit, SetUnit):
        return set(edit.values) <= _FOUGHT_WITH
    return isinstance(edit, _WHILE_FOUGHT)
