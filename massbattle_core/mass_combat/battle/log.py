"""Dice by place and the log of a battle."""

from __future__ import annotations

from typing import Any

from massbattle_core._jit import njit
from massbattle_core.dice import die_at
from massbattle_core.mass_combat.battle.codes import D20, LOG_ROLL
from massbattle_core.mass_combat.state import LOG_LINES, LOG_WIDTH

# The parts of a place share 63 bits; the three numbers of units are those of the battle, not indices of the record,
# so that a unit that is added or taken away leaves the dice of all others as they were.
_NUMBERS = 1 << 14
_PURPOSES = 1 << 4
_OCCURRENCES = 1 << 4


@njit
def emit(st: Any, kind: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Write one line of six numbers into the log of the record, if it keeps one."""
    if st.logging != 0 and st.log_lines < LOG_LINES:
        at = st.log_lines * LOG_WIDTH
        st.log[at] = kind
        st.log[at + 1] = a
        st.log[at + 2] = b
        st.log[at + 3] = c
        st.log[at + 4] = d
        st.log[at + 5] = e
        st.log_lines = st.log_lines + 1


@njit
def draw(st: Any, roller: int, cause: int, purpose: int, occurrence: int) -> int:
    """The face, 1…20, of the die at a place of this battle; ``roller`` and ``cause`` are indices of units.

    Returns 1 and raises the flag ``need_die`` where play wants a real die that nobody has rolled yet, and notes how
    much of the log is certain until then.
    """
    place = (
        ((st.place_prefix * _NUMBERS + st.number[roller]) * _NUMBERS + st.number[cause]) * _PURPOSES + purpose
    ) * _OCCURRENCES + occurrence
    for i in range(st.script_length):
        if st.script_place[i] == place:
            emit(st, LOG_ROLL, place, st.script_value[i], 0, 0, 0)
            return int(st.script_value[i])
    if st.typed_dice != 0:
        if st.need_die == 0:
            st.need_die = 1
            st.need_place = place
            st.need_lines = st.log_lines
            st.need_mode = st.roll_mode
        return 1
    face = die_at(st.key, place, D20)
    emit(st, LOG_ROLL, place, face, 0, 0, 0)
    return face


def place_parts(place: int) -> tuple[int, int, int, int, int, int]:
    """The parts of a place: round, number of the turn's owner, of the roller, of the cause, purpose, occurrence."""
    place, occurrence = divmod(place, _OCCURRENCES)
    place, purpose = divmod(place, _PURPOSES)
    place, cause = divmod(place, _NUMBERS)
    place, roller = divmod(place, _NUMBERS)
    round_number, owner = divmod(place, _NUMBERS)
    return round_number, owner, roller, cause, purpose, occurrence


@njit
def set_place(st: Any, round_number: int, owner_number: int) -> None:
    """Address the dice that follow to a round and to the unit whose turn it is (0, 0: before the battle)."""
    st.place_prefix = round_number * _NUMBERS + owner_number
