import json

import pytest
import typer
from typer.testing import CliRunner

from dashboard.commands import orders
from massbattle_core.strategic import BOTH, Plan, muster, plan_game, turn_law

A = "headcount=3000,art_of_war=5,training=veteran"
B = "headcount=800,art_of_war=3,training=4,morale=very low,turns=5"


@pytest.fixture
def run():
    app = typer.Typer()
    app.command("orders")(orders.command)
    return lambda *arguments: CliRunner().invoke(app, list(arguments))


def test_json_holds_the_exact_law_and_the_equilibrium(run):
    result = run("--a", A, "--b", B, "--choice-a", "charge:20", "--choice-b", "hold:25", "--payoff", "both", "--json")
    answer = json.loads(result.stdout)
    army_a = muster(3000, art_of_war=5, training=3)
    army_b = muster(800, art_of_war=3, training=4, morale="very_low", consecutive_turns=5)
    law = turn_law(army_a, army_b, Plan("charge", 20), Plan("hold", 25))
    assert result.exit_code == 0
    assert (answer["format"], answer["payoff"]) == (1, "both")
    assert answer["turn"]["winner"]["A"] == {"p": float(law.winner["A"]), "exact": str(law.winner["A"])}
    assert answer["turn"]["steps"]["b"] == {str(steps): float(p) for steps, p in law.losses_b.items()}
    assert answer["equilibrium"]["value"] == plan_game(army_a, army_b, BOTH).solve().value
    assert answer["armies"]["b"] == {
        "headcount": 800,
        "bonus": 10,
        "art_of_war": 3,
        "fatigue": -4,
        "routed": False,
    }
    assert answer["choices"]["a"]["regret"] >= 0


def test_text_shows_percentages_and_true_minus_signs(run):
    result = run("--a", A, "--b", B, "--choice-a", "charge:20", "--choice-b", "hold:25")
    assert result.exit_code == 0
    assert "fatigue −4" in result.stdout
    assert "A wins" in result.stdout
    assert "any order at" in result.stdout


def test_one_choice_has_a_regret_but_no_turn(run):
    answer = json.loads(run("--a", A, "--b", A, "--choice-b", "flee:50", "--json").stdout)
    assert answer["turn"] is None
    assert answer["choices"]["a"] is None
    assert answer["choices"]["b"]["regret"] > 0.1
    assert answer["equilibrium"]["value"] == pytest.approx(0, abs=1e-9)


def test_orders_revealed_first_are_answered_one_by_one(run):
    house = ("--rule", "reveal=orders_first_then_difficulty", "--rule", "effectiveness=both")
    result = run("--a", A, "--b", "headcount=9000,art_of_war=1,tireless", *house)
    assert result.exit_code == 0
    assert "against " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--a", "art_of_war=3", "--b", B), "--a"),
        (("--a", A, "--b", "headcount=many"), "--b headcount"),
        (("--a", A, "--b", "headcount=0.5"), "--b headcount"),
        (("--a", "headcount=10,training=9", "--b", B), "--a army/training"),
        (("--a", "headcount=10,colour=red", "--b", B), "colour"),
        (("--a", A, "--b", B, "--choice-a", "charge:12"), "--choice-a"),
        (("--a", A, "--b", "headcount=10,morale=rout", "--choice-b", "hold:20"), "orders: flee"),
        (("--a", A, "--b", B, "--rule", "scale"), "--rule"),
        (("--a", A, "--b", B, "--rule", "scale=d6"), "rules/scale"),
    ],
)
def test_bad_input_names_the_option(run, arguments, named):
    result = run(*arguments)
    assert result.exit_code == 2
    assert named in result.stderr
    assert result.stdout == ""
