"""One full attack step by step, without dice: what each face of each die leads to.

The resolver rolls the dice and the odds enumerate them; both pass through these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from massbattle_core.full_attack.criticals import critical_count, threatens, two_weapon_criticals
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules
from massbattle_core.full_attack.mobile import mobile_penalty, verify_movement
from massbattle_core.full_attack.model import (
    ALL_ON_THE_FIRST,
    PLAIN,
    AttackProfile,
    Circumstances,
    NaturalProfile,
    Outcome,
    Plan,
    Profile,
    Target,
    Weapon,
)
from massbattle_core.full_attack.natural import (
    fights_in_pairs,
    natural_attack_bonus,
    natural_groups,
    natural_max_hits,
    natural_outcome,
)
from massbattle_core.full_attack.rules import attack_hits, max_hits, outcome_of_roll, reroll_modifier
from massbattle_core.full_attack.targets import armour_class_of, graze_target, verify_plan, verify_targets
from massbattle_core.full_attack.two_weapons import off_hand_hits, two_weapon_bonus
from massbattle_core.full_attack.validation import check

__all__ = ["Attempt", "Strike", "Volley", "rolls_once"]


@dataclass(frozen=True, slots=True)
class Strike:
    """Damage that lands on a target (by its number): a weapon's hit, critical or not, or its graze."""

    target: int
    weapon: Weapon
    critical: bool = False
    graze: bool = False


@dataclass(frozen=True, slots=True)
class Volley:
    """All that the attack dice decide: the outcome, how many hits (of both hands), how many critical, the strikes."""

    outcome: Outcome
    hits: int
    criticals: int
    strikes: tuple[Strike, ...]


@dataclass(frozen=True, slots=True)
class _Hit:
    weapons: tuple[Weapon, ...]
    off_hand: bool = False

    def threatened_by(self, natural: int) -> bool:
        return any(natural >= weapon.threat_from for weapon in self.weapons)


