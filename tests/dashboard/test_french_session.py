"""A game master who reads French, refused in every way there is: no word of it is English."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard.battle_files import unpack
from dashboard.i18n import Words
from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.battle_list import BattleList
from dashboard.models.bestiary import Bestiary
from dashboard.models.files import open_battle
from dashboard.models.imports import Imports
from dashboard.models.room import ReplayRequest
from dashboard.room import Room
from dashboard.rooms import Rooms
from dashboard.takeaway.markdown import battle_markdown
from dashboard.views.armies import Army
from dashboard.views.imports import imports_markup
from dashboard.views.map_words import found_markup
from dashboard.views.notices import problems_markup
from dashboard.views.unit_tools import problems_of, unit_problems
from massbattle_core import battlefile
from massbattle_core.armies import read_army_csv
from massbattle_core.armies.columns import COLUMN_NAMES, CONTRACT, UNIT_COLUMNS, column_of
from massbattle_core.armies.values import UNIT_VALUES
from massbattle_core.creatures import catalogue
from massbattle_core.errors import BattleFileError, MapFileError, PictureError, Problem
from massbattle_core.maps import read_map
from massbattle_core.mass_combat.backdrop import picture_of
from massbattle_core.mass_combat.edits import (
    MergeUnits,
    MoveUnit,
    RemoveUnit,
    SetCommander,
    SetFactors,
    SetGroups,
    SetMorale,
)
from massbattle_core.mass_combat.model import Group
from tests.core.maps.making import tiled
from tests.dashboard.fakes import ANA, BEN, EVE, demo, wait_for

FRENCH = Words("fr")
FIXTURES = Path(__file__).parents[1] / "core" / "creatures" / "fixtures"
ENGLISH = re.compile(
    r"\b(?:the|is|are|this|that|there|it|of|and|or|no|not|has|have|with|write|must|read|battle|creature|unit|side|map"
    r"|file|its|expected|where|give|already|cannot|feet|ft|line|a list|name it|computed|speed|from|to)\b",
    re.IGNORECASE,
)


_TYPED = "|".join(
    [*(side.name for side in demo().mass_combat.sides.values()), *(u.name for u in demo().mass_combat.units.values())]
)


def no_english(text: object) -> str:
    """The text that a page shows, without its tags; there is some, and none of it is English.

    Paths, file names and what people typed stay as they are.
    """
    shown = re.sub("[ \n]+", " ", re.sub(r"<[^>]*>", " ", str(text))).strip()
    assert shown
    words = re.sub(rf"{_TYPED}|[\w.]*/[\w./]*|«[^»]*»|&quot;.*?&quot;|\w+\.\w+|Map ▸ [A-Z]\w+( Map)?", " ", shown)
    assert not ENGLISH.search(words), shown
    return shown


def told(problems: Any) -> str:
    """What a notice shows of problems, all of it French."""
    assert problems
    return no_english(problems_markup(problems, FRENCH))


@pytest.fixture
def ana(room: Room) -> BattleSession:
    return BattleSession(room, ANA, language="fr", translate=FRENCH)


def test_edits_that_the_battle_does_not_allow(ana: BattleSession) -> None:
    there = ana.document.mass_combat.units["u2"].position
    for edit, words in (
        (MoveUnit("u1", there), "est déjà occupé"),
        (MoveUnit("u1", (59, 39)), "hors de la carte"),
        (RemoveUnit("u99"), "il n’y a plus d’unité"),
        (MergeUnits("u1", "u1"), "réunie à elle-même"),
        (SetFactors("u1", {"weather": 1}), "facteur de moral inconnu"),
        (SetMorale("u1", 99), "le nombre doit être au plus 10 (trouvé"),
        (SetGroups("u1", (Group("dragonne", 3),)), "créature inconnue"),
    ):
        assert not ana.submit(edit)
        assert words in no_english(ana.status)
        assert words in told(ana.refusal)


def test_what_is_wrong_with_a_battle(ana: BattleSession) -> None:
    ana.submit(SetGroups("u1", (Group("tarrasque", 1), Group("troll", 200))))
    ana.submit(SetCommander("u1", None))
    ana.submit(SetGroups("u2", ()))
    ana.submit(MoveUnit("u3", None))
    found = ana.problems
    assert {problem.severity for problem in found} == {"error", "warning"}
    for problem in found:
        no_english(FRENCH(problem.text))
    lines = Army().lines(ana.shown, None)
    no_english("".join(str(unit_problems(problems_of(found, line.unit), line, FRENCH) or "") for line in lines))
    sheet = battle_markdown(ana.document, "fr")
    assert "créature inconnue" not in sheet


def test_undo_restore_and_looking_on(room: Room, ana: BattleSession) -> None:
    assert not ana.undo()
    assert "il n’y a rien à annuler" in told(ana.refusal)
    ana.submit(MoveUnit("u1", (3, 3)))
    BattleSession(room, BEN).submit(MoveUnit("u1", (3, 4)))
    assert not ana.undo()
    assert re.search("modifié depuis par Ben.: .*place", told(ana.refusal))
    assert ana.look_back(1)
    assert not ana.submit(SetMorale("u1", 1))
    assert "à la révision 1" in told(ana.refusal)
    assert not ana.look_back(77)
    assert "n’a pas de révision 77" in told(ana.refusal)
    eve = BattleSession(room, EVE, language="fr", translate=FRENCH)
    assert not eve.submit(SetMorale("u1", 2))
    assert "en spectateur" in told(eve.refusal)


def test_battle_files(ana: BattleSession) -> None:
    sound = json.loads(battlefile.dumps(demo()))
    wrong = {**sound, "mass_combat": {**sound["mass_combat"], "rounds": 3, "simulation": {"round_limit": "many"}}}
    for data, words in (
        (b"{", "guillemets"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b'{"format": "else"}', "ce n’est pas un fichier de bataille"),
        (json.dumps({**sound, "version": 99}), "en version 99"),
        (json.dumps({**sound, "name": 3}), "il faut un texte (trouvé"),
        (json.dumps(wrong), "il faut un nombre entier"),
        ('{"a": 1, "a": 2}', "figure deux fois"),
    ):
        assert not open_battle(ana, data.encode() if isinstance(data, str) else data, "essai.json")
        no_english(ana.status)
        assert words in told(ana.refusal)
    for data in (b"PK\x03\x04", b"PK\x05\x06" + bytes(18)):
        assert "zip" in told(unpack("essai.zip", data)[1])


def test_the_list_of_battles(rooms: Rooms) -> None:
    battles = BattleList(rooms, ANA, translate=FRENCH)
    new, _ = rooms.store.load(battles.create("Le gué"))
    assert [side.name for side in new.mass_combat.sides.values()] == ["Camp A", "Camp B"]
    assert not battles.destroy("nowhere")
    assert "dans la corbeille" in told(battles.refusal)


def test_lists_and_creatures_that_are_dropped(ana: BattleSession, tmp_path: Path) -> None:
    imports = Imports(Bestiary(ana, LibraryFile(tmp_path / "library.json"), FRENCH), FRENCH)
    army = """camp;unité;créature;nombre;monture;commandant;moral;col;rangée;couleur
