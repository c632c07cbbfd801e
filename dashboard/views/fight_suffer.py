"""The form for what the rules of mass combat do not see: losses to heroes and spells, and critical events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, tag
from dashboard.models.fight import FightDesk
from dashboard.views.armies import Line
from dashboard.views.messages import Message, number_in, text_in
from massbattle_core.mass_combat.actions import Befall

__all__ = ["Suffering"]

What = Literal["loss", "gain", "lose_turn", "eliminate"]

_WHAT: Mapping[What, str] = {
    "loss": N_("lose BR"),
    "gain": N_("gain BR"),
    "lose_turn": N_("lose their next turn"),
    "eliminate": N_("are gone"),
}
_EXPLAINED: Mapping[What, str] = {
    "loss": N_("A spell, a hero or a trap takes battle rating from a unit; morale tests follow."),
    "gain": N_("Help arrives, or heart is taken: battle rating is given to a unit."),
    "lose_turn": N_("The unit can neither move nor act on its next turn."),
    "eliminate": N_("The unit leaves the battle for good; its friends nearby test their morale."),
}


class Suffering:
    """What has been filled in on one page: the unit, what happens to it, and the number as it was typed."""

    def __init__(self, desk: FightDesk, words: Words) -> None:
        self._desk, self._ = desk, words
        self._chosen, self._typed = "", "2"
        self._what: What = "loss"

    def choose(self, message: Message) -> None:
        """Take over the unit that was picked."""
        self._chosen = text_in(message, "value")

    def happen(self, message: Message) -> None:
        """Take over what is to happen."""
        self._what = next((what for what in _WHAT if what == text_in(message, "value")), "loss")

    def type(self, message: Message) -> None:
        """Take over what stands in the field, whether it is a number or not."""
        self._typed = text_in(message, "value", 12)

    def take(self, _message: Message) -> bool:
        """Let it happen to the unit."""
        if self._wrong:
            return False
        if self._what == "loss":
            return self._desk.suffer(self._unit, self._number)
        return self._desk.befall(Befall(self._unit, self._what, self._number if self._what == "gain" else 0))

    @property
    def _number(self) -> int:
        """The points of battle rating; −1 where no number stands in the field."""
        return number_in({"value": self._typed}, "value")

    @property
    def _wrong(self) -> bool:
        return self._what in ("loss", "gain") and self._number < 1

    @property
    def _unit(self) -> str:
        """The unit that it happens to: the one chosen, otherwise the one whose turn it is."""
        unit, mover = self._desk.unit(self._chosen), self._desk.mover
        return self._chosen if unit and unit.status == "field" else mover.id if mover else ""

    def markup(self, lines: Mapping[str, Line], seen: int) -> Markup:
        """The form; ``seen`` is the newest entry of the fight that it is filled in for."""
        _, desk = self._, self._desk
        units = [unit for unit in (desk.situation.units if desk.situation else ()) if unit.status == "field"]
        choices = [
            tag(
                "option",
                f"{lines[unit.id].name(_)} · {_('BR')} {_.number(unit.br)}",
                value=unit.id,
                selected=True if unit.id == self._unit else None,
            )
            for unit in units
            if unit.id in lines
        ]
        events = [
            tag("option", _(name), value=what, selected=True if what == self._what else None)
            for what, name in _WHAT.items()
        ]
        return tag(
            "details",
            tag("summary", _("Losses, events…"), class_="link"),
            tag(
                "div",
                tag("p", _(_EXPLAINED[self._what]), class_="muted"),
                tag("select", choices, data_do="hurt", aria_label=_("Unit that it happens to"), class_="choice"),
                tag("select", events, data_do="befall", aria_label=_("What happens"), class_="choice"),
                tag("div", self._field(), self._button(seen), class_="suffer-line"),
                tag("p", _("It is a whole number, 1 or more."), class_="wrong", role="alert")
                if self._wrong and self._typed.strip()
                else None,
                class_="menu-body up suffer",
            ),
            class_="menu",
        )

    def _field(self) -> list[Markup]:
        """The points of battle rating, where what happens has to do with them."""
        if self._what not in ("loss", "gain"):
            return []
        _ = self._
        return [
            tag("label", _("BR lost") if self._what == "loss" else _("BR gained"), for_="loss"),
            tag(
                "input",
                id="loss",
                inputmode="numeric",
                class_="number-field",
                data_do="loss",
                data_live="loss",
                value=self._typed,
                maxlength=12,
                autocomplete="off",
                aria_invalid="true" if self._wrong else None,
            ),
        ]

    def _button(self, seen: int) -> Markup:
        return tag(
            "button",
            self._("So be it"),
            type="button",
            class_="tool on",
            data_do="suffer",
            data_seen=seen,
            disabled=self._wrong,
        )
