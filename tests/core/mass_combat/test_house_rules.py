"""Every house rule: what the text gives, and what each other reading makes of the same case."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.building import initiative, morale_rating
from massbattle_core.mass_combat.characters import character_turns, characters_may_act
from massbattle_core.mass_combat.house_rules import HouseRules, choices
from massbattle_core.mass_combat.kills import Part, after_kills
from massbattle_core.mass_combat.model import Commander, Side
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.mass_combat.validation import problems
from tests.core.mass_combat.armies import BESTIARY, battle_of, built, company
from tests.core.mass_combat.boards import after, begin, do, ends, mode_of, told, unit

STRIKE = play.Attack("u1", "u2")
LED = Commander(0, "captain", mount="horse")


def _rating(*groups, **facts):
    return lambda rules: built(*groups, rules=rules, **facts).battle_rating.value


def _space(*groups, **facts):
    return lambda rules: built(*groups, rules=rules, **facts).space.value


def _reach(*groups, **facts):
    return lambda rules: built(*groups, rules=rules, **facts).range_hexes


def _dragons(rules):
    try:
        return built(("dragon", 2), rules=rules).battle_rating.value
    except InvalidBattleError as refusal:
        return refusal.problems[0].rule


def _hero(rules):
    hero = battle_of(
        company(1, "a", (1, 1), commander=Commander(3)), company(2, "b", (5, 5)), rules=HouseRules.of(rules)
    )
    return [(p.rule, p.severity) for p in problems(hero, BESTIARY)]


def _morale(base, charisma):
    return lambda rules: morale_rating(base, charisma, HouseRules.of(rules))


def _legal(state, action):
    return action in play.legal_actions(state)


def _past_a_friend(rules):
    state = begin(unit(1, "a", (3, 4)), unit(2, "a", (4, 4)), unit(3, "b", (15, 0)), switches=rules)
    return _legal(state, play.Move("u1", (4, 4)))


def _after_breakthrough(rules):
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), morale=-10), unit(3, "b", (15, 8)), switches=rules)
    return _legal(do(state, STRIKE, 20, 1, 1).state, play.Move("u1", (5, 4)))


def _disengage_alone(rules):
    return _legal(begin(unit(1, "a", (4, 4)), unit(2, "b", (9, 4)), switches=rules), play.Disengage("u1"))


def _guard(rules):
    """A guard in its own next turn before it does anything, and after Defend."""
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (9, 4)), switches=rules)
    state = after(state, play.Guard("u1"), *ends("u1", "u2"))
    return state.unit("u1").guard, after(state, play.Defend("u1")).unit("u1").guard


def _shot_at(*spaces):
    def reached(rules):
        return [
            _legal(begin(unit(1, "a", (0, 4), range_ft=320), unit(2, "b", (n, 4)), switches=rules), STRIKE)
            for n in spaces
        ]

    return reached


def _through_a_wall(rules):
    board = unit(1, "a", (4, 4), range_ft=600), unit(2, "b", (7, 4))
    return _legal(begin(*board, switches=rules, hexes={"5,4": {"terrain": "wall"}}), STRIKE)


def _while_engaged(rules):
    state = begin(unit(1, "a", (4, 4), range_ft=600), unit(2, "b", (8, 4)), unit(3, "b", (5, 4)), switches=rules)
    return [_legal(state, play.Attack("u1", target)) for target in ("u2", "u3")]


def _high_and_flanked_in_cover(rules):
    board = unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), unit(3, "a", (6, 4))
    state = begin(*board, switches=rules, hexes={"4,4": {"elevation": 1}, "5,4": {"cover": True}})
    return mode_of(state, STRIKE)


def _between_friends(rules):
    """Struck from (4, 4): two of the target's friends beside it; then two of the attacker's."""
    found = []
    for side in "ba":
        board = unit(1, "a", (4, 4)), unit(2, "b", (5, 4)), unit(3, side, (6, 4)), unit(4, side, (5, 5))
        found.append(mode_of(begin(*board, switches=rules), STRIKE))
    return found


def _second_loss_below_half(rules):
    state = begin(unit(1, "a", (4, 4), br=8), unit(2, "b", (5, 4), br=20), switches=rules)
    state = replace(state, units=(state.units[0], replace(state.units[1], br=8)))
    dice = (11, 10, 20) if rules else (11, 10)
    return [test["dc"] for test in told(do(state, STRIKE, *dice), "morale_test")]


def _two_friends_fall(rules):
    fallen = unit(2, "b", (5, 4), morale=-10), unit(4, "b", (5, 6), morale=-10)
    others = unit(3, "a", (4, 6)), unit(5, "b", (8, 5)), unit(6, "b", (15, 0))
    state = begin(unit(1, "a", (4, 4)), *fallen, *others, switches=rules)
    state = after(do(state, STRIKE, 20, 1, 1, 20, 1).state, play.EndTurn("u1"))
    return do(state, play.Attack("u3", "u4"), 20, 1, 1, 1).state.unit("u5").lost_turns


def _ford_held(rules):
    """Who has won after the first and after the last of two rounds in which side A holds its objective."""
    ford = {"side": "a", "kind": "hold", "hexes": [[4, 4]], "rounds": 1}
    board = unit(1, "a", (4, 4)), unit(2, "b", (9, 4))
    state = begin(*board, switches=rules, objectives={"ford": ford}, round_limit=2)
    first = after(state, *ends("u1", "u2"))
    last = first if first.over else after(first, *ends("u1", "u2"))
    return [(one.over, one.winner) for one in (first, last)]


def _commander_killed(rules):
    """Morale and initiative of a unit whose commander of Charisma +3 falls."""
    led = company(1, "a", (1, 1), commander=Commander(3, "captain"))
    left = after_kills(led, Part(commander=True), BESTIARY, Side("A"), HouseRules.of(rules)).built
    return left.morale.value, left.initiative.value


def _characters_of_an_idle_unit(rules):
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (9, 4)))
    return characters_may_act(state, "u1", HouseRules.of(rules), unit_attacks=False)


CASES = {
    ("br_cr0", "like_1_8"): (_rating(("rat", 43)), 0, 2),
    ("br_over_20", "extrapolate4"): (_dragons, 100, 108),
    ("br_over_20", "reject"): (_dragons, 100, "R0.3"),
    ("br_grouping", "per_kind"): (_rating(("orc", 7), ("hobgoblin", 8)), 3, 2),
    ("br_grouping", "mixed_fraction"): (_rating(("orc", 7), ("soldier", 1), ("goblin", 1)), 1, 2),
    ("counts_to_limit", "everyone"): (_space(("rat", 30), ("soldier", 5)), 5, 35),
    ("commander_lost", "recompute_all"): (_commander_killed, (0, 16), (0, 10)),
    ("commander_lost", "no_effect"): (_commander_killed, (0, 16), (3, 16)),
    ("pc_commander", "forbidden"): (_hero, [], [("R0.8", "error")]),
    ("mount_space", "mount_only"): (_space(("knight", 10, "horse"), commander=LED), 54, 44),
    ("mounts_must_shoot", "yes"): (_reach(("archer", 10, "horse")), 3, 0),
    ("commander_exempt_ranged", "no"): (_reach(("archer", 10), commander=Commander(0, "captain")), 3, 0),
    ("morale_clamp", "base_only"): (_morale(8, 5), 10, 13),
    ("morale_clamp", "none"): (_morale(12, 5), 10, 17),
    ("initiative_cha", "once"): (lambda rules: initiative(8, 5, HouseRules.of(rules)), 25, 23),
    ("pass_friends", "forbidden"): (_past_a_friend, True, False),
    ("move_after_breakthrough", "no"): (_after_breakthrough, True, False),
    ("disengage_free", "yes"): (_disengage_alone, False, True),
    ("guard_duration", "until_triggered"): (_guard, (True, False), (True, True)),
    ("guard_duration", "until_next_turn"): (_guard, (True, False), (False, False)),
    ("range_measure", "edge_to_edge"): (_shot_at(3, 4, 5), [True, False, False], [True, True, False]),
    ("line_of_sight", "walls_block"): (_through_a_wall, True, False),
    ("shoot_while_engaged", "no"): (_while_engaged, [True, True], [False, True]),
    ("adv_cancel", "net_count"): (_high_and_flanked_in_cover, "flat", "adv"),
    ("two_friends_of", "attacker"): (_between_friends, ["dis", "adv"], ["flat", "flat"]),
    ("casualties_test", "every_loss_at_or_below_half"): (_second_loss_below_half, [], [15]),
    ("lost_turns_stack", "yes"): (_two_friends_fall, 1, 2),
    ("character_turns_per_round", "10"): (lambda rules: character_turns(HouseRules.of(rules)), 1, 10),
    ("characters_act_without_attack", "no"): (_characters_of_an_idle_unit, True, False),
    ("end_condition", "objective"): (_ford_held, [(False, None), (True, None)], [(True, "a"), (True, "a")]),
    ("end_condition", "round_limit"): (_ford_held, [(False, None), (True, None)], [(False, None), (True, "a")]),
}
"""(house rule, value): the case, what the text makes of it, what this reading makes of it."""


def test_every_reading_of_every_house_rule_has_a_case():
    assert set(CASES) == {(name, value) for name, values in choices().items() for value in values[1:]}


@pytest.mark.parametrize(("name", "value"), list(CASES))
def test_a_reading_changes_what_it_says(name, value):
    case, by_the_text, by_this_reading = CASES[name, value]
    assert case({}) == by_the_text
    assert case({name: value}) == by_this_reading


def test_the_defaults_are_the_first_choices_and_names_may_have_their_prefix():
    assert asdict(HouseRules()) == {name: values[0] for name, values in choices().items()}
    assert HouseRules.of({"s0.initiative_cha": "once"}) == HouseRules.of({"initiative_cha": "once"})
    assert HouseRules.of({}) == HouseRules()


def test_every_unknown_name_or_value_is_named_with_a_remedy():
    with pytest.raises(InvalidBattleError) as refusal:
        HouseRules.of({"s0.weather": "rain", "br_cr0": "twenty", "range_measure": "edge_to_edge"})
    weather, rating = refusal.value.problems
    assert weather.place == "rules/weather"
    assert "br_cr0" in weather.remedy
    assert (rating.place, rating.remedy) == ("rules/br_cr0", "use none or like_1_8")


def test_a_rejected_creature_keeps_the_battle_from_being_fought():
    rules = HouseRules(br_over_20="reject")
    dragons = built(("dragon", 2)).unit
    battle = battle_of(replace(dragons, position=(1, 1), commander=Commander(0)), company(2, "b", (5, 5)), rules=rules)
    with pytest.raises(InvalidBattleError) as refusal:
        prepare(battle, BESTIARY)
    assert [(p.place, p.rule) for p in refusal.value.problems] == [("mass_combat/units/u1/groups", "R0.3")]
