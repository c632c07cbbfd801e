"""What is worth noting before the dice are taken up (R4.11)."""

from __future__ import annotations

from dataclasses import dataclass

from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules
from massbattle_core.full_attack.model import NaturalProfile, Profile, Target, Weapon
from massbattle_core.full_attack.natural import fights_in_pairs
from massbattle_core.full_attack.rules import damage_of_graze
from massbattle_core.full_attack.tables import GRAZE_MARGIN, TRACKED_MARGINS

__all__ = ["TrackingCard", "tracking_card"]


@dataclass(frozen=True, slots=True)
class TrackingCard:
    """Totals to compare the attack roll with, and what each weapon's graze deals.

    ``miss_up_to`` is the highest total that misses, ``hit_from`` the lowest that hits, ``extra_hits_from`` the
    lowest totals of the second, third and fourth hit; ``grazes`` pairs the names of the weapons that may graze
    with damage.
    """

    miss_up_to: int
    hit_from: int
    extra_hits_from: tuple[int, ...]
    grazes: tuple[tuple[str, int], ...]


def tracking_card(profile: Profile, target: Target, rules: Rules = BY_THE_BOOK) -> TrackingCard:
    """The numbers to note for this attacker and this target.

    Source: R4.11
    """
    armour_class = target.armour_class
    if isinstance(profile, NaturalProfile) and profile.primary and fights_in_pairs(profile, rules):
        grazing: tuple[Weapon, ...] = ()
    else:
        grazing = profile.weapons
    return TrackingCard(
        miss_up_to=armour_class - GRAZE_MARGIN - 1,
        hit_from=armour_class,
        extra_hits_from=tuple(armour_class + margin for margin in TRACKED_MARGINS),
        grazes=tuple((weapon.name, damage_of_graze(weapon, target.damage_reduction, rules)) for weapon in grazing),
    )
