"""The form that takes battle rating from a unit: what the rules of mass combat do not see."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.i18n import Words
from dashboard.markup import Markup, tag
from dashboard.models.fight import FightDesk
from dashboard.views.armies import Line
from dashboard.views.messages import Message, number_in, text_in

__all__ = ["Suffering"]


class Suffering:
    """What has been filled in on one page: the unit, and the loss as it was typed."""

    def __init__(self, desk: FightDesk, words: Words) -> None:
        self._desk, self._ = desk, words
        self._chosen, self._typed = "", "2"

    def choose(self, message: Message) -> None:
        """Take over the unit that was picked."""
        self._chosen = text_in(message, "value")

    def type(self, message: Message) -> None:
        """Take over what stands in the field, whether it is a number or not."""
        self._typed = text_in(message, "value", 12)

    def take(self, _message: Message) -> bool:
        """Take the loss from the unit."""
        return self._loss >= 1 and self._desk.suffer(self._unit, self._loss)

    @property
    def _loss(self) -> int:
        """The loss in points of battle rating; −1 where none stands in the field."""
        return number_in({"value": self._typed}, "value")

    @property
    def _unit(self) -> str:
        """The unit that is to suffer: the one chosen, otherwise the one whose turn it is."""
        unit, mover = self._desk.unit(self._chosen), self._desk.mover
        return self._chosen if unit and unit.status == "field" else mover.id if mover else ""

    def markup(self, lines: Mapping[str, Line], seen: int) -> Markup:
        """The form; ``seen`` is the newest entry of the fight that it is filled in for."""
        _, desk = self._, self._desk
        units = [unit for unit in (desk.situation.units if desk.situation else ()) if unit.status == "field"]
        wrong = self._loss < 1
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
        return tag(
            "details",
            tag("summary", _("Suffer losses…"), class_="link"),
            tag(
                "div",
                tag(
                    "p",
                    _("A spell, a hero or a trap takes battle rating from a unit; morale tests follow."),
                    class_="muted",
                ),
                tag("select", choices, data_do="hurt", aria_label=_("Unit that suffers"), class_="choice"),
                tag(
                    "div",
                    tag("label", _("BR lost"), for_="loss"),
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
                        aria_invalid="true" if wrong else None,
                    ),
                    tag(
                        "button",
                        _("Take them"),
                        type="button",
                        class_="tool on",
                        data_do="suffer",
                        data_seen=seen,
                        disabled=wrong,
                    ),
                    class_="suffer-line",
                ),
                tag("p", _("The loss is a whole number, 1 or more."), class_="wrong", role="alert")
                if wrong and self._typed.strip()
                else None,
                class_="menu-body up suffer",
            ),
            class_="menu",
        )
