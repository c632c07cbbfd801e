"""Why an action is not allowed: integer codes for the kernel, words and rule for people."""

from __future__ import annotations

__all__ = ["WORDS"]

(
    ALLOWED,
    NOT_ITS_TURN,
    NOT_ADJACENT,
    IN_CONTACT,
    NO_BREAKTHROUGH,
    ENEMY_THERE,
    FRIEND_THERE,
    STOPS_ON_FRIEND,
    CLOSED_GROUND,
    TOO_FAR,
    HAS_ACTED,
    NO_TARGET,
    FRIENDLY_TARGET,
    CANNOT_SHOOT,
    OUT_OF_RANGE,
    ENGAGED,
    OUT_OF_SIGHT,
    NOT_ENGAGED,
) = range(18)

WORDS: dict[int, tuple[str, str]] = {
    NOT_ITS_TURN: ("it is not this unit's turn", "R0.23"),
    NOT_ADJACENT: ("the space is not next to the unit", "R0.24"),
    IN_CONTACT: ("an enemy is adjacent: the unit must disengage to move", "R0.25"),
    NO_BREAKTHROUGH: ("the unit was stopped by an enemy this turn", "R0.25"),
    ENEMY_THERE: ("an enemy holds that space", "R0.24"),
    FRIEND_THERE: ("a friend holds that space", "R0.24"),
    STOPS_ON_FRIEND: ("a unit may pass a friend but not stop in its space", "R0.24"),
    CLOSED_GROUND: ("the unit cannot enter that ground", "R0.22"),
    TOO_FAR: ("not enough movement left", "R0.24"),
    HAS_ACTED: ("the unit has acted this turn", "R0.26"),
    NO_TARGET: ("there is no such unit on the board", "R0.31"),
    FRIENDLY_TARGET: ("that unit is on the same side", "R0.31"),
    CANNOT_SHOOT: ("not all of its members can shoot 100 feet", "R0.12"),
    OUT_OF_RANGE: ("the target is out of range", "R0.32"),
    ENGAGED: ("a unit with an enemy adjacent may not shoot others", "R0.32"),
    OUT_OF_SIGHT: ("a wall is in the way", "R0.32"),
    NOT_ENGAGED: ("no enemy is adjacent", "R0.29"),
}
"""Code -> what to tell the player, and the rule."""
