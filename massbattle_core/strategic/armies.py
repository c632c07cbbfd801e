"""Armies between two turns: time, fatigue and rest, characteristics and the bonus that they give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from massbattle_core.strategic.house_rules import Rules
from massbattle_core.strategic.model import Army, General
from massbattle_core.strategic.tables import (
    FATIGUE_PER_TURN,
    HOURS_A_TURN,
    MORALE_LADDER,
    TURNS_A_DAY,
    Level,
    Morale,
    Tables,
)
from massbattle_core.strategic.validation import require, validate_army, validate_whole

__all__ = [
    "characteristic_bonuses",
    "fatigue_penalty",
    "hours",
    "may_fight",
    "morale_moved",
    "muster",
    "rallied",
    "refreshed",
    "relative_size_level",
    "rested",
    "size_level",
    "strategic_bonus",
]


def muster(
    headcount: int,
    *,
    art_of_war: int = 0,
    general: General | None = None,
    name: str = "",
    training: int = 2,
    equipment: int = 2,
    terrain: int = 2,
    morale: Morale = "average",
    can_tire: bool = True,
    has_archers: bool = False,
    consecutive_turns: int = 0,
    starting_headcount: int | None = None,
    tables: Tables | None = None,
) -> Army:
    """An army of ``headcount`` soldiers, led by ``general`` or by a nameless one with this art of war modifier.

    Raises :class:`InvalidBattleError` with everything that is wrong with it.
    """
    army = Army(
        headcount=headcount,
        starting_headcount=headcount if starting_headcount is None else starting_headcount,
        general=General(art_of_war) if general is None else general,
        name=name,
        training=training,
        equipment=equipment,
        terrain=terrain,
        morale=morale,
        starting_morale=morale,
        can_tire=can_tire,
        has_archers=has_archers,
        consecutive_turns=consecutive_turns,
    )
    require(validate_army(army, tables))
    return army


def hours(turns: int) -> int:
    """About how many hours this many turns last.

    Source: R2.1
    """
    return turns * HOURS_A_TURN


# ---------------------------------------------------------------- fatigue, rest and rallying


def fatigue_penalty(consecutive_turn: int, can_tire: bool = True) -> int:
    """The modifier, 0 or less, of the art of war in the n-th consecutive turn (from 1) without rest.

    Raises :class:`InvalidBattleError` for a turn below 1.

    Source: R2.2, R2.3
    Ruling: the source names the general's skill sense of battle and art of war; they are one skill here.
    """
    require(validate_whole("consecutive_turn", consecutive_turn, 1, 1_000_000))
    return FATIGUE_PER_TURN * max(0, consecutive_turn - TURNS_A_DAY) if can_tire else 0


def may_fight(army: Army, rules: Rules) -> bool:
    """Whether an army may fight another turn before it rests.

    Source: R2.2, R2.3
    Ruling: the hard limit, where the house wants one, spares the armies that cannot tire, as fatigue does.
    """
    return rules.max_turns == "none" or not army.can_tire or army.consecutive_turns < int(rules.max_turns)


def rested(army: Army, rules: Rules) -> Army:
    """The army after one more turn that it does not fight: less tired, and rallied if the house has it so.

    Source: R2.2, R2.16
    Ruling: a day of rest is 24 hours of turns in a row; rest rallies one step a turn, up to the starting morale.
    """
    rest_turns = army.rest_turns + 1
    needed = {"one_turn": 1, "one_day": -(-24 // HOURS_A_TURN)}.get(rules.rest_resets)
    army = replace(army, rest_turns=rest_turns)
    if needed is not None and rest_turns >= needed:
        army = refreshed(army)
    return rallied(army) if rules.rally == "one_step_per_rest_turn" else army


def refreshed(army: Army) -> Army:
    """The army without fatigue.

    Source: R2.2
    """
    return replace(army, consecutive_turns=0)


def rallied(army: Army) -> Army:
    """The army one step of morale higher, never above the morale that it brought to the battle.

    Source: R2.16
    """
    if MORALE_LADDER.index(army.morale) >= MORALE_LADDER.index(army.starting_morale):
        return army
    return replace(army, morale=morale_moved(army.morale, 1))


def morale_moved(morale: Morale, steps: int) -> Morale:
    """Morale some steps up the ladder (down if negative), which ends at rout and at very high.

    Source: R2.36
    """
    place = MORALE_LADDER.index(morale) + steps
    return MORALE_LADDER[min(max(place, 0), len(MORALE_LADDER) - 1)]


# ---------------------------------------------------------------- characteristics


def size_level(headcount: int, levels: Sequence[Level]) -> int:
    """The level of size that a headcount has: the last one whose least headcount it reaches.

    Source: R2.19
    """
    return max(place for place, level in enumerate(levels) if place == 0 or headcount >= level.least)


def relative_size_level(headcount: int, enemy_headcount: int, tables: Tables) -> int:
    """The level of size of an army compared with its enemy's; against nobody, the highest.

    Source: R2.19
    """
    if enemy_headcount == 0:
        return len(tables.size_against_enemy)
    ratio = Fraction(headcount, enemy_headcount)
    return sum(
        ratio > border or (ratio == border and not belongs_below) for border, belongs_below in tables.size_against_enemy
    )


def characteristic_bonuses(army: Army, enemy_headcount: int, rules: Rules, tables: Tables) -> dict[str, int]:
    """The bonus of each characteristic as losses have left it: size, training, equipment, morale, terrain.

    Source: R2.17, R2.19
    """
    if rules.size_bonus == "relative":
        size = tables.size_ratio_bonus[relative_size_level(army.headcount, enemy_headcount, tables)]
    else:
        size = tables.size[size_level(army.headcount, tables.size)].bonus
    return {
        "size": size,
        "training": tables.training[army.training].bonus,
        "equipment": tables.equipment[army.equipment].bonus,
        "morale": tables.morale[MORALE_LADDER.index(army.morale)],
        "terrain": tables.terrain[army.terrain].bonus,
    }


def strategic_bonus(army: Army, enemy_headcount: int, rules: Rules, tables: Tables) -> int:
    """The sum of the bonuses of an army's characteristics.

    Source: R2.17
    """
    return sum(characteristic_bonuses(army, enemy_headcount, rules, tables).values())
