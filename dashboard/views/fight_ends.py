"""Before a fight and after it: what will happen, what is in the way, who has won and at what price."""

from __future__ import annotations

from typing import Any

import panel as pn

from dashboard.history import place_in_words
from dashboard.i18n import Words
from dashboard.markup import Child, Markup, join, tag
from dashboard.models.fight import FightDesk
from dashboard.theme import styles
from dashboard.views.armies import Army, Line
from dashboard.views.fight_words import fate
from dashboard.views.live import LiveMarkup
from dashboard.views.messages import side_in
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.model import SideId
from massbattle_core.mass_combat.situation import Situation, UnitState

__all__ = ["FightEnds", "FightOffer"]

_SIDES: tuple[SideId, SideId] = ("a", "b")
_MOST = 8
"""Problems that are told one by one."""


class FightEnds(pn.viewable.Viewer):
    """The card of one desk while there is no fight, and once it is over."""

    def __init__(self, desk: FightDesk, army: Army, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._army, self._ = desk, desk.session, army, words
        self.live = LiveMarkup(
            actions={
                "start": lambda _message: desk.start(),
                "dice": lambda message: desk.roll_real_dice(message.get("dice") == "real"),
                "opening": lambda message: desk.choose_opening(
                    side_in(message) if message.get("side") in ("a", "b") else None
                ),
                "prepare": lambda _message: desk.show("prepare"),
                "end-fight": lambda message: self._end(message.get("keep") == "yes"),
                "again": lambda _message: desk.fight_again(),
            },
            only=None if self._session.can_edit else ("prepare",),
            sizing_mode="stretch_width",
            css_classes=["card", "fight-ends"],
            stylesheets=[styles("card"), styles("fight")],
        )
        desk.param.watch(self._show, ["mode", "real_dice", "opening"])
        self._session.param.watch(self._show, ["shown", "problems"])
        self._show()

    def _end(self, keep: bool) -> None:
        if self._desk.end(keep):
            self._desk.show("prepare")

    def _show(self, *_events: object) -> None:
        """Show what there is to begin or to end."""
        if self._desk.mode != "fight":
            return
        situation = self._desk.situation
        over = situation is not None and situation.over
        self.live.visible = over or self._desk.fight is None
        if situation is not None and over:
            self.live.markup = self._result(situation)
        elif self._desk.fight is None:
            self.live.markup = self._beginning()

    # ---------------------------------------------------------------- before

    def _beginning(self) -> Markup:
        _, session = self._, self._session
        wrong = [problem for problem in session.problems if problem.severity == "error"]
        if not session.can_edit:
            return tag("p", _("The game master has not begun the fight."), class_="muted")
        if wrong:
            return join(
                tag("h2", _("The fight cannot begin yet"), class_="heading"),
                tag("ul", [self._problem(problem) for problem in wrong[:_MOST]], class_="unit-problems"),
                tag("button", _("Back to preparation"), type="button", class_="tool", data_do="prepare"),
            )
        return join(
            tag("h2", _("Fight it out at the table"), class_="heading"),
            tag(
                "ol",
                tag("li", _("Units take turns in the order of their initiative; ties are rolled off first.")),
                tag("li", _("On its turn a unit moves and takes one action: click hexes and enemies on the board.")),
                tag("li", _("The odds of the rest of the battle follow every turn. Every action can be undone.")),
                class_="steps",
            ),
            tag(
                "div", self._choice(True), self._choice(False), class_="dice-choice", role="group", aria_label=_("Dice")
            ),
            self._players(),
            tag("button", _("Start the fight"), type="button", class_="start-fight", data_do="start"),
        )

    def _players(self) -> Markup:
        """Who plays which side."""
        _, chosen, sides = self._, self._desk.opening, self._session.shown.mass_combat.sides
        ways = [("", _("We play both sides"))]
        ways += [(side, _("{side} plays by its doctrine").format(side=sides[side].name)) for side in _SIDES]
        return tag(
            "div",
            [
                tag(
                    "button",
                    words,
                    type="button",
                    class_="chip on" if (chosen or "") == side else "chip",
                    data_do="opening",
                    data_side=side,
                    aria_pressed="true" if (chosen or "") == side else "false",
                )
                for side, words in ways
            ],
            class_="chips who-plays-first",
            role="group",
            aria_label=_("Who plays"),
            title=_("A side that plays by its doctrine takes its turns by itself; this can be changed at any time."),
        )

    def _choice(self, real: bool) -> Markup:
        _, chosen = self._, self._desk.real_dice == real
        name, what = (
            (_("We roll real dice"), _("The page asks for each d20 when it matters; type what fell."))
            if real
            else (_("The app rolls"), _("Every die is rolled here, at once."))
        )
        return tag(
            "button",
            tag("b", name),
            tag("small", what),
            type="button",
            class_=f"choice-card{' on' if chosen else ''}",
            data_do="dice",
            data_dice="real" if real else "app",
            aria_pressed="true" if chosen else "false",
        )

    def _problem(self, problem: Problem) -> Markup:
        _ = self._
        return tag(
            "li",
            tag(
                "span",
                tag("b", _.labelled(place_in_words(self._session.document, problem.place))) if problem.place else None,
                _(problem.message),
                f" – {_(problem.remedy)}" if problem.remedy else None,
                f" ({problem.rule})" if problem.rule else None,
            ),
            class_="wrong",
        )

    # ---------------------------------------------------------------- after

    def _result(self, situation: Situation) -> Markup:
        _, session = self._, self._session
        sides = session.shown.mass_combat.sides
        rounds = _.plural("{count} round", "{count} rounds", situation.round)
        if situation.winner:
            words = _("{side} have won after {rounds}").format(side=sides[situation.winner].name, rounds=rounds)
        else:
            words = _("Nobody has won after {rounds}").format(rounds=rounds)
        lines = {line.unit.id: line for line in self._army.lines(session.shown, None)}
        units = {unit.id: unit for unit in situation.units}
        tables: list[Child] = [
            tag(
                "table",
                tag("caption", sides[side].name),
                tag(
                    "tbody",
                    [
                        self._row(units[line.unit.id], line)
                        for line in lines.values()
                        if line.unit.side == side and line.unit.id in units
                    ],
                ),
                class_=f"toll side-{side}",
            )
            for side in _SIDES
        ]
        return join(
            tag("h2", words, class_=f"victory side-{situation.winner}" if situation.winner else "victory"),
            tag("div", tables, class_="tolls"),
            self._ways_on() if session.can_edit else None,
        )

    def _row(self, unit: UnitState, line: Line) -> Markup:
        _ = self._
        known = line.battle_rating is not None
        start = line.battle_rating.value if line.battle_rating else 0
        gone = unit.status == "eliminated"
        lost = start if gone else start - unit.br
        return tag(
            "tr",
            tag("td", line.name(_)),
            tag(
                "td",
                fate(unit, _)
                if gone
                else _("BR {now} of {start}").format(now=_.number(unit.br), start=_.number(start))
                if known
                else "",
            ),
            tag("td", _.signed(-lost) if known and lost else "–" if known else "?", class_="number"),
            class_="gone" if gone else None,
        )

    def _ways_on(self) -> Markup:
        _ = self._
        return tag(
            "div",
            tag(
                "button",
                _("Back to preparation, keep the losses"),
                type="button",
                class_="tool on",
                data_do="end-fight",
                data_keep="yes",
            ),
            tag(
                "button",
                _("Back to preparation as it was"),
                type="button",
                class_="tool",
                data_do="end-fight",
                data_keep="no",
            ),
            tag("button", _("Fight again"), type="button", class_="tool", data_do="again"),
            class_="chips",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live


class FightOffer(pn.viewable.Viewer):
    """A quiet line in the preparation that tells of a fight that is on."""

    def __init__(self, desk: FightDesk, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._ = desk, desk.session, words
        self.live = LiveMarkup(
            actions={"go": lambda _message: desk.show("fight")},
            sizing_mode="stretch_width",
            visible=False,
            css_classes=["fight-offer"],
            stylesheets=[styles("fight")],
        )
        desk.param.watch(self._show, "mode")
        self._session.param.watch(self._show, "shown")
        self._show()

    def _show(self, *_events: object) -> None:
        """Show that a fight is on, to whoever does not look at it."""
        _, fight, situation = self._, self._desk.fight, self._desk.situation
        self.live.visible = fight is not None and self._desk.mode != "fight"
        if not self.live.visible:
            return
        told = (
            _("A fight is on: round {round}.").format(round=_.number(situation.round))
            if situation
            else _("A fight is on.")
        )
        self.live.markup = tag(
            "div",
            tag(
                "span",
                tag("b", told),
                " ",
                _("Morale, Charisma and doctrines can be changed and count at once; the rest waits for its end."),
                style="flex:1",
            ),
            tag("button", _("Go to the fight"), type="button", class_="tool on", data_do="go"),
            class_="message told",
            role="status",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live
