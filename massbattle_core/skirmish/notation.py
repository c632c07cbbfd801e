"""Short notations: ``1d8+4`` for damage, ``+6:1d8+4x2@5/60`` for an attack.

An attack is its bonus, a colon, its damage, then in any order ``xN`` (attacks an action), ``@REACH`` or
``@REACH/RANGE`` in feet (``@5`` if left out; ``@0/150`` for a bow), ``!`` (needs no attack roll) and
``b`` (a bonus action).
"""

from __future__ import annotations

import re

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.skirmish.model import AttackForm

__all__ = ["parse_attack", "parse_damage"]

_TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+)|(\d+))", re.IGNORECASE)
_ATTACK = re.compile(r"([+-]?\d+):([^x@!b]+)((?:x\d+|@\d+(?:/\d+)?|!|b)*)", re.IGNORECASE)


def parse_damage(text: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """Damage dice as pairs (number, sides) and the flat bonus: ``2d6+1d8+3`` is (((2, 6), (1, 8)), 3).

    Raises :class:`InvalidBattleError` for anything else.
    """
    plain = "".join(text.split()).replace("−", "-")
    dice: list[tuple[int, int]] = []
    flat = position = 0
    while position < len(plain):
        term = _TERM.match(plain, position)
        signless = position > 0 and term is not None and not term[1]
        if term is None or signless or (term[3] and term[1] == "-"):
            break
        if term[3]:
            dice.append((int(term[2] or 1), int(term[3])))
        else:
            flat += int(term[1] + term[4])
        position = term.end()
    if not plain or position < len(plain):
        raise InvalidBattleError([Problem("", f"{text!r} is no damage", "write it like 2d6+1d8+3")])
    return tuple(dice), flat


def parse_attack(text: str) -> AttackForm:
    """An attack in the notation of this module.

    Raises :class:`InvalidBattleError` for anything else.
    """
    plain = "".join(text.split()).replace("−", "-")
    found = _ATTACK.fullmatch(plain)
    if found is None:
        raise InvalidBattleError([Problem("", f"{text!r} is no attack", "write it like +6:1d8+4x2 or +5:1d6+3@0/150")])
    dice, flat = parse_damage(found[2])
    options = found[3].lower()
    times = re.search(r"x(\d+)", options)
    lengths = re.search(r"@(\d+)(?:/(\d+))?", options)
    return AttackForm(
        bonus=int(found[1]),
        dice=dice,
        flat=flat,
        reach_ft=int(lengths[1]) if lengths else 5,
        range_ft=int(lengths[2] or 0) if lengths else 0,
        times=int(times[1]) if times else 1,
        bonus_action="b" in options,
        automatic="!" in options,
    )
