"""``massbattle attack``."""

import json

import pytest
import typer
from typer.testing import CliRunner

from dashboard.commands.attack import command

APP = typer.Typer()
APP.command("attack")(command)
SWORD = ["--bonus", "12", "--bab", "+8/+3", "--damage", "1d10+4", "--ac", "21"]


def run(*arguments):
    return CliRunner().invoke(APP, arguments)


def test_the_report_shows_the_worked_example():
    result = run(*SWORD, "--hp", "20", "--no-criticals")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split() for line in lines[1:5]] == [
        ["miss", "15.0", "%"],
        ["graze", "25.0", "%"],
        ["1", "hit", "25.0", "%"],
        ["2", "hits", "35.0", "%"],
    ]
    assert "misses up to 15, hits from 21, again from 26, 31, 36" in result.stdout
    assert "a graze of the main weapon deals 2" in result.stdout
    assert ["mean", "damage", "9.53", "9.03"] in [line.split() for line in lines]
    assert ["drops", "20", "hp", "15.8", "%", "9.4", "%"] in [line.split() for line in lines]


def test_minus_signs_are_true_in_text():
    result = run("--bonus", "-2", "--bab", "0", "--damage", "1", "--ac", "-3")
    assert "AC −3" in result.stdout
    assert "misses up to −9" in result.stdout


def test_json_has_the_documented_shape():
    result = run(*SWORD, "--dr", "5", "--hp", "40", "--threat", "19", "--haste", "--json")
    document = json.loads(result.stdout)
    assert (document["format"], document["method"], document["rolled"]) == (1, "exact", "once")
    assert document["targets"][0]["tracking"]["grazes"] == [["main weapon", 0]]
    for odds in (document["one_roll"], document["usual"]):
        assert set(odds) == {"outcomes", "hits", "criticals", "mean_damage", "targets", "drop_all"}
        assert sum(outcome["p"] for outcome in odds["outcomes"]) == pytest.approx(1)
        assert sum(odds["targets"][0]["damage"].values()) == pytest.approx(1)
        assert 0 < odds["targets"][0]["drop"] < 1
    assert max(map(int, document["one_roll"]["hits"])) == 3


def test_natural_weapons_several_targets_and_a_reroll():
    claws = ["--primary", "12:1d6+5", "--primary", "12:1d6+5", "--secondary", "7:1d8+2:19:3"]
    result = run(*claws, "--ac", "21", "--ac", "15", "--hp", "10", "--order", "1,2", "--reroll-all", "better")
    assert result.exit_code == 0
    assert "one primary" in result.stdout
    assert "Target 2: AC 15" in result.stdout
    assert "drops every target" in result.stdout
    few = run(*claws[:2], "--ac", "21", "--json")
    assert json.loads(few.stdout)["rolled"] == "separately"


def test_two_weapons_and_mobile_melee():
    two = run(*SWORD, "--off-hand", "10:1d6+2:18", "--feat", "improved", "--json")
    assert json.loads(two.stdout)["one_roll"]["hits"]["4"] > 0
    moving = run(*SWORD, "--move", "10", "--acrobatics", "8", "--rule", "mobile_melee=on", "--reroll", "worse")
    assert moving.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--ac", "20"], "--bonus, --damage: missing"),
        (["--ac", "20", "--bonus", "3", "--damage", "1d6"], "--bab: '' is no base attack bonus"),
        ([*SWORD, "--bab", "8/4"], "--bab: '8/4' is no base attack bonus (write 8 or +8/+3)"),
        ([*SWORD, "--threat", "0"], "--threat: threat from 0 is out of bounds (from 2 to 20)"),
        ([*SWORD, "--off-hand", "4:1d6:1"], "--off-hand: threat from 1 is out of bounds"),
        ([*SWORD, "--off-hand", "sword"], "--off-hand: 'sword' is no weapon"),
        ([*SWORD, "--off-hand", "4:1d6:19:2:2"], "--off-hand: '4:1d6:19:2:2' is no weapon"),
        ([*SWORD, "--damage", "lots"], "--damage: 'lots' is no damage"),
        ([*SWORD, "--dr", "1", "--dr", "2"], "--dr: given 2 times for 1 targets"),
        ([*SWORD, "--rule", "natural_few=never"], "--rule natural_few: 'never' is no value"),
        ([*SWORD, "--rule", "flanking"], "--rule flanking: no such house rule"),
        ([*SWORD, "--reroll", "best"], "--reroll: 'best' is unknown here (one of better, worse)"),
        ([*SWORD, "--order", "first"], "--order: 'first' is no order of targets"),
        ([*SWORD, "--order", "2"], "--order: '2' is no order of targets (number the targets from 1 to 1, as in 1,1)"),
        ([*SWORD, "--primary", "3:1d6"], "--primary: natural weapons fight alone here"),
        ([*SWORD, "--move", "10"], "--move: mobile melee is not played at this table; switch mobile_melee on (R4.30)"),
    ],
)
def test_bad_input_names_option_and_remedy(arguments, complaint):
    result = run(*arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stdout == ""
