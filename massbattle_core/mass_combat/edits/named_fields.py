"""Fields that an edit sets by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.model import Side, SimulationSettings, Unit
from massbattle_core.phrases import phrase

__all__ = ["with_fields"]

T = TypeVar("T", Unit, Side, SimulationSettings)


def with_fields(thing: T, values: Mapping[str, Any], allowed: tuple[str, ...]) -> T:
    """A thing with other values of some fields; raises :class:`InvalidBattleError` naming each that is not allowed."""
    unknown = [name for name in values if name not in allowed]
    if unknown:
        raise InvalidBattleError(
            [
                Problem(
                    name,
                    phrase("{name!r} cannot be set", name=name),
                    phrase("choose one of {names}", names=", ".join(allowed)),
                )
                for name in unknown
            ]
        )
    return replace(thing, **values)
