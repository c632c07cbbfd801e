"""The odds of a battle as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from massbattle_core.mass_combat.odds import BattleOdds, Share

__all__ = ["report"]


def report(odds: BattleOdds, name: str, sides: Mapping[str, str]) -> str:
    """The odds for people; ``sides`` gives the names of the sides ``a`` and ``b``."""
    shares = [(f"{sides['a']} win", odds.win), ("undecided", odds.undecided), (f"{sides['b']} win", odds.loss)]
    lines = [name, "", *_table([[label, *_share(value)] for label, value in shares]), "", _method(odds)]
    if odds.rounds:
        median, low, high = (_quantile(odds.rounds, p) for p in (0.5, 0.05, 0.95))
        lines += [f"rounds: median {median}, from {low} to {high} in nine battles of ten"]
    if odds.units:
        units = [
            [one.name or one.id, sides[one.side], str(one.starting_br), f"{one.mean_br:.1f}", _percent(one.survival)]
            for one in odds.units
        ]
        lines += ["", *_table([["unit", "side", "BR", "BR left", "survives"], *units])]
    return "\n".join(lines)


def _method(odds: BattleOdds) -> str:
    if odds.method == "exact":
        return "exact"
    return f"simulated, {odds.battles:,} battles, seed {odds.seed}; in brackets 95 % intervals"


def _share(share: Share) -> tuple[str, str]:
    if share.low == share.high:
        return _percent(share.p, 2), ""
    digits = 1 if share.half_width < 0.01 else 0
    bounds = f"({share.low * 100:.{digits}f}–{share.high * 100:.{digits}f} %)"
    return _percent(share.p, digits), bounds


def _percent(p: float, digits: int = 0) -> str:
    """A percentage; what may happen is never shown as 0, what may fail never as 100."""
    smallest = 10.0**-digits
    if 0 < p * 100 < smallest / 2:
        return f"<{smallest:.{digits}f} %"
    if 100 - smallest / 2 <= p * 100 < 100:
        return f">{100 - smallest:.{digits}f} %"
    return f"{p * 100:.{digits}f} %"


def _quantile(law: Mapping[int, float], p: float) -> int:
    """The smallest value that is reached with probability p."""
    total = 0.0
    for value in sorted(law):
        total += law[value]
        if total >= p - 1e-9:
            return value
    return max(law)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns side by side; all but those of words are flush right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.ljust(width) if rows[-1][column][:1].isalpha() else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
