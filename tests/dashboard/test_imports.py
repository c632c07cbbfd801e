"""Files that are dropped: recognised by content, previewed, mended, taken as one edit."""

import json
from pathlib import Path

import pytest

from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.bestiary import Bestiary
from dashboard.models.imports import ArmyList, CreatureFile, Imports, Refused, Source, WholeLibrary
from dashboard.room import Room
from massbattle_core import battlefile
from massbattle_core.armies import library, write_army_csv
from massbattle_core.creatures import catalogue
from tests.dashboard.fakes import ANA, EVE, wait_for

FIXTURES = Path(__file__).parents[1] / "core" / "creatures" / "fixtures"
FAULTY = """side;unit;creature;count;mount;is_commander;morale;col;row
a;Riders;goblin;200;wolf;;1;3;5
a;Riders;hobgoblin;;;yes;;;
b;Line;xyzzyx;50;;;0;;
b;Line;orc;minus;;;;12;5
b;Line;orc;;;oui;;;
"""


@pytest.fixture
def imports(room: Room, tmp_path: Path) -> Imports:
    return Imports(Bestiary(BattleSession(room, ANA), LibraryFile(tmp_path / "library.json")))


def army(imports: Imports, number: int) -> ArmyList:
    source = imports.sources[number]
    assert isinstance(source, ArmyList)
    return source


def added(imports: Imports, name: str, data: bytes) -> Source:
    number = imports.add(name, data)
    return imports.sources[number]


def session_of(imports: Imports) -> BattleSession:
    return imports._bestiary.session


def test_a_faulty_list_is_mended_and_taken_as_one_edit(imports: Imports) -> None:
    session = session_of(imports)
    before = session.document
    number = imports.add("armies.csv", FAULTY.encode("cp1252"))
    assert {problem.line for problem in army(imports, number).preview.errors} == {4, 5}
    assert not imports.accept_army(number)
    assert session.document == before
    imports.write_cell(number, 4, {"creature": "ogre"})
    imports.write_cell(number, 5, {"count": "60"})
    assert army(imports, number).preview.errors == ()
    assert imports.accept_army(number)
    assert session.revision == 1
    battle = session.document.mass_combat
    assert {unit.name: [(g.creature, g.count, g.mount) for g in unit.groups] for unit in battle.ordered_units()} == {
        "Riders": [("goblin", 200, "wolf")],
        "Line": [("ogre", 50, None), ("orc", 60, None)],
    }
    assert imports.sources == {}
    assert session.undo()
    assert session.document == before


def test_lines_can_be_dropped_and_sides_added_to(imports: Imports) -> None:
    session = session_of(imports)
    count = len(session.document.mass_combat.units)
    number = imports.add("armies.csv", FAULTY.encode())
    for line in (4, 5):
        imports.drop_line(number, line)
    imports.toggle_replacing(number, "a")
    imports.toggle_replacing(number, "b")
    assert imports.accept_army(number)
    assert len(session.document.mass_combat.units) == count + 2
    number = imports.add("one.csv", b"side,unit,creature,count\na,Guards,guard,20\n")
    imports.drop_line(number, 2)
    assert imports.sources == {}


def test_an_exported_battle_comes_back_the_same(imports: Imports) -> None:
    session = session_of(imports)
    before = session.document.mass_combat
    text = write_army_csv(session.document)
    assert imports.accept_army(imports.add("armies.csv", text.encode()))
    assert session.document.mass_combat == before


def test_creatures_of_many_formats_are_read_previewed_and_kept(imports: Imports) -> None:
    session, bestiary = session_of(imports), imports._bestiary
    for file in sorted(f for f in FIXTURES.iterdir() if f.suffix != ".csv"):
        number = imports.add(file.name, file.read_bytes())
        assert isinstance(imports.sources[number], CreatureFile), file.name
    number, source = next((n, s) for n, s in imports.sources.items() if isinstance(s, CreatureFile) and s.found)
    assert isinstance(source, CreatureFile)
    assert source.found[0].format
    imports.toggle_all(number)
    assert not imports.accept_creatures(number, in_battle=True)
    imports.toggle_creature(number, 0)
    name = source.found[0].creature.name
    assert imports.accept_creatures(number, in_battle=True)
    assert [creature.name for creature in bestiary.library.creatures.values()] == [name]
    assert session.revision == 1
    assert set(bestiary.library.creatures) <= set(session.document.creatures)


