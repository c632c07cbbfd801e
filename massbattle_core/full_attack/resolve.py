"""Rolling a full attack: dice in their fixed order, every roll in the log.

The order is: attack d20 (two if all attack rolls are rerolled), Acrobatics d20, confirming d20, then the damage
dice strike by strike. A die that cannot matter is not rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from massbattle_core.dice import Dice, Mode, Roll, keep
from massbattle_core.full_attack.attempt import Attempt, Strike, rolls_once
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules
from massbattle_core.full_attack.model import ALL_ON_THE_FIRST, PLAIN, Circumstances, Outcome, Plan, Profile, Target
from massbattle_core.full_attack.rules import (
    damage_of_graze,
    damage_of_hit,
    dice_of_hit,
    effects_trigger,
    reroll_mode,
)
from massbattle_core.full_attack.usual import usual_attacks, usual_volley, verify_usual
from massbattle_core.full_attack.validation import check

__all__ = [
    "AttackRoll",
    "DealtStrike",
    "FullAttackResult",
    "land_strikes",
    "resolve_full_attack",
    "resolve_usual_attacks",
    "roll_full_attack",
]


@dataclass(frozen=True, slots=True)
class AttackRoll:
    """One attack roll: its die, bonus and total, what it was compared with and what it came to.

    ``penalty`` counted against extra hits; ``confirmation`` is the confirming die (None without a threat);
    ``criticals`` is how many hits it made critical; ``rolls`` is the log of these dice.
    """

    natural: int
    bonus: int
    armour_class: int
    outcome: Outcome
    penalty: int = 0
    confirmation: int | None = None
    criticals: int = 0
    rolls: tuple[Roll, ...] = ()

    @property
    def total(self) -> int:
        """Die and bonus, without the bonus of true strike."""
        return self.natural + self.bonus

    @property
    def effects_trigger(self) -> bool:
        """Whether effects that need a hit take place."""
        return effects_trigger(self.outcome.kind)


@dataclass(frozen=True, slots=True)
class DealtStrike:
    """A strike with its damage dice and its damage after damage reduction."""

    strike: Strike
    dice: tuple[int, ...]
    damage: int


@dataclass(frozen=True, slots=True)
class FullAttackResult:
    """A full attack as it fell: its attack roll (one, or one an attack if rolled as usual), strikes and dice.

    ``damage`` and ``dropped`` follow the order of the targets; ``dropped`` is None without hit points.
    """

    attack_rolls: tuple[AttackRoll, ...]
    strikes: tuple[DealtStrike, ...]
    damage: tuple[int, ...]
    dropped: tuple[bool | None, ...]
    rolls: tuple[Roll, ...]


def _roll_d20(dice: Dice, mode: Mode, label: str) -> int:
    first = dice.roll(20, label)
    if mode == "flat":
        return first
    return keep(first, dice.roll(20, f"{label}, again"), 1 if mode == "adv" else -1)


def _deal(strike: Strike, targets: Sequence[Target], dice: Dice, rules: Rules) -> DealtStrike:
    reduction = targets[strike.target].damage_reduction
    if strike.graze:
        return DealtStrike(strike, (), damage_of_graze(strike.weapon, reduction, rules))
    faces = tuple(
        dice.roll(pool.sides, f"damage of {strike.weapon.name}")
        for pool in dice_of_hit(strike.weapon, critical=strike.critical)
        for _ in range(pool.count)
    )
    return DealtStrike(strike, faces, damage_of_hit(strike.weapon, sum(faces), reduction, critical=strike.critical))


def _result(
    attack_rolls: Sequence[AttackRoll],
    strikes: Sequence[DealtStrike],
    targets: Sequence[Target],
    rolls: Sequence[Roll],
) -> FullAttackResult:
    damage = tuple(
        sum(dealt.damage for dealt in strikes if dealt.strike.target == number) for number in range(len(targets))
    )
    dropped = tuple(
        None if target.hit_points is None else suffered >= target.hit_points
        for target, suffered in zip(targets, damage, strict=True)
    )
    return FullAttackResult(tuple(attack_rolls), tuple(strikes), damage, dropped, tuple(rolls))


def roll_full_attack(attempt: Attempt, dice: Dice, *, criticals: bool = True) -> AttackRoll:
    """Roll the one attack die and what follows from it, before the attacker shares the hits.

    Source: R4.2, R4.15, R4.27, R4.32
    """
    start = len(dice.log)
    natural = _roll_d20(dice, reroll_mode(attempt.circumstances.reroll_all), "attack")
    acrobatics = dice.roll(20, "Acrobatics") if attempt.needs_acrobatics(natural) else None
    penalty = attempt.penalty(acrobatics)
    outcome = attempt.outcome(natural, penalty)
    confirmation, critical = None, 0
    if criticals and attempt.able(natural, outcome):
        confirmation = dice.roll(20, "confirmation")
        critical = attempt.criticals(natural, outcome, confirmation)
    rolls = tuple(dice.log[start:])
    return AttackRoll(
        natural, attempt.roll_bonus, attempt.armour_class, outcome, penalty, confirmation, critical, rolls
    )


def land_strikes(attempt: Attempt, roll: AttackRoll, dice: Dice) -> FullAttackResult:
    """Share the hits of a roll by the attempt's plan and roll their damage.

    Source: R4.10, R4.13
    """
    volley = attempt.volley(roll.natural, roll.outcome, roll.criticals)
    start = len(dice.log)
    strikes = [_deal(strike, attempt.targets, dice, attempt.rules) for strike in volley.strikes]
    return _result([roll], strikes, attempt.targets, (*roll.rolls, *dice.log[start:]))


def resolve_full_attack(
    profile: Profile,
    targets: Sequence[Target],
    dice: Dice,
    rules: Rules = BY_THE_BOOK,
    circumstances: Circumstances = PLAIN,
    plan: Plan = ALL_ON_THE_FIRST,
    *,
    criticals: bool = True,
) -> FullAttackResult:
    """Roll a whole full attack; natural attacks that do not go by one roll are rolled as usual.

    Raises: :class:`InvalidBattleError` for numbers that cannot be, :class:`IllegalActionError` for what the
    rules do not allow.
    Source: R4.1, R4.2, R4.21
    """
    check(profile, targets, circumstances, plan)
    if not rolls_once(profile, rules):
        return resolve_usual_attacks(profile, targets, dice, circumstances, plan, criticals=criticals)
    attempt = Attempt(profile, targets, rules, circumstances, plan)
    return land_strikes(attempt, roll_full_attack(attempt, dice, criticals=criticals), dice)


def resolve_usual_attacks(
    profile: Profile,
    targets: Sequence[Target],
    dice: Dice,
    circumstances: Circumstances = PLAIN,
    plan: Plan = ALL_ON_THE_FIRST,
    *,
    criticals: bool = True,
) -> FullAttackResult:
    """Roll the same full attack as the ordinary game does: every attack apart, the n-th on the plan's n-th target.

    Raises: as :func:`resolve_full_attack`.
    Source: R4.1
    """
    check(profile, targets, circumstances, plan)
    verify_usual(targets, plan, circumstances)
    start = len(dice.log)
    attack_rolls: list[AttackRoll] = []
    strikes: list[DealtStrike] = []
    for number, attack in enumerate(usual_attacks(profile, circumstances)):
        aim, first = plan.target_of(number), len(dice.log)
        target = targets[aim]
        natural = _roll_d20(dice, attack.mode, "attack")
        confirmation = dice.roll(20, "confirmation") if criticals and attack.threatens(natural, target) else None
        critical = confirmation is not None and attack.confirms(confirmation, target)
        volley = usual_volley(attack, aim, hit=attack.hits(natural, target), critical=critical)
        rolls, outcome = tuple(dice.log[first:]), volley.outcome
        attack_rolls.append(
            AttackRoll(natural, attack.bonus, target.armour_class, outcome, 0, confirmation, volley.criticals, rolls)
        )
        strikes += [_deal(strike, targets, dice, BY_THE_BOOK) for strike in volley.strikes]
    return _result(attack_rolls, strikes, targets, dice.log[start:])
