"""The ratio, the results table and the number of blows (R3.15–R3.23).

Functions marked ``in_kernels`` work on plain numbers; a result is (kind, percent) there, and a word such as
``"A20"`` or ``"MD"`` elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from massbattle_core.dice import Dice
from massbattle_core.distribution import Distribution
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table._compiled import in_kernels
from massbattle_core.results_table.model import Rules
from massbattle_core.results_table.tables import (
    ABOVE_TABLE,
    BELOW_TABLE,
    COLUMNS,
    DIE,
    MASSACRE_CAP,
    MASSACRE_RETURN,
    MISPRINT,
    RATIOS,
    RESULTS_TABLE,
    RETURN_BLOWS,
)

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "EXCHANGE",
    "MASSACRE_BY_ATTACKER",
    "MASSACRE_BY_DEFENDER",
    "automatic",
    "blows_by_number",
    "blows_exchanged",
    "blows_odds",
    "column_index",
    "column_name",
    "mirror_asymmetries",
    "parse_result",
    "resolve_result",
    "result_at",
    "result_name",
    "result_odds",
    "results_table",
    "weaker_is_attacker",
]

ATTACKER, DEFENDER, EXCHANGE, MASSACRE_BY_ATTACKER, MASSACRE_BY_DEFENDER = range(5)
_KINDS = ("A", "D", "E", "MA", "MD")


@in_kernels
def column_index(attack: int | Fraction, defence: int | Fraction, from_4: bool) -> int:
    """Column of the ratio attack to defence: 0…8, ``BELOW_TABLE`` (−1) or ``ABOVE_TABLE`` (9).

    The ratio is rounded down to a printed one, in the defender's favour.
    Source: R3.15, R3.16
    Ruling: ``from_4`` reads "above 3:1" as the next whole ratio, so that 3.x still uses the column 3:1.
    Nothing against nothing counts as no defence.
    """
    if defence == 0:
        return ABOVE_TABLE
    if attack * RATIOS[0][1] < defence * RATIOS[0][0]:
        return BELOW_TABLE
    if (attack >= 4 * defence) if from_4 else (attack > 3 * defence):
        return ABOVE_TABLE
    column = 0
    for index in range(len(RATIOS)):
        if RATIOS[index][0] * defence <= attack * RATIOS[index][1]:
            column = index
    return column


def column_name(column: int) -> str:
    """The printed name of a column; "auto MA" or "auto MD" outside the table."""
    if column == ABOVE_TABLE:
        return "auto MA"
    return "auto MD" if column == BELOW_TABLE else COLUMNS[column]


def automatic(column: int) -> str | None:
    """The result that needs no die, outside the table.

    Source: R3.16
    """
    return {ABOVE_TABLE: "MA", BELOW_TABLE: "MD"}.get(column)


def results_table(rules: Rules) -> tuple[tuple[str, ...], ...]:
    """The table in force: six rows (faces 1…6) of nine results.

    Source: R3.18
    Ruling: the source prints A20 where the mirror image of D30 would be A30; printed is kept unless
    ``crt_asymmetry`` asks for symmetry.
    """
    if rules.crt_asymmetry == "as_written":
        return RESULTS_TABLE
    face, column, result = MISPRINT
    rows = [list(row) for row in RESULTS_TABLE]
    rows[face - 1][COLUMNS.index(column)] = result
    return tuple(map(tuple, rows))


def result_at(column: int, face: int, rules: Rules) -> str:
    """The result of a face 1…6 in a column 0…8.

    Source: R3.18
    """
    return results_table(rules)[face - 1][column]


def resolve_result(column: int, dice: Dice, rules: Rules) -> str:
    """Roll the die of the combat, unless the result is automatic.

    Source: R3.17
    """
    return automatic(column) or result_at(column, dice.roll(DIE, "result"), rules)


def result_odds(column: int, rules: Rules) -> dict[str, Fraction]:
    """The exact law of the result in a column.

    Source: R3.17, R3.18
    """
    certain = automatic(column)
    if certain:
        return {certain: Fraction(1)}
    law: dict[str, Fraction] = {}
    for face in range(1, DIE + 1):
        result = result_at(column, face, rules)
        law[result] = law.get(result, Fraction(0)) + Fraction(1, DIE)
    return law


def mirror_asymmetries(rules: Rules) -> Iterator[tuple[int, str, str, int, str, str]]:
    """Cells of faces 1–5 that differ from their mirror image (face, column, cell, and the same of the mirror).

    Source: R3.18
    """
    table = results_table(rules)
    swapped = str.maketrans("AD", "DA")
    for face in range(1, DIE):
        for column in range(len(COLUMNS)):
            cell, mirror = table[face - 1][column], table[DIE - 1 - face][-1 - column]
            if mirror[0] + mirror[1:] != _mirror(cell, swapped):
                yield face, COLUMNS[column], cell, DIE - face, COLUMNS[-1 - column], mirror


def _mirror(cell: str, swapped: dict[int, int]) -> str:
    return cell[0] + cell[1].translate(swapped) if cell.startswith("M") else cell.translate(swapped)


def parse_result(result: str) -> tuple[int, int]:
    """Kind and percentage of a result word.

    Raises :class:`InvalidBattleError` for a word such as no table prints.
    """
    kind, percent = result.rstrip("0123456789"), result.lstrip("ADEM")
    massacre = kind in ("MA", "MD")
    if kind not in _KINDS or kind + percent != result or massacre == bool(percent) or int(percent or 0) > 100:
        raise InvalidBattleError([Problem("result", f"{result!r} is no result", "such as A20, D50, E30, MA or MD")])
    return _KINDS.index(kind), 100 if massacre else int(percent)


def result_name(kind: int, percent: int) -> str:
    """The word of a kind and percentage."""
    return _KINDS[kind] + ("" if kind >= MASSACRE_BY_ATTACKER else str(percent))


@in_kernels
def _share(percent: int, number: int, up: bool) -> int:
    return -(-percent * number // 100) if up else percent * number // 100


@in_kernels
def _led_by(percent: int, leaders: int, others: int, cap_up: bool) -> tuple[int, int]:
    """Blows of the side that a result names, and the blows it gets back.

    Source: R3.19, R3.20
    """
    blows = _share(percent, leaders, True)
    return blows, min(_share(RETURN_BLOWS, blows, True), _share(percent, others, cap_up))


@in_kernels
def _massacre_by(leaders: int, others: int, cap_up: bool, riposte: bool) -> tuple[int, int]:
    """Blows of a massacre, and those it gets back.

    Source: R3.22, R3.23
    Ruling: the source denies a riposte and then counts one; the number is the more precise of the two sentences.
    """
    back = min(_share(MASSACRE_RETURN, leaders, False), _share(MASSACRE_CAP, others, cap_up))
    return leaders, back if riposte else 0


@in_kernels
def blows_by_number(
    kind: int,
    percent: int,
    attackers: int,
    defenders: int,
    attackers_weaker: bool,
    cap_up: bool,
    exchange_up: bool,
    riposte: bool,
) -> tuple[int, int]:
    """Blows that the attackers and the defenders give, from a result and the numbers of soldiers (not factors).

    Source: R3.19, R3.20, R3.21, R3.22, R3.23
    """
    if kind == ATTACKER:
        return _led_by(percent, attackers, defenders, cap_up)
    if kind == DEFENDER:
        blows, back = _led_by(percent, defenders, attackers, cap_up)
        return back, blows
    if kind == MASSACRE_BY_ATTACKER:
        return _massacre_by(attackers, defenders, cap_up, riposte)
    if kind == MASSACRE_BY_DEFENDER:
        blows, back = _massacre_by(defenders, attackers, cap_up, riposte)
        return back, blows
    blows = _share(percent, attackers if attackers_weaker else defenders, exchange_up)
    return blows, blows


@in_kernels
def weaker_is_attacker(
    attackers: int, defenders: int, attack: int | Fraction, defence: int | Fraction, by_factors: bool
) -> bool:
    """Whether the attackers are the weaker side of an exchange.

    Source: R3.21
    Ruling: weaker is fewer soldiers (the blows are counted in soldiers); by factors, equal factors go by soldiers.
    """
    if by_factors and attack != defence:
        return attack < defence
    return attackers < defenders


def blows_exchanged(
    result: str,
    attackers: int,
    defenders: int,
    rules: Rules,
    factors: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0)),
) -> tuple[int, int]:
    """Blows that the attackers and the defenders give for a result word.

    Parameters: numbers of soldiers; ``factors`` of attack and defence, read by ``weaker_by = factors`` only.
    Raises :class:`InvalidBattleError` for an unknown result or negative numbers.
    Source: R3.19, R3.20, R3.21, R3.22, R3.23
    """
    kind, percent = parse_result(result)
    if attackers < 0 or defenders < 0:
        raise InvalidBattleError([Problem("soldiers", "a side has fewer than no soldiers", "0 or more")])
    weaker = weaker_is_attacker(attackers, defenders, *factors, by_factors=rules.weaker_by == "factors")
    return blows_by_number(
        kind,
        percent,
        attackers,
        defenders,
        weaker,
        rules.cap_rounding == "ceil",
        rules.exchange_rounding == "ceil",
        rules.massacre_riposte == "ten_percent",
    )


def blows_odds(
    column: int,
    attackers: int,
    defenders: int,
    rules: Rules,
    factors: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0)),
) -> tuple[Distribution, Distribution]:
    """The exact laws of the blows that the attackers give and that the defenders give, over the die.

    Source: R3.17, R3.19, R3.20, R3.21, R3.22, R3.23
    """
    laws: tuple[dict[int, Fraction], dict[int, Fraction]] = ({}, {})
    for result, p in result_odds(column, rules).items():
        for law, blows in zip(laws, blows_exchanged(result, attackers, defenders, rules, factors), strict=True):
            law[blows] = law.get(blows, Fraction(0)) + p
    return Distribution(laws[0]), Distribution(laws[1])
