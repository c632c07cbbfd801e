"""A creature, its derived facts, and its JSON."""

import json
from fractions import Fraction

import pytest

from massbattle_core.creatures import Creature, CreatureAttack, catalogue, challenge_text, creature_from_json
from massbattle_core.errors import CreatureFileError, Problem


def archer(*attacks: CreatureAttack) -> Creature:
    return Creature("archer", "Archer", Fraction(1, 4), "medium", {"walk": 30}, 7, attacks=attacks)


@pytest.mark.parametrize(("score", "modifier"), [(1, -5), (7, -2), (10, 0), (11, 0), (12, 1), (30, 10)])
def test_the_modifier_of_charisma_is_rounded_down(score: int, modifier: int) -> None:
    assert Creature("a", "A", Fraction(1), "small", {}, score).charisma_modifier == modifier


def test_R0_12_the_greatest_range_at_will_counts_long_ranges_included() -> None:
    bow = CreatureAttack("Shortbow", range_ft=80, long_range_ft=320, ranged=True)
    breath = CreatureAttack("Flame", range_ft=900, ranged=True, at_will=False)
    sword = CreatureAttack("Sword", reach_ft=5)
    assert archer(bow, breath, sword).ranged_ft == 320
    assert archer(bow).ranged_on == "long"
    assert archer(breath, sword).ranged_ft is None
    assert archer(sword).ranged_on is None


def test_R0_12_the_range_that_reaches_100_feet_is_named() -> None:
    normal = CreatureAttack("Longbow", range_ft=150, long_range_ft=600, ranged=True)
    long = CreatureAttack("Javelin", range_ft=30, long_range_ft=120, ranged=True)
    spell = CreatureAttack("Bolt", range_ft=120, ranged=True, spell=True)
    near = CreatureAttack("Dart", range_ft=20, long_range_ft=60, ranged=True)
    assert archer(near, spell).ranged_on == "spell"
    assert archer(spell, long).ranged_on == "long"
    assert archer(spell, long, normal).ranged_on == "normal"
    assert archer(near).ranged_on is None
    assert archer(near).ranged_ft == 60


def test_every_creature_survives_json() -> None:
    for creature in catalogue():
        assert creature_from_json(json.loads(json.dumps(creature.to_json()))) == creature


def test_problems_survive_json() -> None:
    problem = Problem("speed", "a guess", "check it", "R0.21", "warning")
    creature = Creature("a", "A", Fraction(1), "small", {}, 10, problems=(problem,))
    assert creature_from_json(creature.to_json()) == creature


def test_creatures_can_be_keys() -> None:
    assert len({archer(), archer(), archer(CreatureAttack("Bow"))}) == 2


def test_challenge_ratings_are_written_as_fractions() -> None:
    assert [challenge_text(Fraction(n, 8)) for n in (0, 1, 2, 4, 8, 240)] == ["0", "1/8", "1/4", "1/2", "1", "30"]


GOOD = {"name": "A", "cr": "1/4", "size": "small", "speeds": {"walk": 30}, "charisma": 10}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"name": ""}, "units/3/name"),
        ({"name": 5}, "units/3/name"),
        ({"cr": 0.25}, "units/3/cr"),
        ({"cr": "1/0"}, "units/3/cr"),
        ({"cr": "-1"}, "units/3/cr"),
        ({"size": "big"}, "units/3/size"),
        ({"speeds": None}, "units/3/speeds"),
        ({"speeds": {"run": 30}}, "units/3/speeds"),
        ({"speeds": {"walk": "30"}}, "units/3/speeds/walk"),
        ({"speeds": {"walk": True}}, "units/3/speeds/walk"),
        ({"speeds": {"walk": -5}}, "units/3/speeds/walk"),
        ({"charisma": 10**400}, "units/3/charisma"),
        ({"charisma": float("nan")}, "units/3/charisma"),
        ({"charisma": None}, "units/3/charisma"),
        ({"ac": "15"}, "units/3/ac"),
        ({"attacks": {}}, "units/3/attacks"),
        ({"attacks": [{"name": "Bow", "range_ft": "80"}]}, "units/3/attacks/0/range_ft"),
        ({"attacks": [{"name": "Bow"}, 5]}, "units/3/attacks/1"),
        ({"problems": [{}]}, "units/3/problems/0/message"),
    ],
)
def test_bad_json_names_its_place_and_a_remedy(change: dict[str, object], place: str) -> None:
    assert creature_from_json(GOOD).speeds == {"walk": 30}
    with pytest.raises(CreatureFileError) as error:
        creature_from_json(GOOD | change, "units/3")
    assert error.value.place == place
    assert error.value.remedy


def test_no_object_is_no_creature() -> None:
    with pytest.raises(CreatureFileError):
        creature_from_json([GOOD], "creatures")
