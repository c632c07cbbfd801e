"""Several targets: the armour class that counts, sharing hits, whom a graze falls on (R4.12–R4.14)."""

from __future__ import annotations

from collections.abc import Sequence

from massbattle_core.errors import IllegalActionError
from massbattle_core.full_attack.house_rules import Rules
from massbattle_core.full_attack.model import Plan, Target

__all__ = ["allocate", "armour_class_of", "graze_target", "verify_plan", "verify_targets"]


def armour_class_of(armour_classes: Sequence[int]) -> int:
    """The armour class that the one roll is compared with: the highest of the declared targets.

    Source: R4.12
    """
    return max(armour_classes)


def verify_targets(targets: Sequence[Target], maximum: int) -> None:
    """Check that these targets may be declared by somebody with ``maximum`` hits at most.

    Raises: :class:`IllegalActionError` for several targets with one hit at most, or no target that may be hit.
    Source: R4.12, R4.14
    """
    if len(targets) > 1 and maximum == 1:
        raise IllegalActionError("several targets need more than one hit at most", "R4.12")
    if all(target.forbidden for target in targets):
        raise IllegalActionError("an effect forbids hitting the target", "R4.14")


def verify_plan(targets: Sequence[Target], plan: Plan) -> None:
    """Check that the plan strikes nobody that may not be hit.

    Raises: :class:`IllegalActionError` naming the target.
    Source: R4.14
    """
    for number in plan.order:
        if targets[number].forbidden:
            raise IllegalActionError(f"an effect forbids hitting {targets[number].name}", "R4.14")


def allocate(hits: int, share: Sequence[int], targets: Sequence[Target]) -> tuple[int, ...]:
    """The order of a :class:`Plan` that gives each target its share, once the number of hits is known.

    Parameters: ``share``, hits per target, in the order of ``targets``; it may leave out the target whose
    armour class counted.
    Raises: :class:`IllegalActionError` if the shares are not all the hits or one may not be hit.
    Source: R4.13, R4.14
    """
    if len(share) != len(targets) or min(share) < 0 or sum(share) != hits:
        raise IllegalActionError(f"the shares of the declared targets must add up to {hits}", "R4.13")
    order = tuple(number for number, part in enumerate(share) for _ in range(part))
    verify_plan(targets, Plan(order))
    return order


def graze_target(targets: Sequence[Target], plan: Plan, rules: Rules) -> int | None:
    """The number of the target that a graze (or the lone primary weapon of a near miss) falls on.

    None if the one it has to fall on may not be hit.

    Source: R4.13, R4.14, R4.23
    """
    if rules.graze_target == "highest_ac":
        number = max(range(len(targets)), key=lambda number: targets[number].armour_class)
    else:
        number = plan.target_of(0) if plan.graze is None else plan.graze
    return None if targets[number].forbidden else number
