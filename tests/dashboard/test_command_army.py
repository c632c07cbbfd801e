"""``massbattle army``: what it reads, writes and prints, and how it fails."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from dashboard.commands.army import app
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument
from tests.core.armies.documents import FORD


def run(*arguments: str | Path) -> Result:
    main = typer.Typer()
    main.add_typer(app, name="army")
    return CliRunner().invoke(main, ["army", *map(str, arguments)])


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "empty.json"
    path.write_text(battlefile.dumps(BattleDocument()), encoding="utf-8")
    return path


def test_export_and_import_give_the_same_battle(tmp_path: Path, empty: Path) -> None:
    table, again, new = (tmp_path / name for name in ("demo.csv", "again.json", "new.json"))
    assert run("export", FORD, "--out", table).exit_code == 0
    assert table.read_text(encoding="utf-8") == run("export", FORD).stdout
    assert run("import", table, "--into", FORD, "--out", again).exit_code == 0
    assert again.read_text(encoding="utf-8") == FORD.read_text(encoding="utf-8")
    result = run("import", table, "--into", empty, "--out", new)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Dornmere: Pikes of Dorn, Knights of the Lily, Border archers, Militia, Longbows, House guard",
        "Grukk’s Horde: Wolf riders, Ogre line, Orc host, Worg pack, Goblin slings, Hill giants",
    ]
    assert battlefile.load(new).mass_combat.units == battlefile.load(FORD).mass_combat.units


def test_one_side_replaces_or_joins(tmp_path: Path) -> None:
    table, out = tmp_path / "horde.csv", tmp_path / "out.json"
    run("export", FORD, "--side", "b", "--out", table)
    assert run("import", table, "--into", FORD, "--out", out, "--side", "a").exit_code == 0
    battle = battlefile.load(out).mass_combat
    assert [unit.name for unit in battle.side_units("a")] == [unit.name for unit in battle.side_units("b")]
    result = run("import", table, "--into", FORD, "--out", out, "--add")
    assert len(battlefile.load(out).mass_combat.units) == 18
    assert (
        "warning: mass_combat/units/u13/position: Wolf riders: Wolf riders stands on E18 (place it by hand)"
        in result.stderr
    )


def test_json_reports_units_and_problems(tmp_path: Path, empty: Path) -> None:
    table = tmp_path / "list.csv"
    table.write_text("camp;unité;créature;nombre;colonne;ligne\nRoyaume;Piquiers;gardes;120;35;2\n", encoding="cp1252")
    result = run("import", table, "--into", empty, "--out", tmp_path / "out.json", "--json")
    report = json.loads(result.stdout)
    assert report["format"] == 1
    groups = [{"creature": "guard", "count": 120, "mount": None}]
    assert report["units"] == [{"id": "u1", "side": "a", "name": "Piquiers", "groups": groups, "placed": False}]
    assert [(p["line"], p["column"], p["severity"]) for p in report["problems"]] == [
        (2, "is_commander", "warning"),
        (None, "col", "warning"),
    ]


def test_faulty_lines_are_named_with_their_remedies(tmp_path: Path, empty: Path) -> None:
    table, out = tmp_path / "list.csv", tmp_path / "out.json"
    table.write_text("unit,creature,count\nPikes,xyzzy,3\nHorde,orc,many\n", encoding="utf-8")
    result = run("import", table, "--into", empty, "--out", out)
    assert (result.exit_code, result.stdout, out.exists()) == (2, "", False)
    first, second = result.stderr.splitlines()
    assert first.startswith(f"massbattle army import: {table} line 2, creature: no creature is called 'xyzzy' (write")
    assert second.startswith(f"massbattle army import: {table} line 3, count: 'many' is no whole number (write")


def test_files_that_cannot_be_read_or_written(tmp_path: Path, empty: Path) -> None:
    junk = tmp_path / "junk.csv"
    junk.write_bytes(b"PK\x03\x04")
    good = tmp_path / "good.csv"
    good.write_text("creature,count\norc,3\n", encoding="utf-8")
    out = tmp_path / "out.json"
    for arguments, named in (
        (("import", junk, "--into", empty, "--out", out), junk),
        (("import", tmp_path / "none.csv", "--into", empty, "--out", out), tmp_path / "none.csv"),
        (("import", good, "--into", junk, "--out", out), junk),
        (("import", good, "--into", empty, "--out", tmp_path), tmp_path),
        (("export", junk), junk),
        (("export", empty, "--out", tmp_path), tmp_path),
        (("export", empty, "--side", "c"), "--side"),
        (("import", good, "--into", empty), "--out"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, ""), arguments
        assert str(named) in result.stderr
