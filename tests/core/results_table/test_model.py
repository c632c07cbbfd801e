from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.results_table.combat import resolve_combat
from massbattle_core.results_table.model import Army, Combat, Rules, Soldier, problems_of
from massbattle_core.sources import RULES, citations
from tests.core.results_table.armies import army

ONE = (Soldier("1", 50),)


def places(error):
    return [problem.place for problem in error.value.problems]


def test_rules_take_switches_with_or_without_their_prefix():
    assert Rules.from_switches({"s3.above_3": "from_4", "prestige": "on"}) == Rules(above_3="from_4", prestige="on")
    assert Rules.from_switches({}) == Rules()


def test_unknown_house_rules_and_words_are_named_at_once():
    with pytest.raises(InvalidBattleError) as error:
        Rules.from_switches({"s3.above_3": "sometimes", "s3.colour": "red", "prestige": ["on"]})
    assert places(error) == ["rules/above_3", "rules/colour", "rules/prestige"]
    with pytest.raises(InvalidBattleError) as error:
        Rules(above_3="x", n_is=3)
    assert places(error) == ["rules/above_3", "rules/n_is"]


def test_every_house_rule_of_the_vectors_is_known():
    vectors = json.loads(Path(__file__).parents[2].joinpath("rulebook/vectors.json").read_text())["vectors"]
    switches = {name for vector in vectors for name in vector["switches"] if name.startswith("s3.")}
    assert {name.removeprefix("s3.") for name in switches} <= {field.name for field in fields(Rules)}
    assert len(fields(Rules)) == 22


def test_every_problem_of_a_combat_is_told_at_once():
    bad = Army(
        "x", (Soldier("1", -1, "axe", 1), Soldier("1", True)), kind="mob", prestige=9, in_town=True, besieging=True
    )
    crowd = Army("x", ONE * 2, kind="person", organised="yes")
    problems = problems_of(Combat((bad, crowd), ()), Rules())
    told = {problem.place for problem in problems}
    assert {
        "armies/x/kind",
        "armies/x/besieging",
        "armies/x/prestige",
        "armies/x/soldiers/0/strength",
        "armies/x/soldiers/0/weapon",
        "armies/x/soldiers/0/shield",
        "armies/x/soldiers/1/strength",
        "armies/x/soldiers/1/name",
        "armies/x/soldiers",
        "armies/x/organised",
        "armies/x/name",
        "defenders",
    } <= told
    assert all(problem.remedy for problem in problems)


def test_a_combat_with_problems_is_not_fought():
    with pytest.raises(InvalidBattleError, match="nobody is on this side"):
        resolve_combat(Combat((Army("a", ONE),), ()), None, Rules())
    with pytest.raises(InvalidBattleError, match="0 soldiers"):
        resolve_combat(Combat((Army("a", ()),), (Army("d", ONE),)), None, Rules())
    with pytest.raises(InvalidBattleError, match="no name"):
        resolve_combat(Combat((Army("", ONE),), (Army("d", ONE),)), None, Rules())


def test_R3_14_a_combat_needs_an_army():
    group, person = Army("g", ONE, kind="group"), Army("p", ONE, kind="person")
    assert [problem.rule for problem in problems_of(Combat((group,), (person,)), Rules())] == ["R3.14"]
    assert problems_of(Combat((Army("a", ONE),), (person,)), Rules()) == ()


def test_R3_13_the_pick_of_the_gm_is_checked():
    combat = Combat((army("a", (45, 50, "none", False)),), (army("d", (3, 50, "none", False)),), walled=True)
    gm = Rules(wall_pick="gm")

    def messages(picked, rules=gm):
        return [problem.message for problem in problems_of(replace(combat, engaged=picked), rules)]

    forty = frozenset(("a", str(number)) for number in range(1, 41))
    assert messages(forty) == []
    assert messages(None) == ["0 attackers are picked"]
    assert messages(forty | {("a", "41"), ("b", "1")}) == ["41 attackers are picked", "'1' of 'b' cannot fight here"]
    assert len(messages(forty, Rules())) == 1


def test_every_rule_of_the_rulebook_is_cited():
    cited = {one.rule for one in citations() if one.module.startswith("massbattle_core.results_table")}
    assert {rule for rule in RULES if rule.startswith("R3.")} == {rule for rule in cited if rule.startswith("R3.")}