def rolls_once(profile: Profile, rules: Rules) -> bool:
    """Whether this full attack is one roll; False for natural attacks that are rolled separately.

    Source: R4.1, R4.21
    """
    if isinstance(profile, AttackProfile) or rules.natural_few == "single_roll":
        return True
    return fights_in_pairs(profile, rules)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A full attack of one roll, with everything that is known before the die falls, and the attacker's plan.

    The plan may be changed after the roll (``dataclasses.replace``): it says how the hits are shared.

    Raises: :class:`InvalidBattleError` for numbers that cannot be, :class:`IllegalActionError` if the targets,
    the plan or the move are not allowed.
    """

    profile: Profile
    targets: Sequence[Target]
    rules: Rules = BY_THE_BOOK
    circumstances: Circumstances = PLAIN
    plan: Plan = ALL_ON_THE_FIRST

    def __post_init__(self) -> None:
        check(self.profile, self.targets, self.circumstances, self.plan)
        hits = self.maximum
        if isinstance(self.profile, AttackProfile) and self.profile.off_hand:
            hits += off_hand_hits(hits, self.profile.feat)
        verify_targets(self.targets, hits)
        verify_plan(self.targets, self.plan)
        if isinstance(self.profile, NaturalProfile):
            self._natural_groups(self.profile)
        if self.circumstances.movement:
            verify_movement(self.circumstances.movement, self.profile.weapons, self.rules)

    @property
    def armour_class(self) -> int:
        """The armour class to reach."""
        return armour_class_of([target.armour_class for target in self.targets])

    @property
    def attack_bonus(self) -> int:
        """The full attack bonus, which the confirmation of a critical uses too."""
        if isinstance(self.profile, NaturalProfile):
            return natural_attack_bonus(self.profile)
        main, off_hand = self.profile.main, self.profile.off_hand
        return two_weapon_bonus(main.attack_bonus, off_hand.attack_bonus) if off_hand else main.attack_bonus

    @property
    def roll_bonus(self) -> int:
        """The bonus of the one roll, with what single rerolls are worth and without true strike."""
        return self.attack_bonus + reroll_modifier(self.circumstances.rerolls)

    @property
    def in_pairs(self) -> bool:
        """Whether natural weapons strike in pairs."""
        profile = self.profile
        return isinstance(profile, NaturalProfile) and fights_in_pairs(profile, self.rules)

    @property
    def maximum(self) -> int:
        """Most hits (of the main hand).

        Source: R4.6, R4.21, R4.24, R4.25
        Ruling: fewer than three natural attacks on a single roll have as many hits at most as attacks.
        """
        profile = self.profile
        if isinstance(profile, AttackProfile):
            return max_hits(profile.base_attack_bonus, self.rules, profile.extra_attacks + len(profile.trailing))
        primary, secondary = len(profile.primary), len(profile.secondary)
        hits = natural_max_hits(primary, secondary) if self.in_pairs else primary + secondary
        return hits + profile.extra_attacks

    def penalty(self, acrobatics: int | None) -> int:
        """Penalty to extra hits after the move, from the face of the Acrobatics die (None without a check)."""
        movement = self.circumstances.movement
        if movement is None:
            return 0
        check = None if acrobatics is None or movement.acrobatics is None else acrobatics + movement.acrobatics
        return mobile_penalty(movement.feet, check, spring_attack=movement.spring_attack, rules=self.rules)

    def needs_acrobatics(self, natural: int) -> bool:
        """Whether the Acrobatics check is rolled: only if extra hits are at stake."""
        movement = self.circumstances.movement
        if movement is None or movement.acrobatics is None or not self.penalty(None):
            return False
        return self.outcome(natural, 0).hits > 1

    def outcome(self, natural: int, penalty: int) -> Outcome:
        """What the face of the attack die comes to."""
        outcome = outcome_of_roll(
            natural,
            self.roll_bonus,
            self.armour_class,
            self.maximum,
            self.rules,
            penalty=penalty,
            with_true_strike=self.circumstances.true_strike,
        )
        if isinstance(self.profile, NaturalProfile) and self.in_pairs:
            return natural_outcome(outcome, len(self.profile.primary))
        return outcome

    def threat_from(self, outcome: Outcome) -> int:
        """Lowest face that threatens with one of the weapons that may take part in these hits."""
        profile = self.profile
        if isinstance(profile, NaturalProfile):
            weapons = profile.weapons
        elif profile.off_hand:
            weapons = (profile.main, profile.off_hand)
        else:
            weapons = (profile.main, *self._trailing(profile, outcome))
        return min(weapon.threat_from for weapon in weapons)

    def needs_confirmation(self, natural: int, outcome: Outcome) -> bool:
        """Whether the attack die threatens a critical."""
        return threatens(natural, self.threat_from(outcome), outcome)

    def criticals(self, natural: int, outcome: Outcome, confirmation: int) -> int:
        """How many hits the face of the confirming die makes critical.

        Source: R4.15, R4.16, R4.20
        """
        confirmed = attack_hits(confirmation, self.attack_bonus, self.armour_class, self.rules)
        if isinstance(self.profile, AttackProfile) and self.profile.off_hand:
            main, off_hand = self.profile.main, self.profile.off_hand
            return sum(two_weapon_criticals(natural, main.threat_from, off_hand.threat_from, confirmed))
        threat_from = self.threat_from(outcome)
        return critical_count(confirmed, confirmation, threat_from, outcome.hits, len(self.targets), self.rules)

    def volley(self, natural: int, outcome: Outcome, criticals: int) -> Volley:
        """The strikes of an outcome, shared and chosen by the plan.

        Source: R4.13, R4.15, R4.20, R4.23
        """
        hits = self._hits(outcome)
        critical = self._critical_hits(hits, natural, criticals)
        strikes = tuple(
            Strike(self.plan.target_of(number), weapon, number in critical and natural >= weapon.threat_from)
            for number, hit in enumerate(hits)
            for weapon in hit.weapons
        )
        return Volley(outcome, len(hits), len(critical), strikes or self._lesser_strikes(outcome))

    def _hits(self, outcome: Outcome) -> tuple[_Hit, ...]:
        profile = self.profile
        if isinstance(profile, AttackProfile):
            return self._weapon_hits(profile, outcome)
        groups = self._natural_groups(profile)[: outcome.hits]
        return tuple(_Hit(tuple(profile.weapons[number] for number in group)) for group in groups)

    def _natural_groups(self, profile: NaturalProfile) -> tuple[tuple[int, ...], ...]:
        return natural_groups(profile, self.plan.natural, pairs=self.in_pairs)

    def _trailing(self, profile: AttackProfile, outcome: Outcome) -> tuple[Weapon, ...]:
        own = self.maximum - len(profile.trailing)
        return profile.trailing[: max(0, outcome.hits - own)]

    def _weapon_hits(self, profile: AttackProfile, outcome: Outcome) -> tuple[_Hit, ...]:
        """Which weapon each hit is made with.

        Source: R4.17, R4.25
        Ruling: hits beyond those that the weapon would have are made with the trailing natural attacks.
        """
        trailing = self._trailing(profile, outcome)
        main = [profile.main] * (outcome.hits - len(trailing))
        hits = [_Hit((weapon,)) for weapon in (*main, *trailing)]
        if profile.off_hand:
            hits += [_Hit((profile.off_hand,), off_hand=True)] * off_hand_hits(outcome.hits, profile.feat)
        return tuple(hits)

    def _critical_hits(self, hits: Sequence[_Hit], natural: int, criticals: int) -> frozenset[int]:
        preferred = [
            number for number in dict.fromkeys((*self.plan.criticals, *range(len(hits)))) if number < len(hits)
        ]
        able = [number for number in preferred if any(natural >= weapon.threat_from for weapon in hits[number].weapons)]
        if isinstance(self.profile, AttackProfile) and self.profile.off_hand:
            main, off_hand = self.profile.main, self.profile.off_hand
            by_hand = two_weapon_criticals(natural, main.threat_from, off_hand.threat_from, criticals > 0)
            first = [
                next(number for number in able if hits[number].off_hand == off)
                for off, critical in zip((False, True), by_hand, strict=True)
                if critical
            ]
            return frozenset(first)
        return frozenset(able[:criticals])

    def _lesser_strikes(self, outcome: Outcome) -> tuple[Strike, ...]:
        """What lands without a hit: a graze, or the lone primary weapon of a near miss.

        Source: R4.3, R4.17, R4.23
        """
        target = graze_target(self.targets, self.plan, self.rules)
        if outcome.kind == "miss" or target is None:
            return ()
        profile = self.profile
        if isinstance(profile, NaturalProfile):
            order = [
                number for group in natural_groups(profile, self.plan.natural, pairs=self.in_pairs) for number in group
            ]
            if outcome.kind == "one_primary":
                number = next(number for number in order if number < len(profile.primary))
                return (Strike(target, profile.weapons[number]),)
            return (Strike(target, profile.weapons[order[0]], graze=True),)
        grazing = [profile.main]
        if profile.off_hand and self.rules.twf_graze == "both":
            grazing.append(profile.off_hand)
        return tuple(Strike(target, weapon, graze=True) for weapon in grazing)
