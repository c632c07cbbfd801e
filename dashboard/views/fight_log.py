"""The log of a fight in plain words, the newest turn first, with the dice that fell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Markup, join, tag
from dashboard.models.fight import FightDesk
from dashboard.theme import styles
from dashboard.views.armies import Army, Line
from dashboard.views.fight_words import Names, dice_markup
from dashboard.views.live import LiveMarkup
from dashboard.views.log_words import Sentence, sentences
from dashboard.views.messages import number_in
from massbattle_core.game import Event
from massbattle_core.mass_combat.situation import Die, Fight

__all__ = ["FightLog", "Turn", "turns_of"]

_DEEDS = {
    "arrives",
    "dash",
    "defend",
    "disengage",
    "eliminated",
    "enters",
    "guard",
    "strikes",
    "turn_lost",
}
"""Kinds of events that tell what became of a unit's turn."""

_TOLD_TURNS = 60
"""Turns of the log that are shown, the newest first."""


@dataclass
class Turn:
    """What happened in one turn: whose it was, its round, and the number of the entry of the log that began it."""

    round: int = 0
    unit: str = ""
    began: int = 0
    events: list[Event] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)


def turns_of(fight: Fight) -> Iterator[Turn]:
    """The log of a fight turn by turn, in order; what comes before the first turn has no unit."""
    turn = Turn()
    for number in sorted(map(int, fight.entries)):
        played = fight.entries[str(number)]
        turn.dice += played.dice
        for event in played.events:
            if event.kind == "turn":
                yield turn
                turn = Turn(int(event.facts["round"]), str(event.facts["unit"]), number)
            else:
                turn.events.append(event)
    yield turn


def _waited(turn: Turn) -> bool:
    """Whether a unit did nothing in its turn; only the whole log tells, for players do not see everything."""
    own = {event.kind for event in turn.events if event.facts.get("unit") == turn.unit}
    return bool(turn.unit) and not own & _DEEDS


class FightLog(pn.viewable.Viewer):
    """The log of one desk."""

    def __init__(self, desk: FightDesk, army: Army, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._army, self._ = desk, desk.session, army, words
        self._rewinding = -1
        self.live = LiveMarkup(
            actions={
                "ask-rewind": lambda message: self._ask(number_in(message, "entry")),
                "rewind": lambda message: desk.rewind(number_in(message, "entry")),
            },
            only=None if self._session.can_edit else (),
            sizing_mode="stretch_width",
            css_classes=["card", "fight-log"],
            stylesheets=[styles("card"), styles("replay"), styles("fight")],
        )
        desk.param.watch(self._show, "mode")
        self._session.param.watch(self._follow, "shown")
        self._show()

    def _ask(self, number: int) -> None:
        self._rewinding = -1 if number == self._rewinding else number
        self._show()

    def _follow(self, _event: object) -> None:
        self._rewinding = -1
        self._show()

    def _show(self, *_events: object) -> None:
        """Show what happened so far."""
        if self._desk.mode != "fight":
            return
        fight, _ = self._desk.fight, self._
        self.live.visible = fight is not None
        if fight is None:
            return
        battle = self._session.shown.mass_combat
        lines = {line.unit.id: line for line in self._army.lines(self._session.shown, None)}
        names = Names({unit_id: line.name(_) for unit_id, line in lines.items()}, _("somebody unseen"))
        sides: dict[str, str] = {side: facts.name for side, facts in battle.sides.items()}
        parts: list[Markup] = []
        shown_round = None
        turns = list(turns_of(fight))[-_TOLD_TURNS:]
        for turn in reversed(turns):
            told = sentences(turn.events, names, sides, _)
            if self._session.can_edit and turn is not turns[-1] and _waited(turn):
                told.append(Sentence(_("{unit} wait").format(unit=names[turn.unit])))
            if not told and not turn.dice:
                continue
            if turn.round != shown_round:
                shown_round = turn.round
                words = (
                    _("Round {round}").format(round=_.number(turn.round)) if turn.round else _("before the first turn")
                )
                parts.append(tag("li", words, class_="round"))
            parts.append(self._turn(turn, told, lines))
        self.live.markup = join(
            tag("h2", _("What happened"), class_="heading"),
            tag("ol", parts, class_="battle-log", aria_label=_("Log of the fight"))
            if parts
            else tag("p", _("Nothing yet."), class_="muted"),
        )

    def _turn(self, turn: Turn, told: list[Sentence], lines: dict[str, Line]) -> Markup:
        side = lines[turn.unit].unit.side if turn.unit in lines else ""
        return tag(
            "li",
            None if turn.unit else tag("div", self._("Order among equals, rolled off:"), title="R0.20"),
            [tag("div", line.text, class_=line.weight, title=line.rule or None) for line in told],
            tag("div", dice_markup(tuple(turn.dice), lines, self._), self._rewind(turn), class_="turn-foot"),
            class_=f"turn side-{side}" if side else "turn",
            data_key=f"{turn.round}-{turn.unit}-{turn.began}",
        )

    def _rewind(self, turn: Turn) -> Markup | None:
        """What makes the fight what it was before a turn, after asking."""
        _ = self._
        if not self._session.can_edit or not turn.unit:
            return None
        if turn.began != self._rewinding:
            return tag(
                "button",
                _("rewind"),
                type="button",
                class_="link rewind",
                data_do="ask-rewind",
                data_entry=turn.began,
                title=_("Back to the beginning of this turn"),
            )
        return tag(
            "span",
            tag("span", _("Take back this turn and all after it?"), class_="muted"),
            tag("button", _("Rewind"), type="button", class_="chip on", data_do="rewind", data_entry=turn.began),
            tag("button", _("No"), type="button", class_="chip", data_do="ask-rewind", data_entry=turn.began),
            class_="rewind-asked",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live
