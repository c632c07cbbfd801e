"""Everything that is wrong with a creature is told at once."""

from typing import Any

import pytest

from massbattle_core.creatures import catalogue, creature_from_json
from massbattle_core.creatures.faults import creature_faults

GOBLIN = catalogue().get("goblin")
assert GOBLIN
SOUND = GOBLIN.to_json()
WRONG: list[tuple[dict[str, Any], set[str]]] = [
    ({}, {"name", "cr", "size", "speeds", "charisma"}),
    ({**SOUND, "name": " ", "cr": "x", "hp": "many"}, {"name", "cr", "hp"}),
    ({**SOUND, "speeds": {"walk": -1, "fly": "fast"}}, {"speeds/walk", "speeds/fly"}),
    ({**SOUND, "attacks": [{"name": "", "bonus": 5000}, 3, {"name": "Bow", "range_ft": -1}]},
     {"attacks/0/name", "attacks/0/bonus", "attacks/1", "attacks/2/range_ft"}),
    ({**SOUND, "attacks": 3, "id": 5, "problems": [{}], "source": []},
     {"attacks", "id", "problems/0/message", "source"}),
]  # fmt: skip


@pytest.mark.parametrize(("data", "places"), WRONG, ids=lambda value: ",".join(sorted(value))[:40])
def test_every_fault_is_told_with_its_place(data: dict[str, Any], places: set[str]) -> None:
    found = creature_faults(data)
    assert {problem.place for problem in found} == places
    assert all(problem.message and problem.remedy for problem in found)


def test_a_sound_creature_has_none_and_is_not_changed() -> None:
    data = GOBLIN.to_json()
    assert creature_faults(data) == []
    assert creature_from_json(data) == GOBLIN
