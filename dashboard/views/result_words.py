"""The markup of the results: what becomes of each unit, what each side has left, the state after some rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, join, tag
from dashboard.models.room import MidwayState, OddsState
from dashboard.views.odds_words import at_least_button
from massbattle_core.mass_combat.model import MassBattle, SideId
from massbattle_core.mass_combat.odds import BattleOdds, UnitOdds

__all__ = ["TABS", "losses_head", "mean_of", "midway_markup", "units_markup"]

TABS = {"overview": N_("Overview"), "units": N_("Units"), "losses": N_("Losses"), "rounds": N_("Rounds")}
"""The tabs of the results."""

_COLUMNS = (
    (N_("stands"), N_("Stands at the end of so many of the battles")),
    (N_("BR left"), N_("Mean battle rating at the end, 0 where it is gone, of what it starts with")),
    (N_("DC 10"), N_("Falls to the test after an attack lost by 11 or more (R0.37)")),
    (N_("DC 15"), N_("Falls to the test at half strength (R0.42)")),
    (N_("turns"), N_("Turns lost to the fall of friends in a battle (R0.43)")),
)


# ---------------------------------------------------------------- units


def units_markup(state: OddsState | None, stale: bool, battle: MassBattle, selected: str, _: Words) -> Markup:
    """What becomes of each unit."""
    if state is None:
        return tag("p", _("computing…"), class_="muted")
    sides: tuple[SideId, SideId] = ("a", "b")
    head = tag("tr", tag("th"), (tag("th", _(name), title=_(means)) for name, means in _COLUMNS))
    bodies = (
        tag(
            "tbody",
            tag("tr", tag("th", battle.sides[side].name, colspan=1 + len(_COLUMNS), scope="rowgroup")),
            (_unit_row(unit, unit.id == selected, _) for unit in state.odds.units if unit.side == side),
            class_=f"side-{side}",
        )
        for side in sides
    )
    return tag("table", tag("thead", head), bodies, class_=f"results{' stale' if stale else ''}")


def _unit_row(unit: UnitOdds, selected: bool, _: Words) -> Markup:
    name = tag(
        "button",
        unit.name or _("Unnamed unit"),
        type="button",
        class_="plain-button",
        data_do="select",
        data_unit=unit.id,
    )
    left = tag("span", _.number(unit.mean_br, 1), tag("small", f" / {_.number(unit.starting_br)}"))
    return tag(
        "tr",
        tag("td", name),
        tag("td", _.percent(unit.survival), style=f"--share:{100 * unit.survival:.0f}%", class_="share"),
        tag("td", left),
        tag("td", _.percent(unit.routed)),
        tag("td", _.percent(unit.broken)),
        tag("td", _.number(unit.turns_lost, 1)),
        class_="on" if selected else None,
        data_key=unit.id,
    )


# ---------------------------------------------------------------- losses


def mean_of(law: Mapping[int, float]) -> float:
    """The mean of a law."""
    return sum(br * p for br, p in law.items())


def losses_head(odds: BattleOdds, side: SideId, name: str, starting: int, at_least: bool | None, _: Words) -> Markup:
    """Above the law of what a side has left; ``at_least`` is None where the choice of law stands elsewhere."""
    law = odds.remaining.get(side, {})
    gone = sum(unit_gone for br, unit_gone in law.items() if br == 0)
    toggle = (
        at_least_button(at_least, _("Show the chance that at least so much is left"), _)
        if at_least is not None
        else None
    )
    told = _("mean {mean} of {start}; nothing in {gone} of the battles").format(
        mean=_.number(mean_of(law), 1), start=_.number(starting), gone=_.percent(gone, 1)
    )
    return tag(
        "div",
        tag("div", tag("b", _("BR left: {side}").format(side=name)), toggle, class_="chart-head"),
        tag("div", told, class_="muted number"),
        class_=f"side-{side}",
    )


# ---------------------------------------------------------------- the state after some rounds


def midway_markup(state: MidwayState | None, fresh: bool, rounds: int, battle: MassBattle, _: Words) -> Markup:
    """A slider of rounds and the state of both sides then."""
    limit = battle.simulation.round_limit
    slider = tag(
        "input",
        type="range",
        min=1,
        max=limit,
        value=rounds,
        data_do="after",
        data_live="after",
        class_="scrubber",
        aria_label=_("Rounds"),
    )
    head = join(
        tag("div", tag("b", _("State after {round} rounds").format(round=rounds)), class_="chart-head"),
        slider,
    )
    if state is None:
        return join(head, tag("p", _("computing…"), class_="muted"))
    odds = state.midway.odds
    a, b = battle.sides["a"].name, battle.sides["b"].name
    over = _("{a} have won {win}, {b} {loss}; {open} still fight").format(
        a=a, b=b, win=_.percent(odds.win.p), loss=_.percent(odds.loss.p), open=_.percent(odds.undecided.p)
    )
    return join(
        head,
        tag("p", over, class_="number"),
        tag(
            "table",
            tag("thead", tag("tr", tag("th"), (tag("th", _(name), title=_(means)) for name, means in _MIDWAY))),
            (_midway_side(odds.units, side, battle, _) for side in ("a", "b")),
            class_=f"results{'' if fresh else ' stale'}",
        ),
        tag(
            "p",
            _("The same battles, stopped there: the first {battles} of the seed.").format(
                battles=_.number(odds.battles or 0)
            ),
            class_="muted",
        ),
    )


_MIDWAY = (
    (N_("stands"), N_("Stands after so many rounds, in so many of the battles")),
    (N_("BR"), N_("Mean battle rating then, 0 where it is gone, of what it starts with")),
)


def _midway_side(units: Sequence[UnitOdds], side: SideId, battle: MassBattle, _: Words) -> Markup:
    own = [unit for unit in units if unit.side == side]
    total, start = sum(unit.mean_br for unit in own), sum(unit.starting_br for unit in own)
    return tag(
        "tbody",
        tag(
            "tr",
            tag("th", battle.sides[side].name, scope="rowgroup"),
            tag("th"),
            tag("th", _.number(total, 1), tag("small", f" / {_.number(start)}")),
        ),
        (
            tag(
                "tr",
                tag("td", unit.name or _("Unnamed unit")),
                tag("td", _.percent(unit.survival), style=f"--share:{100 * unit.survival:.0f}%", class_="share"),
                tag("td", _.number(unit.mean_br, 1), tag("small", f" / {_.number(unit.starting_br)}")),
            )
            for unit in own
        ),
        class_=f"side-{side}",
    )
