"""A battle that is watched ends exactly as it was counted."""

from __future__ import annotations

import pytest

from massbattle_core.mass_combat.simulate import Prepared, ends, run
from massbattle_core.mass_combat.watch import find_battle, watch
from tests.core.mass_combat.boards import scenario, unit
from tests.rulebook.scenario import prepare_scenario

BATTLES = 400


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare_scenario(
        scenario(
            unit(1, "a", (1, 3), br=14),
            unit(2, "a", (1, 5), br=10, range_ft=300),
            unit(3, "b", (12, 3), br=13),
            unit(4, "b", (12, 5), br=12),
            round_limit=9,
        )
    )


def test_the_list_of_ends_is_what_the_tally_counts(prepared: Prepared) -> None:
    winners, rounds = ends(prepared, 0, BATTLES)
    tally = run(prepared, 0, BATTLES)
    assert [int((winners == winner).sum()) for winner in range(3)] == tally["outcome"].tolist()
    assert [int((rounds == number).sum()) for number in range(201)] == tally["rounds"].tolist()
    assert all(tally["outcome"] > 0)
    later, _ = ends(prepared, 150, 160)
    assert later.tolist() == winners[150:160].tolist()


@pytest.mark.parametrize(
    ("winner", "outcomes"), [("a", {"a"}), ("b", {"b"}), ("nobody", {None}), ("somebody", {"a", "b"})]
)
def test_every_bar_has_a_battle_that_ends_so(prepared: Prepared, winner, outcomes) -> None:
    winners, rounds = ends(prepared, 0, BATTLES)
    numbers = {"a": (0,), "b": (1,), "nobody": (2,), "somebody": (0, 1)}[winner]
    for number in range(1, 10):
        battle = find_battle(prepared, winner=winner, rounds=number, limit=BATTLES)
        fits = [i for i in range(BATTLES) if winners[i] in numbers and rounds[i] == number]
        assert battle == (fits[0] if fits else None)
        if battle is not None:
            end = watch(prepared, battle).end
            assert end.winner in outcomes
            assert (end.round, end.over) == (number, True)
            assert find_battle(prepared, winner=winner, rounds=number, first=battle + 1, limit=BATTLES) == (
                fits[1] if len(fits) > 1 else None
            )


def test_losses_and_what_is_left_make_the_start(prepared: Prepared) -> None:
    replay = watch(prepared, 5)
    lost = {unit.id: 0 for unit in replay.end.units}
    for step in replay.steps:
        for event in step.events:
            if event.kind == "loss":
                lost[event.facts["unit"]] += event.facts["loss"]
    start = {unit.id: unit.br for unit in replay.steps[0].state.units}
    assert {unit.id: unit.br + lost[unit.id] for unit in replay.end.units} == start
