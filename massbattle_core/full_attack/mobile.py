"""The variant of mobile melee: a move joined to a full attack (R4.30–R4.33). Distances are feet."""

from __future__ import annotations

from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack.house_rules import BY_THE_BOOK, Rules, ensure
from massbattle_core.full_attack.model import Movement, Weapon
from massbattle_core.full_attack.tables import (
    ACROBATICS_STEP,
    LEAST_MOVE_PENALTY,
    MOVE_PENALTY,
    SPRING_ATTACK_PENALTY,
    SQUARE_FEET,
)

__all__ = ["mobile_penalty", "verify_movement"]


def mobile_penalty(
    feet: int, acrobatics: int | None = None, *, spring_attack: bool = False, rules: Rules = BY_THE_BOOK
) -> int:
    """The penalty (≥ 0) to extra hits after a move.

    Parameters: ``feet``, the whole move; ``acrobatics``, the result of the check, None without one.
    Raises: :class:`InvalidBattleError` for a distance that cannot be.
    Source: R4.31, R4.32, R4.33
    Ruling: only whole squares of 5 ft count, and a negative result of the check changes nothing.
    """
    ensure(feet=feet)
    squares = max(0, feet // SQUARE_FEET - 1)
    each = SPRING_ATTACK_PENALTY if spring_attack else MOVE_PENALTY
    reduction = max(0, (acrobatics or 0) // ACROBATICS_STEP)
    if rules.mobile_reduction == "per_square":
        return squares * max(LEAST_MOVE_PENALTY, each - reduction)
    return max(LEAST_MOVE_PENALTY * squares, each * squares - reduction)


def verify_movement(movement: Movement, weapons: tuple[Weapon, ...], rules: Rules) -> None:
    """Check that this move may be joined to a full attack with these weapons.

    Raises: :class:`IllegalActionError` if the variant is off, the attack is no melee, the move is longer than
    the base speed, or its parts need Spring Attack.
    Source: R4.30, R4.33
    Ruling: the variant is joined to one-roll full attacks; it does not bring iterative attacks back.
    """
    if rules.mobile_melee == "off":
        raise IllegalActionError("mobile melee is not played at this table; switch mobile_melee on", "R4.30")
    if any(weapon.ranged for weapon in weapons):
        raise IllegalActionError("only a full attack in melee may be joined to a move", "R4.30")
    if movement.feet > movement.speed:
        raise IllegalActionError(f"a move of {movement.feet} ft is longer than the speed {movement.speed} ft", "R4.30")
    if not movement.spring_attack and movement.between:
        raise IllegalActionError("moving between attacks needs Spring Attack", "R4.33")
    if not movement.spring_attack and movement.before and movement.after:
        raise IllegalActionError("moving both before and after the attack needs Spring Attack", "R4.33")
