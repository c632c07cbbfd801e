"""``massbattle creatures``: what it prints and how it fails."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from dashboard.commands.creatures import app
from dashboard.library_file import LibraryFile

FIXTURES = Path(__file__).parent.parent / "core" / "creatures" / "fixtures"


def run(*arguments: str) -> Result:
    main = typer.Typer()
    main.add_typer(app, name="creatures")
    return CliRunner().invoke(main, ["creatures", *arguments])


def listed(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def test_search_prints_the_best_first() -> None:
    result = run("search", "gobelins")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == (
        "Goblin (Gobelin) · CR 1/4 · small · walk 30 ft · Cha 8 · AC 15 · HP 7 · shoots 320 ft at long range"
    )


def test_json_has_the_documented_keys() -> None:
    [goblin] = listed("search", "goblin", "--limit", "1")
    contract = {
        "name": "Goblin", "cr": "1/4", "size": "small", "speeds": {"walk": 30}, "charisma": 8, "ac": 15, "hp": 7,
        "ranged_ft": 320, "source": "SRD 5.1", "problems": [],
    }  # fmt: skip
    assert {key: goblin[key] for key in contract} == contract


def test_search_filters() -> None:
    found = listed("search", "--ranged", "--min-cr", "1/4", "--max-cr", "0.5", "--size", "Small", "--limit", "50")
    assert {creature["name"] for creature in found} == {"Goblin", "Deep Gnome (Svirfneblin)"}
    assert len(listed("search", "--limit", "400")) == 334
    assert run("search", "xyzzy").stdout == "No creature fits.\n"
    assert listed("search", "xyzzy") == []


def test_show_prints_the_attacks() -> None:
    result = run("show", "éclaireur")
    assert "  Longbow: +4 to hit, range 150/600 ft, 1d8+2" in result.stdout.splitlines()
    assert [creature["id"] for creature in listed("show", "Chevalier")] == ["knight"]


def test_show_says_what_the_catalogue_doubts() -> None:
    assert "warning: challenge_rating: printings disagree" in run("show", "chain devil").stdout
    assert listed("show", "chain devil")[0]["problems"][0]["severity"] == "warning"


def test_an_unknown_name_fails_with_a_remedy() -> None:
    result = run("show", "goblinn")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean Goblin" in result.stderr


@pytest.mark.parametrize("option", [("--size", "big"), ("--min-cr", "x"), ("--max-cr", "1/3"), ("--limit", "0")])
def test_bad_options_fail(option: tuple[str, str]) -> None:
    result = run("search", "x", *option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert option[0] in result.stderr


def test_import_reads_files() -> None:
    found = listed("import", str(FIXTURES / "own.json"), str(FIXTURES / "five_e_tools.json"))
    assert [creature["name"] for creature in found] == ["Border Archer", "Border Archer", "Border Veteran"]
    assert [creature["cr"] for creature in found] == ["1/2", "1/2", "3"]
    assert found[2]["problems"][0]["place"] == "monster/1/size"
    assert "Border Archer · CR 1/2" in run("import", str(FIXTURES / "foundry_5.json")).stdout


def test_what_import_prints_can_be_imported(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(run("import", str(FIXTURES / "five_e_tools.json"), "--json").stdout, encoding="utf-8")
    assert listed("import", str(path)) == listed("import", str(FIXTURES / "five_e_tools.json"))


def test_import_names_file_place_and_remedy(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"name": ', encoding="utf-8")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('[{"name": "A", "cr": "1", "speeds": {}, "size": "big", "charisma": 8}]', encoding="utf-8")
    missing = tmp_path / "missing.json"
    result = run("import", str(broken), str(wrong), str(missing), str(FIXTURES / "own.json"))
    assert (result.exit_code, result.stdout) == (2, "")
    first, second, third = result.stderr.splitlines()
    assert first.startswith(f"{broken}: line 1, column")
    assert second.startswith(f"{wrong}: 0/size: 'big' is no size (write one of")
    assert third.startswith(f"{missing}: ")
    assert all(line.endswith(")") for line in (first, second, third))


def test_imported_creatures_are_kept_once_unless_only_shown(tmp_path: Path) -> None:
    library = tmp_path / "library.json"
    file = str(next(FIXTURES.glob("*.monster")))
    assert run("import", file, "--no-keep", "--library", str(library)).exit_code == 0
    assert not library.exists()
    for new in (1, 0):
        result = run("import", file, "--library", str(library))
        assert result.exit_code == 0
        assert result.stderr == f"{new} new in {library}\n"
    assert len(LibraryFile(library).read().creatures) == 1


def test_a_library_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    library = tmp_path / "library.json"
    library.write_text("[]")
    result = run("import", str(next(FIXTURES.glob("*.monster"))), "--library", str(library))
    assert result.exit_code == 2
    assert str(library) in result.stderr
    assert library.read_text() == "[]"
