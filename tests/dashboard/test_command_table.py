from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from dashboard.bench.results_table import measure
from dashboard.commands.table import command

APP = typer.Typer()
APP.command("table")(command)


@APP.callback()
def main():
    """With a callback the command keeps its name."""


def run(*arguments):
    return CliRunner().invoke(APP, ["table", *arguments])


SMALL = ("--attackers", "3:120:sword:shield,1:60:staff", "--defenders", "5:60:mace")


def test_the_fight_is_shown_with_its_reasons():
    result = run(*SMALL)
    assert result.exit_code == 0
    assert "Attackers: 4 soldiers, 20 factors" in result.stdout
    assert "Defenders: 5 soldiers, 15 factors" in result.stdout
    assert "×1.5  defends organised and immobile outside a town (R3.10)" in result.stdout
    assert "Column 1:1" in result.stdout
    assert "E20        33.3 %               1               1" in result.stdout
    assert "Beaten: attackers " in result.stdout
    assert result.stdout.endswith("Exact.\n")


def test_json_holds_the_exact_laws():
    result = run(*SMALL, "--json")
    shown = json.loads(result.stdout)
    assert (shown["format"], shown["method"], shown["battles"], shown["seed"]) == (1, "exact", None, None)
    assert shown["columns"] == {"1:1": 1.0}
    assert shown["defender_by_rule"] == "defenders"
    assert shown["results"]["D20"] == {"p": pytest.approx(1 / 6), "attack_blows": 0, "defence_blows": 1}
    defenders = shown["defenders"]
    assert (defenders["soldiers"], defenders["base"], defenders["factors"]) == (5, 10, "15")
    assert defenders["why"][0]["multiplier"] == "3/2"
    for side in ("attackers", "defenders"):
        for law in ("losses", "dead"):
            assert sum(shown[side][law]["law"].values()) == pytest.approx(1)
        assert shown[side]["beaten"]["low"] == shown[side]["beaten"]["p"] == shown[side]["beaten"]["high"]


def test_simulated_chances_have_an_interval():
    simulated = (*SMALL, "--method", "simulated", "--battles", "500", "--seed", "3")
    shown = json.loads(run(*simulated, "--json").stdout)
    exact = json.loads(run(*SMALL, "--json").stdout)
    assert (shown["method"], shown["battles"], shown["seed"]) == ("simulated", 500, 3)
    for side in ("attackers", "defenders"):
        beaten = shown[side]["beaten"]
        assert beaten["low"] < beaten["p"] < beaten["high"] or beaten["p"] == 0
        assert shown[side]["losses"]["mean"] == pytest.approx(exact[side]["losses"]["mean"], abs=0.3)
    assert "Simulated: 500 battles, seed 3." in run(*simulated).stdout


def test_soldiers_come_from_csv_files(tmp_path):
    file = tmp_path / "guard.csv"
    file.write_text("strength,weapon,shield,count\n120,sword,yes,3\n60,staff,,1\n", encoding="utf-8")
    shown = run("--attackers-csv", str(file), "--defenders", "5:60:mace")
    assert shown.exit_code == 0
    assert shown.stdout == run(*SMALL).stdout


def test_states_walls_and_house_rules_are_taken():
    state = ("--defenders-state", "organised,immobile,in-town,prestige=5", "--walls", "--rule", "s3.prestige=on")
    shown = json.loads(run("--attackers", "60:20", "--defenders", "50:20", *state, "--json").stdout)
    assert (shown["attackers"]["engaged"], shown["defenders"]["engaged"]) == (40, 40)
    assert shown["defenders"]["factors"] == "160"
    assert [step["rule"] for step in shown["defenders"]["why"]] == ["R3.11", ""]
    text = run("--attackers", "60:20", "--defenders", "50:20", *state).stdout
    assert "40  fight at the walls (R3.13)" in text


def test_a_random_pick_at_walls_has_several_columns_and_no_single_number_of_blows():
    armies = ("--attackers", "30:250:sword,30:20", "--defenders", "45:20", "--walls", "--battles", "300")
    shown = run(*armies, "--defenders-state", "organised,immobile,in-town", "--rule", "wall_pick=random")
    assert shown.exit_code == 0
    assert "Column " in shown.stdout
    assert "%), " in shown.stdout
    assert "–" in shown.stdout


def test_the_rule_of_the_defender_is_told_where_it_differs():
    even = run("--attackers", "5", "--defenders", "5", "--defenders-state", "moving").stdout
    assert "a coin would say who defends (R3.7)" in even
    other = run("--attackers", "4", "--defenders", "5", "--defenders-state", "moving").stdout
    assert "the attackers named here would defend (R3.6)" in other


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--defenders", "5"), "--attackers"),
        (("--attackers", "5", "--defenders", "five"), "--defenders"),
        (("--attackers", "5:20:sword:shield:x", "--defenders", "5"), "--attackers"),
        (("--attackers", "5:20:axe", "--defenders", "5"), "--attackers counts/0/weapon"),
        (("--attackers", "0", "--defenders", "5"), "armies/attackers/soldiers"),
        (("--attackers", "5", "--defenders", "5", "--defenders-state", "asleep"), "--defenders-state"),
        (("--attackers", "5", "--defenders", "5", "--rule", "prestige"), "--rule"),
        (("--attackers", "5", "--defenders", "5", "--rule", "prestige=much"), "rules/prestige"),
        (("--attackers", "5", "--defenders", "5", "--rule", "wall_pick=gm"), "--rule"),
        (("--attackers", "5", "--defenders", "5", "--method", "guess"), "--method"),
        (("--attackers", "5", "--defenders", "5", "--method", "simulated", "--battles", "0"), "battles"),
    ],
)
def test_bad_input_names_the_option_and_the_remedy(arguments, named):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(named)
    assert "(" in result.stderr
    assert result.stdout == ""


def test_bad_files_name_the_line(tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text("strength,weapon\n12,axe\n", encoding="utf-8")
    result = run("--attackers-csv", str(file), "--defenders", "5")
    assert result.exit_code == 2
    assert f"{file}: line 2/weapon" in result.stderr
    file.write_bytes(b"strength\n\xff\xfe\n")
    result = run("--attackers-csv", str(file), "--defenders", "5")
    assert result.exit_code == 2
    assert "UTF-8" in result.stderr


@pytest.mark.slow
def test_the_bench_keeps_its_claims():
    assert all(row.holds for row in measure())
