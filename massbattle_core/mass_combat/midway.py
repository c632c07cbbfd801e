"""The state of a battle after some rounds: the same battles, stopped there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from massbattle_core.mass_combat.battle import END_ALLIANCE, END_ROUND_LIMIT, GOAL_HOLD, GOAL_PROTECT
from massbattle_core.mass_combat.odds import BattleOdds
from massbattle_core.mass_combat.simulate import Prepared, odds_of, run

__all__ = ["Midway", "state_after", "stopped_after"]

_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class Midway:
    """The odds of a battle that is stopped after so many rounds: undecided are those that still go on then."""

    rounds: int
    odds: BattleOdds


def stopped_after(prepared: Prepared, rounds: int) -> Prepared:
    """The same battles, dice and all, stopped at the end of a round; what counts at the round limit only does not.

    Raises ``ValueError`` for a round before the first or after the limit.
    """
    limit = int(prepared.state["round_limit"][0])
    if not 1 <= rounds <= limit:
        raise ValueError(f"a battle of {limit} rounds has no state after {rounds}")
    state = prepared.state.copy()
    record = state[0]
    record["round_limit"] = rounds
    if rounds < limit:
        if record["end_condition"] == END_ROUND_LIMIT:
            record["end_condition"] = END_ALLIANCE
        for goal in range(int(record["objectives"])):
            if record["goal_kind"][goal] == GOAL_PROTECT:
                record["goal_kind"][goal], record["goal_rounds"][goal] = GOAL_HOLD, _NEVER
    return replace(prepared, key=f"{prepared.key} {rounds}", state=state)


def state_after(prepared: Prepared, rounds: int, battles: int) -> Midway:
    """What ``battles`` simulated battles have come to after so many rounds."""
    stopped = stopped_after(prepared, rounds)
    return Midway(rounds, odds_of(stopped, run(stopped, 0, battles)))
