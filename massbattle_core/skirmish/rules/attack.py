"""The attack: its mode, cover, hit and critical hit, and damage (R1.12–R1.14, and who gets advantage from what)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from massbattle_core._jit import njit
from massbattle_core.dice import Dice, Mode, d20_law
from massbattle_core.distribution import Distribution
from massbattle_core.skirmish.house_rules import CHOICES, Rules
from massbattle_core.skirmish.rules.d20 import net_mode, roll_d20
from massbattle_core.skirmish.tables import COVER_ARMOR_CLASS, NEAR_FT

__all__ = [
    "CRITICAL",
    "HIT",
    "MISS",
    "AttackResult",
    "Damage",
    "attack_grades",
    "attack_mode",
    "attack_odds",
    "attack_probability",
    "cover_armor_class",
    "cover_counts",
    "critical_on_hit",
    "damage_dice",
    "damage_odds",
    "damage_total",
    "dodges",
    "expected_damage",
    "grade",
    "resolve_attack",
    "resolve_damage",
]

MISS: Final = 0
HIT: Final = 1
CRITICAL: Final = 2

_COVER_PHB = CHOICES["cover"].index("phb")
_PRONE_PHB = CHOICES["prone_effects"].index("phb")
_UNCONSCIOUS_PHB = CHOICES["unconscious_effects"].index("phb")
_DOUBLE_DICE = CHOICES["critical"].index("double_dice")
_DOUBLE_TOTAL = CHOICES["critical"].index("double_total")
_MAX_PLUS_DICE = CHOICES["critical"].index("max_plus_dice")

Damage = tuple[tuple[int, int], ...]
"""Damage dice: pairs (number of dice, sides)."""


@dataclass(frozen=True, slots=True)
class AttackResult:
    """An attack as it fell: the d20 that counts (0 if none is rolled), MISS, HIT or CRITICAL, and the damage."""

    natural: int
    grade: int
    damage: int


# ---------------------------------------------------------------- before the roll


@njit
def cover_counts(distance_ft: int, cover: int) -> int:
    """The cover (index in ``COVERS``) that a square gives against an attacker at this distance.

    Source: R1.12
    Ruling: a low wall or a bush hides nobody from an attacker in the next square; otherwise a covered square
    covers whoever stands in it, unless the game master says otherwise.
    """
    if distance_ft <= NEAR_FT:
        return 0
    return cover


@njit
def cover_armor_class(cover: int, rule: int) -> int:
    """What cover (index in ``COVERS``) adds to armour class; ``rule`` is the code of the switch ``cover``.

    Source: R1.12
    """
    if rule == _COVER_PHB:
        return COVER_ARMOR_CLASS[cover]
    return 0


@njit
def dodges(dodging: int, hit_points: int, speed: int, sees_attacker: int) -> bool:
    """Whether a creature that took the Dodge action is hard to hit for this attacker.

    Source: R1.18
    """
    return dodging > 0 and hit_points > 0 and speed > 0 and sees_attacker > 0


@njit
def attack_mode(
    advantages: int,
    disadvantages: int,
    distance_ft: int,
    cover: int,
    attacker_prone: int,
    target_prone: int,
    target_unconscious: int,
    cover_rule: int,
    prone_rule: int,
    unconscious_rule: int,
) -> int:
    """The mode of an attack roll: 1 advantage, −1 disadvantage, 0 flat.

    Parameters: ``advantages`` and ``disadvantages`` from help, dodge and the game master; the distance in
    feet; the cover that counts (index in ``COVERS``); the state of both; the codes of the three switches.

    Source: R1.10, R1.12, R1.27
    Ruling: under the reading ``advantage_only`` any cover gives disadvantage instead of a number.
    """
    near = distance_ft <= NEAR_FT
    if cover > 0 and cover_rule != _COVER_PHB:
        disadvantages += 1
    if prone_rule == _PRONE_PHB:
        if attacker_prone > 0:
            disadvantages += 1
        if target_prone > 0:
            if near:
                advantages += 1
            else:
                disadvantages += 1
    if target_unconscious > 0 and unconscious_rule == _UNCONSCIOUS_PHB:
        advantages += 1
    return net_mode(advantages, disadvantages)


@njit
def critical_on_hit(target_unconscious: int, distance_ft: int, rule: int) -> bool:
    """Whether any hit is critical: on an unconscious target from near; ``rule`` of ``unconscious_effects``.

    Source: R1.27
    """
    return target_unconscious > 0 and distance_ft <= NEAR_FT and rule == _UNCONSCIOUS_PHB


# ---------------------------------------------------------------- the roll


@njit
def grade(natural: int, bonus: int, armor_class: int, critical_hits: int) -> int:
    """MISS, HIT or CRITICAL for the d20 that counts; ``critical_hits``: whether every hit is critical.

    Source: R1.12, R1.13
    """
    if natural == 1:
        return MISS
    if natural == 20:
        return CRITICAL
    if natural + bonus < armor_class:
        return MISS
    return CRITICAL if critical_hits > 0 else HIT


@njit
def damage_dice(count: int, attack_grade: int, rule: int) -> int:
    """How many dice are rolled for ``count`` damage dice; ``rule`` is the code of the switch ``critical``.

    Source: R1.14
    """
    if attack_grade == CRITICAL and rule == _DOUBLE_DICE:
        return 2 * count
    return count


@njit
def damage_total(rolled: int, most: int, flat: int, attack_grade: int, rule: int) -> int:
    """Hit points lost to a hit: the dice rolled, the most that the weapon's dice can show, the flat bonus.

    Source: R1.14
    Ruling: a penalty can lower damage to 0 and not below [PHB].
    """
    total = rolled + flat
    if attack_grade == CRITICAL:
        if rule == _DOUBLE_TOTAL:
            total *= 2
        elif rule == _MAX_PLUS_DICE:
            total += most
    return max(total, 0)


def resolve_damage(damage: Damage, flat: int, attack_grade: int, dice: Dice, rules: Rules) -> int:
    """Roll the damage of a hit.

    Source: R1.14
    """
    rule = rules.code("critical")
    rolled = 0
    for count, sides in damage:
        for _ in range(damage_dice(count, attack_grade, rule)):
            rolled += dice.roll(sides, "damage")
    return damage_total(rolled, sum(count * sides for count, sides in damage), flat, attack_grade, rule)


def resolve_attack(
    bonus: int,
    armor_class: int,
    mode: Mode,
    damage: Damage,
    flat: int,
    dice: Dice,
    rules: Rules | None = None,
    *,
    critical_hits: bool = False,
    automatic: bool = False,
) -> AttackResult:
    """Roll an attack and its damage.

    Parameters: the bonus (ability, proficiency and others), the armour class with cover, the mode, the damage
    dice as pairs (number, sides) and the flat damage; ``critical_hits`` if every hit is critical;
    ``automatic`` for a spell that needs no roll.

    Source: R1.12, R1.13, R1.14
    """
    rules = rules or Rules()
    if automatic:
        return AttackResult(0, HIT, resolve_damage(damage, flat, HIT, dice, rules))
    natural = roll_d20(mode, dice, "attack")
    attack_grade = grade(natural, bonus, armor_class, int(critical_hits))
    lost = 0 if attack_grade == MISS else resolve_damage(damage, flat, attack_grade, dice, rules)
    return AttackResult(natural, attack_grade, lost)


# ---------------------------------------------------------------- exact


def attack_grades(bonus: int, armor_class: int, mode: Mode = "flat", *, critical_hits: bool = False) -> Distribution:
    """The exact law of MISS, HIT and CRITICAL.

    Source: R1.12, R1.13
    """
    return d20_law(mode).map(lambda natural: grade(natural, bonus, armor_class, int(critical_hits)))


def attack_probability(bonus: int, armor_class: int, mode: Mode = "flat") -> dict[str, Fraction]:
    """The exact chances ``hit`` (critical hits among them) and ``critical``.

    Source: R1.12, R1.13
    """
    law = attack_grades(bonus, armor_class, mode)
    return {"hit": law.at_least(HIT), "critical": law[CRITICAL]}


def damage_odds(damage: Damage, flat: int, attack_grade: int, rules: Rules | None = None) -> Distribution:
    """The exact law of :func:`resolve_damage`.

    Source: R1.14
    """
    rules = rules or Rules()
    rule = rules.code("critical")
    rolled = Distribution.certain(0)
    for count, sides in damage:
        rolled = rolled + Distribution.dice(damage_dice(count, attack_grade, rule), sides)
    most = sum(count * sides for count, sides in damage)
    return rolled.map(lambda total: damage_total(total, most, flat, attack_grade, rule))


def attack_odds(
    bonus: int,
    armor_class: int,
    mode: Mode,
    damage: Damage,
    flat: int,
    rules: Rules | None = None,
    *,
    critical_hits: bool = False,
    automatic: bool = False,
) -> Distribution:
    """The exact law of the damage of :func:`resolve_attack` (0 on a miss).

    Source: R1.12, R1.13, R1.14
    """
    if automatic:
        return damage_odds(damage, flat, HIT, rules)
    grades = attack_grades(bonus, armor_class, mode, critical_hits=critical_hits)
    return Distribution.mixture(
        (p, Distribution.certain(0) if fell == MISS else damage_odds(damage, flat, fell, rules))
        for fell, p in grades.items()
    )


def expected_damage(
    bonus: int, armor_class: int, mode: Mode, damage: Damage, flat: int, rules: Rules | None = None
) -> Fraction:
    """The exact mean damage of one attack.

    Source: R1.12, R1.13, R1.14
    """
    return attack_odds(bonus, armor_class, mode, damage, flat, rules).mean
