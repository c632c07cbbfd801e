"""From the one roll to its outcome and the damage of a hit: the basics and the special cases.

Judgement: R4.29 (the GM adapts every other effect by the model of these rules)
"""

from __future__ import annotations

from massbattle_core.dice import Mode
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules, ensure
from massbattle_core.full_attack.model import DamageDice, Kind, Outcome, Reroll, Weapon
from massbattle_core.full_attack.tables import (
    BAB_STEP,
    EXTRA_HIT_MARGIN,
    GRAZE_MARGIN,
    REROLL_MODIFIER,
    SECOND_HIT_BAB,
    TRUE_STRIKE_BONUS,
    TRUE_STRIKE_HITS,
)

__all__ = [
    "attack_hits",
    "damage_of_graze",
    "damage_of_hit",
    "dice_of_hit",
    "effects_trigger",
    "graze_damage",
    "max_hits",
    "outcome_of_roll",
    "outcome_of_total",
    "reroll_mode",
    "reroll_modifier",
    "true_strike",
]


def max_hits(base_attack_bonus: int, rules: Rules = BY_THE_BOOK, extra_attacks: int = 0) -> int:
    """Most hits of a full attack: by base attack bonus, and one more for each extra attack.

    Raises: :class:`InvalidBattleError` for a bonus or a number of attacks that cannot be.
    Source: R4.6, R4.7, R4.24, R4.25
    Ruling: the table ends at +30; above, its progression goes on, as the text words it.
    """
    ensure(base_attack_bonus=base_attack_bonus, extra_attacks=extra_attacks)
    second = SECOND_HIT_BAB[rules.second_hit_bab]
    by_bonus = 1 if base_attack_bonus < second else 2 + (base_attack_bonus - second) // BAB_STEP
    return by_bonus + extra_attacks


def outcome_of_total(total: int, armour_class: int, maximum: int, penalty: int = 0) -> Outcome:
    """Miss, graze or hits by the total of the roll; ``penalty`` (≥ 0) counts against extra hits only.

    Source: R4.2, R4.3, R4.5, R4.8, R4.31
    """
    margin = total - armour_class
    if margin < -GRAZE_MARGIN:
        return Outcome("miss")
    if margin < 0:
        return Outcome("graze")
    return Outcome("hit", min(maximum, 1 + max(0, (margin - penalty) // EXTRA_HIT_MARGIN)))


def true_strike(without: Outcome, boosted: Outcome) -> Outcome:
    """The outcome under true strike, from those of the roll without the spell and with its bonus.

    Source: R4.28
    """
    return Outcome(boosted.kind, min(boosted.hits, without.hits + TRUE_STRIKE_HITS))


def outcome_of_roll(
    natural: int,
    bonus: int,
    armour_class: int,
    maximum: int,
    rules: Rules,
    *,
    penalty: int = 0,
    with_true_strike: bool = False,
) -> Outcome:
    """The outcome of the face ``natural`` of the d20 with ``bonus``: totals, natural 1 and 20, true strike.

    Source: R4.2, R4.9, R4.28
    """

    def outcome(total: int) -> Outcome:
        reached = outcome_of_total(total, armour_class, maximum, penalty)
        if rules.natural_1_20 == "standard" and natural == 1:
            return Outcome("miss")
        if rules.natural_1_20 == "standard" and natural == 20 and reached.kind != "hit":
            return Outcome("hit", 1)
        return reached

    without = outcome(natural + bonus)
    return true_strike(without, outcome(natural + bonus + TRUE_STRIKE_BONUS)) if with_true_strike else without


def attack_hits(natural: int, bonus: int, armour_class: int) -> bool:
    """Whether an ordinary attack roll with the face ``natural`` of the d20 hits: a usual attack, a confirmation.

    Source: R4.1, R4.15
    Ruling: the confirmation of a critical is an ordinary attack roll with the full attack bonus: 20 always confirms
    and 1 never does, whatever the house rule for the one roll (R4.9) says; what helps one roll (a reroll, true
    strike) does not extend to it.
    """
    if natural in (1, 20):
        return natural == 20
    return natural + bonus >= armour_class


def reroll_modifier(rerolls: tuple[Reroll, ...]) -> int:
    """What effects that reroll one attack roll add to the one roll.

    Source: R4.26
    """
    return sum(REROLL_MODIFIER[reroll] for reroll in rerolls)


def reroll_mode(reroll_all: Reroll | None) -> Mode:
    """How the one d20 is rolled when an effect rerolls every attack roll of the full attack.

    Source: R4.27
    Ruling: who may roll again keeps the better of the two dice, who must, the worse.
    """
    if reroll_all is None:
        return "flat"
    return "adv" if reroll_all == "keep_better" else "dis"


def effects_trigger(kind: Kind) -> bool:
    """Whether effects that need a hit take place (the lone primary weapon of a near miss does hit).

    Source: R4.4, R4.23
    """
    return kind in ("hit", "one_primary")


def graze_damage(dice_count: int, flat: int) -> int:
    """Half the least damage of a hit, rounded down and never negative, from its dice and its flat bonus.

    Raises: :class:`InvalidBattleError` for a number of dice or a bonus that cannot be.
    Source: R4.3
    """
    ensure(dice_count=dice_count, flat=flat)
    return max(0, (dice_count + flat) // 2)


def damage_of_graze(weapon: Weapon, damage_reduction: int, rules: Rules) -> int:
    """Damage of a graze with this weapon after damage reduction.

    Source: R4.3, R4.4, R4.10
    """
    extra = weapon.extra_dice_count if rules.graze_extra_dice == "included" else 0
    damage = graze_damage(weapon.dice_count + extra, weapon.flat)
    return max(0, damage - damage_reduction) if rules.dr_on_graze == "yes" else damage


def dice_of_hit(weapon: Weapon, *, critical: bool) -> tuple[DamageDice, ...]:
    """The dice that one hit rolls; every hit rolls its own.

    Source: R4.10, R4.15
    Ruling: a critical multiplies the weapon's dice and flat bonus and leaves extra dice alone, as in the game
    that the rulebook presupposes.
    """
    times = weapon.multiplier if critical else 1
    return (*(DamageDice(pool.count * times, pool.sides) for pool in weapon.dice), *weapon.extra_dice)


def damage_of_hit(weapon: Weapon, dice_sum: int, damage_reduction: int, *, critical: bool) -> int:
    """Damage of one hit after damage reduction, from the sum of all its dice (those of :func:`dice_of_hit`).

    Source: R4.10
    Ruling: damage reduction lowers the hit as a whole, extra dice included.
    """
    flat = weapon.flat * (weapon.multiplier if critical else 1)
    return max(0, dice_sum + flat - damage_reduction)
