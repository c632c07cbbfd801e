"""A whole fight, compiled: set-up, turns, moves, attacks, reactions, death saves.

Every function takes the packed ``fight`` and the ``key`` of its dice, and changes the record in place. Who does
what is :mod:`~massbattle_core.skirmish.doctrine`'s; what comes of it are the same rule functions that play calls.

Dice are stateless: the die of a :func:`place` depends on the key of the fight and on what it is rolled for
(round, whose turn, who rolls, the purpose, the number of the attack and of the die), not on what fell before,
so two fights that differ in one number share all their other dice.

If ``recording`` is set, the record's ``rows`` take down the fight in rows (kind, a, b, c), as far as it has
room. Rows of kind DIE hold (place, sides, face), the other kinds are the actions that
:mod:`~massbattle_core.skirmish.replay` carries out in play.
"""

from __future__ import annotations

from typing import Final

from massbattle_core._jit import njit
from massbattle_core.dice import die_at, keep
from massbattle_core.skirmish.ground import between_ft, cover_between, entering_cost, occupy, seen_by
from massbattle_core.skirmish.record import NOBODY, NONE, Record, code
from massbattle_core.skirmish.rules.attack import (
    CRITICAL,
    HIT,
    MISS,
    attack_mode,
    cover_armor_class,
    critical_on_hit,
    damage_dice,
    damage_total,
    dodges,
    grade,
)
from massbattle_core.skirmish.rules.dying import (
    BACK,
    DEAD,
    STABLE,
    after_damage,
    death_save,
    falls_prone,
    makes_death_saves,
)
from massbattle_core.skirmish.rules.movement import distance_ft, leaves_reach, turn_movement
from massbattle_core.skirmish.tables import MAX_TRACE

__all__ = [
    "ATTACK",
    "DASH",
    "DIE",
    "END_TURN",
    "FIRST",
    "MOVE",
    "REACT",
    "SQUARE",
    "STAND_UP",
    "TIE",
    "attack",
    "begin_turn",
    "die",
    "is_over",
    "note",
    "place",
    "purpose_of",
    "walk",
]

DIE: Final = code(0)
FIRST: Final = code(1)
MOVE: Final = code(2)
SQUARE: Final = code(3)
STAND_UP: Final = code(4)
DASH: Final = code(5)
ATTACK: Final = code(6)
REACT: Final = code(7)
END_TURN: Final = code(8)

STEALTH: Final = code(0)
INITIATIVE: Final = code(1)
TIE: Final = code(2)
TO_HIT: Final = code(3)
DAMAGE: Final = code(4)
REACTION_TO_HIT: Final = code(5)
REACTION_DAMAGE: Final = code(6)
DEATH_SAVE: Final = code(7)

D20: Final = code(20)
SECOND: Final = code(1)
AS_ACTION: Final = code(0)
AS_REACTION: Final = code(1)


@njit
def place(battle_round: int, turn: int, roller: int, purpose: int, number: int, die_number: int) -> int:
    """The place of a die: 7 bits each for round, turn owner and roller, 3 for the purpose, 6 and 8 for the numbers."""
    return ((((battle_round * 128 + turn) * 128 + roller) * 8 + purpose) * 64 + number) * 256 + die_number


def purpose_of(where: int) -> int:
    """The purpose of the die at a place."""
    return where // (64 * 256) % 8


@njit
def note(fight: Record, kind: int, a: int, b: int, c: int) -> None:
    """Write a row into the trace, if the fight is recorded and there is room."""
    if fight.recording:
        if fight.traced < MAX_TRACE:
            fight.rows[fight.traced, 0] = kind
            fight.rows[fight.traced, 1] = a
            fight.rows[fight.traced, 2] = b
            fight.rows[fight.traced, 3] = c
        fight.traced += 1


@njit
def die(fight: Record, key: int, roller: int, purpose: int, number: int, die_number: int, sides: int) -> int:
    """Roll the die of a place."""
    where = place(fight.battle_round, fight.order[fight.turn], roller, purpose, number, die_number)
    face = die_at(key, int(where), int(sides))
    note(fight, DIE, where, sides, face)
    return face


@njit
def is_over(fight: Record) -> bool:
    """Whether a side has nobody left who stands.

    Source: R1.1
    """
    standing_a = False
    standing_b = False
    for i in range(fight.count):
        if fight.hit_points[i] > 0:
            if fight.side[i] == 0:
                standing_a = True
            else:
                standing_b = True
    return not (standing_a and standing_b)


# ---------------------------------------------------------------- attacks


