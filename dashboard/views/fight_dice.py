"""The dice of an action: one after the other is asked for, typed or rolled here."""

from __future__ import annotations

import re
from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Markup, tag
from dashboard.models.fight import FACES, FightDesk
from dashboard.theme import styles
from dashboard.views.armies import Army, Line
from dashboard.views.fight_words import Names, asked, dice_markup
from dashboard.views.live import LiveMarkup
from dashboard.views.log_words import sentences
from dashboard.views.messages import Message, text_in
from massbattle_core.mass_combat.actions import ByDoctrine
from massbattle_core.mass_combat.situation import Fight, Pending

__all__ = ["FightDice"]


class FightDice(pn.viewable.Viewer):
    """The card of one desk; it is there while an action waits for a die."""

    def __init__(self, desk: FightDesk, army: Army, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._desk, self._session, self._army, self._ = desk, desk.session, army, words
        self._wrong, self._tries = "", 0
        self.live = LiveMarkup(
            actions={
                "face": self._typed,
                "typing": lambda _message: self._say_wrong(""),
                "roll-one": lambda _message: desk.roll_one(),
                "roll-rest": lambda _message: desk.roll_rest(),
                "cancel": lambda _message: desk.cancel(),
            },
            only=None if self._session.can_edit else (),
            sizing_mode="stretch_width",
            css_classes=["card", "fight-dice"],
            stylesheets=[styles("card"), styles("fight")],
        )
        desk.param.watch(self._show, "mode")
        self._session.param.watch(self._follow, "shown")
        self._show()

    def _typed(self, message: Message) -> None:
        text = text_in(message, "value", 40).strip()
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= FACES:
            self._say_wrong("")
            self._desk.give(int(text), _die_in(message))
        else:
            self._tries += 1
            self._say_wrong(text)

    def _say_wrong(self, text: str) -> None:
        """Tell that a text in the field is no face, and leave it there; an empty one is nothing wrong."""
        self._wrong = text
        self._show()

    def _follow(self, _event: object) -> None:
        self._wrong = ""
        self._show()

    def _show(self, *_events: object) -> None:
        """Show which die is waited for."""
        if self._desk.mode != "fight":
            return
        fight = self._desk.fight
        pending = fight.pending if fight else None
        self.live.visible = pending is not None
        if fight is None or pending is None:
            self.live.markup = ""
            return
        lines = {line.unit.id: line for line in self._army.lines(self._session.shown, None)}
        self.live.markup = self._markup(fight, pending, lines)

    def _markup(self, fight: Fight, pending: Pending, lines: dict[str, Line]) -> Markup:
        _ = self._
        fallen = dice_markup(pending.dice, lines, _)
        if pending.asked.roller not in lines:
            return tag("section", tag("h2", _("A die is waited for."), class_="heading"), fallen)
        die = asked(fight, pending.asked, lines, _)
        side = lines[pending.asked.roller].unit.side
        return tag(
            "section",
            tag(
                "div",
                tag("span", _("Roll a d20 for"), class_="heading"),
                tag("b", die.roller, class_=f"mover side-{side}"),
                tag("span", class_="gap"),
                tag("span", _("so far:"), " ", fallen, class_="muted fallen") if fallen else None,
                class_="dice-head",
            ),
            tag(
                "div",
                tag("span", die.heading),
                tag("b", die.sum, class_="number"),
                tag("span", die.needs, class_="needs") if die.needs else None,
                class_="dice-what",
            ),
            self._so_far(pending, lines),
            self._entry(fight, pending) if self._session.can_edit else None,
            class_="dice-card",
            data_reveal=True,
            aria_label=_("Die that is waited for"),
        )

    def _so_far(self, pending: Pending, lines: dict[str, Line]) -> Markup | None:
        """What the dice so far have led to, in words."""
        _ = self._
        names = Names({unit_id: line.name(_) for unit_id, line in lines.items()}, _("somebody unseen"))
        sides: dict[str, str] = {side: facts.name for side, facts in self._session.shown.mass_combat.sides.items()}
        told = sentences(pending.events, names, sides, _)
        return tag("div", [tag("p", one.text, class_=one.weight) for one in told], class_="so-far") if told else None

    def _entry(self, fight: Fight, pending: Pending) -> Markup:
        _ = self._
        back = _("Play this turn by hand") if isinstance(pending.action, ByDoctrine) else _("Cancel the action")
        die = "-".join(map(str, fight.die_number))
        faces = [
            tag(
                "button",
                _.number(face),
                type="button",
                class_="face number",
                data_do="face",
                data_value=face,
                data_die=die,
            )
            for face in range(1, FACES + 1)
        ]
        return tag(
            "div",
            tag(
                "div",
                tag(
                    "input",
                    inputmode="numeric",
                    class_="number-field face-field",
                    data_do="face",
                    data_live="typing",
                    data_focus="desk",
                    data_key=f"{die}-{self._tries}",  # a new field, with its text selected
                    data_die=die,
                    value=self._wrong,
                    maxlength=4,
                    aria_invalid="true" if self._wrong else None,
                    placeholder="1–20",
                    autocomplete="off",
                    aria_label=_("Face of the die"),
                ),
                tag("div", faces, class_="faces"),
                class_="dice-entry",
            ),
            tag("p", _("A d20 shows 1 to 20, not “{text}”.").format(text=self._wrong), class_="wrong", role="alert")
            if self._wrong
            else None,
            tag(
                "div",
                tag("button", _("Roll this one"), type="button", class_="tool", data_do="roll-one"),
                tag("button", _("Roll the rest"), type="button", class_="tool", data_do="roll-rest"),
                tag("span", class_="gap"),
                tag("button", back, type="button", class_="link", data_do="cancel"),
                class_="dice-ways",
            ),
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self.live


def _die_in(message: Message) -> tuple[int, int] | None:
    """The number of the die that somebody saw asked for; None if the message has none."""
    number = re.fullmatch(r"(\d{1,6})-(\d{1,3})", text_in(message, "die"), re.ASCII)
    return (int(number[1]), int(number[2])) if number else None
