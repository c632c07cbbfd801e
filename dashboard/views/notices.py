"""What went wrong, where and what mends it; and the first steps of an empty battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import panel as pn

from dashboard.history import place_in_words
from dashboard.i18n import Words
from dashboard.markup import Markup, join, svg, tag
from dashboard.models.session import BattleSession
from dashboard.views.armies import Army
from dashboard.views.beginnings import begin_demo, demo_buttons
from dashboard.views.icons import ICONS
from dashboard.views.live import LiveMarkup
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.model import MassBattle

__all__ = ["NoticeView", "StartView", "problems_markup", "steps_markup"]

_MOST = 8
"""Problems that are told one by one."""


class NoticeView(pn.viewable.Viewer):
    """The message about the last action that was refused, until it is closed or something succeeds."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={"close": lambda _message: self.tell(())},
            sizing_mode="stretch_width",
            visible=False,
            css_classes=["notice"],
        )
        session.param.watch(lambda event: self.tell(event.new), "refusal")
        self.tell(session.refusal)

    def tell(self, problems: Sequence[Problem]) -> None:
        """Tell of these problems, or of nothing."""
        document = self._session.document
        told = [replace(problem, place=place_in_words(document, problem.place)) for problem in problems]
        self._live.markup = problems_markup(told, self._) if told else ""
        self._live.visible = bool(problems)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live


def problems_markup(problems: Sequence[Problem], _: Words) -> Markup:
    """Problems with place, message, remedy and rule."""
    lines = [
        tag(
            "li",
            tag("span", _.labelled(problem.place), class_="place") if problem.place else None,
            _(problem.message),
            tag("span", f" – {_(problem.remedy)}", class_="remedy") if problem.remedy else None,
            f" ({problem.rule})" if problem.rule else None,
        )
        for problem in problems[:_MOST]
    ]
    if len(problems) > _MOST:
        lines.append(tag("li", _.plural("and {count} more", "and {count} more", len(problems) - _MOST)))
    close = tag(
        "button", svg(ICONS["remove"], size=12), type="button", data_do="close", aria_label=_("Close"), title=_("Close")
    )
    return tag("div", tag("ul", lines), close, class_="message", role="alert")


class StartView(pn.viewable.Viewer):
    """Three steps to the first odds, shown until both sides stand on the board."""

    def __init__(
        self, session: BattleSession, army: Army, words: Words, address: Callable[[str], str], **parameters: Any
    ) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={
                "add-unit": lambda message: army.add_unit(session, "b" if message.get("side") == "b" else "a", words),
                "demo": lambda message: begin_demo(
                    session, str(message.get("demo", "")), lambda battle: self._live.go(address(battle))
                ),
            },
            sizing_mode="stretch_width",
            css_classes=["card", "start"],
        )
        session.param.watch(self._show, "shown")
        self._show()

    def _show(self, *_events: object) -> None:
        battle = self._session.shown.mass_combat
        ready = all(any(unit.position for unit in battle.side_units(side)) for side in ("a", "b"))
        self._live.visible = not ready
        if not ready:
            self._live.markup = steps_markup(battle, self._)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live


def steps_markup(battle: MassBattle, _: Words) -> Markup:
    """What to do first, what of it is done, and battles to look at."""
    both = all(battle.side_units(side) for side in ("a", "b"))
    placed = all(any(unit.position for unit in battle.side_units(side)) for side in ("a", "b"))
    add = [
        tag("button", "+ ", battle.sides[side].name, type="button", class_="chip", data_do="add-unit", data_side=side)
        for side in ("a", "b")
    ]
    return join(
        tag("h2", _("Three steps to the first odds"), class_="heading"),
        tag(
            "ol",
            tag(
                "li",
                tag("b", _("Add a unit to each side.")),
                " ",
                _("Give it creatures; the first kind also leads it."),
                tag("div", add, class_="chips", style="margin-top:5px"),
                class_="done" if both else None,
            ),
            tag(
                "li",
                tag("b", _("Place it.")),
                " ",
                _("Select the unit, then click a hex of the board."),
                class_="done" if placed else None,
            ),
            tag(
                "li",
                tag("b", _("Read the odds.")),
                " ",
                _("They appear by themselves and follow every slider while it moves."),
            ),
            class_="steps",
        ),
        None
        if battle.units
        else tag(
            "div",
            tag("span", _("Or open a demo battle:"), class_="muted"),
            demo_buttons("chip on"),
            class_="chips",
            style="align-items:center",
        ),
    )
