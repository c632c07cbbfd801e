"""Attacks resolved as usual, each with its own roll: what S4 leaves alone and what it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from massbattle_core.dice import Mode
from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack.attempt import Strike, Volley
from massbattle_core.full_attack.model import (
    PLAIN,
    Circumstances,
    NaturalProfile,
    Outcome,
    Plan,
    Profile,
    Target,
    Weapon,
)
from massbattle_core.full_attack.rules import attack_hits, max_hits, reroll_mode
from massbattle_core.full_attack.tables import ITERATIVE_STEP, OFF_HAND_HITS, TRUE_STRIKE_BONUS
from massbattle_core.full_attack.targets import verify_plan

__all__ = ["UsualAttack", "usual_attacks", "usual_volley", "verify_usual"]


@dataclass(frozen=True, slots=True)
class UsualAttack:
    """One attack with its own roll: the weapon, the bonus of the roll, that of its confirmation, the way to roll."""

    weapon: Weapon
    bonus: int
    confirmation_bonus: int
    mode: Mode = "flat"

    def hits(self, natural: int, target: Target) -> bool:
        """Whether the face ``natural`` of the attack die hits.

        Source: R4.1
        Ruling: the ordinary game keeps natural 1 and 20 whatever the house rule for the one roll (R4.9) says.
        """
        return attack_hits(natural, self.bonus, target.armour_class)

    def threatens(self, natural: int, target: Target) -> bool:
        """Whether the attack die threatens a critical.

        Source: R4.1
        """
        return self.hits(natural, target) and natural >= self.weapon.threat_from

    def confirms(self, natural: int, target: Target) -> bool:
        """Whether the face ``natural`` of the confirming die makes the hit critical.

        Source: R4.1
        """
        return attack_hits(natural, self.confirmation_bonus, target.armour_class)


def _falling(weapon: Weapon, count: int) -> list[tuple[Weapon, int]]:
    return [(weapon, weapon.attack_bonus - ITERATIVE_STEP * number) for number in range(count)]


def _weapons_and_bonuses(profile: Profile) -> list[tuple[Weapon, int]]:
    if isinstance(profile, NaturalProfile):
        best = max(profile.weapons, key=lambda weapon: weapon.mean_damage)
        attacks = [(weapon, weapon.attack_bonus) for weapon in profile.weapons]
        return attacks + [(best, best.attack_bonus)] * profile.extra_attacks
    attacks = [(profile.main, profile.main.attack_bonus)] * profile.extra_attacks
    attacks += _falling(profile.main, max_hits(profile.base_attack_bonus))
    if profile.off_hand:
        attacks += _falling(profile.off_hand, OFF_HAND_HITS[profile.feat])
    return attacks + [(weapon, weapon.attack_bonus) for weapon in profile.trailing]


def usual_attacks(profile: Profile, circumstances: Circumstances = PLAIN) -> tuple[UsualAttack, ...]:
    """The attacks that the ordinary game gives this full attack, in order.

    Extra attacks come first at the full bonus, then one attack for each hit of R4.7 at 0, −5, −10…, those of
    the off hand likewise, then natural attacks. True strike helps the first attack; an effect that rerolls one
    attack roll rerolls the next one, one that rerolls all rerolls each.

    Source: R4.1, R4.7
    Ruling: the ordinary game grants its second attack at +6 whatever the house rule for hits (R4.6) says.
    """
    attacks = []
    for number, (weapon, bonus) in enumerate(_weapons_and_bonuses(profile)):
        single = circumstances.rerolls[number] if number < len(circumstances.rerolls) else None
        true_strike = TRUE_STRIKE_BONUS if circumstances.true_strike and number == 0 else 0
        attacks.append(UsualAttack(weapon, bonus + true_strike, bonus, reroll_mode(circumstances.reroll_all or single)))
    return tuple(attacks)


def verify_usual(targets: Sequence[Target], plan: Plan, circumstances: Circumstances) -> None:
    """Check a full attack that is rolled as usual.

    Raises: :class:`IllegalActionError` if the plan strikes a forbidden target or a move is joined to it.
    Source: R4.14, R4.30
    """
    verify_plan(targets, plan)
    if circumstances.movement:
        raise IllegalActionError("a move is joined to a full attack of one roll only", "R4.30")


def usual_volley(attack: UsualAttack, target: int, *, hit: bool, critical: bool) -> Volley:
    """What one usual attack leads to."""
    if not hit:
        return Volley(Outcome("miss"), 0, 0, ())
    return Volley(Outcome("hit", 1), 1, int(critical), (Strike(target, attack.weapon, critical),))
