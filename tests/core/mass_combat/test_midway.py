"""The state after n rounds is that of the same battles, exactly then."""

from __future__ import annotations

import pytest

from massbattle_core.mass_combat.midway import state_after, stopped_after
from massbattle_core.mass_combat.simulate import Prepared, ends, odds_of, run
from massbattle_core.mass_combat.watch import watch
from tests.core.mass_combat.boards import scenario, unit
from tests.rulebook.scenario import prepare_scenario

BATTLES = 60


@pytest.fixture(scope="module", params=[{}, {"s0.end_condition": "objective"}, {"s0.end_condition": "round_limit"}])
def prepared(request: pytest.FixtureRequest) -> Prepared:
    return prepare_scenario(
        scenario(
            unit(1, "a", (1, 3), br=14),
            unit(2, "a", (1, 5), br=10, range_ft=300),
            unit(3, "b", (12, 3), br=13),
            unit(4, "b", (12, 5), br=12),
            round_limit=12,
            switches=request.param,
            objectives={"o1": {"side": "b", "kind": "protect", "unit": "u3"}},
        )
    )


@pytest.mark.parametrize("rounds", [1, 4, 7, 12])
def test_what_is_decided_and_what_is_left_then(prepared: Prepared, rounds: int) -> None:
    midway = state_after(prepared, rounds, BATTLES)
    winners, lasted = ends(prepared, 0, BATTLES)
    odds = midway.odds
    for winner, share in ((0, odds.win), (1, odds.loss)):
        assert share.p * BATTLES == pytest.approx(sum((winners == winner) & (lasted <= rounds)))
    standing = dict.fromkeys(("u1", "u2", "u3", "u4"), 0)
    left = dict(standing)
    for battle in range(BATTLES):
        steps = watch(prepared, battle).steps
        then = [step for step in steps if step.state.round <= rounds]
        assert then
        for one in then[-1].state.units:
            if one.status != "eliminated":
                standing[one.id] += 1
                left[one.id] += one.br
    for one in odds.units:
        assert one.survival * BATTLES == pytest.approx(standing[one.id])
        assert one.mean_br * BATTLES == pytest.approx(left[one.id])


def test_the_last_round_is_the_end(prepared: Prepared) -> None:
    assert state_after(prepared, 12, BATTLES).odds == odds_of(prepared, run(prepared, 0, BATTLES))
    for rounds in (0, 13):
        with pytest.raises(ValueError, match="no state after"):
            stopped_after(prepared, rounds)
