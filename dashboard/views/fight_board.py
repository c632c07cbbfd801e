"""The board while a fight is on: click where the unit whose turn it is shall go, or whom it shall attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import panel as pn
from bokeh.events import DoubleTap, Press, PressUp, Tap

from dashboard.i18n import Words
from dashboard.markup import Markup, tag
from dashboard.models.fight import FightDesk
from dashboard.theme import Palette, styles
from dashboard.views.armies import Army, Line, counters
from dashboard.views.board_head import zoom_buttons
from dashboard.views.fight_figure import FightFigure
from dashboard.views.fight_words import MARKS, marks_of, mode_words, refusal_words
from dashboard.views.frame import Frame
from dashboard.views.hex_ground import around_units, hex_of
from dashboard.views.live import LiveMarkup
from dashboard.views.people import selected_by
from dashboard.views.replay import hits
from massbattle_core.game import Event
from massbattle_core.mass_combat.model import hex_name
from massbattle_core.mass_combat.situation import UnitState

__all__ = ["FightBoard"]

Position = tuple[int, int]

_ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}


class FightBoard(pn.viewable.Viewer):
    """The board of one desk, with whose turn it is above it and a line about what can be done below."""

    def __init__(self, desk: FightDesk, army: Army, words: Words, colours: Palette, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._army, self._ = desk, desk.session, army, words
        self._pressed: Position | None = None
        field = self._session.shown.mass_combat.field
        self._drawing = FightFigure(field, colours)
        plot = self._drawing.figure
        for tap in (Tap, DoubleTap):  # two clicks in a row on different hexes count as a double one
            plot.on_event(tap, self._tapped)
        plot.on_event(Press, self._press)
        plot.on_event(PressUp, self._let_go)
        self.frame = Frame(
            on_key=self._key,
            child=pn.pane.Bokeh(plot, sizing_mode="scale_width"),
            board=True,
            whole=list(self._drawing.whole),
            near=around_units(self._session.shown.mass_combat),
            sizing_mode="stretch_width",
        )
        look: dict[str, Any] = {"sizing_mode": "stretch_width", "stylesheets": [styles("fight")]}
        self._head = LiveMarkup(
            actions={
                "dice": lambda message: desk.roll_real_dice(message.get("dice") == "real"),
                "zoom": lambda message: self.frame.zoom(str(message.get("zoom", ""))),
            },
            **look,
        )
        self._foot = LiveMarkup(**look)
        desk.param.watch(self._show, ["refused", "aim", "mode", "real_dice"])
        self._session.param.watch(self._show, ["shown", "selected", "present"])
        self._show()

    # ---------------------------------------------------------------- showing

    def paint(self, colours: Palette) -> None:
        """Show the same in the colours of another theme."""
        self._drawing.paint(colours)
        self._show()

    def _show(self, *_events: object) -> None:
        """Show the fight as it stands."""
        if self._desk.mode != "fight":
            return
        desk, session, _ = self._desk, self._session, self._
        field = session.shown.mass_combat.field
        lines = {line.unit.id: line for line in self._army.lines(session.shown, session.odds)}
        self._drawing.show_field(field)
        whole = list(self._drawing.whole)
        if whole != self.frame.whole:
            self.frame.param.update(whole=whole, near=around_units(self._session.shown.mass_combat))
        if desk.situation is None:
            self._drawing.show_counters(counters(lines.values(), "", _))
        else:
            self._drawing.show_counters(self._counters(lines))
        self._show_last()
        outlook, mover = desk.outlook, desk.mover
        self._drawing.show_choices(
            mover.position if mover else None,
            outlook.ways,
            [unit.position for unit in map(desk.unit, outlook.targets) if unit],
        )
        self._drawing.show_target(desk.aim)
        status = self._status(lines)
        self._head.markup = self._head_markup(lines)
        self._foot.markup = self._foot_markup(status)
        self.frame.label = _("Board of the fight: {status}").format(status=status)

    def _counters(self, lines: Mapping[str, Line]) -> Iterator[dict[str, Any]]:
        situation, session, _ = self._desk.situation, self._session, self._
        others = selected_by(session.present, session.author)
        for unit in situation.units if situation else ():
            line = lines.get(unit.id)
            if line is None or unit.status == "eliminated":
                continue
            arrival = line.unit.arrival
            yield {
                "faint": _("arrives in round {round}").format(round=arrival.round)
                if unit.status == "waiting" and arrival
                else "",
                "position": unit.position,
                "side": line.unit.side,
                "kind": line.kind,
                "selected": unit.id == session.selected,
                "marked": next((one.colour for one in others.get(unit.id, ())), ""),
                "br": _.number(unit.br) if line.composition_known else "–",
                "morale": _.signed(line.morale.value) if line.morale else "?",
                "rating": line.morale.value if line.morale else 0,
                "name": line.name(_),
                "made": strength(unit, line, _),
            }

    def _show_last(self) -> None:
        """Draw what the last action led to, where units fell, and words under counters."""
        situation, _ = self._desk.situation, self._
        units = situation.units if situation else ()
        events = self._last_events()
        places = {unit.id: unit.position for unit in units}
        self._drawing.show_turn(
            trail=[
                (tuple(event.facts["from"]), tuple(event.facts["to"])) for event in events if event.kind == "enters"
            ],
            blows=[
                (places[event.facts["unit"]], places[event.facts["target"]])
                for event in events
                if event.kind == "attack" and {event.facts["unit"], event.facts["target"]} <= places.keys()
            ],
            hits=hits(events, places),
            fallen=[unit.position for unit in units if unit.status == "eliminated"],
            notes=[
                (unit.position, ", ".join(_(MARKS[mark][0]) for mark in marks))
                for unit in units
                if unit.status == "field" and (marks := marks_of(unit))
            ],
        )

    def _last_events(self) -> list[Event]:
        """What the last action led to, or all turns that a side has just played by its doctrines."""
        fight, units = self._desk.fight, self._session.shown.mass_combat.units
        events: list[Event] = []
        for played in reversed(fight.log if fight else ()):
            unit = units.get(played.unit)
            by_doctrine = unit is not None and unit.side == self._desk.by_doctrine
            if events and not by_doctrine:
                break
            events[:0] = played.events
            if not by_doctrine:
                break
        return events

    def _head_markup(self, lines: Mapping[str, Line]) -> Markup:
        desk, _ = self._desk, self._
        dice = tag(
            "span",
            [
                tag(
                    "button",
                    label,
                    type="button",
                    class_="on" if desk.real_dice == real else None,
                    data_do="dice",
                    data_dice="real" if real else "app",
                    aria_pressed="true" if desk.real_dice == real else "false",
                )
                for real, label in ((True, _("Real dice")), (False, _("The app rolls")))
            ],
            class_="segments",
            role="group",
            aria_label=_("Dice"),
        )
        return tag(
            "div",
            self._turn_markup(lines),
            tag("span", class_="gap"),
            dice if self._session.can_edit else None,
            tag("span", zoom_buttons(_), class_="zoom"),
            class_="board-head fight-head",
        )

    def _turn_markup(self, lines: Mapping[str, Line]) -> Markup:
        situation, mover, _ = self._desk.situation, self._desk.mover, self._
        if situation is None:
            words = _("Rolling for the order") if self._desk.fight else _("Before the fight")
            return tag("h2", words, class_="heading")
        round_words = tag("span", _("Round {round}").format(round=_.number(situation.round)), class_="heading")
        if situation.over:
            return tag("h2", round_words, " ", tag("b", _("The fight is over")), class_="whose")
        line = lines.get(mover.id) if mover else None
        if line is None:
            return tag("h2", round_words, " ", tag("b", _("somebody unseen")), class_="whose")
        name = tag("b", line.name(_), class_=f"mover side-{line.unit.side}")
        return tag("h2", round_words, " ", name, class_="whose")

    def _foot_markup(self, status: str) -> Markup:
        refused = refusal_words(self._desk.refused, self._)
        return tag(
            "div",
            tag(
                "span",
                tag("span", refused, class_="refused") if refused else status,
                role="status",
                aria_live="polite",
            ),
            class_="board-foot fight-foot",
        )

    def _status(self, lines: Mapping[str, Line]) -> str:
        desk, _ = self._desk, self._
        mover = desk.mover
        if mover is None or mover.id not in lines:
            return ""
        name = lines[mover.id].name(_)
        if not self._session.can_edit:
            return _("{unit} have the turn").format(unit=name)
        if desk.fight and desk.fight.pending:
            return _("A die is waited for.")
        if desk.aim:
            return self._aim_words(name, lines)
        outlook = desk.outlook
        if outlook.ways and outlook.targets:
            return _("{unit}: click a yellow hex to go there, a ringed enemy to attack it.").format(unit=name)
        if outlook.ways:
            return _("{unit}: click a yellow hex to go there.").format(unit=name)
        if outlook.targets:
            return _("{unit}: click a ringed enemy to attack it.").format(unit=name)
        return _("{unit} can neither move nor attack any more.").format(unit=name)

    def _aim_words(self, name: str, lines: Mapping[str, Line]) -> str:
        desk, _ = self._desk, self._
        place = desk.aim
        there = desk.unit_on(place)
        if there and there.id in desk.outlook.targets:
            mode = mode_words(desk.outlook.targets[there.id], _)
            words = _("{unit} attack {target}").format(unit=name, target=lines[there.id].name(_))
            return f"{words}{f' {mode}' if mode else ''}? {_('Enter attacks, Esc cancels')}"
        if there and there.id in lines:
            return _.labelled(hex_name(place), lines[there.id].name(_))
        if place in desk.outlook.ways:
            left = _.feet(max(desk.outlook.ways[place].left, 0))
            return _("{unit} to {hex}, {left} left? Enter moves, Esc cancels").format(
                unit=name, hex=hex_name(place), left=left
            )
        return _("{hex} is out of reach").format(hex=hex_name(place))

    # ---------------------------------------------------------------- mouse, finger and keys

    def _place(self, event: Any) -> Position | None:
        return hex_of(event, self._session.shown.mass_combat.field)

    def _tapped(self, event: Any) -> None:
        if place := self._place(event):
            self._desk.aim = None
            self._desk.click(place)

    def _press(self, event: Any) -> None:
        self._pressed = self._place(event)

    def _let_go(self, event: Any) -> None:
        """The end of a long press is a slow click."""
        if self._pressed and self._place(event) == self._pressed:
            self._tapped(event)
        self._pressed = None

    def _key(self, key: str) -> None:
        desk, mover = self._desk, self._desk.mover
        if mover is None or not self._session.can_edit:
            return
        if key in _ARROWS:
            start = desk.aim or mover.position
            place = (start[0] + _ARROWS[key][0], start[1] + _ARROWS[key][1])
            if self._session.shown.mass_combat.field.contains(place):
                desk.param.update(aim=place if place != mover.position else None, refused=None)
        elif key in ("n", "p"):
            places = [unit.position for unit in map(desk.unit, desk.outlook.targets) if unit]
            if places:
                step = 1 if key == "n" else -1
                at = places.index(desk.aim) + step if desk.aim in places else 0
                desk.param.update(aim=places[at % len(places)], refused=None)
        elif key == "Enter" and desk.aim:
            desk.click(desk.aim)
        elif key == "Escape":
            desk.param.update(aim=None, refused=None)

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(
            self._head,
            self.frame,
            self._foot,
            css_classes=["card", "fight-board"],
            stylesheets=[styles("card")],
            sizing_mode="stretch_width",
        )


def strength(unit: UnitState, line: Line, _: Words) -> str:
    """What is left of a unit: ``BR 18 of 25``; nothing where that is not known."""
    if line.battle_rating is None:
        return ""
    return _("BR {now} of {start}").format(now=_.number(unit.br), start=_.number(line.battle_rating.value))
