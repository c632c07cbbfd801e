"""What is told of a combat that was fought: its blows, the fates of soldiers, who is beaten."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from massbattle_core.results_table.model import Soldier
from massbattle_core.results_table.rules.aftermath import days_absent, massacre_winner, stays_in_army
from massbattle_core.results_table.tables import Wound

__all__ = ["Blow", "CombatReport", "Fate"]


@dataclass(frozen=True, slots=True)
class Blow:
    """One blow: giver and receiver as (army, soldier), face + modifier + highest roll suffered before = row 0…6."""

    giver: tuple[str, str]
    receiver: tuple[str, str]
    face: int
    modifier: int
    suffered: int
    row: int


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a soldier who was hurt or lost an item."""

    army: str
    soldier: Soldier
    wound: Wound
    weapon_broken: bool
    shield_broken: bool

    @property
    def days(self) -> int:
        """Days of absence.

        Source: R3.35
        """
        return days_absent(self.wound)

    @property
    def stays(self) -> bool:
        """Whether the soldier stays in the army."""
        return stays_in_army(self.wound)

    @property
    def after(self) -> Soldier:
        """The soldier after the combat: whole items, fit only if unhurt."""
        return replace(
            self.soldier,
            weapon="none" if self.weapon_broken else self.soldier.weapon,
            shield=self.soldier.shield and not self.shield_broken,
            fit=self.soldier.fit and self.wound == "R",
        )


@dataclass(frozen=True, slots=True)
class CombatReport:
    """How a combat went; ``face`` is None for an automatic result, names are those of armies."""

    attack_factors: Fraction
    defence_factors: Fraction
    column: str
    face: int | None
    result: str
    attack_blows: tuple[Blow, ...]
    defence_blows: tuple[Blow, ...]
    fates: tuple[Fate, ...]
    losses: dict[str, int] = field(default_factory=dict)
    beaten: tuple[str, ...] = ()
    retreating: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()

    @property
    def massacre_by(self) -> str | None:
        """The side, "attackers" or "defenders", that massacred the other."""
        return massacre_winner(self.result)
