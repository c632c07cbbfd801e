"""The battle itself: what happens to the state when a unit moves, acts, is struck or flees.

These functions work on the records of ``state`` and are the only place where a battle changes. Simulation calls
them compiled, play calls them one action at a time with real or typed dice, and the tests run them as plain
Python. ``verify_*`` return an integer reason, 0 for yes; the words for the reasons are in ``reasons``.

Dice are drawn by place: round, owner of the turn, roller, cause, purpose. :func:`draw` looks into the script of
the record first (typed dice, replays), then asks for a real die if play wants one, else draws the keyed die.

============  =====================================================================
``codes``     what the numbers stand for
``log``       dice by place, the log
``ground``    distances, contact and sight
``attack``    attacks, losses, morale tests, elimination
``movement``  entering spaces, contact, guards
``actions``   the five actions
``turns``     order, turns, reinforcements, rounds, the end
============  =====================================================================
"""

from massbattle_core.mass_combat.battle.actions import (
    act_attack,
    act_dash,
    act_defend,
    act_disengage,
    act_guard,
    verify_attack,
    verify_disengage,
    verify_plain_action,
)
from massbattle_core.mass_combat.battle.attack import (
    attack,
    eliminate,
    lose_br,
    lose_members,
    mode_of_attack,
    tested,
)
from massbattle_core.mass_combat.battle.codes import (
    ATTACK,
    ATTACK_AGAIN,
    CASUALTIES,
    D20,
    DEFENCE,
    DISENGAGE,
    END_ALLIANCE,
    END_OBJECTIVE,
    END_ROUND_LIMIT,
    FELL_TO_CASUALTIES,
    FELL_TO_KILLS,
    FELL_TO_ROUT,
    FRIENDS,
    GOAL_HOLD,
    GOAL_PROTECT,
    GOAL_REACH,
    GUARD_ENDS_WITH_OTHER_ACTION,
    GUARD_ENDS_WITH_TURN,
    GUARD_LASTS,
    LOG_ARRIVES,
    LOG_ATTACK,
    LOG_DASH,
    LOG_DEFEND,
    LOG_DISENGAGE,
    LOG_ELIMINATED,
    LOG_ENTERS,
    LOG_GUARD,
    LOG_GUARD_STRIKES,
    LOG_LOSES_TURN,
    LOG_LOSS,
    LOG_OVER,
    LOG_ROLL,
    LOG_ROUND_ENDS,
    LOG_STRIKES,
    LOG_TEST,
    LOG_TURN,
    LOG_TURN_LOST,
    NOBODY,
    ROUT,
    SIDE_A,
    SIDE_B,
    TIE,
)
from massbattle_core.mass_combat.battle.ground import (
    enemy_adjacent,
    sees,
    spaces_between,
)
from massbattle_core.mass_combat.battle.log import (
    draw,
    emit,
    place_parts,
    set_place,
)
from massbattle_core.mass_combat.battle.movement import (
    cost_of,
    enter,
    settle,
    verify_enter,
    way_out,
)
from massbattle_core.mass_combat.battle.turns import (
    begin_battle,
    begin_turn,
    check_alliances,
    clear_board,
    end_round,
    end_turn,
    next_turn,
)

__all__ = [
    "ATTACK",
    "ATTACK_AGAIN",
    "CASUALTIES",
    "D20",
    "DEFENCE",
    "DISENGAGE",
    "END_ALLIANCE",
    "END_OBJECTIVE",
    "END_ROUND_LIMIT",
    "FELL_TO_CASUALTIES",
    "FELL_TO_KILLS",
    "FELL_TO_ROUT",
    "FRIENDS",
    "GOAL_HOLD",
    "GOAL_PROTECT",
    "GOAL_REACH",
    "GUARD_ENDS_WITH_OTHER_ACTION",
    "GUARD_ENDS_WITH_TURN",
    "GUARD_LASTS",
    "LOG_ARRIVES",
    "LOG_ATTACK",
    "LOG_DASH",
    "LOG_DEFEND",
    "LOG_DISENGAGE",
    "LOG_ELIMINATED",
    "LOG_ENTERS",
    "LOG_GUARD",
    "LOG_GUARD_STRIKES",
    "LOG_LOSES_TURN",
    "LOG_LOSS",
    "LOG_OVER",
    "LOG_ROLL",
    "LOG_ROUND_ENDS",
    "LOG_STRIKES",
    "LOG_TEST",
    "LOG_TURN",
    "LOG_TURN_LOST",
    "NOBODY",
    "ROUT",
    "SIDE_A",
    "SIDE_B",
    "TIE",
    "act_attack",
    "act_dash",
    "act_defend",
    "act_disengage",
    "act_guard",
    "attack",
    "begin_battle",
    "begin_turn",
    "check_alliances",
    "clear_board",
    "cost_of",
    "draw",
    "eliminate",
    "emit",
    "end_round",
    "end_turn",
    "enemy_adjacent",
    "enter",
    "lose_br",
    "lose_members",
    "mode_of_attack",
    "next_turn",
    "place_parts",
    "sees",
    "set_place",
    "settle",
    "spaces_between",
    "tested",
    "verify_attack",
    "verify_disengage",
    "verify_enter",
    "verify_plain_action",
    "way_out",
]
