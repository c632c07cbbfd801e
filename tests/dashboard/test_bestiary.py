"""What a game master keeps: creatures, units and armies, from battle to battle."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dashboard.i18n import Words
from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.bestiary import Bestiary
from dashboard.models.creature_form import blank_form, form_of
from dashboard.models.creature_search import Query
from dashboard.models.files import save_battle
from dashboard.models.imports import Imports
from dashboard.room import Room
from dashboard.rooms import Rooms
from dashboard.views.creatures_part import CreaturesPart
from massbattle_core import battlefile
from massbattle_core.creatures import Creature, catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.edits import AddUnit, SetGroups
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Group, Unit
from tests.dashboard.fakes import ANA, BEN

GOBLIN = catalogue().get("goblin")
assert GOBLIN
MARSHAL = replace(GOBLIN, id="", name="Goblin marshal", french_name="", challenge_rating=Fraction(2), charisma=16)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.json"


@pytest.fixture
def ana(room: Room, path: Path) -> Bestiary:
    return Bestiary(BattleSession(room, ANA), LibraryFile(path))


def test_a_creature_of_ones_own_is_found_in_every_battle(ana: Bestiary, rooms: Rooms, path: Path) -> None:
    key = ana.keep_creature(MARSHAL)
    assert key == "goblin-marshal"
    elsewhere = Bestiary(BattleSession(rooms.get_room(rooms.store.create(BattleDocument())), ANA), LibraryFile(path))
    assert next(c.id for c in elsewhere.search(Query("goblin marshal"))) == key
    assert elsewhere.search(Query("goblin"))[0].id == key  # one's own before the SRD's
    assert elsewhere.origin(key) == "own"
    assert elsewhere.session.submit(AddUnit(Unit("u1", "a", "Staff")))
    edit = elsewhere.with_creature(key, SetGroups("u1", (Group(key, 3),)))
    assert edit
    assert elsewhere.session.submit(edit)
    shared = battlefile.loads(save_battle(elsewhere.session))  # whole without the library
    assert shared.creatures[key] == replace(MARSHAL, id=key)


def test_the_bestiary_is_leafed_through_without_a_search(ana: Bestiary) -> None:
    shown, _foot = CreaturesPart(ana, Imports(ana), Words("en"), lambda: None, lambda: None).body()
    assert "Aboleth" in str(shown)
    assert "There are more" in str(shown)


def test_a_changed_creature_changes_the_battle_only_if_asked(ana: Bestiary) -> None:
    key = ana.keep_creature(MARSHAL, in_battle=True)
    stronger = replace(MARSHAL, challenge_rating=Fraction(5))
    assert ana.keep_creature(stronger, instead_of=key) == key
    assert ana.session.document.creatures[key].challenge_rating == 2
    assert ana.library.creatures[key].challenge_rating == 5
    revision = ana.session.revision
    ana.keep_creature(stronger, instead_of=key, in_battle=True)
    assert ana.session.document.creatures[key].challenge_rating == 5
    assert ana.session.revision == revision + 1
    assert ana.session.undo()
    assert ana.session.document.creatures[key].challenge_rating == 2


def test_ids_of_the_srd_and_of_this_battle_are_never_taken(ana: Bestiary) -> None:
    assert ana.keep_creature(replace(GOBLIN, charisma=18)) == "goblin-2"
    assert ana.keep_creature(replace(GOBLIN, charisma=19)) == "goblin-3"
    assert ana.get("goblin") == GOBLIN


def test_deleting_can_be_taken_back_unless_somebody_changed_it(ana: Bestiary, room: Room, path: Path) -> None:
    key = ana.keep_creature(MARSHAL)
    assert ana.forget("creatures", key)
    assert ana.library.creatures == {}
    assert ana.undo()
    assert ana.library.creatures == {key: replace(MARSHAL, id=key)}
    assert not ana.can_undo
    ana.forget("creatures", key)
    Bestiary(BattleSession(room, ANA), LibraryFile(path)).keep_creature(MARSHAL)
    assert not ana.undo()
    assert "changed since" in ana.said
    ana.refresh()
    assert set(ana.library.creatures) == {key}


def test_creatures_that_are_kept_already_are_not_kept_twice(ana: Bestiary) -> None:
    other = replace(MARSHAL, charisma=8)
    assert ana.keep_creatures([MARSHAL, MARSHAL, other], in_battle=False)
    assert set(ana.library.creatures) == {"goblin-marshal", "goblin-marshal-2"}
    assert ana.keep_creatures([replace(MARSHAL, source="elsewhere")], in_battle=True)
    assert set(ana.library.creatures) == {"goblin-marshal", "goblin-marshal-2"}
    assert ana.session.document.creatures["goblin-marshal"] == replace(MARSHAL, id="goblin-marshal", source="elsewhere")


def test_filters_narrow_the_search(ana: Bestiary) -> None:
    ana.keep_creature(MARSHAL)
    found = ana.search(Query("", size="large", min_cr=Fraction(5), max_cr=Fraction(6), mode="fly"), limit=50)
    assert found
    assert all(c.size == "large" and 5 <= c.challenge_rating <= 6 and "fly" in c.speeds for c in found)
    assert "goblin-marshal" in {c.id for c in ana.search(Query("goblin", ranged=True))}
    assert "goblin-marshal" not in {c.id for c in ana.search(Query("goblin", ranged=False))}


def test_units_and_armies_come_into_another_battle_as_one_edit(ana: Bestiary, rooms: Rooms, path: Path) -> None:
    assert ana.keep_unit("u1")
    assert ana.keep_army("b")
    [unit], [army] = ana.library.units, ana.library.armies
    elsewhere = Bestiary(BattleSession(rooms.get_room(rooms.store.create(BattleDocument())), ANA), LibraryFile(path))
    session = elsewhere.session
    assert elsewhere.put_unit(unit, "b")
    assert elsewhere.put_army(army, "b", replacing=("b",))
    assert session.revision == 2
    battle = session.document.mass_combat
    assert [u.name for u in battle.side_units("b")] == [
        u.name for u in ana.session.document.mass_combat.side_units("b")
    ]
    assert battle.sides["b"].name == ana.session.document.mass_combat.sides["b"].name
    assert session.selected in battle.units
    assert session.undo()
    assert [u.name for u in session.document.mass_combat.side_units("b")] == [unit]
    assert ana.rename("armies", army, "The host")
    assert set(ana.library.armies) == {"The host"}
    assert ana.keep_army("b")
    assert ana.rename("armies", "The host", army)
    assert set(ana.library.armies) == {army, f"{army} 2"}


def test_only_the_owner_changes_the_library(room: Room, path: Path) -> None:
    ben = Bestiary(BattleSession(room, BEN), LibraryFile(path))
    assert not ben.keep_creature(MARSHAL)
    assert not ben.keep_unit("u1")
    assert "owner" in ben.said
    assert not path.exists()


@pytest.mark.parametrize("name", ["keep_army", "keep_unit"])
def test_what_is_not_there_is_refused(ana: Bestiary, name: str) -> None:
    act: Callable[[str], bool] = getattr(ana, name)
    for unit in list(ana.session.document.mass_combat.side_units("a")):
        ana.session.document.mass_combat.units.pop(unit.id)  # type: ignore[attr-defined]
    assert not act("a" if name == "keep_army" else "u1")
    assert ana.refusal


# ---------------------------------------------------------------- the form


def test_the_form_tells_all_faults_at_once_and_what_a_unit_is_worth() -> None:
    form = blank_form(metric=False).add_attack().write("hp", "abc").write("walk", "fast")
    assert set(form.faults) == {"name", "hp", "speeds/walk", "attacks/0/name"}
    assert form.creature is None
    form = form.drop_attack(0).write("name", "Iron ogre").write("hp", "").write("walk", "40").write("cr", "3")
    assert form.faults == {}
    built = form.built(HouseRules())
    assert built
    assert (built.battle_rating.value, built.speed // 100) == (40, 4)


@pytest.mark.parametrize("metric", [False, True])
def test_a_form_gives_back_every_creature_as_it_was(metric: bool) -> None:
    for creature in catalogue():
        found = form_of(creature, metric, instead_of=creature.id).creature
        assert found
        assert replace(found, problems=creature.problems) == creature


def test_metres_are_read_as_people_write_them() -> None:
    form = blank_form(metric=True)
    assert form.values["walk"] == "9"
    creature: Creature | None = form.write("name", "Cavalier").write("walk", "13,5").write("fly", "1.5").creature
    assert creature
    assert creature.speeds == {"walk": 45, "fly": 5}
    assert set(form.write("name", "x").write("swim", "vite").faults) == {"speeds/swim"}