def test_a_list_may_name_creatures_that_are_taken_first(imports: Imports) -> None:
    orc = catalogue().get("orc")
    assert orc
    grey = json.dumps([{**orc.to_json(), "id": "", "name": "Grumbling Zorg"}]).encode()
    lists = imports.add("army.csv", b"side,unit,creature,count\na,Grey,Grumbling Zorg,30\n")
    assert army(imports, lists).preview.errors
    assert imports.accept_creatures(imports.add("zorg.json", grey), in_battle=False)
    assert army(imports, lists).preview.errors == ()
    assert imports.accept_army(lists)
    assert session_of(imports).document.creatures["grumbling-zorg"].name == "Grumbling Zorg"


def test_a_library_is_taken_over_beside_ones_own(imports: Imports) -> None:
    bestiary = imports._bestiary
    bestiary.keep_unit("u1")
    data = library.dumps(bestiary.library).encode()
    bestiary.keep_army("a")
    number = imports.add("library.json", data)
    assert isinstance(imports.sources[number], WholeLibrary)
    assert imports.accept_library(number)
    assert len(bestiary.library.units) == len(bestiary.library.armies) == 1


WRONG = {
    "nothing": (b"", "", "empty"),
    "a spreadsheet": (b"PK\x03\x04" + bytes(80), "", "save the list as CSV"),
    "prose": (b"Once upon a time, there was a goblin.\n", "", "names the columns"),
    "broken JSON": (b'{"name": "x",', "", "JSON"),
    "nesting": (b"[" * 100_000, "", ""),
    "entities": (b'<!DOCTYPE x [<!ENTITY a "b">]><compendium>&a;</compendium>', "", ""),
    "UTF-16 JSON": ('{"name": "x"}'.encode("utf-16"), "", ""),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_cannot_be_read_is_told_with_a_remedy_and_changes_nothing(imports: Imports, kind: str) -> None:
    data, _place, said = WRONG[kind]
    source = added(imports, "file", data)
    assert isinstance(source, Refused)
    assert source.problem.message
    assert source.problem.remedy
    assert said in str(source.problem)
    assert session_of(imports).revision == 0


def test_a_whole_battle_is_sent_to_the_menu(imports: Imports) -> None:
    source = added(imports, "b.json", battlefile.dumps(session_of(imports).document).encode())
    assert isinstance(source, Refused)
    assert "menu" in source.problem.remedy


def test_a_viewer_takes_nothing_in(room: Room, tmp_path: Path) -> None:
    imports = Imports(Bestiary(BattleSession(room, EVE), LibraryFile(tmp_path / "library.json")))
    number = imports.add("armies.csv", b"side,unit,creature,count\na,Guards,guard,20\n")
    assert not imports.accept_army(number)
    assert session_of(imports).revision == 0
    assert number in imports.sources


def test_a_large_file_is_read_while_the_page_goes_on(imports: Imports) -> None:
    goblin = catalogue().get("goblin")
    assert goblin
    many = json.dumps([{**goblin.to_json(), "id": "", "name": f"Goblin {n}"} for n in range(1500)]).encode()
    number, away = imports.add("many.json", many), imports.add("away.json", many)
    imports.put_away(away)
    wait_for(lambda: isinstance(imports.sources[number], CreatureFile))
    assert list(imports.sources) == [number]
    source = imports.sources[number]
    assert isinstance(source, CreatureFile)
    assert len(source.found) == 1500


def test_more_files_than_fit_are_told(imports: Imports) -> None:
    for number in range(45):
        imports.add(f"{number}.csv", b"side,unit,creature,count\na,Guards,guard,20\n")
    *waiting, refused = imports.sources.values()
    assert [source.name for source in waiting] == [f"{number}.csv" for number in range(40)]
    assert isinstance(refused, Refused)
    assert refused.name == "44.csv"
