"""Whether an action is legal now, and if not, why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from massbattle_core.errors import IllegalActionError
from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.ground import can_stop, entering_cost
from massbattle_core.skirmish.rules.movement import stand_up_cost, turn_movement
from massbattle_core.skirmish.scene import beaten, packed, seen
from massbattle_core.skirmish.state import Fighter, Offer, State
from massbattle_core.skirmish.tables import ABILITIES, COVERS, NEAR_FT

__all__ = ["current_offer", "tied_next", "verify", "with_speed"]


def verify(state: State, action: do.Action) -> None:
    """Raise :class:`IllegalActionError` with the reason and the rule if the action is not legal now.

    Source: R1.3, R1.5, R1.22, R1.23
    """
    _need(not beaten(state.fighters), "a side is beaten, the fight is over", "R1.1")
    _need(state.round <= state.encounter.round_limit, "the last round is over", "R1.1")
    if isinstance(action, do.ActsFirst):
        _need(action.fighter in tied_next(state), "its place in the order is settled", "R1.3")
        return
    active = state.active
    if active is None:
        raise IllegalActionError("say first who goes before whom", "R1.3")
    if isinstance(action, do.SavingThrow):
        _known(state, action.fighter)
        _need(action.ability in ABILITIES, f"no ability {action.ability!r}")
    elif isinstance(action, do.Heal) and action.cost == "none":
        _heal(state, action)
    elif isinstance(action, do.React):
        _react(state, action)
    elif isinstance(action, do.Decline):
        offer = current_offer(state)
        _need(offer is not None and offer.fighter == action.fighter, "it has no reaction on offer", "R1.23")
    else:
        _need(current_offer(state) is None, "a reaction is on offer: take it or let it pass", "R1.23")
        if not isinstance(action, do.EndTurn):
            _need(active.up, "it cannot act any more this turn", "R1.27")
            _affordable(active, action)
            _possible(state, active, action)


def current_offer(state: State) -> Offer | None:
    """The reaction to be taken or declined before anything else."""
    return state.walks[-1].offers[0] if state.walks else None


def tied_next(state: State) -> tuple[str, ...]:
    """Those of equal initiative among whom the game master chooses the next; none once the order is settled.

    Source: R1.3
    """
    if not state.order or state.settled == len(state.order):
        return ()
    count = state.fighter(state.order[state.settled]).initiative
    return tuple(name for name in state.order[state.settled :] if state.fighter(name).initiative == count)


def _need(condition: bool, reason: str, rule: str = "") -> None:
    if not condition:
        raise IllegalActionError(reason, rule)


def _known(state: State, name: str) -> Fighter:
    _need(state.index(name) >= 0, f"nobody is called {name!r}")
    return state.fighter(name)


# ---------------------------------------------------------------- what it costs


def _affordable(actor: Fighter, action: do.Action) -> None:
    """Whether the turn still has the action or bonus action that this takes.

    Source: R1.5, R1.8, R1.22
    """
    if isinstance(action, do.Move | do.StandUp | do.DropProne):
        return
    if isinstance(action, do.Attack):
        _need(0 <= action.form < len(actor.sheet.attacks), "it has no such attack", "R1.12")
        if actor.attacks_left[action.form] > 0:
            return
        bonus = actor.sheet.attacks[action.form].bonus_action
    else:
        bonus = action.cost == "bonus_action" if isinstance(action, do.Heal) else getattr(action, "bonus_action", False)
        if bonus:
            kind = do.word(action)
            _need(kind in actor.sheet.bonus_actions, f"no ability makes {kind} a bonus action", "R1.22")
    if bonus:
        _need(actor.bonus_action, "its bonus action is spent", "R1.22")
    else:
        _need(actor.action, "its action is spent", "R1.5")


# ---------------------------------------------------------------- what it takes


def _possible(state: State, actor: Fighter, action: do.Action) -> None:
    check = _CHECKS.get(type(action))
    if check is not None:
        check(state, actor, action)


def _move(state: State, actor: Fighter, action: do.Move) -> None:
    """Whether a path is within the movement, enterable step by step, and ends in free squares.

    Source: R1.6, R1.9, R1.10
    """
    _need(len(action.path) > 0, "a move without squares", "R1.6")
    record = packed(state)
    i = state.index(actor.id)
    cost = 0
    x, y = actor.square
    for step_x, step_y in action.path:
        _need(max(abs(step_x - x), abs(step_y - y)) == 1, f"({step_x}, {step_y}) is not next to ({x}, {y})", "R1.6")
        step = entering_cost(record, i, step_x, step_y)
        _need(step > 0, f"({step_x}, {step_y}) cannot be entered: an enemy or the edge is in the way", "R1.9")
        cost += step
        x, y = step_x, step_y
    _need(cost <= actor.movement, f"{(cost - actor.movement) / 2:g} ft of movement are missing", "R1.6")
    _need(can_stop(record, i, y * state.encounter.terrain.width + x), "the move ends in another's space", "R1.9")


def _stand_up(state: State, actor: Fighter, action: do.StandUp) -> None:
    _need(actor.prone, "it is not prone", "R1.10")
    cost = stand_up_cost(2 * actor.sheet.speed_ft)
    _need(0 < cost <= actor.movement, "standing up takes half of its speed, and it has not so much left", "R1.10")


def _drop_prone(state: State, actor: Fighter, action: do.DropProne) -> None:
    _need(not actor.prone, "it is prone", "R1.10")


def _attack(state: State, actor: Fighter, action: do.Attack) -> None:
    _need(0 <= action.form < len(actor.sheet.attacks), "it has no such attack", "R1.12")
    target = _known(state, action.target)
    _need(target.side != actor.side, "it fights on the same side", "R1.12")
    _need(not target.dead, "the target is dead", "R1.26")
    _need(seen(actor, target), "it does not see the target", "R1.19")
    limit = actor.sheet.attacks[action.form].limit_ft
    distance = actor.distance_ft(target)
    _need(distance <= limit, f"the target is {distance} ft away and the attack goes {limit} ft", "R1.12")
    _need(action.cover is None or action.cover in COVERS, f"no cover {action.cover!r}", "R1.12")


def _help(state: State, actor: Fighter, action: do.Help) -> None:
    ally = _known(state, action.ally)
    _need(ally.side == actor.side and ally.id != actor.id, "only an ally can be helped", "R1.15")
    if action.foe is not None:
        foe = _known(state, action.foe)
        _need(foe.side != actor.side and not foe.dead, "help in attacking is against a living enemy", "R1.15")
        _need(actor.distance_ft(foe) <= NEAR_FT, "the enemy is not within 5 ft of the helper", "R1.15")


def _ready(state: State, actor: Fighter, action: do.Ready) -> None:
    _need(action.response in do.READIABLE, f"{action.response!r} cannot be readied", "R1.21")


def _first_aid(state: State, actor: Fighter, action: do.FirstAid) -> None:
    target = _known(state, action.target)
    _need(target.status == "unconscious" and not target.stable, "it needs no first aid", "R1.31")
    _need(actor.distance_ft(target) <= NEAR_FT, "the fallen is not within 5 ft", "R1.31")


def _heal(state: State, action: do.Heal) -> None:
    _need(not _known(state, action.target).dead, "the dead are not healed", "R1.33")
    _need(all(count > 0 and sides > 0 for count, sides in action.dice), "no such dice", "R1.33")


def _improvise(state: State, actor: Fighter, action: do.Improvise) -> None:
    _need(action.ability in ABILITIES, f"no ability {action.ability!r}", "R1.11")


_CHECKS: dict[type, Callable[[State, Fighter, Any], None]] = {
    do.Move: _move,
    do.StandUp: _stand_up,
    do.DropProne: _drop_prone,
    do.Attack: _attack,
    do.Help: _help,
    do.Ready: _ready,
    do.FirstAid: _first_aid,
    do.Heal: lambda state, _, action: _heal(state, action),
    do.Improvise: _improvise,
}


# ---------------------------------------------------------------- reactions


def _react(state: State, action: do.React) -> None:
    """Whether a reaction answers the offer, or releases what its fighter has readied.

    Source: R1.21, R1.23, R1.24
    """
    offer = current_offer(state)
    actor = _known(state, action.fighter)
    response = action.response
    _need(actor.can_react, "it has no reaction", "R1.23")
    if offer is not None:
        _need(offer.fighter == action.fighter, f"{offer.fighter} decides first", "R1.23")
    if offer is not None and offer.kind == "opportunity":
        if not isinstance(response, do.Attack) or response.target != offer.mover:
            raise IllegalActionError("an opportunity attack strikes the one who leaves", "R1.24")
        _attack(state, actor, response)
        reach = actor.sheet.attacks[response.form].reach_ft
        _need(actor.distance_ft(state.fighter(offer.mover)) <= reach, "not a melee attack that reaches", "R1.24")
        return
    readied = actor.readied
    if readied is None:
        raise IllegalActionError("it has readied nothing", "R1.21")
    _need(do.word(response) == readied.response, f"it has readied {readied.response}", "R1.21")
    if offer is None:
        _need(readied.within_ft is None, "its trigger has not come", "R1.21")
        _need(state.active is not None and state.active.id != actor.id, "a reaction is for another's turn", "R1.21")
    moved = isinstance(response, do.Move)
    _possible(state, with_speed(actor) if moved else actor, response)


def with_speed(actor: Fighter) -> Fighter:
    """A fighter with the movement of a readied move: its speed.

    Source: R1.21
    """
    return replace(actor, movement=turn_movement(2 * actor.sheet.speed_ft, 0))
