"""The house rules of this rulebook: what the source leaves open, with its default.

``Rules()`` is the default table; ``Rules(critical="none")`` changes one reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal

from massbattle_core.errors import InvalidBattleError, Problem

__all__ = ["CHOICES", "Rules"]

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "initiative_tie": ("gm_choice", "random", "dex_then_random"),
    "stealth_tie": ("noticed", "unnoticed"),
    "surprise_needs": ("no_threat_noticed", "any_threat_unnoticed"),
    "pass_enemy": ("two_sizes", "never", "always"),
    "prone_effects": ("phb", "stand_up_only"),
    "cover": ("phb", "advantage_only"),
    "critical": ("double_dice", "double_total", "max_plus_dice", "none"),
    "unconscious_effects": ("phb", "none"),
    "monsters_at_zero": ("die", "death_saves"),
    "mob_mode": ("table", "exact_dice"),
}
"""The values of every switch, the default first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One choice for each open point.

    ``initiative_tie``: who goes first at equal initiative (R1.3): the game master says (automatic runs take the
    higher Dexterity, then chance), pure chance, or Dexterity and then chance.
    ``stealth_tie``: a Stealth total equal to the passive Perception is noticed or not (R1.4).
    ``surprise_needs``: surprised if no threat at all is noticed, or as soon as one is not (R1.4).
    ``pass_enemy``: an enemy's space may be crossed at two sizes' difference, never, or always (R1.9).
    ``prone_effects``: crawling and attack modes of the Player's Handbook, or only the cost of standing up (R1.10).
    ``cover``: +2 and +5 to armour class, or disadvantage to the attacker and no number (R1.12).
    ``critical``: damage dice rolled twice, the whole doubled, the dice's maximum plus the roll, or nothing (R1.14).
    ``unconscious_effects``: prone, easier to hit, critical from near; or none of it (R1.27).
    ``monsters_at_zero``: creatures without a name die at 0 hit points or roll death saves (R1.34).
    ``mob_mode``: hits of a crowd by the table, or by dice (RB.6).

    Raises :class:`InvalidBattleError` with every unknown value.
    """

    initiative_tie: Literal["gm_choice", "random", "dex_then_random"] = "gm_choice"
    stealth_tie: Literal["noticed", "unnoticed"] = "noticed"
    surprise_needs: Literal["no_threat_noticed", "any_threat_unnoticed"] = "no_threat_noticed"
    pass_enemy: Literal["two_sizes", "never", "always"] = "two_sizes"
    prone_effects: Literal["phb", "stand_up_only"] = "phb"
    cover: Literal["phb", "advantage_only"] = "phb"
    critical: Literal["double_dice", "double_total", "max_plus_dice", "none"] = "double_dice"
    unconscious_effects: Literal["phb", "none"] = "phb"
    monsters_at_zero: Literal["die", "death_saves"] = "die"
    mob_mode: Literal["table", "exact_dice"] = "table"

    def __post_init__(self) -> None:
        problems = [
            Problem(
                f"rules/{name}", f"{getattr(self, name)!r} is no reading of this rule", f"one of {', '.join(words)}"
            )
            for name, words in CHOICES.items()
            if getattr(self, name) not in words
        ]
        if problems:
            raise InvalidBattleError(problems)

    def code(self, name: str) -> int:
        """The index of the chosen value of a switch, as the compiled rules take it."""
        return CHOICES[name].index(getattr(self, name))

    @classmethod
    def of(cls, switches: Mapping[str, str]) -> Rules:
        """The rules with these switches, named with or without the prefix ``s1.``.

        Raises :class:`InvalidBattleError` for an unknown switch or value.
        """
        known = {field.name for field in fields(cls)}
        plain = {name.removeprefix("s1."): value for name, value in switches.items()}
        unknown = [
            Problem(f"rules/{name}", "no such switch", f"one of {', '.join(sorted(known))}")
            for name in plain
            if name not in known
        ]
        if unknown:
            raise InvalidBattleError(unknown)
        return cls(**plain)  # type: ignore[arg-type]
