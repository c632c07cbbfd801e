"""The creatures that reach 100 ft, by weapon, by its long range, or by a cantrip."""

import pytest

from massbattle_core.creatures import catalogue

NORMAL = {
    "barbed-devil": 150, "centaur": 600, "drider": 600, "efreeti": 120, "erinyes": 600, "gnoll": 600,
    "half-red-dragon-veteran": 400, "hobgoblin": 600, "horned-devil": 150, "knight": 400, "manticore": 200,
    "medusa": 600, "scout": 600, "solar": 600, "thug": 400, "veteran": 400, "weretiger-human": 600,
    "weretiger-hybrid": 600, "wight": 600,
}  # fmt: skip
LONG = {
    "assassin": 320, "bandit": 320, "bugbear": 120, "cloud-giant": 240, "deep-gnome-svirfneblin": 120, "drow": 120,
    "duergar": 120, "fire-giant": 240, "frost-giant": 240, "giant-ape": 100, "goblin": 320, "hill-giant": 240,
    "kobold": 120, "lizardfolk": 120, "ogre": 120, "orc": 120, "satyr": 320, "skeleton": 320, "sprite": 160, "spy": 120,
    "stone-giant": 240, "storm-giant": 240, "treant": 180, "wererat-human": 120, "wererat-hybrid": 120,
}  # fmt: skip
SPELL = {"archmage": 120, "mage": 120}


@pytest.mark.parametrize(("how", "table"), [("normal", NORMAL), ("long", LONG), ("spell", SPELL)])
def test_R0_12_creatures_that_shoot(how: str, table: dict[str, int]) -> None:
    assert {c.id: c.ranged_ft for c in catalogue() if c.ranged_on == how} == table


def test_R0_12_how_many_shoot() -> None:
    assert (len(NORMAL), len(LONG), len(SPELL)) == (19, 25, 2)


@pytest.mark.parametrize("name", SPELL)
def test_R0_12_casters_are_marked_by_hand_and_cited(name: str) -> None:
    creature = catalogue().get(name)
    assert creature is not None
    [spell] = [attack for attack in creature.attacks if attack.spell]
    assert (spell.name, spell.range_ft, spell.at_will) == ("Fire Bolt", 120, True)
    [problem] = creature.problems
    assert "SRD 5.1" in problem.message
    assert problem.rule == "R0.12"
