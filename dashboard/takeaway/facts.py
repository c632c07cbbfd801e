"""What every sheet tells of a battle: its units with their numbers, as tables and lines of plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from dashboard.i18n import Words
from dashboard.views.why import MORALE_WORDS
from massbattle_core.creatures import catalogue, challenge_text
from massbattle_core.dice import d20_law
from massbattle_core.document import BattleDocument
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.building import BuiltUnit, build_unit, morale_name
from massbattle_core.mass_combat.model import Commander, Group, Objective, SideId, Unit, hex_name, unit_number
from massbattle_core.mass_combat.rules import morale_passes
from massbattle_core.mass_combat.tables import CASUALTIES_DC, FEET_PER_HEX, MORALE_LIMIT, ROUT_DC, SPACE_LIMIT

__all__ = [
    "Sheet",
    "Table",
    "Translate",
    "UnitFacts",
    "attribution",
    "morale_chance",
    "sheet_of",
]

Translate = Callable[[str], str]
_DCS = (ROUT_DC, CASUALTIES_DC)
_NOTHING = "–"


class _Words(Words):
    """The words of a language, its messages by another function than the language's own catalogue."""

    def __init__(self, language: str, translate: Translate) -> None:
        super().__init__(language)
        self._translate = translate

    def __call__(self, message: str) -> str:
        return self._translate(message) if message else ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a sheet: every row has as many cells as there are headings."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A unit with what the rules derive from it; ``built`` is None where they cannot, and ``problem`` says why."""

    unit: Unit
    built: BuiltUnit | None
    problem: str = ""

    @property
    def number(self) -> int:
        """The number by which the sheet and the map call the unit."""
        return unit_number(self.unit.id)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A battle as the sheets tell it, in the words of one language."""

    document: BattleDocument
    units: tuple[UnitFacts, ...]
    words: Words

    # ---------------------------------------------------------------- names

    def side_name(self, side: SideId) -> str:
        """The name of a side, or its letter."""
        return self.document.mass_combat.sides[side].name or self.words("Side {letter}").format(letter=side.upper())

    def unit_name(self, unit: Unit) -> str:
        """The name of a unit, or a word for one without."""
        return unit.name or self.words("Unnamed unit")

    def creature(self, key: str | None) -> str:
        """The name of a creature in the language of the sheet."""
        creature = self.document.creatures.get(key or "")
        return self.words.name(creature.name, creature.french_name) if creature else key or ""

    def of_side(self, side: SideId) -> list[UnitFacts]:
        """The units of a side in the order of their numbers."""
        return [facts for facts in self.units if facts.unit.side == side]

    def place(self, unit: Unit) -> str:
        """Where a unit stands, and when it comes if it is not there yet."""
        where = hex_name(unit.position) if unit.position else _NOTHING
        if unit.arrival is None:
            return where
        return self.words("{hex}, from round {round}").format(hex=where, round=unit.arrival.round)

    # ---------------------------------------------------------------- tables

    def order_of_battle(self, side: SideId) -> Table:
        """The units of a side with their numbers."""
        _ = self.words
        headings = ("", _("Unit"), _("Hex"), _("BR"), _("Morale"), _("Initiative"), _("Speed"), _("Range"), _("Space"))
        rows = (
            (str(facts.number), self.unit_name(facts.unit), self.place(facts.unit), *self._numbers(facts))
            for facts in self.of_side(side)
        )
        return Table(self.side_name(side), headings, tuple(rows))

    def _numbers(self, facts: UnitFacts) -> tuple[str, ...]:
        built, _ = facts.built, self.words
        if built is None:
            return (_NOTHING,) * 6
        return (
            _.number(built.battle_rating.value),
            _.signed(built.morale.value),
            _.number(built.initiative.value),
            _.feet(built.speed) if built.speed else _NOTHING,
            _.feet(built.ranged_feet.value) if built.range_hexes else _NOTHING,
            _.number(built.space.value),
        )

    def turn_order(self) -> Table:
        """The units from the highest initiative to the lowest; those of equal initiative share a row.

        Source: R0.20
        """
        _ = self.words
        tied: dict[int, list[UnitFacts]] = {}
        for facts in self.units:
            if facts.built:
                tied.setdefault(facts.built.initiative.value, []).append(facts)
        rows = (
            (
                _.number(initiative),
                ", ".join(f"{facts.number} {self.unit_name(facts.unit)}" for facts in tied[initiative]),
            )
            for initiative in sorted(tied, reverse=True)
        )
        return Table(_("Turn order"), (_("Initiative"), _("Units")), tuple(rows))

    def morale_tests(self) -> Table:
        """For each morale rating: its name, what the die must show and how likely that is, and who has it.

        Source: R0.13, R0.14
        """
        _ = self.words
        ratings = {facts.number: facts.built.morale.value for facts in self.units if facts.built}
        low, high = (limit(-MORALE_LIMIT, MORALE_LIMIT, *ratings.values()) for limit in (min, max))
        headings = (_("Morale"), "", *(_("DC {dc}").format(dc=dc) for dc in _DCS), _("Units"))
        rows = (
            (
                _.signed(rating),
                _(MORALE_WORDS[morale_name(rating)]),
                *(self.morale_test(rating, dc) for dc in _DCS),
                ", ".join(str(number) for number, own in ratings.items() if own == rating),
            )
            for rating in range(high, low - 1, -1)
        )
        return Table(_("Morale tests"), headings, tuple(rows))

    def morale_test(self, rating: int, dc: int) -> str:
        """What the die must show and how likely that is."""
        _ = self.words
        chance = morale_chance(rating, dc)
        if chance in (0, 1):
            return _("always") if chance else _("never")
        return f"{_('needs {face}+').format(face=dc - rating)} · {_.percent(float(chance))}"

    # ---------------------------------------------------------------- one unit

    def made_of(self, unit: Unit) -> list[str]:
        """The groups of a unit, one a line, and its commander."""
        lines = [self._group(group) for group in unit.groups]
        lines.append(self._commander(unit.commander) if unit.commander else self.words("no commander"))
        return lines

    def _group(self, group: Group) -> str:
        _ = self.words
        creature = self.document.creatures[group.creature]
        rating = f"{_('CR')} {challenge_text(creature.challenge_rating)}"
        return f"{_.number(group.count)} × {self._riding(self.creature(group.creature), group.mount)} ({rating})"

    def _commander(self, commander: Commander) -> str:
        _ = self.words
        kind = self._riding(self.creature(commander.creature), commander.mount) if commander.creature else ""
        who = ", ".join(filter(None, (commander.name, kind or _("a character, adds no BR"))))
        charisma = _("Charisma {value}").format(value=_.signed(commander.charisma))
        return _.labelled(_("Commander"), f"{who} ({charisma})")

    def _riding(self, rider: str, mount: str | None) -> str:
        return f"{rider} {self.words('on {mount}').format(mount=self.creature(mount))}" if mount else rider

    def figures(self, facts: UnitFacts) -> list[tuple[str, str]]:
        """The derived numbers of a unit with their labels; none where the rules cannot derive it."""
        built, _ = facts.built, self.words
        if built is None:
            return []
        side = self.document.mass_combat.sides[facts.unit.side]
        speed = (
            f"{_.feet(built.speed)} · {self._hexes(built.speed // FEET_PER_HEX)}" if built.speed else _("cannot move")
        )
        reach = f"{_.feet(built.ranged_feet.value)} · {self._hexes(built.range_hexes)}" if built.range_hexes else ""
        morale = built.morale.value
        return [
            (_("Battle rating"), _.number(built.battle_rating.value)),
            (_("Morale"), f"{_.signed(morale)} · {_(MORALE_WORDS[morale_name(morale)])}"),
            *((_("Morale DC {dc}").format(dc=dc), self.morale_test(morale, dc)) for dc in _DCS),
            (_("Initiative"), _.number(built.initiative.value)),
            (_("Speed"), speed),
            (_("Range"), reach or _("does not shoot")),
            (_("Space"), f"{_.number(built.space.value)} {_('of {limit}').format(limit=SPACE_LIMIT)}"),
            (_("Doctrine"), _(facts.unit.doctrine or side.doctrine)),
        ]

    def _hexes(self, count: int) -> str:
        return self.words.plural("{count} hex", "{count} hexes", count)

    def objectives(self) -> list[str]:
        """How each side may win before the other is gone, one a line."""
        return [self._objective(goal) for goal in self.document.mass_combat.objectives.values()]

    def _objective(self, goal: Objective) -> str:
        _ = self.words
        hexes = ", ".join(map(hex_name, goal.hexes))
        protected = self.document.mass_combat.units.get(goal.unit or "")
        text = {
            "hold": _("{side} holds {hexes} for {rounds} rounds"),
            "reach": _("{side} reaches {hexes}"),
            "protect": _("{side} keeps {unit} alive"),
        }[goal.kind]
        unit = self.unit_name(protected) if protected else ""
        return text.format(side=self.side_name(goal.side), hexes=hexes, rounds=goal.rounds, unit=unit)


def sheet_of(document: BattleDocument, language: str = "en", translate: Translate | None = None) -> Sheet:
    """The facts of a battle in a language; ``translate`` takes the place of the language's own messages."""
    words = _Words(language, translate) if translate else Words(language)
    return Sheet(document, tuple(_facts(document, words)), words)


def _facts(document: BattleDocument, words: Words) -> Iterable[UnitFacts]:
    battle = document.mass_combat
    for unit in battle.ordered_units():
        try:
            yield UnitFacts(unit, build_unit(unit, document.creatures, battle.sides[unit.side], battle.rules))
        except InvalidBattleError as error:
            yield UnitFacts(unit, None, words(error.problems[0].message))


def morale_chance(rating: int, dc: int) -> Fraction:
    """The exact chance of a morale test.

    Source: R0.13
    """
    law = d20_law()
    return sum((law[die] for die in law if morale_passes(die, rating, dc)), Fraction(0))


def attribution() -> str:
    """The attribution that the licence of the SRD 5.1 asks for."""
    return catalogue().attribution
