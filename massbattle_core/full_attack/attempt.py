"""One full attack step by step, without dice: what each face of each die leads to.

The resolver rolls the dice and the odds enumerate them; both pass through these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack.criticals import critical_count, two_weapon_criticals
from massbattle_core.full_attack.hits import (
    Hit,
    able_hits,
    critical_hits,
    has_two_weapons,
    hits_of,
    lesser_weapons,
)
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
    the plan or the move are not allowed, or the attack is not made with one roll.
    """

    profile: Profile
    targets: Sequence[Target]
    rules: Rules = BY_THE_BOOK
    circumstances: Circumstances = PLAIN
    plan: Plan = ALL_ON_THE_FIRST

    def __post_init__(self) -> None:
        check(self.profile, self.targets, self.circumstances, self.plan)
        if not rolls_once(self.profile, self.rules):
            raise IllegalActionError("these natural attacks are rolled one by one", "R4.21")
        hits = self.maximum
        if isinstance(self.profile, AttackProfile) and self.profile.off_hand:
            hits += off_hand_hits(hits, self.profile.feat)
        verify_targets(self.targets, hits)
        verify_plan(self.targets, self.plan)
        if isinstance(self.profile, NaturalProfile):
            natural_groups(self.profile, self.plan.natural, pairs=self.in_pairs)
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

    def hits(self, outcome: Outcome) -> tuple[Hit, ...]:
        """The hits of an outcome by the plan, both hands together."""
        return hits_of(self.profile, outcome, self.maximum, self.plan, in_pairs=self.in_pairs)

    def able(self, natural: int, outcome: Outcome) -> list[int]:
        """Numbers of the hits that the attack die lets become critical; a confirmation is rolled if there are any."""
        two_weapons = has_two_weapons(self.profile)
        return able_hits(self.hits(outcome), natural, outcome, self.plan, two_weapons=two_weapons)

    def criticals(self, natural: int, outcome: Outcome, confirmation: int) -> int:
        """How many hits the face of the confirming die makes critical, after a threat.

        Source: R4.15, R4.16, R4.20
        """
        confirmed = attack_hits(confirmation, self.attack_bonus, self.armour_class)
        if isinstance(self.profile, AttackProfile) and self.profile.off_hand:
            main, off_hand = self.profile.main, self.profile.off_hand
            return sum(two_weapon_criticals(natural, main.threat_from, off_hand.threat_from, confirmed))
        hits, able = self.hits(outcome), self.able(natural, outcome)
        threat_from = min(weapon.threat_from for number in able for weapon in hits[number].weapons)
        count = critical_count(confirmed, confirmation, threat_from, len(hits), len(self.targets), self.rules)
        return min(count, len(able))

    def volley(self, natural: int, outcome: Outcome, criticals: int) -> Volley:
        """The strikes of an outcome, shared and chosen by the plan.

        Source: R4.13, R4.15, R4.20, R4.23
        """
        hits, able = self.hits(outcome), self.able(natural, outcome)
        critical = critical_hits(hits, able, criticals, two_weapons=has_two_weapons(self.profile))
        strikes = [
            Strike(self.plan.target_of(number), weapon, number in critical and natural >= weapon.threat_from)
            for number, hit in enumerate(hits)
            for weapon in hit.weapons
        ]
        lesser = lesser_weapons(self.profile, outcome, self.plan, self.rules, in_pairs=self.in_pairs)
        target = graze_target(self.targets, self.plan, self.rules)
        if target is not None:
            strikes += [Strike(target, weapon, graze=outcome.kind == "graze") for weapon in lesser]
        return Volley(outcome, len(hits), criticals, tuple(strikes))
