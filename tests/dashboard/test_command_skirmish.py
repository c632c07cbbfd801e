"""``massbattle skirmish``."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from dashboard.commands.skirmish import command

HEROES = "2x hero:ac=16,hp=20,attack=+6:1d8+4,speed=30,character"
ORCS = "3x orc:ac=13,hp=15,attack=+5:1d12+3"


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(command)
    return lambda *arguments: CliRunner().invoke(app, [*map(str, arguments)])


def test_a_table_of_who_wins_and_what_falls(run):
    result = run("--side", HEROES, "--side", ORCS, "--fights", 200)
    assert result.exit_code == 0
    assert "A wins" in result.stdout
    assert "hero (A)" in result.stdout
    assert "enemies felled by the end of each round" in result.stdout


def test_json_holds_the_laws(run):
    result = run("--side", HEROES, "--side", f"{ORCS}; archer:hp=8,attack=+4:1d6@0/80,doctrine=shoot,dex=2", "--json")
    odds = json.loads(result.stdout)
    assert (odds["format"], odds["method"], odds["battles"], odds["seed"]) == (1, "simulated", 2000, 0)
    assert odds["win"]["p"] + odds["undecided"]["p"] + odds["loss"]["p"] == pytest.approx(1)
    assert odds["win"]["low"] <= odds["win"]["p"] <= odds["win"]["high"]
    assert sum(odds["rounds"].values()) == pytest.approx(1)
    assert [(group["name"], group["side"], group["count"]) for group in odds["groups"]] == [
        *(("hero", "A", 2), ("orc", "B", 3), ("archer", "B", 1))
    ]
    hero = odds["groups"][0]
    assert len(hero["kills"]) == max(map(int, odds["rounds"])) + 1
    assert all(
        sum(law) == pytest.approx(1) for law in (hero["standing"], hero["dead"], *hero["kills"], *hero["fallen"])
    )


def test_a_file_and_a_house_rule(run, tmp_path):
    sheet = {"name": "h", "armor_class": 15, "hit_points": 20, "attacks": ["+5:1d8+3"], "abilities": {"dexterity": 2}}
    groups = [{"name": side, "side": side, "combatant": sheet} for side in "AB"]
    path = tmp_path / "duel.json"
    path.write_text(json.dumps({"format": 1, "groups": groups, "terrain": {"difficult": [[3, 3]]}, "round_limit": 9}))
    result = run(path, "--rule", "critical=none", "--fights", 50, "--json")
    assert result.exit_code == 0
    assert max(map(int, json.loads(result.stdout)["rounds"])) <= 9


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ["--side", "give --side twice"]),
        (("--side", HEROES, "--side", "orc"), ["--side", "has no sheet"]),
        (("--side", HEROES, "--side", "orc:ac=x,hq=3,attack=5"), ["ac=x", "hq=3", "attack=5", "write it like"]),
        (("--side", HEROES, "--side", ORCS, "--fights", 0), ["--fights", "a whole number from 1"]),
        (("--side", HEROES, "--side", ORCS, "--rounds", 0), ["--rounds"]),
        (("--side", HEROES, "--side", ORCS, "--distance", 1), ["--distance"]),
        (("--side", HEROES, "--side", ORCS, "--rule", "critical=x"), ["--rule critical", "double_dice"]),
        (("--side", HEROES, "--side", "orc:hp=0,size=vast"), ["groups/1/combatant/hit_points", "size"]),
    ],
)
def test_bad_options_name_the_option_and_the_remedy(run, arguments, words):
    result = run(*arguments)
    assert result.exit_code == 2
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["is no JSON"]),
        ("[]", ["format 1"]),
        ('{"format": 2}', ["format 1"]),
        ('{"format": 1, "groups": [{"nam": 1}]}', ["groups/0", "'nam'"]),
        ('{"format": 1, "groups": [{"combatant": {"attacks": ["x"]}}]}', ["groups/0/combatant/attacks/0"]),
        ('{"format": 1, "groups": [{"name": true}]}', ["groups/0/name"]),
        ('{"format": 1}', ["groups"]),
    ],
)
def test_bad_files_name_the_place(run, tmp_path, text, words):
    path = tmp_path / "bad.json"
    path.write_text(text)
    result = run(path)
    assert result.exit_code == 2
    for word in (str(path), *words):
        assert word in result.stderr
    assert run(tmp_path / "none.json").exit_code == 2
