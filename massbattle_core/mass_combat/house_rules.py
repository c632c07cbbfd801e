"""The house rules of mass combat: what each game master may read differently, and the default reading.

Names and values are those of the switches in the rules' appendix, without the prefix ``s0.``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args, get_type_hints

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.phrases import either, phrase

__all__ = ["HouseRules", "choices"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One reading of the rules of mass combat; the defaults follow the text."""

    br_cr0: Literal["none", "like_1_8"] = "none"
    br_over_20: Literal["cap", "extrapolate4", "reject"] = "cap"
    br_grouping: Literal["per_cr", "per_kind", "mixed_fraction"] = "per_cr"
    counts_to_limit: Literal["cr_in_table", "everyone"] = "cr_in_table"
    pc_commander: Literal["allowed", "forbidden"] = "allowed"
    mount_space: Literal["both_count", "mount_only"] = "both_count"
    mounts_must_shoot: Literal["no", "yes"] = "no"
    commander_exempt_ranged: Literal["yes", "no"] = "yes"
    morale_clamp: Literal["after_cha", "base_only", "none"] = "after_cha"
    initiative_cha: Literal["twice", "once"] = "twice"
    pass_friends: Literal["difficult", "forbidden"] = "difficult"
    move_after_breakthrough: Literal["yes", "no"] = "yes"
    disengage_free: Literal["no", "yes"] = "no"
    guard_duration: Literal["until_triggered_or_own_other_action", "until_triggered", "until_next_turn"] = (
        "until_triggered_or_own_other_action"
    )
    range_measure: Literal["space_count", "edge_to_edge"] = "space_count"
    line_of_sight: Literal["clear", "walls_block"] = "clear"
    shoot_while_engaged: Literal["yes", "no"] = "yes"
    adv_cancel: Literal["any_cancels", "net_count"] = "any_cancels"
    two_friends_of: Literal["target", "attacker"] = "target"
    casualties_test: Literal["on_crossing", "every_loss_at_or_below_half"] = "on_crossing"
    lost_turns_stack: Literal["no", "yes"] = "no"
    commander_lost: Literal["successor", "recompute_all", "no_effect"] = "successor"
    character_turns_per_round: Literal["1", "10"] = "1"
    characters_act_without_attack: Literal["yes", "no"] = "yes"
    end_condition: Literal["one_alliance_left", "objective", "round_limit"] = "one_alliance_left"

    @classmethod
    def of(cls, switches: Mapping[str, str]) -> HouseRules:
        """The reading that differs from the text in these switches (with or without the prefix ``s0.``).

        Raises :class:`InvalidBattleError` for every unknown name or value at once.
        """
        allowed = choices()
        chosen = {name.removeprefix("s0."): value for name, value in switches.items()}
        problems = [
            Problem(
                f"rules/{name}",
                phrase("unknown house rule {name!r}", name=name),
                phrase("choose one of {names}", names=", ".join(allowed)),
            )
            if name not in allowed
            else Problem(
                f"rules/{name}",
                phrase("{value!r} is no value of {name}", value=value, name=name),
                phrase("use {values}", values=either(allowed[name])),
            )
            for name, value in chosen.items()
            if value not in allowed.get(name, ())
        ]
        if problems:
            raise InvalidBattleError(problems)
        return cls(**chosen)  # type: ignore[arg-type]


def choices() -> dict[str, tuple[str, ...]]:
    """Every house rule with its possible values, the default first."""
    hints = get_type_hints(HouseRules)
    return {field.name: get_args(hints[field.name]) for field in fields(HouseRules)}
