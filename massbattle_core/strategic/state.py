"""The state of a battle of two armies, its beginning, and what each side may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from massbattle_core.errors import IllegalActionError, Problem
from massbattle_core.game import Outcome
from massbattle_core.strategic.characters import CharacterEvent
from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import SIDES, Army, Character, Plan, Side, Winner
from massbattle_core.strategic.orders import PHASES, Phase
from massbattle_core.strategic.tables import Order, Tables
from massbattle_core.strategic.validation import require, validate_army, validate_character, validate_tables

__all__ = ["Pair", "Sheet", "State", "Viewer", "redacted", "setup"]

Viewer = Side | Literal["gm", "spectator"]
"""Who looks at the battle."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a general has written and rolled this turn.

    ``difficulty`` and ``modifier`` are on the scale of 0 to 20, ``roll`` and ``total`` on that of the die.
    ``sealed`` marks a sheet of which the viewer may not see all that is written.

    Source: R2.23
    """

    order: Order | None = None
    difficulty: int | None = None
    roll: int | None = None
    modifier: int | None = None
    total: int | None = None
    sealed: bool = False

    @property
    def plan(self) -> Plan:
        """Order and difficulty of a sheet on which both are written."""
        if self.order is None or self.difficulty is None:
            raise IllegalActionError("order and difficulty are not written down yet", "R2.21")
        return Plan(self.order, self.difficulty)


@dataclass(frozen=True, slots=True)
class Pair:
    """The sheets of both sides."""

    a: Sheet = Sheet()
    b: Sheet = Sheet()

    def of(self, side: Side) -> Sheet:
        """The sheet of a side."""
        return self.a if side == "A" else self.b

    def with_sheet(self, side: Side, sheet: Sheet) -> Pair:
        """The pair with another sheet of a side."""
        return Pair(sheet, self.b) if side == "A" else Pair(self.a, sheet)


@dataclass(frozen=True, slots=True)
class State:
    """A battle between two actions.

    ``waiting``: names of the characters who have still to act in this phase; ``open_events``: events of a character
    that wait for the answer of the table, with his name; ``heroic_steps``: steps of size that heroic actions add to
    the losses of (A, B) this turn; ``beaten_by``: what the winner has beyond his own difficulty.

    Source: R2.1, R2.4
    """

    a: Army
    b: Army
    characters: tuple[Character, ...] = ()
    rules: Rules = field(default_factory=Rules)
    tables: Tables = field(default_factory=Tables)
    turn: int = 1
    phase: Phase = "order"
    sheets: Pair = Pair()
    winner: Winner | None = None
    beaten_by: int = 0
    melee_score: int = 0
    waiting: tuple[str, ...] = ()
    open_events: tuple[tuple[str, CharacterEvent], ...] = ()
    heroic_steps: tuple[int, int] = (0, 0)
    ended: Outcome | None = None

    def army(self, side: Side) -> Army:
        """The army of a side."""
        return self.a if side == "A" else self.b

    def with_army(self, side: Side, army: Army) -> State:
        """The state with another army of a side."""
        return replace(self, a=army) if side == "A" else replace(self, b=army)

    def character(self, name: str) -> Character:
        """The character of this name.

        Raises :class:`IllegalActionError` if nobody has it.
        """
        for character in self.characters:
            if character.name == name:
                return character
        raise IllegalActionError(f"nobody here is called {name!r}")

    def with_character(self, changed: Character) -> State:
        """The state with the character of this name changed."""
        return replace(
            self,
            characters=tuple(changed if character.name == changed.name else character for character in self.characters),
        )

    @property
    def orders_revealed(self) -> bool:
        """Whether both orders are known to everybody.

        Source: R2.5, R2.9
        """
        early = self.rules.reveal == "orders_first_then_difficulty" and self.phase == "resolution"
        return early or self.sheets_revealed

    @property
    def sheets_revealed(self) -> bool:
        """Whether order, difficulty and total of both are known to everybody.

        Source: R2.9, R2.21, R2.23
        """
        return PHASES.index(self.phase) >= PHASES.index("movement")


def setup(
    a: Army,
    b: Army,
    characters: Iterable[Character] = (),
    rules: Rules | None = None,
    tables: Tables | None = None,
) -> State:
    """The battle before its first turn.

    Raises :class:`InvalidBattleError` with everything that is wrong with armies, characters and tables.

    Source: R2.1, R2.6
    Ruling: a battle has two armies; the game master pairs those of a larger one (R2.26).
    """
    rules, tables, members = rules or Rules(), tables or Tables(), tuple(characters)
    problems = validate_tables(tables)
    if not problems:
        problems += [*validate_army(a, tables, "a"), *validate_army(b, tables, "b")]
    for place, character in enumerate(members):
        problems += validate_character(character, f"characters/{place}")
        if character.name in [other.name for other in members[:place]]:
            problems.append(Problem(f"characters/{place}/name", f"a second {character.name!r}", "rename one"))
    for at, army in (("a", a), ("b", b)):
        if army.headcount == 0:
            problems.append(Problem(f"{at}/headcount", "nobody to fight", "give it soldiers"))
    require(problems)
    return State(a, b, members, rules, tables)


def redacted(state: State, viewer: Viewer) -> State:
    """The state without what the viewer may not know yet: the enemy's order and difficulty before the reveal.

    Source: R2.5, R2.9, R2.21, R2.23
    """
    sheets = state.sheets
    for side in SIDES:
        if viewer in ("gm", side) or state.sheets_revealed:
            continue
        sheet = sheets.of(side)
        shown = Sheet(order=sheet.order if state.orders_revealed else None)
        if shown != sheet:
            sheets = sheets.with_sheet(side, replace(shown, sealed=True))
    return replace(state, sheets=sheets)
