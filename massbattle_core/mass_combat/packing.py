"""Packing a battle for the kernel."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.battle import (
    END_ALLIANCE,
    END_OBJECTIVE,
    END_ROUND_LIMIT,
    GOAL_HOLD,
    GOAL_PROTECT,
    GOAL_REACH,
    GUARD_ENDS_WITH_OTHER_ACTION,
    GUARD_ENDS_WITH_TURN,
    GUARD_LASTS,
)
from massbattle_core.mass_combat.building import BuiltUnit, build_unit
from massbattle_core.mass_combat.kills import KillsOutcome
from massbattle_core.mass_combat.model import DOCTRINES, TARGETS, MassBattle, unit_number
from massbattle_core.mass_combat.situation_record import take_up
from massbattle_core.mass_combat.state import (
    AMPHIBIOUS,
    BINS,
    EMPTY,
    FLY,
    OUTSIDE,
    SLOW_SWIMMER,
    STATE,
    SWIM,
    WALK,
    PackedMap,
    cell,
    pack_map,
)
from massbattle_core.mass_combat.validation import problems

__all__ = ["Prepared", "movement_class", "pack", "prepare", "repack"]


@dataclass(frozen=True)
class Prepared:
    """A battle packed for the kernel.

    ``key`` is a digest of everything that the odds depend on: two battles with the same key have the same odds.
    ``units`` are the units on the board or due to come, in the order of the kernel's indices.
    """

    key: str
    units: tuple[BuiltUnit, ...]
    state: npt.NDArray[Any]
    map: PackedMap
    seed: int
    bin_width: int


def prepare(
    battle: MassBattle, creatures: Mapping[str, Creature], kills: Mapping[str, KillsOutcome] | None = None
) -> Prepared:
    """Pack a battle for the kernel; units that are not placed stay out of it. A fight is taken up where it is.

    ``kills``, by unit, are suffered before the first turn by units that are still whole: their starting BR stays,
    and a morale test that is due is made then.

    Raises :class:`InvalidBattleError` with everything that keeps the battle from being fought.

    Source: R0.46, R0.59, R0.60
    """
    kills = kills or {}
    wrong = [problem for problem in problems(battle, creatures) if problem.severity == "error"]
    if wrong:
        raise InvalidBattleError(wrong)
    units = tuple(
        kills[unit.id].built if unit.id in kills else build_unit(unit, creatures, battle.sides[unit.side], battle.rules)
        for unit in battle.ordered_units()
        if unit.position is not None
    )
    prepared = pack(battle, units, kills)
    if battle.fight is None or battle.fight.situation is None:
        return prepared
    state = prepared.state.copy()
    take_up(state[0], units, battle.field.columns, battle.fight.situation)
    key = hashlib.sha256(prepared.key.encode() + state.tobytes()).hexdigest()
    return replace(prepared, key=key, state=state)


def repack(battle: MassBattle, prepared: Prepared, kills: KillsOutcome) -> Prepared:
    """A battle in progress packed anew after kills; starting BRs stay.

    Source: R0.46, R0.60
    """
    units = tuple(kills.built if built.unit.id == kills.unit.id else built for built in prepared.units)
    starting = prepared.state["starting_br"][0]
    return pack(battle, units, starting={b.unit.id: int(starting[u]) for u, b in enumerate(prepared.units)})


def pack(
    battle: MassBattle,
    units: tuple[BuiltUnit, ...],
    kills: Mapping[str, KillsOutcome] | None = None,
    starting: Mapping[str, int] | None = None,
) -> Prepared:
    """Pack a battle of these placed units, whatever their numbers come from.

    ``kills``, by unit, are suffered before the first turn; ``starting`` are starting BRs that are known already.

    Source: R0.20
    """
    goals: dict[tuple[int, int], int] = {}
    for bit, objective in enumerate(battle.objectives.values()):
        for place in objective.hexes:
            goals[place] = goals.get(place, 0) | 1 << bit
    ground = pack_map(battle.field, goals, frozenset(movement_class(unit) for unit in units))
    state = np.zeros(1, STATE)
    record = state[0]
    _pack_settings(record, battle)
    record["units"] = len(units)
    for index, built in enumerate(units):
        _pack_unit(record, index, built, battle)
        if starting is not None:
            record["starting_br"][index] = starting[built.unit.id]
        if kills and built.unit.id in kills:
            suffered = kills[built.unit.id]
            record["starting_br"][index] = suffered.starting_br
            record["killed_br"][index], record["wiped_out"][index] = suffered.br_lost, suffered.wiped_out
    order = sorted(range(len(units)), key=lambda index: (-units[index].initiative.value, index))
    record["initiative_order"][: len(units)] = order
    _pack_goals(record, battle, {built.unit.id: index for index, built in enumerate(units)})
    record["occupant"][:] = OUTSIDE
    for row in range(battle.field.rows):
        start = cell((0, row), battle.field.columns)
        record["occupant"][start : start + battle.field.columns] = EMPTY
    total = max(sum(max(b.battle_rating.value, 0) for b in units if b.unit.side == side) for side in "ab")
    digest = hashlib.sha256(state.tobytes())
    digest.update(ground.record.tobytes())
    digest.update(f"{battle.simulation.seed} {[(b.unit.id, b.unit.name) for b in units]}".encode())
    return Prepared(digest.hexdigest(), units, state, ground, battle.simulation.seed, max(1, -(-total // (BINS - 1))))


def movement_class(built: BuiltUnit) -> int:
    """How the ground looks to a unit in the mode it uses (see ``state.entering_costs``)."""
    if built.mode == "fly":
        return FLY
    if built.mode == "swim":
        return SWIM
    if "swim" not in built.speeds:
        return WALK
    return AMPHIBIOUS if built.speeds["swim"].value >= built.speed else SLOW_SWIMMER


def _pack_unit(record: Any, index: int, built: BuiltUnit, battle: MassBattle) -> None:
    unit, side = built.unit, battle.sides[built.unit.side]
    assert unit.position is not None
    values = {
        "number": unit_number(unit.id),
        "side": 0 if unit.side == "a" else 1,
        "morale": built.morale.value,
        "initiative": built.initiative.value,
        "starting_br": built.battle_rating.value,
        "speed": built.speed,
        "range": built.range_hexes,
        "movement_class": movement_class(built),
        "doctrine": DOCTRINES.index(unit.doctrine or side.doctrine),
        "targets": TARGETS.index(unit.targets or side.targets),
        "arrival": unit.arrival.round if unit.arrival else 0,
        "start_hex": cell(unit.position, battle.field.columns),
    }
    for name, value in values.items():
        record[name][index] = value


def _pack_settings(record: Any, battle: MassBattle) -> None:
    rules = battle.rules
    values = {
        "round_limit": battle.simulation.round_limit,
        "every_loss": rules.casualties_test == "every_loss_at_or_below_half",
        "net_count": rules.adv_cancel == "net_count",
        "friends_of_attacker": rules.two_friends_of == "attacker",
        "stack_lost_turns": rules.lost_turns_stack == "yes",
        "friends_closed": rules.pass_friends == "forbidden",
        "no_breakthrough": rules.move_after_breakthrough == "no",
        "free_disengage": rules.disengage_free == "yes",
        "guard_lasting": {
            "until_triggered_or_own_other_action": GUARD_ENDS_WITH_OTHER_ACTION,
            "until_triggered": GUARD_LASTS,
            "until_next_turn": GUARD_ENDS_WITH_TURN,
        }[rules.guard_duration],
        "no_shooting_engaged": rules.shoot_while_engaged == "no",
        "walls_block": rules.line_of_sight == "walls_block",
        "end_condition": {
            "one_alliance_left": END_ALLIANCE,
            "objective": END_OBJECTIVE,
            "round_limit": END_ROUND_LIMIT,
        }[rules.end_condition],
        "mover": -1,
    }
    for name, value in values.items():
        record[name] = value


def _pack_goals(record: Any, battle: MassBattle, index_of: Mapping[str, int]) -> None:
    record["objectives"] = len(battle.objectives)
    for number, objective in enumerate(battle.objectives.values()):
        record["goal_kind"][number] = {"hold": GOAL_HOLD, "reach": GOAL_REACH, "protect": GOAL_PROTECT}[objective.kind]
        record["goal_side"][number] = 0 if objective.side == "a" else 1
        record["goal_rounds"][number] = objective.rounds
        record["goal_unit"][number] = index_of.get(objective.unit or "", 0)
