"""Who fights: the two armies, one line a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import panel as pn

from dashboard.i18n import Words
from dashboard.markup import Markup, join, svg, tag
from dashboard.models.room import Author
from dashboard.models.session import BattleSession
from dashboard.views.armies import Army, Line, made_of
from dashboard.views.icons import ICONS, KINDS
from dashboard.views.live import LiveMarkup
from dashboard.views.orders import chosen_order, side_orders
from dashboard.views.people import disc, name_of, selected_by
from dashboard.views.places import battle_place
from dashboard.views.sliders import EditSlider, Later
from dashboard.views.why import why
from massbattle_core.mass_combat.edits import SetSide, SwapSides
from massbattle_core.mass_combat.model import SideId

__all__ = ["RosterView", "SwapView", "morale_chip", "read_roster_markup", "roster_markup", "survival_bar", "unit_line"]


class RosterView(pn.viewable.Viewer):
    """The roster of one side: its name, its units, and the morale and Charisma of the whole army."""

    def __init__(
        self, session: BattleSession, army: Army, side: SideId, words: Words, later: Later, **parameters: Any
    ) -> None:
        super().__init__(**parameters)
        self._session, self._army, self._side, self._ = session, army, side, words
        self._open = False
        self._others: Mapping[str, list[Author]] = {}
        self._drawn: dict[str, tuple[tuple[Any, ...], Markup]] = {}
        self._list = LiveMarkup(
            actions={
                "select": lambda message: session.select(str(message.get("unit", ""))),
                "name": lambda message: session.submit(SetSide(side, {"name": str(message.get("value", ""))[:80]})),
                "whole-army": self._toggle,
                "add-unit": lambda message: army.add_unit(session, side, words),
                "doctrine": lambda message: self._order("doctrine", message),
                "targets": lambda message: self._order("targets", message),
            },
            only=None if session.can_edit else ("select",),
            sizing_mode="stretch_width",
        )
        _ = words
        self._morale = EditSlider(
            session,
            later,
            _("Morale of the whole army"),
            (-10, 10),
            read=lambda battle: battle.sides[side].morale_shift,
            edit=lambda value: SetSide(side, {"morale_shift": value}),
            side=side,
        )
        self._charisma = EditSlider(
            session,
            later,
            _("Charisma of all commanders"),
            (-10, 10),
            read=lambda battle: battle.sides[side].charisma_shift,
            edit=lambda value: SetSide(side, {"charisma_shift": value}),
            side=side,
        )
        self._heads = [LiveMarkup(sizing_mode="stretch_width") for _slider in range(2)]
        self._whole = pn.Column(sizing_mode="stretch_width", visible=False, margin=(0, 8, 4, 8))
        session.param.watch(self._show, ["shown", "odds", "odds_stale", "selected", "present"])
        self._show()

    def _order(self, what: str, message: Mapping[str, Any]) -> None:
        values = chosen_order(what, message)
        if values[what]:
            self._session.submit(SetSide(self._side, values))

    def _toggle(self, _message: object) -> None:
        self._open = not self._open
        if not self._whole.objects:  # made when first asked for: most battles never open them
            self._whole[:] = [self._heads[0], self._morale, self._heads[1], self._charisma]
        self._whole.visible = self._open
        self._show()

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        side = session.shown.mass_combat.sides[self._side]
        lines = self._army.lines(session.shown, session.odds, self._side)
        self._others = selected_by(session.present, session.author)
        rows = [self._row(line, line.unit.id == session.selected) for line in lines]
        if not session.can_edit:
            self._list.markup = read_roster_markup(self._side, side.name, lines, rows, session.odds_stale, _)
            return
        self._list.markup = roster_markup(
            self._side, side.name, lines, rows, session.odds_stale, self._open, _, side_orders(self._side, side, _)
        )
        for head, label, name in zip(
            self._heads,
            (_("Morale, whole army"), _("Charisma, whole army")),
            ("morale_shift", "charisma_shift"),
            strict=True,
        ):
            head.markup = tag(
                "div",
                tag("span", label),
                tag("b", _.signed(getattr(side, name)), class_="value number"),
                class_="slider-head",
                data_place=battle_place("sides", self._side, name),
            )

    def _row(self, line: Line, selected: bool) -> Markup:
        """The line of a unit, as drawn before if it looks the same."""
        others = tuple(self._others.get(line.unit.id, ()))
        looks = (line.unit, line.built, line.survival, selected, line.composition_known, line.morale_known, others)
        drawn = self._drawn.get(line.unit.id)
        if drawn is None or any(new is not old and new != old for new, old in zip(looks, drawn[0], strict=True)):
            drawn = (looks, unit_line(line, selected, self._, others))
            self._drawn[line.unit.id] = drawn
        return drawn[1]

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(
            self._list, self._whole, css_classes=["card", f"roster-{self._side}"], sizing_mode="stretch_width"
        )


def roster_markup(
    side: SideId,
    name: str,
    lines: list[Line],
    rows: list[Markup],
    stale: bool,
    whole_army: bool,
    _: Words,
    orders: Markup | None = None,
) -> Markup:
    """The head of a roster with the orders of the army, and a row for each unit."""
    total = sum(line.built.battle_rating.value for line in lines if line.built)
    head = tag(
        "div",
        tag(
            "h2",
            tag(
                "input",
                class_="plain",
                data_do="name",
                data_place=battle_place("sides", side, "name"),
                value=name,
                maxlength="80",
                aria_label=_("Name of the side"),
                spellcheck="false",
            ),
            tag(
                "span",
                "· ",
                _.plural("{count} unit", "{count} units", len(lines)),
                " · ",
                _("BR"),
                " ",
                _.number(total),
            ),
            class_="title",
            style="margin:0",
        ),
        tag(
            "button",
            svg(ICONS["sliders"]),
            type="button",
            class_=f"icon-button{' on' if whole_army else ''}",
            data_do="whole-army",
            title=_("Morale and Charisma of the whole army"),
            aria_label=_("Morale and Charisma of the whole army"),
            aria_expanded="true" if whole_army else "false",
        ),
        tag(
            "button",
            svg(ICONS["add"]),
            type="button",
            class_="icon-button",
            data_do="add-unit",
            title=_("New unit"),
            aria_label=_("New unit"),
        ),
        class_="roster-head",
    )
    return tag(
        "section",
        head,
        orders,
        rows,
        class_=f"side-{side}{' stale' if stale else ''}",
        aria_label=name,
    )


def read_roster_markup(side: SideId, name: str, lines: list[Line], rows: list[Markup], stale: bool, _: Words) -> Markup:
    """A roster for somebody who looks on; its total only where every battle rating in it is known."""
    known = [line.battle_rating.value for line in lines if line.battle_rating]
    total = f" · {_('BR')} {_.number(sum(known))}" if lines and len(known) == len(lines) else ""
    count = _.plural("{count} unit", "{count} units", len(lines))
    head = tag("div", tag("h2", f"{name} · {count}{total}", class_="title", style="margin:0"), class_="roster-head")
    return tag("section", head, rows, class_=f"side-{side}{' stale' if stale else ''}", aria_label=name)


def unit_line(line: Line, selected: bool, _: Words, others: Sequence[Author] = ()) -> Markup:
    """One unit: its counter, name, what it is made of, BR, morale, and its chance to survive.

    ``others`` are those who have selected it elsewhere.
    """
    discs = [disc(one, _("{name} has selected it").format(name=name_of(one, _)), _, "small") for one in others]
    return tag(
        "button",
        tag("span", svg(ICONS[line.kind], _(KINDS[line.kind]) if line.composition_known else ""), class_="counter"),
        tag(
            "span",
            tag("span", line.name(_), tag("span", discs, class_="others") if discs else None, class_="name"),
            tag("span", made_of(line, _), class_="made"),
            class_="words",
        ),
        why(_.number(line.battle_rating.value), _("Battle rating"), line.battle_rating, _, class_="br")
        if line.battle_rating
        else tag("span", "–", class_="br"),
        morale_chip(line, _),
        survival_bar(line, _),
        type="button",
        class_=f"unit{' on' if selected else ''}",
        data_do="select",
        data_unit=line.unit.id,
        data_key=line.unit.id,
        aria_pressed="true" if selected else "false",
    )


def survival_bar(line: Line, _: Words) -> Markup:
    """How often a unit stands at the end, as a bar; empty where that is not known."""
    share = line.survival
    said = None if share is None else _("Stands at the end of {share} of the battles").format(share=_.percent(share))
    return tag("span", tag("i", style=f"width:{100 * (share or 0):.1f}%"), class_="survival", title=said)


def morale_chip(line: Line, _: Words) -> Markup:
    """The final morale rating in the colour of its mood."""
    if line.morale is None:
        return tag("span", "?", class_="morale", title=_("Not known")) if not line.morale_known else tag("span")
    value = line.morale.value
    mood = "good" if value > 0 else "bad" if value < 0 else ""
    return why(_.signed(value), _("Morale rating"), line.morale, _, class_=f"morale {mood}".strip())


class SwapView(pn.viewable.Viewer):
    """The button between the rosters."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        _ = words
        button = tag(
            "button",
            tag("span", "⇅ ", aria_hidden="true"),
            _("swap sides"),
            type="button",
            class_="link",
            data_do="swap",
        )
        self._live = LiveMarkup(
            actions={"swap": lambda _message: session.submit(SwapSides())},
            markup=join(tag("div", button, class_="swap")),
            sizing_mode="stretch_width",
        )

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
