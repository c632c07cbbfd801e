"""Initiative, ties and surprise (R1.2–R1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from massbattle_core._jit import njit
from massbattle_core.dice import Dice
from massbattle_core.distribution import Distribution
from massbattle_core.skirmish.house_rules import CHOICES, Rules
from massbattle_core.skirmish.tables import PASSIVE_BASE

__all__ = [
    "initiative",
    "initiative_duel_odds",
    "initiative_odds",
    "notices",
    "passive_perception",
    "resolve_initiative",
    "resolve_surprise",
    "surprise_odds",
    "surprised",
    "tied",
]

_DEX_THEN_RANDOM = CHOICES["initiative_tie"].index("dex_then_random")
_UNNOTICED = CHOICES["stealth_tie"].index("unnoticed")
_ANY = CHOICES["surprise_needs"].index("any_threat_unnoticed")


@njit
def initiative(natural: int, dexterity: int) -> int:
    """The initiative of a fighter: its d20 plus its Dexterity modifier; the highest acts first.

    Source: R1.2
    """
    return natural + dexterity


def resolve_initiative(dexterity: int, dice: Dice) -> int:
    """Roll initiative with this Dexterity modifier.

    Source: R1.2
    """
    return initiative(dice.roll(20, "initiative"), dexterity)


def initiative_odds(dexterity: int) -> Distribution:
    """The exact law of :func:`resolve_initiative`.

    Source: R1.2
    """
    return Distribution.die(20).map(lambda natural: initiative(natural, dexterity))


def initiative_duel_odds(dexterity_a: int, dexterity_b: int) -> dict[str, Fraction]:
    """How likely A acts before B (``first``), at the same count (``tie``) or after B (``second``).

    Source: R1.2, R1.3
    """
    lead = initiative_odds(dexterity_a) + initiative_odds(dexterity_b).map(lambda total: -total)
    return {"first": lead.at_least(1), "tie": lead[0], "second": 1 - lead.at_least(0)}


@njit
def tied(initiative_a: int, dexterity_a: int, initiative_b: int, dexterity_b: int, rule: int) -> bool:
    """Whether the rule for ties (its code) leaves two fighters without an order.

    Only ``dex_then_random`` looks at the Dexterity modifiers; what is left is settled by the game master
    or by chance.

    Source: R1.3
    """
    if initiative_a != initiative_b:
        return False
    return rule != _DEX_THEN_RANDOM or dexterity_a == dexterity_b


def passive_perception(perception: int) -> int:
    """What a creature notices without looking: 10 plus its Perception bonus [PHB].

    Source: R1.4
    """
    return PASSIVE_BASE + perception


@njit
def notices(passive: int, stealth: int, rule: int) -> bool:
    """Whether a passive Perception notices a Stealth total; ``rule`` is the code of ``stealth_tie``.

    Source: R1.4
    """
    if rule == _UNNOTICED:
        return passive > stealth
    return passive >= stealth


@njit
def surprised(threats: int, unnoticed: int, rule: int) -> bool:
    """Whether a creature is surprised, given its opponents and how many of them it has not noticed.

    An opponent who does not hide is always noticed. ``rule`` is the code of ``surprise_needs``.

    Source: R1.4
    Ruling: a side of which only some hide betrays the threat to everybody under ``no_threat_noticed``, for
    nobody needs to be found who stands in the open.
    """
    if rule == _ANY:
        return unnoticed > 0
    return threats > 0 and unnoticed == threats


def resolve_surprise(
    stealth: Sequence[int], passive: Sequence[int], dice: Dice, rules: Rules | None = None, in_the_open: int = 0
) -> tuple[bool, ...]:
    """Roll one Stealth check for each hider and say which of the observers are surprised.

    Parameters: ``stealth``, the hiders' bonuses; ``passive``, the observers' passive Perceptions;
    ``in_the_open``, how many of the hiders' side do not hide.

    Source: R1.4
    """
    rules = rules or Rules()
    totals = [dice.roll(20, "stealth") + bonus for bonus in stealth]
    tie, needs = rules.code("stealth_tie"), rules.code("surprise_needs")
    return tuple(
        surprised(len(totals) + in_the_open, sum(not notices(seer, total, tie) for total in totals), needs)
        for seer in passive
    )


def surprise_odds(stealth: Sequence[int], passive: int, rules: Rules | None = None, in_the_open: int = 0) -> Fraction:
    """The exact chance that one observer is surprised by hiders with these Stealth bonuses.

    Source: R1.4
    """
    rules = rules or Rules()
    tie, needs = rules.code("stealth_tie"), rules.code("surprise_needs")
    unnoticed = Distribution.certain(0)
    for bonus in stealth:
        unnoticed = unnoticed + initiative_odds(bonus).map(lambda total: int(not notices(passive, total, tie)))
    return sum(
        (p for count, p in unnoticed.items() if surprised(len(stealth) + in_the_open, count, needs)), Fraction(0)
    )
