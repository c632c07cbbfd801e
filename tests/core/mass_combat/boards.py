"""Small battles for the tests of mass combat: units as plain numbers on a board, played with exact dice.

Row 4 is not shifted: next to (5, 4) lie (4, 4), (6, 4), (4, 3), (5, 3), (4, 5) and (5, 5).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.game import Step
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.play import BattleState
from tests.rulebook.scenario import prepare_scenario


def unit(number: int, side: str, at: tuple[int, int], **facts: Any) -> dict[str, Any]:
    """Unit ``u<number>`` of BR 20, morale 0 and speed 30 ft; lower numbers act first."""
    return {
        "id": f"u{number}",
        "side": side,
        "at": list(at),
        "br": 20,
        "morale": 0,
        "initiative": 30 - number,
        **facts,
    }


def scenario(
    *units: dict[str, Any], hexes: dict[str, Any] | None = None, columns: int = 16, rows: int = 9, **facts: Any
) -> dict[str, Any]:
    """A scenario on a board of ``columns`` by ``rows``; ``facts`` are ``switches``, ``round_limit``, ``objectives``."""
    return {"map": {"columns": columns, "rows": rows, "hexes": hexes or {}}, "units": list(units), **facts}


def begin(*units: dict[str, Any], dice: Iterable[int] = (), **facts: Any) -> BattleState:
    """The battle of these units at its first turn; the order of equals is rolled with exactly these dice."""
    scripted = ScriptedDice(dice)
    state = play.setup(prepare_scenario(scenario(*units, **facts)), scripted).state
    assert scripted.left == []
    return state


def do(state: BattleState, action: play.Action, *dice: int) -> Step[BattleState]:
    """Carry an action out with exactly these dice."""
    scripted = ScriptedDice(dice)
    step = play.apply(state, action, scripted)
    assert scripted.left == []
    return step


def after(state: BattleState, *actions: play.Action) -> BattleState:
    """The state after actions that roll no dice."""
    for action in actions:
        state = do(state, action).state
    return state


def walk(unit_id: str, *places: tuple[int, int]) -> list[play.Action]:
    """The moves of a unit through these spaces."""
    return [play.Move(unit_id, place) for place in places]


def ends(*unit_ids: str) -> list[play.Action]:
    """The ends of the turns of these units."""
    return [play.EndTurn(unit_id) for unit_id in unit_ids]


def refused(state: BattleState, action: play.Action, rule: str) -> None:
    """Check that an action is refused for this rule, and not offered."""
    with pytest.raises(IllegalActionError) as refusal:
        play.verify(state, action)
    assert refusal.value.rule == rule
    assert refusal.value.reason
    assert action not in play.legal_actions(state)


def told(step: Step[BattleState], kind: str) -> list[dict[str, Any]]:
    """The facts of the events of a kind, in order."""
    return [event.facts for event in step.events if event.kind == kind]


def mode_of(state: BattleState, action: play.Attack) -> str:
    """How the attacker rolls, seen from the dice that the attack asks for and from its log."""
    faces = [10] * 8
    dice = ScriptedDice(faces)
    step = play.apply(state, action, dice)
    mode = str(told(step, "attack")[0]["mode"])
    attacker_dice = [roll.label for roll in step.rolls if "attack" in roll.label]
    assert len(attacker_dice) == (1 if mode == "flat" else 2)
    assert sum("defence" in roll.label for roll in step.rolls) == 1
    return mode
