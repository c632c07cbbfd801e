"""What a fight starts from: sheets, notation, places, house rules, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core.errors import InvalidBattleError
from massbattle_core.skirmish import (
    Abilities,
    AttackForm,
    Encounter,
    Field,
    Group,
    Rules,
    muster,
    parse_attack,
    parse_damage,
    validate,
    validate_combatant,
)
from massbattle_core.skirmish.deployment import deploy
from massbattle_core.skirmish.house_rules import CHOICES
from massbattle_core.sources import RULES, citations
from tests.core.skirmish.builders import random_encounter, sheet


def test_every_rule_of_the_system_is_cited():
    cited = {citation.rule for citation in citations() if citation.module.startswith("massbattle_core.skirmish")}
    assert {rule for rule in RULES if rule.startswith("R1.")} <= cited
    assert {rule for rule in cited if rule not in RULES} == set()


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("+6:1d8+4x2", AttackForm(6, ((1, 8),), 4, times=2)),
        ("5:2d6+1d8+3@10", AttackForm(5, ((2, 6), (1, 8)), 3, reach_ft=10)),
        ("−1:d4−1@0/150", AttackForm(-1, ((1, 4),), -1, reach_ft=0, range_ft=150)),
        ("+7 : 3d6 @5/60 x3 b", AttackForm(7, ((3, 6),), 0, range_ft=60, times=3, bonus_action=True)),
        ("+0:1d4+1@0/120!", AttackForm(0, ((1, 4),), 1, reach_ft=0, range_ft=120, automatic=True)),
        ("+3:4", AttackForm(3, (), 4)),
    ],
)
def test_R1_12_attacks_are_written_short(text, form):
    assert parse_attack(text) == form


@pytest.mark.parametrize("text", ["", "1d8", "+5:", "+5:1d", "+5:1d8 4d", "+5:-1d8", "+5:1d8y2", "x:1d8", "+5:1d6@"])
def test_R1_12_other_writing_is_refused(text):
    with pytest.raises(InvalidBattleError):
        parse_attack(text)


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(2, 20)), min_size=1, max_size=3), st.integers(-9, 30))
def test_R1_14_damage_reads_back_what_is_written(dice, flat):
    text = "+".join(f"{count}d{sides}" for count, sides in dice) + f"{flat:+d}"
    assert parse_damage(text) == (tuple(dice), flat)


def test_R1_16_skills_left_out_are_the_ability_modifiers():
    wise = sheet(abilities=Abilities(dexterity=2, wisdom=3, intelligence=-1), medicine=6)
    assert (wise.stealth_bonus, wise.perception_bonus, wise.investigation_bonus, wise.medicine_bonus) == (2, 3, -1, 6)
    assert wise.passive == 13


def test_R1_18_proficient_saving_throws_add_the_proficiency_bonus():
    able = sheet(abilities=Abilities(dexterity=2), proficiency=3, saving_throws=frozenset({"dexterity"}))
    assert (able.saving_throw("dexterity"), able.saving_throw("wisdom")) == (5, 0)


def test_every_problem_is_named_at_once_with_its_place():
    broken = replace(
        sheet("b", armor_class=99, hit_points=0, size="vast", speed_ft=float("nan"), stealth=True),
        attacks=(AttackForm(5, ((0, 1),), reach_ft=0, times=99),),
    )
    encounter = Encounter(
        (Group("a", "A", sheet("a"), -1), Group("a", "C", broken, doctrine="flee")),
        Field(0, 100),
        round_limit=True,
    )
    places = {problem.place for problem in validate(encounter)}
    assert places >= {
        *("terrain/width", "terrain/height", "round_limit", "groups", "groups/0/count", "groups/1/name"),
        *("groups/1/side", "groups/1/doctrine"),
        *(f"groups/1/combatant/{what}" for what in ("armor_class", "hit_points", "size", "speed_ft", "stealth")),
        *(f"groups/1/combatant/attacks/0{what}" for what in ("", "/times", "/dice/0")),
    }
    with pytest.raises(InvalidBattleError) as caught:
        muster(encounter)
    assert len(caught.value.problems) == len(validate(encounter))
    assert all(problem.remedy for problem in caught.value.problems)


def test_limits_of_a_fight_are_said_before_it_begins():
    crowd = Encounter((Group("a", "A", sheet("a"), 60), Group("b", "B", sheet("b"), 60)))
    assert "larger fights are mass battles" in str(validate(crowd)[0])
    alone = Encounter((Group("a", "A", sheet("a")),))
    assert "nobody fights for side B" in str(validate(alone)[0])
    cramped = Encounter((Group("a", "A", sheet("a", size="huge"), 9), Group("b", "B", sheet("b"))), Field(6, 4))
    assert all("no room for" in problem.message for problem in validate(cramped))
    twice = Encounter((Group("a", "A", sheet("a"), 1, ((1, 1),)), Group("b", "B", sheet("b"), 1, ((1, 1),))))
    assert [problem.place for problem in validate(twice)] == ["groups/1/squares"]
    outside = Encounter(
        (Group("a", "A", sheet("a")), Group("b", "B", sheet("b"))), Field(difficult=frozenset({(50, 1)}))
    )
    assert "not on the field" in str(validate(outside)[0])
    assert validate_combatant(sheet(attacks=(parse_attack("+1:1d4"),) * 5))[0].place == "combatant/attacks"


@pytest.mark.parametrize("seed", range(30))
def test_R1_9_nobody_is_deployed_in_anothers_space_and_fronts_keep_their_distance(seed):
    encounter = random_encounter(seed)
    fighters = muster(encounter).fighters
    for index, one in enumerate(fighters):
        for other in fighters[:index]:
            assert one.distance_ft(other) > 0
            if one.side != other.side:
                assert one.distance_ft(other) >= encounter.apart_ft


def test_chosen_squares_are_kept_and_the_rest_of_the_group_lines_up():
    encounter = Encounter((Group("a", "A", sheet("a"), 2, ((3, 3),)), Group("b", "B", sheet("b"))))
    places = deploy(encounter)
    assert places[0] == (3, 3)
    assert None not in places
    assert [name for name, _ in encounter.ids()] == ["a 1", "a 2", "b"]


def test_house_rules_have_the_names_and_defaults_of_the_appendix():
    for name, words in CHOICES.items():
        assert getattr(Rules(), name) == words[0]
        for word in words:
            assert Rules.of({f"s1.{name}": word}).code(name) == words.index(word)


def test_unknown_house_rules_are_refused_all_at_once():
    with pytest.raises(InvalidBattleError) as caught:
        Rules(critical="triple", cover="")  # type: ignore[arg-type]
    assert [problem.place for problem in caught.value.problems] == ["rules/cover", "rules/critical"]
    with pytest.raises(InvalidBattleError, match="no such switch"):
        Rules.of({"s1.luck": "yes"})
