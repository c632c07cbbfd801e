"""What ``massbattle attack`` prints: a plain-text report or JSON.

``--json`` prints ``{"format": 1, "method": "exact", "rolled": "once" | "separately", "targets": [{"armour_class",
"damage_reduction", "hit_points", "tracking": {"miss_up_to", "hit_from", "extra_hits_from", "grazes": [[weapon,
damage]]}}], "one_roll": ODDS, "usual": ODDS}`` with ODDS = ``{"outcomes": [{"kind", "hits", "p"}], "hits": {"0":
p}, "criticals": {"0": p}, "mean_damage": x, "targets": [{"mean_damage", "damage": {"0": p}, "drop": p | null}],
"drop_all": p | null}``. ``rolled`` is ``separately`` for natural attacks that the rules roll one by one; both
ODDS are then the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from massbattle_core.distribution import Distribution
from massbattle_core.full_attack import (
    Comparison,
    FullAttackOdds,
    Outcome,
    Profile,
    Rules,
    Target,
    tracking_card,
)

__all__ = ["document", "report"]


def _odds_document(odds: FullAttackOdds) -> dict[str, Any]:
    return {
        "outcomes": [
            {"kind": outcome.kind, "hits": outcome.hits, "p": float(p)} for outcome, p in odds.outcomes.items()
        ],
        "hits": _law_document(odds.hits),
        "criticals": _law_document(odds.criticals),
        "mean_damage": float(odds.mean_damage),
        "targets": [
            {"mean_damage": float(law.mean), "damage": _law_document(law), "drop": None if p is None else float(p)}
            for law, p in zip(odds.damage, odds.drop, strict=True)
        ],
        "drop_all": None if odds.drop_all is None else float(odds.drop_all),
    }


def _law_document(law: Distribution) -> dict[str, float]:
    return {str(value): float(p) for value, p in law.items()}


def document(
    comparison: Comparison, profile: Profile, targets: Sequence[Target], rules: Rules, *, once: bool
) -> dict[str, Any]:
    """The odds as the documented JSON object."""
    return {
        "format": 1,
        "method": "exact",
        "rolled": "once" if once else "separately",
        "targets": [
            {
                "armour_class": target.armour_class,
                "damage_reduction": target.damage_reduction,
                "hit_points": target.hit_points,
                "tracking": asdict(tracking_card(profile, target, rules)),
            }
            for target in targets
        ],
        "one_roll": _odds_document(comparison.one_roll),
        "usual": _odds_document(comparison.usual),
    }


def _percent(p: Fraction) -> str:
    """One decimal, and never 0 or 100 for what is not sure."""
    tenths = round(p * 1000)
    if 0 < p < 1 and tenths in (0, 1000):
        return "< 0.1 %" if tenths == 0 else "> 99.9 %"
    return f"{tenths / 10:.1f} %"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _outcome_name(outcome: Outcome) -> str:
    if outcome.kind == "hit":
        return _counted(outcome.hits, "hit")
    return outcome.kind.replace("_", " ")


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _row(name: str, *cells: str) -> str:
    return f"  {name:<24}" + "".join(f"{cell:>12}" for cell in cells)


def _target_lines(number: int, comparison: Comparison, profile: Profile, target: Target, rules: Rules) -> list[str]:
    card = tracking_card(profile, target, rules)
    again = ", ".join(map(_number, card.extra_hits_from))
    laws = comparison.one_roll.damage[number], comparison.usual.damage[number]
    drops = [odds.drop[number] for odds in (comparison.one_roll, comparison.usual)]
    lines = [
        f"Target {number + 1}: AC {_number(target.armour_class)}, DR {target.damage_reduction}",
        f"  misses up to {_number(card.miss_up_to)}, hits from {_number(card.hit_from)}, again from {again}",
        *(f"  a graze of the {name} deals {damage}" for name, damage in card.grazes),
        _row("", "one roll", "usual"),
        _row("mean damage", *(f"{float(law.mean):.2f}" for law in laws)),
        _row("median damage", *(str(law.quantile(Fraction(1, 2))) for law in laws)),
        _row("any damage", *(_percent(law.at_least(1)) for law in laws)),
    ]
    if target.hit_points is not None:
        lines.append(_row(f"drops {target.hit_points} hp", *(_percent(p) for p in drops if p is not None)))
    return lines


def report(comparison: Comparison, profile: Profile, targets: Sequence[Target], rules: Rules, *, once: bool) -> str:
    """The odds as plain text: the one roll, then each target beside the rolls of the ordinary game."""
    one_roll, usual = comparison.one_roll, comparison.usual
    lines = ["Rolled once" if once else "Rolled separately (fewer than three natural attacks, or not all used)"]
    lines += [_row(_outcome_name(outcome), _percent(p)) for outcome, p in one_roll.outcomes.items()]
    lines += [_row(_counted(count, "critical"), _percent(p)) for count, p in one_roll.criticals.items() if count]
    for number, target in enumerate(targets):
        lines += ["", *_target_lines(number, comparison, profile, target, rules)]
    if len(targets) > 1 and one_roll.drop_all is not None and usual.drop_all is not None:
        lines += ["", _row("drops every target", _percent(one_roll.drop_all), _percent(usual.drop_all))]
    return "\n".join(lines)
