"""A creature while it is being read: what the file says, what is guessed and what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from massbattle_core.creatures.attack_text import at_will_spell, read_attacks, read_multiattack
from massbattle_core.creatures.model import Creature, CreatureAttack, Size, slug
from massbattle_core.creatures.readers import values
from massbattle_core.errors import Problem
from massbattle_core.phrases import Feet, phrase, under

__all__ = ["Draft", "ImportedCreature"]

_MOST_ATTACKS = 100
_LONGEST_NAME = 200
_CHECK = phrase("check it")


@dataclass(frozen=True, slots=True)
class ImportedCreature:
    """A creature of another tool's file.

    ``format`` names the tool; ``read`` lists the fields that stand in the file, ``guessed`` and ``missing``
    say of the others where they come from (both are also the creature's ``problems``).
    """

    creature: Creature
    format: str
    read: tuple[str, ...] = ()
    guessed: tuple[Problem, ...] = ()
    missing: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Draft:
    """Collects the facts of the creature at ``place`` of a file; :meth:`finish` fills what is missing."""

    format: str
    place: str
    name: str = ""
    source: str = ""
    id: str = ""
    challenge_rating: Fraction | None = None
    size: Size | None = None
    speeds: dict[str, int] | None = None
    charisma: int | None = None
    armor_class: int | None = None
    hit_points: int | None = None
    multiattack: int | None = None
    attacks: list[CreatureAttack] = field(default_factory=list)
    guessed: list[Problem] = field(default_factory=list)
    missing: list[Problem] = field(default_factory=list)

    def guess(self, part: str, message: str, remedy: str = _CHECK) -> None:
        """Note that a value is a guess."""
        self.guessed.append(Problem(under(self.place, part), message, remedy, severity="warning"))

    def lack(self, part: str, message: str, remedy: str) -> None:
        """Note that a value is missing."""
        self.missing.append(Problem(under(self.place, part), message, remedy, severity="warning"))

    # ------------------------------------------------------------ taking values

    def take_challenge_rating(self, *candidates: object) -> None:
        """Take the first value that is a challenge rating."""
        ratings = (values.challenge_rating(candidate) for candidate in candidates)
        self.challenge_rating = next((rating for rating in ratings if rating is not None), None)

    def take_size(self, value: object) -> None:
        """Take a size of any wording."""
        read = values.size(value)
        if read:
            self.size = read.value
            if read.doubt:
                self.guess("size", read.doubt)

    def take_speeds(self, value: object, unit: str = "") -> None:
        """Take speeds of any wording."""
        read = values.speeds(value, unit)
        if read.read:
            self.speeds = read.feet
        for doubt in read.doubts:
            self.guess("speed", doubt)

    def take_charisma(self, value: object) -> None:
        """Take a Charisma score."""
        self.charisma = values.integer(value, 0, 100)

    def take_armor_class(self, value: object) -> None:
        """Take an armour class."""
        self.armor_class = values.integer(value, 0, 1000)

    def take_hit_points(self, value: object) -> None:
        """Take hit points."""
        self.hit_points = values.integer(value, 0, 1_000_000)

    def take_action(self, name: object, text: object, *, at_will: bool = True) -> None:
        """Take what an action words: attacks, the number of attacks, or a cantrip that reaches 100 ft."""
        title, words = values.text_of(name), values.text_of(text)
        if "multiattack" in title.lower() or "attaques multiples" in title.lower():
            self.multiattack = self.multiattack or read_multiattack(words)
        self.take_attacks(read_attacks(title, words, at_will=at_will))
        if "spellcasting" in title.lower():
            self.take_spells(words)

    def take_attacks(self, attacks: Iterable[CreatureAttack]) -> None:
        """Add attacks."""
        self.attacks += list(attacks)[: _MOST_ATTACKS - len(self.attacks)]

    def take_spells(self, text: object) -> None:
        """Take the cantrip that reaches 100 ft, if the text of a spell list names it as at will."""
        spell = at_will_spell(values.text_of(text))
        if spell and spell.name not in {attack.name for attack in self.attacks}:
            self.take_attacks([spell])
            self.guess(
                "attacks",
                phrase("{spell} of its spell list reaches {reach}", spell=spell.name, reach=Feet(spell.range_ft or 0)),
                phrase("check that it may shoot"),
            )

    # ------------------------------------------------------------ the end

    @property
    def is_empty(self) -> bool:
        """Whether nothing of a creature was found."""
        return self.challenge_rating is None and self.size is None and self.charisma is None and not self.speeds

    def finish(self) -> ImportedCreature:
        """The creature; what is missing has a usual value and a warning, or None where None is allowed."""
        fields = ("name", "challenge_rating", "size", "speeds", "charisma", "armor_class", "hit_points", "attacks")
        read = tuple(name for name in fields if getattr(self, name) not in (None, "", []))
        name = " ".join(self.name.split())[:_LONGEST_NAME]
        if not name:
            self.lack("name", phrase("it has no name"), phrase("name it"))
        if self.challenge_rating is None:
            self.lack(
                "challenge_rating",
                phrase("no challenge rating: it counts as CR 0"),
                phrase("give it a challenge rating"),
            )
        if self.size is None:
            self.lack("size", phrase("no size: it counts as Medium"), phrase("give it a size"))
        if self.speeds is None:
            self.lack("speeds", phrase("no speed: it walks {length}", length=Feet(30)), phrase("give it its speeds"))
        if self.charisma is None:
            self.lack("charisma", phrase("no Charisma: it counts as 10"), phrase("give it a Charisma score"))
        if self.armor_class is None:
            self.lack("armor_class", phrase("no armour class"), phrase("needed only for a skirmish"))
        if self.hit_points is None:
            self.lack("hit_points", phrase("no hit points"), phrase("needed only for a skirmish"))
        if not self.attacks:
            self.lack(
                "attacks", phrase("no attack: it counts as one that cannot shoot"), phrase("check whether it shoots")
            )
        creature = Creature(
            id=self.id or slug(name) or "creature",
            name=name or "Unnamed creature",
            challenge_rating=self.challenge_rating or Fraction(0),
            size=self.size or "medium",
            speeds={"walk": 30} if self.speeds is None else self.speeds,
            charisma=10 if self.charisma is None else self.charisma,
            armor_class=self.armor_class,
            hit_points=self.hit_points,
            attacks=tuple(dict.fromkeys(self.attacks)),
            multiattack=self.multiattack,
            source=self.source,
            problems=(*self.guessed, *self.missing),
        )
        return ImportedCreature(creature, self.format, read, tuple(self.guessed), tuple(self.missing))
