"""What a full attack is made of: weapons, who attacks, whom, in which circumstances and with what plan.

Everything is a frozen dataclass of plain numbers; :func:`massbattle_core.full_attack.validate` says what is
wrong with them. Distances are feet (5 ft = 1.5 m).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.full_attack.tables import ITERATIVE_STEP

__all__ = [
    "ALL_ON_THE_FIRST",
    "PLAIN",
    "AttackProfile",
    "Circumstances",
    "DamageDice",
    "Kind",
    "Movement",
    "NaturalProfile",
    "Outcome",
    "Plan",
    "Profile",
    "Reroll",
    "Target",
    "TwoWeaponFeat",
    "Weapon",
    "base_attack_bonus_of",
    "parse_damage",
]

Kind = Literal["miss", "graze", "one_primary", "hit"]
"""What the one roll came to; ``one_primary`` replaces the graze of natural attacks (R4.23)."""

TwoWeaponFeat = Literal["none", "improved", "greater"]
"""The best feat of somebody who fights with two weapons (R4.18, R4.19)."""

Reroll = Literal["keep_better", "keep_worse"]
"""Which result an effect that rolls an attack roll again keeps (R4.26, R4.27)."""


@dataclass(frozen=True, slots=True)
class DamageDice:
    """Dice of one size: ``DamageDice(2, 6)`` is 2d6."""

    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


_DAMAGE = re.compile(r"[+-]?\d+(d\d+)?([+-]\d+(d\d+)?)*")
_TERM = re.compile(r"([+-]?)(\d+)(?:d(\d+))?")


def parse_damage(text: str) -> tuple[tuple[DamageDice, ...], int]:
    """The dice and the flat bonus of a notation such as ``1d10+4``, ``2d6+1d4-1`` or ``3``.

    Raises: :class:`InvalidBattleError` if the text is no such notation or subtracts dice.
    """
    compact = text.lower().replace(" ", "").replace("−", "-")
    terms = _TERM.findall(compact) if _DAMAGE.fullmatch(compact) else []
    if not terms or any(sign == "-" and sides for sign, _, sides in terms):
        raise InvalidBattleError([Problem("damage", f"{text!r} is no damage", "write dice and bonus, as in 1d10+4")])
    dice = tuple(DamageDice(int(count), int(sides)) for _, count, sides in terms if sides)
    return dice, sum(int(sign + number) for sign, number, sides in terms if not sides)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon in its wielder's hand, or a natural weapon.

    ``attack_bonus`` is the whole bonus to hit. A critical multiplies ``dice`` and ``flat`` by ``multiplier``;
    ``extra_dice`` are those of effects that need a hit (flaming, sneak attack) and are never multiplied.
    The attack die threatens a critical from ``threat_from`` to 20.
    """

    attack_bonus: int
    dice: tuple[DamageDice, ...]
    flat: int = 0
    threat_from: int = 20
    multiplier: int = 2
    extra_dice: tuple[DamageDice, ...] = ()
    ranged: bool = False
    name: str = "weapon"

    @classmethod
    def of(
        cls,
        attack_bonus: int,
        damage: str,
        *,
        threat_from: int = 20,
        multiplier: int = 2,
        extra_dice: str = "",
        ranged: bool = False,
        name: str = "weapon",
    ) -> Weapon:
        """A weapon whose damage is written ``1d10+4`` and whose extra dice are written ``2d6``.

        Raises: :class:`InvalidBattleError` if the damage or the extra dice cannot be read.
        """
        dice, flat = parse_damage(damage)
        extra, bonus = parse_damage(extra_dice) if extra_dice else ((), 0)
        if bonus:
            remedy = "put the bonus into the damage"
            raise InvalidBattleError([Problem("extra_dice", f"{extra_dice!r} has a flat bonus", remedy)])
        return cls(attack_bonus, dice, flat, threat_from, multiplier, extra, ranged, name)

    @property
    def dice_count(self) -> int:
        """How many dice of its own a hit rolls, which is also their least sum."""
        return sum(pool.count for pool in self.dice)

    @property
    def extra_dice_count(self) -> int:
        """How many extra dice a hit rolls."""
        return sum(pool.count for pool in self.extra_dice)

    @property
    def mean_damage(self) -> Fraction:
        """Mean damage of an ordinary hit before damage reduction."""
        pools = self.dice + self.extra_dice
        return self.flat + sum((Fraction(pool.count * (pool.sides + 1), 2) for pool in pools), Fraction(0))


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """Somebody who makes full attacks with one or two manufactured weapons.

    ``extra_attacks`` counts haste, a weapon of speed and the like; ``trailing`` are the secondary natural
    attacks at the end of the full attack. ``feat`` matters with an ``off_hand`` only.
    """

    base_attack_bonus: int
    main: Weapon
    off_hand: Weapon | None = None
    feat: TwoWeaponFeat = "none"
    extra_attacks: int = 0
    trailing: tuple[Weapon, ...] = ()

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon of the profile, the main one first."""
        return (self.main, *((self.off_hand,) if self.off_hand else ()), *self.trailing)


@dataclass(frozen=True, slots=True)
class NaturalProfile:
    """A creature that makes full attacks with natural weapons and nothing else.

    ``unused`` counts the natural attacks that it has and leaves out of this full attack.
    """

    primary: tuple[Weapon, ...]
    secondary: tuple[Weapon, ...] = ()
    unused: int = 0
    extra_attacks: int = 0

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon used, the primary ones first: plans number them in this order."""
        return self.primary + self.secondary


