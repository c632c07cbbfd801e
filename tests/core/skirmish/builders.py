"""Fighters, fights and dice for the tests of the skirmish rulebook."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import DiceError
from massbattle_core.skirmish import (
    Abilities,
    AttackForm,
    Combatant,
    Encounter,
    Field,
    Group,
    Rules,
    State,
    parse_attack,
)
from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.skirmish.play import setup

SWORD = parse_attack("+5:1d8+3")


def sheet(name: str = "knight", **changes: Any) -> Combatant:
    """A combatant of AC 15, 20 hit points, a sword, and no modifiers but those given."""
    return replace(Combatant(name, 15, 20, (SWORD,), character=True), **changes)


def begun(
    *placed: tuple[str, Combatant, tuple[int, int]],
    field: Field | None = None,
    rules: Rules | None = None,
    initiative: Sequence[int] | None = None,
    **changes: Any,
) -> State:
    """A fight of single fighters (side, sheet, square), who act in the order given unless initiative says otherwise."""
    groups = tuple(Group(combatant.name, side, combatant, 1, (square,)) for side, combatant, square in placed)
    encounter = Encounter(groups, field or Field(), rules or Rules(), **changes)
    faces = initiative or range(20, 20 - len(placed), -1)
    return setup(encounter, ScriptedDice(faces))


class _BranchError(DiceError):
    """A die that the script does not hold yet."""

    def __init__(self, sides: int) -> None:
        super().__init__("branch")
        self.sides = sides


class _BranchingDice(ScriptedDice):
    def _face(self, sides: int, label: str) -> int:
        if len(self.log) >= len(self.values):
            raise _BranchError(sides)
        return super()._face(sides, label)


def law_of(resolve: Callable[[ScriptedDice], Any]) -> dict[Any, Fraction]:
    """The law of a resolver by brute force: every face of every die it asks for."""
    law: dict[Any, Fraction] = {}
    open_branches: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_branches:
        faces, p = open_branches.pop()
        try:
            result = resolve(_BranchingDice(faces))
        except _BranchError as branch:
            open_branches += [((*faces, face), p / branch.sides) for face in range(1, branch.sides + 1)]
        else:
            law[result] = law.get(result, Fraction(0)) + p
    return law


def random_encounter(seed: int) -> Encounter:
    """A fight of two to four groups with every kind of attack, size, doctrine, ground and house rule."""
    rng = random.Random(seed)
    width, height = rng.randint(22, 28), rng.randint(10, 16)

    def squares(share: float) -> frozenset[tuple[int, int]]:
        return frozenset((x, y) for x in range(width) for y in range(height) if rng.random() < share)

    groups = []
    for side in ("A", "B"):
        for number in range(rng.randint(1, 2)):
            name = f"{side}{number}"
            groups.append(
                Group(
                    name,
                    side,
                    _random_sheet(rng, name),
                    rng.randint(1, 3),
                    hiding=rng.random() < 0.2,
                    doctrine=rng.choice(["close", "shoot", "finish"]),
                )
            )
    rules = Rules(**{name: rng.choice(words) for name, words in CHOICES.items()})
    field = Field(width, height, squares(0.15), squares(0.1), squares(0.05))
    return Encounter(tuple(groups), field, rules, 40, rng.choice([10, 20, 40]))


def _random_sheet(rng: random.Random, name: str) -> Combatant:
    forms: list[AttackForm] = [
        parse_attack(
            f"+{rng.randint(2, 9)}:{rng.randint(1, 2)}d{rng.choice([4, 6, 8, 12])}+{rng.randint(0, 4)}"
            f"x{rng.randint(1, 3)}@{rng.choice([5, 5, 10])}"
        )
    ]
    if rng.random() < 0.5:
        forms.append(parse_attack(f"+{rng.randint(2, 7)}:1d6+1d4@{rng.choice([0, 5])}/{rng.choice([30, 60, 120])}"))
    if rng.random() < 0.3:
        forms.append(parse_attack("+5:1d4b"))
    if rng.random() < 0.15:
        forms.append(parse_attack("+0:1d4+1@0/60!"))
    return Combatant(
        name,
        rng.randint(10, 19),
        rng.randint(3, 40),
        tuple(forms),
        rng.choice([20, 25, 30, 40]),
        rng.choice(["tiny", "small", "medium", "medium", "large", "huge"]),
        Abilities(dexterity=rng.randint(-1, 4), wisdom=rng.randint(-1, 3)),
        stealth=rng.randint(-1, 8),
        character=rng.random() < 0.6,
    )
