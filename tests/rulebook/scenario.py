"""Scenarios of mass combat: a map, units as plain numbers, actions with their dice, and the log expected.

::

    {"id": "S0.guard.01", "rules": ["R0.30"], "title": …, "switches": {"s0.guard_duration": …},
     "map": {"columns": 12, "rows": 8, "hexes": {"3,4": {"terrain": "difficult", "elevation": 1, "cover": true}}},
     "units": [{"id": "u1", "side": "a", "br": 12, "morale": 0, "initiative": 12, "speed_ft": 30, "range_ft": 0,
                "at": [3, 4], "mode": "walk", "swim_ft": 0, "arrives_round": 2}],
     "round_limit": 30, "objectives": {"ford": {"side": "a", "kind": "hold", "hexes": [[5, 5]], "rounds": 2}},
     "setup_dice": [],                                        dice of the order among equals, in the order rolled
     "steps": [{"do": ["move", "u1", [4, 4]], "dice": [], "expect": [{"kind": "enters", "unit": "u1", "left": 200}]},
               {"refused": ["attack", "u1", "u2"], "rule": "R0.32"},
               {"state": {"mover": "u2", "round": 1, "units": {"u1": {"br": 10, "status": "field"}}}}]}

Actions: move (to an adjacent hex), attack, dash, defend, disengage, guard, end. ``dice`` are the d20 that the
action draws, in order: exactly so many. ``expect`` lists events that must occur in this order; other events may
stand between them, but each key given must match; ``"absent": ["eliminated"]`` names kinds that must not occur.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import IllegalActionError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.building import BuiltUnit, Derived, range_in_hexes
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import (
    Arrival,
    Battlefield,
    Hex,
    MassBattle,
    Objective,
    SimulationSettings,
    Unit,
)
from massbattle_core.mass_combat.simulate import Prepared, pack

_ACTIONS = {
    "move": play.Move,
    "attack": play.Attack,
    "dash": play.Dash,
    "defend": play.Defend,
    "disengage": play.Disengage,
    "guard": play.Guard,
    "end": play.EndTurn,
}


def run_scenario(scenario: Mapping[str, Any]) -> None:
    """Play a scenario and fail at the first difference from what it expects."""
    prepared = prepare_scenario(scenario)
    state = _exact_dice(scenario.get("setup_dice", []), lambda dice: play.setup(prepared, dice), "setup").state
    for number, step in enumerate(scenario["steps"]):
        where = f"{scenario['id']}, step {number} {step}"
        if "refused" in step:
            with pytest.raises(IllegalActionError) as refusal:
                play.verify(state, _action(step["refused"]))
            assert refusal.value.rule == step["rule"], where
        if "do" in step:
            action, before = _action(step["do"]), state
            done = _exact_dice(step.get("dice", []), lambda dice, a=action, s=before: play.apply(s, a, dice), where)
            state = done.state
            _check_events(done.events, step, where)
        if "state" in step:
            _check_state(state, step["state"], where)


def prepare_scenario(scenario: Mapping[str, Any]) -> Prepared:
    """The battle of a scenario, packed."""
    ground = scenario.get("map", {})
    rules = HouseRules.of(scenario.get("switches", {}))
    units = {facts["id"]: _unit(facts) for facts in scenario["units"]}
    battle = MassBattle(
        units=units,
        field=Battlefield(
            ground.get("columns", 12),
            ground.get("rows", 8),
            {key: Hex(**space) for key, space in ground.get("hexes", {}).items()},
        ),
        rules=rules,
        objectives={
            key: Objective(**{**goal, "hexes": tuple(map(tuple, goal.get("hexes", [])))})
            for key, goal in scenario.get("objectives", {}).items()
        },
        simulation=SimulationSettings(round_limit=scenario.get("round_limit", 30)),
    )
    return pack(battle, tuple(_built(facts, units[facts["id"]], rules) for facts in scenario["units"]))


def _unit(facts: Mapping[str, Any]) -> Unit:
    arrives = facts.get("arrives_round", 0)
    return Unit(
        facts["id"],
        facts["side"],
        facts["id"],
        position=tuple(facts["at"]),
        arrival=Arrival(arrives) if arrives else None,
        doctrine=facts.get("doctrine"),
        targets=facts.get("targets"),
    )


def _built(facts: Mapping[str, Any], unit: Unit, rules: HouseRules) -> BuiltUnit:
    mode = facts.get("mode", "walk")
    speeds = {mode: Derived(facts.get("speed_ft", 30) * 10)}
    if facts.get("swim_ft"):
        speeds["swim"] = Derived(facts["swim_ft"] * 10)
    return BuiltUnit(
        unit=unit,
        battle_rating=Derived(facts["br"]),
        space=Derived(100),
        base_morale=Derived(facts.get("morale", 0)),
        charisma=Derived(0),
        morale=Derived(facts.get("morale", 0)),
        initiative=Derived(facts["initiative"]),
        speeds=speeds,
        mode=mode,
        ranged_feet=Derived(facts.get("range_ft", 0)),
        range_hexes=range_in_hexes(facts.get("range_ft", 0), rules),
    )


def _action(words: list[Any]) -> play.Action:
    name, unit, *rest = words
    return _ACTIONS[name](unit, *(tuple(value) if isinstance(value, list) else value for value in rest))


def _exact_dice(values: list[int], work: Any, where: str) -> Any:
    dice = ScriptedDice(values)
    done = work(dice)
    rolled = [(roll.label, roll.value) for roll in done.rolls]
    assert not dice.left, f"{where}: dice {dice.left} were not rolled; rolled {rolled}"
    return done


def _check_events(events: Any, step: Mapping[str, Any], where: str) -> None:
    found = [{"kind": event.kind, "rule": event.rule, **_plain(event.facts)} for event in events]
    rest = iter(found)
    for expected in step.get("expect", []):
        assert any(all(event.get(key) == value for key, value in expected.items()) for event in rest), (
            f"{where}: {expected} missing or out of order in {found}"
        )
    for kind in step.get("absent", []):
        assert all(event["kind"] != kind for event in found), f"{where}: {kind} in {found}"


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in facts.items()}


def _check_state(state: play.BattleState, expected: Mapping[str, Any], where: str) -> None:
    for key, value in expected.items():
        if key == "units":
            for unit_id, facts in value.items():
                unit = state.unit(unit_id)
                for name, wanted in facts.items():
                    got = list(unit.position) if name == "at" else getattr(unit, name)
                    assert got == wanted, f"{where}: {unit_id}.{name} is {got}"
        elif key == "outcome":
            ended = play.outcome(state)
            assert (None if ended is None else [ended.winner, ended.termination]) == value, f"{where}: {ended}"
        else:
            got = getattr(state, key)
            assert (list(got) if isinstance(got, tuple) else got) == value, f"{where}: {key} is {got}"
