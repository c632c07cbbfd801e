"""Who fights and where: attacks, combatants, groups, the field and the encounter.

Everything is frozen. Lengths are feet, squares are 5 ft (1.5 m). ``Encounter`` is what a fight starts from;
:mod:`~massbattle_core.skirmish.validation` says what is wrong with one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from massbattle_core.skirmish.house_rules import Rules
from massbattle_core.skirmish.rules.order import passive_perception
from massbattle_core.skirmish.tables import SPACE_SQUARES, Ability, Cover, Side, Size

__all__ = [
    "DOCTRINES",
    "Abilities",
    "AttackForm",
    "BonusAction",
    "Combatant",
    "Doctrine",
    "Encounter",
    "Field",
    "Group",
    "Square",
]

Square = tuple[int, int]
"""Column and row, from 0, at the top left."""

Doctrine = Literal["close", "shoot", "finish"]
"""How simulated fighters choose; :mod:`~massbattle_core.skirmish.doctrine` says what each word means."""

DOCTRINES: Final[tuple[Doctrine, ...]] = get_args(Doctrine)

BonusAction = Literal["dash", "disengage", "hide", "dodge", "help", "search", "first_aid", "heal", "improvise"]
"""The actions that an ability may let somebody take as a bonus action."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """The six ability modifiers."""

    strength: int = 0
    dexterity: int = 0
    constitution: int = 0
    intelligence: int = 0
    wisdom: int = 0
    charisma: int = 0

    def modifier(self, ability: Ability) -> int:
        """The modifier of an ability."""
        return int(getattr(self, ability))


@dataclass(frozen=True, slots=True)
class AttackForm:
    """One way to attack.

    ``bonus`` is added to the d20; ``dice`` are the damage dice, pairs (number, sides), and ``flat`` is added to
    them. ``reach_ft`` is 0 for what cannot strike in melee, ``range_ft`` 0 for what cannot be shot or thrown.
    ``times`` is how many attacks of this form one action gives; ``bonus_action`` marks a form that is a bonus
    action; ``automatic`` a spell that needs no attack roll.

    Source: R1.8, R1.12, R1.14, R1.22
    """

    bonus: int
    dice: tuple[tuple[int, int], ...]
    flat: int = 0
    reach_ft: int = 5
    range_ft: int = 0
    times: int = 1
    bonus_action: bool = False
    automatic: bool = False
    name: str = "attack"

    @property
    def limit_ft(self) -> int:
        """The greatest distance of a target."""
        return max(self.reach_ft, self.range_ft)


@dataclass(frozen=True, slots=True)
class Combatant:
    """The sheet of a character or creature.

    ``hit_points`` is the maximum. ``character`` marks player characters and named monsters, who make death
    saves. Attacks are listed in order of preference. The skill bonuses left out are the ability modifiers.

    Source: R1.5, R1.6, R1.12, R1.22, R1.34
    """

    name: str
    armor_class: int
    hit_points: int
    attacks: tuple[AttackForm, ...]
    speed_ft: int = 30
    size: Size = "medium"
    abilities: Abilities = field(default_factory=Abilities)
    proficiency: int = 2
    saving_throws: frozenset[Ability] = frozenset()
    stealth: int | None = None
    perception: int | None = None
    investigation: int | None = None
    medicine: int | None = None
    bonus_actions: frozenset[BonusAction] = frozenset()
    character: bool = False

    @property
    def squares(self) -> int:
        """The width of its space in squares."""
        return SPACE_SQUARES[self.size]

    @property
    def stealth_bonus(self) -> int:
        """Dexterity (Stealth)."""
        return self.abilities.dexterity if self.stealth is None else self.stealth

    @property
    def perception_bonus(self) -> int:
        """Wisdom (Perception)."""
        return self.abilities.wisdom if self.perception is None else self.perception

    @property
    def investigation_bonus(self) -> int:
        """Intelligence (Investigation)."""
        return self.abilities.intelligence if self.investigation is None else self.investigation

    @property
    def medicine_bonus(self) -> int:
        """Wisdom (Medicine)."""
        return self.abilities.wisdom if self.medicine is None else self.medicine

    @property
    def passive(self) -> int:
        """Passive Perception."""
        return passive_perception(self.perception_bonus)

    @property
    def reach_ft(self) -> int:
        """The longest reach in melee, 0 if it has none."""
        return max((form.reach_ft for form in self.attacks), default=0)

    def saving_throw(self, ability: Ability) -> int:
        """The bonus of a saving throw."""
        return self.abilities.modifier(ability) + (self.proficiency if ability in self.saving_throws else 0)


@dataclass(frozen=True, slots=True)
class Group:
    """So many of the same combatant on one side.

    ``squares`` are their places at the start (the top left square of each space), left out for a line in
    front of the enemy (:mod:`~massbattle_core.skirmish.deployment`). ``hiding``: whether they try to surprise.
    """

    name: str
    side: Side
    combatant: Combatant
    count: int = 1
    squares: tuple[Square, ...] = ()
    hiding: bool = False
    doctrine: Doctrine = "close"


@dataclass(frozen=True, slots=True)
class Field:
    """A bounded field of 5 ft squares, with the squares that are difficult and those that give cover.

    Source: R1.6, R1.9, R1.12
    """

    width: int = 24
    height: int = 16
    difficult: frozenset[Square] = frozenset()
    half_cover: frozenset[Square] = frozenset()
    three_quarters_cover: frozenset[Square] = frozenset()

    def cover(self, square: Square) -> Cover:
        """The cover that a square gives to whoever stands in it."""
        if square in self.three_quarters_cover:
            return "three_quarters"
        return "half" if square in self.half_cover else "none"


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two sides on a field, the house rules, and the round after which an undecided fight is broken off.

    ``apart_ft`` is the distance between the front lines of groups without squares of their own.

    Source: R1.1
    """

    groups: tuple[Group, ...]
    terrain: Field = field(default_factory=Field)
    rules: Rules = field(default_factory=Rules)
    round_limit: int = 50
    apart_ft: int = 60

    def ids(self) -> tuple[tuple[str, int], ...]:
        """The id of every fighter with the index of its group: ``name``, or ``name 1``, ``name 2``… of many."""
        return tuple(
            (group.name if group.count == 1 else f"{group.name} {number}", index)
            for index, group in enumerate(self.groups)
            for number in range(1, group.count + 1)
        )
