"""The library: creatures, units and armies kept for other battles."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core import battlefile
from massbattle_core.armies import library
from massbattle_core.armies.library import Library, keep_army, keep_unit
from massbattle_core.document import BattleDocument, apply_edit
from massbattle_core.errors import BattleFileError, IllegalActionError
from tests.core.armies.documents import FORD, documents

DEMO = battlefile.load(FORD)
KEPT = Library(
    {"ogre": DEMO.creatures["ogre"]},
    {"Riders": keep_unit(DEMO, "u7")},
    {"The Horde": keep_army(DEMO, "b")},
)


def test_a_library_reads_back_as_it_was() -> None:
    assert library.loads(library.dumps(KEPT)) == KEPT
    assert library.loads(b"\xef\xbb\xbf" + library.dumps(Library()).encode()) == Library()


@settings(max_examples=20, deadline=None)
@given(documents())
def test_every_unit_and_army_reads_back_as_it_was(document: BattleDocument) -> None:
    units = {unit_id: keep_unit(document, unit_id) for unit_id in document.mass_combat.units}
    kept = Library(document.creatures, units, {"x": keep_army(document, "a")})
    assert library.library_from_json(json.loads(library.dumps(kept))) == kept


def test_a_unit_is_kept_without_its_place_and_with_its_creatures() -> None:
    kept = KEPT.units["Riders"]
    assert kept.unit.position is None
    assert sorted(kept.creatures) == ["goblin", "wolf"]
    document = apply_edit(BattleDocument(), kept.to_edit(BattleDocument(), "a")).document
    [unit] = document.mass_combat.units.values()
    assert (unit.id, unit.side, unit.name) == ("u7", "a", "Wolf riders")
    assert sorted(document.creatures) == ["goblin", "wolf"]
    with pytest.raises(IllegalActionError, match="no unit 'u99'"):
        keep_unit(DEMO, "u99")


def test_an_army_takes_the_place_of_another() -> None:
    edit = KEPT.armies["The Horde"].to_edit(DEMO, "b", replacing=("b",))
    assert apply_edit(DEMO, edit).document == DEMO
    more = apply_edit(DEMO, KEPT.armies["The Horde"].to_edit(DEMO, "a")).document
    assert more.mass_combat.sides == DEMO.mass_combat.sides
    assert [unit.id for unit in more.mass_combat.side_units("a")][6:] == [f"u{n}" for n in range(13, 19)]


def test_creatures_of_the_battle_do_not_change() -> None:
    fierce = replace(DEMO.creatures["goblin"], charisma=20)
    other = replace(DEMO, creatures={**DEMO.creatures, "goblin": fierce})
    document = apply_edit(other, KEPT.units["Riders"].to_edit(other, "b")).document
    assert document.creatures["goblin"] == fierce
    assert document.creatures["goblin-2"] == replace(DEMO.creatures["goblin"], id="goblin-2")
    unit = document.mass_combat.units["u13"]
    assert (unit.groups[0].creature, unit.groups[0].mount, unit.commander and unit.commander.creature) == (
        "goblin-2",
        "wolf",
        "goblin-2",
    )


def changed(*path: str, value: Any) -> str:
    data = json.loads(library.dumps(KEPT))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(data)


RIDERS = json.loads(library.dumps(KEPT))["units"]["Riders"]["unit"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", ""),
        ("[]", "format"),
        ("{", ""),
        ('{"format": NaN}', ""),
        ("[" * 100_000, ""),
        (b"\xff", ""),
        ("\ud800", "character 0"),
        ('{"format": "massbattle"}', "format"),
        (changed("version", value=2), "version"),
        (changed("version", value=10**400), "version"),
        (changed("version", value=True), "version"),
        (changed("other", value=1), "other"),
        (changed("creatures", "ogre", "size", value="big"), "creatures/ogre"),
        (changed("creatures", "orc", value=DEMO.creatures["ogre"].to_json()), "creatures/orc"),
        (changed("units", "Riders", "creatures", value={}), "units/Riders/creatures"),
        (changed("units", "Riders", "unit", "morale", value=99), "units/Riders/unit/morale"),
        (changed("armies", "The Horde", "side", "doctrine", value="dance"), "armies/The Horde/side/doctrine"),
        (changed("armies", "The Horde", "units", value=[RIDERS, RIDERS]), "armies/The Horde/units"),
        (b"x" * 20_000_001, ""),
    ],
)  # fmt: skip
def test_errors_name_the_place_and_the_remedy(text: str | bytes, place: str) -> None:
    with pytest.raises(BattleFileError) as caught:
        library.loads(text)
    assert caught.value.place == place
    assert caught.value.remedy


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=100) | st.text(max_size=100))
def test_junk_is_refused(data: bytes | str) -> None:
    with pytest.raises(BattleFileError):
        library.loads(data)
