"""What units do when nobody plays them, watched on small boards: the behaviour that each doctrine promises."""

from __future__ import annotations

from typing import Any

from massbattle_core.game import Step
from massbattle_core.hexgrid import distance
from massbattle_core.mass_combat.play import BattleState
from massbattle_core.mass_combat.watch import watch
from tests.core.mass_combat.boards import scenario, unit
from tests.rulebook.scenario import prepare_scenario

Steps = tuple[Step[BattleState], ...]


def fought(*units: dict[str, Any], battle: int = 0, **facts: Any) -> Steps:
    return watch(prepare_scenario(scenario(*units, **facts)), battle).steps


def turns_of(steps: Steps, unit_id: str) -> list[Step[BattleState]]:
    return [step for step in steps if any(e.kind == "turn" and e.facts["unit"] == unit_id for e in step.events)]


def done(step: Step[BattleState], unit_id: str) -> list[str]:
    return [event.kind for event in step.events if event.facts.get("unit") == unit_id and event.kind != "turn"]


def test_who_advances_dashes_only_where_no_enemy_can_come_next():
    far = fought(unit(1, "a", (0, 4)), unit(2, "b", (15, 4), doctrine="hold"))
    assert done(turns_of(far, "u1")[0], "u1")[0] == "dash"
    near = turns_of(fought(unit(1, "a", (0, 4)), unit(2, "b", (9, 4), doctrine="hold")), "u1")[0]
    assert "dash" not in done(near, "u1")
    assert done(near, "u1")[-1] == "guard"


def test_who_is_cut_off_comes_near_and_stands_guard():
    river = {f"8,{row}": {"terrain": "water"} for row in range(9)}
    steps = fought(unit(1, "a", (2, 4)), unit(2, "b", (13, 4)), hexes=river, round_limit=8)
    places = [step.state.unit("u1").position for step in steps]
    assert places[-1] == (7, 4)
    assert len(set(places[-6:])) == 1
    assert done(turns_of(steps, "u1")[-1], "u1") == ["guard"]


def test_a_guard_helps_a_friend_in_contact_and_stays_otherwise():
    steps = fought(
        unit(1, "b", (6, 4)),
        unit(2, "a", (5, 4), doctrine="guard"),
        unit(3, "a", (3, 5), doctrine="guard"),
        unit(4, "a", (5, 0), doctrine="guard", speed_ft=10),
        round_limit=1,
    )
    helped = turns_of(steps, "u3")[0]
    assert done(helped, "u3")[-1] == "attack" or "strikes" in done(helped, "u3")
    assert done(turns_of(steps, "u4")[0], "u4") == ["guard"]
    alone = fought(unit(1, "a", (2, 4), doctrine="guard"), unit(2, "b", (9, 4), doctrine="hold"), round_limit=2)
    assert {kind for step in turns_of(alone, "u1") for kind in done(step, "u1")} == {"guard"}


def test_nobody_strikes_what_no_blow_can_break_while_there_is_another():
    wreck = unit(2, "b", (6, 4), br=10, morale=10, doctrine="defend")
    other = unit(3, "b", (5, 3), doctrine="defend")
    steps = fought(unit(1, "a", (5, 4), br=60, morale=10), wreck, other, round_limit=6)
    struck = [event.facts["target"] for step in steps for event in step.events if event.kind == "strikes"]
    broken = struck.index("u3")
    assert "u2" in struck[:broken]  # at full strength the weaker one has the best chance
    state = next(step.state for step in steps if 2 * step.state.unit("u2").br <= 10)
    assert state.unit("u2").status == "field"
    assert set(struck[broken:]) == {"u3"} or "u3" not in {u.id for u in steps[-1].state.units if u.status == "field"}


def test_objectives_are_taken_and_kept():
    goal = {"ford": {"side": "a", "kind": "hold", "hexes": [[7, 4]], "rounds": 3}}
    steps = fought(
        unit(1, "a", (2, 4)),
        unit(2, "b", (15, 4), doctrine="hold"),
        objectives=goal,
        switches={"s0.end_condition": "objective"},
    )
    assert steps[-1].state.unit("u1").position == (7, 4)
    assert (steps[-1].state.winner, steps[-1].state.round) == ("a", 3)
    ignored = fought(unit(1, "a", (2, 4)), unit(2, "b", (15, 4), doctrine="hold"), objectives=goal, round_limit=9)
    assert ignored[-1].state.unit("u1").position != (7, 4)


def test_a_flanker_waits_for_its_advancing_friend():
    foot, riders = unit(1, "a", (0, 4)), unit(2, "a", (0, 6), speed_ft=60, doctrine="flank")
    enemy = unit(3, "b", (13, 4), doctrine="hold")
    steps = fought(foot, riders, enemy)
    for step in steps:
        friend, flanker, target = (step.state.unit(name) for name in ("u1", "u2", "u3"))
        if (
            flanker.status == target.status == friend.status == "field"
            and distance(flanker.position, target.position) == 1
        ):
            assert distance(friend.position, target.position) <= 4
            break
    alone = fought(riders, enemy)
    assert distance(alone[2].state.unit("u2").position, (13, 4)) < 13


def test_who_skirmishes_fights_the_weaker_and_flees_the_stronger():
    def first_act(strength: int) -> str:
        archers = unit(1, "a", (5, 4), br=12, range_ft=600, doctrine="skirmish", morale=10)
        return done(turns_of(fought(archers, unit(2, "b", (6, 4), br=strength), round_limit=1), "u1")[0], "u1")[0]

    assert first_act(4) == "strikes"
    assert first_act(20) == "morale_test"


def test_who_withdraws_never_strikes():
    steps = fought(unit(1, "a", (5, 4), doctrine="withdraw"), unit(2, "b", (11, 4)), round_limit=6)
    assert all(event.facts["unit"] != "u1" for step in steps for event in step.events if event.kind == "strikes")