@njit
def attack(fight: Record, key: int, attacker: int, target: int, form: int, number: int, reaction: int) -> None:
    """One attack roll and its damage; ``number`` counts the attacker's attacks of this turn."""
    distance = between_ft(fight, attacker, target)
    down = int(fight.hit_points[target] == 0)
    fell = NONE + HIT
    if not fight.automatic[attacker, form]:
        cover = cover_between(fight, attacker, target)
        seen = int(seen_by(fight, target, attacker))
        dodged = dodges(fight.dodging[target], fight.hit_points[target], fight.speed[target], seen)
        aided = NONE
        for helper in range(fight.count):
            if fight.aid_ally[helper] == attacker and fight.aid_foe[helper] == target:
                fight.aid_ally[helper] = NOBODY
                fight.aid_foe[helper] = NOBODY
                aided += 1
        sign = attack_mode(
            aided,
            int(dodged),
            distance,
            cover,
            fight.prone[attacker],
            fight.prone[target],
            down,
            fight.cover,
            fight.prone_effects,
            fight.unconscious_effects,
        )
        purpose = REACTION_TO_HIT if reaction else TO_HIT
        natural = die(fight, key, attacker, purpose, number, NONE, D20)
        if sign != 0:
            natural = keep(natural, die(fight, key, attacker, purpose, number, SECOND, D20), sign)
        armor_class = fight.armor_class[target] + cover_armor_class(cover, fight.cover)
        critical_hits = int(critical_on_hit(down, distance, fight.unconscious_effects))
        fell = grade(natural, fight.bonus[attacker, form], armor_class, critical_hits)
    fight.hidden[attacker] = 0
    if fell == MISS:
        return
    rolled = NONE
    most = NONE
    dice = NONE
    purpose = REACTION_DAMAGE if reaction else DAMAGE
    for kind in range(fight.kinds[attacker, form]):
        count = fight.dice[attacker, form, kind, 0]
        sides = fight.dice[attacker, form, kind, 1]
        most += count * sides
        for _ in range(damage_dice(count, fell, fight.critical)):
            rolled += die(fight, key, attacker, purpose, number, dice, sides)
            dice += 1
    damage = damage_total(rolled, most, fight.flat_damage[attacker, form], fell, fight.critical)
    hit_points, successes, failures, stable, dead = after_damage(
        fight.hit_points[target],
        fight.maximum[target],
        fight.successes[target],
        fight.failures[target],
        fight.stable[target],
        damage,
        int(fell == CRITICAL),
        int(makes_death_saves(fight.character[target], fight.monsters_at_zero)),
    )
    if not down and hit_points == 0:
        fight.kills[fight.group[attacker]] += 1
        if not dead and falls_prone(fight.unconscious_effects):
            fight.prone[target] = 1
    fight.hit_points[target] = hit_points
    fight.successes[target] = successes
    fight.failures[target] = failures
    fight.stable[target] = stable
    fight.dead[target] = dead
    if dead:
        occupy(fight)


# ---------------------------------------------------------------- moves and reactions


@njit
def walk(fight: Record, key: int, i: int) -> None:
    """Fighter ``i`` goes along ``path[:steps]``; enemies whose reach it leaves strike, and may stop it for good.

    They strike with the first form that reaches, in the order of turns.

    Source: R1.23, R1.24
    """
    note(fight, MOVE, i, fight.steps, NONE)
    for step in range(fight.steps):
        square = fight.path[step]
        note(fight, SQUARE, square % fight.width, square // fight.width, NONE)
    for step in range(fight.steps):
        y = fight.path[step] // fight.width
        x = fight.path[step] - y * fight.width
        for turn in range(fight.count if fight.disengaged[i] == 0 else 0):
            enemy = fight.order[turn]
            if fight.side[enemy] == fight.side[i] or fight.hit_points[enemy] == 0 or fight.reaction[enemy] == 0:
                continue
            before = between_ft(fight, enemy, i)
            after = distance_ft(x, y, fight.squares[i], fight.x[enemy], fight.y[enemy], fight.squares[enemy])
            if fight.surprised[enemy] or not leaves_reach(before, after, fight.reach[enemy]):
                continue
            if not seen_by(fight, enemy, i):
                continue
            form = NONE
            while fight.form_reach[enemy, form] < before:
                form += 1
            note(fight, REACT, enemy, i, form)
            fight.reaction[enemy] = 0
            attack(fight, key, enemy, i, form, NONE, AS_REACTION)
            if fight.hit_points[i] == 0:
                occupy(fight)
                return
        fight.movement[i] -= entering_cost(fight, i, x, y)
        fight.x[i] = x
        fight.y[i] = y
    occupy(fight)


# ---------------------------------------------------------------- turns


@njit
def begin_turn(fight: Record, key: int, i: int) -> bool:
    """What happens by itself at the start of a turn; True if the fighter can then act.

    Source: R1.4, R1.5, R1.23, R1.28, R1.29
    """
    fight.aid_ally[i] = NOBODY
    fight.aid_foe[i] = NOBODY
    if fight.dead[i]:
        return False
    fight.dodging[i] = 0
    fight.disengaged[i] = 0
    fight.reaction[i] = 1
    if fight.hit_points[i] == 0 and fight.stable[i] == 0:
        natural = die(fight, key, i, DEATH_SAVE, NONE, NONE, D20)
        successes, failures, fate = death_save(natural, fight.successes[i], fight.failures[i])
        fight.successes[i] = successes
        fight.failures[i] = failures
        if fate == STABLE:
            fight.stable[i] = 1
        elif fate == BACK:
            fight.hit_points[i] = 1
        elif fate == DEAD:
            fight.dead[i] = 1
            occupy(fight)
    able = bool(fight.hit_points[i] > 0 and fight.surprised[i] == 0)
    fight.surprised[i] = 0
    fight.action[i] = int(able)
    fight.bonus_action[i] = int(able)
    fight.movement[i] = turn_movement(2 * fight.speed[i], NONE) if able else 0
    for form in range(fight.forms[i]):
        fight.attacks_left[i, form] = 0
    return able
