"""The compiled fight: the same rules, the same fights as play, and odds that agree with what is exact."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.skirmish import (
    Abilities,
    Encounter,
    Field,
    Group,
    Rules,
    fight_odds,
    muster,
    parse_attack,
    record_fight,
    replay,
    tally_fights,
)
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.play import apply, outcome, setup
from massbattle_core.skirmish.record import FIGHT, pack
from massbattle_core.skirmish.rules.attack import attack_odds
from massbattle_core.skirmish.rules.order import initiative_duel_odds
from massbattle_core.skirmish.simulate import Tally
from tests.core.skirmish.builders import begun, random_encounter, sheet
from tests.core.skirmish.plain_fights import digest

KEPT = (
    *("hit_points", "x", "y", "initiative", "prone", "surprised", "movement", "action", "bonus_action", "reaction"),
    *(
        "dodging",
        "disengaged",
        "successes",
        "failures",
        "stable",
        "dead",
        "attacks_left",
        "order",
        "battle_round",
        "turn",
    ),
)


@pytest.fixture(scope="module")
def replays():
    """Random fights, simulated and then played."""
    return replayed(range(40))


def replayed(seeds):
    recordings = [record_fight(random_encounter(seed), 7, seed) for seed in seeds]
    return [(recording, replay(recording)) for recording in recordings]


def test_R1_1_every_simulated_fight_replays_in_play_to_the_same_end(replays):
    check_replays(replays)


def test_R1_9_who_falls_on_the_way_lies_in_the_square_it_has_reached():
    hero = sheet("hero", hit_points=3, armor_class=8, speed_ft=60, abilities=Abilities(dexterity=3))
    guard = sheet("guard", hit_points=50, attacks=(parse_attack("+9:1d4"),), character=False)
    prey = sheet("prey", hit_points=1, armor_class=18, attacks=(parse_attack("+0:1d4"),), character=False)
    groups = (
        Group("heroes", "A", hero, 4, ((0, 2), (0, 1), (0, 3), (0, 0)), doctrine="finish"),
        Group("guards", "B", guard, 2, ((3, 1), (3, 3))),
        Group("prey", "B", prey, 1, ((6, 2),)),
    )
    encounter = Encounter(groups, Field(7, 5), round_limit=12)
    recordings = [record_fight(encounter, 0, number) for number in range(10)]
    check_replays([(recording, replay(recording)) for recording in recordings])


@pytest.mark.slow
def test_R1_1_more_simulated_fights_replay_in_play_to_the_same_end():
    check_replays(replayed(range(40, 160)))


def check_replays(replays):
    for recording, steps in replays:
        played = pack(steps[-1].state)
        assert outcome(steps[-1].state) is not None
        for name in KEPT:
            assert np.array_equal(played[name], recording.end[name]), name
        assert sum(len(step.rolls) for step in steps) == len(recording.dice)


@pytest.mark.slow
def test_the_replayed_fights_meet_every_rule_that_the_doctrines_can_meet():
    replays = replayed(range(120))
    kinds = Counter(event.kind for _, steps in replays for step in steps for event in step.events)
    expected = {
        *("attack", "moved", "dash", "reaction", "turn", "round", "surprised", "acts first"),
        *("unconscious", "dead", "death save", "failed death saves", "stood up"),
    }
    assert expected <= set(kinds)


def test_no_place_of_a_die_is_used_twice_in_a_fight(replays):
    for recording, _ in replays:
        assert len(set(recording.places)) == len(recording.places)


def test_compiled_and_plain_python_fight_the_same_fights_bit_for_bit():
    fights = ("1", "4", "6", "12")
    root = Path(__file__).parents[3]
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.skirmish.plain_fights", *fights],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == [digest(int(fight)) for fight in fights]


def test_the_record_names_no_field_that_numpy_has_taken():
    assert [name for name in FIGHT.names if hasattr(np.record, name)] == []


def test_chunks_add_up_to_the_run():
    state = muster(random_encounter(5))
    whole = tally_fights(state, 2, 0, 90)
    parts = tally_fights(state, 2, 0, 40) + tally_fights(state, 2, 40, 50)
    for name in Tally.__slots__:
        assert np.array_equal(getattr(whole, name), getattr(parts, name))


def _duel(a, b, rules: Rules | None = None, **changes) -> Encounter:
    return Encounter(
        (Group("a", "A", a, 1, ((0, 0),)), Group("b", "B", b, 1, ((1, 0),))), rules=rules or Rules(), **changes
    )


def _exact_duel(a, b) -> Fraction:
    """The chance that ``a`` wins a duel of monsters face to face, by the chain of exact damage laws."""
    laws = [
        attack_odds(me.attacks[0].bonus, foe.armor_class, "flat", me.attacks[0].dice, me.attacks[0].flat)
        for me, foe in ((a, b), (b, a))
    ]
    memo: dict[tuple[int, int, int], Fraction] = {}

    def striker_wins(mine: int, theirs: int, who: int) -> Fraction:
        key = (mine, theirs, who)
        if key not in memo:
            law, back = laws[who], laws[1 - who]
            miss = law[0] * back[0]
            win = Fraction(0)
            for damage, p in law.items():
                left = theirs - damage
                if left <= 0:
                    win += p
                elif damage > 0:
                    win += p * (1 - striker_wins(left, mine, 1 - who))
                else:
                    for answer, q in back.items():
                        if 0 < answer < mine:
                            win += p * q * striker_wins(mine - answer, theirs, who)
            memo[key] = win / (1 - miss)
        return memo[key]

    first = initiative_duel_odds(a.abilities.dexterity, b.abilities.dexterity)
    a_first = first["first"] + (first["tie"] if a.abilities.dexterity > b.abilities.dexterity else first["tie"] / 2)
    return a_first * striker_wins(a.hit_points, b.hit_points, 0) + (1 - a_first) * (
        1 - striker_wins(b.hit_points, a.hit_points, 1)
    )


@pytest.mark.parametrize("dexterity", [0, 3])
def test_R1_12_simulated_duels_agree_with_the_exact_chain(dexterity):
    a = sheet("a", hit_points=9, character=False, abilities=Abilities(dexterity=dexterity))
    b = sheet("b", hit_points=11, armor_class=13, character=False, attacks=(parse_attack("+4:1d6+2"),))
    fights = 20_000
    exact = float(_exact_duel(a, b))
    odds = fight_odds(_duel(a, b, round_limit=100), fights, seed=5)
    assert odds.undecided.p == 0
    assert abs(odds.win.p - exact) < 4 * (exact * (1 - exact) / fights) ** 0.5


def test_R1_1_laws_sum_to_one_and_kills_only_grow():
    encounter = random_encounter(8)
    odds = fight_odds(encounter, 300, seed=1)
    assert odds.win.p + odds.loss.p + odds.undecided.p == pytest.approx(1)
    assert odds.rounds.sum() == pytest.approx(1)
    for group in odds.groups:
        for law in (group.standing, group.dead, *group.fallen, *group.kills):
            assert law.sum() == pytest.approx(1)
            assert (law >= 0).all()
        assert group.fallen.shape == (encounter.round_limit + 1, group.count + 1)
        assert group.fallen[0, 0] == group.kills[0, 0] == 1
        assert (np.diff(group.mean_kills) >= -1e-12).all()


def test_R1_1_kills_of_one_side_are_the_fallen_of_the_other():
    a = sheet("a", character=False)
    odds = fight_odds(Encounter((Group("a", "A", a, 3), Group("b", "B", replace(a, name="b"), 4))), 400, seed=3)
    first, second = odds.groups
    assert np.allclose(first.mean_kills, second.mean_fallen)
    assert np.allclose(second.kills, first.fallen)
    assert second.dead @ np.arange(5) == pytest.approx(first.mean_kills[-1])


def test_R1_1_swapping_the_sides_mirrors_the_odds():
    a, b = sheet("a", character=False), sheet("b", hit_points=26, character=False)
    there = fight_odds(_duel(a, b), 4000, seed=9)
    back = fight_odds(Encounter((Group("b", "A", b, 1, ((0, 0),)), Group("a", "B", a, 1, ((1, 0),)))), 4000, seed=10)
    p = (there.win.p + back.loss.p) / 2
    assert abs(there.win.p - back.loss.p) < 4 * (2 * p * (1 - p) / 4000) ** 0.5


def test_R1_4_surprise_helps_the_hiders():
    a, b = sheet("a", character=False, stealth=20), sheet("b", character=False, perception=-5)
    encounter = _duel(a, b)
    ambush = replace(encounter, groups=(replace(encounter.groups[0], hiding=True), encounter.groups[1]))
    assert fight_odds(ambush, 1000).win.low > fight_odds(encounter, 1000).win.high


def test_odds_of_a_fight_under_way_keep_what_is_decided():
    mighty = sheet("a", attacks=(parse_attack("+30:1d4+60"),))
    state = begun(
        ("A", mighty, (0, 0)), ("B", sheet("b", character=False), (1, 0)), ("B", sheet("c", character=False), (1, 1))
    )
    assert fight_odds(state, 50).groups[0].kills[1, 1] == pytest.approx(1, abs=0.2)
    state = apply(state, do.Attack("b"), ScriptedDice([15, 1])).state
    odds = fight_odds(state, 50)
    assert odds.groups[1].dead.tolist() == [0, 1]
    assert odds.groups[0].kills[1, 0] == 1  # its action is spent, c stands through this round
    assert odds.groups[0].kills[2, 1] > 0.8
    waiting = setup(_duel(sheet("a"), sheet("b")), ScriptedDice([7, 7]))
    assert fight_odds(waiting, 50).fights == 50


@pytest.mark.parametrize(("doctrine", "distance"), [("close", 5), ("shoot", 40)])
def test_the_doctrines_keep_their_distance(doctrine, distance):
    both = sheet("a", attacks=(parse_attack("+5:1d4"), parse_attack("+5:1d4@0/40")), speed_ft=30)
    target = sheet("b", attacks=(), speed_ft=0, hit_points=500)
    encounter = Encounter(
        (Group("a", "A", both, 1, ((0, 0),), doctrine=doctrine), Group("b", "B", target, 1, ((12, 0),))), round_limit=4
    )
    end = record_fight(encounter, 1, 1).end
    assert 5 * (end.x[1] - end.x[0]) == distance


def test_the_doctrine_finish_strikes_those_who_lie():
    killer = sheet("a", attacks=(parse_attack("+20:1d4+10x3"),))
    fallen = sheet("b", hit_points=12)
    groups = (
        Group("a", "A", killer, 1, ((5, 5),), doctrine="finish"),
        Group("b", "B", fallen, 2, ((6, 5), (4, 5))),
    )
    dead = fight_odds(Encounter(groups), 200, seed=1).groups[1].dead
    close = fight_odds(Encounter((replace(groups[0], doctrine="close"), groups[1])), 200, seed=1).groups[1].dead
    assert dead @ np.arange(3) > close @ np.arange(3) + 0.5


@pytest.mark.parametrize("wrong", [{"fights": 0}, {"fights": True}, {"fights": 2.5}, {"seed": -1}])
def test_senseless_runs_are_refused(wrong):
    with pytest.raises(InvalidBattleError):
        fight_odds(_duel(sheet("a"), sheet("b")), **wrong)