a;Loups;gobelin;200;loup;;fort;3;5;
c;Loups;hobgobelin;-3;;oui;;;;
b;Ligne;xyzzyx;50;;;0;;;
b;Ligne;orque;beaucoup;;;;12;5;
;;;;;;;;;=A1
b;Autre;orc;1;;;;90;0;
"""
    files = {
        "armee.csv": army.encode(),
        "classeur.xlsx": b"PK\x03\x04",
        "vide.csv": b"a,b,c\n1,2,3\n",
        "bestiaire.json": b'[{"name": "Xyz", "cr": "1", "speeds": {"walk": -4}, "size": "big", "charisma": 8}]',
        "faux.json": b'{"name": ',
        "faux.xml": b"<compendium><monster></compendium>",
        "rien.json": b'{"hello": 1}',
        "five.json": json.dumps(
            {"monster": [{"name": "Xyz", "size": ["S", "M"], "speed": {"walk": 30, "fly": {"number": 60, "condition":
             "(x)"}, "climb": True}, "_copy": {"name": "Abc"}, "cr": "1"}]}
        ).encode(),
    }  # fmt: skip
    for name, data in files.items():
        imports.add(name, data)
    shown = no_english(imports_markup(imports, ana.document.mass_combat, 0, FRENCH))
    for words in ("n’est pas une colonne", "serait un troisième camp", "n’est pas un nombre entier", "pas de Charisme"):
        assert words in shown
    assert "vitesse de vol de 18\N{NARROW NO-BREAK SPACE}m" in shown
    number = next(iter(imports.sources))
    assert not imports.accept_army(number)
    no_english(imports._bestiary.said)


def test_the_words_that_a_list_asks_for_in_french_are_read() -> None:
    headings = FRENCH(read_fault(b"1,2\n3,4\n").remedy).split("\N{NARROW NO-BREAK SPACE}: ")[1].split(",")
    assert tuple(map(column_of, headings)) == CONTRACT
    for column in {*CONTRACT, *UNIT_COLUMNS, "charisma", "commander_name", "side_name"}:
        assert column_of(FRENCH(COLUMN_NAMES[column])) == column
    for column in ("doctrine", "targets", "mode", "secret"):
        reader = UNIT_VALUES[column]
        words = re.split(", | ou ", FRENCH(reader.remedy).removeprefix("écrivez "))
        assert len(words) > 1
        assert None not in map(reader.read, words)


def read_fault(data: bytes) -> BattleFileError:
    with pytest.raises(BattleFileError) as error:
        read_army_csv(data, {}, catalogue())
    return error.value


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "JSON"),
        (b"<map", "XML"),
        (b"col,row,terrain\n0,0,lava lake\n0,0,open\nx,1,open\n", "n’est pas un"),
        (tiled([1] * 4, 2, 2, index="third"), "staggerindex vaut"),
        (tiled([1] * 3, 2, 2), "tuiles"),
        (tiled([1] * 6100, 61, 100), "rognez-la dans Tiled"),
        (json.dumps({"resolution": {"map_size": {"x": 30, "y": 20}}, "line_of_sight": []}).encode(), "pieds"),
    ],
)
def test_maps_that_cannot_be_read(data: bytes, words: str) -> None:
    with pytest.raises(MapFileError) as error:
        read_map(data, "carte.tmj")
    problem = Problem(error.value.place, error.value.message, error.value.remedy)
    assert words in told([problem]).replace("staggeraxis", "")


def test_guesses_about_a_map() -> None:
    data = tiled([1, 2, 3, 9], 2, 2, axis="x", layer={"properties": {"terrain": "jelly", "elevation": "x"}})
    found = read_map(data, "carte.tmj")
    assert len(found.problems) > 2
    no_english(found_markup(found, None, [], FRENCH))


def test_pictures() -> None:
    with pytest.raises(PictureError) as error:
        picture_of("data:image/png;base64,AAAA")
    told([Problem("", error.value.message, error.value.remedy)])


def test_no_odds_and_no_replay(ana: BattleSession, engine: Any) -> None:
    engine.broken["run"] = ZeroDivisionError("worker")
    assert ana.submit(SetMorale("u1", 4))
    wait_for(lambda: ana.odds_problem)
    no_english(FRENCH(ana.odds_problem))
    ana.submit(SetCommander("u1", None))
    ana.simulated.watch(ReplayRequest())
    wait_for(lambda: ana.refusal)
    assert "pas de commandant" in told(ana.refusal)


def test_the_same_in_english_stays_english(room: Room) -> None:
    ana = BattleSession(room, ANA, translate=Words("en"))
    assert not ana.submit(SetMorale("u1", 99))
    assert ana.status == "Pikes of Dorn: morale: the number must be 10 or less (found 99)"
    assert replace(ana.refusal[0], place="").text == "the number must be 10 or less (found 99)"
