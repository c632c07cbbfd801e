"""From the strategic phase to the battlefield (RB.8)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from massbattle_core.bridges import UNIT_MORALE, Scene, morale_law, scene_of, unit_morale, with_army_morale
from massbattle_core.errors import InvalidBattleError
from massbattle_core.strategic import MORALE_LADDER, Plan, Tables, muster, turn_law
from massbattle_core.strategic.characters import CharacterEvent
from tests.core.mass_combat.battles import battle


def test_RB_8_the_steps_of_an_armys_morale_are_base_morales():
    assert [unit_morale(step) for step in MORALE_LADDER] == [-10, -8, -4, 0, 4, 8]
    assert unit_morale("high", {**UNIT_MORALE, "high": 3}) == 3
    with pytest.raises(InvalidBattleError, match="furious"):
        unit_morale("furious")  # type: ignore[arg-type]


def test_RB_8_a_result_sets_the_morale_of_a_whole_side():
    fight = with_army_morale(battle(), "b", "very_low")
    assert {unit.id: unit.morale for unit in fight.units.values()} == {"u1": 0, "u2": -8}


def test_RB_8_a_turn_gives_a_law_of_morale():
    a, b = muster(1000, art_of_war=3), muster(1000)
    law = turn_law(a, b, Plan("charge", 10), Plan("flee", 10))
    fled = morale_law(law, "B")
    assert sum(fled.values()) == 1
    assert set(fled) <= set(UNIT_MORALE.values())
    assert fled[0] < Fraction(1), "an army that flees loses morale"
    assert dict(morale_law(law, "A")) == {0: Fraction(1)}


def test_RB_8_an_event_with_enemies_opens_a_scene():
    rows = {row.kind: row for row in Tables().events}
    assert scene_of(CharacterEvent(rows["lull"], 1)) is None
    assert scene_of(CharacterEvent(rows["common_enemies"], 13, enemies=2)) == Scene(rows["common_enemies"].text, 2)