Profile = AttackProfile | NaturalProfile
"""Whoever makes a full attack."""


@dataclass(frozen=True, slots=True)
class Target:
    """A declared target.

    ``damage_reduction`` is taken from each hit. ``forbidden`` says that an effect such as sanctuary forbids
    hitting it and has not been overcome (its Will save passed) before the attack roll.
    """

    armour_class: int
    damage_reduction: int = 0
    hit_points: int | None = None
    forbidden: bool = False
    name: str = "target"


@dataclass(frozen=True, slots=True)
class Movement:
    """The move joined to a full attack in mobile melee, in feet, and who makes it.

    ``acrobatics`` is the bonus of the check, None to do without it; ``speed`` is the base speed.
    """

    before: int = 0
    after: int = 0
    between: int = 0
    speed: int = 30
    acrobatics: int | None = None
    spring_attack: bool = False

    @property
    def feet(self) -> int:
        """Length of the whole move."""
        return self.before + self.between + self.after


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What helps or hinders this one full attack.

    ``rerolls`` lists the effects that reroll one attack roll; ``reroll_all`` is the effect, if any, that
    rerolls all of them; ``movement`` belongs to the variant of mobile melee.
    """

    rerolls: tuple[Reroll, ...] = ()
    reroll_all: Reroll | None = None
    true_strike: bool = False
    movement: Movement | None = None


PLAIN = Circumstances()
"""Nothing helps or hinders."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the attacker will choose once the number of hits is known.

    ``order`` numbers (from 0) the target of the first hit, the second…; its last entry serves for all further
    hits. Hits come in this order: main weapon, trailing natural attacks, off hand. ``graze`` is the target of a
    graze (None: that of the first hit). ``criticals`` numbers the hits to make critical first (default: in
    order). ``natural`` groups the natural weapons of the first hit, the second… by number (default: the
    strongest first).
    """

    order: tuple[int, ...] = (0,)
    graze: int | None = None
    criticals: tuple[int, ...] = ()
    natural: tuple[tuple[int, ...], ...] = ()

    def target_of(self, hit: int) -> int:
        """Number of the target of a hit, both counted from 0."""
        return self.order[min(hit, len(self.order) - 1)]


ALL_ON_THE_FIRST = Plan()
"""Every hit on the first target."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the one roll came to: its kind and the number of hits (of the main hand)."""

    kind: Kind
    hits: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """Place among all outcomes, the worst first."""
        return get_args(Kind).index(self.kind), self.hits


def base_attack_bonus_of(attacks: Sequence[int]) -> int:
    """The base attack bonus behind a list of attacks such as +8/+3: its first number.

    Raises: :class:`InvalidBattleError` if the list is empty or does not fall by 5 from one to the next.
    """
    falls = all(first - second == ITERATIVE_STEP for first, second in itertools.pairwise(attacks))
    if not attacks or not falls:
        message = f"{'/'.join(map(str, attacks))!r} is no list of attacks"
        raise InvalidBattleError([Problem("base_attack_bonus", message, "write 8 or +8/+3")])
    return attacks[0]
