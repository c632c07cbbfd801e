"""The markup of the odds: pure functions of what was computed."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

from dashboard.i18n import Words, shares_in_percent
from dashboard.markup import Child, Markup, join, tag
from dashboard.models.room import CurveState, OddsState
from dashboard.views.armies import Line
from dashboard.views.charts import CurveShare
from massbattle_core.mass_combat.model import MassBattle
from massbattle_core.mass_combat.odds import BattleOdds, Share
from massbattle_core.mass_combat.tables import CASUALTIES_DC, ROUT_DC

__all__ = [
    "at_least_button",
    "breaking_markup",
    "curve_head",
    "median_rounds",
    "rounds_head",
    "win_digits",
    "win_markup",
]

_READABLE = 0.14
"""The least share of the bar that has room for its percentage."""

_MOST_PROBLEMS = 3
"""Reasons told of why there are no odds."""

_MOST_BREAKING = 5
"""Units that are told of as likely to break."""


def win_digits(odds: BattleOdds) -> int:
    """Decimals of a percentage that the interval leaves a meaning: none above ±1 point, one above ±0.1."""
    widest = max(share.half_width for share in (odds.win, odds.loss)) * 100
    if odds.method == "exact" or widest == 0:
        return 1
    return min(2, max(0, -floor(log10(widest))))


def win_markup(state: OddsState | None, stale: bool, problems: Sequence[str], battle: MassBattle, _: Words) -> Markup:
    """The win bar, or why there is none.

    Its three shares total 100 as shown; while stale it is dimmed and has no interval.
    """
    heading = tag("h2", _("Odds of the battle"), class_="heading win-heading", style="margin-bottom:6px")
    if state is None:
        lines = [tag("div", text) for text in problems[:_MOST_PROBLEMS]] or [
            tag("div", _("computing…")),
            tag(
                "div", _("The first time on a machine, the rules are prepared for it: a minute or two."), class_="later"
            ),
        ]
        return join(heading, tag("div", lines, class_="win empty", role="status"))
    odds = state.odds
    digits = win_digits(odds)
    shares = (odds.win, odds.undecided, odds.loss)
    shown = shares_in_percent([share.p for share in shares], digits)
    words = [_share_words(share, percent, odds, digits, _) for share, percent in zip(shares, shown, strict=True)]
    names = (battle.sides["a"].name, battle.sides["b"].name)
    label = _("{a} wins {win}, {b} wins {loss}, undecided {undecided}").format(
        a=names[0], win=words[0], b=names[1], loss=words[2], undecided=words[1]
    )
    bar = tag(
        "div",
        _part("a", odds.win, words[0], names[0], odds, digits, _),
        _part("undecided", odds.undecided, "", _("undecided"), odds, digits, _),
        _part("b", odds.loss, words[2], names[1], odds, digits, _),
        class_=f"win{' stale' if stale else ''}",
        role="img",
        aria_label=label,
    )
    limit = battle.simulation.round_limit
    undecided = _("undecided {share} after {rounds} rounds").format(share=words[1], rounds=limit)
    interval = (
        ""
        if stale or odds.method == "exact"
        else f"± {_.number(max(odds.win.half_width, odds.loss.half_width) * 100, max(digits, 1))} · "
    )
    done = (
        100.0
        if state.done or not state.battles_target
        else min(100.0, 100 * (odds.battles or 0) / state.battles_target)
    )
    return join(
        heading,
        bar,
        _unreadable(shares, words, names),
        tag(
            "div",
            tag("span", f"{interval}{undecided}", class_="interval"),
            tag("span", _("updating…") if stale else "", class_="updating"),
            class_="note number",
            style="margin-top:5px",
        ),
        tag(
            "div",
            tag("i", style=f"width:{0 if stale else done:.1f}%"),
            class_="progress",
            role="progressbar",
            aria_label=_("Battles simulated"),
            aria_valuenow=round(done),
            aria_valuemin=0,
            aria_valuemax=100,
        ),
        tag("div", tag("span", _method(state, _), class_="method"), class_="note number"),
    )


def _part(kind: str, share: Share, text: str, who: str, odds: BattleOdds, digits: int, _: Words) -> Markup:
    line = _.labelled(who, _share_words(share, share.p * 100, odds, digits, _))
    body: list[Child] = [tag("b", line)]
    if odds.method == "simulated":
        body.append(
            tag(
                "div",
                _("95 % of such intervals hold the truth: {low} to {high}").format(
                    low=_.percent(share.low, max(digits, 1)), high=_.percent(share.high, max(digits, 1))
                ),
                class_="muted",
            )
        )
    room_for_text = share.p >= _READABLE
    return tag(
        "span",
        text if room_for_text else "",
        tag("span", body, popover="manual", role="tooltip", class_="why-body"),
        class_=f"{kind} why number",
        style=f"flex-grow:{max(share.p, 0.0):.4f}",
    )


def _unreadable(shares: Sequence[Share], words: Sequence[str], names: Sequence[str]) -> Markup | None:
    """The share of a side whose part of the bar is too narrow for it."""
    small = [
        (side, f"{name} {text}")
        for side, share, text, name in (("a", shares[0], words[0], names[0]), ("b", shares[2], words[2], names[1]))
        if share.p < _READABLE
    ]
    if not small:
        return None
    return tag(
        "div",
        [tag("span", text, class_=f"side-{side} small-share") for side, text in small],
        class_="number",
        style="margin-top:4px",
    )


def _share_words(share: Share, percent: float, odds: BattleOdds, digits: int, _: Words) -> str:
    """A percentage; what never happened in n battles is told as an upper bound."""
    if odds.method == "simulated" and share.p == 0:
        return _("under {bound}").format(bound=_.percent(share.high, 2))
    return f"{_.number(percent, digits)}\N{NARROW NO-BREAK SPACE}%"


def _method(state: OddsState, _: Words) -> str:
    odds = state.odds
    if odds.method == "exact":
        return _("exact")
    battles = _.number(odds.battles or 0)
    if state.done:
        return _("simulated, {battles} battles · seed {seed}").format(battles=battles, seed=odds.seed)
    return _("simulated, {battles} of {target} battles · seed {seed}").format(
        battles=battles, target=_.number(state.battles_target), seed=odds.seed
    )


# ---------------------------------------------------------------- who breaks


def breaking_markup(state: OddsState | None, stale: bool, _: Words) -> Markup:
    """The units most likely to fall to a morale test, with the test that breaks them."""
    if state is None:
        return tag("div")
    causes = [
        (chance, unit, text)
        for unit in state.odds.units
        for chance, text in (
            (unit.broken, _("half strength, DC {dc}").format(dc=CASUALTIES_DC)),
            (unit.routed, _("heavy loss, DC {dc}").format(dc=ROUT_DC)),
        )
        if chance > 0
    ]
    causes.sort(key=lambda cause: -cause[0])
    rows = [
        tag(
            "tr",
            tag(
                "td",
                tag(
                    "button",
                    unit.name or _("Unnamed unit"),
                    type="button",
                    class_="plain-button",
                    data_do="select",
                    data_unit=unit.id,
                ),
                class_=f"side-{unit.side} who",
            ),
            tag("td", _.percent(chance)),
            tag("td", text),
        )
        for chance, unit, text in causes[:_MOST_BREAKING]
    ]
    if not rows:
        return join(
            tag("h2", _("Where morale breaks"), class_="heading"),
            tag("p", _("Nobody fails a morale test."), class_="muted", style="margin:4px 0 0"),
        )
    return join(
        tag("h2", _("Where morale breaks"), class_="heading", style="margin-bottom:4px"),
        tag("table", tag("tbody", rows), class_=f"figures breaking{' stale' if stale else ''}"),
    )


# ---------------------------------------------------------------- the charts' heads


def median_rounds(odds: BattleOdds) -> int:
    """The least number of rounds by which half of the battles are over."""
    total = 0.0
    for rounds in sorted(odds.rounds):
        total += odds.rounds[rounds]
        if total >= 0.5 - 1e-12:
            return rounds
    return max(odds.rounds, default=0)


def at_least_button(on: bool, meaning: str, _: Words) -> Markup:
    """The choice between a law and its sums from each value on; ``meaning`` says what these are of."""
    return tag(
        "button",
        _("at least"),
        type="button",
        class_=f"link{' on' if on else ''}",
        data_do="at-least",
        aria_pressed="true" if on else "false",
        title=meaning,
    )


def rounds_head(state: OddsState | None, at_least: bool, _: Words) -> Markup:
    """The head of the histogram with its median and the choice of law."""
    if state is None:
        return tag("div")
    return tag(
        "div",
        tag("b", _("Rounds until it is over")),
        tag(
            "span",
            tag("span", _("median {rounds}").format(rounds=median_rounds(state.odds)), class_="muted"),
            " ",
            at_least_button(at_least, _("Show the chance that it lasts at least so many rounds"), _),
        ),
        class_="chart-head",
    )


def curve_head(
    line: Line | None,
    battle: MassBattle,
    points: Sequence[CurveShare],
    curve: CurveState | None,
    frozen: bool,
    _: Words,
) -> Markup:
    """The head of the curve: whose morale varies, what it gives today, and whether initiative follows."""
    if line is None:
        return tag("p", _("Select a unit to see the odds against its morale."), class_="muted", style="margin:8px 0 0")
    label = _("initiative held") if frozen else _("initiative as in the rules")
    body = _(
        "Morale also raises initiative, and who closes first may be struck first: so better morale can mean worse "
        "odds. "
        "Hold initiative to see morale alone."
    )
    toggle = tag(
        "span",
        tag(
            "button",
            label,
            type="button",
            class_=f"link{' on' if frozen else ''}",
            data_do="frozen",
            aria_pressed="true" if frozen else "false",
        ),
        tag("span", tag("b", label), tag("div", body), popover="manual", role="tooltip", class_="why-body"),
        class_="why",
    )
    today = next((point for point in points if point.morale == line.unit.morale), None)
    side = battle.sides[line.unit.side].name
    if today is None:
        below = _("computing…")
    else:
        below = _("{side} wins; today {morale} → {share}").format(
            side=side, morale=_.signed(line.unit.morale), share=_.percent(today.p)
        )
    return tag(
        "div",
        tag("div", tag("b", _("Odds against morale of {unit}").format(unit=line.name(_))), toggle, class_="chart-head"),
        tag("div", below, class_="muted number"),
        class_=f"side-{line.unit.side}",
        style="margin-top:10px",
    )
