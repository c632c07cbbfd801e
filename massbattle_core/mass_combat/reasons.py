"""Why an action is not allowed: integer codes for the kernel, words and rule for people."""

from __future__ import annotations

from massbattle_core.phrases import Feet, Phrase, phrase

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

WORDS: dict[int, tuple[Phrase, str]] = {
    NOT_ITS_TURN: (phrase("it is not this unit's turn"), "R0.23"),
    NOT_ADJACENT: (phrase("the space is not next to the unit"), "R0.24"),
    IN_CONTACT: (phrase("an enemy is adjacent: the unit must disengage to move"), "R0.25"),
    NO_BREAKTHROUGH: (phrase("the unit was stopped by an enemy this turn"), "R0.25"),
    ENEMY_THERE: (phrase("an enemy holds that space"), "R0.24"),
    FRIEND_THERE: (phrase("a friend holds that space"), "R0.24"),
    STOPS_ON_FRIEND: (phrase("a unit may pass a friend but not stop in its space"), "R0.24"),
    CLOSED_GROUND: (phrase("the unit cannot enter that ground"), "R0.22"),
    TOO_FAR: (phrase("not enough movement left"), "R0.24"),
    HAS_ACTED: (phrase("the unit has acted this turn"), "R0.26"),
    NO_TARGET: (phrase("there is no such unit on the board"), "R0.31"),
    FRIENDLY_TARGET: (phrase("that unit is on the same side"), "R0.31"),
    CANNOT_SHOOT: (phrase("not all of its members can shoot {length}", length=Feet(100)), "R0.12"),
    OUT_OF_RANGE: (phrase("the target is out of range"), "R0.32"),
    ENGAGED: (phrase("a unit with an enemy adjacent may not shoot others"), "R0.32"),
    OUT_OF_SIGHT: (phrase("a wall is in the way"), "R0.32"),
    NOT_ENGAGED: (phrase("no enemy is adjacent"), "R0.29"),
}
"""Code -> what to tell the player, and the rule."""
