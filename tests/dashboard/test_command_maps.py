import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from dashboard.commands import map as maps
from massbattle_core.battlefile import dumps, load
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Hex, MassBattle, Unit

FIXTURES = Path(__file__).parents[1] / "core" / "maps" / "fixtures"


@pytest.fixture
def run():
    app = typer.Typer()
    app.add_typer(maps.app, name="map")
    return lambda *arguments: CliRunner().invoke(app, ["map", *map(str, arguments)])


@pytest.fixture
def battle(tmp_path):
    units = {"u1": Unit("u1", "a", "Pikes", position=(1, 1)), "u2": Unit("u2", "b", "Orcs", position=(20, 10))}
    path = tmp_path / "battle.json"
    path.write_text(dumps(BattleDocument("Ford", {}, MassBattle(units=units))), encoding="utf-8")
    return path


def test_a_map_is_laid_under_a_battle(run, battle):
    result = run("import", FIXTURES / "valley.tmx", "--into", battle)
    after = load(battle).mass_combat
    assert result.exit_code == 0
    assert "Tiled: 4 × 3: 12 hexes" in result.stdout
    assert "left the board: Orcs" in result.stdout
    assert "warning: tilesets" in result.stderr
    assert after.field.hex((1, 0)) == Hex("water")
    assert after.units["u1"].position == (1, 1)
    assert after.units["u2"].position is None


def test_another_file_can_be_written(run, battle, tmp_path):
    before = battle.read_bytes()
    assert run("import", FIXTURES / "ford.csv", "--into", battle, "--out", tmp_path / "new.json").exit_code == 0
    assert battle.read_bytes() == before
    assert load(tmp_path / "new.json").mass_combat.field.columns == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["battle.json", "new.json"]


def test_the_scale_of_squares_is_asked_for(run, battle):
    result = run("import", FIXTURES / "tower.dd2vtt", "--into", battle)
    assert result.exit_code == 2
    assert "100 × 90 squares" in result.stderr
    assert "--feet-per-square 5" in result.stderr
    assert run("import", FIXTURES / "tower.dd2vtt", "--into", battle, "--feet-per-square", "5").exit_code == 0
    assert load(battle).mass_combat.field.rows == 6


def test_a_part_of_a_large_map_is_read(run, battle, tmp_path):
    table = tmp_path / "large.csv"
    table.write_text("col,row,terrain\n0,0,open\n99,0,water\n")
    assert "100 columns" in run("import", table, "--into", battle).stderr
    assert run("import", table, "--into", battle, "--crop", "90,0").exit_code == 0
    assert load(battle).mass_combat.field.hexes == {"9,0": Hex("water")}


def test_what_is_exported_is_imported_again(run, battle, tmp_path):
    run("import", FIXTURES / "ford.json", "--into", battle)
    field = load(battle).mass_combat.field
    for option, name in ((), "map.json"), (("--csv",), "map.csv"):
        result = run("export", battle, *option)
        assert result.exit_code == 0
        assert run("export", battle, *option, "--out", tmp_path / name).exit_code == 0
        assert (tmp_path / name).read_bytes() == result.stdout_bytes
        run("import", FIXTURES / "valley.tmx", "--into", battle)
        assert run("import", tmp_path / name, "--into", battle).exit_code == 0
        assert load(battle).mass_combat.field == field
    assert json.loads((tmp_path / "map.json").read_text())["format"] == "massbattle-map"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("import", "missing.csv", "--into", "BATTLE"), "missing.csv: No such file"),
        (("import", "BATTLE", "--into", "BATTLE"), "format: this is a whole battle"),
        (("import", FIXTURES / "ford.csv", "--into", "missing.json"), "missing.json: cannot be read"),
        (("import", FIXTURES / "ford.csv", "--into", FIXTURES / "ford.json"), "format: this is no battle file"),
        (("import", FIXTURES / "ford.csv", "--into", "BATTLE", "--out", "/nowhere/new.json"), "/nowhere/new.json"),
        (("import", FIXTURES / "ford.csv", "--into", "BATTLE", "--crop", "4"), "COLUMN,ROW"),
        (("import", FIXTURES / "ford.csv", "--into", "BATTLE", "--crop", "9,9"), "ford.csv: crop"),
        (("import", FIXTURES / "tower.dd2vtt", "--into", "BATTLE", "--feet-per-square", "nan"), "feet_per_square"),
        (("export", "missing.json"), "missing.json: cannot be read"),
    ],
)
def test_bad_input_names_place_and_remedy_and_the_battle_stays(run, battle, arguments, words):
    before = battle.read_bytes()
    result = run(*(battle if argument == "BATTLE" else argument for argument in arguments))
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""
    assert battle.read_bytes() == before
