"""Carrying out the actions that :func:`~massbattle_core.skirmish.verify.verify` has let pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from massbattle_core.skirmish import actions as do
from massbattle_core.skirmish.rules.checks import resolve_check, sees
from massbattle_core.skirmish.rules.d20 import mode_of, net_mode
from massbattle_core.skirmish.rules.dying import resolve_first_aid
from massbattle_core.skirmish.rules.movement import stand_up_cost, turn_movement
from massbattle_core.skirmish.scene import Scene, seen
from massbattle_core.skirmish.state import Aid, Fighter, Readied, Walk
from massbattle_core.skirmish.verify import tied_next, with_speed
from massbattle_core.skirmish.walking import answered, walk_on

__all__ = ["carry_out", "settle"]


def carry_out(scene: Scene, active: Fighter | None, action: do.Action) -> None:
    """Carry out a verified action; ``active`` has the turn (None while the order is not settled)."""
    if isinstance(action, do.ActsFirst):
        _acts_first(scene, action)
    elif isinstance(action, do.SavingThrow):
        _saving_throw(scene, action)
    elif isinstance(action, do.React):
        _react(scene, action)
    elif isinstance(action, do.Decline):
        answered(scene)
    elif isinstance(action, do.EndTurn):
        scene.pass_on()
        scene.begin_turns()
    elif active is not None:
        _spend(scene, active, action)
        _DEEDS[type(action)](scene, scene.fighter(active.id), action)
    walk_on(scene)


# ---------------------------------------------------------------- order


def settle(scene: Scene) -> None:
    """Count the places that are sure; once all are, the first turn begins.

    Source: R1.3
    """
    while scene.settled < len(scene.order) and len(tied_next(scene.state())) == 1:
        scene.settled += 1
    if scene.settled == len(scene.order):
        scene.begin_turns()


def _acts_first(scene: Scene, action: do.ActsFirst) -> None:
    rest = [name for name in scene.order[scene.settled :] if name != action.fighter]
    scene.order = (*scene.order[: scene.settled], action.fighter, *rest)
    scene.settled += 1
    scene.note("acts first", "R1.3", fighter=action.fighter)
    settle(scene)


# ---------------------------------------------------------------- costs


def _spend(scene: Scene, actor: Fighter, action: do.Action) -> None:
    """Take the action or bonus action; a form with several attacks gives the others.

    Source: R1.8, R1.22
    """
    if isinstance(action, do.Move | do.StandUp | do.DropProne):
        return
    if isinstance(action, do.Attack):
        form = actor.sheet.attacks[action.form]
        left = list(actor.attacks_left)
        bonus: bool | None = None if left[action.form] else form.bonus_action
        left[action.form] = (left[action.form] or form.times) - 1
        actor = scene.change(actor.id, attacks_left=tuple(left))
    elif isinstance(action, do.Heal):
        bonus = {"action": False, "bonus_action": True, "none": None}[action.cost]
    else:
        bonus = getattr(action, "bonus_action", False)
    if bonus is not None:
        scene.change(actor.id, **{"bonus_action" if bonus else "action": False})


# ---------------------------------------------------------------- deeds


def _move(scene: Scene, actor: Fighter, action: do.Move) -> None:
    scene.walks.append(Walk(actor.id, actor.square, action.path))


def _stand_up(scene: Scene, actor: Fighter, action: do.StandUp) -> None:
    cost = stand_up_cost(2 * actor.sheet.speed_ft)
    scene.change(actor.id, prone=False, movement=actor.movement - cost)
    scene.note("stood up", "R1.10", fighter=actor.id)


def _drop_prone(scene: Scene, actor: Fighter, action: do.DropProne) -> None:
    scene.change(actor.id, prone=True)
    scene.note("prone", "R1.10", fighter=actor.id)


def _help(scene: Scene, actor: Fighter, action: do.Help) -> None:
    """Give help until one's next turn.

    Source: R1.15
    Ruling: the foe must be near when help is given, and the help is the named ally's.
    """
    scene.change(actor.id, aid=Aid(action.ally, action.foe))
    scene.note("help", "R1.15", fighter=actor.id, ally=action.ally, foe=action.foe)


def _search(scene: Scene, actor: Fighter, action: do.Search) -> None:
    """Roll a search; hidden enemies whose Stealth it reaches by Perception are found.

    Source: R1.16
    Ruling: who is found is pointed out to everybody; what else there is to find is the game master's.
    """
    sheet = actor.sheet
    bonus = sheet.perception_bonus if action.skill == "perception" else sheet.investigation_bonus
    total = _check(scene, actor, bonus, action.skill)
    found = [
        other.id
        for other in scene.fighters
        if action.skill == "perception" and other.side != actor.side and other.hidden is not None
        if sees(actor.hit_points, total, other.hidden)
    ]
    for name in found:
        scene.change(name, hidden=None)
    scene.note("search", "R1.16", fighter=actor.id, skill=action.skill, total=total, found=found)


def _dash(scene: Scene, actor: Fighter, action: do.Dash) -> None:
    more = turn_movement(2 * actor.sheet.speed_ft, 1) - turn_movement(2 * actor.sheet.speed_ft, 0)
    scene.change(actor.id, movement=actor.movement + more)
    scene.note("dash", "R1.17", fighter=actor.id)


def _dodge(scene: Scene, actor: Fighter, action: do.Dodge) -> None:
    scene.change(actor.id, dodging=True)
    scene.note("dodge", "R1.18", fighter=actor.id)


def _hide(scene: Scene, actor: Fighter, action: do.Hide) -> None:
    total = _check(scene, actor, actor.sheet.stealth_bonus, "stealth")
    scene.change(actor.id, hidden=total)
    hidden = scene.fighter(actor.id)
    seers = [other.id for other in scene.fighters if other.side != actor.side and seen(other, hidden)]
    scene.note("hide", "R1.19", fighter=actor.id, total=total, seen_by=seers)


def _disengage(scene: Scene, actor: Fighter, action: do.Disengage) -> None:
    scene.change(actor.id, disengaged=True)
    scene.note("disengage", "R1.20", fighter=actor.id)


def _ready(scene: Scene, actor: Fighter, action: do.Ready) -> None:
    scene.change(actor.id, readied=Readied(action.response, action.within_ft, action.words))
    scene.note("ready", "R1.21", fighter=actor.id, response=action.response, words=action.words)


def _first_aid(scene: Scene, actor: Fighter, action: do.FirstAid) -> None:
    """Try to stabilise.

    Source: R1.31, R1.32
    """
    aided = _take_aid(scene, actor)
    stable = resolve_first_aid(actor.sheet.medicine_bonus, scene.dice, mode_of(net_mode(aided, 0)))
    if stable:
        scene.change(action.target, stable=True, successes=0, failures=0)
    scene.note("first aid", "R1.31", fighter=actor.id, target=action.target, stable=stable)


def _heal(scene: Scene, actor: Fighter, action: do.Heal) -> None:
    rolled = sum(scene.dice.roll(sides, "healing") for count, sides in action.dice for _ in range(count))
    scene.heal(action.target, rolled + action.flat)


def _improvise(scene: Scene, actor: Fighter, action: do.Improvise) -> None:
    sheet = actor.sheet
    bonus = sheet.abilities.modifier(action.ability) + (sheet.proficiency if action.proficient else 0)
    total = _check(scene, actor, bonus, action.ability, action.advantages, action.disadvantages)
    success = total >= action.difficulty
    scene.note("improvised", "R1.11", fighter=actor.id, words=action.words, total=total, success=success)


def _saving_throw(scene: Scene, action: do.SavingThrow) -> None:
    """Roll a saving throw; Dexterity with advantage for who dodges and can act and move.

    Source: R1.18
    """
    fighter = scene.fighter(action.fighter)
    able = fighter.dodging and fighter.up and fighter.sheet.speed_ft > 0
    advantages = action.advantages + int(able and action.ability == "dexterity")
    mode = mode_of(net_mode(advantages, action.disadvantages))
    total = resolve_check(fighter.sheet.saving_throw(action.ability), scene.dice, "saving throw", mode)
    success = total >= action.difficulty
    scene.note("saving throw", "R1.18", fighter=fighter.id, ability=action.ability, total=total, success=success)


def _check(scene: Scene, actor: Fighter, bonus: int, label: str, advantages: int = 0, disadvantages: int = 0) -> int:
    aided = _take_aid(scene, actor)
    return resolve_check(bonus, scene.dice, label, mode_of(net_mode(aided + advantages, disadvantages)))


def _take_aid(scene: Scene, actor: Fighter) -> int:
    """Use up the help given on this fighter's next check; how much there was.

    Source: R1.15
    """
    helpers = [other.id for other in scene.fighters if other.aid == Aid(actor.id)]
    for helper in helpers:
        scene.change(helper, aid=None)
    return len(helpers)


_DEEDS: dict[type, Callable[[Scene, Fighter, Any], None]] = {
    do.Attack: lambda scene, actor, action: scene.attack(actor, action),
    do.Dash: _dash,
    do.Disengage: _disengage,
    do.Dodge: _dodge,
    do.DropProne: _drop_prone,
    do.FirstAid: _first_aid,
    do.Heal: _heal,
    do.Help: _help,
    do.Hide: _hide,
    do.Improvise: _improvise,
    do.Move: _move,
    do.Ready: _ready,
    do.Search: _search,
    do.StandUp: _stand_up,
}


# ---------------------------------------------------------------- reactions


def _react(scene: Scene, action: do.React) -> None:
    """Carry out a reaction.

    Source: R1.21, R1.23, R1.24
    Ruling: a readied attack is one attack roll, for further attacks belong to one's own turn [PHB].
    """
    actor = scene.change(action.fighter, reaction=False)
    offered = answered(scene)
    if offered is None or offered.kind == "readied":
        actor = scene.change(actor.id, readied=None)
    if isinstance(action.response, do.Move):
        actor = scene.change(actor.id, movement=with_speed(actor).movement)
    scene.note("reaction", "R1.23", fighter=actor.id, action=do.word(action.response))
    _DEEDS[type(action.response)](scene, actor, action.response)
