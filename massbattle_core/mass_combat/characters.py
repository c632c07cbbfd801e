"""Characters in a mass battle, who act from inside a unit by their own rules.

They belong to no unit's size or BR, and nothing that happens to their unit touches them: no function here or in
``battle`` knows them. What they kill is told to :func:`kill_members`.

Judgement: R0.45 (whether a scene is fought out or played from inside a unit)
Judgement: R0.53 (results of an attack on their unit never affect characters, so there is nothing to do)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from massbattle_core.creatures.model import Creature
from massbattle_core.dice import Dice
from massbattle_core.game import Step
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.kills import KillsOutcome, Part, after_kills
from massbattle_core.mass_combat.model import MassBattle
from massbattle_core.mass_combat.packing import Prepared
from massbattle_core.mass_combat.play import Attack, BattleState, KeyedBattle, PlacedDice
from massbattle_core.mass_combat.simulate import repack

__all__ = ["attack_after_characters", "character_turns", "characters_may_act", "kill_members", "kills_in_play"]


def character_turns(rules: HouseRules) -> int:
    """How many turns a character has on the turn of the unit: one, or by a house rule ten, one for each of its rounds.

    Source: R0.50, RB.3
    """
    return int(rules.character_turns_per_round)


def characters_may_act(state: BattleState, unit_id: str, rules: HouseRules, *, unit_attacks: bool) -> bool:
    """Whether characters attached to a unit act on its turn; those of an eliminated unit do, on its initiative.

    Ruling: a unit that lost its turn does not attack; its characters act all the same, unless the house lets them act
    only together with an attack.
    Source: R0.50, R0.54
    """
    if state.unit(unit_id).status == "eliminated":
        return True
    return unit_attacks or rules.characters_act_without_attack == "yes"


def kills_in_play(
    state: BattleState,
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    unit_id: str,
    killed: Part,
    *,
    successor_charisma: int = 0,
) -> KillsOutcome:
    """What a unit in the middle of a battle is worth after kills; ``killed`` counts members that it still has.

    Raises :class:`InvalidBattleError` if it has no such members, :class:`IllegalActionError` for an unknown unit.

    Source: R0.46, R0.52, R0.60
    """
    now = state.unit(unit_id)
    index = [built.unit.id for built in state.prepared.units].index(unit_id)
    built = state.prepared.units[index]
    return after_kills(
        built.unit,
        killed,
        creatures,
        battle.sides[built.unit.side],
        battle.rules,
        built.battle_rating.value - now.br,
        starting_br=int(state.prepared.state["starting_br"][0][index]),
        successor_charisma=successor_charisma,
    )


def kill_members(
    state: BattleState,
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    unit_id: str,
    killed: Part,
    dice: Dice | PlacedDice | KeyedBattle,
    *,
    successor_charisma: int = 0,
) -> Step[BattleState]:
    """Members of a unit are killed or disabled in the middle of a battle.

    By the house rule that a lost commander is reckoned anew, the unit also takes the place of its new initiative.

    Raises :class:`InvalidBattleError` if it has no such members, :class:`IllegalActionError` for a unit that is
    unknown or gone, :class:`NeedDie` when typed dice are missing.

    Source: R0.8, R0.42, R0.46, R0.51, R0.52, RB.4
    """
    outcome = kills_in_play(state, battle, creatures, unit_id, killed, successor_charisma=successor_charisma)
    prepared = repack(battle, state.prepared, outcome)
    if killed.commander and battle.rules.commander_lost == "recompute_all":
        state = replace(state, order=_order_after(state, prepared, unit_id))
    return play.lose_members(state, prepared, unit_id, outcome.br_lost, dice, wiped_out=outcome.wiped_out)


def _order_after(state: BattleState, prepared: Prepared, unit_id: str) -> tuple[str, ...]:
    """The order once a unit's initiative is another; it comes after those of the same initiative.

    Ruling: nobody acts twice in a round or not at all. A unit whose new place lies on the other side of the unit whose
    turn it is comes next to that one; a unit whose own turn it is keeps its place.
    Source: R0.8, R0.20
    """
    now = {built.unit.id: built.initiative.value for built in prepared.units}
    before = {built.unit.id: built.initiative.value for built in state.prepared.units}
    place, turn = state.order.index(unit_id), state.turn
    if now[unit_id] == before[unit_id] or place == turn:
        return state.order
    others = [other for other in state.order if other != unit_id]
    wanted = sum(now[other] >= now[unit_id] for other in others)
    at = min(wanted, turn - 1) if place < turn else max(wanted, turn + 1)
    return (*others[:at], unit_id, *others[at:])


def attack_after_characters(
    state: BattleState,
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    attack: Attack,
    killed: Part,
    dice: Dice | PlacedDice,
) -> Step[BattleState]:
    """A unit attacks: first its characters, whose kills lower the target's BR, then the unit, if the target stands.

    Raises as :func:`kill_members` does, and :class:`IllegalActionError` if the attack is not allowed.

    Source: R0.50, RB.3
    """
    play.verify(state, attack)
    first = kill_members(state, battle, creatures, attack.target, killed, dice)
    if first.state.over or first.state.unit(attack.target).status == "eliminated":
        return first
    then = play.apply(first.state, attack, dice)
    return Step(then.state, first.events + then.events, first.rolls + then.rolls)
