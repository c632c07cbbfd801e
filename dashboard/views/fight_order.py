"""Who fights, in the order of their turns: what is left of each unit, and what is to be known of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, join, svg, tag
from dashboard.models.fight import FightDesk
from dashboard.theme import styles
from dashboard.views.armies import Army, Line
from dashboard.views.fight_words import MARKS, fate, marks_of
from dashboard.views.icons import ICONS, KINDS
from dashboard.views.live import LiveMarkup
from dashboard.views.messages import side_in
from dashboard.views.roster import morale_chip, survival_bar
from massbattle_core.mass_combat.model import SideId
from massbattle_core.mass_combat.situation import UnitState

__all__ = ["FightOrder"]

_SIDES: tuple[SideId, SideId] = ("a", "b")


class FightOrder(pn.viewable.Viewer):
    """The list of one desk; a click selects a unit on the board."""

    def __init__(self, desk: FightDesk, army: Army, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._army, self._ = desk, desk.session, army, words
        self._live = LiveMarkup(
            actions={
                "select": lambda message: self._session.select(str(message.get("unit", ""))),
                "every-turn": lambda message: desk.leave_to_doctrine(side_in(message)),
                "by-hand": lambda _message: desk.leave_to_doctrine(None),
            },
            only=None if self._session.can_edit else ("select",),
            sizing_mode="stretch_width",
            css_classes=["card", "fight-order"],
            stylesheets=[styles("card"), styles("fight")],
        )
        desk.param.watch(self._show, "mode")
        self._session.param.watch(self._show, ["shown", "odds", "odds_stale", "selected"])
        self._show()

    def _show(self, *_events: object) -> None:
        """Show the units as they stand."""
        if self._desk.mode != "fight":
            return
        desk, session, _ = self._desk, self._session, self._
        lines = {line.unit.id: line for line in self._army.lines(session.shown, session.odds)}
        situation = desk.situation
        if situation is None:
            expected = sorted(lines.values(), key=lambda line: -(line.built.initiative.value if line.built else 0))
            rows: list[Markup] = [self._prepared_row(line) for line in expected if line.unit.position]
            if absent := [line for line in expected if not line.unit.position]:
                rows.append(tag("div", _("Not on the board"), class_="menu-title"))
                rows += [self._prepared_row(line) for line in absent]
            head = _("Order of turns")
        else:
            known = {unit.id: unit for unit in situation.units if unit.id in lines}
            ordered = [known[unit_id] for unit_id in situation.order if unit_id in known]
            standing = [unit for unit in ordered if unit.status != "eliminated"]
            gone = [unit for unit in ordered if unit.status == "eliminated"]
            rows = [self._row(unit, lines[unit.id]) for unit in standing]
            if gone:
                rows.append(tag("div", _("Gone"), class_="menu-title"))
                rows += [self._row(unit, lines[unit.id]) for unit in gone]
            head = _("Round {round}: order of turns").format(round=_.number(situation.round))
        self._live.markup = join(
            tag("h2", head, class_="heading order-head"),
            self._strengths(lines.values()),
            tag(
                "div",
                rows,
                class_=f"turn-order{' stale' if session.odds_stale else ''}",
            ),
        )

    def _strengths(self, lines: Iterable[Line]) -> Markup:
        """What both sides have left."""
        _, sides = self._, self._session.shown.mass_combat.sides
        parts = []
        for side in _SIDES:
            mine = [line for line in lines if line.unit.side == side and self._takes_part(line)]
            now = [self._desk.unit(line.unit.id) for line in mine]
            standing = [unit for unit in now if unit and unit.status != "eliminated"]
            count = len(standing) if self._desk.situation else len(mine)
            start = sum(line.built.battle_rating.value for line in mine if line.built)
            left = sum(unit.br for unit in standing) if self._desk.situation else start
            known = all(line.composition_known for line in mine)
            parts.append(
                tag(
                    "div",
                    tag("b", sides[side].name),
                    tag("span", _.plural("{count} unit", "{count} units", count), class_="muted"),
                    tag("span", _("BR {now} of {start}").format(now=_.number(left), start=_.number(start)))
                    if known
                    else None,
                    self._who_plays(side) if self._desk.situation and self._session.can_edit else None,
                    class_=f"side-strength side-{side} number",
                )
            )
        return tag("div", parts, class_="side-strengths")

    def _who_plays(self, side: SideId) -> Markup | None:
        """What leaves a side to its doctrines, or takes it back; nothing for the other side then."""
        _, left = self._, self._desk.by_doctrine
        if left not in (None, side) or (self._desk.situation and self._desk.situation.over):
            return None
        return tag(
            "button",
            _("plays by its doctrine") if left else _("let it play by its doctrine"),
            type="button",
            role="switch",
            class_="link who-plays on" if left else "link who-plays",
            data_do="by-hand" if left else "every-turn",
            data_side=side,
            aria_checked="true" if left else "false",
            aria_label=_("{side} plays by its doctrine").format(side=self._session.shown.mass_combat.sides[side].name),
            title=_("The app plays every turn of this side as its units’ doctrines say. Click to play it by hand.")
            if left
            else _("The app plays every turn of this side as its units’ doctrines say, until you take it back."),
        )

    def _takes_part(self, line: Line) -> bool:
        """Whether a unit is in the fight, or will be once it begins."""
        if self._desk.situation:
            return self._desk.unit(line.unit.id) is not None
        return line.unit.position is not None

    def _prepared_row(self, line: Line) -> Markup:
        _ = self._
        initiative = _.number(line.built.initiative.value) if line.built and line.morale_known else "?"
        return self._button(
            line,
            line.unit.id == self._session.selected,
            _("initiative {value}").format(value=initiative),
            _.number(line.battle_rating.value) if line.battle_rating else "–",
        )

    def _row(self, unit: UnitState, line: Line) -> Markup:
        desk, _ = self._desk, self._
        its_turn = desk.situation is not None and desk.situation.mover == unit.id and not desk.situation.over
        if unit.status == "eliminated":
            said: Child = fate(unit, _)
        elif unit.status == "waiting":
            arrival = line.unit.arrival
            said = _("arrives in round {round}").format(round=arrival.round) if arrival else ""
        else:
            said = [
                tag("span", _(MARKS[mark][0]), class_=f"mark {mark}", title=_(MARKS[mark][1]))
                for mark in marks_of(unit)
            ]
            if its_turn:
                said = [tag("span", _("its turn"), class_="mark now"), *said]
        start = line.battle_rating.value if line.battle_rating else None
        strength = (
            tag("span", _.number(unit.br), tag("small", f" / {_.number(start)}"), class_="br number")
            if start is not None and unit.status != "eliminated"
            else "–"
        )
        classes = f"{' its-turn' if its_turn else ''}{' gone' if unit.status == 'eliminated' else ''}"
        return self._button(line, unit.id == self._session.selected, said, strength, classes)

    def _button(self, line: Line, selected: bool, said: Child, strength: Child, classes: str = "") -> Markup:
        _ = self._
        return tag(
            "button",
            tag("span", svg(ICONS[line.kind], _(KINDS[line.kind]) if line.composition_known else ""), class_="counter"),
            tag(
                "span",
                tag("span", line.name(_), class_="name"),
                tag("span", said, class_="made"),
                class_="words",
            ),
            tag("span", strength, class_="br"),
            morale_chip(line, _),
            survival_bar(line, _),
            type="button",
            class_=f"unit side-{line.unit.side}{' on' if selected else ''}{classes}",
            data_do="select",
            data_unit=line.unit.id,
            data_key=line.unit.id,
            aria_pressed="true" if selected else "false",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
