"""What the numbers of the kernel stand for: purposes of a die, lines of the log, ends of a battle."""

from __future__ import annotations

# Purposes of a die: the last part of its place.
ATTACK, ATTACK_AGAIN, DEFENCE, ROUT, CASUALTIES, FRIENDS, DISENGAGE, TIE = range(8)

# Kinds of lines in the log; the columns that follow are named at each call of emit.
(
    LOG_ROLL,
    LOG_ATTACK,
    LOG_LOSS,
    LOG_TEST,
    LOG_ELIMINATED,
    LOG_LOSES_TURN,
    LOG_ENTERS,
    LOG_GUARD_STRIKES,
    LOG_DASH,
    LOG_DEFEND,
    LOG_GUARD,
    LOG_DISENGAGE,
    LOG_TURN_LOST,
    LOG_ARRIVES,
    LOG_TURN,
    LOG_ROUND_ENDS,
    LOG_OVER,
    LOG_STRIKES,
) = range(18)

# Why a unit fell.
FELL_TO_ROUT, FELL_TO_CASUALTIES, FELL_TO_KILLS = 1, 2, 3

# Who won: a side, or nobody.
SIDE_A, SIDE_B, NOBODY = 0, 1, 2

# Values of switches that are not plain yes or no.
GUARD_ENDS_WITH_OTHER_ACTION, GUARD_LASTS, GUARD_ENDS_WITH_TURN = 0, 1, 2
END_ALLIANCE, END_OBJECTIVE, END_ROUND_LIMIT = 0, 1, 2
GOAL_HOLD, GOAL_REACH, GOAL_PROTECT = 0, 1, 2

D20 = 20
