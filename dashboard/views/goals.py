"""The objectives of the battle: who has to hold or reach which hexes, or to keep which unit alive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, join, tag
from dashboard.models.session import BattleSession
from dashboard.views.house_rules import rule_markup
from dashboard.views.places import battle_place
from massbattle_core.document import Several
from massbattle_core.mass_combat.edits import SetHouseRule, SetObjective
from massbattle_core.mass_combat.model import MassBattle, Objective, SideId, hex_name

__all__ = ["GOAL_KINDS", "GoalEditor", "goals_markup"]

GOAL_KINDS = {
    "hold": (
        N_("hold"),
        N_("One of its units stands on one of the hexes and no enemy does, so many rounds in a row."),
    ),
    "reach": (N_("reach"), N_("One of its units stands on one of the hexes at the end of a round.")),
    "protect": (N_("keep alive"), N_("The unit is still there when the rounds are over.")),
}
"""The kinds of objective, each with what it takes."""

_MOST_ROUNDS = 200
_IGNORED, _COUNTED = "one_alliance_left", "objective"
"""Readings of what ends the battle: without its objectives, and with them at once."""


def goals_markup(battle: MassBattle, _: Words) -> Markup:
    """Every objective with its parts to choose from, and what ends the battle."""
    counts = battle.rules.end_condition != _IGNORED
    forgotten = bool(battle.objectives) and not counts
    if counts:
        note = _("An objective that is reached decides the battle.")
    elif forgotten:
        note = _("Objectives count for nothing until the rule below lets them end the battle.")
    else:
        note = _("What a side may win by without beating every enemy: a place to take or hold, a unit to keep.")
    return join(
        tag("p", note, class_="goal-warning" if forgotten else "muted"),
        (_goal(key, goal, battle, _) for key, goal in battle.objectives.items()),
        tag("button", "+ ", _("new objective"), type="button", class_="chip", data_do="add-goal"),
        tag("div", rule_markup("end_condition", battle.rules, _), class_="rule-chapter"),
    )


def _goal(key: str, goal: Objective, battle: MassBattle, _: Words) -> Markup:
    def chips(what: str, values: Mapping[str, str], chosen: str | None) -> Markup:
        return tag(
            "div",
            (
                tag(
                    "button",
                    label,
                    type="button",
                    class_=f"chip{' on' if value == chosen else ''}",
                    data_do="goal",
                    data_goal=key,
                    data_part=what,
                    data_value=value,
                    aria_pressed="true" if value == chosen else "false",
                )
                for value, label in values.items()
            ),
            class_="chips",
            role="group",
        )

    rest: list[Child]
    if goal.kind == "protect":
        units = {unit.id: unit.name or _("Unnamed unit") for unit in battle.side_units(goal.side)}
        rest = [chips("unit", units, goal.unit)]
    else:
        where = ", ".join(hex_name(place) for place in sorted(goal.hexes, key=lambda place: (place[1], place[0])))
        choose = tag(
            "button", _("choose on the board"), type="button", class_="link", data_do="choose-goal", data_goal=key
        )
        rest = [tag("div", tag("span", where), " ", choose)]
    if goal.kind == "hold":
        entry = tag(
            "input",
            inputmode="numeric",
            class_="number-field",
            data_do="goal",
            data_goal=key,
            data_part="rounds",
            value=goal.rounds,
        )
        rest.append(tag("label", _("rounds in a row"), " ", entry))
    remove = tag("button", _("remove"), type="button", class_="link", data_do="remove-goal", data_goal=key)
    return tag(
        "div",
        tag(
            "div",
            chips("side", {side: facts.name for side, facts in battle.sides.items()}, goal.side),
            remove,
            class_="spread",
        ),
        chips("kind", {kind: _(label) for kind, (label, _means) in GOAL_KINDS.items()}, goal.kind),
        tag("p", _(GOAL_KINDS[goal.kind][1])),
        rest,
        class_=f"rule goal side-{goal.side}",
        data_key=key,
        data_place=battle_place("objectives", key),
    )


class GoalEditor:
    """What the buttons of the objectives do; ``choose`` lets the hexes of one be chosen on the board."""

    def __init__(self, session: BattleSession, choose: Callable[[str], None]) -> None:
        self._session = session
        self.actions: dict[str, Callable[[Mapping[str, Any]], object]] = {
            "add-goal": lambda _message: self._add(),
            "remove-goal": lambda message: session.submit(SetObjective(str(message.get("goal", "")), None)),
            "choose-goal": lambda message: choose(str(message.get("goal", ""))),
            "goal": self._set,
        }

    def _add(self) -> None:
        battle = self._session.document.mass_combat
        number = next(n for n in range(1, 1_000) if f"o{n}" not in battle.objectives)
        middle = (battle.field.columns // 2, battle.field.rows // 2)
        goal = SetObjective(f"o{number}", Objective("a", "hold", (middle,)))
        if battle.objectives or battle.rules.end_condition != _IGNORED:
            self._session.submit(goal)
        else:  # the first one is meant to count
            self._session.submit(Several((goal, SetHouseRule("end_condition", _COUNTED))))

    def _set(self, message: Mapping[str, Any]) -> None:
        battle = self._session.document.mass_combat
        key, part, value = (str(message.get(name, "")) for name in ("goal", "part", "value"))
        goal = battle.objectives.get(key)
        changed = _changed(goal, part, value.strip(), battle) if goal else None
        if changed:
            self._session.submit(SetObjective(key, changed))


def _changed(goal: Objective, part: str, value: str, battle: MassBattle) -> Objective | None:
    """The objective with one part set; None where the value makes no sense."""
    if part == "side" and value in battle.sides:
        return _whole(replace(goal, side=cast(SideId, value), unit=None), battle)
    if part == "kind" and value in GOAL_KINDS:
        return _whole(replace(goal, kind=cast(Any, value), rounds=goal.rounds if value == "hold" else 1), battle)
    if part == "unit" and value in battle.units:
        return replace(goal, unit=value)
    if part == "rounds" and value.isdecimal() and len(value) <= 3 and 1 <= int(value) <= _MOST_ROUNDS:
        return replace(goal, rounds=int(value))
    return None


def _whole(goal: Objective, battle: MassBattle) -> Objective:
    """An objective with all that its kind needs: a unit to keep alive, or a hex."""
    if goal.kind == "protect":
        own = [unit.id for unit in battle.side_units(goal.side)]
        return replace(goal, unit=goal.unit if goal.unit in own else next(iter(own), None))
    middle = (battle.field.columns // 2, battle.field.rows // 2)
    return replace(goal, unit=None, hexes=goal.hexes or (middle,))
