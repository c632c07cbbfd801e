"""The card of the turn: the unit whose turn it is, and everything that it may do now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, tag
from dashboard.models.fight import PLAIN_ACTIONS, FightDesk
from dashboard.models.rewinding import newest_entry
from dashboard.theme import styles
from dashboard.views.armies import Army, Line
from dashboard.views.fight_board import strength
from dashboard.views.fight_suffer import Suffering
from dashboard.views.fight_words import ACTIONS, MARKS, marks_of, mode_words, reason_popup, refusal_words
from dashboard.views.live import LiveMarkup
from dashboard.views.messages import Message, number_in, side_in, text_in
from dashboard.views.orders import doctrine_word
from dashboard.views.roster import morale_chip
from massbattle_core.hexgrid import distance
from massbattle_core.mass_combat.model import hex_name
from massbattle_core.mass_combat.situation import UnitState

__all__ = ["FightTurn"]


class FightTurn(pn.viewable.Viewer):
    """The card of one desk; it is there while somebody has the turn."""

    def __init__(self, desk: FightDesk, army: Army, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._army, self._ = desk, desk.session, army, words
        self._suffering = Suffering(desk, words)
        self.live = LiveMarkup(
            actions={
                "act": self._if_current(lambda message: desk.act(text_in(message, "action"))),
                "attack": self._if_current(lambda message: desk.attack(text_in(message, "unit"))),
                "play-turn": self._if_current(lambda _message: desk.play_by_doctrine()),
                "every-turn": self._if_current(lambda message: desk.leave_to_doctrine(side_in(message))),
                "hurt": self._filled_in(self._suffering.choose),
                "befall": self._filled_in(self._suffering.happen),
                "loss": self._filled_in(self._suffering.type),
                "suffer": self._if_current(self._suffering.take),
                "end-fight": lambda message: desk.end(message.get("keep") == "yes"),
            },
            only=None if self._session.can_edit else (),
            sizing_mode="stretch_width",
            css_classes=["card", "fight-turn"],
            stylesheets=[styles("card"), styles("fight")],
        )
        desk.param.watch(self._show, "mode")
        self._session.param.watch(self._show, "shown")
        self._show()

    def _if_current(self, then: Callable[[Message], object]) -> Callable[[Message], object]:
        """Do it only for the fight that was seen: a second click, or somebody else's, is not for the next turn."""
        return lambda message: self._desk.is_current(number_in(message, "seen")) and then(message)

    @property
    def _seen(self) -> int:
        """The number of the fight's newest entry, which a button takes back to the server."""
        return newest_entry(self._desk.fight.entries) if self._desk.fight else 0

    def _filled_in(self, then: Callable[[Message], object]) -> Callable[[Message], object]:
        """Take over what was filled in and show the form again."""

        def take_over(message: Message) -> None:
            then(message)
            self._show()

        return take_over

    def _show(self, *_events: object) -> None:
        """Show whose turn it is and what can be done."""
        if self._desk.mode != "fight":
            return
        desk, session, _ = self._desk, self._session, self._
        mover = desk.mover
        lines = {line.unit.id: line for line in self._army.lines(session.shown, None)}
        shown = mover is not None and mover.id in lines and not (desk.situation and desk.situation.over)
        self.live.visible = shown
        if mover is None or not shown:
            return
        line = lines[mover.id]
        self.live.markup = tag(
            "section",
            self._facts(mover, line),
            self._actions(mover, lines) if session.can_edit and not (desk.fight and desk.fight.pending) else None,
            self._more(line, lines) if session.can_edit and not (desk.fight and desk.fight.pending) else None,
            class_=f"turn-card side-{line.unit.side}",
            aria_label=_("Turn of {unit}").format(unit=line.name(_)),
        )

    def _facts(self, mover: UnitState, line: Line) -> Markup:
        _, situation = self._, self._desk.situation
        assert situation
        facts: list[Child] = [tag("span", strength(mover, line, _), class_="number")]
        if line.composition_known:
            facts.append(tag("span", _("{left} of movement left").format(left=_.feet(max(situation.left, 0)))))
            facts.append(tag("span", _("has acted") if situation.acted else _("may act")))
        facts += [
            tag("span", _(MARKS[mark][0]), class_=f"mark {mark}", title=_(MARKS[mark][1])) for mark in marks_of(mover)
        ]
        return tag(
            "div",
            tag("h2", line.name(_), class_="heading mover"),
            morale_chip(line, _),
            tag("span", hex_name(mover.position), class_="muted"),
            tag("span", class_="gap"),
            tag("div", facts, class_="turn-facts"),
            class_="turn-head",
        )

    def _actions(self, mover: UnitState, lines: dict[str, Line]) -> Markup:
        _, outlook = self._, self._desk.outlook
        buttons: list[Child] = [self._attack(mover, lines)]
        for do in PLAIN_ACTIONS:
            name, what = ACTIONS[do]
            refused = outlook.refusals[do]
            style = "action end-turn" if do == "end" else "action"
            if refused:
                buttons.append(reason_popup(_(name), refusal_words(refused, _), style))
            else:
                buttons.append(
                    tag(
                        "button",
                        _(name),
                        type="button",
                        class_=style,
                        data_do="act",
                        data_action=do,
                        data_seen=self._seen,
                        title=_(what),
                    )
                )
        return tag("div", buttons, class_="actions")

    def _attack(self, mover: UnitState, lines: dict[str, Line]) -> Markup:
        """The menu of those who can be attacked, the nearest first."""
        _, desk = self._, self._desk
        targets = [unit for unit in map(desk.unit, desk.outlook.targets) if unit]
        if not targets:
            said = _("it has acted this turn") if desk.situation and desk.situation.acted else _("nobody is in range")
            return reason_popup(_("Attack…"), said, "action")
        items = [
            tag(
                "button",
                tag("span", lines[unit.id].name(_)),
                tag("span", self._prospect(mover, unit), class_="muted"),
                type="button",
                class_=f"menu-item spread side-{lines[unit.id].unit.side}",
                data_do="attack",
                data_unit=unit.id,
                data_seen=self._seen,
            )
            for unit in sorted(targets, key=lambda unit: (distance(mover.position, unit.position), unit.br))
        ]
        return tag(
            "details",
            tag("summary", _("Attack…"), class_="action strong"),
            tag("div", items, class_="menu-body up"),
            class_="menu",
        )

    def _prospect(self, mover: UnitState, target: UnitState) -> str:
        _ = self._
        mode = mode_words(self._desk.outlook.targets[target.id], _)
        balance = _("{own} against {other}").format(own=_.number(mover.br), other=_.number(target.br))
        return f"{balance}, {mode}" if mode else balance

    def _more(self, line: Line, lines: dict[str, Line]) -> Markup:
        _, side = self._, self._session.shown.mass_combat.sides[line.unit.side]
        doctrine = doctrine_word(line.unit.doctrine or side.doctrine, _)
        return tag(
            "div",
            tag(
                "button",
                _("Let it play by its doctrine ({doctrine})").format(doctrine=doctrine),
                type="button",
                class_="link",
                data_do="play-turn",
                data_seen=self._seen,
                title=_("The app moves it and lets it act: the rest of this turn."),
            ),
            tag(
                "button",
                _("Every turn of {side}").format(side=side.name),
                type="button",
                class_="link",
                data_do="every-turn",
                data_side=line.unit.side,
                data_seen=self._seen,
                title=_("From now on all units of this side play by their doctrines, until you take it back."),
            )
            if not self._desk.by_doctrine
            else None,
            self._suffering.markup(lines, self._seen),
            tag("span", class_="gap"),
            self._ending(),
            class_="turn-more",
        )

    def _ending(self) -> Markup:
        _ = self._
        ways = (
            ("yes", _("Keep its losses"), _("BR lost, places and fallen units go into the preparation.")),
            ("no", _("Forget the fight"), _("The preparation stays as it was before the fight.")),
        )
        return tag(
            "details",
            tag("summary", _("End the fight…"), class_="link"),
            tag(
                "div",
                [
                    tag(
                        "button",
                        name,
                        tag("small", what),
                        type="button",
                        class_="menu-item",
                        data_do="end-fight",
                        data_keep=keep,
                    )
                    for keep, name, what in ways
                ],
                class_="menu-body up right",
            ),
            class_="menu",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live
