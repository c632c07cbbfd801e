"""Which weapon lands with which hit, which hits may be critical, what lands without a hit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from massbattle_core.full_attack.criticals import threatens
from massbattle_core.full_attack.house_rules import Rules
from massbattle_core.full_attack.model import AttackProfile, NaturalProfile, Outcome, Plan, Profile, Weapon
from massbattle_core.full_attack.natural import natural_groups
from massbattle_core.full_attack.two_weapons import off_hand_hits

__all__ = ["Hit", "able_hits", "critical_hits", "has_two_weapons", "hits_of", "lesser_weapons"]


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit: the weapon, or the pair of natural weapons, that lands with it, and the hand that holds it."""

    weapons: tuple[Weapon, ...]
    hand: Literal["main", "off", "natural"]


def has_two_weapons(profile: Profile) -> bool:
    """Whether somebody fights with a weapon in each hand."""
    return isinstance(profile, AttackProfile) and profile.off_hand is not None


def hits_of(profile: Profile, outcome: Outcome, maximum: int, plan: Plan, *, in_pairs: bool) -> tuple[Hit, ...]:
    """The hits of an outcome in their order: main weapon, trailing natural attacks, off hand.

    Raises: :class:`IllegalActionError` if the plan groups natural weapons in a way that the rules do not allow.
    Source: R4.17, R4.23, R4.25
    Ruling: hits beyond those that the weapon would have are made with the trailing natural attacks.
    """
    if isinstance(profile, NaturalProfile):
        groups = natural_groups(profile, plan.natural, pairs=in_pairs)[: outcome.hits]
        return tuple(Hit(tuple(profile.weapons[number] for number in group), "natural") for group in groups)
    of_the_weapon = min(outcome.hits, maximum - len(profile.trailing))
    hits = [Hit((profile.main,), "main")] * of_the_weapon
    hits += [Hit((weapon,), "natural") for weapon in profile.trailing[: outcome.hits - of_the_weapon]]
    if profile.off_hand:
        hits += [Hit((profile.off_hand,), "off")] * off_hand_hits(outcome.hits, profile.feat)
    return tuple(hits)


def able_hits(hits: Sequence[Hit], natural: int, outcome: Outcome, plan: Plan, *, two_weapons: bool) -> list[int]:
    """Numbers of the hits that the attack die lets become critical, in the order of the attacker's choice.

    Source: R4.15, R4.20
    Ruling: as with two weapons, a weapon lands a critical only if its own threat range holds the attack die;
    with two weapons the criticals are those of the two hands.
    """
    preferred = dict.fromkeys((*plan.criticals, *range(len(hits))))
    return [
        number
        for number in preferred
        if number < len(hits)
        and any(threatens(natural, weapon.threat_from, outcome) for weapon in hits[number].weapons)
        and not (two_weapons and hits[number].hand == "natural")
    ]


def critical_hits(hits: Sequence[Hit], able: Sequence[int], criticals: int, *, two_weapons: bool) -> frozenset[int]:
    """Numbers of the hits that are critical: the first able ones, with two weapons the first of each hand.

    Source: R4.15, R4.20
    """
    if two_weapons and criticals:
        return frozenset({hits[number].hand: number for number in reversed(able)}.values())
    return frozenset(able[:criticals])


def lesser_weapons(
    profile: Profile, outcome: Outcome, plan: Plan, rules: Rules, *, in_pairs: bool
) -> tuple[Weapon, ...]:
    """The weapons that graze or, with natural attacks, the primary weapon that strikes alone.

    Source: R4.3, R4.17, R4.23
    Ruling: a creature grazes with its strongest natural weapon.
    """
    if outcome.kind in ("miss", "hit"):
        return ()
    if isinstance(profile, NaturalProfile):
        order = [number for group in natural_groups(profile, plan.natural, pairs=in_pairs) for number in group]
        if outcome.kind == "one_primary":
            order = [number for number in order if number < len(profile.primary)]
        return (profile.weapons[order[0]],)
    if profile.off_hand and rules.twf_graze == "both":
        return (profile.main, profile.off_hand)
    return (profile.main,)
